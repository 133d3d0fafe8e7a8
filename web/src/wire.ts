/** The records of the wire. Written by `web/wire_types.py` from the server's schemas: do not edit. */

/** Durable. `again`: it had been accepted before, and was not carried out again. */
export interface Accepted {
  say: "accepted";
  re: number;
  submission: string;
  n: number;
  again?: boolean;
}

/** Yes or no to what another seat has asked for. */
export interface Answer {
  say: "answer";
  submission: string;
  request: "draw" | "take-back";
  yes: boolean;
  seat?: string;
  id?: number;
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
  pieces?: string[] | null;
  must?: string[];
}

/** The points of a side that go on with the game at the end of this turn. */
export interface Band {
  side: string;
  low: number;
  high: number;
}

/** A bot that may take a seat. */
export interface BotInfo {
  spec: string;
  title: string;
  title_de: string;
  about: string;
  about_de: string;
}

/** A message to everyone at the table. */
export interface Chat {
  say: "chat";
  submission: string;
  text: string;
  seat?: string;
  id?: number;
}

/** May a thing be given this part, which need not be one of those listed? */
export interface CheckPart {
  say: "check-part";
  decision: string;
  piece: string;
  part: unknown;
  given?: Record<string, unknown>;
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

/** The rules have changed under a running game: go back to before the first difference, or end it. */
export interface ChooseRules {
  say: "choose-rules";
  submission: string;
  choice: "end" | "go-back";
  seat?: string;
  id?: number;
}

/** What the path of an order costs as far as it is drawn. The order need not be legal or finished. */
export interface Costs {
  say: "costs";
  order: unknown;
  id?: number;
}

export interface CostsShown {
  say: "costs-shown";
  re: number;
  costs?: PathCosts | null;
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

/** One sort of dice, such as a die of six sides; `expected` is the mean of a fair one, in hundredths. */
export interface DiceSort {
  sides: number;
  expected: number;
  rows: Throws[];
}

/** All dice that a seat has seen, or after the end all of them. */
export interface DiceStatistics {
  rolls: number;
  sorts: DiceSort[];
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

/** Tell me also of my other games: these are my links to them. */
export interface Follow {
  say: "follow";
  tokens: string[];
  id?: number;
}

/** What everyone at the table knows of a game. `yours` is the seat of the link that was looked up. */
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
  rules: Rules;
  pace?: "day" | "live" | "none" | "three-days";
  substitute?: string;
  outcome?: Outcome | null;
  trouble?: Trouble | null;
  yours?: string;
}

/** The game was deleted. */
export interface Gone {
  say: "gone";
}

/** A field under a line of sight: its height, and the `top` of what stands there. */
export interface Ground {
  place: string;
  height: number;
  top: number;
  terrain: string;
  between?: boolean;
  beside?: string;
  blocks?: boolean;
}

export interface Health {
  version: string;
  games: number;
  connections: number;
}

/** A place that counts, and who holds it. */
export interface Held {
  place: string;
  name: string;
  value: number;
  holder?: string;
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
  of?: string;
}

/** Lines of the stream. `more` says that the next ones are to be asked for with `recall`, `anew` that all */
export interface Lines {
  say: "lines";
  seat: string;
  since: number;
  lines: TellingLine[];
  more?: boolean;
  anew?: boolean;
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

/** Something said at the table: by a seat, or with `about` by the umpire about it. */
export interface Message {
  n: number;
  seat: string;
  text: string;
  at: number;
  about?: "" | "declined-draw" | "declined-take-back" | "rules" | "time-ran-out";
  text_de?: string;
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

/** What one of those who go together had, and has left. */
export interface Mover {
  unit: string;
  allowance: number;
  left: number;
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
  players?: Record<string, number>;
  hot_seat?: boolean;
  dice?: "keyed" | "typed";
  bots?: Record<string, string>;
  listed?: boolean;
  words?: string;
  pace?: "day" | "live" | "none" | "three-days";
  substitute?: string;
}

export interface Notes {
  text: string;
}

/** Something for a notification: this game, or another that is followed, waits or has ended. */
export interface Notice {
  say: "notice";
  kind: "draw-offered" | "message" | "over" | "take-back-asked" | "time-ran-out" | "your-turn";
  game: string;
  seat: string;
  title: string;
  text: string;
}

/** Where a seat wants to be told that it is awaited; empty for nowhere. */
export interface Notify {
  email?: string;
  webhook?: string;
  language?: "de" | "en";
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

export interface PaceInfo {
  id: "day" | "live" | "none" | "three-days";
  seconds: number;
}

/** Why the part is refused, or nothing if it may be given. */
export interface PartChecked {
  say: "part-checked";
  re: number;
  piece: string;
  reason?: string;
  cite?: string;
}

/** The chances of one part, on what this seat knows. */
export interface PartOdds {
  say: "part-odds";
  decision: string;
  piece: string;
  part: unknown;
  given?: Record<string, unknown>;
  id?: number;
}

/** What may one thing be given, beside what others are given in the draft? From number `after` on. */
export interface Parts {
  say: "parts";
  decision: string;
  piece: string;
  given?: Record<string, unknown>;
  after?: number;
  limit?: number;
  id?: number;
}

export interface PartsListed {
  say: "parts-listed";
  re: number;
  decision: string;
  piece: string;
  parts: unknown[];
  more?: boolean;
}

/** What a path costs, in 1/`per` points. With a `reason` it cannot be gone, or cannot end there. */
export interface PathCosts {
  per: number;
  allowance: number;
  left: number;
  steps: PathStep[];
  movers: Mover[];
  reason?: string;
  cite?: string;
}

/** One step of a path: what it costs whoever has least left, and what was spent so far. */
export interface PathStep {
  place: string;
  cost: number;
  spent: number;
}

/** What a seat sees after line `n - 1` of its stream, and what it is asked. */
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
  take_back_step?: string;
  draw_offers?: string[];
  declined?: ("draw" | "take-back")[];
  due?: number | null;
  score?: Score | null;
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

/** A place that is reached: by whom, and how far off or by how many. */
export interface Reach {
  place: string;
  value: number;
  units?: string[];
}

/** Why a bot decided as it did; `n` is the line of the full log. */
export interface Reasons {
  n: number;
  seat: string;
  bot: string;
  why: string[];
  fault?: string;
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

export interface Remark {
  text: string;
  cite?: string;
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

/** What a game is played with: the release it began under, and the pack. */
export interface Rules {
  release: string;
  pack_digest: string;
}

export interface Said {
  say: "said";
  messages: Message[];
}

/** A scenario with its seats; `most` says how many players may share one, where it is more than one. */
export interface ScenarioInfo {
  id: string;
  seats: Record<string, string[]>;
  most?: Record<string, number>;
}

/** How the game stands, as far as a seat knows. */
export interface Score {
  sentence: string;
  turn: number;
  turns: number;
  cite?: string;
  tracks?: Track[];
  band?: Band | null;
  objectives?: Held[];
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

/** What this server offers: whether it sends mail, to which hosts it may call, and paces. */
export interface ServerInfo {
  version: string;
  email: boolean;
  webhooks: string[];
  paces: PaceInfo[];
}

/** A link that shows a finished game to anyone. */
export interface Shared {
  token: string;
}

/** What a tool found: a verdict with its paragraph, and what to draw. */
export interface Shown {
  verdict: string;
  cite?: string;
  is_open?: boolean | null;
  distance?: number | null;
  metres?: number | null;
  profile?: Ground[];
  places?: Reach[];
  lines?: Remark[];
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

/** Where things still lack a part: what a bot would give them in this seat's place, beside the draft. */
export interface Suggest {
  say: "suggest";
  decision: string;
  given?: Record<string, unknown>;
  id?: number;
}

/** Parts that may be given together with the draft, by the thing each belongs to. */
export interface Suggested {
  say: "suggested";
  re: number;
  decision: string;
  parts: Record<string, unknown>;
}

/** One of several numbers that are worked out before a throw: its name, its lines and what they make. */
export interface Sum {
  name: string;
  lines: number;
  total: number;
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

/** What a side threw with one sort of dice, or all with `side` empty: how often each face, and the mean in */
export interface Throws {
  side: string;
  throws: number;
  faces: number[];
  mean: number;
}

/** Point a tool of the board at places or at a unit; it sees what this seat knows. */
export interface Tool {
  say: "tool";
  tool: "command" | "range" | "sight" | "threat";
  from?: string;
  to?: string;
  unit?: string;
  id?: number;
}

export interface ToolShown {
  say: "tool-shown";
  re: number;
  tool: "command" | "range" | "sight" | "threat";
  shown?: Shown | null;
}

export interface Track {
  side: string;
  points: number;
}

/** The rules as they are now do not lead to what was played: the first difference, and who chose what. */
export interface Trouble {
  played?: string;
  now?: string;
  choices?: Record<string, "end" | "go-back">;
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
  sums?: Sum[];
}

/** Who you are at this table. Said again when someone sits down and when the game begins. */
export interface Welcome {
  say: "welcome";
  role: "host" | "invite" | "seat" | "table" | "watch";
  seat: string;
  game: GameInfo;
}

export type FromPlayer = Hello | Look | Options | Explain | Odds | Costs | Parts | CheckPart | PartOdds | Suggest | Tool | Submit | Instruct | Throw | Answer | ChooseRules | Follow | Chat | Recall;

export type ToPlayer = Welcome | Position | Lines | OptionsListed | Explained | OddsShown | PartsListed | PartChecked | Suggested | CostsShown | ToolShown | Accepted | Refused | Said | Present | Rematch | Notice | Gone;
