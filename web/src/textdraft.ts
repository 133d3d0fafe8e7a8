/** Secret orders in words: first the units with what they were given, then what the chosen one may be given. */

import { idOf, isPlacing, lacking } from "./assembly";
import type { Choice } from "./choices";
import type { Lang, Order } from "./model";
import type { Table } from "./table";
import { say } from "./text/catalogue";
import { choiceLine, type Numbered, numbered } from "./textboard";

export function draftLines(table: Table, lang: Lang, named: (id: string) => string): Numbered[] {
  const { assembly, chosen, position, material } = table.state;
  if (!assembly || !position?.asked) return [];
  const budget = material ? (table.presenter.budget?.(position.asked, assembly, material) ?? null) : null;
  if (budget) return [...purchases(table, lang, budget.prices), entry({ do: "seal" }, `${say(lang, "sealOrders")}: ${say(lang, "pointsLeft", { left: budget.left, all: budget.all, unit: budget.unit[lang] })}`)].map(counted);
  if (chosen !== null) {
    const piece = assembly.pieces.find((found) => idOf(found) === chosen);
    const ways = numbered(table.state.choices, (choice) => choiceLine(choice, table.label(choice), named));
    const back = entry({ do: "back" }, say(lang, "otherUnit"));
    const withdraw = piece && piece in assembly.given ? [entry({ do: "withdraw", piece }, say(lang, "take"))] : [];
    return [...ways, ...withdraw, back].map(counted);
  }
  const written = new Map(table.drafts.map((draft) => [draft.piece, choiceLine({ ...draft, subjects: [] }, table.label(draft), named)]));
  const missing = lacking(assembly);
  const puts = isPlacing(assembly, (id) => table.placeOf(id));
  const units = assembly.pieces.map((piece) => entry({ do: "choose" }, `${named(idOf(piece))}: ${written.get(piece) ?? say(lang, !assembly.must.includes(piece) ? "noOrder" : puts ? "toPlace" : "toChoose")}`, idOf(piece)));
  const fill = missing.length > 0 ? [entry({ do: "fill" }, `${say(lang, puts ? "fillRest" : "chooseRest")} (${say(lang, "stillLacking", { n: missing.length })})`)] : [];
  const seal = entry({ do: "seal" }, `${say(lang, "sealOrders")} (${say(lang, "withOrder", { n: written.size, all: assembly.pieces.length })})`);
  return [...units, ...fill, seal].map(counted);
}

function purchases(table: Table, lang: Lang, prices: Readonly<Record<string, number>>): Numbered[] {
  const given = table.state.assembly?.given ?? {};
  return Object.entries(prices).flatMap(([piece, price]) => {
    const count = Number(given[piece]?.["count"] ?? 0);
    const name = table.nameOf(piece);
    const more = entry({ do: "buy", piece, count: count + 1 }, `${say(lang, "more")}: ${name} (${count}, ${say(lang, "costs1", { n: price })})`);
    if (count === 0) return [more];
    const fewer: Order = count === 1 ? { do: "withdraw", piece } : { do: "buy", piece, count: count - 1 };
    return [more, entry(fewer, `${say(lang, "fewer")}: ${name} (${count})`)];
  });
}

function entry(order: Order, text: string, subject?: string): Numbered {
  const choice: Choice = { order, subjects: subject === undefined ? [] : [subject], targets: [], path: [], goal: null, rest: {} };
  return { n: 0, choice, text };
}

function counted(found: Numbered, n: number): Numbered {
  return { ...found, n: n + 1 };
}
