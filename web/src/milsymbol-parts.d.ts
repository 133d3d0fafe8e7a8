/** What we use of milsymbol's parts; the package describes only the whole. */
declare module "milsymbol-parts" {
  export interface SymbolOptions {
    size?: number;
    fill?: boolean;
    frame?: boolean;
    fillColor?: string;
    monoColor?: string;
    strokeWidth?: number;
    outlineWidth?: number;
    simpleStatusModifier?: boolean;
  }
  export class MilSymbol {
    asCanvas(ratio?: number): HTMLCanvasElement;
    asSVG(): string;
    getSize(): { width: number; height: number };
  }
  export const ms: {
    addIcons(parts: unknown): void;
    Symbol: new (code: string, options: SymbolOptions) => MilSymbol;
  };
  export const numberlandunit: unknown;
}
