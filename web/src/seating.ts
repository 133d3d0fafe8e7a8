/** Seats that several players of a side share: `german`, `german-2`. */

import type { Lang } from "./model";
import type { Presenter } from "./systems/presenter";

/** The seats of a scenario with as many players in each as wanted. */
export function matesOf(seats: readonly string[], players: Readonly<Record<string, number>>): string[] {
  return seats.flatMap((seat) => [seat, ...Array.from({ length: (players[seat] ?? 1) - 1 }, (_, n) => `${seat}-${n + 2}`)]);
}

/** The seat of the scenario that a player has or shares. */
export function sharedSeat(seat: string): string {
  return seat.replace(/-\d+$/, "");
}

/** What players call a seat: "German", and of his team mates "German 2". */
export function seatName(presenter: Presenter, seat: string, lang: Lang): string {
  const shared = sharedSeat(seat);
  const name = presenter.nameOf(seat, null, lang);
  const side = name === null && shared !== seat ? presenter.nameOf(shared, null, lang) : null;
  return name ?? (side === null ? seat : `${side} ${seat.slice(shared.length + 1)}`);
}
