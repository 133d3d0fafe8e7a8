/** Unit cards: values and status on the front, order boxes on the back. */

import type { CardTable, Lang, UnitCard } from "../model";
import type { Card, Unit } from "./barbarossa1941.data";
import { BOXES, KINDS, TRAITS, TYPES, WORDS } from "./barbarossa1941.words";

/** `unit` is the one on the table; null for a card that could be bought. */
export function cardOf(card: Card, unit: Unit | null, title: string, lang: Lang): UnitCard {
  const words = WORDS[lang];
  const casualties = unit?.casualties ?? 0;
  return {
    side: card.side,
    title,
    subtitle: [TYPES[card.type]?.[lang] ?? card.type, ...(card.traits ?? []).map((trait) => TRAITS[trait]?.[lang] ?? trait)].join(" · "),
    values: valuesOf(card, unit, lang),
    symbols: { left: card.size - casualties, all: card.size },
    marks: unit ? marksOf(unit, lang) : [],
    tables: [fireTable(card, casualties, lang), rangeTable(card, lang), ...meleeTable(card, casualties, lang)],
    boxes: BOXES.filter(([box]) => Boolean(card.orders[box])).map(([box, kind]) => ({ label: KINDS[kind]?.[lang] ?? words.indirect, value: boxValue(card.orders[box], lang), kind })),
    note: words.note,
  };
}

function valuesOf(card: Card, unit: Unit | null, lang: Lang): UnitCard["values"] {
  const words = WORDS[lang];
  const loss = card.valour.loss ?? 1;
  const valour = card.valour.initial - loss * (unit?.casualties ?? 0);
  const values: { label: string; value: string; note?: string }[] = [
    { label: words.defence, value: unit?.absorbed ? `${Math.max(0, card.defence - unit.absorbed)}/${card.defence}` : String(card.defence) },
    { label: words.valour, value: String(valour), note: `${card.valour.dice ?? 2}W6, −${loss}`.replace("W", lang === "de" ? "W" : "d") },
  ];
  const isTransport = card.traits?.includes("transport") ?? false;
  if (card.ammo) values.push({ label: isTransport ? words.supply : words.ammo, value: unit ? (unit.ammo === undefined ? `?/${card.ammo}` : `${unit.ammo}/${card.ammo}`) : String(card.ammo) });
  for (const name of ["smoke", "mines", "charges"] as const) {
    const all = card.special?.[name] ?? 0;
    if (all > 0) values.push({ label: words[name], value: unit ? `${unit[name] ?? 0}/${all}` : String(all) });
  }
  if (card.command_range) values.push({ label: words.command, value: String(card.command_range) });
  if (!unit) values.push({ label: words.cost, value: String(card.cost) });
  return values;
}

function marksOf(unit: Unit, lang: Lang): string[] {
  const words = WORDS[lang];
  const marks: string[] = [];
  if (unit.suppressed) marks.push(words.suppressed);
  if (unit.hidden) marks.push(words.hidden);
  if (unit.tied && unit.tied.length > 0) marks.push(words.tied);
  if (unit.towed) marks.push(words.towed);
  if (unit.dug_in) marks.push(words.dugIn);
  if (unit.bunker) marks.push(words.bunkered);
  if (unit.set_up === false) marks.push(words.limbered);
  if (unit.order) marks.push(`${words.order}: ${KINDS[unit.order.order]?.[lang] ?? unit.order.order}${unit.boxes ? ` (${unit.boxes})` : ""}`);
  return marks;
}

function fireTable(card: Card, casualties: number, lang: Lang): CardTable {
  const words = WORDS[lang];
  const head = Array.from({ length: card.size }, (_, n) => String(n));
  return {
    title: words.dice,
    head,
    rows: Object.entries(card.targets).map(([type, row]) => ({
      label: TYPES[type]?.[lang] ?? type,
      cells: Array.isArray(row) ? row.map(String) : [words.melee],
      ...(Array.isArray(row) ? { current: casualties } : {}),
    })),
  };
}

function rangeTable(card: Card, lang: Lang): CardTable {
  const words = WORDS[lang];
  return {
    title: `${words.range}: ${words.accuracy}`,
    head: card.range.map((_, n) => String(n + 1)),
    rows: [{ label: words.distance, cells: card.range.map(String) }],
  };
}

function meleeTable(card: Card, casualties: number, lang: Lang): CardTable[] {
  const words = WORDS[lang];
  if (!card.melee_dice || card.melee_dice.length === 0) return [];
  const note = card.suppressed_accuracy ? ` (${words.suppressedAt}: ${card.suppressed_accuracy})` : "";
  return [{ title: words.meleeDice + note, head: card.melee_dice.map((_, n) => String(n)), rows: [{ label: words.melee, cells: card.melee_dice.map(String), current: casualties }] }];
}

/** What is printed in an order box: "+1", "2 hexes", boxes to be marked. */
function boxValue(box: Card["orders"][string] | undefined, lang: Lang): string {
  if (typeof box !== "object" || box === null) return "";
  const words = WORDS[lang];
  const parts: string[] = [];
  const number = (key: string): number => Number(box[key] ?? 0);
  if (number("distance")) parts.push(`${number("distance")} ${words.hexes}`);
  if (number("bonus")) parts.push(`${words.bonus} +${number("bonus")}`);
  if (number("reduction")) parts.push(`−${number("reduction")}`);
  if (number("boxes")) parts.push("▢".repeat(number("boxes")));
  if (number("range")) parts.push(`${words.upTo} ${number("range")}`);
  if (number("radius")) parts.push(`${words.radius} ${number("radius")}`);
  if (number("zone")) parts.push(`${words.radius} ${number("zone")}`);
  if (number("cargo")) parts.push(`${words.cargo} ${number("cargo")}`);
  return parts.join(", ");
}
