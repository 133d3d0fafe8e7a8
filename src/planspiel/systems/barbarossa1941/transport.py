"""Transport: towing, mounting and dismounting, and what passengers suffer with their transport."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask_secretly, rule
from planspiel.systems.barbarossa1941.attack import is_in_close_combat
from planspiel.systems.barbarossa1941.order_rules import Given, OrderRule, unit_of
from planspiel.systems.barbarossa1941.orders import MOVES, Dismount, Mount, SetUp, Tow, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Owed, Position, Unit, aboard, seats_of
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "ORDERS",
    "SCRIPTS",
    "Mounted",
    "PassengersHit",
    "SetDown",
    "ShareLosses",
    "SharedOut",
    "hook",
    "set_down",
    "share_losses",
    "size_now",
]


class SetDown(Event[Position], frozen=True):
    """A unit is on the board again, in the hex of its transport; guns are limbered."""

    said: ClassVar[str] = "{unit} stands in {hex} again."
    unit: str
    hex: str
    facing: int | None = None

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(
            state.units[self.unit], fate="map", hex=self.hex, facing=self.facing, carrier="", towed=False
        )


class Mounted(Event[Position], frozen=True):
    """A unit is on its transport's card: carried, or towed."""

    said: ClassVar[str] = "{unit} is aboard {transport}."
    unit: str
    transport: str
    towed: bool = False
    limbered: bool = False
    """A gun that has been put aboard by the set-up and is not ready to fire."""

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit,
            fate="aboard",
            hex="",
            carrier=self.transport,
            towed=self.towed,
            set_up=unit.set_up and not self.limbered,
            order=None,
            boxes=0,
        )


# -- room aboard -------------------------------------------------------------------------------------------


def size_now(pack: Pack, unit: Unit) -> int:
    """The symbols that are left."""
    return pack.cards[unit.card].size - unit.casualties


def _transport_refusal(
    pack: Pack, known: Known, unit: Unit, order: Tow | Mount, given: Given
) -> Illegal | None:
    """A friendly transport on the ground in the same hex, with room. `given` is what others are ordered."""
    transport, cite = (
        known.units.get(order.transport),
        "BAR-tow-5" if isinstance(order, Tow) else "BAR-mount-7",
    )
    if transport is None or transport.side != unit.side or not pack.cards[transport.card].has("transport"):
        return Illegal("{name} is no transport of yours.", cite, name=order.transport)
    if transport.fate != "map" or transport.hex != unit.hex or transport.id == unit.id:
        return Illegal(
            "{unit} and {transport} must be in one hex.", cite, unit=unit.id, transport=transport.id
        )
    return _room_refusal(pack, known, unit, order, given)


@rule("BAR-mount-3", "BAR-mount-9", "BAR-tow-15")
def _room_refusal(pack: Pack, known: Known, unit: Unit, order: Tow | Mount, given: Given) -> Illegal | None:
    """All aboard together must not be larger than the transport now; one gun at most is towed.

    Whoever is ordered aboard in the same plan counts, whoever is ordered off does not.
    """
    orders = {unit_of(piece): other for piece, other in given.items() if unit_of(piece) != unit.id}
    load = [
        other
        for other in aboard(known, order.transport)
        if not isinstance(orders.get(other.id), SetUp | Dismount)
    ]
    coming = {
        name: other
        for name, other in orders.items()
        if isinstance(other, Tow | Mount) and other.transport == order.transport
    }
    tows = any(other.towed for other in load) or any(isinstance(other, Tow) for other in coming.values())
    if isinstance(order, Tow) and tows:
        return Illegal("{transport} tows a gun already.", "BAR-tow-15", transport=order.transport)
    taken = sum(size_now(pack, other) for other in (*load, *(known.units[name] for name in coming)))
    if taken + size_now(pack, unit) > size_now(pack, known.units[order.transport]):
        reason = "There is no room for {unit} on {transport}."
        cite = "BAR-tow-15" if isinstance(order, Tow) else "BAR-mount-3"
        return Illegal(reason, cite, unit=unit.id, transport=order.transport)
    return None


def _transports(pack: Pack, view: BarbarossaView, unit: Unit) -> Iterator[str]:
    for other in view.units.values():
        if other.hex == unit.hex and other.fate == "map" and other.side == unit.side:
            yield other.id


# -- Tow ---------------------------------------------------------------------------------------------------


def _tow_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for name in _transports(pack, view, unit):
        if _tow_refusal(pack, view, unit, Tow(name), given) is None:
            yield Tow(name)


@rule("BAR-tow-4", "BAR-tow-5", "BAR-tow-14")
def _tow_refusal(pack: Pack, view: BarbarossaView, unit: Unit, order: Tow, given: Given) -> Illegal | None:
    """The gun gets the order; it must be limbered, and the transport in its hex."""
    if pack.cards[unit.card].needs_set_up and unit.set_up:
        return Illegal("{unit} must limber first.", "BAR-tow-4", unit=unit.id)
    return _transport_refusal(pack, view, unit, order, given)


