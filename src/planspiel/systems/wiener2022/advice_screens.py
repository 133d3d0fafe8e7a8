"""Smoke, light and fire on suspicion as a bot uses them: to silence, to see, and to strike at what hides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from planspiel.kernel import Order
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.activities import ACTIVITIES
from planspiel.systems.wiener2022.advice_fire import BLACK, longest_flat
from planspiel.systems.wiener2022.advice_picture import Picture, Threat
from planspiel.systems.wiener2022.aim import flat_weapons, own_troops_refusal, seen
from planspiel.systems.wiener2022.counter import is_in_position
from planspiel.systems.wiener2022.illumination import Illuminate
from planspiel.systems.wiener2022.indirect import SuspicionFire
from planspiel.systems.wiener2022.observing import chains, ready_with, salvo
from planspiel.systems.wiener2022.smoke import LaySmoke
from planspiel.systems.wiener2022.state import Element, enemies_at

__all__ = ["screen_worth", "screens"]

MOST_FIELDS = 4
"""Smoke is thought of for so many fields, those of the most dangerous enemies."""
MOST_CHAINS = 60
"""So many rows of fields are looked at for fire on suspicion."""
COVERED = 3
"""So many of those who have to come through an enemy's fire are counted."""
HEARD = 14
"""What it promises to each gun in range if a field is lit in which engines were heard."""
GUESS = 5
"""What a shell is worth in a field that counts and in which nobody is seen."""
SUSPECT = 12
"""The same where an enemy was seen before."""


def screens(picture: Picture, batteries: Sequence[Element]) -> Iterator[Order]:
    """What batteries may do besides firing at what they see."""
    if picture.is_pressed and not picture.view.night:
        yield from _smokes(picture, batteries)
    if picture.view.night:
        light = ACTIVITIES[Illuminate].options
        yield from (order for one in batteries for order in light(picture.pack, picture.view, one))
    yield from _suspicions(picture, batteries)


def screen_worth(picture: Picture, order: Order) -> int | None:
    match order:
        case LaySmoke():
            return _share(picture, order, _silenced(picture, order.field) - _own_fire(picture, order.field))
        case Illuminate():
            return _share(picture, order, _lit(picture, order))
        case SuspicionFire():
            return _suspicion(picture, order)
        case _:
            return None


def _share(picture: Picture, order: LaySmoke | Illuminate, worth: int) -> int:
    """What each battery contributes; together they must promise more than one after the other."""
    judged = ACTIVITIES[type(order)].odds
    odds = judged(picture.pack, picture.view, order) if judged is not None else None
    if odds is None or worth <= 0:
        return 0
    count = len(order.batteries)
    found = worth * odds.results[0].ways // odds.out_of
    return found if count == 1 else found * 11 // (10 * count)


# -- smoke -------------------------------------------------------------------------------------------------


def _smokes(picture: Picture, batteries: Sequence[Element]) -> Iterator[LaySmoke]:
    """On those enemies whose fire costs most, by one battery or by all of a kind."""
    pack, view = picture.pack, picture.view
    dangers = [(_silenced(picture, field), field) for field in picture.enemy_fields]
    fields = [field for danger, field in sorted(dangers, reverse=True)[:MOST_FIELDS] if danger > 0]
    refusal = ACTIVITIES[LaySmoke].refusal
    for one in batteries:
        together = tuple(sorted((one.id, *ready_with(pack, view, picture.side, one))))
        for field in fields:
            for names in dict.fromkeys(((one.id,), together)):
                order = LaySmoke(names, field)
                if field not in view.smoke and refusal(pack, view, order) is None:
                    yield order


def _silenced(picture: Picture, field: str) -> int:
    """What enemies in a field may take from those who come, in this half-turn and the next."""
    kept: dict[str, int] = vars(picture).setdefault("silenced", {})
    if field not in kept:
        enemies = enemies_at(picture.view, field, picture.side)
        kept[field] = sum(_menace(picture, one) for one in enemies if not one.aboard and not one.guise)
    return kept[field]


def _menace(picture: Picture, enemy: Element) -> int:
    """The most that an enemy's counter-moves cost the few whom they hurt most."""
    if enemy.pinned >= BLACK or not longest_flat(picture.pack, enemy):
        return 0
    if not is_in_position(picture.pack, enemy):
        return 0
    costs = sorted((_toll(picture, enemy, one) for one in picture.friends), reverse=True)
    return sum(costs[:COVERED])


