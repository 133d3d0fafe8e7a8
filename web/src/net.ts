/** The wire. All that the page knows of the server's addresses and messages is in this file. */

import type { Draft, Part } from "./assembly";
import type { Schema } from "./forms";
import type { Asked, Lang, Odds, Order } from "./model";
import type { Pack } from "./material";
import type * as wire from "./wire";

export type {
  DiceCheck, DiceStatistics, Ground, PathCosts, Reach, Shown,
  BotInfo, Notice, Notify, PaceInfo, ServerInfo,
  Created, DiceAsked, GameInfo, Joined, MyGame, NewGame, Outcome, RuleFound, SeatInfo, SystemDetail, SystemInfo, TellingLine,
} from "./wire"; // prettier-ignore
export type Role = wire.Welcome["role"];
/** With `about` it is the umpire who speaks, and `text_de` is his German. */
export type Message = wire.Message & { about?: string; text_de?: string };

// -- requests ----------------------------------------------------------------------------------------

export class Refused extends Error {
  constructor(
    readonly code: string,
    reason: string,
    readonly cite = "",
  ) {
    super(reason);
  }
}

let language: Lang = "en";

/** Refusals come in the language of the page. */
export function speak(lang: Lang): void {
  language = lang;
}

async function call<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: { "accept-language": language, ...(body === undefined ? {} : { "content-type": "application/json" }), ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const data: unknown = await answer.json();
  if (!answer.ok) {
    const problem = data as Partial<wire.Problem>;
    throw new Refused(problem.code ?? String(answer.status), problem.reason ?? answer.statusText, problem.cite);
  }
  return data as T;
}

const at = encodeURIComponent;

export const api = {
  systems: () => call<wire.SystemInfo[]>("GET", "/api/systems"),
  system: (id: string) => call<wire.SystemDetail>("GET", `/api/systems/${at(id)}`),
  pack: (id: string) => call<Pack>("GET", `/api/systems/${at(id)}/pack`),
  german: (id: string) => call<Record<string, string>>("GET", `/api/systems/${at(id)}/german`),
  rules: (id: string, search: string, limit: number) =>
    call<wire.RuleFound[]>("GET", `/api/systems/${at(id)}/rules?search=${at(search)}&limit=${limit}`),
  rule: (id: string, rule: string) => call<wire.RuleFound>("GET", `/api/systems/${at(id)}/rules/${at(rule)}`),
  create: (game: wire.NewGame) => call<wire.Created>("POST", "/api/games", game),
  join: (invite: string, name: string) => call<wire.Joined>("POST", "/api/join", { invite, name }),
  takeSeat: (game: string, seat: string, name: string) => call<wire.Joined>("POST", "/api/join", { game, seat, name }),
  mine: (tokens: string[]) => call<wire.MyGames>("POST", "/api/mine", { tokens }),
  restore: (save: string) => call<wire.Restored>("POST", "/api/saves", save),
  save: (token: string) => call<unknown>("GET", "/api/game/save", undefined, token),
  game: (token: string) => call<wire.GameInfo>("GET", "/api/game", undefined, token),
  remove: (token: string) => call<wire.Deleted>("DELETE", "/api/game", undefined, token),
  rematch: (token: string, swap: boolean) => call<wire.Joined>("POST", "/api/game/rematch", { swap }, token),
  notes: (token: string, seat: string) => call<wire.Notes>("GET", `/api/game/notes?seat=${at(seat)}`, undefined, token),
  writeNotes: (token: string, seat: string, text: string) => call<wire.Notes>("PUT", `/api/game/notes?seat=${at(seat)}`, { text }, token),
  chat: (token: string) => call<{ messages: Message[] }>("GET", "/api/game/chat", undefined, token),
  bots: () => call<wire.BotInfo[]>("GET", "/api/bots"),
  server: () => call<wire.ServerInfo>("GET", "/api/server"),
  listed: () => call<wire.Lobby>("GET", "/api/lobby"),
  notify: (token: string, seat: string) => call<wire.Notify>("GET", `/api/game/notify?seat=${at(seat)}`, undefined, token),
  setNotify: (token: string, seat: string, wanted: wire.Notify) =>
    call<wire.Notify>("PUT", `/api/game/notify?seat=${at(seat)}`, wanted, token),
  moment: (token: string, seat: string, n: number) =>
    call<{ n: number; view: Record<string, unknown> }>("GET", `/api/game/moment?n=${n}${seat ? `&seat=${at(seat)}` : ""}`, undefined, token),
  dice: (token: string, seat: string, full: boolean) =>
    call<wire.DiceStatistics>("GET", `/api/game/dice?seat=${at(seat)}${full ? "&full=1" : ""}`, undefined, token),
  verify: (token: string) => call<wire.DiceCheck>("GET", "/api/game/verify", undefined, token),
  share: (token: string) => call<wire.Shared>("POST", "/api/game/share", {}, token),
  schema: (id: string) => call<Schema>("GET", `/api/systems/${at(id)}/schema`),
  report: (token: string, lang: Lang, seat: string) =>
    call<wire.Report>("GET", `/api/game/report?language=${lang}${seat ? `&seat=${at(seat)}` : ""}`, undefined, token),
};

