/** Terrain that fills cells beside woods and villages: water, swamp, light forest, bushes, ploughed fields. */

import type { Board } from "../boards/board";
import { type Box, type Point, boxAround } from "../boards/geometry";
import type { BoardData } from "../model";
import { type Blobs, blobs, hasGround } from "./blobs";
import { luck } from "./chance";
import type { Palette } from "./palette";

interface Crown { at: Point; size: number } // prettier-ignore
interface Plot { outline: readonly Point[]; furrows: readonly (readonly [Point, Point])[] } // prettier-ignore

export interface Cover {
  readonly waters: readonly Point[][];
  readonly swamps: readonly Point[][];
  readonly reeds: readonly Point[];
  readonly groves: readonly Point[][];
  readonly crowns: readonly Crown[];
  readonly bushes: readonly Crown[];
  readonly plots: readonly Plot[];
}

const WATER = ["river", "ford", "water", "lake", "sea"];

export function coverOf(board: Board, data: BoardData): Cover {
  const cells = (terrain: string): string[] => board.labels.filter((label) => data.cells[label]?.terrain === terrain);
  const shapes = (terrains: readonly string[], radius: number, seed: number): Blobs | null =>
    board.labels.some((label) => hasGround(data, label, terrains) !== "") ? blobs(board, data, terrains, radius, seed) : null;
  const groves = shapes(["light_forest"], 0.45, 37);
  const swamps = shapes(["swamp", "marsh"], 0.46, 53);
  return {
    waters: shapes(WATER, 0.46, 61)?.rings ?? [],
    swamps: swamps?.rings ?? [],
    reeds: swamps ? scattered(swamps, 9.5, "reed").map(({ at }) => at) : [],
    groves: groves?.rings ?? [],
    crowns: groves ? scattered(groves, 12, "grove") : [],
    bushes: cells("bush").flatMap((label) => thicket(board, label)),
    plots: cells("field").map((label) => plot(board, label)),
  };
}

export function scattered(shapes: Blobs, gap: number, name: string): Crown[] {
  const found: Crown[] = [];
  const { left, top, right, bottom } = shapes.box;
  for (let y = top, row = 0; y < bottom; y += gap * 0.84, row++) {
    for (let x = left + (row % 2) * gap * 0.5; x < right; x += gap) {
      const draw = luck(name, Math.round(x * 4), Math.round(y * 4));
      const at: Point = [x + (draw() - 0.5) * gap * 0.7, y + (draw() - 0.5) * gap * 0.6];
      if (shapes.holds(at)) found.push({ at, size: 3.2 + draw() * 1.6 });
    }
  }
  return found;
}

/** Low scrub: small crowns in loose clumps. */
function thicket(board: Board, label: string): Crown[] {
  const draw = luck("bush", label);
  const [cx, cy] = board.centre(label);
  return Array.from({ length: 17 }, () => {
    const [angle, off] = [draw() * Math.PI * 2, Math.sqrt(draw()) * board.pitch * 0.42];
    return { at: [cx + Math.cos(angle) * off, cy + Math.sin(angle) * off] as const, size: 1.5 + draw() * 1.3 };
  }).sort((a, b) => a.at[1] - b.at[1]);
}

/** The whole cell under the plough, a little inside its rim. */
function plot(board: Board, label: string): Plot {
  const draw = luck("plough", label);
  const [cx, cy] = board.centre(label);
  const outline = board.outline(label).map(([x, y]): Point => [cx + (x - cx) * 0.93, cy + (y - cy) * 0.93]);
  const turn = draw() * Math.PI;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const reach = board.pitch * 0.46;
  const furrows: (readonly [Point, Point])[] = [];
  for (let v = -reach; v <= reach; v += 3.4) {
    const half = Math.sqrt(Math.max(0, reach * reach - v * v)) * 0.96;
    if (half > 3) furrows.push([[cx - half * c - v * s, cy - half * s + v * c], [cx + half * c - v * s, cy + half * s + v * c]]); // prettier-ignore
  }
  return { outline, furrows };
}

// -- painting ----------------------------------------------------------------------------------------

export interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Palette;
  readonly part: Box;
  readonly isFar: boolean;
  width(pixels: number): number;
}

export function paintCover(cover: Cover, pen: Pen): void {
  plots(cover, pen);
  swamps(cover, pen);
  groves(cover, pen);
  waters(cover, pen);
  if (!pen.isFar) crowns(cover.bushes, pen);
}

export function shape(context: CanvasRenderingContext2D, rings: readonly (readonly Point[])[], part: Box): boolean {
  context.beginPath();
  let found = false;
  for (const ring of rings) {
    const box = boxAround(ring);
    if (box.right < part.left || box.left > part.right || box.bottom < part.top || box.top > part.bottom) continue;
    found = true;
    ring.forEach(([x, y], n) => (n === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
    context.closePath();
  }
  return found;
}

function plots({ plots: all }: Cover, { context, colours, part, isFar, width }: Pen): void {
  for (const { outline, furrows } of all) {
    if (!shape(context, [outline], part)) continue;
    context.fillStyle = colours.dark ? "rgba(150,112,60,.30)" : "rgba(206,164,92,.42)";
    context.fill();
    if (isFar) continue;
    context.strokeStyle = colours.dark ? "rgba(214,178,116,.30)" : "rgba(116,78,34,.42)";
    context.lineWidth = width(0.9);
    context.beginPath();
    for (const [from, to] of furrows) {
      context.moveTo(...from);
      context.lineTo(...to);
    }
    context.stroke();
  }
}

function swamps({ swamps: rings, reeds }: Cover, { context, colours, part, isFar, width }: Pen): void {
  if (!shape(context, rings, part)) return;
  context.fillStyle = colours.dark ? "rgba(62,96,104,.5)" : "rgba(150,190,184,.6)";
  context.fill("evenodd");
  if (isFar) return;
  context.strokeStyle = colours.water.name;
  context.lineWidth = width(0.9);
  context.beginPath();
  for (const [x, y] of reeds) {
    context.moveTo(x - 4.4, y);
    context.lineTo(x + 4.4, y);
    for (const dx of [-2.2, 0, 2.2]) {
      context.moveTo(x + dx, y);
      context.lineTo(x + dx * 1.3, y - 3.2);
    }
  }
  context.stroke();
}

function groves({ groves: rings, crowns: trees }: Cover, pen: Pen): void {
  const { context, colours, part, isFar, width } = pen;
  if (!shape(context, rings, part)) return;
  context.fillStyle = colours.orchard.fill;
  context.globalAlpha = 0.85;
  context.fill("evenodd");
  context.globalAlpha = 1;
  context.strokeStyle = colours.wood.edge;
  context.lineWidth = width(0.9);
  context.setLineDash([width(3), width(3)]);
  context.stroke();
  context.setLineDash([]);
  if (!isFar) crowns(trees, pen);
}

function crowns(trees: readonly Crown[], { context, colours, part }: Pen): void {
  for (const [dx, dy, grow, colour, alpha] of [[0.9, 1, 1, colours.wood.shadow, 0.5], [0, 0, 1, colours.wood.tree, 1], [-0.8, -0.9, 0.45, colours.wood.light, 0.9]] as const) { // prettier-ignore
    context.globalAlpha = alpha;
    context.fillStyle = colour;
    context.beginPath();
    for (const { at, size } of trees) {
      if (at[0] < part.left - 8 || at[0] > part.right + 8 || at[1] < part.top - 8 || at[1] > part.bottom + 8) continue;
      const [x, y] = [at[0] + dx * size * 0.3, at[1] + dy * size * 0.3];
      context.moveTo(x + size * grow, y);
      context.arc(x, y, size * grow, 0, 7);
    }
    context.fill();
  }
  context.globalAlpha = 1;
}

function waters({ waters: rings }: Cover, { context, colours, part, width }: Pen): void {
  if (!shape(context, rings, part)) return;
  context.strokeStyle = colours.water.casing;
  context.lineWidth = width(3);
  context.stroke();
  context.fillStyle = colours.water.fill;
  context.fill("evenodd");
}
