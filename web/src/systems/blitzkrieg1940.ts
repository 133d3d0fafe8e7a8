/** Blitzkrieg 1940 on the table: its counters, the cup, formations, turn and victory track. */

import type { Choice } from "../choices";
import type { Badge, Chip, Face, FormationRow, Lang, Panel, Piece, SideLook, Token, VictoryBar } from "../model";
import { ORDERS } from "./blitzkrieg1940.words";
import { plainLabel } from "./plain";
import type { Material, Presenter, ViewData } from "./presenter";

interface Values { attack: number; range: number; defence: number; mp: number } // prettier-ignore
interface Counter { name: string; name_de: string; symbol: string; full: Values; reduced: Values } // prettier-ignore
interface Company { counter: string; name: string; name_de: string; label: string } // prettier-ignore
interface PackFormation {
  side: string; name: string; name_de: string; code: string; colour: string; factor: number; command: number;
  companies: Record<string, Company>;
} // prettier-ignore
interface Independent { side: string; counter: string; name: string; name_de: string; label: string } // prettier-ignore
interface Pack extends Material {
  counters: Record<string, Counter>;
  formations: Record<string, PackFormation>;
  independents: Record<string, Independent>;
}
interface Unit {
  id: string; side: string; formation: string; counter?: string; is_hq?: boolean; is_independent?: boolean;
  fate?: string; hex?: string; steps?: number; neutralised?: boolean; out_of_command?: boolean;
  opp_used?: boolean; acted?: boolean; column?: boolean; carrier?: string;
} // prettier-ignore
interface FormationState {
  id: string; side: string; exhausted?: boolean; demoralised?: boolean; steps?: number; lost?: number;
  own_used?: boolean; gone?: boolean; repeat_used?: boolean;
} // prettier-ignore
interface Marker { id: string; side: string; kind: string; formation?: string; place?: string; load?: Record<string, number> } // prettier-ignore
interface View {
  turn: number;
  units: Record<string, Unit>;
  formations: Record<string, FormationState>;
  markers: Record<string, Marker>;
  works: Record<string, { side: string }>;
  mines: Record<string, string>;
  control: Record<string, string>;
  activation: { side: string; formations?: string[]; markers?: string[] } | null;
}

const GREY = "#8f8a7c";
const FULL_STEPS = 2;

const LOOKS: Record<string, SideLook> = {
  german: {
    id: "german", letter: "D", name: { de: "Deutsch", en: "German" }, body: "#b7c0b1", ink: "#161a16",
    panel: ["#4d5a50", "#a3b2a6"], dark: false,
  },
  french: {
    id: "french", letter: "F", name: { de: "Französisch", en: "French" }, body: "#2c5a95", ink: "#ffffff",
    panel: ["#24548d", "#76a9e4"], dark: true,
  },
}; // prettier-ignore

const PARTS = {
  de: {
    hq: "HQ", turn: "Runde", victory: "Runde und Sieg", drawn: "Gezogen", cup: "In der Tasse", hand: "Auf der Hand",
    formations: "Formationen", columns: "FF · Schritte · Zustand", points: "SP", markers: "Marker",
    artillery: "Art", stuka: "Stuka", repeat: "Wdh", general: "Allg", empty: "leer", works: "Verteidigungswerk",
    mines: "Minenfeld", steps: ["kein Schritt", "ein Schritt", "zwei Schritte"],
    states: { n: "neutralisiert", b: "außer Befehlsgewalt", o: "Gelegenheitsfeuer verbraucht", d: "hat gehandelt" },
    wins: (who: string, points: string) => `${who} siegt ${points}`,
  },
  en: {
    hq: "HQ", turn: "Turn", victory: "Turn and victory", drawn: "Drawn", cup: "In the cup", hand: "In hand",
    formations: "Formations", columns: "Factor · steps · state", points: "VP", markers: "markers",
    artillery: "Art", stuka: "Stuka", repeat: "Rep", general: "Gen", empty: "empty", works: "Works",
    mines: "Minefield", steps: ["no step", "one step", "two steps"],
    states: { n: "neutralised", b: "out of command", o: "opportunity fire used", d: "has acted" },
    wins: (who: string, points: string) => `${who} wins ${points}`,
  },
} as const; // prettier-ignore

