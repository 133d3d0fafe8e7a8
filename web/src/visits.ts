/** How far a player has read each of his games. Kept in this browser alone. */

const VISITS = "planspiel.visits";
const KEPT = 200;

type Visits = Record<string, number>;

function load(): Visits {
  try {
    return (JSON.parse(localStorage.getItem(VISITS) ?? "{}") as Visits | null) ?? {};
  } catch {
    return {};
  }
}

const key = (token: string, seat: string): string => `${token.slice(-16)} ${seat}`;

/** The lines that were there when the player last looked; 0 if he never did. */
export function lastVisit(token: string, seat: string): number {
  return load()[key(token, seat)] ?? 0;
}

export function keepVisit(token: string, seat: string, lines: number): void {
  const { [key(token, seat)]: _, ...rest } = load();
  const kept = Object.entries(rest).slice(-KEPT);
  try {
    localStorage.setItem(VISITS, JSON.stringify({ ...Object.fromEntries(kept), [key(token, seat)]: lines }));
  } catch {
    // A browser that keeps nothing shows every line as read.
  }
}
