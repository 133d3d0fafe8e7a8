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

/** Where a counter lies on the sheet; null if it lies on none of the stacks. */
export function spotIn(board: Board, stacks: ReadonlyMap<string, readonly { readonly id: string }[]>, id: string): Point | null {
  for (const [cell, stack] of stacks) {
    const n = stack.findIndex((piece) => piece.id === id);
    if (n < 0) continue;
    const [x, y] = board.centre(cell);
    const [dx, dy] = spreadOf(board, stack.length)?.[n]?.off ?? [0, 0];
    return [x + dx, y + dy];
  }
  return null;
}

/** Whether a point is on a square of so much to each side of its centre. */
export function isOn([x, y]: Point, [cx, cy]: Point, half: number): boolean {
  return Math.abs(x - cx) <= half && Math.abs(y - cy) <= half;
}
