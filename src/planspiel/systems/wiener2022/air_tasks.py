"""Aircraft in general (Luftstreitkräfte): who is in the air, and how a run is flown.

Aircraft have no speed on the board: within a half-turn they come, fight and fly off again, and their fields
are not recorded. Only the last straight piece before the target matters, because flak acts there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from planspiel.boards.square import DIRECTIONS
from planspiel.kernel import Illegal, Side, rule
from planspiel.systems.wiener2022.activities import actor_refusal
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.scenario import Aircraft
from planspiel.systems.wiener2022.secrecy import FLYING
from planspiel.systems.wiener2022.state import Element, Known, on_board
from planspiel.systems.wiener2022.theatre import Theatre

__all__ = [
    "COMPASS",
    "TOGETHER",
    "Heading",
    "Height",
    "Purpose",
    "Run",
    "can_fly",
    "field_before",
    "flies_low_only",
    "flying",
    "is_attacked_together",
    "is_fighter",
    "is_on_station",
    "off_field",
    "provision_of",
    "run_path",
    "runner_refusal",
    "towed_by",
    "weather_refusal",
]

Heading = Literal["N", "E", "S", "W"]
"""Where an aircraft comes from."""
Height = Literal["low", "high"]
Purpose = Literal["attack", "drop", "landing"]
COMPASS: Final[dict[str, int]] = {"N": 0, "NE": 1, "E": 2, "SE": 3, "S": 4, "SW": 5, "W": 6, "NW": 7}
TOGETHER: Final = "simultaneous attack"
"""The task of an aircraft whose attack was announced together with others."""
BY_NIGHT: Final = ("transport", "combat_transport", "small_glider", "large_glider", "observer", "helicopter")


class Run(Struct, frozen=True):
    """One aircraft on its last straight piece: over `before` it meets flak, over `field` it acts."""

    aircraft: str
    field: str
    before: str
    """The field it comes over; it may lie outside the board."""
    height: Height
    purpose: Purpose


# -- what the scenario says --------------------------------------------------------------------------------


def provision_of(pack: Pack, known: Known, element: Element) -> Aircraft | None:
    """What the scenario says of one aircraft of the pool."""
    pool = pack.scenarios[known.scenario].party(element.side).air.pool
    if not pool:
        return None
    recruits = pack.roster(known.scenario, element.side)
    return next((one.aircraft for one in recruits if one.id == element.id), None)


@rule("WPR-wetter-1")
def weather_refusal(pack: Pack, known: Known) -> Illegal | None:
    """Standard weather lets everybody fly; a scenario may forbid it."""
    if pack.scenarios[known.scenario].weather.flying:
        return None
    return Illegal("In this weather no aircraft can fly.", "WPR-wetter-1")


def can_fly(known: Known, model: Model) -> bool:
    """By night only what could do something then."""
    return not known.night or _flies_at_night(model)


@rule("WPR-nacht-luft-1")
def _flies_at_night(model: Model) -> bool:
    """Combat aircraft need more than one engine; transports, gliders and observers fly too."""
    return model.is_multi_engined or model.role in BY_NIGHT


@rule("WPR-luftkampf-2")
def is_fighter(pack: Pack, element: Element) -> bool:
    """Only fighters attack aircraft; fighter-bombers do not."""
    return pack.models[element.model].role == "fighter"


# -- who is in the air -------------------------------------------------------------------------------------


@rule("WPR-luftaufkl-beob-5")
def is_on_station(element: Element) -> bool:
    """An observer that circles above a field: fighters may attack it like any inferior aircraft."""
    return on_board(element) and bool(element.height) and element.mission in FLYING


def flying(known: Known, side: Side) -> list[Element]:
    """The aircraft of a side that are in the air together now: on this mission, as cover, or on station."""
    return [
        element
        for element in known.elements.values()
        if element.side == side
        and element.mission in FLYING
        and (element.id in known.flights or is_on_station(element))
    ]


def towed_by(tug: str) -> str:
    """The task of a glider until it lands."""
    return f"behind {tug}"


def is_attacked_together(known: Known) -> bool:
    """Aircraft whose simultaneous attack was announced are on their run."""
    runs = [name for name, task in known.flights.items() if task == TOGETHER]
    return any(known.elements[name].mission in FLYING for name in runs)


def off_field(element: Element) -> Element:
    """An aircraft that has gone home."""
    return replace(
        element, fate="reserve", field="", height="", mission="", pinned=0, shot=False, attacked=False
    )


@rule("WPR-luftstreitkraefte-1", "WPR-flz-einteilung-3")
def runner_refusal(pack: Pack, known: Known, name: str) -> Illegal | None:
    """Why an aircraft may not fly a run now: it must be on a mission, and has one attack in it."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    element = known.elements[name]
    if not pack.models[element.model].is_aircraft:
        return Illegal("{element} is no aircraft.", "WPR-flz-einteilung-1", element=name)
    if element.mission not in FLYING or name not in known.flights:
        return Illegal("{element} is not on a mission.", "WPR-luftstreitkraefte-2", element=name)
    if element.shot or element.acted:
        return Illegal("{element} has used its attack.", "WPR-flz-einteilung-3", element=name)
    return None


# -- the straight piece ------------------------------------------------------------------------------------


@rule("WPR-luftangriffe-4")
def field_before(theatre: Theatre, field: str, heading: Heading) -> str:
    """The field over which a run leads last: straight ahead, never over a corner. It may be off the board."""
    x, y = theatre.board.field(field)
    dx, dy = DIRECTIONS[COMPASS[heading]]
    return f"{x + dx},{y + dy}"


def run_path(theatre: Theatre, field: str, heading: Heading) -> tuple[str, ...]:
    """The fields of a run from the edge of the board to its goal."""
    return tuple(_inward(theatre, field, heading))[::-1]


def _inward(theatre: Theatre, field: str, heading: Heading) -> Iterator[str]:
    here: str | None = field
    while here is not None:
        yield here
        here = theatre.board.neighbour(here, COMPASS[heading])


@rule("WPR-tiefangriff-1")
def flies_low_only(model: Model) -> bool:
    """Single-engined aircraft attack only low; gliders have no choice either."""
    return not model.is_multi_engined
