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

/** Cells of these terrains, grown together into shapes with a natural edge. */
export function blobs(board: Board, data: BoardData, terrains: readonly string[], radius: number, seed: number): Blobs {
  const cells = board.labels.filter((label) => terrains.includes(data.cells[label]?.terrain ?? ""));
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
  const edge = 0.36;
  for (let row = 0, n = 0; row < field.rows; row++) {
    const y = field.box.top + row * field.step;
    for (let column = 0; column < field.columns; column++, n++) {
      const value = field.values[n]!;
      if (value > 0) field.values[n] = value + 0.34 * rough((field.box.left + column * field.step) / 21, y / 21, seed, 3);
    }
  }
  const rings = cells.length > 0 ? field.rings(edge).map((ring) => rounded([...ring, ring[0]!], 2)) : [];
  return {
    rings,
    holds: (point) => field.at(point) > edge + 0.05,
    isNear: (x, y) => field.sample(x, y) > 0,
    box: boxAround(rings.flat()),
  };
}

