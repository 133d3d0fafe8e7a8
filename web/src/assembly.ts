/** Answers made of parts: an order for each unit, written in secret, changeable until they are sealed. */

import { type Choice, type Known, read } from "./choices";
import type { Asked, Order } from "./model";

export type Part = { order: string } & Record<string, unknown>;

/** Parts by the thing each belongs to: `unit:12`. */
export type Draft = Readonly<Record<string, Part>>;

/** What has been given so far, and what may be. */
export interface Assembly {
  readonly do: string;
  readonly given: Draft;
  /** All things that may be given something, in the order in which they are offered. */
  readonly pieces: readonly string[];
  /** Those that may not be left without. */
  readonly must: readonly string[];
}

/** A choice of one part. */
export interface PartChoice extends Choice {
  readonly piece: string;
  readonly part: Part;
}

export function isPart(choice: Choice): choice is PartChoice {
  return "piece" in choice && "part" in choice;
}

/** An empty answer to a question in pieces; null for any other question. */
export function begun(asked: Pick<Asked, "answers" | "pieces" | "must">): Assembly | null {
  return asked.pieces ? { do: asked.answers[0] ?? "", given: {}, pieces: asked.pieces, must: asked.must } : null;
}

/** A part as something to click for: whatever else it names is its target, and a path leads to its end. */
export function partChoice(piece: string, part: Part, known: Known): PartChoice {
  const { order: verb, ...fields } = part;
  const unit = idOf(piece);
  const choice = read({ do: verb, ...fields }, known);
  const targets = [...choice.subjects, ...choice.targets].filter((id) => id !== unit);
  const goal = choice.path[choice.path.length - 1] ?? choice.goal;
  return { ...choice, subjects: [unit], targets: [...new Set(targets)], goal, piece, part };
}

/** A part as its row in the list says it: what, and whereto or at whom. */
export function inWords(choice: PartChoice, label: string, name: (id: string) => string): string {
  const where = choice.path.length > 0 ? `→ ${choice.goal}` : choice.targets.map(name).join(", ") || placeIn(choice.part);
  return [label, where].filter(Boolean).join(" ");
}

/** The cell that a part names, "" if none. */
export function placeIn(part: Part): string {
  return String(part["hex"] ?? part["field"] ?? "");
}

/** "unit:12" is about unit 12. */
export function idOf(piece: string): string {
  return piece.slice(piece.indexOf(":") + 1);
}

/** The thing of a unit, if it may be given something. */
export function pieceOf(assembly: Assembly | null, id: string | null): string | null {
  return (id !== null && assembly?.pieces.find((piece) => piece === id || idOf(piece) === id)) || null;
}

export function given(assembly: Assembly, piece: string, part: Part): Assembly {
  return { ...assembly, given: { ...assembly.given, [piece]: part } };
}

export function withdrawn(assembly: Assembly, piece: string): Assembly {
  const { [piece]: _, ...rest } = assembly.given;
  return { ...assembly, given: rest };
}

/** Things that still need a part. */
export function lacking({ must, given: parts }: Assembly): string[] {
  return must.filter((piece) => !(piece in parts));
}

export function whole({ do: verb, given: parts }: Assembly): Order {
  return { do: verb, parts };
}

/** The kinds of order among parts, each with the number of ways to give it. */
export function kindsOf(parts: readonly PartChoice[]): { kind: string; ways: number }[] {
  const found = new Map<string, number>();
  for (const { part } of parts) found.set(part.order, (found.get(part.order) ?? 0) + 1);
  return [...found].map(([kind, ways]) => ({ kind, ways }));
}

/** Whether things are put on the map; else those that must have something choose, such as whom to fire at. */
export function isPlacing(assembly: Assembly, placeOf: (id: string) => string): boolean {
  return assembly.must.some((thing) => placeOf(idOf(thing)) === "");
}
