"""What a seat is asked, and how its answer is judged: on the seat's view, never on the state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, cached_property
from types import UnionType
from typing import Any, ClassVar, Generic, Protocol, TypeVar, Union, get_args, get_origin

from msgspec import Struct

from planspiel.kernel import rulebook
from planspiel.kernel.modifiers import Modifier
from planspiel.kernel.state import Seat
from planspiel.kernel.text import Text, kebab

__all__ = ["Decline", "Illegal", "Likely", "Odds", "Order", "Question", "Rng", "Sum", "View", "accepts"]

T = TypeVar("T")
P = TypeVar("P")
V = TypeVar("V", bound="View[Any]")
O = TypeVar("O", bound="Order")  # noqa: E741 - O for order, as V for view


class Rng(Protocol):
    """Where bots and samplers get their luck from; rules never do. `random.Random` is one."""

    def randrange(self, stop: int, /) -> int: ...
    def choice(self, options: Sequence[T], /) -> T: ...
    def shuffle(self, things: list[Any], /) -> None: ...


class Illegal(ValueError):
    """A refusal: a sentence for the player and the paragraph. The game is untouched."""

    def __init__(self, reason: str, cite: str, **values: str | int) -> None:
        if rulebook.recorder is not None:
            rulebook.recorder.add(cite)
        super().__init__(reason)
        self.reason = Text(reason, values)
        self.cite = cite

    def __str__(self) -> str:
        return f"{self.reason} [{self.cite}]" if self.cite else str(self.reason)


class View(Struct, Generic[P], kw_only=True, dict=True):
    """What one seat may know, built from what it may know. `pack` is the printed material, open to all.

    Fields are what is sent to a browser; cached properties may keep what options and checks look up often.
    """

    seat: Seat

    @cached_property
    def pack(self) -> P:
        found: P = self.__dict__["pack"]
        return found


class Order(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="do", tag=kebab):
    """The base of every answer: an imperative, complete, so that a replay never searches."""


class Decline(Order, frozen=True):
    """The answer "no" to a reaction."""


class Likely(Struct, frozen=True, omit_defaults=True):
    """A result and how many of the equally likely throws give it; `at_most` where the seat cannot know."""

    result: str
    ways: int
    at_most: int | None = None
    of: str = ""
    """Whose result it is, where one throw is read for several."""


class Sum(Struct, frozen=True):
    """One of several numbers that are worked out before a throw: its name, its lines and what they make."""

    name: str
    lines: int
    total: int


class Odds(Struct, frozen=True, omit_defaults=True):
    """What a player sees before committing: base, every modifier with reason, distribution of results."""

    cite: str
    base: int
    modifiers: tuple[Modifier, ...]
    results: tuple[Likely, ...]
    out_of: int
    column: str = ""
    afterwards: tuple[Text, ...] = ()
    sums: tuple[Sum, ...] = ()
    """Where the modifiers make more than one number: each in turn. The base belongs to the last."""

    def grouped(self) -> Iterator[tuple[Sum | None, tuple[Modifier, ...]]]:
        """The modifiers by the number that they make; all together where there is but one."""
        if not self.sums:
            yield None, self.modifiers
        first = 0
        for each in self.sums:
            yield each, self.modifiers[first : first + each.lines]
            first += each.lines


class Question(Struct, Generic[V, O], frozen=True, omit_defaults=True, tag_field="ask", tag=kebab):
    """The base of every question. Its fields go to the seat that is asked, so they hold only what it knows.

    `Question[View, Move | Pass]` says which orders answer it. `prompt` is a template filled from the fields.
    `forbids` names the aids that the book forbids while this is decided (the table hides them).
    """

    prompt: ClassVar[str] = ""
    cite: ClassVar[str] = ""
    forbids: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def answered_by(cls) -> tuple[type[Order], ...]:
        """The orders that answer it, where chapters add theirs and `Question[View, ...]` cannot say it."""
        return ()

    def options(self, view: V) -> Iterable[O]:
        """The choices, listed lazily; one cheapest way to each goal where there are many."""
        raise NotImplementedError

    def check(self, view: V, order: O) -> None:
        """Refuse an order that the rules forbid on what this seat knows."""
        if order not in self.options(view):
            raise Illegal("This is not one of the choices offered.", self.cite)

    def explain(self, view: V, thing: str) -> Illegal | None:
        """Why a thing on the table (`unit:12`, `hex:0712`) cannot be chosen now; None if it can."""
        return None

    def odds(self, view: V, order: O) -> Odds | None:
        """The chances of an order, on what this seat knows."""
        return None

    def sample(self, view: V, rng: Rng) -> O:
        """One choice at random; replaces the list where there are too many to list."""
        return rng.choice(list(self.options(view)))

    def standing(self, view: V) -> O | Decline | None:
        """What the seat's standing orders answer, or None to ask the player."""
        return None

    def priority(self, order: O) -> int:
        """In a window where the best claim wins: the lower the better."""
        return 0


@cache
def accepts(kind: type[Question[Any, Any]]) -> tuple[type[Order], ...]:
    """The order types that answer a question, read from `Question[View, Move | Pass]`."""
    if named := kind.answered_by():
        return named
    for ancestor in kind.__mro__:
        for base in getattr(ancestor, "__orig_bases__", ()):
            origin = get_origin(base)
            if isinstance(origin, type) and issubclass(origin, Question):
                return _flat(get_args(base)[1])
    raise TypeError(f"{kind.__name__} does not say which orders answer it: Question[View, Order]")


def _flat(kind: Any) -> tuple[type[Order], ...]:
    if get_origin(kind) in (Union, UnionType):
        return tuple(found for part in get_args(kind) for found in _flat(part))
    return (kind,)
