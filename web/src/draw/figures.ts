/** Pieces on an open table: figures as discs of their true base, vehicles as outlines with a turret. */

import type { Point } from "../boards/geometry";
import { toSheet } from "../boards/plane";
import type { Piece, SideLook, Stand } from "../model";
import { type Palette, SANS } from "./palette";

type Pen = CanvasRenderingContext2D;

/** A base of 25 mm, as most figures of this size have. */
const USUAL: Stand = { kind: "round", across: 250 };
/** Nothing is drawn smaller than this, or it could not be read. */
const LEAST = 7.6;

export function paintFigure(pen: Pen, piece: Piece, at: Point, look: SideLook): void {
  const stand = piece.stand ?? USUAL;
  if (stand.kind === "outline") return paintVehicle(pen, stand, at, look);
  const radius = Math.max(LEAST, toSheet(stand.across) / 2);
  for (const [dx, dy, r, colour] of [[1.5, 2, radius + 1.4, "rgba(20,14,6,.4)"], [0, 0, radius + 1.4, look.dark ? "#fffdf6" : "#15130f"], [0, 0, radius, look.body]] as const) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(at[0] + dx, at[1] + dy, r, 0, 7);
    pen.fill();
  }
  pen.fillStyle = look.ink;
  pen.font = `700 ${Math.max(8, radius * 1.15)}px ${SANS}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText((piece.face.company || piece.face.code).charAt(0).toUpperCase(), at[0], at[1] + 0.5);
}

/** Corners of a vehicle on the sheet; `facing` in tenths of a degree, 0 is up, clockwise. */
export function vehicleOutline({ long, wide, facing }: Extract<Stand, { kind: "outline" }>, [x, y]: Point): Point[] {
  const angle = (facing / 1800) * Math.PI;
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const [l, w] = [toSheet(long) / 2, toSheet(wide) / 2];
  return [[-w, -l], [w, -l], [w, l], [-w, l]].map(([u, v]): Point => [x + u! * c - v! * s, y + u! * s + v! * c]);
}

function paintVehicle(pen: Pen, stand: Extract<Stand, { kind: "outline" }>, at: Point, look: SideLook): void {
  const outline = vehicleOutline(stand, at);
  const trace = (by: number): void => {
    pen.beginPath();
    outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x + by, y + by * 1.3) : pen.lineTo(x + by, y + by * 1.3)));
    pen.closePath();
  };
  pen.fillStyle = "rgba(20,14,6,.4)";
  trace(2.4);
  pen.fill();
  trace(0);
  pen.fillStyle = look.body;
  pen.fill();
  pen.strokeStyle = look.dark ? "#fffdf6" : "#15130f";
  pen.lineWidth = 1.4;
  pen.stroke();
  const [l, w] = [toSheet(stand.long), toSheet(stand.wide)];
  pen.save();
  pen.translate(...at);
  pen.rotate((stand.facing / 1800) * Math.PI);
  // Tracks on both sides, so that front and side can be told apart.
  pen.fillStyle = "rgba(0,0,0,.28)";
  pen.fillRect(-w / 2, -l / 2, w * 0.2, l);
  pen.fillRect(w * 0.3, -l / 2, w * 0.2, l);
  pen.rotate((((stand.turret ?? stand.facing) - stand.facing) / 1800) * Math.PI);
  pen.fillStyle = look.body;
  pen.beginPath();
  pen.ellipse(0, 0, w * 0.3, w * 0.36, 0, 0, 7);
  pen.fill();
  pen.stroke();
  pen.lineWidth = 2.4;
  pen.beginPath();
  pen.moveTo(0, -w * 0.3);
  pen.lineTo(0, -l * 0.72);
  pen.stroke();
  pen.restore();
}

/** Someone may be here: a dashed token with a question mark, of nobody's colour. */
export function paintSuspect(pen: Pen, [x, y]: Point, half: number, colours: Palette): void {
  pen.save();
  pen.beginPath();
  pen.roundRect(x - half * 0.82, y - half * 0.82, half * 1.64, half * 1.64, 6);
  pen.fillStyle = colours.dark ? "rgba(19,21,22,.86)" : "rgba(251,248,241,.86)";
  pen.fill();
  pen.setLineDash([4, 3]);
  pen.strokeStyle = colours.dark ? "#ff8e73" : "#b3351f";
  pen.lineWidth = 1.8;
  pen.stroke();
  pen.fillStyle = pen.strokeStyle;
  pen.font = `700 ${half * 0.9}px ${SANS}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText("?", x, y + 1);
  pen.restore();
}
