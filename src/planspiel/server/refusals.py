"""Why something was refused: a code for programs, a sentence for people, the paragraph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from planspiel.kernel import Illegal, Text

__all__ = ["GERMAN", "RULES_CHANGED", "STATUS", "Code", "Refusal"]

Code = Literal[
    "malformed", "no-such-link", "wrong-seat", "not-asked", "stale", "illegal", "over", "not-started",
    "moved-on", "taken", "too-large", "too-fast", "too-many", "not-allowed", "not-found", "rules-changed",
    "broken",
]  # fmt: skip

STATUS: Mapping[Code, int] = {
    "malformed": 400,
    "no-such-link": 401,
    "wrong-seat": 403,
    "not-asked": 409,
    "stale": 409,
    "illegal": 422,
    "over": 409,
    "not-started": 409,
    "moved-on": 409,
    "taken": 409,
    "too-large": 413,
    "too-fast": 429,
    "too-many": 503,
    "not-allowed": 403,
    "not-found": 404,
    "rules-changed": 409,
    "broken": 500,
}


class Refusal(Exception):
    """Nothing was changed."""

    def __init__(self, code: Code, template: str, cite: str = "", /, **values: str | int) -> None:
        self.code: Code = code
        self.text = Text(template, values)
        self.cite = cite
        super().__init__(str(self.text))

    @classmethod
    def illegal(cls, illegal: Illegal) -> Refusal:
        return cls("illegal", illegal.reason.template, illegal.cite, **illegal.reason.values)


RULES_CHANGED = "The rules have changed since this game was played: all players must choose how it goes on."

GERMAN: Mapping[str, str] = {
    "This answers another question than the one asked now.": (
        "Das beantwortet eine andere Frage als die, die jetzt gestellt ist."
    ),
    "These dice are for another roll than the one asked for now.": (
        "Diese Würfel gehören zu einem anderen Wurf als dem, der jetzt verlangt ist."
    ),
    "This is not an order: {reason}": "Das ist kein Befehl: {reason}",
    "This is not an instruction: {reason}": "Das ist keine Anweisung: {reason}",
    "This is not a message: {reason}": "Das ist keine Nachricht: {reason}",
    "This changes nothing.": "Das ändert nichts.",
    "This link opens no game.": "Dieser Link öffnet kein Spiel.",
    "This link does not allow that.": "Dieser Link erlaubt das nicht.",
    "{seat} is not yours.": "{seat} ist nicht dein Platz.",
    "{seat} is taken.": "{seat} ist besetzt.",
    "The game has not begun.": "Das Spiel hat noch nicht begonnen.",
    "The game has begun.": "Das Spiel hat schon begonnen.",
    "The game has not ended.": "Das Spiel ist noch nicht zu Ende.",
    "The game went on elsewhere: look again.": "Das Spiel ging anderswo weiter: sieh noch einmal hin.",
    "Too much at once: wait a little.": "Zu viel auf einmal: warte ein wenig.",
    "This is too large.": "Das ist zu groß.",
    "The table is full.": "Der Tisch ist voll.",
    "There is no system {system}.": "Ein Spielsystem {system} gibt es nicht.",
    "There is nothing here.": "Hier ist nichts.",
    "The rules have failed here; nothing was changed.": (
        "Hier haben die Regeln versagt; geändert wurde nichts."
    ),
    "This is not a save: {reason}": "Das ist kein Spielstand: {reason}",
    "The game of this save is still here.": "Das Spiel dieses Spielstands ist noch hier.",
    "This save was sealed by another server, or was changed.": (
        "Dieser Spielstand wurde von einem anderen Server versiegelt oder verändert."
    ),
    "There is no bot {bot}.": "Einen Bot {bot} gibt es nicht.",
    "{seat} is not a seat of this game.": "{seat} ist kein Platz in diesem Spiel.",
    "Of {seat} there may be 1 to {most}.": "Von {seat} darf es 1 bis {most} geben.",
    "Nothing is asked of {seat} now.": "{seat} wird gerade nichts gefragt.",
    "Nothing is lacking.": "Es fehlt nichts.",
    "This question is not answered piece by piece.": "Diese Frage wird nicht Stück für Stück beantwortet.",
    "No dice are asked for now.": "Gerade wird kein Wurf verlangt.",
    "The game is over.": "Das Spiel ist beendet.",
    "This table is not reached under that name.": "Unter diesem Namen ist dieser Tisch nicht zu erreichen.",
    "Another page may not play here.": "Eine fremde Seite darf hier nicht spielen.",
    "Nobody has asked for that.": "Darum hat niemand gebeten.",
    "The rules have not changed.": "Die Regeln haben sich nicht geändert.",
    "The rules forbid this aid now.": "Diese Hilfe verbieten die Regeln gerade.",
    "This server sends no mail.": "Dieser Server verschickt keine E-Mails.",
    "This is not an address for mail.": "Das ist keine E-Mail-Adresse.",
    "This server may not call that address.": "Diese Adresse darf der Server nicht aufrufen.",
    "There is nothing to be seen from here.": "Von hier aus ist nichts zu sehen.",
    RULES_CHANGED: (
        "Die Regeln haben sich seit diesem Spiel geändert: Alle Spieler müssen wählen, wie es weitergeht."
    ),
}
