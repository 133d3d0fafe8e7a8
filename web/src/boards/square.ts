/** Squares "x,y": x grows to the right, y downward. Neighbours touch at a side or a corner. */

import { type Board, nearestToward } from "./board";
import { type Box, type Point, between, boxAround } from "./geometry";

const EDGE = 58;

export class SquareBoard implements Board {
  readonly kind = "square";
  readonly pitch = EDGE;
  readonly counter = 42;
  readonly labels: readonly string[];
  readonly bounds: Box;
  private readonly known: ReadonlySet<string>;

  constructor(labels: readonly string[]) {
    this.labels = [...labels].sort((a, b) => {
      const [[ax, ay], [bx, by]] = [numbers(a), numbers(b)];
      return ay - by || ax - bx;
    });
    this.known = new Set(labels);
    this.bounds = boxAround(this.labels.flatMap((label) => this.outline(label)));
  }

  has(label: string): boolean {
    return this.known.has(label);
  }

  centre(label: string): Point {
    const [x, y] = numbers(label);
    return [(x - 0.5) * EDGE, (y - 0.5) * EDGE];
  }

  outline(label: string): readonly Point[] {
    const [x, y] = this.centre(label);
    const h = EDGE / 2;
    return [[x - h, y - h], [x + h, y - h], [x + h, y + h], [x - h, y + h]]; // prettier-ignore
  }

  at([x, y]: Point): string | null {
    const label = `${Math.floor(x / EDGE) + 1},${Math.floor(y / EDGE) + 1}`;
    return this.known.has(label) ? label : null;
  }

  neighbours(label: string): readonly string[] {
    const [x, y] = numbers(label);
    const found: string[] = [];
    for (const [dx, dy] of [[0, -1], [1, 0], [0, 1], [-1, 0], [1, -1], [1, 1], [-1, 1], [-1, -1]] as const) { // prettier-ignore
      const near = `${x + dx},${y + dy}`;
      if (this.known.has(near)) found.push(near);
    }
    return found;
  }

  side(a: string, b: string): readonly [Point, Point] | null {
    const [[ax, ay], [bx, by]] = [numbers(a), numbers(b)];
    if (Math.abs(ax - bx) + Math.abs(ay - by) !== 1) return null;
    const [mx, my] = between(this.centre(a), this.centre(b));
    const h = EDGE / 2;
    return ax === bx ? [[mx - h, my], [mx + h, my]] : [[mx, my - h], [mx, my + h]]; // prettier-ignore
  }

  locate(place: string): Point | null {
    const [a, b] = place.split("|");
    if (a !== undefined && b !== undefined) return between(this.centre(a), this.centre(b));
    return this.has(place) ? this.centre(place) : null;
  }

  toward(label: string, dx: number, dy: number): string | null {
    return nearestToward(this, label, dx, dy);
  }
}

function numbers(label: string): [number, number] {
  const [x, y] = label.split(",").map(Number);
  return [x ?? 0, y ?? 0];
}
