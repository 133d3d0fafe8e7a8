"""Advice to bots: reactions. Fire that is worth it, and retreat from what cannot be withstood."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from planspiel.kernel import Order
from planspiel.systems.blitzkrieg1940 import fire, reactions, retreat, sight
from planspiel.systems.blitzkrieg1940.advice_combat import clash, retreat_to
from planspiel.systems.blitzkrieg1940.advice_fire import reaction_shot
from planspiel.systems.blitzkrieg1940.advice_moves import guard
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, away
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, OpportunityFire, Retreat
from planspiel.systems.blitzkrieg1940.reactions import ReactToFire, ReactToMovement
from planspiel.systems.blitzkrieg1940.state import Unit

__all__ = ["reaction", "reactions_to"]

HURRY = 12
"""What leaving a place costs beside all else: works, cover, a shot at whoever follows."""


def reactions_to(picture: Picture, question: ReactToMovement | ReactToFire) -> Iterator[Order]:
    """Shots at whoever moved or fired, and retreats of units in trouble."""
    if isinstance(question, ReactToMovement):
        targets: Sequence[str] = question.movers
        shaken = [unit.id for unit in _beside(picture, question.hex)]
    else:
        targets, shaken = (question.firer,) if question.firer else (), list(question.targets)
        yield from _counters(picture, question)
    for target in targets:
        if picture.view.units[target].fate == "map":
            yield from _opportunities(picture, target, question.tried)
    for name in shaken:
        unit = picture.view.units[name]
        if name not in question.tried and unit.fate == "map" and not unit.carrier:
            for hex_ in retreat.retreat_hexes(picture.pack, picture.view, unit):
                yield Retreat(name, hex_)


def _beside(picture: Picture, hex_: str) -> list[Unit]:
    """Own units next to a hex, HQs too."""
    near = picture.theatre.board.neighbours(hex_)
    return [unit for label in near for unit in picture.at.get(label, ()) if unit.side == picture.side]


def _counters(picture: Picture, question: ReactToFire) -> Iterator[CounterFire]:
    view = picture.view
    if not question.firer or view.units[question.firer].fate != "map":
        return
    for name in question.targets:
        unit = view.units[name]
        if name not in question.tried and unit.fate == "map" and not unit.countered:
            for shot in fire.shots(picture.pack, view, unit, "counter", at=(question.firer,)):
                yield CounterFire(name, shot.passenger)


def _opportunities(picture: Picture, target: str, tried: Sequence[str]) -> Iterator[OpportunityFire]:
    view, pack = picture.view, picture.pack
    far = away(picture.theatre, view.units[target].hex)
    for unit in picture.own:
        if unit.id in tried or unit.opp_used or unit.carrier:
            continue
        if far[unit.hex] > sight.values_of(pack, unit).range:
            continue
        for shot in fire.shots(pack, view, unit, "opportunity", at=(target,)):
            order = OpportunityFire(unit.id, target, shot.passenger)
            if reactions.opportunity_refusal(pack, view, order, picture.side) is None:
                yield order


def reaction(picture: Picture, question: ReactToMovement | ReactToFire, order: Order) -> int:
    """What a reaction is worth; declining is worth nothing."""
    if isinstance(order, OpportunityFire):
        return reaction_shot(
            picture, Shot(order.unit, order.target, "opportunity", passenger=order.passenger)
        )
    if isinstance(order, CounterFire):
        firer = question.firer if isinstance(question, ReactToFire) else question.movers[0]
        return reaction_shot(picture, Shot(order.unit, firer, "counter", passenger=order.passenger))
    if isinstance(order, Retreat):
        return _retreating(picture, picture.view.units[order.unit], order.hex)
    return 0


def _retreating(picture: Picture, unit: Unit, hex_: str) -> int:
    """What a unit escapes by going, less what it gives up."""
    if unit.is_hq:
        alone = not picture.friends_at(unit.hex) and picture.foe_distance(unit.hex) <= 1
        return 60 + retreat_to(picture, unit, hex_) if alone else -1
    escaped = _threat(picture, unit) + picture.danger(unit, unit.hex)
    held = guard(picture, unit, unit.hex) + picture.in_objective(unit.hex) // 3
    return escaped - held - HURRY - picture.step_of(unit) // 3 + retreat_to(picture, unit, hex_)


def _threat(picture: Picture, unit: Unit) -> int:
    """What an assault by the enemies beside it would cost a unit."""
    odds = picture.threats.get(unit.hex)
    if odds is None:
        odds = picture.threats[unit.hex] = _odds_of_assault(picture, unit)
    return picture.step_of(unit) * max(0, odds - 350) // 650


def _odds_of_assault(picture: Picture, unit: Unit) -> int:
    beside = picture.theatre.board.neighbours(unit.hex)
    activation = picture.view.activation
    ready = activation.formations if activation is not None else ()
    foes = [
        foe
        for hex_ in beside
        for foe in picture.foes_at(hex_)
        if foe.formation in ready and not foe.acted and not foe.neutralised
    ]
    if not foes:
        return 0
    return clash(picture, foes[:3], picture.friends_at(unit.hex)).odds
