/** Wiener 2022 on the table: elements, what lies on the fields, phases, missions, cards, words. */

import type { Draft, Part } from "../assembly";
import { type Choice, type Known, read } from "../choices";
import type { Lang, Light, Order, Panel, Piece, SideLook, Token, UnitCard } from "../model";
import { detailOf, faceOf } from "./wiener2022.counters";
import { cardOf } from "./wiener2022.card";
import { type Element, isInPlay, modelOf, named, numberOf, type Pack, scenarioOf, symbolOf, bandOf, type View } from "./wiener2022.data";
import { count, labelOf, readBombs, together } from "./wiener2022.orders";
import { panelsOf } from "./wiener2022.panels";
import { draftedTokens, lightOf, tokensOf } from "./wiener2022.tokens";
import { KINDS, OBSTACLES, STANDING, WORDS } from "./wiener2022.words";
import type { Material, Presenter, ViewData } from "./presenter";

const LOOKS: Record<string, SideLook> = {
  blue: { id: "blue", letter: "B", name: { de: "Blau", en: "Blue" }, body: "#9fb9d6", ink: "#0f1b2b", panel: ["#2a5c94", "#8fbbe6"], dark: false },
  red: { id: "red", letter: "R", name: { de: "Rot", en: "Red" }, body: "#8c2f27", ink: "#ffffff", panel: ["#9a3129", "#ee9a90"], dark: true },
}; // prettier-ignore

export class Wiener2022 implements Presenter {
  readonly looks = LOOKS;
  readonly kinds = Object.keys(KINDS);
  readonly nouns = { unit: "element", cell: "field" };
  readonly wayCost = "fieldsOf";
  readonly standingCite = "WPR-gegenzug-1";
  private view: View | null = null;
  private labels = new Map<string, string>();
  private labelled: Pack | null = null;

  // -- what is on the map ------------------------------------------------------------------------------

  pieces(data: ViewData, material: Material): Piece[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    this.view = view;
    this.learnLabels(pack);
    const elements = Object.values(view.elements).filter((element) => isInPlay(element));
    return [...elements.map((element) => this.piece(element, view, pack)), ...this.markers(view), ...this.lastSeen(view, pack)];
  }

  private piece(element: Element, view: View, pack: Pack): Piece {
    const riders = Object.values(view.elements).filter((other) => other.aboard === element.id);
    const carrier = element.aboard ? view.elements[element.aboard] : undefined;
    const isOn = element.fate === "board";
    return {
      id: element.id, at: isOn ? (element.field ?? "") : "", face: faceOf(element, view, pack, riders),
      name: { de: this.elementName(element, pack, "de"), en: this.elementName(element, pack, "en") },
      detail: { de: this.detail(element, view, pack, "de"), en: this.detail(element, view, pack, "en") },
      ...(carrier && isOn ? { inside: carrier.id } : {}),
      ...(isOn ? {} : this.whereabouts(element, view)),
    }; // prettier-ignore
  }

  without(id: string, lang: Lang): string | null {
    return this.view?.elements[id]?.aboard ? WORDS[lang].withVehicle : null;
  }

  private whereabouts(element: Element, view: View): { away?: Record<Lang, string> } {
    const due = element.due ?? 0;
    if (element.fate === "reserve") return { away: { de: WORDS.de.reserve, en: WORDS.en.reserve } };
    return due > 0 && view.turn > 0 ? { away: { de: `${WORDS.de.due} ${due}`, en: `${WORDS.en.due} ${due}` } } : {};
  }

