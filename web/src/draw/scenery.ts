/** An open table from above: ground in close greens, scenery with its shadow to the south-east, a ruled rim. */

import { type Box, type Point, along, between, boxAround, distance, holds, rounded, toLine } from "../boards/geometry";
import { DECIMETRE, toSheet } from "../boards/plane";
import type { Scenery } from "../model";
import { luck, rough } from "./chance";
import { Field } from "./field";
import type { Land } from "./land";
import { type Palette, SERIF } from "./palette";

/** What is known of a kind of scenery by its name. */
export type Sort = "road" | "water" | "field" | "trees" | "hedge" | "wall" | "house" | "crater" | "hill" | "other";

interface Shape {
  readonly sort: Sort;
  readonly outline: Point[];
  readonly box: Box;
  readonly name: string;
  readonly nameDe: string;
  /** Which way its longest side runs. */
  readonly angle: number;
}

interface Table {
  readonly shapes: Shape[];
  readonly patches: readonly Point[][][];
}

const made = new WeakMap<Land, Table>();
type Pen = CanvasRenderingContext2D;

export function sortOf(kind: string): Sort {
  if (/road|track|path|street/.test(kind)) return "road";
  if (/water|river|pond|stream|lake|sea/.test(kind)) return "water";
  if (/field|crop/.test(kind)) return "field";
  if (/hedge|bocage/.test(kind)) return "hedge";
  if (/wood|forest|orchard|bush|tree/.test(kind)) return "trees";
  if (/wall|fence|barricade/.test(kind)) return "wall";
  if (/house|building|ruin|barn|church/.test(kind)) return "house";
  if (/crater|trench|foxhole|pit/.test(kind)) return "crater";
  return /hill|slope|mound/.test(kind) ? "hill" : "other";
}

/** From the ground up: what lies flat first, roofs last. */
const LAYERS: readonly Sort[] = ["hill", "field", "water", "road", "crater", "other", "wall", "hedge", "house", "trees"];

export function paintTable(pen: Pen, land: Land, colours: Palette, scale: number, german: boolean): void {
  const { shapes, patches } = tableOf(land);
  const { left, top, right, bottom } = land.sheet;
  pen.fillStyle = colours.dark ? "#2b3a31" : "#dfe0b9";
  pen.fillRect(left, top, right - left, bottom - top);
  patches.forEach((rings, n) => {
    pen.fillStyle = (colours.dark ? ["#27362f", "#223029"] : ["#d4dcaa", "#c8d49b"])[n]!;
    pen.beginPath();
    for (const ring of rings) area(pen, ring);
    pen.fill("evenodd");
  });
  for (const sort of LAYERS) for (const shape of shapes) if (shape.sort === sort) PAINT[sort](pen, shape, colours, scale);
  for (const shape of shapes) title(pen, shape, colours, scale, german);
  ticks(pen, land, colours, scale);
}

function tableOf(land: Land): Table {
  let found = made.get(land);
  if (!found) {
    const ground = new Field(land.sheet, 8).fill((x, y) => rough(x / 230, y / 230, 91, 3));
    const patches = [0.08, 0.34].map((level) => ground.rings(level).map((ring) => closed(ring)));
    made.set(land, (found = { shapes: (land.data.scenery ?? []).map(shapeOf), patches }));
  }
  return found;
}

/** Ways and water bend; walls and roofs have corners. */
function bent(sort: Sort, corners: readonly Point[]): Point[] {
  if (sort === "water" || sort === "crater" || sort === "hill" || sort === "trees") return closed(corners);
  if (sort === "road") return softened(corners);
  return sort === "hedge" ? strip(corners) : [...corners];
}

function shapeOf(scenery: Scenery): Shape {
  const sort = sortOf(scenery.kind);
  const corners = scenery.outline.map(([x, y]): Point => [toSheet(x), toSheet(y)]);
  const outline = bent(sort, corners);
  return { sort, outline, box: boxAround(outline), name: scenery.name ?? "", nameDe: scenery.name_de || scenery.name || "", angle: longestSide(corners) };
}

/** All corners rounded: the line begins and ends in the middle of a side, where it runs straight. */
export function closed(ring: readonly Point[]): Point[] {
  if (ring.length < 3) return [...ring];
  const start = between(ring[ring.length - 1]!, ring[0]!);
  return rounded([start, ...ring, start], 2);
}

/** A strip such as a road or a hedge, begun at one of its narrow ends: its two long sides have equal length. */
export function strip(corners: readonly Point[]): Point[] {
  const half = corners.length / 2;
  if (corners.length < 4 || !Number.isInteger(half)) return [...corners];
  const side = (n: number): number => distance(corners[n % corners.length]!, corners[(n + 1) % corners.length]!);
  let best = 0;
  for (let n = 1; n < half; n++) if (side(n) + side(n + half) < side(best) + side(best + half)) best = n;
  return [...corners.slice(best + 1), ...corners.slice(0, best + 1)];
}

