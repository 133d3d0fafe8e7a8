/** How a system looks on the table: counters, panels, words. A system adds to the table, it does not fork it. */

import type { Choice } from "../choices";
import type { BoardData, Lang, Light, Panel, Piece, SideLook, Token } from "../model";

/** The printed material of a scenario, as the server sends it once. */
export interface Material {
  board: BoardData;
  scenario: Record<string, unknown>;
  [section: string]: unknown;
}

export type ViewData = Record<string, unknown>;

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
  /** Night, lamps and smoke, where a system has them. */
  light?(view: ViewData): Light | null;
  /** A word of an instruction's form, such as a standing order; `=hold` is the value "hold". */
  word?(key: string, lang: Lang): string | null;
  /** The paragraph that standing orders answer for. */
  readonly standingCite?: string;
}
