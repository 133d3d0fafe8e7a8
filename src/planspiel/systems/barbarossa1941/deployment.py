"""Before the battle: putting units, works and minefields on the board, both sides at the same time.

What is put down openly is seen by the enemy when all have finished; hidden units and minefields are not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from planspiel.kernel import Assembled, Assembly, Event, Game, Illegal, Part, Script, Seat, Side, commit, rule
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.orders import MineKind
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import (
    SIDES,
    Bunker,
    Known,
    Minefield,
    Position,
    Trench,
    Unit,
    minefield_key,
    seats_of,
    trench_key,
)
from planspiel.systems.barbarossa1941.terrain import admits, bridge_is_down
from planspiel.systems.barbarossa1941.transport import Mounted
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "SCRIPTS",
    "Board",
    "Deploy",
    "Deployment",
    "MinefieldPlaced",
    "PlaceMines",
    "PlaceUnit",
    "PlaceWork",
    "UnitDeployed",
    "WorkPlaced",
    "can_stand",
    "facings",
    "is_full",
]


class PlaceUnit(Part, frozen=True):
    hex: str
    facing: int | None = None
    hidden: bool = False


class Board(Part, frozen=True):
    """Start aboard a transport, or behind it."""

    transport: str
    towed: bool = False


class PlaceWork(Part, frozen=True):
    hex: str
    facing: int


class PlaceMines(Part, frozen=True):
    hex: str
    kind: MineKind


Placement = PlaceUnit | Board | PlaceWork | PlaceMines


class Deployment(Assembled, frozen=True):
    """Where everything goes: `unit:g1`, `work:trench:2`, `mines:1`."""

    parts: dict[str, Placement] = field(default_factory=dict)


class Deploy(Assembly[BarbarossaView, Deployment, Placement], frozen=True):
    """All that a player may put on the board; whoever must stand somewhere needs a place."""

    prompt: ClassVar[str] = "Set up your forces."
    cite: ClassVar[str] = "BAR-preparation-2"
    side: Side
    works: bool = True
    """The first player of a side also places its works and mines."""

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        units = tuple(f"unit:{unit.id}" for unit in _to_place(view, view.seat))
        if not self.works:
            return units
        stock: list[str] = []
        for name, count in view.stock.items():
            kind = name.partition("/")[2]
            word = "mines" if kind == "mines" else f"work:{kind}"
            if kind != "mines" or _mine_zone(view.pack, view, self.side):
                stock.extend(f"{word}:{number}" for number in range(1, count + 1))
        return (*units, *stock)

    def must_have(self, view: BarbarossaView, piece: str) -> bool:
        return piece.startswith("unit:")

    def parts(self, view: BarbarossaView, piece: str, given: Mapping[str, Placement]) -> Iterator[Placement]:
        kind, _, name = piece.partition(":")
        if kind == "unit":
            yield from _places(view.pack, view, view.units[name], given)
        elif kind == "work":
            yield from _work_places(view.pack, view, self.side, name.partition(":")[0], given)
        else:
            mined = {field.hex for field in view.mines.values() if field.side == self.side}
            for hex_ in _mine_zone(view.pack, view, self.side):
                if hex_ not in mined:
                    yield from (PlaceMines(hex_, kind_) for kind_ in ("anti-tank", "anti-personnel", "dummy"))

    def whole(self, view: BarbarossaView, given: Mapping[str, Placement]) -> Deployment:
        return Deployment(dict(given))

    def check_whole(self, view: BarbarossaView, given: Mapping[str, Placement]) -> None:
        """One minefield and one bunker to a hex, and one work of a kind to a hexside."""
        mined = [part.hex for part in given.values() if isinstance(part, PlaceMines)]
        if len(set(mined)) < len(mined):
            raise Illegal("There is one minefield to a hex.", "BAR-lay-mines-1")
        works = [
            _site(view.pack, view, name.split(":")[1], part)
            for name, part in given.items()
            if isinstance(part, PlaceWork)
        ]
        twice = next((site for place, site in enumerate(works) if site in works[:place]), None)
        if twice is not None and twice[0] == "bunker":
            raise Illegal("There is at most one bunker to a hex.", "BAR-bunker-2")
        if twice is not None:
            cite = next(work.cite for kind, work in view.pack.works.items() if kind == twice[0])
            raise Illegal("There is such a work there already.", cite)


def _to_place(view: BarbarossaView, seat: Seat) -> Iterator[Unit]:
    return (unit for unit in view.units.values() if unit.fate == "pool" and unit.seat == seat)


def _places(
    pack: Pack, view: BarbarossaView, unit: Unit, given: Mapping[str, Placement]
) -> Iterator[Placement]:
    """Hexes of the deployment zone that a unit can stand in, openly or hidden; then transports."""
    army, card = army_of(pack, view.scenario, unit.side), pack.cards[unit.card]
    theatre = pack.theatre(view.scenario)
    zone = (*theatre.zones[army.deployment], *army.extra_hexes.get(unit.card, ()))
    can_hide = unit.card in army.may_hide
    for hex_ in zone:
        if can_stand(pack, view, card, hex_) and not is_full(pack, view, unit, hex_, given):
            hides = can_hide and theatre.ground[hex_].hides(card.type)
            for facing in facings(card, must=hides):
                yield PlaceUnit(hex_, facing)
                if hides:
                    yield PlaceUnit(hex_, facing, hidden=True)
    yield from _rides(pack, view, unit, given)


def facings(card: Card, must: bool = False) -> tuple[int | None, ...]:
    """A unit with an arc faces exactly one side (BAR-arc-3)."""
    return tuple(range(6)) if card.arc == "fan" or must else (None,)


@rule("BAR-destroyed-bridge-3")
def can_stand(pack: Pack, known: Known, card: Card, hex_: str) -> bool:
    """Whether a unit of this card may be in a hex: by its terrain, or on a road or bridge that stands."""
    theatre = pack.theatre(known.scenario)
    has_way = theatre.is_road_hex(hex_) or hex_ in theatre.bridges
    return admits(known, theatre, card, hex_) or (has_way and not bridge_is_down(known, hex_))


def is_full(pack: Pack, view: BarbarossaView, unit: Unit, hex_: str, given: Mapping[str, Placement]) -> bool:
    """Where the scenario limits stacks: three vehicle units and six others (BAR-move-5)."""
    if not pack.scenarios[view.scenario].options.stack_limit:
        return False
    limit = pack.charts.limits.group
    there = [u for u in view.units.values() if u.side == unit.side and u.hex == hex_ and u.fate == "map"]
    there += [
        view.units[name.removeprefix("unit:")]
        for name, part in given.items()
        if isinstance(part, PlaceUnit) and part.hex == hex_
    ]
    is_vehicle = pack.cards[unit.card].is_vehicle
    alike = sum(pack.cards[other.card].is_vehicle == is_vehicle for other in there)
    return alike >= (limit.vehicles if is_vehicle else limit.others)


def _rides(
    pack: Pack, view: BarbarossaView, unit: Unit, given: Mapping[str, Placement]
) -> Iterator[Placement]:
    """Transports that may carry or tow the unit from the start, as the scenario allows.

    Paratroops may always start aboard an aircraft that can drop them (BAR-air-landing-1).
    """
    army, card = army_of(pack, view.scenario, unit.side), pack.cards[unit.card]
    may_tow = army.may_be_towed and card.has("must_be_towed")
    may_ride = unit.card in army.may_ride and not card.has("transport")
    for transport in view.units.values():
        carries = pack.cards[transport.card]
        if transport.seat != unit.seat:  # of a team mate's transport nobody knows what else it will carry
            continue
        if carries.is_aircraft:
            is_open = card.has("paratroops") and carries.orders.air_landing and transport.fate == "airfield"
        else:
            is_open = carries.has("transport") and transport.fate in ("pool", "map") and (may_tow or may_ride)
        if is_open and _has_room(pack, view, unit, transport, may_tow, given):
            yield Board(transport.id, towed=may_tow)


@rule("BAR-mount-3", "BAR-tow-15")
def _has_room(
    pack: Pack, view: BarbarossaView, unit: Unit, transport: Unit, towed: bool, given: Mapping[str, Placement]
) -> bool:
    """All aboard together are not larger than the transport, and one of them at most is towed."""
    load = {
        name.removeprefix("unit:"): part
        for name, part in given.items()
        if isinstance(part, Board) and part.transport == transport.id
    }
    if towed and any(part.towed for part in load.values()):
        return False
    taken = sum(pack.cards[view.units[name].card].size for name in load)
    return taken + pack.cards[unit.card].size <= pack.cards[transport.card].size


@rule("BAR-bunker-2")
def _work_places(
    pack: Pack, view: BarbarossaView, side: Side, kind: str, given: Mapping[str, Placement]
) -> Iterator[Placement]:
    """Hexsides and hexes of the zone for works: none in rivers, none where there is one of the kind."""
    theatre = pack.theatre(view.scenario)
    for hex_ in _works_zone(pack, view, side):
        if theatre.terrain[hex_] in ("river", "ford"):
            continue
        for facing in range(6):
            place = PlaceWork(hex_, facing)
            if theatre.board.neighbour(hex_, facing) is not None and not _is_taken(pack, view, kind, place):
                yield place


def _site(pack: Pack, view: BarbarossaView, kind: str, place: PlaceWork) -> tuple[str, str]:
    """What a work takes up: a bunker its hex, a trench its side of a hexside, wire and teeth all of it."""
    if kind == "bunker":
        return kind, place.hex
    if kind == "trench":
        return kind, trench_key(place.hex, place.facing)
    return kind, pack.theatre(view.scenario).board.side_toward(place.hex, place.facing)


def _is_taken(pack: Pack, view: BarbarossaView, kind: str, place: PlaceWork) -> bool:
    site = _site(pack, view, kind, place)[1]
    return (
        site in (*view.bunkers, *view.trenches)
        or (kind == "wire" and site in view.wire)
        or (kind == "dragons_teeth" and site in view.teeth)
    )


def _works_zone(pack: Pack, view: BarbarossaView, side: Side) -> tuple[str, ...]:
    army = army_of(pack, view.scenario, side)
    zone = army.purchase.zone if army.purchase and army.purchase.zone else army.deployment
    return pack.theatre(view.scenario).zones[zone]


def _mine_zone(pack: Pack, view: BarbarossaView, side: Side) -> tuple[str, ...]:
    """Where bought minefields are placed; without a zone they are the stock of pioneers."""
    purchase = army_of(pack, view.scenario, side).purchase
    if purchase is None or purchase.zone is None:
        return ()
    return pack.theatre(view.scenario).zones[purchase.zone]


# -- carried out -------------------------------------------------------------------------------------------


class UnitDeployed(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is set up in {hex}."
    unit: str
    hex: str
    facing: int | None = None
    hidden: bool = False
    unseen: bool = False

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(
            state.units[self.unit],
            fate="map",
            hex=self.hex,
            facing=self.facing,
            hidden=self.hidden,
            unseen=self.unseen,
            ambushing=int(self.unseen),
        )


class WorkPlaced(Event[Position], frozen=True):
    said: ClassVar[str] = "{kind} in {hex}."
    kind: str
    hex: str
    facing: int
    hexside: str
    side: Side

    def apply(self, state: Position) -> None:
        _take_from_stock(state, self.side, self.kind, 1)
        match self.kind:
            case "trench":
                state.trenches[trench_key(self.hex, self.facing)] = Trench(self.hex, self.facing)
            case "bunker":
                state.bunkers[self.hex] = Bunker(self.facing)
            case "wire":
                state.wire[self.hexside] = self.side
            case _:
                state.teeth[self.hexside] = self.side


class MinefieldPlaced(Event[Position], frozen=True):
    said: ClassVar[str] = "A minefield in {hex}: {kind}."
    name: str
    hex: str
    kind: MineKind
    side: Side

    def apply(self, state: Position) -> None:
        _take_from_stock(state, self.side, "mines", 1)
        state.mines[self.name] = Minefield(self.name, self.side, self.hex, self.kind)


def _take_from_stock(state: Position, side: Side, kind: str, number: int) -> None:
    """What was bought is on the board, or in somebody's hands."""
    name = f"{side}/{kind}"
    left = state.stock.pop(name, 0) - number
    if left > 0:
        state.stock[name] = left


