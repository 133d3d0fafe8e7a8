"""Entries of a stream as sentences, and the battle report made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Raw

from planspiel.cases.telling import Catalogue, catalogue, said
from planspiel.kernel import Illegal, Seat, Stream, System, Text, render
from planspiel.kernel.log import Closed, Entry, Happened, Opened, Rolled, Undone, resolved, seen
from planspiel.server import german, refusals
from planspiel.server.resume import RulesChanged
from planspiel.server.wire import Language, Report, TellingLine
from planspiel.systems.tools import tools_of

__all__ = ["cited", "difference", "lines_of", "report", "sentence", "telling", "umpires_lines", "words_in"]

GERMAN: Mapping[str, str] = {**refusals.GERMAN, **german.GERMAN}
"""The German of the table, without a system's."""


@lru_cache(maxsize=64)
def words_in(system: System[Any, Any, Any], language: Language) -> Catalogue:
    """All sentences of a game and of the table in a language; None for English."""
    if language != "de":
        return None
    from planspiel.bots.german import german_of  # the server starts without the bots

    beside = {**german_of(system), **tools_of(system.id).german()}
    return {**GERMAN, **beside, **(catalogue(system, language) or {})}


def sentence(what: Entry, words: Catalogue) -> str:
    """An entry as a sentence; empty for what a reader does not need."""
    match what:
        case Happened():
            return said(what.event, words)
        case Rolled():
            return _rolled(what, words)
        case Undone():
            template = (
                "{seat} takes back an order by consent; the dice stay as they fell."
                if what.consent
                else "{seat} takes back an order."
            )
            return render(Text(template, {"seat": what.seat}), words)
        case Opened():
            values = {"system": what.system, "scenario": what.setup.scenario, "seats": ", ".join(what.seats)}
            return render(Text("{system}, {scenario}: {seats}", {**values}), words)
        case Closed() if what.secret:
            return render(Text("The secret of the dice was {secret}.", {"secret": what.secret.hex()}), words)
        case _:
            return ""


def _rolled(what: Rolled, words: Catalogue) -> str:
    several = len(what.pips) > 1
    template = "{dice}: {pips} = {total}, {why}" if several else "{dice}: {pips}, {why}"
    values: dict[str, str | int] = {
        "dice": what.dice,
        "pips": " ".join(map(str, what.pips)),
        "total": sum(what.pips),
        "why": render(what.why, words),
    }
    return render(Text(template, values), words)


def cited(what: Entry) -> str:
    match what:
        case Happened():
            return str(what.event.cite)
        case Rolled():
            return what.cite
        case Closed():
            return what.outcome.cite
        case _:
            return ""


def telling(line: bytes, what: Entry, words: Catalogue) -> TellingLine:
    return TellingLine(Raw(line), sentence(what, words), cited(what))


def lines_of(
    entries: Iterable[Entry], seat: Seat | None, words: Catalogue, since: int = 0
) -> list[TellingLine]:
    """The stream of a seat from line `since` on, made anew from the umpire's entries."""
    stream = Stream(seat)
    found: list[TellingLine] = []
    for n, what in enumerate(entries):
        line = stream.tell(n, what)
        if line is not None and stream.n > since:
            told = seen(what, seat)
            assert told is not None
            found.append(telling(line, told, words))
    return found


def umpires_lines(lines: Sequence[bytes], entries: Sequence[Entry], words: Catalogue) -> list[TellingLine]:
    """The whole log, for when the game is over."""
    return [telling(line, what, words) for line, what in zip(lines, entries, strict=True)]


def report(
    system: System[Any, Any, Any],
    entries: Sequence[Entry],
    seat: Seat | None,
    language: Language,
    *,
    full: bool,
) -> Report:
    """What happened, as far as a seat knows; all of it if `full`. What was taken back is left out."""
    words = words_in(system, language)
    told = (what if full else seen(what, seat) for _, what in resolved(entries))
    paragraphs: list[str] = []
    for what in told:
        text = "" if what is None else sentence(what, words)
        if text and what is not None:
            cite = cited(what)
            paragraphs.append(f"{text} [{cite}]" if cite else text)
    title = system.title_de if language == "de" else system.title
    return Report(f"{title}: {render(Text('Battle report'), words)}", paragraphs)


def difference(
    system: System[Any, Any, Any], trouble: RulesChanged, seat: Seat | None, language: Language
) -> tuple[str, str]:
    """What was played, and what the rules say now, as far as a seat may know."""
    words = words_in(system, language)
    told = None if trouble.played is None else seen(trouble.played, seat)
    if told is None:
        return "", ""
    if isinstance(trouble.now, Illegal):
        return sentence(told, words), render(trouble.now.reason, words)
    instead = None if trouble.now is None else seen(trouble.now, seat)
    return sentence(told, words), "" if instead is None else sentence(instead, words)
