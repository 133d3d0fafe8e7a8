import { describe, expect, it } from "vitest";
import { holds, type Point } from "../src/boards/geometry";
import { hash } from "../src/draw/chance";
import { Field } from "../src/draw/field";
import { landOf } from "../src/draw/land";
import { LIGHT, thresholds } from "../src/draw/palette";
import { reliefOf } from "../src/draw/relief";
import { boardData, boardOf } from "../src/material";
import { groundName, legendOf } from "../src/text/terrain.words";
import { shippedMap } from "./maps";

describe.each(["hannut", "stonne"])("the land of %s", (name) => {
  const data = shippedMap(name);
  const board = boardOf(data);
  const relief = reliefOf(board, data);

  it("tints the centre of every cell as its own level", () => {
    const wrong = board.labels.filter((label) => {
      const height = relief.field.at(board.centre(label));
      return Math.abs(height - data.cells[label]!.level) >= 0.5;
    });
    expect(wrong).toEqual([]);
  });

  it("has a contour between any two neighbours of different level", () => {
    const rings = relief.rings(0.5);
    const isAbove = (point: Point): boolean => rings.filter((ring) => holds(ring, point)).length % 2 === 1;
    for (const label of board.labels) {
      if (data.cells[label]!.level === 0) expect(isAbove(board.centre(label)), label).toBe(false);
      else expect(isAbove(board.centre(label)), label).toBe(true);
    }
  });

  it("covers every wood cell with wood and no other cell's centre", () => {
    const land = landOf(board, data);
    const isWood = (point: Point): boolean => land.woods.filter((ring) => holds(ring, point)).length % 2 === 1;
    const wrong = board.labels.filter((label) => isWood(board.centre(label)) !== (data.cells[label]!.terrain === "wood"));
    expect(wrong).toEqual([]);
  });

  it("is the same every time", () => {
    expect(landOf(board, data).trees).toEqual(landOf(board, data).trees);
  });
});

describe("a field", () => {
  it("has one closed ring around one hill", () => {
    const field = new Field({ left: 0, top: 0, right: 100, bottom: 100 }, 2).fill((x, y) => 40 - Math.hypot(x - 50, y - 50));
    const rings = field.rings(20);
    expect(rings).toHaveLength(1);
    for (const [x, y] of rings[0]!) expect(Math.hypot(x - 50, y - 50)).toBeCloseTo(20, 0);
  });

  it("closes a ring along the edge where the high ground leaves the sheet", () => {
    const field = new Field({ left: 0, top: 0, right: 20, bottom: 20 }, 2).fill((x) => x);
    expect(field.rings(10)).toHaveLength(1);
  });
});

it("gives each level its own shades, from low to high", () => {
  const shades = thresholds(LIGHT, 3);
  expect(shades.map((shade) => shade.at)).toEqual([...shades.map((shade) => shade.at)].sort((a, b) => a - b));
  expect(shades.filter((shade) => shade.isLevel).map((shade) => shade.at)).toEqual([0.5, 1.5, 2.5]);
});

describe("a large map", () => {
  // Sampled more coarsely than the others, so that it is there in time.
  const [columns, rows] = [40, 30];
  const pad = (n: number): string => String(n).padStart(2, "0");
  const numbers = (most: number): number[] => Array.from({ length: most }, (_, n) => n + 1);
  const token = (x: number, y: number): string => `${"owv"[hash("kind", x >> 2, y >> 1) % 3]}${hash("level", x >> 2, y) % 3}`;
  const data = boardData({
    title: "large", grid: [`   ${numbers(columns).map(pad).join(" ")}`, ...numbers(rows).map((y) => `${pad(y)} ${numbers(columns).map((x) => token(x, y)).join(" ")}`)].join("\n"),
    legend: Object.fromEntries([["o", "open"], ["w", "wood"], ["v", "village"]].flatMap(([letter, terrain]) => [0, 1, 2].map((level) => [`${letter}${level}`, { terrain: terrain!, level }]))),
    layout: { first_grows: "east", second_grows: "south", top: "flat", shifted: "even", toward: "low" },
  }); // prettier-ignore
  const board = boardOf(data);

  it("still tints the centre of every cell as its own level", () => {
    expect(board.labels).toHaveLength(columns * rows);
    const { field } = reliefOf(board, data);
    expect(board.labels.filter((label) => Math.abs(field.at(board.centre(label)) - data.cells[label]!.level) >= 0.5)).toEqual([]);
  });
});

