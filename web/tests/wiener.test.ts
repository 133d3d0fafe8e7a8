import { describe, expect, it } from "vitest";
import { choicesAt, plainChoices, unitChoices } from "../src/choices";
import { boardOf, materialOf, type Pack } from "../src/material";
import { spreadOf } from "../src/draw/spread";
import { Wiener2022 } from "../src/systems/wiener2022";
import { KINDS } from "../src/systems/wiener2022.words";
import type { Order } from "../src/model";

const TANK = { name: "Panzer IV", name_de: "P-4", kind: "vehicle", traits: ["combat", "closed"], armour: 2, resistance: -1, mobility: "tracked", size: "large", tonnes: 25, weapons: ["gun"], capacity: 0 };
const CAR = { ...TANK, name: "Krupp car", name_de: "Krupp", traits: ["car", "transport"], armour: 0, resistance: 0, mobility: "wheeled_xc", weapons: [], capacity: 1 };
const FOOT = { ...TANK, name: "infantry", name_de: "Figurenbase", kind: "figures", traits: ["portable"], armour: 0, mobility: "infantry", size: "small", weapons: ["rifles"] };
const GUN = { name: "75 mm gun", name_de: "7,5-cm-KwK", family: "gun", calibre: 75, barrel: 48, gun_class: 2, flat: 2, indirect: 0, air: 0, flak: "" };
const PARTY = { name: "Blue", name_de: "Blau", units: [{ label: "5th company", label_de: "5. Kompanie" }], reinforcements: [], air: { pool: [], priority: 6 } };
const PACK = {
  maps: { plain: { title: "plain", grid: "01 02 03\n01 o o o\n02 o o o\n".replace(/^/, "   "), legend: { o: { terrain: "open", level: 0 } } } },
  models: { p4: TANK, krupp: CAR, figures: FOOT }, weapons: { gun: GUN, rifles: { ...GUN, name: "small arms", name_de: "Handwaffen", gun_class: 0, flat: 1 } },
  tables: { speeds: { day: { tracked: [8, 4, 1], wheeled_xc: [10, 4, 1], infantry: [2, 1, 1] }, night: { tracked: [4, 2, 1], wheeled_xc: [4, 2, 1], infantry: [2, 1, 1] } } },
  scenarios: {
    first: {
      board: "plain", title: "First", turns: 3, clock: { turns_per_day: 24, start: 20, sunrise: 5, sunset: 21, night: null }, blue: PARTY, red: { ...PARTY, units: [] },
      zones: { village: { name: "Village", name_de: "Dorf", at: ["3,1", "3,2"], x: null, y: null, exclude: [] } },
      missions: { blue: { text: "Take it.", text_de: "Nimm es.", atoms: [{ kind: "take", zone: "village" }] }, red: { text: "Hold it.", text_de: "Halte es.", atoms: [{ kind: "hold", zone: "village" }] } },
    },
  },
} as unknown as Pack; // prettier-ignore
const material = materialOf(PACK, "first");
const VIEW = {
  scenario: "first", turn: 2, half: 3, active: "blue", phase: "other", night: true, sides: ["blue"], requested: [], flights: {}, march: null, ruins: [], broken: [],
  elements: {
    b1: { id: "b1", side: "blue", model: "p4", fate: "board", field: "1,1", pinned: 4, position: true, located: true },
    b2: { id: "b2", side: "blue", model: "figures", label: "5th company", mate: "b2v", aboard: "b2v", fate: "board", field: "2,2" },
    b2v: { id: "b2v", side: "blue", model: "krupp", label: "5th company", mate: "b2", fate: "board", field: "2,2", acted: true },
    r1: { id: "r1", side: "red", model: "figures", fate: "board", field: "3,1", camouflaged: true },
  },
  stock: { b2v: { at_mine: 2, wire: 0 } }, tokens: { t4: { id: "t4", side: "red", field: "3,2" } },
  ghosts: { "blue/r7": { element: "r7", model: "p4", field: "2,1", turn: 1 }, "blue/r1": { element: "r1", model: "figures", field: "3,1", turn: 2, seen: true } },
  heard: { "blue/3,2": { field: "3,2" } }, smoke: { "1,2": { side: null } }, light: { "3,1": {} }, earthworks: { "3,1": { turns: 2, side: "red" }, "2,2": { turns: 1 } },
  barriers: { x: { id: "x", kind: "at_mine", field: "2,1", side: "blue", hidden: true }, y: { id: "y", kind: "wire", field: "2,1", side: "red" } },
  barrages: { f: { id: "f", side: "blue", field: "3,2", weapons: ["b1"], half: 4 } }, charges: {}, bridges: { "2,1": { kind: "wood", axis: "NS" }, "1,1|1,2": { kind: "engineer", intact: false } }, wrecks: {},
}; // prettier-ignore

