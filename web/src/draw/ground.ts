/** Rock and fords, and what has been built on the ground: runways, corduroy roads, piers, ditches. */

import type { Board } from "../boards/board";
import { type Point, along, boxAround, distance, overlaps } from "../boards/geometry";
import type { BoardData } from "../model";
import { blobs, hasGround } from "./blobs";
import { luck } from "./chance";
import { type Pen, scattered, shape } from "./cover";

/** A crag from above: the facet that looks north-west lies in the light. */
interface Crag { outline: readonly Point[]; lit: readonly Point[] } // prettier-ignore
interface Ford { at: Point; reach: number; stones: readonly Point[] } // prettier-ignore
interface Strip { from: Point; to: Point; stands: readonly Point[] } // prettier-ignore
type Stroke = readonly [Point, Point];

export interface Ground {
  readonly rocks: readonly Point[][];
  readonly crags: readonly Crag[];
  readonly fords: readonly Ford[];
  readonly runways: readonly Strip[];
  readonly logs: readonly Stroke[];
  readonly piers: readonly Stroke[];
  readonly ditches: readonly (readonly Point[])[];
}

export function groundOf(board: Board, data: BoardData, roads: readonly (readonly Point[])[], chained: (sides: readonly string[]) => Point[]): Ground {
  const having = (word: string): string[] => Object.keys(data.features ?? {}).filter((place) => data.features?.[place]?.includes(word));
  const isRock = board.labels.some((label) => hasGround(data, label, ["rock"]) !== "");
  const rocks = isRock ? blobs(board, data, ["rock"], 0.46, 71) : null;
  const fords = [...board.labels.filter((label) => data.cells[label]?.terrain === "ford"), ...having("ford")];
  return {
    rocks: rocks?.rings ?? [],
    crags: rocks ? scattered(rocks, 13, "crag").map(({ at, size }) => crag(at, size * 1.55)) : [],
    fords: fords.map((place) => ford(board, place)).filter((found) => found !== null),
    runways: (data.airfields ?? []).map(({ runway, parking = [] }) => strip(board, runway, parking)).filter((found) => found !== null),
    logs: logs(board, new Set(having("corduroy")), roads),
    piers: having("pier").map((label) => pier(board, data, label)).filter((found) => found !== null),
    ditches: data.courses.filter(({ kind }) => /ditch/.test(kind)).map(({ sides }) => chained(sides)),
  };
}

function crag(at: Point, size: number): Crag {
  const draw = luck("facet", Math.round(at[0] * 4), Math.round(at[1] * 4));
  const corners = 5 + Math.floor(draw() * 3);
  const outline = Array.from({ length: corners }, (_, n): Point => {
    const [angle, reach] = [((n + draw() * 0.5) / corners) * Math.PI * 2, size * (0.72 + draw() * 0.5)];
    return [at[0] + Math.cos(angle) * reach, at[1] + Math.sin(angle) * reach * 0.82];
  });
  const top: Point = [at[0] + size * 0.12, at[1] + size * 0.1];
  const upper = outline.filter(([x, y]) => x - at[0] + (y - at[1]) < size * 0.25);
  return { outline, lit: [...upper, top] };
}

function ford(board: Board, place: string): Ford | null {
  const at = board.locate(place);
  if (!at) return null;
  const draw = luck("ford", place);
  const reach = board.pitch * (place.includes("|") ? 0.17 : 0.34);
  const stones = Array.from({ length: 15 }, (): Point => [at[0] + (draw() - 0.5) * reach * 2, at[1] + (draw() - 0.5) * reach * 2]);
  return { at, reach, stones };
}

/** A runway from end to end, a little short of the rims of its cells. */
function strip(board: Board, runway: readonly string[], parking: readonly string[]): Strip | null {
  const [first, last] = [runway[0], runway[runway.length - 1]];
  if (first === undefined || last === undefined) return null;
  const [a, b] = [board.centre(first), board.centre(last)];
  const far = distance(a, b);
  const [c, s] = far > 0 ? [(b[0] - a[0]) / far, (b[1] - a[1]) / far] : [1, 0];
  const beyond = board.pitch * 0.4;
  return { from: [a[0] - c * beyond, a[1] - s * beyond], to: [b[0] + c * beyond, b[1] + s * beyond], stands: parking.map((label) => board.centre(label)) };
}