class MinesHandedOut(Event[Position], frozen=True):
    """Pioneers take the real mines that were bought (BAR-lay-mines-5: one hex each)."""

    side: Side
    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        _take_from_stock(state, self.side, "mines", len(self.units))
        for name in self.units:
            state.units[name] = replace(state.units[name], mines=1)


@rule("BAR-preparation-2")
def deployment(game: Game[Position]) -> Script[None]:
    """All players set up at the same time, in secret."""
    asked = {
        seat: Deploy(sides[0], works=seat == seats_of(game.state, sides[0])[0])
        for seat, sides in game.state.seats.items()
    }
    asked = {seat: question for seat, question in asked.items() if question.pieces(game.view(seat))}
    if asked:
        given: dict[Seat, Deployment] = yield from commit(asked)
        for seat, parts in given.items():
            _deploy(game, asked[seat].side, parts)
    for side in SIDES:
        _hand_out_mines(game, side)


def _deploy(game: Game[Position], side: Side, deployment: Deployment) -> None:
    """First who stands somewhere, then who is aboard: passengers are as secret as their transport."""
    for piece, part in sorted(deployment.parts.items(), key=lambda given: isinstance(given[1], Board)):
        name = piece.partition(":")[2]
        match part:
            case PlaceUnit():
                _put_down(game, game.state.units[name], part)
            case Board():
                limbered = game.pack.cards[game.state.units[name].card].needs_set_up
                boarded = Mounted(name, part.transport, part.towed, limbered, cite="BAR-preparation-2")
                secret = game.state.units[part.transport].unseen
                game.happens(boarded, seats_of(game.state, side) if secret else None)
            case PlaceWork():
                board = game.pack.theatre(game.state.scenario).board
                hexside = board.side_toward(part.hex, part.facing)
                kind = name.partition(":")[0]
                cite = next(work.cite for word, work in game.pack.works.items() if word == kind)
                game.happens(WorkPlaced(kind, part.hex, part.facing, hexside, side, cite=cite))
            case PlaceMines():
                key = minefield_key(side, part.hex)
                placed = MinefieldPlaced(key, part.hex, part.kind, side, cite="BAR-mine-explosion-13")
                game.happens(placed, seats_of(game.state, side))


