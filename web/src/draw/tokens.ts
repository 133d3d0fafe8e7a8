/** Works, mines and other things that lie in a cell without being units. */

import type { Board } from "../boards/board";
import type { SideLook, Token } from "../model";
import { FIELDWORKS } from "./fieldworks";

type Painter = (pen: CanvasRenderingContext2D, token: Token, look: SideLook, pitch: number) => void;

const PAINTERS: Record<Token["kind"], Painter> = {
  works: (pen, token, look, pitch) => works(pen, look, pitch, token.letter),
  mines: (pen, token, look, pitch) => mines(pen, look, pitch, token.letter),
  trench: (pen, token, _, pitch) => trench(pen, token, pitch),
  bunker: (pen, token, _, pitch) => bunker(pen, token, pitch),
  wire: (pen, _, __, pitch) => wire(pen, pitch),
  teeth: (pen, _, __, pitch) => teeth(pen, pitch),
  smoke: (pen, _, __, pitch) => smoke(pen, pitch),
  bridge: (pen, token, _, pitch) => bridge(pen, pitch, token.letter === "P"),
  ruin: (pen, _, __, pitch) => ruin(pen, pitch),
  path: (pen, _, __, pitch) => path(pen, pitch),
  cargo: (pen, token, look) => cargo(pen, token, look),
  other: (pen, _, look) => other(pen, look),
  ...FIELDWORKS,
};

/** Painted around its place; what lies on a side of a cell is turned along it. */
export function paintToken(pen: CanvasRenderingContext2D, token: Token, board: Board, look: SideLook): void {
  const [a, b] = token.at.split("|");
  const at = board.locate(token.at);
  if (!at) return;
  pen.save();
  pen.translate(...at);
  if (a !== undefined && b !== undefined) {
    const [from, to] = [board.centre(a), board.centre(b)];
    pen.rotate(Math.atan2(to[1] - from[1], to[0] - from[0]) + Math.PI / 2);
  } else if (token.facing !== undefined) pen.rotate((token.facing * Math.PI) / 3);
  PAINTERS[token.kind](pen, token, look, board.pitch);
  pen.restore();
}

