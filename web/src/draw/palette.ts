/** The colours of the table, light and dark. Gold means "you may", red means "this shoots". */

export interface Palette {
  readonly dark: boolean;
  readonly ground: string;
  readonly panel: string;
  readonly ink: string;
  readonly muted: string;
  readonly gold: string;
  readonly glow: string;
  readonly goldCasing: string;
  readonly red: string;
  readonly focus: string;
  /** Shades by level; a level may have several, low to high. */
  readonly heights: readonly (readonly string[])[];
  readonly contour: string;
  readonly levelContour: string;
  readonly wood: { fill: string; edge: string; tree: string; light: string; shadow: string };
  readonly orchard: { fill: string; tree: string };
  readonly house: string;
  readonly village: string;
  readonly road: { main: string; minor: string; casing: string };
  readonly railway: string;
  readonly water: { fill: string; casing: string; name: string };
  readonly name: string;
  readonly halo: string;
  readonly shade: { dark: readonly [number, number, number]; light: readonly [number, number, number]; part: number };
  readonly grid: string;
  readonly number: string;
  readonly furrow: string;
  readonly frame: string;
}

export const LIGHT: Palette = {
  dark: false,
  ground: "#e9e3d6",
  panel: "#fbf8f1",
  ink: "#262119",
  muted: "#6b6253",
  gold: "#d98e04",
  glow: "#ffb11a",
  goldCasing: "#5a3a00",
  red: "#c02a12",
  focus: "#1b66a8",
  heights: [
    ["#c2d7ad", "#cfdfb9"],
    ["#ece7c9", "#efe6c1", "#f0e2b6"],
    ["#e6cd97", "#dfc186", "#d7b476"],
    ["#c39a5e"],
    ["#a97d4a"],
    ["#8c6340"],
  ],
  contour: "#a9804c",
  levelContour: "#8a5c2c",
  wood: { fill: "#abbd86", edge: "#76894f", tree: "#75904f", light: "#9bb072", shadow: "#43572c" },
  orchard: { fill: "#cdd6a0", tree: "#7e9a55" },
  house: "#7d2f22",
  village: "#ead3b8",
  road: { main: "#fffaf0", minor: "#fdf3d8", casing: "#6a5540" },
  railway: "#2b2622",
  water: { fill: "#3f7fa6", casing: "#e9f2ee", name: "#22618c" },
  name: "#2a1d0f",
  halo: "#fbf6e8",
  shade: { dark: [78, 56, 44], light: [255, 251, 236], part: 1 },
  grid: "rgba(60,42,20,.30)",
  number: "rgba(56,40,22,.82)",
  furrow: "rgba(122,92,48,.30)",
  frame: "#6a5540",
};

export const DARK: Palette = {
  dark: true,
  ground: "#131516",
  panel: "#1c1f20",
  ink: "#ece6d8",
  muted: "#a59d8d",
  gold: "#ffc24a",
  glow: "#ffb11a",
  goldCasing: "#1d1200",
  red: "#ff6a4a",
  focus: "#6cb2f0",
  heights: [
    ["#27362f", "#2b3a31"],
    ["#37392d", "#3d3d2e", "#43402e"],
    ["#544830", "#5f5034", "#6a5939"],
    ["#786643"],
    ["#88754d"],
    ["#9a8659"],
  ],
  contour: "#8d7446",
  levelContour: "#c19a57",
  wood: { fill: "#2f4630", edge: "#52704a", tree: "#456344", light: "#5f8058", shadow: "#16241a" },
  orchard: { fill: "#3b4730", tree: "#6d8a55" },
  house: "#d98f75",
  village: "#54433a",
  road: { main: "#c9b993", minor: "#a3946f", casing: "#17140f" },
  railway: "#cfc5ae",
  water: { fill: "#5aa0c8", casing: "#15262c", name: "#8cc5e6" },
  name: "#f6ecd5",
  halo: "#191a17",
  shade: { dark: [20, 14, 10], light: [214, 200, 160], part: 0.62 },
  grid: "rgba(236,222,190,.17)",
  number: "rgba(236,226,200,.68)",
  furrow: "rgba(214,190,140,.13)",
  frame: "#8d7446",
};

export const SERIF = '"Source Serif 4", "Noto Serif", Georgia, serif';
export const SANS = 'Inter, "Noto Sans", "Segoe UI", system-ui, sans-serif';
export const NARROW = '"Archivo Narrow", "Liberation Sans Narrow", "Arial Narrow", "Noto Sans", Inter, sans-serif';

/** The shade of a height of land: `level` 1.0 is the middle of level 1. */
export function thresholds(palette: Palette, levels: number): { at: number; colour: string; isLevel: boolean }[] {
  const found: { at: number; colour: string; isLevel: boolean }[] = [];
  for (let level = 0; level <= levels; level++) {
    const shades = palette.heights[Math.min(level, palette.heights.length - 1)]!;
    shades.forEach((colour, n) => {
      found.push({ at: level - 0.5 + n / shades.length, colour, isLevel: n === 0 && level > 0 });
    });
  }
  return found;
}
