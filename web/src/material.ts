/** Reads a pack as the server sends it: the written map becomes cells, tables become lists. */

import type { Board } from "./boards/board";
import { azimuth, HexBoard, type HexLayout } from "./boards/hex";
import { PlaneBoard } from "./boards/plane";
import { SquareBoard } from "./boards/square";
import type { BoardData, CellGround, Course, Objective, Place, Scenery, Way } from "./model";
import type { Material } from "./systems/presenter";

interface PackMap {
  title: string;
  title_de?: string;
  layout?: HexLayout;
  grid?: string;
  legend?: Record<string, { terrain: string; level?: number }>;
  fields?: Record<string, { terrain?: string | null; level?: number | null }>;
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
  return {
    kind,
    title: map.title,
    title_de: map.title_de ?? "",
    ...(map.layout ? { layout: map.layout } : {}),
    pitch_m: map.layout?.pitch_m ?? map.pitch_m ?? 0,
    cells: map.grid ? cellsOf(map) : {},
    sides: map.sides ?? {},
    places: Object.values(map.places ?? {}),
    courses: Object.values(map.courses ?? {}),
    ways: Object.values(map.ways ?? {}),
    objectives: Object.values(map.objectives ?? {}),
    ...(kind === "plane" ? { width: map.width ?? 0, height: map.height ?? 0, scenery: Object.values(map.scenery ?? {}) } : {}),
  };
}

/** The grid as written: numbers of the columns in the first line, of the row before each other line. */
function cellsOf(map: PackMap): Record<string, CellGround> {
  const lines = (map.grid ?? "").split("\n").map((line) => line.trim().split(/\s+/)).filter((words) => words[0]);
  const columns = lines[0] ?? [];
  const cells: Record<string, CellGround> = {};
  for (const [row, ...tokens] of lines.slice(1)) {
    tokens.forEach((token, n) => {
      const entry = map.legend?.[token];
      const column = columns[n];
      if (!entry || column === undefined || row === undefined) return;
      const label = labelOf(map.layout, column, row);
      const change = map.fields?.[label];
      cells[label] = { terrain: change?.terrain ?? entry.terrain, level: change?.level ?? entry.level ?? 0 };
    });
  }
  return cells;
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
