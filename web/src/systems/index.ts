/** The systems that have panels and counters of their own on the table. */

import { Barbarossa1941 } from "./barbarossa1941";
import { Blitzkrieg1940 } from "./blitzkrieg1940";
import { PlainPresenter } from "./plain";
import type { Presenter } from "./presenter";
import { Wiener2022 } from "./wiener2022";

const KNOWN: Record<string, () => Presenter> = {
  blitzkrieg1940: () => new Blitzkrieg1940(),
  barbarossa1941: () => new Barbarossa1941(),
  wiener2022: () => new Wiener2022(),
};

export function presenterOf(system: string): Presenter {
  return (KNOWN[system] ?? (() => new PlainPresenter()))();
}
