/** The records of the wire. Written by `web/wire_types.py` from the server's schemas: do not edit. */

/** Durable. `again`: it had been accepted before, and was not carried out again. */
export interface Accepted {
  say: "accepted";
  re: number;
  submission: string;
  n: number;
  again?: boolean;
}

/** What a seat is asked. An answer names `decision`. */
export interface Asked {
  decision: string;
  question: unknown;
  prompt: string;
  cite?: string;
  forbids?: string[];
  answers?: string[];
  may_decline?: boolean;
  is_sealed?: boolean;
}

export interface Chat {
  say: "chat";
  submission: string;
  text: string;
  seat?: string;
  id?: number;
}

/** A game option: its default, what else it may be, and the paragraph it is about. */
export interface Choice {
  default: boolean | number | string;
  title: string;
  title_de: string;
  cite?: string;
  values?: (boolean | number | string)[];
}

/** The links of a new game. Each is shown once: the server keeps only fingerprints. */
export interface Created {
  game: string;
  host: string;
  watch: string;
  commitment: string;
  table?: string;
  invites?: Record<string, string>;
}

export interface Deleted {
  game: string;
}

/** Dice that someone must throw and type in. */
export interface DiceAsked {
  decision: string;
  dice: string;
  why: Text;
  cite?: string;
  roller?: string;
}

/** Whether rules and dice fit the log. */
export interface DiceCheck {
  ok: boolean;
  commitment: string;
  entries?: number;
  rolls?: number;
  dice_verified?: boolean;
  finished?: boolean;
  secret?: string;
  entry?: number | null;
  reason?: string;
}

/** Why can this thing not be chosen now? */
export interface Explain {
  say: "explain";
  thing: string;
  id?: number;
}

/** The reason, or nothing if the thing can be chosen. */
export interface Explained {
  say: "explained";
  re: number;
  thing: string;
  reason?: string;
  cite?: string;
}

/** What everyone at the table knows of a game. */
export interface GameInfo {
  game: string;
  system: string;
  scenario: string;
  options: Record<string, boolean | number | string>;
  stage: "gathering" | "over" | "playing";
  hot_seat: boolean;
  dice: "keyed" | "typed";
  commitment: string;
  seats: SeatInfo[];
  pack_digest: string;
  outcome?: Outcome | null;
}

/** The game was deleted. */
export interface Gone {
  say: "gone";
}

export interface Health {
  version: string;
  games: number;
  connections: number;
}

/** The first message: the link, whose eyes to look through, and the last line that is known. */
export interface Hello {
  say: "hello";
  token: string;
  seat?: string;
  since?: number;
  language?: "de" | "en";
  views?: boolean;
  id?: number;
}

/** A standing order, resignation, draw, or taking back. */
export interface Instruct {
  say: "instruct";
  submission: string;
  instruction: unknown;
  seat?: string;
  id?: number;
}

/** Take a seat: by invitation, or of a listed game by its id. `claim` lets a lost answer be asked for */
export interface Join {
  invite?: string;
  game?: string;
  seat?: string;
  name?: string;
  words?: string;
  claim?: string;
}

export interface Joined {
  game: string;
  seat: string;
  token: string;
}

/** A result and how many of the equally likely throws give it; `at_most` where the seat cannot know. */
export interface Likely {
  result: string;
  ways: number;
  at_most?: number | null;
}

/** Lines of the stream. `more` says that the next ones are to be asked for with `recall`. */
export interface Lines {
  say: "lines";
  seat: string;
  since: number;
  lines: TellingLine[];
  more?: boolean;
}

export interface Lobby {
  games: GameInfo[];
}

/** A stream as lines, to be kept as a file or replayed from its events. */
export interface Log {
  seat: string;
  n: number;
  lines: TellingLine[];
}

/** At one screen: through whose eyes to look from now on. Also changes the language. */
export interface Look {
  say: "look";
  seat?: string;
  since?: number;
  language?: "de" | "en" | null;
  id?: number;
}

export interface Message {
  n: number;
  seat: string;
  text: string;
  at: number;
}

export interface Messages {
  messages: Message[];
}

/** Which of these games wait for me? */
export interface Mine {
  tokens: string[];
}

/** One number with its reason. Where a seat cannot know it, `value` to `at_most` is the range. */
export interface Modifier {
  value: number;
  reason: Text;
  cite: string;
  at_most?: number | null;
}

/** What a seat saw after line `n` of its stream. */
export interface Moment {
  n: number;
  seat: string;
  view: unknown;
}

/** `link` is the place of the token in the request. */
export interface MyGame {
  link: number;
  game: GameInfo;
  role: "host" | "invite" | "seat" | "table" | "watch";
  seat: string;
  waits_for_me: boolean;
  changed: number;
}

/** Games that wait for me first, those that wait longest before the others; `next` is its link. */
export interface MyGames {
  games: MyGame[];
  next: number | null;
}

/** A game to be created. `listed`: the lobby offers its free seats to anyone. */
export interface NewGame {
  system: string;
  scenario: string;
  options?: Record<string, boolean | number | string>;
  hot_seat?: boolean;
  dice?: "keyed" | "typed";
  bots?: Record<string, string>;
  listed?: boolean;
  words?: string;
}

