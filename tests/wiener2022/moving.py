"""What the tests of sight and movement share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from planspiel.kernel import Game, Illegal, Script
from planspiel.systems.wiener2022 import routes, sight
from planspiel.systems.wiener2022.movement import Move, move_refusal
from planspiel.systems.wiener2022.state import Position
from planspiel.systems.wiener2022.walking import Walker
from wiener2022.positions import ask_of, position

__all__ = ["asked", "goals", "may", "scene", "sees", "sight_line", "why"]

Fields = Mapping[str, Any]


def _idle(game: Game[Position]) -> Script[None]:
    return
    yield


def scene(elements: Mapping[str, Fields] | None = None, **rest: Any) -> Game[Position]:
    """A position in which nothing happens."""
    return position(elements, script=_idle, **rest)


def sees(game: Game[Position], observer: str, target: str) -> bool:
    """Whether one element detects another by itself."""
    found = game.state.elements
    return sight.detects(game.pack, game.state, found[observer], found[target])


def sight_line(game: Game[Position], a: str, b: str) -> bool:
    """Whether the line between two fields is open; it must be the same in both directions."""
    there = sight.line_open(game.pack, game.state, a, b)
    assert there == sight.line_open(game.pack, game.state, b, a)
    return there


def why(game: Game[Position], element: str, *path: str, **more: Any) -> str:
    """Why a move is refused on the true position; empty if it is not."""
    found = move_refusal(game.pack, game.state, Move(element, path, **more))
    assert found is None or isinstance(found, Illegal)
    return "" if found is None else str(found)


def may(game: Game[Position], element: str, *path: str, **more: Any) -> bool:
    return not why(game, element, *path, **more)


def goals(game: Game[Position], element: str, **more: Any) -> Sequence[str]:
    """The fields that an element can reach."""
    walker = Walker(game.pack, game.state, game.state.elements[element], **more)
    return sorted(routes.reachable(walker))


def asked(game: Game[Position]) -> str:
    """Who is asked what."""
    seat, question = ask_of(game)
    return f"{seat}: {type(question).__name__}"
