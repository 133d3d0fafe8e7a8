/** Names of terrain. A pack may have more; those are said as it writes them. */

import type { Lang } from "../model";

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
};

export function terrainName(terrain: string, lang: Lang): string {
  return TERRAIN[terrain]?.[lang] ?? terrain.replaceAll("_", " ");
}
