/** What lies on the fields of Wiener 2022: works, obstacles, bridges, smoke and light, wrecks, ghosts, noises. */

import type { Draft } from "../assembly";
import type { Lang, Light, Token } from "../model";
import { fieldsOf, modelOf, named, type Pack, scenarioOf, type View } from "./wiener2022.data";
import { OBSTACLES, WORDS } from "./wiener2022.words";

type Both = Readonly<Record<Lang, string>>;

const KIND_OF: Readonly<Record<string, Token["kind"]>> = {
  at_mine: "mines", ap_mine: "mines", wire: "coils", teeth: "blocks", hedgehog: "hedgehogs", crater: "crater", ditch: "ditch", wall: "blocks", barricade: "logs", trap: "mines", flame: "flames", trees: "logs",
}; // prettier-ignore
const LETTERS: Readonly<Record<string, string>> = { at_mine: "P", ap_mine: "S", trap: "!" };
/** A quarter turn, in the sixths by which tokens are turned. */
const QUARTER = 1.5;

const both = (word: (words: (typeof WORDS)[Lang], lang: Lang) => string): Both => ({ de: word(WORDS.de, "de"), en: word(WORDS.en, "en") });

export function tokensOf(view: View, pack: Pack): Token[] {
  return [...goals(view, pack), ...bridges(view), ...works(view), ...barriers(view), ...prepared(view), ...remains(view, pack), ...noises(view)];
}

/** The fields that the own mission is about. */
function goals(view: View, pack: Pack): Token[] {
  const { missions, zones } = scenarioOf(pack);
  const labels = Object.keys(pack.board.cells);
  const sides = view.sides.length > 0 ? view.sides : Object.keys(missions);
  const wanted = sides.flatMap((side) => (missions[side]?.atoms ?? []).map(({ zone }) => ({ side, zone: zone ?? "" })));
  const found = new Map<string, Token>();
  for (const { side, zone } of wanted) {
    const fields = fieldsOf(zones[zone], labels);
    for (const at of fields) {
      const name = both((words, lang) => `${words.goal}: ${named(zones[zone], lang)}`);
      if (!found.has(at)) found.set(at, { id: `goal:${at}`, at, kind: "goal", side: sides.length > 1 ? "" : side, name, letter: rimOf(at, fields) });
    }
  }
  return [...found.values()];
}

/** The sides of a field that lead out of the zone. */
function rimOf(at: string, fields: readonly string[]): string {
  const [x = 0, y = 0] = at.split(",").map(Number);
  const beside = { N: `${x},${y - 1}`, E: `${x + 1},${y}`, S: `${x},${y + 1}`, W: `${x - 1},${y}` };
  return Object.entries(beside).filter(([, label]) => !fields.includes(label)).map(([wind]) => wind).join("");
}

function bridges(view: View): Token[] {
  return Object.entries(view.bridges).map(([at, { kind, axis, intact = true }]): Token => {
    const facing = at.includes("|") ? {} : { facing: axis === "NS" ? QUARTER : 0 };
    return { id: `bridge:${at}`, at, kind: intact ? "bridge" : "ruin", side: "", name: both((words) => (intact ? words.bridge : words.ruin)), ...facing, letter: kind === "engineer" ? "P" : "" };
  });
}

function works(view: View): Token[] {
  return Object.entries(view.earthworks).map(([at, { turns = 1, side }]): Token => {
    const isDone = turns >= 2;
    return { id: `work:${at}`, at, kind: "works", side: side ?? "", name: both((words) => (isDone ? words.dug : words.digging)), letter: isDone ? "" : "½" };
  });
}

function barriers(view: View): Token[] {
  return Object.values(view.barriers).map(({ id, kind, field, side, hidden }) => barrier(id, kind, field, side, hidden ?? false));
}

function barrier(id: string, kind: string, at: string, side: string, isHidden: boolean): Token {
  const name = both((words, lang) => `${OBSTACLES[kind]?.[lang] ?? kind}${isHidden ? ` (${words.secret})` : ""}`);
  return { id: `barrier:${id}`, at, kind: KIND_OF[kind] ?? "other", side, name, ...(kind in LETTERS ? { letter: LETTERS[kind]! } : {}), ...(isHidden ? { secret: true } : {}) };
}

/** Barrages and charges, which only their owner sees. */
function prepared(view: View): Token[] {
  const barrages = Object.values(view.barrages).map(({ id, field, side }): Token => ({ id: `barrage:${id}`, at: field, kind: "barrage", side, name: both((words) => words.barrage) }));
  const charges = Object.values(view.charges).map(({ id, field, side, against }): Token => {
    const name = both((words) => `${words.charge} (${words.targets[against as keyof typeof words.targets] ?? against})`);
    return { id: `charge:${id}`, at: field, kind: "charge", side, name };
  });
  return [...barrages, ...charges];
}

function remains(view: View, pack: Pack): Token[] {
  const wrecks = Object.entries(view.wrecks).map(([at, { model, side }]): Token => ({ id: `wreck:${at}`, at, kind: "wreck", side, name: both((words, lang) => `${words.wreck}: ${named(modelOf(pack, model), lang)}`) }));
  const ruins = view.ruins.map((at): Token => ({ id: `ruin:${at}`, at, kind: "blocks", side: "", name: both((words) => words.bunkerRuin) }));
  return [...wrecks, ...ruins, ...view.broken.flatMap((what) => broken(what, pack))];
}

/** A stretch of corduroy road by its field, an airfield by its name. */
function broken(what: string, pack: Pack): Token[] {
  const airfield = pack.board.airfields?.find(({ id }) => id === what);
  if (!airfield) return [{ id: `broken:${what}`, at: what, kind: "splinters", side: "", name: both((words) => words.brokenRoad) }];
  const name = both((words, lang) => `${named(airfield as { name: string; name_de: string }, lang)}, ${words.broken}`);
  return airfield.runway.map((at): Token => ({ id: `broken:${at}`, at, kind: "closed", side: "", name }));
}

function noises(view: View): Token[] {
  return Object.values(view.heard).map(({ field }): Token => ({ id: `heard:${field}`, at: field, kind: "noise", side: "", name: both((words) => words.heard) }));
}

/** What is placed by the draft of a deployment: the secret barrier map and field positions. */
export function draftedTokens(given: Draft): Token[] {
  return Object.entries(given).flatMap(([piece, part]) => {
    const [what, kind = "", number = ""] = piece.split(":");
    const at = String(part["field"] ?? "");
    if (what === "barrier") return [barrier(`${kind}${number}`, kind, at, "", true)];
    if (what !== "earthwork") return [];
    return [{ id: `work:${at}`, at, kind: "works" as const, side: "", name: both((words) => words.dug) }];
  });
}

/** By night only what one's own troops stand on is plain, and what is lit. */
export function lightOf(view: View): Light {
  const own = Object.values(view.elements).filter((element) => element.fate === "board" && (view.sides.length === 0 || view.sides.includes(element.side)));
  return { seen: view.night ? own.map((element) => element.field ?? "") : null, lit: Object.keys(view.light), smoke: Object.keys(view.smoke) };
}
