/** What every board can say about its cells. A cell is known by its label, as printed on the map. */

import type { Box, Point } from "./geometry";

export interface Board {
  readonly kind: "hex" | "square" | "plane";
  readonly labels: readonly string[];
  readonly bounds: Box;
  /** How far neighbours lie apart, in units of the sheet. */
  readonly pitch: number;
  /** The edge of a counter at scale 1. */
  readonly counter: number;
  has(label: string): boolean;
  centre(label: string): Point;
  outline(label: string): readonly Point[];
  /** The cell under a point of the sheet. */
  at(point: Point): string | null;
  neighbours(label: string): readonly string[];
  /** The side that two neighbouring cells share. */
  side(a: string, b: string): readonly [Point, Point] | null;
  /** Where a label of the wire lies: a cell, a side "a|b", or a point "x;y" of an open table. */
  locate(place: string): Point | null;
  /** The neighbour that lies most nearly in a direction of the sheet. */
  toward(label: string, dx: number, dy: number): string | null;
}

export function nearestToward(board: Board, label: string, dx: number, dy: number): string | null {
  const [x, y] = board.centre(label);
  let best: { label: string; score: number } | null = null;
  for (const near of board.neighbours(label)) {
    const [nx, ny] = board.centre(near);
    const length = Math.hypot(nx - x, ny - y) || 1;
    const score = ((nx - x) * dx + (ny - y) * dy) / length;
    if (score > 0.3 && (best === null || score > best.score + 1e-6)) best = { label: near, score };
  }
  return best?.label ?? null;
}
