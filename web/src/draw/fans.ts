/** What a unit covers or aims at by a written order: the fan before it, cross hairs. */

import type { Board } from "../boards/board";
import type { Point } from "../boards/geometry";
import type { Fan } from "../scene";
import type { Palette } from "./palette";

/** A direction of the sheet: a sixth of a turn from the north. */
export function towards(facing: number): Point {
  const angle = (facing * Math.PI) / 3;
  return [Math.sin(angle), -Math.cos(angle)];
}

/** The cells of a fan: the cell ahead, and from there on everything between the two directions beside it. */
export function fanCells(board: Board, { at, facing, distance }: Fan): string[] {
  if (!board.has(at)) return [];
  const from = board.centre(at);
  const [ahead, left, right] = [towards(facing), towards(facing - 1), towards(facing + 1)];
  const start: Point = [from[0] + ahead[0] * board.pitch, from[1] + ahead[1] * board.pitch];
  const turn = cross(left, right);
  return board.labels.filter((label) => {
    const [x, y] = board.centre(label);
    const beyond: Point = [x - start[0], y - start[1]];
    const isBetween = cross(beyond, right) * turn >= -1 && cross(left, beyond) * turn >= -1;
    return isBetween && stepsBetween(board, from, [x, y]) <= distance;
  });
}

function cross(a: Point, b: Point): number {
  return a[0] * b[1] - a[1] * b[0];
}

/** Steps from cell to cell, from how far they lie apart along the three axes of the grid. */
function stepsBetween(board: Board, a: Point, b: Point): number {
  const apart: Point = [b[0] - a[0], b[1] - a[1]];
  const along = [0, 1, 2].map((n) => Math.abs(cross(apart, towards(n)))).map((reach) => reach / (board.pitch * Math.sin(Math.PI / 3)));
  return Math.round(Math.max(...along));
}

export function paintCovered(pen: CanvasRenderingContext2D, board: Board, fans: readonly Fan[], colours: Palette): void {
  for (const fan of fans) {
    const colour = fan.kind === "fire" ? colours.red : colours.ink;
    pen.save();
    pen.fillStyle = colour;
    pen.globalAlpha = colours.dark ? 0.2 : 0.13;
    pen.beginPath();
    for (const cell of fanCells(board, fan)) {
      board.outline(cell).forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
      pen.closePath();
    }
    pen.fill();
    pen.globalAlpha = 1;
    edges(pen, board, fan, colour);
    pen.restore();
  }
}

/** The two edges of the fan as dashed lines, and a short stroke where the unit looks. */
function edges(pen: CanvasRenderingContext2D, board: Board, { at, facing, distance }: Fan, colour: string): void {
  if (!board.has(at)) return;
  const [x, y] = board.centre(at);
  const ahead = towards(facing);
  const start: Point = [x + ahead[0] * board.pitch * 0.5, y + ahead[1] * board.pitch * 0.5];
  pen.strokeStyle = colour;
  pen.lineWidth = 2.2;
  pen.lineCap = "round";
  pen.setLineDash([6, 5]);
  pen.beginPath();
  for (const side of [-1, 1]) {
    const [dx, dy] = towards(facing + side);
    const reach = Math.max(0.5, distance - 0.5) * board.pitch;
    pen.moveTo(...start);
    pen.lineTo(start[0] + dx * reach, start[1] + dy * reach);
  }
  pen.stroke();
  pen.setLineDash([]);
  pen.lineWidth = 4;
  pen.beginPath();
  const [sx, sy] = [-ahead[1] * board.pitch * 0.22, ahead[0] * board.pitch * 0.22];
  pen.moveTo(start[0] - sx, start[1] - sy);
  pen.lineTo(start[0] + sx, start[1] + sy);
  pen.stroke();
}

/** Cross hairs over what is fired at. */
export function paintAim(pen: CanvasRenderingContext2D, [x, y]: Point, colours: Palette): void {
  pen.setLineDash([]);
  for (const [colour, wide] of [["#fffdf6", 5.4], [colours.red, 2.8]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.beginPath();
    pen.arc(x, y, 15, 0, 7);
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as const) {
      pen.moveTo(x + dx * 9, y + dy * 9);
      pen.lineTo(x + dx * 21, y + dy * 21);
    }
    pen.stroke();
  }
}
