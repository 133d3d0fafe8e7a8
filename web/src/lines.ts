/** Lines of the log as the page shows them: whose they are, the dice in them, the sentence. */

import type { LogLine } from "./model";
import type { TellingLine } from "./net";

const DICE = /^\d+d\d+: [\d ]+(?:= \d+)?,?\s*/;

/** Whose deed a line tells; "" if nobody's. */
export type SideOf = (id: string) => string;

/** A line in other words than the server's; null where its own will do. */
export type Reword = (event: Record<string, unknown>) => string | null;

export function lineOf(number: number, told: TellingLine, sideOf: SideOf, reword: Reword = () => null): LogLine | null {
  const entry = entryOf(told.line);
  const said = reword(asRecord(entry["event"]) ?? {}) ?? (told.said ?? "").trim();
  if (said === "" || entry["entry"] === "opened") return null;
  const dice = Array.isArray(entry["pips"]) ? (entry["pips"] as number[]) : undefined;
  const event = asRecord(entry["event"]);
  return {
    number,
    side: ownerOf(event ?? entry, sideOf),
    kind: dice ? "dice" : isHeading(event) ? "heading" : "event",
    said: { template: dice ? said.replace(DICE, "") : said },
    ...(dice ? { dice } : {}),
    cite: told.cite ?? "",
  };
}

/** The same said again and again stands in the log once, with how often; `mark` is a line that begins anew. */
export function merged(lines: readonly LogLine[], mark?: number): LogLine[] {
  const found: LogLine[] = [];
  for (const line of lines) {
    const before = found[found.length - 1];
    const isSame = before && line.number !== mark && !line.dice && !before.dice && line.said.template === before.said.template && line.cite === before.cite;
    if (isSame) found[found.length - 1] = { ...line, times: (before.times ?? 1) + 1, first: before.first ?? before.number };
    else found.push(line);
  }
  return found;
}

function isHeading(event: Record<string, unknown> | null): boolean {
  const name = String(event?.["event"] ?? "");
  return /^(turn-began|turn-started|phase-began|marker-drawn)$/.test(name);
}

function ownerOf(fields: Record<string, unknown>, sideOf: SideOf): string {
  for (const key of ["side", "unit", "element", "leader", "firer", "observer", "marker", "formation", "roller", "seat", "hq"]) {
    const found = fields[key];
    const side = typeof found === "string" ? sideOf(found) : "";
    if (side) return side;
  }
  return "";
}

/** A line of the log holds an entry with its number and its sum. */
function entryOf(line: unknown): Record<string, unknown> {
  const fields = asRecord(line) ?? {};
  return asRecord(fields["what"]) ?? fields;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/** Puts names in the place of ids, longest first, never inside a word. */
export function naming(names: ReadonlyMap<string, string>): (text: string) => string {
  const ids = [...names.keys()].filter((id) => id.length > 1).sort((a, b) => b.length - a.length);
  if (ids.length === 0) return (text) => text;
  const any = ids.map((id) => id.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")).join("|");
  const pattern = new RegExp(`(?<![\\w/-])(?:${any})(?![\\w/-])`, "g");
  return (text) => text.replace(pattern, (id) => names.get(id) ?? id);
}

const NAMED = ["units", "elements", "formations", "markers"] as const;

/** The ids of a view that players have names for, those that are out of sight among them. */
export function idsIn(view: Record<string, unknown>): string[] {
  const gone = Object.values(asRecord(view["ghosts"]) ?? {}).map((ghost) => asRecord(ghost)?.["element"]);
  return [...NAMED.flatMap((table) => Object.keys(asRecord(view[table]) ?? {})), ...gone.filter((id) => typeof id === "string")];
}

/** Whose a thing is: a side itself, or a unit, formation or marker of one; "" if nobody's. */
export function sideIn(view: Record<string, unknown>, looks: Readonly<Record<string, unknown>>, id: string): string {
  if (id in looks) return id;
  for (const table of NAMED) {
    const side = asRecord(asRecord(view[table])?.[id])?.["side"];
    if (typeof side === "string" && side) return side;
  }
  return "";
}
