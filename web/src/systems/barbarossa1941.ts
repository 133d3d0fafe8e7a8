/** Barbarossa 1941 on the table: counters, works, secret orders, cards, airfield, the twelve steps. */

import type { Assembly, Draft, Part } from "../assembly";
import type { Board } from "../boards/board";
import type { Choice } from "../choices";
import { towards } from "../draw/fans";
import type { Asked, Badge, Chip, FormationRow, Lang, Panel, Piece, SideLook, Token, UnitCard } from "../model";
import { seatName } from "../seating";
import { cardOf } from "./barbarossa1941.card";
import { type Card, firepower, type Pack, pace, reach, symbolOf, type Unit, type View } from "./barbarossa1941.data";
import { KINDS, MINE_LETTERS, STEPS, WINDS, WORDS } from "./barbarossa1941.words";
import { plainLabel } from "./plain";
import { policySettings, upkeepOf } from "./barbarossa1941.settings";
import type { Material, Presenter, Setting, Upkeep, ViewData } from "./presenter";

const LOOKS: Record<string, SideLook> = {
  german: {
    id: "german", letter: "D", name: { de: "Deutsch", en: "German" }, body: "#b7c0b1", ink: "#161a16",
    panel: ["#4d5a50", "#a3b2a6"], dark: false,
  },
  soviet: {
    id: "soviet", letter: "S", name: { de: "Sowjetisch", en: "Soviet" }, body: "#7c3423", ink: "#ffffff",
    panel: ["#8c3a26", "#e39a80"], dark: true,
  },
}; // prettier-ignore

/** The colour of the band tells the arm. */
const BANDS: Record<string, string> = {
  infantry: "#e8dcbc", artillery: "#c9a24a", vehicle: "#9c8f78", armoured_vehicle: "#8aa08c", light_tank: "#f0c9a0", medium_tank: "#d98b5c",
  heavy_tank: "#a34f33", aircraft: "#8fb7d6",
}; // prettier-ignore
const ON_TABLE = ["map", "air", "aboard", "airfield", "pool", "due"];

export class Barbarossa1941 implements Presenter {
  readonly looks = LOOKS;
  readonly kinds = Object.keys(KINDS);
  readonly hasNoStandingOrders = true;
  readonly isSecret = true;
  private names = new Map<string, string>();

  pieces(data: ViewData, material: Material): Piece[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    this.names = new Map(Object.values(view.units).map((unit) => [unit.id, unit.card]));
    return Object.values(view.units)
      .filter((unit) => ON_TABLE.includes(unit.fate ?? "pool"))
      .filter((unit) => unit.fate !== "pool" || view.sides.includes(unit.side))
      .map((unit) => this.piece(unit, view, pack));
  }

  private piece(unit: Unit, view: View, pack: Pack): Piece {
    const card = pack.cards[unit.card]!;
    const isOwn = view.sides.includes(unit.side);
    const casualties = unit.casualties ?? 0;
    const isHq = card.traits?.includes("hq") ?? false;
    return {
      id: unit.id,
      at: unit.fate === "map" ? (unit.hex ?? "") : unit.fate === "air" ? (unit.station ?? "") : "",
      face: {
        side: unit.side, band: BANDS[card.type] ?? "#e8dcbc", code: card.label, company: String(unit.number), symbol: symbolOf(card),
        attack: String(firepower(card, casualties)), range: String(reach(card)), defence: String(card.defence), movement: pace(card) > 0 ? String(pace(card)) : "",
        steps: card.size - casualties, ofSteps: card.size, badges: badgesOf(unit),
        ...(isOwn && unit.ammo !== undefined ? { ammo: String(unit.ammo) } : {}),
        ...(isHq ? { command: String(card.command_range ?? "") } : {}),
        ...facingOf(unit),
      },
      name: { de: this.unitName(unit.id, pack, "de"), en: this.unitName(unit.id, pack, "en") },
      ...(unit.fate === "airfield" ? { away: { de: WORDS.de.onAirfield, en: WORDS.en.onAirfield } } : unit.fate === "aboard" ? { away: { de: WORDS.de.riding, en: WORDS.en.riding } } : {}),
      detail: { de: detailOf(unit, view, pack, "de"), en: detailOf(unit, view, pack, "en") },
    }; // prettier-ignore
  }

