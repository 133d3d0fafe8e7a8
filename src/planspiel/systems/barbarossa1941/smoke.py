"""Smoke shells: fired with the rest of step 3, blinding from the end of it to the end of the next round."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask, resume_point, rule
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.arcs import arc_refusal
from planspiel.systems.barbarossa1941.attack import range_refusal
from planspiel.systems.barbarossa1941.fire_steps import lapse
from planspiel.systems.barbarossa1941.observing import observer_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Smoke, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Position, Unit, ground_units
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "SCRIPTS", "SecondSmoke", "SmokeFell", "SmokeHere", "SmokeLifted"]


# -- the order ---------------------------------------------------------------------------------------------


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if unit.smoke < 1 or not unit.set_up:
        return
    for hex_ in pack.theatre(view.scenario).board.disc(unit.hex, pack.cards[unit.card].max_range + 1):
        order = Smoke(hex_)
        if _refusal(pack, view, unit, order, given) is None:
            yield order


@rule("BAR-smoke-3")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Smoke, given: Given) -> Illegal | None:
    """A hex on the board, a gun that is set up, one smoke shell."""
    if order.hex not in pack.theatre(view.scenario).board:
        return Illegal("There is no hex {hex}.", "BAR-smoke-3", hex=order.hex)
    if not unit.set_up:
        return Illegal("{unit} must be set up to fire.", "BAR-set-up-8", unit=unit.id)
    if unit.smoke < pack.charts.limits.smoke_ammo:
        return Illegal("{unit} has no smoke shells left.", "BAR-smoke-2", unit=unit.id)
    return _reach_refusal(pack, view, unit, order.hex)


@rule("BAR-smoke-4", "BAR-smoke-12")
def _reach_refusal(pack: Pack, known: Known, unit: Unit, hex_: str) -> Illegal | None:
    """In range and arc, and seen by some friendly unit; the firer need not see it."""
    return (
        range_refusal(pack, known, unit, hex_)
        or arc_refusal(pack, known, unit, hex_)
        or observer_refusal(pack, known, unit.side, hex_, "BAR-smoke-4")
    )


ORDERS = {Smoke: OrderRule(_options, _refusal)}


# -- carried out -------------------------------------------------------------------------------------------


class SmokeHere(Order, frozen=True):
    hex: str


class SecondSmoke(Question[BarbarossaView, SmokeHere], frozen=True):
    prompt: ClassVar[str] = "{unit} blinds {hex} and one hex beside it: which?"
    cite: ClassVar[str] = "BAR-smoke-5"
    unit: str
    hex: str

    def options(self, view: BarbarossaView) -> Iterator[SmokeHere]:
        board = view.pack.theatre(view.scenario).board
        yield from (SmokeHere(near) for near in board.neighbours(self.hex))


class SmokeFell(Event[Position], frozen=True):
    """Units in it, and those aboard, can carry out nothing more this round."""

    said: ClassVar[str] = "Smoke in {hexes}."
    hexes: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for hex_ in self.hexes:
            state.smoke[hex_] = state.turn
        state.falling = ()
        for unit in list(state.units.values()):
            there = state.units[unit.carrier] if unit.fate == "aboard" else unit
            if there.fate == "map" and there.hex in self.hexes:
                state.units[unit.id] = replace(unit, lapsed=True)


class SmokeLifted(Event[Position], frozen=True):
    said: ClassVar[str] = "The smoke in {hexes} lifts."
    hexes: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for hex_ in self.hexes:
            del state.smoke[hex_]


@rule("BAR-smoke-1", "BAR-smoke-5")
def smoke_shells(game: Game[Position]) -> Script[None]:
    """With the fire of step 3: the named hex, and one beside it of the firer's choice.

    The observer must still be there, or nothing is fired.
    """
    while True:
        yield from resume_point()
        firers = [
            u for u in ground_units(game.state) if isinstance(u.order, Smoke) and u.id in game.state.queue
        ]
        if not firers:
            break
        unit = min(firers, key=lambda found: found.id)
        assert isinstance(unit.order, Smoke)
        if _reach_refusal(game.pack, game.state, unit, unit.order.hex) is not None:
            lapse(game, unit, "BAR-open-fire-7")
            continue
        spend(game, unit.id, 0, "BAR-smoke-2", smoke=game.pack.charts.limits.smoke_ammo)
        answer = yield from ask(unit.seat, SecondSmoke(unit.id, unit.order.hex))
        game.happens(ShellsFired(unit.id, unit.order.hex, answer.hex, cite="BAR-smoke-5"))


@rule("BAR-smoke-6", "BAR-smoke-11", "BAR-smoke-14")
def smoke_falls(game: Game[Position]) -> Script[None]:
    """It takes effect after step 3: whoever stands in it carries out nothing more this round."""
    if game.state.falling:
        game.happens(SmokeFell(game.state.falling, cite="BAR-smoke-6"))
    return
    yield


class ShellsFired(Event[Position], frozen=True):
    """A unit has fired its shells; the smoke stands when all have."""

    unit: str
    first: str
    second: str

    def apply(self, state: Position) -> None:
        state.queue = tuple(name for name in state.queue if name != self.unit)
        state.falling = tuple(dict.fromkeys([*state.falling, self.first, self.second]))


@rule("BAR-smoke-10")
def smoke_lifts(game: Game[Position]) -> Script[None]:
    """Markers go in step 12 of the round after they fell."""
    old = tuple(hex_ for hex_, fell in game.state.smoke.items() if fell < game.state.turn)
    if old:
        game.happens(SmokeLifted(old, cite="BAR-smoke-10"))
    return
    yield


SCRIPTS = {"smoke-shells": smoke_shells, "smoke-falls": smoke_falls, "smoke-lifts": smoke_lifts}
