/** The table in words, for the text table: the board by area, numbered choices, typed orders. Apart from the page. */

import type { Board } from "./boards/board";
import type { Choice } from "./choices";
import type { Lang, Odds, Panel, Piece, Place } from "./model";
import { say, signed } from "./text/catalogue";

// -- the board ---------------------------------------------------------------------------------------

export interface Area {
  readonly name: string;
  readonly lines: readonly string[];
}

interface Printed {
  readonly board: Board;
  readonly places: readonly Place[];
  readonly spoken: (cell: string) => string;
}

/** All that stands on the board, under the named place it is nearest to; what is not on it comes last. */
export function areasOf(pieces: readonly Piece[], tokens: readonly { at: string }[], printed: Printed, lang: Lang): Area[] {
  const cells = [...new Set([...pieces, ...tokens].map((thing) => thing.at).filter((at) => at !== ""))].sort();
  const groups = new Map<string, string[]>();
  for (const cell of cells) {
    const name = areaName(cell, printed, lang);
    groups.set(name, [...(groups.get(name) ?? []), printed.spoken(cell)]);
  }
  const areas = [...groups].map(([name, lines]) => ({ name, lines }));
  const waiting = pieces.filter((piece) => piece.at === "").map((piece) => [piece.name[lang], piece.detail[lang]].filter(Boolean).join(", "));
  return waiting.length > 0 ? [...areas, { name: say(lang, "textOff"), lines: waiting }] : areas;
}

function areaName(cell: string, { board, places }: Printed, lang: Lang): string {
  const at = board.locate(cell);
  let best: { place: Place; far: number } | null = null;
  for (const place of places) {
    const there = at ? board.locate(place.at) : null;
    const far = at && there ? Math.hypot(at[0] - there[0], at[1] - there[1]) : Infinity;
    if (best === null || far < best.far - 1e-6) best = { place, far };
  }
  if (!best || best.far === Infinity) return say(lang, "textBoard");
  return say(lang, "textNear", { place: `${(lang === "de" && best.place.name_de) || best.place.name} (${best.place.at})` });
}

/** Only lines with all words; areas without any are left out. */
export function filtered(areas: readonly Area[], words: string): Area[] {
  return areas
    .map(({ name, lines }) => ({ name, lines: hasAll(name, words) ? lines : lines.filter((line) => hasAll(line, words)) }))
    .filter(({ lines }) => lines.length > 0);
}

/** What is to be said of a cell. */
export interface Facts {
  readonly cell: string;
  readonly place: string;
  readonly terrain: string;
  readonly level: number | null;
  /** The side that holds it, where that counts. */
  readonly holder: string;
  readonly tokens: readonly string[];
  readonly pieces: readonly Piece[];
}

/** A cell as one sentence: number, name, terrain, height, who holds it; then who stands there, side by side. */
export function cellLine(facts: Facts, sideName: (side: string) => string, lang: Lang): string {
  const ground = [facts.cell, facts.place, facts.terrain, facts.level === null ? "" : say(lang, "height", { n: facts.level }), ...facts.tokens];
  if (facts.holder) ground.push(say(lang, "textHeldBy", { side: sideName(facts.holder) }));
  const sides = [...new Set(facts.pieces.map((piece) => piece.face.side))];
  const units = sides.map((side) => {
    const own = facts.pieces.filter((piece) => piece.face.side === side);
    return `${sideName(side)}: ${own.map((piece) => (piece.detail[lang] ? `${piece.name[lang]} (${piece.detail[lang]})` : piece.name[lang])).join("; ")}`;
  });
  return `${ground.filter(Boolean).join(", ")}. ${units.length > 0 ? units.join(". ") : say(lang, "empty")}`;
}

// -- choices -----------------------------------------------------------------------------------------

export interface Numbered {
  /** From 1; a choice keeps its number while the list is filtered. */
  readonly n: number;
  readonly choice: Choice;
  readonly text: string;
}

export function numbered(choices: readonly Choice[], label: (choice: Choice) => string): Numbered[] {
  return choices.map((choice, at) => ({ n: at + 1, choice, text: label(choice) }));
}

export function matching(choices: readonly Numbered[], words: string): Numbered[] {
  return choices.filter(({ text, choice }) => hasAll(`${text} ${choice.order.do}`, words));
}

