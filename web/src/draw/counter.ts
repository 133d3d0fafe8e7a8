/** A counter of 46 by 46: band, symbol, values, steps. Painted once per face and size, then copied. */

import type { Badge, Face, SideLook } from "../model";
import { boxMark, net, position, seen } from "./marks";
import { NARROW, SANS } from "./palette";
import { hasSymbols, symbolMark, symbolPicture } from "./symbols";

export const COUNTER = 46;
const BAND = 11;

export interface CounterStyle {
  readonly look: SideLook;
  /** Pixels of the screen per unit. */
  readonly scale: number;
  readonly symbolOnly: boolean;
}

const kept = new Map<string, HTMLCanvasElement>();
const MOST = 900;

/** Room around the body for its outline. */
export const RIM = 2;

export function counterPicture(face: Face, style: CounterStyle): HTMLCanvasElement {
  const key = `${style.scale.toFixed(2)} ${style.symbolOnly} ${style.look.id} ${JSON.stringify({ ...face, badges: [] })}`;
  let picture = kept.get(key);
  if (picture) return picture;
  picture = document.createElement("canvas");
  picture.width = picture.height = Math.ceil((COUNTER + 2 * RIM) * style.scale);
  const pen = picture.getContext("2d")!;
  pen.scale(style.scale, style.scale);
  pen.translate(RIM, RIM);
  paintCounter(pen, face, style);
  if (hasSymbols()) kept.set(key, picture);
  if (kept.size > MOST) kept.delete(kept.keys().next().value!);
  return picture;
}

function paintCounter(pen: CanvasRenderingContext2D, face: Face, style: CounterStyle): void {
  const { look } = style;
  body(pen, face, look);
  if (style.symbolOnly) return symbols(pen, face, style);
  band(pen, face);
  symbols(pen, face, style);
  steps(pen, face, look);
  if (face.done) tick(pen, look);
  ammo(pen, face, look);
  if (face.command === undefined) values(pen, face, look);
  else headquarters(pen, face, look);
  facing(pen, face);
}

function body(pen: CanvasRenderingContext2D, face: Face, look: SideLook): void {
  pen.fillStyle = look.body;
  round(pen, 0, 0, COUNTER, COUNTER, 4);
  pen.fill();
  if (face.done) {
    // Done: the body loses colour.
    pen.fillStyle = look.dark ? "rgba(92,98,108,.72)" : "rgba(160,160,156,.6)";
    pen.fill();
  }
  pen.save();
  pen.clip();
  if (isReduced(face)) hatch(pen, look);
  pen.fillStyle = "rgba(255,255,255,.22)";
  pen.fillRect(0, 0, COUNTER, 0.9);
  pen.restore();
  pen.strokeStyle = "#15130f";
  pen.lineWidth = 1.1;
  round(pen, 0, 0, COUNTER, COUNTER, 4);
  pen.stroke();
}

function isReduced(face: Face): boolean {
  return face.steps !== undefined && face.ofSteps !== undefined && face.steps < face.ofSteps;
}

function hatch(pen: CanvasRenderingContext2D, look: SideLook): void {
  pen.strokeStyle = look.dark ? "rgba(255,255,255,.32)" : "rgba(20,24,20,.27)";
  pen.lineWidth = 1.5;
  pen.beginPath();
  for (let x = -COUNTER; x < COUNTER; x += 5.5) {
    pen.moveTo(x, COUNTER);
    pen.lineTo(x + COUNTER, 0);
  }
  pen.stroke();
}

