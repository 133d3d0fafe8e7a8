/** An open table. It has no cells: places are points "x;y" in tenths of a millimetre. */

import type { Board } from "./board";
import type { Box, Point } from "./geometry";

/** 10 cm of the table, the distance of the ticks on its rim, take this much of the sheet. */
export const DECIMETRE = 76;
const UNITS = 1000;

export class PlaneBoard implements Board {
  readonly kind = "plane";
  readonly pitch = DECIMETRE;
  readonly counter = 26;
  readonly labels: readonly string[] = [];
  readonly bounds: Box;

  /** `width` and `height` in tenths of a millimetre. */
  constructor(width: number, height: number) {
    this.bounds = { left: 0, top: 0, right: toSheet(width), bottom: toSheet(height) };
  }

  has(label: string): boolean {
    return this.locate(label) !== null;
  }

  centre(label: string): Point {
    return this.locate(label) ?? [0, 0];
  }

  outline(): readonly Point[] {
    return [];
  }

  /** The point under the pointer, as a label. */
  at([x, y]: Point): string | null {
    const { left, top, right, bottom } = this.bounds;
    if (x < left || y < top || x > right || y > bottom) return null;
    return `${Math.round((x / DECIMETRE) * UNITS)};${Math.round((y / DECIMETRE) * UNITS)}`;
  }

  neighbours(): readonly string[] {
    return [];
  }

  side(): null {
    return null;
  }

  locate(place: string): Point | null {
    const [x, y] = place.split(";").map(Number);
    if (x === undefined || y === undefined || Number.isNaN(x) || Number.isNaN(y)) return null;
    return [toSheet(x), toSheet(y)];
  }

  /** The keyboard moves a centimetre at a time. */
  toward(label: string, dx: number, dy: number): string | null {
    const [x, y] = this.centre(label);
    return this.at([x + (dx * DECIMETRE) / 10, y + (dy * DECIMETRE) / 10]);
  }
}

export function toSheet(units: number): number {
  return (units / UNITS) * DECIMETRE;
}
