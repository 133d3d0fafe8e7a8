/** Hexes with printed numbers, in any layout a pack may have: turned, mirrored, flat or pointed. */

import { type Board, nearestToward } from "./board";
import { type Box, type Point, between, boxAround, holds } from "./geometry";

export const WINDS = [
  "north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west",
] as const; // prettier-ignore

export type Wind = (typeof WINDS)[number];

/** The words of a map's `[layout]`. */
export interface HexLayout {
  first_grows: Wind;
  second_grows: Wind;
  top: "flat" | "pointed";
  shifted: "even" | "odd";
  toward?: "low" | "high";
  up?: Wind;
  digits?: number;
  pitch_m?: number;
}

/** The side of a hex at scale 1. */
export const SIDE = 36;
const PITCH = SIDE * Math.sqrt(3);
const STEPS = [[1, 0], [0, 1], [-1, 1], [-1, 0], [0, -1], [1, -1]] as const; // prettier-ignore

export function azimuth(wind: Wind): number {
  return WINDS.indexOf(wind) * 45;
}

export class HexBoard implements Board {
  readonly kind = "hex";
  readonly pitch = PITCH;
  readonly counter = SIDE * 1.28;
  readonly labels: readonly string[];
  readonly bounds: Box;
  readonly top: "flat" | "pointed";
  private readonly cells = new Map<string, { q: number; r: number; centre: Point }>();
  private readonly byAxial = new Map<string, string>();
  private readonly across: Point;
  private readonly along: Point;
  private readonly filesAreFirst: boolean;
  private readonly lag: number;
  private readonly digits: number;
  private readonly corners: readonly Point[];

  constructor(layout: HexLayout, labels: readonly string[]) {
    const up = azimuth(layout.up ?? "north");
    const firstIsUpright = (azimuth(layout.first_grows) - up) % 180 === 0;
    this.filesAreFirst = firstIsUpright !== (layout.top === "flat");
    const [across, along] = this.filesAreFirst
      ? [layout.first_grows, layout.second_grows]
      : [layout.second_grows, layout.first_grows];
    this.across = onSheet(across, up);
    this.along = onSheet(along, up);
    this.top = (azimuth(along) - up) % 180 === 0 ? "flat" : "pointed";
    this.lag = (layout.shifted === "odd") === ((layout.toward ?? "low") === "low") ? 1 : 0;
    this.digits = layout.digits ?? 2;
    this.labels = [...labels].sort();
    this.corners = cornersOf(this.top);
    for (const label of this.labels) {
      const [q, r] = this.axial(label);
      this.cells.set(label, { q, r, centre: this.place(q, r) });
      this.byAxial.set(`${q},${r}`, label);
    }
    this.bounds = boxAround(this.labels.flatMap((label) => this.outline(label)));
  }

  has(label: string): boolean {
    return this.cells.has(label);
  }

  centre(label: string): Point {
    return this.cells.get(label)?.centre ?? this.place(...this.axial(label));
  }

  outline(label: string): readonly Point[] {
    const [x, y] = this.centre(label);
    return this.corners.map(([dx, dy]) => [x + dx, y + dy] as const);
  }

  at(point: Point): string | null {
    const [q, r] = this.nearestAxial(point);
    for (const [dq, dr] of [[0, 0], ...STEPS] as const) {
      const label = this.byAxial.get(`${q + dq},${r + dr}`);
      if (label !== undefined && holds(this.outline(label), point)) return label;
    }
    return null;
  }

  neighbours(label: string): readonly string[] {
    const cell = this.cells.get(label);
    if (!cell) return [];
    return STEPS.map(([q, r]) => this.byAxial.get(`${cell.q + q},${cell.r + r}`)).filter(
      (found) => found !== undefined,
    );
  }

  side(a: string, b: string): readonly [Point, Point] | null {
    const [from, to] = [this.centre(a), this.centre(b)];
    const middle = between(from, to);
    if (Math.abs(Math.hypot(to[0] - from[0], to[1] - from[1]) - PITCH) > 1) return null;
    const [dx, dy] = [(to[0] - from[0]) / PITCH, (to[1] - from[1]) / PITCH];
    const half = SIDE / 2;
    return [
      [middle[0] - dy * half, middle[1] + dx * half],
      [middle[0] + dy * half, middle[1] - dx * half],
    ];
  }

  locate(place: string): Point | null {
    const [a, b] = place.split("|");
    if (a !== undefined && b !== undefined) {
      return this.has(a) || this.has(b) ? between(this.centre(a), this.centre(b)) : null;
    }
    return this.has(place) || this.isBeside(place) ? this.centre(place) : null;
  }

  /** Numbers go on beyond the edge: half hexes there are no cells, but things come in by them. */
  private isBeside(label: string): boolean {
    if (!/^\d+$/.test(label) || label.length !== 2 * this.digits) return false;
    const [[x, y], { left, top, right, bottom }] = [this.centre(label), this.bounds];
    return x > left && x < right && y > top - PITCH && y < bottom + PITCH;
  }

  toward(label: string, dx: number, dy: number): string | null {
    return nearestToward(this, label, dx, dy);
  }

  /** The pair of numbers inside: the file, and the place along it. */
  private axial(label: string): [number, number] {
    if (label.includes(",")) {
      const [q, r] = label.split(",").map(Number);
      return [q ?? 0, r ?? 0];
    }
    const [first, second] = [Number(label.slice(0, this.digits)), Number(label.slice(this.digits))];
    const [q, place] = this.filesAreFirst ? [first, second] : [second, first];
    return [q, place - Math.floor((q + this.lag) / 2)];
  }

  private place(q: number, r: number): Point {
    const [files, places] = [(q * Math.sqrt(3) * PITCH) / 2, (r + q / 2) * PITCH];
    return [
      this.across[0] * files + this.along[0] * places,
      this.across[1] * files + this.along[1] * places,
    ];
  }

  private nearestAxial([x, y]: Point): [number, number] {
    const files = (this.across[0] * x + this.across[1] * y) / ((Math.sqrt(3) * PITCH) / 2);
    const places = (this.along[0] * x + this.along[1] * y) / PITCH;
    return [Math.round(files), Math.round(places - Math.round(files) / 2)];
  }
}

function onSheet(wind: Wind, up: number): Point {
  const angle = ((azimuth(wind) - up) * Math.PI) / 180;
  return [Math.round(Math.sin(angle)), -Math.round(Math.cos(angle))];
}

function cornersOf(top: "flat" | "pointed"): readonly Point[] {
  const turn = top === "flat" ? 0 : 30;
  return [0, 1, 2, 3, 4, 5].map((n) => {
    const angle = ((n * 60 + turn) * Math.PI) / 180;
    return [SIDE * Math.cos(angle), SIDE * Math.sin(angle)] as const;
  });
}
