/** How a system looks on the table: counters, panels, words. A system adds to the table, it does not fork it. */

import type { Assembly, Draft, Part } from "../assembly";
import type { Board } from "../boards/board";
import type { Choice, Known } from "../choices";
import type { Asked, BoardData, Lang, Light, Order, Panel, Piece, SideLook, Token, UnitCard } from "../model";
import type { Fan } from "../scene";

/** The printed material of a scenario, as the server sends it once. */
export interface Material {
  board: BoardData;
  scenario: Record<string, unknown>;
  [section: string]: unknown;
}

export type ViewData = Record<string, unknown>;

/** One thing that may be set: its name, how it is set, and what each value makes of the part. */
export interface Setting {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly part: Part }[];
}

/** One thing that a unit may be told by an instruction. */
export interface Upkeep {
  readonly name: string;
  readonly cite: string;
  readonly value: string;
  readonly choices: readonly { readonly value: string; readonly label: string; readonly instruction: { tell: string } & Record<string, unknown> }[];
}

export interface Presenter {
  readonly looks: Readonly<Record<string, SideLook>>;
  pieces(view: ViewData, material: Material): Piece[];
  tokens(view: ViewData, material: Material): Token[];
  owners(view: ViewData, material: Material): Record<string, string>;
  panels(view: ViewData, material: Material, lang: Lang): Panel[];
  /** The turn as the head of the page says it. */
  turn(view: ViewData, material: Material, lang: Lang): string;
  /** What players call an id: a unit, a formation, a marker, a side. */
  nameOf(id: string, material: Material | null, lang: Lang): string | null;
  /** Whether one click is enough, because the order can be changed again: placing forces. */
  isAtOnce(choice: Choice): boolean;
  /** An order in a few words, without the names of its units. */
  label(choice: Choice, lang: Lang, name: (id: string) => string): string;
  /** What things are called where their ids say what they are: `unit:12` and `hex:0304` unless otherwise said. */
  readonly nouns?: { readonly unit: string; readonly cell: string };
  /** What a way takes is counted in movement points, or in fields where the book knows no points. */
  readonly wayCost?: "costOf" | "fieldsOf";
  /** Reads an order in another way than by the names of its fields; null if it is not to be clicked for. */
  read?(order: Order, known: Known): Choice | null;
  /** Several choices as one order; null where they do not go together. */
  together?(choices: readonly Choice[]): Order | null;
  /** Night, lamps and smoke, where a system has them. */
  light?(view: ViewData): Light | null;
  /** A word of an instruction's form, such as a standing order; `=hold` is the value "hold". */
  word?(key: string, lang: Lang): string | null;
  // -- answers in pieces: secret orders, deployment, an army to be bought --
  /** Where on the map one clicks for a part that names no place: a facing lies in its direction. */
  aim?(choice: Choice, from: string, board: Board): string | null;
  /** What may be set beside an order, such as when a unit that waits fires. */
  settings?(part: Part, lang: Lang): readonly Setting[];
  /** The cell by which a unit that is not on the map comes in. */
  entry?(part: Part): string | null;
  /** What a unit may be told at any time, beside its orders: groups, whom it obeys. */
  upkeep?(id: string, view: ViewData, lang: Lang, name: (id: string) => string): readonly Upkeep[];
  /** What a part makes its unit look at. */
  fan?(part: Part): (Omit<Fan, "at"> & { at?: string }) | null;
  /** What becomes of a thing that need not be given a part and is not: it goes with its vehicle. */
  without?(id: string, lang: Lang): string | null;
  /** The name of a kind of order: "march". */
  kindName?(kind: string, lang: Lang): string;
  /** Kinds of order in the sequence of the book; those not named come last. */
  readonly kinds?: readonly string[];
  /** Things that are placed by a draft and are no units. */
  draftTokens?(given: Draft, material: Material): Token[];
  /** Where things are bought: what there is to spend, what is left, and the price of each. */
  budget?(asked: Asked, assembly: Assembly, material: Material): { all: number; left: number; unit: Record<Lang, string>; prices: Record<string, number> } | null;
  /** The card of a unit, or of a card that could be bought. */
  card?(id: string, view: ViewData, material: Material, lang: Lang): UnitCard | null;
  /** Orders that lie open, by the thing each was given to. */
  openOrders?(view: ViewData): Draft;
  /** The order that a line of the log tells of, to be said as it is written elsewhere on the page. */
  orderIn?(event: Record<string, unknown>): { piece: string; part: Part } | null;
  /** What a line of the log did, to be drawn while it is shown. */
  deed?(event: Record<string, unknown>): { from: string; to: string } | null;
  /** A line of the log that begins a part of it which is shown as one. */
  chapter?(event: Record<string, unknown>, lang: Lang): { title: string; isFirst: boolean } | null;
  /** The paragraph that standing orders answer for. */
  readonly standingCite?: string;
  /** Players of one screen may never see each other's side of the table. */
  readonly isSecret?: boolean;
  /** The system has instructions, but none of them are standing orders. */
  readonly hasNoStandingOrders?: boolean;
}