function band(pen: CanvasRenderingContext2D, face: Face): void {
  pen.save();
  round(pen, 0, 0, COUNTER, COUNTER, 4);
  pen.clip();
  pen.fillStyle = face.band;
  pen.fillRect(0, 0, COUNTER, BAND);
  pen.fillStyle = face.independent ? "#fffdf6" : "rgba(0,0,0,.5)";
  pen.fillRect(0, BAND, COUNTER, face.independent ? 1.6 : 0.7);
  pen.restore();
  const ink = isPale(face.band) ? "#14120e" : "#ffffff";
  pen.fillStyle = ink;
  pen.textBaseline = "alphabetic";
  pen.font = `700 7.6px ${NARROW}`;
  pen.textAlign = "right";
  const room = COUNTER - 6;
  const company = fitted(pen, face.company, room * 0.5);
  pen.fillText(company, COUNTER - 2.6, 8.4);
  pen.textAlign = "left";
  pen.fillText(fitted(pen, face.code, room - pen.measureText(company).width - 2), 2.8, 8.4);
}

function fitted(pen: CanvasRenderingContext2D, text: string, room: number): string {
  if (pen.measureText(text).width <= room) return text;
  let cut = text;
  while (cut.length > 1 && pen.measureText(cut).width > room) cut = cut.slice(0, -1);
  return cut.trimEnd();
}

function symbol(pen: CanvasRenderingContext2D, face: Face, style: CounterStyle, x: number, y: number, wide: number, high: number): void {
  const ink = "#14120e";
  const fill = style.look.dark ? "#e9eef7" : "#f4f3ea";
  const picture = symbolPicture(face.symbol, Math.max(20, Math.round(wide * style.scale * 1.5)), fill, ink);
  if (face.command !== undefined && !style.symbolOnly) {
    pen.strokeStyle = style.look.ink;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x + 0.7, y + high - 1);
    pen.lineTo(x + 0.7, COUNTER - 3.4);
    pen.stroke();
  }
  pen.imageSmoothingQuality = "high";
  if (picture) pen.drawImage(picture, x, y, wide, high);
  mark(pen, face, x, y, wide, high, ink);
}

function mark(pen: CanvasRenderingContext2D, face: Face, x: number, y: number, wide: number, high: number, ink: string): void {
  const kind = symbolMark(face.symbol);
  const [cx, cy] = [x + wide / 2, y + high / 2];
  pen.strokeStyle = pen.fillStyle = ink;
  pen.lineWidth = 1.25;
  pen.beginPath();
  if (kind === "arrow") {
    pen.moveTo(cx, y + high - 3);
    pen.lineTo(cx, y + 3);
    pen.moveTo(cx - 2.6, y + 5.8);
    pen.lineTo(cx, y + 2.8);
    pen.lineTo(cx + 2.6, y + 5.8);
    pen.moveTo(cx - 2.6, y + high - 3);
    pen.lineTo(cx + 2.6, y + high - 3);
    pen.stroke();
  } else if (kind === "heavy") {
    pen.rect(x + 2.2, y + 2, 1.9, high - 4);
    pen.fill();
  } else if (kind === "light") {
    pen.moveTo(cx, cy - 2.2);
    pen.lineTo(cx, cy + 2.2);
    pen.stroke();
  } else if (kind === "wheels") {
    for (const off of [-5, 5]) {
      pen.moveTo(cx + off + 1.5, y + high - 2.6);
      pen.arc(cx + off, y + high - 2.6, 1.5, 0, 7);
    }
    pen.fill();
  } else if (kind) boxMark(pen, kind, cx, cy);
}

/** A carrier and what it carries: two boxes, the load on the right and a little lower. */
function symbols(pen: CanvasRenderingContext2D, face: Face, style: CounterStyle): void {
  if (face.load === undefined) {
    if (style.symbolOnly) symbol(pen, face, style, 5, 15, 36, 24);
    else symbol(pen, face, style, 10, 13, 26, 17);
    return;
  }
  const [left, top, wide] = style.symbolOnly ? [2, 7, 29] : [2.6, 12.4, 22];
  const high = (wide * 17) / 26;
  symbol(pen, face, style, left, top, wide, high);
  const [x, y] = style.symbolOnly ? [15, 23] : [22, 16.6];
  pen.fillStyle = style.look.body;
  pen.fillRect(x - 1, y - 1, wide + 2, high + 2);
  symbol(pen, { ...face, symbol: face.load }, style, x, y, wide, high);
}

