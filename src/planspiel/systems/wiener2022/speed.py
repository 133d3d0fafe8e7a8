"""How far an element may move in a turn: the speed table, mixed conditions, and what halves the speed.

Of all conditions that a move meets, the lowest speed limits the whole of it. So a mover keeps two numbers:
the fields covered so far, and the lowest speed that any part allowed.
"""

from __future__ import annotations

from typing import Final

from planspiel.kernel import rule, rulebook
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known
from planspiel.systems.wiener2022.terrain import Exit, Gait, Surface, gait_of

__all__ = [
    "FAST",
    "attack_lights",
    "combat_speed",
    "half_of",
    "has_headlights",
    "is_halved",
    "may_fire_on_the_move",
    "most_fields",
    "pinned_speed",
    "smoke_speed",
    "speed_on",
    "step_speed",
    "terrain_speed",
    "withdrawal_speed",
]

COLUMN: Final[dict[Surface, int]] = {"road": 0, "terrain": 1, "water": 2}
MOTORS: Final = ("wheeled", "wheeled_xc", "tracked", "motorcycle")
FAST: Final = 99
"""No limit yet."""
ON_FOOT: Final = 1
LIGHT: Final = 1
"""The class of light anti-tank guns and light guns, which their crews push."""
HARD_HIT: Final = 5
"""From this level of pinning nobody moves."""


def has_headlights(pack: Pack, element: Element) -> bool:
    """Vehicles with engines; trains drive at the same speed in the dark."""
    return gait_of(pack, element).mobility in MOTORS and not pack.models[element.model].is_weapon


@rule("WPR-nachtkampf-1", "WPR-nachtkampf-2")
def _drives_in_the_dark(pack: Pack, known: Known, element: Element, lights: bool) -> bool:
    """At night vehicles use headlights unless announced otherwise; others have none."""
    return known.night and not (lights and has_headlights(pack, element))


@rule("WPR-nachtkampf-3")
def attack_lights(pack: Pack, known: Known, vehicle: Element) -> bool | None:
    """How it drives into an attack: with headlights, unless it has driven without them in this turn.

    By day nobody says.
    """
    return vehicle.lights is not False if known.night and has_headlights(pack, vehicle) else None


def speed_on(pack: Pack, known: Known, element: Element, surface: Surface, dark: bool) -> int:
    """Fields per turn on a surface, lowered by the weather of the scenario."""
    kept, key = pack.kept("speeds"), (known.scenario, element.model, surface, dark)
    found: int | None = kept.get(key)
    if found is None or rulebook.recorder is not None:
        found = kept[key] = _speed_on(pack, known, element, surface, dark)
    return found


def _speed_on(pack: Pack, known: Known, element: Element, surface: Surface, dark: bool) -> int:
    model, gait = pack.models[element.model], gait_of(pack, element)
    if model.is_weapon:
        return _pushed(pack, element, surface)
    if gait.mobility in ("rowboat", "motorboat", "stormboat", "ship"):
        return pack.tables.speed(model, dark=dark)[COLUMN["water"]]
    if surface == "water":
        return _afloat(pack, element, dark)
    found = pack.tables.speed(model, dark=dark)[COLUMN[surface]]
    return min(found, _in_season(pack, known, gait, surface, found))


@rule("WPR-jahreszeit-1", "WPR-wetter-1")
def _in_season(pack: Pack, known: Known, gait: Gait, surface: Surface, found: int) -> int:
    """In a clear summer as the table says; season and weather of the scenario may be slower."""
    weather = pack.scenarios[known.scenario].weather
    lowered = weather.road if surface == "road" else weather.terrain
    return lowered.get(gait.mobility, found)


@rule("WPR-geschwindigkeitstabelle-6", "WPR-schwimmfahrzeuge-1")
def _afloat(pack: Pack, element: Element, dark: bool) -> int:
    """The water column is for amphibious troops alone."""
    model = pack.models[element.model]
    return pack.tables.speed(model, dark=dark)[COLUMN["water"]] if model.has("amphibious") else 0


@rule("WPR-mannschaftszug-2", "WPR-mannschaftszug-3")
def _pushed(pack: Pack, element: Element, surface: Surface) -> int:
    """Portable and light weapons go one field by hand, all others not at all."""
    model = pack.models[element.model]
    weapon = pack.main_weapon(model)
    is_light = model.is_manhandled and weapon is not None and weapon.gun_class <= LIGHT
    return ON_FOOT if surface != "water" and (model.is_portable or is_light) else 0


def terrain_speed(pack: Pack, known: Known, element: Element, lights: bool = True) -> int:
    """Across country by day or night; craft have their water speed instead.

    `lights` is what an order says; who has driven without them in this turn goes on so.
    """
    if element.in_smoke:
        return _through_smoke(pack, known, element)
    used = lights and element.lights is not False
    return speed_on(pack, known, element, "terrain", _drives_in_the_dark(pack, known, element, used))


@rule("WPR-aufsitzen-6")
def half_of(speed: int) -> int:
    """Half a speed, rounded down; half of 1 means standing still."""
    return speed // 2


