/** The card of an element: its model, armour, weapons with ranges, mobility, and its state. */

import type { Lang, UnitCard } from "../model";
import { type Element, type Model, named, type Pack, speedOf, type View, type Weapon, weaponOf } from "./wiener2022.data";
import { ARMOUR, MOBILITIES, TRAITS, WORDS } from "./wiener2022.words";

export function cardOf(element: Element, model: Model, view: View, pack: Pack, lang: Lang, title: string, detail: string): UnitCard {
  const words = WORDS[lang];
  const speed = speedOf(pack, model, view.night);
  const values = [
    { label: words.armour, value: String(model.armour), note: ARMOUR[lang][model.armour] ?? "" },
    { label: words.resistance, value: String(model.resistance).replace("-", "−") },
    { label: words.speed, value: `${speed[0]}/${speed[1]}${speed[2] ? `/${speed[2]}` : ""}`, note: [words.road, words.ground, ...(speed[2] ? [words.water] : [])].join("/") },
    ...(model.capacity > 0 ? [{ label: words.capacity, value: String(model.capacity) }] : []),
    ...(element.ammunition !== undefined && element.ammunition >= 0 ? [{ label: words.ammo, value: String(element.ammunition) }] : []),
    ...(element.fuel !== undefined && element.fuel >= 0 ? [{ label: words.fuel, value: String(element.fuel) }] : []),
  ];
  const traits = model.traits.map((trait) => TRAITS[trait]?.[lang]).filter((trait) => trait !== undefined);
  const marks = [MOBILITIES[model.mobility]?.[lang] ?? "", words[model.size === "small" ? "small" : "large"], ...(model.tonnes > 0 ? [`${model.tonnes} ${words.tonnes}`] : []), ...traits].filter(Boolean);
  const weapons = model.weapons.map((id) => weaponOf(pack, id)).filter((weapon) => weapon !== undefined);
  const stock = Object.entries(view.stock[element.id] ?? {}).map(([kind, count]) => ({ label: words.stockNames[kind as keyof typeof words.stockNames] ?? kind, cells: [String(count)] }));
  return {
    side: element.side, title, subtitle: named(model, lang), values, marks: [...marks, ...(detail ? [detail] : [])],
    tables: [
      ...(weapons.length === 0 ? [] : [{ title: words.weapons, head: [words.calibre, words.gunClass, words.flat, words.indirect, words.against], rows: weapons.map((weapon) => ({ label: named(weapon, lang), cells: cellsOf(weapon, lang) })) }]),
      ...(stock.length > 0 ? [{ title: words.stock, head: [""], rows: stock }] : []),
    ],
    boxes: [], note: "",
  }; // prettier-ignore
}

function cellsOf(weapon: Weapon, lang: Lang): string[] {
  const calibre = weapon.calibre > 0 ? `${(weapon.calibre / 10).toLocaleString(lang)} cm` : "–";
  return [calibre, ...[weapon.gun_class, weapon.flat, weapon.indirect, weapon.air].map((value) => (value > 0 ? String(value) : "–"))];
}
