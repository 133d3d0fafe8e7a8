/** The lie of the land: heights, hill shade, contours. It never contradicts a cell's printed level. */

import type { Board } from "../boards/board";
import { type Box, type Point, rounded } from "../boards/geometry";
import type { BoardData } from "../model";
import { rough } from "./chance";
import { Field } from "./field";

/** Beyond the cells the land goes on for so much, to the frame of the sheet. */
export const MARGIN = 14;
const STEP = 3;
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
  const field = new Field(grown(sheetOf(board), 12), STEP);
  const wave = board.pitch;
  field.fill((x, y) => {
    const [wx, wy] = [rough(x / wave, y / wave, 5, 3), rough(x / wave, y / wave, 11, 3)];
    const level = levels.at([x + wx * wave * 0.3, y + wy * wave * 0.3]);
    return level + 0.36 * rough(x / (wave * 1.9), y / (wave * 1.9), 23, 5);
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
  const [sum, weight] = [new Field(box, 4), new Field(box, 4)];
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

function splat(sum: Field, weight: Field, [x, y]: Point, level: number, spread: number, reach: number): void {
  const { box, step, columns, rows } = sum;
  const left = Math.max(0, Math.floor((x - reach - box.left) / step));
  const right = Math.min(columns - 1, Math.ceil((x + reach - box.left) / step));
  const top = Math.max(0, Math.floor((y - reach - box.top) / step));
  const bottom = Math.min(rows - 1, Math.ceil((y + reach - box.top) / step));
  for (let row = top; row <= bottom; row++) {
    for (let column = left; column <= right; column++) {
      const [dx, dy] = [box.left + column * step - x, box.top + row * step - y];
      const part = Math.exp(-(dx * dx + dy * dy) / spread);
      const n = row * columns + column;
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

const LIGHTS = [
  { azimuth: 315, weight: 0.55 },
  { azimuth: 350, weight: 0.25 },
  { azimuth: 280, weight: 0.2 },
].map(({ azimuth, weight }) => {
  const angle = (azimuth * Math.PI) / 180;
  const up = Math.sin((42 * Math.PI) / 180);
  const flat = Math.cos((42 * Math.PI) / 180);
  return { x: Math.sin(angle) * flat, y: -Math.cos(angle) * flat, z: up, weight, level: up };
});

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
      const length = Math.hypot(dx, dy, 1);
      let lit = 0;
      for (const light of LIGHTS) {
        const facing = (-dx * light.x - dy * light.y + light.z) / length;
        lit += light.weight * (facing - light.level);
      }
      shade[n] = Math.max(-1, Math.min(1, lit * 1.9));
    }
  }
  return shade;
}
