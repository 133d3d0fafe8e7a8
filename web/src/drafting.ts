/**
 * An answer that is put together piece by piece. What each thing may be given is asked of the server when it is
 * chosen; the draft stays here, and only the whole of it is ever submitted.
 */

import { type Assembly, begun, type Draft, given, lacking, type Part, type PartChoice, pieceOf, placeIn, whole, withdrawn } from "./assembly";
import type { Asked, Odds, Order } from "./model";
import type { Play } from "./net";
import type { TableState } from "./tablestate";

/** What drafting needs of the table. */
export interface Desk {
  readonly state: TableState;
  readonly play: Play;
  set(change: Partial<TableState>): void;
  /** A part as something to click for. */
  readPart(piece: string, part: Part): PartChoice;
  refuse(fault: unknown): void;
  carryOut(order: Order): Promise<void>;
}

export class Drafting {
  private asking = 0;

  constructor(private readonly desk: Desk) {}

  private get asked(): Asked | null {
    return this.desk.state.position?.asked ?? null;
  }

  get assembly(): Assembly | null {
    return this.desk.state.assembly;
  }

  /** A new answer; what has been sealed and may still be changed goes on from `before`. */
  begin(asked: Asked, before: Assembly | null): void {
    this.asking++;
    const fresh = begun(asked);
    const kept = asked.isSecret && fresh && before && String(before.pieces) === String(fresh.pieces) ? before.given : {};
    this.desk.set({ assembly: fresh && { ...fresh, given: kept }, parts: [], kind: null });
  }

  /** Whether a unit may be given something. */
  has(id: string | null): boolean {
    return pieceOf(this.assembly, id) !== null;
  }

  /** Fetches what a thing may be given, and shows it: a short list at once, a long one in portions. */
  async open(id: string | null): Promise<void> {
    const asking = ++this.asking;
    this.desk.set({ parts: [], choices: [], kind: null });
    const { assembly, asked } = this;
    const piece = pieceOf(assembly, id);
    if (!piece || !assembly || !asked) return;
    let parts: PartChoice[] = [];
    for (let more = true; more && parts.length < 3000; ) {
      try {
        const found = await this.desk.play.parts(asked.decision, piece, assembly.given, parts.length);
        if (asking !== this.asking) return;
        parts = [...parts, ...found.parts.map((part) => this.desk.readPart(piece, part))];
        more = found.more && found.parts.length > 0;
      } catch (fault) {
        return this.desk.refuse(fault);
      }
      this.desk.set({ parts, moreChoices: more });
      this.show(this.desk.state.kind);
    }
  }

  /** Only orders of one kind glow; null for all. */
  show(kind: string | null): void {
    const { parts } = this.desk.state;
    this.desk.set({ kind, choices: kind === null ? parts : parts.filter(({ part }) => part.order === kind), plan: null, hovered: null });
  }

  give(piece: string, part: Part): void {
    const { assembly } = this;
    if (!assembly) return;
    this.asking++;
    this.desk.set({ assembly: given(assembly, piece, part), plan: null, hovered: null, chosen: null, parts: [], choices: [], kind: null });
  }

  withdraw(piece: string): void {
    const { assembly } = this;
    if (assembly) this.desk.set({ assembly: withdrawn(assembly, piece), plan: null });
  }

  /** Gives a part that may not be one of those listed, if the server lets it. */
  async tryToGive(piece: string, part: Part): Promise<void> {
    const { assembly, asked } = this;
    if (!assembly || !asked) return;
    try {
      const { reason, cite } = await this.desk.play.checkPart(asked.decision, piece, part, withdrawn(assembly, piece).given);
      if (reason) this.desk.set({ refusal: { reason, cite, at: "" } });
      else this.desk.set({ assembly: given(this.assembly ?? assembly, piece, part), refusal: null });
    } catch (fault) {
      this.desk.refuse(fault);
    }
  }

  /** Gives everything that still needs a part what a bot would give it, else one of those offered. */
  async fill(): Promise<void> {
    const { assembly, asked } = this;
    if (!assembly || !asked || this.desk.state.filling) return;
    this.desk.set({ filling: true, refusal: null });
    try {
      const parts = await this.desk.play.suggest(asked.decision, assembly.given);
      if (asked === this.asked) this.adopt(parts);
    } catch {
      // The bot is only the better way: without it everything gets a place too.
    }
    try {
      await this.spread(asked);
    } catch (fault) {
      this.desk.refuse(fault);
    }
    this.desk.set({ filling: false });
  }

  /** Takes over parts for what has none yet. */
  private adopt(parts: Draft): void {
    for (const [piece, part] of Object.entries(parts)) {
      if (this.assembly && !(piece in this.assembly.given)) this.give(piece, part);
    }
  }

  /** One of the parts on offer for each, spread over places that are still free. */
  private async spread(asked: Asked): Promise<void> {
    for (let n = 1; this.assembly && asked === this.asked; n++) {
      const [piece] = lacking(this.assembly);
      if (!piece) return;
      const { parts } = await this.desk.play.parts(asked.decision, piece, this.assembly.given, 0);
      const taken = Object.values(this.assembly.given).map(placeIn);
      const free = parts.filter((part) => !taken.includes(placeIn(part)));
      const found = free[Math.floor((free.length * (n % 8)) / 8)] ?? parts[0];
      if (!found) return;
      this.give(piece, found);
    }
  }

  async odds({ piece, part }: PartChoice): Promise<Odds | null> {
    const { assembly, asked } = this;
    return assembly && asked ? this.desk.play.partOdds(asked.decision, piece, part, withdrawn(assembly, piece).given) : null;
  }

  async seal(): Promise<void> {
    if (this.assembly) await this.desk.carryOut(whole(this.assembly));
  }
}
