/** What the table is told, in plain records. The page draws these; it derives no rule from them. */

import type { HexLayout, Wind } from "./boards/hex";
import type { Text as Said } from "./wire";

export type Lang = "de" | "en";

export type { Text as Said } from "./wire";

// -- the printed map ---------------------------------------------------------------------------------

export interface CellGround {
  terrain: string;
  level: number;
}

export interface Place {
  at: string;
  name: string;
  name_de?: string;
  kind?: string | null;
  height_m?: number | null;
}

export interface Way {
  kind: string;
  path: string[];
  exits?: Record<string, Wind>;
  name?: string;
  name_de?: string;
}

export interface Course {
  kind: string;
  sides: string[];
  name?: string;
  name_de?: string;
}

export interface Objective {
  at: string;
  value: number;
  name?: string;
  name_de?: string;
  owner?: string;
}

export interface Airfield {
  id: string;
  name: string;
  name_de?: string;
  /** Cells in a straight line. */
  runway: string[];
  parking?: string[];
}

/** A thing on an open table: its outline in tenths of a millimetre. */
export interface Scenery {
  kind: string;
  outline: [number, number][];
  name?: string;
  name_de?: string;
}

export interface BoardData {
  kind: "hex" | "square" | "plane";
  title?: string;
  title_de?: string;
  layout?: HexLayout;
  pitch_m?: number;
  cells: Record<string, CellGround>;
  sides: Record<string, string[]>;
  places: Place[];
  ways: Way[];
  courses: Course[];
  objectives: Objective[];
  /** What stands on cells beside their terrain, such as a bridge; a ford may lie on a side "a|b". */
  features?: Record<string, string[]>;
  airfields?: Airfield[];
  /** Named parts of the map. */
  zones?: Record<string, string[]>;
  /** Open tables. */
  width?: number;
  height?: number;
  scenery?: Scenery[];
}

// -- things on the map -------------------------------------------------------------------------------

/** How a side looks: light body with dark ink, or dark body with white ink, and always a letter. */
export interface SideLook {
  id: string;
  letter: string;
  name: Record<Lang, string>;
  body: string;
  ink: string;
  /** Its colour in panels, light and dark. */
  panel: readonly [string, string];
  dark: boolean;
}

export type BadgeKind = "neutralised" | "exhausted" | "out-of-command" | "used" | "demoralised" | "pin-red" | "pin-grey" | "pin-black" | "position" | "net" | "seen";

export interface Badge {
  kind: BadgeKind;
  letter: string;
  /** What the letter stands for. */
  name?: Record<Lang, string>;
}

/** One counter as it is drawn. Every text on it comes from the pack. */
export interface Face {
  side: string;
  band: string;
  code: string;
  company: string;
  symbol: string;
  attack?: string;
  range?: string;
  defence?: string;
  movement?: string;
  /** Headquarters: the command radius. */
  command?: string;
  steps?: number;
  ofSteps?: number;
  independent?: boolean;
  done?: boolean;
  column?: boolean;
  /** Ammunition left, where the player may know it. */
  ammo?: string;
  /** Where it looks, as a sixth of a turn from the north; nothing if it looks everywhere. */
  facing?: number;
  rider?: boolean;
  /** The symbol of what it carries or tows. */
  load?: string;
  badges: readonly Badge[];
}

export interface Piece {
  id: string;
  /** A cell, or "" when it is not on the map. */
  at: string;
  face: Face;
  name: Record<Lang, string>;
  /** What is said about it beside its name. */
  detail: Record<Lang, string>;
  /** Where it is when it is not on the map, unless it is still to be placed. */
  away?: Record<Lang, string>;
  /** On an open table: what it takes up. */
  stand?: Stand;
  /** Only suspected to be there: a dashed token with a question mark. */
  suspected?: boolean;
  /** Carried by this piece, and shown on its counter. */
  inside?: string;
  /** Not there any more, as far as one knows: where it was last seen. */
  faded?: boolean;
}

/** Night on a board of cells: what this seat sees, what is lit, where smoke lies. */
export interface Light {
  /** Nothing: it is day, all is seen. */
  seen?: readonly string[] | null;
  lit?: readonly string[];
  smoke?: readonly string[];
}

