"""Checks of a map that need its geometry: fields that exist, sides between neighbours, unbroken roads."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from planspiel.packs.faults import KeyPath, Problem, nearest, printable

if TYPE_CHECKING:
    from planspiel.packs.maps import BoardMap


@dataclass(frozen=True)
class Outline:
    """Which fields a map has, which of them are neighbours and which sides they have."""

    noun: str
    labels: tuple[str, ...]
    numbers: Callable[[str], tuple[int, int]]
    label: Callable[[int, int], str]
    neighbours: Callable[[str], tuple[str, ...]]
    sides: frozenset[str]

    def nearest(self, label: str) -> str | None:
        """The field that was probably meant: with the numbers brought back onto the map, or written alike."""
        try:
            first, second = self.numbers(label)
            known = [self.numbers(other) for other in self.labels]
            firsts, seconds = sorted({a for a, _ in known}), sorted({b for _, b in known})
            moved = self.label(
                max(firsts[0], min(first, firsts[-1])), max(seconds[0], min(second, seconds[-1]))
            )
        except ValueError:
            return nearest(label, self.labels)
        return moved if moved in self.labels else nearest(label, self.labels)


def map_faults(the_map: BoardMap[Any, Any, Any, Any], outline: Outline) -> Iterator[Problem]:
    """Everything on a map that does not fit its fields."""
    known = frozenset(outline.labels)
    for path, label in _named_fields(the_map):
        if label not in known:
            yield _off_map(path, label, outline)
    for path, side in _named_sides(the_map):
        yield from _side_faults(path, side, outline, known)
    for name, way in the_map.ways.items():
        yield from _path_faults(("ways", name, "path"), way.path, outline, known)
        for label, wind in way.exits.items():
            yield from _exit_faults(("ways", name, "exits", label), label, wind, the_map, known)
    for wind, edge in the_map.edges.items():
        if (edge.first is None) == (edge.second is None):
            yield Problem(("edges", wind), "needs a first or a second number, and only one")
        elif not the_map.edge(wind):
            yield Problem(("edges", wind), f"no {outline.noun} has this number")
    for name, zone in the_map.zones.items():
        if zone.at and (zone.first or zone.second):
            yield Problem(("zones", name), "has both named fields and a range; give one of them")


def _named_fields(the_map: BoardMap[Any, Any, Any, Any]) -> Iterator[tuple[KeyPath, str]]:
    """Every label written in the file, except in sides and exits."""
    for label in the_map.fields:
        yield ("fields", label), label
    for word, labels in the_map.features.items():
        yield from _numbered(("features", word), labels)
    for name, place in the_map.places.items():
        yield ("places", name, "at"), place.at
    for name, objective in the_map.objectives.items():
        yield ("objectives", name, "at"), objective.at
    for name, way in the_map.ways.items():
        yield from _numbered(("ways", name, "path"), way.path)
    for name, zone in the_map.zones.items():
        yield from _numbered(("zones", name, "at"), zone.at)
        yield from _numbered(("zones", name, "exclude"), zone.exclude)


def _numbered(path: KeyPath, labels: Iterable[str]) -> Iterator[tuple[KeyPath, str]]:
    for place, label in enumerate(labels):
        yield (*path, place), label


def _named_sides(the_map: BoardMap[Any, Any, Any, Any]) -> Iterator[tuple[KeyPath, str]]:
    for side in the_map.sides:
        yield ("sides", side), side
    for name, course in the_map.courses.items():
        yield from _numbered(("courses", name, "sides"), course.sides)


def _off_map(path: KeyPath, label: str, outline: Outline) -> Problem:
    return Problem(path, f"there is no {outline.noun} {printable(label)} on the map", outline.nearest(label))


def _side_faults(path: KeyPath, side: str, outline: Outline, known: frozenset[str]) -> Iterator[Problem]:
    if side in outline.sides:
        return
    labels = side.split("|")
    turned = "|".join(reversed(labels))
    if len(labels) != 2:
        example = next(iter(sorted(outline.sides)))
        yield Problem(path, f"a side is written like {printable(example)}", nearest(side, outline.sides))
    elif turned in outline.sides:
        yield Problem(path, f"in a side the lower {outline.noun} comes first", turned)
    elif all(label in known for label in labels):
        yield Problem(path, f"{labels[0]} and {labels[1]} have no side in common")
    else:
        for label in labels:
            if label not in known:
                yield _off_map(path, label, outline)


def _path_faults(
    path: KeyPath, labels: tuple[str, ...], outline: Outline, known: frozenset[str]
) -> Iterator[Problem]:
    for place, (a, b) in enumerate(pairwise(labels), start=1):
        if a in known and b in known and b not in outline.neighbours(a):
            yield Problem((*path, place), f"{b} is not next to {a}")


def _exit_faults(
    path: KeyPath, label: str, wind: Any, the_map: BoardMap[Any, Any, Any, Any], known: frozenset[str]
) -> Iterator[Problem]:
    along = the_map.ways[str(path[1])].path
    if label not in along:
        yield Problem(path, f"{printable(label)} is not on this path", nearest(label, along))
    elif wind not in the_map.edges:
        yield Problem(path, f"the map has no {wind} edge", nearest(wind, the_map.edges))
    elif label in known and not the_map.is_on_edge(label, wind):
        yield Problem(path, f"{label} is not on the {wind} edge")
