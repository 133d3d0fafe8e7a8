/** A game about to be created: what the player has chosen in the lobby, apart from the page. */

import type { BotInfo, NewGame, SystemDetail } from "./net";
import { matesOf } from "./seating";

export type Mode = "bot" | "hot" | "remote";
export type Pace = NonNullable<NewGame["pace"]>;
type Value = boolean | number | string;

export interface Wanted {
  readonly system: string;
  readonly scenario: string;
  readonly options: Readonly<Record<string, Value>>;
  readonly mode: Mode;
  readonly seat: string;
  /** How many share each seat of the scenario; one where nothing is said. */
  readonly players: Readonly<Record<string, number>>;
  readonly bot: string;
  /** With friends: the seats that bots take. */
  readonly bots: Readonly<Record<string, string>>;
  readonly pace: Pace;
  readonly substitute: string;
  readonly listed: boolean;
  readonly typed: boolean;
}

export function seatsOf(detail: SystemDetail | null, scenario: string, players: Readonly<Record<string, number>> = {}): string[] {
  return matesOf(Object.keys(detail?.scenarios.find((found) => found.id === scenario)?.seats ?? {}), players);
}

/** How many may share a seat of the scenario, of those that more than one may. */
export function mostOf(detail: SystemDetail | null, scenario: string): Record<string, number> {
  return detail?.scenarios.find((found) => found.id === scenario)?.most ?? {};
}

export function defaultsOf(detail: SystemDetail): Record<string, Value> {
  return Object.fromEntries(Object.entries(detail.choices).map(([name, choice]) => [name, choice.default]));
}

/** What differs from the defaults, for a short word about it. */
export function changedOptions(detail: SystemDetail, options: Readonly<Record<string, Value>>): string[] {
  return Object.entries(detail.choices).filter(([name, choice]) => options[name] !== choice.default).map(([name]) => name);
}

/** The opponent to begin with: the best that answers quickly. */
export function firstBot(bots: readonly BotInfo[]): string {
  return bots.find((bot) => bot.spec === "greedy")?.spec ?? bots[0]?.spec ?? "random";
}

export function newGame(wanted: Wanted, seats: readonly string[]): NewGame {
  const others = seats.filter((seat) => seat !== wanted.seat);
  const taken = (seat: string): string => (wanted.mode === "bot" ? wanted.bot : wanted.mode === "remote" ? (wanted.bots[seat] ?? "") : "");
  return {
    system: wanted.system,
    scenario: wanted.scenario,
    options: { ...wanted.options },
    hot_seat: wanted.mode === "hot",
    dice: wanted.typed ? "typed" : "keyed",
    players: Object.fromEntries(Object.entries(wanted.players).filter(([seat]) => seats.includes(seat))),
    bots: Object.fromEntries(others.filter(taken).map((seat) => [seat, taken(seat)])),
    ...(wanted.mode === "remote" ? { listed: wanted.listed, pace: wanted.pace } : {}),
    ...(wanted.mode === "remote" && wanted.pace !== "none" ? { substitute: wanted.substitute } : {}),
  };
}
