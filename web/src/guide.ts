/**
 * The guide of a first game, apart from the page. It suggests the steps of a lesson, plays the opponent, and throws
 * the dice, so that the lesson always runs the same. The player may do something else at any time: then the guide
 * waits until one of its next steps is possible again.
 */

import type { Assembly } from "./assembly";
import type { Step, Lesson } from "./lessons";
import type { Asked, Order } from "./model";
import { type DiceAsked, type GameInfo, type Listener, type Play, type Position, Refused } from "./net";

/** What the guide needs of the player's table. */
export interface Guided {
  readonly state: {
    readonly position: Position | null;
    readonly choices: readonly { readonly order: Order }[];
    /** Not all choices have come yet: a later step might seem to be the next one that fits. */
    readonly moreChoices?: boolean;
    readonly sending: boolean;
    readonly assembly: Assembly | null;
  };
  subscribe(heard: () => void): () => void;
  throwDice(pips: readonly number[]): Promise<void>;
  /** Told of every order before it is sent; what it returns is called if the order is refused. */
  gave: (order: Order) => () => void;
}

export interface GuideState {
  /** The step that is suggested; past the last one the lesson is over. */
  readonly n: number;
  /** What the opponent did since the player's last decision. */
  readonly told: readonly Step[];
  /** The step can be done now. */
  readonly isReady: boolean;
  /** Orders that the player gave apart from the lesson since it was last on its way. */
  readonly apart: number;
  /** Apart from the lesson: a step of it whose words fit the question all the same. */
  readonly hint: Step | null;
  readonly isOver: boolean;
}

/** How long to wait for an answer before saying something again, in ms. */
const AGAIN = 2000;

/** So that the player can see what happens; nothing for those who want no motion. */
function pause(): number {
  return globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches ? 0 : 700;
}

export class Guide {
  state: GuideState;
  private dice: (readonly number[])[] = [];
  private thrown = 0;
  /** A marker was drawn that the lesson did not foresee. */
  private isLost = false;
  private isClosed = false;
  /** The throw and the question that have been answered: what is told of them again is old. */
  private decision = "";
  private answered = "";
  private readonly heard = new Set<(state: GuideState) => void>();
  private readonly stop: () => void;

  constructor(
    readonly lesson: Lesson,
    private readonly table: Guided,
    private readonly opponent: Opponent,
    n: number,
    private readonly kept: (n: number) => void,
  ) {
    this.state = { n, told: [], isReady: false, apart: 0, hint: null, isOver: n >= lesson.steps.length };
    table.gave = (order) => this.gave(order);
    opponent.answering = (asked, options) => this.answer(asked, options);
    this.stop = table.subscribe(() => this.look());
  }

  subscribe(heard: (state: GuideState) => void): () => void {
    this.heard.add(heard);
    heard(this.state);
    return () => this.heard.delete(heard);
  }

  close(): void {
    this.isClosed = true;
    this.stop();
    this.table.gave = () => () => undefined;
    this.opponent.close();
  }

  get step(): Step | null {
    return this.lesson.steps[this.state.n] ?? null;
  }

  /** Steps that the player decides, for "step 3 of 12". */
  get numbers(): { n: number; all: number } {
    const own = (steps: readonly Step[]): number => steps.filter((step) => !step.seat).length;
    return { n: own(this.lesson.steps.slice(0, this.state.n)) + 1, all: own(this.lesson.steps) };
  }

  private set(change: Partial<GuideState>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    if (this.state.n !== before.n) this.kept(this.state.n);
    for (const heard of this.heard) heard(this.state);
  }

  // -- following the game --------------------------------------------------------------------------------

  private look(): void {
    const { position, choices, moreChoices, sending } = this.table.state;
    if (!position || sending) return;
    if (position.outcome) {
      if (!this.state.isOver || this.state.isReady) this.set({ isOver: true, isReady: false });
      return;
    }
    if (position.dice) return this.lookAtDice(position.dice);
    if (!position.asked) return this.ready(false);
    if (position.asked.decision === this.answered || position.asked.isSecret) return;
    this.dice = [];
    if (position.asked.pieces) return this.lookAtDraft(position.asked);
    if (choices.length > 0 && !moreChoices) this.suggest(position.asked, choices.map(({ order }) => order));
  }