export interface Notes {
  text: string;
}

/** The chances of an order, on what this seat knows. */
export interface Odds {
  say: "odds";
  order: unknown;
  id?: number;
}

export interface OddsShown {
  say: "odds-shown";
  re: number;
  odds?: unknown | null;
}

/** List choices of the question asked, from number `after` on. */
export interface Options {
  say: "options";
  decision: string;
  after?: number;
  limit?: number;
  id?: number;
}

export interface OptionsListed {
  say: "options-listed";
  re: number;
  decision: string;
  options: unknown[];
  more?: boolean;
}

/** How the game ended. No winners means a draw. */
export interface Outcome {
  winners: string[];
  reason: string;
  cite?: string;
  values?: Record<string, string | number>;
}

/** What a seat sees after line `n - 1` of its stream, and what it is asked. Spectators get no view. */
export interface Position {
  say: "position";
  n: number;
  seat: string;
  awaited: string[];
  view?: unknown | null;
  asked?: Asked | null;
  dice?: DiceAsked | null;
  sealed?: string[];
  can_take_back?: boolean;
  take_back?: string[];
  draw_offers?: string[];
  outcome?: Outcome | null;
}

/** Which seats someone sits in now, and how many watch. */
export interface Present {
  say: "present";
  seats: string[];
  watching?: number;
}

/** Why a request was refused. */
export interface Problem {
  code: "broken" | "illegal" | "malformed" | "moved-on" | "no-such-link" | "not-allowed" | "not-asked" | "not-found" | "not-started" | "over" | "rules-changed" | "stale" | "taken" | "too-fast" | "too-large" | "too-many" | "wrong-seat";
  reason: string;
  cite?: string;
}

/** Send lines of the stream again, from number `since` on. */
export interface Recall {
  say: "recall";
  since?: number;
  id?: number;
}

/** Nothing was changed. */
export interface Refused {
  say: "refused";
  re: number;
  code: "broken" | "illegal" | "malformed" | "moved-on" | "no-such-link" | "not-allowed" | "not-asked" | "not-found" | "not-started" | "over" | "rules-changed" | "stale" | "taken" | "too-fast" | "too-large" | "too-many" | "wrong-seat";
  reason: string;
  cite?: string;
  submission?: string;
}

/** Someone asked for another game: `rematch` gives you your link to it. */
export interface Rematch {
  say: "rematch";
  game: string;
}

/** A readable account of the battle. */
export interface Report {
  title: string;
  paragraphs: string[];
}

/** `table` is the link of a game at one screen; a sealed game is opened by the links it had. */
export interface Restored {
  game: string;
  table?: string;
}

export interface RuleFound {
  id: string;
  section: string;
  kind: string;
  text: string;
  text_de?: string | null;
  ruling?: string | null;
  ruling_de?: string | null;
}

export interface Said {
  say: "said";
  messages: Message[];
}

export interface ScenarioInfo {
  id: string;
  seats: Record<string, string[]>;
}

/** What everyone at the table knows of a seat. */
export interface SeatInfo {
  seat: string;
  sides?: string[];
  name?: string;
  bot?: string;
  taken?: boolean;
  present?: boolean;
}

/** An order: which question it answers, and an id under which it is carried out at most once. */
export interface Submit {
  say: "submit";
  submission: string;
  decision: string;
  order: unknown;
  seat?: string;
  id?: number;
}

export interface SystemDetail {
  id: string;
  title: string;
  title_de: string;
  pack: string;
  pack_digest: string;
  scenarios: ScenarioInfo[];
  choices: Record<string, Choice>;
}

export interface SystemInfo {
  id: string;
  title: string;
  title_de: string;
  playable: boolean;
}

/** A line of the stream as it stands in the log, and its sentence in the player's language. */
export interface TellingLine {
  line: unknown;
  said?: string;
  cite?: string;
}

/** A sentence that can be said in any language we have a catalogue for. */
export interface Text {
  template: string;
  values?: Record<string, string | number>;
}

/** Real dice typed in. */
export interface Throw {
  say: "throw";
  submission: string;
  decision: string;
  pips: number[];
  seat?: string;
  id?: number;
}

/** `swap`: everyone moves on by one seat. Whoever asks first decides. */
export interface WantRematch {
  swap?: boolean;
}

/** What a player sees before committing: base, every modifier with reason, distribution of results. */
export interface WeighedOdds {
  cite: string;
  base: number;
  modifiers: Modifier[];
  results: Likely[];
  out_of: number;
  column?: string;
  afterwards?: Text[];
}

/** Who you are at this table. Said again when someone sits down and when the game begins. */
export interface Welcome {
  say: "welcome";
  role: "host" | "invite" | "seat" | "table" | "watch";
  seat: string;
  game: GameInfo;
}

export type FromPlayer = Hello | Look | Options | Explain | Odds | Submit | Instruct | Throw | Chat | Recall;

export type ToPlayer = Welcome | Position | Lines | OptionsListed | Explained | OddsShown | Accepted | Refused | Said | Present | Rematch | Gone;
