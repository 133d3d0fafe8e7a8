"""Cheapest paths: how far a mover gets, what it costs, and which way.

A ``Graph`` is made once for each kind of movement from what never changes, the cost of each step on the map.
A search over it adds what does change, field by field: what entering costs more because of an enemy near by,
what may not be entered, and where a mover must stop. Costs are positive integers; count half points where a
book does.

Fields are labels of any kind, so hexes, squares and "0712 by road" serve alike. Where several paths cost the
same, the path comes from the field with the lowest label, so the same question always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Protocol

Cost = Callable[[str, str], int | None]
"""What the step from one field to an adjacent one costs, or None if it is impossible."""

Enter = Callable[[str], int | None]
"""What entering a field costs beyond the step (0 or more), or None if it may not be entered."""

Stop = Callable[[str], bool]
"""Whether a mover that enters a field has to stop there."""


class Network(Protocol):
    """What a board has to offer: its fields in order, and which lie next to which."""

    @property
    def labels(self) -> tuple[str, ...]: ...

    def neighbours(self, label: str, /) -> Iterable[str]: ...


class Graph:
    """The steps of a board with their costs for one kind of movement."""

    def __init__(self, board: Network, cost: Cost) -> None:
        self.labels: tuple[str, ...] = tuple(sorted(board.labels))
        self.index: dict[str, int] = {label: i for i, label in enumerate(self.labels)}
        into: list[list[tuple[int, int]]] = [[] for _ in self.labels]
        same: dict[tuple[int, int], tuple[int, int]] = {}  # equal pairs are kept once
        out: list[tuple[tuple[int, int], ...]] = []
        for node, label in enumerate(self.labels):
            steps = []
            for near in sorted(board.neighbours(label)):
                price = cost(label, near)
                if price is None:
                    continue
                if price < 1:
                    raise ValueError(
                        f"the step from {label} to {near} costs {price}; a step costs at least 1"
                    )
                there, back = (self.index[near], price), (node, price)
                steps.append(same.setdefault(there, there))
                into[there[0]].append(same.setdefault(back, back))
            out.append(tuple(steps))
        self._out: tuple[tuple[tuple[int, int], ...], ...] = tuple(out)
        self._into: tuple[tuple[tuple[int, int], ...], ...] = tuple(map(tuple, into))

    def node(self, label: str) -> int:
        """The index of a field."""
        try:
            return self.index[label]
        except KeyError:
            raise ValueError(f"there is no field {label} on this board") from None

    def reach(self, start: str, budget: int, enter: Enter | None = None, stop: Stop | None = None) -> Reach:
        """Everything a mover can reach from ``start`` for at most ``budget``.

        ``enter`` and ``stop`` are asked at most once for each field and never for the start. What leaving the
        start costs extra (a zone of control, a minefield) is taken off the budget by the caller.
        """
        labels, out = self.labels, self._out
        first = self.node(start)
        best = [budget + 1] * len(labels)  # the cheapest cost so far; -1 marks fields that may not be entered
        extras: dict[int, int] = {}
        stops: set[int] = set()
        waiting: dict[int, list[int]] = {}  # fields by cost, next to the heap of those costs
        costs: list[int] = []
        if budget >= 0:
            best[first] = 0
            waiting[0] = [first]
            costs.append(0)
        while costs:
            cost = heappop(costs)
            for node in waiting.pop(cost):
                if cost > best[node]:
                    continue  # a cheaper way was found since
                if stop is not None and node != first and stop(labels[node]):
                    stops.add(node)
                    continue
                for near, price in out[node]:
                    total = cost + price
                    if total >= best[near]:
                        continue
                    if enter is not None:
                        extra = extras[near] if near in extras else enter(labels[near])
                        if extra is None:
                            best[near] = -1
                            continue
                        if extra < 0:
                            raise ValueError(
                                f"entering {labels[near]} costs {extra} more; it cannot be negative"
                            )
                        extras[near] = extra
                        total += extra
                        if total >= best[near]:
                            continue
                    best[near] = total
                    if total in waiting:
                        waiting[total].append(near)
                    else:
                        waiting[total] = [near]
                        heappush(costs, total)
        return Reach(self, first, budget, best, extras, stops)

    def steps_into(self, node: int) -> tuple[tuple[int, int], ...]:
        """The fields from which a step leads into this one, lowest label first, each with its cost."""
        return self._into[node]


class Reach(Mapping[str, int]):
    """What a search reached: a mapping from label to cost, in label order, that also knows the paths."""

    __slots__ = ("_best", "_budget", "_extras", "_graph", "_start", "_stops")

    def __init__(
        self,
        graph: Graph,
        start: int,
        budget: int,
        best: list[int],
        extras: dict[int, int],
        stops: set[int],
    ) -> None:
        self._graph = graph
        self._start = start
        self._budget = budget
        self._best = best
        self._extras = extras
        self._stops = stops

    def __getitem__(self, label: str) -> int:
        cost = self._best[self._graph.index[label]]
        if 0 <= cost <= self._budget:
            return cost
        raise KeyError(label)

    def __iter__(self) -> Iterator[str]:
        budget = self._budget
        return (
            label for label, cost in zip(self._graph.labels, self._best, strict=True) if 0 <= cost <= budget
        )

    def __len__(self) -> int:
        budget = self._budget
        return sum(1 for cost in self._best if 0 <= cost <= budget)

    def path(self, label: str) -> tuple[str, ...]:
        """The cheapest path from the start to a field, both included; ``KeyError`` if it was not reached."""
        cost = self[label]
        node = self._graph.index[label]
        path = [label]
        while node != self._start:
            node = self._came_from(node, cost)
            cost = self._best[node]
            path.append(self._graph.labels[node])
        return tuple(reversed(path))

    def _came_from(self, node: int, cost: int) -> int:
        before = cost - self._extras.get(node, 0)
        for near, price in self._graph.steps_into(node):
            # The comparison with the price keeps out the -1 of fields that may not be entered.
            if before >= price and self._best[near] == before - price and near not in self._stops:
                return near
        raise AssertionError("every field reached was reached from somewhere")
