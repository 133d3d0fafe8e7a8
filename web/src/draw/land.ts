/** All that stands still on a map, as plain geometry: made once per map, drawn once per zoom step. */

import type { Board } from "../boards/board";
import {
  type Point, along, between, boxAround, type Box, distance, holds, lengthOf, rounded, smooth, toLine,
} from "../boards/geometry"; // prettier-ignore
import { azimuth, type Wind } from "../boards/hex";
import type { BoardData, Course, Way } from "../model";
import { luck, rough } from "./chance";
import { type Blobs, blobs } from "./blobs";
import { type Cover, coverOf } from "./cover";
import { type Ground, groundOf } from "./ground";
import { type Relief, hillShade, reliefOf, sheetOf } from "./relief";

export interface Tree { at: Point; size: number } // prettier-ignore
export interface House { at: Point; angle: number; long: number; wide: number; church: boolean } // prettier-ignore
export interface Parcel { outline: Point[]; trees: Point[] } // prettier-ignore
export interface Road { kind: string; line: Point[]; box: Box } // prettier-ignore
export interface River { name: string; nameDe: string; line: Point[]; wide: boolean; box: Box } // prettier-ignore
export interface Bridge { at: Point; angle: number; rail: boolean } // prettier-ignore

export interface Land {
  readonly board: Board;
  readonly data: BoardData;
  readonly sheet: Box;
  readonly relief: Relief;
  readonly shade: Float32Array;
  readonly furrows: readonly Point[][];
  readonly hachures: readonly (readonly [Point, Point])[];
  readonly woods: Point[][];
  readonly trees: readonly Tree[];
  readonly villages: Point[][];
  readonly houses: readonly House[];
  readonly orchards: readonly Parcel[];
  readonly roads: readonly Road[];
  readonly rivers: readonly River[];
  readonly bridges: readonly Bridge[];
  readonly avenue: readonly Point[];
  /** Water, swamp, light forest, bushes and ploughed fields that fill whole cells. */
  readonly cover: Cover;
  /** Rock, and what troops have made of the ground: runways, corduroy roads, piers, ditches; fords. */
  readonly ground: Ground;
}

const WOODS = ["wood", "woods", "forest"];
const BUILT_UP = ["village", "town", "city", "building"];

/** The far view is made at once; what only a nearer one shows is made when it is first painted. */
export function landOf(board: Board, data: BoardData): Land {
  const relief = reliefOf(board, data);
  const roads = data.ways.map((way) => roadOf(board, way));
  const rivers = data.courses.map((course) => riverOf(board, course)).filter((river) => river !== null);
  const woods = blobs(board, data, WOODS, 0.47, 31);
  const villages = blobs(board, data, BUILT_UP, 0.36, 47);
  const cover = coverOf(board, data);
  const ground = groundOf(board, data, roads.map(({ line }) => line), (sides) => chain(board, sides));
  return later(
    { cover, ground, board, data, sheet: sheetOf(board), relief, roads, rivers, woods: woods.rings, villages: villages.rings },
    {
      shade: () => hillShade(relief.field, board.pitch),
      furrows: () => furrows(board, data),
      hachures: () => hachures(relief),
      trees: () => trees(woods, roads, rivers),
      houses: () => houses(board, data, roads, rivers),
      orchards: () => orchards(board, data, roads, rivers),
      bridges: () => bridges(board, data, roads),
      avenue: () => avenue(roads),
    },
  );
}

/** A record of which some fields are worked out when they are first asked for. */
function later<Now extends object, Then extends Record<string, () => unknown>>(
  now: Now,
  then: Then,
): Now & { [Key in keyof Then]: ReturnType<Then[Key]> } {
  for (const [key, make] of Object.entries(then)) {
    const get = (): unknown => {
      const value = make();
      Object.defineProperty(now, key, { value });
      return value;
    };
    Object.defineProperty(now, key, { get, configurable: true, enumerable: true });
  }
  return now as Now & { [Key in keyof Then]: ReturnType<Then[Key]> };
}

// -- ways and water ----------------------------------------------------------------------------------

/** Where ways meet in a cell: near its centre, a little off so that roads do not look ruled. */
function node(board: Board, label: string): Point {
  const [x, y] = board.centre(label);
  const draw = luck("node", label);
  const reach = board.pitch * 0.11;
  return [x + (draw() * 2 - 1) * reach, y + (draw() * 2 - 1) * reach];
}

