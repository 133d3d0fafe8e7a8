/** Names of terrain. A pack may have more; those are said as it writes them. */

import type { BoardData, Lang } from "../model";

const TERRAIN: Readonly<Record<string, Record<Lang, string>>> = {
  open: { de: "offen", en: "open" },
  clear: { de: "offen", en: "open" },
  field: { de: "Feld", en: "field" },
  wood: { de: "Wald", en: "wood" },
  woods: { de: "Wald", en: "woods" },
  forest: { de: "Wald", en: "forest" },
  light_forest: { de: "lichter Wald", en: "light forest" },
  bush: { de: "Buschland", en: "bush" },
  plain: { de: "Ebene", en: "plain" },
  river: { de: "Fluss", en: "river" },
  ford: { de: "Furt", en: "ford" },
  village: { de: "Dorf", en: "village" },
  town: { de: "Stadt", en: "town" },
  city: { de: "Stadt", en: "city" },
  orchard: { de: "Obstgarten", en: "orchard" },
  rough: { de: "unwegsam", en: "rough" },
  marsh: { de: "Sumpf", en: "marsh" },
  swamp: { de: "Sumpf", en: "swamp" },
  hill: { de: "Hügel", en: "hill" },
  mountain: { de: "Gebirge", en: "mountain" },
  water: { de: "Wasser", en: "water" },
  lake: { de: "See", en: "lake" },
  sea: { de: "Meer", en: "sea" },
  impassable: { de: "unpassierbar", en: "impassable" },
  road: { de: "Straße", en: "road" },
  rail: { de: "Eisenbahn", en: "railway" },
  building: { de: "Gebäude", en: "building" },
  rock: { de: "Fels", en: "rock" },
  part_open: { de: "zum Teil offen", en: "partly open" },
  part_wood: { de: "zum Teil Wald", en: "partly wood" },
  part_building: { de: "zum Teil Gebäude", en: "partly buildings" },
  part_water: { de: "zum Teil Wasser", en: "partly water" },
  blocking: { de: "verdeckt die Sicht", en: "hides what is behind" },
  corduroy: { de: "Knüppeldamm", en: "corduroy road" },
  pier: { de: "Mole", en: "pier" },
  runway: { de: "Rollbahn", en: "runway" },
  parking: { de: "Abstellplatz", en: "parking field" },
  narrow: { de: "schmales Gewässer", en: "narrow water" },
  ditch: { de: "Graben", en: "ditch" },
};

/** What stands on cells and is worth a word; a bridge is a token of its own. */
const TOLD = ["part_open", "part_wood", "part_building", "part_water", "blocking", "corduroy", "ford", "pier", "runway", "parking"];

/** A cell's terrain and all that stands on it. */
export function groundName(board: BoardData, cell: string, lang: Lang): string {
  const terrain = board.cells[cell]?.terrain;
  const features = (board.features?.[cell] ?? []).filter((word) => TOLD.includes(word));
  return [...(terrain ? [terrain] : []), ...features].map((word) => terrainName(word, lang)).join(", ");
}

/** What the map shows: each kind of ground once, with a place where it is to be seen. */
export function legendOf(board: BoardData, lang: Lang): { name: string; at: string }[] {
  const found = new Map<string, string>();
  const meet = (word: string, at: string | undefined): void => {
    if (at !== undefined && !found.has(word)) found.set(word, at);
  };
  for (const [label, { terrain }] of Object.entries(board.cells)) if (terrain !== "clear" && terrain !== "plain") meet(terrain, label);
  for (const [place, words] of Object.entries(board.features ?? {})) for (const word of words) if (TOLD.includes(word)) meet(word, place);
  for (const { kind, path } of board.ways) meet(/rail/.test(kind) ? "rail" : "road", path[Math.floor(path.length / 2)]);
  for (const { kind, sides } of board.courses) meet(/ditch/.test(kind) ? "ditch" : "narrow", sides[Math.floor(sides.length / 2)]);
  return [...found].map(([word, at]) => ({ name: terrainName(word, lang), at }));
}

export function terrainName(terrain: string, lang: Lang): string {
  return TERRAIN[terrain]?.[lang] ?? terrain.replaceAll("_", " ");
}