/** A choice in one line: who, what, at whom, where, how. */
export function choiceLine(choice: Choice, label: string, name: (id: string) => string): string {
  const way = choice.path.length > 1 ? choice.path.join(" → ") : (choice.goal ?? "");
  return [choice.subjects.map(name).join(" + "), label, choice.targets.map(name).join(", "), way].filter(Boolean).join(" · ");
}

function hasAll(text: string, words: string): boolean {
  const found = text.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((word) => found.includes(word));
}

// -- what is typed -----------------------------------------------------------------------------------

export type Typed =
  | { kind: "number"; n: number }
  | { kind: "no" | "undo" | "help" | "all" }
  | { kind: "why" | "odds" | "rules" | "board"; rest: string }
  | { kind: "filter"; words: string };

const SPELT: readonly [Exclude<Typed["kind"], "number" | "filter">, readonly string[]][] = [
  ["no", ["no", "nein"]],
  ["undo", ["undo", "zurück", "zurueck"]],
  ["help", ["?", "help", "hilfe"]],
  ["all", ["all", "alle"]],
  ["why", ["why", "warum"]],
  ["odds", ["odds", "chancen"]],
  ["rules", ["rules", "rule", "regeln", "regel"]],
  ["board", ["board", "brett"]],
];

/** Both languages are understood at any time. Numbers beyond the list, such as those of cells, are words. */
export function typed(line: string, choices: number): Typed {
  const words = line.trim();
  if (words === "") return { kind: "all" };
  if (/^[1-9]\d*$/.test(words) && Number(words) <= choices) return { kind: "number", n: Number(words) };
  if (words === "0") return { kind: "no" };
  const [first = "", ...rest] = words.split(/\s+/);
  const command = SPELT.find(([, spelt]) => spelt.includes(first.toLowerCase()))?.[0];
  if (command === undefined) return { kind: "filter", words };
  if (command === "why" || command === "odds" || command === "rules" || command === "board") return { kind: command, rest: rest.join(" ") };
  return rest.length === 0 ? { kind: command } : { kind: "filter", words };
}

// -- odds and panels in words ------------------------------------------------------------------------

export function oddsLines(
  odds: Odds, lang: Lang, sentence: (template: string, values?: Record<string, string | number>) => string, name: (id: string) => string = (id) => id,
): { text: string; cite: string }[] { // prettier-ignore
  const said = (result: string): string => (result === "-" || result === "" ? say(lang, "noEffect") : sentence(result));
  const range = (value: number, most: number | null | undefined): string => (most === null || most === undefined || most === value ? signed(value) : `${signed(value)} … ${signed(most)}`);
  return [
    { text: `${say(lang, "base")} ${odds.base}`, cite: odds.cite },
    ...odds.modifiers.map((each) => ({ text: `${range(each.value, each.at_most)} ${sentence(each.reason.template, each.reason.values)}`, cite: each.cite })),
    ...(odds.column ? [{ text: `${say(lang, "column")} ${odds.column.replace(/^-/, "−")}`, cite: "" }] : []),
    ...odds.results.map(({ result, ways, of }) => ({
      text: say(lang, "textWays", { result: of ? `${name(of)}: ${said(result)}` : said(result), ways, all: odds.out_of, percent: Math.round((ways * 100) / odds.out_of) }),
      cite: "",
    })),
    ...(odds.afterwards ?? []).map((text) => ({ text: `${say(lang, "afterwards")}: ${sentence(text.template, text.values)}`, cite: "" })),
  ];
}

/** A panel as lines that can be read out. */
export function panelLines(panel: Panel, sideName: (side: string) => string): string[] {
  switch (panel.kind) {
    case "track": {
      const now = panel.steps.find((step) => step.current);
      const turn = now ? [`${now.label} / ${panel.steps.length}${now.note ? `: ${now.note}` : ""}`] : [];
      return panel.bar ? [...turn, `${panel.bar.points} ${panel.bar.unit}; ${panel.bar.leftText}; ${panel.bar.rightText}`] : turn;
    }
    case "chips":
      return panel.chips.map((chip) => [sideName(chip.side), chip.count > 1 ? `${chip.count} × ${chip.label}` : chip.label].filter(Boolean).join(": "));
    case "formations":
      return panel.groups.flatMap(({ side, rows }) =>
        rows.map((row) => [`${sideName(side)}: ${row.name}`, row.factor, `${row.steps}/${row.ofSteps}`, ...row.states.map((state) => state.letter)].filter(Boolean).join(", ")),
      );
    default:
      return [];
  }
}
