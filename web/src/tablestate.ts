/** What the page is told about a table: plain records, changed as a whole. */

import type { Assembly, PartChoice } from "./assembly";
import type { Choice } from "./choices";
import type { Land } from "./draw/land";
import type { LogLine, Odds } from "./model";
import type { GameInfo, Position, Role } from "./net";
import { presenterOf } from "./systems";
import type { Material } from "./systems/presenter";

/** What the player is about to do: one of the choices that his clicks can mean. */
export interface Plan {
  readonly choices: readonly Choice[];
  readonly n: number;
  readonly odds: Odds | null;
}

export interface Refusal {
  readonly reason: string;
  readonly cite: string;
  /** The cell it is about, so that it can be said there. */
  readonly at: string;
}

export interface Moment {
  readonly n: number;
  readonly view: Record<string, unknown>;
}

export interface TableState {
  readonly connected: boolean;
  readonly role: Role | null;
  readonly game: GameInfo | null;
  readonly seat: string;
  readonly material: Material | null;
  readonly land: Land | null;
  readonly position: Position | null;
  readonly choices: readonly Choice[];
  readonly moreChoices: boolean;
  readonly chosen: string | null;
  readonly plan: Plan | null;
  readonly hovered: Choice | null;
  /** Choices that are to be carried out as one order, and its odds. */
  readonly gathered: readonly Choice[];
  readonly odds: Odds | null;
  readonly refusal: Refusal | null;
  /** Orders written in secret, until they are sealed. */
  readonly assembly: Assembly | null;
  /** All that the chosen thing may be given, and the kind of order that is being looked at. */
  readonly parts: readonly PartChoice[];
  readonly kind: string | null;
  /** The unit whose card lies open. */
  readonly inspected: string | null;
  /** What stands already and is being put somewhere else. */
  readonly moving: string | null;
  readonly sending: boolean;
  /** A bot is being asked what to give to what still lacks something. */
  readonly filling: boolean;
  readonly log: readonly LogLine[];
  readonly logLength: number;
  readonly visited: number;
  readonly moment: Moment | null;
  /** The seat to which the screen is to be handed, where something is hidden. */
  readonly curtain: string;
  readonly gone: string | null;
}

export const START: TableState = {
  connected: false, role: null, game: null, seat: "", material: null, land: null, position: null, choices: [],
  moreChoices: false, chosen: null, plan: null, hovered: null, gathered: [], odds: null, refusal: null, assembly: null, parts: [], kind: null, inspected: null, moving: null, sending: false, filling: false, log: [], logLength: 0,
  visited: 0, moment: null, curtain: "", gone: null,
}; // prettier-ignore

/** Whether a game, by its system or its options, keeps something from one of the players. */
export function hidesSomething(game: GameInfo | null): boolean {
  if (game && presenterOf(game.system).isSecret) return true;
  const { mode, ...options } = game?.options ?? {};
  return mode === "hidden" || mode === "partly" || Object.entries(options).some(([name, value]) => /secrecy|hidden|secret/.test(name) && value === true);
}
