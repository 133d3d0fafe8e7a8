/** What the stage shows beside the counters, and what a screen reader is told of a cell. */

import { idOf, isPart } from "./assembly";
import { type Choice, type Glow, glowOf } from "./choices";
import { points } from "./instruments";
import type { Odds } from "./model";
import type { PathCosts } from "./net";
import { type Fan, type Ghost, NO_OVERLAY, type Overlay } from "./scene";
import type { Table } from "./table";
import type { TableState } from "./tablestate";
import { say } from "./text/catalogue";
import { groundName } from "./text/terrain.words";

/** What may be clicked now; things that may be given a part in secret count as well. While an order is on its way, nothing. */
export function glowing({ choices, chosen, assembly, sending }: Pick<TableState, "choices" | "chosen" | "assembly" | "sending">): Glow {
  const glow = glowOf(sending ? [] : choices, chosen);
  return assembly ? { ...glow, subjects: new Set(assembly.pieces.map(idOf)) } : glow;
}

export function overlayOf(table: Table): Overlay {
  const { choices, chosen, plan, moment, moving, assembly } = table.state;
  if (moment || (choices.length === 0 && !assembly)) return { ...NO_OVERLAY, ...opened(table), hint: moment ? new Set() : concerned(table) };
  const glow = glowing(table.state);
  const current = table.current;
  const from = table.placeOf(current?.subjects[0] ?? chosen ?? "");
  const target = current?.targets[0] ?? null;
  const to = target ? table.placeOf(target) : "";
  const costs = current ? table.costsOf(current) : null;
  const drawn = shownDrafts(table, current);
  return {
    ...NO_OVERLAY,
    may: glow.subjects,
    chosen: moving ?? chosen,
    targets: plan ? new Set() : glow.targets,
    reach: moving ? new Set() : glow.goals,
    path: current?.path ?? [],
    pathFrom: from,
    notes: costs ? costs.steps.map((step) => points(step.spent, costs.per)) : [],
    pill: costs ? costPill(table, costs) : "",
    target,
    shots: target && from && to ? [{ from, to, dashed: plan === null }] : [],
    shotPill: plan?.odds && target ? oddsPill(table, plan.odds) : "",
    hint: concerned(table),
    // What is fired at has a line and a ring already.
    ghosts: ghostsOf(table, drawn.filter((choice) => choice !== current || !target)),
    fans: fansOf(table, drawn),
  };
}

function costPill(table: Table, { allowance, left, per }: PathCosts): string {
  return say(table.lang, table.wayCost, { spent: points(allowance - left, per), all: points(allowance, per) });
}

/** A result that leaves the target as it was. */
export function isNothing(result: string): boolean {
  return result === "" || result === "-" || result === "no effect" || /^0\b/.test(result);
}

/** How often the throw does something at all; to the first target where there are several. */
export function effectOf({ results, out_of }: Odds): string {
  const first = results[0]?.of ?? "";
  const nothing = results.find(({ result, of = "" }) => isNothing(result) && of === first)?.ways ?? 0;
  return `${Math.round(((out_of - nothing) * 100) / out_of)} %`;
}

/** The column and how often the throw does something at all. */
function oddsPill(table: Table, odds: Odds): string {
  const percent = effectOf(odds);
  if (odds.sums) return percent;
  return odds.column ? say(table.lang, "columnShort", { column: odds.column.replace(/^-/, "−"), percent }) : percent;
}

/** Orders that lie open, and the shots of the part of the log that is being shown. */
function opened(table: Table): Pick<Overlay, "ghosts" | "fans" | "shots"> {
  const { presenter, view, state } = table;
  const shown = view ? Object.entries(presenter.openOrders?.(view) ?? {}).map(([piece, part]) => table.readPart(piece, part)) : [];
  const shots = state.moment ? table.deeds(state.moment.n).map(({ from, to }) => ({ from: table.placeOf(from), to: table.placeOf(to), dashed: false })) : [];
  return { ghosts: ghostsOf(table, shown), fans: fansOf(table, shown), shots: shots.filter(({ from, to }) => from && to) };
}

/** Counters as they will stand: the plan in hand, and what has been written in secret. */
function ghostsOf(table: Table, shown: readonly Choice[]): Ghost[] {
  return shown.flatMap((choice) => {
    const { subjects, goal, path, targets } = choice;
    const id = subjects[0];
    const entry = isPart(choice) ? (table.presenter.entry?.(choice.part) ?? "") : "";
    const from = (id ? table.placeOf(id) : "") || entry;
    const to = path[path.length - 1] ?? (targets[0] ? table.placeOf(targets[0]) : goal);
    const isFacing = isPart(choice) && table.presenter.fan?.(choice.part);
    const isAimed = path.length === 0 && (targets.length > 0 || (from !== "" && !isFacing && !entry));
    return id && to && to !== from && !(isFacing && from) ? [{ id, from, to, path, isAimed }] : [];
  });
}

/** Where units that wait for something will look, and how far. */
function fansOf(table: Table, shown: readonly Choice[]): Fan[] {
  return shown.flatMap((choice) => {
    const fan = isPart(choice) ? table.presenter.fan?.(choice.part) : null;
    const at = fan ? (fan.at ?? table.placeOf(choice.subjects[0]!)) : "";
    return fan && at ? [{ ...fan, at }] : [];
  });
}

/** What is in hand takes the place of what the same unit was given before. */
function shownDrafts(table: Table, current: Choice | null): Choice[] {
  const inHand = current && isPart(current) ? current : null;
  const kept = table.drafts.filter(({ piece }) => piece !== inHand?.piece);
  return [...kept, ...table.state.gathered, ...(current && (table.state.plan || inHand) ? [current] : [])];
}

/** The cells that a reaction is about, from the fields of the question. */
function concerned(table: Table): ReadonlySet<string> {
  const asked = table.state.position?.asked;
  if (!asked?.isReaction) return new Set();
  return new Set(concernedIn(asked.question, table).map((id) => (table.isPiece(id) ? table.placeOf(id) : id)).filter(Boolean));
}

/** Units and cells named in the fields of a question. */
export function concernedIn(question: Record<string, unknown>, table: Pick<Table, "isPiece" | "isCell">): string[] {
  const words = Object.values(question).flatMap((value) => (Array.isArray(value) ? (value as unknown[]) : [value]));
  const named = words.filter((word): word is string => typeof word === "string" && (table.isPiece(word) || table.isCell(word)));
  return [...new Set(named)];
}

/** A cell in words: number, name, height, terrain, who stands there, whether it can be chosen. */
export function spokenCell(table: Table, cell: string): string {
  const { material } = table.state;
  const { lang } = table;
  const ground = material?.board.cells[cell];
  const place = material?.board.places.find((found) => found.at === cell);
  const parts = [cell];
  if (place) parts.push((lang === "de" && place.name_de) || place.name);
  if (ground) parts.push(say(lang, "height", { n: ground.level }), groundName(material.board, cell, lang));
  const here = table.pieces.filter((piece) => piece.at === cell);
  for (const piece of here) parts.push([piece.name[lang], piece.detail[lang]].filter(Boolean).join(", "));
  if (here.length === 0) parts.push(say(lang, "empty"));
  const glow = glowing(table.state);
  if (glow.goals.has(cell) || here.some((piece) => glow.subjects.has(piece.id) || glow.targets.has(piece.id))) {
    parts.push(say(lang, "mayChoose"));
  }
  return parts.join(", ");
}
