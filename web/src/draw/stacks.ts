/** What stands for a whole stack: how many counters lie in it, and where it stands when they are not drawn. */

import type { Point } from "../boards/geometry";
import type { SideLook } from "../model";
import { type Palette, SANS } from "./palette";

const EDGE = "#15130f";

/** How things look that belong to neither side. */
export const NOBODY: SideLook = {
  id: "", letter: "", name: { de: "", en: "" }, body: "#cfc8b8", ink: "#262119", panel: ["#6b6253", "#a59d8d"],
  dark: false,
}; // prettier-ignore

/** The number of counters, at the lower right corner of the top one. */
export function paintCount(pen: CanvasRenderingContext2D, count: number, [x, y]: Point): void {
  pen.beginPath();
  pen.arc(x, y, 6.6, 0, 7);
  pen.fillStyle = EDGE;
  pen.fill();
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 1.2;
  pen.stroke();
  pen.fillStyle = "#ffffff";
  pen.font = `700 8.6px ${SANS}`;
  [pen.textAlign, pen.textBaseline] = ["center", "middle"];
  pen.fillText(String(count), x, y + 0.5);
}

/** Counters lifted: a small mark tells where each stack stands. */
export function paintLifted(pen: CanvasRenderingContext2D, [x, y]: Point, look: SideLook): void {
  pen.globalAlpha = 0.85;
  pen.beginPath();
  if (look.dark) pen.rect(x - 5, y - 5, 10, 10);
  else pen.arc(x, y, 5.6, 0, 7);
  pen.fillStyle = look.body;
  pen.fill();
  pen.strokeStyle = EDGE;
  pen.lineWidth = 1.2;
  pen.stroke();
  pen.globalAlpha = 1;
}

/** From afar a stack is a square or a disc in its side's colour, with an edge of so many units. */
export function paintSpeck(pen: CanvasRenderingContext2D, [x, y]: Point, half: number, look: SideLook, edge: number): void {
  pen.fillStyle = look.body;
  pen.strokeStyle = EDGE;
  pen.lineWidth = edge;
  pen.beginPath();
  pen.roundRect(x - half, y - half, half * 2, half * 2, look.dark ? 2 : 9);
  pen.fill();
  pen.stroke();
}

/** Last seen here: the counter is veiled and has a dashed rim. */
export function paintVeil(pen: CanvasRenderingContext2D, [x, y]: Point, half: number, colours: Palette): void {
  pen.beginPath();
  pen.roundRect(x - half, y - half, half * 2, half * 2, 4);
  pen.fillStyle = colours.dark ? "rgba(28,31,32,.6)" : "rgba(251,248,241,.6)";
  pen.fill();
  pen.setLineDash([4, 3]);
  pen.strokeStyle = colours.ink;
  pen.lineWidth = 1.4;
  pen.stroke();
  pen.setLineDash([]);
}
