"""Dummies among the real ones: before anything is deployed, their numbers are mixed by lot.

Both parties can read the order of battle. If dummies kept the numbers they have there, each number on the
board would say what is behind it.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Script, Side, roll, rule
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Destroy, Survive
from planspiel.systems.wiener2022.state import SIDES, Element, Position, put, seats_of

__all__ = ["NumbersMixed", "mix_numbers"]


class NumbersMixed(Event[Position], frozen=True):
    """Two elements change their numbers; only their owner knows."""

    one: str
    other: str

    def apply(self, state: Position) -> None:
        first, second = state.elements[self.one], state.elements[self.other]
        put(state, replace(second, id=first.id))
        put(state, replace(first, id=second.id))


@rule("WPR-schein-1")
def mix_numbers(game: Game[Position]) -> Script[None]:
    """Each dummy may have the number of any element that looks like it."""
    for side in SIDES:
        told = seats_of(game.state, side)
        for alike in _groups(game.pack, game.state, side):
            for place in range(len(alike) - 1, 0, -1):
                dice = f"1d{place + 1}"
                (face,) = yield from roll(dice, "numbers of dummies", "WPR-schein-1", alike[place], told)
                if face - 1 != place:
                    game.happens(NumbersMixed(alike[place], alike[face - 1], cite="WPR-schein-1"), told)


def _groups(pack: Pack, state: Position, side: Side) -> Iterator[list[str]]:
    """The elements that look like a dummy of their side, with it; not those that are told apart anyway."""
    looks: dict[str, list[str]] = {}
    named = _named(pack, state)
    for element in state.elements.values():
        if element.side == side and element.id not in named and _is_exchangeable(state, element):
            looks.setdefault(element.guise or element.model, []).append(element.id)
    for names in looks.values():
        if len(names) > 1 and any(state.elements[name].guise for name in names):
            yield names


def _is_exchangeable(state: Position, element: Element) -> bool:
    carries = any(other.aboard == element.id for other in state.elements.values())
    return not (element.mate or element.aboard or carries or element.id in state.stock)


def _named(pack: Pack, state: Position) -> set[str]:
    """Elements that a mission calls by their number."""
    goals = (goal for _, _, goal in pack.scenarios[state.scenario].atoms())
    return {name for goal in goals if isinstance(goal, Destroy | Survive) for name in goal.ids}
