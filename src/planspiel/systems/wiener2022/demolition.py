"""Demolitions (Sprengladungen, Sprengkommando): prepared by engineers, released by any fighting troop.

A charge is prepared on 4 and more, and released on another 4 and more, in the own half-turn or when an enemy
enters its field. It acts once, not on own troops, and the die that releases it is the die of its effect.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, get_args

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Script, Side, roll, rule
from planspiel.systems.wiener2022 import bridge_fire, losses, secrecy, work
from planspiel.systems.wiener2022.activities import Activity, activity_refusal, actor_refusal
from planspiel.systems.wiener2022.aim import bridges_at, has_just_changed
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.modifiers import mine_modifiers
from planspiel.systems.wiener2022.obstacles import BarrierBuilt, has_trees
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.records import BarrierKind
from planspiel.systems.wiener2022.state import (
    Barrier,
    Charge,
    Element,
    Known,
    Position,
    at,
    carriers_of,
    enemies_at,
    enemy_of,
    on_board,
    put,
    seat_of,
    seats_of,
    standing_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "ChargePrepared",
    "Exploded",
    "PrepareCharge",
    "Release",
    "entered",
    "firing_parties",
    "prepare_refusal",
    "release_refusal",
]

Against = Literal["bridge", "building", "trees", "ground"]


class PrepareCharge(Order, frozen=True):
    """Engineers prepare a demolition in a field."""

    element: str
    against: Against
    field: str


class Release(Order, frozen=True):
    """A firing party releases a prepared charge."""

    element: str
    charge: str


class ChargePrepared(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} has prepared a demolition in {field}."
    element: str
    field: str
    charge: Charge

    def apply(self, state: Position) -> None:
        state.charges[self.charge.id] = self.charge


class ReleaseTried(Event[Position], frozen=True):
    """Bookkeeping: in its own half-turn this takes the turn of the firing party, and of what carries it."""

    element: str
    charge: str
    own: bool = True

    def apply(self, state: Position) -> None:
        state.charges[self.charge] = replace(state.charges[self.charge], tried=state.half)
        if self.own:
            party = state.elements[self.element]
            for one in (party, *carriers_of(state, party)):
                put(state, replace(one, worked=True))


class Misfired(Event[Position], frozen=True):
    said: ClassVar[str] = "The charge in {field} is not released."
    field: str


class Exploded(Event[Position], frozen=True):
    said: ClassVar[str] = "The charge in {field} explodes."
    reveals: ClassVar[bool] = True
    charge: str
    field: str

    def apply(self, state: Position) -> None:
        del state.charges[self.charge]


# -- preparing ---------------------------------------------------------------------------------------------


@rule("WPR-sprengladungen-1")
def prepare_refusal(pack: Pack, known: Known, order: PrepareCharge) -> Illegal | None:
    """Engineers with their vehicle: against a bridge there or at an edge, a building, trees or the ground."""
    refusal = work.engineer_refusal(pack, known, order.element, order.field)
    if refusal is not None:
        return refusal
    theatre = pack.theatre(known.scenario)
    there = {
        "bridge": bool(bridges_at(known, order.field)),
        "building": theatre.is_building(order.field),
        "trees": has_trees(pack, known, order.field),
        "ground": theatre.is_land(order.field),
    }
    if not there[order.against]:
        reason = "There is nothing of the kind to blow up in {field}."
        return Illegal(reason, "WPR-sprengladungen-1", field=order.field)
    if any(one.field == order.field and one.side == known.active for one in known.charges.values()):
        return Illegal("A charge lies in {field} already.", "WPR-sprengladungen-1", field=order.field)
    return work.material_refusal(pack, known, order.element, order.field, _material(order))


@rule("WPR-hindernisse-bau-1", "WPR-pionierausruestung-1")
def _material(order: PrepareCharge) -> str:
    """A crater is a demolition of the ground, with a charge of its own, and may be blown later too."""
    return "crater" if order.against == "ground" else "demolition"


def _prepare(game: Game[Position], order: PrepareCharge) -> Script[None]:
    done = yield from work.attempt(game, order.element, order.field, "WPR-sprengladungen-1")
    engineers = game.state.elements[order.element]
    vehicle = work.kept_by(game.pack, game.state, engineers, order.field, _material(order))
    if not done or not vehicle:
        return
    work.use(game, vehicle, _material(order))
    bridges = bridges_at(game.state, order.field) if order.against == "bridge" else []
    charge = Charge(
        f"{engineers.side}-{order.field}",
        engineers.side,
        order.field,
        order.against,
        bridge=bridges[0] if bridges else "",
    )
    event = ChargePrepared(engineers.id, order.field, charge, cite="WPR-sprengladungen-1")
    game.happens(event, seats_of(game.state, engineers.side))


def _prepare_options(pack: Pack, view: WienerView, element: Element) -> Iterator[PrepareCharge]:
    for field in work.work_fields(pack, view, element):
        for against in get_args(Against):
            order = PrepareCharge(element.id, against, field)
            if prepare_refusal(pack, view, order) is None:
                yield order


# -- releasing ---------------------------------------------------------------------------------------------


@rule("WPR-sprengkommando-1", "WPR-zuendversager-1")
def firing_parties(pack: Pack, known: Known, charge: Charge) -> list[Element]:
    """Fighting troops of the owner in the field or next to it; pinning alone prevents them."""
    board = pack.theatre(known.scenario).board
    return [
        element
        for field in (charge.field, *board.neighbours(charge.field))
        for element in at(known, field)
        if element.side == charge.side and _fires_it(pack, known, element)
    ]


def _fires_it(pack: Pack, known: Known, element: Element) -> bool:
    model = pack.models[element.model]
    if any(one.pinned for one in (element, *carriers_of(known, element))):
        return False
    if element.guise or element.height or model.has("command") or model.has("supply"):
        return False
    return model.is_base or model.has("armed") or bool(model.weapons)


def release_refusal(pack: Pack, known: Known, order: Release) -> Illegal | None:
    """Why a troop cannot release a charge in its own half-turn."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    charge = known.charges.get(order.charge)
    if charge is None or charge.side != known.active:
        return Illegal("You have no such charge.", "WPR-sprengkommando-1")
    party = known.elements[order.element]
    if all(one.id != party.id for one in firing_parties(pack, known, charge)):
        reason = "{element} cannot be the firing party for {field}."
        return Illegal(reason, "WPR-sprengkommando-1", element=party.id, field=charge.field)
    return _again(known, charge) or _turn_refusal(pack, known, party)


