/** Addresses of the page. What they hold stands after the `#`, so that no server ever sees a link. */

export interface Address {
  /** A link of mine. */
  readonly table: string;
  /** An invitation. */
  readonly join: string;
  readonly seat: string;
  /** The text table instead of the map. */
  readonly text: boolean;
}

export function readAddress(hash: string): Address {
  const words = new URLSearchParams(hash.replace(/^#\/?/, ""));
  return { table: words.get("table") ?? "", join: words.get("join") ?? "", seat: words.get("seat") ?? "", text: words.has("text") };
}

const home = (): string => `${location.origin}${location.pathname}`;

export const tableHash = (token: string, text = false): string => `#table=${token}${text ? "&text" : ""}`;
export const joinAddress = (token: string): string => `${home()}#join=${token}`;
export const tableAddress = (token: string): string => `${home()}${tableHash(token)}`;
