/** Guided first games. A lesson is plain data; `guide.ts` plays any of them. */

import type { Part } from "../assembly";
import type { Lang, Order } from "../model";

export interface Step {
  /** Whose decision it is, if not the player's: then the guide gives it. */
  readonly seat?: string;
  /** The kind of question it answers. */
  readonly ask?: string;
  readonly order?: Order;
  /** Where a question is answered piece by piece: what one thing is given. */
  readonly piece?: string;
  readonly part?: Part;
  /** All parts have been given: seal them. */
  readonly seal?: boolean;
  /** The player throws, by a button: drawing a marker. */
  readonly roll?: boolean;
  /** The throws that follow, so that the game always runs the same. */
  readonly dice?: readonly (readonly number[])[];
  readonly say?: Readonly<Record<Lang, string>>;
  readonly cite?: string;
  /** Units and cells it is about. */
  readonly show?: readonly string[];
}

export interface Lesson {
  readonly system: string;
  readonly scenario: string;
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  readonly seat: string;
  /** For dice that the lesson does not foresee. */
  readonly seed: number;
  readonly title: Readonly<Record<Lang, string>>;
  /** What the opponent prefers to do where the lesson says nothing. */
  readonly opponent: readonly string[];
  readonly steps: readonly Step[];
  readonly end: Readonly<Record<Lang, string>>;
}

export const LESSONS: Readonly<Record<string, () => Promise<Lesson>>> = {
  blitzkrieg1940: async () => (await import("./blitzkrieg1940.json")).default as unknown as Lesson,
  barbarossa1941: async () => (await import("./barbarossa1941.json")).default as unknown as Lesson,
  wiener2022: async () => (await import("./wiener2022.json")).default as unknown as Lesson,
};
