import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Assembly, begun, given, type Part } from "../src/assembly";
import { Guide, type Guided, Opponent, same } from "../src/guide";
import type { Lesson } from "../src/lessons";
import blitzkrieg from "../src/lessons/blitzkrieg1940.json";
import type { Asked, Order } from "../src/model";
import { type Listener, NO_REQUESTS, type Play, type Position } from "../src/net";

const said = (text: string) => ({ de: text, en: text });
const FIRE: Order = { do: "fire", unit: "a", target: "b" };
const MOVE: Order = { do: "move", units: ["a"], path: ["1"] };
const LESSON: Lesson = {
  system: "mini", scenario: "duel", seat: "red", seed: 1, title: said("t"), end: said("e"), opponent: ["wait"],
  steps: [
    { roll: true, dice: [[6]], say: said("draw"), cite: "M-1" },
    { ask: "act", order: FIRE, dice: [[3, 4]], say: said("fire"), cite: "M-2" },
    { seat: "blue", ask: "react", order: { do: "shoot" }, dice: [[2]], say: said("he shoots"), cite: "M-3" },
    { ask: "act", order: MOVE, say: said("move"), cite: "M-4" },
  ],
}; // prettier-ignore

function asked(decision: string, kind: string, isReaction = false): Asked {
  return { decision, seat: "red", kind, question: {}, prompt: { template: "" }, cite: "", forbids: [], answers: [], isReaction, isSecret: false, options: [], isOpen: false, pieces: null, must: [] } as Asked;
}

class FakeTable implements Guided {
  state: { position: Position | null; choices: { order: Order }[]; sending: boolean; assembly: Assembly | null } = { position: null, choices: [], sending: false, assembly: null };
  gave: (order: Order) => () => void = () => () => undefined;
  heard: () => void = () => undefined;
  thrown: (readonly number[])[] = [];
  subscribe(heard: () => void) {
    this.heard = heard;
    return () => undefined;
  }
  throwDice(pips: readonly number[]) {
    this.thrown.push(pips);
    return Promise.resolve();
  }
  tell(over: Partial<Position>, orders: Order[] = []): void {
    const position = { n: 1, seat: "red", awaited: ["red"], view: {}, asked: null, dice: null, canUndo: false, outcome: null, requests: NO_REQUESTS, ...over } as Position;
    this.state = { position, choices: orders.map((order) => ({ order })), sending: false, assembly: over.asked ? begun(over.asked) : null };
    this.heard();
  }
  dice(decision: string, dice: string, cite = ""): void {
    this.tell({ dice: { decision, dice, why: { template: "" }, cite } });
  }
}

