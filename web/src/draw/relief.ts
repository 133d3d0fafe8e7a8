/** The lie of the land: heights, hill shade, contours. It never contradicts a cell's printed level. */

import type { Board } from "../boards/board";
import { type Box, type Point, rounded } from "../boards/geometry";
import type { BoardData } from "../model";
import { rough } from "./chance";
import { Field } from "./field";

/** Beyond the cells the land goes on for so much, to the frame of the sheet. */
export const MARGIN = 14;
const STEP = 3;
/** From so many cells on the land is sampled more coarsely, so that it is drawn in time. */
export const MANY = 1000;
/** A cell's centre lies at least so far inside its own level. */
const INSIDE = 0.36;

export interface Relief {
  readonly field: Field;
  readonly highest: number;
  /** Rings around all land at least so high, by threshold. */
  rings(at: number): Point[][];
}

export function sheetOf(board: Board): Box {
  const { left, top, right, bottom } = board.bounds;
  return { left: left - MARGIN, top: top - MARGIN, right: right + MARGIN, bottom: bottom + MARGIN };
}

export function reliefOf(board: Board, data: BoardData): Relief {
  const levels = smoothedLevels(board, data);
  const sheet = grown(sheetOf(board), 12);
  const field = new Field(sheet, board.labels.length > MANY ? STEP * 2 : STEP);
  const wave = board.pitch;
  // What bends the contours is smooth, so it is sampled coarsely.
  const [bendX, bendY] = [5, 11].map((seed) => new Field(sheet, field.step * 2.5).fill((x, y) => rough(x / wave, y / wave, seed, 3)));
  // Waves that are shorter than a few samples cannot be seen.
  const waves = field.step > STEP ? 4 : 5;
  field.fill((x, y) => {
    const level = levels.sample(x + bendX!.sample(x, y) * wave * 0.3, y + bendY!.sample(x, y) * wave * 0.3);
    return level + 0.36 * rough(x / (wave * 1.9), y / (wave * 1.9), 23, waves);
  });
  for (let n = 0; n < 6; n++) settle(field, board, data);
  const known = new Map<number, Point[][]>();
  const highest = Math.max(0, ...Object.values(data.cells).map((cell) => cell.level));
  return {
    field,
    highest,
    rings(at) {
      let found = known.get(at);
      if (!found) known.set(at, (found = field.rings(at).map((ring) => closedRounded(ring))));
      return found;
    },
  };
}

/** Pushes each cell's centre back into its own level where noise or neighbours drew it out. */
function settle(field: Field, board: Board, data: BoardData): void {
  for (const label of board.labels) {
    const level = data.cells[label]?.level ?? 0;
    const centre = board.centre(label);
    const off = field.at(centre) - level;
    if (off > INSIDE) field.raise(centre, INSIDE - off - 0.02, board.pitch * 0.62);
    if (off < -INSIDE) field.raise(centre, -INSIDE - off + 0.02, board.pitch * 0.62);
  }
}

function smoothedLevels(board: Board, data: BoardData): Field {
  const box = grown(sheetOf(board), board.pitch);
  const step = board.labels.length > MANY ? 7 : 4;
  const [sum, weight] = [new Field(box, step), new Field(box, step)];
  const spread = 2 * (board.pitch * 0.4) ** 2;
  const reach = board.pitch * 1.5;
  for (const label of board.labels) {
    const level = data.cells[label]?.level ?? 0;
    splat(sum, weight, board.centre(label), level, spread, reach);
  }
  // Outside the cells the nearest ones reach on, ever more faintly.
  let mean = 0;
  for (const label of board.labels) mean += (data.cells[label]?.level ?? 0) / board.labels.length;
  sum.values.forEach((value, n) => {
    const w = weight.values[n]!;
    sum.values[n] = (value + mean * 1e-4) / (w + 1e-4);
  });
  return sum;
}

/** A bell around a point is the product of one across and one down, so it takes few powers. */
function splat(sum: Field, weight: Field, [x, y]: Point, level: number, spread: number, reach: number): void {
  const { box, step, columns, rows } = sum;
  const bell = (first: number, last: number, start: number, at: number): Float64Array =>
    Float64Array.from({ length: last - first + 1 }, (_, n) => Math.exp(-((start + (first + n) * step - at) ** 2) / spread));
  const left = Math.max(0, Math.floor((x - reach - box.left) / step));
  const right = Math.min(columns - 1, Math.ceil((x + reach - box.left) / step));
  const top = Math.max(0, Math.floor((y - reach - box.top) / step));
  const bottom = Math.min(rows - 1, Math.ceil((y + reach - box.top) / step));
  const [across, down] = [bell(left, right, box.left, x), bell(top, bottom, box.top, y)];
  for (let row = top; row <= bottom; row++) {
    const high = down[row - top]!;
    for (let column = left, n = row * columns + left; column <= right; column++, n++) {
      const part = high * across[column - left]!;
      sum.values[n]! += part * level;
      weight.values[n]! += part;
    }
  }
}

function closedRounded(ring: Point[]): Point[] {
  return rounded([...ring, ring[0]!], 1);
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, right: box.right + by, bottom: box.bottom + by };
}

/** Three lights, 42 degrees high. What they add up to is again a direction, and a level for flat land. */
const LIGHT = [
  { azimuth: 315, weight: 0.55 },
  { azimuth: 350, weight: 0.25 },
  { azimuth: 280, weight: 0.2 },
].reduce(
  (sum, { azimuth, weight }) => {
    const [angle, flat] = [(azimuth * Math.PI) / 180, Math.cos((42 * Math.PI) / 180)];
    return { ...sum, x: sum.x + Math.sin(angle) * flat * weight, y: sum.y - Math.cos(angle) * flat * weight };
  },
  { x: 0, y: 0, z: Math.sin((42 * Math.PI) / 180) },
);

/** From -1 (in shadow) to 1 (lit), for every sample of the relief. */
export function hillShade(field: Field, pitch: number): Float32Array {
  const { columns, rows, values, step } = field;
  const shade = new Float32Array(values.length);
  const steep = (pitch * 0.62) / (2 * step);
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const n = row * columns + column;
      const dx = (values[n + 1]! - values[n - 1]!) * steep;
      const dy = (values[n + columns]! - values[n - columns]!) * steep;
      const facing = (LIGHT.z - dx * LIGHT.x - dy * LIGHT.y) / Math.sqrt(dx * dx + dy * dy + 1);
      shade[n] = Math.max(-1, Math.min(1, (facing - LIGHT.z) * 1.9));
    }
  }
  return shade;
}
