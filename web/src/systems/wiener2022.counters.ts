/** The counters of Wiener 2022: what stands on them, and their markers. */

import type { Badge, BadgeKind, Face, Lang } from "../model";
import { bandOf, type Element, isSpent, modelOf, numberOf, type Pack, speedOf, symbolOf, type View, weaponOf } from "./wiener2022.data";
import { WORDS } from "./wiener2022.words";

type Word = "position" | "camouflaged" | "located" | "hidden" | "mounted";

const PINS: Readonly<Record<number, BadgeKind>> = { 3: "pin-red", 4: "pin-grey", 5: "pin-black", 6: "pin-black" };

/** Markers as they lie on the table: pinning by its colour, position, net, reconnaissance, hidden. */
export function badgesOf(element: Element): Badge[] {
  const badge = (kind: BadgeKind, word: Word, letter = ""): Badge => ({ kind, letter, name: { de: WORDS.de[word], en: WORDS.en[word] } });
  const level = (element.pinned ?? 0) as 0 | 3 | 4 | 5 | 6;
  const pin = (lang: Lang): string => `${WORDS[lang].pinned}: ${level === 0 ? "" : WORDS[lang].pins[level]}`;
  return [
    ...(level > 0 ? [{ kind: PINS[level] ?? "pin-black", letter: String(level), name: { de: pin("de"), en: pin("en") } }] : []),
    ...(element.position ? [badge("position", "position", "S")] : []),
    ...(element.camouflaged ? [badge("net", "camouflaged", "T")] : []),
    ...(element.hidden ? [badge("out-of-command", "hidden", "V")] : []),
    ...(element.located ? [badge("seen", "located", "A")] : []),
  ];
}

export function faceOf(element: Element, view: View, pack: Pack, riders: readonly Element[]): Face {
  const model = modelOf(pack, element.model);
  const symbol = symbolOf(pack, element.model);
  const weapon = weaponOf(pack, model?.weapons[0] ?? "");
  const speed = model ? (speedOf(pack, model, view.night)[1] ?? 0) : 0;
  const load = riders[0] ? symbolOf(pack, riders[0].model) : "";
  return {
    side: element.side, band: bandOf(symbol), code: shortCode(model?.name_de ?? element.model), company: numberOf(element.id), symbol,
    attack: weapon && weapon.gun_class > 0 && weapon.indirect === 0 ? String(weapon.gun_class) : "", range: weapon ? String(weapon.indirect || weapon.flat) : "",
    ...(model && model.armour > 0 ? { defence: String(model.armour) } : {}), movement: speed > 0 ? String(speed) : "",
    done: isSpent(element, view), badges: badgesOf(element),
    ...(load ? { load } : {}), ...(typeof element.facing === "number" && element.facing >= 0 ? { facing: element.facing * 0.75 } : {}),
    ...(element.ammunition !== undefined && element.ammunition >= 0 ? { ammo: String(element.ammunition) } : {}),
  }; // prettier-ignore
}

/** What fits on the band. */
function shortCode(name: string): string {
  return name.replace(/-?(Waffen)?base$/i, "").replace(/^Figuren(base)?\b ?/, "Inf ").replace(/^(leichter|mittlerer|schwerer) /, "").replace(/^Inf \((.*)\)$/, "$1").trim();
}

export function detailOf(element: Element, view: View, pack: Pack, lang: Lang, nameOf: (element: Element) => string): string {
  const words = WORDS[lang];
  const said: string[] = badgesOf(element).map((badge) => badge.name?.[lang] ?? "");
  const riders = Object.values(view.elements).filter((other) => other.aboard === element.id);
  for (const rider of riders) said.push(`${modelOf(pack, rider.model)?.kind === "weapon" ? words.tows : words.carries} ${nameOf(rider)}`);
  if (element.aboard) said.push(`${modelOf(pack, element.model)?.kind === "weapon" ? words.towed : words.mounted}`);
  if (element.elite && element.elite.length > 0) said.push(words.elite);
  if (element.moved) said.push(`${words.moved}: ${element.moved}`);
  if (element.shot) said.push(words.fired);
  if (isSpent(element, view)) said.push(words.spent);
  return said.join(", ");
}
