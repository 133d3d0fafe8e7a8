/** Points, boxes and lines on the sheet. One unit is a pixel at scale 1; y grows downward. */

export type Point = readonly [x: number, y: number];

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function distance(a: Point, b: Point): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function between(a: Point, b: Point, part = 0.5): Point {
  return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part];
}

export function boxAround(points: Iterable<Point>, margin = 0): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { left: 0, top: 0, right: 0, bottom: 0 };
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

export function overlaps(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

export function holds(polygon: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i++) {
    const [ax, ay] = polygon[i]!;
    const [bx, by] = polygon[j]!;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** How far a point lies from a line of several pieces, and where the nearest piece points. */
export function toLine(point: Point, line: readonly Point[]): { distance: number; angle: number } {
  let best = { distance: Infinity, angle: 0 };
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const length = dx * dx + dy * dy || 1;
    const t = Math.max(0, Math.min(1, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / length));
    const found = Math.hypot(point[0] - a[0] - t * dx, point[1] - a[1] - t * dy);
    if (found < best.distance) best = { distance: found, angle: Math.atan2(dy, dx) };
  }
  return best;
}

/** A smooth line through all points (centripetal enough for our even spacing), in short pieces. */
export function smooth(points: readonly Point[], pieces = 8): Point[] {
  if (points.length < 3) return [...points];
  const line: Point[] = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [b, c] = [points[i]!, points[i + 1]!];
    const a = points[i - 1] ?? [2 * b[0] - c[0], 2 * b[1] - c[1]];
    const d = points[i + 2] ?? [2 * c[0] - b[0], 2 * c[1] - b[1]];
    for (let n = 0; n < pieces; n++) {
      const t = n / pieces;
      line.push([catmull(a[0], b[0], c[0], d[0], t), catmull(a[1], b[1], c[1], d[1], t)]);
    }
  }
  line.push(points[points.length - 1]!);
  return line;
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

/** Corners cut off, again and again: the line stays near its points without passing through them. */
export function rounded(points: readonly Point[], times = 2): Point[] {
  let line = [...points];
  for (let n = 0; n < times && line.length > 2; n++) {
    const next: Point[] = [line[0]!];
    for (let i = 0; i + 1 < line.length; i++) {
      next.push(between(line[i]!, line[i + 1]!, 0.25), between(line[i]!, line[i + 1]!, 0.75));
    }
    next.push(line[line.length - 1]!);
    line = next;
  }
  return line;
}

/** Points along a line, evenly spaced, each with the direction of the line there. */
export function* along(
  line: readonly Point[],
  step: number,
  start = 0,
): Generator<{ at: Point; angle: number }> {
  let left = start;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1]!, line[i]!];
    const length = distance(a, b);
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    while (left <= length && length > 0) {
      yield { at: between(a, b, left / length), angle };
      left += step;
    }
    left -= length;
  }
}

export function lengthOf(line: readonly Point[]): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1]!, line[i]!);
  return sum;
}
