"""Observers and batteries: who directs indirect fire, who fires it, and what ground may be suspected.

Every combat unit counts as having an observer with it. Only mortars, rocket launchers and guns with fire
direction (on land) and larger warships fire indirectly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from planspiel.kernel import Illegal, Order, Rng, Side, rule
from planspiel.systems.wiener2022 import crowding, sight
from planspiel.systems.wiener2022.activities import activity_refusal, actor_refusal
from planspiel.systems.wiener2022.aim import kind_of, own_troops_refusal
from planspiel.systems.wiener2022.catalogue import Model, Weapon
from planspiel.systems.wiener2022.crowding import are_alike
from planspiel.systems.wiener2022.effect import BLACK
from planspiel.systems.wiener2022.modifiers import Shot
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.ships import has_fire_direction
from planspiel.systems.wiener2022.state import Element, Known, at
from planspiel.systems.wiener2022.theatre import Theatre
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "LEAST_FIELDS",
    "batteries_refusal",
    "battery_of",
    "chain_refusal",
    "chains",
    "combinable",
    "holds_own",
    "in_reach",
    "is_artillery",
    "is_battery",
    "is_known_there",
    "is_observed",
    "is_ready",
    "is_suspect",
    "known_enemy_fields",
    "observers",
    "overlooks",
    "random_order",
    "range_refusal",
    "ready_with",
    "salvo",
    "suspect_ground_refusal",
    "suspect_rows",
    "suspicion_refusal",
]

LEAST_FIELDS = 3
"""Fire on suspicion covers at least so many adjacent fields."""
TRIES = 6
O = TypeVar("O", bound=Order)  # noqa: E741 - O for order


# -- batteries ---------------------------------------------------------------------------------------------


@rule("WPR-artillerie-1", "WPR-flachfeuer-2", "WPR-raketen-1")
def battery_of(pack: Pack, element: Element) -> Weapon | None:
    """The weapon that an element fires indirectly, rockets like barrels; None if it is no artillery."""
    return _battery(pack, pack.models[element.model])


def is_battery(pack: Pack, element: Element) -> bool:
    return battery_of(pack, element) is not None


def _battery(pack: Pack, model: Model) -> Weapon | None:
    if model.kind == "ship" and not has_fire_direction(model):
        return None
    for name in model.weapons:
        if pack.weapons[name].indirect:
            return pack.weapons[name]
    return None


def is_artillery(pack: Pack, model: Model) -> bool:
    """Whether it can ever fire indirectly."""
    return _battery(pack, model) is not None


def salvo(pack: Pack, known: Known, batteries: Sequence[str], field: str) -> Shot:
    """Indirect fire of one or several batteries at a field: one die."""
    first = known.elements[batteries[0]]
    weapon = battery_of(pack, first)
    assert weapon is not None
    distance = sight.distance(pack, known, first.field, field)
    return Shot(first.side, tuple(batteries), weapon.id, field, "indirect", distance)


def _battery_refusal(pack: Pack, known: Known, side: Side, name: str) -> Illegal | None:
    """Why one battery cannot fire indirectly now."""
    refusal = actor_refusal(known, side, name)
    if refusal is not None:
        return refusal
    element = known.elements[name]
    weapon = battery_of(pack, element)
    if weapon is None or element.fate != "board":
        return Illegal("{element} is no artillery.", "WPR-artillerie-1", element=name)
    if element.aboard:
        return Illegal("{element} must unlimber first.", "WPR-feuer-fahrzeuge-2", element=name)
    if element.pinned >= BLACK:
        return Illegal("{element} is pinned and cannot fire.", "WPR-niederhaltung-4", element=name)
    return (
        activity_refusal(pack, element, "indirect")
        or _kind_refusal(known, element, weapon)
        or crowding.fire_refusal(pack, known, element)
    )


def _kind_refusal(known: Known, element: Element, weapon: Weapon) -> Illegal | None:
    if f"{element.field}/{kind_of(weapon)}" not in known.fired_kinds:
        return None
    return Illegal(
        "A weapon of this kind has already fired from {field}.", "WPR-feuereinheiten-2", field=element.field
    )


@rule("WPR-feuerzusammenfassung-2")
def combinable(one: Weapon, other: Weapon) -> bool:
    """The same class in the same row of the range table, towed or self-propelled."""
    return (one.family, one.indirect) == (other.family, other.indirect)


def batteries_refusal(pack: Pack, known: Known, side: Side, batteries: Sequence[str]) -> Illegal | None:
    """Why these batteries may not fire indirectly together."""
    if not batteries or len(set(batteries)) != len(batteries):
        return Illegal("Name each battery once.", "WPR-feuer-1")
    for name in batteries:
        refusal = _battery_refusal(pack, known, side, name)
        if refusal is not None:
            return refusal
    first = battery_of(pack, known.elements[batteries[0]])
    for name in batteries[1:]:
        weapon = battery_of(pack, known.elements[name])
        if first is None or weapon is None or not combinable(first, weapon):
            return Illegal("{element} is of another kind.", "WPR-feuerzusammenfassung-1", element=name)
    return _together_refusal(pack, [known.elements[name] for name in batteries])


@rule("WPR-feuereinheiten-2", "WPR-stauungen-3")
def _together_refusal(pack: Pack, batteries: Sequence[Element]) -> Illegal | None:
    """From one field each kind of weapon fires once, and only one of the like elements that crowd it."""
    for one, other in combinations(batteries, 2):
        if one.field == other.field and (_are_of_a_kind(pack, one, other) or are_alike(pack, one, other)):
            reason = "From {field} only one of {element} and {other} fires."
            cite = "WPR-feuereinheiten-2"
            return Illegal(reason, cite, field=one.field, element=one.id, other=other.id)
    return None


def _are_of_a_kind(pack: Pack, one: Element, other: Element) -> bool:
    """Whether two batteries fire the same kind of weapon."""
    mine, theirs = battery_of(pack, one), battery_of(pack, other)
    return mine is not None and theirs is not None and kind_of(mine) == kind_of(theirs)


@rule("WPR-flachfeuer-3", "WPR-raum-tot-2")
def range_refusal(pack: Pack, known: Known, battery: str, field: str) -> Illegal | None:
    """Indirect fire has a greatest range, but neither a least one nor dead ground."""
    if field not in pack.theatre(known.scenario).board:
        return Illegal("There is no field {field}.", "WPR-feuer-1", field=field)
    element = known.elements[battery]
    weapon = battery_of(pack, element)
    if weapon is not None and sight.distance(pack, known, element.field, field) <= weapon.indirect:
        return None
    return Illegal("{field} is out of range of {element}.", "WPR-kurzkanonen-2", field=field, element=battery)


def random_order(
    rng: Rng, fields: Sequence[str], order: Callable[[str], O], refusal: Callable[[O], Illegal | None]
) -> O | None:
    """An order for a random field that is not refused; a few tries are enough for a random player."""
    for _ in range(min(TRIES, len(fields))):
        found = order(rng.choice(fields))
        if refusal(found) is None:
            return found
    return None


def is_ready(pack: Pack, known: Known, element: Element) -> bool:
    """Whether an element could fire indirectly now."""
    if battery_of(pack, element) is None:
        return False
    return batteries_refusal(pack, known, element.side, (element.id,)) is None


def in_reach(pack: Pack, known: Known, element: Element) -> tuple[str, ...]:
    """The fields that a battery can fire at."""
    weapon = battery_of(pack, element)
    if weapon is None:
        return ()
    return sight.nearby(pack.theatre(known.scenario), element.field, weapon.indirect)


# -- observers ---------------------------------------------------------------------------------------------


@rule("WPR-artilleriebeobachter-1", "WPR-artilleriebeobachter-2", "WPR-fuehrung-2")
def observers(pack: Pack, known: Known, side: Side) -> Iterator[Element]:
    """Figures and armed models, pinned or not, and observation aircraft; no staffs, trains or lorries."""
    for element in known.elements.values():
        if element.side != side or element.fate != "board" or element.guise:
            continue
        model = pack.models[element.model]
        if model.has("command") or model.has("supply"):
            continue
        if model.role == "observer" or (not model.is_aircraft and (model.is_figures or model.weapons)):
            yield element


class _Posts(NamedTuple):
    """Observers where they stand, one for each field is enough; those with an arc and aircraft apart."""

    ground: dict[str, Element]
    special: list[Element]


def _posts(pack: Pack, known: Known, side: Side) -> _Posts:
    """The observers of a side. A view does not change, so it keeps them."""
    kept = vars(known).setdefault("posts", {}) if isinstance(known, WienerView) else {}
    if side not in kept:
        found = _Posts({}, [])
        for post in observers(pack, known, side):
            if post.height or post.facing >= 0:
                found.special.append(post)
            else:
                found.ground.setdefault(post.field, post)
        kept[side] = found
    posts: _Posts = kept[side]
    return posts


def _near(pack: Pack, known: Known, side: Side, field: str, far: int) -> Iterator[Element]:
    """The observers who are near enough, and all with an arc or in the air."""
    posts, board = _posts(pack, known, side), pack.theatre(known.scenario).board
    x, y = board.field(field)
    for label, post in posts.ground.items():
        px, py = board.field(label)
        if abs(px - x) <= far and abs(py - y) <= far:
            yield post
    yield from posts.special


@rule("WPR-feuer-indirekt-1")
def is_observed(pack: Pack, known: Known, target: Element, side: Side) -> bool:
    """Whether an observation post of a side sees the target."""
    far = sight.reach(pack, known, sight.body(known, target))
    near = _near(pack, known, side, target.field, far)
    return any(sight.detects(pack, known, post, target) for post in near)


def overlooks(pack: Pack, known: Known, side: Side, field: str) -> bool:
    """Whether an observation post looks into a field, as far as a large target would be seen there."""
    far = pack.tables.sight_range("large", dark=known.night and field not in known.light)
    return any(sight.looks_into(pack, known, post, field) for post in _near(pack, known, side, field, far))


@rule("WPR-nebel-8", "WPR-selbstnebel-4")
def is_known_there(pack: Pack, known: Known, target: Element, side: Side) -> bool:
    """Whether somebody in smoke is known to be there: an observer would see him but for the smoke."""
    if target.field not in known.smoke and not target.self_smoke:
        return False
    bare = replace(target, self_smoke=False)
    return any(_would_detect(pack, known, post, bare) for post in observers(pack, known, side))


def _would_detect(pack: Pack, known: Known, post: Element, target: Element) -> bool:
    if target.camouflaged or target.hidden:
        return False
    theatre = pack.theatre(known.scenario)
    far = pack.tables.sight_range(sight.sight_row(pack, known, target, bool(post.height)), dark=known.night)
    if theatre.board.distance(post.field, target.field) > far:
        return False
    return bool(post.height) or theatre.static_line(post.field, target.field)


# -- suspicion ---------------------------------------------------------------------------------------------


@rule("WPR-feuer-5")
def is_suspect(theatre: Theatre, field: str) -> bool:
    """Ground where an enemy might be camouflaged: edges, fields beside wood or houses, banks and coasts."""
    return _is_suspect(theatre, field)


@lru_cache(maxsize=20_000)
def _is_suspect(theatre: Theatre, field: str) -> bool:
    if theatre.is_bank(field):
        return True
    if theatre.is_wood(field) or theatre.is_building(field):
        return theatre.is_edge(field)
    near = theatre.board.neighbours(field)
    return theatre.is_land(field) and any(theatre.is_wood(one) or theatre.is_building(one) for one in near)


@rule("WPR-feuer-4")
def chain_refusal(pack: Pack, known: Known, fields: Sequence[str], cite: str) -> Illegal | None:
    """At least three different fields, each a neighbour of another so that all hang together."""
    board = pack.theatre(known.scenario).board
    unknown = [field for field in fields if field not in board]
    if unknown:
        return Illegal("There is no field {field}.", "WPR-feuer-1", field=unknown[0])
    if len(set(fields)) != len(fields) or len(fields) < LEAST_FIELDS:
        return Illegal("On suspicion at least three adjacent fields are covered.", cite)
    reached, rest = [fields[0]], list(fields[1:])
    while rest:
        near = [field for field in rest if any(board.distance(field, one) == 1 for one in reached)]
        if not near:
            return Illegal("The fields do not hang together.", cite)
        reached += near
        rest = [field for field in rest if field not in near]
    return None


def suspicion_refusal(
    pack: Pack, known: Known, side: Side, batteries: Sequence[str], fields: Sequence[str], cite: str
) -> Illegal | None:
    """One battery of the same class for each of the fields, all in range."""
    refusal = batteries_refusal(pack, known, side, batteries) or chain_refusal(pack, known, fields, cite)
    if refusal is not None:
        return refusal
    if len(batteries) != len(fields):
        return Illegal("Each field needs one battery of the same kind.", "WPR-feuer-5")
    for battery, field in zip(batteries, fields, strict=True):
        refusal = range_refusal(pack, known, battery, field)
        if refusal is not None:
            return refusal
    return None


def suspect_ground_refusal(
    pack: Pack, known: Known, side: Side, fields: Sequence[str], cite: str
) -> Illegal | None:
    """Only ground that hides somebody may be suspected; no smoke, no own troops."""
    theatre = pack.theatre(known.scenario)
    for field in fields:
        if not is_suspect(theatre, field):
            return Illegal("Nobody could be camouflaged in {field}.", cite, field=field)
        if field in known.smoke:
            return Illegal("{field} is in smoke.", "WPR-nebel-8", field=field)
        refusal = own_troops_refusal(known, side, field)
        if refusal is not None:
            return refusal
    return None


def chains(
    pack: Pack, known: Known, side: Side, element: Element
) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Three batteries and three fields in a row for them: what is listed of fire on suspicion.

    The element named is the first of the three, so that each choice is listed once.
    """
    weapon = battery_of(pack, element)
    if weapon is None or batteries_refusal(pack, known, side, (element.id,)):
        return
    others = [name for name in _ready(pack, known, side, weapon) if name > element.id]
    for pair in combinations(others, LEAST_FIELDS - 1):
        for row in _rows(pack.theatre(known.scenario), element.field, weapon.indirect):
            trio = (element.id, *pair)
            if suspicion_refusal(pack, known, side, trio, row, "WPR-feuer-4") is None:
                yield trio, row


