/** The wire. All that the page knows of the server's addresses and messages is in this file. */

import type { Asked, Lang, Odds, Order } from "./model";
import type { Pack } from "./material";
import type * as wire from "./wire";

export type {
  Created, DiceAsked, GameInfo, Joined, MyGame, NewGame, Outcome, RuleFound, SeatInfo, SystemDetail, SystemInfo, TellingLine,
} from "./wire"; // prettier-ignore
export type Role = wire.Welcome["role"];

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
  mine: (tokens: string[]) => call<wire.MyGames>("POST", "/api/mine", { tokens }),
  restore: (save: string) => call<wire.Restored>("POST", "/api/saves", save),
  save: (token: string) => call<unknown>("GET", "/api/game/save", undefined, token),
  moment: (token: string, seat: string, n: number) =>
    call<{ n: number; view: Record<string, unknown> }>("GET", `/api/game/moment?n=${n}${seat ? `&seat=${at(seat)}` : ""}`, undefined, token),
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
  canUndo: boolean;
  outcome: wire.Outcome | null;
}

export interface Listener {
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
  private asked = new Map<number, { done: (told: wire.ToPlayer) => void; failed: (reason: Error) => void }>();
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

  async submit(decision: string, order: Order): Promise<void> {
    await this.ask({ say: "submit", submission: crypto.randomUUID(), decision, order });
  }

  async instruct(instruction: { tell: string } & Record<string, unknown>): Promise<void> {
    await this.ask({ say: "instruct", submission: crypto.randomUUID(), instruction });
  }

  async throwDice(decision: string, pips: readonly number[]): Promise<void> {
    await this.ask({ say: "throw", submission: crypto.randomUUID(), decision, pips: [...pips] });
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
    canUndo: told.can_take_back ?? false,
    outcome: told.outcome ?? null,
    asked: asked
      ? {
          decision: asked.decision, seat: told.seat, kind: question.ask ?? "", question,
          prompt: { template: asked.prompt }, cite: asked.cite ?? "", forbids: asked.forbids ?? [],
          isReaction: asked.may_decline ?? false, isSecret: asked.is_sealed ?? false, options: [], isOpen: false,
        }
      : null,
  }; // prettier-ignore
}
