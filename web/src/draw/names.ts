/** Names of places, set where no counter and no other name lies; and the pentagons of victory. */

import type { Board } from "../boards/board";
import { type Box, type Point, overlaps } from "../boards/geometry";
import type { BoardData, Lang, Objective, Place, SideLook } from "../model";
import { SANS, SERIF, type Palette } from "./palette";
import { typeGrowth } from "./lettering";
import type { Detail } from "./paint";

export interface Name {
  text: string;
  at: Point;
  size: number;
  isHill: boolean;
  align: "left" | "center" | "right";
}

interface Wanted {
  text: string;
  cells: string[];
  isHill: boolean;
  weight: number;
}

export function wantedNames(data: BoardData, lang: Lang): Wanted[] {
  const found = new Map<string, Wanted>();
  for (const place of data.places) {
    const text = labelOf(place, lang);
    const worth = data.objectives.find((objective) => objective.at === place.at)?.value ?? 0;
    const known = found.get(text);
    if (known) {
      known.cells.push(place.at);
      known.weight += worth;
    } else found.set(text, { text, cells: [place.at], isHill: isHill(place), weight: worth });
  }
  return [...found.values()].sort((a, b) => Number(a.isHill) - Number(b.isHill) || b.weight - a.weight);
}

function isHill(place: Place): boolean {
  return place.kind === "hill";
}

/** A long name of a height is cut to its number, as maps print it. */
function labelOf(place: Place, lang: Lang): string {
  const name = (lang === "de" && place.name_de) || place.name;
  if (isHill(place) && name.length > 20 && place.height_m) {
    return `${lang === "de" ? "Höhe" : "Hill"} ${place.height_m}`;
  }
  return name;
}

/** Chooses for each name the best of a few spots around its cells. */
export function placeNames(
  board: Board, data: BoardData, lang: Lang, scale: number, detail: Detail,
  taken: ReadonlySet<string>, measure: (text: string, size: number, isHill: boolean) => number,
): Name[] { // prettier-ignore
  if (detail === "far") return [];
  const obstacles: { box: Box; cost: number }[] = [];
  const half = board.counter / 2;
  for (const cell of taken) {
    const [x, y] = board.centre(cell);
    obstacles.push({ box: { left: x - half, top: y - half, right: x + half + 5, bottom: y + half }, cost: 3 });
  }
  for (const objective of data.objectives) {
    obstacles.push({ box: around(pentagonAt(board, objective), 7, 7), cost: 4 });
  }
  const placed: Name[] = [];
  for (const wanted of wantedNames(data, lang)) {
    const isMajor = wanted.weight >= 4;
    // From the middle distance what counts for victory; where nothing printed does, all that is built.
    if (detail === "middle" && (wanted.isHill || (!isMajor && data.objectives.length > 0))) continue;
    const size = (wanted.isHill ? 11 : isMajor ? 14.5 : 12.5) * typeGrowth(scale);
    const wide = measure(wanted.text, size, wanted.isHill);
    const best = bestSpot(board, wanted, wide, size, obstacles);
    obstacles.push({ box: best.box, cost: 12 });
    placed.push({ text: wanted.text, at: best.at, size, isHill: wanted.isHill, align: "center" });
  }
  return placed;
}

function bestSpot(
  board: Board, wanted: Wanted, wide: number, size: number, obstacles: readonly { box: Box; cost: number }[],
): { at: Point; box: Box } { // prettier-ignore
  let best: { at: Point; box: Box; cost: number } | null = null;
  const reach = board.pitch / 2;
  for (const cell of wanted.cells) {
    const [x, y] = board.centre(cell);
    const spots: Point[] = [
      [x, y + reach - 1], [x, y - reach - 3], [x - reach * 0.75 - wide / 2, y], [x + reach * 0.75 + wide / 2, y],
      [x - reach * 0.5 - wide / 2, y + reach * 0.55], [x + reach * 0.5 + wide / 2, y + reach * 0.55],
      [x - reach * 0.5 - wide / 2, y - reach * 0.55], [x + reach * 0.5 + wide / 2, y - reach * 0.55],
    ]; // prettier-ignore
    spots.forEach((at, n) => {
      const box = around(at, wide / 2 + 2, size * 0.52);
      const cost = n * 0.22 + obstacles.reduce((sum, found) => sum + found.cost * share(box, found.box), 0) + outside(board, box);
      if (best === null || cost < best.cost - 1e-9) best = { at, box, cost };
    });
  }
  return best!;
}

function share(a: Box, b: Box): number {
  if (!overlaps(a, b)) return 0;
  const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return (wide * high) / ((a.right - a.left) * (a.bottom - a.top)) + 0.2;
}

function outside(board: Board, box: Box): number {
  const { left, top, right, bottom } = board.bounds;
  return box.left < left || box.right > right || box.top < top || box.bottom > bottom ? 6 : 0;
}

function around([x, y]: Point, wide: number, high: number): Box {
  return { left: x - wide, right: x + wide, top: y - high, bottom: y + high };
}

export function paintNames(pen: CanvasRenderingContext2D, names: readonly Name[], colours: Palette, scale: number): void {
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  for (const { text, at, size, isHill, align } of names) {
    pen.font = nameFont(size, isHill);
    pen.textAlign = align;
    pen.strokeStyle = colours.halo;
    pen.globalAlpha = 0.9;
    pen.lineWidth = 3.4 / scale;
    pen.strokeText(text, ...at);
    pen.globalAlpha = 1;
    pen.fillStyle = isHill ? colours.levelContour : colours.name;
    pen.fillText(text, ...at);
  }
}

export function nameFont(size: number, isHill: boolean): string {
  return isHill ? `italic 600 ${size}px ${SERIF}` : `600 ${size}px ${SERIF}`;
}

/** Beside the counter, in the corner of the cell that stays free. */
export function pentagonAt(board: Board, objective: Objective): Point {
  const [x, y] = board.centre(objective.at);
  const corners = board.outline(objective.at);
  const left = Math.min(...corners.map((corner) => corner[0])) - x;
  return board.kind === "hex" && left < -33 ? [x + left + 7.2, y] : [x + left + 9, y + board.pitch * 0.3];
}

export function paintPentagon(
  pen: CanvasRenderingContext2D, [x, y]: Point, value: number, look: SideLook | null, colours: Palette,
): void { // prettier-ignore
  pen.beginPath();
  for (let n = 0; n < 5; n++) {
    const angle = -Math.PI / 2 + (n * 2 * Math.PI) / 5;
    pen.lineTo(x + Math.cos(angle) * 7.4, y + Math.sin(angle) * 7.4);
  }
  pen.closePath();
  pen.fillStyle = look ? look.panel[look.dark || !colours.dark ? 0 : 1]! : colours.panel;
  pen.fill();
  pen.strokeStyle = look ? colours.halo : colours.ink;
  pen.lineWidth = 1.3;
  pen.stroke();
  if (look && !look.dark) {
    // The second side's mark differs in form as well: a line within.
    pen.strokeStyle = colours.dark ? "#20261f" : "#eef0ea";
    pen.lineWidth = 0.8;
    pen.beginPath();
    pen.arc(x, y + 0.3, 5.1, 0, 7);
    pen.stroke();
  }
  pen.fillStyle = look ? (!look.dark && colours.dark ? "#161a16" : "#ffffff") : colours.ink;
  pen.font = `700 7.8px ${SANS}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(String(value), x, y + 0.6);
}
