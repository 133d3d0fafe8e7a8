"""Positions that a seat cannot tell from the true one: what it may not know is dealt anew.

Hidden units may be anywhere they could hide unseen, unmet mines in any hex that no own unit stands in; what
stands on the enemy's cards and in his stores may be anything that is printed. How far an order of several
rounds has got is no secret to whoever has watched the orders.
"""

from __future__ import annotations

from msgspec.structs import replace

from planspiel.kernel import Rng, Seat, Side
from planspiel.systems.barbarossa1941.deployment import can_stand
from planspiel.systems.barbarossa1941.orders import Ambush, Defend, FirePolicy, MineKind, UnitOrder
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.secrecy import is_hidden_hq
from planspiel.systems.barbarossa1941.start import army_of, fresh_unit
from planspiel.systems.barbarossa1941.state import Minefield, Position, Unit, ground_units, minefield_key

__all__ = ["scramble"]

KINDS: tuple[MineKind, ...] = ("dummy", "anti-tank", "anti-personnel")


def scramble(pack: Pack, state: Position, seat: Seat, rng: Rng) -> Position:
    """A position with the same view for `seat`."""
    twin = state.fork()
    own = state.seats[seat]
    watched = _watched(pack, state, own)
    for unit in state.units.values():
        if unit.side not in own:
            twin.units[unit.id] = _another(pack, twin, unit, watched, rng)
    for mines in state.mines.values():
        if mines.side not in own and not mines.revealed:
            del twin.mines[mines.id]
            other = _other_mines(pack, twin, mines, own, rng)
            twin.mines[other.id] = other
    for name in state.stock:
        if name.partition("/")[0] not in own:
            twin.stock[name] = rng.randrange(4)
    for side in state.points:
        if side not in own:
            twin.points[side] = rng.randrange(30)
    for name, mate in state.entrusted.items():
        if state.units[name].side not in own:
            mates = [who for who, sides in state.seats.items() if state.units[name].side in sides]
            twin.entrusted[name] = rng.choice([who for who in mates if who != mate] or mates)
    return twin


def _watched(pack: Pack, state: Position, own: tuple[Side, ...]) -> frozenset[str]:
    """Hexes where nobody can be hidden from these sides: they hold a unit, or are next to one."""
    board = pack.theatre(state.scenario).board
    found: set[str] = set()
    for unit in ground_units(state):
        if unit.side in own:
            found.add(unit.hex)
            found.update(board.neighbours(unit.hex))
    return frozenset(found)


def _another(pack: Pack, twin: Position, unit: Unit, watched: frozenset[str], rng: Rng) -> Unit:
    """The same unit as far as anyone can see."""
    card = pack.cards[unit.card]
    if unit.fate == "pool":
        return _another_purchase(pack, twin, unit, rng)
    changed = replace(
        unit,
        ammo=_between(_paid(unit), card.ammo, rng),
        smoke=_between(0, card.special.smoke, rng),
        charges=_between(0, card.special.charges, rng),
        mines=_between(0, max(unit.mines, card.special.mines), rng),
        order=_other_policy(unit.order, rng),
    )
    if unit.hidden and not is_hidden_hq(unit, pack.headquarters):
        told = unit.casualties == unit.announced
        losses = unit.casualties if told else _between(unit.announced, card.size - 1, rng)
        changed = _elsewhere(pack, twin, replace(changed, casualties=losses), watched, rng)
    return changed


def _between(low: int, high: int, rng: Rng) -> int:
    return low + rng.randrange(high - low + 1) if high > low else low


def _paid(unit: Unit) -> int:
    """What its present order shows that it has had."""
    return min(unit.ammo, 3) if unit.order is not None else 0


def _other_policy(order: UnitOrder | None, rng: Rng) -> UnitOrder | None:
    """What the owner left to the unit is not written on the card."""
    if isinstance(order, Defend | Ambush):
        return replace(order, policy=FirePolicy(fire=rng.choice(("first", "best", "hold"))))
    return order


def _elsewhere(pack: Pack, twin: Position, unit: Unit, watched: frozenset[str], rng: Rng) -> Unit:
    """A hidden unit in another hex where it could hide, facing another way."""
    theatre = pack.theatre(twin.scenario)
    card = pack.cards[unit.card]
    hexes = [
        hex_
        for hex_ in theatre.board.labels
        if hex_ not in watched and theatre.ground[hex_].hides(card.type) and can_stand(pack, twin, card, hex_)
    ]
    facing = rng.randrange(6)
    order = replace(unit.order, facing=facing) if isinstance(unit.order, Ambush) else unit.order
    return replace(unit, hex=rng.choice(hexes) if hexes else unit.hex, facing=facing, order=order)


def _other_mines(pack: Pack, twin: Position, mines: Minefield, own: tuple[Side, ...], rng: Rng) -> Minefield:
    """An unmet field: of another kind, and, if it was laid in secret, somewhere else."""
    kind = rng.choice(KINDS)
    if mines.placed_openly:
        return replace(mines, kind=kind)
    taken = {unit.hex for unit in ground_units(twin) if unit.side in own}
    taken |= {other.hex for other in twin.mines.values()}
    ground = pack.theatre(twin.scenario).ground
    hexes = [hex_ for hex_ in ground if hex_ not in taken and ground[hex_].letter != "r"]
    hex_ = rng.choice(hexes) if hexes else mines.hex
    return replace(mines, id=minefield_key(mines.side, hex_), kind=kind, hex=hex_)


def _another_purchase(pack: Pack, twin: Position, unit: Unit, rng: Rng) -> Unit:
    """A unit bought and not yet seen might as well be another card that was on offer."""
    army = army_of(pack, twin.scenario, unit.side)
    fixed = sum(army.units.values()) + sum(sum(c.units.values()) for c in army.reinforcements)
    ground = [c for c in army.purchase.cards if not pack.cards[c].is_aircraft] if army.purchase else []
    if unit.number <= fixed or not ground:
        return unit
    other = fresh_unit(pack, twin, unit.side, rng.choice(ground))
    return replace(other, id=unit.id, number=unit.number, seat=unit.seat)
