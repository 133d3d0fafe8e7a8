"""The ground: which step is possible for whom, over which ways, bridges and diagonals, and what is a narrows.

A step is judged by the ground and the works on it alone. Who stands in the field is the matter of the chapter
on movement.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import Illegal, rule, rulebook
from planspiel.systems.wiener2022.catalogue import Mobility, Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known
from planspiel.systems.wiener2022.theatre import AFLOAT, Theatre

__all__ = [
    "Exit",
    "Gait",
    "Ground",
    "Surface",
    "Works",
    "bridge_is_open",
    "exit_to",
    "exits",
    "gait_of",
    "ground_of",
    "is_afloat",
    "is_free_ground",
    "is_in_narrows",
    "is_narrows",
    "is_on_bridge",
    "step_refusal",
    "unlimber_refusal",
    "works_of",
]

Surface = Literal["road", "terrain", "water"]
VEHICLES: Final = frozenset(("wheeled", "wheeled_xc", "tracked"))
TRACK_BOUND: Final = "rail"


class Gait(NamedTuple):
    """What the ground asks of a mover: how it moves, whether it floats, and how heavy it is."""

    mobility: Mobility
    amphibious: bool = False
    tonnes: int = 0
    bank: str = ""
    """Of engineers on their pontoons: where they go ashore."""


class Works(NamedTuple):
    """What has been built, broken or frozen, as far as steps depend on it."""

    bridges: tuple[tuple[str, str, int], ...]
    """Open bridges by field or edge, with axis and load."""
    shut: tuple[str, ...]
    """Bridges that a hit keeps closed: nobody may go onto or off them."""
    broken: tuple[str, ...]
    frozen: bool
    ruins: tuple[str, ...] = ()
    """Fields with the ruin of a bunker."""

    def bridge(self, place: str) -> tuple[str, str, int] | None:
        return next((bridge for bridge in self.bridges if bridge[0] == place), None)


BARE: Final = (Works((), (), (), frozen=False), Works((), (), (), frozen=True))
"""Where nothing has been built or broken."""


class Exit(NamedTuple):
    """A step that the ground allows."""

    to: str
    surface: Surface
    by_ground: bool
    """There is room in the field beside any road or bridge."""
    slow: bool = False
    """The move ends behind it."""
    flanks: tuple[str, ...] = ()
    """Of a diagonal step: the fields over which the mover could go as well."""


def gait_of(pack: Pack, element: Element) -> Gait:
    """How an element moves over the ground. A vehicle moves for those it carries."""
    kept: dict[str, Gait] = pack.kept("gaits")
    found = kept.get(element.model)
    if found is None or rulebook.recorder is not None:
        model = pack.models[element.model]
        found = kept[element.model] = Gait(_footing(model), model.has("amphibious"), model.tonnes)
    return found._replace(bank=element.came_from) if element.on_pontoons else found


@rule("WPR-gelaende-3", "WPR-nadelbaeume-3", "WPR-reiter-1")
def _footing(model: Model) -> Mobility:
    """Figures and portable weapons go anywhere on foot; other weapons are pushed over open ground only."""
    if model.is_weapon:
        return "infantry" if model.is_portable else "wheeled"
    return model.mobility


def works_of(pack: Pack, known: Known) -> Works:
    """Bridges, corduroy roads and ruins as they are now."""
    frozen = pack.scenarios[known.scenario].weather.frozen
    if not (known.bridges or known.broken or known.ruins):
        return BARE[frozen]
    theatre = pack.theatre(known.scenario)
    bridges, shut = [], []
    for place, bridge in sorted(known.bridges.items()):
        if bridge.closed_until >= known.half:
            shut.append(place)
        elif bridge.intact:
            at_start = theatre.bridges.get(place)
            bridges.append((place, bridge.axis, at_start.load if at_start is not None else 0))
    return Works(tuple(bridges), tuple(shut), tuple(sorted(known.broken)), frozen, known.ruins)


def bridge_is_open(known: Known, place: str) -> bool:
    """Whether a bridge can be used."""
    bridge = known.bridges.get(place)
    return bridge is not None and bridge.intact and bridge.closed_until < known.half


def is_on_bridge(known: Known, field: str) -> bool:
    return field in known.bridges


@rule("WPR-schwimmfahrzeuge-1")
def is_afloat(pack: Pack, known: Known, element: Element, field: str = "") -> bool:
    """Whether an amphibious vehicle swims where it is, or would in another field; on a bridge it does not."""
    place = field or element.field
    if not place or not gait_of(pack, element).amphibious or is_on_bridge(known, place):
        return False
    return not pack.theatre(known.scenario).is_land(place)


# -- steps -------------------------------------------------------------------------------------------------


def exits(pack: Pack, known: Known, gait: Gait, field: str) -> tuple[Exit, ...]:
    """Every step out of a field that the ground allows, in label order."""
    return ground_of(pack.theatre(known.scenario), gait, works_of(pack, known)).exits(field)


def exit_to(pack: Pack, known: Known, gait: Gait, a: str, b: str) -> Exit | None:
    """The step from one field to the next, if the ground allows it."""
    return next((found for found in exits(pack, known, gait, a) if found.to == b), None)


class Ground:
    """The ground as one kind of mover finds it; `ground_of` keeps one for each."""

    def __init__(self, theatre: Theatre, gait: Gait, works: Works) -> None:
        self.theatre, self.gait, self.works = theatre, gait, works
        self._exits: dict[str, tuple[Exit, ...]] = {}

    def exits(self, field: str) -> tuple[Exit, ...]:
        """Every step out of a field, in label order."""
        found = self._exits.get(field)
        if found is None:
            steps = (self.step(field, near) for near in self.theatre.board.neighbours(field))
            found = self._exits[field] = tuple(step for step in steps if step is not None)
        return found

    def step(self, a: str, b: str) -> Exit | None:
        if self.theatre.board.is_diagonal(a, b):
            return self.diagonal(a, b)
        return self.straight(a, b)

    def straight(self, a: str, b: str) -> Exit | None:
        if self._is_shut(a) or self._is_shut(b):
            return None
        if self.gait.mobility == TRACK_BOUND:
            return self._by_rail(a, b)
        crossing = self._crossing(a, b)
        if crossing == "blocked" or not (self._holds(b, a) and self._lets_out(a, b)):
            return None
        if self._swims(a) or self._swims(b):
            return Exit(b, "water", True, crossing == "slow")
        surface: Surface = "road" if self._has_road(a, b) else "terrain"
        return Exit(b, surface, self.is_free(b), crossing == "slow")

    @rule("WPR-bruecken-5", "WPR-bruecken-8")
    def _is_shut(self, field: str) -> bool:
        """A closed bridge stops those who would go over it; who swims is beneath it."""
        return field in self.works.shut and not self._swims(field)

    @rule("WPR-eisenbahn-1", "WPR-eisenbahn-2", "WPR-bruecken-5")
    def _by_rail(self, a: str, b: str) -> Exit | None:
        """Trains are bound to their rails, which need their bridges over water."""
        if not self.theatre.rail_link(a, b) or self._crossing(a, b) == "blocked":
            return None
        wet = (field for field in (a, b) if not self.theatre.is_land(field))
        return Exit(b, "road", False) if all(self.works.bridge(field) for field in wet) else None

    @rule("WPR-diagonale-1", "WPR-diagonale-4", "WPR-gewaesser-2")
    def diagonal(self, a: str, b: str) -> Exit | None:
        """Only where the mover could also go over one of the two fields beside it; never by road.

        It is slow if each of these ways is.
        """
        if self.gait.mobility == TRACK_BOUND or not (self.is_free(a) and self.is_free(b)):
            return None
        slow: dict[str, bool] = {}
        for flank in self.theatre.board.flanks(a, b):
            there, on = self.straight(a, flank), self.straight(flank, b)
            if there is not None and on is not None:
                slow[flank] = there.slow or on.slow
        if not slow:
            return None
        surface: Surface = "water" if self._swims(a) or self._swims(b) else "terrain"
        return Exit(b, surface, True, all(slow.values()), tuple(slow))

    def _crossing(self, a: str, b: str) -> str:
        """A narrow water or ditch on the edge, unless a bridge leads over it."""
        edge = self.theatre.board.edge(a, b)
        if edge in self.works.shut:
            return "blocked"
        bridge = self.works.bridge(edge)
        if bridge is not None and self._carries(bridge):
            return "free"
        return self.theatre.crossing(a, b, self.gait.mobility)

    def _holds(self, field: str, other: str) -> bool:
        """Whether the mover can be in a field if it comes from, or goes to, another beside it."""
        if self.is_free(field):
            return True
        bridge = self.works.bridge(field)
        if bridge is not None:
            return self._carries(bridge) and self._along(bridge, field, other)
        if self.theatre.ground[field] in ("wood", "building", "swamp") or field in self.works.ruins:
            return self._by_road(field, other)
        return False

    def _lets_out(self, field: str, other: str) -> bool:
        """Who is in the field of a bunker when it falls drives out of the ruin as over the ground before.

        Who lies on pontoons goes back to the bank.
        """
        if other == self.gait.bank:
            return True
        if field in self.works.ruins and _is_free(self.theatre, field, self.gait, BARE[self.works.frozen]):
            return True
        return self._holds(field, other)

    def is_covered(self, field: str) -> bool:
        """Whether the way leads through trees, houses or ruins."""
        return self.theatre.ground[field] in ("wood", "building") or field in self.works.ruins

    @rule("WPR-strasse-2", "WPR-knueppeldamm-1")
    def _has_road(self, a: str, b: str) -> bool:
        """A road or corduroy road that is broken in one of the fields must be repaired before use."""
        return self.theatre.road_link(a, b) and not {a, b} & {*self.works.broken}

    @rule("WPR-gelaende-5")
    def _by_road(self, field: str, other: str) -> bool:
        """Into woods, towns and swamps roads lead also those who could not go there otherwise."""
        return self.gait.mobility not in AFLOAT and self._has_road(field, other)

    @rule("WPR-bruecken-2")
    def _carries(self, bridge: tuple[str, str, int]) -> bool:
        """Standard bridges carry every vehicle; a scenario may set a load."""
        return self.gait.mobility not in AFLOAT and (not bridge[2] or self.gait.tonnes <= bridge[2])

    def _along(self, bridge: tuple[str, str, int], field: str, other: str) -> bool:
        (ax, _), (bx, _) = self.theatre.board.field(field), self.theatre.board.field(other)
        return not bridge[1] or bridge[1] == ("NS" if ax == bx else "EW")

    def is_free(self, field: str) -> bool:
        """Whether the ground of a field is open to the mover from all sides."""
        return _is_free(self.theatre, field, self.gait, self.works)

    def _swims(self, field: str) -> bool:
        if self.gait.mobility in AFLOAT:
            return True
        return self.gait.amphibious and not self.theatre.is_land(field) and not self.works.bridge(field)


ground_of = lru_cache(maxsize=512)(Ground)
"""The ground for a kind of mover, with what has been built or broken."""


@rule(
    "WPR-gelaende-1",
    "WPR-gelaende-2",
    "WPR-gebirge-1",
    "WPR-gebaeude-1",
    "WPR-felder-teilung-2",
    "WPR-befestigungen-6",
)
def _is_free(theatre: Theatre, field: str, gait: Gait, works: Works) -> bool:
    """By the symbols of the field; heights never impede movement, rock stops everybody.

    A building over several fields closes each of them; partly water and land is open to craft and troops.
    The ruin of a bunker is an obstacle like a building.
    """
    if field in works.ruins and gait.mobility in VEHICLES:
        return False
    if theatre.enterable(field, gait.mobility):
        return True
    if gait.amphibious and theatre.is_water(field):
        return True
    return (
        works.frozen and theatre.ground[field] == "swamp" and gait.mobility not in (*AFLOAT, "none", "rail")
    )


def is_free_ground(pack: Pack, known: Known, gait: Gait, field: str) -> bool:
    """Whether a mover may be in a field away from any road or bridge."""
    bare = BARE[pack.scenarios[known.scenario].weather.frozen]
    works = bare._replace(ruins=known.ruins) if known.ruins else bare
    return _is_free(pack.theatre(known.scenario), field, gait, works)


# -- why not -----------------------------------------------------------------------------------------------


def step_refusal(pack: Pack, known: Known, element: Element, a: str, b: str) -> Illegal | None:
    """Why the ground does not let an element go from one field to another."""
    theatre = pack.theatre(known.scenario)
    if b not in theatre.board:
        return Illegal("There is no field {field} on this board.", "WPR-darstellung-gelaende-1", field=b)
    if theatre.board.distance(a, b) != 1:
        return Illegal("{to} is not next to {field}.", "WPR-geschwindigkeit-1", to=b, field=a)
    gait = gait_of(pack, element)
    if exit_to(pack, known, gait, a, b) is not None:
        return None
    return _closed(pack, known, gait, element.id, a, b)


@rule("WPR-siedlungen-1", "WPR-gelaende-5")
def unlimber_refusal(pack: Pack, known: Known, base: Element, field: str) -> Illegal | None:
    """On the road through a wood or town no heavy weapon takes position, so none is unlimbered there."""
    theatre = pack.theatre(known.scenario)
    in_cover = theatre.ground[field] in ("wood", "building") and field not in theatre.mixed
    if not in_cover or pack.models[base.model].is_portable:
        return None
    reason = "{element} cannot take position in {field}."
    return Illegal(reason, "WPR-siedlungen-1", element=base.id, field=field)


def _closed(pack: Pack, known: Known, gait: Gait, name: str, a: str, b: str) -> Illegal:
    theatre = pack.theatre(known.scenario)
    if gait.mobility == "none":
        return Illegal("{element} cannot move.", "WPR-mannschaftszug-3", element=name)
    if gait.mobility == TRACK_BOUND:
        if theatre.rail_link(a, b):
            return Illegal("The bridge does not lead there, or is closed.", "WPR-bruecken-5")
        return Illegal("{element} can move only along rails.", "WPR-eisenbahn-1", element=name)
    if is_free_ground(pack, known, gait, a) and is_free_ground(pack, known, gait, b):
        if theatre.board.is_diagonal(a, b):
            return Illegal("The diagonal from {field} to {to} is closed.", "WPR-diagonale-1", field=a, to=b)
        return Illegal("{element} cannot cross the water or ditch.", "WPR-gewaesser-2", element=name)
    ground = "building" if b in known.ruins else theatre.ground[b]
    if b in known.bridges or a in known.bridges:
        return Illegal("The bridge does not lead there, or is closed.", "WPR-bruecken-5")
    if ground in ("wood", "building"):
        return Illegal("{element} can enter {field} only by road.", "WPR-gelaende-5", element=name, field=b)
    if ground == "rock":
        return Illegal("Rock in {field} is impassable.", "WPR-gebirge-1", field=b)
    if ground in ("water", "swamp"):
        return Illegal("{field} is impassable for {element}.", "WPR-gelaende-4", field=b, element=name)
    return Illegal("{element} must stay on the road here.", "WPR-gelaende-5", element=name)


# -- narrows -----------------------------------------------------------------------------------------------


@rule("WPR-engen-1")
def is_narrows(pack: Pack, known: Known, field: str, mobility: Mobility) -> bool:
    """Whether a field is a narrows for somebody who stands there: on a bridge, or closed on two sides."""
    gait = Gait(mobility)
    return is_on_bridge(known, field) or any(
        _shut_across(pack, known, gait, field, direction) for direction in (0, 2)
    )


@rule("WPR-engen-7")
def is_in_narrows(pack: Pack, known: Known, gait: Gait, field: str, direction: int) -> bool:
    """For a step in a direction into or out of a field: both neighbours at right angles are closed."""
    return is_on_bridge(known, field) or _shut_across(pack, known, gait, field, direction)


def _shut_across(pack: Pack, known: Known, gait: Gait, field: str, direction: int) -> bool:
    around = pack.theatre(known.scenario).board.around(field)
    beside = (around[(direction + 2) % len(DIRECTIONS)], around[(direction - 2) % len(DIRECTIONS)])
    return all(near is None or not is_free_ground(pack, known, gait, near) for near in beside)
