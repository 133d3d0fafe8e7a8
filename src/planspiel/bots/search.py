"""The bot that thinks ahead: Monte Carlo tree search over imagined games.

Every simulation plays on in one *world*: a game imagined from all that the seat has seen, with its own dice.
The same worlds are used for every candidate, so that two candidates are compared under the same luck. Where
an order leads is not fixed, as dice and reactions come in between; so a node of the tree stands for the
orders given, not for a position. At the root every candidate is compared with the advice's first choice,
which never drops out; of the others the worse half does after each stage, and whoever is surely worse. Deeper
the tree grows by progressive widening: the better candidates by the system's advice come first, others only
as visits mount. Beyond the tree both sides play greedily, to the end of a short game or far ahead in a long
one, up to a quiet moment; then the system's evaluation judges the position. While something is half done, as
when a target or a reaction is asked for, the bot follows the advice, which knows the odds of that.

The advice counts as much as simulations that are as sure as it is. So with few of them, or where they say
little, the bot plays like the greedy one. Once nobody can overtake the first choice any more, the rest of the
budget is spared.
"""

from __future__ import annotations

from math import log, sqrt
from time import perf_counter
from typing import Any

from planspiel.bots.greedy import ranked
from planspiel.bots.situation import Budget, Chosen, Situation, situation_of
from planspiel.kernel import Game, Illegal, Keyed, Order, Rng, RuleError, Seat, Text, Window
from planspiel.systems import registry
from planspiel.systems.advice import BALANCED, Advice, Temper

__all__ = ["SearchBot"]

DEFAULT = Budget(simulations=200)
"""For a bot that was given no budget at all."""
WORLDS = 24
"""So many games are imagined for one decision; further simulations use them again with other dice."""
MOST_ORDERS = 8
AHEAD, LONGEST = 200, 24
"""A simulation ends at the first quiet moment after so many decisions, and at any rate so many later."""
ENOUGH = 60
"""Where time is short, a simulation looks no farther ahead than lets about so many fit in."""
WON = 800
"""What a won game is worth, in hundredths of a victory point. How well it was won counts half, up to
as much: so a plan that wins by a hair is told from one that wins surely."""
TRUST = 200
"""How far off the advice may be, as a rule, in hundredths of a victory point: the wilder the simulations, the
more it counts."""
STAGE = 6
"""Simulations of each candidate before the worse half drops out; then twice as many, and so on."""
TRIED = "Of {tried} orders tried in {games} imagined games it did best, in {visits} of them."
PROMISING = 300
"""A candidate that the advice puts farther behind its first choice is not tried."""
HOPELESS = 2.0
"""A candidate that is so many standard errors behind the first choice drops out."""
SPARE = 0.9
"""The part of the time that is used up; the rest is for what cannot be interrupted."""


class Node:
    """What came of a sequence of orders. Values are those of the seat that searches."""

    __slots__ = ("children", "orders", "seat", "total", "visits", "worths")

    def __init__(self) -> None:
        self.children: dict[Order, Node] = {}
        self.orders: list[tuple[int, Order]] = []
        self.seat: Seat | None = None
        self.visits = self.total = 0
        self.worths: list[int] = []
        """What each visit came to, in their order: the n-th visits of two candidates had the same luck."""

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
        search.root.orders = _promising(candidates)
        if len(search.root.orders) > 1:
            search.spend(budget, started)
        score, order = search.best()
        if not situation.wants_why:
            return Chosen(order, (), score)
        told = advice.why(situation.question, situation.view, order, self.temper)
        return Chosen(order, (*told, *search.why(order)), score)


def _promising(candidates: list[tuple[int | None, Order]]) -> list[tuple[int, Order]]:
    """The candidates to be tried, the advice's first choice first, then what is unlike those before it."""
    rated = [(score or 0, order) for score, order in candidates]
    close = [(score, order) for score, order in rated if score >= rated[0][0] - PROMISING]
    kinds: set[tuple[object, ...]] = set()
    unlike: list[tuple[int, Order]] = []
    alike: list[tuple[int, Order]] = []
    for score, order in close:
        kind = _kind(order)
        (alike if kind in kinds else unlike).append((score, order))
        kinds.add(kind)
    return (unlike + alike)[:MOST_ORDERS]


def _kind(order: Order) -> tuple[object, ...]:
    """What sort of order it is, and the first thing it names: as a rule who carries it out."""
    fields = order.__struct_fields__
    return type(order), getattr(order, fields[0]) if fields else None


def _ahead(budget: Budget, taken: float) -> int:
    """How many decisions to look ahead; `taken` is the time for ranking the orders of one, in seconds."""
    if budget.seconds is None:
        return AHEAD
    return min(AHEAD, int(budget.seconds * SPARE / (ENOUGH * max(taken, 1e-6))))


def _is_quiet(game: Game[Any]) -> bool:
    """Nothing is half done: no reaction is waited for, and the position holds all that was begun."""
    return not game.since and not isinstance(game.pause, Window)


