/** Markers that are told by their form: position, net, reconnaissance; and marks inside a symbol's box. */

type Pen = CanvasRenderingContext2D;

/** The picture says it all: its letter is for lists. */
const NO_INK = "rgba(0,0,0,0)";

/** A plate with a picture on it. */
function plate(pen: Pen, colour: string): void {
  pen.beginPath();
  pen.arc(0, 0, 6.6, 0, 7);
  pen.fillStyle = colour;
  pen.fill();
  pen.stroke();
}

/** An embrasure seen from above: a rampart open to the rear. */
export function position(pen: Pen): string {
  plate(pen, "#5d4a22");
  pen.strokeStyle = "#ffe9b8";
  pen.lineWidth = 1.6;
  pen.lineJoin = "miter";
  pen.beginPath();
  for (const [x, y] of [[-4, 2.8], [-4, -0.6], [-1.6, -3.2], [1.6, -3.2], [4, -0.6], [4, 2.8]] as const) pen.lineTo(x, y); // prettier-ignore
  pen.stroke();
  return NO_INK;
}

/** The meshes of a camouflage net. */
export function net(pen: Pen): string {
  plate(pen, "#3f6236");
  pen.save();
  pen.clip();
  pen.strokeStyle = "#d3e6bd";
  pen.lineWidth = 0.9;
  pen.beginPath();
  for (let n = -12; n <= 12; n += 3.4) {
    pen.moveTo(n - 7, -7);
    pen.lineTo(n + 7, 7);
    pen.moveTo(n + 7, -7);
    pen.lineTo(n - 7, 7);
  }
  pen.stroke();
  pen.restore();
  return NO_INK;
}

/** An eye: the enemy knows where it fires from. */
export function seen(pen: Pen): string {
  plate(pen, "#f5c518");
  pen.strokeStyle = pen.fillStyle = "#15130f";
  pen.lineWidth = 1.1;
  pen.beginPath();
  pen.moveTo(-4.8, 0);
  pen.quadraticCurveTo(0, -4.6, 4.8, 0);
  pen.quadraticCurveTo(0, 4.6, -4.8, 0);
  pen.stroke();
  pen.beginPath();
  pen.arc(0, 0, 1.7, 0, 7);
  pen.fill();
  return NO_INK;
}

/** Inside the box of a symbol, around its centre: a hull, a bunker, a dummy. */
export function boxMark(pen: Pen, kind: "hull" | "pillbox" | "dummy", cx: number, cy: number): void {
  pen.beginPath();
  if (kind === "hull") {
    pen.moveTo(cx - 9, cy - 0.5);
    pen.lineTo(cx + 9, cy - 0.5);
    pen.lineTo(cx + 5.6, cy + 4.4);
    pen.lineTo(cx - 6.4, cy + 4.4);
    pen.closePath();
    pen.rect(cx - 3, cy - 4.4, 5, 3.9);
    pen.fill();
  } else if (kind === "pillbox") {
    pen.moveTo(cx - 8, cy + 4.4);
    pen.lineTo(cx - 5.5, cy - 4);
    pen.lineTo(cx + 5.5, cy - 4);
    pen.lineTo(cx + 8, cy + 4.4);
    pen.closePath();
    pen.moveTo(cx - 3.4, cy - 0.6);
    pen.lineTo(cx + 3.4, cy - 0.6);
    pen.stroke();
  } else {
    pen.font = "800 13px sans-serif";
    [pen.textAlign, pen.textBaseline] = ["center", "middle"];
    pen.fillText("?", cx, cy + 0.8);
  }
}
