"""The words of the table in a terminal, German and English. Sentences about rules come from the system."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from planspiel.kernel.rulebook import Language

__all__ = ["COMMANDS", "HELP", "YES", "say", "spelt_out", "thing_word", "verb"]

_WORDS: Final[Mapping[str, tuple[str, str]]] = {
    "welcome": (
        "{system}: {scenario}. Type a number to choose, words to filter, ? for help.",
        "{system}: {scenario}. Eine Zahl wählt, Wörter filtern, ? hilft.",
    ),
    "decides": ("{seat} decides", "{seat} entscheidet"),
    "reacts": ("{seat} is asked", "{seat} wird gefragt"),
    "choices": ("{n} choices", "{n} Möglichkeiten"),
    "choices_of": ("{n} of {all} choices with: {words}", "{n} von {all} Möglichkeiten mit: {words}"),
    "no_choices": (
        "No choice has all these words: {words}. An empty line shows all.",
        "Keine Möglichkeit hat alle diese Wörter: {words}. Eine leere Zeile zeigt alle.",
    ),
    "more": (
        "... {n} further ones: type `more`, or words.",
        "... {n} weitere: `mehr` tippen, oder Wörter.",
    ),
    "cut": ("There are more than {n}.", "Es gibt mehr als {n}."),
    "decline": ("no", "nein"),
    "seal": ("Seal: {n} of {all} given", "Versiegeln: {n} von {all} gegeben"),
    "withdraw": ("Take it back", "Zurücknehmen"),
    "other_unit": ("Another one", "Etwas anderes"),
    "no_order": ("nothing yet", "noch nichts"),
    "not_offered": ("There is no choice {n}.", "Eine Möglichkeit {n} gibt es nicht."),
    "dice": ("Throw {dice} for: {why}", "Wirf {dice} für: {why}"),
    "type_dice": ("The pips, with blanks between them", "Die Augen, durch Leerzeichen getrennt"),
    "curtain": (
        "{seat} is next. Press Enter when nobody else is looking.",
        "{seat} ist an der Reihe. Weiter mit Eingabe, wenn niemand sonst hinsieht.",
    ),
    "undone": ("Taken back.", "Zurückgenommen."),
    "undo_by_consent": (
        "This goes back to before the last order of {seat}; dice that were thrown stay as they fell. "
        "Do all agree? (y/n)",
        "Das geht vor den letzten Befehl von {seat} zurück; gefallene Würfel bleiben, wie sie fielen. "
        "Sind alle einverstanden? (j/n)",
    ),
    "undo_bot": (
        "A bot plays here: what it has answered to is not taken back.",
        "Hier spielt ein Bot mit: Was er beantwortet hat, wird nicht zurückgenommen.",
    ),
    "odds_none": ("No dice decide about this choice.", "Über diese Möglichkeit entscheiden keine Würfel."),
    "odds_base": ("base value {n}", "Grundwert {n}"),
    "odds_column": ("column {column}", "Spalte {column}"),
    "odds_way": ("{result}: {ways} of {all} ({percent} %)", "{result}: {ways} von {all} ({percent} %)"),
    "odds_afterwards": ("then: {text}", "danach: {text}"),
    "why_what": ("Why what? For example: {example}", "Warum was? Zum Beispiel: {example}"),
    "why_may": ("It can be chosen, or nothing forbids it.", "Das ist wählbar, oder nichts spricht dagegen."),
    "rules_none": ("No rule has these words: {words}", "Keine Regel hat diese Wörter: {words}"),
    "rules_missing": ("This system has no rulebook index.", "Dieses System hat kein Regelverzeichnis."),
    "ruling": ("Ruling: {text}", "Auslegung: {text}"),
    "saved": ("Saved in {file}.", "Gesichert in {file}."),
    "kept": (
        "The game is kept; `planspiel play --text {system} --continue` goes on with it.",
        "Die Partie ist aufgehoben; `planspiel play --text {system} --continue` führt sie fort.",
    ),
    "where": (
        "There is no cell or unit {word} here.",
        "Ein Feld oder eine Einheit {word} gibt es hier nicht.",
    ),
    "empty": ("empty", "frei"),
    "height": ("height {n}", "Höhe {n}"),
    "near": ("around {place}", "um {place}"),
    "elsewhere": ("not on the board", "nicht auf dem Brett"),
    "to_come": ("without a place", "ohne Platz"),
    "board": ("the board", "das Brett"),
    "turn": ("Turn {n}", "Runde {n}"),
    "held_by": ("held by {side}", "gehalten von {side}"),
    "nothing_new": ("Nothing has happened yet.", "Noch ist nichts geschehen."),
    "resign_sure": ("Give the game up as {seat}? (y/n)", "Die Partie als {seat} aufgeben? (j/n)"),
    "bot_failed": (
        "(the bot of {seat} failed, a legal order was drawn)",
        "(der Bot von {seat} versagte, ein erlaubter Befehl wurde gelost)",
    ),
}  # fmt: skip

HELP: Final[Mapping[Language, tuple[str, ...]]] = {
    "en": (
        "12              give order number 12",
        "0 or no         decline, where the answer may be no",
        "some words      show only choices with all these words; an empty line shows all; more: go on",
        "board [place]   the board as text, all of it or around a place",
        "look 0712       one cell; look UNIT: one unit",
        "why 0712        why a cell or unit cannot be chosen now, with the paragraph",
        "odds 12         the chances of order 12, with every modifier",
        "rules 6.3       look up rules by id, paragraph or words",
        "log [n]         the last n lines of what happened",
        "undo            take back the last order",
        "resign          give the game up",
        "save FILE       keep the game in a file",
        "quit            keep the game and leave",
    ),
    "de": (
        "12              Befehl Nummer 12 geben",
        "0 oder nein     ablehnen, wo man nein sagen darf",
        "Wörter          nur Möglichkeiten mit allen diesen Wörtern; leere Zeile: alle; mehr: weiter",
        "brett [Ort]     das Brett als Text, ganz oder um einen Ort",
        "zeig 0712       ein Feld; zeig EINHEIT: eine Einheit",
        "warum 0712      warum ein Feld oder eine Einheit nicht wählbar ist, mit dem Paragrafen",
        "chancen 12      die Aussichten von Befehl 12, mit jedem Modifikator",
        "regeln 6.3      Regeln nach Kennung, Paragraf oder Wörtern nachschlagen",
        "protokoll [n]   die letzten n Zeilen des Geschehens",
        "zurück          den letzten Befehl zurücknehmen",
        "aufgeben        die Partie aufgeben",
        "sichern DATEI   die Partie in einer Datei aufheben",
        "ende            die Partie aufheben und gehen",
    ),
}

COMMANDS: Final[Mapping[str, tuple[str, ...]]] = {
    "help": ("?", "help", "hilfe"),
    "no": ("no", "nein"),
    "more": ("more", "mehr"),
    "board": ("board", "brett", "b"),
    "look": ("look", "zeig"),
    "why": ("why", "warum"),
    "odds": ("odds", "chancen"),
    "rules": ("rules", "rule", "regeln", "regel"),
    "log": ("log", "protokoll"),
    "undo": ("undo", "zurück", "zurueck"),
    "resign": ("resign", "aufgeben"),
    "save": ("save", "sichern"),
    "quit": ("quit", "exit", "ende"),
}
"""Both languages are understood at any time."""

YES: Final = ("y", "yes", "j", "ja")

_VERBS_DE: Final[Mapping[str, str]] = {
    "accept-neutralisation": "N hinnehmen",
    "activate": "Aktivieren",
    "arm-cancel": "Zum Aufheben eines Markers bereithalten",
    "assign-to": "Zuteilen",
    "bank": "Aufheben für später",
    "begin-mounted": "Aufgesessen beginnen",
    "begin-on-foot": "Zu Fuß beginnen",
    "call-fire": "Feuer anfordern",
    "cancel-marker": "Marker aufheben",
    "clear-exhaustion": "Erschöpfung beseitigen",
    "clear-neutralised": "N beseitigen",
    "combine": "Beide Marker verbinden",
    "counter-fire": "Gegenfeuer",
    "decline": "Nein",
    "end-activation": "Aktivierung beenden",
    "engage": "Im Nahkampf feuern",
    "fall-back": "Zurückgehen",
    "fight-on": "Weiterkämpfen",
    "finish-placing": "Aufstellung beenden",
    "fire": "Feuern",
    "go-farther": "Weiter zurück",
    "halt": "Halten",
    "hold-back": "Zurückbehalten",
    "inspect": "Stapel ansehen",
    "keep": "Behalten",
    "keep-own-marker": "Eigenen Marker behalten",
    "leave-combat": "Nahkampf abbrechen",
    "load": "Aufsitzen",
    "lose-step": "Schritt verlieren",
    "move": "Bewegen",
    "opportunity-fire": "Gelegenheitsfeuer",
    "place": "Aufstellen",
    "place-hq": "HQ aufstellen",
    "place-mines": "Minenfeld legen",
    "place-works": "Verteidigungswerk setzen",
    "play-repeat": "Wiederholen",
    "replace": "Umstellen",
    "retreat": "Zurückziehen",
    "skip": "Passen",
    "stand-fast": "Stehen bleiben",
    "take-loss": "Verliert einen Schritt",
    "take-repeat": "Wiederholungsmarker nehmen",
    "unload": "Absitzen",
    "use-marker": "Marker verwenden",
    "way-back": "Zurück",
    "withdraw": "Zurückziehen",
    "defend": "Verteidigen",
    "suppressive-fire": "Unterdrückungsfeuer",
    "open-fire": "Feuer eröffnen",
    "bombard": "Einen Ort beschießen",
    "smoke": "Rauchgranaten",
    "air-strike": "Luftschlag",
    "intercept": "Abfangen",
    "recon-flight": "Aufklärung",
    "air-landing": "Luftlandung",
    "patrol": "Luftüberwachung",
    "supply-drop": "Nachschub abwerfen",
    "escort": "Flugzeuge eskortieren",
    "assault": "Sturmangriff",
    "ambush": "Hinterhalt",
    "set-up": "Aufstellen",
    "limber": "Rückzug",
    "change-arc": "Schussfeld ändern",
    "merge": "Zusammenschluss",
    "lay-mines": "Minen legen",
    "clear-mines": "Minen räumen",
    "demolish": "Sprengsätze anbringen",
    "tow": "Ziehen",
    "remove-wire": "Stacheldraht entfernen",
    "remove-barrier": "Drachenzähne entfernen",
    "pontoon": "Pontonbrücke bauen",
    "resupply": "Nachschub erhalten",
    "load-supply": "Nachschub aufladen",
    "dig-in": "Eingraben",
    "clear-path": "Weg frei räumen",
    "reconnoitre": "Erkunden",
    "cautious-move": "Vorsichtige Bewegung",
    "march": "Marsch",
    "fire-on-the-move": "Aus der Bewegung schießen",
    "mount": "Aufsitzen",
    "dismount": "Absitzen",
    "wait": "Abwarten",
    "place-unit": "Aufstellen",
    "board": "Aufgesessen beginnen",
    "place-work": "Anlegen",
    "buy": "Kaufen",
    "adjust-fire": "Feuer anpassen: noch einmal würfeln",
    "let-it-be": "Dabei belassen",
    "spread-to": "Übergreifen auf",
    "stop-fire": "Nicht übergreifen",
    "smoke-here": "Rauch hierhin",
    "mines-chosen": "Minen",
    "shared-out": "Verluste so verteilen",
    "handed-out": "So verteilen",
    "return-here": "Hier zurückkommen",
    "lose-mines": "Minen verlieren",
    "step-aside": "Hierhin ausweichen",
    "duel": "Angreifen",
    "stay-out": "Heraushalten",
    "land-at": "Hier landen",
    "leave-board": "Vom Brett gehen",
}

_THINGS_DE: Final[Mapping[str, str]] = {
    "acted": "hat gehandelt",
    "artillery": "Artillerie",
    "blue": "Blau",
    "clear": "offen",
    "column": "in Kolonne",
    "control": "gehalten von",
    "cup": "Tasse",
    "demoralised": "demoralisiert",
    "drawn": "gezogen",
    "exhausted": "erschöpft",
    "french": "Französisch",
    "general": "Allgemein",
    "german": "Deutsch",
    "half": "mit halben Punkten",
    "hand": "Hand",
    "hidden": "verdeckt",
    "hill": "Höhe",
    "independent": "selbständig",
    "mines": "Minenfeld",
    "moved": "hat bewegt",
    "neutralised": "neutralisiert",
    "open": "offen",
    "opp used": "Gelegenheitsfeuer verbraucht",
    "orchard": "Obstgarten",
    "out of command": "außer Befehlsgewalt",
    "path": "Weg",
    "red": "Rot",
    "repeat": "Wiederholung",
    "rough": "zerklüftet",
    "steps": "Schritte",
    "stuka": "Stuka",
    "target": "Ziel",
    "then move": "danach bewegen",
    "used": "verbraucht",
    "village": "Dorf",
    "wood": "Wald",
    "woods": "Wald",
    "works": "Verteidigungswerk",
}


def say(language: Language, word: str, /, **values: str | int) -> str:
    english, german = _WORDS[word]
    return (german if language == "de" else english).format(**values)


def verb(tag: str, language: Language) -> str:
    """An order by its tag: `end-activation` is "End activation"."""
    plain = tag.replace("-", " ")
    return _VERBS_DE.get(tag, plain.capitalize()) if language == "de" else plain.capitalize()


def thing_word(name: str, language: Language) -> str:
    """The name of a field, a terrain or a side: `is_out_of_command` is "out of command"."""
    plain = name.removeprefix("is_").replace("_", " ")
    return _THINGS_DE.get(plain, plain) if language == "de" else plain


def spelt_out(id: str, language: Language) -> str:
    """An id that nobody gave a name, in words: `german_artillery_2` is "german artillery 2"."""
    return " ".join(thing_word(word, language) for word in id.split("_"))
