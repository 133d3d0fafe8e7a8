/** Pictures of the ground with one pixel for every sample of the relief, made once per land and theme. */

import type { Box } from "../boards/geometry";
import type { Land } from "./land";
import { type Palette, thresholds } from "./palette";

type Bitmaps = WeakMap<Land, Map<boolean, HTMLCanvasElement>>;
type Colour = readonly number[];

const shades: Bitmaps = new WeakMap();
const grounds: Bitmaps = new WeakMap();

/** Hill shade alone, to be laid over tints with sharp edges. */
export function drawHillShade(context: CanvasRenderingContext2D, land: Land, colours: Palette): void {
  draw(context, land, bitmapOf(shades, land, colours, (pixels) => paintShade(pixels, land, colours)));
}

/** Tints and hill shade together: without sharp edges, but there at once. */
export function drawRoughGround(context: CanvasRenderingContext2D, land: Land, colours: Palette): void {
  draw(context, land, bitmapOf(grounds, land, colours, (pixels) => paintGround(pixels, land, colours)));
}

function draw(context: CanvasRenderingContext2D, land: Land, bitmap: HTMLCanvasElement): void {
  const { left, top, right, bottom } = coveredBy(land);
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, left, top, right - left, bottom - top);
}

/** A sample is the middle of its pixel. */
function coveredBy({ relief: { field } }: Land): Box {
  const [left, top] = [field.box.left - field.step / 2, field.box.top - field.step / 2];
  return { left, top, right: left + field.columns * field.step, bottom: top + field.rows * field.step };
}

function bitmapOf(kept: Bitmaps, land: Land, colours: Palette, paint: (pixels: Uint8ClampedArray) => void): HTMLCanvasElement {
  let themes = kept.get(land);
  if (!themes) kept.set(land, (themes = new Map()));
  let bitmap = themes.get(colours.dark);
  if (!bitmap) {
    const { columns, rows } = land.relief.field;
    bitmap = document.createElement("canvas");
    [bitmap.width, bitmap.height] = [columns, rows];
    const pen = bitmap.getContext("2d")!;
    const image = pen.createImageData(columns, rows);
    paint(image.data);
    pen.putImageData(image, 0, 0);
    themes.set(colours.dark, bitmap);
  }
  return bitmap;
}

function paintShade(pixels: Uint8ClampedArray, land: Land, colours: Palette): void {
  const { shade } = land;
  for (let n = 0; n < shade.length; n++) {
    const lit = shade[n]!;
    const colour = lit < 0 ? colours.shade.dark : colours.shade.light;
    for (let c = 0; c < 3; c++) pixels[n * 4 + c] = colour[c]!;
    pixels[n * 4 + 3] = 255 * strength(lit, colours);
  }
}

function paintGround(pixels: Uint8ClampedArray, land: Land, colours: Palette): void {
  const { values } = land.relief.field;
  const { shade } = land;
  const steps = thresholds(colours, land.relief.highest).map(({ at, colour }) => ({ at, tint: rgb(colour) }));
  for (let n = 0; n < shade.length; n++) {
    let step = 0;
    while (step + 1 < steps.length && values[n]! >= steps[step + 1]!.at) step++;
    const { tint } = steps[step]!;
    const lit = shade[n]!;
    const over = lit < 0 ? colours.shade.dark : colours.shade.light;
    const part = strength(lit, colours);
    for (let c = 0; c < 3; c++) pixels[n * 4 + c] = tint[c]! + (over[c]! - tint[c]!) * part;
    pixels[n * 4 + 3] = 255;
  }
}

/** How much of the shadow's or the light's colour lies on the land. */
function strength(lit: number, colours: Palette): number {
  return Math.min(1, Math.abs(lit) * 1.25) * (lit < 0 ? 0.34 : 0.4) * colours.shade.part;
}

function rgb(colour: string): Colour {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}