  tokens(data: ViewData, material: Material): Token[] {
    const view = data as unknown as View;
    const bridges = Object.entries(material.board.features ?? {}).filter(([at, kinds]) => kinds.includes("bridge") && !(at in view.bridges));
    return [
      ...bridges.map(([at]) => token("bridge", at, "", { facing: alongRoad(at, material) })),
      ...Object.entries(view.bridges).map(([at, state]) => token(state.destroyed ? "ruin" : "bridge", at, "", { facing: alongRoad(at, material), letter: state.pontoon ? "P" : "" }, state.pontoon ? "pontoon" : undefined)),
      ...view.paths.map((at) => token("path", at, "")),
      ...Object.values(view.trenches).map(({ hex, facing }) => token("trench", hex, "", { facing })),
      ...Object.entries(view.bunkers).map(([at, { facing }]) => token("bunker", at, "", { facing })),
      ...Object.entries(view.wire).map(([at, side]) => token("wire", at, side)),
      ...Object.entries(view.teeth).map(([at, side]) => token("teeth", at, side, {}, "dragons_teeth")),
      ...Object.values(view.mines).map(({ hex, side, kind, revealed }) => token("mines", hex, side, { letter: view.sides.includes(side) || revealed ? (MINE_LETTERS[kind] ?? "") : "?" })),
      ...Object.entries(view.cargo).map(([at, points]) => token("cargo", at, "", { letter: String(points) })),
      ...Object.keys(view.smoke).map((at) => token("smoke", at, "")),
    ];
  }

  draftTokens(given: Draft): Token[] {
    return Object.entries(given).flatMap(([piece, part]) => {
      const hex = String(part["hex"] ?? "");
      const facing = Number(part["facing"] ?? 0);
      if (part.order === "place-mines") return [token("mines", hex, "", { letter: MINE_LETTERS[String(part["kind"])] ?? "" })];
      if (part.order !== "place-work") return [];
      // Wire and dragon's teeth lie along a side: drawn there once they are placed, before as a trench would be.
      return [token(piece.startsWith("work:bunker") ? "bunker" : "trench", hex, "", { facing })];
    });
  }

  /** Who stands alone in the hexes that count, as far as one sees. */
  owners(data: ViewData, material: Material): Record<string, string> {
    const view = data as unknown as View;
    const found: Record<string, string> = {};
    for (const { at } of material.board.objectives) {
      const sides = new Set(Object.values(view.units).filter((unit) => unit.fate === "map" && unit.hex === at).map((unit) => unit.side));
      if (sides.size === 1) found[at] = [...sides][0]!;
    }
    return found;
  }

  turn(data: ViewData, material: Material, lang: Lang): string {
    const view = data as unknown as View;
    const words = WORDS[lang];
    if (view.turn === 0) return words.settingUp;
    const now = view.step > 0 ? `${words.step} ${view.step}: ${STEPS[lang][view.step - 1] ?? ""}` : words.planning;
    return `${words.round} ${view.turn}/${String(material.scenario["rounds"] ?? "?")} · ${now}`;
  }

  panels(data: ViewData, material: Material, lang: Lang): Panel[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    const aircraft = Object.values(view.units).filter((unit) => pack.cards[unit.card]?.type === "aircraft" && !["dead", "pool", "due"].includes(unit.fate ?? "pool"));
    return [
      track(view, pack, lang),
      ...(aircraft.length > 0 ? [this.airfield(aircraft, pack, lang)] : []),
      { kind: "formations", title: WORDS[lang].forces, note: WORDS[lang].columns, groups: this.forces(view, pack, lang) },
    ];
  }

  private airfield(aircraft: readonly Unit[], pack: Pack, lang: Lang): Panel {
    const { airfield, boxNames } = WORDS[lang];
    const chips = aircraft.map((unit): Chip => {
      const where = unit.fate === "air" ? (unit.station ?? boxNames[""]) : (boxNames[(unit.box ?? "") as keyof typeof boxNames] ?? "");
      return { id: unit.id, side: unit.side, label: `${pack.cards[unit.card]!.label} ${unit.number}: ${where}`, count: 1, state: unit.fate === "air" ? "current" : unit.box === "ready" ? "" : "spent" };
    });
    return { kind: "chips", title: airfield, cites: ["BAR-airfield-4"], chips };
  }

