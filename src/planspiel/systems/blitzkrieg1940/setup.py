"""12 Set-up: who is placed where and by whom, losses before the game, mounted companies, the opening."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Event,
    Game,
    Item,
    Order,
    Question,
    Script,
    Side,
    ask,
    ask_secretly,
    resume_point,
    rule,
)
from planspiel.systems.blitzkrieg1940.deployment import (
    FinishPlacing,
    ForcesShown,
    MinesLaid,
    Place,
    PlaceForces,
    PlacementChanged,
    PlaceMines,
    PlaceWorks,
    Replace,
    SomethingPlaced,
    UnitPlaced,
    WorksPlaced,
    groups,
    is_all_fixed,
    works_thing,
)
from planspiel.systems.blitzkrieg1940.pack import Opening
from planspiel.systems.blitzkrieg1940.results import take_step
from planspiel.systems.blitzkrieg1940.secrecy import tops_of_stacks
from planspiel.systems.blitzkrieg1940.state import Position, Unit, put, seat_of, seats_of, stack
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView
from planspiel.systems.blitzkrieg1940.works import is_infantry, works_check

__all__ = ["HoldBack", "TakeLoss"]


class SetupLoss(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} begins with one step lost."
    unit: str

    def apply(self, state: Position) -> None:
        take_step(state, self.unit)


class BeganMounted(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} begins mounted on {carrier}."
    unit: str
    carrier: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], carrier=self.carrier))


class MarkerHeldBack(Event[Position], frozen=True):
    said: ClassVar[str] = "{marker} is kept out of the cup."
    marker: str

    def apply(self, state: Position) -> None:
        state.markers[self.marker] = replace(state.markers[self.marker], place="opening")


class TakeLoss(Order, frozen=True):
    """This unit begins with one step lost."""

    unit: str


class BeginMounted(Order, frozen=True):
    """This company begins on the carrier."""

    unit: str


class BeginOnFoot(Order, frozen=True):
    """Nobody begins on the carrier."""


class HoldBack(Order, frozen=True):
    """Keep this formation marker out of the cup."""

    marker: str


class WhoLosesAStep(Question[BlitzkriegView, TakeLoss], frozen=True):
    prompt: ClassVar[str] = "Which unit of {formation} begins with a step lost?"
    cite: ClassVar[str] = "BLK-12.1-FR-G2"
    formation: str

    def options(self, view: BlitzkriegView) -> Iterator[TakeLoss]:
        """At most one step a unit, unless there are too few units."""
        mates = [u for u in view.units.values() if u.formation == self.formation and not u.is_hq and u.steps]
        fresh = [unit for unit in mates if unit.steps == view.pack.limits.steps]
        for unit in fresh or mates:
            yield TakeLoss(unit.id)


class WhoBeginsMounted(Question[BlitzkriegView, BeginMounted | BeginOnFoot], frozen=True):
    prompt: ClassVar[str] = "Which company begins on {carrier}?"
    cite: ClassVar[str] = "BLK-12.1-SPECIAL-F"
    carrier: str

    def options(self, view: BlitzkriegView) -> Iterator[BeginMounted | BeginOnFoot]:
        yield BeginOnFoot()
        carrier = view.units[self.carrier]
        for unit in stack(view, carrier.hex, carrier.side):
            if unit.formation == carrier.formation and is_infantry(view.pack, unit):
                yield BeginMounted(unit.id)


class KeepOutOfTheCup(Question[BlitzkriegView, HoldBack], frozen=True):
    prompt: ClassVar[str] = "Which formation marker do you keep out of the cup for your first activation?"
    cite: ClassVar[str] = "BLK-12.1-SPECIAL-B"
    side: Side

    def options(self, view: BlitzkriegView) -> Iterator[HoldBack]:
        for marker in view.markers.values():
            if (
                marker.side == self.side
                and marker.kind == "formation"
                and marker.place == "due"
                and marker.due == 1
            ):
                yield HoldBack(marker.id)


# -- the order of set-up -----------------------------------------------------------------------------------


@rule("BLK-12.1-FR-J", "BLK-12.2-HEAD-X1")
def setup(game: Game[Position]) -> Script[None]:
    """White stripes and independent units choose, forces are placed in the order of the scenario."""
    scenario = game.pack.scenarios[game.state.scenario]
    items = [*_stripes(game), *_assignments(game)]
    items += [Item("fixed-places", group) for group in groups(scenario)]
    items += [Item("losses", (name,)) for name in scenario.losses]
    items += [
        Item("mounting", (name,)) for name, found in scenario.carriers.items() if found.may_begin_mounted
    ]
    game.then(*items, Item("set-up-done"), Item("turn"))
    return
    yield


def _stripes(game: Game[Position]) -> Iterator[Item]:
    """Companies of white-stripe formations; later arrivals choose now as well, unless by option."""
    late = game.state.options["late_stripes_choose_on_arrival"]
    for unit in game.state.units.values():
        formation = game.pack.formations.get(unit.formation)
        if formation is None or not formation.white_stripe or unit.is_hq or (late and unit.due):
            continue
        yield Item("stripe", (unit.id,))


def _assignments(game: Game[Position]) -> Iterator[Item]:
    """Independent units that are set up; those that come later are assigned on arrival (12.2)."""
    for unit in game.state.units.values():
        if unit.id in game.pack.independents and not unit.due:
            yield Item("assign", (unit.id,))


# -- placing -----------------------------------------------------------------------------------------------


def fixed_places(game: Game[Position], first: int, last: int) -> Script[None]:
    """Units whose hex the scenario names stand there; the player places all others."""
    steps = game.pack.scenarios[game.state.scenario].setup[first : last + 1]
    for step in steps:
        for name, hex_ in step.fixed.items():
            _put(game, game.state.units[name], hex_, step.cite)
    if is_all_fixed(game.pack, game.state, steps):
        _show(game, Side(steps[0].side))
    else:
        game.then(Item("placement", (first, last)))
    return
    yield


def placement(game: Game[Position], first: int, last: int) -> Script[None]:
    """One side places some of its forces, one at a time, until it says that it is done."""
    side = Side(game.pack.scenarios[game.state.scenario].setup[first].side)
    seat = seat_of(game.state, side)
    secret = game.state.options["stack_secrecy"] or game.state.options["mine_secrecy"]
    put = ask_secretly if secret else ask
    while True:
        yield from resume_point()
        order = yield from put(seat, PlaceForces(first, last))
        if isinstance(order, FinishPlacing):
            _show(game, side)
            return
        _placed(game, side, first, order)


def _show(game: Game[Position], side: Side) -> None:
    """What was placed unseen is shown as far as the enemy may see it: HQs, and the top of each stack.

    HQs lie beside the stacks they do not count in (7.3); command markers would give them away in any case.
    """
    if game.state.options["stack_secrecy"]:
        tops = tops_of_stacks(game.state)
        there = [unit for unit in game.state.units.values() if unit.side == side and unit.hex]
        shown = [unit for unit in there if unit.is_hq or tops[unit.hex, side] == unit.id]
        names, hexes = tuple(unit.id for unit in shown), tuple(unit.hex for unit in shown)
        game.happens(ForcesShown(side, names, hexes, cite="BLK-8.1.1-G1"))


def _placed(
    game: Game[Position], side: Side, first: int, order: Place | PlaceWorks | PlaceMines | Replace
) -> None:
    if isinstance(order, PlaceWorks):
        game.happens(WorksPlaced(order.hex, side, cite="BLK-10.2-A"))
    elif isinstance(order, PlaceMines):
        own = seats_of(game.state, side) if game.state.options["mine_secrecy"] else None
        game.happens(
            MinesLaid(order.hex, side, cite="BLK-10.1-A"), own, SomethingPlaced(side, cite="BLK-10.1-G3")
        )
    elif isinstance(order, Place):
        _put(game, game.state.units[order.unit], order.hex, "BLK-12.1-FR-J")
    elif order.thing in game.state.units:
        _put(game, game.state.units[order.thing], order.hex, "BLK-12.1-FR-J")
    else:
        secret = not works_thing(order.thing) and game.state.options["mine_secrecy"]
        own = seats_of(game.state, side) if secret else None
        game.happens(PlacementChanged(order.thing, order.hex, cite="BLK-10.2-A"), own)


def _put(game: Game[Position], unit: Unit, hex_: str, cite: str) -> None:
    """A company that begins mounted comes with its carrier. A stack shows only its top unit, by option."""
    own = seats_of(game.state, unit.side) if game.state.options["stack_secrecy"] else None
    riders = [u.id for u in game.state.units.values() if u.carrier == unit.id]
    for name in (unit.id, *riders):
        game.happens(UnitPlaced(name, hex_, cite=cite), own, SomethingPlaced(unit.side, cite="BLK-8.1.1-G1"))


# -- before the game ---------------------------------------------------------------------------------------


@rule("BLK-12.1-FR-D", "BLK-12.1-FR-G2")
def losses(game: Game[Position], formation: str) -> Script[None]:
    """The owner distributes the steps a formation has lost before the game."""
    side = game.state.formations[formation].side
    while game.state.formations[formation].lost < game.pack.scenarios[game.state.scenario].losses[formation]:
        yield from resume_point()
        order = yield from ask(seat_of(game.state, side), WhoLosesAStep(formation))
        game.happens(SetupLoss(order.unit, cite="BLK-12.1-FR-D"))


@rule("BLK-12.1-SPECIAL-D", "BLK-12.1-SPECIAL-F")
def mounting(game: Game[Position], carrier: str) -> Script[None]:
    """The owner may let a company that was set up with its carrier begin mounted."""
    question = WhoBeginsMounted(carrier)
    seat = seat_of(game.state, game.state.units[carrier].side)
    if len(list(question.options(game.view(seat)))) == 1:
        return
    order = yield from ask(seat, question)
    if isinstance(order, BeginMounted):
        game.happens(BeganMounted(order.unit, carrier, cite="BLK-12.1-SPECIAL-F"))


def set_up_done(game: Game[Position]) -> Script[None]:
    """Works with infantry in them are manned; a side keeps its opening markers out of the cup."""
    for hex_ in sorted(game.state.works):
        works_check(game, hex_)
    opening = game.pack.scenarios[game.state.scenario].opening
    if opening is not None:
        yield from _hold_back(game, opening)


@rule("BLK-12.1-SPECIAL-B", "BLK-12.1-SPECIAL-G4")
def _hold_back(game: Game[Position], opening: Opening) -> Script[None]:
    """Artillery and Stuka markers are all alike; the formation is the owner's choice, made openly."""
    side = Side(opening.side)
    for kind, count in (("stuka", opening.stukas), ("artillery", opening.artillery)):
        alike = sorted(m.id for m in game.state.markers.values() if m.side == side and m.kind == kind)
        for marker in alike[:count]:
            game.happens(MarkerHeldBack(marker, cite="BLK-12.1-SPECIAL-B"))
    for _ in range(opening.formations):
        order = yield from ask(seat_of(game.state, side), KeepOutOfTheCup(side))
        game.happens(MarkerHeldBack(order.marker, cite="BLK-12.1-SPECIAL-B"))


SCRIPTS = {
    "setup": setup,
    "fixed-places": fixed_places,
    "placement": placement,
    "losses": losses,
    "mounting": mounting,
    "set-up-done": set_up_done,
}
