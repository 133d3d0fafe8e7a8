/** What a player has chosen for his own screen, and the links to his games. Kept in this browser alone. */

import type { Lang } from "./model";

export interface Preferences {
  readonly lang: Lang;
  readonly dark: boolean;
}

export interface Link {
  readonly token: string;
  readonly title: string;
}

const [PREFERENCES, LINKS] = ["planspiel.preferences", "planspiel.links"];

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

export function addLink(link: Link): void {
  keep(LINKS, [link, ...links().filter((other) => other.token !== link.token)].slice(0, 100));
}

export function dropLink(token: string): void {
  keep(LINKS, links().filter((other) => other.token !== token));
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
