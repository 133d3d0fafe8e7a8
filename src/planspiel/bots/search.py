"""The bot that thinks ahead: Monte Carlo tree search over imagined games.

Every simulation plays on in one *world*: a game imagined from all that the seat has seen, with its own dice.
The same worlds are used for every candidate, so that two candidates are compared under the same luck. Where
an order leads is not fixed, as dice and reactions come in between; so a node of the tree stands for the
orders given, not for a position. At the root the worse half of the candidates drops out after each stage;
deeper the tree grows by progressive widening: the better candidates by the system's advice come first, others
only as visits mount. Beyond the tree both sides play greedily for a while,
up to a quiet moment, and the position is judged by the system's evaluation.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Any

from planspiel.bots.greedy import ranked
from planspiel.bots.situation import Budget, Chosen, Situation, situation_of
from planspiel.kernel import Game, Illegal, Keyed, Order, Rng, RuleError, Seat, Side, Text
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED, Advice, Temper

__all__ = ["SearchBot"]

DEFAULT = Budget(simulations=200)
"""For a bot that was given no budget at all."""
WORLDS = 24
"""So many games are imagined for one decision; further simulations use them again with other dice."""
MOST_ORDERS = 8
QUIET, LONGEST = 6, 24
"""A simulation ends at the first quiet moment after so many decisions, and at any rate after so many."""
WON = 4000
"""What a won game is worth, in hundredths of a victory point."""
TRUST = 60
"""How far off the advice may be, as a rule, in hundredths of a victory point: the wilder the simulations, the
more it counts."""
STAGE = 8
"""Simulations of each candidate before the worse half drops out; then twice as many, and so on."""
TRIED = "Of {tried} orders tried in {games} imagined games it did best, in {visits} of them."
SPARE = 0.9
"""The part of the time that is used up; the rest is for what cannot be interrupted."""


class Node:
    """What came of a sequence of orders. Values are those of the seat that searches."""

    __slots__ = ("children", "orders", "seat", "squares", "total", "visits")

    def __init__(self) -> None:
        self.children: dict[Order, Node] = {}
        self.orders: list[tuple[int, Order]] = []
        self.seat: Seat | None = None
        self.visits = 0
        self.total = self.squares = 0

    @property
    def variance(self) -> float:
        return max(0.0, self.squares / self.visits - self.mean**2) if self.visits else 0.0

    @property
    def mean(self) -> float:
        return self.total / self.visits if self.visits else 0.0


class OutOfTime(Exception):
    """The budget is spent: the simulation that is going on does not count."""


class SearchBot:
    """Spends its budget of time or simulations on the candidates that promise most."""

    def __init__(self, temper: Temper = BALANCED, budget: Budget = DEFAULT) -> None:
        self.temper, self.budget = temper, budget
        self.name = "search" if temper is BALANCED else f"search:{temper.name}"

    def choose(self, situation: Situation, rng: Rng) -> Chosen:
        started = perf_counter()
        budget = self.budget.within(situation.budget)
        advice = registry.advice(situation.system.id)
        candidates = ranked(advice, situation, self.temper, rng)
        search = _Search(advice, self.temper, situation, rng)
        search.root.seat = situation.seat
        search.root.orders = [(score or 0, order) for score, order in candidates[:MOST_ORDERS]]
        if len(candidates) > 1:
            search.spend(budget, started)
        score, order = search.best()
        if not situation.wants_why:
            return Chosen(order, (), score)
        told = advice.why(situation.question, situation.view, order, self.temper)
        return Chosen(order, (*told, *search.why(order)), score)


class _Search:
    """One decision being thought about."""

    def __init__(self, advice: Advice, temper: Temper, situation: Situation, rng: Rng) -> None:
        self.advice, self.temper, self.situation, self.rng = advice, temper, situation, rng
        self.root = Node()
        self.worlds: list[Game[Any]] = []
        self.ends = float("inf")
        self.looked = self.gap = 0.0
        self.running: list[Order] = []
        self.stage = STAGE
        self.spread = 60.0
        self.secret = rng.randrange(2**60)

    def spend(self, budget: Budget, started: float) -> None:
        """Simulate until the budget is spent."""
        most = budget.simulations if budget.simulations is not None else 10**9
        if budget.seconds is not None:
            self.ends = started + budget.seconds * SPARE
        self.looked = started
        try:
            while self.root.visits < most:
                self._look_at_the_clock()
                self._simulate()
        except (OutOfTime, RuleError):  # no game agrees with what the seat has seen: the advice decides
            return

    def _look_at_the_clock(self) -> None:
        """Stop if the longest stretch between two looks so far, come again, would not fit any more."""
        now = perf_counter()
        self.gap, self.looked = max(self.gap, now - self.looked), now
        if now + self.gap > self.ends:
            raise OutOfTime

    # -- one simulation --------------------------------------------------------------------------------

    def _simulate(self) -> None:
        path = [self.root]
        order = self._candidate()
        child = self.root.children.setdefault(order, Node())
        game = self._world(child.visits)
        try:
            self._give(game, order)
            path.append(child)
            worth = self._play_on(game, child, path)
        except (Illegal, RuleError, LookupError):
            worth = self._pessimist()  # the imagined game did not fit the order: it counts against it
        for passed in path:
            passed.visits += 1
            passed.total += worth
            passed.squares += worth * worth
        if self.root.visits < 40:
            self.spread = max(20.0, (self.spread * 3 + abs(worth - self.root.mean)) / 4)

    def _candidate(self) -> Order:
        """The root's candidates get equally many simulations; after each stage the worse half drops out."""
        if not self.running:
            self.running = [order for _, order in self.root.orders]
            for order in self.running:
                self.root.children[order] = Node()
        children = self.root.children
        least = min(self.running, key=lambda order: children[order].visits)
        if children[least].visits >= self.stage and len(self.running) > 2:
            self.stage *= 2
            self.running.sort(key=self._merits().__getitem__, reverse=True)
            self.running = self.running[: max(2, (len(self.running) + 1) // 2)]
            least = min(self.running, key=lambda order: children[order].visits)
        return least

    def _world(self, number: int) -> Game[Any]:
        """The world of a candidate's next visit: the same for the n-th visit of all of them."""
        if number >= len(self.worlds) < WORLDS:
            self.worlds.append(self.situation.imagine(self.rng))
        world = self.worlds[number % len(self.worlds)]
        return world.fork(Keyed((self.secret + number).to_bytes(8, "big")))

    def _play_on(self, game: Game[Any], node: Node | None, path: list[Node]) -> int:
        """Down the tree as far as it goes, then greedily to a quiet moment."""
        for given in range(LONGEST):
            if game.over or (given >= QUIET and not game.since):
                break
            self._look_at_the_clock()
            seat = game.waiting()[0]
            if node is not None and node.visits > 1:
                order = self._descend(game, node, seat)
                node = node.children.setdefault(order, Node())
                path.append(node)
            else:
                node = None
                order = ranked(self.advice, situation_of(game, seat), self.temper, self.rng)[0][1]
            game.choose(order)
        return self._worth(game)

    def _descend(self, game: Game[Any], node: Node, seat: Seat) -> Order:
        """The order to follow in the tree; what this game does not allow is left out."""
        found = ranked(self.advice, situation_of(game, seat), self.temper, self.rng)
        possible = {order: score or 0 for score, order in found[:MOST_ORDERS]}
        if node.seat != seat:  # this world asks somebody else: his best answer, without a statistic
            node.seat = node.seat or seat
            if node.seat != seat:
                return found[0][1]
        known = {order for _, order in node.orders}
        node.orders += [(score, order) for order, score in possible.items() if order not in known]
        return self._select(node, possible)

    def _select(self, node: Node, possible: dict[Order, int] | None = None) -> Order:
        """The candidate with the best upper bound, among as many as the visits allow."""
        orders = [order for _, order in node.orders if possible is None or order in possible]
        widened = orders[: 2 + int(sqrt(node.visits) / 2)]
        sign = 1 if node.seat == self.situation.seat else -1
        best, highest = widened[0], float("-inf")
        for order in widened:
            child = node.children.get(order)
            if child is None or child.visits == 0:
                return order
            bound = sign * child.mean + self.spread * sqrt(log(node.visits + 1) / child.visits)
            if bound > highest:
                best, highest = order, bound
        return best

    def _give(self, game: Game[Any], order: Order) -> None:
        """The root's order, judged anew in the imagined game."""
        seat = self.situation.seat
        game.check(seat, order)
        if game.waiting()[0] == seat:
            game.choose(order)
        else:
            game.answer(seat, order)

    # -- judgement -------------------------------------------------------------------------------------

    def _worth(self, game: Game[Any]) -> int:
        """What a position is worth to the seat."""
        seat = self.situation.seat
        sides = game.setup.seats[seat]
        outcome = game.state.outcome
        if outcome is not None and outcome.winners:
            return WON if any(side in outcome.winners for side in sides) else -WON
        side: Side = sides[0]
        worth = self.advice.evaluate(game.view(seat), side, self.temper)
        return max(-WON, min(WON, worth))

    def _pessimist(self) -> int:
        return int(self.root.mean - 3 * self.spread)

    def _merits(self) -> dict[Order, float]:
        """What the candidates still in the running are worth: their means, and what the advice says.

        The advice weighs as many simulations as are needed to be as sure as it is.
        """
        scores = {order: score for score, order in self.root.orders if order in self.running}
        children = self.root.children
        level = sum(children[order].mean - score for order, score in scores.items()) / len(scores)
        noise = sum(children[order].variance for order in scores) / len(scores)
        weight = 1 + noise / TRUST**2
        return {
            order: (children[order].total + weight * (level + score)) / (children[order].visits + weight)
            for order, score in scores.items()
        }

    def best(self) -> tuple[int | None, Order]:
        """The best of those still in the running; without any simulation what the advice puts first."""
        if not self.root.visits:
            return self.root.orders[0]
        merits = self._merits()
        chosen = max(merits, key=merits.__getitem__)
        return int(merits[chosen]), chosen

    def why(self, order: Order) -> tuple[Text, ...]:
        child = self.root.children.get(order)
        if child is None:
            return ()
        values: dict[str, str | int] = {
            "games": self.root.visits,
            "tried": len(self.root.children),
            "visits": child.visits,
        }
        return (Text(TRIED, values),)
