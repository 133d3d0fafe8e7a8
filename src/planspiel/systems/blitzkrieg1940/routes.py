"""7.1 The way to each goal: the cheapest paths that a player is offered. Other legal paths may be ordered."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from planspiel.boards.paths import Graph, Reach
from planspiel.systems.blitzkrieg1940 import entry, movement
from planspiel.systems.blitzkrieg1940.counters import Moves
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, March
from planspiel.systems.blitzkrieg1940.theatre import Theatre

__all__ = ["Routes"]


class Routes:
    """The goals of a march in one mode, in column or across country, and one cheapest path to each.

    A stack goes the way that is cheapest for its slowest member, if the others can follow.
    """

    def __init__(self, pack: Pack, known: Known, march: March, column: bool) -> None:
        self.pack, self.known, self.march, self.column = pack, known, march, column
        self.theatre = pack.theatre(known.scenario)
        self.outlook = movement.Outlook(pack, known, march)
        slowest = min(march.units, key=lambda name: march.left_of(name))
        self.unit = known.units[slowest]
        self.left = march.left_of(slowest)
        self.graph = _graph(pack, self.theatre, movement.moves_as(pack, known, self.unit), column)
        self.enemies = {
            hex_: None for hex_, is_held in self.outlook.enemies.items() if is_held or self.unit.is_hq
        }
        """Where the slowest unit cannot simply pass; an HQ does not pass other HQs."""
        self._reaches = self._search()

    def _search(self) -> list[tuple[tuple[str, ...], Reach]]:
        """What can be reached, with the first hex of the path where it begins off the map."""
        if self.unit.hex:
            return [((), self._reach(self.unit.hex, self.left))]
        found: list[tuple[tuple[str, ...], Reach]] = []
        for hex_ in entry.entry_hexes(self.pack, self.known, self.unit):
            left = self.outlook.pay(self.march, self.unit.id, ("", hex_), False)
            if left is not None and hex_ not in self.enemies:
                found.append(((hex_,), self._reach(hex_, left)))
        return found

    def _reach(self, start: str, left: int) -> Reach:
        mines = self.known.mines
        if start in mines:
            moves = movement.moves_as(self.pack, self.known, self.unit)
            left -= self.pack.movement.leave_mines.of(moves)
        enemies = self.enemies
        # What leaving a minefield costs is asked anew in the field itself, so the search ends there.
        stop = mines.__contains__ if mines else None
        return self.graph.reach(start, left, lambda hex_: None if hex_ in enemies else 0, stop)

    def goals(self) -> list[str]:
        """Hexes to which there may be a path: what was reached, one hex in any case, and enemies beside."""
        found: dict[str, None] = {}
        for _, reach in self._reaches:
            found.update(dict.fromkeys(reach))
        if self.unit.hex:
            attackable = self._attackable(found)
            found.pop(self.unit.hex, None)
            if self.march.entered == 0 and not self.march.by_half:
                found.update(dict.fromkeys(self.theatre.board.neighbours(self.unit.hex)))
            found.update(dict.fromkeys(attackable))
        else:
            found.update(dict.fromkeys(entry.entry_hexes(self.pack, self.known, self.unit)))
        return list(found)

    def _attackable(self, reached: dict[str, None]) -> list[str]:
        """Hexes of the enemy next to one that was reached."""
        if self.unit.is_hq or self.unit.out_of_command or self.march.by_half:
            return []
        neighbours = self.theatre.board.neighbours
        return [hex_ for hex_ in self.enemies if not reached.keys().isdisjoint(neighbours(hex_))]

    def path(self, goal: str) -> tuple[str, ...] | None:
        """The cheapest legal path to a goal, if there is one in this mode."""
        if self.outlook.end_refusal(goal) is not None:
            return None
        path = self._cheapest(goal)
        if path is None or (self.column and not movement.has_road(self.theatre, self.unit.hex, path)):
            return None
        if len(self.march.units) == 1 and goal not in self.enemies and len(path) > 1:
            return path  # as the search found it
        refusal = self.outlook.path_refusal(self.march, path, self.column)
        return path if refusal is None else None

    def _cheapest(self, goal: str) -> tuple[str, ...] | None:
        if goal in self.enemies:
            return self._to_the_attack(goal)
        ways = [
            (reach[goal], (*first, *reach.path(goal)[1:])) for first, reach in self._reaches if goal in reach
        ]
        if ways:
            return min(ways, key=lambda way: way[0])[1]
        return (goal,)

    def _to_the_attack(self, goal: str) -> tuple[str, ...] | None:
        """By the cheapest neighbour; from beside it, one hex."""
        if not self.unit.hex or goal in self.theatre.board.neighbours(self.unit.hex):
            return (goal,)
        _, reach = self._reaches[0]
        ways = [(reach[near], near) for near in self.theatre.board.neighbours(goal) if near in reach]
        return (*reach.path(min(ways)[1])[1:], goal) if ways else None

    def paths(self) -> Iterator[tuple[str, ...]]:
        for goal in self.goals():
            path = self.path(goal)
            if path is not None:
                yield path


_GRAPHS: WeakKeyDictionary[Theatre, dict[tuple[Moves, bool], Graph]] = WeakKeyDictionary()
"""The steps of a map for each way of moving, made once. A map belongs to one pack and so to its costs."""


def _graph(pack: Pack, theatre: Theatre, moves: Moves, column: bool) -> Graph:
    graphs = _GRAPHS.setdefault(theatre, {})
    graph = graphs.get((moves, column))
    if graph is None:
        graph = Graph(theatre.board, lambda a, b: movement.step_cost(pack, theatre, moves, a, b, column))
        graphs[moves, column] = graph
    return graph
