"""Engineering: demolition, wire and barriers, pontoon bridges, trenches, paths."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Order, Question, Script, ask_secretly, rule
from planspiel.systems.barbarossa1941.attack import is_in_close_combat
from planspiel.systems.barbarossa1941.losses import destroy
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import (
    ClearPath,
    Demolish,
    DigIn,
    Pontoon,
    RemoveBarrier,
    RemoveWire,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import (
    Bridge,
    Known,
    Position,
    Trench,
    Unit,
    aboard,
    is_enemy_at,
    seats_of,
    trench_key,
    units_at,
)
from planspiel.systems.barbarossa1941.terrain import barrier
from planspiel.systems.barbarossa1941.view import BarbarossaView
from planspiel.systems.barbarossa1941.works import StructureDestroyed, structure_at

__all__ = [
    "CHOICES",
    "ORDERS",
    "BridgeBuilt",
    "PathCleared",
    "StepAside",
    "SteppedAside",
    "TrenchDug",
    "WhereTo",
    "WorkRemoved",
    "clear_path",
    "demolish",
    "dig_in",
    "enough_hands",
    "everyone_at",
    "pontoon",
    "remove_barrier",
    "remove_wire",
    "workers",
]

CHOICES = {
    "path_in_light_forest": Choice(
        False,
        "Pioneers may clear paths in light forest too",
        "Pioniere können auch im lichten Wald Wege räumen",
        "BAR-clear-path-3",
    ),
}


# -- demolition --------------------------------------------------------------------------------------------


def _demolish_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for structure in ("bridge", "pontoon", "bunker"):
        order = Demolish(structure)
        if _demolish_refusal(pack, view, unit, order, given) is None:
            yield order


@rule("BAR-demolition-1", "BAR-demolition-2", "BAR-demolition-5", "BAR-demolition-6")
def _demolish_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Demolish, given: Given
) -> Illegal | None:
    """Pioneers with charges in the hex of the structure, once a game; tied ones against a bunker too."""
    if unit.charges < 1:
        return Illegal("{unit} has no charges left.", "BAR-demolition-5", unit=unit.id)
    if not _stands(pack, view, unit.hex, order.structure):
        return Illegal("There is nothing of the kind in {hex}.", "BAR-demolition-1", hex=unit.hex)
    first = pack.scenarios[view.scenario].options.no_demolition_before
    if order.structure != "bunker" and view.turn < first:
        return Illegal("Bridges may be blown from round {round} on.", "BAR-preparation-2", round=first)
    return None


def _stands(pack: Pack, known: Known, hex_: str, structure: str) -> bool:
    if structure == "bunker":
        return hex_ in known.bunkers
    bridged = hex_ in pack.theatre(known.scenario).bridges or hex_ in known.bridges
    return bridged and structure_at(known, f"bridge:{hex_}") == structure


class ChargesUsed(Event[Position], frozen=True):
    unit: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, charges=unit.charges - 1)


class SteppedAside(Event[Position], frozen=True):
    """The pioneers who blew a bridge are put in a hex beside it."""

    said: ClassVar[str] = "{unit} gets away to {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], hex=self.hex, order=None, boxes=0)


class StepAside(Order, frozen=True):
    hex: str


class WhereTo(Question[BarbarossaView, StepAside], frozen=True):
    prompt: ClassVar[str] = "{unit} blows the bridge: to which side does it get away?"
    cite: ClassVar[str] = "BAR-demolition-7"
    unit: str
    hexes: tuple[str, ...]

    def options(self, view: BarbarossaView) -> Iterator[StepAside]:
        return (StepAside(hex_) for hex_ in self.hexes)


@rule("BAR-demolition-3", "BAR-demolition-4", "BAR-demolition-7", "BAR-bunker-7")
def demolish(game: Game[Position], unit: Unit, order: Demolish) -> Script[None]:
    """The last box: the structure is destroyed with all inside; on a bridge all but the pioneers."""
    hex_ = unit.hex
    if not _stands(game.pack, game.state, hex_, order.structure):
        return
    game.happens(ChargesUsed(unit.id, cite="BAR-demolition-5"), seats_of(game.state, unit.side))
    pioneers = [other for other in units_at(game.state, hex_) if _lays_charges(other, order)]
    victims = [other for other in units_at(game.state, hex_) if other not in pioneers]
    if order.structure == "bunker":
        victims = [other for other in units_at(game.state, hex_) if other.bunker]
    victims += [passenger for victim in victims for passenger in aboard(game.state, victim.id)]
    game.happens(StructureDestroyed(order.structure, hex_, cite="BAR-demolition-3"))
    for victim in victims:
        destroy(game, victim.id, "BAR-demolition-4")
    if order.structure != "bunker":
        for pioneer in (unit, *(other for other in pioneers if other.id != unit.id)):
            yield from _get_away(game, game.state.units[pioneer.id])


def _lays_charges(unit: Unit, order: Demolish) -> bool:
    """Pioneers at work on the structure, or just finished with it."""
    return unit.order == order and not unit.suppressed


def _get_away(game: Game[Position], unit: Unit) -> Script[None]:
    board, card = game.pack.theatre(game.state.scenario).board, game.pack.cards[unit.card]
    view = game.view(unit.seat)
    hexes = tuple(
        near
        for near in board.neighbours(unit.hex)
        if not is_enemy_at(view, near, unit.side) and not barrier(game.pack, view, card, unit.hex, near)
    )
    free = tuple(near for near in hexes if not is_enemy_at(game.state, near, unit.side))
    if not free:
        destroy(game, unit.id, "BAR-demolition-4")
        return
    answer = yield from ask_secretly(unit.seat, WhereTo(unit.id, hexes))
    hex_ = answer.hex if answer.hex in free else free[0]
    game.happens(SteppedAside(unit.id, hex_, cite="BAR-demolition-7"))


# -- wire and barriers -------------------------------------------------------------------------------------


class WorkRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} clears the hexside {side}."
    unit: str
    side: str
    wire: bool

    def apply(self, state: Position) -> None:
        (state.wire if self.wire else state.teeth).pop(self.side, None)


def _sides(pack: Pack, view: BarbarossaView, unit: Unit) -> tuple[str, ...]:
    return pack.theatre(view.scenario).board.sides(unit.hex)


def _wire_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    yield from (RemoveWire(side) for side in _sides(pack, view, unit) if side in view.wire)


@rule("BAR-remove-wire-1")
def _wire_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: RemoveWire, given: Given
) -> Illegal | None:
    """Pioneers next to the wired hexside."""
    if order.side in view.wire and order.side in _sides(pack, view, unit):
        return None
    return Illegal("There is no wire at {side} within reach.", "BAR-remove-wire-1", side=order.side)


@rule("BAR-remove-wire-1", "BAR-remove-wire-2")
def remove_wire(game: Game[Position], unit: Unit, order: RemoveWire) -> None:
    """At once, in step 9: it is gone before movement."""
    if order.side in game.state.wire:
        game.happens(WorkRemoved(unit.id, order.side, True, cite="BAR-remove-wire-2"))


def _barrier_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    yield from (RemoveBarrier(side) for side in _sides(pack, view, unit) if side in view.teeth)


@rule("BAR-remove-barrier-1")
def _barrier_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: RemoveBarrier, given: Given
) -> Illegal | None:
    if order.side in view.teeth and order.side in _sides(pack, view, unit):
        return None
    return Illegal(
        "There is no tank barrier at {side} within reach.", "BAR-remove-barrier-1", side=order.side
    )


@rule("BAR-remove-barrier-1")
def remove_barrier(game: Game[Position], unit: Unit, order: RemoveBarrier) -> None:
    """The last box is marked."""
    if order.side in game.state.teeth:
        game.happens(WorkRemoved(unit.id, order.side, False, cite="BAR-remove-barrier-1"))


# -- pontoon bridges and trenches: work of several units ---------------------------------------------------


class BridgeBuilt(Event[Position], frozen=True):
    said: ClassVar[str] = "A pontoon bridge stands in {hex}."
    hex: str
    builders: tuple[str, ...]

    def apply(self, state: Position) -> None:
        state.bridges[self.hex] = Bridge(pontoon=True)
        _finished(state, self.builders)


class TrenchDug(Event[Position], frozen=True):
    said: ClassVar[str] = "A trench is dug in {hex}."
    hex: str
    facing: int
    builders: tuple[str, ...]

    def apply(self, state: Position) -> None:
        state.trenches[trench_key(self.hex, self.facing)] = Trench(self.hex, self.facing)
        _finished(state, self.builders)


def _finished(state: Position, builders: tuple[str, ...]) -> None:
    for name in builders:
        state.units[name] = replace(state.units[name], order=None, boxes=0)


def _pontoon_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for near in pack.theatre(view.scenario).board.neighbours(unit.hex):
        if _pontoon_refusal(pack, view, unit, Pontoon(near), given) is None:
            yield Pontoon(near)


@rule("BAR-pontoon-order-1", "BAR-pontoon-order-4", "BAR-destroyed-bridge-2")
def _pontoon_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Pontoon, given: Given
) -> Illegal | None:
    """Over a river hex next to the builders, or where a bridge was destroyed."""
    theatre = pack.theatre(view.scenario)
    if order.hex not in theatre.board.neighbours(unit.hex) or theatre.terrain[order.hex] != "river":
        return Illegal(
            "{hex} is no river hex next to {unit}.", "BAR-pontoon-order-1", hex=order.hex, unit=unit.id
        )
    bridge = view.bridges.get(order.hex)
    stands = (order.hex in theatre.bridges and bridge is None) or (
        bridge is not None and not bridge.destroyed
    )
    if stands:
        return Illegal("There is a bridge in {hex} already.", "BAR-pontoon-order-1", hex=order.hex)
    return None


def _dig_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for facing in range(6):
        if _dig_refusal(pack, view, unit, DigIn(facing), given) is None:
            yield DigIn(facing)


@rule("BAR-dig-in-1")
def _dig_refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: DigIn, given: Given) -> Illegal | None:
    """In the hex where it stands, toward a hex beyond; one trench to a hexside."""
    board = pack.theatre(view.scenario).board
    if not 0 <= order.facing <= 5 or board.neighbour(unit.hex, order.facing) is None:
        return Illegal("A trench faces an adjacent hex.", "BAR-dig-in-1")
    if trench_key(unit.hex, order.facing) in view.trenches:
        return Illegal("There is a trench already.", "BAR-dig-in-1")
    return None


@rule("BAR-pontoon-order-2", "BAR-pontoon-order-4", "BAR-dig-in-2", "BAR-dig-in-5")
def enough_hands(pack: Pack, state: Position, unit: Unit) -> bool:
    """Whether as many units as printed carry out the same work; otherwise no box is marked."""
    order, orders = unit.order, pack.cards[unit.card].orders
    box = orders.pontoon if isinstance(order, Pontoon) else orders.dig_in
    return box is None or len(workers(state, unit)) >= box.workforce


def workers(state: Position, unit: Unit) -> list[Unit]:
    """All who work on the same bridge or trench and can: not suppressed, in smoke or in close combat."""
    return [
        other
        for other in everyone_at(state, unit)
        if not other.lapsed
        and not other.suppressed
        and other.hex not in state.smoke
        and not is_in_close_combat(state, other)
    ]


def everyone_at(state: Position, unit: Unit) -> list[Unit]:
    """All who have the order for the same bridge or trench; when it is finished, so are they."""
    order = unit.order
    return [
        other
        for other in state.units.values()
        if other.order == order
        and other.side == unit.side
        and other.fate == "map"
        and (isinstance(order, Pontoon) or other.hex == unit.hex)
    ]


@rule("BAR-pontoon-order-3", "BAR-pontoon-order-4")
def pontoon(game: Game[Position], builders: list[Unit], order: Pontoon) -> None:
    """As many builders as printed have all boxes marked."""
    names = tuple(sorted(unit.id for unit in builders))
    game.happens(BridgeBuilt(order.hex, names, cite="BAR-pontoon-order-3"))


@rule("BAR-dig-in-3", "BAR-trench-2")
def dig_in(game: Game[Position], builders: list[Unit], order: DigIn) -> None:
    names = tuple(sorted(unit.id for unit in builders))
    game.happens(TrenchDug(builders[0].hex, order.facing, names, cite="BAR-dig-in-3"))


# -- paths -------------------------------------------------------------------------------------------------


class PathCleared(Event[Position], frozen=True):
    said: ClassVar[str] = "A path through {hex} is cleared."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        state.paths = tuple(sorted({*state.paths, self.hex}))


def _path_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if _path_refusal(pack, view, unit, ClearPath(), given) is None:
        yield ClearPath()


@rule("BAR-clear-path-1", "BAR-clear-path-3")
def _path_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: ClearPath, given: Given
) -> Illegal | None:
    """Pioneers in a forest hex; by option in light forest too."""
    terrain = pack.theatre(view.scenario).terrain[unit.hex]
    light = terrain == "light_forest" and bool(view.options.get("path_in_light_forest"))
    if unit.hex in view.paths or not (terrain == "forest" or light):
        return Illegal("There is no forest to clear in {hex}.", "BAR-clear-path-1", hex=unit.hex)
    return None


@rule("BAR-clear-path-1")
def clear_path(game: Game[Position], unit: Unit) -> None:
    game.happens(PathCleared(unit.id, unit.hex, cite="BAR-clear-path-1"))


ORDERS = {
    Demolish: OrderRule(_demolish_options, _demolish_refusal),
    RemoveWire: OrderRule(_wire_options, _wire_refusal),
    RemoveBarrier: OrderRule(_barrier_options, _barrier_refusal),
    Pontoon: OrderRule(_pontoon_options, _pontoon_refusal),
    DigIn: OrderRule(_dig_options, _dig_refusal),
    ClearPath: OrderRule(_path_options, _path_refusal),
}
