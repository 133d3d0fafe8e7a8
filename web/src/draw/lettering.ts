/** Names of streams, written along them letter by letter. */

import { type Point, along, lengthOf } from "../boards/geometry";
import type { Land, River } from "./land";
import { type Palette, SERIF } from "./palette";

interface Ink {
  readonly context: CanvasRenderingContext2D;
  readonly land: Land;
  readonly colours: Palette;
  readonly scale: number;
}

/** Type grows half as fast as the map when one zooms in: the factor in units of the sheet. */
export function typeGrowth(scale: number): number {
  if (scale <= 1) return Math.min(1.35, 1 / Math.max(scale, 0.74));
  return (1 + (scale - 1) / 2) / scale;
}

export function riverNames({ context, land, colours, scale }: Ink, german: boolean): void {
  for (const river of land.rivers) {
    const name = german ? river.nameDe : river.name;
    if (name && river.wide) lettersAlong(context, river, name, 12.5 * typeGrowth(scale), colours, scale);
  }
}

function lettersAlong(context: CanvasRenderingContext2D, river: River, name: string, size: number, colours: Palette, scale: number): void {
  context.save();
  context.font = `italic 500 ${size}px ${SERIF}`;
  context.textAlign = "center";
  context.textBaseline = "alphabetic";
  const gaps = [...name].map((letter) => context.measureText(letter).width + size * 0.16);
  const need = gaps.reduce((sum, gap) => sum + gap, 0);
  const points = [...along(river.line, 2)];
  const start = straightest(points, Math.ceil(need / 2));
  if (start < 0 || lengthOf(river.line) < need) return context.restore();
  const stretch = points.slice(start, start + Math.ceil(need / 2) + 1);
  const ordered = stretch[0]!.at[0] <= stretch[stretch.length - 1]!.at[0] ? stretch : stretch.toReversed();
  const turned = ordered === stretch ? 0 : Math.PI;
  let run = 0;
  [...name].forEach((letter, n) => {
    const middle = run + gaps[n]! / 2;
    run += gaps[n]!;
    const spot = ordered[Math.min(ordered.length - 1, Math.round(middle / 2))]!;
    const nearby = ordered.slice(Math.max(0, Math.round(middle / 2) - 5), Math.round(middle / 2) + 6);
    const angle = meanAngle(nearby.map((found) => found.angle)) + turned;
    context.save();
    context.translate(...spot.at);
    context.rotate(angle);
    context.strokeStyle = colours.halo;
    context.lineWidth = 2.6 / scale;
    context.strokeText(letter, 0, -size * 0.36);
    context.fillStyle = colours.water.name;
    context.fillText(letter, 0, -size * 0.36);
    context.restore();
  });
  context.restore();
}

function straightest(points: readonly { at: Point; angle: number }[], need: number): number {
  let best = { start: -1, bend: Infinity };
  const [low, high] = [Math.round(points.length * 0.12), Math.round(points.length * 0.9) - need];
  for (let start = low; start < high; start += 4) {
    const part = points.slice(start, start + need);
    const mean = meanAngle(part.map((found) => found.angle));
    let bend = 0;
    for (const { angle } of part) bend += Math.abs(Math.atan2(Math.sin(angle - mean), Math.cos(angle - mean)));
    bend *= 1 + Math.abs(Math.sin(mean)) * 0.4;
    if (bend < best.bend) best = { start, bend };
  }
  return best.start;
}

function meanAngle(angles: readonly number[]): number {
  return Math.atan2(
    angles.reduce((sum, a) => sum + Math.sin(a), 0),
    angles.reduce((sum, a) => sum + Math.cos(a), 0),
  );
}
