import { describe, expect, it } from "vitest";
import { HexBoard } from "../src/boards/hex";
import { policySettings, upkeepOf } from "../src/systems/barbarossa1941.settings";
import type { View } from "../src/systems/barbarossa1941.data";
import { Barbarossa1941 } from "../src/systems/barbarossa1941";
import { merged } from "../src/lines";
import type { Piece } from "../src/model";
import { NO_SCENE, stacksOf } from "../src/scene";
import { capital, paragraph } from "../src/text/catalogue";

const AMBUSH = { order: "ambush", facing: 1, distance: 3 };
const unit = (id: string, over: object) => ({ id, side: "german", card: "inf", number: Number(id.slice(1)), fate: "map", hex: "0101", seat: "anna", ...over });
const view = (over: object) => ({ seat: "anna", sides: ["german"], mates: [], units: { g1: unit("g1", {}), g2: unit("g2", { group: 2 }), s1: { ...unit("s1", {}), side: "soviet" } }, ...over }) as unknown as View;

describe("what is set beside orders", () => {
  it("lets a waiting unit be told when to fire, at what, and whether to ask", () => {
    const [fires, against, asks] = policySettings(AMBUSH, "en");
    expect([fires!.value, against!.value, asks!.value]).toEqual(["best", "", "yes"]);
    const hold = fires!.choices.find((choice) => choice.value === "hold")!.part;
    expect(hold).toEqual({ ...AMBUSH, policy: { fire: "hold" } });
    const tanks = policySettings(hold, "en")[1]!.choices.find((choice) => choice.value === "light_tank")!.part;
    expect(tanks["policy"]).toEqual({ fire: "hold", types: ["light_tank"] });
    expect(new Barbarossa1941().settings({ order: "march", route: ["0102"] }, "de")).toEqual([]);
  });

  it("writes a unit on a group card, and hands it over only where there are team mates", () => {
    const [group, ...rest] = upkeepOf("g1", view({}), "de", (id) => id);
    expect(rest).toEqual([]);
    expect(group!.choices.find((choice) => choice.value === "2")).toMatchObject({ label: "2 (2)", instruction: { tell: "join-group", unit: "g1", number: 2 } });
    expect(upkeepOf("g2", view({}), "de", (id) => id)[0]!.choices[0]!.instruction).toEqual({ tell: "leave-group", unit: "g2" });
    const planner = upkeepOf("g1", view({ mates: ["otto"] }), "de", (id) => id)[1];
    expect(planner!.choices[1]!.instruction).toEqual({ tell: "entrust", unit: "g1", to: "otto" });
  });

  it("offers nothing for the units of others", () => {
    expect(upkeepOf("s1", view({}), "en", (id) => id)).toEqual([]);
    expect(upkeepOf("g1", view({ seat: "otto" }), "en", (id) => id)).toEqual([]);
  });
});

describe("where aircraft come in", () => {
  const layout = { first_grows: "east", second_grows: "south", top: "flat", shifted: "even", toward: "high" } as const;
  const board = new HexBoard(layout, ["0101", "0201", "0301", "0102", "0202", "0302"]);

  it("is half a hex beyond the edge, which is no cell", () => {
    expect(board.has("0200")).toBe(false);
    expect(board.locate("0200")![1]).toBeLessThan(board.centre("0201")[1]);
    expect(board.locate("0208")).toBeNull();
    expect(new Barbarossa1941().entry({ order: "air-strike", hex: "0102", entry: "0200" })).toBe("0200");
  });

  it("shows who stands there", () => {
    const at = (id: string, place: string) => ({ id, at: place, face: {} }) as Piece;
    const stacks = stacksOf({ ...NO_SCENE, pieces: [at("g1", "0200"), at("g2", "0208"), at("g3", "0101")] }, board, null);
    expect([...stacks.keys()]).toEqual(["0200", "0101"]);
  });
});

describe("a log", () => {
  const line = (number: number, template: string) => ({ number, side: "", kind: "event" as const, said: { template }, cite: "" });

  it("says once what was said again and again, but never across the mark of the last visit", () => {
    const lines = [line(1, "a"), line(2, "flight"), line(3, "flight"), line(5, "flight")];
    expect(merged(lines).map(({ number, times, first }) => [number, times, first])).toEqual([[1, undefined, undefined], [5, 3, 2]]);
    expect(merged(lines, 3).map(({ number }) => number)).toEqual([1, 2, 5]);
  });
});

describe("words", () => {
  it("cite a German heading where the book names its sections, cut at a word", () => {
    expect(paragraph("BAR-fire-test-4")).toBe("§\u202ffire test\u202f4");
    expect(paragraph("BAR-fire-test-4", { "§ fire-test": "Feuertests" })).toBe("§\u202fFeuertests\u202f4");
    expect(paragraph("BAR-hill-2", { "§ hill": "Auswirkungen von Hügeln auf den Kampf" })).toBe("§\u202fAuswirkungen von …\u202f2");
    expect(paragraph("BLK-6.3.1-C")).toBe("§\u202f6.3.1");
  });

  it("begin a sentence with a capital letter, whatever it begins with", () => {
    expect(capital("zweite Schwadron zieht.")).toBe("Zweite Schwadron zieht.");
    expect(capital("")).toBe("");
  });
});