export type Api = typeof api;

// -- play --------------------------------------------------------------------------------------------

export interface Position {
  n: number;
  seat: string;
  awaited: readonly string[];
  view: Record<string, unknown> | null;
  asked: Asked | null;
  dice: wire.DiceAsked | null;
  /** Seats that have sealed their secret orders. */
  sealed: readonly string[];
  canUndo: boolean;
  outcome: wire.Outcome | null;
  requests: Requests;
}

/** What players ask of each other beside the rules. */
export interface Requests {
  /** Who asked first to take an order back, then those who have consented. */
  takeBack: readonly string[];
  /** What would be undone. */
  takeBackStep: string;
  drawOffers: readonly string[];
  /** An offer that was declined stands no more; it may still be withdrawn. */
  isDrawDeclined: boolean;
  /** When the time of those awaited runs out, in ms since 1970. */
  due: number | null;
}

export const NO_REQUESTS: Requests = { takeBack: [], takeBackStep: "", drawOffers: [], isDrawDeclined: false, due: null };

/** What is told about the people at the table. */
export interface People {
  said(messages: readonly Message[]): void;
  present(seats: readonly string[], watching: number): void;
  rematch(game: string): void;
  notice(notice: wire.Notice): void;
}

export interface Listener {
  readonly people: People;
  welcome(role: Role, seat: string, game: wire.GameInfo): void;
  position(position: Position): void;
  lines(since: number, lines: readonly wire.TellingLine[]): void;
  connected(isConnected: boolean): void;
  gone(reason: string): void;
}

/** What the table asks of a game that is being played. */
export interface Play {
  options(decision: string, after: number): Promise<{ options: Order[]; more: boolean }>;
  explain(thing: string): Promise<{ reason: string; cite: string }>;
  odds(order: Order): Promise<Odds | null>;
  /** What one thing may be given, beside a draft of the rest. */
  parts(decision: string, piece: string, given: Draft, after: number): Promise<{ parts: Part[]; more: boolean }>;
  checkPart(decision: string, piece: string, part: Part, given: Draft): Promise<{ reason: string; cite: string }>;
  partOdds(decision: string, piece: string, part: Part, given: Draft): Promise<Odds | null>;
  /** What a bot would give to what still lacks something, beside a draft of the rest. */
  suggest(decision: string, given: Draft): Promise<Draft>;
  /** What a path costs, as far as it is drawn. */
  costs(order: Order): Promise<wire.PathCosts | null>;
  tool(tool: wire.Tool["tool"], at: { from?: string; to?: string; unit?: string }): Promise<wire.Shown | null>;
  submit(decision: string, order: Order): Promise<void>;
  instruct(instruction: { tell: string } & Record<string, unknown>): Promise<void>;
  throwDice(decision: string, pips: readonly number[]): Promise<void>;
  chat(text: string, seat: string): Promise<void>;
  /** Answers what another player asks for. */
  answer(request: "draw" | "take-back", yes: boolean, seat: string): Promise<void>;
  /** The rules have changed under the game: go back to before the first difference, or end it. */
  chooseRules(choice: "go-back" | "end", seat: string): Promise<void>;
  /** Also tell me when my other games wait for me. */
  follow(tokens: readonly string[]): void;
  look(seat: string, lang: Lang): void;
  close(): void;
}

