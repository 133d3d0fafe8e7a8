import { describe, expect, it } from "vitest";
import { distance } from "../src/boards/geometry";
import { HexBoard, SIDE, type HexLayout } from "../src/boards/hex";
import { PlaneBoard } from "../src/boards/plane";
import { SquareBoard } from "../src/boards/square";
import { boardOf } from "../src/material";
import { shippedMap } from "./maps";

const HANNUT: HexLayout = { first_grows: "east", second_grows: "south", top: "flat", shifted: "even", toward: "low" };

function labels(first: number, second: number): string[] {
  const two = (n: number): string => String(n).padStart(2, "0");
  return Array.from({ length: first * second }, (_, n) => two((n % first) + 1) + two(Math.floor(n / first) + 1));
}

describe.each([
  ["columns eastward", HANNUT],
  ["odd columns shifted high", { ...HANNUT, shifted: "odd", toward: "high" }],
  ["rows southward, numbers westward", { first_grows: "south", second_grows: "west", top: "pointed", shifted: "even", toward: "low" }],
  ["east up", { ...HANNUT, up: "east", first_grows: "south", second_grows: "west" }],
] as [string, HexLayout][])("a hex board with %s", (_, layout) => {
  const board = new HexBoard(layout, labels(9, 8));

  it("finds every cell under its own centre", () => {
    for (const label of board.labels) expect(board.at(board.centre(label))).toBe(label);
  });

  it("has neighbours at the same distance that know each other", () => {
    for (const label of board.labels) {
      for (const near of board.neighbours(label)) {
        expect(distance(board.centre(label), board.centre(near))).toBeCloseTo(SIDE * Math.sqrt(3), 6);
        expect(board.neighbours(near)).toContain(label);
      }
    }
  });

  it("gives a side shared by two cells the length of a side, on both outlines", () => {
    const [a] = board.labels.filter((label) => board.neighbours(label).length === 6);
    for (const near of board.neighbours(a!)) {
      const [from, to] = board.side(a!, near)!;
      expect(distance(from, to)).toBeCloseTo(SIDE, 6);
      for (const label of [a!, near]) {
        expect(Math.min(...board.outline(label).map((corner) => distance(corner, from)))).toBeLessThan(1e-6);
      }
    }
  });
});

describe("the shipped maps", () => {
  it("put 0702 north of 0706 and 1811 east of it on the map of Hannut", () => {
    const board = boardOf(shippedMap("hannut"));
    expect(board.labels).toHaveLength(18 * 17);
    expect(board.centre("0702")[1]).toBeLessThan(board.centre("0706")[1]);
    expect(board.centre("1811")[0]).toBeGreaterThan(board.centre("0706")[0]);
  });

  it("read the first number of Stonne southward and the second westward", () => {
    const data = shippedMap("stonne");
    const board = boardOf(data);
    expect(board.labels).toHaveLength(16 * 13);
    expect(board.centre("1310")[1]).toBeGreaterThan(board.centre("0310")[1]);
    expect(board.centre("0510")[0]).toBeGreaterThan(board.centre("0511")[0]);
    expect(data.cells["0509"]).toEqual({ terrain: "open", level: 3 });
  });
});

describe("a square board", () => {
  const board = new SquareBoard(["1,1", "2,1", "1,2", "2,2"]);

  it("has eight neighbours at most and sides only between straight ones", () => {
    expect(board.neighbours("1,1")).toEqual(expect.arrayContaining(["2,1", "1,2", "2,2"]));
    expect(board.side("1,1", "2,2")).toBeNull();
    expect(board.side("1,1", "2,1")).not.toBeNull();
  });

  it("finds a cell under its centre and nothing outside", () => {
    for (const label of board.labels) expect(board.at(board.centre(label))).toBe(label);
    expect(board.at([-1, 5])).toBeNull();
  });
});

describe("an open table", () => {
  const board = new PlaneBoard(12000, 9000);

  it("names a point so that it is found again", () => {
    const label = board.at([100, 200])!;
    expect(distance(board.locate(label)!, [100, 200])).toBeLessThan(0.1);
  });

  it("has nothing beyond its rim", () => {
    expect(board.at([board.bounds.right + 1, 5])).toBeNull();
  });
});
