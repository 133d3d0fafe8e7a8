"""Patrols: the order, the area they watch, and whom they attack in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field

from planspiel.kernel import Assembled, Assembly, Game, Illegal, Part, Script, Seat, commit, rule
from planspiel.systems.barbarossa1941.air_combat import Contact, engage
from planspiel.systems.barbarossa1941.flight import (
    boxes_of,
    duration_refusal,
    entries,
    entry_refusal,
    hexes_before,
    hexes_now,
    in_the_air,
    is_flying,
    is_under_way,
    target_refusal,
)
from planspiel.systems.barbarossa1941.intercept import arrivals
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import Escort, Patrol, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Position, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "SCRIPTS", "Chase", "Chases", "ChooseChases", "LetPass", "intruders", "overlap"]


# -- the order ---------------------------------------------------------------------------------------------


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Over every known unit on the ground, as wide and as long as the card allows."""
    box = pack.cards[unit.card].orders.patrol
    hexes = {other.hex: None for other in view.units.values() if other.fate == "map" and other.hex}
    for hex_ in hexes:
        for entry in entries(pack, view, hex_):
            order = Patrol(hex_, box.radius if box else 0, boxes_of(pack, unit), entry)
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-patrol-1", "BAR-patrol-5")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Patrol, given: Given) -> Illegal | None:
    """A centre that is seen, a radius and a duration not above those on the card."""
    box = pack.cards[unit.card].orders.patrol
    most = box.radius if box else 0
    if not 1 <= order.radius <= most:
        return Illegal("{unit} patrols a radius of 1 to {most}.", "BAR-patrol-5", unit=unit.id, most=most)
    return (
        duration_refusal(pack, unit, order.duration, "BAR-patrol-1")
        or entry_refusal(pack, view, order.entry)
        or target_refusal(pack, view, unit.side, order.hex)
    )


ORDERS = {Patrol: OrderRule(_options, _refusal)}


# -- whom a patrol meets -----------------------------------------------------------------------------------


def _is_on_station(pack: Pack, state: Position, unit: Unit) -> bool:
    return (
        isinstance(unit.order, Patrol)
        and unit.station == unit.order.hex
        and is_under_way(pack, state, unit)
        and not (unit.id in state.movers and is_flying(state, state.movers[unit.id]))
    )


def _has_just_come(state: Position, unit: Unit) -> bool:
    """Whether a patrol has reached its station in this impulse."""
    mover = state.movers.get(unit.id)
    return mover is not None and mover.entered and mover.done == len(mover.route)


@rule("BAR-patrol-2")
def is_watched(pack: Pack, state: Position, patrol: Unit, hexes: Sequence[str]) -> bool:
    """Whether one of these hexes is within the radius of the patrol's centre."""
    assert isinstance(patrol.order, Patrol)
    distance, centre = pack.theatre(state.scenario).air.distance, patrol.order.hex
    return any(distance(centre, hex_) <= patrol.order.radius for hex_ in hexes)


@rule("BAR-patrol-4", "BAR-missions-7")
def intruders(pack: Pack, state: Position, patrol: Unit, opening: bool) -> tuple[str, ...]:
    """Enemies that have just entered the area, or carry an order out in it.

    Those who stay in the area are met when the step opens or when the patrol arrives. Another patrol on its
    station is no intruder: their areas overlap. Escorts fight when their charge is attacked.
    """
    found = []
    for enemy in in_the_air(state):
        if enemy.side == patrol.side or isinstance(enemy.order, Escort):
            continue
        if not is_under_way(pack, state, enemy) or _is_on_station(pack, state, enemy):
            continue
        if not is_watched(pack, state, patrol, hexes_now(pack, state, enemy)):
            continue
        mover = state.movers.get(enemy.id)
        enters = (
            mover is not None
            and mover.entered
            and not is_watched(pack, state, patrol, hexes_before(pack, state, mover))
        )
        is_there = (opening and mover is None) or _has_just_come(state, patrol)
        if enters or is_there:
            found.append(enemy.id)
    return tuple(found)


