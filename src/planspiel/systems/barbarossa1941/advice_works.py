"""What a bot thinks of standing guard and of the special orders."""

from __future__ import annotations

from planspiel.systems.barbarossa1941.advice_ground import STRIDE, pace_of
from planspiel.systems.barbarossa1941.advice_picture import Picture, left_of, lost, price_of
from planspiel.systems.barbarossa1941.attack import target_type
from planspiel.systems.barbarossa1941.orders import (
    AIR_ORDERS,
    Ambush,
    ChangeArc,
    ClearMines,
    Defend,
    Demolish,
    DigIn,
    Dismount,
    Limber,
    Mount,
    Pontoon,
    RemoveBarrier,
    RemoveWire,
    Resupply,
    SetUp,
    Tow,
    UnitOrder,
)
from planspiel.systems.barbarossa1941.state import Unit, aboard

__all__ = ["guard_worth", "work_worth"]

COMES, STAYS = 35, 6
"""The chance that an enemy who can move into an arc does so, in percent: one who has a way to go, and one who
is where he wants to be."""

LURKING = 250
"""What it is worth to lie hidden where the enemy is still to come."""


def guard_worth(picture: Picture, unit: Unit, order: Defend | Ambush) -> int:
    """A shot at an enemy who may come into the arc; from ambush it is a surprise."""
    worth = _watched(picture, unit, unit.hex, order.facing)
    if isinstance(order, Ambush):
        return worth * 3 // 2 + _hidden(picture, unit) if unit.hidden else worth // 2
    return worth + (15 if order.bunker else 3)


def _hidden(picture: Picture, unit: Unit) -> int:
    """Worth a lot as long as there are enemies who have not yet gone by."""
    here = picture.way(unit, unit.hex)
    return LURKING if any(picture.way(enemy, enemy.hex) >= here for enemy in picture.enemies) else 20


def _watched(picture: Picture, unit: Unit, hex_: str, facing: int) -> int:
    """The best shot at whoever could come into the fan of a hex in this round or the next."""
    key = (unit.id, hex_, facing)
    if key not in picture.watched:
        picture.watched[key] = _best_shot(picture, unit, hex_, facing)
    return picture.watched[key]


def _best_shot(picture: Picture, unit: Unit, hex_: str, facing: int) -> int:
    board, card = picture.theatre.board, picture.pack.cards[unit.card]
    best = others = 0
    for enemy in picture.enemies:
        away = board.distance(hex_, enemy.hex)
        strides = pace_of(picture.pack.cards[enemy.card]) // STRIDE
        if not 1 <= away <= max(1, card.max_range) + strides or enemy.suppressed:
            continue
        if not board.is_in_fan(hex_, enemy.hex, facing):
            continue
        dice = card.firepower(target_type(picture.pack, enemy), unit.casualties)
        hit = max((card.accuracy(near) or 0) for near in (1, 2, max(1, away - strides)))
        gone = min(lost(100 * dice * hit // 6, picture.defence(enemy)), 100 * left_of(picture.pack, enemy))
        shot = gone * price_of(picture.pack, enemy) * picture.matters(enemy) // 10000
        shot = shot * (STAYS if picture.is_settled(enemy) else COMES) // 100
        best, others = max(best, shot), others + shot
    return best + others // 4


def work_worth(picture: Picture, unit: Unit, order: UnitOrder) -> int:
    """The other orders, roughly."""
    match order:
        case SetUp():
            return 20 + 3 * _watched(picture, unit, order.hex, order.facing)
        case ChangeArc():
            now = _watched(picture, unit, unit.hex, unit.facing) if unit.facing is not None else 0
            return 2 * (_watched(picture, unit, unit.hex, order.facing) - now)
        case Limber():
            return _limber(picture, unit)
        case Resupply():
            missing = picture.pack.cards[unit.card].ammo - unit.ammo
            return 8 * missing if order.source and missing > 6 else 0
        case DigIn():
            return 12 if picture.is_on_aim(unit.hex) and not _near(picture, unit.hex, 5) else 0
        case Demolish():
            return 160 if any(not aim.own for aim in picture.aims) else 0
        case Dismount():
            return _dismount(picture, unit)
        case Mount() | Tow():
            return 0
        case Pontoon() | ClearMines() | RemoveWire() | RemoveBarrier():
            return 60 if not _near(picture, unit.hex, 2) else 20
        case _ if isinstance(order, AIR_ORDERS):
            return 30
        case _:
            return 0


def _near(picture: Picture, hex_: str, within: int) -> bool:
    """Whether a known enemy is so near."""
    away = picture.theatre.board.distance
    return any(away(hex_, enemy.hex) <= within for enemy in picture.enemies)


def _limber(picture: Picture, unit: Unit) -> int:
    """To come nearer, if nothing is in reach and there is time to set up again."""
    card = picture.pack.cards[unit.card]
    reach = max(1, card.max_range)
    far = picture.way(unit, unit.hex) - STRIDE * reach
    if far <= 0 or picture.rounds_left < 4 or _near(picture, unit.hex, reach + 1):
        return 0
    return 25 if pace_of(card) * (picture.rounds_left - 3) >= far else 0


def _dismount(picture: Picture, unit: Unit) -> int:
    """Near the enemy or the aim; a convoy that leaves the board keeps everybody aboard."""
    transport = picture.view.units.get(unit.carrier, unit) if unit.fate == "aboard" else unit
    if not transport.hex or (transport is unit and not aboard(picture.view, unit.id)):
        return 0
    aim = picture.aim_of(transport)
    arrived = picture.way(transport, transport.hex) <= STRIDE and not (aim and aim.leaves)
    return 70 if arrived or _near(picture, transport.hex, 4) else 0
