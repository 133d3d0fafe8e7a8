/** Keeps the painted land in tiles, one set per zoom step, so that a frame only copies pictures. */

import { type Box, overlaps } from "../boards/geometry";
import type { Land } from "./land";
import type { Palette } from "./palette";
import { paintLand } from "./paint";

const EDGE = 512;
const MOST = 160;
/** Zoom steps lie a quarter of an octave apart; between them tiles are scaled. */
const STEPS_PER_OCTAVE = 4;

export class Tiles {
  private readonly kept = new Map<string, HTMLCanvasElement>();
  private land: Land | null = null;
  private colours: Palette | null = null;
  private german = true;

  show(land: Land, colours: Palette, german: boolean): void {
    if (this.land === land && this.colours === colours && this.german === german) return;
    [this.land, this.colours, this.german] = [land, colours, german];
    this.kept.clear();
  }

  /** Draws the wanted part; paints missing tiles for at most `budget` ms. False: something is missing yet. */
  draw(context: CanvasRenderingContext2D, scale: number, ratio: number, part: Box, budget: number): boolean {
    const land = this.land;
    if (!land) return true;
    const step = Math.round(Math.log2(scale) * STEPS_PER_OCTAVE);
    const fine = 2 ** (step / STEPS_PER_OCTAVE);
    const size = EDGE / (fine * ratio);
    const rim = { left: land.sheet.left - 10, top: land.sheet.top - 10, right: land.sheet.right + 10, bottom: land.sheet.bottom + 10 };
    const end = performance.now() + budget;
    let whole = true;
    for (let row = Math.floor((part.top - rim.top) / size); row * size + rim.top < part.bottom; row++) {
      for (let column = Math.floor((part.left - rim.left) / size); column * size + rim.left < part.right; column++) {
        const box = { left: rim.left + column * size, top: rim.top + row * size, right: rim.left + (column + 1) * size, bottom: rim.top + (row + 1) * size };
        if (!overlaps(box, rim)) continue;
        const key = `${step} ${ratio} ${column} ${row}`;
        let tile = this.kept.get(key);
        if (!tile && (performance.now() < end || budget === Infinity)) tile = this.paint(key, box, fine, ratio);
        // Half a pixel of overlap hides the seam between tiles that are drawn between zoom steps.
        if (tile) context.drawImage(tile, box.left, box.top, size + 0.5 / scale, size + 0.5 / scale);
        else {
          whole = false;
          this.substitute(context, box);
        }
      }
    }
    return whole;
  }

  private paint(key: string, box: Box, scale: number, ratio: number): HTMLCanvasElement {
    const tile = document.createElement("canvas");
    tile.width = tile.height = EDGE;
    const context = tile.getContext("2d")!;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, -box.left * scale * ratio, -box.top * scale * ratio);
    paintLand(context, this.land!, this.colours!, scale, box, this.german);
    this.kept.set(key, tile);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
    return tile;
  }

  /** Until a tile is painted, the plain colour of the middle ground stands in its place. */
  private substitute(context: CanvasRenderingContext2D, box: Box): void {
    const { left, top, right, bottom } = this.land!.sheet;
    context.fillStyle = this.colours!.heights[1]![0]!;
    const [x, y] = [Math.max(box.left, left), Math.max(box.top, top)];
    context.fillRect(x, y, Math.min(box.right, right) - x, Math.min(box.bottom, bottom) - y);
  }
}
