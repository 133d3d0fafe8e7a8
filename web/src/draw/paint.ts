/** Paints the land in the order of a printed map: ground, cover, water, ways, houses, grid, numbers. */

import { type Box, type Point, boxAround, overlaps } from "../boards/geometry";
import { SIDE } from "../boards/hex";
import { drawHillShade, drawRoughGround } from "./bitmaps";
import { paintCover } from "./cover";
import { paintBuilt, paintFords, paintRocks } from "./ground";
import type { Land, Tree } from "./land";
import { riverNames, typeGrowth } from "./lettering";
import { NARROW, type Palette, SANS, thresholds } from "./palette";
import { paintTable } from "./scenery";

export type Detail = "far" | "middle" | "near" | "close";

/** What is shown depends on the length of a hex side on the screen. */
export function detailOf(scale: number): Detail {
  const side = SIDE * scale;
  if (side < 16) return "far";
  if (side < 28) return "middle";
  return side <= 55 ? "near" : "close";
}

interface Pen {
  readonly context: CanvasRenderingContext2D;
  readonly land: Land;
  readonly colours: Palette;
  readonly scale: number;
  readonly detail: Detail;
  readonly part: Box;
  /** A width on the screen, in units of the sheet. */
  width(pixels: number): number;
}

/** The context is scaled to units of the sheet; `part` is what of it is wanted. */
export function paintLand(context: CanvasRenderingContext2D, land: Land, colours: Palette, scale: number, part: Box, german: boolean): void {
  paint(context, land, colours, scale, part, german, ground);
}

/** The same without contours, in a fraction of the time: for a picture that is soon painted over. */
export function paintRoughLand(context: CanvasRenderingContext2D, land: Land, colours: Palette, scale: number, part: Box, german: boolean): void {
  paint(context, land, colours, scale, part, german, () => drawRoughGround(context, land, colours));
}

function paint(
  context: CanvasRenderingContext2D, land: Land, colours: Palette, scale: number, part: Box, german: boolean,
  paintGround: (pen: Pen) => void,
): void { // prettier-ignore
  const detail = detailOf(scale);
  const factor = detail === "close" ? 1.25 : 1;
  const pen: Pen = { context, land, colours, scale, detail, part, width: (px) => (px * factor) / scale };
  context.save();
  context.lineCap = "round";
  context.lineJoin = "round";
  const { left, top, right, bottom } = land.sheet;
  context.save();
  context.beginPath();
  context.rect(left, top, right - left, bottom - top);
  context.clip();
  if (land.board.kind === "plane") paintTable(context, land, colours, scale, german);
  else {
    paintGround(pen);
    const spread = { ...pen, isFar: detail === "far" };
    paintRocks(land.ground, spread);
    paintCover(land.cover, spread);
    villages(pen);
    orchards(pen);
    woods(pen);
    water(pen);
    paintFords(land.ground, spread);
    ways(pen);
    paintBuilt(land.ground, spread);
    houses(pen);
    grid(pen);
    if (detail !== "far") riverNames(pen, german);
  }
  context.restore();
  frame(pen);
  context.restore();
}

interface Chunk { path: Path2D; box: Box } // prettier-ignore

const chunks = new WeakMap<object, Chunk[]>();
const CHUNK = 220;

/** The lines that touch a part of the sheet as one path. Their pieces are built once, for all tiles. */
function pathOf(lines: readonly (readonly Point[])[], part: Box, close = false): Path2D {
  let kept = chunks.get(lines);
  if (!kept) chunks.set(lines, (kept = chunked(lines, close)));
  const path = new Path2D();
  for (const chunk of kept) if (overlaps(chunk.box, part)) path.addPath(chunk.path);
  return path;
}

/** Short lines that begin near each other go together, so that there are few pieces to look at. */
function chunked(lines: readonly (readonly Point[])[], close: boolean): Chunk[] {
  const found = new Map<string, { path: Path2D; lines: (readonly Point[])[] }>();
  lines.forEach((line, n) => {
    const [x, y] = line[0] ?? [0, 0];
    const key = line.length > 8 ? `${n}` : `${Math.floor(x / CHUNK)} ${Math.floor(y / CHUNK)}`;
    let chunk = found.get(key);
    if (!chunk) found.set(key, (chunk = { path: new Path2D(), lines: [] }));
    trace(chunk.path, line, close);
    chunk.lines.push(line);
  });
  return [...found.values()].map((chunk) => ({ path: chunk.path, box: boxAround(chunk.lines.flat(), 4) }));
}

