import { describe, expect, it } from "vitest";
import { choicesAgainst, choicesAt, glowOf, onlySubject, plainChoices, read, unitChoices } from "../src/choices";
import { Listing, type Offering } from "../src/listing";
import type { Order } from "../src/model";

const known = { isPiece: (id: string) => id.includes("/"), isCell: (label: string) => /^\d{4}$/.test(label) };
const reading = (...orders: Order[]) => orders.map((order) => read(order, known));

const MOVE = { do: "move", units: ["a/1"], path: ["0101", "0102"] };
const COLUMN = { ...MOVE, column: true };
const FIRE = { do: "fire", unit: "a/1", target: "b/1", passenger: "" };
const END = { do: "end-activation" };

describe("reading an order", () => {
  it("finds who acts, whom it is aimed at, and where it leads", () => {
    const [move, fire] = reading(MOVE, FIRE);
    expect(move).toMatchObject({ subjects: ["a/1"], goal: "0102", path: ["0101", "0102"], targets: [] });
    expect(fire).toMatchObject({ subjects: ["a/1"], targets: ["b/1"], goal: null });
  });

  it("keeps a passenger apart from the unit that fires", () => {
    const [fire] = reading({ ...FIRE, passenger: "a/2" });
    expect(fire).toMatchObject({ subjects: ["a/1"], rest: { with: ["a/2"] } });
  });

  it("takes an observer for the one who acts if there is nobody else", () => {
    expect(reading({ do: "call-fire", hex: "0101", salvoes: ["heavy"], observer: "a/hq" })[0]).toMatchObject({
      subjects: ["a/hq"], goal: "0101", rest: { salvoes: ["heavy"] },
    }); // prettier-ignore
  });
});

describe("what glows", () => {
  const choices = reading(MOVE, COLUMN, FIRE, END, { ...MOVE, units: ["a/2"], path: ["0201"] });

  it("is who can act before one is chosen, and nothing else", () => {
    const glow = glowOf(choices, null);
    expect([...glow.subjects]).toEqual(["a/1", "a/2"]);
    expect(glow.goals.size + glow.targets.size).toBe(0);
  });

  it("is what the chosen one can do, from its own choices alone", () => {
    const glow = glowOf(choices, "a/1");
    expect([...glow.goals]).toEqual(["0102"]);
    expect([...glow.targets]).toEqual(["b/1"]);
  });

  it("is a goal without any unit where the order names none", () => {
    expect([...glowOf(reading({ do: "place-works", hex: "0303" }), null).goals]).toEqual(["0303"]);
  });
});

describe("what a click means", () => {
  const choices = reading(COLUMN, MOVE, FIRE, END);

  it("is every choice that leads there, the plainest first", () => {
    expect(choicesAt(choices, "a/1", "0102").map((choice) => choice.order)).toEqual([MOVE, COLUMN]);
    expect(choicesAt(choices, "a/2", "0102")).toEqual([]);
  });

  it("is fire when the target itself is clicked", () => {
    expect(choicesAgainst(choices, "a/1", "b/1").map((choice) => choice.order)).toEqual([FIRE]);
  });

  it("is a button for what no click on the map can mean", () => {
    expect(plainChoices(choices).map((choice) => choice.order)).toEqual([END]);
    expect(unitChoices(reading({ do: "lose-step", unit: "a/1" }), null)).toHaveLength(1);
  });
});

it("knows the one unit that all choices are about", () => {
  expect(onlySubject(reading(MOVE, COLUMN, END))).toBe("a/1");
  expect(onlySubject(reading(MOVE, { ...MOVE, units: ["a/2"] }))).toBeNull();
});

describe("a long list that comes in portions", () => {
  it("chooses a unit by itself only when the whole list is about it", async () => {
    const order = (unit: string): Order => ({ do: "wait", unit });
    const list = async (...portions: Order[][]): Promise<(string | null)[]> => {
      const chosen: (string | null)[] = [];
      const table = {
        state: { chosen: null as string | null },
        play: { options: () => Promise.resolve({ options: portions.shift() ?? [], more: portions.length > 0 }) },
        read: (found: Order) => ({ order: found, subjects: [String(found["unit"])], targets: [], path: [], goal: null, rest: {} }),
        set: (change: { chosen?: string | null }) => {
          Object.assign(table.state, change);
          if (change.chosen !== undefined) chosen.push(change.chosen);
        },
        refuse: () => undefined,
      };
      await new Listing(table as unknown as Offering).list("1");
      return chosen;
    };
    expect(await list([order("a")], [order("b")])).toEqual([null, null]);
    expect(await list([order("a")], [order("a")])).toEqual([null, "a"]);
  });
});
