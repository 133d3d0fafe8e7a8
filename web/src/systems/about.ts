/** What each system is about, for somebody who does not know it yet. */

import type { Lang } from "../model";

export interface About {
  readonly what: Record<Lang, string>;
  readonly turn: Record<Lang, string>;
  readonly special: Record<Lang, string>;
}

export const ABOUT: Readonly<Record<string, About>> = {
  blitzkrieg1940: {
    what: {
      de: "Mai 1940, Panzer gegen Panzer in Belgien und vor Sedan. Kompanien auf Sechseckfeldern von gut 500 Metern, mit Höhen, Dörfern und Bächen.",
      en: "May 1940, armour against armour in Belgium and before Sedan. Companies on hexes of some 500 metres, with heights, villages and streams.",
    },
    turn: {
      de: "Aus einer Tasse werden Aktivierungsmarker gezogen. Wessen Formation kommt, der bewegt und feuert; der Gegner darf dazwischen schießen, zurückschießen oder weichen.",
      en: "Activation markers are drawn from a cup. Whose formation comes up moves and fires; the enemy may shoot in between, shoot back or give way.",
    },
    special: {
      de: "Nie weiß man, wer als Nächstes dran ist. Formationen ermüden und verlieren den Mut, Artillerie und Stukas greifen von außerhalb ein.",
      en: "Nobody knows who is next. Formations tire and lose heart, artillery and Stukas strike from off the map.",
    },
  },
  barbarossa1941: {
    what: {
      de: "Sommer 1941 im Osten: Züge und Gruppen auf Sechseckfeldern mit Stellungen und Hindernissen.",
      en: "Summer 1941 in the East: platoons and squads on hexes with works and obstacles.",
    },
    turn: {
      de: "Beide schreiben geheime Befehle, dann laufen zwölf gleichzeitige Schritte ab.",
      en: "Both sides write secret orders, then twelve simultaneous steps are carried out.",
    },
    special: { de: "Einheitenkarten, Hinterhalt, Minen, Transport und Flugzeuge.", en: "Unit cards, ambush, mines, transport and aircraft." },
  },
  wiener2022: {
    what: {
      de: "Das Planspiel der Wiener Tradition: Kompanien, Batterien und Staffeln von 1940 bis 1945 auf Kilometerquadraten mit Höhenschichten, Wald, Orten und Flüssen.",
      en: "The map exercise of the Vienna tradition: companies, batteries and squadrons of 1940 to 1945 on squares of a kilometre with contour layers, woods, towns and rivers.",
    },
    turn: {
      de: "Ein Zug sind zwei Teilzüge mit drei Phasen: Luftstreitkräfte, Steilfeuer, alles Übrige. Nach jedem Feld darf die passive Partei mit Gegenzügen eingreifen.",
      en: "A turn is two half-turns of three phases: air, indirect fire, everything else. After every field the passive side may step in with counter-moves.",
    },
    special: {
      de: "Offen, teilverdeckt oder verdeckt: Getarnte PAK, geheime Minen und Scheinanlagen kennt nur ihr Besitzer. Mit Nacht und Leuchtgranaten, Nebel, Pionieren, Brücken, Flugzeugen und Schiffen.",
      en: "Open, partly hidden or hidden: camouflaged guns, secret mines and dummies are known to their owner alone. With night and flares, smoke, engineers, bridges, aircraft and ships.",
    },
  },
  caporetto1917: {
    what: {
      de: "Die zwölfte Isonzoschlacht, Oktober 1917, auf 1 700 Feldern im Gebirge.",
      en: "The twelfth battle of the Isonzo, October 1917, on 1,700 hexes of mountains.",
    },
    turn: {
      de: "Formationen werden aktiviert und handeln in acht Schritten; der Gegner reagiert und stürmt zurück.",
      en: "Formations are activated and act in eight steps; the enemy reacts and counter-assaults.",
    },
    special: {
      de: "Versorgung, Führung, Gräben, Brücken, Einsickern. Jeder Spieler führt je einen Flügel beider Heere.",
      en: "Supply, command, trenches, bridges, infiltration. Each player commands a wing of both armies.",
    },
  },
  behind_omaha: {
    what: {
      de: "Normandie 1944 mit Figuren und Fahrzeugen auf dem freien Tisch, in Zentimetern.",
      en: "Normandy 1944 with figures and vehicles on the open table, in centimetres.",
    },
    turn: { de: "Die Seiten ziehen abwechselnd; wer lauert, unterbricht.", en: "The sides take turns; whoever is on overwatch interrupts." },
    special: {
      de: "Drehung und Seiten der Fahrzeuge, Schablonen, sichtbare Anteile. Vor der Zielwahl wird nicht gemessen.",
      en: "Facings of vehicles, templates, visible fractions. No measuring before the target is chosen.",
    },
  },
}; // prettier-ignore

/** Values of game options that are words. */
export const VALUES_DE: Readonly<Record<string, string>> = {
  all: "alle",
  infantry_and_tanks: "Infanterie und Panzer",
  at_once: "sofort",
  administration: "in der Verwaltungsphase",
  "3 and 7": "3 und 7",
  "4 and 6": "4 und 6",
};