  private lookAtDice({ decision, dice, cite }: DiceAsked): void {
    if (this.step?.roll && this.dice.length === 0) {
      this.ready(true);
    } else if (decision !== this.decision) {
      this.decision = decision;
      if (this.dice.length === 0) this.skipRoll(cite ?? "");
      const pips = this.dice.shift() ?? this.unforeseen(dice);
      setTimeout(() => this.throwUntilHeard(decision, pips), pause());
    }
  }

  /** A throw that was lost on the way is sent again. */
  private throwUntilHeard(decision: string, pips: readonly number[]): void {
    if (this.isClosed || this.table.state.position?.dice?.decision !== decision) return;
    void this.table.throwDice(pips);
    setTimeout(() => this.throwUntilHeard(decision, pips), AGAIN);
  }

  /** The next step that answers this question with something that is offered, before the next marker is drawn. */
  private suggest(asked: Asked, orders: readonly Order[]): void {
    const { steps } = this.lesson;
    const isFitting = (step: Step): boolean => !step.seat && fits(step, asked, orders);
    const n = steps.findIndex((step, at) => at >= this.state.n && isFitting(step));
    if (n < 0 || steps.slice(this.state.n, n).some((step) => step.roll)) {
      const hint = steps.find(isFitting) ?? null;
      if (this.state.isReady || this.state.hint !== hint) this.set({ isReady: false, hint });
    } else if (n !== this.state.n || !this.state.isReady) {
      // Whoever left the lesson before this marker was drawn is told so until he follows it again.
      this.set({ n, isReady: true, hint: null, apart: n === this.state.n || this.isLost ? this.state.apart : 0 });
    }
  }

  /** An answer in pieces: a step is done when its part is written, the last one when all are sealed. */
  private lookAtDraft(asked: Asked): void {
    const { step } = this;
    const draft = this.table.state.assembly;
    if (!draft || !step || step.seat || step.ask !== asked.kind) return this.ready(false);
    if (step.piece && same(draft.given[step.piece] ?? null, step.part ?? null)) {
      this.set({ n: this.state.n + 1, isReady: true });
      return this.lookAtDraft(asked);
    }
    this.ready(true);
  }

  /** The whole answer that the steps since the last sealing make. */
  private get drafted(): Record<string, unknown> {
    const before = this.lesson.steps.slice(0, this.state.n);
    const since = before.slice(before.findLastIndex((step) => step.seal || step.order) + 1);
    return Object.fromEntries(since.flatMap((step) => (step.piece ? [[step.piece, step.part]] : [])));
  }

  /** Something else was sealed: the lesson goes on after this round. */
  private skipRound(): void {
    const end = this.lesson.steps.findIndex((step, n) => n >= this.state.n && step.seal);
    const n = end < 0 ? this.state.n : end + 1;
    this.set({ n, apart: this.state.apart + 1, told: [], hint: null, isReady: false, isOver: n >= this.lesson.steps.length });
  }

  /** Apart from the lesson the next marker is drawn all the same: what it planned for the one before is over. */
  private skipRoll(cite: string): void {
    const { steps } = this.lesson;
    const at = steps.findIndex((step, n) => n >= this.state.n && step.roll);
    if (this.state.apart === 0 || at < 0 || !steps.some((step) => step.roll && step.cite === cite)) return;
    this.isLost = true;
    this.set({ n: at + 1, hint: null, isReady: false });
  }

  private ready(isReady: boolean): void {
    if (this.state.isReady !== isReady || this.state.hint) this.set({ isReady, hint: null });
  }

  // -- the player ----------------------------------------------------------------------------------------

  /** The player's button in a step that begins with dice. */
  roll(): void {
    const { step } = this;
    const dice = this.table.state.position?.dice;
    if (!step?.roll || !dice) return;
    const [first, ...rest] = step.dice ?? [];
    this.decision = dice.decision;
    this.advance();
    this.dice = rest;
    this.throwUntilHeard(dice.decision, first ?? this.unforeseen(dice.dice));
  }

  private gave(order: Order): () => void {
    const { step, state, answered } = this;
    this.answered = this.table.state.position?.asked?.decision ?? "";
    if (this.table.state.assembly) {
      if (step?.seal && same(order["parts"], this.drafted)) {
        this.advance();
        this.dice = [...(step.dice ?? [])];
      } else this.skipRound();
    } else if (this.state.isReady && step?.order && same(step.order, order)) {
      this.advance();
      this.dice = [...(step.dice ?? [])];
    } else {
      this.dice = [];
      this.set({ apart: this.state.apart + 1, told: [], hint: null, isReady: false });
    }
    return () => {
      this.answered = answered;
      this.set(state);
    };
  }

