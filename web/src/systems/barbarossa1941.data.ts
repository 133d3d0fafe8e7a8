/** What the pack and the view of Barbarossa 1941 hold, as far as the table shows it. */

import type { Material } from "./presenter";

export interface Card {
  name: string; name_de: string; label: string; side: string; type: string; size: number; defence: number;
  valour: { initial: number; loss?: number; dice?: number };
  targets: Record<string, number[] | "melee">;
  range: (number | "X")[]; melee_dice?: number[]; suppressed_accuracy?: number; arc?: string; ammo?: number;
  special?: { smoke?: number; mines?: number; charges?: number };
  traits?: string[]; command_range?: number; cost: number;
  orders: Record<string, boolean | null | Record<string, unknown>>;
  flight?: { role: string; boxes: number } | null;
} // prettier-ignore

export interface Pack extends Material {
  cards: Record<string, Card>;
  works: Record<string, { name: string; name_de: string; cost: number }>;
  mines: { cost: number };
}

export interface Unit {
  id: string; side: string; card: string; number: number; fate?: string; hex?: string; facing?: number | null; casualties?: number;
  absorbed?: number; ammo?: number; smoke?: number; mines?: number; charges?: number; suppressed?: boolean; flag?: boolean; hidden?: boolean; unseen?: boolean;
  set_up?: boolean; dug_in?: boolean; bunker?: boolean; carrier?: string; towed?: boolean; tied?: string[]; order?: ({ order: string } & Record<string, unknown>) | null;
  boxes?: number; lapsed?: boolean; group?: number; seat?: string; box?: string; station?: string; cargo?: number;
} // prettier-ignore

export interface View {
  scenario: string;
  turn: number;
  step: number;
  sides: string[];
  seat?: string;
  mates?: string[];
  units: Record<string, Unit>;
  points: Record<string, number>;
  mines: Record<string, { hex: string; side: string; kind: string; revealed?: boolean }>;
  smoke: Record<string, number>;
  trenches: Record<string, { hex: string; facing: number }>;
  bunkers: Record<string, { facing: number; hits?: number }>;
  bridges: Record<string, { pontoon?: boolean; destroyed?: boolean }>;
  wire: Record<string, string>;
  teeth: Record<string, string>;
  paths: string[];
  cargo: Record<string, number>;
}

/** A symbol for the counter: by type, then by what the card can do. */
export function symbolOf(card: Card): string {
  const has = (trait: string): boolean => card.traits?.includes(trait) ?? false;
  if (card.type === "aircraft") return "AIR";
  if (card.type === "light_tank") return "TK-L";
  if (card.type === "medium_tank") return "TK-M";
  if (card.type === "heavy_tank") return "TK-H";
  if (card.type === "armoured_vehicle") return has("transport") ? "APC" : "AC";
  if (card.type === "vehicle") return "TRK";
  if (card.type === "artillery") return has("flak") ? "AA" : has("indirect") ? (has("area") ? "ROC" : "MOR") : "AT";
  return has("pioneer") ? "ENG" : has("machine_gun") ? "MG" : "INF";
}

/** The dice a unit has left against the type it is best at, and how far it reaches. */
export function firepower(card: Card, casualties: number): number {
  const rows = Object.values(card.targets).filter((row): row is number[] => Array.isArray(row));
  return Math.max(0, ...rows.map((row) => row[casualties] ?? 0));
}

export function reach(card: Card): number {
  return card.range.length;
}

/** The farthest a unit moves by one of its orders. */
export function pace(card: Card): number {
  const far = (name: string): number => {
    const box = card.orders[name];
    return typeof box === "object" && box !== null ? Number(box["distance"] ?? 0) : 0;
  };
  return Math.max(far("march"), far("cautious"), far("assault"));
}

export const numberOf = (unit: Unit): string => String(unit.number);
