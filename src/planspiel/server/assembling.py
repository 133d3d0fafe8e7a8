"""Questions that are answered piece by piece: what a thing may be given, judged on the seat's view.

The draft comes with each message and is forgotten with its answer. Nothing of it is kept, logged or told to
anyone else; only the whole answer, once it is submitted, changes the game.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from itertools import islice
from typing import Any

import msgspec
from msgspec import Raw

from planspiel.cases.telling import refused
from planspiel.kernel import Assembled, Assembly, Damaged, Illegal, Order, Part, Question, System
from planspiel.kernel.question import accepts
from planspiel.server import wire
from planspiel.server.refusals import Refusal
from planspiel.server.telling import words_in

__all__ = ["Asking", "assembled", "check_lacking", "suggested"]

Asking = wire.Parts | wire.CheckPart | wire.PartOdds
_AnyAssembly = Assembly[Any, Any, Any]


def assembled(
    system: System[Any, Any, Any],
    view: Any,
    question: Question[Any, Any],
    said: Asking,
    language: wire.Language,
    seconds: float,
) -> wire.PartsListed | wire.PartChecked | wire.OddsShown:
    """The answer to a message about one part. Listing stops after so many seconds."""
    asked = _in_pieces(question)
    _check_pieces(asked, view, (said.piece, *said.given))
    if isinstance(said, wire.Parts):
        return _listed(asked, view, said, _read(system, asked, said.given), seconds)
    parts = _read(system, asked, {**said.given, said.piece: said.part})
    part = parts.pop(said.piece)
    try:
        asked.check_part(view, said.piece, part, parts)
    except Illegal as illegal:
        if isinstance(said, wire.PartOdds):
            raise Refusal.illegal(illegal) from None
        reason = refused(illegal, words_in(system, language))
        return wire.PartChecked(said.id, said.piece, reason, illegal.cite)
    if isinstance(said, wire.CheckPart):
        return wire.PartChecked(said.id, said.piece)
    odds = asked.part_odds(view, said.piece, part, parts)
    return wire.OddsShown(said.id, None if odds is None else Raw(wire.encode(odds)))


def check_lacking(question: Question[Any, Any], view: Any, said: wire.Suggest) -> None:
    """A bot is asked only where something still needs a part: it is no adviser for orders that need none."""
    asked = _in_pieces(question)
    _check_pieces(asked, view, said.given)
    lacking = (piece for piece in asked.pieces(view) if piece not in said.given)
    if not any(asked.must_have(view, piece) for piece in lacking):
        raise Refusal("not-asked", "Nothing is lacking.")


def suggested(
    system: System[Any, Any, Any], view: Any, question: Question[Any, Any], said: wire.Suggest, order: Order
) -> wire.Suggested:
    """Of an order, what may be added to the draft: the draft's own parts stay as they are."""
    assert isinstance(order, Assembled)
    asked = _in_pieces(question)
    given = _read(system, asked, said.given)
    added: dict[str, Raw] = {}
    for piece, part in order.parts.items():
        if piece not in given and _may_add(asked, view, piece, part, given):
            given[piece] = part
            added[piece] = Raw(wire.encode(part))
    return wire.Suggested(said.id, said.decision, added)


def _in_pieces(question: Question[Any, Any]) -> _AnyAssembly:
    if not isinstance(question, Assembly):
        raise Refusal("not-asked", "This question is not answered piece by piece.")
    return question


def _may_add(question: _AnyAssembly, view: Any, piece: str, part: Part, given: dict[str, Part]) -> bool:
    try:
        question.check_part(view, piece, part, given)
        question.check_whole(view, {**given, piece: part})
    except Illegal:
        return False
    return True


def _check_pieces(question: _AnyAssembly, view: Any, named: Iterable[str]) -> None:
    """Only what the question is about can be given anything, in the draft too."""
    pieces = question.pieces(view)
    for piece in named:
        if piece not in pieces:
            raise Refusal("illegal", "{thing} cannot be given anything here.", question.cite, thing=piece)


def _read(system: System[Any, Any, Any], question: _AnyAssembly, given: dict[str, Raw]) -> dict[str, Part]:
    """The parts of a draft as the system's own records."""
    (kind,) = accepts(type(question))
    whole = {"do": kind.__struct_config__.tag, "parts": given}
    try:
        order = system.codec.order(msgspec.json.encode(whole))
    except (Damaged, msgspec.MsgspecError) as damage:
        raise Refusal("malformed", "This is not an order: {reason}", reason=str(damage)) from None
    assert isinstance(order, Assembled)
    return dict(order.parts)


def _listed(
    question: _AnyAssembly, view: Any, said: wire.Parts, given: dict[str, Part], seconds: float
) -> wire.PartsListed:
    """What a thing may be given, in place of what it has in the draft."""
    others = {name: part for name, part in given.items() if name != said.piece}
    deadline = time.monotonic() + seconds
    found: list[Raw] = []
    for part in islice(question.parts(view, said.piece, others), said.after, None):
        if len(found) >= said.limit or time.monotonic() > deadline:
            return wire.PartsListed(said.id, said.decision, said.piece, found, more=True)
        found.append(Raw(wire.encode(part)))
    return wire.PartsListed(said.id, said.decision, said.piece, found)