/** A zigzag along the northern side of its cell (turned by then), earth thrown up before it. */
function trench(pen: CanvasRenderingContext2D, _: Token, pitch: number): void {
  const y = -pitch * 0.4;
  for (const [colour, wide] of [["#fffdf6", 6], ["#5a3d1e", 3.4]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = wide;
    pen.lineJoin = "miter";
    pen.beginPath();
    for (let n = -3; n <= 3; n++) pen.lineTo(n * pitch * 0.075, y + (n % 2 === 0 ? 2.6 : -2.6));
    pen.stroke();
  }
}

/** A low block with its slit toward the side it faces. */
function bunker(pen: CanvasRenderingContext2D, _: Token, pitch: number): void {
  const half = pitch * 0.43;
  pen.beginPath();
  pen.moveTo(-half * 0.7, -half * 0.7);
  pen.lineTo(half * 0.7, -half * 0.7);
  pen.lineTo(half * 0.92, half * 0.5);
  pen.lineTo(-half * 0.92, half * 0.5);
  pen.closePath();
  pen.fillStyle = "rgba(116,112,104,.85)";
  pen.fill();
  pen.strokeStyle = "#2b2622";
  pen.lineWidth = 1.8;
  pen.stroke();
  pen.strokeStyle = "#15130f";
  pen.lineWidth = 4;
  pen.beginPath();
  pen.moveTo(-half * 0.42, -half * 0.7);
  pen.lineTo(half * 0.42, -half * 0.7);
  pen.stroke();
}

/** Coils along the side. */
function wire(pen: CanvasRenderingContext2D, pitch: number): void {
  const half = pitch * 0.27;
  for (const [colour, width] of [["#fffdf6", 3.4], ["#3a3f44", 1.5]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (let x = -half; x <= half + 0.1; x += half / 3) {
      pen.beginPath();
      pen.arc(x, 0, 3.6, 0, 7);
      pen.stroke();
    }
  }
}

/** A row of blocks along the side. */
function teeth(pen: CanvasRenderingContext2D, pitch: number): void {
  const half = pitch * 0.27;
  pen.fillStyle = "#6d6a63";
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 1;
  for (let x = -half; x <= half + 0.1; x += half / 2.5) {
    pen.beginPath();
    pen.moveTo(x - 3.2, 3.4);
    pen.lineTo(x, -4.4);
    pen.lineTo(x + 3.2, 3.4);
    pen.closePath();
    pen.fill();
    pen.stroke();
  }
}

/** Soft white discs over the whole cell. */
function smoke(pen: CanvasRenderingContext2D, pitch: number): void {
  for (const [dx, dy, r] of [[0, 0, 0.4], [-0.24, -0.12, 0.27], [0.24, -0.1, 0.28], [-0.16, 0.22, 0.26], [0.2, 0.2, 0.27], [0, -0.26, 0.24]] as const) { // prettier-ignore
    const fog = pen.createRadialGradient(dx * pitch, dy * pitch, 0, dx * pitch, dy * pitch, r * pitch);
    fog.addColorStop(0, "rgba(246,246,242,.86)");
    fog.addColorStop(0.65, "rgba(232,232,228,.6)");
    fog.addColorStop(1, "rgba(232,232,228,0)");
    pen.fillStyle = fog;
    pen.beginPath();
    pen.arc(dx * pitch, dy * pitch, r * pitch, 0, 7);
    pen.fill();
  }
  pen.setLineDash([2, 4]);
  pen.strokeStyle = "rgba(70,70,66,.7)";
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.arc(0, 0, pitch * 0.44, 0, 7);
  pen.stroke();
  pen.setLineDash([]);
}

/** Planks with rails; a pontoon lies on boats. */
function bridge(pen: CanvasRenderingContext2D, pitch: number, isPontoon: boolean): void {
  const [long, wide] = [pitch * 0.46, pitch * 0.13];
  if (isPontoon) {
    pen.fillStyle = "#5b6b74";
    for (const x of [-0.28, 0, 0.28]) {
      pen.beginPath();
      pen.ellipse(x * pitch, 0, 5, wide * 1.9, 0, 0, 7);
      pen.fill();
    }
  }
  pen.fillStyle = "#c9a877";
  pen.fillRect(-long, -wide, long * 2, wide * 2);
  pen.strokeStyle = "#4a3520";
  pen.lineWidth = 0.8;
  pen.beginPath();
  for (let x = -long; x <= long; x += 5) {
    pen.moveTo(x, -wide);
    pen.lineTo(x, wide);
  }
  pen.stroke();
  pen.lineWidth = 2.2;
  pen.beginPath();
  for (const y of [-wide, wide]) {
    pen.moveTo(-long, y);
    pen.lineTo(long, y);
  }
  pen.stroke();
}

function ruin(pen: CanvasRenderingContext2D, pitch: number): void {
  pen.save();
  pen.globalAlpha = 0.65;
  bridge(pen, pitch * 0.8, false);
  pen.restore();
  pen.strokeStyle = "#c02a12";
  pen.lineWidth = 4;
  pen.beginPath();
  for (const side of [-1, 1]) {
    pen.moveTo(-11, -11 * side);
    pen.lineTo(11, 11 * side);
  }
  pen.stroke();
}

/** A cleared way through. */
function path(pen: CanvasRenderingContext2D, pitch: number): void {
  pen.strokeStyle = "#d9c393";
  pen.lineWidth = 5;
  pen.setLineDash([7, 5]);
  pen.beginPath();
  pen.moveTo(-pitch * 0.42, pitch * 0.1);
  pen.quadraticCurveTo(0, -pitch * 0.1, pitch * 0.42, pitch * 0.08);
  pen.stroke();
  pen.setLineDash([]);
}

function cargo(pen: CanvasRenderingContext2D, token: Token, look: SideLook): void {
  pen.fillStyle = "#8a6a3c";
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.roundRect(-9, 12, 18, 14, 2);
  pen.fill();
  pen.stroke();
  letter(pen, token.letter ?? "", 0, 19.5, look.dark ? "#ffffff" : "#ffffff");
}

function letter(pen: CanvasRenderingContext2D, text: string, x: number, y: number, ink: string): void {
  pen.fillStyle = ink;
  pen.font = "800 9px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(text, x, y);
}

/** A toothed rampart around the place, in the owner's colour. */
function works(pen: CanvasRenderingContext2D, look: SideLook, pitch: number, begun = ""): void {
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
  if (begun) pen.setLineDash([4, 4]);
  pen.stroke();
  pen.setLineDash([]);
}

function mines(pen: CanvasRenderingContext2D, look: SideLook, pitch: number, kind = ""): void {
  if (kind) {
    // The kind is written on a small board at the lower rim.
    pen.fillStyle = "#fffdf6";
    pen.strokeStyle = "#c02a12";
    pen.lineWidth = 1.4;
    pen.beginPath();
    pen.moveTo(0, pitch * 0.28);
    pen.lineTo(8.5, pitch * 0.28 + 13);
    pen.lineTo(-8.5, pitch * 0.28 + 13);
    pen.closePath();
    pen.fill();
    pen.stroke();
    letter(pen, kind, 0, pitch * 0.28 + 8.5, "#8c1505");
  }
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