@rule("WPR-fahrzeuge-3", "WPR-fahrzeuge-6")
def _turn_refusal(pack: Pack, known: Known, party: Element) -> Illegal | None:
    """It takes a turn: whoever is carried has one with his vehicle, who has just got on or off has none.

    A vehicle that has let its troops off keeps what it has left.
    """
    if has_just_changed(pack, party):
        return Illegal("{element} has just got on or off.", "WPR-fahrzeuge-6", element=party.id)
    found = (activity_refusal(pack, one, "work") for one in (party, *carriers_of(known, party)))
    return next((refusal for refusal in found if refusal is not None), None)


@rule("WPR-sprengkommando-4")
def _again(known: Known, charge: Charge) -> Illegal | None:
    """One try in a half-turn; a failure may be made good later."""
    if charge.tried == known.half:
        return Illegal("The charge was tried in this half-turn.", "WPR-sprengkommando-4")
    return None


def _release(game: Game[Position], order: Release) -> Script[None]:
    told = seats_of(game.state, game.state.active)
    game.happens(ReleaseTried(order.element, order.charge, cite="WPR-sprengkommando-4"), told)
    yield from _blow(game, order.charge, order.element)


@rule("WPR-sprengkommando-2", "WPR-sprengkommando-3")
def _blow(game: Game[Position], name: str, party: str) -> Script[None]:
    """4 and more releases it; the same die is read for enemy troops in the field, own troops are safe."""
    charge = game.state.charges[name]
    told = seats_of(game.state, charge.side)  # a try that fails is known to its owner alone
    (face,) = yield from roll(
        "1d6", "release by {element}", "WPR-sprengkommando-2", party, told, element=party
    )
    if face < game.pack.tables.work.success:
        game.happens(Misfired(charge.field, cite="WPR-sprengkommando-2"), told)
        return
    game.happens(Exploded(name, charge.field, cite="WPR-sprengkommando-3"))
    for enemy in enemies_at(game.state, charge.field, charge.side):
        if not enemy.aboard and not enemy.height and on_board(game.state.elements[enemy.id]):
            yield from _strike(game, enemy, face)
    yield from _destroy(game, charge, party)
    secrecy.look(game)


