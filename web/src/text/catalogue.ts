/** The table's own words, German and English. Sentences about rules come from the server. */

import type { Lang } from "../model";
import { COMPANY } from "./company.words";
import { DRAFTING_WORDS } from "./drafting.words";
import { INSTRUMENT_WORDS } from "./instruments.words";

const WORDS = {
  ...COMPANY,
  ...INSTRUMENT_WORDS,
  ...DRAFTING_WORDS,
  // head and lobby
  rulebook: { de: "Regelbuch", en: "Rulebook" },
  nextGame: { de: "Nächste Partie wartet ({n})", en: "Next game waiting ({n})" },
  theme: { de: "Hell oder dunkel", en: "Light or dark" },
  language: { de: "Sprache", en: "Language" },
  toLobby: { de: "Zum Empfang", en: "To the lobby" },
  tagline: { de: "Der Schiedsrichter für Kriegsspiele am Tisch", en: "The umpire for wargames at the table" },
  newGame: { de: "Neue Partie", en: "New game" },
  goOn: { de: "Weiterspielen", en: "Continue" },
  waitsForYou: { de: "wartet auf dich", en: "waits for you" },
  waitsForOther: { de: "der andere ist am Zug", en: "the other side is to move" },
  over: { de: "beendet", en: "over" },
  gathering: { de: "Plätze frei", en: "seats free" },
  system: { de: "Spielsystem", en: "System" },
  scenario: { de: "Szenario", en: "Scenario" },
  options: { de: "Spieloptionen", en: "Game options" },
  optionsNote: { de: "Lesarten, wo das Buch zwei zulässt. Voreingestellt ist unsere Auslegung.", en: "Readings where the book allows two. Our ruling is the default." },
  seats: { de: "Plätze", en: "Seats" },
  hotSeat: { de: "An einem Bildschirm", en: "On one screen" },
  hotSeatNote: { de: "Alle spielen hier, nacheinander.", en: "Everyone plays here, in turn." },
  againstBot: { de: "Gegen einen Bot", en: "Against a bot" },
  botNote: { de: "Ein Gegner, der sofort antwortet.", en: "An opponent who answers at once." },
  remote: { de: "Mit einem Freund", en: "With a friend" },
  remoteNote: { de: "Du bekommst einen Link für jeden anderen Platz.", en: "You get a link for every other seat." },
  yourSeat: { de: "Dein Platz", en: "Your seat" },
  playersPerSide: { de: "Spieler je Seite", en: "Players per side" },
  otherSeats: { de: "Die anderen Plätze", en: "The other seats" },
  byLink: { de: "Mensch, per Link", en: "a person, by link" },
  start: { de: "Partie beginnen", en: "Start the game" },
  load: { de: "Spielstand laden", en: "Load a save" },
  planned: { de: "in Arbeit", en: "in the making" },
  invitation: { de: "Link für {seat}", en: "Link for {seat}" },
  copy: { de: "Kopieren", en: "Copy" },
  copied: { de: "Kopiert", en: "Copied" },
  sitDown: { de: "Platz nehmen", en: "Sit down" },
  remove: { de: "Aus der Liste nehmen", en: "Remove from the list" },
  on: { de: "ja", en: "yes" },
  off: { de: "nein", en: "no" },
  // decision bar
  decision: { de: "Entscheidung", en: "Decision" },
  decides: { de: "{side} entscheidet", en: "{side} decides" },
  reacts: { de: "{side} reagiert", en: "{side} reacts" },
  yourTurn: { de: "Du bist am Zug", en: "Your move" },
  yourReaction: { de: "Du wirst gefragt", en: "You are asked" },
  notYou: { de: "Du wartest", en: "You wait" },
  waiting: { de: "{side} ist am Zug.", en: "{side} is to move." },
  gameOver: { de: "Die Partie ist zu Ende", en: "The game is over" },
  wins: { de: "{side} siegt.", en: "{side} wins." },
  draw: { de: "Unentschieden.", en: "A draw." },
  back: { de: "Zurück", en: "Undo" },
  no: { de: "Nein", en: "No" },
  confirm: { de: "Ausführen", en: "Carry out" },
  discard: { de: "Verwerfen", en: "Discard" },
  chooseOnMap: { de: "Wähle auf der Karte, was golden leuchtet.", en: "Choose on the map what glows gold." },
  chooseBelow: { de: "Wähle eine der Möglichkeiten.", en: "Choose one of the possibilities." },
  chosenOne: { de: "{unit} gewählt: Eine Möglichkeit leuchtet.", en: "{unit} chosen: one possibility glows." },
  chosenSome: { de: "{unit} gewählt: {n} Möglichkeiten leuchten.", en: "{unit} chosen: {n} possibilities glow." },
  again: { de: "Noch ein Klick oder „{button}“ führt es aus.", en: "Another click or “{button}” carries it out." },
  ends: { de: "Endet mit „{button}“.", en: "Ends with “{button}”." },
  connecting: { de: "Verbindung wird hergestellt …", en: "Connecting …" },
  lost: { de: "Verbindung verloren, neuer Versuch …", en: "Connection lost, trying again …" },
  opening: { de: "Die Karte wird gezeichnet …", en: "Drawing the map …" },
  notBegun: { de: "Die Partie beginnt, sobald alle Plätze besetzt sind.", en: "The game begins when all seats are taken." },
  curtain: { de: "{side}: Bildschirm übergeben", en: "{side}: hand over the screen" },
  curtainNote: { de: "Hier gibt es Verdecktes. Weiter, wenn nur {side} hinsieht.", en: "Some things are hidden. Go on when only {side} is looking." },
  goAhead: { de: "Weiter", en: "Go on" },
  // panels
  preview: { de: "Schussvorschau", en: "Shot preview" },
  plan: { de: "Geplant", en: "Planned" },
  choices: { de: "Möglichkeiten", en: "Possibilities" },
  allChoices: { de: "Alle Möglichkeiten ({n})", en: "All possibilities ({n})" },
  more: { de: "Weitere laden", en: "Load more" },
  base: { de: "Grundwert", en: "Base value" },
  column: { de: "Spalte", en: "Column" },
  total: { de: "Summe", en: "Total" },
  legend: { de: "Zeichen der Karte", en: "Map legend" },
  noEffect: { de: "ohne Wirkung", en: "no effect" },
  afterwards: { de: "Danach", en: "Afterwards" },
  from: { de: "aus {cell}", en: "from {cell}" },
  inCell: { de: "in {cell}", en: "in {cell}" },
  way: { de: "Weg", en: "Way" },
  cells: { de: "Felder", en: "fields" },
  log: { de: "Protokoll", en: "Log" },
  sinceVisit: { de: "seit deinem Besuch: {n}", en: "since your visit: {n}" },
  nothingYet: { de: "Noch ist nichts geschehen.", en: "Nothing has happened yet." },
  unit: { de: "Einheit", en: "Unit" },
  stack: { de: "Stapel", en: "Stack" },
  toPlace: { de: "Aufzustellen", en: "To be placed" },
  troops: { de: "Truppe", en: "Troops" },
  markers: { de: "Marker", en: "Markers" },
  shot: { de: "Plan", en: "Plan" },
  height: { de: "Höhe {n}", en: "height {n}" },
  heights: { de: "Höhenstufen", en: "Heights" },
  close: { de: "Schließen", en: "Close" },
  panelDrawer: { de: "Lage", en: "Situation" },
  // tools
  select: { de: "Wählen", en: "Select" },
  lift: { de: "Anheben", en: "Lift" },
  mapOnly: { de: "Nur Karte", en: "Map only" },
  lens: { de: "Lupe", en: "Magnifier" },
  whole: { de: "Ganze Karte", en: "Whole map" },
  nextGlow: { de: "Nächste", en: "Next" },
  tools: { de: "Werkzeuge", en: "Tools" },
  zoomIn: { de: "Vergrößern", en: "Zoom in" },
  zoomOut: { de: "Verkleinern", en: "Zoom out" },
  mapName: { de: "Karte. Pfeiltasten bewegen das Feld, Eingabe wählt, Plus und Minus zoomen.", en: "Map. Arrow keys move the field, Enter selects, plus and minus zoom." },
  empty: { de: "frei", en: "empty" },
  mayChoose: { de: "wählbar", en: "can be chosen" },
  // replay
  live: { de: "live", en: "live" },
  line: { de: "Zeile {n} von {all}", en: "Line {n} of {all}" },
  first: { de: "An den Anfang", en: "To the beginning" },
  stepBack: { de: "Einen Schritt zurück", en: "One step back" },
  play: { de: "Abspielen", en: "Play" },
  pause: { de: "Anhalten", en: "Pause" },
  toLive: { de: "Zur Gegenwart", en: "To the present" },
  replay: { de: "Wiedergabe", en: "Replay" },
  speed: { de: "Tempo", en: "Speed" },
  asItWas: { de: "So stand es nach Zeile {n}. Die Partie wartet.", en: "This is how it stood after line {n}. The game waits." },
  asItWasOnce: { de: "So stand es nach Zeile {n}.", en: "This is how it stood after line {n}." },
  // rulebook
  search: { de: "Suchen", en: "Search" },
  searchRules: { de: "Regeln durchsuchen", en: "Search the rules" },
  ruling: { de: "Auslegung", en: "Ruling" },
  nothingFound: { de: "Nichts gefunden.", en: "Nothing found." },
  ownWords: { de: "Die Regeln in unseren Worten.", en: "The rules in our own words." },
  // chat and menu
  more2: { de: "Mehr", en: "More" },
  save: { de: "Spielstand sichern", en: "Save the game" },
  report: { de: "Gefechtsbericht", en: "Battle report" },
  resign: { de: "Aufgeben", en: "Resign" },
  offerDraw: { de: "Unentschieden anbieten", en: "Offer a draw" },
  dice: { de: "Würfel", en: "Dice" },
  diceAsked: { de: "Würfle {dice} und gib die Augen ein.", en: "Roll {dice} and enter the pips." },
  dir: { de: "N", en: "N" },
} as const satisfies Record<string, Record<Lang, string>>;