/** Logs across the roads that lead over these cells. */
function logs(board: Board, cells: ReadonlySet<string>, roads: readonly (readonly Point[])[]): Stroke[] {
  if (cells.size === 0) return [];
  const half = 5.2;
  return roads.flatMap((road) =>
    [...along(road, 2.9, 1)].filter(({ at }) => cells.has(board.at(at) ?? "")).map(({ at, angle }): Stroke => {
      const draw = luck("log", Math.round(at[0] * 4), Math.round(at[1] * 4));
      const [c, s] = [Math.cos(angle + Math.PI / 2 + (draw() - 0.5) * 0.16), Math.sin(angle + Math.PI / 2 + (draw() - 0.5) * 0.16)];
      const [left, right] = [half + draw() * 1.6, half + draw() * 1.6];
      return [[at[0] - c * left, at[1] - s * left], [at[0] + c * right, at[1] + s * right]]; // prettier-ignore
    }),
  );
}

/** From the land beside a berth out over its water. */
function pier(board: Board, data: BoardData, label: string): Stroke | null {
  const isWater = (other: string): boolean => /water|sea|river|lake/.test(data.cells[other]?.terrain ?? "");
  const shore = board.neighbours(label).filter((other) => !isWater(other) && board.side(label, other) !== null);
  const land = shore.find((other) => !data.features?.[other]?.includes("part_water")) ?? shore[0];
  if (land === undefined) return null;
  const [[x, y], [lx, ly]] = [board.centre(label), board.centre(land)];
  const [dx, dy] = [(lx - x) / board.pitch, (ly - y) / board.pitch];
  const at = (part: number): Point => [x + dx * board.pitch * part, y + dy * board.pitch * part];
  return [at(0.72), at(-0.24)];
}

// -- painting ----------------------------------------------------------------------------------------

export function paintRocks({ rocks, crags }: Ground, { context, colours, part, isFar, width }: Pen): void {
  if (!shape(context, rocks, part)) return;
  context.fillStyle = colours.dark ? "rgba(92,88,82,.75)" : "rgba(190,180,164,.85)";
  context.fill("evenodd");
  context.strokeStyle = colours.dark ? "#8a847a" : "#6f675a";
  context.lineWidth = width(1);
  context.stroke();
  if (isFar) return;
  for (const { outline, lit } of crags) {
    if (!shape(context, [outline], part)) continue;
    context.fillStyle = colours.dark ? "#3c3934" : "#8b8274";
    context.fill();
    context.lineWidth = width(0.8);
    context.strokeStyle = colours.dark ? "#1f1d1a" : "#5a5247";
    context.stroke();
    shape(context, [lit], part);
    context.fillStyle = colours.dark ? "#7d776d" : "#d8cfbf";
    context.fill();
  }
}

/** Shallow water, and stones in it. */
export function paintFords({ fords }: Ground, { context, colours, part }: Pen): void {
  for (const { at: [x, y], reach, stones } of fords) {
    if (!overlaps(boxAround([[x, y]], reach + 4), part)) continue;
    context.fillStyle = colours.dark ? "rgba(150,170,170,.35)" : "rgba(240,232,206,.6)";
    context.beginPath();
    context.ellipse(x, y, reach * 1.15, reach, 0, 0, 7);
    context.fill();
    for (const [colour, drop] of [["rgba(40,30,16,.4)", 0.9], [colours.dark ? "#a39c8c" : "#8d8371", 0]] as const) {
      context.fillStyle = colour;
      context.beginPath();
      for (const [sx, sy] of stones) {
        context.moveTo(sx + drop + 2.4, sy + drop);
        context.ellipse(sx + drop, sy + drop, 2.4, 1.6, 0.4, 0, 7);
      }
      context.fill();
    }
  }
}

export function paintBuilt(ground: Ground, pen: Pen): void {
  ditches(ground, pen);
  runways(ground, pen);
  corduroy(ground, pen);
  piers(ground, pen);
}

