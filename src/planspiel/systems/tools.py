"""What a system's table can show beside its questions: costs of a path, lines of sight, ranges, the score.

Tools are no rules: they ask the rules' own functions, on a seat's view alone, and change nothing. A system
brings its own in `<system>/tools.py` and is listed in `SHIPPED`; other packages announce theirs in the entry
point group `planspiel.tools`, as a class that is called without arguments. A system without tools has
`NoTools`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Literal, Protocol

from msgspec import Struct

from planspiel.kernel import Order, Question, Side, Text
from planspiel.packs.maps import HexLayout

__all__ = [
    "Band",
    "Cell",
    "Ground",
    "Held",
    "Laid",
    "LaidObjective",
    "LaidPlace",
    "LaidWay",
    "Mover",
    "NoTools",
    "PathCosts",
    "PathStep",
    "Reach",
    "Remark",
    "Say",
    "Score",
    "Shown",
    "ToolName",
    "Tools",
    "Track",
    "Wanted",
    "tools_of",
]

GROUP = "planspiel.tools"
SHIPPED: Mapping[str, str] = {
    "blitzkrieg1940": "planspiel.systems.blitzkrieg1940.tools:BlitzkriegTools",
    "barbarossa1941": "planspiel.systems.barbarossa1941.tools:BarbarossaTools",
    "wiener2022": "planspiel.systems.wiener2022.tools:WienerTools",
}

ToolName = Literal["sight", "range", "threat", "command"]
Say = Callable[[Text], str]
"""Says a sentence in the language of whoever asked."""


# -- the costs of a path -----------------------------------------------------------------------------------


class PathStep(Struct, frozen=True, omit_defaults=True):
    """One step of a path: what it costs whoever has least left, and what was spent so far."""

    place: str
    cost: int
    spent: int


class Mover(Struct, frozen=True):
    """What one of those who go together had, and has left."""

    unit: str
    allowance: int
    left: int


class PathCosts(Struct, frozen=True, omit_defaults=True):
    """What a path costs, in 1/`per` points. With a `reason` it cannot be gone, or cannot end there."""

    per: int
    allowance: int
    left: int
    steps: tuple[PathStep, ...]
    movers: tuple[Mover, ...]
    reason: str = ""
    cite: str = ""


# -- what a board tool shows -------------------------------------------------------------------------------


class Wanted(Struct, frozen=True):
    """A tool, and what it is pointed at; what is not named is empty."""

    tool: ToolName
    start: str = ""
    end: str = ""
    unit: str = ""


class Ground(Struct, frozen=True, omit_defaults=True):
    """A field under a line of sight: its height, and the `top` of what stands there.

    The line runs along the side of `place` and `beside` where it is `between` two fields. `blocks` marks what
    stops it.
    """

    place: str
    height: int
    top: int
    terrain: str
    between: bool = False
    beside: str = ""
    blocks: bool = False


class Reach(Struct, frozen=True, omit_defaults=True):
    """A place that is reached: by whom, and how far off or by how many."""

    place: str
    value: int
    units: tuple[str, ...] = ()


class Remark(Struct, frozen=True, omit_defaults=True):
    text: str
    cite: str = ""


class Shown(Struct, frozen=True, omit_defaults=True):
    """What a tool found: a verdict with its paragraph, and what to draw."""

    verdict: str
    cite: str = ""
    is_open: bool | None = None
    """Of a line: whether nothing is in its way."""
    distance: int | None = None
    metres: int | None = None
    profile: tuple[Ground, ...] = ()
    places: tuple[Reach, ...] = ()
    lines: tuple[Remark, ...] = ()


# -- the score ---------------------------------------------------------------------------------------------


class Track(Struct, frozen=True):
    side: Side
    points: int


class Band(Struct, frozen=True):
    """The points of a side that go on with the game at the end of this turn."""

    side: Side
    low: int
    high: int


class Held(Struct, frozen=True, omit_defaults=True):
    """A place that counts, and who holds it."""

    place: str
    name: str
    value: int
    holder: Side = Side("")


class Score(Struct, frozen=True, omit_defaults=True):
    """How the game stands, as far as a seat knows."""

    sentence: str
    turn: int
    turns: int
    cite: str = ""
    tracks: tuple[Track, ...] = ()
    band: Band | None = None
    objectives: tuple[Held, ...] = ()


# -- a board that is laid together --------------------------------------------------------------------------


class Cell(Struct, frozen=True):
    terrain: str
    level: int


class LaidPlace(Struct, frozen=True):
    """A name on the map."""

    at: str
    name: str
    name_de: str


class LaidWay(Struct, frozen=True):
    kind: str
    path: tuple[str, ...]


class LaidObjective(Struct, frozen=True, omit_defaults=True):
    """A field that counts for victory."""

    at: str
    value: int
    name: str = ""
    name_de: str = ""


class Laid(Struct, frozen=True, omit_defaults=True):
    """The field of a scenario that is made of several maps or loose tiles, as it lies on the table."""

    layout: HexLayout
    cells: dict[str, Cell]
    places: tuple[LaidPlace, ...] = ()
    ways: tuple[LaidWay, ...] = ()
    objectives: tuple[LaidObjective, ...] = ()
    features: dict[str, tuple[str, ...]] = {}
    """What stands on fields beside their terrain, such as a bridge."""
    zones: dict[str, tuple[str, ...]] = {}
    """Named parts of the field."""


# -- a system's share --------------------------------------------------------------------------------------


class Tools(Protocol):
    """A system's share of the table's tools. `Illegal` says why something cannot be shown."""

    def costs(self, question: Question[Any, Any], view: Any, order: Order, say: Say) -> PathCosts | None:
        """The costs of an order that is being drawn; it need not be legal or finished. None: it has none."""
        ...

    def shown(self, view: Any, wanted: Wanted, say: Say) -> Shown | None:
        """What a tool finds; None if the system has no such tool."""
        ...

    def score(self, view: Any, say: Say) -> Score | None:
        """How the game stands; None if the system keeps no score."""
        ...

    def board(self, pack: Any, scenario: str) -> Laid | None:
        """The field of a scenario; None if it is a map of the pack as it is."""
        ...

    def side_of(self, view: Any, roller: str) -> Side | None:
        """Whose dice a roller's are: of a unit, a formation, a side; None if they are nobody's."""
        ...

    def most_players(self, side: Side) -> int:
        """How many players the table lets share a side. More than one only if the rules know team mates."""
        ...

    def german(self) -> Mapping[str, str]:
        """The German of the tools' sentences, by their English templates."""
        ...


class NoTools:
    """A system that has none."""

    def costs(self, question: Question[Any, Any], view: Any, order: Order, say: Say) -> PathCosts | None:
        return None

    def shown(self, view: Any, wanted: Wanted, say: Say) -> Shown | None:
        return None

    def score(self, view: Any, say: Say) -> Score | None:
        return None

    def board(self, pack: Any, scenario: str) -> Laid | None:
        return None

    def side_of(self, view: Any, roller: str) -> Side | None:
        return Side(roller) if roller else None

    def most_players(self, side: Side) -> int:
        return 1

    def german(self) -> Mapping[str, str]:
        return {}


_known: dict[str, Tools] = {}


def tools_of(system: str) -> Tools:
    """The tools of a system; `NoTools` if it brings none."""
    found = _known.get(system)
    if found is None:
        points = {point.name: point for point in entry_points(group=GROUP)}
        points |= {name: EntryPoint(name, where, GROUP) for name, where in SHIPPED.items()}
        found = _known[system] = points[system].load()() if system in points else NoTools()
    return found