export type Word = keyof typeof WORDS;

export function say(lang: Lang, word: Word, values: Record<string, string | number> = {}): string {
  return fill(WORDS[word][lang], values);
}

/** Puts values into the places of a template; unknown places stay as they are. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (all, key: string) => String(values[key] ?? all));
}

/**
 * "BLK-6.3.1-C" is § 6.3.1; where a book names its sections, "BAR-fire-test-4" is § fire test 4, or what `headings`
 * have for "§ fire-test".
 */
export function paragraph(cite: string, headings: Readonly<Record<string, string>> = {}): string {
  const named = /^[A-Z]+\d*-([a-z][a-z-]*?)-?(X?\d*)$/.exec(cite);
  if (named) return `§\u202f${[shortened(headings[`§ ${named[1]}`] ?? named[1]!.replaceAll("-", " ")), named[2]].filter(Boolean).join("\u202f")}`;
  const section = /^[A-Z]+\d*-([0-9A-Z]+(?:\.\d+)*)/.exec(cite)?.[1] ?? cite;
  return section ? `§\u202f${section}` : "";
}

/** A long heading stops at a word. */
function shortened(heading: string): string {
  return heading.length <= LONGEST ? heading : `${heading.slice(0, LONGEST).replace(/[\s,]+\S*$/, "")} …`;
}

const LONGEST = 20;

/** A sentence may begin with a name that is written small. */
export function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** A number with a true minus sign. */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : value < 0 ? `−${-value}` : "0";
}

export function missing(): string[] {
  return Object.entries(WORDS).flatMap(([key, texts]) => (texts.de && texts.en ? [] : [key]));
}

/** Both languages have the same places to fill. */
export function uneven(): string[] {
  const places = (text: string): string => [...text.matchAll(/\{(\w+)\}/g)].map((found) => found[1]).sort().join();
  return Object.entries(WORDS).flatMap(([key, texts]) => (places(texts.de) === places(texts.en) ? [] : [key]));
}
