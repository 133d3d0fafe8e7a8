/** A system the page knows nothing about: units as plain counters, orders by their own words. */

import type { Choice } from "../choices";
import type { Lang, Light, Panel, Piece, SideLook, Token } from "../model";
import type { Presenter, ViewData } from "./presenter";

const BODIES = [
  { body: "#b7c0b1", ink: "#161a16", panel: ["#4d5a50", "#a3b2a6"] as const, dark: false },
  { body: "#2c5a95", ink: "#ffffff", panel: ["#24548d", "#76a9e4"] as const, dark: true },
];

export class PlainPresenter implements Presenter {
  readonly looks: Record<string, SideLook> = {};

  pieces(view: ViewData): Piece[] {
    const units = view["units"];
    if (typeof units !== "object" || units === null) return [];
    return Object.entries(units as Record<string, Record<string, unknown>>).map(([id, unit]) => {
      const side = String(unit["side"] ?? unit["owner"] ?? "");
      this.meet(side);
      const at = String(unit["hex"] ?? unit["at"] ?? unit["cell"] ?? "");
      const steps = typeof unit["steps"] === "number" ? unit["steps"] : undefined;
      const face = { side, band: "#8a7a58", code: id, company: "", symbol: "INF", badges: [], ...(steps === undefined ? {} : { steps, ofSteps: steps }) };
      return { id, at, face, name: { de: id, en: id }, detail: { de: "", en: "" } };
    });
  }

  private meet(side: string): void {
    if (side === "" || side in this.looks) return;
    const form = BODIES[Object.keys(this.looks).length % 2]!;
    const name = side.charAt(0).toUpperCase() + side.slice(1);
    this.looks[side] = { id: side, letter: name.charAt(0), name: { de: name, en: name }, ...form };
  }

  light(view: ViewData): Light | null {
    const light = view["light"];
    return typeof light === "object" ? (light as Light | null) : null;
  }

  tokens(): Token[] {
    return [];
  }

  owners(view: ViewData): Record<string, string> {
    const control = view["control"];
    return typeof control === "object" && control !== null ? (control as Record<string, string>) : {};
  }

  panels(): Panel[] {
    return [];
  }

  turn(view: ViewData, _: unknown, lang: Lang): string {
    const turn = view["turn"];
    return typeof turn === "number" ? `${lang === "de" ? "Runde" : "Turn"} ${turn}` : "";
  }

  nameOf(): string | null {
    return null;
  }

  isAtOnce(): boolean {
    return false;
  }

  label(choice: Choice, _: Lang, name: (id: string) => string): string {
    return plainLabel(choice, name);
  }
}

/** An order by its own tag and values: never pretty, always complete. */
export function plainLabel(choice: Choice, name: (id: string) => string): string {
  const verb = choice.order.do.replaceAll("-", " ");
  const values = Object.entries(choice.rest).map(([key, value]) =>
    value === true ? key.replaceAll("_", " ") : String(Array.isArray(value) ? value.map((v) => name(String(v))).join(", ") : name(String(value))),
  );
  return [verb.charAt(0).toUpperCase() + verb.slice(1), ...values].join(" · ");
}
