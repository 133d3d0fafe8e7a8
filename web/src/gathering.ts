/** Several choices that are carried out as one order: movers that set out together, batteries that combine. */

import type { Choice } from "./choices";
import type { Odds, Order } from "./model";
import type { Play } from "./net";
import type { Presenter } from "./systems/presenter";
import type { TableState } from "./tablestate";

/** What gathering needs of the table. */
export interface Gatherer {
  readonly state: TableState;
  readonly play: Play;
  readonly presenter: Presenter;
  set(change: Partial<TableState>): void;
  carryOut(order: Order): Promise<void>;
}

export class Gathering {
  constructor(private readonly table: Gatherer) {}

  /** Whether a choice can be one of several, together with those that have been gathered. */
  takes(choice: Choice): boolean {
    const { gathered } = this.table.state;
    const isNew = gathered.every((other) => !other.subjects.some((subject) => choice.subjects.includes(subject)));
    return isNew && this.orderOf([...gathered, choice]) !== null;
  }

  add(choice: Choice): void {
    const gathered = [...this.table.state.gathered, choice];
    this.table.set({ gathered, plan: null, hovered: null, chosen: null, refusal: null, odds: null });
    void this.weigh();
  }

  remove(choice: Choice): void {
    this.table.set({ gathered: this.table.state.gathered.filter((other) => other !== choice), odds: null });
    void this.weigh();
  }

  clear(): void {
    this.table.set({ gathered: [], odds: null });
  }

  /** All of it as one order. */
  get order(): Order | null {
    return this.orderOf(this.table.state.gathered);
  }

  async carryOut(): Promise<void> {
    const { order } = this;
    if (order) await this.table.carryOut(order);
  }

  private orderOf(choices: readonly Choice[]): Order | null {
    return this.table.presenter.together?.(choices) ?? null;
  }

  private async weigh(): Promise<void> {
    const { order, table } = this;
    const { gathered } = table.state;
    if (!order || gathered.length < 2) return;
    const odds: Odds | null = await table.play.odds(order).catch(() => null);
    if (table.state.gathered === gathered) table.set({ odds });
  }
}