  private forces(view: View, pack: Pack, lang: Lang): { side: string; rows: FormationRow[] }[] {
    return Object.keys(LOOKS).map((side) => ({
      side,
      rows: Object.values(view.units)
        .filter((unit) => unit.side === side && !["left", "merged"].includes(unit.fate ?? "pool"))
        .map((unit) => {
          const card = pack.cards[unit.card]!;
          return {
            id: unit.id, side, name: `${unit.number} ${card.label}`, colour: BANDS[card.type] ?? "#e8dcbc",
            factor: unit.ammo !== undefined && view.sides.includes(side) ? String(unit.ammo) : "", steps: unit.fate === "dead" ? 0 : card.size - (unit.casualties ?? 0), ofSteps: card.size,
            states: unit.fate === "dead" ? [] : badgesOf(unit), active: false, done: false, title: this.unitName(unit.id, pack, lang),
          };
        }),
    })); // prettier-ignore
  }

  nameOf(id: string, material: Material | null, lang: Lang): string | null {
    const look = LOOKS[id];
    if (look) return look.name[lang];
    if (!material) return null;
    const pack = material as Pack;
    const [kind, name = "", number = ""] = id.split(":");
    if (kind === "card") return cardName(pack.cards[name], lang);
    if (kind === "work" || name in pack.works || (kind !== undefined && kind in pack.works)) return workName(kind === "work" ? name : kind!, kind === "work" ? number : name, pack, lang);
    if (kind === "mines" || id === "mines") return `${WORDS[lang].works.mines} ${name}`.trim();
    return this.names.has(id) ? this.unitName(id, pack, lang) : cardName(pack.cards[id], lang);
  }

  /** "3 MG": the number of the flag and what stands on the card. */
  private unitName(id: string, pack: Pack, lang: Lang): string {
    const card = pack.cards[this.names.get(id) ?? ""];
    const number = /\d+$/.exec(id)?.[0] ?? "";
    return card ? `${LOOKS[card.side]?.letter ?? ""}${number} ${shortName(card, lang)}` : id;
  }

  isAtOnce(): boolean {
    return false;
  }

  kindName(kind: string, lang: Lang): string {
    return KINDS[kind]?.[lang] ?? kind;
  }

  label({ order, rest }: Choice, lang: Lang, name: (id: string) => string): string {
    const words = WORDS[lang];
    const kind = KINDS[order.do]?.[lang];
    if (!kind) return plainLabel({ order, rest } as Choice, name);
    const said: string[] = [];
    for (const [key, value] of Object.entries(rest)) {
      if (key === "facing" && typeof value === "number") said.push(WINDS[lang][value] ?? "");
      else if (key === "distance") said.push(`${words.upTo} ${String(value)}`);
      else if (key === "hidden") said.push(words.hidden);
      else if (key === "towed") said.push(words.towed);
      else if (key === "bunker") said.push(words.bunkered);
      else if (key === "count") said.push(`${String(value)}×`);
      else if (key === "kind" && typeof value === "string") said.push(words.mineKinds[value as keyof typeof words.mineKinds] ?? value);
      else if (key === "structure") said.push(words.works[value as keyof typeof words.works] ?? String(value));
      else if (key === "entry") said.push(`${words.entry} ${String(value)}`);
      else if (key === "radius") said.push(`${words.radius} ${String(value)}`);
      else if (key === "duration") said.push(`${String(value)} ${words.rounds}`);
      else if (key === "cargo") said.push(`${words.cargo} ${String(value)}`);
      else if (key === "policy") said.push(policyOf(value, lang));
      else if (typeof value === "string" || typeof value === "number") said.push(name(String(value)));
    }
    return [kind, ...said.filter(Boolean)].join(" · ");
  }

  /** A facing lies where it points: as far as it reaches, or as the board goes. */
  aim({ order, rest }: Choice, from: string, board: Board): string | null {
    const facing = rest["facing"];
    if (typeof facing !== "number" || !board.has(from)) return null;
    const [dx, dy] = towards(facing);
    const steps = order.do === "defend" || order.do === "ambush" ? Number(rest["distance"] ?? 1) : 1;
    let at = from;
    for (let n = 0; n < steps; n++) at = ahead(board, at, dx, dy) ?? at;
    return at === from ? null : at;
  }

  settings(part: Part, lang: Lang): readonly Setting[] {
    return part.order === "defend" || part.order === "ambush" ? policySettings(part, lang) : [];
  }

  entry(part: Part): string | null {
    return typeof part["entry"] === "string" && part["entry"] !== "" ? part["entry"] : null;
  }

  upkeep(id: string, data: ViewData, lang: Lang, name: (id: string) => string): readonly Upkeep[] {
    return upkeepOf(id, data as unknown as View, lang, name);
  }

  orderIn(event: Record<string, unknown>): { piece: string; part: Part } | null {
    const isOrder = event["event"] === "order-given" || event["event"] === "order-seen";
    return isOrder ? { piece: `unit:${String(event["unit"])}`, part: event["order"] as Part } : null;
  }

