/** What a player has chosen for his own screen, and the links to his games. Kept in this browser alone. */

import type { Lang } from "./model";

export interface Preferences {
  readonly lang: Lang;
  readonly dark: boolean;
}

export interface Link {
  readonly token: string;
  readonly title: string;
  /** Whoever created the game may delete it, and pass on the other links. */
  readonly host?: string;
  readonly watch?: string;
  readonly invites?: Readonly<Record<string, string>>;
  /** A guided game: the lesson, and the link of the seat that the guide plays. */
  readonly lesson?: { readonly id: string; readonly token: string; readonly step: number };
}

const [PREFERENCES, LINKS, NOTICES] = ["planspiel.preferences", "planspiel.links", "planspiel.notices"];

export function loadPreferences(): Preferences {
  const kept = readKept<Partial<Preferences>>(PREFERENCES) ?? {};
  const german = (navigator.language || "").toLowerCase().startsWith("de");
  return {
    lang: kept.lang ?? (german ? "de" : "en"),
    dark: kept.dark ?? window.matchMedia("(prefers-color-scheme: dark)").matches,
  };
}

export function keepPreferences(preferences: Preferences): void {
  keep(PREFERENCES, preferences);
}

export function links(): Link[] {
  return readKept<Link[]>(LINKS) ?? [];
}

/** Puts a link first. What was known of it before stays known. */
export function addLink(link: Link): void {
  keep(LINKS, [{ ...linkOf(link.token), ...link }, ...links().filter((other) => other.token !== link.token)].slice(0, 100));
}

export function linkOf(token: string): Link | undefined {
  return links().find((link) => link.token === token);
}

export function dropLink(token: string): void {
  keep(LINKS, links().filter((other) => other.token !== token));
}

/** Whether the player wants to be told outside the page. */
export function wantsNotices(): boolean {
  return readKept<boolean>(NOTICES) ?? false;
}

export function keepNotices(wanted: boolean): void {
  keep(NOTICES, wanted);
}

function readKept<T>(key: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") as T | null;
  } catch {
    return null;
  }
}

function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing still plays: the address holds the link.
  }
}
