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
    asked: { decision, seat: "red", kind: "act", question: {}, prompt: { template: "Act." }, cite: "", forbids: [], answers: [], isReaction: false, isSecret: false, options: [], isOpen: false, pieces: null, must: [] },
    ...over,
  }; // prettier-ignore
}

class FakePlay implements Play {
  options = vi.fn<Play["options"]>(() => Promise.resolve({ options: [MOVE, FIRE, { do: "end" }], more: false }));
  explain = vi.fn(() => Promise.resolve({ reason: "blue-1 is not yours.", cite: "X-1" }));
  odds = vi.fn(() => Promise.resolve(null));
  parts = vi.fn<Play["parts"]>(() => Promise.resolve({ parts: [], more: false }));
  checkPart = vi.fn<Play["checkPart"]>(() => Promise.resolve({ reason: "", cite: "" }));
  partOdds = vi.fn<Play["partOdds"]>(() => Promise.resolve(null));
  suggest = vi.fn<Play["suggest"]>(() => Promise.resolve({}));
  costs = vi.fn<Play["costs"]>(() => Promise.resolve(null));
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

  it("says why the choices cannot be listed, shows no half of them, and asks again with the next position", async () => {
    play.options.mockResolvedValueOnce({ options: [MOVE], more: true }).mockRejectedValueOnce(new Refused("broken", "The rules have failed here.", ""));
    listener.position(position("two"));
    await settled();
    expect(table.state).toMatchObject({ choices: [], moreChoices: false, refusal: { reason: "The rules have failed here." } });
    listener.position(position("two"));
    await settled();
    expect(table.state.choices).toHaveLength(3);
  });

