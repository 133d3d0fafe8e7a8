"""Aircraft as a bot uses them: call for all there are, fly in, and strike where it hurts most."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from planspiel.kernel import Order, Question
from planspiel.systems.wiener2022.activities import ACTIVITIES
from planspiel.systems.wiener2022.advice_picture import Picture
from planspiel.systems.wiener2022.aim import own_troops_refusal
from planspiel.systems.wiener2022.air_attack import HEADINGS, AirAttack, air_shot, attack_refusal, lay_of
from planspiel.systems.wiener2022.air_combat import AirAssault
from planspiel.systems.wiener2022.air_cover import RequestFighters, SendFighters
from planspiel.systems.wiener2022.air_drop import DropTroops, drop_refusal, jumpers
from planspiel.systems.wiener2022.air_request import FlyIn, RequestAir
from planspiel.systems.wiener2022.air_scatter import SubstitutePoint
from planspiel.systems.wiener2022.air_tasks import (
    Heading,
    Height,
    field_before,
    flies_low_only,
    runner_refusal,
)
from planspiel.systems.wiener2022.flak import Flak, SelfDefence
from planspiel.systems.wiener2022.state import Element

__all__ = ["air_answer_worth", "air_orders", "air_worth"]

CALL = 50
"""A request costs nothing."""
A_RUN = 25
"""What each flak weapon near the field takes from an attack on average, in percent of its worth."""
BESIDE_GOAL = 2
"""Paratroops jump so many fields beside the goal: they scatter by one."""


def air_orders(picture: Picture) -> Iterator[Order]:
    """What may be done in the air phase, few of each kind."""
    view = picture.view
    for kind in (RequestAir, FlyIn):
        listed = ACTIVITIES[kind].party_options
        if listed is not None:
            yield from listed(picture.pack, view)
    for element in view.elements.values():
        if element.side == picture.side and runner_refusal(picture.pack, view, element.id) is None:
            yield from _attacks(picture, element)
            yield from _drops(picture, element)


def _attacks(picture: Picture, aircraft: Element) -> Iterator[AirAttack]:
    pack, view = picture.pack, picture.view
    model = pack.models[aircraft.model]
    height: Height = "high" if view.night and not flies_low_only(model) else "low"
    for weapon in model.weapons:
        for field in picture.enemy_fields:
            if own_troops_refusal(view, picture.side, field):
                continue
            order = AirAttack(aircraft.id, weapon, field, height, _heading(picture, field))
            if attack_refusal(pack, view, order) is None:
                yield order


def _heading(picture: Picture, field: str) -> Heading:
    """The side on which the fewest enemies are under the last field of the run."""

    def enemies_below(heading: Heading) -> int:
        before = field_before(picture.theatre, field, heading)
        if before not in picture.theatre.ground:
            return 0
        return sum(picture.away(before, one) <= 2 for one in picture.enemy_fields)

    return min(HEADINGS, key=enemies_below)


def _drops(picture: Picture, aircraft: Element) -> Iterator[DropTroops]:
    """Open ground near the goal, away from enemies and water."""
    pack, view = picture.pack, picture.view
    if not jumpers(pack, view, aircraft):
        return
    goals = [field for aim in picture.aims for field in aim.fields]
    for field in picture.theatre.ground:
        near = min((picture.away(field, goal) for goal in goals), default=BESIDE_GOAL)
        if near > BESIDE_GOAL + 3 or not _is_soft_ground(picture, field):
            continue
        order = DropTroops(aircraft.id, field, _heading(picture, field))
        if drop_refusal(pack, view, order) is None:
            yield order


def _is_soft_ground(picture: Picture, field: str) -> bool:
    theatre = picture.theatre
    around = (field, *theatre.board.neighbours(field))
    return (
        len(around) == 9 and theatre.ground[field] == "open" and all(theatre.is_land(one) for one in around)
    )


# -- worth -------------------------------------------------------------------------------------------------


def air_worth(picture: Picture, order: Order) -> int | None:
    match order:
        case RequestAir():
            return CALL
        case FlyIn():
            return CALL + len(order.aircraft)
        case AirAttack():
            return _attack_worth(picture, order)
        case DropTroops():
            return _drop_worth(picture, order)
        case _:
            return None


def _attack_worth(picture: Picture, order: AirAttack) -> int:
    shot = air_shot(picture.pack, picture.view, order)
    worth = picture.harm(shot) * picture.matters(order.field) // 100
    guns = sum(
        any(picture.pack.weapons[name].flak for name in picture.pack.models[one.model].weapons)
        and picture.away(one.field, order.field) <= 2
        for one in picture.enemies
    )
    bombs = lay_of(picture.pack.weapons[order.weapon]) == "bomb"
    return worth * max(20, 100 - A_RUN * guns) // 100 + int(bombs)


def _drop_worth(picture: Picture, order: DropTroops) -> int:
    goals = [field for aim in picture.aims for field in aim.fields]
    near = min((picture.away(order.field, goal) for goal in goals), default=BESIDE_GOAL)
    enemies = sum(picture.away(order.field, one) <= 1 for one in picture.enemy_fields)
    friends = sum(picture.away(order.field, one) <= 1 for one in picture.held)
    return 90 - 8 * abs(near - BESIDE_GOAL) - 15 * enemies + 3 * min(2, friends)


def air_answer_worth(picture: Picture, question: Question[Any, Any], order: Order) -> int | None:
    """Fighters and flak answer whenever they can."""
    view = picture.view
    match order:
        case RequestFighters():
            return CALL
        case SendFighters():
            return len(order.aircraft)
        case AirAssault():
            return _assault_worth(picture, question, order)
        case Flak() | SelfDefence():
            firer = view.elements[order.element]
            return (20 if isinstance(order, Flak) else 8) - (12 if firer.camouflaged or firer.hidden else 0)
        case SubstitutePoint():
            goals = [field for aim in picture.aims for field in aim.fields]
            return -min((picture.away(order.field, goal) for goal in goals), default=0)
        case _:
            return None


def _assault_worth(picture: Picture, question: Question[Any, Any], order: AirAssault) -> int:
    """Aircraft shot down or driven off, against those of ours who are if it fails."""
    odds = question.odds(picture.view, order)
    if odds is None:
        return 0
    ways = {one.result: one.ways for one in odds.results}
    worth = picture.price(picture.view.elements[order.target])
    ours = picture.price(picture.view.elements[order.attackers[0]])
    won = 100 * ways.get("the target is shot down", 0) + 60 * ways.get("the target is driven off", 0)
    return (worth * won - 60 * ours * ways.get("the attack fails", 0)) // (100 * max(1, sum(ways.values())))
