import { describe, expect, it } from "vitest";
import { begun, given, partChoice } from "../src/assembly";
import { HexBoard } from "../src/boards/hex";
import { fanCells } from "../src/draw/fans";
import { materialOf, type Pack } from "../src/material";
import { chaptersOf, deedsOf, lastRound } from "../src/playback";
import { Barbarossa1941 } from "../src/systems/barbarossa1941";
import { BOXES, KINDS } from "../src/systems/barbarossa1941.words";
import type { TellingLine } from "../src/net";

const LAYOUT = { first_grows: "east", second_grows: "south", top: "flat", shifted: "even", toward: "high" } as const;
const labels = Array.from({ length: 9 }, (_, c) => Array.from({ length: 7 }, (_, r) => `0${c + 1}0${r + 1}`)).flat();
const board = new HexBoard(LAYOUT, labels);
const MG = {
  name: "German machine-gun section (MG 34)", name_de: "Deutsche Maschinengewehreinheit (MG 34)", label: "MG", side: "german", type: "infantry", size: 2, defence: 2,
  valour: { initial: 9, loss: 1, dice: 2 }, targets: { infantry: [11, 6], light_tank: "melee" }, range: [2, 3, 3, 2, 1], melee_dice: [2, 1], ammo: 14, arc: "fan",
  traits: ["machine_gun"], cost: 13, orders: { defend: { bonus: 1 }, open_fire: true, march: { distance: 1 }, dig_in: { boxes: 3, workforce: 1 }, ambush: null },
}; // prettier-ignore
const PACK = {
  maps: {}, cards: { ge_mg: MG, su_mg: { ...MG, side: "soviet" } }, works: { trench: { name: "trench", name_de: "Schützengraben", cost: 5 } }, mines: { cost: 4 },
  scenarios: { lesson: { title: "First steps", rounds: 5 } },
  boards: { lesson: { layout: LAYOUT, cells: Object.fromEntries(labels.map((label) => [label, { terrain: "plain", level: 0 }])), objectives: [{ at: "0904", value: 1 }], features: { "0504": ["bridge"] }, ways: [{ kind: "road", path: ["0404", "0504", "0604"] }] } },
} as unknown as Pack; // prettier-ignore
const material = materialOf(PACK, "lesson");
const VIEW = {
  turn: 2, step: 0, sides: ["german"], points: {}, smoke: { "0302": 1 }, trenches: { "0603/1": { hex: "0603", facing: 1 } }, bunkers: {}, bridges: {}, wire: { "0303|0403": "german" },
  teeth: {}, paths: [], cargo: {}, mines: { a: { hex: "0202", side: "german", kind: "anti-tank" }, b: { hex: "0802", side: "soviet", kind: "dummy" } },
  units: {
    g3: { id: "g3", side: "german", card: "ge_mg", number: 3, fate: "map", hex: "0604", facing: 1, ammo: 11, casualties: 1, suppressed: true },
    s1: { id: "s1", side: "soviet", card: "su_mg", number: 1, fate: "map", hex: "0904", order: { order: "defend", facing: 4, distance: 2 } },
    s2: { id: "s2", side: "soviet", card: "su_mg", number: 2, fate: "map", hex: "", hidden: true },
  },
}; // prettier-ignore