const RETRY = [300, 800, 2000, 5000];

/** A connection to one game. It comes back by itself; what was asked and not answered fails. */
export class Session implements Play {
  private socket: WebSocket | null = null;
  private asked = new Map<number, { done: (told: wire.ToPlayer) => void; failed: (reason: Error) => void }>();
  private lastId = 0;
  private tries = 0;
  private closed = false;
  private known = 0;
  private followed: readonly string[] = [];

  constructor(
    private readonly token: string,
    private seat: string,
    private lang: Lang,
    private readonly listener: Listener,
  ) {
    this.connect();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/play`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.send({ say: "hello", token: this.token, seat: this.seat, since: this.known, language: this.lang });
      if (this.followed.length > 0) this.follow(this.followed);
      this.listener.connected(true);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as wire.ToPlayer);
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    for (const { failed } of this.asked.values()) failed(new Refused("lost", ""));
    this.asked.clear();
    if (this.closed) return;
    this.listener.connected(false);
    setTimeout(() => !this.closed && this.connect(), RETRY[Math.min(this.tries++, RETRY.length - 1)]);
  }

  private hear(told: wire.ToPlayer): void {
    switch (told.say) {
      case "welcome":
        if (!this.seat) this.seat = told.seat;
        return this.listener.welcome(told.role, told.seat, told.game);
      case "position":
        return this.listener.position(positionOf(told));
      case "lines":
        this.known = told.since + told.lines.length;
        this.listener.lines(told.since, told.lines);
        if (told.more) this.send({ say: "recall", since: this.known });
        return;
      case "said":
        return this.listener.people.said(told.messages);
      case "present":
        return this.listener.people.present(told.seats, told.watching ?? 0);
      case "rematch":
        return this.listener.people.rematch(told.game);
      case "notice":
        return this.listener.people.notice(told);
      case "gone":
        this.close();
        return this.listener.gone("");
      case "refused": {
        const waiting = this.asked.get(told.re);
        this.asked.delete(told.re);
        if (waiting) waiting.failed(new Refused(told.code, told.reason, told.cite));
        else if (told.code === "no-such-link" || told.code === "not-allowed" || told.code === "broken") {
          this.close();
          this.listener.gone(told.reason);
        }
        return;
      }
      case "options-listed": case "explained": case "odds-shown": case "parts-listed": case "part-checked": case "suggested": case "costs-shown": case "tool-shown": case "accepted": { // prettier-ignore
        this.asked.get(told.re)?.done(told);
        this.asked.delete(told.re);
      }
    }
  }

  private send(message: wire.FromPlayer): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ask(message: wire.FromPlayer): Promise<wire.ToPlayer> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("lost", ""));
    const id = ++this.lastId;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.send({ ...message, id });
    });
  }

  async options(decision: string, after: number): Promise<{ options: Order[]; more: boolean }> {
    const told = await this.ask({ say: "options", decision, after, limit: 1000 });
    return told.say === "options-listed" ? { options: told.options as Order[], more: told.more ?? false } : { options: [], more: false };
  }

  async explain(thing: string): Promise<{ reason: string; cite: string }> {
    const told = await this.ask({ say: "explain", thing });
    return told.say === "explained" ? { reason: told.reason ?? "", cite: told.cite ?? "" } : { reason: "", cite: "" };
  }

  async odds(order: Order): Promise<Odds | null> {
    const told = await this.ask({ say: "odds", order });
    return told.say === "odds-shown" ? ((told.odds as Odds | undefined) ?? null) : null;
  }

  async parts(decision: string, piece: string, given: Draft, after: number): Promise<{ parts: Part[]; more: boolean }> {
    const told = await this.ask({ say: "parts", decision, piece, given: { ...given }, after, limit: 1000 });
    return told.say === "parts-listed" ? { parts: told.parts as Part[], more: told.more ?? false } : { parts: [], more: false };
  }

  async checkPart(decision: string, piece: string, part: Part, given: Draft): Promise<{ reason: string; cite: string }> {
    const told = await this.ask({ say: "check-part", decision, piece, part, given: { ...given } });
    return told.say === "part-checked" ? { reason: told.reason ?? "", cite: told.cite ?? "" } : { reason: "", cite: "" };
  }

  async partOdds(decision: string, piece: string, part: Part, given: Draft): Promise<Odds | null> {
    const told = await this.ask({ say: "part-odds", decision, piece, part, given: { ...given } });
    return told.say === "odds-shown" ? ((told.odds as Odds | undefined) ?? null) : null;
  }

  async suggest(decision: string, given: Draft): Promise<Draft> {
    const told = await this.ask({ say: "suggest", decision, given: { ...given } });
    return told.say === "suggested" ? (told.parts as Draft) : {};
  }

  async costs(order: Order): Promise<wire.PathCosts | null> {
    const told = await this.ask({ say: "costs", order });
    return told.say === "costs-shown" ? (told.costs ?? null) : null;
  }

  async tool(tool: wire.Tool["tool"], where: { from?: string; to?: string; unit?: string }): Promise<wire.Shown | null> {
    const told = await this.ask({ say: "tool", tool, ...where });
    return told.say === "tool-shown" ? (told.shown ?? null) : null;
  }

  async submit(decision: string, order: Order): Promise<void> {
    await this.ask({ say: "submit", submission: crypto.randomUUID(), decision, order });
  }

  async instruct(instruction: { tell: string } & Record<string, unknown>): Promise<void> {
    await this.ask({ say: "instruct", submission: crypto.randomUUID(), instruction });
  }

  async throwDice(decision: string, pips: readonly number[]): Promise<void> {
    await this.ask({ say: "throw", submission: crypto.randomUUID(), decision, pips: [...pips] });
  }

  async chat(text: string, seat: string): Promise<void> {
    await this.ask({ say: "chat", submission: crypto.randomUUID(), text, ...(seat ? { seat } : {}) });
  }

  async answer(request: "draw" | "take-back", yes: boolean, seat: string): Promise<void> {
    await this.ask({ say: "answer", submission: crypto.randomUUID(), request, yes, ...(seat ? { seat } : {}) });
  }

  async chooseRules(choice: "go-back" | "end", seat: string): Promise<void> {
    await this.ask({ say: "choose-rules", submission: crypto.randomUUID(), choice, ...(seat ? { seat } : {}) });
  }

  follow(tokens: readonly string[]): void {
    this.followed = tokens;
    this.send({ say: "follow", tokens: [...tokens] });
  }

  look(seat: string, lang: Lang): void {
    [this.seat, this.lang, this.known] = [seat, lang, 0];
    this.send({ say: "look", seat, language: lang, since: 0 });
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }
}

function positionOf(told: wire.Position): Position {
  const { asked } = told;
  const question = (asked?.question ?? {}) as { ask?: string } & Record<string, unknown>;
  return {
    n: told.n,
    seat: told.seat,
    awaited: told.awaited,
    view: (told.view as Record<string, unknown> | undefined) ?? null,
    dice: told.dice ?? null,
    sealed: told.sealed ?? [],
    canUndo: told.can_take_back ?? false,
    outcome: told.outcome ?? null,
    requests: {
      takeBack: told.declined?.includes("take-back") ? [] : (told.take_back ?? []),
      takeBackStep: told.take_back_step ?? "",
      drawOffers: told.draw_offers ?? [],
      isDrawDeclined: told.declined?.includes("draw") ?? false,
      due: told.due ?? null,
    },
    asked: asked
      ? {
          decision: asked.decision, seat: told.seat, kind: question.ask ?? "", question,
          prompt: { template: asked.prompt }, cite: asked.cite ?? "", forbids: asked.forbids ?? [],
          answers: asked.answers ?? [], pieces: asked.pieces ?? null, must: asked.must ?? [], isReaction: asked.may_decline ?? false, isSecret: asked.is_sealed ?? false, options: [], isOpen: false,
        }
      : null,
  }; // prettier-ignore
}