describe("a guide", () => {
  let table: FakeTable;
  let guide: Guide;
  let opponent: Opponent;
  let blue: Listener;
  const play = { options: vi.fn(() => Promise.resolve({ options: [{ do: "shoot" }, { do: "wait" }] as Order[], more: false })), submit: vi.fn(() => Promise.resolve()), close: vi.fn() };
  const kept = vi.fn();

  beforeEach(() => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    table = new FakeTable();
    opponent = new Opponent((listener) => ((blue = listener), play as unknown as Play));
    guide = new Guide(LESSON, table, opponent, 0, kept);
    table.dice("d1", "1d6");
  });

  it("lets the player draw, and the dice fall as the lesson says", () => {
    expect(guide.state).toMatchObject({ n: 0, isReady: true });
    guide.roll();
    expect(table.thrown).toEqual([[6]]);
    expect(kept).toHaveBeenCalledWith(1);
  });

  it("follows the player who follows it", () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [MOVE, FIRE]);
    expect(guide.step?.order).toEqual(FIRE);
    table.gave({ target: "b", unit: "a", do: "fire" });
    table.dice("d2", "2d6");
    vi.advanceTimersByTime(1000);
    expect(table.thrown).toEqual([[6], [3, 4]]);
  });

  it("plays the opponent and tells what he did", async () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE]);
    table.gave(FIRE);
    blue.position({ ...table.state.position!, asked: asked("b1", "react", true) });
    await vi.runAllTimersAsync();
    expect(play.submit).toHaveBeenCalledWith("b1", { do: "shoot" });
    expect(guide.state.told.map((step) => step.say?.en)).toEqual(["he shoots"]);
  });

  it("gives the same answer again when it was lost on the way", async () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE]);
    table.gave(FIRE);
    play.submit.mockRejectedValueOnce(new Error("lost"));
    blue.position({ ...table.state.position!, asked: asked("b1", "react", true) });
    await vi.runAllTimersAsync();
    expect(play.submit.mock.calls).toEqual([["b1", { do: "shoot" }], ["b1", { do: "shoot" }]]);
    expect(guide.state.n).toBe(3);
  });

  it("throws again what was lost on the way, until it is heard", () => {
    guide.roll();
    vi.advanceTimersByTime(2500);
    expect(table.thrown).toEqual([[6], [6]]);
    table.tell({ asked: asked("q1", "act") }, [FIRE]);
    vi.advanceTimersByTime(5000);
    expect(table.thrown).toEqual([[6], [6]]);
  });

  it("copes when the player does something else, and comes back when a step fits again", async () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE, MOVE]);
    table.gave({ do: "dig", unit: "a" });
    expect(guide.state).toMatchObject({ n: 1, apart: 1, isReady: false });
    blue.position({ ...table.state.position!, asked: asked("b1", "react", true) });
    await vi.runAllTimersAsync();
    expect(play.submit).toHaveBeenCalledWith("b1", { do: "decline" });
    table.tell({ asked: asked("q2", "act") }, [MOVE]);
    expect(guide.state).toMatchObject({ n: 3, isReady: true, apart: 0 });
  });

  it("gives the words of a step that fits a question out of turn, and stays where it was", () => {
    guide.close();
    const later = { ...LESSON, steps: [...LESSON.steps.slice(0, 3), { roll: true, dice: [[1]], say: said("draw") }, LESSON.steps[3]!] };
    guide = new Guide(later, table, opponent, 1, kept);
    table.tell({ asked: asked("q1", "act") }, [MOVE]);
    expect(guide.state).toMatchObject({ n: 1, isReady: false });
    expect(guide.state.hint?.order).toEqual(MOVE);
  });

  it("does not jump over a marker that was really drawn, and says that the lesson was left", () => {
    guide.close();
    const end = { ask: "act", order: { do: "end" }, say: said("end it") };
    const steps = [...LESSON.steps, end, { roll: true, cite: "CUP", dice: [[1]], say: said("draw") }, { ...end, say: said("end the second") }];
    guide = new Guide({ ...LESSON, steps }, table, opponent, 1, kept);
    table.tell({ asked: asked("q1", "act") }, [FIRE, { do: "end" }]);
    table.gave({ do: "end" });
    table.dice("d2", "2d6", "OTHER"); // a throw on the way draws no marker
    expect(guide.state.n).toBe(1);
    table.dice("d3", "1d6", "CUP");
    table.tell({ asked: asked("q2", "act") }, [FIRE, { do: "end" }]);
    expect(guide.step?.say?.en).toBe("end the second");
    expect(guide.state).toMatchObject({ isReady: true, apart: 1 });
    table.gave({ do: "end" });
    expect(guide.state.apart).toBe(0);
  });

  it("throws fair dice that are the same in every run where the lesson foresees none", () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE]);
    table.gave({ do: "dig" });
    table.dice("d2", "2d6");
    vi.advanceTimersByTime(1000);
    const [, first] = table.thrown;
    expect(first).toHaveLength(2);
    expect(first!.every((pip) => pip >= 1 && pip <= 6)).toBe(true);
    const again = new FakeTable();
    const other = new Guide(LESSON, again, new Opponent(() => play as unknown as Play), 1, kept);
    again.tell({ asked: asked("q1", "act") }, [FIRE]);
    again.gave({ do: "dig" });
    again.dice("d2", "2d6");
    vi.advanceTimersByTime(1000);
    expect(again.thrown[0]).toEqual(first);
    other.close();
  });

  it("goes back to its step when an order was refused or taken back", () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE]);
    table.gave(FIRE)();
    expect(guide.state).toMatchObject({ n: 1, isReady: true });
    table.gave({ do: "dig" });
    guide.returned();
    table.tell({ asked: asked("q2", "act") }, [FIRE]);
    expect(guide.state).toMatchObject({ n: 1, isReady: true, apart: 0 });
  });

  it("never lets the page repeat what was answered", () => {
    guide.roll();
    table.tell({ asked: asked("q1", "act") }, [FIRE, MOVE]);
    table.gave(FIRE);
    table.tell({ asked: asked("q1", "act") }, [FIRE, MOVE]);
    expect(guide.state).toMatchObject({ n: 2, isReady: false });
  });

  it("ends with the lesson or with the game", () => {
    const late = new Guide(LESSON, table, opponent, 4, kept);
    expect(late.state.isOver).toBe(true);
    table.tell({ outcome: { winners: ["red"], reason: "" } });
    expect(late.state.isOver).toBe(true);
  });

  it("counts only the player's own steps", () => {
    expect(guide.numbers).toEqual({ n: 1, all: 3 });
  });
});