function trace(path: Path2D | CanvasRenderingContext2D, line: readonly Point[], close = false): void {
  line.forEach(([x, y], n) => (n === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  if (close) path.closePath();
}

// -- 1 ground ----------------------------------------------------------------------------------------

function ground({ context, land, colours, detail, part, width }: Pen): void {
  const { left, top, right, bottom } = land.sheet;
  const shades = thresholds(colours, land.relief.highest);
  context.fillStyle = shades[0]?.colour ?? colours.panel;
  context.fillRect(left, top, right - left, bottom - top);
  for (const { at, colour, isLevel } of shades.slice(1)) {
    context.fillStyle = colour;
    // On squares the levels are plates that lie on each other.
    const drop = land.board.kind === "square" && isLevel ? context.getTransform().a : 0;
    [context.shadowColor, context.shadowOffsetX, context.shadowOffsetY] = [drop > 0 ? "rgba(40,26,10,.4)" : "transparent", 3 * drop, 4 * drop];
    context.fill(pathOf(land.relief.rings(at), part, true), "evenodd");
  }
  context.shadowColor = "transparent";
  if (detail !== "far") {
    context.strokeStyle = colours.furrow;
    context.lineWidth = width(0.6);
    context.stroke(pathOf(land.furrows, part));
  }
  // Plates that lie on each other throw their own shadow.
  context.globalAlpha = land.board.kind === "square" ? 0.4 : 1;
  drawHillShade(context, land, colours);
  context.globalAlpha = 1;
  for (const { at, isLevel } of shades.slice(1)) {
    context.strokeStyle = isLevel ? colours.levelContour : colours.contour;
    context.globalAlpha = isLevel ? 0.85 : 0.55;
    context.lineWidth = width(isLevel ? 1.5 : 0.55);
    if (isLevel || detail !== "far") context.stroke(pathOf(land.relief.rings(at), part, true));
  }
  context.globalAlpha = 0.75;
  if (detail !== "far") {
    context.strokeStyle = colours.levelContour;
    context.lineWidth = width(0.8);
    context.stroke(pathOf(land.hachures, part));
  }
  context.globalAlpha = 1;
}

// -- 2 cover, water, ways, houses --------------------------------------------------------------------

function villages({ context, land, colours, part }: Pen): void {
  context.fillStyle = colours.village;
  context.globalAlpha = 0.7;
  context.fill(pathOf(land.villages, part, true), "evenodd");
  context.globalAlpha = 1;
}

function orchards({ context, land, colours, detail, part, width }: Pen): void {
  for (const { outline, trees } of land.orchards) {
    if (!isIn(outline[0]!, part, 30)) continue;
    context.beginPath();
    trace(context, outline, true);
    context.fillStyle = colours.orchard.fill;
    context.globalAlpha = 0.82;
    context.fill();
    context.strokeStyle = colours.orchard.tree;
    context.lineWidth = width(0.5);
    context.globalAlpha = 0.6;
    context.stroke();
    context.globalAlpha = 1;
    if (detail === "far") continue;
    context.fillStyle = colours.orchard.tree;
    context.beginPath();
    for (const [x, y] of trees) {
      context.moveTo(x + 1.35, y);
      context.arc(x, y, 1.35, 0, 7);
    }
    context.fill();
  }
}

function woods({ context, land, colours, detail, part, scale, width }: Pen): void {
  const { wood } = colours;
  const path = pathOf(land.woods, part, true);
  context.fillStyle = wood.fill;
  context.fill(path, "evenodd");
  context.strokeStyle = wood.edge;
  context.lineWidth = width(1.2);
  context.stroke(path);
  if (detail === "far") {
    context.fillStyle = wood.tree;
    context.globalAlpha = 0.55;
    context.fill(path, "evenodd");
    context.globalAlpha = 1;
    return;
  }
  const sprite = treeSprite(colours, scale);
  for (const { at, size } of treesIn(land, part)) {
    const reach = size * 1.5;
    context.drawImage(sprite, at[0] - reach, at[1] - reach, reach * 2, reach * 2);
  }
}

const groves = new WeakMap<Land, Map<string, Tree[]>>();

/** The trees that touch a part of the sheet, from north to south: there are many thousands on a large map. */
function treesIn(land: Land, part: Box): Tree[] {
  let kept = groves.get(land);
  if (!kept) {
    groves.set(land, (kept = new Map()));
    for (const tree of land.trees) {
      const key = `${Math.floor(tree.at[0] / CHUNK)} ${Math.floor(tree.at[1] / CHUNK)}`;
      const grove = kept.get(key);
      if (grove) grove.push(tree);
      else kept.set(key, [tree]);
    }
  }
  const found: Tree[] = [];
  for (let row = Math.floor((part.top - 8) / CHUNK); row * CHUNK < part.bottom + 8; row++) {
    for (let column = Math.floor((part.left - 8) / CHUNK); column * CHUNK < part.right + 8; column++) {
      for (const tree of kept.get(`${column} ${row}`) ?? []) if (isIn(tree.at, part, 8)) found.push(tree);
    }
  }
  return found.sort((a, b) => a.at[1] - b.at[1]);
}

const sprites = new Map<string, HTMLCanvasElement>();

/** A tree from above: shadow to the south-east, crown, light from the north-west. */
function treeSprite(colours: Palette, scale: number): HTMLCanvasElement {
  const size = Math.max(12, Math.ceil(scale * 12) * 2);
  const key = `${colours.dark} ${size}`;
  let sprite = sprites.get(key);
  if (sprite) return sprite;
  sprite = document.createElement("canvas");
  sprite.width = sprite.height = size;
  const pen = sprite.getContext("2d")!;
  const disc = (x: number, y: number, r: number, colour: string, alpha: number): void => {
    pen.globalAlpha = alpha;
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x * size, y * size, r * size, 0, 7);
    pen.fill();
  };
  disc(0.6, 0.62, 0.33, colours.wood.shadow, 0.55);
  disc(0.5, 0.5, 0.33, colours.wood.tree, 1);
  disc(0.42, 0.41, 0.15, colours.wood.light, 0.95);
  sprites.set(key, sprite);
  return sprite;
}

function water({ context, land, colours, detail, part, width }: Pen): void {
  for (const river of land.rivers) {
    if (!overlaps(river.box, part)) continue;
    const wide = detail === "far" ? 1.6 : river.wide ? 3.4 : 1.9;
    context.beginPath();
    trace(context, river.line);
    context.strokeStyle = colours.water.casing;
    context.lineWidth = width(wide + 2.2);
    context.globalAlpha = 0.75;
    context.stroke();
    context.globalAlpha = 1;
    context.strokeStyle = colours.water.fill;
    context.lineWidth = width(wide);
    context.stroke();
  }
}

const ROAD_WIDTHS = { far: [1.5, 1.2], middle: [2, 1.5], near: [3.6, 2], close: [3.6, 2] } as const;
const CASINGS = { far: 1, middle: 1.1, near: 1.8, close: 1.8 } as const;

function ways({ context, land, colours, detail, part, width }: Pen): void {
  const seen = land.roads.filter((road) => overlaps(road.box, part));
  const roads = seen.filter((road) => !/rail/.test(road.kind)).sort((a, b) => rank(a.kind) - rank(b.kind));
  const [main, minor] = ROAD_WIDTHS[detail];
  for (const casing of [true, false]) {
    for (const road of roads) {
      const wide = rank(road.kind) === 1 ? main : minor;
      context.strokeStyle = casing ? colours.road.casing : rank(road.kind) === 1 ? colours.road.main : colours.road.minor;
      context.lineWidth = width(casing ? wide + CASINGS[detail] : wide);
      context.beginPath();
      trace(context, road.line);
      context.stroke();
    }
  }
  if (detail === "near" || detail === "close") {
    context.fillStyle = colours.wood.tree;
    context.beginPath();
    for (const [x, y] of land.avenue) {
      if (!isIn([x, y], part, 6)) continue;
      context.moveTo(x + 1.25, y);
      context.arc(x, y, 1.25, 0, 7);
    }
    context.fill();
  }
  for (const road of seen) if (/rail/.test(road.kind)) railway(road.line, { context, colours, detail, width });
  if (detail === "near" || detail === "close") bridges({ context, land, colours, width });
}

function rank(kind: string): number {
  return /main|highway/.test(kind) ? 1 : 0;
}

function railway(line: readonly Point[], { context, colours, detail, width }: Pick<Pen, "context" | "colours" | "detail" | "width">): void {
  context.save();
  context.lineCap = "butt";
  context.beginPath();
  trace(context, line);
  context.strokeStyle = colours.railway;
  context.lineWidth = width(detail === "near" || detail === "close" ? 2.6 : 1.4);
  context.stroke();
  if (detail === "near" || detail === "close") {
    context.strokeStyle = colours.dark ? "#2c2a26" : "#f4efe2";
    context.lineWidth = width(1.3);
    context.setLineDash([width(6), width(6)]);
    context.stroke();
  }
  context.restore();
}

function bridges({ context, land, colours, width }: Pick<Pen, "context" | "land" | "colours" | "width">): void {
  context.strokeStyle = colours.road.casing;
  if (colours.dark) context.strokeStyle = colours.railway;
  context.lineWidth = width(1.5);
  context.beginPath();
  for (const { at, angle } of land.bridges) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    for (const side of [1, -1]) {
      const [x, y] = [at[0] - s * 3.9 * side, at[1] + c * 3.9 * side];
      context.moveTo(x - c * 4.4 - s * 1.6 * side, y - s * 4.4 + c * 1.6 * side);
      context.lineTo(x - c * 3, y - s * 3);
      context.lineTo(x + c * 3, y + s * 3);
      context.lineTo(x + c * 4.4 - s * 1.6 * side, y + s * 4.4 + c * 1.6 * side);
    }
  }
  context.stroke();
}