function roadOf(board: Board, way: Way): Road {
  const points: Point[] = way.path.map((label) => node(board, label));
  const first = way.path[0];
  const last = way.path[way.path.length - 1];
  if (first !== undefined && way.exits?.[first]) points.unshift(beyond(board, first, way.exits[first]));
  if (last !== undefined && way.exits?.[last]) points.push(beyond(board, last, way.exits[last]));
  const isRail = /rail/.test(way.kind);
  const line = smooth(isRail ? beside(points, board.pitch * 0.17) : points);
  return { kind: way.kind, line, box: boxAround(line, 6) };
}

/** Off the sheet, beyond the edge by which a way leaves the map. */
function beyond(board: Board, label: string, wind: Wind): Point {
  const [x, y] = board.centre(label);
  const angle = (azimuth(wind) * Math.PI) / 180;
  const reach = board.pitch * 1.1;
  return [x + Math.sin(angle) * reach, y - Math.cos(angle) * reach];
}

/** A line that keeps to the right of another. */
function beside(points: readonly Point[], by: number): Point[] {
  return points.map((point, n) => {
    const [a, b] = [points[n - 1] ?? point, points[n + 1] ?? point];
    const length = distance(a, b) || 1;
    return [point[0] - ((b[1] - a[1]) / length) * by, point[1] + ((b[0] - a[0]) / length) * by];
  });
}

function riverOf(board: Board, course: Course): River | null {
  if (course.sides.length === 0 || !/stream|river|water|canal|brook/.test(course.kind)) return null;
  const corners = chain(board, course.sides);
  if (corners.length < 2) return null;
  const bent = corners.map(([x, y], n): Point => {
    const draw = luck("bend", course.name ?? "", n);
    const reach = board.pitch * 0.05;
    return [x + (draw() * 2 - 1) * reach, y + (draw() * 2 - 1) * reach];
  });
  const line = rounded(toTheRim(board, bent), 3);
  const [name, nameDe] = [course.name ?? "", course.name_de || course.name || ""];
  return { name, nameDe, line, wide: course.sides.length > (board.kind === "square" ? 8 : 20), box: boxAround(line, 8) };
}

/** The corners that a run of sides follows, one after the other. */
function chain(board: Board, sides: readonly string[]): Point[] {
  const ends = sides.map((side) => {
    const [a, b] = side.split("|");
    return a !== undefined && b !== undefined ? board.side(a, b) : null;
  });
  const corners: Point[] = [];
  for (let n = 0; n < ends.length; n++) {
    const here = ends[n];
    if (!here) continue;
    const after = ends[n + 1];
    if (corners.length === 0) {
      const firstIsShared = after != null && near(here[0], after);
      corners.push(firstIsShared ? here[1] : here[0]);
    }
    const last = corners[corners.length - 1]!;
    corners.push(distance(here[0], last) < distance(here[1], last) ? here[1] : here[0]);
  }
  return corners;
}

function near(point: Point, side: readonly [Point, Point]): boolean {
  return Math.min(distance(point, side[0]), distance(point, side[1])) < 2;
}

/** A stream that ends at the rim of the cells runs on to the edge of the sheet. */
function toTheRim(board: Board, line: Point[]): Point[] {
  const { left, top, right, bottom } = board.bounds;
  const on = ([x, y]: Point): Point | null => {
    const far = board.pitch * 0.75;
    if (x - left < far * 0.75) return [left - far, y];
    if (right - x < far * 0.75) return [right + far, y];
    if (y - top < far * 0.75) return [x, top - far];
    if (bottom - y < far * 0.75) return [x, bottom + far];
    return null;
  };
  const [before, after] = [on(line[0]!), on(line[line.length - 1]!)];
  return [...(before ? [before] : []), ...line, ...(after ? [after] : [])];
}

function bridges(board: Board, data: BoardData, roads: readonly Road[]): Bridge[] {
  const found: Bridge[] = [];
  for (const [side, words] of Object.entries(data.sides)) {
    const [a, b] = side.split("|");
    if (a === undefined || b === undefined) continue;
    const ends = board.side(a, b);
    if (!ends) continue;
    for (const word of words) {
      if (!/bridge/.test(word)) continue;
      const rail = /rail/.test(word);
      const crossing = nearestCrossing(ends, roads.filter((road) => /rail/.test(road.kind) === rail));
      if (crossing) found.push({ ...crossing, rail });
    }
  }
  return found;
}

