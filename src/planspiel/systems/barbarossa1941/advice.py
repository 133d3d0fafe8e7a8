"""Barbarossa 1941 for bots: what positions, plans and choices are worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any

from planspiel.kernel import Assembled, Assembly, Order, Question, Rng, Side, Text
from planspiel.systems.advice import BALANCED, MOST_CANDIDATES, Temper
from planspiel.systems.barbarossa1941.advice_picture import left_of, lost, picture_of, price_of
from planspiel.systems.barbarossa1941.advice_plans import LEANINGS, best_plan, plan_worth
from planspiel.systems.barbarossa1941.advice_setup import placement_worth, purchase_worth
from planspiel.systems.barbarossa1941.army import BuildArmy, Purchases, price
from planspiel.systems.barbarossa1941.attack import AttackKind
from planspiel.systems.barbarossa1941.close_combat import ChooseOpponents, Opponents
from planspiel.systems.barbarossa1941.deployment import Deployment
from planspiel.systems.barbarossa1941.firing import SpreadFire, SpreadTo, StopFire
from planspiel.systems.barbarossa1941.flak import ChooseAircraft
from planspiel.systems.barbarossa1941.order_rules import unit_of
from planspiel.systems.barbarossa1941.orders import Plan
from planspiel.systems.barbarossa1941.planning import PlanRound
from planspiel.systems.barbarossa1941.reaction import ChooseShots, Shoot, Shots
from planspiel.systems.barbarossa1941.state import enemy_of
from planspiel.systems.barbarossa1941.victory import LeaveBoard, points_now
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["BarbarossaAdvice"]

A_POINT = 800
"""A victory point as the board stands; a whole army counts about as much as two of them."""
STRENGTH = 6
"""So many points of strength weigh as much as one of the scenario."""


class BarbarossaAdvice:
    """Everything is judged on the view of the seat that is asked."""

    def evaluate(self, view: BarbarossaView, side: Side, temper: Temper) -> int:
        """Victory points as they stand, what is left of both armies, and the way still to go."""
        pack, rounds = view.pack, view.pack.scenarios[view.scenario].rounds
        points = points_now(pack, view, rounds)
        strength = 0
        for unit in view.units.values():
            if unit.fate in ("dead", "pool", "merged"):
                continue
            value = price_of(pack, unit) * left_of(pack, unit) * (85 if unit.suppressed else 100) // 100
            strength += value * (temper.own_losses if unit.side == side else -temper.enemy_losses) // 100
            if unit.fate == "map" and unit.hex:
                place = picture_of(view, unit.side).place(unit, unit.hex)
                strength += (place if unit.side == side else -place) * temper.ground // 100
        return A_POINT * (points[side] - points[enemy_of(side)]) + strength // STRENGTH

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
                worth = [self._part(question, view, piece, part, given) for part in parts]
                best = [part for part, found in zip(parts, worth, strict=True) if found == max(worth)]
                given[piece] = rng.choice(best)
        whole: Order = question.whole(view, given)
        try:
            question.check(view, whole)
        except ValueError:
            return question.sample(view, rng)  # type: ignore[no-any-return]
        return whole

    def _part(
        self,
        question: Question[Any, Any],
        view: BarbarossaView,
        piece: str,
        part: Any,
        given: Mapping[str, Any],
    ) -> int:
        if isinstance(question, BuildArmy):
            return purchase_worth(question, view, piece, part.count)
        if isinstance(question, ChooseShots):
            kind: AttackKind = "flak" if isinstance(question, ChooseAircraft) else "defend"
            return _duel(view, unit_of(piece), part.target, kind) if isinstance(part, Shoot) else 0
        if isinstance(question, ChooseOpponents):
            return _duel(view, unit_of(piece), part.target, "close")
        return placement_worth(view, piece, part, given)

    def score(
        self, question: Question[Any, Any], view: BarbarossaView, order: Order, temper: Temper
    ) -> int | None:
        match order:
            case Plan():
                return plan_worth(view, order, temper) // STRENGTH
            case Deployment() | Shots() | Opponents():
                return self._together(question, view, order)
            case LeaveBoard():
                return sum(_leaves(view, name) for name in order.units)
            case SpreadTo() if isinstance(question, SpreadFire):
                return _duel(view, question.firer, order.target, "open")
            case StopFire():
                return 0
            case Purchases():
                return sum(price(view.pack, piece) * buy.count for piece, buy in order.parts.items())
            case _:
                return None

    def _together(self, question: Question[Any, Any], view: BarbarossaView, order: Assembled) -> int:
        """All parts, each beside those before it."""
        given: dict[str, Any] = {}
        total = 0
        for piece, part in order.parts.items():
            total += self._part(question, view, piece, part, given)
            given[piece] = part
        return total

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


def _duel(view: BarbarossaView, name: str, target: str, kind: AttackKind) -> int:
    """Losses to expect of one shot or blow."""
    unit, enemy = view.units[name], view.units[target]
    picture = picture_of(view, unit.side)
    fight = view.fights.get(enemy.hex) if kind == "close" else None
    hits = picture.hits(unit, enemy, kind, "", fight)
    gone = lost(hits, picture.defence(enemy, fight))
    return 1 + hits // 10 + gone * price_of(view.pack, enemy) * picture.matters(enemy) // 10000


def _leaves(view: BarbarossaView, name: str) -> int:
    """Whether a unit counts where it has come to; others stay and fight."""
    unit = view.units[name]
    aims = picture_of(view, unit.side).aims
    return 100 if any(aim.leaves and (not aim.cards or unit.card in aim.cards) for aim in aims) else -1
