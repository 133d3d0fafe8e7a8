/** The state of the table, apart from the page: what is asked, what is chosen, what is planned. */

import { idOf, inWords, isPart, type Part, partChoice, type PartChoice, pieceOf } from "./assembly";
import type { Board } from "./boards/board";
import {
  type Choice, choicesAgainst, choicesAt, choicesOf, onlySubject, plainChoices, read, unitChoices,
} from "./choices"; // prettier-ignore
import { landOf } from "./draw/land";
import { idsIn, lineOf, naming, sideIn } from "./lines";
import { Company } from "./company";
import { Drafting } from "./drafting";
import { Gathering } from "./gathering";
import { Instruments } from "./instruments";
import { boardOf, materialOf, type Pack } from "./material";
import type { Chapter, Lang, Order, Piece } from "./model";
import { type Api, type GameInfo, type Listener, type PathCosts, type Play, type Position, Refused, type Role, type TellingLine } from "./net";
import { NO_SCENE, type Overlay, type Scene } from "./scene";
import { chaptersOf, deedsOf } from "./playback";
import { overlayOf, spokenCell } from "./showing";
import { keepVisit, lastVisit } from "./visits";
import { latest } from "./latest";
import { Listing } from "./listing";
import { Prices } from "./prices";
import { Screen } from "./screen";
import { seatName } from "./seating";
import { presenterOf } from "./systems";
import type { Material, Presenter, ViewData } from "./systems/presenter";
import { START, type TableState } from "./tablestate";
import { capital, fill, paragraph } from "./text/catalogue";

export type { Moment, Plan, Refusal, TableState } from "./tablestate";

export type OpenPlay = (token: string, seat: string, lang: Lang, listener: Listener) => Play;

export class Table implements Listener {
  /** The people at the table: what they say and ask of each other. */
  readonly people = new Company();
  /** The tools that lie on the map. */
  readonly instruments = new Instruments();
  /** An answer that is put together piece by piece. */
  readonly draft: Drafting;
  readonly screen: Screen;
  /** Choices that are carried out as one order. */
  readonly gathering: Gathering;
  /** Told of every order before it is sent; what it returns is called if the order is refused. */
  gave: (order: Order) => () => void = () => () => undefined;
  state: TableState = START;
  presenter: Presenter = presenterOf("");
  private readonly heard = new Set<(state: TableState) => void>();
  readonly play: Play;
  private told: TellingLine[] = [];
  private german: Record<string, string> = {};
  private name: (text: string) => string = (text) => text;
  private namedFor = "";
  private readonly listing = new Listing(this);
  private readonly prices = new Prices(this);
  private readonly piecesOf = latest((view: ViewData, material: Material) => this.presenter.pieces(view, material));

  constructor(
    readonly token: string,
    seat: string,
    public lang: Lang,
    private readonly api: Pick<Api, "pack" | "german" | "moment">,
    open: OpenPlay,
  ) {
    this.play = open(token, seat, lang, this);
    this.people.play = this.play;
    this.instruments.play = this.play;
    this.draft = new Drafting(this);
    this.gathering = new Gathering(this);
    this.screen = new Screen(this);
  }

  // -- a store for the page ------------------------------------------------------------------------------

  subscribe(heard: (state: TableState) => void): () => void {
    this.heard.add(heard);
    heard(this.state);
    return () => this.heard.delete(heard);
  }

  set(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    for (const heard of this.heard) heard(this.state);
  }

  close(): void {
    this.play.close();
    this.heard.clear();
  }

  // -- what the server tells -----------------------------------------------------------------------------

  welcome(role: Role, seat: string, game: GameInfo): void {
    const isNew = this.state.game?.game !== game.game;
    const visited = isNew || seat !== this.state.seat ? lastVisit(this.token, seat) : this.state.visited;
    this.set({ role, seat, game, visited });
    if (!isNew) return;
    this.screen.opened();
    void this.load(game);
  }

  private async load(game: GameInfo): Promise<void> {
    try {
      const [pack, german] = await Promise.all([this.api.pack(game.system), this.api.german(game.system)]);
      this.german = german;
      this.furnish(game, pack);
    } catch (fault) {
      this.set({ gone: fault instanceof Error ? fault.message : String(fault) });
    }
  }

  /** The printed material has come: the land can be drawn. */
  furnish(game: GameInfo, pack: Pack): void {
    const material = materialOf(pack, game.scenario);
    this.presenter = presenterOf(game.system);
    this.set({ material, land: landOf(boardOf(material.board), material.board) });
    this.rename();
    if (this.state.position) this.position(this.state.position);
  }

