/** One screen for several players: whose eyes it looks through, and the curtain between them. */

import type { Lang } from "./model";
import type { Play, Position } from "./net";
import { hidesSomething, type TableState } from "./tablestate";

/** What handing on the screen needs of the table. */
export interface Seen {
  readonly state: TableState;
  readonly play: Play;
  readonly lang: Lang;
  set(change: Partial<TableState>): void;
}

export class Screen {
  /** The player in front of the curtain has said to go on; it is drawn once there is only his to be seen. */
  private isWanted = false;

  constructor(private readonly table: Seen) {}

  /** Whoever opens the page may not be the one whose eyes it looks through. */
  opened(): void {
    const { role, game, seat } = this.table.state;
    if (role === "table" && game?.stage === "playing" && hidesSomething(game)) this.fall(seat);
  }

  /** The eyes follow whoever is asked; a curtain falls where something is hidden. */
  pass(position: Position): void {
    const { role, game, seat, curtain } = this.table.state;
    if (role !== "table" || position.outcome) return this.raise();
    if (curtain && position.seat !== curtain) return;
    const isDone = !position.asked || position.asked.isSecret;
    const next = isDone && !position.awaited.includes(seat) ? position.awaited.find((other) => other !== seat) : undefined;
    if (!next) return this.raise();
    if (hidesSomething(game)) this.fall(next);
    else this.table.play.look(next, this.table.lang);
  }

  /** The player at the screen is the one whom the curtain names. */
  goOn(): void {
    const { curtain, seat, position } = this.table.state;
    if (!curtain) return;
    this.isWanted = true;
    if (seat !== curtain) this.table.play.look(curtain, this.table.lang);
    else if (position?.seat === curtain) this.raise();
  }

  private fall(curtain: string): void {
    this.isWanted = false;
    this.table.set({ curtain, moment: null, inspected: null });
  }

  private raise(): void {
    const { curtain, position } = this.table.state;
    if (curtain && (this.isWanted || position?.outcome)) this.table.set({ curtain: "" });
  }
}