  /** The player took back what was apart from the lesson. */
  returned(): void {
    this.set({ apart: Math.max(0, this.state.apart - 1) });
  }

  private advance(told: readonly Step[] = []): void {
    const n = this.state.n + 1;
    this.isLost = false;
    this.set({ n, told, isReady: false, apart: 0, isOver: n >= this.lesson.steps.length });
  }

  // -- the opponent --------------------------------------------------------------------------------------

  /** What the opponent answers: as the lesson says, or what it prefers, or no. */
  private answer(asked: Asked, options: readonly Order[]): Order {
    const { step } = this;
    if (step?.seat && step.order && fits(step, asked, options)) {
      this.advance(step.say ? [...this.state.told, step] : this.state.told);
      this.dice = [...(step.dice ?? [])];
      return step.order;
    }
    if (asked.pieces) return { do: asked.answers[0] ?? "", parts: {} };
    if (asked.isReaction) return { do: "decline" };
    for (const preferred of this.lesson.opponent) {
      const found = options.find((order) => order.do === preferred);
      if (found) return found;
    }
    return options[0] ?? { do: "decline" };
  }

  /** A fair die for what nobody foresaw, the same in every run. */
  private unforeseen(dice: string): number[] {
    const [, count = "1", faces = "6"] = /^(\d+)d(\d+)$/.exec(dice) ?? [];
    return Array.from({ length: Number(count) }, () => 1 + (scramble(this.lesson.seed + this.thrown++) % Number(faces)));
  }
}

/** Spreads neighbouring numbers over all 32 bits. */
function scramble(n: number): number {
  let x = Math.imul(n ^ (n >>> 16), 0x45d9f3b);
  x = Math.imul(x ^ (x >>> 13), 0x119de1f3);
  return (x ^ (x >>> 16)) >>> 0;
}

function fits(step: Step, asked: Asked, orders: readonly Order[]): boolean {
  if (!step.order || (step.ask && step.ask !== asked.kind)) return false;
  if (asked.pieces) return asked.answers.includes(step.order.do);
  if (step.order.do === "decline") return asked.isReaction;
  return orders.some((order) => same(order, step.order!));
}

/** The same order, whatever the sequence of its fields. */
export function same(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [left, right] = [Object.entries(a), Object.entries(b)];
  return left.length === right.length && left.every(([key, value]) => same(value, (b as Record<string, unknown>)[key]));
}

/** The seat that the guide plays: it answers whatever it is asked, a moment later. */
export class Opponent implements Listener {
  answering: (asked: Asked, options: readonly Order[]) => Order = () => ({ do: "decline" });
  readonly people = { said: () => undefined, present: () => undefined, rematch: () => undefined, notice: () => undefined };
  private readonly play: Play;
  private asked: Asked | null = null;

  constructor(open: (listener: Listener) => Play) {
    this.play = open(this);
  }

  position(position: Position): void {
    const { asked } = position;
    const isNew = asked?.decision !== this.asked?.decision;
    this.asked = asked;
    // What has been sealed could still be changed; the guide does not.
    if (asked && isNew && !asked.isSecret) setTimeout(() => void this.answerTo(asked), pause());
  }

  private async answerTo(asked: Asked): Promise<void> {
    try {
      const options: Order[] = [];
      for (let more = !asked.pieces; more && options.length < 5000; ) {
        const found = await this.play.options(asked.decision, options.length);
        options.push(...found.options);
        more = found.more && found.options.length > 0;
      }
      await this.submit(asked, this.answering(asked, options));
    } catch {
      setTimeout(() => this.asked?.decision === asked.decision && void this.answerTo(asked), AGAIN);
    }
  }

  /** An answer that was lost on the way is given again, the same. */
  private async submit(asked: Asked, order: Order): Promise<void> {
    try {
      await this.play.submit(asked.decision, order);
    } catch (fault) {
      // The game has taken another course: what the lesson foresaw is no longer possible.
      if (asked.pieces && fault instanceof Refused && fault.code === "illegal") order = { do: order.do, parts: {} };
      setTimeout(() => this.asked?.decision === asked.decision && void this.submit(asked, order), AGAIN);
    }
  }

  welcome(_role: string, _seat: string, _game: GameInfo): void {}
  lines(): void {}
  connected(): void {}
  gone(): void {}
  close(): void {
    this.asked = null;
    this.play.close();
  }
}
