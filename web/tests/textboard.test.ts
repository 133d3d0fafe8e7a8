import { describe, expect, it } from "vitest";
import { SquareBoard } from "../src/boards/square";
import type { Choice } from "../src/choices";
import type { Odds, Piece } from "../src/model";
import { areasOf, cellLine, choiceLine, filtered, matching, numbered, oddsLines, panelLines, typed } from "../src/textboard";

const board = new SquareBoard(["1,1", "1,2", "2,1", "2,2", "9,9", "9,8"]);
const piece = (id: string, at: string): Piece => ({ id, at, face: { side: "red", band: "", code: "", company: "", symbol: "", badges: [] }, name: { de: `${id} de`, en: id }, detail: { de: "", en: "two steps" } });
const printed = { board, places: [{ at: "1,1", name: "Ford", name_de: "Furt" }, { at: "9,9", name: "Hill" }], spoken: (cell: string) => `${cell}, open` };

describe("the board in words", () => {
  it("lists what stands there under the nearest named place, and last what is not on it", () => {
    const areas = areasOf([piece("b", "9,8"), piece("a", "1,2"), piece("c", "")], [{ at: "2,1" }], printed, "de");
    expect(areas).toEqual([
      { name: "Um Furt (1,1)", lines: ["1,2, open", "2,1, open"] },
      { name: "Um Hill (9,9)", lines: ["9,8, open"] },
      { name: "Nicht auf der Karte", lines: ["c de"] },
    ]);
  });
  it("says of a cell its ground, who holds it, and who stands there, side by side", () => {
    const facts = { cell: "1,2", place: "Ford", terrain: "wood", level: 1, holder: "red", tokens: ["works"], pieces: [piece("a", "1,2"), piece("b", "1,2")] };
    expect(cellLine(facts, (side) => side.toUpperCase(), "en")).toBe("1,2, Ford, wood, height 1, works, held by RED. RED: a (two steps); b (two steps)");
    expect(cellLine({ ...facts, holder: "", tokens: [], pieces: [] }, (side) => side, "en")).toBe("1,2, Ford, wood, height 1. empty");
  });
  it("can be narrowed down by words of a line or of an area", () => {
    const areas = [{ name: "Around Ford", lines: ["1,2 red", "2,1 blue"] }, { name: "Around Hill", lines: ["9,9 blue"] }];
    expect(filtered(areas, "blue")).toEqual([{ name: "Around Ford", lines: ["2,1 blue"] }, { name: "Around Hill", lines: ["9,9 blue"] }]);
    expect(filtered(areas, "ford")).toEqual([areas[0]]);
  });
});

describe("choices in words", () => {
  const choice = (over: Partial<Choice>): Choice => ({ order: { do: "move" }, subjects: ["a"], targets: [], path: [], goal: null, rest: {}, ...over });
  const list = numbered([choice({ goal: "0712" }), choice({ order: { do: "fire" }, targets: ["b"] })], (each) => choiceLine(each, each.order.do === "fire" ? "Feuern" : "Bewegen", (id) => id.toUpperCase()));
  it("say who, what, at whom and where", () => {
    expect(list.map(({ text }) => text)).toEqual(["A · Bewegen · 0712", "A · Feuern · B"]);
    expect(choiceLine(choice({ path: ["1", "2"], goal: "2" }), "Move", (id) => id)).toBe("a · Move · 1 → 2");
  });
  it("keep their numbers when filtered, and are found by the English word too", () => {
    expect(matching(list, "fire").map(({ n }) => n)).toEqual([2]);
    expect(matching(list, "a 0712").map(({ n }) => n)).toEqual([1]);
  });
});

describe("a typed line", () => {
  it.each([
    ["3", { kind: "number", n: 3 }],
    ["1206", { kind: "filter", words: "1206" }],
    ["0712", { kind: "filter", words: "0712" }],
    ["0", { kind: "no" }],
    ["nein", { kind: "no" }],
    ["", { kind: "all" }],
    ["warum 1206", { kind: "why", rest: "1206" }],
    ["odds 2", { kind: "odds", rest: "2" }],
    ["rules opportunity fire", { kind: "rules", rest: "opportunity fire" }],
    ["zurück", { kind: "undo" }],
    ["no man", { kind: "filter", words: "no man" }],
  ])("%s is understood", (line, expected) => {
    expect(typed(line, 20)).toEqual(expected);
  });
});

describe("figures in words", () => {
  it("odds give base, every modifier with its paragraph, the column and each result", () => {
    const odds = { cite: "X-1", base: 4, modifiers: [{ value: -2, reason: { template: "in a village" }, cite: "X-2" }], results: [{ result: "-", ways: 33 }, { result: "N", ways: 3 }], out_of: 36, column: "-1" } as Odds;
    expect(oddsLines(odds, "en", (template) => template).map(({ text }) => text)).toEqual([
      "Base value 4", "−2 in a village", "Column −1", "no effect: 33 of 36, 92 %", "N: 3 of 36, 8 %",
    ]);
  });
  it("odds for several say whose each result is, in the player's language", () => {
    const odds = { cite: "X-1", base: 0, modifiers: [], results: [{ result: "lost", ways: 6, of: "r1" }, { result: "no effect", ways: 30, of: "r1" }], out_of: 36 } as unknown as Odds;
    const german: Record<string, string> = { lost: "ausgefallen", "no effect": "keine Wirkung" };
    expect(oddsLines(odds, "de", (template) => german[template] ?? template, (id) => `P-4 ${id}`).slice(1).map(({ text }) => text)).toEqual(["P-4 r1: ausgefallen: 6 von 36, 17 %", "P-4 r1: keine Wirkung: 30 von 36, 83 %"]);
  });
  it("panels become lines", () => {
    expect(panelLines({ kind: "chips", title: "Cup", chips: [{ id: "a", side: "red", label: "Art", count: 2, state: "" }] }, (side) => side)).toEqual(["red: 2 × Art"]);
  });
});