const STANDING: Record<Lang, Record<string, string>> = {
  de: { fire: "Feuer", within: "Entfernung", retreat: "Rückzug", "=ask": "fragen", "=hold": "halten", "=fire": "feuern", "=stay": "bleiben" },
  en: { fire: "Fire", within: "Range", retreat: "Retreat", "=ask": "ask me", "=hold": "hold", "=fire": "fire", "=stay": "stay" },
};

export class Blitzkrieg1940 implements Presenter {
  readonly looks = LOOKS;
  readonly standingCite = "BLK-6.3-A";

  pieces(data: ViewData, material: Material): Piece[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    return Object.values(view.units)
      .filter((unit) => unit.fate === "map" || unit.fate === "due" || unit.fate === undefined)
      .map((unit) => pieceOf(unit, pack));
  }

  tokens(data: ViewData): Token[] {
    const view = data as unknown as View;
    const works = Object.entries(view.works ?? {}).map(([at, { side }]) => tokenOf("works", at, side));
    const mines = Object.entries(view.mines ?? {}).map(([at, side]) => tokenOf("mines", at, side));
    return [...works, ...mines];
  }

  owners(data: ViewData): Record<string, string> {
    return (data as unknown as View).control ?? {};
  }

  turn(data: ViewData, material: Material, lang: Lang): string {
    const view = data as unknown as View;
    return `${PARTS[lang].turn} ${Math.max(1, view.turn)}/${String(material.scenario["turns"] ?? "?")}`;
  }

  panels(data: ViewData, material: Material, lang: Lang): Panel[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    return [
      track(view, pack, lang),
      ...markerPanels(view, pack, lang),
      { kind: "formations", title: PARTS[lang].formations, note: PARTS[lang].columns, groups: formationGroups(view, pack) },
    ];
  }

  nameOf(id: string, material: Material | null, lang: Lang): string | null {
    const look = LOOKS[id];
    if (look) return look.name[lang];
    if (!material) return null;
    return unitName(id, material as Pack, lang) ?? formationName(id, material as Pack, lang) ?? markerName(id, lang);
  }

  word(key: string, lang: Lang): string | null {
    return STANDING[lang][key] ?? null;
  }

  isAtOnce(choice: Choice): boolean {
    return choice.order.do.startsWith("place");
  }

  label(choice: Choice, lang: Lang, name: (id: string) => string): string {
    const words = ORDERS[lang][choice.order.do];
    return words ? words(choice, name) : plainLabel(choice, name);
  }
}

// -- counters ----------------------------------------------------------------------------------------

function pieceOf(unit: Unit, pack: Pack): Piece {
  const home = pack.formations[unit.formation];
  const [detailDe, detailEn] = [detailOf(unit, pack, "de"), detailOf(unit, pack, "en")];
  return {
    id: unit.id,
    at: unit.fate === "map" ? (unit.hex ?? "") : "",
    face: faceOf(unit, pack, home),
    name: { de: unitName(unit.id, pack, "de") ?? unit.id, en: unitName(unit.id, pack, "en") ?? unit.id },
    detail: { de: detailDe, en: detailEn },
  };
}

function faceOf(unit: Unit, pack: Pack, home: PackFormation | undefined): Face {
  const face = {
    side: unit.side,
    band: home?.colour ?? GREY,
    code: shortCode(home?.code ?? ""),
    done: unit.acted ?? false,
    column: unit.column ?? false,
    rider: Boolean(unit.carrier),
    independent: unit.is_independent ?? unit.id in pack.independents,
    badges: badgesOf(unit),
  };
  if (unit.is_hq) {
    return { ...face, company: "", symbol: hqSymbol(home, pack), command: String(home?.command ?? "") };
  }
  const counter = pack.counters[unit.counter ?? ""];
  const steps = unit.steps ?? FULL_STEPS;
  const values = steps < FULL_STEPS ? counter?.reduced : counter?.full;
  return {
    ...face,
    company: companyOf(unit.id, pack)?.label ?? "",
    symbol: counter?.symbol ?? "INF",
    attack: values ? String(values.attack) : "",
    range: values ? String(values.range) : "",
    defence: values ? String(values.defence) : "",
    movement: values ? String(values.mp) : "",
    steps,
    ofSteps: FULL_STEPS,
  };
}

