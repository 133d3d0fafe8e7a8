/** The wire. All that the page knows of the server's addresses and messages is in this file. */

import type { Asked, Lang, Odds, Order } from "./model";
import type { Pack } from "./material";

// -- records of the wire -----------------------------------------------------------------------------

export interface SeatInfo { seat: string; sides?: string[]; name?: string; bot?: string; taken?: boolean; present?: boolean } // prettier-ignore
export interface Outcome { winners: string[]; reason: string; values?: Record<string, string | number>; cite?: string } // prettier-ignore
export interface GameInfo {
  game: string; system: string; scenario: string; options: Record<string, boolean | number | string>;
  stage: string; hot_seat: boolean; dice: "keyed" | "typed"; commitment: string; seats: SeatInfo[];
  pack_digest: string; outcome: Outcome | null;
} // prettier-ignore
export type Role = "host" | "table" | "seat" | "invite" | "watch";

interface AskedWire {
  decision: string; question: { ask: string } & Record<string, unknown>; prompt: string; cite?: string;
  forbids?: string[]; answers?: string[]; may_decline?: boolean; is_sealed?: boolean;
} // prettier-ignore
export interface DiceAsked { decision: string; dice: string; why: { template: string; values?: Record<string, string | number> }; cite?: string } // prettier-ignore
interface PositionWire {
  n: number; seat: string; awaited: string[]; view?: Record<string, unknown> | null; asked?: AskedWire | null;
  dice?: DiceAsked | null; can_take_back?: boolean; take_back?: string[]; outcome?: Outcome | null;
} // prettier-ignore
export interface TellingLine { line: Record<string, unknown>; said?: string; cite?: string } // prettier-ignore
export interface SystemInfo { id: string; title: string; title_de: string; playable: boolean } // prettier-ignore
export interface GameOption { default: boolean | number | string; title: string; title_de: string; cite?: string; values?: (boolean | number | string)[] } // prettier-ignore
export interface SystemDetail {
  id: string; title: string; title_de: string; scenarios: { id: string; seats: Record<string, string[]> }[];
  choices: Record<string, GameOption>;
} // prettier-ignore
export interface RuleFound { id: string; section: string; kind: string; text: string; text_de?: string | null; ruling?: string | null; ruling_de?: string | null } // prettier-ignore
export interface NewGame { system: string; scenario: string; options: Record<string, boolean | number | string>; hot_seat: boolean; bots: Record<string, string> } // prettier-ignore
export interface Created { game: string; host: string; watch: string; table?: string; invites?: Record<string, string> } // prettier-ignore
export interface Joined { game: string; seat: string; token: string } // prettier-ignore
export interface MyGame { link: number; game: GameInfo; role: Role; seat: string; waits_for_me: boolean; changed: number } // prettier-ignore

type Told =
  | { say: "welcome"; role: Role; seat: string; game: GameInfo }
  | ({ say: "position" } & PositionWire)
  | { say: "lines"; seat: string; since: number; lines: TellingLine[]; more?: boolean }
  | { say: "options-listed"; re: number; options: Order[]; more?: boolean }
  | { say: "explained"; re: number; reason?: string; cite?: string }
  | { say: "odds-shown"; re: number; odds?: Odds | null }
  | { say: "accepted"; re: number }
  | { say: "refused"; re: number; code: string; reason: string; cite?: string }
  | { say: "said" | "present" | "rematch" | "gone" };

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

async function call<T>(method: string, path: string, body?: unknown, token = ""): Promise<T> {
  const answer = await fetch(path, {
    method,
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });
  const data: unknown = await answer.json();
  if (!answer.ok) {
    const problem = data as { code?: string; reason?: string; cite?: string };
    throw new Refused(problem.code ?? String(answer.status), problem.reason ?? answer.statusText, problem.cite);
  }
  return data as T;
}

const at = encodeURIComponent;

export const api = {
  systems: () => call<SystemInfo[]>("GET", "/api/systems"),
  system: (id: string) => call<SystemDetail>("GET", `/api/systems/${at(id)}`),
  pack: (id: string) => call<Pack>("GET", `/api/systems/${at(id)}/pack`),
  german: (id: string) => call<Record<string, string>>("GET", `/api/systems/${at(id)}/german`),
  rules: (id: string, search: string, limit: number) =>
    call<RuleFound[]>("GET", `/api/systems/${at(id)}/rules?search=${at(search)}&limit=${limit}`),
  rule: (id: string, rule: string) => call<RuleFound>("GET", `/api/systems/${at(id)}/rules/${at(rule)}`),
  create: (game: NewGame) => call<Created>("POST", "/api/games", game),
  join: (invite: string, name: string) => call<Joined>("POST", "/api/join", { invite, name }),
  mine: (tokens: string[]) => call<{ games: MyGame[]; next: number | null }>("POST", "/api/mine", { tokens }),
  restore: (save: string) => call<{ game: string; table?: string }>("POST", "/api/saves", save),
  save: (token: string) => call<unknown>("GET", "/api/game/save", undefined, token),
  moment: (token: string, seat: string, n: number) =>
    call<{ n: number; view: Record<string, unknown> }>("GET", `/api/game/moment?n=${n}${seat ? `&seat=${at(seat)}` : ""}`, undefined, token),
  report: (token: string, lang: Lang, seat: string) =>
    call<{ title: string; paragraphs: string[] }>("GET", `/api/game/report?language=${lang}${seat ? `&seat=${at(seat)}` : ""}`, undefined, token),
};

