/** What is different on the map from how it was: for those who come back. */

import type { Lang, Piece } from "./model";
import { say } from "./text/catalogue";

export interface Change {
  readonly id: string;
  readonly kind: "moved" | "appeared" | "vanished" | "altered";
  readonly from: string;
  readonly to: string;
  readonly piece: Piece;
}

export function changesBetween(before: readonly Piece[], after: readonly Piece[]): Change[] {
  const [was, is] = [byId(before), byId(after)];
  const changes: Change[] = [];
  for (const [id, piece] of is) {
    const old = was.get(id);
    const [from, to] = [old?.at ?? "", piece.at];
    if (from !== to) changes.push({ id, kind: from === "" ? "appeared" : to === "" ? "vanished" : "moved", from, to, piece });
    else if (to !== "" && old && stateOf(old) !== stateOf(piece)) changes.push({ id, kind: "altered", from, to, piece });
  }
  for (const [id, piece] of was) if (!is.has(id) && piece.at !== "") changes.push({ id, kind: "vanished", from: piece.at, to: "", piece });
  return changes;
}

function byId(pieces: readonly Piece[]): Map<string, Piece> {
  return new Map(pieces.map((piece) => [piece.id, piece]));
}

/** What is said about a counter apart from its place. Having acted is news only while it happens. */
function stateOf({ face }: Piece): string {
  return `${face.steps ?? ""} ${face.badges.map((badge) => badge.letter).join("")}`;
}

export function sentenceOf({ kind, from, to, piece }: Change, lang: Lang): string {
  const unit = piece.name[lang];
  if (kind === "moved") return say(lang, "cameTo", { unit, from, to });
  if (kind === "appeared") return say(lang, "appeared", { unit, to });
  if (kind === "vanished") return say(lang, "vanished", { unit, from });
  return say(lang, "altered", { unit, state: piece.detail[lang] });
}