  fan(part: Part): { facing: number; distance: number; kind: "fire" | "look"; at?: string } | null {
    const facing = part["facing"];
    if (typeof facing !== "number") return null;
    if (part.order === "defend" || part.order === "ambush") return { facing, distance: Number(part["distance"] ?? 1), kind: "fire" };
    if (part.order === "place-unit") return { facing, distance: 2, kind: "look", at: String(part["hex"]) };
    return ["change-arc", "set-up", "dig-in"].includes(part.order) ? { facing, distance: 2, kind: "look" } : null;
  }

  budget(asked: Asked, assembly: Assembly, material: Material): ReturnType<NonNullable<Presenter["budget"]>> {
    if (asked.kind !== "build-army") return null;
    const pack = material as Pack;
    const all = Number(asked.question["points"] ?? 0);
    const prices = Object.fromEntries(assembly.pieces.map((piece) => [piece, priceOf(piece, pack)]));
    const spent = Object.entries(assembly.given).reduce((sum, [piece, part]) => sum + (prices[piece] ?? 0) * Number(part["count"] ?? 0), 0);
    return { all, left: all - spent, unit: { de: "Stärkepunkten", en: "strength points" }, prices };
  }

  card(id: string, data: ViewData, material: Material, lang: Lang): UnitCard | null {
    const [view, pack] = [data as unknown as View, material as Pack];
    const unit = view.units[id] ?? null;
    const card = pack.cards[unit?.card ?? id.replace(/^card:/, "")];
    if (!card) return null;
    const shown = unit && !view.sides.includes(unit.side) ? { ...unit, ammo: undefined } : unit;
    const found = cardOf(card, shown as Unit | null, unit ? `${unit.number} · ${cardName(card, lang)}` : (cardName(card, lang) ?? id), lang);
    const mate = unit?.seat && view.mates?.includes(unit.seat) ? [`${WORDS[lang].planner}: ${seatName(this, unit.seat, lang)}`] : [];
    return { ...found, marks: [...found.marks, ...mate] };
  }

  /** Between the reveal and the end of the round; while planning, those that go on over several rounds. */
  openOrders(data: ViewData): Draft {
    const view = data as unknown as View;
    const ordered = Object.values(view.units).filter((unit) => unit.order && !unit.lapsed && (unit.fate === "map" || unit.fate === "air"));
    return Object.fromEntries(ordered.map((unit) => [`unit:${unit.id}`, unit.order!]));
  }

  deed(event: Record<string, unknown>): { from: string; to: string } | null {
    return event["event"] === "attack-rolled" ? { from: String(event["firer"]), to: String(event["target"]) } : null;
  }

  chapter(event: Record<string, unknown>, lang: Lang): { title: string; isFirst: boolean } | null {
    if (event["event"] === "plans-revealed") return { title: WORDS[lang].reveal, isFirst: true };
    if (event["event"] !== "step-began") return null;
    const step = Number(event["step"]);
    return { title: `${step} · ${STEPS[lang][step - 1] ?? ""}`, isFirst: false };
  }
}

// -- counters ----------------------------------------------------------------------------------------

function badgesOf(unit: Unit): Badge[] {
  const badge = (kind: Badge["kind"], letter: string, word: "suppressed" | "hidden" | "tied" | "dugIn" | "bunkered" | "limbered"): Badge => ({
    kind, letter, name: { de: WORDS.de[word], en: WORDS.en[word] },
  }); // prettier-ignore
  return [
    ...(unit.suppressed ? [badge("neutralised", "U", "suppressed")] : []),
    ...(unit.hidden ? [badge("out-of-command", "V", "hidden")] : []),
    ...(unit.tied && unit.tied.length > 0 ? [badge("demoralised", "N", "tied")] : []),
    ...(unit.dug_in ? [badge("used", "E", "dugIn")] : []),
    ...(unit.bunker ? [badge("used", "B", "bunkered")] : []),
    ...(unit.set_up === false ? [badge("exhausted", "R", "limbered")] : []),
  ];
}

/** An arc that is printed, or that of an open order to defend or to wait in ambush. */
function facingOf(unit: Unit): { facing?: number } {
  const ordered = unit.order && (unit.order.order === "defend" || unit.order.order === "ambush") ? unit.order["facing"] : null;
  const facing = unit.facing ?? ordered;
  return typeof facing === "number" && unit.fate === "map" ? { facing } : {};
}

