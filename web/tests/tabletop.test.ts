import { describe, expect, it } from "vitest";
import type { Point } from "../src/boards/geometry";
import { DECIMETRE, PlaneBoard } from "../src/boards/plane";
import { SquareBoard } from "../src/boards/square";
import { vehicleOutline } from "../src/draw/figures";
import { landOf } from "../src/draw/land";
import { patches } from "../src/draw/night";
import { closed, longestSide, sortOf, strip } from "../src/draw/scenery";
import { boardData, boardOf } from "../src/material";

const near = (a: Point, b: Point): boolean => Math.hypot(a[0] - b[0], a[1] - b[1]) < 1e-6;

describe("scenery on an open table", () => {
  it("is told by the name of its kind", () => {
    expect(["sunken_road", "stone_wall", "wheat_field", "hedge", "orchard", "barn", "shell_crater", "pond", "hill", "cart"].map(sortOf)).toEqual([
      "road", "wall", "field", "hedge", "trees", "house", "crater", "water", "hill", "other",
    ]); // prettier-ignore
  });

  it("finds the narrow ends of a road wherever its outline begins", () => {
    const road: Point[] = [[0, 0], [50, 5], [100, 0], [100, 10], [50, 15], [0, 10]];
    for (let turn = 0; turn < road.length; turn++) {
      const turned = strip([...road.slice(turn), ...road.slice(0, turn)]);
      const half = turned.length / 2;
      expect(near(turned[0]!, [0, 0]) || near(turned[0]!, [100, 10])).toBe(true);
      expect(Math.abs(turned[half - 1]![1] - turned[half]![1])).toBe(10);
    }
  });

  it("has round ponds without a seam", () => {
    const pond = closed([[0, 0], [10, 0], [10, 10], [0, 10]]);
    expect(near(pond[0]!, pond[pond.length - 1]!)).toBe(true);
    const [a, b, y, z] = [pond[0]!, pond[1]!, pond[pond.length - 2]!, pond[pond.length - 1]!];
    // Both pieces at the seam run in the same direction.
    expect((b[0] - a[0]) * (z[1] - y[1]) - (b[1] - a[1]) * (z[0] - y[0])).toBeCloseTo(0);
  });

  it("ploughs a field along its longest side", () => {
    expect(longestSide([[0, 0], [10, 0], [10, 30], [0, 30]])).toBeCloseTo(Math.PI / 2);
  });
});

describe("a vehicle", () => {
  it("has its true size, its front where it faces", () => {
    const ahead = vehicleOutline({ kind: "outline", long: 1000, wide: 500, facing: 0 }, [100, 100]);
    expect(ahead[0]).toEqual([100 - DECIMETRE / 4, 100 - DECIMETRE / 2]);
    const right = vehicleOutline({ kind: "outline", long: 1000, wide: 500, facing: 900 }, [100, 100]);
    expect(near(right[0]!, [100 + DECIMETRE / 2, 100 - DECIMETRE / 4])).toBe(true);
  });

  it("stands on a table that knows every tenth of a millimetre", () => {
    const board = new PlaneBoard(12000, 8000);
    expect(board.at(board.centre("1234;567"))).toBe("1234;567");
    expect(board.at([-1, 0])).toBeNull();
  });
});

describe("a board of squares", () => {
  const data = boardData({
    title: "squares", legend: { a: { terrain: "open", level: 0 }, b: { terrain: "wood", level: 3 } },
    grid: "  1 2 3 4\n1 a a a b\n2 a b b a\n3 a a a a\n",
    courses: { brook: { kind: "stream", sides: ["1,1|1,2", "2,1|2,2", "2,2|3,2"] } },
  }); // prettier-ignore
  const board = boardOf(data);

  it("shows every square's centre in the tint of its own level", () => {
    const { relief } = landOf(board, data);
    for (const [label, { level }] of Object.entries(data.cells)) expect(Math.abs(relief.field.at(board.centre(label)) - level)).toBeLessThan(0.5);
  });

  it("lets a brook follow the sides of squares", () => {
    const [brook] = landOf(board, data).rivers;
    expect(brook?.line.length).toBeGreaterThan(6);
    for (const [, y] of brook!.line) expect(y).toBeGreaterThan(0);
  });

  it("finds lit squares that hang together, also over a corner", () => {
    const squares = new SquareBoard(Object.keys(data.cells));
    expect(patches(squares, new Set(["1,1", "2,2", "4,1", "9,9"])).map((patch) => patch.sort())).toEqual([["1,1", "2,2"], ["4,1"]]);
  });

  it("walks to the neighbour in the direction of the arrow", () => {
    expect(board.toward("2,2", 1, 0)).toBe("3,2");
    expect(board.toward("2,2", 0, -1)).toBe("2,1");
    expect(board.toward("1,1", -1, 0)).toBeNull();
  });
});
