import { describe, expect, it, vi } from "vitest";
import { readAddress } from "../src/addresses";
import { askings, Company, textOf, timeLeft } from "../src/company";
import { matesOf, seatName } from "../src/seating";
import { presenterOf } from "../src/systems";
import { changedOptions, firstBot, newGame, type Wanted } from "../src/newgame";
import type { BotInfo, Message, SystemDetail } from "../src/net";

const message = (n: number, over: Partial<Message> = {}): Message => ({ n, seat: "red", text: `m${n}`, at: 0, ...over });

describe("the people at the table", () => {
  it("counts what is said while nobody looks, each message once", () => {
    const company = new Company();
    company.said([message(2), message(1)]);
    company.said([message(2), message(3)]);
    expect(company.state.messages.map(({ n }) => n)).toEqual([1, 2, 3]);
    expect(company.state.unread).toBe(3);
    company.open(true);
    company.said([message(4)]);
    expect(company.state.unread).toBe(0);
  });

  it("does not count what was said before, nor the umpire's notices", () => {
    const company = new Company();
    company.recall([message(1)]);
    company.said([message(2, { about: "declined-draw", text_de: "abgelehnt" })]);
    expect(company.state.unread).toBe(0);
    expect(company.state.word?.n).toBe(2);
    company.putAway();
    expect(company.state.word).toBeNull();
    expect(textOf(company.state.messages[1]!, "de")).toBe("abgelehnt");
    expect(textOf(company.state.messages[1]!, "en")).toBe("m2");
  });

  it("keeps what was written if it could not be sent", async () => {
    const company = new Company();
    company.play = { chat: vi.fn(() => Promise.reject(new Error("too fast"))), answer: vi.fn(), chooseRules: vi.fn(), follow: vi.fn() };
    expect(await company.say("hello", "")).toBe(false);
    expect(company.state.trouble).toBe("too fast");
  });
});

describe("requests", () => {
  const none = { takeBack: [], takeBackStep: "", drawOffers: [], isDrawDeclined: false };
  it("ask only those who have not answered", () => {
    expect(askings(none, ["red"])).toEqual([]);
    const asked = { ...none, takeBack: ["blue"], takeBackStep: "moves to 0712" };
    expect(askings(asked, ["red"])).toEqual([{ request: "take-back", by: "blue", step: "moves to 0712" }]);
    expect(askings(asked, ["blue"])).toEqual([]);
    expect(askings({ ...none, drawOffers: ["blue"] }, ["blue", "red"])).toHaveLength(1);
    expect(askings({ ...none, drawOffers: ["blue"], isDrawDeclined: true }, ["red"])).toEqual([]);
  });
  it("say how much time is left", () => {
    expect(timeLeft(41 * 60_000, 0)).toBe("41 min");
    expect(timeLeft(26 * 3_600_000, 0)).toBe("1 d 2 h");
    expect(timeLeft(0, 5000)).toBe("0 min");
  });
});

describe("addresses", () => {
  it("name a link, an invitation, the text table", () => {
    expect(readAddress("#table=abc&text")).toEqual({ table: "abc", join: "", seat: "", text: true });
    expect(readAddress("#join=xyz").join).toBe("xyz");
    expect(readAddress("#lobby").table).toBe("");
  });
});

describe("a new game", () => {
  const wanted: Wanted = { system: "s", scenario: "ford", options: { a: true }, mode: "bot", seat: "red", players: {}, bot: "greedy", bots: {}, pace: "day", substitute: "greedy", listed: true, typed: false };
  it("gives every other seat to the bot", () => {
    expect(newGame(wanted, ["red", "blue"])).toMatchObject({ bots: { blue: "greedy" }, hot_seat: false });
    expect(newGame(wanted, ["red", "blue"])).not.toHaveProperty("pace");
  });
  it("has a seat for every team mate, and bots beside friends", () => {
    const players = { red: 2 };
    const seats = matesOf(["red", "blue"], players);
    expect(seats).toEqual(["red", "red-2", "blue"]);
    expect(newGame({ ...wanted, players }, seats)).toMatchObject({ players, bots: { "red-2": "greedy", blue: "greedy" } });
    expect(newGame({ ...wanted, players, mode: "remote", bots: { blue: "random" } }, seats)).toMatchObject({ bots: { blue: "random" } });
    expect(newGame({ ...wanted, players, mode: "hot" }, seats)).toMatchObject({ hot_seat: true, bots: {} });
  });
  it("names a team mate by side and number", () => {
    const presenter = presenterOf("barbarossa1941");
    expect(["german", "german-2", "anna", "anna-2"].map((seat) => seatName(presenter, seat, "en"))).toEqual(["German", "German 2", "anna", "anna-2"]);
  });
  it("has a pace and a substitute only with a friend", () => {
    expect(newGame({ ...wanted, mode: "remote" }, ["red", "blue"])).toMatchObject({ bots: {}, pace: "day", substitute: "greedy", listed: true });
    expect(newGame({ ...wanted, mode: "hot", typed: true }, ["red", "blue"])).toMatchObject({ hot_seat: true, dice: "typed", bots: {} });
  });
  it("knows which options differ, and a bot to begin with", () => {
    const detail = { choices: { a: { default: false }, b: { default: 1 } } } as unknown as SystemDetail;
    expect(changedOptions(detail, { a: true, b: 1 })).toEqual(["a"]);
    expect(firstBot([{ spec: "random" }, { spec: "greedy" }] as BotInfo[])).toBe("greedy");
    expect(firstBot([])).toBe("random");
  });
});
