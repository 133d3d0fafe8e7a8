"""How a bot deploys: near what it must take or keep, guns behind, mines where the enemy has to come."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from planspiel.kernel import Rng, Side
from planspiel.systems.wiener2022.advice_ground import FAR, TURN, Aim, aims_of, ways_to
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.setup import Deploy, Deployment, Mark, Place
from planspiel.systems.wiener2022.state import Element, Known, enemy_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["best_deployment", "deployment_worth"]

MOST_PARTS = 300
CROWD, BEHIND = 12, 5
"""What each other in the same field costs: those who await the enemy, and those who set out."""


def best_deployment(question: Deploy, view: WienerView, rng: Rng) -> Deployment:
    """The best place for each piece, one after the other: who fights first, staffs and trains last."""
    given: dict[str, Place | Mark] = {}
    for piece in sorted(_pieces(question, view), key=lambda piece: _rank(view, piece)):
        parts = list(islice(question.parts(view, piece, given), MOST_PARTS))
        if parts:
            worth = [_part(question, view, piece, part, given) for part in parts]
            best = [part for part, found in zip(parts, worth, strict=True) if found == max(worth)]
            given[piece] = rng.choice(best)
    ordered = {piece: given[piece] for piece in question.pieces(view) if piece in given}
    whole = question.whole(view, ordered)
    try:
        question.check(view, whole)
    except ValueError:
        return question.sample(view, rng)
    return whole


def _pieces(question: Deploy, view: WienerView) -> list[str]:
    """Everything but bases apart from their vehicles: a bot keeps units together."""
    return [piece for piece in question.pieces(view) if not question.is_apart(view, piece)]


def _rank(view: WienerView, piece: str) -> tuple[int, str]:
    word, _, name = piece.partition(":")
    if word != "element":
        return (0 if word == "earthwork" else 3), piece
    model = view.pack.models[view.elements[name].model]
    rear = model.has("command") or model.has("supply") or model.is_dummy
    return (2 if rear else 1), piece


def deployment_worth(question: Deploy, view: WienerView, order: Deployment) -> int:
    given: dict[str, Place | Mark] = {}
    total = 0
    for piece, part in order.parts.items():
        total += _part(question, view, piece, part, given)
        given[piece] = part
    return total


def _part(
    question: Deploy, view: WienerView, piece: str, part: Place | Mark, given: Mapping[str, Place | Mark]
) -> int:
    word, _, name = piece.partition(":")
    if isinstance(part, Place):
        return _unit(view, view.elements[name], part, given)
    if word == "barrier":
        return _barrier(view, question.side, part, given)
    return _earthwork(view, question.side, part)


def _unit(view: WienerView, unit: Element, part: Place, given: Mapping[str, Place | Mark]) -> int:
    pack, theatre = view.pack, view.pack.theatre(view.scenario)
    worth = -_remoteness(view, unit, part.field)
    there = [other for other in given.values() if isinstance(other, Place) and other.field == part.field]
    defends = _defends(pack, view.scenario, unit.side)
    worth -= (CROWD if defends else BEHIND) * len(there)
    riders = [one for one in view.elements.values() if one.aboard == unit.id]
    if riders:
        worth += (10 if part.mounted else 0) if not defends else (-30 if part.mounted else 0)
    on_foot = [one for one in (unit, *riders) if pack.models[one.model].is_base]
    if defends and on_foot:
        dug_in = part.field in view.earthworks or any(
            isinstance(other, Mark) and other.field == part.field and name.startswith("earthwork")
            for name, other in given.items()
        )
        worth += 25 if dug_in or theatre.is_building(part.field) else 10 if theatre.is_wood(part.field) else 0
    guns = any(pack.models[one.model].is_weapon for one in (unit, *riders))
    return worth + ((25 if guns else 12) if part.camouflaged else 0)


def _defends(pack: Pack, scenario: str, side: Side) -> bool:
    return pack.scenarios[scenario].attacking_side == enemy_of(side)


def _remoteness(view: WienerView, unit: Element, field: str) -> int:
    """How far a field is from where the unit is wanted."""
    pack = view.pack
    aims = aims_of(pack, view.scenario, unit.side)
    if not aims:
        return 0
    board = pack.theatre(view.scenario).board
    wanted = _stand_off(view, unit)
    if _defends(pack, view.scenario, unit.side):
        fields = [one for aim in aims for one in aim.fields]
        near = min(board.distance(field, one) for one in fields)
        spread = board.distance(field, fields[_number(unit) % len(fields)])
        front = _toward_enemy(view, unit.side, field) if wanted == 0 else 0
        return 12 * abs(near - wanted) + 5 * spread + front
    far = min(ways_to(pack, view, unit, aim.fields)[field] for aim in aims)
    pace = max(1, pack.tables.speed(pack.models[unit.model], dark=False)[1])
    return abs(min(far, 2 * FAR) - wanted * TURN // pace) // 2


def _number(unit: Element) -> int:
    return sum(int(digit) * 7 for digit in unit.id if digit.isdigit())


def _stand_off(view: WienerView, unit: Element) -> int:
    """Fields that a unit keeps away from the aim."""
    pack = view.pack
    model = pack.models[unit.guise or unit.model]
    if model.has("command") or model.has("supply"):
        return 5
    for one in (unit, *(one for one in view.elements.values() if one.aboard == unit.id)):
        battery = battery_of(pack, one)
        if battery is not None:
            return max(1, min(6, battery.indirect - 2))
    return 0


def _toward_enemy(view: WienerView, side: Side, field: str) -> int:
    """Somewhat in front of the aim rather than behind it."""
    zone = _enemy_zone(view.pack, view, side)
    board = view.pack.theatre(view.scenario).board
    return 2 * min(board.distance(field, one) for one in zone) if zone else 0


def _enemy_zone(pack: Pack, known: Known, side: Side) -> tuple[str, ...]:
    """Where the enemy comes from, every fourth field of it."""
    party = pack.scenarios[known.scenario].party(enemy_of(side))
    return tuple(pack.theatre(known.scenario).zones.get(party.zone, ()))[::4]


# -- works -------------------------------------------------------------------------------------------------


def _gate(view: WienerView, side: Side) -> Aim | None:
    return next(iter(aims_of(view.pack, view.scenario, side)), None)


def _barrier(view: WienerView, side: Side, part: Mark, given: Mapping[str, Place | Mark]) -> int:
    """In front of the aim, on roads, not where own troops stand, not two in a field."""
    aim, theatre = _gate(view, side), view.pack.theatre(view.scenario)
    if aim is None:
        return 0
    near = min(theatre.board.distance(part.field, one) for one in aim.fields)
    taken = sum(other.field == part.field for other in given.values())
    road = 6 if part.field in theatre.road_fields else 0
    return road - 8 * abs(near - 2) - 15 * taken - _toward_enemy(view, side, part.field)


def _earthwork(view: WienerView, side: Side, part: Mark) -> int:
    """In the aim where there are no houses, or just before it."""
    aim, theatre = _gate(view, side), view.pack.theatre(view.scenario)
    if aim is None or theatre.is_building(part.field):
        return -100
    near = min(theatre.board.distance(part.field, one) for one in aim.fields)
    return -10 * near - _toward_enemy(view, side, part.field)
