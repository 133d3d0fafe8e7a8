/** What is set beside the orders of Barbarossa 1941: when a waiting unit fires, its group, who plans it. */

import type { Part } from "../assembly";
import type { Lang } from "../model";
import type { Unit, View } from "./barbarossa1941.data";
import { TYPES, WORDS } from "./barbarossa1941.words";
import type { Setting, Upkeep } from "./presenter";

interface Policy {
  fire?: "first" | "best" | "hold";
  ask?: boolean;
  types?: readonly string[];
}

const FIRES = ["best", "first", "hold"] as const;
const GROUPS = [1, 2, 3, 4, 5, 6];

/** What a unit that defends or waits in ambush does when it cannot ask. */
export function policySettings(part: Part, lang: Lang): readonly Setting[] {
  const words = WORDS[lang];
  const policy = (part["policy"] ?? {}) as Policy;
  const set = (change: Policy): Part => ({ ...part, policy: { ...policy, ...change } });
  const types = Object.entries(TYPES).filter(([type]) => type !== "building");
  return [
    {
      name: words.policy, value: policy.fire ?? "best",
      choices: FIRES.map((fire) => ({ value: fire, label: words.fire[fire], part: set({ fire }) })),
    },
    {
      name: words.against, value: policy.types?.[0] ?? "",
      choices: [
        { value: "", label: words.allTypes, part: set({ types: [] }) },
        ...types.map(([type, name]) => ({ value: type, label: name[lang], part: set({ types: [type] }) })),
      ],
    },
    {
      name: words.asks, value: policy.ask === false ? "no" : "yes",
      choices: [
        { value: "yes", label: words.asksYes, part: set({ ask: true }) },
        { value: "no", label: words.asksNo, part: set({ ask: false }) },
      ],
    },
  ]; // prettier-ignore
}

/** The group card that a unit of one's own is written on, and which of the team mates plans it. */
export function upkeepOf(id: string, view: View, lang: Lang, name: (id: string) => string): readonly Upkeep[] {
  const unit = view.units[id];
  if (!unit || !view.sides.includes(unit.side) || unit.seat !== view.seat) return [];
  return [...(unit.fate === "map" ? [groupOf(unit, view, lang)] : []), ...plannerOf(unit, view, lang, name)];
}

function groupOf(unit: Unit, view: View, lang: Lang): Upkeep {
  const words = WORDS[lang];
  const beside = (number: number): string => {
    const others = Object.values(view.units).filter((other) => other.id !== unit.id && other.side === unit.side && other.group === number);
    return others.length > 0 ? `${number} (${others.map((other) => other.number).join(", ")})` : String(number);
  };
  return {
    name: words.group, cite: "BAR-group-card-1", value: String(unit.group ?? 0),
    choices: [
      { value: "0", label: words.noGroup, instruction: { tell: "leave-group", unit: unit.id } },
      ...GROUPS.map((number) => ({ value: String(number), label: beside(number), instruction: { tell: "join-group", unit: unit.id, number } })),
    ],
  }; // prettier-ignore
}

function plannerOf(unit: Unit, view: View, lang: Lang, name: (id: string) => string): Upkeep[] {
  const mates = view.mates ?? [];
  if (mates.length === 0) return [];
  const words = WORDS[lang];
  const choices = mates.map((mate) => ({ value: mate, label: `${name(mate)}, ${words.next}`, instruction: { tell: "entrust", unit: unit.id, to: mate } }));
  return [{ name: words.planner, cite: "BAR-preparation-4", value: "", choices: [{ value: "", label: words.you, instruction: { tell: "" } }, ...choices] }];
}