/** Two steps are pips beside the symbol; more are a row of small ones, lost ones hollow. */
function steps(pen: CanvasRenderingContext2D, face: Face, look: SideLook): void {
  if (face.steps === undefined || face.ofSteps === undefined || (face.command !== undefined && face.ofSteps === 2)) return;
  const gap = face.ofSteps > 2 ? Math.min(4.4, 17.5 / face.ofSteps) : 7.2;
  const high = face.ofSteps > 2 ? gap - 1.1 : 5.6;
  for (let n = 0; n < face.ofSteps; n++) {
    pen.strokeStyle = look.ink;
    pen.lineWidth = face.ofSteps > 2 ? 0.7 : 0.9;
    round(pen, 3, (face.ofSteps > 2 ? 13 : 15) + n * gap, 4, high, 1);
    pen.fillStyle = look.ink;
    if (n < face.steps) pen.fill();
    pen.stroke();
  }
}

/** Rounds left: a small cartridge and the number, at the right of the symbol. */
function ammo(pen: CanvasRenderingContext2D, face: Face, look: SideLook): void {
  if (face.ammo === undefined) return;
  pen.fillStyle = look.ink;
  pen.beginPath();
  pen.moveTo(39.5, 13.4);
  pen.quadraticCurveTo(41.6, 14.6, 41.4, 16.6);
  pen.lineTo(41.4, 20);
  pen.lineTo(37.6, 20);
  pen.lineTo(37.6, 16.6);
  pen.quadraticCurveTo(37.4, 14.6, 39.5, 13.4);
  pen.fill();
  pen.font = `700 7.4px ${NARROW}`;
  pen.textAlign = "center";
  pen.textBaseline = "alphabetic";
  pen.fillText(face.ammo, 39.6, 28.4);
}

/** A wedge inside the rim, pointing at the side it faces. */
function facing(pen: CanvasRenderingContext2D, face: Face): void {
  if (face.facing === undefined) return;
  const turn = (face.facing * Math.PI) / 3;
  const rim = COUNTER / 2 / Math.max(Math.abs(Math.cos(turn)), Math.abs(Math.sin(turn)));
  pen.save();
  pen.translate(COUNTER / 2, COUNTER / 2);
  pen.rotate(turn);
  pen.beginPath();
  pen.moveTo(0, -rim + 0.4);
  pen.lineTo(3.6, -rim + 9);
  pen.lineTo(-3.6, -rim + 9);
  pen.closePath();
  pen.fillStyle = "#c02a12";
  pen.fill();
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 1;
  pen.stroke();
  pen.restore();
}

function tick(pen: CanvasRenderingContext2D, look: SideLook): void {
  pen.strokeStyle = look.ink;
  pen.lineWidth = 2;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  pen.beginPath();
  pen.moveTo(38, 21.6);
  pen.lineTo(40, 24.4);
  pen.lineTo(43.4, 17.4);
  pen.stroke();
}

function values(pen: CanvasRenderingContext2D, face: Face, look: SideLook): void {
  const attack = face.attack ?? "";
  // A wide number takes a smaller type and moves the box aside.
  const isWide = attack.length > 1;
  pen.fillStyle = look.ink;
  pen.textBaseline = "alphabetic";
  pen.font = `700 ${isWide ? 12 : 14}px ${isWide ? NARROW : SANS}`;
  pen.textAlign = "left";
  pen.fillText(attack, 2.8, 43);
  if (face.range) {
    const after = pen.measureText(attack).width + (isWide ? 2.6 : 3);
    pen.font = `700 ${isWide ? 7.4 : 8.4}px ${SANS}`;
    pen.fillText(face.range, after, isWide ? 36.6 : 38);
  }
  if (face.defence !== undefined) {
    const left = isWide ? 21.6 : 19;
    pen.strokeStyle = look.ink;
    pen.lineWidth = 1;
    round(pen, left, 32.6, 10.6, 11, 1.8);
    pen.fillStyle = look.dark ? "rgba(8,20,44,.55)" : "rgba(255,255,255,.78)";
    pen.fill();
    pen.stroke();
    pen.fillStyle = look.ink;
    pen.font = `700 10px ${SANS}`;
    pen.textAlign = "center";
    pen.fillText(face.defence, left + 5.3, 41.8);
  }
  pen.font = `700 14px ${SANS}`;
  pen.textAlign = "right";
  pen.fillText(face.movement ?? "", 43, 43);
}

