/** The state of the table, apart from the page: what is asked, what is chosen, what is planned. */

import type { Board } from "./boards/board";
import {
  type Choice, choicesAgainst, choicesAt, choicesOf, glowOf, onlySubject, plainChoices, read, unitChoices,
} from "./choices"; // prettier-ignore
import { type Land, landOf } from "./draw/land";
import { lineOf, naming } from "./lines";
import { boardOf, materialOf, type Pack } from "./material";
import type { Lang, LogLine, Odds, Order, Piece } from "./model";
import { type Api, type GameInfo, type Listener, type Play, type Position, Refused, type Role, type TellingLine } from "./net";
import { NO_OVERLAY, NO_SCENE, type Overlay, type Scene } from "./scene";
import { presenterOf } from "./systems";
import type { Material, Presenter } from "./systems/presenter";
import { fill, say } from "./text/catalogue";

/** What the player is about to do: one of the choices that his clicks can mean. */
export interface Plan {
  readonly choices: readonly Choice[];
  readonly n: number;
  readonly odds: Odds | null;
}

export interface Refusal {
  readonly reason: string;
  readonly cite: string;
  /** The cell it is about, so that it can be said there. */
  readonly at: string;
}

export interface Moment {
  readonly n: number;
  readonly view: Record<string, unknown>;
}

export interface TableState {
  readonly connected: boolean;
  readonly role: Role | null;
  readonly game: GameInfo | null;
  readonly seat: string;
  readonly material: Material | null;
  readonly land: Land | null;
  readonly position: Position | null;
  readonly choices: readonly Choice[];
  readonly moreChoices: boolean;
  readonly chosen: string | null;
  readonly plan: Plan | null;
  readonly hovered: Choice | null;
  readonly refusal: Refusal | null;
  readonly sending: boolean;
  readonly log: readonly LogLine[];
  readonly logLength: number;
  readonly visited: number;
  readonly moment: Moment | null;
  /** The seat to which the screen is to be handed, where something is hidden. */
  readonly curtain: string;
  readonly gone: string | null;
}

const START: TableState = {
  connected: false, role: null, game: null, seat: "", material: null, land: null, position: null, choices: [],
  moreChoices: false, chosen: null, plan: null, hovered: null, refusal: null, sending: false, log: [], logLength: 0,
  visited: 0, moment: null, curtain: "", gone: null,
}; // prettier-ignore

export type OpenPlay = (token: string, seat: string, lang: Lang, listener: Listener) => Play;

export class Table implements Listener {
  state: TableState = START;
  presenter: Presenter = presenterOf("");
  private readonly heard = new Set<(state: TableState) => void>();
  private readonly play: Play;
  private told: TellingLine[] = [];
  private german: Record<string, string> = {};
  private name: (text: string) => string = (text) => text;
  private namedFor = "";
  private asking = 0;

  constructor(
    readonly token: string,
    seat: string,
    public lang: Lang,
    private readonly api: Pick<Api, "pack" | "german" | "moment">,
    open: OpenPlay,
  ) {
    this.play = open(token, seat, lang, this);
  }

  // -- a store for the page ------------------------------------------------------------------------------

  subscribe(heard: (state: TableState) => void): () => void {
    this.heard.add(heard);
    heard(this.state);
    return () => this.heard.delete(heard);
  }

  private set(change: Partial<TableState>): void {
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
    this.set({ role, seat, game });
    if (isNew) void this.load(game);
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
    this.set({ position, sending: false });
    this.rename();
    if (isNew) {
      this.set({ choices: [], moreChoices: false, chosen: null, plan: null, hovered: null, refusal: null });
    }
    this.passScreen(position);
    if (position.asked && this.state.land && (isNew || this.state.choices.length === 0)) void this.list(position.asked.decision);
  }

  /** At one screen the eyes follow whoever is asked; a curtain falls where something is hidden. */
  private passScreen(position: Position): void {
    const { role, game, seat } = this.state;
    if (role !== "table" || position.outcome || position.asked) return;
    const next = position.awaited.find((other) => other !== seat);
    if (!next || position.awaited.includes(seat)) return;
    if (hidesSomething(game)) this.set({ curtain: next });
    else this.play.look(next, this.lang);
  }