@rule("BAR-tow-6", "BAR-tow-14")
def hook(game: Game[Position], unit: Unit, order: Tow) -> None:
    """In step 9; the transport may drive off in step 10."""
    transport = game.state.units[order.transport]
    refusal = _transport_refusal(game.pack, game.state, unit, order, {})
    if refusal is None and not transport.suppressed:
        game.happens(Mounted(unit.id, transport.id, towed=True, cite="BAR-tow-6"))


# -- Mount and Dismount ------------------------------------------------------------------------------------


def _mount_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    for name in _transports(pack, view, unit):
        if _mount_refusal(pack, view, unit, Mount(name), given) is None:
            yield Mount(name)


@rule("BAR-mount-1", "BAR-mount-7", "BAR-limber-X1")
def _mount_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Mount, given: Given
) -> Illegal | None:
    """Same hex, limbered, room aboard; a transport does not get on another."""
    card = pack.cards[unit.card]
    if card.is_vehicle:
        return Illegal("Vehicles are not carried.", "BAR-mount-1")
    if card.needs_set_up and unit.set_up:
        return Illegal("{unit} must limber first.", "BAR-limber-X1", unit=unit.id)
    return _transport_refusal(pack, view, unit, order, given)


def _dismount_options(pack: Pack, view: BarbarossaView, unit: Unit, given: Given) -> Iterator[UnitOrder]:
    if unit.fate == "aboard":
        if _dismount_refusal(pack, view, unit, Dismount(), given) is None:
            yield Dismount()
        return
    load = tuple(other.id for other in aboard(view, unit.id) if not other.towed)
    if load:
        yield Dismount(load)
        if len(load) > 1:
            yield from (Dismount((name,)) for name in load)


@rule("BAR-dismount-1", "BAR-dismount-3")
def _dismount_refusal(
    pack: Pack, view: BarbarossaView, unit: Unit, order: Dismount, given: Given
) -> Illegal | None:
    """Ordered to the transport, naming who gets off, and to everyone who does; from aircraft they jump."""
    if unit.fate == "aboard":
        if pack.cards[view.units[unit.carrier].card].is_aircraft:
            return Illegal("{unit} leaves its aircraft by air landing.", "BAR-air-landing-1", unit=unit.id)
        return None
    load = {other.id for other in aboard(view, unit.id) if not other.towed}
    if order.units and set(order.units) <= load:
        return None
    return Illegal("{unit} carries nobody like that.", "BAR-dismount-1", unit=unit.id)


def _dismount_partners(view: BarbarossaView, unit: Unit, order: Dismount) -> Given:
    if unit.fate == "aboard":
        return {f"unit:{unit.carrier}": Dismount((unit.id,))}
    return {f"unit:{name}": Dismount() for name in order.units}


ORDERS = {
    Tow: OrderRule(_tow_options, _tow_refusal),
    Mount: OrderRule(_mount_options, _mount_refusal),
    Dismount: OrderRule(_dismount_options, _dismount_refusal, partners=_dismount_partners),
}


@rule("BAR-mount-7", "BAR-dismount-3")
def boarding(game: Game[Position]) -> Script[None]:
    """At the start of step 10: who is ordered off gets off, then who is ordered on gets on."""
    for unit in sorted(game.state.units.values(), key=lambda found: found.id):
        if isinstance(unit.order, Dismount) and unit.fate == "aboard":
            _get_off(game, unit)
    for unit in sorted(game.state.units.values(), key=lambda found: found.id):
        if isinstance(unit.order, Mount) and not unit.lapsed and not unit.suppressed and unit.fate == "map":
            _get_on(game, unit, unit.order)
    return
    yield


@rule("BAR-dismount-1", "BAR-dismount-2")
def _get_off(game: Game[Position], unit: Unit) -> None:
    """Both need the order, and the transport must be able to carry it out."""
    carrier = game.state.units[unit.carrier]
    named = isinstance(carrier.order, Dismount) and unit.id in carrier.order.units
    if named and carrier.fate == "map" and not carrier.lapsed and not carrier.suppressed:
        set_down(game, unit.id, "BAR-dismount-2")


@rule("BAR-mount-7")
def _get_on(game: Game[Position], unit: Unit, order: Mount) -> None:
    """Not on a transport that was ordered to move, and not out of a close combat."""
    transport = game.state.units[order.transport]
    refusal = _transport_refusal(game.pack, game.state, unit, order, {})
    in_reach = not isinstance(transport.order, MOVES) and not transport.suppressed
    if refusal is None and in_reach and not is_in_close_combat(game.state, unit):
        game.happens(Mounted(unit.id, transport.id, cite="BAR-mount-1"))


