"""Barbarossa 1941 for bots: what positions, plans and choices are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from planspiel.kernel import Assembly, Order, Question, Rng, Side, Text
from planspiel.systems.advice import BALANCED, MOST_CANDIDATES, Temper
from planspiel.systems.barbarossa1941.advice_picture import (
    distance_to_goal,
    expected_losses,
    left_of,
    price_of,
)
from planspiel.systems.barbarossa1941.advice_plans import LEANINGS, best_plan, plan_worth
from planspiel.systems.barbarossa1941.army import BuildArmy, Purchases, price
from planspiel.systems.barbarossa1941.attack import AttackKind, odds_of
from planspiel.systems.barbarossa1941.close_combat import ChooseOpponents, Opponents
from planspiel.systems.barbarossa1941.deployment import Deployment, PlaceUnit
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.orders import Plan
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.reaction import ChooseTargets, Shoot, Shots
from planspiel.systems.barbarossa1941.state import enemy_of
from planspiel.systems.barbarossa1941.victory import points_now
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["BarbarossaAdvice"]

A_POINT = 2000
"""A victory point, beside units worth their cost in hundredths."""


class BarbarossaAdvice:
    """Everything is judged on the view of the seat that is asked."""

    def evaluate(self, view: BarbarossaView, side: Side, temper: Temper) -> int:
        """Victory points as they stand, what is left of both armies, and the way still to go."""
        pack, rounds = view.pack, view.pack.scenarios[view.scenario].rounds
        points = points_now(pack, view, rounds)
        worth = A_POINT * (points[side] - points[enemy_of(side)])
        for unit in view.units.values():
            if unit.fate in ("dead", "pool", "merged"):
                continue
            value = price_of(pack, unit) * left_of(pack, unit) * (85 if unit.suppressed else 100) // 100
            worth += value * (temper.own_losses if unit.side == side else -temper.enemy_losses) // 100
            if unit.fate == "map" and unit.hex:
                away = distance_to_goal(pack, view.scenario, unit.side, unit.hex)
                worth += (-12 if unit.side == side else 12) * away * temper.ground // 100
        return worth

    def propose(self, question: Question[Any, Any], view: BarbarossaView, rng: Rng) -> Sequence[Order]:
        """Whole plans with different leanings; for the rest what is best for each piece, and some others."""
        if isinstance(question, PlanRound):
            return [best_plan(question, view, leaning, BALANCED, rng) for leaning in LEANINGS]
        if isinstance(question, Assembly):
            found: list[Order] = [self._piecewise(question, view, rng)]
            found += [question.sample(view, rng) for _ in range(3)]
            return found
        listed: list[Order] = list(islice(question.options(view), MOST_CANDIDATES))
        return listed or [question.sample(view, rng)]

    def _piecewise(self, question: Assembly[Any, Any, Any], view: BarbarossaView, rng: Rng) -> Order:
        """The best part for each piece, one after the other."""
        given: dict[str, Any] = {}
        for piece in question.pieces(view):
            parts = list(islice(question.parts(view, piece, given), 400))
            if parts:
                given[piece] = max(
                    parts, key=lambda part: (self._part(question, view, piece, part), rng.randrange(99))
                )
        whole: Order = question.whole(view, given)
        try:
            question.check(view, whole)
        except ValueError:
            return question.sample(view, rng)  # type: ignore[no-any-return]
        return whole

    def _part(self, question: Question[Any, Any], view: BarbarossaView, piece: str, part: Any) -> int:
        if isinstance(part, PlaceUnit):
            return _place_worth(view, unit_of(piece), part)
        if isinstance(question, BuildArmy):
            return part.count * price(view.pack, piece) % 23 if part.count <= 2 else -1
        if isinstance(question, ChooseTargets):
            return _duel(view, unit_of(piece), part.target, "defend") if isinstance(part, Shoot) else 0
        if isinstance(question, ChooseOpponents):
            return _duel(view, unit_of(piece), part.target, "close")
        return 0

    def score(
        self, question: Question[Any, Any], view: BarbarossaView, order: Order, temper: Temper
    ) -> int | None:
        match order:
            case Plan():
                return plan_worth(view, order, temper)
            case Deployment() | Shots() | Opponents():
                return sum(self._part(question, view, piece, part) for piece, part in order.parts.items())
            case Purchases():
                return sum(price(view.pack, piece) * buy.count for piece, buy in order.parts.items())
            case _:
                return None

    def why(
        self, question: Question[Any, Any], view: BarbarossaView, order: Order, temper: Temper
    ) -> tuple[Text, ...]:
        """For a plan: what its orders promise together."""
        if isinstance(order, Plan):
            worth = plan_worth(view, order, temper)
            return (Text("The plan promises {worth} points of strength.", {"worth": worth // 100}),)
        return ()

    def german(self) -> Mapping[str, str]:
        return {"The plan promises {worth} points of strength.": "Der Plan verspricht {worth} Stärkepunkte."}


def _place_worth(view: BarbarossaView, name: str, part: PlaceUnit) -> int:
    """Near the goal, in cover, looking at it."""
    pack, unit = view.pack, view.units[name]
    theatre = pack.theatre(view.scenario)
    away = distance_to_goal(pack, view.scenario, unit.side, part.hex)
    ground = theatre.ground[part.hex]
    cover = ground.defence.infantry if pack.cards[unit.card].type == "infantry" else ground.defence.other
    worth = -20 * away + 12 * cover + (15 if part.hidden else 0)
    if part.facing is not None:
        centre = theatre.board.labels[len(theatre.board.labels) // 2]
        worth += 8 if centre != part.hex and theatre.board.is_in_fan(part.hex, centre, part.facing) else 0
    return worth


def _duel(view: BarbarossaView, name: str, target: str, kind: AttackKind) -> int:
    """Losses to expect of one shot or blow."""
    unit, enemy = view.units[name], view.units[target]
    fight = view.fights.get(enemy.hex) if kind == "close" else None
    lost = expected_losses(odds_of(view.pack, view, unit, enemy, kind, fight))
    return 1 + lost * price_of(view.pack, enemy) // 100
