/** What paths cost, as the server says: asked once for each choice that somebody looks at. */

import { isPart, whole } from "./assembly";
import type { Choice } from "./choices";
import type { Order } from "./model";
import type { PathCosts, Play } from "./net";
import type { TableState } from "./tablestate";

interface Looking {
  readonly state: TableState;
  readonly play: Play;
  readonly current: Choice | null;
  set(change: Partial<TableState>): void;
}

export class Prices {
  private readonly known = new WeakMap<Choice, PathCosts | null>();

  constructor(private readonly table: Looking) {}

  of(choice: Choice): PathCosts | null {
    return this.known.get(choice) ?? null;
  }

  async ask(choice: Choice): Promise<void> {
    if (choice.path.length === 0 || this.known.has(choice)) return;
    this.known.set(choice, null);
    try {
      this.known.set(choice, await this.table.play.costs(this.alone(choice)));
      if (this.table.current === choice) this.table.set({});
    } catch {
      // Where the book forbids it, or nothing can be said, the path is drawn without figures.
    }
  }

  /** The order by itself; of an answer in pieces, one with nothing but this part in it. */
  private alone(choice: Choice): Order {
    const { assembly } = this.table.state;
    return assembly && isPart(choice) ? whole({ ...assembly, given: { [choice.piece]: choice.part } }) : choice.order;
  }
}
