/** Chance that is the same every time: the land looks alike on every screen and in every zoom step. */

export function hash(...parts: (string | number)[]): number {
  let h = 2166136261;
  for (const part of parts.join("·")) {
    h ^= part.codePointAt(0)!;
    h = Math.imul(h, 16777619);
  }
  h ^= h >>> 15;
  h = Math.imul(h, 2246822519);
  h ^= h >>> 13;
  return h >>> 0;
}

/** Numbers from 0 to 1, one after the other, fixed by a seed. */
export function luck(...seed: (string | number)[]): () => number {
  let state = hash(...seed) || 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function lattice(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2147483647);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise from -1 to 1. */
export function noise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const top = lattice(ix, iy, seed) * (1 - u) + lattice(ix + 1, iy, seed) * u;
  const bottom = lattice(ix, iy + 1, seed) * (1 - u) + lattice(ix + 1, iy + 1, seed) * u;
  return (top * (1 - v) + bottom * v) * 2 - 1;
}

/** Noise of several sizes on top of each other. */
export function rough(x: number, y: number, seed: number, octaves = 4): number {
  let sum = 0;
  let size = 1;
  let all = 0;
  for (let n = 0; n < octaves; n++) {
    sum += noise(x, y, seed + n) * size;
    all += size;
    x = x * 2.03 + 17.1;
    y = y * 2.03 - 9.7;
    size *= 0.5;
  }
  return sum / all;
}
