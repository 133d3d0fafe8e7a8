"""Lines of sight: terrain, hills, smoke and dense forest."""

from __future__ import annotations

from planspiel.boards.sight import Line, Verdict, line_of_sight
from planspiel.kernel import Choice, rule, rulebook
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known

__all__ = ["CHOICES", "distance", "sees", "sight"]

CHOICES = {
    "forest_sight": Choice(
        "adjacent",
        "Dense forest is seen from adjacent hexes (the other reading: from nowhere)",
        "Wald wird aus benachbarten Feldern gesehen (andere Lesart: nie)",
        "BAR-forest-X1",
        ("adjacent", "never"),
    ),
}

SMOKE, FOREST, HILL = "smoke", "forest", "higher ground"


@rule("BAR-fire-test-11")
def distance(pack: Pack, known: Known, a: str, b: str) -> int:
    """Steps from hex to hex: adjacent is 1, the same hex 0."""
    return pack.theatre(known.scenario).board.distance(a, b)


def sees(pack: Pack, known: Known, a: str, b: str) -> bool:
    """Whether there is a line of sight from one hex to another."""
    return sight(pack, known, a, b).is_open


@rule("BAR-los-1", "BAR-los-5", "BAR-los-6", "BAR-los-8")
def sight(pack: Pack, known: Known, a: str, b: str) -> Verdict:
    """The straight line between the centres; the terrain of the two ends does not block, units never do."""
    theatre = pack.theatre(known.scenario)
    line = theatre.board.line(a, b)
    if a == b:
        return Verdict(line)
    if known.smoke:
        smoky = _through_smoke(theatre, known, line)
        if not smoky.is_open:
            return smoky
    forest = _into_forest(pack, known, theatre, line)
    return _over_land(theatre, line) if forest is None else forest


@rule("BAR-smoke-9", "BAR-los-3")
def _through_smoke(theatre: Theatre, known: Known, line: Line) -> Verdict:
    """Smoke blocks for everyone, in the end hexes too; along an edge together with blocking land."""
    for end in (line.start, line.end):
        if end in known.smoke:
            return Verdict(line, ((end, SMOKE),))
    if known.smoke.keys().isdisjoint(line.fields):
        return Verdict(line)
    return line_of_sight(
        line, lambda drawn, hex_: SMOKE if hex_ in known.smoke else _land(theatre, drawn, hex_)
    )


@rule("BAR-forest-X1")
def _into_forest(pack: Pack, known: Known, theatre: Theatre, line: Line) -> Verdict | None:
    """Dense forest is seen, and seen from, in adjacent hexes only; None if that does not matter here."""
    ends = [end for end in (line.start, line.end) if theatre.ground[end].close_sight]
    if not ends:
        return None
    if known.options.get("forest_sight") != "never" and theatre.board.distance(line.start, line.end) == 1:
        return Verdict(line)
    return Verdict(line, tuple((end, FOREST) for end in ends))


@rule("BAR-los-2", "BAR-los-3", "BAR-los-4")
def _over_land(theatre: Theatre, line: Line) -> Verdict:
    """What lies on the line; along an edge only two blocking hexes close it. Kept, for land never changes."""
    kept: dict[tuple[str, str], Verdict] = theatre.__dict__.setdefault("sight_lines", {})
    found = kept.get((line.start, line.end)) if rulebook.recorder is None else None
    if found is None:
        found = kept[line.start, line.end] = line_of_sight(
            line, lambda drawn, hex_: _land(theatre, drawn, hex_)
        )
    return found


def _land(theatre: Theatre, line: Line, hex_: str) -> str | None:
    return _hill(theatre, line, hex_) or _obstacle(theatre, line, hex_)


@rule("BAR-hill-2", "BAR-hill-los-1", "BAR-hill-los-4")
def _hill(theatre: Theatre, line: Line, hex_: str) -> str | None:
    """A hill hex blocks if it is higher than at least one of the two ends."""
    height = theatre.level[hex_]
    lower = min(theatre.level[line.start], theatre.level[line.end])
    return HILL if height > 0 and height > lower else None


@rule("BAR-hill-los-2", "BAR-hill-los-3", "BAR-hill-los-5")
def _obstacle(theatre: Theatre, line: Line, hex_: str) -> str | None:
    """Blocking terrain. From a hill one looks over what is lower, except into the hex just behind it."""
    ground = theatre.ground[hex_]
    if not ground.is_obstacle():
        return None
    start, end = theatre.level[line.start], theatre.level[line.end]
    top, far = (start, line.end) if start >= end else (end, line.start)
    if top > 0 and theatre.level[hex_] < top and theatre.board.distance(hex_, far) > 1:
        return None
    return ground.name