function nearestCrossing(side: readonly [Point, Point], roads: readonly Road[]): { at: Point; angle: number } | null {
  let best: { at: Point; angle: number; off: number } | null = null;
  const middle = between(side[0], side[1]);
  for (const road of roads) {
    for (let n = 1; n < road.line.length; n++) {
      const at = between(road.line[n - 1]!, road.line[n]!);
      const off = toLine(at, side).distance + distance(at, middle) * 0.05;
      if (off < 6 && (best === null || off < best.off)) {
        const [a, b] = [road.line[n - 1]!, road.line[n]!];
        best = { at, angle: Math.atan2(b[1] - a[1], b[0] - a[0]), off };
      }
    }
  }
  return best;
}

function avenue(roads: readonly Road[]): Point[] {
  const found: Point[] = [];
  for (const road of roads) {
    if (!/main/.test(road.kind)) continue;
    let n = 0;
    for (const { at, angle } of along(road.line, 9.5, 4)) {
      n++;
      if (rough(at[0] / 90, at[1] / 90, 71, 2) < -0.05) continue;
      const side = n % 2 === 0 ? 1 : -1;
      found.push([at[0] - Math.sin(angle) * 6.2 * side, at[1] + Math.cos(angle) * 6.2 * side]);
    }
  }
  return found;
}

// -- cover -------------------------------------------------------------------------------------------


function trees(woods: Blobs, roads: readonly Road[], rivers: readonly River[]): Tree[] {
  const found: Tree[] = [];
  if (woods.rings.length === 0) return found;
  const gap = 6.6;
  const { left, top, right, bottom } = woods.box;
  for (let y = top, row = 0; y < bottom; y += gap * 0.84, row++) {
    for (let x = left + (row % 2) * gap * 0.5; x < right; x += gap) {
      if (!woods.isNear(x, y)) continue;
      const draw = luck("tree", Math.round(x * 4), Math.round(y * 4));
      const at: Point = [x + (draw() - 0.5) * 3.4, y + (draw() - 0.5) * 3];
      if (!woods.holds(at) || isOnWay(at, roads, rivers, 5)) continue;
      found.push({ at, size: 3.3 + draw() * 1.5 });
    }
  }
  return found;
}

function isOnWay(at: Point, roads: readonly Road[], rivers: readonly River[], gap: number): boolean {
  const inBox = (box: Box): boolean =>
    at[0] > box.left && at[0] < box.right && at[1] > box.top && at[1] < box.bottom;
  return (
    roads.some((road) => inBox(road.box) && toLine(at, road.line).distance < gap) ||
    rivers.some((river) => inBox(river.box) && toLine(at, river.line).distance < gap)
  );
}

function orchards(board: Board, data: BoardData, roads: readonly Road[], rivers: readonly River[]): Parcel[] {
  const found: Parcel[] = [];
  for (const label of board.labels) {
    if (data.cells[label]?.terrain !== "orchard") continue;
    const [x, y] = board.centre(label);
    const draw = luck("orchard", label);
    const turn = draw() * Math.PI;
    const middle = board.pitch * 0.22;
    for (let n = 0; n < 4; n++) {
      const angle = turn + (n * Math.PI) / 2 + Math.PI / 4 + (draw() - 0.5) * 0.4;
      const at: Point = [x + Math.cos(angle) * middle, y + Math.sin(angle) * middle];
      found.push(parcel(at, turn + (draw() - 0.5) * 0.3, 9 + draw() * 3.4, 8 + draw() * 3, roads, rivers));
    }
  }
  return found;
}

function parcel(
  [x, y]: Point, turn: number, long: number, wide: number, roads: readonly Road[], rivers: readonly River[],
): Parcel { // prettier-ignore
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const to = (u: number, v: number): Point => [x + u * c - v * s, y + u * s + v * c];
  const outline = [to(-long, -wide), to(long, -wide), to(long, wide), to(-long, wide)];
  const trees: Point[] = [];
  for (let u = -long + 2.4; u < long - 1; u += 4.3) {
    for (let v = -wide + 2.4; v < wide - 1; v += 4.3) {
      const at = to(u, v);
      if (!isOnWay(at, roads, rivers, 4.5)) trees.push(at);
    }
  }
  return { outline, trees };
}

// -- houses ------------------------------------------------------------------------------------------