/** The long sides of a road become curves; its ends stay square. */
export function softened(corners: readonly Point[]): Point[] {
  const turned = strip(corners);
  const half = turned.length / 2;
  if (!Number.isInteger(half)) return closed(corners);
  return [...rounded(turned.slice(0, half), 3), ...rounded(turned.slice(half), 3)];
}

/** The direction of the longest side, as an angle. */
export function longestSide(corners: readonly Point[]): number {
  let best = { length: 0, angle: 0 };
  corners.forEach((a, n) => {
    const b = corners[(n + 1) % corners.length]!;
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (length > best.length + 1e-6) best = { length, angle: Math.atan2(b[1] - a[1], b[0] - a[0]) };
  });
  return best.angle;
}

const PAINT: Record<Sort, (pen: Pen, shape: Shape, colours: Palette, scale: number) => void> = {
  road: paintRoad, water: paintWater, field: paintField, trees: paintTrees, hedge: paintHedge, wall: paintWall,
  house: paintHouse, crater: paintCrater, hill: paintHill, other: paintOther,
}; // prettier-ignore

function paintRoad(pen: Pen, shape: Shape, colours: Palette): void {
  fill(pen, shape.outline, colours.dark ? "#8a7c5c" : "#e8dab9", colours.dark ? "#4d4535" : "#bca983", 2.2);
  // The ruts follow both sides.
  pen.save();
  pen.beginPath();
  area(pen, shape.outline);
  pen.clip();
  pen.strokeStyle = colours.dark ? "#7a6d50" : "#d9c79e";
  pen.lineWidth = 3;
  const half = Math.floor(shape.outline.length / 2);
  for (const part of [0.32, 0.68]) {
    pen.beginPath();
    for (let n = 0; n < half; n++) {
      const [a, b] = [shape.outline[n]!, shape.outline[shape.outline.length - 1 - n]!];
      const at: Point = [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
      if (n === 0) pen.moveTo(...at);
      else pen.lineTo(...at);
    }
    pen.stroke();
  }
  pen.restore();
}

function paintWater(pen: Pen, shape: Shape, colours: Palette): void {
  fill(pen, shape.outline, colours.water.fill, colours.water.casing, 4);
  pen.save();
  pen.beginPath();
  area(pen, shape.outline);
  pen.clip();
  pen.strokeStyle = "rgba(255,255,255,.28)";
  pen.lineWidth = 7;
  pen.stroke();
  pen.restore();
}

function paintField(pen: Pen, shape: Shape, colours: Palette): void {
  fill(pen, shape.outline, colours.dark ? "#4d4a30" : "#ead9a0", colours.dark ? "#3a3826" : "#c9b070", 1);
  pen.save();
  pen.beginPath();
  area(pen, shape.outline);
  pen.clip();
  pen.strokeStyle = colours.dark ? "#5d5939" : "#d3b568";
  pen.lineWidth = 1.1;
  const { left, top, right, bottom } = shape.box;
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const reach = Math.hypot(right - left, bottom - top) / 2;
  const [c, s] = [Math.cos(shape.angle), Math.sin(shape.angle)];
  pen.beginPath();
  for (let v = -reach; v < reach; v += 5) {
    pen.moveTo(mx - c * reach - s * v, my - s * reach + c * v);
    pen.lineTo(mx + c * reach - s * v, my + s * reach + c * v);
  }
  pen.stroke();
  pen.restore();
}

function paintTrees(pen: Pen, shape: Shape, colours: Palette): void {
  fill(pen, shape.outline, colours.dark ? "#31482f" : "#b4c58e", colours.wood.edge, 1);
  const { left, top, right, bottom } = shape.box;
  const draw = luck("trees", Math.round(left), Math.round(top));
  for (let y = top; y <= bottom; y += 11) {
    for (let x = left; x <= right; x += 11) {
      const at: Point = [x + (draw() - 0.5) * 8, y + (draw() - 0.5) * 8];
      const size = 4.6 + draw() * 3.4;
      if (draw() < 0.84 && holds(shape.outline, at) && toLine(at, [...shape.outline, shape.outline[0]!]).distance > 3) crown(pen, at, size, colours);
    }
  }
}

/** Bushes in a row, along the middle of the strip. */
function paintHedge(pen: Pen, shape: Shape, colours: Palette): void {
  const half = Math.floor(shape.outline.length / 2);
  const middle = Array.from({ length: half }, (_, n): Point => {
    const [a, b] = [shape.outline[n]!, shape.outline[shape.outline.length - 1 - n]!];
    return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  });
  const draw = luck("hedge", Math.round(shape.box.left), Math.round(shape.box.top));
  for (const [dx, dy, colour, size] of [[3, 4, "rgba(30,34,14,.4)", 6.4], [0, 0, colours.wood.shadow, 5.6]] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    for (const { at } of along(middle, 4)) {
      pen.moveTo(at[0] + dx + size, at[1] + dy);
      pen.arc(at[0] + dx, at[1] + dy, size, 0, 7);
    }
    pen.fill();
  }
  for (const { at } of along(middle, 6.4)) crown(pen, [at[0] + (draw() - 0.5) * 4, at[1] + (draw() - 0.5) * 4], 3.8 + draw() * 2.4, colours);
}

/** A crown from above: shadow to the south-east, light from the north-west. */
function crown(pen: Pen, [x, y]: Point, size: number, colours: Palette): void {
  for (const [off, part, colour, alpha] of [[1.6, 1, colours.wood.shadow, 0.5], [0, 1, colours.wood.tree, 1], [-1.3, 0.5, colours.wood.light, 0.95]] as const) {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x + off, y + off * 1.2, size * part, 0, 7);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function paintWall(pen: Pen, shape: Shape, colours: Palette): void {
  shadow(pen, shape.outline, 3);
  fill(pen, shape.outline, colours.dark ? "#8b867a" : "#b9b2a1", colours.dark ? "#3a372f" : "#6d675a", 1);
}

/** Two planes of a roof and its ridge: the one that looks north-west lies in the light. */
function paintHouse(pen: Pen, shape: Shape, colours: Palette): void {
  shadow(pen, shape.outline, 6);
  fill(pen, shape.outline, colours.dark ? "#b06a54" : "#8e3d2c", colours.dark ? "#2a1712" : "#3f1a12", 1.2);
  if (shape.outline.length !== 4) return;
  const [p, q, r, t] = shape.outline as [Point, Point, Point, Point];
  const isLong = Math.hypot(q[0] - p[0], q[1] - p[1]) >= Math.hypot(r[0] - q[0], r[1] - q[1]);
  const [a, b, c, d] = isLong ? [p, q, r, t] : [q, r, t, p];
  const inset = 0.14;
  const end = (u: Point, v: Point, w: Point, z: Point): Point => {
    const [gx, gy] = [(u[0] + v[0]) / 2, (u[1] + v[1]) / 2];
    const [fx, fy] = [(w[0] + z[0]) / 2, (w[1] + z[1]) / 2];
    return [gx + (fx - gx) * inset, gy + (fy - gy) * inset];
  };
  const [near, far] = [end(a, d, b, c), end(b, c, a, d)];
  const isUpper = a[1] + b[1] < c[1] + d[1];
  pen.fillStyle = colours.dark ? "#cf8a70" : "#ad5540";
  pen.beginPath();
  area(pen, isUpper ? [a, b, far, near] : [d, c, far, near]);
  pen.fill();
  pen.strokeStyle = "rgba(40,14,8,.55)";
  pen.lineWidth = 1;
  pen.beginPath();
  for (const [from, to] of [[near, far], [a, near], [d, near], [b, far], [c, far]] as const) {
    pen.moveTo(...from);
    pen.lineTo(...to);
  }
  pen.stroke();
}

function paintCrater(pen: Pen, shape: Shape, colours: Palette): void {
  fill(pen, shape.outline, colours.dark ? "#5b4d38" : "#c9b183", colours.dark ? "#2c261b" : "#8e764b", 1.4);
  const { left, top, right, bottom } = shape.box;
  const [mx, my] = [(left + right) / 2, (top + bottom) / 2];
  const inner = shape.outline.map(([x, y]): Point => [mx + (x - mx) * 0.52, my + (y - my) * 0.52]);
  fill(pen, inner, colours.dark ? "#3d3425" : "#97805a", "rgba(0,0,0,.25)", 1);
}

function paintHill(pen: Pen, shape: Shape, colours: Palette): void {
  shadow(pen, shape.outline, 4);
  fill(pen, shape.outline, colours.dark ? "#43402e" : "#e9dcab", colours.levelContour, 1.4);
}

function paintOther(pen: Pen, shape: Shape, colours: Palette): void {
  shadow(pen, shape.outline, 4);
  fill(pen, shape.outline, colours.village, colours.road.casing, 1);
}

function fill(pen: Pen, outline: readonly Point[], colour: string, edge: string, wide: number): void {
  pen.beginPath();
  area(pen, outline);
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = edge;
  pen.lineWidth = wide;
  pen.stroke();
}

function shadow(pen: Pen, outline: readonly Point[], by: number): void {
  pen.fillStyle = "rgba(30,22,10,.34)";
  pen.beginPath();
  area(pen, outline.map(([x, y]) => [x + by * 0.8, y + by] as const));
  pen.fill();
}

function title(pen: Pen, shape: Shape, colours: Palette, scale: number, german: boolean): void {
  const name = german ? shape.nameDe : shape.name;
  if (!name || scale < 0.5) return;
  pen.font = `600 11px ${SERIF}`;
  pen.textAlign = "center";
  pen.textBaseline = "top";
  pen.lineJoin = "round";
  const [x, y] = [(shape.box.left + shape.box.right) / 2, shape.box.bottom + 4];
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 3;
  pen.strokeText(name, x, y);
  pen.fillStyle = colours.name;
  pen.fillText(name, x, y);
}

/** A tick every 10 cm along the rim. */
function ticks(pen: Pen, land: Land, colours: Palette, scale: number): void {
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

function area(pen: Pen | Path2D, outline: readonly Point[]): void {
  outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}
