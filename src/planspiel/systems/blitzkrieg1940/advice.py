"""What Blitzkrieg 1940 tells bots: the worth of a position, sensible orders for every question, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from planspiel.kernel import DECLINE, Decline, Order, Question, Rng, Side, Text
from planspiel.systems.advice import BALANCED, MOST_CANDIDATES, Temper
from planspiel.systems.blitzkrieg1940 import (
    actions,
    command,
    cup,
    demoralised,
    deployment,
    independents,
    markers,
    reactions,
    results,
    retreat,
    rout,
    setup,
)
from planspiel.systems.blitzkrieg1940 import close_combat_orders as melee
from planspiel.systems.blitzkrieg1940.advice_actions import deed, deeds, going_on, second_halves, ways_on
from planspiel.systems.blitzkrieg1940.advice_combat import leaving, paying, retreat_to
from planspiel.systems.blitzkrieg1940.advice_fire import shot
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, picture_of
from planspiel.systems.blitzkrieg1940.advice_position import position_worth
from planspiel.systems.blitzkrieg1940.advice_reactions import reaction, reactions_to
from planspiel.systems.blitzkrieg1940.advice_setup import choice_worth, marker_worth, placing, promise
from planspiel.systems.blitzkrieg1940.advice_why import SENTENCES, reasons
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.march import GoOn, Halt
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = ["BlitzkriegAdvice"]

MOST_LISTED = 400
"""A question with more options than this is looked at no further."""

PASSIVE = (
    Decline,
    Halt,
    actions.EndActivation,
    deployment.FinishPlacing,
    markers.Skip,
    markers.Keep,
    melee.FightOn,
)
"""Orders that change nothing: worth 0."""

Proposer = Callable[[Picture, Any], Iterable[Order]]
Scorer = Callable[[Picture, Any, Order], int]


class BlitzkriegAdvice:
    """Advice from the chapter that a question belongs to."""

    def evaluate(self, view: BlitzkriegView, side: Side, temper: Temper) -> int:
        return position_worth(view, side, temper)

    def propose(
        self, question: Question[Any, Any], view: BlitzkriegView, rng: Rng, temper: Temper = BALANCED
    ) -> Sequence[Order]:
        """The best candidates by their own score, best first."""
        picture = picture_of(view, side_of(question, view), temper)
        proposer = PROPOSERS.get(type(question))
        found: list[Order] = list(proposer(picture, question)) if proposer else []
        if not found and type(question) not in REACTIONS:
            found = list(islice(question.options(view), MOST_LISTED)) or [question.sample(view, rng)]
        if len(found) > 1:
            rng.shuffle(found)  # equals in no fixed order
            found.sort(key=lambda order: -self._scored(question, picture, order))
        return found[:MOST_CANDIDATES] or [DECLINE]

    def score(
        self, question: Question[Any, Any], view: BlitzkriegView, order: Order, temper: Temper
    ) -> int | None:
        return self._scored(question, picture_of(view, side_of(question, view), temper), order)

    def _scored(self, question: Question[Any, Any], picture: Picture, order: Order) -> int:
        if isinstance(order, Decline):
            return 0
        known = picture.scores.get(order)
        if known is None:
            known = SCORERS.get(type(question), _indifferent)(picture, question, order)
            if known == 0 and not isinstance(order, PASSIVE):
                known = -1  # what gains nothing is not done
            picture.scores[order] = known
        return known

    def why(
        self, question: Question[Any, Any], view: BlitzkriegView, order: Order, temper: Temper
    ) -> tuple[Text, ...]:
        return reasons(picture_of(view, side_of(question, view), temper), question, order)

    def german(self) -> Mapping[str, str]:
        return SENTENCES


def side_of(question: Question[Any, Any], view: BlitzkriegView) -> Side:
    """The side for which a seat is asked: as a rule it has but one."""
    if len(view.sides) == 1:
        return view.sides[0]
    for name in ("unit", "hq", "firer", "carrier", "leader"):
        unit = view.units.get(getattr(question, name, ""))
        if unit is not None:
            return unit.side
    marker = view.markers.get(getattr(question, "marker", ""))
    if marker is not None:
        return marker.side if not isinstance(question, cup.TryToCancel) else _other(view, marker.side)
    if isinstance(question, deployment.PlaceForces):
        return Side(view.pack.scenarios[view.scenario].setup[question.first].side)
    side = getattr(question, "side", "")
    return Side(side) if side else view.activation.side if view.activation else view.sides[0]


def _other(view: BlitzkriegView, side: Side) -> Side:
    return next(found for found in view.sides if found != side)


# -- what each question is answered with ---------------------------------------------------------------


def _indifferent(picture: Picture, question: Any, order: Order) -> int:
    return 0


def _losing(picture: Picture, question: Any, order: Order) -> int:
    """Neutralised or a step less: rather neutralised, and rather the cheaper step."""
    if isinstance(order, results.LoseStep):
        unit = picture.view.units[order.unit]
        return -picture.step_of(unit) * (3 if unit.steps < 2 else 2) // 2
    unit = picture.view.units[question.unit]
    return -picture.step_of(unit) * (60 if unit.neutralised else 38) // 100


def _naming(picture: Picture, question: melee.NameTarget, order: Order) -> int:
    assert isinstance(order, melee.Engage)
    taken = Shot(
        question.firer,
        order.target,
        "close",
        passenger=order.passenger,
        first_round=question.first_round,
        defending=question.defending,
    )
    return shot(picture, taken)


def _hq_following(picture: Picture, question: melee.HqMayFollow, order: Order) -> int:
    return 50 if isinstance(order, melee.Withdraw) else 0


def _going_back(picture: Picture, question: Any, order: Any) -> int:
    if not order.hex:
        return 0
    return retreat_to(picture, picture.view.units[question.unit], order.hex)


def _returning(picture: Picture, question: command.WhereHqReturns, order: Any) -> int:
    hq = picture.view.units[question.unit]
    return -picture.danger(hq, order.hex) + min(picture.foe_distance(order.hex), 4) * 10


def _assigning(picture: Picture, question: Any, order: Order) -> int:
    """A marker of one's own is an activation more; a big formation acts when it matters."""
    if isinstance(order, independents.KeepOwnMarker):
        return 500
    assert isinstance(order, independents.AssignTo)
    lone = picture.pack.independents.get(question.unit)
    beside = lone is not None and order.formation in lone.stacks_with
    return promise(picture, order.formation) + 300 * beside


