"""Supply: handing out ammunition, loading at the edge of the board, and what is lost with the trucks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask_secretly, rule
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import LoadSupply, Resupply, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import Known, Position, Unit, is_enemy_at, seats_of
from planspiel.systems.barbarossa1941.transport import size_now
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "ORDERS",
    "HandOut",
    "HandedOut",
    "LoadBack",
    "LoseLoad",
    "LoseMines",
    "ReturnHere",
    "SupplyGiven",
    "WhereToReturn",
    "capacity",
    "finish_load",
    "finish_resupply",
    "leave_to_load",
    "lose_load",
]


class SupplyGiven(Event[Position], frozen=True):
    """Points crossed off the source and restored to a unit; only its side sees the figures."""

    said: ClassVar[str] = "{unit} receives {ammo} ammunition points."
    unit: str
    source: str
    ammo: int
    smoke: int = 0
    mines: int = 0

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit,
            ammo=unit.ammo + self.ammo,
            smoke=unit.smoke + self.smoke,
            mines=unit.mines + self.mines,
        )
        points = self.ammo + self.smoke
        if self.source.startswith("cargo:"):
            hex_ = self.source.removeprefix("cargo:")
            left = state.cargo.pop(hex_, 0) - points
            if left > 0:
                state.cargo[hex_] = left
        else:
            source = state.units[self.source]
            state.units[self.source] = replace(
                source, ammo=source.ammo - points, mines=source.mines - self.mines
            )


# -- Resupply ----------------------------------------------------------------------------------------------


def _resupply_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """As much as is missing, from every source in the hex; a transport offers itself."""
    if pack.cards[unit.card].has("transport") and (unit.ammo or unit.mines):
        yield Resupply()
    ammo, smoke, mines = _missing(pack, unit)
    for source in _sources(pack, view, unit):
        carried = 0 if source.startswith("cargo:") else view.units[source].mines
        with_mines = Resupply(source, ammo, smoke, min(mines, carried))
        for order in dict.fromkeys((Resupply(source, ammo, smoke), with_mines)):
            if _resupply_refusal(pack, view, unit, order, given) is None:
                yield order


def _missing(pack: Pack, unit: Unit) -> tuple[int, int, int]:
    """Ammunition, smoke shells and mines that a unit has room for; pioneers have mines for one hex."""
    card = pack.cards[unit.card]
    most = capacity(pack, unit) if card.has("transport") else card.ammo
    mines = 1 - unit.mines if card.has("pioneer") else 0
    return max(0, most - unit.ammo), max(0, card.special.smoke - unit.smoke), max(0, mines)


def _sources(pack: Pack, view: BarbarossaView, unit: Unit) -> Iterator[str]:
    for other in view.units.values():
        is_transport = pack.cards[other.card].has("transport") and other.fate == "map"
        if is_transport and other.hex == unit.hex and other.side == unit.side and other.id != unit.id:
            yield other.id
    if unit.hex in view.cargo:
        yield f"cargo:{unit.hex}"


@rule("BAR-resupply-1", "BAR-resupply-4", "BAR-resupply-5", "BAR-resupply-7", "BAR-supply-drop-4")
def _resupply_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Resupply, given: Given
) -> Illegal | None:
    """In the hex of a friendly transport or of a dropped box; never beyond the printed maximum."""
    card = pack.cards[unit.card]
    if not order.source:
        if card.has("transport"):
            return None
        return Illegal("{unit} has nothing to hand out.", "BAR-resupply-2", unit=unit.id)
    if order.source not in _sources(pack, view, unit):
        return Illegal("There is no supply for {unit} in its hex.", "BAR-resupply-1", unit=unit.id)
    wants = order.ammo + order.smoke + order.mines
    if min(order.ammo, order.smoke, order.mines) < 0 or wants < 1:
        return Illegal("{unit} must want something.", "BAR-resupply-4", unit=unit.id)
    ammo, smoke, mines = _missing(pack, unit)
    if order.ammo > ammo or order.smoke > smoke or order.mines > mines:
        return Illegal("{unit} cannot hold so much.", "BAR-resupply-5", unit=unit.id)
    return None


def _resupply_partners(view: BarbarossaView, unit: Unit, order: Resupply) -> Given:
    if order.source and not order.source.startswith("cargo:"):
        return {f"unit:{order.source}": Resupply()}
    return {}


@rule("BAR-resupply-2")
def is_supplied(state: Position, unit: Unit, order: Resupply) -> bool:
    """Whether the transport is there and has the order too, or the box is still there."""
    if order.source.startswith("cargo:"):
        return order.source.removeprefix("cargo:") == unit.hex and unit.hex in state.cargo
    source = state.units.get(order.source)
    if source is None or source.hex != unit.hex or source.fate != "map":
        return False
    return isinstance(source.order, Resupply) and not source.lapsed and not source.suppressed


class HandedOut(Order, frozen=True):
    """Points for each receiver."""

    points: dict[str, int]

    def __hash__(self) -> int:
        return hash(frozenset(self.points.items()))


class HandOut(Question[BarbarossaView, HandedOut], frozen=True):
    """The stock does not cover all receivers: how is it shared out?"""

    prompt: ClassVar[str] = "{source} has only {stock} points: who gets how many?"
    cite: ClassVar[str] = "BAR-resupply-8"
    source: str
    stock: int
    wants: dict[str, int]

    def options(self, view: BarbarossaView) -> Iterator[HandedOut]:
        """Serving them one after the other, with each of them first."""
        names = list(self.wants)
        for first in range(len(names)):
            left, points = self.stock, {}
            for name in names[first:] + names[:first]:
                points[name] = min(left, self.wants[name])
                left -= points[name]
            yield HandedOut(points)

    def check(self, view: BarbarossaView, order: HandedOut) -> None:
        within = all(0 <= given <= self.wants.get(name, -1) for name, given in order.points.items())
        if not within or sum(order.points.values()) > self.stock:
            raise Illegal("There is not so much to hand out.", "BAR-resupply-8")


@rule("BAR-resupply-3", "BAR-resupply-6", "BAR-resupply-8", "BAR-ammo-4")
def finish_resupply(game: Game[Position], source: str, receivers: list[Unit]) -> Script[None]:
    """The last box of these receivers is marked: they take what they wanted, as far as it goes.

    Whoever comes away empty receives nothing; a dropped box may be gone by then.
    """
    stock = _stock(game.state, source)
    orders = {unit.id: unit.order for unit in receivers if isinstance(unit.order, Resupply)}
    wants = {name: order.ammo + order.smoke for name, order in orders.items()}
    shares = wants
    if sum(wants.values()) > stock:
        shares = next(iter(HandOut(source, stock, wants).options(game.view(receivers[0].seat)))).points
        if len(wants) > 1:
            answer = yield from ask_secretly(receivers[0].seat, HandOut(source, stock, wants))
            shares = answer.points
    for name, order in orders.items():
        ammo = min(order.ammo, shares.get(name, 0))
        smoke = min(order.smoke, shares.get(name, 0) - ammo)
        carried = 0 if source.startswith("cargo:") else game.state.units[source].mines
        mines = min(order.mines, carried)
        if ammo or smoke or mines:
            given = SupplyGiven(name, source, ammo, smoke, mines, cite="BAR-resupply-3")
            game.happens(given, seats_of(game.state, game.state.units[name].side))


def _stock(known: Known, source: str) -> int:
    if source.startswith("cargo:"):
        return known.cargo.get(source.removeprefix("cargo:"), 0)
    return known.units[source].ammo


# -- Load Supply -------------------------------------------------------------------------------------------


def _load_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if _load_refusal(pack, view, unit, LoadSupply(), given) is None:
        yield LoadSupply()


@rule("BAR-load-supply-1", "BAR-load-supply-9")
def _load_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: LoadSupply, given: Given
) -> Illegal | None:
    """A transport with something missing, in a supply hex of the scenario."""
    if unit.hex not in army_of(pack, view.scenario, unit.side).supply_hexes:
        return Illegal("{hex} is no supply hex of yours.", "BAR-load-supply-1", hex=unit.hex)
    if unit.ammo >= capacity(pack, unit) and unit.mines >= mine_capacity(pack, unit):
        return Illegal("{unit} is full.", "BAR-load-supply-1", unit=unit.id)
    return None


@rule("BAR-load-supply-4", "BAR-load-supply-8")
def capacity(pack: Pack, unit: Unit) -> int:
    """What a transport can carry: in proportion to what is left of it, rounded down."""
    card = pack.cards[unit.card]
    return card.ammo * size_now(pack, unit) // card.size


def mine_capacity(pack: Pack, unit: Unit) -> int:
    """The same for the mines aboard."""
    card = pack.cards[unit.card]
    return card.special.mines * size_now(pack, unit) // card.size


class GoneToLoad(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} leaves the board to load."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], fate="loading", hex="")


class LoadBack(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} comes back with full stores in {hex}."
    unit: str
    hex: str
    ammo: int = 0
    mines: int = 0

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit,
            fate="map",
            hex=self.hex,
            ammo=max(unit.ammo, self.ammo),
            mines=max(unit.mines, self.mines),
            order=None,
            boxes=0,
        )


@rule("BAR-load-supply-2")
def leave_to_load(game: Game[Position], unit: Unit) -> None:
    """In step 9 of the first round the transport leaves the board."""
    game.happens(GoneToLoad(unit.id, cite="BAR-load-supply-2"))


class ReturnHere(Order, frozen=True):
    hex: str


class WhereToReturn(Question[BarbarossaView, ReturnHere], frozen=True):
    prompt: ClassVar[str] = "{unit} has loaded: where does it come back?"
    cite: ClassVar[str] = "BAR-load-supply-3"
    unit: str
    hexes: tuple[str, ...]

    def options(self, view: BarbarossaView) -> Iterator[ReturnHere]:
        return (ReturnHere(hex_) for hex_ in self.hexes)


@rule("BAR-load-supply-3", "BAR-load-supply-9")
def finish_load(game: Game[Position], unit: Unit) -> Script[None]:
    """The last box: the stock is restored, and it returns to a whole edge hex that is free and open to it.

    Where there is none, or a hidden enemy lies in the chosen one, it tries again in the next round.
    """
    hexes = _edge_hexes(game.pack, game.view(unit.seat), unit)
    if not hexes:
        return
    answer = yield from ask_secretly(unit.seat, WhereToReturn(unit.id, hexes))
    if not is_enemy_at(game.state, answer.hex, unit.side):
        ammo, mines = capacity(game.pack, unit), mine_capacity(game.pack, unit)
        own = seats_of(game.state, unit.side)
        cite = "BAR-load-supply-3"
        back, seen = (
            LoadBack(unit.id, answer.hex, ammo, mines, cite=cite),
            LoadBack(unit.id, answer.hex, cite=cite),
        )
        game.happens(back, own, seen)


def _edge_hexes(pack: Pack, view: BarbarossaView, unit: Unit) -> tuple[str, ...]:
    theatre, card = pack.theatre(view.scenario), pack.cards[unit.card]
    return tuple(
        hex_
        for hex_ in theatre.board.labels
        if theatre.is_on_edge(hex_)
        and not is_enemy_at(view, hex_, unit.side)
        and (theatre.ground[hex_].admits(card) or theatre.is_road_hex(hex_))
    )


ORDERS = {
    Resupply: OrderRule(_resupply_options, _resupply_refusal, partners=_resupply_partners),
    LoadSupply: OrderRule(_load_options, _load_refusal),
}


# -- what is lost with the trucks --------------------------------------------------------------------------


class LoadLost(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} loses {points} supply points and {mines} mines."
    unit: str
    points: int
    mines: int

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, ammo=unit.ammo - self.points, mines=unit.mines - self.mines)


class LoseMines(Order, frozen=True):
    """How many mines go instead of points."""

    mines: int


class LoseLoad(Question[BarbarossaView, LoseMines], frozen=True):
    prompt: ClassVar[str] = "{unit} loses supply worth {points} points: how many mines among it?"
    cite: ClassVar[str] = "BAR-load-supply-8"
    unit: str
    points: int
    most: int
    least: int = 0

    def options(self, view: BarbarossaView) -> Iterator[LoseMines]:
        return (LoseMines(mines) for mines in range(self.least, self.most + 1))


@rule("BAR-load-supply-5", "BAR-load-supply-6", "BAR-load-supply-7", "BAR-load-supply-8")
def lose_load(game: Game[Position], unit: Unit, casualties: int) -> Script[None]:
    """The load is spread evenly over the trucks: their share is lost; a mine counts as two points.

    `unit` is the transport as it was before the casualties.
    """
    worth = game.pack.charts.limits.mine_points
    total = unit.ammo + worth * unit.mines
    share = -(-total // size_now(game.pack, unit)) * casualties
    if not share:
        return
    most = min(unit.mines, -(-share // worth))
    least = min(most, max(0, -(-(share - unit.ammo) // worth)))
    mines = least
    if most > least:
        answer = yield from ask_secretly(unit.seat, LoseLoad(unit.id, share, most, least))
        mines = answer.mines
    points = min(unit.ammo, max(0, share - worth * mines))
    lost = LoadLost(unit.id, points, mines, cite="BAR-load-supply-5")
    game.happens(lost, seats_of(game.state, unit.side))
