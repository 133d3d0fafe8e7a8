/** The people at the table: what they say, who is here, what they ask of each other. Apart from the page. */

import type { Lang } from "./model";
import { type Message, type Notice, type People, type Play, Refused } from "./net";

export interface CompanyState {
  readonly messages: readonly Message[];
  /** Messages that came since the talk was last looked at. */
  readonly unread: number;
  readonly present: readonly string[];
  readonly watching: number;
  /** Another game that someone asked for. */
  readonly rematch: string;
  /** The umpire's latest word about the players, until it is put away. */
  readonly word: Message | null;
  readonly trouble: string;
}

const START: CompanyState = { messages: [], unread: 0, present: [], watching: 0, rematch: "", word: null, trouble: "" };
const KEPT = 500;

export class Company implements People {
  state: CompanyState = START;
  /** The connection; a table that shows a fixture has none. */
  play: Pick<Play, "chat" | "answer" | "chooseRules" | "follow"> | null = null;
  /** Told of what happens while the player looks elsewhere. */
  noticed: (notice: Notice) => void = () => undefined;
  private isOpen = false;
  private readonly heard = new Set<(state: CompanyState) => void>();

  subscribe(heard: (state: CompanyState) => void): () => void {
    this.heard.add(heard);
    heard(this.state);
    return () => this.heard.delete(heard);
  }

  private set(change: Partial<CompanyState>): void {
    this.state = { ...this.state, ...change };
    for (const heard of this.heard) heard(this.state);
  }

  // -- told by the server --------------------------------------------------------------------------------

  said(messages: readonly Message[]): void {
    const known = new Set(this.state.messages.map((message) => message.n));
    const fresh = messages.filter((message) => !known.has(message.n));
    const all = [...this.state.messages, ...fresh].sort((a, b) => a.n - b.n).slice(-KEPT);
    const word = fresh.findLast((message) => message.about) ?? this.state.word;
    this.set({ messages: all, word, unread: this.isOpen ? 0 : this.state.unread + fresh.filter((message) => !message.about).length });
  }

  /** What was said before we came: it is not news. */
  recall(messages: readonly Message[]): void {
    const { unread, word } = this.state;
    this.said(messages);
    this.set({ unread, word });
  }

  present(present: readonly string[], watching: number): void {
    this.set({ present, watching });
  }

  rematch(rematch: string): void {
    this.set({ rematch });
  }

  notice(notice: Notice): void {
    this.noticed(notice);
  }

  // -- what the player does ------------------------------------------------------------------------------

  /** The talk is shown or put away. */
  open(isOpen: boolean): void {
    this.isOpen = isOpen;
    if (isOpen && this.state.unread > 0) this.set({ unread: 0 });
  }

  putAway(): void {
    this.set({ word: null });
  }

  async say(text: string, seat: string): Promise<boolean> {
    return this.attempt(() => this.play?.chat(text.trim(), seat));
  }

  async answer(request: "draw" | "take-back", yes: boolean, seat: string): Promise<boolean> {
    return this.attempt(() => this.play?.answer(request, yes, seat));
  }

  async chooseRules(choice: "go-back" | "end", seat: string): Promise<boolean> {
    return this.attempt(() => this.play?.chooseRules(choice, seat));
  }

  private async attempt(work: () => Promise<void> | undefined): Promise<boolean> {
    this.set({ trouble: "" });
    try {
      await work();
      return true;
    } catch (fault) {
      this.set({ trouble: fault instanceof Refused || fault instanceof Error ? fault.message : String(fault) });
      return false;
    }
  }
}

/** What a message says in the player's language: the umpire's own have a German wording. */
export function textOf(message: Message, lang: Lang): string {
  return lang === "de" && message.text_de ? message.text_de : message.text;
}

/** A request of another player that still waits for this seat's answer. */
export interface Asking {
  readonly request: "draw" | "take-back";
  readonly by: string;
  /** The step that would be undone. */
  readonly step: string;
}

interface Requested {
  readonly takeBack: readonly string[];
  readonly takeBackStep: string;
  readonly drawOffers: readonly string[];
  readonly isDrawDeclined: boolean;
}

/** What is asked of these seats: of one's own, or at one screen of all. */
export function askings({ takeBack, takeBackStep, drawOffers, isDrawDeclined }: Requested, seats: readonly string[]): Asking[] {
  const found: Asking[] = [];
  const [asker] = takeBack;
  if (asker !== undefined && seats.some((seat) => !takeBack.includes(seat))) {
    found.push({ request: "take-back", by: asker, step: takeBackStep });
  }
  const [offering] = drawOffers;
  if (offering !== undefined && !isDrawDeclined && seats.some((seat) => !drawOffers.includes(seat))) {
    found.push({ request: "draw", by: offering, step: "" });
  }
  return found;
}

/** How long until `due`, in the largest units that say it well: "2 d 3 h", "41 min". */
export function timeLeft(due: number, now: number): string {
  const minutes = Math.max(0, Math.floor((due - now) / 60_000));
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60)];
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
