/** Keeps the painted land in tiles, one set per zoom step, so that a frame only copies pictures. */

import { type Box, overlaps } from "../boards/geometry";
import type { Land } from "./land";
import type { Palette } from "./palette";
import { paintLand, paintRoughLand } from "./paint";

const EDGE = 512;
const MOST = 200;
/** Zoom steps lie a quarter of an octave apart; between them tiles are scaled. */
const STEPS_PER_OCTAVE = 4;
/** Room for the frame around the sheet. */
const RIM = 10;
/** The overview shows no more than the far view does, so that it is painted at once. */
const OVERVIEW = { edge: 1100, scale: 0.44 };

export interface Wanted {
  readonly scale: number;
  readonly ratio: number;
  readonly part: Box;
  /** Milliseconds that may be spent on painting; 0 while the hand is zooming. */
  readonly budget: number;
}

interface Tile { key: string; box: Box } // prettier-ignore

export class Tiles {
  private readonly kept = new Map<string, HTMLCanvasElement>();
  private overview: HTMLCanvasElement | null = null;
  private land: Land | null = null;
  private colours: Palette | null = null;
  private german = true;
  /** The zoom step that was last shown whole. */
  private shown = 0;

  show(land: Land, colours: Palette, german: boolean): void {
    if (this.land === land && this.colours === colours && this.german === german) return;
    [this.land, this.colours, this.german, this.overview] = [land, colours, german, null];
    this.kept.clear();
  }

  /** Draws the wanted part. False: some of it is coarse yet, draw again. */
  draw(context: CanvasRenderingContext2D, wanted: Wanted): boolean {
    if (!this.land) return true;
    const step = Math.round(Math.log2(wanted.scale) * STEPS_PER_OCTAVE);
    // The first picture of a map is the overview alone, so that it is there at once.
    const end = performance.now() + (this.overview ? wanted.budget : 0);
    const tiles = this.tilesOf(step, wanted);
    let missing = 0;
    for (const { key, box } of tiles) {
      if (this.kept.has(key)) continue;
      if (performance.now() < end) this.paint(key, box, step, wanted.ratio);
      else missing++;
    }
    if (missing > 0) {
      const before = this.shown === step ? [] : this.tilesOf(this.shown, wanted);
      const isCovered = before.length > 0 && before.every(({ key }) => this.kept.has(key));
      if (!isCovered) this.drawOverview(context);
      for (const tile of before) this.copy(context, tile, wanted.scale);
      // While the hand is zooming one layer is enough.
      if (isCovered && wanted.budget === 0) return false;
    } else this.shown = step;
    for (const tile of tiles) this.copy(context, tile, wanted.scale);
    return missing === 0;
  }

  private rim(): Box {
    const { left, top, right, bottom } = this.land!.sheet;
    return { left: left - RIM, top: top - RIM, right: right + RIM, bottom: bottom + RIM };
  }

  private tilesOf(step: number, { ratio, part }: Wanted): Tile[] {
    const rim = this.rim();
    const size = EDGE / (2 ** (step / STEPS_PER_OCTAVE) * ratio);
    const found: Tile[] = [];
    for (let row = Math.max(0, Math.floor((part.top - rim.top) / size)); rim.top + row * size < part.bottom; row++) {
      for (let column = Math.max(0, Math.floor((part.left - rim.left) / size)); rim.left + column * size < part.right; column++) {
        const [left, top] = [rim.left + column * size, rim.top + row * size];
        const box = { left, top, right: left + size, bottom: top + size };
        if (overlaps(box, rim)) found.push({ key: `${step} ${ratio} ${column} ${row}`, box });
      }
    }
    return found;
  }

  private copy(context: CanvasRenderingContext2D, { key, box }: Tile, scale: number): void {
    const tile = this.kept.get(key);
    // Half a pixel of overlap hides the seam between tiles that are drawn between zoom steps.
    const size = box.right - box.left + 0.5 / scale;
    if (tile) context.drawImage(tile, box.left, box.top, size, size);
  }

  private paint(key: string, box: Box, step: number, ratio: number): void {
    const scale = 2 ** (step / STEPS_PER_OCTAVE);
    const tile = document.createElement("canvas");
    tile.width = tile.height = EDGE;
    const context = tile.getContext("2d")!;
    context.setTransform(scale * ratio, 0, 0, scale * ratio, -box.left * scale * ratio, -box.top * scale * ratio);
    paintLand(context, this.land!, this.colours!, scale, box, this.german);
    this.kept.set(key, tile);
    if (this.kept.size > MOST) this.kept.delete(this.kept.keys().next().value!);
  }

  /** The whole sheet in one small picture: what is seen until the tiles of a new step are painted. */
  private drawOverview(context: CanvasRenderingContext2D): void {
    const rim = this.rim();
    this.overview ??= this.paintOverview();
    context.drawImage(this.overview, rim.left, rim.top, rim.right - rim.left, rim.bottom - rim.top);
  }

  private paintOverview(): HTMLCanvasElement {
    const rim = this.rim();
    const [wide, high] = [rim.right - rim.left, rim.bottom - rim.top];
    const scale = Math.min(OVERVIEW.scale, OVERVIEW.edge / Math.max(wide, high));
    const picture = document.createElement("canvas");
    [picture.width, picture.height] = [Math.ceil(wide * scale), Math.ceil(high * scale)];
    const pen = picture.getContext("2d")!;
    pen.setTransform(scale, 0, 0, scale, -rim.left * scale, -rim.top * scale);
    paintRoughLand(pen, this.land!, this.colours!, scale, rim, this.german);
    return picture;
  }
}
