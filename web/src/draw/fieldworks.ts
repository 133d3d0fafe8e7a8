/** Obstacles, craters, charges, wrecks and noises: small pictures along the rim of a cell, so that counters leave them free. */

import type { SideLook, Token } from "../model";

type Pen = CanvasRenderingContext2D;
export type Fieldwork = "goal" | "coils" | "blocks" | "hedgehogs" | "crater" | "ditch" | "logs" | "flames" | "barrage" | "charge" | "wreck" | "noise" | "closed" | "splinters";

const PAPER = "#fffdf6";

export const FIELDWORKS: Readonly<Record<Fieldwork, (pen: Pen, token: Token, look: SideLook, pitch: number) => void>> = {
  goal: (pen, token, look, pitch) => goal(pen, token, look, pitch),
  coils: (pen, token, _, pitch) => row(pen, token, pitch, coil),
  blocks: (pen, token, _, pitch) => row(pen, token, pitch, block),
  hedgehogs: (pen, token, _, pitch) => row(pen, token, pitch, hedgehog),
  crater: (pen, _, __, pitch) => crater(pen, pitch),
  ditch: (pen, _, __, pitch) => ditch(pen, pitch),
  logs: (pen, _, __, pitch) => logs(pen, pitch),
  flames: (pen, _, __, pitch) => flames(pen, pitch),
  barrage: (pen, _, look, pitch) => barrage(pen, look, pitch),
  charge: (pen, _, look, pitch) => charge(pen, look, pitch),
  wreck: (pen, _, look, pitch) => wreck(pen, look, pitch),
  noise: (pen, _, __, pitch) => noise(pen, pitch),
  closed: (pen, _, __, pitch) => closed(pen, pitch),
  splinters: (pen, _, __, pitch) => splinters(pen, pitch),
};

/** The rim of what a mission is about, along the sides that lead out of it. */
function goal(pen: Pen, token: Token, look: SideLook, pitch: number): void {
  const half = pitch * 0.485;
  const colour = look.id ? look.panel[0] : "#7a4d00";
  for (const wind of token.letter ?? "") {
    pen.save();
    pen.rotate(("NESW".indexOf(wind) * Math.PI) / 2);
    for (const [ink, wide] of [["rgba(255,253,246,.75)", 4.6], [colour, 2.6]] as const) {
      pen.strokeStyle = ink;
      pen.lineWidth = wide;
      pen.setLineDash([9, 3.5]);
      pen.beginPath();
      pen.moveTo(-half, -half);
      pen.lineTo(half, -half);
      pen.stroke();
    }
    pen.restore();
  }
}

/** Signs along the southern rim of the cell; what is secret lies on a dashed line. */
function row(pen: Pen, token: Token, pitch: number, sign: (pen: Pen, x: number, y: number) => void): void {
  const y = pitch * 0.42;
  for (let n = -3; n <= 3; n++) sign(pen, (n * pitch) / 7.6, y);
  if (!token.secret) return;
  pen.setLineDash([3, 2.4]);
  pen.strokeStyle = "#8c1505";
  pen.lineWidth = 1.2;
  pen.strokeRect(-pitch * 0.46, y - 6, pitch * 0.92, 10.5);
  pen.setLineDash([]);
}

