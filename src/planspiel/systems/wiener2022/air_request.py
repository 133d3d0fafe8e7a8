"""Calling for aircraft (Luftwaffeneinsatzmodus): requests, the flight plan, and setting out.

The commander can only request or decline. One die for each available aircraft; the priority number or more
puts it into action. When aircraft set out, the passive party calls for its fighters; then air combat is
fought, and only then do the survivors act over the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import (
    Event,
    Game,
    Illegal,
    Item,
    Order,
    Script,
    Side,
    roll,
    rule,
)
from planspiel.systems.wiener2022 import secrecy, sight
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.air_observer import Stationed
from planspiel.systems.wiener2022.air_tasks import (
    can_fly,
    is_on_station,
    off_field,
    provision_of,
    towed_by,
    weather_refusal,
)
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Ghost,
    Known,
    Position,
    carried_by,
    enemy_of,
    is_located,
    put,
    seats_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "AT_HALF_START",
    "SCRIPTS",
    "AircraftGranted",
    "AircraftHome",
    "FlewIn",
    "FlyIn",
    "MissionDeclined",
    "RequestAir",
    "SeenFromAir",
    "available",
    "fly_in_refusal",
    "is_spotted_from_air",
    "priority_of",
    "request_refusal",
    "selections",
    "throw_dice",
]

MOST_LISTED = 4
"""Of so many granted aircraft every choice is listed; of more, all, each alone, and all but one."""
PLANNED_ONLY = ("transport", "combat_transport", "small_glider", "large_glider", "liaison", "helicopter")
COLOURS = {"fighter": "green", "fighter_bomber": "red", "tank_buster": "white"}


class RequestAir(Order, frozen=True):
    """Call for the air support that the scenario provides."""


class FlyIn(Order, frozen=True):
    """These of the granted aircraft fly their mission; the others are declined."""

    aircraft: tuple[str, ...]


class AirRequested(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} calls for aircraft."
    side: Side

    def apply(self, state: Position) -> None:
        state.requested = (*state.requested, self.side)


class AircraftGranted(Event[Position], frozen=True):
    """It is in the air; cover takes part at once, others when their mission is announced.

    Dice that the enemy does not see decided on it, so nothing is taken back after it.
    """

    reveals: ClassVar[bool] = True
    said: ClassVar[str] = "{element} is put into action."
    element: str
    cover: bool = False

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], mission="granted", due=0))
        if self.cover:
            state.flights[self.element] = "cover"


class MissionDeclined(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is not needed."
    element: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], mission="declined"))


class FlewIn(Event[Position], frozen=True):
    said: ClassVar[str] = "{aircraft} fly in."
    aircraft: tuple[str, ...]
    tows: tuple[tuple[str, str], ...] = ()
    """Tug and glider."""

    def apply(self, state: Position) -> None:
        for name in self.aircraft:
            state.flights[name] = "mission"
        for tug, glider in self.tows:
            state.flights[tug], state.flights[glider] = "tow", towed_by(tug)
            put(state, replace(state.elements[tug], shot=True))


class AircraftHome(Event[Position], frozen=True):
    """Bookkeeping: what was in the air in the half-turn before is at home again."""

    elements: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.elements:
            put(state, off_field(state.elements[name]))


class SeenFromAir(Event[Position], frozen=True):
    said: ClassVar[str] = "From the air {element} is seen in {field}."
    reveals: ClassVar[bool] = True
    side: Side
    element: str
    model: str
    field: str

    def apply(self, state: Position) -> None:
        name = f"{self.side}/{self.element}"
        ghost = state.ghosts.get(name)
        if ghost is None or not ghost.seen:
            state.ghosts[name] = Ghost(
                self.side, self.element, self.model, self.field, state.turn, state.half
            )


# -- what is there to request ------------------------------------------------------------------------------


@rule("WPR-luftstreitkraefte-3", "WPR-luftstreitkraefte-5")
def available(pack: Pack, known: Known, side: Side) -> list[Element]:
    """The aircraft whose dice are thrown: in the pool, not lost, not in the air, able to fly now."""
    return [
        element
        for element in known.elements.values()
        if element.side == side and _is_available(pack, known, element)
    ]


def _is_available(pack: Pack, known: Known, element: Element) -> bool:
    model = pack.models[element.model]
    if not model.is_aircraft or element.fate != "reserve" or element.mission:
        return False
    return can_fly(known, model) and not _waits_for_plan(pack, known, element, model)


@rule("WPR-flugplan-1", "WPR-luftstreitkraefte-10")
def _waits_for_plan(pack: Pack, known: Known, element: Element, model: Model) -> bool:
    """Who has a flight plan is not diced for; who broke off with its load may be requested again later."""
    provision = provision_of(pack, known, element)
    turns = provision.turns if provision is not None else ()
    if not turns:
        return model.role in PLANNED_ONLY and not carried_by(known, element)
    return known.turn <= max(turns) or not carried_by(known, element)


@rule("WPR-luftstreitkraefte-9")
def priority_of(pack: Pack, known: Known, element: Element) -> int:
    """What a die needs: 6, unless the scenario says otherwise for the aircraft, its role or the party."""
    air = pack.scenarios[known.scenario].party(element.side).air
    provision = provision_of(pack, known, element)
    if provision is not None and provision.priority:
        return provision.priority
    by_role = air.by_role.get(pack.models[element.model].role)
    if by_role is not None:
        return by_role
    return air.priority if air.pool else pack.tables.air.standard_priority()


@rule("WPR-luftstreitkraefte-8")
def die_colour(model: Model) -> str:
    """The colour of the die that stands for an aircraft."""
    return COLOURS.get(model.role, "blue")


# -- the request of the active party -----------------------------------------------------------------------


@rule("WPR-luftstreitkraefte-2", "WPR-luftstreitkraefte-10")
def request_refusal(pack: Pack, known: Known, side: Side) -> Illegal | None:
    """Why a party may not call for aircraft: once in a half-turn, where there are some."""
    refusal = weather_refusal(pack, known)
    if refusal is not None:
        return refusal
    most = pack.scenarios[known.scenario].party(side).air.requests
    if known.requested.count(side) >= most:
        return Illegal("Aircraft have been requested in this half-turn.", "WPR-luftstreitkraefte-10")
    if not available(pack, known, side):
        return Illegal("There are no aircraft to request.", "WPR-luftstreitkraefte-5")
    return None


def _judge_request(pack: Pack, view: WienerView, order: RequestAir) -> Illegal | None:
    return request_refusal(pack, view, view.active)


def _request_options(pack: Pack, view: WienerView) -> Iterator[RequestAir]:
    if request_refusal(pack, view, view.active) is None:
        yield RequestAir()


def _request(game: Game[Position], order: RequestAir) -> Script[None]:
    side = game.state.active
    yield from throw_dice(game, side, available(game.pack, game.state, side), cover=False)


@rule("WPR-luftstreitkraefte-3")
def throw_dice(game: Game[Position], side: Side, pool: Sequence[Element], *, cover: bool) -> Script[None]:
    """All dice are thrown together; how many there are the enemy does not see."""
    own = seats_of(game.state, side)
    game.happens(AirRequested(side, cite="WPR-luftstreitkraefte-2"), own if cover else None)
    faces = yield from roll(
        f"{len(pool)}d6", "request for aircraft of {side}", "WPR-luftstreitkraefte-3", side, own, side=side
    )
    for element, face in zip(pool, faces, strict=True):
        if face >= priority_of(game.pack, game.state, element):
            game.happens(AircraftGranted(element.id, cover, cite="WPR-luftstreitkraefte-3"))


# -- setting out -------------------------------------------------------------------------------------------


def granted(known: Known, side: Side) -> list[Element]:
    """Aircraft that have been put into action and whose mission has not been announced."""
    return [
        element
        for element in known.elements.values()
        if element.side == side
        and element.mission == "granted"
        and element.fate == "reserve"
        and element.id not in known.flights
    ]


@rule("WPR-luftstreitkraefte-7")
def fly_in_refusal(pack: Pack, known: Known, order: FlyIn) -> Illegal | None:
    """Any of the granted aircraft may be used or declined; gliders need somebody to tow them."""
    ready = {element.id for element in granted(known, known.active)}
    if not order.aircraft or len(set(order.aircraft)) != len(order.aircraft):
        return Illegal("Name the aircraft that fly, each once.", "WPR-luftstreitkraefte-7")
    for name in order.aircraft:
        if name not in ready:
            return Illegal("{element} has not been granted.", "WPR-luftstreitkraefte-3", element=name)
    elements = [known.elements[name] for name in order.aircraft]
    if _tows(pack, elements) is None:
        return Illegal("There is nobody to tow the gliders.", "WPR-flz-schleppen-1")
    return None


@rule("WPR-flz-schleppen-1")
def _tows(pack: Pack, elements: Sequence[Element]) -> dict[str, str] | None:
    """Gliders by the aircraft that tows them: of their size, never a fighter or fighter-bomber; or None."""
    gliders = [one for one in elements if pack.models[one.model].is_glider]
    powered = [one for one in elements if _can_tow(pack.models[one.model])]
    powered.sort(key=lambda one: (pack.models[one.model].engines, one.id))
    found: dict[str, str] = {}
    for glider in sorted(gliders, key=lambda one: pack.models[one.model].capacity):
        model = pack.models[glider.model]
        fitting = [one for one in powered if one.id not in found and _fits(pack, one, model)]
        if not fitting:
            return None
        found[fitting[0].id] = glider.id
    return found


def _can_tow(model: Model) -> bool:
    """A bomber or transport with one engine at least, so nothing lighter."""
    if model.role in ("fighter", "fighter_bomber"):
        return False
    return model.is_multi_engined or model.role in ("light_bomber", "transport")


def _fits(pack: Pack, tug: Element, glider: Model) -> bool:
    """Gliders rank by size like transports, so a tug needs the engines of that class."""
    classes = ("light", "medium", "heavy")
    air = pack.tables.air
    needed = air.engine_class(glider.capacity)
    return classes.index(air.engine_class(pack.models[tug.model].engines)) >= classes.index(needed)


def _judge_fly_in(pack: Pack, view: WienerView, order: FlyIn) -> Illegal | None:
    return fly_in_refusal(pack, view, order)


def _fly_in_options(pack: Pack, view: WienerView) -> Iterator[FlyIn]:
    names = [element.id for element in granted(view, view.active)]
    for chosen in selections(names):
        if fly_in_refusal(pack, view, FlyIn(chosen)) is None:
            yield FlyIn(chosen)


def selections(names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """All of the granted aircraft first, then fewer."""
    sizes = range(len(names), 0, -1)
    if len(names) > MOST_LISTED:
        sizes = range(0)
        yield tuple(names)
        yield from combinations(names, len(names) - 1)
        yield from ((name,) for name in names)
    for size in sizes:
        yield from combinations(names, size)


@rule("WPR-luftkampf-1", "WPR-bewegung-luft-1")
def _fly_in(game: Game[Position], order: FlyIn) -> Script[None]:
    """The mission is announced; cover and air combat come before anything over the ground."""
    side = game.state.active
    elements = [game.state.elements[name] for name in order.aircraft]
    for element in granted(game.state, side):
        if element.id not in order.aircraft:
            game.happens(MissionDeclined(element.id, cite="WPR-luftstreitkraefte-7"))
    tows = tuple((_tows(game.pack, elements) or {}).items())
    game.happens(FlewIn(order.aircraft, tows, cite="WPR-luftstreitkraefte-1"))
    _look_down(game, side)
    game.then(Item("air-cover", (side,)))
    return
    yield


# -- what aircraft see -------------------------------------------------------------------------------------


@rule("WPR-luftaufklaerung-1", "WPR-luftaufklaerung-2")
def is_spotted_from_air(pack: Pack, known: Known, side: Side, enemy: Element) -> bool:
    """Aircraft are assumed to know everybody without a net, and whoever has fired lately.

    Where a scenario wants real air reconnaissance, only those count whom somebody detects.
    """
    if enemy.fate != "board" or enemy.hidden or enemy.height or enemy.field in known.smoke:
        return False
    if pack.scenarios[known.scenario].air_reconnaissance:
        return is_located(known, enemy) or enemy.id in sight.detected(pack, known, side)
    return (
        not enemy.camouflaged
        or is_located(known, enemy)
        or sight.has_lately_fired(known, enemy, from_air=True)
    )


def _look_down(game: Game[Position], side: Side) -> None:
    """In hidden play the player is told what his pilots see."""
    state = game.state
    if not secrecy.is_concealed(game.pack, state, enemy_of(side)):
        return
    if game.pack.scenarios[state.scenario].air_reconnaissance:
        return
    seen = sight.detected(game.pack, state, side)
    for element in tuple(state.elements.values()):
        if element.side == side or element.id in seen or element.aboard:
            continue
        if is_spotted_from_air(game.pack, state, side, element):
            model = secrecy.as_it_looks(element, papers=True).model
            event = SeenFromAir(side, element.id, model, element.field, cite="WPR-luftaufklaerung-1")
            game.happens(event, seats_of(state, side))


# -- at the start of a half-turn ---------------------------------------------------------------------------


@rule("WPR-flugplan-1", "WPR-bewegung-luft-1")
def air_watch(game: Game[Position], active: str) -> Script[None]:
    """Everybody is at home again, except observers on station; who has a flight plan for this turn comes."""
    side = Side(active)
    home = tuple(one.id for one in game.state.elements.values() if _goes_home(game, one, side))
    if home:
        game.happens(AircraftHome(home))
    if weather_refusal(game.pack, game.state) is not None:
        return
    for element in tuple(game.state.elements.values()):
        if element.fate == "reserve" and (element.side == side or game.state.half <= 1):
            _come_by_plan(game, element, side)
    return
    yield


def _goes_home(game: Game[Position], element: Element, side: Side) -> bool:
    """Requested observers stay for the enemy's half-turn; everybody else left when his run was over."""
    if not game.pack.models[element.model].is_aircraft:
        return False
    if is_on_station(element):
        provision = provision_of(game.pack, game.state, element)
        return element.side == side and not (provision is not None and provision.station)
    return element.fate == "reserve" and (bool(element.mission) or element.shot or element.attacked)


def _come_by_plan(game: Game[Position], element: Element, side: Side) -> None:
    """Without a die: in the turns of the plan, and an observer to the station that the scenario gives it."""
    provision = provision_of(game.pack, game.state, element)
    if provision is None or not game.pack.models[element.model].is_aircraft:
        return
    if provision.station:
        game.happens(Stationed(element.id, provision.station, cite="WPR-luftaufkl-beob-2"))
    elif element.side == side and game.state.turn in provision.turns:
        game.happens(AircraftGranted(element.id, cite="WPR-flugplan-1"))


def _nobody(pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
    return iter(())


AT_HALF_START = ("air-watch",)
SCRIPTS = {"air-watch": air_watch}
ACTIVITIES = {
    RequestAir: Activity("air", _nobody, _judge_request, _request, fates=(), party_options=_request_options),
    FlyIn: Activity("air", _nobody, _judge_fly_in, _fly_in, fates=(), party_options=_fly_in_options),
}