describe("Wiener 2022 on the table", () => {
  const presenter = new Wiener2022();
  const pieces = presenter.pieces(VIEW, material);
  const piece = (id: string) => pieces.find((found) => found.id === id)!;
  const known = { isPiece: (id: string) => id in VIEW.elements || id in VIEW.tokens, isCell: (label: string) => label in material.board.cells };
  const read = (order: Order) => presenter.read(order, known)!;
  const name = (id: string): string => presenter.nameOf(id, material, "en") ?? id;

  it("shows a broken road and every field of a broken runway", () => {
    const board = { ...material.board, airfields: [{ id: "strip", name: "Strip", name_de: "Flugplatz", runway: ["1,1", "2,1"] }] };
    const tokens = presenter.tokens({ ...VIEW, broken: ["3,2", "strip"] }, { ...material, board }).filter(({ id }) => id.startsWith("broken:"));
    expect(tokens.map(({ at, kind }) => [at, kind])).toEqual([["3,2", "splinters"], ["1,1", "closed"], ["2,1", "closed"]]);
    expect(tokens[1]!.name).toEqual({ de: "Flugplatz, unbrauchbar", en: "Strip, unusable" });
  });

  it("offers the beaten each field with the mines they go over, and the edge of the board as a button", () => {
    const over = read({ do: "flee", to: "2,2", flanks: ["1,2"] } as unknown as Order);
    expect([over.goal, presenter.label(over, "en", name)]).toEqual(["2,2", "Flee · by 1,2"]);
    const off = read({ do: "flee-off-board" } as Order);
    expect(plainChoices([over, off])).toEqual([off]);
    expect(presenter.label(off, "de", name)).toBe("Über den Spielfeldrand fliehen");
  });

  it("leads a move to the end of its path, whatever it goes over", () => {
    const move = read({ do: "move", element: "b1", path: ["2,1", "3,2"], flanks: ["2,2"] } as unknown as Order);
    expect([move.path, move.goal]).toEqual([["2,1", "3,2"], "3,2"]);
  });

  it("lets bombs on suspicion be clicked for: a bomber, then the end of the row", () => {
    const attack = { weapon: "bombs_2", height: "low", heading: "N" };
    const order = { do: "bomb-on-suspicion", attacks: [{ ...attack, element: "b1", field: "1,1" }, { ...attack, element: "b2", field: "2,1" }, { ...attack, element: "b3", field: "3,1" }] };
    const choice = read(order as unknown as Order);
    expect([choice.subjects, choice.path, choice.goal]).toEqual([["b1", "b2", "b3"], ["1,1", "2,1", "3,1"], "3,1"]);
    expect(presenter.label(choice, "de", name)).toBe("Bomben auf Verdacht · Tiefangriff · von Norden");
  });

  it("lets screens on suspicion be clicked for like bombs, and says who fights and that nobody does", () => {
    const drop = { what: "flares", heading: "N" };
    const choice = read({ do: "drop-on-suspicion", drops: [{ ...drop, element: "b1", field: "1,1" }, { ...drop, element: "b2", field: "2,1" }] } as unknown as Order);
    expect([choice.subjects, choice.goal]).toEqual([["b1", "b2"], "2,1"]);
    expect(presenter.label(choice, "en", name)).toMatch(/^Drop on suspicion · .+ · /);
    expect(presenter.label(read({ do: "send-fighters" } as unknown as Order), "de", name)).toBe("Es kämpfen: keine");
  });

  it("is played on the board that the scenario names", () => {
    expect(boardOf(material.board).kind).toBe("square");
    expect(Object.keys(material.board.cells)).toHaveLength(6);
  });

  it("shows pinning by its colour, position and reconnaissance, and class, armour and speed by night", () => {
    expect(piece("b1").face).toMatchObject({ symbol: "TK-M", attack: "2", range: "2", defence: "2", movement: "2" });
    expect(piece("b1").face.badges.map((badge) => badge.kind)).toEqual(["pin-grey", "position", "seen"]);
    expect(piece("r1").face.badges.map((badge) => badge.kind)).toEqual(["net"]);
  });

  it("shows a mounted base on its vehicle's counter, and says who used up its turn", () => {
    expect(piece("b2").inside).toBe("b2v");
    expect(piece("b2v").face).toMatchObject({ load: "INF", done: true });
    expect(piece("b2v").name).toEqual({ de: "5. Kompanie (Krupp)", en: "5th company (Krupp car)" });
  });

  it("shows tokens, and where enemies were last seen that are out of sight", () => {
    expect(piece("t4")).toMatchObject({ at: "3,2", suspected: true });
    expect(piece("ghost:r7")).toMatchObject({ at: "2,1", faded: true, face: { side: "red" } });
    expect(pieces.some((found) => found.id === "ghost:r1")).toBe(false);
    expect(presenter.nameOf("r7", material, "de")).toBe("P-4 7");
  });

  it("marks works, obstacles, bridges, noises, prepared fire and the fields of the mission", () => {
    const tokens = presenter.tokens(VIEW, material);
    const at = (kind: string) => tokens.filter((token) => token.kind === kind);
    expect(at("goal").map((token) => [token.at, token.letter])).toEqual([["3,1", "NEW"], ["3,2", "ESW"]]);
    expect(at("works").map((token) => token.letter)).toEqual(["", "½"]);
    expect(at("mines")[0]).toMatchObject({ secret: true, letter: "P" });
    expect(at("coils")[0]?.secret).toBeUndefined();
    expect(at("bridge")[0]).toMatchObject({ at: "2,1", facing: 1.5 });
    expect(at("ruin")[0]?.at).toBe("1,1|1,2");
    expect(at("noise")[0]?.at).toBe("3,2");
    expect(at("barrage")[0]?.at).toBe("3,2");
  });

  it("makes night night: only own fields and lit ones are plain", () => {
    expect(presenter.light(VIEW)).toEqual({ seen: ["1,1", "2,2", "2,2"], lit: ["3,1"], smoke: ["1,2"] });
    expect(presenter.light({ ...VIEW, night: false }).seen).toBeNull();
    const [track] = presenter.panels(VIEW, material, "en");
    expect(track?.kind === "track" && track.steps.map((step) => step.note)).toEqual(["☀", "☾", "☾"]);
  });

  it("has panels for phases, missions, stock and what is prepared", () => {
    const panels = presenter.panels(VIEW, material, "de");
    expect(panels.map((panel) => panel.title)).toEqual(["Züge und Tageszeit", "Ablauf des Teilzuges", "Aufträge", "Pioniergerät", "Vorbereitet", "Truppen"]);
    const [, , , stock] = panels;
    expect(stock?.kind === "notes" && stock.notes[0]?.text).toBe("5. Kompanie (Krupp): 2 PzMinen");
    expect(presenter.turn(VIEW, material, "de")).toBe("Zug 2/3 · ☾ Nacht · Teilzug Blau · Übriges");
  });

  it("shows the special provisions of the scenario below the missions", () => {
    const agreed = { ...material, scenario: { ...material.scenario, provisions: [{ text: "No smoke.", text_de: "Kein Nebel." }] } };
    const panel = presenter.panels(VIEW, agreed, "de")[3];
    expect(panel).toMatchObject({ title: "Sonderbestimmungen", cite: "WPR-ausgangslage-8", notes: [{ side: "", text: "Kein Nebel." }] });
  });

  it("reaches who is aboard through its carrier, and fires before it drives in", () => {
    const dismount = read({ do: "dismount", element: "b2" });
    expect(unitChoices([dismount], "b2v")).toEqual([dismount]);
    const choices = [read({ do: "move", element: "b1", path: ["2,1", "3,1"] }), read({ do: "direct-fire", element: "b1", weapon: "gun", field: "3,1" })];
    const labels = choicesAt(choices, "b1", "3,1").map((choice) => presenter.label(choice, "en", name));
    expect(labels).toEqual(["Fire directly · 75 mm gun", "Move · into the enemy's field"]);
  });

  it("offers positions for all or none as buttons, and what is done together by hand alone", () => {
    const choices = [read({ do: "take-positions", elements: ["b1", "b2v"] }), read({ do: "take-positions" }), read({ do: "take-positions", elements: ["b1"] })];
    expect(plainChoices(choices).map((choice) => presenter.label(choice, "de", name))).toEqual(["In Stellung gehen: alle 2", "In Stellung gehen: keine"]);
    expect(read({ do: "simultaneous-move", moves: [] })).toBeNull();
  });

  it("puts moves, batteries and stormers together into one order", () => {
    const [a, b] = [{ do: "move", element: "b1", path: ["2,1"] }, { do: "move", element: "b2v", path: ["2,1"] }];
    expect(presenter.together([read(a)])).toEqual(a);
    expect(presenter.together([read(a), read(b)])).toEqual({ do: "simultaneous-move", moves: [a, b] });
    const fire = (battery: string, field: string) => read({ do: "indirect-fire", batteries: [battery], field });
    expect(presenter.together([fire("b1", "3,1"), fire("b2v", "3,1")])).toEqual({ do: "indirect-fire", batteries: ["b1", "b2v"], field: "3,1" });
    expect(presenter.together([fire("b1", "3,1"), fire("b2v", "3,2")])).toEqual({ do: "suspicion-fire", batteries: ["b1", "b2v"], fields: ["3,1", "3,2"] });
    expect(presenter.together([read(a), fire("b1", "3,1")])).toBeNull();
  });

  it("has a card with armour, speed, weapons and stock", () => {
    expect(presenter.card("b1", VIEW, material, "de")).toMatchObject({
      title: "P-4 1", subtitle: "P-4", values: [{ value: "2", note: "mittel" }, { value: "−1" }, { value: "4/2/1" }],
      tables: [{ rows: [{ label: "7,5-cm-KwK", cells: ["7,5 cm", "2", "2", "–", "–"] }] }],
    }); // prettier-ignore
    expect(presenter.card("b2v", VIEW, material, "en")?.tables.map((table) => table.title)).toEqual(["Engineer stock"]);
    expect(presenter.card("t4", VIEW, material, "en")).toBeNull();
  });

  it("lays what is placed in a deployment on the map, the secret barrier map too", () => {
    const tokens = presenter.draftTokens({ "barrier:at_mine:1": { order: "mark", field: "2,1" }, "earthwork:1": { order: "mark", field: "2,2" }, "element:b1": { order: "place", field: "1,1" } });
    expect(tokens.map((token) => [token.kind, token.at, token.secret ?? false])).toEqual([["mines", "2,1", true], ["works", "2,2", false]]);
    expect(presenter.nameOf("barrier:at_mine:1", material, "de")).toBe("Panzerminen 1");
  });

  it("says every kind of order in both languages", () => {
    for (const [kind, words] of Object.entries(KINDS)) expect(words.de && words.en, kind).toBeTruthy();
    expect(presenter.label(read({ do: "done" }), "de", name)).toBe("FERTIG");
  });
});

describe("counters on squares", () => {
  const board = boardOf(material.board);

  it("lie side by side up to four, each inside the field and none on another", () => {
    for (const count of [2, 3, 4]) {
      const spread = spreadOf(board, count)!;
      expect(spread).toHaveLength(count);
      const half = (board.counter * spread[0]!.size) / 2;
      for (const { off } of spread) expect(Math.max(...off.map(Math.abs)) + half).toBeLessThanOrEqual(board.pitch / 2);
      for (const [n, a] of spread.entries()) for (const b of spread.slice(n + 1)) expect(Math.max(Math.abs(a.off[0] - b.off[0]), Math.abs(a.off[1] - b.off[1]))).toBeGreaterThanOrEqual(half * 2);
    }
    expect(spreadOf(board, 1)).toBeNull();
    expect(spreadOf(board, 5)).toBeNull();
  });
});
