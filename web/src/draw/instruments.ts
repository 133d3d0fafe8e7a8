/** What the tools draw on the map: a line of sight, ranges, threat, command. Never gold: it cannot be chosen. */

import type { Board } from "../boards/board";
import type { Point } from "../boards/geometry";
import type { InstrumentState } from "../instruments";
import { type Palette, SANS } from "./palette";
import { paintRim, rimOf } from "./rim";

export interface InstrumentPen {
  readonly pen: CanvasRenderingContext2D;
  readonly board: Board;
  readonly colours: Palette;
  readonly scale: number;
  /** Numbers are written only where there is room for them. */
  readonly withNumbers: boolean;
}

export function paintInstrument(at: InstrumentPen, state: InstrumentState): void {
  const { tool, shown, from, to } = state;
  if (tool === null) return;
  if (shown?.places && shown.places.length > 0) {
    if (tool === "threat") paintThreat(at, shown.places);
    else paintField(at, shown.places, tool === "range" ? at.colours.red : at.colours.focus);
  }
  if (from) paintEnd(at, from);
  if (to) paintEnd(at, to);
  if (from && to) paintLine(at, state);
}

/** Red that grows darker with the number of units, hatched so that it reads without colour. */
function paintThreat({ pen, board, colours, scale, withNumbers }: InstrumentPen, places: readonly { place: string; value: number }[]): void {
  const hatch = hatching(pen, colours.red, scale);
  for (const { place, value } of places) {
    if (!board.has(place)) continue;
    pen.beginPath();
    area(pen, board.outline(place));
    pen.globalAlpha = Math.min(0.42, 0.1 + value * 0.06);
    pen.fillStyle = colours.red;
    pen.fill();
    pen.globalAlpha = Math.min(0.8, 0.25 + value * 0.1);
    if (hatch) pen.fillStyle = hatch;
    pen.fill();
  }
  pen.globalAlpha = 1;
  paintRim(pen, rimOf(board, new Set(places.map(({ place }) => place))), { colour: colours.red, wide: 2 / scale });
  if (withNumbers) for (const { place, value } of places) number(pen, board, place, value, colours);
}

/** A field of cells with their distances and a dashed edge. */
function paintField({ pen, board, colours, scale, withNumbers }: InstrumentPen, places: readonly { place: string; value: number }[], colour: string): void {
  pen.fillStyle = colour;
  pen.globalAlpha = colours.dark ? 0.13 : 0.1;
  pen.beginPath();
  for (const { place } of places) if (board.has(place)) area(pen, board.outline(place));
  pen.fill();
  pen.globalAlpha = 1;
  paintRim(pen, rimOf(board, new Set(places.map(({ place }) => place))), { colour, wide: 2 / scale, dash: [8 / scale, 5 / scale] });
  if (withNumbers) for (const { place, value } of places) number(pen, board, place, value, colours);
}

/** Open: one firm line. Blocked: firm up to what blocks it, dashed in red behind. */
function paintLine({ pen, board, colours, scale }: InstrumentPen, { from, to, shown }: InstrumentState): void {
  const [a, b] = [board.locate(from), board.locate(to)];
  if (!a || !b) return;
  const block = shown?.profile?.find((ground) => ground.blocks);
  const stop = block ? nearest(a, b, [board.locate(block.place), block.beside ? board.locate(block.beside) : null]) : 1;
  const cut: Point = [a[0] + (b[0] - a[0]) * stop, a[1] + (b[1] - a[1]) * stop];
  const sure = shown === null ? colours.muted : shown.is_open === false && !block ? colours.red : colours.focus;
  stroke(pen, [a, cut], colours.halo, 6 / scale, []);
  stroke(pen, [a, cut], sure, 3 / scale, sure === colours.red ? [9 / scale, 7 / scale] : []);
  if (!block) return;
  stroke(pen, [cut, b], colours.halo, 6 / scale, []);
  stroke(pen, [cut, b], colours.red, 3 / scale, [9 / scale, 7 / scale]);
  const size = 7 / scale;
  for (const [colour, wide] of [[colours.halo, 6], [colours.red, 3.4]] as const) {
    stroke(pen, [[cut[0] - size, cut[1] - size], [cut[0] + size, cut[1] + size]], colour, wide / scale, []);
    stroke(pen, [[cut[0] - size, cut[1] + size], [cut[0] + size, cut[1] - size]], colour, wide / scale, []);
  }
}

/** Where along a line the cells that block it lie, from 0 to 1. */
export function nearest(a: Point, b: Point, blocks: readonly (Point | null)[]): number {
  const length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2 || 1;
  const parts = blocks.filter((point) => point !== null).map(([x, y]) => ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / length);
  const mean = parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
  return Math.max(0.08, Math.min(0.92, mean));
}

function paintEnd({ pen, board, colours, scale }: InstrumentPen, cell: string): void {
  const at = board.locate(cell);
  if (!at) return;
  pen.beginPath();
  if (board.kind === "plane") pen.arc(...at, 12, 0, 7);
  else area(pen, board.outline(cell));
  for (const [colour, wide] of [[colours.halo, 6], [colours.focus, 3]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide / scale;
    pen.stroke();
  }
}

function number(pen: CanvasRenderingContext2D, board: Board, place: string, value: number, colours: Palette): void {
  if (!board.has(place)) return;
  const [x, y] = board.centre(place);
  const low = board.pitch * 0.36;
  pen.font = `700 10px ${SANS}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.strokeStyle = colours.halo;
  pen.lineWidth = 3;
  pen.strokeText(String(value), x, y + low);
  pen.fillStyle = colours.name;
  pen.fillText(String(value), x, y + low);
}

function hatching(pen: CanvasRenderingContext2D, colour: string, scale: number): CanvasPattern | null {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const ink = tile.getContext("2d")!;
  ink.strokeStyle = colour;
  ink.lineWidth = 1;
  ink.beginPath();
  for (const off of [-8, 0, 8]) {
    ink.moveTo(off, 8);
    ink.lineTo(off + 8, 0);
  }
  ink.stroke();
  const pattern = pen.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern;
}

function stroke(pen: CanvasRenderingContext2D, [a, b]: readonly [Point, Point], colour: string, wide: number, dash: number[]): void {
  pen.save();
  pen.lineCap = "round";
  pen.setLineDash(dash);
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.beginPath();
  pen.moveTo(...a);
  pen.lineTo(...b);
  pen.stroke();
  pen.restore();
}

function area(pen: CanvasRenderingContext2D, outline: readonly Point[]): void {
  outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}
