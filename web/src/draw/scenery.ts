/** An open table from above: ground in close greens, scenery with its shadow to the south-east, a ruled rim. */

import { type Box, type Point, boxAround } from "../boards/geometry";
import { DECIMETRE, toSheet } from "../boards/plane";
import type { Scenery } from "../model";
import { luck, rough } from "./chance";
import { Field } from "./field";
import type { Land } from "./land";
import type { Palette } from "./palette";

interface Shape { kind: string; outline: Point[]; box: Box } // prettier-ignore

const made = new WeakMap<Land, { shapes: Shape[]; patches: Point[][] }>();

export function paintTable(pen: CanvasRenderingContext2D, land: Land, colours: Palette, scale: number): void {
  const { shapes, patches } = sceneryOf(land);
  const { left, top, right, bottom } = land.sheet;
  pen.fillStyle = colours.dark ? "#2b3a31" : "#dfe2bd";
  pen.fillRect(left, top, right - left, bottom - top);
  pen.fillStyle = colours.dark ? "#27362f" : "#d3dcae";
  pen.beginPath();
  for (const patch of patches) area(pen, patch);
  pen.fill("evenodd");
  for (const flat of [true, false]) {
    for (const shape of shapes) if (isFlat(shape.kind) === flat) paintShape(pen, shape, colours, scale);
  }
  ticks(pen, land, colours, scale);
}

function sceneryOf(land: Land): { shapes: Shape[]; patches: Point[][] } {
  let found = made.get(land);
  if (!found) {
    const patches = new Field(land.sheet, 8).fill((x, y) => rough(x / 210, y / 210, 91, 3)).rings(0.08);
    made.set(land, (found = { shapes: (land.data.scenery ?? []).map(shapeOf), patches }));
  }
  return found;
}

function shapeOf(scenery: Scenery): Shape {
  const outline = scenery.outline.map(([x, y]): Point => [toSheet(x), toSheet(y)]);
  return { kind: scenery.kind, outline, box: boxAround(outline) };
}

function isFlat(kind: string): boolean {
  return /road|track|field|crop|water|river|pond/.test(kind);
}

function paintShape(pen: CanvasRenderingContext2D, shape: Shape, colours: Palette, scale: number): void {
  if (/wood|forest|orchard|hedge|bush/.test(shape.kind)) return paintTrees(pen, shape, colours);
  const fill = /road|track/.test(shape.kind)
    ? colours.dark ? "#a3946f" : "#e6d8b8"
    : /water|river|pond/.test(shape.kind)
      ? colours.water.fill
      : /field|crop/.test(shape.kind)
        ? colours.dark ? "#4d4a30" : "#e8d79a"
        : /wall|house|building|ruin/.test(shape.kind)
          ? colours.house
          : colours.village; // prettier-ignore
  if (!isFlat(shape.kind)) {
    pen.fillStyle = "rgba(30,22,10,.32)";
    pen.beginPath();
    area(pen, shape.outline.map(([x, y]) => [x + 4, y + 5] as const));
    pen.fill();
  }
  pen.beginPath();
  area(pen, shape.outline);
  pen.fillStyle = fill;
  pen.fill();
  pen.strokeStyle = colours.road.casing;
  pen.globalAlpha = 0.6;
  pen.lineWidth = 1 / scale;
  pen.stroke();
  pen.globalAlpha = 1;
}

function paintTrees(pen: CanvasRenderingContext2D, shape: Shape, colours: Palette): void {
  const { left, top, right, bottom } = shape.box;
  pen.save();
  pen.beginPath();
  area(pen, shape.outline);
  pen.fillStyle = colours.wood.fill;
  pen.fill();
  const path = new Path2D();
  area(path, shape.outline);
  const draw = luck(shape.kind, Math.round(left), Math.round(top));
  for (let y = top; y <= bottom; y += 9) {
    for (let x = left; x <= right; x += 9) {
      const at: Point = [x + (draw() - 0.5) * 6, y + (draw() - 0.5) * 6];
      const size = 5 + draw() * 3;
      if (!pen.isPointInPath(path, ...toDevice(pen, at))) continue;
      for (const [dx, dy, part, colour] of [[2, 2.6, 1, colours.wood.shadow], [0, 0, 1, colours.wood.tree], [-1.4, -1.6, 0.45, colours.wood.light]] as const) {
        pen.fillStyle = colour;
        pen.beginPath();
        pen.arc(at[0] + dx, at[1] + dy, size * part, 0, 7);
        pen.fill();
      }
    }
  }
  pen.restore();
}

function toDevice(pen: CanvasRenderingContext2D, [x, y]: Point): Point {
  const { a, b, c, d, e, f } = pen.getTransform();
  return [a * x + c * y + e, b * x + d * y + f];
}

/** A tick every 10 cm along the rim. */
function ticks(pen: CanvasRenderingContext2D, land: Land, colours: Palette, scale: number): void {
  const { left, top, right, bottom } = land.board.bounds;
  pen.strokeStyle = colours.frame;
  pen.lineWidth = 1.4 / scale;
  pen.beginPath();
  for (let x = left; x <= right + 0.5; x += DECIMETRE) for (const [y, d] of [[top, -7], [bottom, 7]] as const) { // prettier-ignore
    pen.moveTo(x, y);
    pen.lineTo(x, y + d);
  }
  for (let y = top; y <= bottom + 0.5; y += DECIMETRE) for (const [x, d] of [[left, -7], [right, 7]] as const) { // prettier-ignore
    pen.moveTo(x, y);
    pen.lineTo(x + d, y);
  }
  pen.stroke();
  pen.strokeRect(left, top, right - left, bottom - top);
}

function area(pen: CanvasRenderingContext2D | Path2D, outline: readonly Point[]): void {
  outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}
