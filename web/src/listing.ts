/** The choices of a question, fetched in portions. */

import { type Choice, onlySubject } from "./choices";
import type { Order } from "./model";
import { type Play, Refused } from "./net";
import type { TableState } from "./tablestate";

/** What listing needs of the table. */
export interface Offering {
  readonly state: TableState;
  readonly play: Play;
  /** An order as something to click for; null if it is offered in another way. */
  read(order: Order): Choice | null;
  set(change: Partial<TableState>): void;
  refuse(fault: unknown): void;
}

/** A longer list would help nobody. */
const MOST = 5000;

export class Listing {
  private asking = 0;

  constructor(private readonly table: Offering) {}

  /** A short list comes at once; the rest of a long one is fetched in the same way. */
  async list(decision: string): Promise<void> {
    const asking = ++this.asking;
    this.table.set({ moreChoices: true }); // until the end of the list, which may be empty: only "no" is left then
    let orders: Order[] = [];
    for (let more = true; more && orders.length < MOST; ) {
      try {
        const found = await this.table.play.options(decision, orders.length);
        if (asking !== this.asking) return;
        orders = [...orders, ...found.options];
        more = found.more && found.options.length > 0;
      } catch (fault) {
        if (asking === this.asking) this.fail(fault);
        return;
      }
      this.offer(orders, more);
    }
  }

  private offer(orders: readonly Order[], moreChoices: boolean): void {
    const choices = orders.map((order) => this.table.read(order)).filter((choice) => choice !== null);
    // The first portion of a long list may be about one unit alone: that says nothing yet.
    const only = moreChoices ? null : onlySubject(choices);
    this.table.set({ choices, moreChoices, chosen: this.table.state.chosen ?? only });
  }

  /** Half a list would hide choices: there is none, and the reason is said. It is asked for again with the next position. */
  private fail(fault: unknown): void {
    this.table.set({ choices: [], moreChoices: false });
    if (!(fault instanceof Refused && fault.code === "stale")) this.table.refuse(fault);
  }
}