/** A dark trough with its earth thrown up along it. */
function ditches({ ditches: all }: Ground, { context, colours, part, width, isFar }: Pen): void {
  for (const line of all) {
    if (line.length < 2 || !overlaps(boxAround(line, 8), part)) continue;
    for (const [colour, wide] of [[colours.dark ? "#a08a62" : "#b79c6c", 6.4], ["#463522", 3.2]] as const) {
      context.strokeStyle = colour;
      context.lineWidth = isFar ? width(wide / 3) : wide;
      context.beginPath();
      line.forEach(([x, y], n) => (n === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.stroke();
    }
    if (isFar) continue;
    context.strokeStyle = "#463522";
    context.lineWidth = 0.9;
    context.beginPath();
    for (const { at, angle } of along(line, 5, 2)) {
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      context.moveTo(at[0] - s * 2, at[1] + c * 2);
      context.lineTo(at[0] - s * 5, at[1] + c * 5);
    }
    context.stroke();
  }
}

function straight(
  context: CanvasRenderingContext2D,
  from: Point,
  to: Point,
  ink: string,
  wide: number,
  dash: readonly number[],
): void {
  context.strokeStyle = ink;
  context.lineWidth = wide;
  context.setLineDash([...dash]);
  context.beginPath();
  context.moveTo(...from);
  context.lineTo(...to);
  context.stroke();
}

/** Mown grass with a pale strip, marks on both ends, a dashed line along the middle, and stands beside it. */
function runways({ runways: all }: Ground, { context, colours, part, isFar }: Pen): void {
  for (const { from, to, stands } of all) {
    if (!overlaps(boxAround([from, to, ...stands], 24), part)) continue;
    context.save();
    context.lineCap = "butt";
    stand(context, stands, colours.dark);
    const line = (ink: string, wide: number, dash: readonly number[] = []): void =>
      straight(context, from, to, ink, wide, dash);
    line(colours.dark ? "#151310" : "#6b655a", 27);
    line(colours.dark ? "#56534c" : "#c9c4b6", 25);
    if (!isFar) {
      line(colours.dark ? "#8d887c" : "#fbf8ee", 1.7, [9, 7]);
      context.setLineDash([]);
      thresholds(context, from, to, colours.dark ? "#a39d90" : "#fbf8ee");
    }
    context.restore();
  }
}

/** Bars across both ends, as on any runway. */
function thresholds(context: CanvasRenderingContext2D, from: Point, to: Point, ink: string): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  context.fillStyle = ink;
  for (const [[x, y], turn] of [[from, angle], [to, angle + Math.PI]] as const) {
    context.save();
    context.translate(x, y);
    context.rotate(turn);
    for (let n = -3; n <= 3; n++) if (n !== 0) context.fillRect(2, n * 3.1 - 1, 7, 2);
    context.restore();
  }
}

function stand(context: CanvasRenderingContext2D, stands: readonly Point[], dark: boolean): void {
  for (const [x, y] of stands) {
    context.fillStyle = dark ? "#4a4740" : "#d3cdbd";
    context.strokeStyle = dark ? "#151310" : "#6b655a";
    context.lineWidth = 1;
    context.beginPath();
    context.arc(x, y, 19, 0, 7);
    context.fill();
    context.stroke();
  }
}

function corduroy({ logs: all }: Ground, { context, colours, part, isFar }: Pen): void {
  if (isFar) return;
  context.save();
  context.lineCap = "round";
  for (const [colour, wide] of [[colours.dark ? "#17110a" : "#3f2d18", 2.7], [colours.dark ? "#b08a55" : "#b58a52", 1.7]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = wide;
    context.beginPath();
    for (const [from, to] of all) {
      if (!overlaps(boxAround([from, to], 2), part)) continue;
      context.moveTo(...from);
      context.lineTo(...to);
    }
    context.stroke();
  }
  context.restore();
}

/** Planks on piles. */
function piers({ piers: all }: Ground, { context, colours, part, isFar }: Pen): void {
  for (const [from, to] of all) {
    if (!overlaps(boxAround([from, to], 8), part)) continue;
    context.save();
    context.lineCap = "butt";
    for (const [colour, wide, dash] of [[colours.dark ? "#0d0b08" : "#3d2f1d", 11, []], [colours.dark ? "#8c6d45" : "#c19a63", 8.6, []], [colours.dark ? "#5a452b" : "#8f6d40", 8.6, isFar ? null : [0.9, 2.9]]] as const) {
      if (dash !== null) straight(context, from, to, colour, wide, dash);
    }
    context.restore();
  }
}
