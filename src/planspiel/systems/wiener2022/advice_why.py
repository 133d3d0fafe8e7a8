"""What a bot says for its orders afterwards. Sentences name only what its own view shows."""

from __future__ import annotations

from typing import Any

from planspiel.kernel import Decline, Order, Question, Text
from planspiel.systems.advice import Temper
from planspiel.systems.wiener2022 import bridging, crossing, landing
from planspiel.systems.wiener2022.activities import ACTIVITIES, Done
from planspiel.systems.wiener2022.advice_ground import TURN
from planspiel.systems.wiener2022.advice_picture import Picture, picture_of
from planspiel.systems.wiener2022.barrage import PrepareBarrage
from planspiel.systems.wiener2022.camouflage import Camouflage
from planspiel.systems.wiener2022.counter import CounterFire, TankHunt
from planspiel.systems.wiener2022.demolition import PrepareCharge, Release
from planspiel.systems.wiener2022.digging import DigIn
from planspiel.systems.wiener2022.evasion import Evade
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.illumination import Illuminate
from planspiel.systems.wiener2022.indirect import IndirectFire, SuspicionFire
from planspiel.systems.wiener2022.movement import Halt, Move
from planspiel.systems.wiener2022.obstacles import BuildObstacle
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.setup import Deployment
from planspiel.systems.wiener2022.smoke import LaySmoke
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.transport import Dismount, Mount
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["reasons"]


def reasons(question: Question[Any, Any], view: WienerView, order: Order, temper: Temper) -> tuple[Text, ...]:
    """One or two sentences that speak for an order."""
    picture = picture_of(view, view.side)
    match order:
        case DirectFire() | IndirectFire():
            return _fire(question, view, order)
        case Storm() | DriveIn():
            return _storm(view, order)
        case Move():
            return _move(picture, order)
        case CounterFire() | TankHunt():
            return (Text("{target} has come within reach.", {"target": order.target}),)
        case Done():
            return (Text("Nothing more is worth doing in this phase."),)
        case _:
            return _means(order) or _minor(order)


def _means(order: Order) -> tuple[Text, ...]:
    match order:
        case LaySmoke():
            return (Text("Smoke blinds those in {field} who would fire at us.", {"field": order.field}),)
        case Illuminate():
            return (Text("With light on {field} our guns see what is there.", {"field": order.field}),)
        case SuspicionFire():
            return (Text("Somebody may be hiding around {field}.", {"field": order.fields[0]}),)
        case Overrun():
            return (Text("{target} cannot stand up to tracks.", {"target": order.target}),)
        case BuildObstacle() | PrepareCharge():
            return (Text("The enemy will probably come through {field}.", {"field": order.field}),)
        case Release():
            return (Text("The enemy must not come across."),)
        case bridging.BuildBridge() | bridging.Repair() | crossing.LaunchBoat() | crossing.BuildFerry():
            return (Text("A crossing here saves a long way round."),)
        case crossing.MakeRaft() | landing.Embark():
            return (Text("A crossing here saves a long way round."),)
        case _:
            return ()


def _minor(order: Order) -> tuple[Text, ...]:
    match order:
        case PrepareBarrage():
            return (Text("The enemy will probably come through {field}.", {"field": order.field}),)
        case DigIn() | Camouflage():
            return (Text("{element} stays here and has time for it.", {"element": order.element}),)
        case Dismount():
            return (
                Text("The enemy or the goal is near: {element} goes on foot.", {"element": order.element}),
            )
        case Mount():
            return (Text("The way is long and no enemy near: {element} rides.", {"element": order.element}),)
        case Evade():
            return (Text("{element} would lose more by staying.", {"element": order.element}),)
        case Halt():
            return (Text("Going on would cost more than it gains."),)
        case Decline():
            return (Text("A reaction would gain nothing."),)
        case Deployment():
            return (Text("Near what the mission asks for, guns behind, staffs and trains out of sight."),)
        case _:
            return ()


def _fire(
    question: Question[Any, Any], view: WienerView, order: DirectFire | IndirectFire
) -> tuple[Text, ...]:
    odds = question.odds(view, order)
    if odds is None or not odds.out_of:
        return ()
    lost = sum(one.ways for one in odds.results if one.result.endswith("lost"))
    hit = sum(one.ways for one in odds.results if not one.result.endswith("no effect"))
    template = "Fire at {field}: {lost} of {all} ways destroy something, {hit} have some effect."
    return (Text(template, {"field": order.field, "lost": lost, "hit": hit, "all": odds.out_of}),)


def _storm(view: WienerView, order: Storm | DriveIn) -> tuple[Text, ...]:
    judged = ACTIVITIES[type(order)].odds
    odds = judged(view.pack, view, order) if judged is not None else None
    if odds is None:
        return (Text("Nobody in {field} can resist.", {"field": order.field}),)
    values: dict[str, str | int] = {"field": order.field, "won": odds.results[0].ways, "all": odds.out_of}
    return (Text("The storm of {field} succeeds in {won} of {all} cases.", values),)


def _move(picture: Picture, order: Move) -> tuple[Text, ...]:
    element, end = picture.view.elements[order.element], order.path[-1]
    aim = picture.aim_of(element)
    found: list[Text] = []
    if aim is not None and end in aim.fields:
        found.append(Text("{field} counts for the mission.", {"field": end}))
    elif picture.way(element, end) < picture.way(element, element.field):
        turns = -(-picture.way(element, end) // TURN)
        found.append(Text("From {field} it is {turns} turns to the goal.", {"field": end, "turns": turns}))
    elif picture.exposure(element, end) < picture.exposure(element, element.field):
        found.append(Text("In {field} the enemy can do less harm.", {"field": end}))
    risk = picture.risk(element, order.path)
    if risk:
        found.append(Text("Counter-moves cost {risk} percent on average.", {"risk": risk // 10}))
    return tuple(found)