describe("Barbarossa 1941 on the table", () => {
  const presenter = new Barbarossa1941();
  const pieces = presenter.pieces(VIEW, material);
  const known = { isPiece: (id: string) => id in VIEW.units, isCell: (label: string) => board.has(label) };

  it("shows own ammunition and losses, facings and states, and nobody else's ammunition", () => {
    const [gun, enemy, hidden] = pieces;
    expect(gun).toMatchObject({ at: "0604", face: { attack: "6", range: "5", defence: "2", ammo: "11", steps: 1, ofSteps: 2, facing: 1, symbol: "MG" } });
    expect(gun!.face.badges.map((badge) => badge.letter)).toEqual(["U"]);
    expect(enemy!.face).toMatchObject({ facing: 4 });
    expect(enemy!.face.ammo).toBeUndefined();
    expect(hidden!.at).toBe("");
    expect(gun!.name).toEqual({ de: "D3 Maschinengewehreinheit", en: "D3 machine-gun section" });
  });

  it("draws works on their side, mines with what one may know of them, bridges along the road", () => {
    const tokens = presenter.tokens(VIEW, material);
    const of = (kind: string) => tokens.filter((token) => token.kind === kind);
    expect(of("wire")[0]?.at).toBe("0303|0403");
    expect(of("trench")[0]).toMatchObject({ at: "0603", facing: 1 });
    expect(of("mines").map((token) => token.letter)).toEqual(["T", "?"]);
    expect(of("smoke")[0]?.at).toBe("0302");
    expect(of("bridge")[0]?.at).toBe("0504");
  });

  it("points a facing at a cell in its direction, as far as the order reaches", () => {
    const defend = partChoice("unit:g3", { order: "defend", facing: 1, distance: 2 }, known);
    expect(presenter.aim(defend, "0604", board)).toBe("0803");
    expect(presenter.aim(partChoice("unit:g3", { order: "dig-in", facing: 0 }, known), "0604", board)).toBe("0603");
    expect(presenter.aim(partChoice("unit:g3", { order: "wait" }, known), "0604", board)).toBeNull();
    expect(presenter.label(defend, "de", (id) => id)).toBe("Verteidigen · NO · bis 2");
    expect(presenter.fan(defend.part)).toMatchObject({ facing: 1, distance: 2, kind: "fire" });
  });

  it("covers 1, 3, 5 cells before it", () => {
    const cells = (distance: number) => fanCells(board, { at: "0504", facing: 0, distance, kind: "fire" }).length;
    expect([cells(1), cells(2), cells(3)]).toEqual([1, 4, 9]);
    expect(fanCells(board, { at: "0504", facing: 0, distance: 1, kind: "fire" })).toEqual(["0503"]);
  });

  it("lays a card on the table: values now, dice by casualties, order boxes on the back", () => {
    const card = presenter.card("g3", VIEW, material, "en")!;
    expect(card.symbols).toEqual({ left: 1, all: 2 });
    expect(card.values.map(({ label, value }) => `${label} ${value}`)).toEqual(["Defence 2", "Valour 8", "Ammunition 11/14"]);
    expect(card.tables[0]?.rows[0]).toEqual({ label: "Infantry", cells: ["11", "6"], current: 1 });
    expect(card.boxes.map((box) => [box.label, box.value])).toEqual([["Defend", "defence +1"], ["Open fire", ""], ["Dig in", "▢▢▢"], ["March", "1 hexes"]]);
    expect(presenter.card("s1", VIEW, material, "en")!.values.find(({ label }) => label === "Ammunition")?.value).toBe("?/14");
    expect(presenter.card("card:ge_mg", VIEW, material, "de")!.values.at(-1)).toEqual({ label: "Kosten", value: "13" });
  });

  it("counts strength points while an army is bought", () => {
    const asked = { kind: "build-army", question: { points: 40 }, answers: ["purchases"], pieces: ["card:ge_mg", "work:trench", "mines"], must: [] } as never;
    const assembly = given(given(begun(asked)!, "card:ge_mg", { order: "buy", count: 2 }), "mines", { order: "buy", count: 1 });
    expect(presenter.budget(asked, assembly, material)).toMatchObject({ all: 40, left: 10, prices: { "work:trench": 5 } });
    expect(presenter.nameOf("card:ge_mg", material, "de")).toBe("Deutsche Maschinengewehreinheit (MG 34)");
    expect(presenter.nameOf("work:trench:2", material, "de")).toBe("Schützengraben 2");
  });

  it("has words in both languages for every order box", () => {
    for (const [box, kind] of BOXES) expect(box === "indirect" || KINDS[kind]?.de, kind).toBeTruthy();
    for (const [kind, { de, en }] of Object.entries(KINDS)) expect(de && en, kind).toBeTruthy();
  });
});

describe("the playback of a round", () => {
  const presenter = new Barbarossa1941();
  const line = (event: Record<string, unknown>, said = ""): TellingLine => ({ line: { n: 0, what: { entry: "happened", event } }, said }) as TellingLine;
  const lines = [
    line({ event: "round-began" }, "Round 1 begins."), line({ event: "plans-revealed" }, "All orders are turned up."), line({ event: "order-given" }, "g3: open fire."),
    line({ event: "step-began", step: 1 }), line({ event: "step-began", step: 3 }), line({ event: "attack-rolled", firer: "g3", target: "s1" }, "g3 attacks s1."), line({ event: "step-began", step: 12 }), line({ event: "recovered" }, "s1 recovers."),
  ]; // prettier-ignore

  it("is cut at the steps in which something happened", () => {
    const found = lastRound(chaptersOf(lines, presenter, "en"));
    expect(found.map(({ title, from, to }) => [title, from, to])).toEqual([["Orders turned up", 1, 3], ["3 · Open fire", 4, 6], ["12 · End of the round", 6, 8]]);
  });

  it("shows the shots of the step that is looked at", () => {
    expect(deedsOf(lines, presenter, 6)).toEqual([{ from: "g3", to: "s1" }]);
    expect(deedsOf(lines, presenter, 8)).toEqual([]);
  });
});
