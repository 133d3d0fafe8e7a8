/** On squares a few counters lie side by side instead of on a stack: a base beside its vehicle, both to be read. */

import type { Board } from "../boards/board";
import type { Point } from "../boards/geometry";

export interface Spread {
  readonly off: Point;
  /** Compared with a counter that lies alone. */
  readonly size: number;
}

const SIZE = 0.665;
const MOST = 4;

/** Where each of so many counters lies in its cell; null where they are stacked. */
export function spreadOf(board: Board, count: number): readonly Spread[] | null {
  if (board.kind !== "square" || count < 2 || count > MOST) return null;
  const step = (board.counter * SIZE) / 2 + 0.3;
  const rows = count === 2 ? [2] : count === 3 ? [1, 2] : [2, 2];
  return rows.flatMap((across, row) =>
    Array.from({ length: across }, (_, n): Spread => ({
      off: [across === 1 ? 0 : n === 0 ? -step : step, rows.length === 1 ? 0 : row === 0 ? -step : step],
      size: SIZE,
    })),
  ); // prettier-ignore
}
