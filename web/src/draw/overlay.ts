/** What comes and goes on the map: reach, path, shot, cursor. Gold with a dark casing, red for fire. */

import type { Board } from "../boards/board";
import { type Point, between, distance } from "../boards/geometry";
import { SANS, type Palette } from "./palette";
import { rimOf } from "./rim";

/** A tint over cells and a line around all of them together. */
export function paintReach(pen: CanvasRenderingContext2D, board: Board, cells: ReadonlySet<string>, colours: Palette, scale: number): void {
  if (cells.size === 0 || board.kind === "plane") return;
  pen.fillStyle = colours.glow;
  pen.globalAlpha = colours.dark ? 0.16 : 0.2;
  pen.beginPath();
  for (const cell of cells) area(pen, board.outline(cell));
  pen.fill();
  pen.globalAlpha = 1;
  const rim = rimOf(board, cells);
  pen.lineCap = "round";
  pen.strokeStyle = colours.goldCasing;
  pen.lineWidth = 4.2 / scale;
  pen.globalAlpha = 0.75;
  pen.stroke(rim);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.gold;
  pen.lineWidth = 2.6 / scale;
  pen.stroke(rim);
}

/** A ring around a counter that may be chosen. */
export function paintGlow(pen: CanvasRenderingContext2D, [x, y]: Point, half: number, colours: Palette, strength: "may" | "chosen" | "target" | "focus"): void {
  const colour = strength === "target" ? colours.red : strength === "focus" ? colours.focus : colours.glow;
  pen.save();
  const off = strength === "may" ? 1.6 : 2.4;
  const wide = strength === "may" ? 2.3 : 3.6;
  pen.beginPath();
  pen.roundRect(x - half - off, y - half - off, 2 * (half + off), 2 * (half + off), 6);
  if (strength === "chosen") {
    pen.shadowColor = colour;
    pen.shadowBlur = 14;
  }
  pen.strokeStyle = strength === "target" ? "#ffffff" : colours.goldCasing;
  pen.lineWidth = wide + 1.6;
  pen.stroke();
  pen.shadowBlur = 0;
  if (strength === "target") {
    // Corners alone, so that form tells it apart from gold.
    pen.setLineDash([18, half * 2 + off * 2 - 30]);
    pen.lineDashOffset = 9 - 3;
  }
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.stroke();
  pen.restore();
}