def _ready(pack: Pack, known: Known, side: Side, weapon: Weapon) -> list[str]:
    """Batteries that could combine with a weapon now."""
    found = []
    for element in known.elements.values():
        if element.side != side or element.fate != "board":
            continue
        other = battery_of(pack, element)
        if other is None or not combinable(weapon, other):
            continue
        if batteries_refusal(pack, known, side, (element.id,)) is None:
            found.append(element.id)
    return sorted(found)


def ready_with(pack: Pack, known: Known, side: Side, element: Element) -> list[str]:
    """The other batteries that could all fire together with one: the first of each crowd."""
    weapon = battery_of(pack, element)
    if weapon is None:
        return []
    found = [element]
    for name in _ready(pack, known, side, weapon):
        other = known.elements[name]
        if name != element.id and _together_refusal(pack, [*found, other]) is None:
            found.append(other)
    return [one.id for one in found[1:]]


@lru_cache(maxsize=2_000)
def _rows(theatre: Theatre, field: str, reach: int) -> tuple[tuple[str, ...], ...]:
    """All rows of three suspect fields, east or south of their first, in range of a field."""
    return tuple(_rows_from(theatre, theatre.board.disc(field, reach)))


@lru_cache(maxsize=50)
def suspect_rows(theatre: Theatre) -> tuple[tuple[str, ...], ...]:
    """All rows of three suspect fields on the board."""
    return tuple(_rows_from(theatre, theatre.board.labels))


def _rows_from(theatre: Theatre, starts: Iterable[str]) -> Iterator[tuple[str, ...]]:
    for start in starts:
        for direction in (2, 4):
            second = theatre.board.neighbour(start, direction)
            third = theatre.board.neighbour(second, direction) if second else None
            if second and third and all(_is_suspect(theatre, one) for one in (start, second, third)):
                yield start, second, third


def known_enemy_fields(known: Known, side: Side) -> list[str]:
    """Fields in which a side sees or knows enemies."""
    found = {one.field for one in known.elements.values() if one.side != side and one.fate == "board"}
    return sorted(found)


def holds_own(known: Known, field: str, side: Side) -> bool:
    return any(element.side == side for element in at(known, field))
