import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Order } from "../src/model";
import { type GameInfo, type Listener, NO_REQUESTS, type Play, type Position, Refused } from "../src/net";
import { Table } from "../src/table";

const LAYOUT = { first_grows: "east", second_grows: "south", top: "flat", shifted: "even", toward: "low" } as const;
const PACK = {
  maps: { field: { title: "Field", layout: LAYOUT, grid: "   01 02 03\n01 o o o\n02 o o o\n", legend: { o: { terrain: "open", level: 0 } } } },
  scenarios: { ford: { map: "field" } },
};
const GAME = { game: "g", system: "mini", scenario: "ford", options: {}, stage: "playing", hot_seat: false, dice: "keyed", commitment: "", seats: [{ seat: "red", sides: ["red"] }, { seat: "blue", sides: ["blue"] }], pack_digest: "", outcome: null } as GameInfo;
const MOVE: Order = { do: "move", units: ["red-1"], path: ["0201"] };
const FIRE: Order = { do: "fire", unit: "red-1", target: "blue-1" };

function position(decision: string, over: Partial<Position> = {}): Position {
  return {
    n: 1, seat: "red", awaited: ["red"], dice: null, sealed: [], canUndo: false, outcome: null, requests: NO_REQUESTS,
    view: { units: { "red-1": { side: "red", hex: "0101" }, "blue-1": { side: "blue", hex: "0301" } } },
    asked: { decision, seat: "red", kind: "act", question: {}, prompt: { template: "Act." }, cite: "", forbids: [], answers: [], isReaction: false, isSecret: false, options: [], isOpen: false },
    ...over,
  }; // prettier-ignore
}

class FakePlay implements Play {
  options = vi.fn(() => Promise.resolve({ options: [MOVE, FIRE, { do: "end" }], more: false }));
  explain = vi.fn(() => Promise.resolve({ reason: "blue-1 is not yours.", cite: "X-1" }));
  odds = vi.fn(() => Promise.resolve(null));
  costs = vi.fn(() => Promise.resolve(null));
  tool = vi.fn(() => Promise.resolve(null));
  submit = vi.fn(() => Promise.resolve());
  instruct = vi.fn(() => Promise.resolve());
  throwDice = vi.fn(() => Promise.resolve());
  chat = vi.fn(() => Promise.resolve());
  answer = vi.fn(() => Promise.resolve());
  chooseRules = vi.fn(() => Promise.resolve());
  follow = vi.fn();
  look = vi.fn();
  close = vi.fn();
}

const api = { pack: () => Promise.resolve(PACK), german: () => Promise.resolve({ "Act.": "Handle." }), moment: () => Promise.resolve({ n: 1, view: {} }) };
const settled = () => new Promise((done) => setTimeout(done));

describe("a table", () => {
  let play: FakePlay;
  let listener: Listener;
  let table: Table;

  beforeEach(async () => {
    play = new FakePlay();
    table = new Table("link", "", "de", api, (_token, _seat, _lang, told) => ((listener = told), play));
    listener.welcome("seat", "red", GAME);
    await settled();
    listener.position(position("one"));
    await settled();
  });

  it("lets only glow what the server offered", () => {
    expect([...table.overlay.may]).toEqual(["red-1"]);
    expect([...table.overlay.reach]).toEqual(["0201"]);
    expect([...table.overlay.targets]).toEqual(["blue-1"]);
  });

  it("plans at the first click and carries out at the second", async () => {
    table.click("0201", null);
    expect(table.state.plan?.choices[0]?.order).toEqual(MOVE);
    expect(play.submit).not.toHaveBeenCalled();
    table.click("0201", null);
    await settled();
    expect(play.submit).toHaveBeenCalledWith("one", MOVE);
  });

  it("asks the server why a thing cannot be chosen, and judges nothing itself", async () => {
    table.click("0302", null);
    await settled();
    expect(play.explain).toHaveBeenCalledWith("hex:0302");
    expect(table.state.refusal).toMatchObject({ cite: "X-1", at: "0302" });
    expect(play.submit).not.toHaveBeenCalled();
  });

  it("forgets the plan when another question is asked, and keeps it when the same one is told again", async () => {
    table.click("0201", null);
    listener.position(position("one"));
    expect(table.state.plan).not.toBeNull();
    listener.position(position("two"));
    expect(table.state.plan).toBeNull();
    await settled();
    expect(play.options).toHaveBeenLastCalledWith("two", 0);
  });

  it("says the server's reason when an order is refused and leaves the question open", async () => {
    play.submit.mockRejectedValueOnce(new Refused("illegal", "Too far.", "X-2"));
    await table.carryOut(FIRE);
    expect(table.state.refusal).toMatchObject({ reason: "Too far.", cite: "X-2" });
    expect(table.state.sending).toBe(false);
  });

  it("shows nothing that glows while an earlier moment is looked at", async () => {
    await table.showMoment(0);
    listener.lines(0, [{ line: {}, said: "a" }, { line: {}, said: "b" }]);
    await table.showMoment(1);
    expect(table.overlay.may.size).toBe(0);
    table.showPresent();
    expect(table.overlay.may.size).toBe(1);
  });

  it("speaks the player's language where there is a translation", () => {
    expect(table.sentence("Act.")).toBe("Handle.");
    table.setLanguage("en");
    expect(table.sentence("Act.")).toBe("Act.");
    expect(play.look).toHaveBeenCalledWith("red", "en");
  });
});

describe("one screen", () => {
  it("turns to whoever is asked, and drops a curtain where something is hidden", async () => {
    for (const [options, curtain] of [[{}, ""], [{ stack_secrecy: true }, "blue"]] as const) {
      const play = new FakePlay();
      let told: Listener | undefined;
      const table = new Table("link", "", "de", api, (_token, _seat, _lang, listener) => ((told = listener), play));
      told!.welcome("table", "red", { ...GAME, options });
      await settled();
      told!.position(position("one", { asked: null, awaited: ["blue"] }));
      expect(table.state.curtain).toBe(curtain);
      expect(play.look.mock.calls).toEqual(curtain ? [] : [["blue", "de"]]);
    }
  });
});
