/** Answers made of parts: an order for each unit, written in secret, changeable until they are sealed. */

import { type Choice, type Known, read } from "./choices";
import type { Order } from "./model";

export type Part = { order: string } & Record<string, unknown>;

/** What has been given so far, by thing: `unit:12`. */
export interface Assembly {
  readonly do: string;
  readonly given: Readonly<Record<string, Part>>;
  /** All things that may be given something, in the order in which they are offered. */
  readonly pieces: readonly string[];
}

/** A choice of one part. */
export interface PartChoice extends Choice {
  readonly piece: string;
  readonly part: Part;
}

export function isPart(choice: Choice): choice is PartChoice {
  return "piece" in choice && "part" in choice;
}

function partsOf(order: Order | undefined): Record<string, Part> | null {
  const parts = order?.["parts"];
  return typeof parts === "object" && parts !== null && !Array.isArray(parts) ? (parts as Record<string, Part>) : null;
}

/** The first order on offer has as few parts as may be, each other one part more: these are the choices. */
export function assemblyOf(orders: readonly Order[], known: Known): { assembly: Assembly; choices: PartChoice[] } | null {
  const least = orders.length > 0 && orders.every((order) => partsOf(order)) ? partsOf(orders[0]) : null;
  if (!least) return null;
  const choices: PartChoice[] = [];
  for (const order of orders.slice(1)) {
    const [piece, part] = Object.entries(partsOf(order)!).find(([name, found]) => !same(least[name], found)) ?? [];
    if (piece !== undefined && part !== undefined) choices.push(choiceOf(piece, part, known));
  }
  const pieces = [...new Set([...Object.keys(least), ...choices.map((choice) => choice.piece)])];
  return { assembly: { do: orders[0]!.do, given: least, pieces }, choices };
}

function choiceOf(piece: string, part: Part, known: Known): PartChoice {
  const { order: verb, ...fields } = part;
  const unit = idOf(piece);
  const choice = read({ do: verb, unit, ...fields }, known);
  return { ...choice, subjects: [unit], piece, part };
}

/** "unit:12" is about unit 12. */
export function idOf(piece: string): string {
  return piece.slice(piece.indexOf(":") + 1);
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

export function given(assembly: Assembly, { piece, part }: PartChoice): Assembly {
  return { ...assembly, given: { ...assembly.given, [piece]: part } };
}

export function withdrawn(assembly: Assembly, piece: string): Assembly {
  const { [piece]: _, ...rest } = assembly.given;
  return { ...assembly, given: rest };
}

export function whole({ do: verb, given: parts }: Assembly): Order {
  return { do: verb, parts };
}

/** The parts given so far, each as a choice that can be drawn and named. */
export function drafts(assembly: Assembly, known: Known): PartChoice[] {
  return Object.entries(assembly.given).map(([piece, part]) => choiceOf(piece, part, known));
}