class _Search:
    """One decision being thought about."""

    def __init__(self, advice: Advice, temper: Temper, situation: Situation, rng: Rng) -> None:
        self.advice, self.temper, self.situation, self.rng = advice, temper, situation, rng
        self.root = Node()
        self.worlds: list[Game[Any]] = []
        self.ahead = AHEAD
        self.ends = float("inf")
        self.looked = self.gap = 0.0
        self.running: list[Order] = []
        self.stage = STAGE
        self.spread = 60.0
        self.secret = rng.randrange(2**60)

    def spend(self, budget: Budget, started: float) -> None:
        """Simulate until the budget is spent."""
        self.ahead = _ahead(budget, perf_counter() - started)
        most = budget.simulations if budget.simulations is not None else 10**9
        if budget.seconds is not None:
            self.ends = started + budget.seconds * SPARE
        self.looked = started
        try:
            if not _is_quiet(self._world(0)):
                return
            while self.root.visits < most:
                self._look_at_the_clock()
                order = self._candidate()
                if order is None:
                    return
                self._simulate(order)
        except (OutOfTime, RuleError):  # no game agrees with what the seat has seen: the advice decides
            return

    def _look_at_the_clock(self) -> None:
        """Stop if the longest stretch between two looks so far, come again, would not fit any more."""
        now = perf_counter()
        self.gap, self.looked = max(self.gap, now - self.looked), now
        if now + self.gap > self.ends:
            raise OutOfTime

    # -- one simulation --------------------------------------------------------------------------------

    def _simulate(self, order: Order) -> None:
        path = [self.root]
        child = self.root.children[order]
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
        child.worths.append(worth)
        if self.root.visits < 40:
            self.spread = max(20.0, (self.spread * 3 + abs(worth - self.root.mean)) / 4)

    def _candidate(self) -> Order | None:
        """Whose turn it is to be tried: all equally often, until a stage is over. None if all is settled."""
        children = self.root.children
        if not self.running:
            self.running = [order for _, order in self.root.orders]
            for order in self.running:
                children[order] = Node()
        least = min(self.running, key=lambda order: children[order].visits)
        if children[least].visits < self.stage:
            return least
        self._drop()
        return min(self.running, key=lambda order: children[order].visits) if len(self.running) > 1 else None

    def _drop(self) -> None:
        """A stage is over: the worse half of those measured by the first drops out, and the hopeless."""
        self.stage *= 2
        leads = self._leads()
        first, *others = self.running
        others.sort(key=lambda order: leads[order][0], reverse=True)
        left = others[: (len(others) + 1) // 2]
        self.running = [first, *(order for order in left if leads[order][0] + HOPELESS * leads[order][1] > 0)]

    def _world(self, number: int) -> Game[Any]:
        """The world of a candidate's next visit: the same for the n-th visit of all of them."""
        if number >= len(self.worlds) < WORLDS:
            self.worlds.append(self._imagined())
        world = self.worlds[number % len(self.worlds)]
        return world.fork(Keyed((self.secret + number).to_bytes(8, "big")))

    def _imagined(self) -> Game[Any]:
        """A game that agrees with what the seat has seen; whoever has sealed an answer did so greedily."""
        world = self.situation.imagine(self.rng)
        for other in world.sealed():
            if other != self.situation.seat and world.pending(other) is not None:
                situation = situation_of(world, other, wants_why=False)
                world.answer(other, ranked(self.advice, situation, self.temper, self.rng)[0][1])
        return world

    def _play_on(self, game: Game[Any], node: Node | None, path: list[Node]) -> int:
        """Down the tree as far as it goes, then greedily on and to a quiet moment."""
        for given in range(self.ahead + LONGEST):
            if game.over or (given >= self.ahead and _is_quiet(game)):
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

    def _select(self, node: Node, possible: dict[Order, int]) -> Order:
        """The candidate with the best upper bound, among as many as the visits allow."""
        orders = [order for _, order in node.orders if order in possible]
        widened = orders[: 1 + int(sqrt(node.visits) / 4)]
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
        worth = self.advice.evaluate(game.view(seat), sides[0], self.temper)
        if outcome is None:
            return worth
        won = 0 if not outcome.winners else WON if any(side in outcome.winners for side in sides) else -WON
        return won + max(-WON, min(WON, worth // 2))

    def _pessimist(self) -> int:
        return int(self.root.mean - 3 * self.spread)

    def _leads(self) -> dict[Order, tuple[float, float]]:
        """How far each candidate still in the running is ahead of the first, and how uncertain that is.

        Visits with the same luck are compared with each other. The advice counts as well, as much as
        simulations that are as sure as it is.
        """
        scores = {order: score for score, order in self.root.orders}
        first, *others = self.running
        level = self.root.children[first].worths
        leads = {first: (0.0, 0.0)}
        for order in others:
            gaps = [one - other for one, other in zip(self.root.children[order].worths, level, strict=False)]
            if len(gaps) < 2:
                leads[order] = (float(scores[order] - scores[first]), float("inf"))
                continue
            mean = sum(gaps) / len(gaps)
            noise = sum((gap - mean) ** 2 for gap in gaps) / (len(gaps) - 1)
            weight = noise / TRUST**2
            lead = (sum(gaps) + weight * (scores[order] - scores[first])) / (len(gaps) + weight)
            leads[order] = lead, sqrt(noise / len(gaps))
        return leads

    def best(self) -> tuple[int | None, Order]:
        """Who leads, which is the advice's first choice if nobody is ahead of it."""
        if not self.root.visits:
            return self.root.orders[0]
        leads = self._leads()
        chosen = max(leads, key=lambda order: leads[order][0])
        return int(self.root.children[chosen].mean), chosen

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
