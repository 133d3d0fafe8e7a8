/** What the pack and the view of Wiener 2022 hold, as far as the table shows it. */

import type { Lang } from "../model";
import type { Material } from "./presenter";

export interface Weapon {
  name: string; name_de: string; family: string; calibre: number; barrel: number; gun_class: number; flat: number; indirect: number; air: number;
  flak: string; multi: boolean; plus: number;
} // prettier-ignore

export interface Model {
  name: string; name_de: string; kind: string; traits: string[]; armour: number; resistance: number; mobility: string; size: string; tonnes: number;
  weapons: string[]; tow_needs: string; tow: string; capacity: number; engines: number; role: string; bomb: number;
} // prettier-ignore

export interface Mission {
  text: string;
  text_de: string;
  atoms: { kind: string; zone?: string; fields?: number; by?: number; until?: number }[];
}

interface Placed {
  label?: string;
  label_de?: string;
}

export interface Party {
  name: string;
  name_de: string;
  units: Placed[];
  reinforcements: { turn: number; units: Placed[]; name: string; name_de: string }[];
  air: { pool: Placed[]; priority: number };
}

export interface Zone {
  name: string;
  name_de: string;
  at: string[];
  x: [number, number] | null;
  y: [number, number] | null;
  exclude: string[];
}

export interface Scenario {
  turns: number;
  missions: Record<string, Mission>;
  provisions?: { text: string; text_de: string }[];
  zones: Record<string, Zone>;
  clock: { turns_per_day: number; start: number; sunrise: number; sunset: number; night: number[] | null };
  weather: { fog_turns: number[] };
  models?: Record<string, Model>;
  weapons?: Record<string, Weapon>;
  blue: Party;
  red: Party;
}

export interface Pack extends Material {
  models: Record<string, Model>;
  weapons: Record<string, Weapon>;
  tables: { speeds: { day: Record<string, number[]>; night: Record<string, number[]> } };
}

/** Fields that hold their usual value are left out by the server. */
export interface Element {
  id: string; side: string; model: string; label?: string; mate?: string; fate?: string; field?: string; due?: number; aboard?: string; facing?: number;
  guise?: string; elite?: string[]; ammunition?: number; fuel?: number; pinned?: number; position?: boolean; camouflaged?: boolean; located?: boolean;
  hidden?: boolean; self_smoke?: boolean; fired_in?: number; broken?: boolean; on_pontoons?: boolean; raft?: boolean; moved?: number; limit?: number;
  shot?: boolean; worked?: boolean; attacked?: boolean; acted?: boolean; ready?: boolean; off_road?: boolean; mission?: string; height?: string;
} // prettier-ignore

export interface View {
  scenario: string;
  turn: number;
  half: number;
  active: string;
  phase: string;
  night: boolean;
  sides: string[];
  elements: Record<string, Element>;
  stock: Record<string, Record<string, number>>;
  tokens: Record<string, { id: string; side: string; field: string; element?: string; dummy?: boolean }>;
  ghosts: Record<string, { element: string; model: string; field: string; turn: number; seen?: boolean }>;
  heard: Record<string, { field: string }>;
  smoke: Record<string, { side: string | null }>;
  light: Record<string, unknown>;
  earthworks: Record<string, { turns?: number; side?: string | null }>;
  barriers: Record<string, { id: string; kind: string; field: string; side: string; hidden?: boolean }>;
  barrages: Record<string, { id: string; side: string; field: string; weapons: string[]; half: number }>;
  charges: Record<string, { id: string; side: string; field: string; against: string; hidden?: boolean }>;
  bridges: Record<string, { kind: string; axis?: string; intact?: boolean; closed_until?: number }>;
  wrecks: Record<string, { model: string; side: string }>;
  ruins: string[];
  broken: string[];
  march: { movers: { element: string; path: string[] }[] } | null;
  requested: string[];
  flights: Record<string, string>;
}

export const scenarioOf = (pack: Pack): Scenario => pack.scenario as unknown as Scenario;

export function modelOf(pack: Pack, model: string): Model | undefined {
  const { models } = scenarioOf(pack);
  return pack.models[model] ?? models?.[model.replace(/^.*:/, "")];
}

export function weaponOf(pack: Pack, weapon: string): Weapon | undefined {
  const { weapons } = scenarioOf(pack);
  return pack.weapons[weapon] ?? weapons?.[weapon.replace(/^.*:/, "")];
}