  position(position: Position): void {
    const isNew = position.asked?.decision !== this.state.position?.asked?.decision;
    const isAnswered = isNew || position.asked?.isSecret;
    const before = this.state.assembly;
    // Whoever listens must never see the choices of one question beside the next.
    this.set({ position, sending: this.state.sending && !isAnswered, ...(isNew ? { choices: [], moreChoices: false } : {}) });
    this.rename();
    if (isNew) {
      this.set({ choices: [], moreChoices: false, chosen: null, plan: null, hovered: null, refusal: null, assembly: null, parts: [], kind: null, moving: null, gathered: [], odds: null });
    }
    this.instruments.renew();
    this.screen.pass(position);
    const { asked } = position;
    if (!asked || !this.state.land) return;
    if (asked.pieces) {
      if (!this.state.assembly) this.draft.begin(asked, before);
    } else if (isNew || this.state.choices.length === 0) void this.listing.list(asked.decision);
  }

  lines(since: number, lines: readonly TellingLine[]): void {
    this.told = [...this.told.slice(0, since), ...lines];
    this.relog();
  }

  connected(connected: boolean): void {
    this.set({ connected });
  }

  gone(reason: string): void {
    this.set({ gone: reason });
  }

  /** A part as something to click for; a facing is aimed at a cell in its direction. */
  readPart(piece: string, part: Part): PartChoice {
    const choice = partChoice(piece, part, this);
    const goal = this.board && choice.goal === null ? (this.presenter.aim?.(choice, this.placeOf(choice.subjects[0]!), this.board) ?? null) : choice.goal;
    return { ...choice, goal };
  }

  /** The parts given so far, each as a choice that can be drawn and named. */
  get drafts(): PartChoice[] {
    return Object.entries(this.state.assembly?.given ?? {}).map(([piece, part]) => this.readPart(piece, part));
  }

  // -- names ---------------------------------------------------------------------------------------------

  isPiece(id: string): boolean {
    const is = (table: unknown): boolean => typeof table === "object" && table !== null && id in table;
    return ["units", "elements", "tokens"].some((name) => is(this.view?.[name]));
  }

  /** In what the cost of a way is said. */
  get wayCost(): "costOf" | "fieldsOf" {
    return this.presenter.wayCost ?? "costOf";
  }

  /** What the system calls a unit and a cell. */
  get nouns(): { readonly unit: string; readonly cell: string } {
    return this.presenter.nouns ?? { unit: "unit", cell: "hex" };
  }

  read = (order: Order): Choice | null => (this.presenter.read ? this.presenter.read(order, this) : read(order, this));

  isCell(label: string): boolean {
    return this.board !== null && this.board.kind !== "plane" && this.board.has(label);
  }

  private rename(): void {
    const { material } = this.state;
    const seats = this.state.game?.seats ?? [];
    const ids = [...idsIn(this.view ?? {}), ...seats.flatMap((seat) => [seat.seat, ...(seat.sides ?? [])])];
    void this.pieces; // a presenter learns whom it is to name from the view
    const names = new Map(ids.map((id) => [id, this.nameOf(id)]));
    const known = `${this.lang} ${names.size} ${material !== null}`;
    if (known === this.namedFor) return;
    this.namedFor = known;
    this.name = naming(names);
    this.relog();
  }

  private relog(): void {
    const sideOf = (id: string): string => sideIn(this.state.position?.view ?? {}, this.presenter.looks, id);
    const log = this.told.map((line, n) => lineOf(n, line, sideOf, (event) => this.orderTold(event))).filter((line) => line !== null);
    this.set({ log: log.map((line) => ({ ...line, said: { template: capital(this.name(line.said.template)) } })), logLength: this.told.length });
  }

  private orderTold(event: Record<string, unknown>): string | null {
    const found = this.state.material && this.view ? this.presenter.orderIn?.(event) : null;
    return found ? `${this.nameOf(idOf(found.piece))}: ${this.partInWords(this.readPart(found.piece, found.part))}.` : null;
  }

  partInWords = (choice: PartChoice): string => inWords(choice, this.label(choice), (id) => this.nameOf(id));

  /** A paragraph as players cite it; a German book's own headings in German. */
  paragraph = (cite: string): string => paragraph(cite, this.lang === "de" ? this.german : {});

  nameOf(id: string): string {
    // What is no unit goes by the whole of its name: `mines:1` is chosen as 1.
    const thing = this.isPiece(id) ? null : pieceOf(this.state.assembly, id);
    return this.presenter.nameOf(thing ?? id, this.state.material, this.lang) ?? seatName(this.presenter, id, this.lang);
  }

  label(choice: Choice): string {
    return this.presenter.label(choice, this.lang, (id) => this.nameOf(id));
  }

  /** A sentence of the server with names for ids, in the player's language where there is a translation. */
  sentence(template: string, values: Record<string, string | number> = {}): string {
    const said = (text: string | number): string => (this.lang === "de" ? (this.german[text] ?? String(text)) : String(text));
    const spoken = Object.fromEntries(Object.entries(values).map(([key, value]) => [key, said(value)]));
    return capital(this.name(fill(said(template), spoken)));
  }