function houses({ context, land, colours, detail, part }: Pen): void {
  if (detail === "far") {
    context.fillStyle = colours.house;
    context.globalAlpha = 0.5;
    context.fill(pathOf(land.villages, part, true), "evenodd");
    context.globalAlpha = 1;
    return;
  }
  for (const house of land.houses) {
    if (!isIn(house.at, part, 12)) continue;
    context.save();
    context.translate(house.at[0] + 0.9, house.at[1] + 1);
    context.rotate(house.angle);
    context.fillStyle = colours.dark ? "rgba(0,0,0,.5)" : "rgba(40,24,12,.4)";
    context.fillRect(-house.long / 2, -house.wide / 2, house.long, house.wide);
    context.restore();
    context.save();
    context.translate(...house.at);
    context.rotate(house.angle);
    context.fillStyle = colours.house;
    context.fillRect(-house.long / 2, -house.wide / 2, house.long, house.wide);
    if (detail !== "middle") {
      context.fillStyle = "rgba(255,240,220,.22)";
      context.fillRect(-house.long / 2, -house.wide / 2, house.long, house.wide * 0.42);
    }
    context.restore();
    if (house.church && detail !== "middle") church(context, house.at, colours);
  }
}

function church(context: CanvasRenderingContext2D, [x, y]: Point, colours: Palette): void {
  context.fillStyle = colours.halo;
  context.fillRect(x - 0.65, y - 3.4, 1.3, 6.2);
  context.fillRect(x - 2.2, y - 1.9, 4.4, 1.3);
}

