/** What the stage shows at one moment, apart from the land. */

import type { Board } from "./boards/board";
import type { Light, Piece, SideLook, Token } from "./model";

export interface Overlay {
  /** Units that may be chosen now. */
  readonly may: ReadonlySet<string>;
  readonly chosen: string | null;
  readonly targets: ReadonlySet<string>;
  /** Cells that may be chosen now. */
  readonly reach: ReadonlySet<string>;
  readonly path: readonly string[];
  readonly pathFrom: string;
  /** What has been spent at each cell of the path, and the whole of it in words. */
  readonly notes: readonly string[];
  readonly pill: string;
  readonly shots: readonly { from: string; to: string; dashed: boolean }[];
  /** Column and chances, said beside the shot. */
  readonly shotPill: string;
  readonly target: string | null;
  readonly ghosts: readonly Ghost[];
  readonly fans: readonly Fan[];
  /** What has moved since a player last looked. */
  readonly trails: readonly { from: string; to: string }[];
  /** Cells that a tool points at. */
  readonly hint: ReadonlySet<string>;
}

/** A counter where it is ordered to go. */
export interface Ghost {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly path: readonly string[];
  /** An order against the cell, not a move to it. */
  readonly isAimed: boolean;
}

/** What a unit covers that faces one side of its cell: 1, 3, 5 ... cells at distance 1, 2, 3 ... */
export interface Fan {
  readonly at: string;
  /** A sixth of a turn from the north. */
  readonly facing: number;
  readonly distance: number;
  readonly kind: "fire" | "look";
}

export const NO_OVERLAY: Overlay = {
  may: new Set(), chosen: null, targets: new Set(), reach: new Set(), path: [], pathFrom: "", notes: [], pill: "",
  shots: [], shotPill: "", target: null, ghosts: [], fans: [], trails: [], hint: new Set(),
}; // prettier-ignore

export interface Scene {
  readonly pieces: readonly Piece[];
  readonly tokens: readonly Token[];
  /** Who holds the cells that count for victory. */
  readonly owners: Readonly<Record<string, string>>;
  readonly looks: Readonly<Record<string, SideLook>>;
  readonly light?: Light | null;
}

export const NO_SCENE: Scene = { pieces: [], tokens: [], owners: {}, looks: {} };

/** The counters of each cell, lowest first: headquarters and riders below, the chosen one on top. */
export function stacksOf(scene: Scene, board: Board, chosen: string | null): Map<string, Piece[]> {
  const stacks = new Map<string, Piece[]>();
  for (const piece of scene.pieces) {
    if (piece.at === "" || piece.inside || board.locate(piece.at) === null) continue;
    const stack = stacks.get(piece.at);
    if (stack) stack.push(piece);
    else stacks.set(piece.at, [piece]);
  }
  for (const stack of stacks.values()) stack.sort((a, b) => height(a, chosen) - height(b, chosen));
  // From north to south, so that a nearer counter covers a farther one.
  return new Map([...stacks].sort(([a], [b]) => board.centre(a)[1] - board.centre(b)[1] || (a < b ? -1 : 1)));
}

function height(piece: Piece, chosen: string | null): number {
  if (piece.id === chosen) return 3;
  if (piece.faded) return -1;
  if (piece.face.rider) return 0;
  return piece.face.command === undefined ? 2 : 1;
}
