/** Sets up a guided game: two seats, typed dice; the player gets one seat and the guide the other. */

import { Guide, type Guided, Opponent } from "./guide";
import { LESSONS } from "./lessons";
import type { Lang } from "./model";
import { api, Session } from "./net";
import { addLink, linkOf } from "./preferences";

export async function startLesson(id: string, lang: Lang): Promise<string> {
  const lesson = await LESSONS[id]!();
  const made = await api.create({
    system: lesson.system, scenario: lesson.scenario, options: { ...lesson.options }, hot_seat: false, dice: "typed", bots: {},
  }); // prettier-ignore
  const [other] = Object.keys(made.invites ?? {}).filter((seat) => seat !== lesson.seat);
  const mine = await api.join(made.invites?.[lesson.seat] ?? "", "");
  const theirs = await api.join(made.invites?.[other ?? ""] ?? "", lang === "de" ? "Gegner" : "Opponent");
  addLink({ token: mine.token, title: lesson.title[lang], host: made.host, lesson: { id, token: theirs.token, step: 0 } });
  return mine.token;
}

/** The guide of a game, if it is a guided one. */
export async function guideOf(token: string, lang: Lang, table: Guided): Promise<Guide | null> {
  const known = linkOf(token);
  const lesson = known?.lesson ? await LESSONS[known.lesson.id]?.() : undefined;
  if (!known?.lesson || !lesson) return null;
  const { lesson: kept } = known;
  const opponent = new Opponent((listener) => new Session(kept.token, "", lang, listener));
  return new Guide(lesson, table, opponent, kept.step, (step) => addLink({ ...known, lesson: { ...kept, step } }));
}

export function isGuided(token: string): boolean {
  return linkOf(token)?.lesson !== undefined;
}