  /** Numbered tokens of partly hidden play: those of the enemy, and the empty ones of one's own. */
  private markers(view: View): Piece[] {
    return Object.values(view.tokens).filter((token) => !token.element || !view.elements[token.element]).map((token): Piece => {
      const number = /\d+$/.exec(token.id)?.[0] ?? token.id;
      const name = (lang: Lang): string => `${WORDS[lang].token} ${number}${token.dummy ? ` (${WORDS[lang].dummy})` : ""}`;
      return {
        id: token.id, at: token.field, face: { side: token.side, band: "#d9d3c5", code: "?", company: number, symbol: "DUM", badges: [] },
        name: { de: name("de"), en: name("en") }, detail: { de: "", en: "" }, ...(token.dummy ? {} : { suspected: true }),
      }; // prettier-ignore
    });
  }

  /** Enemies that are out of sight, where they were last seen. */
  private lastSeen(view: View, pack: Pack): Piece[] {
    const gone = Object.values(view.ghosts).filter((ghost) => !ghost.seen && !(ghost.element in view.elements));
    return gone.map((ghost): Piece => {
      const side = view.sides[0] === "blue" ? "red" : "blue";
      const symbol = symbolOf(pack, ghost.model);
      const name = (lang: Lang): string => named(modelOf(pack, ghost.model), lang);
      const seen = (lang: Lang): string => `${WORDS[lang].lastSeen} ${ghost.turn}`;
      return {
        id: `ghost:${ghost.element}`, at: ghost.field, face: { side, band: bandOf(symbol), code: "", company: `${ghost.turn}`, symbol, badges: [] }, faded: true,
        name: { de: name("de"), en: name("en") }, detail: { de: seen("de"), en: seen("en") },
      }; // prettier-ignore
    });
  }

  tokens(data: ViewData, material: Material): Token[] {
    return tokensOf(data as unknown as View, material as Pack);
  }

  draftTokens(given: Draft): Token[] {
    return draftedTokens(given);
  }

  light(data: ViewData): Light {
    return lightOf(data as unknown as View);
  }

  owners(): Record<string, string> {
    return {};
  }

  // -- words -------------------------------------------------------------------------------------------

  turn(data: ViewData, material: Material, lang: Lang): string {
    const view = data as unknown as View;
    const words = WORDS[lang];
    if (view.turn === 0 || view.half === 0) return words.setup;
    const phase = words.phaseNames[view.phase as keyof typeof words.phaseNames];
    const parts = [`${words.turn} ${view.turn}/${scenarioOf(material as Pack).turns}`, view.night ? `☾ ${words.night}` : `☀ ${words.day}`, `${words.half} ${LOOKS[view.active]?.name[lang] ?? ""}`];
    return [...parts, ...(phase ? [phase] : [])].join(" · ");
  }

  panels(data: ViewData, material: Material, lang: Lang): Panel[] {
    const [view, pack] = [data as unknown as View, material as Pack];
    return panelsOf(view, pack, lang, (element) => this.elementName(element, pack, lang));
  }

  /** German names of units stand in the scenario beside the English ones; who has none there goes by its model. */
  private learnLabels(pack: Pack): void {
    if (this.labelled === pack) return;
    this.labelled = pack;
    const scenario = scenarioOf(pack);
    for (const { name, name_de } of Object.values({ ...pack.models, ...scenario.models })) this.labels.set(name, name_de);
    for (const party of [scenario.blue, scenario.red]) {
      const units = [...party.units, ...party.reinforcements.flatMap((group) => group.units), ...party.air.pool];
      for (const { label, label_de } of units) if (label && label_de) this.labels.set(label, label_de);
    }
  }

  /** "2nd company (Krupp car)": what the order of battle calls it, and its model. */
  private elementName(element: Element, pack: Pack, lang: Lang): string {
    const model = named(modelOf(pack, element.guise || element.model), lang) || element.model;
    const label = element.label ?? "";
    const said = lang === "de" ? (this.labels.get(label) ?? label) : label;
    return said && said !== model ? `${said} (${model})` : `${model} ${numberOf(element.id)}`;
  }

  private detail(element: Element, view: View, pack: Pack, lang: Lang): string {
    return detailOf(element, view, pack, lang, (other) => this.elementName(other, pack, lang));
  }