/** An HQ shows the symbol that most of its companies have. */
function hqSymbol(home: PackFormation | undefined, pack: Pack): string {
  const counts = new Map<string, number>();
  for (const company of Object.values(home?.companies ?? {})) {
    const symbol = pack.counters[company.counter]?.symbol ?? "INF";
    const kind = symbol.startsWith("TK") ? "TK-M" : symbol;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "HQ";
}

function shortCode(code: string): string {
  return code.replace("Pz.Rgt", "PzR").replace("Sch.Rgt", "SchR").replace("Cuir", "Cui");
}

function companyOf(id: string, pack: Pack): Company | Independent | undefined {
  return pack.formations[id.split("/")[0] ?? ""]?.companies[id] ?? pack.independents[id];
}

function badgesOf(unit: Unit): Badge[] {
  const badges: Badge[] = [];
  if (unit.neutralised) badges.push({ kind: "neutralised", letter: "N" });
  if (unit.out_of_command) badges.push({ kind: "out-of-command", letter: "B" });
  if (unit.opp_used) badges.push({ kind: "used", letter: "O" });
  return badges;
}

function unitName(id: string, pack: Pack, lang: Lang): string | null {
  const [formation, company] = id.split("/");
  const home = pack.formations[formation ?? ""];
  if (home && company === "hq") return `HQ ${home.code}`;
  const found = companyOf(id, pack);
  if (!found) return null;
  const name = lang === "de" ? found.name_de : found.name;
  return home ? `${name}, ${home.code}` : name;
}

function formationName(id: string, pack: Pack, lang: Lang): string | null {
  const found = pack.formations[id];
  return found ? (lang === "de" ? found.name_de : found.name) : null;
}

/** "german_artillery_3" is the third artillery marker. */
function markerName(id: string, lang: Lang): string | null {
  const found = /^(?:french|german)_(artillery|stuka|repeat|general)_?(\d*)$/.exec(id);
  if (!found) return null;
  const names = {
    de: { artillery: "Artillerie", stuka: "Stuka", repeat: "Wiederholung", general: "Allgemein" },
    en: { artillery: "artillery", stuka: "Stuka", repeat: "repeat", general: "general" },
  };
  const number = found[2] ? ` ${found[2]}` : "";
  return names[lang][found[1] as keyof (typeof names)["de"]] + number;
}

function detailOf(unit: Unit, pack: Pack, lang: Lang): string {
  const parts = PARTS[lang];
  const said: string[] = [];
  const counter = pack.counters[unit.counter ?? ""];
  if (counter) said.push(lang === "de" ? counter.name_de : counter.name);
  if (!unit.is_hq) said.push(parts.steps[unit.steps ?? FULL_STEPS] ?? "");
  if (unit.neutralised) said.push(parts.states.n);
  if (unit.out_of_command) said.push(parts.states.b);
  if (unit.opp_used) said.push(parts.states.o);
  if (unit.acted) said.push(parts.states.d);
  return said.filter(Boolean).join(", ");
}

function tokenOf(kind: "works" | "mines", at: string, side: string): Token {
  return { id: `${kind}:${at}`, at, kind, side, name: { de: PARTS.de[kind], en: PARTS.en[kind] } };
}

// -- panels ------------------------------------------------------------------------------------------

function track(view: View, pack: Pack, lang: Lang): Panel {
  const turns = Number(pack.scenario["turns"] ?? 0);
  const victory = pack.scenario["victory"] as { kind?: string; side?: string; bands?: [number, number][] } | undefined;
  const bands = victory?.kind === "bands" ? (victory.bands ?? []) : [];
  const now = Math.max(1, view.turn);
  const steps = Array.from({ length: turns }, (_, n) => ({
    label: String(n + 1),
    note: bands[n] ? `${bands[n][0]}–${bands[n][1]}` : "",
    current: n + 1 === now,
    past: n + 1 < now,
  }));
  const bar = victory?.side && bands[now - 1] ? victoryBar(view, pack, victory.side, bands[now - 1]!, lang) : undefined;
  return { kind: "track", title: PARTS[lang].victory, cite: "BLK-12.1-VICTORY-A", steps, ...(bar ? { bar } : {}) };
}

function victoryBar(view: View, pack: Pack, side: string, [low, high]: [number, number], lang: Lang): VictoryBar {
  const other = side === "german" ? "french" : "german";
  let [points, most] = [0, 0];
  for (const objective of pack.board.objectives) {
    most += objective.value;
    if (view.control[objective.at] === side) points += objective.value;
  }
  const letter = (id: string): string => LOOKS[id]?.letter ?? id;
  return {
    points, most, low, high, unit: PARTS[lang].points, left: other, right: side,
    leftText: PARTS[lang].wins(letter(other), `< ${low}`), rightText: PARTS[lang].wins(letter(side), `> ${high}`),
  }; // prettier-ignore
}

function markerPanels(view: View, pack: Pack, lang: Lang): Panel[] {
  const markers = Object.values(view.markers);
  const parts = PARTS[lang];
  const at = (...places: string[]): Marker[] => markers.filter((marker) => places.includes(marker.place ?? "due"));
  const [drawn, cup, hand] = [at("drawn", "used", "skipped", "cancelled", "gone", "carried"), at("cup"), at("hand", "armed", "banked", "opening")];
  const share = (side: string): number => cup.filter((marker) => marker.side === side).length;
  const percent = cup.length > 0 ? Math.round((share("german") * 100) / cup.length) : 0;
  const panels: Panel[] = [
    { kind: "chips", title: parts.drawn, note: `${drawn.length} ${parts.markers}`, chips: chipsOf(drawn, view, pack, lang) },
    { kind: "chips", title: `${parts.cup}: ${cup.length}`, note: `D ${share("german")} (${percent} %) · F ${share("french")}`, chips: chipsOf(cup, view, pack, lang) },
  ];
  if (hand.length > 0) panels.push({ kind: "chips", title: parts.hand, cites: ["BLK-5.3-A", "BLK-5.5-A"], chips: chipsOf(hand, view, pack, lang) });
  return panels;
}

function chipsOf(markers: readonly Marker[], view: View, pack: Pack, lang: Lang): Chip[] {
  const chips = new Map<string, Chip>();
  const sorted = markers.toSorted((a, b) => b.side.localeCompare(a.side));
  for (const marker of sorted) {
    const label = marker.kind === "formation" ? shortCode(pack.formations[marker.formation ?? ""]?.code ?? marker.id) : kindOf(marker.kind, lang);
    const current = view.activation?.markers?.includes(marker.id) ?? false;
    const key = `${marker.side} ${label} ${current}`;
    const known = chips.get(key);
    if (known) known.count++;
    else {
      const spent = ["used", "skipped", "cancelled", "gone"].includes(marker.place ?? "");
      chips.set(key, { id: marker.id, side: marker.side, label, count: 1, state: current ? "current" : spent ? "spent" : "" });
    }
  }
  return [...chips.values()];
}

function kindOf(kind: string, lang: Lang): string {
  const parts = PARTS[lang];
  if (kind === "artillery" || kind === "stuka" || kind === "repeat" || kind === "general") return parts[kind];
  return kind;
}

function formationGroups(view: View, pack: Pack): { side: string; rows: FormationRow[] }[] {
  return ["german", "french"].map((side) => ({
    side,
    rows: Object.values(view.formations)
      .filter((formation) => formation.side === side && !formation.gone)
      .map((formation) => rowOf(formation, view, pack)),
  }));
}

function rowOf(formation: FormationState, view: View, pack: Pack): FormationRow {
  const printed = pack.formations[formation.id];
  const states: Badge[] = [];
  if (formation.exhausted) states.push({ kind: "exhausted", letter: "E" });
  if (formation.demoralised) states.push({ kind: "demoralised", letter: "D" });
  const all = formation.steps ?? 0;
  return {
    id: formation.id,
    side: formation.side,
    name: shortCode(printed?.code ?? formation.id),
    colour: printed?.colour ?? GREY,
    factor: String(printed?.factor ?? ""),
    steps: all - (formation.lost ?? 0),
    ofSteps: all,
    states,
    active: view.activation?.formations?.includes(formation.id) ?? false,
    done: formation.own_used ?? false,
  };
}