export type Api = typeof api;

// -- play --------------------------------------------------------------------------------------------

export interface Position {
  n: number;
  seat: string;
  awaited: readonly string[];
  view: Record<string, unknown> | null;
  asked: Asked | null;
  dice: DiceAsked | null;
  canUndo: boolean;
  outcome: Outcome | null;
}

export interface Listener {
  welcome(role: Role, seat: string, game: GameInfo): void;
  position(position: Position): void;
  lines(since: number, lines: readonly TellingLine[]): void;
  connected(isConnected: boolean): void;
  gone(reason: string): void;
}

/** What the table asks of a game that is being played. */
export interface Play {
  options(decision: string, after: number): Promise<{ options: Order[]; more: boolean }>;
  explain(thing: string): Promise<{ reason: string; cite: string }>;
  odds(order: Order): Promise<Odds | null>;
  submit(decision: string, order: Order): Promise<void>;
  instruct(instruction: { tell: string } & Record<string, unknown>): Promise<void>;
  throwDice(decision: string, pips: readonly number[]): Promise<void>;
  look(seat: string, lang: Lang): void;
  close(): void;
}

const RETRY = [300, 800, 2000, 5000];

/** A connection to one game. It comes back by itself; what was asked and not answered fails. */
export class Session implements Play {
  private socket: WebSocket | null = null;
  private asked = new Map<number, { done: (told: Told) => void; failed: (reason: Error) => void }>();
  private lastId = 0;
  private tries = 0;
  private closed = false;
  private known = 0;

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
      this.listener.connected(true);
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as Told);
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    for (const { failed } of this.asked.values()) failed(new Refused("lost", ""));
    this.asked.clear();
    if (this.closed) return;
    this.listener.connected(false);
    setTimeout(() => !this.closed && this.connect(), RETRY[Math.min(this.tries++, RETRY.length - 1)]);
  }

  private hear(told: Told): void {
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
      case "options-listed": case "explained": case "odds-shown": case "accepted": { // prettier-ignore
        this.asked.get(told.re)?.done(told);
        this.asked.delete(told.re);
      }
    }
  }

  private send(message: Record<string, unknown>): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  private ask(message: Record<string, unknown>): Promise<Told> {
    if (this.socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refused("lost", ""));
    const id = ++this.lastId;
    return new Promise((done, failed) => {
      this.asked.set(id, { done, failed });
      this.send({ ...message, id });
    });
  }

  async options(decision: string, after: number): Promise<{ options: Order[]; more: boolean }> {
    const told = await this.ask({ say: "options", decision, after, limit: 1000 });
    return told.say === "options-listed" ? { options: told.options, more: told.more ?? false } : { options: [], more: false };
  }

  async explain(thing: string): Promise<{ reason: string; cite: string }> {
    const told = await this.ask({ say: "explain", thing });
    return told.say === "explained" ? { reason: told.reason ?? "", cite: told.cite ?? "" } : { reason: "", cite: "" };
  }

  async odds(order: Order): Promise<Odds | null> {
    const told = await this.ask({ say: "odds", order });
    return told.say === "odds-shown" ? (told.odds ?? null) : null;
  }

  async submit(decision: string, order: Order): Promise<void> {
    await this.ask({ say: "submit", submission: crypto.randomUUID(), decision, order });
  }

  async instruct(instruction: { tell: string } & Record<string, unknown>): Promise<void> {
    await this.ask({ say: "instruct", submission: crypto.randomUUID(), instruction });
  }

  async throwDice(decision: string, pips: readonly number[]): Promise<void> {
    await this.ask({ say: "throw", submission: crypto.randomUUID(), decision, pips });
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

function positionOf(told: PositionWire): Position {
  const { asked } = told;
  return {
    n: told.n,
    seat: told.seat,
    awaited: told.awaited,
    view: told.view ?? null,
    dice: told.dice ?? null,
    canUndo: told.can_take_back ?? false,
    outcome: told.outcome ?? null,
    asked: asked
      ? {
          decision: asked.decision, seat: told.seat, kind: asked.question.ask, question: asked.question,
          prompt: { template: asked.prompt }, cite: asked.cite ?? "", forbids: asked.forbids ?? [],
          isReaction: asked.may_decline ?? false, isSecret: asked.is_sealed ?? false, options: [], isOpen: false,
        }
      : null,
  }; // prettier-ignore
}
