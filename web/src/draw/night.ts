/** Darkness, light and smoke on cells: what one does not see is dim and hatched, what is lit has a firm edge. */

import type { Board } from "../boards/board";
import type { Point } from "../boards/geometry";
import type { Lang, Light } from "../model";
import { SERIF } from "./palette";
import { sheetOf } from "./relief";
import { paintRim, rimOf } from "./rim";

type Pen = CanvasRenderingContext2D;

const WORDS = { smoke: { de: "Nebel", en: "Smoke" } } as const;

export function paintNight(pen: Pen, board: Board, light: Light, scale: number, lang: Lang): void {
  if (board.kind === "plane") return;
  const [lit, smoke] = [new Set(light.lit ?? []), light.smoke ?? []];
  if (light.seen) paintDark(pen, board, new Set([...light.seen, ...lit]), scale);
  if (light.seen) paintRim(pen, rimOf(board, new Set(light.seen)), { colour: "rgba(190,206,236,.85)", wide: 1.4 / scale, dash: [5 / scale, 4 / scale] });
  if (lit.size > 0) paintLit(pen, board, lit, scale);
  for (const cell of smoke) if (board.has(cell)) paintSmoke(pen, board, cell, scale, lang);
}

function paintDark(pen: Pen, board: Board, seen: ReadonlySet<string>, scale: number): void {
  const hatch = hatching(pen, scale);
  // The whole sheet, with a hole for each cell that is seen.
  const { left, top, right, bottom } = sheetOf(board);
  pen.beginPath();
  pen.rect(left, top, right - left, bottom - top);
  for (const cell of seen) if (board.has(cell)) area(pen, board.outline(cell));
  pen.fillStyle = "rgba(5,11,31,.5)";
  pen.fill("evenodd");
  if (hatch) {
    pen.fillStyle = hatch;
    pen.fill("evenodd");
  }
}

/** A lamp in the middle of each patch of lit cells, and one firm yellow edge. */
function paintLit(pen: Pen, board: Board, lit: ReadonlySet<string>, scale: number): void {
  for (const patch of patches(board, lit)) {
    const centres = patch.map((cell) => board.centre(cell));
    const middle = mean(centres);
    const reach = Math.max(...centres.map(([x, y]) => Math.hypot(x - middle[0], y - middle[1]))) + board.pitch * 0.75;
    const lamp = pen.createRadialGradient(...middle, 0, ...middle, reach);
    lamp.addColorStop(0, "rgba(255,236,150,.42)");
    lamp.addColorStop(1, "rgba(255,220,120,.06)");
    pen.fillStyle = lamp;
    pen.beginPath();
    for (const cell of patch) area(pen, board.outline(cell));
    pen.fill();
  }
  paintRim(pen, rimOf(board, lit), { colour: "#ffd34d", wide: 2.2 / scale });
}

function paintSmoke(pen: Pen, board: Board, cell: string, scale: number, lang: Lang): void {
  const [x, y] = board.centre(cell);
  const r = board.pitch * 0.3;
  for (const [dx, dy, size] of [[-0.5, 0.1, 1], [0.5, 0, 0.95], [0, -0.35, 0.9], [0.05, 0.4, 0.95]] as const) {
    const puff = pen.createRadialGradient(x + dx * r, y + dy * r, 0, x + dx * r, y + dy * r, r * size);
    puff.addColorStop(0, "rgba(246,246,244,.85)");
    puff.addColorStop(1, "rgba(246,246,244,0)");
    pen.fillStyle = puff;
    pen.beginPath();
    pen.arc(x + dx * r, y + dy * r, r * size, 0, 7);
    pen.fill();
  }
  paintRim(pen, rimOf(board, new Set([cell])), { colour: "#f4f2ea", wide: 1.4 / scale, dash: [1 / scale, 3.4 / scale] });
  pen.font = `italic 600 9px ${SERIF}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.strokeStyle = "#262119";
  pen.lineWidth = 2.6;
  pen.strokeText(WORDS.smoke[lang], x, y - board.pitch * 0.36);
  pen.fillStyle = "#fbf8f1";
  pen.fillText(WORDS.smoke[lang], x, y - board.pitch * 0.36);
}

/** Cells that hang together. */
export function patches(board: Board, cells: ReadonlySet<string>): string[][] {
  const left = new Set([...cells].filter((cell) => board.has(cell)));
  const found: string[][] = [];
  for (const start of left) {
    const patch = [start];
    left.delete(start);
    for (const cell of patch) {
      for (const near of board.neighbours(cell)) {
        if (left.delete(near)) patch.push(near);
      }
    }
    found.push(patch);
  }
  return found;
}

function mean(points: readonly Point[]): Point {
  const sum = points.reduce(([x, y], [px, py]): [number, number] => [x + px, y + py], [0, 0]);
  return [sum[0] / points.length, sum[1] / points.length];
}

function hatching(pen: Pen, scale: number): CanvasPattern | null {
  const tile = document.createElement("canvas");
  tile.width = tile.height = 6;
  const ink = tile.getContext("2d")!;
  ink.strokeStyle = "rgba(150,170,210,.22)";
  ink.lineWidth = 0.8;
  ink.beginPath();
  for (const off of [-6, 0, 6]) {
    ink.moveTo(off, 6);
    ink.lineTo(off + 6, 0);
  }
  ink.stroke();
  const pattern = pen.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix().scale(1 / scale));
  return pattern;
}

function area(pen: Pen, outline: readonly Point[]): void {
  outline.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
  pen.closePath();
}
