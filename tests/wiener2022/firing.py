"""What the tests of fire share: scenes without a question, points by their reasons, fire by script."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from planspiel.kernel import Game, Script, Side
from planspiel.systems.wiener2022 import aim, observing
from planspiel.systems.wiener2022.fire import fire_at
from planspiel.systems.wiener2022.modifiers import Shot, modifiers
from planspiel.systems.wiener2022.state import Position
from wiener2022.positions import position

__all__ = ["direct", "indirect", "points", "running", "scene", "shooting", "total"]

Fields = Mapping[str, Any]


def _idle(game: Game[Position]) -> Script[None]:
    return
    yield


def scene(elements: Mapping[str, Fields], **rest: Any) -> Game[Position]:
    """A position in which nothing happens."""
    return position(elements, script=_idle, **rest)


def direct(game: Game[Position], firer: str, field: str, weapon: str = "", **flags: Any) -> Shot:
    """A shot in direct lay, with the main weapon if no other is named."""
    element = game.state.elements[firer]
    weapon = weapon or game.pack.models[element.model].weapons[0]
    distance = game.pack.theatre("test").board.distance(element.field, field)
    return Shot(element.side, (firer,), weapon, field, "direct", distance, **flags)


def indirect(game: Game[Position], firers: tuple[str, ...], field: str) -> Shot:
    return observing.salvo(game.pack, game.state, firers, field)


def points(game: Game[Position], shot: Shot, target: str) -> dict[str, int]:
    """The points of a shot by their reasons."""
    found = modifiers(game.pack, game.state, shot, game.state.elements[target])
    return {str(line.reason): line.value for line in found}


def total(game: Game[Position], shot: Shot, target: str) -> int:
    return sum(points(game, shot, target).values())


def running(script: Callable[[Game[Position]], Script[Any]]) -> Callable[[Game[Position]], Script[None]]:
    """A script of a test whose result nobody needs."""

    def run(game: Game[Position]) -> Script[None]:
        yield from script(game)

    return run


def shooting(
    firer: str, field: str, weapon: str = "", **flags: Any
) -> Callable[[Game[Position]], Script[None]]:
    """Fire in direct lay without announcement: one die for the field."""

    def run(game: Game[Position]) -> Script[None]:
        yield from fire_at(game, direct(game, firer, field, weapon, **flags))

    return run


def shelling(*firers: str, field: str, **flags: Any) -> Callable[[Game[Position]], Script[None]]:
    """Indirect fire without announcement."""

    def run(game: Game[Position]) -> Script[None]:
        yield from fire_at(game, replace(indirect(game, firers, field), **flags))

    return run


def bombing(field: str, bomb: int, **flags: Any) -> Callable[[Game[Position]], Script[None]]:
    def run(game: Game[Position]) -> Script[None]:
        yield from fire_at(game, Shot(Side("blue"), (), "", field, "bomb", bomb=bomb, **flags))

    return run


def weapons_of(game: Game[Position], name: str) -> list[str]:
    return aim.flat_weapons(game.pack, game.state.elements[name])
