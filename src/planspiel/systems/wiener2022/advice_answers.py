"""Answers of a bot to the enemy's moves and to what close combat asks for."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from planspiel.kernel import Decline, Order, Question
from planspiel.systems.advice import Temper
from planspiel.systems.wiener2022.advice_air import air_answer_worth
from planspiel.systems.wiener2022.advice_fire import BLACK, harm, price_of
from planspiel.systems.wiener2022.advice_moves import leave_worth, move_worth
from planspiel.systems.wiener2022.advice_picture import Picture, picture_of
from planspiel.systems.wiener2022.aim import shot_of
from planspiel.systems.wiener2022.close_combat import Name
from planspiel.systems.wiener2022.counter import CounterFire, CounterMoves, TankHunt
from planspiel.systems.wiener2022.evasion import Evade
from planspiel.systems.wiener2022.fire import OpposeFire, ReturnFire
from planspiel.systems.wiener2022.flight import ChooseFlight, Flee, FleeOffBoard
from planspiel.systems.wiener2022.losses import GiveUp
from planspiel.systems.wiener2022.march import GoOn
from planspiel.systems.wiener2022.mines import acts_on, mines_in
from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.position_markers import TakePositions
from planspiel.systems.wiener2022.smoke import NameFed
from planspiel.systems.wiener2022.state import Element
from planspiel.systems.wiener2022.tank_hunt import AnswerHunt, crew_points, hunter_points
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["answer_worth"]

SHY = 8
"""A counter-move that promises less is not worth betraying a hidden gun."""
HOLD_ON = 25
"""What it costs to give up a place: the position marker, and to be elsewhere than planned."""


def answer_worth(question: Question[Any, Any], view: WienerView, order: Order, temper: Temper) -> int | None:
    """What an answer promises; declining is worth nothing."""
    picture = picture_of(view, view.side)
    match order:
        case Decline() | Halt():
            return 0
        case CounterFire() if isinstance(question, CounterMoves):
            return _counter(picture, question, order, temper)
        case TankHunt():
            return _hunt(picture, view.elements[order.target])
        case Evade():
            return _evade(picture, question, order, temper)
        case ReturnFire() if isinstance(question, OpposeFire):
            return 1 + _shot(
                picture, view.elements[order.element], order.weapon, view.elements[question.firer]
            )
        case Move() if isinstance(question, GoOn):
            return move_worth(picture, order, temper)
        case Flee() if isinstance(question, ChooseFlight):
            return _flee(picture, view.elements[question.element], order)
        case FleeOffBoard() if isinstance(question, ChooseFlight):
            return leave_worth(picture, view.elements[question.element])
        case Name() | GiveUp():
            return -price_of(picture.pack, view.elements[order.element])
        case TakePositions():
            return len(order.elements)
        case NameFed():
            return -len(order.fields)
        case _:
            return air_answer_worth(picture, question, order)


def _shot(picture: Picture, firer: Element, weapon: str, target: Element) -> int:
    shot = shot_of(picture.pack, picture.view, firer, weapon, target.field, (target.id,))
    return harm(picture.pack, picture.view, replace(shot, counter=True), target)


def _counter(picture: Picture, question: CounterMoves, order: CounterFire, temper: Temper) -> int:
    """A real counter-move costs nothing but secrecy; in an encounter the mover may win."""
    view = picture.view
    firer, target = view.elements[order.element], view.elements[order.target]
    worth = _shot(picture, firer, order.weapon, target) * temper.enemy_losses // 100
    if question.stage == "unreal":
        worth = worth * 6 // 10 - _dare(picture, firer, target) * temper.own_losses // 100
    if (firer.camouflaged or firer.hidden) and worth < SHY:
        return 0
    return worth


def _dare(picture: Picture, firer: Element, target: Element) -> int:
    """What the mover may do to one who fires without a position."""
    away = picture.away(firer.field, target.field)
    if target.pinned >= BLACK:
        return 0
    worst = 0
    for threat in picture.threats(firer.field):
        if threat.enemy.id == target.id and threat.away == away:
            worst = max(worst, sum(picture.chance(threat, firer, counter=False)))
    return picture.price(firer) * worst * 5 // 10000


def _hunt(picture: Picture, target: Element) -> int:
    """Figures strike at armour in their field for nothing."""
    points = hunter_points(picture.pack, picture.view, target.field).total
    crew = crew_points(picture.pack, target).total
    return max(1, picture.price(target) * (2 + points - crew) // 12)


def _evade(picture: Picture, question: Question[Any, Any], order: Evade, temper: Temper) -> int:
    """Away from what could destroy it, if the place is worth less than that."""
    element = picture.view.elements[order.element]
    end = order.path[-1]
    spared = picture.exposure(element, element.field) - picture.exposure(element, end)
    if isinstance(question, AnswerHunt):
        spared += 350
    lost_ground = picture.place(element, element.field) - picture.place(element, end)
    gain = picture.price(element) * spared // 1000 * temper.own_losses // 100
    hold = HOLD_ON // 3 if picture.is_rear(element) else HOLD_ON
    return gain - max(0, lost_ground) * temper.ground // 100 - hold


def _flee(picture: Picture, element: Element, order: Flee) -> int:
    """To where no enemy fires, in cover, near others, over the fewest mines."""
    to = order.to
    if to not in picture.theatre.ground:
        return 0  # a craft that takes them aboard
    cover = 10 if picture.theatre.is_building(to) or picture.theatre.is_wood(to) else 0
    sown = [mine for field in (to, *order.flanks) for mine in mines_in(picture.view, element, field)]
    mined = sum(acts_on(picture.pack, picture.view, mine, element) for mine in sown)
    return cover - 10 * (len(picture.threats(to)) + mined) + min(5, picture.nearest_enemy(to))