describe("lessons", () => {
  it("compare orders whatever the sequence of their fields", () => {
    expect(same({ a: [1, 2], b: 1 }, { b: 1, a: [1, 2] })).toBe(true);
    expect(same({ a: [1, 2] }, { a: [2, 1] })).toBe(false);
    expect(same({ a: 1 }, { a: 1, b: 2 })).toBe(false);
  });

  it("of Blitzkrieg give every step of the player a text and a paragraph", () => {
    for (const step of (blitzkrieg as unknown as Lesson).steps.filter(({ seat }) => !seat)) {
      expect(step.say?.de && step.say.en && step.cite).toBeTruthy();
    }
  });
});

describe("a guide through secret orders", () => {
  const HOLD: Part = { order: "hold" };
  const WALK: Part = { order: "walk", route: ["1"] };
  const DRAFTED: Lesson = {
    ...LESSON,
    steps: [
      { seat: "blue", ask: "plan", order: { do: "plan", parts: { "unit:b": HOLD } } },
      { ask: "plan", piece: "unit:a", part: WALK, say: said("walk"), cite: "M-1" },
      { ask: "plan", piece: "unit:c", part: HOLD, say: said("hold"), cite: "M-2" },
      { ask: "plan", seal: true, dice: [[5, 5]], say: said("seal"), cite: "M-3" },
      { seat: "blue", ask: "plan", order: { do: "plan", parts: {} } },
    ],
  };
  const plan = (decision: string): Asked => ({ ...asked(decision, "plan"), answers: ["plan"], pieces: ["unit:a", "unit:c"] });
  const whole = (parts: Record<string, Part>): Order => ({ do: "plan", parts });
  let table: FakeTable;
  let guide: Guide;
  let blue: Listener;
  const play = { options: vi.fn(), submit: vi.fn(() => Promise.resolve()), close: vi.fn() };

  beforeEach(async () => {
    vi.useFakeTimers();
    vi.clearAllMocks();
    table = new FakeTable();
    guide = new Guide(DRAFTED, table, new Opponent((listener) => ((blue = listener), play as unknown as Play)), 0, () => undefined);
    blue.position({ asked: plan("b1") } as Position);
    await vi.runAllTimersAsync();
    table.tell({ asked: plan("q1") });
  });

  function write(piece: string, part: Part): void {
    table.state.assembly = given(table.state.assembly!, piece, part);
    table.heard();
  }

  it("lets the opponent seal first, without listing anything", () => {
    expect(play.submit).toHaveBeenCalledWith("b1", { do: "plan", parts: { "unit:b": HOLD } });
    expect(play.options).not.toHaveBeenCalled();
    expect(guide.step?.piece).toBe("unit:a");
    expect(guide.state.isReady).toBe(true);
  });

  it("goes on when a part is written, also when several are at once", () => {
    write("unit:a", WALK);
    expect(guide.step?.piece).toBe("unit:c");
    write("unit:c", HOLD);
    expect(guide.step?.seal).toBe(true);
  });

  it("throws the dice of the lesson when what it suggested is sealed", async () => {
    write("unit:a", WALK);
    write("unit:c", HOLD);
    table.gave(whole({ "unit:c": HOLD, "unit:a": WALK }));
    table.dice("d1", "2d6");
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.thrown[0]).toEqual([5, 5]);
    expect(guide.step?.seat).toBe("blue");
  });

  it("goes on after the round when something else is sealed, with fair dice", async () => {
    table.gave(whole({ "unit:a": HOLD }));
    expect(guide.state).toMatchObject({ n: 4, apart: 1 });
    table.dice("d1", "1d6");
    await vi.advanceTimersByTimeAsync(1000);
    expect(table.thrown[0]?.[0]).toBeGreaterThanOrEqual(1);
  });
});