function houses(board: Board, data: BoardData, roads: readonly Road[], rivers: readonly River[]): House[] {
  const found: House[] = [];
  for (const label of board.labels) {
    if (!BUILT_UP.includes(data.cells[label]?.terrain ?? "")) continue;
    found.push(...village(board, label, roads, rivers));
  }
  return found.sort((a, b) => a.at[1] - b.at[1]);
}

function village(board: Board, label: string, roads: readonly Road[], rivers: readonly River[]): House[] {
  const centre = board.centre(label);
  const draw = luck("village", label);
  const reach = board.pitch * 0.44;
  const streets = roads.filter((road) => toLine(centre, road.line).distance < reach);
  const built: House[] = [];
  const build = (at: Point, angle: number): void => {
    const [long, wide] = [4 + draw() * 3, 3.1 + draw() * 1.5];
    const off = distance(at, centre);
    if (off > reach || draw() < (off / reach) ** 2 * 0.55) return;
    if (isOnWay(at, streets, rivers, 4.6)) return;
    if (built.some((house) => distance(house.at, at) < (house.long + long) * 0.56)) return;
    built.push({ at, angle: angle + (draw() - 0.5) * 0.2, long, wide, church: false });
  };
  for (const street of streets.filter((road) => !/rail/.test(road.kind))) {
    for (const { at, angle } of along(street.line, 5.6, draw() * 4)) {
      for (const side of [1, -1]) {
        const off = (5.6 + draw() * 2.2) * side;
        build([at[0] - Math.sin(angle) * off, at[1] + Math.cos(angle) * off], angle);
      }
    }
  }
  for (let n = 0; n < 46; n++) {
    const [angle, off] = [draw() * Math.PI * 2, Math.sqrt(draw()) * reach];
    const at: Point = [centre[0] + Math.cos(angle) * off, centre[1] + Math.sin(angle) * off];
    const street = streets.map((road) => toLine(at, road.line)).sort((a, b) => a.distance - b.distance)[0];
    build(at, street ? street.angle + (draw() < 0.5 ? 0 : Math.PI / 2) : angle);
  }
  const church = built.reduce<House | null>(
    (best, house) => (!best || distance(house.at, centre) < distance(best.at, centre) ? house : best),
    null,
  );
  return built.map((house) => (house === church ? { ...house, long: 8, wide: 4.4, church: true } : house));
}

// -- strokes -----------------------------------------------------------------------------------------

/** Ploughed strips: a few parcels of parallel strokes on open ground. */
function furrows(board: Board, data: BoardData): Point[][] {
  const found: Point[][] = [];
  for (const label of board.labels) {
    if (data.cells[label]?.terrain !== "open") continue;
    const draw = luck("field", label);
    const [cx, cy] = board.centre(label);
    for (let n = 0; n < 2; n++) {
      if (draw() < 0.25) continue;
      const [x, y] = [cx + (draw() - 0.5) * board.pitch * 0.75, cy + (draw() - 0.5) * board.pitch * 0.75];
      found.push(...strip([x, y], draw() * Math.PI, 7 + draw() * 9, 3 + Math.floor(draw() * 5)));
    }
  }
  return found.filter((line) => holds(sheetCorners(board), line[0]!));
}

function sheetCorners(board: Board): Point[] {
  const { left, top, right, bottom } = sheetOf(board);
  return [[left, top], [right, top], [right, bottom], [left, bottom]]; // prettier-ignore
}

function strip([x, y]: Point, turn: number, half: number, count: number): Point[][] {
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return Array.from({ length: count }, (_, n) => {
    const v = (n - (count - 1) / 2) * 2.7;
    return [[x - half * c - v * s, y - half * s + v * c], [x + half * c - v * s, y + half * s + v * c]]; // prettier-ignore
  });
}

/** Short strokes from each level's contour downhill. */
function hachures(relief: Relief): (readonly [Point, Point])[] {
  const found: (readonly [Point, Point])[] = [];
  for (let level = 1; level <= relief.highest; level++) {
    for (const ring of relief.rings(level - 0.5)) {
      if (lengthOf(ring) < 40) continue;
      let n = 0;
      for (const { at, angle } of along(ring, 7, 3)) {
        const reach = 3 + (n++ % 3);
        const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
        const left = relief.field.at([at[0] + nx * 4, at[1] + ny * 4]);
        const right = relief.field.at([at[0] - nx * 4, at[1] - ny * 4]);
        const side = left < right ? 1 : -1;
        found.push([at, [at[0] + nx * reach * side, at[1] + ny * reach * side]]);
      }
    }
  }
  return found;
}