export const named = (thing: { name: string; name_de: string } | undefined, lang: Lang): string => (lang === "de" && thing?.name_de) || thing?.name || "";

/** "b12v" is 12. */
export const numberOf = (id: string): string => id.replace(/^[a-z]+/, "").replace(/v$/, "");

/** Where an element is not still to come, to be placed or gone. */
export const isInPlay = (element: Element): boolean => ["due", "reserve", "board"].includes(element.fate ?? "due");

/** The ledger of its turn says that it can do nothing more. */
export function isSpent(element: Element, view: View): boolean {
  return element.side === view.active && element.fate === "board" && Boolean(element.acted || element.worked || element.attacked);
}

const FAMILIES: Readonly<Record<string, string>> = { mg: "MG", hmg: "MG", mortar: "MOR", rocket: "ROC" };

/** A symbol for the counter: by kind, then by the weapon that counts. */
export function symbolOf(pack: Pack, id: string): string {
  const model = modelOf(pack, id);
  if (!model) return "INF";
  const has = (trait: string): boolean => model.traits.includes(trait);
  if (model.kind === "figures") return has("engineer") ? "ENG" : has("paratroop") ? "PARA" : model.mobility === "rider" ? "CAV" : model.mobility === "infantry" ? "INF" : "MC";
  if (model.kind === "aircraft") return "AIR";
  if (model.kind === "bunker") return "BNK";
  if (["ship", "boat", "ferry", "raft"].includes(model.kind)) return "SHIP";
  if (model.kind === "dummy") return "DUM";
  if (has("command")) return "HQ";
  if (has("engineer_vehicle") || has("bridge_layer") || has("mine_clearer") || has("dozer")) return "ENG";
  if (has("supply")) return "SUP";
  const main = weaponOf(pack, model.weapons[0] ?? "");
  if (has("antitank")) return model.kind === "weapon" ? "AT" : "AG";
  if (model.kind === "weapon" || has("self_propelled")) return FAMILIES[main?.family ?? ""] ?? (main?.flak ? "AA" : has("self_propelled") ? "SPA" : "ART");
  if (has("apc")) return "APC";
  if (has("combat")) return /wheeled/.test(model.mobility) ? "AC" : model.armour > 2 ? "TK-H" : model.armour > 1 ? "TK-M" : "TK-L";
  return "TRK";
}

/** The colour of the band tells the arm. */
const BANDS: Readonly<Record<string, string>> = {
  INF: "#e8dcbc", PARA: "#e8dcbc", MC: "#e8dcbc", CAV: "#e8dcbc", MG: "#e8dcbc", ENG: "#8fae8b", MOR: "#d8b268", ART: "#c9a24a", SPA: "#c9a24a", ROC: "#c9a24a",
  AA: "#9fb8c9", AT: "#d98b5c", AG: "#d98b5c", APC: "#c8b28e", AC: "#c8b28e", "TK-L": "#e0a577", "TK-M": "#d07f54", "TK-H": "#a34f33", TRK: "#a79c86", SUP: "#a79c86",
  HQ: "#f4efe2", AIR: "#8fb7d6", SHIP: "#7fa6bf", BNK: "#8d897f", DUM: "#d9d3c5",
}; // prettier-ignore

export const bandOf = (symbol: string): string => BANDS[symbol] ?? "#e8dcbc";

/** How many fields a model makes by road, over ground and on water. */
export function speedOf(pack: Pack, model: Model, isDark: boolean): readonly number[] {
  return pack.tables.speeds[isDark ? "night" : "day"][model.mobility] ?? [0, 0, 0];
}

/** Which turns are printed as night turns on the track. */
export function isNightTurn({ clock }: Scenario, turn: number): boolean {
  if (clock.night) return clock.night.includes(turn);
  const hour = ((clock.start + turn - 2) % clock.turns_per_day) + 1;
  return hour < clock.sunrise || hour >= clock.sunset;
}

/** The fields of a zone. */
export function fieldsOf(zone: Zone | undefined, labels: Iterable<string>): string[] {
  if (!zone) return [];
  const within = ([least, most]: readonly [number, number], n: number): boolean => least <= n && n <= most;
  const isIn = (label: string): boolean => {
    const [x, y] = label.split(",").map(Number) as [number, number];
    return (zone.x !== null || zone.y !== null) && (!zone.x || within(zone.x, x)) && (!zone.y || within(zone.y, y));
  };
  const found = [...labels].filter((label) => zone.at.includes(label) || isIn(label));
  return found.filter((label) => !zone.exclude.includes(label));
}
