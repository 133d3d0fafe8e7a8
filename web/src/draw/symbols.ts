/** Unit symbols from milsymbol: the symbol alone. Band, values and badges are ours. */

import type * as milsymbol from "./milsymbol";

let drawing: typeof milsymbol | null = null;

/** Fulfilled once symbols can be drawn; until then counters are shown without theirs. */
export const symbolsCame: Promise<void> = import("./milsymbol").then((found) => {
  drawing = found;
});

/** The entity of a land unit for the short codes that packs use. */
const ENTITIES: Record<string, string> = {
  INF: "121100",
  "INF-M": "121104",
  MG: "121100",
  MC: "121104",
  AT: "120400",
  AC: "120501",
  AG: "120401",
  APC: "121102",
  ENG: "140700",
  "TK-L": "120500",
  "TK-M": "120500",
  "TK-H": "120500",
  ART: "130300",
  ROC: "130300",
  MOR: "130800",
  AA: "130100",
  TRK: "163600",
  AIR: "120800",
  REC: "121300",
  CAV: "121300",
  HQ: "000000",
  PARA: "1211000001",
  SPA: "130301",
  SUP: "163400",
  SHIP: "000000",
  BNK: "000000",
  DUM: "000000",
};

const kept = new Map<string, HTMLCanvasElement>();

/** Whether symbols can be drawn yet. */
export function hasSymbols(): boolean {
  return drawing !== null;
}

/** The symbol in its box, `wide` pixels of the screen across. */
export function symbolPicture(code: string, wide: number, fill: string, ink: string): HTMLCanvasElement | null {
  if (!drawing) return null;
  const key = `${code} ${wide} ${fill} ${ink}`;
  let picture = kept.get(key);
  if (!picture) {
    const sidc = `1003100000${(ENTITIES[code] ?? "000000").padEnd(10, "0")}`;
    // milsymbol's box is 1.5 sizes wide, without the stroke around it.
    const symbol = new drawing.ms.Symbol(sidc, {
      size: (wide / 1.56) | 0,
      fillColor: fill,
      monoColor: ink,
      strokeWidth: 6,
      outlineWidth: 0,
    });
    picture = symbol.asCanvas(1);
    kept.set(key, picture);
  }
  return picture;
}

/** What the box does not tell by itself: the machine gun's arrow, the weight of a tank. */
export function symbolMark(code: string): "arrow" | "light" | "heavy" | "wheels" | "hull" | "pillbox" | "dummy" | null {
  if (code === "MG") return "arrow";
  if (code === "TK-L") return "light";
  if (code === "TK-H") return "heavy";
  if (code === "SHIP") return "hull";
  if (code === "BNK") return "pillbox";
  if (code === "DUM") return "dummy";
  return code === "MC" ? "wheels" : null;
}
