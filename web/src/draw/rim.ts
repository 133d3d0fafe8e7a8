/** The line around many cells together: the sides beyond which none of them lies. */

import type { Board } from "../boards/board";

export interface Line {
  readonly colour: string;
  /** In units of the sheet. */
  readonly wide: number;
  readonly dash?: readonly number[];
}

export function rimOf(board: Board, cells: ReadonlySet<string>): Path2D {
  const rim = new Path2D();
  for (const cell of cells) {
    if (!board.has(cell)) continue;
    const [x, y] = board.centre(cell);
    const outline = board.outline(cell);
    outline.forEach((from, n) => {
      const to = outline[(n + 1) % outline.length]!;
      const other = board.at([x + ((from[0] + to[0]) / 2 - x) * 1.5, y + ((from[1] + to[1]) / 2 - y) * 1.5]);
      if (other !== null && cells.has(other)) return;
      rim.moveTo(...from);
      rim.lineTo(...to);
    });
  }
  return rim;
}

export function paintRim(pen: CanvasRenderingContext2D, rim: Path2D, { colour, wide, dash = [] }: Line): void {
  pen.save();
  pen.lineCap = "round";
  pen.setLineDash([...dash]);
  pen.strokeStyle = colour;
  pen.lineWidth = wide;
  pen.stroke(rim);
  pen.restore();
}