def _toll(picture: Picture, enemy: Element, friend: Element) -> int:
    """What one enemy takes from one who wants to go on."""
    if friend.aboard or friend.height or picture.is_rear(friend) or not picture.way(friend, friend.field):
        return 0
    away = picture.away(enemy.field, friend.field)
    pace = picture.pack.tables.speed(picture.pack.models[friend.model], dark=False)[1]
    if away > longest_flat(picture.pack, enemy) + pace:
        return 0
    worst = 0
    for weapon in flat_weapons(picture.pack, enemy):
        near = max(1, min(away, picture.pack.weapons[weapon].flat))
        lost, pinned = picture.chance(Threat(enemy, weapon, near), friend, counter=True)
        worst = max(worst, lost + pinned)
    return picture.price(friend) * worst // 1000


def _own_fire(picture: Picture, field: str) -> int:
    """What smoke takes from the own side: direct fire into the field."""
    view = picture.view
    if not any(one.id in seen(picture.pack, view, picture.side) for one in at_field(picture, field)):
        return 0
    return sum(_shots(picture, field)[:COVERED])


def at_field(picture: Picture, field: str) -> list[Element]:
    return [one for one in enemies_at(picture.view, field, picture.side) if not one.aboard]


def _shots(picture: Picture, field: str) -> list[int]:
    """What the own guns that reach a field would do there if they saw its enemies, best first."""
    if own_troops_refusal(picture.view, picture.side, field):
        return []
    found = [_shot(picture, one, field) for one in picture.friends if _can_fire(picture, one, field)]
    return sorted(found, reverse=True)


def _can_fire(picture: Picture, firer: Element, field: str) -> bool:
    if firer.aboard or firer.height or firer.guise or firer.pinned >= BLACK or firer.acted:
        return False
    if not 0 < picture.away(firer.field, field) <= longest_flat(picture.pack, firer):
        return False
    return sight.line_open(picture.pack, picture.view, firer.field, field)


def _shot(picture: Picture, firer: Element, field: str) -> int:
    away = picture.away(firer.field, field)
    return max(
        picture.shot_worth(firer, weapon, field, away)
        for weapon in flat_weapons(picture.pack, firer)
        if away <= picture.pack.weapons[weapon].flat
    )


# -- light -------------------------------------------------------------------------------------------------


def _lit(picture: Picture, order: Illuminate) -> int:
    """What those who then see the enemy can do to him: guns in range, and the other batteries."""
    field = order.field
    if field in picture.view.light:
        return 0
    known = at_field(picture, field)
    engaged = seen(picture.pack, picture.view, picture.side)
    if known and all(one.id in engaged for one in known):
        return 0  # they can be fired at already
    firers = [one for one in picture.friends if _can_fire(picture, one, field)]
    if not known:
        return HEARD * min(COVERED, len(firers))
    return sum(_shots(picture, field)[:COVERED]) + _shells(picture, order)


def _shells(picture: Picture, order: Illuminate) -> int:
    """The best that another battery could then fire at the field, if any has the range."""
    pack, view = picture.pack, picture.view
    found = 0
    for name in ready_with(pack, view, picture.side, view.elements[order.batteries[0]]):
        if name not in order.batteries:
            found = max(found, picture.harm(salvo(pack, view, (name,), order.field)))
    return found


# -- suspicion ---------------------------------------------------------------------------------------------


def _suspicions(picture: Picture, batteries: Sequence[Element]) -> Iterator[SuspicionFire]:
    """Rows of three fields, as the rules list them, in which somebody is known or expected."""
    pack, view = picture.pack, picture.view
    refusal = ACTIVITIES[SuspicionFire].refusal
    expected = _expected(picture)
    for one in batteries:
        rows = (row for row in chains(pack, view, picture.side, one) if any(f in expected for f in row[1]))
        for names, fields in islice(rows, MOST_CHAINS):
            order = SuspicionFire(names, fields)
            if refusal(pack, view, order) is None:
                yield order


def _expected(picture: Picture) -> dict[str, int]:
    """Fields in which enemies may be whom nobody can aim at, and what a shell is worth there."""
    kept: dict[str, int] | None = vars(picture).get("expected")
    if kept is not None:
        return kept
    kept = vars(picture)["expected"] = {}
    engaged = seen(picture.pack, picture.view, picture.side)
    if picture.view.options["mode"] != "open":
        for aim in picture.aims:
            if not picture.holding(aim):
                kept.update(dict.fromkeys(aim.fields, GUESS))
        for ghost in picture.view.ghosts.values():
            kept[ghost.field] = SUSPECT
    for one in picture.enemies:
        if one.id not in engaged:
            kept[one.field] = SUSPECT
    return kept


def _suspicion(picture: Picture, order: SuspicionFire) -> int:
    """What each of the batteries promises on average."""
    pack, view, expected = picture.pack, picture.view, _expected(picture)
    total = 0
    for battery, field in zip(order.batteries, order.fields, strict=True):
        known = picture.harm(salvo(pack, view, (battery,), field)) if at_field(picture, field) else 0
        total += known or expected.get(field, 0)
    return total // len(order.batteries)