describe("a map on squares with all that troops have made of the ground", () => {
  const data = boardData({
    title: "squares", grid: "   1 2 3 4\n1 o r s m\n2 o r s w\n3 o o o w\n", legend: { o: { terrain: "open" }, r: { terrain: "rock" }, s: { terrain: "swamp" }, w: { terrain: "water" }, m: { terrain: "open", features: ["part_water"] } },
    fields: { "3,1": { features: ["corduroy"] } }, features: { pier: ["4,3"] }, ways: { road: { kind: "road", path: ["2,1", "3,1", "4,1"] } },
    airfields: { strip: { name: "strip", runway: ["1,3", "2,3"], parking: ["1,2"] } }, fords: { wade: { at: "4,2" } },
    narrows: { brook: { edges: ["1,1|2,1", "1,2|2,2"] }, trench: { kind: "ditch", edges: ["2,2|2,3", "3,2|3,3"] } },
  }); // prettier-ignore
  const { ground, cover, rivers } = landOf(boardOf(data), data);
  const board = boardOf(data);

  it("covers rock cells with rock", () => {
    const isRock = (label: string): boolean => ground.rocks.filter((ring) => holds(ring, board.centre(label))).length % 2 === 1;
    expect(board.labels.filter(isRock)).toEqual(["2,1", "2,2"]);
    expect(ground.crags.length).toBeGreaterThan(3);
  });

  it("floods that half of a mixed cell which lies towards the water", () => {
    const isWater = ([x, y]: Point): boolean => cover.waters.filter((ring) => holds(ring, [x, y])).length % 2 === 1;
    const [x, y] = board.centre("4,1");
    expect(isWater([x, y + board.pitch * 0.3])).toBe(true);
    expect(isWater([x, y - board.pitch * 0.35])).toBe(false);
    expect(board.labels.filter((label) => isWater(board.centre(label)))).not.toContain("3,1");
  });

  it("floods a corner of a mixed cell that lies alone", () => {
    const pond = boardData({ title: "pond", grid: "   1 2\n1 o o\n2 o m\n", legend: { o: { terrain: "open" }, m: { terrain: "open", features: ["part_water"] } } });
    const { waters } = landOf(boardOf(pond), pond).cover;
    const [x, y] = boardOf(pond).centre("2,2");
    const off = board.pitch * 0.25;
    expect([waters.some((ring) => holds(ring, [x - off, y - off])), waters.some((ring) => holds(ring, [x + off, y + off]))]).toEqual([true, false]);
  });

  it("lays logs only on the corduroy road, a pier from the land, a runway from end to end", () => {
    expect(ground.logs.length).toBeGreaterThan(8);
    expect(new Set(ground.logs.map(([[ax, ay], [bx, by]]) => board.at([(ax + bx) / 2, (ay + by) / 2])))).toEqual(new Set(["3,1"]));
    expect(ground.piers.map(([from, to]) => [board.at(from), board.at(to)])).toEqual([["3,3", "4,3"]]);
    expect(ground.runways.map(({ from, to, stands }) => [board.at(from), board.at(to), stands.length])).toEqual([["1,3", "2,3", 1]]);
  });

  it("draws fords, narrow waters and ditches", () => {
    expect(ground.fords.map(({ at }) => board.at(at))).toEqual(["4,2"]);
    expect(rivers).toHaveLength(1);
    expect(ground.ditches.map((line) => line.length)).toEqual([3]);
  });

  it("says what stands on a cell, in both languages, and lists each kind of ground once", () => {
    expect(groundName(data, "3,1", "de")).toBe("Sumpf, Knüppeldamm");
    expect(groundName(data, "4,1", "en")).toBe("open, partly water");
    expect(legendOf(data, "de").map(({ name }) => name)).toEqual(["offen", "Fels", "Sumpf", "Wasser", "Knüppeldamm", "zum Teil Wasser", "Mole", "Furt", "Rollbahn", "Abstellplatz", "Straße", "schmales Gewässer", "Graben"]);
    expect(legendOf(data, "en").map(({ name }) => name)).not.toContain("");
  });
});
