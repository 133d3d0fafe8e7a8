/** The stage: one canvas with the land, what lies on it, and what the player is about to do. */

import type { Board } from "./boards/board";
import { type Point, between, distance } from "./boards/geometry";
import { Camera } from "./camera";
import { COUNTER, RIM, counterPicture, paintBadge } from "./draw/counter";
import type { Land } from "./draw/land";
import { paintFigure, paintSuspect } from "./draw/figures";
import { type Name, nameFont, paintNames, paintPentagon, pentagonAt, placeNames } from "./draw/names";
import { paintNight } from "./draw/night";
import { paintAim, paintCovered } from "./draw/fans";
import { paintInstrument } from "./draw/instruments";
import { besideShot, paintCursor, paintGlow, paintHint, paintPath, paintPill, paintReach, paintShot, paintTrail } from "./draw/overlay";
import { type Detail, detailOf } from "./draw/paint";
import { DARK, LIGHT, type Palette } from "./draw/palette";
import { NOBODY, paintCount, paintLifted, paintSpeck, paintVeil } from "./draw/stacks";
import { isOn, type Spread, spotIn, spreadOf } from "./draw/spread";
import { symbolsCame } from "./draw/symbols";
import { Tiles } from "./draw/tiles";
import { paintToken } from "./draw/tokens";
import type { InstrumentState } from "./instruments";
import type { Lang, Piece, SideLook } from "./model";
import { type Ghost, NO_OVERLAY, NO_SCENE, type Overlay, type Scene, stacksOf } from "./scene";

export interface Picked {
  cell: string | null;
  piece: string | null;
}

interface Slide { from: Point; start: number; length: number } // prettier-ignore

/** Milliseconds of a frame that may go into painting land. */
const BUDGET = 12;
/** Milliseconds between frames beyond which zooming feels heavy. */
const SLOW = 21;

export class Stage {
  readonly camera = new Camera();
  readonly tiles = new Tiles();
  private readonly pen: CanvasRenderingContext2D;
  private land: Land | null = null;
  private scene: Scene = NO_SCENE;
  private overlay: Overlay = NO_OVERLAY;
  private stacks = new Map<string, Piece[]>();
  private names: Name[] = [];
  private namesFor = "";
  private slides = new Map<string, Slide>();
  private frame = 0;
  private ratio = 1;
  /** Milliseconds between frames while zooming, smoothed, and when the last one was drawn. */
  private pace = 16;
  private drawn = 0;
  /** The next frame shows what the player has just done; finer land waits for the one after it. */
  private isAnswering = false;
  /** Until the first question can be answered the land stays coarse: what is asked comes first. */
  private isOpening = true;
  private print = { scale: 1, symbolOnly: false };
  colours: Palette = LIGHT;
  lang: Lang = "de";
  /** The cell whose stack is fanned out. */
  fan: string | null = null;
  cursor: string | null = null;
  lifted = false;
  mapOnly = false;
  instrument: InstrumentState | null = null;
  magnifier: Point | null = null;
  /** Told after every frame, so that the page can move its plates along. */
  onFrame: () => void = () => {};

  constructor(private readonly canvas: HTMLCanvasElement) {
    this.pen = canvas.getContext("2d", { alpha: false })!;
    void symbolsCame.then(() => this.touch());
  }

  get board(): Board | null {
    return this.land?.board ?? null;
  }

  get detail(): Detail {
    return detailOf(this.camera.scale);
  }

  resize(width: number, height: number): void {
    this.ratio = Math.min(2, window.devicePixelRatio || 1);
    [this.camera.width, this.camera.height] = [width, height];
    this.canvas.width = Math.round(width * this.ratio);
    this.canvas.height = Math.round(height * this.ratio);
    this.draw(BUDGET);
  }

  setLand(land: Land): void {
    this.land = land;
    this.namesFor = "";
    this.touch();
  }

  /** The table can be used: now there is time for the finer land. */
  opened(): void {
    if (!this.isOpening) return;
    this.isOpening = false;
    this.touch();
  }

  setTheme(dark: boolean, lang: Lang): void {
    this.colours = dark ? DARK : LIGHT;
    this.lang = lang;
    this.namesFor = "";
    this.touch();
  }

  setScene(scene: Scene, still: boolean): void {
    if (this.board) this.slide(scene, still);
    this.scene = scene;
    this.restack();
  }

