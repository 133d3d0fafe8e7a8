/** Works, mines and other things that lie in a cell without being units. */

import type { Board } from "../boards/board";
import type { SideLook, Token } from "../model";

export function paintToken(pen: CanvasRenderingContext2D, token: Token, board: Board, look: SideLook): void {
  if (!board.has(token.at)) return;
  const [x, y] = board.centre(token.at);
  pen.save();
  pen.translate(x, y);
  if (token.kind === "works") works(pen, look, board.pitch);
  else if (token.kind === "mines") mines(pen, look, board.pitch);
  else other(pen, look);
  pen.restore();
}

/** A toothed rampart around the place, in the owner's colour. */
function works(pen: CanvasRenderingContext2D, look: SideLook, pitch: number): void {
  const reach = pitch * 0.41;
  pen.beginPath();
  const teeth = 28;
  for (let n = 0; n <= teeth; n++) {
    const angle = -Math.PI * 0.93 + (n / teeth) * Math.PI * 0.86 + Math.PI;
    const r = n % 2 === 0 ? reach : reach + 4.2;
    pen.lineTo(Math.cos(angle) * r * 1.06, Math.sin(angle) * r);
  }
  pen.lineJoin = "miter";
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 4.2;
  pen.stroke();
  pen.strokeStyle = look.panel[0];
  pen.lineWidth = 2;
  pen.stroke();
}

function mines(pen: CanvasRenderingContext2D, look: SideLook, pitch: number): void {
  for (const [dx, dy] of [[-0.36, -0.24], [0.36, -0.24], [-0.3, 0.3], [0.3, 0.3]] as const) { // prettier-ignore
    pen.beginPath();
    pen.arc(dx * pitch, dy * pitch, 4, 0, 7);
    pen.fillStyle = look.panel[0];
    pen.fill();
    pen.strokeStyle = "#fffdf6";
    pen.lineWidth = 1.2;
    pen.stroke();
    pen.beginPath();
    pen.moveTo(dx * pitch - 2.2, dy * pitch);
    pen.lineTo(dx * pitch + 2.2, dy * pitch);
    pen.moveTo(dx * pitch, dy * pitch - 2.2);
    pen.lineTo(dx * pitch, dy * pitch + 2.2);
    pen.stroke();
  }
}

function other(pen: CanvasRenderingContext2D, look: SideLook): void {
  pen.beginPath();
  pen.arc(0, 24, 5, 0, 7);
  pen.fillStyle = look.panel[0];
  pen.fill();
}
