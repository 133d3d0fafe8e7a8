import { describe, expect, it } from "vitest";
import { begun, given, isPart, kindsOf, lacking, partChoice, pieceOf, whole, withdrawn } from "../src/assembly";
import { changesBetween, sentenceOf } from "../src/changes";
import { formsOf, valuesOf } from "../src/forms";
import type { Piece } from "../src/model";

const known = { isPiece: (id: string) => /^[gs]\d$/.test(id), isCell: (label: string) => /^\d{4}$/.test(label) };
const MARCH = { order: "march", route: ["0102", "0103"] };
const FIRE = { order: "open-fire", target: "s1" };
const ASKED = { answers: ["plan"], pieces: ["unit:g1", "unit:g2"], must: ["unit:g2"] };

describe("orders written in secret", () => {
  it("begin empty, for the things that the question names", () => {
    expect(begun(ASKED)).toEqual({ do: "plan", given: {}, pieces: ASKED.pieces, must: ["unit:g2"] });
    expect(begun({ answers: ["move"], pieces: null, must: [] })).toBeNull();
  });

  it("are choices that one clicks for on the map: where the way ends, or whom they name", () => {
    const march = partChoice("unit:g1", MARCH, known);
    expect(march).toMatchObject({ piece: "unit:g1", subjects: ["g1"], goal: "0103", targets: [], path: ["0102", "0103"] });
    expect(isPart(march)).toBe(true);
    expect(partChoice("unit:g2", FIRE, known)).toMatchObject({ subjects: ["g2"], goal: null, targets: ["s1"] });
    expect(partChoice("unit:g1", { order: "mount", transport: "g2" }, known)).toMatchObject({ subjects: ["g1"], targets: ["g2"] });
    const moving = partChoice("unit:g1", { order: "fire-on-the-move", route: ["0102", "0103"], target: "s1", at: "0102" }, known);
    expect(moving).toMatchObject({ goal: "0103", targets: ["s1"] });
    expect(kindsOf([march, partChoice("unit:g1", MARCH, known)])).toEqual([{ kind: "march", ways: 2 }]);
  });

  it("become one order when they are sealed, and can be taken back before", () => {
    const both = given(given(begun(ASKED)!, "unit:g1", MARCH), "unit:g2", FIRE);
    expect(whole(both)).toEqual({ do: "plan", parts: { "unit:g1": MARCH, "unit:g2": FIRE } });
    expect(whole(withdrawn(both, "unit:g1"))).toEqual({ do: "plan", parts: { "unit:g2": FIRE } });
  });

  it("know what still needs something, and whom a counter stands for", () => {
    const empty = begun(ASKED)!;
    expect(lacking(empty)).toEqual(["unit:g2"]);
    expect(lacking(given(empty, "unit:g2", FIRE))).toEqual([]);
    expect(pieceOf(empty, "g1")).toBe("unit:g1");
    expect(pieceOf(empty, "s1")).toBeNull();
    expect(pieceOf(null, "g1")).toBeNull();
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
