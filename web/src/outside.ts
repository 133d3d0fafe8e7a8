/** For whoever drives the page from outside with a hand of their own: what can be clicked now, and where it lies. */

import type { Point } from "./boards/geometry";
import { glowing } from "./showing";
import type { Stage } from "./stage";
import type { Table } from "./table";

/** What glows, as a player sees it. */
export interface Offers {
  /** The question, or "" while nothing is asked of this seat or a curtain hangs before it. */
  readonly decision: string;
  readonly kind: string;
  /** Choices that have come so far. */
  readonly count: number;
  /** Units that can be chosen to act, and their cells; "" off the map. */
  readonly subjects: Readonly<Record<string, string>>;
  /** Units that can be aimed at, and their cells. */
  readonly targets: Readonly<Record<string, string>>;
  readonly goals: readonly string[];
  readonly chosen: string;
  /** The cell whose stack is fanned out, or "". */
  readonly fan: string;
  readonly isPlanned: boolean;
  readonly isBusy: boolean;
  readonly isOver: boolean;
}

export function offersOf(table: Table, stage: Stage): Offers {
  const { position, land, choices, moreChoices, chosen, plan, sending, filling, moment, curtain, assembly } = table.state;
  const glow = glowing(table.state);
  const places = (ids: ReadonlySet<string>): Record<string, string> => Object.fromEntries([...ids].map((id) => [id, table.placeOf(id)]));
  return {
    decision: moment || curtain ? "" : (position?.asked?.decision ?? ""),
    kind: position?.asked?.kind ?? "",
    count: choices.length,
    subjects: places(glow.subjects),
    targets: places(glow.targets),
    goals: [...glow.goals],
    chosen: chosen ?? "",
    fan: stage.fan ?? "",
    isPlanned: plan !== null,
    isBusy: sending || filling || moreChoices || (position?.asked != null && (!land || (assembly !== null && chosen !== null && choices.length === 0))),
    isOver: position?.outcome != null,
  };
}

/** Where a cell, or a counter of the stack that is fanned out, lies on the canvas. */
export function whereIs(what: string, stage: Stage, table: Table): Point | null {
  const fanned = stage.fanned().find(({ piece }) => piece.id === what);
  if (fanned) return stage.camera.toScreen(fanned.at);
  const spot = table.board?.has(what) ? null : stage.spot(what);
  if (spot) return stage.camera.toScreen(spot);
  return table.board?.has(what) ? stage.camera.toScreen(table.board.centre(what)) : null;
}
