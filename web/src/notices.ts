/** Notifications outside the page: asked for by the player, shown only while he looks elsewhere. */

import { tableHash } from "./addresses";
import type { Notice } from "./net";
import { links, wantsNotices } from "./preferences";

export type Allowed = "yes" | "no" | "not-asked" | "unknown";

export function allowed(): Allowed {
  if (!("Notification" in globalThis)) return "unknown";
  return Notification.permission === "granted" ? "yes" : Notification.permission === "denied" ? "no" : "not-asked";
}

export async function askForNotices(): Promise<Allowed> {
  if (allowed() === "not-asked") await Notification.requestPermission();
  return allowed();
}

export function showNotice(notice: Pick<Notice, "title" | "text" | "game" | "kind">, token = ""): void {
  if (!document.hidden || !wantsNotices() || allowed() !== "yes") return;
  const shown = new Notification(notice.title, { body: notice.text, tag: `${notice.game} ${notice.kind}`, icon: "./icon.svg" });
  shown.onclick = () => {
    window.focus();
    if (token) location.hash = tableHash(token).slice(1);
    shown.close();
  };
}

/** My other games, to be followed while I sit at one of them. */
export function otherTokens(here: string): string[] {
  return links().map((link) => link.token).filter((token) => token !== here).slice(0, 50);
}