function coil(pen: Pen, x: number, y: number): void {
  for (const [colour, width] of [[PAPER, 3.2], ["#33383d", 1.4]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.arc(x, y, 3.8, 0, 7);
    pen.stroke();
  }
}

function block(pen: Pen, x: number, y: number): void {
  pen.fillStyle = "#6d6a63";
  pen.strokeStyle = PAPER;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(x - 3, y + 3);
  pen.lineTo(x, y - 4);
  pen.lineTo(x + 3, y + 3);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

function hedgehog(pen: Pen, x: number, y: number): void {
  for (const [colour, width] of [[PAPER, 3.2], ["#3a2f28", 1.6]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const angle of [0.5, 1.57, 2.64]) {
      pen.moveTo(x - Math.cos(angle) * 4, y - Math.sin(angle) * 4);
      pen.lineTo(x + Math.cos(angle) * 4, y + Math.sin(angle) * 4);
    }
    pen.stroke();
  }
}

interface Hole {
  flat: number;
  turn: number;
  earth: string;
  rim: string;
  wide: number;
}

/** Holes in the ground: where each is, and how large, in parts of the pitch. */
function holes(pen: Pen, pitch: number, all: readonly (readonly [number, number, number])[], look: Hole): void {
  for (const [dx, dy, r] of all) {
    pen.beginPath();
    pen.ellipse(dx * pitch, dy * pitch, r * pitch, r * pitch * look.flat, look.turn, 0, 7);
    pen.fillStyle = look.earth;
    pen.fill();
    pen.strokeStyle = look.rim;
    pen.lineWidth = look.wide;
    pen.stroke();
  }
}

function crater(pen: Pen, pitch: number): void {
  const look = { flat: 0.75, turn: 0, earth: "#4a3a28", rim: "#c2a67c", wide: 1.6 };
  holes(pen, pitch, [[-0.34, 0.34, 0.1], [0.3, 0.38, 0.08], [-0.02, 0.41, 0.06]], look); // prettier-ignore
}

/** A runway out of use: holes in it, and the cross that pilots know. */
function closed(pen: Pen, pitch: number): void {
  const look = { flat: 0.8, turn: 0.3, earth: "#3d2f1f", rim: "#b4976b", wide: 2 };
  holes(pen, pitch, [[-0.34, -0.1, 0.1], [0.33, 0.13, 0.12], [0.05, -0.16, 0.07], [-0.1, 0.16, 0.06]], look); // prettier-ignore
  cross(pen, 0, 0, pitch * 0.2);
}

/** A corduroy road that is broken: a hole, and its logs all over the place. */
function splinters(pen: Pen, pitch: number): void {
  pen.beginPath();
  pen.ellipse(0, 0, pitch * 0.2, pitch * 0.15, 0.3, 0, 7);
  pen.fillStyle = "#2f2a20";
  pen.fill();
  pen.lineCap = "round";
  for (const [colour, width] of [["#20160b", 4], ["#b58a52", 2.4]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (const [x, y, angle] of [[-0.2, -0.08, 0.6], [0.17, -0.14, 2.2], [0.22, 0.1, 0.2], [-0.12, 0.16, 2.8], [0.02, -0.22, 1.3]] as const) { // prettier-ignore
      const [c, s] = [Math.cos(angle) * 5.5, Math.sin(angle) * 5.5];
      pen.beginPath();
      pen.moveTo(x * pitch - c, y * pitch - s);
      pen.lineTo(x * pitch + c, y * pitch + s);
      pen.stroke();
    }
  }
  pen.lineCap = "butt";
  cross(pen, pitch * 0.38, -pitch * 0.38, pitch * 0.07);
}

function cross(pen: Pen, x: number, y: number, reach: number): void {
  for (const [colour, width] of [[PAPER, 5], ["#a3160a", 3]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const lean of [1, -1]) {
      pen.moveTo(x - reach, y - reach * lean);
      pen.lineTo(x + reach, y + reach * lean);
    }
    pen.stroke();
  }
}

function ditch(pen: Pen, pitch: number): void {
  const y = pitch * 0.41;
  pen.fillStyle = "#4a3a28";
  pen.fillRect(-pitch * 0.46, y - 3, pitch * 0.92, 6);
  pen.fillStyle = "#c2a67c";
  for (let x = -pitch * 0.44; x < pitch * 0.44; x += 5) {
    pen.beginPath();
    pen.moveTo(x, y - 3);
    pen.lineTo(x + 2.5, y + 1);
    pen.lineTo(x + 5, y - 3);
    pen.fill();
  }
}

function logs(pen: Pen, pitch: number): void {
  pen.lineCap = "round";
  for (const [colour, width] of [["#2c2114", 5], ["#9a7443", 3.2]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (const [x, lean] of [[-0.32, 0.1], [-0.1, -0.1], [0.12, 0.12], [0.33, -0.08]] as const) { // prettier-ignore
      pen.beginPath();
      pen.moveTo((x - lean) * pitch, pitch * 0.46);
      pen.lineTo((x + lean) * pitch, pitch * 0.33);
      pen.stroke();
    }
  }
  pen.lineCap = "butt";
}

function flames(pen: Pen, pitch: number): void {
  for (let n = -2; n <= 2; n++) {
    const [x, y] = [(n * pitch) / 5.4, pitch * 0.46];
    pen.beginPath();
    pen.moveTo(x - 4, y);
    pen.quadraticCurveTo(x - 5, y - 7, x, y - 12);
    pen.quadraticCurveTo(x + 5, y - 6, x + 4, y);
    pen.closePath();
    pen.fillStyle = "#e5701a";
    pen.fill();
    pen.strokeStyle = "#ffe08a";
    pen.lineWidth = 1;
    pen.stroke();
  }
}

/** Prepared fire: a dashed ring with shells on it. */
function barrage(pen: Pen, look: SideLook, pitch: number): void {
  pen.setLineDash([4, 3]);
  pen.strokeStyle = look.panel[0];
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(0, 0, pitch * 0.45, 0, 7);
  pen.stroke();
  pen.setLineDash([]);
  star(pen, -pitch * 0.36, -pitch * 0.36, look.panel[0]);
}

function charge(pen: Pen, look: SideLook, pitch: number): void {
  const [x, y] = [-pitch * 0.36, -pitch * 0.34];
  pen.fillStyle = "#2b2622";
  pen.strokeStyle = PAPER;
  pen.lineWidth = 1.1;
  pen.beginPath();
  pen.roundRect(x - 5, y - 2, 10, 9, 1.5);
  pen.fill();
  pen.stroke();
  pen.strokeStyle = look.panel[0];
  pen.lineWidth = 1.6;
  pen.beginPath();
  pen.moveTo(x, y - 2);
  pen.quadraticCurveTo(x + 1, y - 7, x + 6, y - 6);
  pen.stroke();
  star(pen, x + 7.5, y - 6, "#e5701a", 2.6);
}

function star(pen: Pen, x: number, y: number, colour: string, reach = 5.4): void {
  pen.beginPath();
  for (let n = 0; n < 16; n++) {
    const [angle, r] = [(n * Math.PI) / 8, n % 2 === 0 ? reach : reach * 0.5];
    pen.lineTo(x + Math.cos(angle) * r, y + Math.sin(angle) * r);
  }
  pen.closePath();
  pen.fillStyle = colour;
  pen.fill();
  pen.strokeStyle = PAPER;
  pen.lineWidth = 0.9;
  pen.stroke();
}

/** A burnt-out hull with smoke above it. */
function wreck(pen: Pen, look: SideLook, pitch: number): void {
  const [x, y] = [pitch * 0.3, pitch * 0.38];
  for (const [dx, dy, r] of [[2, -9, 4], [5, -14, 5], [3, -19, 4]] as const) {
    pen.beginPath();
    pen.arc(x + dx, y + dy, r, 0, 7);
    pen.fillStyle = "rgba(40,36,32,.45)";
    pen.fill();
  }
  pen.fillStyle = "#1d1916";
  pen.strokeStyle = look.panel[0];
  pen.lineWidth = 1.4;
  pen.beginPath();
  pen.moveTo(x - 10, y + 4);
  pen.lineTo(x - 8, y - 1);
  pen.lineTo(x - 3, y - 1);
  pen.lineTo(x - 1, y - 5);
  pen.lineTo(x + 5, y - 5);
  pen.lineTo(x + 6, y - 1);
  pen.lineTo(x + 10, y - 1);
  pen.lineTo(x + 10, y + 4);
  pen.closePath();
  pen.fill();
  pen.stroke();
}

/** Waves of sound. */
function noise(pen: Pen, pitch: number): void {
  pen.lineCap = "round";
  for (const [colour, width] of [["#15130f", 4], ["#ffd34d", 2.2]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    for (const r of [0.12, 0.22, 0.32]) {
      pen.beginPath();
      pen.arc(-pitch * 0.14, 0, r * pitch, -0.8, 0.8);
      pen.stroke();
    }
  }
  pen.lineCap = "butt";
}
