"""The table's tools: what a system shows beside its questions, and how the dice fell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from planspiel.kernel import Damaged, Illegal, Question, Seat, System, render
from planspiel.kernel.dice import parse
from planspiel.kernel.log import Entry, Rolled, resolved, seen
from planspiel.server import wire
from planspiel.server.refusals import Refusal
from planspiel.server.telling import words_in
from planspiel.systems.tools import Say, Tools, Wanted, tools_of

__all__ = ["dice_statistics", "measured"]


def measured(
    system: System[Any, Any, Any],
    view: Any,
    question: Question[Any, Any] | None,
    said: wire.Costs | wire.Tool,
    language: wire.Language,
) -> wire.CostsShown | wire.ToolShown:
    """What a tool finds on a view, in the player's language."""
    tools, words = tools_of(system.id), words_in(system, language)
    try:
        if isinstance(said, wire.Costs):
            return _costs(system, tools, view, question, said, lambda text: render(text, words))
        wanted = Wanted(said.tool, said.start, said.end, said.unit)
        shown = tools.shown(view, wanted, lambda text: render(text, words))
        return wire.ToolShown(said.id, said.tool, shown)
    except Illegal as illegal:
        raise Refusal.illegal(illegal) from None


def _costs(
    system: System[Any, Any, Any],
    tools: Tools,
    view: Any,
    question: Question[Any, Any] | None,
    said: wire.Costs,
    say: Say,
) -> wire.CostsShown:
    if question is None:
        raise Refusal("not-asked", "Nothing is asked of {seat} now.", seat=view.seat or "-")
    try:
        order = system.codec.order(bytes(said.order))
    except Damaged as damage:
        raise Refusal("malformed", "This is not an order: {reason}", reason=str(damage)) from None
    return wire.CostsShown(said.id, tools.costs(question, view, order, say))


# -- dice --------------------------------------------------------------------------------------------------


def dice_statistics(
    entries: Iterable[Entry], seat: Seat | None, side_of: Callable[[str], str], *, full: bool
) -> wire.DiceStatistics:
    """How often each face fell, for each side and for all together, of the dice that a seat has seen."""
    told = (what if full else seen(what, seat) for _, what in resolved(list(entries)))
    rolls = [what for what in told if isinstance(what, Rolled)]
    counts: dict[int, dict[str, list[int]]] = {}
    for rolled in rolls:
        _, sides = parse(rolled.dice)
        sort = counts.setdefault(sides, {})
        for side in dict.fromkeys(("", side_of(rolled.roller))):
            faces = sort.setdefault(side, [0] * sides)
            for pip in rolled.pips:
                faces[pip - 1] += 1
    sorts = [
        wire.DiceSort(sides, 50 * (sides + 1), [_throws(side, faces) for side, faces in sort.items()])
        for sides, sort in sorted(counts.items())
    ]
    return wire.DiceStatistics(len(rolls), sorts)


def _throws(side: str, faces: list[int]) -> wire.Throws:
    throws = sum(faces)
    total = sum(pip * count for pip, count in enumerate(faces, start=1))
    return wire.Throws(side, throws, tuple(faces), 100 * total // throws)