// -- 3 grid, numbers, names of streams ---------------------------------------------------------------

function grid({ context, land, colours, detail, part, scale, width }: Pen): void {
  if (detail === "far") return;
  const { board } = land;
  context.strokeStyle = colours.grid;
  context.lineWidth = width(detail === "middle" ? 0.6 : 0.9);
  context.beginPath();
  for (const label of board.labels) {
    if (!isIn(board.centre(label), part, board.pitch)) continue;
    const outline = board.outline(label);
    // Each side once: the half of the outline that looks east and south, the rest where nobody is.
    outline.forEach((from, n) => {
      const to = outline[(n + 1) % outline.length]!;
      const [x, y] = board.centre(label);
      const [mx, my] = [(from[0] + to[0]) / 2 - x, (from[1] + to[1]) / 2 - y];
      const owns = my > 0.5 || (Math.abs(my) <= 0.5 && mx > 0);
      if (owns || board.at([x + mx * 1.4, y + my * 1.4]) === null) {
        context.moveTo(...from);
        context.lineTo(...to);
      }
    });
  }
  context.stroke();
  if (board.kind === "square") axes(context, land, colours);
  if (board.kind !== "hex" || detail === "middle") return;
  const size = 8.2 * typeGrowth(scale);
  context.font = `500 ${size}px ${NARROW}`;
  context.textAlign = "center";
  context.textBaseline = "top";
  context.fillStyle = colours.number;
  const top = Math.min(...board.outline(board.labels[0]!).map((p) => p[1])) - board.centre(board.labels[0]!)[1];
  const drop = top + (top < -33 ? 7.5 : 1.6);
  for (const label of board.labels) {
    const [x, y] = board.centre(label);
    if (isIn([x, y], part, board.pitch)) context.fillText(label, x, y + drop);
  }
}

/** The numbers of columns and rows, in the margin. */
function axes(context: CanvasRenderingContext2D, { board }: Land, colours: Palette): void {
  const { left, top, right, bottom } = board.bounds;
  context.font = `600 9px ${SANS}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colours.name;
  const half = board.pitch / 2;
  for (let x = left + half, n = 1; x < right; x += board.pitch, n++) context.fillText(String(n), x, top - 7);
  for (let y = top + half, n = 1; y < bottom; y += board.pitch, n++) context.fillText(String(n), left - 7, y);
}

function frame({ context, land, colours, scale }: Pen): void {
  const { left, top, right, bottom } = land.sheet;
  context.strokeStyle = colours.frame;
  context.lineWidth = 1 / scale;
  context.strokeRect(left, top, right - left, bottom - top);
  context.lineWidth = 2.4 / scale;
  const off = Math.min(5 / scale, 8);
  context.strokeRect(left - off, top - off, right - left + 2 * off, bottom - top + 2 * off);
}

function isIn([x, y]: Point, part: Box, margin: number): boolean {
  return x > part.left - margin && x < part.right + margin && y > part.top - margin && y < part.bottom + margin;
}
