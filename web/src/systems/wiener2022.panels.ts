/** The panels of Wiener 2022: time of day, phases, missions, air forces, engineer stock, what is prepared, forces. */

import type { Chip, FormationRow, Lang, Panel } from "../model";
import { badgesOf } from "./wiener2022.counters";
import { bandOf, type Element, isInPlay, isNightTurn, isSpent, modelOf, named, type Pack, scenarioOf, symbolOf, type View, weaponOf } from "./wiener2022.data";
import { WORDS } from "./wiener2022.words";

type NameOf = (element: Element) => string;

export function panelsOf(view: View, pack: Pack, lang: Lang, nameOf: NameOf): Panel[] {
  return [track(view, pack, lang), phases(view, lang), missions(view, pack, lang), ...provisions(pack, lang), ...air(view, pack, lang, nameOf), ...stock(view, lang, nameOf), ...prepared(view, lang, nameOf), forces(view, pack, lang, nameOf)];
}

/** One box for each turn, with sun or moon. */
function track(view: View, pack: Pack, lang: Lang): Panel {
  const scenario = scenarioOf(pack);
  const now = Math.max(1, view.turn);
  const steps = Array.from({ length: scenario.turns }, (_, n) => ({ label: String(n + 1), note: isNightTurn(scenario, n + 1) ? "☾" : "☀", current: n + 1 === now, past: n + 1 < now }));
  return { kind: "track", title: WORDS[lang].track, cite: "WPR-spielablauf-1", steps };
}

function phases(view: View, lang: Lang): Panel {
  const words = WORDS[lang];
  const order = ["air", "indirect", "other"] as const;
  const at = order.findIndex((phase) => phase === view.phase);
  const chips = order.map((phase, n): Chip => ({ id: phase, side: view.active, label: `${n + 1} ${words.phaseNames[phase]}`, count: 1, state: n === at ? "current" : n < at ? "spent" : "" }));
  return { kind: "chips", title: words.phases, cites: ["WPR-spielablauf-3"], chips };
}

function missions(_: View, pack: Pack, lang: Lang): Panel {
  const found = Object.entries(scenarioOf(pack).missions);
  return { kind: "notes", title: WORDS[lang].missions, cite: "WPR-ausgangslage-3", notes: found.map(([side, mission]) => ({ side, text: lang === "de" ? mission.text_de : mission.text })) };
}

/** What the scenario provides in words; both players keep to it themselves. */
function provisions(pack: Pack, lang: Lang): Panel[] {
  const notes = (scenarioOf(pack).provisions ?? []).map(({ text, text_de }) => ({ side: "", text: lang === "de" ? text_de : text }));
  return notes.length > 0 ? [{ kind: "notes", title: WORDS[lang].provisions, cite: "WPR-ausgangslage-8", notes }] : [];
}

function air(view: View, pack: Pack, lang: Lang, nameOf: NameOf): Panel[] {
  const aircraft = Object.values(view.elements).filter((element) => modelOf(pack, element.model)?.kind === "aircraft" && isInPlay(element));
  if (aircraft.length === 0) return [];
  const words = WORDS[lang];
  const chips = aircraft.map((element): Chip => {
    const mission = element.mission ?? "";
    const where = element.fate === "board" ? (element.field ?? "") : (element.due ?? 0) > view.turn ? `${words.due} ${element.due}` : words.missionNames[mission as keyof typeof words.missionNames];
    return { id: element.id, side: element.side, label: `${nameOf(element)}: ${where}`, count: 1, state: mission === "granted" ? "current" : mission === "" ? "" : "spent" };
  });
  return [{ kind: "chips", title: words.air, cites: ["WPR-luftstreitkraefte-3"], chips }];
}

function stock(view: View, lang: Lang, nameOf: NameOf): Panel[] {
  const words = WORDS[lang];
  const notes = Object.entries(view.stock).flatMap(([id, held]) => {
    const element = view.elements[id];
    if (!element || !isInPlay(element)) return [];
    const parts = Object.entries(held).filter(([, count]) => count > 0).map(([kind, count]) => `${count} ${words.stockNames[kind as keyof typeof words.stockNames] ?? kind}`);
    return [{ side: element.side, text: `${nameOf(element)}: ${parts.join(", ") || words.none}` }];
  });
  return notes.length > 0 ? [{ kind: "notes", title: words.stock, cite: "WPR-pioniere-2", notes }] : [];
}

/** Barrages and charges of one's own. */
function prepared(view: View, lang: Lang, nameOf: NameOf): Panel[] {
  const words = WORDS[lang];
  const named = (id: string): string => (view.elements[id] ? nameOf(view.elements[id]) : id);
  const notes = [
    ...Object.values(view.barrages).map(({ side, field, weapons }) => ({ side, text: `${words.barrage} ${field}: ${weapons.map(named).join(", ")}` })),
    ...Object.values(view.charges).map(({ side, field, against }) => ({ side, text: `${words.charge} ${field} (${words.targets[against as keyof typeof words.targets] ?? against})` })),
  ];
  return notes.length > 0 ? [{ kind: "notes", title: words.prepared, notes }] : [];
}

function forces(view: View, pack: Pack, lang: Lang, nameOf: NameOf): Panel {
  const words = WORDS[lang];
  /** A vehicle stands below its base, by its model alone. */
  const rowName = (element: Element): string => (element.mate && element.id.endsWith("v") ? `└ ${named(modelOf(pack, element.model), lang)}` : nameOf(element).replace(/ \(.*\)$/, ""));
  const row = (element: Element): FormationRow => {
    const model = modelOf(pack, element.model);
    const weapon = weaponOf(pack, model?.weapons[0] ?? "");
    const isLost = element.fate === "lost" || element.fate === "left";
    return {
      id: element.id, side: element.side, name: rowName(element), colour: bandOf(symbolOf(pack, element.model)), factor: weapon ? String(weapon.indirect || weapon.flat) : "",
      steps: isLost ? 0 : 1, ofSteps: 1, states: isLost ? [] : badgesOf(element), active: false, done: isSpent(element, view), title: `${nameOf(element)}, ${named(model, lang)}`,
    }; // prettier-ignore
  };
  const groups = ["blue", "red"].map((side) => ({ side, rows: Object.values(view.elements).filter((element) => element.side === side && modelOf(pack, element.model)?.kind !== "aircraft").map(row) }));
  return { kind: "formations", title: words.forces, note: words.columns, groups };
}
