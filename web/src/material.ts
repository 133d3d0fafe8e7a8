/** Reads a pack as the server sends it: the written map becomes cells, tables become lists. */

import type { Board } from "./boards/board";
import { azimuth, HexBoard, type HexLayout } from "./boards/hex";
import { PlaneBoard } from "./boards/plane";
import { SquareBoard } from "./boards/square";
import type { Airfield, BoardData, CellGround, Course, Objective, Place, Scenery, Way } from "./model";
import type { Material } from "./systems/presenter";

interface PackMap {
  title: string;
  title_de?: string;
  layout?: HexLayout;
  grid?: string;
  legend?: Record<string, { terrain: string; level?: number; features?: string[] }>;
  fields?: Record<string, { terrain?: string | null; level?: number | null; features?: string[] }>;
  /** Cells by what stands on them. */
  features?: Record<string, string[]>;
  airfields?: Record<string, Omit<Airfield, "id">>;
  narrows?: Record<string, { kind?: string; edges: string[]; name?: string; name_de?: string }>;
  fords?: Record<string, { at: string }>;
  sides?: Record<string, string[]>;
  places?: Record<string, Place>;
  courses?: Record<string, Course>;
  ways?: Record<string, Way>;
  objectives?: Record<string, Objective>;
  pitch_m?: number;
  width?: number;
  height?: number;
  scenery?: Record<string, Scenery>;
}

/** A board that the server has laid together of several maps. */
interface LaidBoard {
  layout: HexLayout;
  cells: Record<string, CellGround>;
  places?: Place[];
  ways?: Way[];
  objectives?: Objective[];
  features?: Record<string, string[]>;
  zones?: Record<string, string[]>;
}

export interface Pack {
  maps: Record<string, PackMap>;
  scenarios: Record<string, { map?: string; board?: string } & Record<string, unknown>>;
  /** Fields of scenarios that are no single map. */
  boards?: Record<string, LaidBoard>;
  [section: string]: unknown;
}

export function materialOf(pack: Pack, scenario: string): Material {
  const found = pack.scenarios[scenario];
  const laid = pack.boards?.[scenario];
  if (found && laid) return { ...pack, board: laidData(laid, found), scenario: found };
  const written = pack.maps[found?.map ?? found?.board ?? ""];
  if (!found || !written) throw new Error(`The pack has no scenario ${scenario} with a map.`);
  return { ...pack, board: boardData(written), scenario: found };
}

function laidData(laid: LaidBoard, scenario: Record<string, unknown>): BoardData {
  return {
    kind: "hex", title: String(scenario["title"] ?? ""), title_de: String(scenario["title_de"] ?? ""), layout: laid.layout,
    pitch_m: 0, cells: laid.cells, sides: {}, places: laid.places ?? [], courses: [], ways: laid.ways ?? [],
    objectives: laid.objectives ?? [], features: laid.features ?? {}, zones: laid.zones ?? {},
  }; // prettier-ignore
}

export function boardData(map: PackMap): BoardData {
  const kind = map.layout ? "hex" : map.grid ? "square" : "plane";
  const features = featuresOf(map);
  const narrows = Object.values(map.narrows ?? {}).map(({ edges, kind: what = "water", ...names }): Course => ({ kind: what, sides: edges, ...names }));
  return {
    kind,
    title: map.title,
    title_de: map.title_de ?? "",
    ...(map.layout ? { layout: map.layout } : {}),
    pitch_m: map.layout?.pitch_m ?? map.pitch_m ?? 0,
    cells: map.grid ? cellsOf(map) : {},
    ...(Object.keys(features).length > 0 ? { features } : {}),
    ...(map.airfields ? { airfields: Object.entries(map.airfields).map(([id, airfield]) => ({ id, ...airfield })) } : {}),
    sides: map.sides ?? {},
    places: Object.values(map.places ?? {}),
    courses: [...Object.values(map.courses ?? {}), ...narrows],
    ways: Object.values(map.ways ?? {}),
    objectives: Object.values(map.objectives ?? {}),
    ...(kind === "plane" ? { width: map.width ?? 0, height: map.height ?? 0, scenery: Object.values(map.scenery ?? {}) } : {}),
  };
}

type Entry = NonNullable<PackMap["legend"]>[string];

function cellsOf(map: PackMap): Record<string, CellGround> {
  const cells: Record<string, CellGround> = {};
  for (const [label, entry] of gridOf(map)) {
    const change = map.fields?.[label];
    cells[label] = { terrain: change?.terrain ?? entry.terrain, level: change?.level ?? entry.level ?? 0 };
  }
  return cells;
}

/** The grid as written: numbers of the columns in the first line, of the row before each other line. */
function* gridOf(map: PackMap): Generator<[string, Entry]> {
  const lines = (map.grid ?? "").split("\n").map((line) => line.trim().split(/\s+/)).filter((words) => words[0]);
  const columns = lines[0] ?? [];
  for (const [row, ...tokens] of lines.slice(1)) {
    for (const [n, token] of tokens.entries()) {
      const [entry, column] = [map.legend?.[token], columns[n]];
      if (entry && column !== undefined && row !== undefined) yield [labelOf(map.layout, column, row), entry];
    }
  }
}

/** What stands where, by cell, from all places in which a map says so. */
function featuresOf(map: PackMap): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  const put = (word: string, cells: readonly string[]): void => {
    for (const cell of cells) if (!found[cell]?.includes(word)) (found[cell] ??= []).push(word);
  };
  for (const [label, entry] of gridOf(map)) for (const word of map.fields?.[label]?.features ?? entry.features ?? []) put(word, [label]);
  for (const [word, cells] of Object.entries(map.features ?? {})) put(word, cells);
  put("ford", Object.values(map.fords ?? {}).map(({ at }) => at));
  for (const { runway, parking = [] } of Object.values(map.airfields ?? {})) {
    put("runway", runway);
    put("parking", parking);
  }
  return found;
}

function labelOf(layout: HexLayout | undefined, column: string, row: string): string {
  if (!layout) return `${Number(column)},${Number(row)}`;
  const digits = layout.digits ?? 2;
  const [across, down] = [column.padStart(digits, "0"), row.padStart(digits, "0")];
  const columnsAreFirst = (azimuth(layout.first_grows) - azimuth(layout.up ?? "north") - 90) % 180 === 0;
  return columnsAreFirst ? across + down : down + across;
}

export function boardOf(data: BoardData): Board {
  if (data.kind === "plane") return new PlaneBoard(data.width ?? 0, data.height ?? 0);
  const labels = Object.keys(data.cells);
  return data.kind === "hex" && data.layout ? new HexBoard(data.layout, labels) : new SquareBoard(labels);
}
