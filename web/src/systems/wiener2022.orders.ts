/** Orders of Wiener 2022 in a few words, and several of them put together into one. */

import type { Choice } from "../choices";
import type { Lang, Order } from "../model";
import type { View } from "./wiener2022.data";
import { KINDS, OBSTACLES, WINDS, WORDS } from "./wiener2022.words";

type Say = (value: unknown, lang: Lang, name: (id: string) => string) => string;

/** What a field of an order says, beside places and elements that are shown on the map. */
const SAID: Readonly<Record<string, Say>> = {
  enters: (_, lang) => WORDS[lang].enters,
  kind: (value, lang) => OBSTACLES[String(value)]?.[lang] ?? String(value),
  barrier: (value, _, name) => name(String(value)),
  against: (value, lang) => WORDS[lang].targets[value as "bridge"] ?? String(value),
  height: (value, lang) => WORDS[lang][value as "low" | "high"] ?? "",
  heading: (value, lang) => WINDS[lang][String(value)] ?? "",
  what: (value, lang) => (value === "flares" ? WORDS[lang].flares : WORDS[lang].smoke),
  with: (value, lang, name) => `${WORDS[lang].then} ${(value as string[]).map(name).join(", ")}`,
  dismount: (_, lang) => WORDS[lang].dismounting,
  off_road: (_, lang) => WORDS[lang].offRoad,
  flanks: (value, lang) => `${WORDS[lang].over} ${(value as string[]).join(", ")}`,
  makeshift: (_, lang) => WORDS[lang].makeshift,
  camouflaged: (_, lang) => WORDS[lang].net,
  edge: (value) => String(value),
  place: (value) => String(value),
  charge: () => "",
  lights: () => "",
  mounted: () => "",
  off: () => "",
  element: (value, _, name) => name(String(value)),
  to: (value, _, name) => name(String(value)),
};

export function labelOf(choice: Choice, lang: Lang, name: (id: string) => string, view: View | null): string {
  const { order, rest } = choice;
  const words = WORDS[lang];
  if (order.do === "done") return words.done[(view?.phase || "other") as "air"] ?? KINDS["done"]![lang];
  if (order.do === "take-positions") return [KINDS["take-positions"]![lang], ...manyOf(choice, order["elements"], lang)].join(": ");
  if (order.do === "name-fed") return count(order["fields"]) === 0 ? words.letLift : `${KINDS["name-fed"]![lang]}: ${(order["fields"] as string[]).join("; ")}`;
  if (order.do === "send-fighters") return `${KINDS["send-fighters"]![lang]}: ${((order["aircraft"] ?? []) as string[]).map(name).join(", ") || words.none}`;
  if (order.do === "beside-road" && order["off"] === false) return words.onRoad;
  if (order.do === "mount" || order.do === "embark") return `${KINDS[order.do]![lang]}: ${name(String(order["vehicle"] ?? order["craft"]))}`;
  if (order.do === "name" || order.do === "give-up") return `${KINDS[order.do]![lang]}: ${name(String(order["element"]))}`;
  const weapon = typeof order["weapon"] === "string" ? [name(order["weapon"])] : [];
  const said = [...weapon, ...Object.entries(rest).map(([key, value]) => (SAID[key] ? SAID[key](value, lang, name) : plain(value, name)))];
  if ((order.do === "move" || order.do === "enter") && view?.night && order["lights"] === false) said.push(words.noLights);
  if (order.do === "place" && order["mounted"] === false) said.push(words.onFoot);
  return [KINDS[order.do]?.[lang] ?? order.do, ...said.filter(Boolean)].join(" · ");
}

/** Bombs and screens on suspicion are clicked for like batteries' fire: an aircraft, then where the row of fields ends. */
export function readBombs(order: Order): Choice {
  const runs = (order["attacks"] ?? order["drops"]) as { element: string; field: string; height?: string; what?: string; heading: string }[];
  const path = runs.map(({ field }) => field);
  const { height, what, heading = "" } = runs[0] ?? {};
  const how = what === undefined ? { height: height ?? "" } : { what };
  return { order, subjects: runs.map(({ element }) => element), targets: [], path, goal: path[path.length - 1] ?? null, rest: { ...how, heading } };
}

export const count = (value: unknown): number => (Array.isArray(value) ? value.length : 0);

/** "all 3", "none"; nothing for the one that is chosen on the map. */
function manyOf({ subjects }: Choice, elements: unknown, lang: Lang): string[] {
  if (count(elements) === 0) return [WORDS[lang].none];
  return subjects.length === 0 ? [`${WORDS[lang].all} ${count(elements)}`] : [];
}

function plain(value: unknown, name: (id: string) => string): string {
  if (typeof value === "string" || typeof value === "number") return name(String(value));
  return Array.isArray(value) && value.every((word) => typeof word === "string") ? value.map(name).join(", ") : "";
}

/** Orders that name several elements and one field, by the list that holds them. */
const JOINED: Readonly<Record<string, string>> = {
  "indirect-fire": "batteries", "prepare-barrage": "batteries", "lay-smoke": "batteries", illuminate: "batteries", storm: "elements", "storm-ashore": "elements", "take-positions": "elements",
}; // prettier-ignore
const ON_SUSPICION: Readonly<Record<string, string>> = {
  "indirect-fire": "suspicion-fire", "lay-smoke": "smoke-on-suspicion", illuminate: "illuminate-on-suspicion",
}; // prettier-ignore

/** One order for all: movers that set out together, batteries on one field or each on its own, bases that storm. */
export function together(choices: readonly Choice[]): Order | null {
  const [first, ...others] = choices.map(({ order }) => order);
  if (!first || others.some((order) => order.do !== first.do)) return null;
  const orders = [first, ...others];
  if (first.do === "move") return others.length === 0 ? first : { do: "simultaneous-move", moves: orders };
  if (first.do === "air-attack") return others.length === 0 ? first : { do: "simultaneous-air-attack", attacks: orders };
  const list = JOINED[first.do];
  if (list === undefined) return null;
  const names = [...new Set(orders.flatMap((order) => (order[list] ?? []) as string[]))];
  const fields = orders.map((order) => String(order["field"]));
  if (new Set(fields).size === 1) return { ...first, [list]: names };
  const suspicion = ON_SUSPICION[first.do];
  return suspicion && names.length === fields.length ? { do: suspicion, [list]: names, fields } : null;
}
