/** A table without a server, for looking at the page while it is being made. Not part of the built page. */

import type { Lang, Odds, Order } from "./model";
import { type GameInfo, type Listener, NO_REQUESTS, type Play, type TellingLine } from "./net";
import type { Pack } from "./material";
import { Table } from "./table";

interface Fixture {
  system: string; scenario: string; pack: Pack; seat: string; view: Record<string, unknown>;
  question: { ask: string }; prompt: string; cite: string; options: Order[]; odds: (Odds | null)[];
  log: Record<string, unknown>[];
} // prettier-ignore

export async function fixtureTable(address: string, lang: Lang): Promise<Table> {
  const found = (await (await fetch(address)).json()) as Fixture;
  const seats = ["german", "french"].map((seat) => ({ seat, sides: [seat] }));
  const game = { game: "fixture", system: found.system, scenario: found.scenario, options: {}, stage: "playing", hot_seat: true, dice: "keyed", commitment: "", seats, pack_digest: "", outcome: null } as GameInfo;
  const api = {
    pack: () => Promise.resolve(found.pack),
    german: () => Promise.resolve({}),
    moment: () => Promise.resolve({ n: 0, view: found.view }),
  };
  const lines: TellingLine[] = found.log.map((line) => ({ line, said: sentenceOf(line), cite: String((line["event"] as { cite?: string } | undefined)?.cite ?? line["cite"] ?? "") }));
  return new Table("fixture", "", lang, api, (_token, _seat, _lang, listener) => playOf(found, game, lines, listener));
}

function playOf(found: Fixture, game: GameInfo, lines: TellingLine[], listener: Listener): Play {
  setTimeout(() => {
    listener.connected(true);
    listener.welcome("seat", found.seat, game);
    listener.lines(0, lines);
    listener.position({
      n: lines.length, seat: found.seat, awaited: [found.seat], view: found.view, dice: null, sealed: [], canUndo: true, outcome: null, requests: NO_REQUESTS,
      asked: { decision: "1", seat: found.seat, kind: found.question.ask, question: { ...found.question }, prompt: { template: found.prompt, values: { ...found.question } as unknown as Record<string, string> }, cite: found.cite, forbids: [], answers: [], isReaction: /react/.test(found.question.ask), isSecret: false, options: [], isOpen: false, pieces: null, must: [] },
    }); // prettier-ignore
  });
  const same = (a: Order, b: Order): boolean => JSON.stringify(a) === JSON.stringify(b);
  return {
    options: () => Promise.resolve({ options: found.options, more: false }),
    explain: () => Promise.resolve({ reason: "This unit does not belong to an activated formation.", cite: "BLK-5-A" }),
    odds: (order) => Promise.resolve(found.odds[found.options.findIndex((other) => same(other, order))] ?? null),
    parts: () => Promise.resolve({ parts: [], more: false }),
    checkPart: () => Promise.resolve({ reason: "", cite: "" }),
    partOdds: () => Promise.resolve(null),
    suggest: () => Promise.resolve({}),
    costs: () => Promise.resolve(null),
    tool: () => Promise.resolve(null),
    submit: () => Promise.resolve(),
    instruct: () => Promise.resolve(),
    throwDice: () => Promise.resolve(),
    chat: () => Promise.resolve(),
    answer: () => Promise.resolve(),
    chooseRules: () => Promise.resolve(),
    follow: () => {},
    look: () => {},
    close: () => {},
  };
}

function sentenceOf(line: Record<string, unknown>): string {
  if (line["entry"] === "rolled") {
    const why = line["why"] as { template: string; values: Record<string, string> };
    return `${String(line["dice"])}: ${(line["pips"] as number[]).join(" ")} = 0, ${why.template.replace(/\{(\w+)\}/g, (_, key: string) => String(why.values[key]))}`;
  }
  const event = line["event"] as Record<string, unknown> | undefined;
  if (!event?.["cite"]) return "";
  const { event: name, cite: _, ...rest } = event;
  return `${String(name).replaceAll("-", " ")}: ${Object.values(rest).filter((value) => typeof value === "string").join(", ")}`;
}
