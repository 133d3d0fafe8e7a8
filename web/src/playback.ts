/** The parts of the log that are shown as one: the steps of a round whose orders were secret. */

import type { Chapter, Lang } from "./model";
import type { TellingLine } from "./net";
import type { Presenter } from "./systems/presenter";

/** All chapters in the log, in their sequence. Steps in which nothing was said are left out. */
export function chaptersOf(lines: readonly TellingLine[], presenter: Presenter, lang: Lang): Chapter[] {
  if (!presenter.chapter) return [];
  const found: Chapter[] = [];
  lines.forEach((line, n) => {
    const event = eventOf(line);
    const begun = event ? presenter.chapter!(event, lang) : null;
    if (begun) found.push({ ...begun, from: n, to: lines.length });
  });
  return found
    .map((chapter, n) => ({ ...chapter, to: found[n + 1]?.from ?? chapter.to }))
    .filter((chapter) => chapter.isFirst || said(lines, chapter) > 0);
}

/** The chapters of the last round. */
export function lastRound(chapters: readonly Chapter[]): Chapter[] {
  const first = chapters.findLastIndex((chapter) => chapter.isFirst);
  return first < 0 ? [] : chapters.slice(first);
}

/** What was done in the chapter of line `n`, up to that line. */
export function deedsOf(lines: readonly TellingLine[], presenter: Presenter, n: number): { from: string; to: string }[] {
  const first = lines.slice(0, n).findLastIndex((line) => presenter.chapter?.(eventOf(line) ?? {}, "en"));
  return lines.slice(Math.max(0, first), n).flatMap((line) => presenter.deed?.(eventOf(line) ?? {}) ?? []);
}

/** How many lines of a chapter say something. */
export function said(lines: readonly TellingLine[], { from, to }: Pick<Chapter, "from" | "to">): number {
  return lines.slice(from, to).filter((line) => (line.said ?? "").trim() !== "").length;
}

function eventOf(line: TellingLine): Record<string, unknown> | null {
  const fields = record(line.line);
  return record((record(fields?.["what"]) ?? fields)?.["event"]);
}

function record(value: unknown): Record<string, unknown> | null {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}