/** How a piece stands on an open table: a round base, or an outline with a front. In tenths of a millimetre. */
export type Stand =
  | { kind: "round"; across: number }
  | { kind: "outline"; long: number; wide: number; facing: number; turret?: number };

/** Works, mines and whatever else lies on a cell without being a unit. */
export interface Token {
  id: string;
  /** A cell, or a side "a|b". */
  at: string;
  kind: "works" | "mines" | "trench" | "bunker" | "wire" | "teeth" | "smoke" | "bridge" | "ruin" | "path" | "cargo" | "other" | "goal" | "coils" | "blocks" | "hedgehogs" | "crater" | "ditch" | "logs" | "flames" | "barrage" | "charge" | "wreck" | "noise" | "closed" | "splinters";
  side: string;
  name: Record<Lang, string>;
  /** The side of the cell that it lies along, as a sixth of a turn from the north. */
  facing?: number;
  /** A letter that tells kinds of the same thing apart. */
  letter?: string;
  /** Only its owner knows of it. */
  secret?: boolean;
}

// -- panels ------------------------------------------------------------------------------------------

export interface Chip {
  id: string;
  side: string;
  label: string;
  count: number;
  state: "" | "spent" | "current";
}

export interface TrackStep {
  label: string;
  note: string;
  current: boolean;
  past: boolean;
}

export interface FormationRow {
  id: string;
  side: string;
  name: string;
  colour: string;
  factor: string;
  steps: number;
  ofSteps: number;
  states: readonly Badge[];
  active: boolean;
  done: boolean;
  /** Its whole name. */
  title?: string;
}

export type Panel =
  | { kind: "track"; title: string; cite?: string; steps: TrackStep[]; bar?: VictoryBar }
  | { kind: "chips"; title: string; note?: string; cites?: string[]; chips: Chip[] }
  | { kind: "notes"; title: string; cite?: string; notes: { side: string; text: string }[] }
  | { kind: "formations"; title: string; note?: string; groups: { side: string; rows: FormationRow[] }[] };

/** A unit's card, front and back, as it is laid on the table. */
export interface UnitCard {
  side: string;
  title: string;
  subtitle: string;
  /** Values in frames: "Defence 2". */
  values: readonly { label: string; value: string; note?: string }[];
  /** What is left of its symbols. */
  symbols?: { left: number; all: number };
  marks: readonly string[];
  tables: readonly CardTable[];
  /** The back: order boxes, those that can be given now marked. */
  boxes: readonly { label: string; value: string; kind: string }[];
  note: string;
}

export interface CardTable {
  title: string;
  head: readonly string[];
  rows: readonly { label: string; cells: readonly string[]; current?: number }[];
}

export interface VictoryBar {
  points: number;
  most: number;
  low: number;
  high: number;
  unit: string;
  leftText: string;
  rightText: string;
  left: string;
  right: string;
}

// -- questions and answers ---------------------------------------------------------------------------

/** An order as it goes to the server: its tag and whatever fields the system gives it. */
export type Order = { do: string } & Record<string, unknown>;

export type { WeighedOdds as Odds } from "./wire";

export interface Asked {
  /** Names the decision, so that a late answer to an earlier one is refused. */
  decision: string;
  seat: string;
  kind: string;
  /** The fields of the question. */
  question: Record<string, unknown>;
  prompt: Said;
  cite: string;
  forbids: readonly string[];
  /** The kinds of order that answer it, listed or not. */
  answers: readonly string[];
  isReaction: boolean;
  isSecret: boolean;
  options: readonly Order[];
  /** True if the list is cut short or the order is free (open tables). */
  isOpen: boolean;
  /** Things that may each be given a part, where the question is answered piece by piece. */
  pieces: readonly string[] | null;
  /** Those of them that need one. */
  must: readonly string[];
}

export interface Refusal {
  reason: Said;
  cite: string;
}

export interface LogLine {
  number: number;
  side: string;
  kind: "event" | "dice" | "answer" | "heading";
  said: Said;
  dice?: readonly number[];
  /** How often it was said in succession, and the number of the first time. */
  times?: number;
  first?: number;
  cite: string;
}

/** A part of the log that is shown as one: the steps of a round that was planned in secret. */
export interface Chapter {
  title: string;
  /** Its lines of the log: `from` is the first, `to` the one after the last. */
  from: number;
  to: number;
  /** Begins a round. */
  isFirst: boolean;
}
