"""A question that is answered piece by piece: secret orders for twenty units, an army bought unit by unit.

The answer is one order with one part for each thing on the table. Parts are judged one by one on the seat's
view, and together by `check_whole`. Until the answer is given the seat may change any of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, TypeVar

from msgspec import Struct, field

from planspiel.kernel.question import Illegal, Odds, Order, Question, Rng, View
from planspiel.kernel.text import kebab

__all__ = ["Assembled", "Assembly", "Part"]

V = TypeVar("V", bound=View[Any])
A = TypeVar("A", bound="Assembled")
P = TypeVar("P", bound="Part")

_ENOUGH = 200
"""A sampler looks at no more parts of one thing than this: the list may be very long."""


class Part(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="order", tag=kebab):
    """The base of what one thing is given in an assembled order."""


class Assembled(Order, frozen=True):
    """The base of an order made of parts, by the thing each belongs to. A system says which parts there are:

    class Plan(Assembled, frozen=True):
        parts: dict[str, Defend | OpenFire | March]
    """

    parts: dict[str, Any] = field(default_factory=dict)

    def __hash__(self) -> int:
        """Orders are told apart by bots; which part came first makes no difference."""
        return hash(frozenset(self.parts.items()))


class Assembly(Question[V, A], Generic[V, A, P], frozen=True):
    """The base of a question answered piece by piece; `Assembly[View, Plan, UnitOrder]`."""

    def pieces(self, view: V) -> Sequence[str]:
        """The things that may be given a part, in a fixed order: `unit:12`."""
        raise NotImplementedError

    def parts(self, view: V, piece: str, given: Mapping[str, P]) -> Iterable[P]:
        """What a thing may be given, lazily, beside what others have been given so far."""
        raise NotImplementedError

    def whole(self, view: V, given: Mapping[str, P]) -> A:
        """The order that these parts make."""
        raise NotImplementedError

    def check_part(self, view: V, piece: str, part: P, given: Mapping[str, P]) -> None:
        """Refuse a part that the rules forbid on what this seat knows."""
        if part not in self.parts(view, piece, given):
            raise Illegal("This is not one of the choices offered.", self.cite)

    def check_whole(self, view: V, given: Mapping[str, P]) -> None:
        """Refuse parts that are allowed one by one but not together."""

    def part_odds(self, view: V, piece: str, part: P, given: Mapping[str, P]) -> Odds | None:
        """The chances of one part, on what this seat knows."""
        return None

    def must_have(self, view: V, piece: str) -> bool:
        """Whether a thing may not be left without a part."""
        return False

    # -- what follows ----------------------------------------------------------------------------------

    def options(self, view: V) -> Iterator[A]:
        """The order with as few parts as may be, and with one more part each: all single ways to go on."""
        least = self._least(view)
        if least is None:
            return
        yield self.whole(view, least)
        for piece in self.pieces(view):
            rest = {name: part for name, part in least.items() if name != piece}
            for part in self.parts(view, piece, rest):
                given = {**rest, piece: part}
                if given != least and self._fits(view, given):
                    yield self.whole(view, given)

    def check(self, view: V, order: A) -> None:
        pieces = self.pieces(view)
        for piece in order.parts:
            if piece not in pieces:
                raise Illegal("{thing} cannot be given anything here.", self.cite, thing=piece)
        for piece in pieces:
            if piece not in order.parts:
                if self.must_have(view, piece):
                    raise Illegal("{thing} still needs something.", self.cite, thing=piece)
                continue
            others = {name: part for name, part in order.parts.items() if name != piece}
            self.check_part(view, piece, order.parts[piece], others)
        self.check_whole(view, order.parts)

    def sample(self, view: V, rng: Rng) -> A:
        """For each thing one of its parts or none, as long as they go together."""
        given = self._least(view) or {}
        for piece in self.pieces(view):
            rest = {name: part for name, part in given.items() if name != piece}
            choices = list(islice(self.parts(view, piece, rest), _ENOUGH))
            pick = rng.randrange(len(choices) + 1)
            if pick < len(choices) and self._fits(view, {**rest, piece: choices[pick]}):
                given = {**rest, piece: choices[pick]}
        return self.whole(view, given)

    def _least(self, view: V) -> dict[str, P] | None:
        """One part for each thing that must have one; None if that cannot be."""
        given: dict[str, P] = {}
        for piece in self.pieces(view):
            if self.must_have(view, piece):
                part = next(iter(self.parts(view, piece, given)), None)
                if part is None:
                    return None
                given[piece] = part
        return given

    def _fits(self, view: V, given: Mapping[str, P]) -> bool:
        try:
            self.check_whole(view, given)
        except Illegal:
            return False
        return True