def _marker(picture: Picture, question: Any, order: Order) -> int:
    return marker_worth(picture, order, question.marker)


def _small_choice(picture: Picture, question: Any, order: Order) -> int:
    return choice_worth(picture, order)


def _placing(picture: Picture, question: Any, order: Order) -> int:
    return placing(picture, order)


def _leaving(picture: Picture, question: Any, order: Order) -> int:
    return leaving(picture, order)


REACTIONS = (reactions.ReactToMovement, reactions.ReactToFire)
PROPOSERS: Mapping[type[Any], Proposer] = {
    actions.ChooseAction: deeds,
    actions.FinishAction: second_halves,
    GoOn: ways_on,
    reactions.ReactToMovement: reactions_to,
    reactions.ReactToFire: reactions_to,
}
SCORERS: Mapping[type[Any], Scorer] = {
    actions.ChooseAction: deed,
    actions.FinishAction: deed,
    GoOn: going_on,
    reactions.ReactToMovement: reaction,
    reactions.ReactToFire: reaction,
    results.NeutraliseOrLose: _losing,
    results.AssignLoss: _losing,
    melee.NameTarget: _naming,
    melee.AttackerNeutralised: paying,
    melee.DefenderNeutralised: paying,
    melee.DefenderReduced: paying,
    melee.LeaveOrFightOn: _leaving,
    melee.HqMayFollow: _hq_following,
    retreat.WhereFarther: _going_back,
    rout.WhichWayBack: _going_back,
    command.WhereHqReturns: _returning,
    independents.Assignment: _assigning,
    independents.StripeChoice: _assigning,
    markers.FormationDrawn: _marker,
    demoralised.BeforeRecovery: _marker,
    markers.FireDrawn: _marker,
    markers.RepeatDrawn: _marker,
    markers.PlayHeldRepeat: _marker,
    markers.GeneralDrawn: _marker,
    cup.TryToCancel: _marker,
    cup.WhichMarkerFirst: _small_choice,
    deployment.PlaceForces: _placing,
    setup.WhoLosesAStep: _small_choice,
    setup.WhoBeginsMounted: _small_choice,
    setup.KeepOutOfTheCup: _small_choice,
}
