import { describe, expect, it } from "vitest";
import { assemblyOf, drafts, given, isPart, whole, withdrawn } from "../src/assembly";
import { changesBetween, sentenceOf } from "../src/changes";
import { formsOf, valuesOf } from "../src/forms";
import type { Order, Piece } from "../src/model";

const known = { isPiece: (id: string) => /^[gs]\d$/.test(id), isCell: (label: string) => /^\d{4}$/.test(label) };
const MARCH = { order: "march", path: ["0102", "0103"] };
const FIRE = { order: "open-fire", target: "s1" };
const OFFERED: Order[] = [
  { do: "plan", parts: {} },
  { do: "plan", parts: { "unit:g1": MARCH } },
  { do: "plan", parts: { "unit:g2": FIRE } },
];

describe("orders written in secret", () => {
  it("are offered as one choice for each part", () => {
    const found = assemblyOf(OFFERED, known)!;
    expect(found.assembly).toEqual({ do: "plan", given: {}, pieces: ["unit:g1", "unit:g2"] });
    expect(found.choices.map(({ piece, subjects, goal, targets }) => ({ piece, subjects, goal, targets }))).toEqual([
      { piece: "unit:g1", subjects: ["g1"], goal: "0103", targets: [] },
      { piece: "unit:g2", subjects: ["g2"], goal: null, targets: ["s1"] },
    ]);
    expect(found.choices.every(isPart)).toBe(true);
  });

  it("become one order when they are sealed, and can be taken back before", () => {
    const { assembly, choices } = assemblyOf(OFFERED, known)!;
    const both = given(given(assembly, choices[0]!), choices[1]!);
    expect(whole(both)).toEqual({ do: "plan", parts: { "unit:g1": MARCH, "unit:g2": FIRE } });
    expect(whole(withdrawn(both, "unit:g1"))).toEqual({ do: "plan", parts: { "unit:g2": FIRE } });
    expect(drafts(both, known).map((draft) => draft.order.do)).toEqual(["march", "open-fire"]);
  });

  it("keep the parts that must be there", () => {
    const least = { "unit:g1": { order: "hold" } };
    const found = assemblyOf([{ do: "plan", parts: least }, { do: "plan", parts: { "unit:g1": MARCH } }], known)!;
    expect(found.assembly.given).toEqual(least);
    expect(found.choices).toHaveLength(1);
  });

  it("are not seen in ordinary orders", () => {
    expect(assemblyOf([{ do: "move", units: ["g1"], path: ["0102"] }], known)).toBeNull();
    expect(assemblyOf([], known)).toBeNull();
  });
});

describe("forms from the schema of instructions", () => {
  const schema = {
    $defs: {
      Resign: { properties: { tell: { enum: ["resign"] } } },
      Set: { properties: { tell: { enum: ["set-standing-orders"] }, standing: { $ref: "#/$defs/Standing" } } },
      Standing: {
        type: "object",
        properties: {
          fire: { enum: ["ask", "hold"], default: "ask" },
          within: { type: "integer", default: 8 },
          loud: { type: "boolean" },
          units: { type: "object", additionalProperties: { anyOf: [{ $ref: "#/$defs/One" }, { type: "null" }] } },
        },
      },
      One: { type: "object", properties: { fire: { enum: ["ask", "hold"] } } },
    },
  };

  it("have fields for all units and for each", () => {
    const [form, ...others] = formsOf(schema);
    expect(others).toEqual([]);
    expect(form?.tell).toBe("set-standing-orders");
    const [standing] = form!.fields;
    expect(standing?.kind === "group" && standing.fields.map((field) => [field.key, field.kind])).toEqual([
      ["fire", "choice"], ["within", "number"], ["loud", "flag"], ["units", "each"],
    ]); // prettier-ignore
  });

  it("begin with what is set, and with defaults where nothing is", () => {
    const { fields } = formsOf(schema)[0]!;
    const now = { standing: { fire: "hold", units: { g1: { fire: "ask" } } } };
    expect(valuesOf(fields, now)).toEqual({ standing: { fire: "hold", within: 8, loud: false, units: { g1: { fire: "ask" } } } });
  });
});

describe("what changed since the last visit", () => {
  const piece = (id: string, at: string, steps = 2): Piece => ({
    id, at, name: { de: id, en: id }, detail: { de: "", en: "" },
    face: { side: "red", band: "", code: "", company: "", symbol: "", badges: [], steps },
  }); // prettier-ignore

  it("tells who moved, came, went and was hit", () => {
    const before = [piece("a", "0101"), piece("b", "0102"), piece("c", "0103"), piece("d", "0104"), piece("e", "")];
    const after = [piece("a", "0201"), piece("b", ""), piece("d", "0104", 1), piece("e", "0105"), piece("f", "0106")];
    const found = changesBetween(before, after).map(({ id, kind }) => `${id} ${kind}`);
    expect(found.sort()).toEqual(["a moved", "b vanished", "c vanished", "d altered", "e appeared", "f appeared"]);
  });

  it("says it in a sentence, and nothing where nothing changed", () => {
    expect(changesBetween([piece("a", "0101")], [piece("a", "0101")])).toEqual([]);
    const [moved] = changesBetween([piece("a", "0101")], [piece("a", "0201")]);
    expect(sentenceOf(moved!, "de")).toBe("a: 0101 → 0201");
  });
});