  it("closes what was on offer from the moment an order is sent until the next position comes", async () => {
    const sent = table.carryOut(MOVE);
    expect(table.overlay.may.size).toBe(0);
    await sent;
    listener.position(position("one")); // told again for another reason, such as an offer of a draw
    expect(table.state.sending).toBe(true);
    table.click("0201", null);
    await table.carryOut(FIRE);
    expect(play.submit).toHaveBeenCalledTimes(1);
    listener.position(position("two"));
    await settled();
    expect(table.overlay.may.size).toBe(1);
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

  it("draws what a path costs, once the server has said so", async () => {
    play.costs.mockResolvedValue({ per: 2, allowance: 12, left: 9, steps: [{ place: "0201", cost: 3, spent: 3 }], movers: [] });
    table.hover("0201", null);
    await new Promise((done) => setTimeout(done, 90));
    expect(table.overlay.notes).toEqual(["1½"]);
    expect(table.overlay.pill).toBe("1½ von 6 BP");
    expect(play.costs).toHaveBeenCalledTimes(1);
  });

  it("asks for no costs while the hand sweeps over the map", async () => {
    table.hover("0201", null);
    table.hover(null, null);
    await new Promise((done) => setTimeout(done, 90));
    expect(play.costs).not.toHaveBeenCalled();
  });

  it("picks up what stands and puts it elsewhere, where the question takes that answer", async () => {
    const asked = position("two").asked!;
    play.explain.mockResolvedValue({ reason: "", cite: "" });
    play.options.mockResolvedValue({ options: [{ do: "finish" }], more: false });
    listener.position(position("two", { asked: { ...asked, answers: ["replace", "finish"] } }));
    await settled();
    table.click("0101", "red-1");
    await settled();
    expect(table.state.moving).toBe("red-1");
    table.click("0301", null);
    await settled();
    expect(play.submit).toHaveBeenCalledWith("two", { do: "replace", thing: "red-1", hex: "0301" });
    expect(table.state.moving).toBeNull();
  });

  it("says why something may not be picked up, and leaves it", async () => {
    const asked = position("two").asked!;
    play.options.mockResolvedValue({ options: [{ do: "finish" }], more: false });
    listener.position(position("two", { asked: { ...asked, answers: ["replace"] } }));
    await settled();
    table.click("0301", "blue-1");
    await settled();
    expect(table.state).toMatchObject({ moving: null, refusal: { reason: "Blue-1 is not yours.", cite: "X-1" } });
  });

  describe("asked a question in pieces", () => {
    const march = { order: "march", path: ["0201"] };
    const wait = { order: "wait" };

    beforeEach(async () => {
      const asked = { ...position("three").asked!, answers: ["plan"], pieces: ["unit:red-1"], must: [] };
      play.options.mockClear();
      play.parts.mockResolvedValue({ parts: [march, wait], more: false });
      listener.position(position("three", { asked }));
      await settled();
    });

    it("lets units glow, and fetches what one may be given when it is chosen", async () => {
      expect(play.options).not.toHaveBeenCalled();
      expect([...table.overlay.may]).toEqual(["red-1"]);
      table.click("0101", "red-1");
      await settled();
      expect(play.parts).toHaveBeenCalledWith("three", "unit:red-1", {}, 0);
      expect([...table.overlay.reach]).toEqual(["0201"]);
      table.draft.show("wait");
      expect([...table.overlay.reach]).toEqual([]);
    });

    it("writes orders down, shows them as ghosts, and sends them only when they are sealed", async () => {
      table.choose("red-1");
      await settled();
      table.click("0201", null);
      await settled();
      expect(play.partOdds).toHaveBeenCalledWith("three", "unit:red-1", march, {});
      expect(play.costs).toHaveBeenCalledWith({ do: "plan", parts: { "unit:red-1": march } });
      await table.confirm();
      expect(play.submit).not.toHaveBeenCalled();
      expect(table.overlay.ghosts).toEqual([{ id: "red-1", from: "0101", to: "0201", path: ["0201"], isAimed: false }]);
      table.draft.withdraw("unit:red-1");
      expect(table.overlay.ghosts).toEqual([]);
      table.draft.give("unit:red-1", march);
      await table.draft.seal();
      expect(play.submit).toHaveBeenCalledWith("three", { do: "plan", parts: { "unit:red-1": march } });
    });

    it("keeps a draft when the same question is told again, and says why a part is refused", async () => {
      table.draft.give("unit:red-1", wait);
      listener.position(position("three", { asked: { ...position("three").asked!, answers: ["plan"], pieces: ["unit:red-1"], must: [] } }));
      expect(table.state.assembly?.given).toEqual({ "unit:red-1": wait });
      play.checkPart.mockResolvedValue({ reason: "Too far.", cite: "X-2" });
      await table.draft.tryToGive("unit:red-1", march);
      expect(table.state.refusal).toMatchObject({ reason: "Too far.", cite: "X-2" });
      expect(table.state.assembly?.given).toEqual({ "unit:red-1": wait });
    });

    it("keeps what was sealed, as long as it may be changed, and begins the next question empty", async () => {
      table.draft.give("unit:red-1", wait);
      const asked = { ...position("three").asked!, answers: ["plan"], pieces: ["unit:red-1"], must: [] };
      listener.position(position("three-b", { asked: { ...asked, decision: "three-b", isSecret: true } }));
      expect(table.state.assembly?.given).toEqual({ "unit:red-1": wait });
      listener.position(position("five", { asked: { ...asked, decision: "five" } }));
      expect(table.state.assembly?.given).toEqual({});
    });

    describe("with things that need a part", () => {
      const pieces = ["unit:red-1", "unit:red-2"];

      beforeEach(() => {
        listener.position(position("four", { asked: { ...position("four").asked!, answers: ["plan"], pieces, must: pieces } }));
      });

      it("gives them the first that is offered if no bot has an idea", async () => {
        play.suggest.mockRejectedValue(new Error("lost"));
        await table.draft.fill();
        expect(table.state.assembly?.given).toEqual({ "unit:red-1": march, "unit:red-2": march });
        expect(table.state.filling).toBe(false);
      });

      it("gives them what a bot would, and leaves what they have", async () => {
        table.draft.give("unit:red-2", wait);
        play.suggest.mockResolvedValue({ "unit:red-1": wait, "unit:red-2": march });
        const filling = table.draft.fill();
        expect(table.state.filling).toBe(true);
        await filling;
        expect(play.suggest).toHaveBeenCalledWith("four", { "unit:red-2": wait });
        expect(table.state.assembly?.given).toEqual({ "unit:red-1": wait, "unit:red-2": wait });
        expect(play.parts).not.toHaveBeenCalledWith("four", expect.anything(), expect.anything(), 0);
      });
    });
  });

  it("outlines what a reaction is about", async () => {
    const asked = position("four").asked!;
    listener.position(position("four", { asked: { ...asked, isReaction: true, question: { movers: ["blue-1"], hex: "0201", side: "red" } } }));
    await settled();
    expect([...table.overlay.hint].sort()).toEqual(["0201", "0301"]);
  });

  it("says terrain in the player's language", () => {
    expect(table.spoken("0201")).toMatch(/Höhe \d, [^,]*/);
    expect(table.spoken("0201")).not.toMatch(/open|wood\b|village/);
  });
});

describe("one screen", () => {
  it("is handed on behind a curtain when secret orders are sealed, though they could still be changed", async () => {
    const play = new FakePlay();
    let told: Listener | undefined;
    const printed = { ...api, pack: () => Promise.resolve({ ...PACK, cards: {}, works: {}, mines: { cost: 0 } }) };
    const table = new Table("link", "", "de", printed, (_token, _seat, _lang, listener) => ((told = listener), play));
    told!.welcome("table", "red", { ...GAME, system: "barbarossa1941" });
    await settled();
    table.screen.goOn();
    const asked = { ...position("one").asked!, pieces: [], isSecret: true };
    const view = { units: {}, sides: [], bridges: {}, paths: [], trenches: {}, bunkers: {}, wire: {}, teeth: {}, mines: {}, cargo: {}, smoke: {} };
    told!.position(position("one", { asked, view, awaited: ["blue"] }));
    expect(table.state.curtain).toBe("blue");
  });

  it("shows nothing before the view of the player who goes on has come, however early he clicks", async () => {
    const play = new FakePlay();
    let told: Listener | undefined;
    const table = new Table("link", "", "de", api, (_token, _seat, _lang, listener) => ((told = listener), play));
    const game = { ...GAME, options: { stack_secrecy: true } };
    told!.welcome("table", "red", game);
    table.screen.goOn();
    expect(table.state.curtain).toBe("red");
    await settled();
    told!.position(position("one"));
    expect(table.state.curtain).toBe("");
    told!.position(position("one", { asked: null, awaited: ["blue"] }));
    table.screen.goOn();
    expect(play.look).toHaveBeenCalledWith("blue", "de");
    told!.position(position("one", { n: 2, asked: null, awaited: ["blue"] }));
    told!.welcome("table", "blue", game);
    expect(table.state.curtain).toBe("blue");
    told!.position(position("two", { seat: "blue", awaited: ["blue"] }));
    expect(table.state.curtain).toBe("");
  });

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