  setLanguage(lang: Lang): void {
    this.lang = lang;
    this.play.look(this.state.seat, lang);
    this.rename();
    this.set({});
  }

  // -- what is shown -------------------------------------------------------------------------------------

  get board(): Board | null {
    return this.state.land?.board ?? null;
  }

  get view(): Record<string, unknown> | null {
    return this.state.moment?.view ?? this.state.position?.view ?? null;
  }

  get pieces(): readonly Piece[] {
    const { material } = this.state;
    return this.view && material ? this.piecesOf(this.view, material) : [];
  }

  get scene(): Scene {
    const { material } = this.state;
    if (!this.view || !material) return NO_SCENE;
    return {
      pieces: this.pieces,
      tokens: [...this.presenter.tokens(this.view, material), ...(this.presenter.draftTokens?.(this.state.assembly?.given ?? {}, material) ?? [])],
      owners: this.presenter.owners(this.view, material),
      looks: this.presenter.looks,
      light: this.presenter.light?.(this.view) ?? null,
    };
  }

  get current(): Choice | null {
    const { plan, hovered } = this.state;
    return plan?.choices[plan.n] ?? hovered;
  }

  get overlay(): Overlay {
    return overlayOf(this);
  }

  placeOf(piece: string): string {
    return this.pieces.find((found) => found.id === piece)?.at ?? "";
  }

  get buttons(): readonly Choice[] {
    return plainChoices(this.state.choices);
  }

  get unitButtons(): readonly Choice[] {
    return unitChoices(this.state.choices, this.state.chosen);
  }

  // -- what the player does ------------------------------------------------------------------------------

  /** A click on the board. The first explains and plans, the second on the same place carries out. */
  click(cell: string | null, piece: string | null): void {
    const { choices, chosen, plan, moment, moving, sending } = this.state;
    this.set({ refusal: null });
    this.set({ inspected: piece ?? (cell ? this.state.inspected : null) });
    if (moment || sending || !this.state.position?.asked) return;
    if (moving && cell) return void this.putElsewhere(moving, cell);
    const meant = this.meaning(cell, piece);
    if (meant.length > 0) {
      const isSame = plan && plan.choices.length === meant.length && plan.choices[0] === meant[0];
      if (meant.length === 1 && this.presenter.isAtOnce(meant[0]!)) void this.take(meant[0]!);
      else if (isSame) void this.confirm();
      else this.propose(meant);
      return;
    }
    if (piece && (this.draft.has(piece) || choices.some((choice) => choice.subjects.includes(piece)))) return this.choose(piece === chosen ? null : piece);
    const placed = piece ?? this.scene.tokens.find((token) => token.at === cell)?.id;
    if (placed && this.canPutElsewhere) return void this.pickUp(placed, cell ?? "");
    if (piece) void this.explain(`${this.nouns.unit}:${piece}`, cell ?? "");
    else if (cell) void this.explain(`${this.nouns.cell}:${cell}`, cell);
  }

  private meaning(cell: string | null, piece: string | null): readonly Choice[] {
    const { choices, chosen } = this.state;
    const against = piece ? choicesAgainst(choices, chosen, piece) : [];
    if (against.length > 0) return against;
    return cell ? choicesAt(choices, chosen, cell) : [];
  }

  hover(cell: string | null, piece: string | null): void {
    if (this.state.plan || this.state.moment || this.state.sending) return;
    const hovered = this.meaning(cell, piece)[0] ?? null;
    if (hovered === this.state.hovered) return;
    this.set({ hovered });
    // A hand that sweeps over the map asks nothing; one that rests is told the costs.
    if (hovered) setTimeout(() => this.state.hovered === hovered && void this.prices.ask(hovered), 60);
  }

  /** What a choice's path costs, once the server has said so. */
  costsOf = (choice: Choice): PathCosts | null => this.prices.of(choice);

  choose(piece: string | null): void {
    const chosen = piece ?? onlySubject(this.state.choices);
    this.set({ chosen, plan: null, hovered: null, refusal: null, moving: null, ...(piece ? { inspected: piece } : {}) });
    if (this.state.assembly) void this.draft.open(chosen);
  }

  propose(choices: readonly Choice[], n = 0): void {
    const chosen = this.state.chosen ?? choices[n]?.subjects[0] ?? null;
    this.set({ plan: { choices, n, odds: null }, chosen, hovered: null, refusal: null });
    if (choices[n]) void this.prices.ask(choices[n]);
    void this.weigh(choices, n);
  }

