/** Reads the orders on offer: whom each is for, and where on the table one would click for it. */

import type { Order } from "./model";

export interface Choice {
  readonly order: Order;
  /** Units that carry it out. */
  readonly subjects: readonly string[];
  /** Units it is aimed at. */
  readonly targets: readonly string[];
  readonly path: readonly string[];
  /** The cell where it leads. */
  readonly goal: string | null;
  /** Fields that are no places and no units. */
  readonly rest: Readonly<Record<string, unknown>>;
}

export interface Known {
  isPiece(id: string): boolean;
  isCell(label: string): boolean;
}

const AIMED = /^(target|victim|enemy|at_unit)/;
const BYSTANDER = /^(passenger|carrier|observer|helper)/;

export function read(order: Order, known: Known): Choice {
  const subjects: string[] = [];
  const targets: string[] = [];
  const beside: string[] = [];
  let path: readonly string[] = [];
  let goal: string | null = null;
  const rest: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(order)) {
    if (key === "do") continue;
    const words = wordsOf(value);
    if (words.length > 0 && words.every((word) => known.isPiece(word))) {
      (AIMED.test(key) ? targets : BYSTANDER.test(key) ? beside : subjects).push(...words);
    } else if (words.length > 0 && words.every((word) => known.isCell(word))) {
      if (Array.isArray(value)) path = words;
      goal = words[words.length - 1]!;
    } else if (value !== "" && value !== false) {
      rest[key] = value;
    }
  }
  if (subjects.length === 0) subjects.push(...beside);
  else if (beside.length > 0) rest["with"] = beside;
  return { order, subjects, targets, path, goal, rest };
}

function wordsOf(value: unknown): string[] {
  if (typeof value === "string") return value === "" ? [] : [value];
  if (Array.isArray(value) && value.every((word) => typeof word === "string")) return value;
  return [];
}

export interface Glow {
  /** Units that can be chosen to act. */
  readonly subjects: ReadonlySet<string>;
  /** Units that can be chosen as a target of what is chosen. */
  readonly targets: ReadonlySet<string>;
  /** Cells where what is chosen may lead. */
  readonly goals: ReadonlySet<string>;
}

/** The choices of one unit; without one, those that need none. */
export function choicesOf(choices: readonly Choice[], subject: string | null): readonly Choice[] {
  return choices.filter((choice) =>
    subject === null ? choice.subjects.length === 0 : choice.subjects.includes(subject),
  );
}

/** What may be clicked now. */
export function glowOf(choices: readonly Choice[], subject: string | null): Glow {
  const own = choicesOf(choices, subject);
  return {
    subjects: new Set(choices.flatMap((choice) => choice.subjects)),
    targets: new Set(own.flatMap((choice) => choice.targets)),
    goals: new Set(own.filter((choice) => choice.targets.length === 0).flatMap((choice) => choice.goal ?? [])),
  };
}

/** The one unit that all choices with a place are about, if there is just one. */
export function onlySubject(choices: readonly Choice[]): string | null {
  let only: string | null = null;
  for (const { subjects } of choices) {
    for (const subject of subjects) {
      if (only !== null && subject !== only) return null;
      only = subject;
    }
  }
  return only;
}

/** What a click on a cell means for the unit that is chosen: the plainest choice first. */
export function choicesAt(choices: readonly Choice[], subject: string | null, cell: string): readonly Choice[] {
  return plainestFirst(
    choicesOf(choices, subject).filter((choice) => choice.goal === cell && choice.targets.length === 0),
  );
}

export function choicesAgainst(choices: readonly Choice[], subject: string | null, target: string): readonly Choice[] {
  return plainestFirst(choicesOf(choices, subject).filter((choice) => choice.targets.includes(target)));
}

function plainestFirst(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted(
    (a, b) => a.subjects.length - b.subjects.length || Object.keys(a.rest).length - Object.keys(b.rest).length,
  );
}

/** Choices that no click on the board can mean: they become buttons. */
export function plainChoices(choices: readonly Choice[]): readonly Choice[] {
  return choices.filter((choice) => choice.goal === null && choice.targets.length === 0 && choice.subjects.length === 0);
}

/** Choices of a unit that lead nowhere on the map: accept, lose a step, stay. */
export function unitChoices(choices: readonly Choice[], subject: string | null): readonly Choice[] {
  return choices.filter(
    (choice) =>
      choice.goal === null && choice.targets.length === 0 && choice.subjects.length > 0 &&
      (subject === null || choice.subjects.includes(subject)),
  ); // prettier-ignore
}
