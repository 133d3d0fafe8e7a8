/** The tools that lie on the map: sight, range, threat, command. They ask the server; they judge nothing. */

import { type Play, Refused, type Shown } from "./net";

export const INSTRUMENTS = ["sight", "range", "threat", "command"] as const;
export type Instrument = (typeof INSTRUMENTS)[number];

export interface InstrumentState {
  readonly tool: Instrument | null;
  /** Where a line begins and ends; `unit` is what was pointed at. */
  readonly from: string;
  readonly to: string;
  readonly unit: string;
  readonly shown: Shown | null;
  readonly refusal: { reason: string; cite: string } | null;
}

const AT_REST: InstrumentState = { tool: null, from: "", to: "", unit: "", shown: null, refusal: null };

export class Instruments {
  state: InstrumentState = AT_REST;
  /** The connection; a table that shows a fixture has none. */
  play: Pick<Play, "tool"> | null = null;
  private readonly heard = new Set<(state: InstrumentState) => void>();
  private asking = 0;

  subscribe(heard: (state: InstrumentState) => void): () => void {
    this.heard.add(heard);
    heard(this.state);
    return () => this.heard.delete(heard);
  }

  private set(change: Partial<InstrumentState>): void {
    this.state = { ...this.state, ...change };
    for (const heard of this.heard) heard(this.state);
  }

  /** Takes a tool in hand; the same one again puts it back. Threat and command first show all there is. */
  take(tool: Instrument | null): void {
    this.asking++;
    this.set({ ...AT_REST, tool: tool === this.state.tool ? null : tool });
    if (this.isForAll) void this.ask();
  }

  private get isForAll(): boolean {
    return this.state.tool === "threat" || this.state.tool === "command";
  }

  /** A click on the map with a tool in hand. */
  point(cell: string | null, piece: string | null): void {
    const { tool, from, unit } = this.state;
    if (tool === null || cell === null) return;
    if (this.isForAll) return this.measure({ unit: piece === unit ? "" : (piece ?? "") });
    if (tool === "range" && piece && piece !== unit) return this.measure({ unit: piece, from: cell, to: "" });
    if (from === "" || from === cell) return this.begin(from === cell ? "" : cell);
    this.measure({ unit: "", to: cell });
  }

  private begin(from: string): void {
    this.asking++;
    this.set({ from, to: "", unit: "", shown: null, refusal: null });
  }

  private measure(change: Partial<InstrumentState>): void {
    this.set({ ...change, shown: null, refusal: null });
    void this.ask();
  }

  /** The position has changed: what is shown is asked for again. */
  renew(): void {
    const { tool, to, unit } = this.state;
    if (tool && (this.isForAll || to || unit)) void this.ask();
  }

  private async ask(): Promise<void> {
    const { tool, from, to, unit } = this.state;
    const asking = ++this.asking;
    if (!tool || !this.play) return;
    try {
      const shown = await this.play.tool(tool, unit ? { unit } : { from, to });
      if (asking === this.asking) this.set({ shown, refusal: null });
    } catch (fault) {
      if (asking !== this.asking) return;
      const reason = fault instanceof Error ? fault.message : String(fault);
      this.set({ shown: null, refusal: reason ? { reason, cite: fault instanceof Refused ? fault.cite : "" } : null });
    }
  }
}

/** Points in halves or thirds, as players say them: 3 of 1/2 is "1½". */
export function points(value: number, per: number): string {
  const [whole, rest] = [Math.floor(Math.abs(value) / per), Math.abs(value) % per];
  const part = rest === 0 ? "" : (PARTS[`${rest}/${per}`] ?? `${whole > 0 ? " " : ""}${rest}/${per}`);
  const text = `${whole > 0 || part === "" ? whole : ""}${part}`;
  return value < 0 ? `−${text}` : text;
}

const PARTS: Record<string, string> = { "1/2": "½", "1/3": "⅓", "2/3": "⅔", "1/4": "¼", "2/4": "½", "3/4": "¾", "3/6": "½" };