  setOverlay(overlay: Overlay): void {
    const chosen = this.overlay.chosen;
    this.overlay = overlay;
    this.isAnswering = true;
    if (chosen !== overlay.chosen) this.restack();
    this.touch();
  }

  private restack(): void {
    if (this.board) this.stacks = stacksOf(this.scene, this.board, this.overlay.chosen);
    this.namesFor = "";
    if (this.fan !== null && (this.stacks.get(this.fan)?.length ?? 0) < 2) this.fan = null;
    this.touch();
  }

  /** Counters that stand elsewhere now glide there: 140 ms a cell, 900 at most. */
  private slide(next: Scene, still: boolean): void {
    const board = this.board!;
    const before = new Map(this.scene.pieces.map((piece) => [piece.id, piece.at]));
    const calm = still || window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const piece of next.pieces) {
      const from = before.get(piece.id);
      if (calm || !from || from === piece.at || !board.locate(from) || !board.locate(piece.at)) continue;
      const cells = distance(board.centre(from), board.centre(piece.at)) / board.pitch;
      const length = Math.min(900, 140 * cells);
      this.slides.set(piece.id, { from: board.centre(from), start: performance.now(), length });
    }
  }

  skip(): void {
    this.slides.clear();
    this.touch();
  }

  touch(): void {
    if (this.frame === 0) this.frame = requestAnimationFrame(() => this.draw(BUDGET));
  }

  // -- picking -----------------------------------------------------------------------------------------

  pick(screen: Point): Picked {
    const board = this.board;
    if (!board) return { cell: null, piece: null };
    const point = this.camera.toSheet(screen);
    const fanned = this.fanned().find(({ at }) => isOn(point, at, (COUNTER / 2) * this.unit));
    if (fanned) return { cell: fanned.piece.at, piece: fanned.piece.id };
    if (!this.lifted && !this.mapOnly) {
      for (const [cell, stack] of [...this.stacks].toReversed()) {
        const half = (board.counter / 2) * 1.02;
        const [x, y] = board.centre(cell);
        const spread = spreadOf(board, stack.length);
        const hit = spread?.findIndex(({ off, size }) => isOn(point, [x + off[0], y + off[1]], half * size)) ?? -1;
        if (hit >= 0) return { cell, piece: stack[hit]!.id };
        if (spread) continue;
        for (let n = Math.min(stack.length, 3) - 1; n >= 0; n--) {
          const off = n * 4 * this.unit;
          if (isOn(point, [x + off, y - off], half)) return { cell, piece: stack[stack.length - 1]!.id };
        }
      }
    }
    return { cell: board.at(point), piece: null };
  }

  /** How large a counter is drawn, compared with its 46 units. */
  private get unit(): number {
    return (this.board?.counter ?? COUNTER) / COUNTER;
  }

  // -- drawing -----------------------------------------------------------------------------------------

  draw(budget: number): void {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    const { pen, camera, ratio, land } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = this.colours.ground;
    pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    if (!land) return;
    camera.hold(land.sheet);
    this.toSheetUnits();
    this.tiles.show(land, this.colours, this.lang === "de");
    const { isZooming, isOpening } = this;
    if (!isZooming) this.print = this.printFor(camera.scale);
    pen.imageSmoothingEnabled = !(isZooming && this.isSlow());
    const whole = this.tiles.draw(pen, { scale: camera.scale, ratio, part: camera.part, budget: isZooming || isOpening || this.isAnswering ? 0 : budget });
    this.isAnswering = false;
    pen.imageSmoothingEnabled = true;
    this.paintTop(land);
    if (this.magnifier) this.paintMagnifier(this.magnifier);
    if ((!whole && !isOpening) || isZooming || this.slides.size > 0) this.touch();
    this.onFrame();
  }

  /** While the hand is zooming everything is shown as it was, larger or smaller; at rest it is drawn anew. */
  private get isZooming(): boolean {
    return performance.now() - this.camera.zoomed < 140;
  }

  /** Whether frames come too slowly while zooming: then the land is scaled the plain way until the hand rests. */
  private isSlow(): boolean {
    const now = performance.now();
    this.pace += (Math.min(60, now - this.drawn) - this.pace) * 0.2;
    this.drawn = now;
    return this.pace > SLOW;
  }

  /** Pictures of counters are kept in steps of size, and stay as they are while the hand is zooming. */
  private printFor(scale: number): { scale: number; symbolOnly: boolean } {
    const pixels = Math.max(scale * this.ratio * this.unit, 0.3);
    return { scale: 2 ** (Math.ceil(Math.log2(pixels) * 2) / 2), symbolOnly: detailOf(scale) === "middle" };
  }

  private toSheetUnits(): void {
    const { camera, ratio } = this;
    const s = camera.scale * ratio;
    const [ox, oy] = camera.toScreen([0, 0]);
    this.pen.setTransform(s, 0, 0, s, ox * ratio, oy * ratio);
  }

  private paintTop(land: Land): void {
    const { pen, overlay, colours } = this;
    const { board } = land;
    const scale = this.camera.scale;
    if (this.scene.light) paintNight(pen, board, this.scene.light, scale, this.lang);
    paintReach(pen, board, overlay.reach, colours, scale);
    if (overlay.hint.size > 0) paintHint(pen, board, overlay.hint, colours.ink, scale);
    if (this.instrument) paintInstrument({ pen, board, colours, scale, withNumbers: this.detail !== "far" }, this.instrument);
    if (this.detail !== "far") {
      for (const token of this.scene.tokens) paintToken(pen, token, board, this.scene.looks[token.side] ?? NOBODY);
    }
    this.layNames(land);
    paintNames(pen, this.names, colours, scale);
    if (!this.mapOnly) this.paintStacks(board);
    if (this.detail !== "far") {
      for (const objective of land.data.objectives) {
        const owner = this.scene.owners[objective.at];
        paintPentagon(pen, pentagonAt(board, objective), objective.value, owner ? (this.scene.looks[owner] ?? null) : null, colours);
      }
    }
    this.paintPlan(board);
    this.paintFan();
    if (this.cursor !== null) paintCursor(pen, board, this.cursor, colours, scale);
  }

  private layNames(land: Land): void {
    const key = `${this.lang} ${this.camera.scale.toFixed(2)} ${this.mapOnly || this.lifted}`;
    if (this.namesFor === key || (this.isZooming && this.names.length > 0)) return;
    this.namesFor = key;
    const taken = this.mapOnly || this.lifted ? new Set<string>() : new Set(this.stacks.keys());
    this.names = placeNames(land.board, land.data, this.lang, this.camera.scale, this.detail, taken, (text, size, isHill) => {
      this.pen.font = nameFont(size, isHill);
      return this.pen.measureText(text).width;
    });
  }

  /** Only what is in sight: on a large map most counters are not, and their pictures are not even made. */
  private paintStacks(board: Board): void {
    const { left, top, right, bottom } = this.camera.part;
    for (const [cell, stack] of this.stacks) {
      const [x, y] = this.placeOf(board, stack[stack.length - 1]!);
      const isInSight = x > left - board.pitch && x < right + board.pitch && y > top - board.pitch && y < bottom + board.pitch;
      if (isInSight) this.paintStack(board, cell, stack);
    }
  }

  private paintStack(board: Board, cell: string, stack: readonly Piece[]): void {
    if (this.lifted) return paintLifted(this.pen, board.centre(cell), this.lookOf(stack));
    if (this.detail === "far") return this.paintSpeck(board.centre(cell), board.counter * 0.36, stack);
    const spread = spreadOf(board, stack.length);
    if (spread) return this.paintSpread(board, stack, spread);
    const shown = stack.slice(-3);
    shown.forEach((piece, n) => {
      const [x, y] = this.placeOf(board, piece);
      const off = (shown.length - 1 - n) * 4 * this.unit;
      const isTop = n === shown.length - 1;
      if (isTop) this.paintMark([x, y], stack);
      this.paintPiece(piece, [x + off, y - off], isTop);
    });
    const [x, y] = this.placeOf(board, shown[shown.length - 1]!);
    if (stack.length > 1) paintCount(this.pen, stack.length, [x + 21 * this.unit, y + 21 * this.unit]);
  }

  /** Counters side by side, each with its own ring and markers. */
  private paintSpread(board: Board, stack: readonly Piece[], spread: readonly Spread[]): void {
    const { pen } = this;
    stack.forEach((piece, n) => {
      const [x, y] = this.placeOf(board, piece);
      const { off, size } = spread[n]!;
      pen.save();
      pen.translate(x + off[0], y + off[1]);
      pen.scale(size, size);
      this.paintMark([0, 0], [piece]);
      this.paintPiece(piece, [0, 0], true);
      pen.restore();
    });
  }

  /** Where a counter lies on the sheet, that of one beside others included. */
  spot(id: string): Point | null {
    return this.board && spotIn(this.board, this.stacks, id);
  }

  private placeOf(board: Board, piece: Piece): Point {
    const to = board.centre(piece.at);
    const slide = this.slides.get(piece.id);
    if (!slide) return to;
    const part = (performance.now() - slide.start) / slide.length;
    if (part >= 1) {
      this.slides.delete(piece.id);
      return to;
    }
    return between(slide.from, to, 1 - (1 - part) ** 2);
  }

  /** One ring for all counters that lie here: chosen, then target, then may be chosen. */
  private paintMark(at: Point, pieces: readonly Piece[]): void {
    const { overlay } = this;
    const half = (COUNTER / 2) * this.unit;
    const is = (test: (id: string) => boolean): boolean => pieces.some((piece) => test(piece.id));
    if (is((id) => id === overlay.chosen)) paintGlow(this.pen, at, half, this.colours, "chosen");
    else if (is((id) => id === overlay.target || overlay.targets.has(id))) paintGlow(this.pen, at, half, this.colours, "target");
    else if (is((id) => overlay.may.has(id))) paintGlow(this.pen, at, half, this.colours, "may");
  }

  private paintPiece(piece: Piece, [x, y]: Point, top: boolean): void {
    const { pen } = this;
    const look = this.scene.looks[piece.face.side] ?? NOBODY;
    const half = (COUNTER / 2) * this.unit;
    if (piece.suspected) return paintSuspect(pen, [x, y], half, this.colours);
    if (this.board?.kind === "plane") return paintFigure(pen, piece, [x, y], look);
    const picture = counterPicture(piece.face, { look, ...this.print });
    const room = (COUNTER + 2 * RIM) * this.unit;
    if (!this.slides.has(piece.id)) {
      pen.fillStyle = "rgba(20,14,6,.34)";
      pen.beginPath();
      pen.roundRect(x - half + 1.3, y - half + 1.8, half * 2, half * 2, 4);
      pen.fill();
    }
    pen.drawImage(picture, x - room / 2, y - room / 2, room, room);
    if (piece.faded) paintVeil(pen, [x, y], half, this.colours);
    if (top) this.paintBadges(piece, [x, y]);
  }

  private paintBadges(piece: Piece, [x, y]: Point): void {
    piece.face.badges.forEach((badge, n) => {
      paintBadge(this.pen, badge, x + 22 * this.unit, y - 21 * this.unit + n * 13);
    });
  }

  private paintSpeck(at: Point, half: number, stack: readonly Piece[]): void {
    if (stack.some((piece) => this.overlay.may.has(piece.id))) paintGlow(this.pen, at, half, this.colours, "may");
    paintSpeck(this.pen, at, half, this.lookOf(stack), 1.2 / this.camera.scale);
  }

  /** The side of a stack is that of its top counter. */
  private lookOf(stack: readonly Piece[]): SideLook {
    return this.scene.looks[stack[stack.length - 1]!.face.side] ?? NOBODY;
  }

  private paintPlan(board: Board): void {
    const { pen, overlay, colours } = this;
    paintCovered(pen, board, overlay.fans, colours);
    for (const { from, to } of overlay.trails) {
      const [a, b] = [board.locate(from), board.locate(to)];
      if (a && b) paintTrail(pen, a, b, colours);
    }
    for (const ghost of overlay.ghosts) this.paintGhost(board, ghost);
    if (overlay.path.length > 0) {
      const from = overlay.pathFrom ? board.locate(overlay.pathFrom) : null;
      const points = overlay.path.map((cell) => board.locate(cell)).filter((point) => point !== null);
      paintPath(pen, from ? [from, ...points] : points, overlay.notes, colours);
      const end = points[points.length - 1];
      const paper = { paper: colours.dark ? "#2a2413" : "#fffaf0", ink: colours.dark ? "#ffe2a8" : "#3b2600", edge: colours.dark ? "#ffc24a" : "#7a4d00" };
      if (end && overlay.pill) paintPill(pen, [end[0], end[1] + board.pitch * 0.45], overlay.pill, paper);
    }
    for (const { from, to, dashed } of overlay.shots) {
      const [a, b] = [board.locate(from), board.locate(to)];
      if (a && b) paintShot(pen, a, b, colours, dashed);
      if (a && b && overlay.shotPill) paintPill(pen, besideShot(a, b, board.pitch), overlay.shotPill, { paper: colours.dark ? "#7c1c0b" : "#c02a12", ink: "#ffffff", edge: "#fffdf6" });
    }
  }

  /** A counter where it is ordered to go, and a thin line to it. */
  private paintGhost(board: Board, ghost: Ghost): void {
    const { pen, colours } = this;
    const piece = this.scene.pieces.find((found) => found.id === ghost.id);
    const to = board.locate(ghost.to);
    if (!piece || !to) return;
    const way = [ghost.from, ...(ghost.path.length > 0 ? ghost.path : [ghost.to])].map((cell) => (cell ? board.locate(cell) : null)).filter((point) => point !== null);
    pen.save();
    pen.strokeStyle = ghost.isAimed ? colours.red : colours.ink;
    pen.lineWidth = 2.2;
    pen.setLineDash([5, 4]);
    pen.beginPath();
    way.forEach(([x, y], n) => (n === 0 ? pen.moveTo(x, y) : pen.lineTo(x, y)));
    pen.stroke();
    if (!ghost.isAimed) {
      const half = (COUNTER / 2) * this.unit;
      pen.globalAlpha = 0.58;
      this.paintPiece(piece, to, false);
      pen.globalAlpha = 1;
      pen.beginPath();
      pen.roundRect(to[0] - half, to[1] - half, half * 2, half * 2, 4);
      pen.stroke();
    } else paintAim(pen, to, colours);
    pen.restore();
  }

  // -- fan and magnifier -------------------------------------------------------------------------------

  /** Where the counters of the open stack lie: in a row beside the cell, on a free side. */
  fanned(): { piece: Piece; at: Point }[] {
    const { board, fan } = this;
    const stack = fan === null ? undefined : this.stacks.get(fan);
    if (!board || fan === null || !stack) return [];
    const [x, y] = board.centre(fan);
    const [sx] = this.camera.toScreen([x, y]);
    const gap = (COUNTER + 5) * this.unit;
    const wide = stack.length * gap * this.camera.scale;
    const side = sx + wide + 60 * this.camera.scale < this.camera.width ? 1 : -1;
    return stack.toReversed().map((piece, n) => ({ piece, at: [x + side * (n + 1.08) * gap, y] as const }));
  }

  private paintFan(): void {
    const fanned = this.fanned();
    if (fanned.length === 0) return;
    const { pen, colours } = this;
    const half = (COUNTER / 2 + 5) * this.unit;
    const xs = fanned.map(({ at }) => at[0]);
    const [left, right, y] = [Math.min(...xs) - half, Math.max(...xs) + half, fanned[0]!.at[1]];
    pen.save();
    [pen.shadowColor, pen.shadowBlur] = ["rgba(0,0,0,.35)", 12];
    pen.fillStyle = colours.panel;
    pen.beginPath();
    pen.roundRect(left, y - half, right - left, half * 2, 8);
    pen.fill();
    pen.restore();
    pen.strokeStyle = colours.muted;
    pen.lineWidth = 1;
    pen.stroke();
    for (const { piece, at } of fanned) {
      this.paintMark(at, [piece]);
      this.paintPiece(piece, at, true);
    }
  }

  private paintMagnifier([sx, sy]: Point): void {
    const { pen, camera, ratio } = this;
    const radius = Math.min(130, camera.width * 0.3);
    const factor = 2.1;
    const [px, py] = camera.toSheet([sx, sy]);
    const y = sy - radius - 30 > radius * 0.2 ? sy - radius - 24 : sy + radius + 24;
    const kept = { x: camera.x, y: camera.y, scale: camera.scale };
    pen.save();
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.beginPath();
    pen.arc(sx, y, radius, 0, 7);
    pen.fillStyle = this.colours.ground;
    pen.fill();
    pen.clip();
    camera.scale = Math.min(3.2, kept.scale * factor);
    this.print = this.printFor(camera.scale);
    camera.x = px - (sx - camera.width / 2) / camera.scale;
    camera.y = py - (y - camera.height / 2) / camera.scale;
    this.toSheetUnits();
    const reach = radius / camera.scale;
    const part = { left: px - reach, right: px + reach, top: py - reach, bottom: py + reach };
    this.tiles.draw(pen, { scale: camera.scale, ratio, part, budget: 40 });
    this.paintTop(this.land!);
    Object.assign(camera, kept);
    this.print = this.printFor(camera.scale);
    pen.restore();
    this.namesFor = "";
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.beginPath();
    pen.arc(sx, y, radius, 0, 7);
    for (const [colour, wide] of [[this.colours.panel, 6], [this.colours.muted, 1.4]] as const) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.stroke();
    }
  }
}
