"""Saying in a sentence what an event, a question or a refusal says in fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from planspiel.kernel import Event, Illegal, Outcome, Part, Question, System, Text, render
from planspiel.kernel.event import Ended
from planspiel.kernel.text import GERMAN, placeholders

__all__ = ["asked", "catalogue", "filled", "outcome", "refused", "said", "spoken"]

Catalogue = Mapping[str, str] | None
WHO = ("seat", "side")

OURS_IN_GERMAN: Mapping[str, str] = {
    "The game is over. {winners} wins: {reason}.": "Das Spiel ist beendet. {winners} gewinnt: {reason}.",
    "The game is over. Nobody wins: {reason}.": "Das Spiel ist beendet. Niemand gewinnt: {reason}.",
    "{seat} offers a draw.": "{seat} bietet Unentschieden an.",
    "{seat} withdraws the offer of a draw.": "{seat} zieht das Unentschiedenangebot zurück.",
    "There is no scenario {scenario}.": "Es gibt kein Szenario {scenario}.",
    "There is no option {option}.": "Es gibt keine Spieloption {option}.",
    "The option {option} cannot be {value}.": "Die Spieloption {option} kann nicht {value} sein.",
}


def catalogue(system: System[Any, Any, Any], language: str) -> Catalogue:
    """All sentences of a game in a language; None for English, which the code is written in."""
    return {**GERMAN, **OURS_IN_GERMAN, **system.german()} if language == "de" else None


def said(event: Event[Any], words: Catalogue = None) -> str:
    """The sentence of an event; empty for mere bookkeeping."""
    if isinstance(event, Ended):
        return outcome(event.outcome, words)
    return spoken(filled(event.said, event, words), words)


def asked(question: Question[Any, Any], words: Catalogue = None) -> str:
    """What a seat is asked."""
    return render(filled(question.prompt, question), words)


def refused(illegal: Illegal, words: Catalogue = None) -> str:
    """Why an order is not allowed."""
    return spoken(illegal.reason, words)


def spoken(text: Text, words: Catalogue = None) -> str:
    """A sentence whose values are said in the reader's language too, where it has a word for them.

    Seats and sides stay ids: the page and the terminal have names for them that fit into sentences.
    """
    if words is None:
        return render(text)
    values = {
        key: words.get(value, value) if isinstance(value, str) and key not in WHO else value
        for key, value in text.values.items()
    }
    return render(Text(text.template, values), words)


def outcome(ended: Outcome, words: Catalogue = None) -> str:
    reason = render(Text(ended.reason, ended.values), words)
    values: dict[str, str | int] = {"winners": ", ".join(ended.winners), "reason": reason}
    template = (
        "The game is over. {winners} wins: {reason}."
        if ended.winners
        else "The game is over. Nobody wins: {reason}."
    )
    return render(Text(template, values), words)


def filled(template: str, record: Struct, words: Catalogue = None) -> Text:
    """A template with the fields of a record for values."""
    return Text(
        template, {name: _value(getattr(record, name, None), words) for name in placeholders(template)}
    )


def _value(value: Any, words: Catalogue) -> str | int:
    if isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return ", ".join(str(_value(inner, words)) for inner in value)
    if isinstance(value, Part):
        return _part(value, words)
    return "-" if value is None else str(value)


def _part(part: Part, words: Catalogue) -> str:
    """What a thing was given: its kind in the reader's language, the rest as it is written."""
    kind = str(part.__struct_config__.tag).replace("-", " ")
    written = str(part)
    return written if words is None else written.replace(kind, words.get(kind, kind), 1)
