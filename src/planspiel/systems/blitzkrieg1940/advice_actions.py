"""Advice to bots: the actions of an activated formation. Salvoes, shots, moves, or enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.kernel import Illegal, Order
from planspiel.systems.blitzkrieg1940 import actions, fire, indirect, sight, transport
from planspiel.systems.blitzkrieg1940.actions import ChooseAction, EndActivation, FinishAction, Fire
from planspiel.systems.blitzkrieg1940.advice_fire import mission, shot
from planspiel.systems.blitzkrieg1940.advice_moves import LEAST, move_worth, moves_of
from planspiel.systems.blitzkrieg1940.advice_picture import Picture
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.march import GoOn, Halt, Move
from planspiel.systems.blitzkrieg1940.state import Unit
from planspiel.systems.blitzkrieg1940.transport import Load, Unload

__all__ = ["deed", "deeds", "going_on", "second_halves", "ways_on"]

SHOTS = 2
MOVES = 3
MISSIONS = 4
MOVERS = 3
"""So many units with something to do are looked at before one of them acts."""
RESTLESS = 15
"""An HQ moves for no less than this."""
SOFTENING = 25
"""Fire comes before the assault on the same hex."""


def deeds(picture: Picture, question: ChooseAction) -> Iterator[Order]:
    """What the activated formation may do next; the end of it if nothing is left worth doing."""
    yield EndActivation()
    yield from _missions(picture)
    units = list(actions.actors(picture.view))
    for unit in units:
        yield from _shots(picture, unit, moved=False)
    yield from _marches(picture, units)
    for unit in units:
        if unit.fate == "map" and not unit.is_hq and picture.pack.counters[unit.counter].carries:
            yield from transport.loads(picture.pack, picture.view, unit)


def _missions(picture: Picture) -> Iterator[CallFire]:
    activation = picture.view.activation
    if activation is None or not activation.salvoes.counts:
        return
    found = list(indirect.fire_missions(picture.pack, picture.view))
    rated = sorted(((mission(picture, order), n) for n, order in enumerate(found)), reverse=True)
    for worth, n in rated[:MISSIONS]:
        if worth > 0:
            picture.scores[found[n]] = worth
            yield found[n]


def _shots(picture: Picture, unit: Unit, *, moved: bool) -> Iterator[Fire]:
    """The best targets of a unit where it stands."""
    if unit.is_hq or unit.fate != "map" or unit.carrier:
        return
    if picture.foe_distance(unit.hex) > sight.values_of(picture.pack, unit).range:
        return
    rated: list[tuple[int, Fire]] = []
    for found in fire.shots(picture.pack, picture.view, unit, "direct", moved=moved):
        if found.passenger and actions.actor_refusal(picture.view, found.passenger) is not None:
            continue
        order = Fire(found.firer, found.target, found.passenger)
        rated.append((_fire_worth(picture, order, moved), order))
    rated.sort(key=lambda pair: -pair[0])
    for worth, order in rated[:SHOTS]:
        picture.scores[order] = worth
        yield order


def _fire_worth(picture: Picture, order: Fire, moved: bool) -> int:
    taken = Shot(order.unit, order.target, "direct", moved, order.passenger)
    return shot(picture, taken) + _softening(picture, order)


def _softening(picture: Picture, order: Fire) -> int:
    """More if others of the formation stand ready to storm the target's hex."""
    hex_ = picture.view.units[order.target].hex
    activation = picture.view.activation
    if activation is None:
        return 0
    for near in picture.theatre.board.neighbours(hex_):
        for friend in picture.friends_at(near):
            if friend.id != order.unit and not friend.acted and friend.formation in activation.formations:
                return SOFTENING
    return 0


def _marches(picture: Picture, units: Sequence[Unit]) -> Iterator[Move]:
    """Moves of the HQ and of those nearest to the enemy first; whoever stands together may storm together."""
    movers = [unit for unit in units if actions.mover_refusal(picture.view, unit) is None]
    movers.sort(key=lambda unit: (not unit.is_hq, picture.foe_distance(unit.hex) if unit.hex else 99))
    busy = 0
    for unit in movers:
        useful = False
        for worth, order in _moves(picture, unit):
            if worth >= (RESTLESS if unit.is_hq else LEAST):
                useful = True
                picture.scores[order] = worth
                yield order
        busy += useful and not unit.is_hq
        if busy >= MOVERS:
            break
    yield from _together(picture, movers)


def _moves(picture: Picture, unit: Unit) -> Iterator[tuple[int, Move]]:
    yield from moves_of(picture, (unit.id,), False, MOVES)
    if unit.hex and not unit.is_hq and _could_close_in(picture, unit):
        yield from moves_of(picture, (unit.id,), True, 2)


def _could_close_in(picture: Picture, unit: Unit) -> bool:
    """Whether half its points may bring a unit to where it can fire."""
    values = sight.values_of(picture.pack, unit)
    return 0 < picture.foe_distance(unit.hex) - values.range <= (values.mp + 1) // 2


def _together(picture: Picture, movers: Sequence[Unit]) -> Iterator[Move]:
    stacks: dict[str, list[str]] = {}
    for unit in movers:
        if unit.hex and not unit.is_hq and not unit.out_of_command and picture.foe_distance(unit.hex) <= 2:
            stacks.setdefault(unit.hex, []).append(unit.id)
    for names in stacks.values():
        if 1 < len(names) <= picture.pack.limits.stack:
            for worth, order in moves_of(picture, tuple(names), False, 2):
                if worth >= LEAST:
                    picture.scores[order] = worth
                    yield order


def deed(picture: Picture, question: ChooseAction | FinishAction, order: Order) -> int:
    """What an action is worth; ending the activation, or halting, is worth nothing."""
    if isinstance(order, Move):
        return move_worth(picture, [picture.view.units[name] for name in order.units], order.path, order.half)
    if isinstance(order, Fire):
        moved = question.moved if isinstance(question, FinishAction) else order.then_move
        return _fire_worth(picture, order, moved)
    if isinstance(order, CallFire):
        return mission(picture, order)
    if isinstance(order, Unload):
        near = picture.foe_distance(picture.view.units[order.carrier].hex)
        return 15 if near <= 2 else -5
    if isinstance(order, Load):
        return -5
    return 0


# -- the rest of an action -----------------------------------------------------------------------------


def second_halves(picture: Picture, question: FinishAction) -> Iterator[Order]:
    """Fire after a move, or a move after fire."""
    yield Halt()
    for name in question.units:
        unit = picture.view.units[name]
        if question.may_fire:
            for order in _shots(picture, unit, moved=question.moved):
                if order.passenger not in question.done:
                    yield order
        if question.may_move and actions.mover_refusal(picture.view, unit) is None:
            for _, move in moves_of(picture, (name,), True, 2):
                yield move


def ways_on(picture: Picture, question: GoOn) -> Iterator[Order]:
    """Something happened on the way: on as planned, halt, or another way."""
    march = picture.view.march
    assert march is not None
    planned = Move(march.units, question.rest, question.column, march.by_half)
    for order in (planned, Halt()) if question.rest else (Halt(),):
        try:
            question.check(picture.view, order)
        except Illegal:
            continue
        yield order
    for _, move in moves_of(picture, march.units, march.by_half, 2, march):
        yield move


def going_on(picture: Picture, question: GoOn, order: Order) -> int:
    if not isinstance(order, Move):
        return 0
    units = [picture.view.units[name] for name in order.units]
    return move_worth(picture, units, order.path, order.half)