  private async weigh(choices: readonly Choice[], n: number): Promise<void> {
    const choice = choices[n];
    if (!choice) return;
    try {
      const odds = await (isPart(choice) ? this.draft.odds(choice) : this.play.odds(choice.order));
      const { plan } = this.state;
      if (plan?.choices === choices && plan.n === n) this.set({ plan: { ...plan, odds } });
    } catch {
      // Without odds the plan stands all the same; a refusal comes when it is carried out.
    }
  }

  discard(): void {
    if (this.state.plan) this.set({ plan: null, refusal: null });
    else if (this.state.moving) this.set({ moving: null });
    else this.choose(null);
  }

  async confirm(): Promise<void> {
    const choice = this.current;
    if (this.state.plan && choice) await this.take(choice);
  }

  /** Carries a choice out, or writes it down where orders are secret. */
  async take(choice: Choice): Promise<void> {
    if (isPart(choice)) this.draft.give(choice.piece, choice.part);
    else await this.carryOut(choice.order);
  }

  /** Whether what stands already may be put somewhere else. */
  get canPutElsewhere(): boolean {
    return this.state.position?.asked?.answers.includes("replace") ?? false;
  }

  async pickUp(thing: string, at: string): Promise<void> {
    this.set({ plan: null, hovered: null, refusal: null });
    if (!thing.includes(":")) await this.explain(`${this.nouns.unit}:${thing}`, at);
    if (!this.state.refusal) this.set({ moving: thing });
  }

  private async putElsewhere(thing: string, hex: string): Promise<void> {
    this.set({ moving: null });
    if (this.placeOf(thing) !== hex) await this.carryOut({ do: "replace", thing, hex });
  }

  async carryOut(order: Order): Promise<void> {
    const asked = this.state.position?.asked;
    if (!asked || this.state.sending) return;
    const unsaid = this.gave(order);
    this.set({ sending: true, refusal: null });
    try {
      await this.play.submit(asked.decision, order);
      this.haveSeen();
      // What was on offer stays closed until the next position comes; sealed orders may be sealed again.
      if (asked.isSecret) this.set({ sending: false });
    } catch (fault) {
      unsaid();
      this.set({ sending: false });
      this.refuse(fault, "");
    }
  }

  async undo(): Promise<void> {
    try {
      await this.play.instruct({ tell: "take-back" });
    } catch (fault) {
      this.refuse(fault, "");
    }
  }

  async instruct(tell: string, fields: Record<string, unknown> = {}): Promise<void> {
    try {
      await this.play.instruct({ tell, ...fields });
    } catch (fault) {
      this.refuse(fault, "");
    }
  }

  async throwDice(pips: readonly number[]): Promise<void> {
    const dice = this.state.position?.dice;
    if (!dice) return;
    try {
      await this.play.throwDice(dice.decision, pips);
    } catch (fault) {
      this.refuse(fault, "");
    }
  }

  async explain(thing: string, at: string): Promise<void> {
    try {
      const { reason, cite } = await this.play.explain(thing);
      if (reason) this.set({ refusal: { reason: capital(this.name(reason)), cite, at } });
    } catch (fault) {
      this.refuse(fault, at);
    }
  }

  refuse(fault: unknown, at = ""): void {
    const reason = fault instanceof Error ? fault.message : String(fault);
    if (reason) this.set({ refusal: { reason: capital(this.name(reason)), cite: fault instanceof Refused ? fault.cite : "", at } });
  }

  forgive(): void {
    if (this.state.refusal) this.set({ refusal: null });
  }

  /** Lays a card open, or puts it away. */
  inspect = (inspected: string | null): void => this.set({ inspected });

  /** All lines up to now have been read. */
  haveSeen(): void {
    this.set({ visited: this.state.logLength });
    this.keepVisit();
  }

  keepVisit(): void {
    const { logLength, seat, role } = this.state;
    if (logLength > 0 && role !== null) keepVisit(this.token, seat, logLength);
  }

  // -- replay --------------------------------------------------------------------------------------------

  chapters(lang: Lang): Chapter[] {
    return chaptersOf(this.told, this.presenter, lang);
  }

  deeds(n: number): ReturnType<typeof deedsOf> {
    return deedsOf(this.told, this.presenter, n);
  }

  /** The board as it was after a line of the log; the newest line is the present. */
  async showMoment(n: number): Promise<void> {
    if (n >= this.state.logLength) return this.showPresent();
    try {
      const { view } = await this.api.moment(this.token, this.state.seat, Math.max(1, n));
      this.set({ moment: { n, view }, plan: null, hovered: null });
    } catch (fault) {
      this.refuse(fault, "");
    }
  }

  showPresent(): void {
    this.set({ moment: null });
  }

  // -- words for the cell under cursor and for screen readers --------------------------------------------

  spoken(cell: string): string {
    return spokenCell(this, cell);
  }

  get countOfChosen(): number {
    return choicesOf(this.state.choices, this.state.chosen).length;
  }
}