@rule("WPR-gefechtsgeschwindigkeit-1", "WPR-bewegung-2")
def combat_speed(pack: Pack, known: Known, element: Element, lights: bool = True) -> int:
    """Half the terrain speed, on roads too: as far as a vehicle that fires may move before and after it."""
    return half_of(terrain_speed(pack, known, element, lights))


@rule("WPR-geschwindigkeitstabelle-2", "WPR-geschwindigkeitstabelle-4")
def _through_smoke(pack: Pack, known: Known, element: Element) -> int:
    """One smoke field reduces the whole move to night speed, also of who fires, overruns or is pinned."""
    return speed_on(pack, known, element, "terrain", dark=True)


@rule("WPR-fahren-schiessen-3")
def may_fire_on_the_move(pack: Pack, known: Known, element: Element) -> bool:
    """Whether what an element has moved so far still lets it fire directly; most either fire or move."""
    model = pack.models[element.model]
    if not element.moved or model.is_aircraft:
        return True
    if model.is_watercraft:
        return _afloat_fire(pack, known, element)
    return model.is_mobile_gun and element.moved <= combat_speed(pack, known, element)


@rule("WPR-fahren-schiessen-1", "WPR-fahren-schiessen-4")
def _afloat_fire(pack: Pack, known: Known, element: Element) -> bool:
    """Craft fire if they move at most half their speed on water."""
    return element.moved <= half_of(terrain_speed(pack, known, element))


# -- the limit of a move -----------------------------------------------------------------------------------


def step_speed(
    pack: Pack, known: Known, element: Element, surface: Surface, *, covered: bool, lights: bool
) -> int:
    """The speed that a step allows for the whole move, smoke apart; `covered` is among trees or houses."""
    found = speed_on(pack, known, element, surface, _drives_in_the_dark(pack, known, element, lights))
    return _in_cover(gait_of(pack, element), found) if covered and surface == "terrain" else found


@rule("WPR-reiter-X1")
def _in_cover(gait: Gait, found: int) -> int:
    """Cyclists and motorcyclists go through woods and houses on foot; riders ride."""
    return min(found, ON_FOOT) if gait.mobility in ("cyclist", "motorcycle") else found


@rule("WPR-geschwindigkeitstabelle-4")
def smoke_speed(pack: Pack, known: Known, element: Element, step: Exit, by_road: bool) -> int:
    """By day even one smoke field reduces the whole move to the speed at night."""
    surface: Surface = step.surface if by_road or step.surface != "road" else "terrain"
    return speed_on(pack, known, element, surface, dark=True)


def most_fields(pack: Pack, known: Known, element: Element, lights: bool = True) -> int:
    """What the state of an element allows for its whole move, whatever the ground."""
    most = FAST if element.fuel < 0 else element.moved + element.fuel
    if element.pinned:
        most = min(most, pinned_speed(pack, known, element, lights))
    if element.shot:
        most = min(most, _after_firing(pack, known, element, lights))
    if element.split and pack.models[element.model].is_base:
        most = min(most, _on_foot_afterwards(pack, element))
    return most


def _after_firing(pack: Pack, known: Known, element: Element, lights: bool) -> int:
    if element.overran:
        return _after_overrun(pack, known, element, lights)
    return FAST if pack.models[element.model].is_aircraft else combat_speed(pack, known, element, lights)


@rule("WPR-ueberrollen-5")
def _after_overrun(pack: Pack, known: Known, element: Element, lights: bool) -> int:
    """Whoever overruns may move up to terrain speed in all, and go on after winning."""
    return terrain_speed(pack, known, element, lights)


@rule("WPR-aufsitzen-3", "WPR-fahrzeuge-6")
def is_halved(pack: Pack, element: Element) -> bool:
    """A vehicle that somebody mounts or leaves moves at most half its speed in that turn."""
    return (element.split or element.joined) and not pack.models[element.model].is_base


@rule("WPR-niederhaltung-2", "WPR-niederhaltung-3", "WPR-niederhaltung-4")
def pinned_speed(pack: Pack, known: Known, element: Element, lights: bool = True) -> int:
    """Pinned land troops without armour stay; armour and craft at level 3 or 4 have their terrain speed."""
    model = pack.models[element.model]
    if element.pinned >= HARD_HIT or not (model.is_armoured or model.is_watercraft):
        return 0
    return terrain_speed(pack, known, element, lights)


@rule("WPR-aufsitzen-4", "WPR-aufsitzen-5")
def _on_foot_afterwards(pack: Pack, element: Element) -> int:
    """After dismounting pure figures have one field; bases with heavy weapons none."""
    return ON_FOOT if pack.models[element.model].is_pure_figures else 0


@rule("WPR-bewegungsgegenzug-11", "WPR-bewegungsgegenzug-12")
def withdrawal_speed(pack: Pack, known: Known, element: Element, surface: Surface) -> int:
    """How far an element could withdraw now: by its state, the light, and the smoke it stands in."""
    dark = known.night or element.field in known.smoke
    limit = pinned_speed(pack, known, element) if element.pinned else FAST
    return min(limit, speed_on(pack, known, element, surface, dark))
