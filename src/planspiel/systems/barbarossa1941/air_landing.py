"""Air landing: paratroops aboard a transport aircraft, and their jump in step 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Item, Order, Question, Script, ask, resume_point, rule
from planspiel.systems.barbarossa1941.deployment import can_stand
from planspiel.systems.barbarossa1941.flight import entries, entry_refusal, target_refusal
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule
from planspiel.systems.barbarossa1941.orders import AirLanding, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import (
    Known,
    Mover,
    Position,
    Unit,
    aboard,
    is_enemy_at,
    units_at,
)
from planspiel.systems.barbarossa1941.transport import PassengersHit, size_now
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["ORDERS", "SCRIPTS", "ChooseLanding", "Jumped", "LandAt", "landing_hexes", "lose_paratroops"]


# -- the order ---------------------------------------------------------------------------------------------


def _options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    """Hexes beside known units where nobody is; the paratroops follow what their aircraft is ordered."""
    if unit.fate == "aboard":
        order = given.get(f"unit:{unit.carrier}")
        if isinstance(order, AirLanding):
            yield AirLanding(order.hex)
        return
    board = pack.theatre(view.scenario).board
    seen = [other.hex for other in view.units.values() if other.fate == "map" and other.hex]
    hexes = dict.fromkeys(near for hex_ in seen for near in board.neighbours(hex_) if near not in seen)
    for passenger in aboard(view, unit.id):
        for hex_ in hexes:
            order = AirLanding(hex_, next(entries(pack, view, hex_)), passenger.id)
            if _refusal(pack, view, unit, order, given) is None:
                yield order


@rule("BAR-air-landing-1", "BAR-air-landing-2")
def _refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: AirLanding, given: Given) -> Illegal | None:
    """Ordered to a transport aircraft that is ready and to the paratroops aboard it, who must fit in."""
    if unit.fate == "aboard":
        return _jump_refusal(pack, view, unit)
    passenger = view.units.get(order.aboard)
    if passenger is None or passenger.carrier != unit.id:
        return Illegal("{unit} has no such paratroops aboard.", "BAR-air-landing-1", unit=unit.id)
    return (
        size_refusal(pack, passenger, unit)
        or entry_refusal(pack, view, order.entry)
        or target_refusal(pack, view, unit.side, order.hex)
    )


def _jump_refusal(pack: Pack, view: BarbarossaView, unit: Unit) -> Illegal | None:
    carrier = view.units[unit.carrier]
    if not pack.cards[carrier.card].is_aircraft or carrier.fate != "airfield" or carrier.box != "ready":
        return Illegal("{unit} is aboard no aircraft that is ready.", "BAR-air-landing-1", unit=unit.id)
    return None


@rule("BAR-air-landing-2")
def size_refusal(pack: Pack, passenger: Unit, aircraft: Unit) -> Illegal | None:
    """The paratroops must not be larger than the aircraft unit."""
    if size_now(pack, passenger) <= size_now(pack, aircraft):
        return None
    reason = "{unit} is too large for {aircraft}."
    return Illegal(reason, "BAR-air-landing-2", unit=passenger.id, aircraft=aircraft.id)


def _partners(view: BarbarossaView, unit: Unit, order: AirLanding) -> Given:
    return {f"unit:{order.aboard}": AirLanding(order.hex)} if order.aboard else {}


ORDERS = {AirLanding: OrderRule(_options, _refusal, partners=_partners)}


# -- losses on the way -------------------------------------------------------------------------------------


@rule("BAR-air-landing-3")
def lose_paratroops(game: Game[Position], aircraft: str, casualties: int) -> None:
    """As many as the aircraft loses; with the last aircraft all are lost."""
    unit = game.state.units[aircraft]
    is_lost = size_now(game.pack, unit) == 0
    for passenger in aboard(game.state, aircraft):
        left = size_now(game.pack, passenger)
        lost = left if is_lost else min(casualties, left)
        hit = PassengersHit(passenger.id, lost, aircraft, lost == left, cite="BAR-air-landing-3")
        game.happens(hit)


# -- the jump ----------------------------------------------------------------------------------------------


class Jumped(Event[Position], frozen=True):
    """Paratroops are on the ground; they act from the next round on."""

    said: ClassVar[str] = "{unit} lands in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, fate="map", hex=self.hex, carrier="", lapsed=True)
        state.queue = tuple(name for name in state.queue if name != self.unit)
        state.movers[self.unit] = Mover(self.unit, (), entered=True)


class LandAt(Order, frozen=True):
    hex: str


class ChooseLanding(Question[BarbarossaView, LandAt], frozen=True):
    prompt: ClassVar[str] = "{unit} cannot land in {hex}: where does it land?"
    cite: ClassVar[str] = "BAR-air-landing-5"
    unit: str
    hex: str
    hexes: tuple[str, ...]

    def options(self, view: BarbarossaView) -> Iterator[LandAt]:
        return (LandAt(hex_) for hex_ in self.hexes)


@rule("BAR-air-landing-4")
def air_landings(game: Game[Position]) -> Script[None]:
    """Paratroops whose aircraft is over the hex of its order, both with the order in force."""
    jumping = tuple(sorted(unit.id for unit in game.state.units.values() if _jumps(game.state, unit)))
    if jumping:
        game.happens(StepBegan(6, jumping), ())
        # Who comes down in a hex enters it: mines there explode.
        game.then(Item("jumps"), Item("mines-met"), Item("apply-hits", ("mines",)), Item("adjacency"))
    return
    yield


def _jumps(state: Position, unit: Unit) -> bool:
    if unit.fate != "aboard" or not isinstance(unit.order, AirLanding) or unit.lapsed:
        return False
    carrier = state.units[unit.carrier]
    order = carrier.order
    return (
        carrier.fate == "air"
        and not carrier.lapsed
        and isinstance(order, AirLanding)
        and order.aboard == unit.id
        and carrier.station == order.hex
    )


def jumps(game: Game[Position]) -> Script[None]:
    """One after the other; whoever is hidden in the hex is found and keeps it.

    Where to drift is chosen by what is known. Who finds an enemy hidden there chooses again.
    """
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        target = game.state.units[unit.carrier].station
        _find(game, unit, target)
        hexes = landing_hexes(game.pack, game.view(unit.seat), unit, target)
        hex_ = hexes[0]
        if len(hexes) > 1:
            answer = yield from ask(unit.seat, ChooseLanding(unit.id, target, hexes))
            hex_ = answer.hex
        if not _find(game, unit, hex_):
            game.happens(Jumped(unit.id, hex_, cite="BAR-air-landing-4"))


@rule("BAR-hidden-7")
def _find(game: Game[Position], unit: Unit, hex_: str) -> bool:
    """Reveal the enemies hidden in a hex over which paratroops come down; whether there were any."""
    found = [other for other in units_at(game.state, hex_) if other.side != unit.side and other.hidden]
    for enemy in found:
        reveal(game, enemy.id, "BAR-hidden-7")
    return bool(found)


@rule("BAR-air-landing-5")
def landing_hexes(pack: Pack, known: Known, unit: Unit, target: str) -> tuple[str, ...]:
    """The target hex, or the nearest ones without enemies that the unit can stand in."""
    theatre, card = pack.theatre(known.scenario), pack.cards[unit.card]
    for radius in range(theatre.columns + theatre.rows):
        ring = theatre.board.ring(target, radius) if radius else (target,)
        free = tuple(
            hex_
            for hex_ in ring
            if can_stand(pack, known, card, hex_) and not is_enemy_at(known, hex_, unit.side)
        )
        if free:
            return free
    return (target,)


SCRIPTS = {"air-landings": air_landings, "jumps": jumps}
