"""Helpers of the tests of fire: a scene to look at, a script that fires, hexes of known ground.

Hannut, column 14 from 1405 to 1412 is open and on one level. 1012 is a village with open 1011 beside it on
the same level; 0308 is a wood beside open 0307, 0405 an orchard beside open 0406.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from blitzkrieg1940.positions import pack, position
from planspiel.kernel import Game, Illegal, Order, Script, Seat
from planspiel.systems.blitzkrieg1940 import close_combat, fire, indirect
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Attacker, Position

S35, H35, PANHARD = "2-cuir/1", "2-cuir/5", "12-cuir/1"
FRENCH_INFANTRY, FRENCH_MG, FRENCH_MOTO, FRENCH_AT = "i-11-rdp/3", "i-11-rdp/5", "i-11-rdp/2", "11-rdp-at"
FRENCH_HQ = "i-11-rdp/hq"
PZ2, PZ3, PZ4, ARMOURED_CAR = "i-5-pzr/2", "i-5-pzr/3", "i-5-pzr/4", "kg/3"
RIFLES, RIFLES_2, RIFLES_3, GERMAN_MG, HEAVY = (
    "i-12-schr/1",
    "i-12-schr/2",
    "i-12-schr/3",
    "i-12-schr/4",
    "i-12-schr/5",
)
KRAD, APC, GERMAN_HQ = "kg/1", "apc-i-12", "i-12-schr/hq"

Fields = Mapping[str, Any]


def scene(units: Mapping[str, Fields], **tables: Any) -> Position:
    """A position to look at."""
    return position(units=units, script=_nothing, **tables).state


def _nothing(game: Game[Position]) -> Script[None]:
    return
    yield


def shooting(*shots: Shot) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        for shot in shots:
            yield from fire.shoot(game, shot)

    return script


def calling(*orders: CallFire) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        for order in orders:
            yield from indirect.call_fire(game, order)

    return script


def assaulting(hex_: str, *attackers: Attacker, into: list[tuple[str, ...]] | None = None) -> Any:
    """Attackers that have just entered a hex fight for it."""

    def script(game: Game[Position]) -> Script[None]:
        left = yield from close_combat.assault(game, hex_, attackers)
        if into is not None:
            into.append(left)

    return script


def factor(state: Position, shot: Shot, pack_: Pack | None = None) -> int:
    return fire.aim(pack_ or pack(), state, shot).factor


def reasons(state: Position, shot: Shot, pack_: Pack | None = None) -> dict[str, int]:
    """The modifiers of a shot: reason and value."""
    mods = fire.fire_modifiers(pack_ or pack(), state, shot)
    return {str(line.reason): line.value for line in mods}


def refused(state: Position, shot: Shot, pack_: Pack | None = None) -> str:
    refusal = fire.shot_refusal(pack_ or pack(), state, shot)
    assert isinstance(refusal, Illegal), "the shot was allowed"
    return refusal.cite


def with_counter(counter: str, **values: int) -> Pack:
    """The pack with other figures on the full side of a counter."""
    printed = pack().counters[counter]
    return replace(
        pack(), counters={**pack().counters, counter: replace(printed, full=replace(printed.full, **values))}
    )


def answer(game: Game[Position], *orders: Order) -> None:
    """The seat that is asked gives each order in turn."""
    for order in orders:
        (seat,) = game.waiting()
        game.answer(seat, order)


def asked(game: Game[Position]) -> tuple[Seat, str]:
    """Who is asked, and the kind of question."""
    (seat,) = game.waiting()
    return seat, type(game.pending(seat)).__name__
