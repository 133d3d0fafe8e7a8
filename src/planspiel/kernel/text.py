"""Sentences for players: an English template with values, translated by catalogue.

The English template is the key of the translation, so that code reads as a sentence and a missing
translation still says something. Values are ids or numbers; `names` turns ids into what players call them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from pkgutil import iter_modules

from msgspec import Struct

__all__ = ["GERMAN", "Text", "german_of_chapters", "kebab", "placeholders", "render"]

_FIELD = re.compile(r"\{(\w+)\}")
_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def kebab(name: str) -> str:
    """The tag of a record on the wire: `StepLost` becomes `step-lost`."""
    return _CAPITAL.sub("-", name).lower()


class Text(Struct, frozen=True):
    """A sentence that can be said in any language we have a catalogue for."""

    template: str
    values: dict[str, str | int] = {}

    def __str__(self) -> str:
        return render(self)


def placeholders(template: str) -> tuple[str, ...]:
    return tuple(_FIELD.findall(template))


def render(
    text: Text, catalogue: Mapping[str, str] | None = None, names: Callable[[str], str] | None = None
) -> str:
    """Say `text` with the catalogue's translation, or in English where there is none."""
    template = catalogue.get(text.template, text.template) if catalogue else text.template

    def value(match: re.Match[str]) -> str:
        found = text.values.get(match[1])
        if found is None:
            return match[0]
        return names(found) if names is not None and isinstance(found, str) else str(found)

    return _FIELD.sub(value, template)


GERMAN: Mapping[str, str] = {
    "The game is over.": "Das Spiel ist beendet.",
    "Nothing is asked of {seat} now.": "{seat} wird gerade nichts gefragt.",
    "This question is answered by {expected}, not by {given}.": (
        "Diese Frage wird mit {expected} beantwortet, nicht mit {given}."
    ),
    "This is not one of the choices offered.": "Das steht nicht zur Wahl.",
    "{thing} cannot be given anything here.": "{thing} kann hier nichts bekommen.",
    "{thing} still needs something.": "{thing} braucht noch etwas.",
    "No dice are asked for now.": "Gerade wird kein Wurf verlangt.",
    "{dice} gives {count} dice with faces from 1 to {sides}.": (
        "{dice} ergibt {count} Würfel mit Augen von 1 bis {sides}."
    ),
    "{seat} is not a seat of this game.": "{seat} ist kein Platz in diesem Spiel.",
    "There is nothing of yours to take back.": "Es gibt nichts, was du zurücknehmen könntest.",
    "Nobody has asked to take anything back.": "Niemand hat darum gebeten, etwas zurückzunehmen.",
    "You have already asked to take back your last order.": (
        "Du hast schon darum gebeten, deinen letzten Befehl zurückzunehmen."
    ),
    "{seat} has already asked to take back an order.": (
        "{seat} hat schon darum gebeten, einen Befehl zurückzunehmen."
    ),
    "Your own request needs the consent of the others.": "Über deine Bitte entscheiden die anderen.",
    "You have already offered a draw.": "Du hast schon ein Unentschieden angeboten.",
    "There is no draw offer of yours to withdraw.": (
        "Es gibt kein Unentschiedenangebot von dir, das du zurückziehen könntest."
    ),
    "This instruction does not belong to this game.": "Diese Anweisung gehört nicht zu diesem Spiel.",
    "There is no scenario {scenario}.": "Ein Szenario {scenario} gibt es nicht.",
    "There is no option {option}.": "Eine Spieloption {option} gibt es nicht.",
    "The option {option} cannot be {value}.": "Die Spieloption {option} kann nicht {value} sein.",
    "{seat} offers a draw.": "{seat} bietet ein Unentschieden an.",
    "{seat} withdraws the offer of a draw.": "{seat} zieht das Angebot eines Unentschiedens zurück.",
    "draw by agreement": "Unentschieden nach Vereinbarung",
    "{seat} resigned": "{seat} hat aufgegeben",
}


def german_of_chapters(package: str) -> dict[str, str]:
    """What the modules `german_*` of a system's package say, by the English template."""
    found: dict[str, str] = {}
    for module in iter_modules(import_module(package).__path__):
        if module.name.startswith("german_"):
            found.update(import_module(f"{package}.{module.name}").GERMAN)
    return found