  raiseCurtain(): void {
    const { curtain } = this.state;
    this.set({ curtain: "" });
    if (curtain) this.play.look(curtain, this.lang);
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

  private async list(decision: string): Promise<void> {
    const asking = ++this.asking;
    let orders: Order[] = [];
    let more = true;
    // A short list comes at once; the rest of a long one is fetched in the same way, up to a few thousand.
    while (more && orders.length < 5000) {
      try {
        const found = await this.play.options(decision, orders.length);
        if (asking !== this.asking) return;
        orders = [...orders, ...found.options];
        more = found.more && found.options.length > 0;
      } catch {
        return;
      }
      this.offer(orders, more);
    }
  }

  private offer(orders: readonly Order[], moreChoices: boolean): void {
    const choices = orders.map((order) => read(order, this));
    const only = onlySubject(choices);
    this.set({ choices, moreChoices, chosen: this.state.chosen ?? only });
  }

  // -- names ---------------------------------------------------------------------------------------------

  isPiece(id: string): boolean {
    const units = this.view?.["units"];
    return typeof units === "object" && units !== null && id in units;
  }

  isCell(label: string): boolean {
    return this.board !== null && this.board.kind !== "plane" && this.board.has(label);
  }

  private rename(): void {
    const { material } = this.state;
    const names = new Map<string, string>();
    for (const table of ["units", "formations", "markers"] as const) {
      const found = this.view?.[table];
      if (typeof found !== "object" || found === null) continue;
      for (const id of Object.keys(found)) names.set(id, this.presenter.nameOf(id, material, this.lang) ?? id);
    }
    for (const seat of this.state.game?.seats ?? []) {
      for (const id of [seat.seat, ...(seat.sides ?? [])]) names.set(id, this.presenter.nameOf(id, material, this.lang) ?? id);
    }
    const known = `${this.lang} ${names.size} ${material !== null}`;
    if (known === this.namedFor) return;
    this.namedFor = known;
    this.name = naming(names);
    this.relog();
  }

  private relog(): void {
    const log = this.told.map((line, n) => lineOf(n, line, (id) => this.sideOf(id))).filter((line) => line !== null);
    this.set({ log: log.map((line) => ({ ...line, said: { template: this.name(line.said.template) } })), logLength: this.told.length });
  }

  private sideOf(id: string): string {
    if (id in this.presenter.looks) return id;
    for (const table of ["units", "formations", "markers"] as const) {
      const found = (this.state.position?.view?.[table] as Record<string, { side?: string }> | undefined)?.[id];
      if (found?.side) return found.side;
    }
    return "";
  }

  nameOf(id: string): string {
    return this.presenter.nameOf(id, this.state.material, this.lang) ?? id;
  }

  label(choice: Choice): string {
    return this.presenter.label(choice, this.lang, (id) => this.nameOf(id));
  }

  /** A sentence of the server with names for ids, in the player's language where there is a translation. */
  sentence(template: string, values: Record<string, string | number> = {}): string {
    const words = this.lang === "de" ? (this.german[template] ?? template) : template;
    return this.name(fill(words, values));
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

  get pieces(): Piece[] {
    const { material } = this.state;
    return this.view && material ? this.presenter.pieces(this.view, material) : [];
  }

  get scene(): Scene {
    const { material } = this.state;
    if (!this.view || !material) return NO_SCENE;
    return {
      pieces: this.presenter.pieces(this.view, material),
      tokens: this.presenter.tokens(this.view, material),
      owners: this.presenter.owners(this.view, material),
      looks: this.presenter.looks,
    };
  }

  get current(): Choice | null {
    const { plan, hovered } = this.state;
    return plan?.choices[plan.n] ?? hovered;
  }

  get overlay(): Overlay {
    const { choices, chosen, plan, moment } = this.state;
    if (moment || choices.length === 0) return NO_OVERLAY;
    const glow = glowOf(choices, chosen);
    const current = this.current;
    const from = this.placeOf(current?.subjects[0] ?? chosen ?? "");
    const target = current?.targets[0] ?? null;
    const to = target ? this.placeOf(target) : "";
    return {
      ...NO_OVERLAY,
      may: glow.subjects,
      chosen,
      targets: plan ? new Set() : glow.targets,
      reach: glow.goals,
      path: current?.path ?? [],
      pathFrom: from,
      target,
      shots: target && from && to ? [{ from, to, dashed: plan === null }] : [],
    };
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
    const { choices, chosen, plan, moment } = this.state;
    this.set({ refusal: null });
    if (moment || !this.state.position?.asked) return;
    const meant = this.meaning(cell, piece);
    if (meant.length > 0) {
      const isSame = plan && plan.choices.length === meant.length && plan.choices[0] === meant[0];
      if (meant.length === 1 && this.presenter.isAtOnce(meant[0]!)) void this.carryOut(meant[0]!.order);
      else if (isSame) void this.confirm();
      else this.propose(meant);
      return;
    }
    if (piece && choices.some((choice) => choice.subjects.includes(piece))) return this.choose(piece === chosen ? null : piece);
    if (piece) void this.explain(`unit:${piece}`, cell ?? "");
    else if (cell) void this.explain(`hex:${cell}`, cell);
  }

  private meaning(cell: string | null, piece: string | null): readonly Choice[] {
    const { choices, chosen } = this.state;
    const against = piece ? choicesAgainst(choices, chosen, piece) : [];
    if (against.length > 0) return against;
    return cell ? choicesAt(choices, chosen, cell) : [];
  }

  hover(cell: string | null, piece: string | null): void {
    if (this.state.plan || this.state.moment) return;
    const hovered = this.meaning(cell, piece)[0] ?? null;
    if (hovered !== this.state.hovered) this.set({ hovered });
  }

  choose(piece: string | null): void {
    const chosen = piece ?? onlySubject(this.state.choices);
    this.set({ chosen, plan: null, hovered: null, refusal: null });
  }

  propose(choices: readonly Choice[], n = 0): void {
    const chosen = this.state.chosen ?? choices[n]?.subjects[0] ?? null;
    this.set({ plan: { choices, n, odds: null }, chosen, hovered: null, refusal: null });
    void this.weigh(choices, n);
  }

  private async weigh(choices: readonly Choice[], n: number): Promise<void> {
    const choice = choices[n];
    if (!choice) return;
    try {
      const odds = await this.play.odds(choice.order);
      const { plan } = this.state;
      if (plan?.choices === choices && plan.n === n) this.set({ plan: { ...plan, odds } });
    } catch {
      // Without odds the plan stands all the same; a refusal comes when it is carried out.
    }
  }

  discard(): void {
    if (this.state.plan) this.set({ plan: null, refusal: null });
    else this.choose(null);
  }

  async confirm(): Promise<void> {
    const choice = this.current;
    if (this.state.plan && choice) await this.carryOut(choice.order);
  }

  async carryOut(order: Order): Promise<void> {
    const asked = this.state.position?.asked;
    if (!asked || this.state.sending) return;
    this.set({ sending: true, refusal: null });
    try {
      await this.play.submit(asked.decision, order);
      this.set({ visited: this.state.logLength });
    } catch (fault) {
      this.refuse(fault, "");
    }
    this.set({ sending: false });
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

  private async explain(thing: string, at: string): Promise<void> {
    try {
      const { reason, cite } = await this.play.explain(thing);
      if (reason) this.set({ refusal: { reason: this.name(reason), cite, at } });
    } catch (fault) {
      this.refuse(fault, at);
    }
  }

  private refuse(fault: unknown, at: string): void {
    const reason = fault instanceof Error ? fault.message : String(fault);
    if (reason) this.set({ refusal: { reason: this.name(reason), cite: fault instanceof Refused ? fault.cite : "", at } });
  }

  forgive(): void {
    if (this.state.refusal) this.set({ refusal: null });
  }

  // -- replay --------------------------------------------------------------------------------------------

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
    const { material, choices, chosen } = this.state;
    const ground = material?.board.cells[cell];
    const place = material?.board.places.find((found) => found.at === cell);
    const parts = [cell];
    if (place) parts.push((this.lang === "de" && place.name_de) || place.name);
    if (ground) parts.push(say(this.lang, "height", { n: ground.level }), ground.terrain);
    const here = this.pieces.filter((piece) => piece.at === cell);
    for (const piece of here) parts.push([piece.name[this.lang], piece.detail[this.lang]].filter(Boolean).join(", "));
    if (here.length === 0) parts.push(say(this.lang, "empty"));
    const glow = glowOf(choices, chosen);
    if (glow.goals.has(cell) || here.some((piece) => glow.subjects.has(piece.id) || glow.targets.has(piece.id))) {
      parts.push(say(this.lang, "mayChoose"));
    }
    return parts.join(", ");
  }

  /** How many choices the chosen unit has. */
  get countOfChosen(): number {
    return choicesOf(this.state.choices, this.state.chosen).length;
  }
}

/** Whether the options of a game keep something from one of the players. */
function hidesSomething(game: GameInfo | null): boolean {
  return Object.entries(game?.options ?? {}).some(([name, value]) => /secrecy|hidden|secret/.test(name) && value === true);
}
