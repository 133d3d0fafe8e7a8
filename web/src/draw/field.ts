/** A number for every point of the sheet, sampled on a grid, and the lines of equal value in it. */

import type { Box, Point } from "../boards/geometry";

/** Lower than any level: what lies outside the grid. */
const BEYOND = -1e6;

export class Field {
  readonly columns: number;
  readonly rows: number;
  readonly values: Float32Array;

  constructor(
    readonly box: Box,
    readonly step: number,
  ) {
    this.columns = Math.ceil((box.right - box.left) / step) + 1;
    this.rows = Math.ceil((box.bottom - box.top) / step) + 1;
    this.values = new Float32Array(this.columns * this.rows);
  }

  fill(value: (x: number, y: number) => number): this {
    for (let row = 0, n = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++, n++) {
        this.values[n] = value(this.box.left + column * this.step, this.box.top + row * this.step);
      }
    }
    return this;
  }

  at([x, y]: Point): number {
    return this.sample(x, y);
  }

  /** The value between the four samples around a point. Loops over a whole sheet come here: it makes no pairs. */
  sample(x: number, y: number): number {
    const { columns, values } = this;
    const u = Math.max(0, Math.min(columns - 1.001, (x - this.box.left) / this.step));
    const v = Math.max(0, Math.min(this.rows - 1.001, (y - this.box.top) / this.step));
    const column = Math.floor(u);
    const row = Math.floor(v);
    const fx = u - column;
    const n = row * columns + column;
    const top = values[n]! * (1 - fx) + values[n + 1]! * fx;
    const bottom = values[n + columns]! * (1 - fx) + values[n + columns + 1]! * fx;
    return top + (bottom - top) * (v - row);
  }

  /** Adds a bump around a point. */
  raise([x, y]: Point, by: number, radius: number): void {
    const [left, right] = [this.column(x - radius), this.column(x + radius)];
    const [top, bottom] = [this.row(y - radius), this.row(y + radius)];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const dx = this.box.left + column * this.step - x;
        const dy = this.box.top + row * this.step - y;
        const part = 1 - (dx * dx + dy * dy) / (radius * radius);
        if (part > 0) this.values[row * this.columns + column]! += by * part * part;
      }
    }
  }

  private column(x: number): number {
    return Math.max(0, Math.min(this.columns - 1, Math.round((x - this.box.left) / this.step)));
  }

  private row(y: number): number {
    return Math.max(0, Math.min(this.rows - 1, Math.round((y - this.box.top) / this.step)));
  }

  /**
   * Closed rings around all that is at least `level` high, by marching squares. Beyond the grid lies
   * nothing, so a ring that leaves the sheet runs along its edge.
   */
  rings(level: number): Point[][] {
    const { columns, rows, values } = this;
    const [wide, high] = [columns + 2, rows + 2];
    const value = (c: number, r: number): number =>
      c < 1 || r < 1 || c > columns || r > rows ? BEYOND : values[(r - 1) * columns + c - 1]!;
    // Each crossing is named by the grid edge it lies on: even numbers run across, odd ones down.
    const next = new Map<number, number>();
    // The corners of a square are looked at in bits: those on the right become those on the left of the next.
    for (let r = 0; r < high - 1; r++) {
      const [upper, lower] = [(r - 1) * columns, r * columns];
      const [hasUpper, hasLower] = [r > 0, r < rows];
      let left = 0;
      for (let c = 0; c < wide - 1; c++) {
        const isInside = c < columns;
        const right =
          (isInside && hasUpper && values[upper + c]! >= level ? 4 : 0) |
          (isInside && hasLower && values[lower + c]! >= level ? 2 : 0);
        const kind = left | right;
        left = (right & 4 ? 8 : 0) | (right & 2 ? 1 : 0);
        if (kind === 0 || kind === 15) continue;
        const top = 2 * (r * wide + c);
        const bottom = top + 2 * wide;
        for (const [from, to] of segments(kind, top, top + 3, bottom, top + 1)) next.set(from, to);
      }
    }
    return trace(next, (edge) => this.crossing(edge, wide, level, value));
  }

  private crossing(edge: number, wide: number, level: number, value: (c: number, r: number) => number): Point {
    const [isDown, cell] = [edge % 2 === 1, edge >> 1];
    const [c, r] = [cell % wide, Math.floor(cell / wide)];
    const [a, b] = [value(c, r), isDown ? value(c, r + 1) : value(c + 1, r)];
    const t = a === b ? 0.5 : Math.max(0, Math.min(1, (level - a) / (b - a)));
    const x = this.box.left + (c - 1 + (isDown ? 0 : t)) * this.step;
    const y = this.box.top + (r - 1 + (isDown ? t : 0)) * this.step;
    return [x, y];
  }
}

/** The pieces of line in one square, with the high ground always on the same hand. */
function segments(
  kind: number,
  top: number,
  right: number,
  bottom: number,
  left: number,
): (readonly [number, number])[] {
  switch (kind) {
    case 8: return [[left, top]]; // prettier-ignore
    case 4: return [[top, right]]; // prettier-ignore
    case 2: return [[right, bottom]]; // prettier-ignore
    case 1: return [[bottom, left]]; // prettier-ignore
    case 12: return [[left, right]]; // prettier-ignore
    case 6: return [[top, bottom]]; // prettier-ignore
    case 3: return [[right, left]]; // prettier-ignore
    case 9: return [[bottom, top]]; // prettier-ignore
    case 14: return [[left, bottom]]; // prettier-ignore
    case 13: return [[bottom, right]]; // prettier-ignore
    case 11: return [[right, top]]; // prettier-ignore
    case 7: return [[top, left]]; // prettier-ignore
    case 10: return [[left, top], [right, bottom]]; // prettier-ignore
    default: return [[top, right], [bottom, left]]; // prettier-ignore
  }
}

function trace(next: Map<number, number>, crossing: (edge: number) => Point): Point[][] {
  const rings: Point[][] = [];
  while (next.size > 0) {
    const start = next.keys().next().value!;
    const ring: Point[] = [];
    let edge: number | undefined = start;
    while (edge !== undefined) {
      ring.push(crossing(edge));
      const following: number | undefined = next.get(edge);
      next.delete(edge);
      edge = following === start ? undefined : following;
    }
    if (ring.length > 2) rings.push(ring);
  }
  return rings;
}