@rule("WPR-sprengkommando-X1")
def _strike(game: Game[Position], enemy: Element, face: int) -> Script[None]:
    """Figures take the plain die without cover, engineers too; vehicles as from anti-tank mines."""
    points = 0 if game.pack.models[enemy.model].is_base else mine_modifiers(game.pack, enemy).total
    yield from losses.suffer(game, enemy.id, value_of(face, points), "WPR-sprengkommando-X1")


@rule("WPR-sprengladungen-2", "WPR-bauwerke-1", "WPR-bauwerke-2", "WPR-zubehoer-X1")
def _destroy(game: Game[Position], charge: Charge, party: str) -> Script[None]:
    """Bridges and bunkers are destroyed, trees and craters bar the field, buildings stay what they are."""
    if charge.against == "bridge":
        place = charge.bridge or charge.field
        if place in bridges_at(game.state, charge.field):
            yield from bridge_fire.destroy(game, place, "WPR-sprengladungen-2")
    elif charge.against == "trees":
        _bar(game, charge, "trees", party)
    elif charge.against == "ground":
        _bar(game, charge, "crater", party)
    elif charge.against == "bunker":
        for bunker in at(game.state, charge.field):
            if game.pack.models[bunker.model].is_bunker and bunker.side != charge.side:
                yield from losses.knock_out(game, bunker.id, "WPR-sprengladungen-2")


@rule("WPR-hindernisse-bau-1", "WPR-hindernisse-bau-4")
def _bar(game: Game[Position], charge: Charge, kind: BarrierKind, party: str) -> None:
    """The explosion leaves an open barrier; the enemy need not see who released it."""
    barrier = Barrier(f"{charge.id}-{kind}-{game.state.half}", kind, charge.field, charge.side)
    cite = "WPR-hindernisse-bau-4" if kind == "trees" else "WPR-hindernisse-bau-1"
    secrecy.tell(game, BarrierBuilt(party, charge.field, barrier, cite=cite), (party,))


# -- an enemy enters ---------------------------------------------------------------------------------------


@rule("WPR-sprengkommando-4")
def entered(game: Game[Position], names: Sequence[str]) -> Script[None]:
    """Charges in fields that the enemy has entered, in flight too; being secret they obey standing orders."""
    if not game.state.charges:
        return
    side = enemy_of(game.state.active)
    elements = (game.state.elements[name] for name in names)
    fields = {one.field for one in elements if on_board(one) and one.side != side}
    for name in sorted(game.state.charges):
        charge = game.state.charges.get(name)
        if charge is None or charge.side != side or charge.field not in fields:
            continue
        party = _ordered_party(game, charge, side)
        if party:
            told = seats_of(game.state, side)
            game.happens(ReleaseTried(party, name, own=False, cite="WPR-sprengkommando-4"), told)
            yield from _blow(game, name, party)


def _ordered_party(game: Game[Position], charge: Charge, side: Side) -> str:
    """The first firing party that is not told to hold."""
    orders = standing_of(game.state, seat_of(game.state, side))
    for element in firing_parties(game.pack, game.state, charge):
        if orders.of(element.id).release != "hold":
            return element.id
    return ""


def _release_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Release]:
    for name in sorted(view.charges):
        order = Release(element.id, name)
        if release_refusal(pack, view, order) is None:
            yield order


def _judge_prepare(pack: Pack, view: WienerView, order: PrepareCharge) -> Illegal | None:
    return prepare_refusal(pack, view, order)


def _judge_release(pack: Pack, view: WienerView, order: Release) -> Illegal | None:
    return release_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Order) -> Odds | None:
    return work.success_odds(pack, "WPR-arbeit-6")


ACTIVITIES = {
    PrepareCharge: Activity(
        "other", _prepare_options, _judge_prepare, _prepare, _odds, suits=work.is_engineer
    ),
    Release: Activity("other", _release_options, _judge_release, _release, _odds),
}
