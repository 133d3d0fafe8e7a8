"""Advice to bots: what fire promises, by the exact odds of the rules: shots, reactions, salvoes."""

from __future__ import annotations

from planspiel.systems.blitzkrieg1940 import fire, indirect
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, at_most, reaction_chance
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.state import Unit

__all__ = ["answer_to", "mission", "reaction_shot", "shot"]

HELD_BACK = 30
"""A shot of opportunity is kept for a target that comes nearer: percent of what it could do next to it."""


def shot(picture: Picture, taken: Shot) -> int:
    """What a shot does on average, less what the target may give back."""
    view = picture.view
    aimed = fire.aim(picture.pack, view, taken)
    worth = picture.hit(view.units[taken.target], aimed.factor)
    return worth - answer_to(picture, taken) // 2


def answer_to(picture: Picture, taken: Shot) -> int:
    """What the target's counter fire would cost, if it passes its check."""
    view = picture.view
    firer, target = view.units[taken.firer], view.units[taken.target]
    if target.is_hq or target.countered or picture.pack.counters[target.counter].full.attack == 0:
        return 0
    back = Shot(target.id, firer.id, "counter")
    if fire.shot_refusal(picture.pack, view, back) is not None:
        return 0
    factor = fire.aim(picture.pack, view, back).factor
    return picture.hit(firer, factor) * reaction_chance(view, target) // 1000


def reaction_shot(picture: Picture, taken: Shot) -> int:
    """What fire in the enemy's activation does on average: the unit must pass its check first.

    Opportunity fire can be tried once, so a poor shot is kept for a better one; counter fire costs nothing.
    """
    view = picture.view
    unit, target = view.units[taken.firer], view.units[taken.target]
    factor = fire.aim(picture.pack, view, taken).factor
    worth = picture.hit(target, factor)
    if taken.kind == "opportunity":
        far = picture.theatre.board.distance(unit.hex, target.hex)
        worth -= picture.hit(target, factor + far - 1) * HELD_BACK // 100
    return worth * reaction_chance(view, unit) // 1000


def mission(picture: Picture, order: CallFire) -> int:
    """What salvoes do on average to all in a hex, own units included. Each further one finds less to hit."""
    view, total = picture.view, 0
    targets = [unit for unit in picture.at.get(order.hex, ()) if not unit.carrier]
    for n, calibre in enumerate(order.salvoes):
        for unit in targets:
            factor = indirect.aim_salvo(picture.pack, view, calibre, unit).factor
            worth = picture.hit(unit, factor)
            total += (worth if unit.side != picture.side else -2 * worth) * 10 // (10 + n)
    if order.observer:
        total = total * _sent(picture, view.units[order.observer], order.hex) // 1000
    return total


def _sent(picture: Picture, observer: Unit, hex_: str) -> int:
    """How likely the coordinates come through, in thousandths."""
    if picture.theatre.board.distance(observer.hex, hex_) <= 1:
        return 1000
    checks = picture.pack.checks
    needed = checks.transmission - (checks.transmission_neutralised if observer.neutralised else 0)
    return at_most(checks.transmission_dice)[needed]
