import { beforeEach, describe, expect, it, vi } from "vitest";
import { nearest } from "../src/draw/instruments";
import { Instruments, points } from "../src/instruments";
import { Refused, type Shown } from "../src/net";

const settled = () => new Promise((done) => setTimeout(done));

describe("tools on the map", () => {
  let ask: ReturnType<typeof vi.fn<(tool: string, at: object) => Promise<Shown | null>>>;
  let tools: Instruments;

  beforeEach(() => {
    ask = vi.fn(() => Promise.resolve({ verdict: "0101 sees 0103.", cite: "X-1", is_open: true }));
    tools = new Instruments();
    tools.play = { tool: ask };
  });

  it("asks for a line of sight once both ends are known", async () => {
    tools.take("sight");
    tools.point("0101", null);
    expect(ask).not.toHaveBeenCalled();
    tools.point("0103", "blue-1");
    expect(ask).toHaveBeenCalledWith("sight", { from: "0101", to: "0103" });
    await settled();
    expect(tools.state.shown?.verdict).toBe("0101 sees 0103.");
  });

  it("keeps the first end for the next look and forgets it when it is clicked again", () => {
    tools.take("sight");
    tools.point("0101", null);
    tools.point("0103", null);
    tools.point("0104", null);
    expect(ask).toHaveBeenLastCalledWith("sight", { from: "0101", to: "0104" });
    tools.point("0101", null);
    expect(tools.state).toMatchObject({ from: "", to: "", shown: null });
  });

  it("shows the threat of all at once, and of one unit when it is pointed at", () => {
    tools.take("threat");
    expect(ask).toHaveBeenLastCalledWith("threat", { from: "", to: "" });
    tools.point("0103", "blue-1");
    expect(ask).toHaveBeenLastCalledWith("threat", { unit: "blue-1" });
    tools.point("0103", "blue-1");
    expect(ask).toHaveBeenLastCalledWith("threat", { from: "", to: "" });
  });

  it("shows ranges of a unit, or the distance of two cells", () => {
    tools.take("range");
    tools.point("0103", "red-1");
    expect(ask).toHaveBeenLastCalledWith("range", { unit: "red-1" });
    tools.take(null);
    tools.take("range");
    tools.point("0101", null);
    tools.point("0102", null);
    expect(ask).toHaveBeenLastCalledWith("range", { from: "0101", to: "0102" });
  });

  it("says why the book forbids it, with the paragraph", async () => {
    ask.mockRejectedValue(new Refused("not-allowed", "No measuring before the target is chosen.", "X-2"));
    tools.take("command");
    await settled();
    expect(tools.state).toMatchObject({ shown: null, refusal: { reason: "No measuring before the target is chosen.", cite: "X-2" } });
  });

  it("drops an answer that comes after the tool was put away", async () => {
    tools.take("threat");
    tools.take("threat");
    await settled();
    expect(tools.state).toMatchObject({ tool: null, shown: null });
  });

  it("asks again when the position has changed", () => {
    tools.take("command");
    tools.renew();
    expect(ask).toHaveBeenCalledTimes(2);
    tools.take(null);
    tools.renew();
    expect(ask).toHaveBeenCalledTimes(2);
  });
});

describe("points of movement", () => {
  it("are said in halves and thirds", () => {
    expect([0, 1, 2, 3, -1].map((value) => points(value, 2))).toEqual(["0", "½", "1", "1½", "−½"]);
    expect(points(5, 3)).toBe("1⅔");
    expect(points(7, 5)).toBe("1 2/5");
    expect(points(4, 1)).toBe("4");
  });
});

describe("what blocks a line", () => {
  it("lies where its cell is nearest to the line, between two cells in their middle", () => {
    expect(nearest([0, 0], [100, 0], [[40, 10]])).toBeCloseTo(0.4);
    expect(nearest([0, 0], [100, 0], [[40, 10], [60, -10]])).toBeCloseTo(0.5);
    expect(nearest([0, 0], [100, 0], [[400, 0]])).toBe(0.92);
  });
});
