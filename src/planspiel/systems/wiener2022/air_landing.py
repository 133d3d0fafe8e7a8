"""Landings (Luftlandung): transports on airfields, gliders and combat-zone transports on open ground.

Flak acts one field before the touch-down. A pinned powered aircraft turns back, a glider lands whatever
happens. On open ground a 6 wrecks the aircraft. Troops leave it in the third phase of the same half-turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Rng, Script, Side, roll, rule
from planspiel.systems.wiener2022 import barrage, entering, flak, losses, secrecy, step
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.air_attack import HEADINGS, announce_run
from planspiel.systems.wiener2022.air_combat import drive_off
from planspiel.systems.wiener2022.air_drop import breaks_off
from planspiel.systems.wiener2022.air_tasks import (
    COMPASS,
    Heading,
    Run,
    field_before,
    runner_refusal,
    weather_refusal,
)
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.close_combat import Assault, fight, garrison_of
from planspiel.systems.wiener2022.landing import Disembarked
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.obstacles import AGAINST_VEHICLES
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    carried_by,
    enemies_at,
    enemy_of,
    holders_at,
    load_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.theatre import Airfield, Theatre
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "Crashed",
    "LandAircraft",
    "Landed",
    "TakeOff",
    "TookOff",
    "landing_refusal",
    "strip",
]

CRASH = 6
OPEN_GROUND = ("combat_transport", "small_glider", "large_glider", "helicopter", "liaison")
ROLLING = ("combat_transport", "small_glider", "large_glider")
"""Who lands on open ground, and who of them needs luck."""
OBSTACLES = ("wire", "barricade", *AGAINST_VEHICLES)
"""What wrecks an aircraft that rolls into it; mines act only on those who get out."""


class LandAircraft(Order, frozen=True):
    """Touch down in a field and roll on; `parking` is where it comes to rest on an airfield."""

    element: str
    field: str
    heading: Heading
    parking: str = ""


class TakeOff(Order, frozen=True):
    """A parked aircraft takes off with its load."""

    element: str


class Landed(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} lands in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        aircraft = state.elements[self.element]
        load = load_of(state, aircraft)
        down = replace(aircraft, fate="board", field=self.field, height="", mission="flown")
        put(state, replace(down, acted=True))
        for name in load:
            one = state.elements[name]
            level = max(one.pinned, aircraft.pinned)
            put(state, replace(one, fate="board", field=self.field, pinned=level))


class Crashed(Event[Position], frozen=True):
    """The aircraft and all heavy load are lost; figures are out."""

    said: ClassVar[str] = "{element} crashes in {field}."
    element: str
    field: str
    out: tuple[str, ...] = ()

    def apply(self, state: Position) -> None:
        aircraft = state.elements[self.element]
        load = load_of(state, aircraft)
        for name in (*(one for one in load if one not in self.out), self.element):
            Lost(name, self.field).apply(state)
            put(state, replace(state.elements[name], mission=""))
        for name in self.out:
            one = replace(state.elements[name], fate="board", aboard="", field=self.field)
            put(state, replace(one, split=True, landed=True, pinned=max(one.pinned, aircraft.pinned)))


class TookOff(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} takes off."
    element: str

    def apply(self, state: Position) -> None:
        aircraft = state.elements[self.element]
        load = load_of(state, aircraft)
        put(state, replace(aircraft, fate="reserve", field="", mission="granted"))
        for name in load:
            put(state, replace(state.elements[name], fate="reserve", field=""))


# -- where -------------------------------------------------------------------------------------------------


@rule("WPR-flz-rollstrecke-X1")
def strip(pack: Pack, theatre: Theatre, model: Model, field: str, heading: Heading) -> tuple[str, ...]:
    """The fields of the landing run, straight on from the first; fewer than needed if the board ends."""
    found: list[str] = []
    here: str | None = field
    while here is not None and len(found) < pack.tables.air.runway_length(model):
        found.append(here)
        here = theatre.board.neighbour(here, (COMPASS[heading] + 4) % 8)
    return tuple(found)


def airfield_at(theatre: Theatre, fields: Sequence[str]) -> str:
    """The airfield on whose runway all these fields lie."""
    return next((name for name, one in theatre.airfields.items() if {*fields} <= {*one.runway}), "")


def landing_refusal(pack: Pack, known: Known, order: LandAircraft) -> Illegal | None:
    """Why an aircraft may not land so."""
    refusal = runner_refusal(pack, known, order.element)
    if refusal is not None:
        return refusal
    theatre = pack.theatre(known.scenario)
    if order.field not in theatre.board or order.heading not in HEADINGS:
        return Illegal("There is no field {field}.", "WPR-luftlandung-1", field=order.field)
    element = known.elements[order.element]
    model = pack.models[element.model]
    fields = strip(pack, theatre, model, order.field, order.heading)
    if len(fields) < pack.tables.air.runway_length(model):
        return Illegal("The landing run is too short.", "WPR-flz-rollstrecke-X1")
    name = airfield_at(theatre, fields)
    if name and (order.parking or model.role not in OPEN_GROUND):
        return _airfield_refusal(pack, known, element, order, name) or _obstacle_refusal(known, fields)
    if order.parking or model.role not in OPEN_GROUND:
        return Illegal("{element} needs an airfield.", "WPR-flz-rollstrecke-X1", element=element.id)
    return _ground_refusal(pack, known, element, fields)


@rule("WPR-flugplaetze-1", "WPR-flugplaetze-2", "WPR-flugbetrieb-1")
def _airfield_refusal(
    pack: Pack, known: Known, element: Element, order: LandAircraft, name: str
) -> Illegal | None:
    """Where flight operations are played, on a whole runway, if a parking field is free."""
    if not pack.scenarios[known.scenario].flight_operations:
        return Illegal("There are no flight operations on this board.", "WPR-flugbetrieb-1")
    airfield = pack.theatre(known.scenario).airfields[name]
    if name in known.broken:
        return Illegal("The airfield must be repaired first.", "WPR-flugplaetze-1")
    if order.parking not in airfield.parking:
        reason = "{element} must come to rest on a parking field."
        return Illegal(reason, "WPR-flugplaetze-2", element=element.id)
    there = at(known, order.parking)
    if any(one.side != element.side or pack.models[one.model].is_aircraft for one in there if not one.height):
        return Illegal("{field} is occupied.", "WPR-flugplaetze-2", field=order.parking)
    return _runway_refusal(known, element, airfield)


def _runway_refusal(known: Known, element: Element, airfield: Airfield) -> Illegal | None:
    if any(enemies_at(known, field, element.side) for field in airfield.runway):
        return Illegal("The enemy is on the runway.", "WPR-flz-rollstrecke-X1")
    return None


@rule("WPR-flz-rollstrecke-1", "WPR-draht-6")
def _obstacle_refusal(known: Known, fields: Sequence[str]) -> Illegal | None:
    """The landing run is entirely free of obstacles."""
    barred = {barrier.field for barrier in known.barriers.values()} | {*known.wrecks, *known.ruins}
    for field in fields:
        if field in barred:
            reason = "{field} is not free of obstacles."
            return Illegal(reason, "WPR-flz-rollstrecke-X1", field=field)
    return None


@rule("WPR-flz-rollstrecke-X1")
def _ground_refusal(pack: Pack, known: Known, element: Element, fields: Sequence[str]) -> Illegal | None:
    """Level, open, without obstacles and without enemy."""
    theatre = pack.theatre(known.scenario)
    for field in fields:
        if theatre.ground[field] != "open" or field in theatre.mixed:
            reason = "{field} is not free of obstacles."
            return Illegal(reason, "WPR-flz-rollstrecke-X1", field=field)
        if theatre.level[field] != theatre.level[fields[0]]:
            return Illegal("{field} is not level.", "WPR-flz-rollstrecke-X1", field=field)
        if enemies_at(known, field, element.side):
            return Illegal("The enemy is in {field}.", "WPR-flz-rollstrecke-X1", field=field)
    return _obstacle_refusal(known, fields)


# -- the landing -------------------------------------------------------------------------------------------


@rule("WPR-lastensegler-1", "WPR-luftlandung-5")
def _land(game: Game[Position], order: LandAircraft) -> Script[None]:
    """Flak immediately before the field of landing, then the ground, which may hold what nobody knew of."""
    theatre = game.pack.theatre(game.state.scenario)
    model = game.pack.models[game.state.elements[order.element].model]
    run = Run(order.element, order.field, field_before(theatre, order.field, order.heading), "low", "landing")
    announce_run(game, run, "WPR-luftlandung-1")
    used = yield from flak.real_fire(game, (run,), ())
    yield from flak.unreal_fire(game, run, None, used)
    if not flak.is_flying_on(game.state, run) or breaks_off(game, order.element, "WPR-luftlandung-X1"):
        return
    fields = strip(game.pack, theatre, model, order.field, order.heading)
    field = _end_of_the_roll(game, order.element, (*fields, order.parking) if order.parking else fields)
    crashes = _is_obstructed(game, order.element, field)
    if crashes and not model.is_glider:
        drive_off(game, order.element, "WPR-luftlandung-X1")
        return
    if not crashes and model.role in ROLLING and not airfield_at(theatre, fields):
        crashes = yield from _crash_die(order.element)
    if crashes:
        yield from _crash(game, order.element, field, order.heading)
    else:
        yield from _touch_down(game, order.element, field)
        yield from _meet(game, order.element, order.heading)


def _end_of_the_roll(game: Game[Position], name: str, way: Sequence[str]) -> str:
    """The last field, or the first in which there is an obstacle or an enemy of whom nobody knew."""
    side = game.state.elements[name].side
    met = (
        field
        for field in way
        if _obstacles_in(game.state, side, field)
        or any(not foe.height for foe in holders_at(game.state, field, side))
    )
    return next(met, way[-1])


def _obstacles_in(state: Position, side: Side, field: str) -> bool:
    return any(
        barrier.field == field and barrier.side != side and barrier.kind in OBSTACLES
        for barrier in state.barriers.values()
    )


@rule("WPR-draht-1", "WPR-draht-6")
def _is_obstructed(game: Game[Position], name: str, field: str) -> bool:
    """Hidden wire and other obstacles act on landing aircraft, and lie open from now on.

    Our reading: a powered aircraft sees them in time and breaks off; a glider, which cannot, crashes there.
    """
    aircraft = game.state.elements[name]
    if not _obstacles_in(game.state, aircraft.side, field):
        return False
    entering.reveal(game, aircraft, field)
    return True


@rule("WPR-luftlandung-2")
def _crash_die(name: str) -> Script[bool]:
    (face,) = yield from roll("1d6", "landing of {element}", "WPR-luftlandung-2", name, element=name)
    return face >= CRASH


@rule("WPR-luftlandung-2", "WPR-luftlandung-3", "WPR-lastensegler-3")
def _crash(game: Game[Position], name: str, field: str, heading: Heading) -> Script[None]:
    """Everything heavy is lost, and pure figures roll for it; they are out, as pinned as their aircraft."""
    load = [game.state.elements[one] for one in load_of(game.state, game.state.elements[name])]
    out = tuple(one.id for one in load if game.pack.models[one.model].is_pure_figures)
    secrecy.tell(game, Crashed(name, field, out, cite="WPR-luftlandung-2"), (name, *out))
    for base in out:
        yield from losses.loss_roll(game, base, "WPR-luftlandung-3")
    left = tuple(base for base in out if on_board(game.state.elements[base]))
    yield from step.set_down(game, left, field)
    yield from entering.charges_go_off(game, left)
    yield from _fight_there(game, left, field, heading)


@rule("WPR-lastensegler-2", "WPR-lastensegler-3", "WPR-sperrfeuer-3", "WPR-sprengkommando-4")
def _touch_down(game: Game[Position], name: str, field: str) -> Script[None]:
    """Whoever is in a pinned glider lands pinned; prepared fire and charges await who enters so as others."""
    secrecy.tell(game, Landed(name, field, cite="WPR-luftlandung-1"), (name,))
    yield from barrage.entered(game, (name,))
    yield from entering.charges_go_off(game, (name,))


@rule("WPR-absitzen-nahkampf-1")
def _meet(game: Game[Position], name: str, heading: Heading) -> Script[None]:
    """Enemies whom nobody knew of: the figures aboard get out and fight at once."""
    aircraft = game.state.elements[name]
    field = aircraft.field
    if not on_board(aircraft) or not garrison_of(game.pack, game.state, field, enemy_of(aircraft.side)):
        return
    aboard = carried_by(game.state, aircraft)
    fighters = tuple(one.id for one in aboard if game.pack.models[one.model].may_attack)
    for base in fighters:
        event = Disembarked(base, name, field, heavy=False, is_base=True, cite="WPR-absitzen-nahkampf-1")
        secrecy.tell(game, event, (base, name))
    yield from step.set_down(game, fighters, field)
    yield from _fight_there(game, fighters, field, heading, carriers=(name,))


@rule("WPR-absitzen-nahkampf-2")
def _fight_there(
    game: Game[Position],
    names: Sequence[str],
    field: str,
    heading: Heading,
    *,
    carriers: tuple[str, ...] = (),
) -> Script[None]:
    """An aircraft out of which they fight is lost with them, like every carrier without armour."""
    side = game.state.active
    fighters = tuple(name for name in names if game.pack.models[game.state.elements[name].model].may_attack)
    if fighters and garrison_of(game.pack, game.state, field, enemy_of(side)):
        before = field_before(game.pack.theatre(game.state.scenario), field, heading)
        starts = tuple(before for _ in fighters)
        yield from fight(game, Assault(side, field, fighters, starts, carriers=carriers))


# -- taking off --------------------------------------------------------------------------------------------


@rule("WPR-flugbetrieb-1")
def take_off_refusal(pack: Pack, known: Known, order: TakeOff) -> Illegal | None:
    """From a parking field of a whole airfield, or from the open ground on which it has landed."""
    refusal = actor_refusal(known, known.active, order.element) or weather_refusal(pack, known)
    if refusal is not None:
        return refusal
    element = known.elements[order.element]
    model = pack.models[element.model]
    if not model.is_aircraft or not on_board(element) or element.height or model.is_glider:
        return Illegal("{element} cannot take off.", "WPR-flugbetrieb-1", element=element.id)
    if element.pinned or element.acted:
        return Illegal("{element} has used up its turn.", "WPR-spielablauf-5", element=element.id)
    airfield = _runway_for(pack, known, element, model)
    if airfield is not None and _has_free_run(pack, known, model, airfield):
        return _runway_refusal(known, element, airfield)
    if model.role in OPEN_GROUND and _has_free_strip(pack, known, element, model):
        return None
    return Illegal("{element} has no runway.", "WPR-flz-rollstrecke-X1", element=element.id)


def _runway_for(pack: Pack, known: Known, element: Element, model: Model) -> Airfield | None:
    """The airfield on which an aircraft is parked, if it can take off there."""
    if not pack.scenarios[known.scenario].flight_operations:
        return None
    needed = pack.tables.air.runway_length(model)
    for name, airfield in pack.theatre(known.scenario).airfields.items():
        is_whole = name not in known.broken and len(airfield.runway) >= needed
        if is_whole and element.field in airfield.parking:
            return airfield
    return None


def _has_free_run(pack: Pack, known: Known, model: Model, airfield: Airfield) -> bool:
    """Whether a part of the runway that is long enough is free of obstacles."""
    theatre, needed = pack.theatre(known.scenario), pack.tables.air.runway_length(model)
    runs = [strip(pack, theatre, model, field, heading) for field in airfield.runway for heading in HEADINGS]
    on_it = [run for run in runs if len(run) == needed and {*run} <= {*airfield.runway}]
    return any(_obstacle_refusal(known, run) is None for run in on_it)


def _has_free_strip(pack: Pack, known: Known, element: Element, model: Model) -> bool:
    theatre, needed = pack.theatre(known.scenario), pack.tables.air.runway_length(model)
    for heading in HEADINGS:
        fields = strip(pack, theatre, model, element.field, heading)
        if len(fields) == needed and _ground_refusal(pack, known, element, fields) is None:
            return True
    return False


def _take_off(game: Game[Position], order: TakeOff) -> Script[None]:
    element = game.state.elements[order.element]
    secrecy.tell(game, TookOff(element.id, cite="WPR-flugbetrieb-1"), (element.id,))
    return
    yield


# -- options -----------------------------------------------------------------------------------------------


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[LandAircraft]:
    if runner_refusal(pack, view, element.id) is not None:
        return
    theatre, model = pack.theatre(view.scenario), pack.models[element.model]
    for airfield in theatre.airfields.values():
        for field in airfield.runway:
            for heading in HEADINGS:
                for parking in airfield.parking:
                    order = LandAircraft(element.id, field, heading, parking)
                    if landing_refusal(pack, view, order) is None:
                        yield order
    if model.role in OPEN_GROUND:
        for field in theatre.board.labels:
            for heading in HEADINGS:
                order = LandAircraft(element.id, field, heading)
                if landing_refusal(pack, view, order) is None:
                    yield order


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> LandAircraft | None:
    theatre, model = pack.theatre(view.scenario), pack.models[element.model]
    if model.role in OPEN_GROUND:
        order = LandAircraft(element.id, rng.choice(theatre.board.labels), rng.choice(HEADINGS))
        return order if landing_refusal(pack, view, order) is None else None
    return next(_options(pack, view, element), None) if theatre.airfields else None


def _take_off_options(pack: Pack, view: WienerView, element: Element) -> Iterator[TakeOff]:
    if take_off_refusal(pack, view, TakeOff(element.id)) is None:
        yield TakeOff(element.id)


ACTIVITIES = {
    LandAircraft: Activity("air", _options, landing_refusal, _land, fates=("reserve",), sample=_sample),
    TakeOff: Activity(
        "air", _take_off_options, take_off_refusal, _take_off, suits=lambda _, model: model.is_aircraft
    ),
}