function detailOf(unit: Unit, view: View, pack: Pack, lang: Lang): string {
  const words = WORDS[lang];
  const card = pack.cards[unit.card]!;
  const said = [`${words.size} ${card.size - (unit.casualties ?? 0)}/${card.size}`];
  if (view.sides.includes(unit.side) && unit.ammo !== undefined) said.push(`${words.ammo} ${unit.ammo}`);
  if (typeof unit.facing === "number") said.push(`${words.facing} ${WINDS[lang][unit.facing] ?? ""}`);
  if (unit.suppressed) said.push(words.suppressed);
  if (unit.hidden) said.push(words.hidden);
  if (unit.tied && unit.tied.length > 0) said.push(words.tied);
  if (unit.dug_in) said.push(words.dugIn);
  if (unit.bunker) said.push(words.bunkered);
  if (unit.set_up === false) said.push(words.limbered);
  const riders = Object.values(view.units).filter((other) => other.carrier === unit.id);
  for (const rider of riders) said.push(`+ ${pack.cards[rider.card]?.label ?? rider.id} ${rider.number}${rider.towed ? ` (${words.towed})` : ""}`);
  if (unit.order) said.push(`${words.order}: ${KINDS[unit.order.order]?.[lang] ?? unit.order.order}${unit.lapsed ? " ✕" : ""}`);
  return said.join(", ");
}

function shortName(card: Card, lang: Lang): string {
  const name = lang === "de" ? card.name_de : card.name;
  return name.replace(/^(Deutsche[rs]?|Sowjetische[rs]?|German|Soviet) /, "").replace(/ \(.*\)$/, "");
}

function cardName(card: Card | undefined, lang: Lang): string | null {
  return card ? (lang === "de" ? card.name_de : card.name) : null;
}

// -- works, prices -----------------------------------------------------------------------------------

function token(kind: Token["kind"], at: string, side: string, more: { facing?: number; letter?: string } = {}, name: string = kind): Token {
  const key = name as keyof (typeof WORDS)["de"]["works"];
  return { id: `${kind}:${at}${more.facing ?? ""}`, at, kind, side, name: { de: WORDS.de.works[key] ?? name, en: WORDS.en.works[key] ?? name }, ...more };
}

/** A bridge lies along the road that it carries, drawn from west to east: half a turn from a facing. */
function alongRoad(at: string, material: Material): number {
  for (const { path } of material.board.ways) {
    const n = path.indexOf(at);
    const [before, after] = [path[n - 1], path[n + 1]];
    if (n < 0 || (before === undefined && after === undefined)) continue;
    const [a, b] = [place(before ?? at), place(after ?? at)];
    return Math.atan2(b[1] - a[1], b[0] - a[0]) / (Math.PI / 3);
  }
  return 0;
}

/** Where a hex lies, in steps: even columns stand half a hex lower. */
function place(label: string): [number, number] {
  const [column, row] = [Number(label.slice(0, 2)), Number(label.slice(2))];
  return [column * 0.866, row + (column % 2 === 0 ? 0.5 : 0)];
}

function ahead(board: Board, at: string, dx: number, dy: number): string | null {
  const [x, y] = board.centre(at);
  return board.at([x + dx * board.pitch, y + dy * board.pitch]);
}

function workName(kind: string, number: string, pack: Pack, lang: Lang): string {
  const work = pack.works[kind];
  return `${(lang === "de" ? work?.name_de : work?.name) ?? kind} ${number}`.trim();
}

function priceOf(piece: string, pack: Pack): number {
  const [kind, name = ""] = piece.split(":");
  if (kind === "card") return pack.cards[name]?.cost ?? 0;
  return kind === "work" ? (pack.works[name]?.cost ?? 0) : pack.mines.cost;
}

function policyOf(value: unknown, lang: Lang): string {
  const policy = value as { fire?: string };
  const words: Readonly<Record<string, string>> = WORDS[lang].fire;
  return policy.fire ? (words[policy.fire] ?? "") : "";
}

// -- panels ------------------------------------------------------------------------------------------

function track(view: View, pack: Pack, lang: Lang): Panel {
  const rounds = Number(pack.scenario["rounds"] ?? 0);
  const now = Math.max(1, view.turn);
  const steps = Array.from({ length: rounds }, (_, n) => ({ label: String(n + 1), note: "", current: n + 1 === now, past: n + 1 < now }));
  return { kind: "track", title: WORDS[lang].victory, cite: "BAR-course-1", steps };
}
