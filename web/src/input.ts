/** Mouse, touch and pen on the stage: drag moves, wheel and two fingers zoom, a long press magnifies. */

import type { Point } from "./boards/geometry";
import type { Stage } from "./stage";

export interface Hands {
  tap(at: Point): void;
  move(at: Point | null): void;
}

const SLACK = 6;
const LONG = 450;

/** Listens until the returned function is called. */
export function listen(canvas: HTMLCanvasElement, stage: Stage, hands: Hands): () => void {
  const fingers = new Map<number, Point>();
  let start: Point | null = null;
  let dragged = false;
  let pressing = 0;

  const at = (event: PointerEvent | WheelEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const release = (): void => {
    clearTimeout(pressing);
    if (stage.magnifier && !lens) {
      stage.magnifier = null;
      stage.touch();
    }
  };
  let lens = false;

  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    canvas.setPointerCapture(event.pointerId);
    const point = at(event);
    fingers.set(event.pointerId, point);
    [start, dragged] = [point, fingers.size > 1];
    lens = stage.magnifier !== null;
    if (event.pointerType !== "mouse" && fingers.size === 1) {
      pressing = window.setTimeout(() => {
        dragged = true;
        stage.magnifier = fingers.get(event.pointerId) ?? point;
        stage.touch();
      }, LONG);
    }
  };

  const move = (event: PointerEvent): void => {
    const point = at(event);
    const before = fingers.get(event.pointerId);
    if (stage.magnifier) {
      stage.magnifier = point;
      stage.touch();
      if (!before || !lens) return;
    }
    if (!before) return hands.move(point);
    if (fingers.size === 2) pinch(event.pointerId, point);
    else if (start && (dragged || Math.hypot(point[0] - start[0], point[1] - start[1]) > SLACK)) {
      clearTimeout(pressing);
      if (!dragged) hands.move(null);
      dragged = true;
      stage.camera.pan(point[0] - before[0], point[1] - before[1]);
      stage.touch();
    }
    fingers.set(event.pointerId, point);
  };

  const pinch = (id: number, point: Point): void => {
    clearTimeout(pressing);
    const [other] = [...fingers].filter(([key]) => key !== id).map(([, found]) => found);
    const before = fingers.get(id)!;
    if (!other) return;
    const [was, is] = [Math.hypot(before[0] - other[0], before[1] - other[1]), Math.hypot(point[0] - other[0], point[1] - other[1])];
    stage.camera.zoom(is / Math.max(was, 1), [(point[0] + other[0]) / 2, (point[1] + other[1]) / 2]);
    stage.camera.pan((point[0] - before[0]) / 2, (point[1] - before[1]) / 2);
    stage.touch();
  };

  const up = (event: PointerEvent): void => {
    const was = fingers.delete(event.pointerId);
    release();
    if (was && !dragged && event.type === "pointerup") hands.tap(at(event));
    if (fingers.size === 0) start = null;
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const step = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
    stage.camera.zoom(Math.exp(-Math.max(-240, Math.min(240, step)) / 420), at(event));
    stage.touch();
  };

  const leave = (): void => hands.move(null);

  canvas.addEventListener("pointerdown", down);
  canvas.addEventListener("pointermove", move);
  canvas.addEventListener("pointerup", up);
  canvas.addEventListener("pointercancel", up);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("wheel", wheel, { passive: false });
  return () => {
    canvas.removeEventListener("pointerdown", down);
    canvas.removeEventListener("pointermove", move);
    canvas.removeEventListener("pointerup", up);
    canvas.removeEventListener("pointercancel", up);
    canvas.removeEventListener("pointerleave", leave);
    canvas.removeEventListener("wheel", wheel);
  };
}