function headquarters(pen: CanvasRenderingContext2D, face: Face, look: SideLook): void {
  pen.fillStyle = look.ink;
  pen.textBaseline = "alphabetic";
  pen.font = `700 10.5px ${NARROW}`;
  pen.textAlign = "left";
  pen.fillText("HQ", 14, 42.4);
  pen.font = `700 14px ${SANS}`;
  pen.textAlign = "right";
  pen.fillText(face.command ?? "", 43, 43);
}

// -- badges ------------------------------------------------------------------------------------------

/** States are letter, form and colour; drawn around a point. */
export function paintBadge(pen: CanvasRenderingContext2D, badge: Badge, x: number, y: number): void {
  pen.save();
  pen.translate(x, y);
  pen.lineWidth = 1.2;
  pen.strokeStyle = "#fffdf6";
  const ink = FORMS[badge.kind](pen);
  pen.fillStyle = ink;
  pen.font = `800 7.6px ${SANS}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(badge.letter, 0, badge.kind === "exhausted" ? 1.5 : 0.5);
  pen.restore();
}

const FORMS: Record<Badge["kind"], (pen: CanvasRenderingContext2D) => string> = {
  neutralised: (pen) => filled(pen, 8, 6.6, Math.PI / 8, "#c02a12", "#ffffff"),
  exhausted: (pen) => filled(pen, 3, 8.6, -Math.PI / 2, "#5b3f96", "#ffffff"),
  demoralised: (pen) => filled(pen, 4, 7.6, 0, "#6d1230", "#ffffff"),
  "pin-red": (pen) => filled(pen, 8, 7.2, Math.PI / 8, "#c8201a", "#ffffff"),
  "pin-grey": (pen) => filled(pen, 8, 7.2, Math.PI / 8, "#7d7f82", "#ffffff"),
  "pin-black": (pen) => filled(pen, 8, 7.2, Math.PI / 8, "#0d0c0b", "#ffffff"),
  position,
  net,
  seen,
  used: (pen) => {
    pen.fillStyle = "#15130f";
    pen.fillRect(-5.6, -5.6, 11.2, 11.2);
    pen.strokeRect(-5.6, -5.6, 11.2, 11.2);
    return "#ffffff";
  },
  "out-of-command": (pen) => {
    pen.fillStyle = "#fffdf6";
    pen.beginPath();
    pen.arc(0, 0, 6.4, 0, 7);
    pen.fill();
    pen.strokeStyle = "#15130f";
    pen.setLineDash([2.2, 1.6]);
    pen.stroke();
    pen.setLineDash([]);
    return "#15130f";
  },
};

function filled(pen: CanvasRenderingContext2D, corners: number, reach: number, turn: number, colour: string, ink: string): string {
  pen.beginPath();
  for (let n = 0; n < corners; n++) {
    const angle = turn + (n * 2 * Math.PI) / corners;
    pen.lineTo(Math.cos(angle) * reach, Math.sin(angle) * reach);
  }
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.stroke();
  return ink;
}

export function round(pen: CanvasRenderingContext2D, x: number, y: number, wide: number, high: number, radius: number): void {
  pen.beginPath();
  pen.roundRect(x, y, wide, high, radius);
}

/** Whether dark ink reads better on a colour. */
export function isPale(colour: string): boolean {
  const [r, g, b] = [1, 3, 5].map((n) => parseInt(colour.slice(n, n + 2), 16) / 255);
  const linear = (c: number): number => (c <= 0.04 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r ?? 0) + 0.7152 * linear(g ?? 0) + 0.0722 * linear(b ?? 0) > 0.2;
}