/** A planned way with a numbered disc on every cell it enters. */
export function paintPath(pen: CanvasRenderingContext2D, points: readonly Point[], notes: readonly string[], colours: Palette): void {
  if (points.length < 2) return;
  const ink = colours.dark ? "#ffc24a" : "#7a4d00";
  const paper = colours.dark ? "#1d1200" : "#fffaf0";
  pen.save();
  pen.lineJoin = "round";
  pen.lineCap = "round";
  for (const [colour, wide] of [[paper, 8], [ink, 4.6]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.beginPath();
    points.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.stroke();
  }
  arrowHead(pen, points[points.length - 2]!, points[points.length - 1]!, ink, paper, 9);
  points.slice(1, -1).forEach(([x, y], n) => {
    pen.beginPath();
    pen.arc(x, y, 8, 0, 7);
    pen.fillStyle = colours.dark ? "#2a2413" : "#fffaf0";
    pen.fill();
    pen.strokeStyle = ink;
    pen.lineWidth = 2;
    pen.stroke();
    pen.fillStyle = colours.dark ? "#ffe2a8" : "#3b2600";
    pen.font = `700 ${(notes[n] ?? "").length > 2 ? 8 : 9.5}px ${SANS}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(notes[n] ?? String(n + 1), x, y + 0.5);
  });
  pen.restore();
}

/** A few words on a plate: what a path costs, what a shot may do. */
export function paintPill(pen: CanvasRenderingContext2D, [x, y]: Point, text: string, look: { paper: string; ink: string; edge: string }): void {
  pen.save();
  pen.font = `700 10px ${SANS}`;
  const half = pen.measureText(text).width / 2 + 8;
  pen.beginPath();
  pen.roundRect(x - half, y - 8.5, half * 2, 17, 8.5);
  pen.fillStyle = look.paper;
  pen.fill();
  pen.strokeStyle = look.edge;
  pen.lineWidth = 1.8;
  pen.stroke();
  pen.fillStyle = look.ink;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y + 0.5);
  pen.restore();
}

/** Where something came from: a thin dotted line with a small head, in plain ink. */
export function paintTrail(pen: CanvasRenderingContext2D, from: Point, to: Point, colours: Palette): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 20) return;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const end: Point = [to[0] - dx * 28, to[1] - dy * 28];
  pen.save();
  pen.lineCap = "round";
  for (const [colour, wide] of [[colours.halo, 5], [colours.ink, 2.4]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.setLineDash([1, 6]);
    pen.beginPath();
    pen.moveTo(...from);
    pen.lineTo(...end);
    pen.stroke();
  }
  pen.setLineDash([]);
  arrowHead(pen, from, end, colours.ink, colours.halo, 6);
  pen.restore();
}

/** A shot: a straight red arrow that stops short of its target. */
export function paintShot(pen: CanvasRenderingContext2D, from: Point, to: Point, colours: Palette, dashed: boolean): void {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 40) return;
  const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
  const a: Point = [from[0] + dx * 25, from[1] + dy * 25];
  const b: Point = [to[0] - dx * 27, to[1] - dy * 27];
  pen.save();
  pen.lineCap = "round";
  if (dashed) pen.setLineDash([7, 6]);
  for (const [colour, wide] of [["#fffdf6", 6.2], [colours.red, 3.6]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.beginPath();
    pen.moveTo(...a);
    pen.lineTo(...b);
    pen.stroke();
  }
  pen.setLineDash([]);
  arrowHead(pen, a, [b[0] + dx * 3, b[1] + dy * 3], colours.red, "#fffdf6", 8);
  pen.restore();
}

function arrowHead(pen: CanvasRenderingContext2D, from: Point, to: Point, ink: string, paper: string, size: number): void {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  pen.save();
  pen.translate(...to);
  pen.rotate(angle);
  pen.beginPath();
  pen.moveTo(size * 0.7, 0);
  pen.lineTo(-size, -size * 0.82);
  pen.lineTo(-size, size * 0.82);
  pen.closePath();
  pen.strokeStyle = paper;
  pen.lineWidth = 2.4;
  pen.stroke();
  pen.fillStyle = ink;
  pen.fill();
  pen.restore();
}

/** The cell of the keyboard. */
export function paintCursor(pen: CanvasRenderingContext2D, board: Board, cell: string, colours: Palette, scale: number): void {
  pen.beginPath();
  if (board.kind === "plane") pen.arc(...board.centre(cell), 10, 0, 7);
  else area(pen, board.outline(cell));
  for (const [colour, wide] of [[colours.halo, 5], [colours.focus, 3]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide / scale;
    pen.stroke();
  }
}

/** Cells to look at without any claim that they may be chosen. */
export function paintHint(pen: CanvasRenderingContext2D, board: Board, cells: ReadonlySet<string>, colour: string, scale: number): void {
  pen.strokeStyle = colour;
  pen.lineWidth = 1.8 / scale;
  pen.setLineDash([5 / scale, 4 / scale]);
  pen.beginPath();
  for (const cell of cells) area(pen, board.outline(cell));
  pen.stroke();
  pen.setLineDash([]);
}

function area(pen: CanvasRenderingContext2D | Path2D, outline: readonly Point[]): void {
  outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}

/** In the middle of a long shot; below the target of one at close quarters, so that it hides neither counter. */
export function besideShot(from: Point, to: Point, pitch: number): Point {
  return distance(from, to) > pitch * 1.9 ? between(from, to) : [to[0], to[1] + pitch * 0.56];
}
