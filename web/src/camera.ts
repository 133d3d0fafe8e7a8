/** Where the stage looks: a point of the sheet in the middle of the screen, and how large it is shown. */

import type { Box, Point } from "./boards/geometry";

export const SMALLEST = 0.18;
export const LARGEST = 3.2;

export class Camera {
  x = 0;
  y = 0;
  scale = 1;
  width = 1;
  height = 1;
  /** When it was last zoomed, so that the stage paints new tiles only after the hand has come to rest. */
  zoomed = -Infinity;

  toSheet([x, y]: Point): Point {
    return [this.x + (x - this.width / 2) / this.scale, this.y + (y - this.height / 2) / this.scale];
  }

  toScreen([x, y]: Point): Point {
    return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
  }

  get part(): Box {
    const [left, top] = this.toSheet([0, 0]);
    const [right, bottom] = this.toSheet([this.width, this.height]);
    return { left, top, right, bottom };
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.scale;
    this.y -= dy / this.scale;
  }

  /** Zooms so that what lies under a point of the screen stays there. */
  zoom(factor: number, [px, py]: Point): void {
    const [sx, sy] = this.toSheet([px, py]);
    this.zoomed = performance.now();
    this.scale = Math.max(SMALLEST, Math.min(LARGEST, this.scale * factor));
    this.x = sx - (px - this.width / 2) / this.scale;
    this.y = sy - (py - this.height / 2) / this.scale;
  }

  fit(box: Box, margin = 24): void {
    const wide = (this.width - 2 * margin) / (box.right - box.left);
    const high = (this.height - 2 * margin) / (box.bottom - box.top);
    this.scale = Math.max(SMALLEST, Math.min(LARGEST, Math.min(wide, high)));
    this.x = (box.left + box.right) / 2;
    this.y = (box.top + box.bottom) / 2;
  }

  /** The map never leaves the screen altogether. */
  hold(box: Box): void {
    const [wide, high] = [this.width / this.scale / 2, this.height / this.scale / 2];
    const rim = 60 / this.scale;
    this.x = clamp(this.x, box.left - rim + wide, box.right + rim - wide);
    this.y = clamp(this.y, box.top - rim + high, box.bottom + rim - high);
  }

  /** Moves just far enough that a point is well in sight. */
  reveal(point: Point, rim = 70): void {
    const [x, y] = this.toScreen(point);
    if (x < rim) this.pan(rim - x, 0);
    if (x > this.width - rim) this.pan(this.width - rim - x, 0);
    if (y < rim) this.pan(0, rim - y);
    if (y > this.height - rim) this.pan(0, this.height - rim - y);
  }
}

function clamp(value: number, low: number, high: number): number {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}