@rule("BAR-hq-2", "BAR-set-up-7")
def _put_down(game: Game[Position], unit: Unit, place: PlaceUnit) -> None:
    """Guns are set up; a headquarters starts hidden with its model on the board."""
    is_hq = unit.card in game.pack.headquarters
    deployed = UnitDeployed(
        unit.id,
        place.hex,
        place.facing,
        hidden=place.hidden or is_hq,
        unseen=place.hidden and not is_hq,
        cite="BAR-hq-2" if is_hq else "BAR-preparation-2",
    )
    game.happens(deployed, seats_of(game.state, unit.side) if deployed.unseen else None)


@rule("BAR-lay-mines-3", "BAR-lay-mines-5")
def _hand_out_mines(game: Game[Position], side: Side) -> None:
    """Real mines that are not placed before the battle are the stock of one pioneer unit each."""
    bought = game.state.stock.get(f"{side}/mines", 0)
    purchase = army_of(game.pack, game.state.scenario, side).purchase
    if not bought or purchase is None or purchase.zone is not None:
        return
    pioneers = [u.id for u in game.state.units.values() if u.side == side and _lays_mines(game.pack, u)]
    audience = seats_of(game.state, side)
    game.happens(MinesHandedOut(side, tuple(pioneers[:bought]), cite="BAR-lay-mines-5"), audience)


def _lays_mines(pack: Pack, unit: Unit) -> bool:
    return pack.cards[unit.card].orders.lay_mines is not None


SCRIPTS = {"deployment": deployment}