  nameOf(id: string, material: Material | null, lang: Lang): string | null {
    const look = LOOKS[id];
    if (look) return look.name[lang];
    if (!material) return null;
    const pack = material as Pack;
    const element = this.view?.elements[id.replace(/^(element|ghost):/, "")];
    if (element) return this.elementName(element, pack, lang);
    const ghost = Object.values(this.view?.ghosts ?? {}).find((found) => found.element === id);
    if (ghost) return `${named(modelOf(pack, ghost.model), lang)} ${numberOf(id)}`;
    const [what, kind = "", number = ""] = id.split(":");
    if (what === "barrier") return `${OBSTACLES[kind]?.[lang] ?? kind} ${number}`;
    if (what === "earthwork") return `${WORDS[lang].earthwork} ${kind}`;
    const token = this.view?.tokens[id];
    if (token) return `${WORDS[lang].token} ${/\d+$/.exec(id)?.[0] ?? id}`;
    const barrier = this.view?.barriers[id];
    if (barrier) return OBSTACLES[barrier.kind]?.[lang] ?? barrier.kind;
    return named(pack.weapons[id] ?? pack.models[id], lang) || null;
  }

  isAtOnce(): boolean {
    return false;
  }

  kindName(kind: string, lang: Lang): string {
    return KINDS[kind]?.[lang] ?? kind;
  }

  label(choice: Choice, lang: Lang, name: (id: string) => string): string {
    return labelOf(choice, lang, name, this.view);
  }

  word(key: string, lang: Lang): string | null {
    return STANDING[key]?.[lang] ?? null;
  }

  // -- choices -----------------------------------------------------------------------------------------

  /** Whoever is aboard is reached through its carrier; what several do at the same time is put together by hand. */
  read(order: Order, known: Known): Choice | null {
    if (order.do === "bomb-on-suspicion" || order.do === "drop-on-suspicion") return readBombs(order);
    if ("moves" in order || "attacks" in order) return null;
    const { mount, vehicle, craft, flanks, ...rest } = order;
    // All at once is a button; each of them alone is clicked for.
    if (order.do === "take-positions" && ((order["elements"] ?? []) as string[]).length !== 1) return { order, subjects: [], targets: [], path: [], goal: null, rest: {} };
    const choice = read(rest as Order, known);
    const carrierOf = (id: string): string => this.view?.elements[id]?.aboard || id;
    const beside = [mount, vehicle, craft].filter((id): id is string => typeof id === "string" && id !== "");
    // Where an enemy stands a click means fire or an assault first, and driving in last.
    const { weapon: _, ...told } = choice.rest;
    const isHeld = order.do === "move" && Object.values(this.view?.elements ?? {}).some((other) => other.field === choice.goal && !this.view?.sides.includes(other.side));
    return {
      ...choice, order, subjects: [...new Set(choice.subjects.map(carrierOf))],
      rest: { ...told, ...(isHeld ? { enters: true } : {}), ...(beside.length > 0 ? { with: beside } : {}), ...(count(flanks) > 0 ? { flanks } : {}) },
    }; // prettier-ignore
  }

  together(choices: readonly Choice[]): Order | null {
    return together(choices);
  }

  card(id: string, data: ViewData, material: Material, lang: Lang): UnitCard | null {
    const [view, pack] = [data as unknown as View, material as Pack];
    const element = view.elements[id];
    const model = element ? modelOf(pack, element.guise || element.model) : undefined;
    if (!element || !model) return null;
    return cardOf(element, model, view, pack, lang, this.elementName(element, pack, lang), this.detail(element, view, pack, lang));
  }

  /** A march that is going on. */
  openOrders(data: ViewData): Draft {
    const { march } = data as unknown as View;
    const movers = (march?.movers ?? []).filter(({ path }) => path.length > 0);
    return Object.fromEntries(movers.map(({ element, path }): [string, Part] => [`element:${element}`, { order: "move", path }]));
  }
}