@rule("BAR-tow-3")
def set_down(game: Game[Position], unit_id: str, cite: str) -> None:
    """Put a passenger or a towed gun down where its transport is: whatever moved it has moved both."""
    unit = game.state.units[unit_id]
    carrier = game.state.units[unit.carrier]
    facing = 0 if game.pack.cards[unit.card].arc == "fan" else None
    game.happens(SetDown(unit_id, carrier.hex, facing, cite=cite))


# -- shared losses -----------------------------------------------------------------------------------------


class PassengersHit(Event[Position], frozen=True):
    """Losses that bypass the defence of those aboard; the transport alone tests."""

    said: ClassVar[str] = "{unit} loses {lost} aboard {transport}."
    unit: str
    lost: int
    transport: str
    dies: bool = False

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        hit = replace(unit, casualties=unit.casualties + self.lost, announced=unit.announced + self.lost)
        if self.dies:
            hit = replace(hit, fate="dead", hex="", carrier="", towed=False, order=None)
        state.units[self.unit] = hit


class SharedOut(Order, frozen=True):
    """How many casualties each passenger takes."""

    losses: dict[str, int]

    def __hash__(self) -> int:
        return hash(frozenset(self.losses.items()))


class ShareLosses(Question[BarbarossaView, SharedOut], frozen=True):
    prompt: ClassVar[str] = "{transport} loses {casualties}: who of those aboard?"
    cite: ClassVar[str] = "BAR-mount-4"
    transport: str
    casualties: int
    sizes: dict[str, int]
    """What is left of each passenger."""

    def options(self, view: BarbarossaView) -> Iterator[SharedOut]:
        return (SharedOut(losses) for losses in _splits(self.casualties, dict(self.sizes)))


def _splits(lost: int, sizes: dict[str, int]) -> Iterator[dict[str, int]]:
    """All ways to share a number of casualties out."""
    if not sizes:
        if lost == 0:
            yield {}
        return
    name, size = next(iter(sizes.items()))
    rest = {other: left for other, left in sizes.items() if other != name}
    for own in range(min(lost, size), -1, -1):
        for others in _splits(lost - own, rest):
            yield {name: own, **others}


def share_losses(game: Game[Position], transport: str, casualties: int, cause: Owed) -> Script[None]:
    """What passengers and towed guns suffer with their transport; what is left of them if it is destroyed."""
    load = sorted(aboard(game.state, transport), key=lambda unit: unit.id)
    for gun in (unit for unit in load if unit.towed):
        _towed_losses(game, transport, gun, casualties)
    riders = [unit for unit in load if not unit.towed]
    if riders:
        yield from _passenger_losses(game, transport, riders, casualties)
    if game.state.units[transport].casualties >= game.pack.cards[game.state.units[transport].card].size:
        _survivors(game, load, cause)


@rule("BAR-tow-8", "BAR-tow-9", "BAR-tow-12")
def _towed_losses(game: Game[Position], transport: str, gun: Unit, casualties: int) -> None:
    """The same number, whatever its defence and however large the transport."""
    _hit(game, transport, gun, min(casualties, size_now(game.pack, gun)), "BAR-tow-8")


@rule("BAR-mount-4", "BAR-mount-5", "BAR-mount-10")
def _passenger_losses(
    game: Game[Position], transport: str, riders: list[Unit], casualties: int
) -> Script[None]:
    """The same number in total; the owner chooses whose."""
    sizes = {unit.id: size_now(game.pack, unit) for unit in riders}
    lost = min(casualties, sum(sizes.values()))
    losses = next(_splits(lost, sizes))
    if len(riders) > 1 and lost < sum(sizes.values()):
        question = ShareLosses(transport, lost, sizes)
        answer = yield from ask_secretly(game.state.units[transport].seat, question)
        losses = answer.losses
    for unit in riders:
        if losses[unit.id]:
            _hit(game, transport, unit, losses[unit.id], "BAR-mount-4")


def _hit(game: Game[Position], transport: str, unit: Unit, lost: int, cite: str) -> None:
    dies = lost >= size_now(game.pack, unit)
    game.happens(PassengersHit(unit.id, lost, transport, dies, cite=cite))


@rule("BAR-mount-11")
def _survivors(game: Game[Position], load: list[Unit], cause: Owed) -> None:
    """The transport is destroyed: who is left stands in its hex and tests for his own losses.

    `load` is those aboard as they were before.
    """
    for before in load:
        unit = game.state.units[before.id]
        if unit.fate != "aboard":
            continue
        set_down(game, unit.id, "BAR-mount-11")
        if unit.casualties > before.casualties:
            shaken = SurvivorsShaken(unit.id, cause, cite="BAR-mount-11")
            game.happens(shaken, seats_of(game.state, unit.side))


class SurvivorsShaken(Event[Position], frozen=True):
    """Survivors of a destroyed transport owe a test."""

    unit: str
    cause: Owed

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(unit, owes=(*unit.owes, self.cause))


SCRIPTS = {"boarding": boarding}