@rule("BAR-air-combat-X1", "BAR-air-combat-3")
def overlap(pack: Pack, state: Position, one: Unit, other: Unit) -> str:
    """The hex that two patrols share, as near to both centres as can be; empty if they share none."""
    assert isinstance(one.order, Patrol)
    assert isinstance(other.order, Patrol)
    air = pack.theatre(state.scenario).air
    mine = air.disc(one.order.hex, one.order.radius)
    shared = [h for h in mine if air.distance(other.order.hex, h) <= other.order.radius]
    ends = (one.order.hex, other.order.hex)
    return min(shared, key=lambda h: (sum(air.distance(end, h) for end in ends), h), default="")


# -- the fights of an impulse ------------------------------------------------------------------------------


class Chase(Part, frozen=True):
    """Attack these aircraft too."""


class LetPass(Part, frozen=True):
    pass


class Chases(Assembled, frozen=True):
    parts: dict[str, Chase | LetPass] = field(default_factory=dict)


class ChooseChases(Assembly[BarbarossaView, Chases, Chase | LetPass], frozen=True):
    """The first that comes is attacked in any case; those after it only if the owner wants to."""

    prompt: ClassVar[str] = "More enemy aircraft come into areas that your patrols watch: attack them?"
    cite: ClassVar[str] = "BAR-patrol-5"
    enemies: dict[str, tuple[str, ...]]

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        return tuple(f"unit:{name}" for name in self.enemies)

    def must_have(self, view: BarbarossaView, piece: str) -> bool:
        return True

    def parts(
        self, view: BarbarossaView, piece: str, given: Mapping[str, Chase | LetPass]
    ) -> Iterator[Chase | LetPass]:
        yield Chase()
        yield LetPass()

    def whole(self, view: BarbarossaView, given: Mapping[str, Chase | LetPass]) -> Chases:
        return Chases(dict(given))


@rule("BAR-patrol-5", "BAR-air-combat-3", "BAR-air-combat-17")
def patrols(game: Game[Position], opening: int) -> Script[None]:
    """After the flak: patrols attack whom they meet, enemy patrols fight, interceptors have arrived."""
    pack, state = game.pack, game.state
    watching = [unit for unit in in_the_air(state) if _is_on_station(pack, state, unit)]
    met = {unit.id: intruders(pack, state, unit, bool(opening)) for unit in watching}
    met = {name: enemies for name, enemies in met.items() if enemies}
    contacts = [*_overlaps(game, watching, bool(opening)), *arrivals(state)]
    doubtful: dict[Seat, dict[str, tuple[str, ...]]] = {}
    for name, enemies in met.items():
        if state.units[name].shots:
            doubtful.setdefault(state.units[name].seat, {})[name] = enemies
    if doubtful:
        answers: dict[Seat, Chases] = yield from commit({s: ChooseChases(d) for s, d in doubtful.items()})
        for answer in answers.values():
            for piece, part in answer.parts.items():
                if isinstance(part, LetPass):
                    del met[piece.removeprefix("unit:")]
    for name, enemies in met.items():
        contacts.extend(Contact(name, enemy, state.units[enemy].station, True) for enemy in enemies)
    engage(game, contacts, tuple(met))


def _overlaps(game: Game[Position], watching: list[Unit], opening: bool) -> Iterator[Contact]:
    """Enemy patrols whose areas overlap, in the impulse in which the second of them is on station."""
    for one in watching:
        for other in watching:
            is_new = opening or _has_just_come(game.state, one) or _has_just_come(game.state, other)
            if one.id < other.id and one.side != other.side and is_new:
                hex_ = overlap(game.pack, game.state, one, other)
                if hex_:
                    yield Contact(one.id, other.id, hex_, False)


SCRIPTS = {"patrols": patrols}
