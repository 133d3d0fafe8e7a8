/** Cells of some kinds of terrain as shapes of their own. */

import type { Board } from "../boards/board";
import { between, type Box, boxAround, type Point, rounded } from "../boards/geometry";
import type { BoardData } from "../model";
import { rough } from "./chance";
import { Field } from "./field";
import { MANY, sheetOf } from "./relief";

export interface Blobs {
  rings: Point[][];
  holds(point: Point): boolean;
  /** False only where nothing near can be inside: cheap, for loops over a whole sheet. */
  isNear(x: number, y: number): boolean;
  box: Box;
}

/** Which of these terrains fill a cell: all of it, or a part beside other ground. */
export function hasGround(data: BoardData, label: string, terrains: readonly string[]): "whole" | "part" | "" {
  if (terrains.includes(data.cells[label]?.terrain ?? "")) return "whole";
  return terrains.some((terrain) => data.features?.[label]?.includes(`part_${terrain}`)) ? "part" : "";
}

/** Cells of these terrains, grown together into shapes with a natural edge. */
export function blobs(board: Board, data: BoardData, terrains: readonly string[], radius: number, seed: number): Blobs {
  const cells = board.labels.filter((label) => hasGround(data, label, terrains) === "whole");
  const parts = board.labels.filter((label) => hasGround(data, label, terrains) === "part");
  const field = new Field(sheetOf(board), board.labels.length > MANY ? 5 : 4);
  const wide = board.pitch * radius * 1.6;
  for (const label of cells) field.raise(board.centre(label), 1, wide);
  // Neighbours grow together at the side they share.
  for (const label of cells) {
    for (const other of board.neighbours(label)) {
      if (other > label && terrains.includes(data.cells[other]?.terrain ?? "")) {
        field.raise(between(board.centre(label), board.centre(other)), 0.55, wide * 0.75);
      }
    }
  }
  for (const label of parts) field.raise(partOf(board, data, terrains, label), 0.8, wide * 0.8);
  const edge = 0.36;
  for (let row = 0, n = 0; row < field.rows; row++) {
    const y = field.box.top + row * field.step;
    for (let column = 0; column < field.columns; column++, n++) {
      const value = field.values[n]!;
      if (value > 0) field.values[n] = value + 0.34 * rough((field.box.left + column * field.step) / 21, y / 21, seed, 3);
    }
  }
  const rings = cells.length + parts.length > 0 ? field.rings(edge).map((ring) => rounded([...ring, ring[0]!], 2)) : [];
  return {
    rings,
    holds: (point) => field.at(point) > edge + 0.05,
    isNear: (x, y) => field.sample(x, y) > 0,
    box: boxAround(rings.flat()),
  };
}

/** The middle of the part of a mixed cell: towards where the same ground goes on, or in its north-western half. */
export function partOf(board: Board, data: BoardData, terrains: readonly string[], label: string): Point {
  const [x, y] = board.centre(label);
  let [dx, dy] = [0, 0];
  for (const other of board.neighbours(label)) {
    if (hasGround(data, other, terrains) !== "whole") continue;
    const [ox, oy] = board.centre(other);
    [dx, dy] = [dx + ox - x, dy + oy - y];
  }
  if (Math.hypot(dx, dy) < board.pitch / 2) [dx, dy] = [-1, -1];
  const part = (board.pitch * 0.3) / Math.hypot(dx, dy);
  return [x + dx * part, y + dy * part];
}
