/** The systems that have panels and counters of their own on the table. */

import { Blitzkrieg1940 } from "./blitzkrieg1940";
import { PlainPresenter } from "./plain";
import type { Presenter } from "./presenter";

const KNOWN: Record<string, () => Presenter> = {
  blitzkrieg1940: () => new Blitzkrieg1940(),
};

export function presenterOf(system: string): Presenter {
  return (KNOWN[system] ?? (() => new PlainPresenter()))();
}
