import { describe, expect, it } from "vitest";
import { Camera } from "../src/camera";
import { lineOf, naming } from "../src/lines";
import { ORDERS } from "../src/systems/blitzkrieg1940.words";
import { fill, missing, paragraph, say, signed, uneven } from "../src/text/catalogue";
import { COMPANY } from "../src/text/company.words";
import { DRAFTING_WORDS } from "../src/text/drafting.words";
import { INSTRUMENT_WORDS } from "../src/text/instruments.words";

describe("the catalogue", () => {
  it("says everything in both languages with the same places to fill", () => {
    expect(missing()).toEqual([]);
    expect(uneven()).toEqual([]);
    expect(Object.keys(ORDERS.de).sort()).toEqual(Object.keys(ORDERS.en).sort());
  });

  it("says under one word one thing", () => {
    const words = [COMPANY, DRAFTING_WORDS, INSTRUMENT_WORDS].flatMap((each) => Object.keys(each));
    expect(words.filter((word, n) => words.indexOf(word) !== n)).toEqual([]);
    for (const parts of [COMPANY, DRAFTING_WORDS, INSTRUMENT_WORDS]) {
      for (const [word, said] of Object.entries(parts)) expect(say("en", word as never), word).toBe(said.en);
    }
  });

  it("writes paragraphs and signs as books do", () => {
    expect(paragraph("BLK-6.3.1-C")).toBe("§\u202f6.3.1");
    expect(paragraph("BLK-12.1-FR-G1")).toBe("§\u202f12.1");
    expect([signed(-2), signed(3), signed(0)]).toEqual(["−2", "+3", "0"]);
  });

  it("leaves unknown places as they are", () => {
    expect(fill("{a} and {b}", { a: 1 })).toBe("1 and {b}");
  });
});

describe("names for ids", () => {
  const name = naming(new Map([["kg", "KG"], ["kg/hq", "HQ KG"], ["german", "Deutsch"]]));

  it("replaces whole ids only, longest first", () => {
    expect(name("kg/hq of kg, not kgb or x-kg")).toBe("HQ KG of KG, not kgb or x-kg");
    expect(name("german moves.")).toBe("Deutsch moves.");
  });
});

describe("a line of the log", () => {
  const sideOf = (id: string): string => (id === "a/1" ? "red" : "");

  it("belongs to the side whose unit it tells of", () => {
    const told = { line: { n: 3, what: { entry: "happened", event: { event: "moved", unit: "a/1" } } }, said: "a/1 moves.", cite: "X-1" };
    expect(lineOf(3, told, sideOf)).toMatchObject({ side: "red", kind: "event", cite: "X-1" });
  });

  it("shows dice as dice and says only why they were thrown", () => {
    const told = { line: { what: { entry: "rolled", pips: [4, 2], roller: "a/1" } }, said: "2d6: 4 2 = 6, fire on 0101" };
    expect(lineOf(0, told, sideOf)).toMatchObject({ dice: [4, 2], said: { template: "fire on 0101" } });
  });

  it("leaves out what a reader does not need", () => {
    expect(lineOf(0, { line: { what: { entry: "answered" } } }, sideOf)).toBeNull();
  });
});

describe("the camera", () => {
  it("keeps what is under the pointer where it is while zooming", () => {
    const camera = new Camera();
    Object.assign(camera, { width: 800, height: 600, x: 120, y: 80, scale: 1.3 });
    const before = camera.toSheet([640, 100]);
    camera.zoom(1.7, [640, 100]);
    const [x, y] = camera.toScreen(before);
    expect([x, y].map(Math.round)).toEqual([640, 100]);
  });

  it("fits a box into the screen", () => {
    const camera = new Camera();
    Object.assign(camera, { width: 400, height: 300 });
    camera.fit({ left: 0, top: 0, right: 1000, bottom: 500 }, 0);
    expect(camera.part.left).toBeCloseTo(0);
    expect(camera.part.right).toBeCloseTo(1000);
  });
});
