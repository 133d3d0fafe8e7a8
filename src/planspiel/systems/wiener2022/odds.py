"""The chances of fire, as a player sees them before he commits himself.

All results are counted in 36ths: the die for the field, and for each target the second die it may call for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from planspiel.kernel import Likely, Modifiers, Odds, Text, rule
from planspiel.systems.wiener2022.aim import can_be_engaged, targets_of
from planspiel.systems.wiener2022.effect import FACES, LOSS, level_of, value_of
from planspiel.systems.wiener2022.hits import is_lucky
from planspiel.systems.wiener2022.losses import loss_number
from planspiel.systems.wiener2022.modifiers import (
    Shot,
    crew_cover,
    is_hurt,
    is_indirect,
    is_outright,
    modifiers,
    target_kind,
)
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.passengers import is_rider
from planspiel.systems.wiener2022.state import Element, Known, carried_by, enemy_of

__all__ = ["OUT_OF", "blind_odds", "likely", "odds_of", "success_odds"]

OUT_OF = len(FACES) ** 2
NO_EFFECT, LOST = "no effect", "lost"
VEHICLES: Final[Mapping[str, str]] = {
    "lorry": "Unarmoured vehicles: {lost} of {all} ways destroy them, {some} have an effect.",
    "pz2": "Light armour: {lost} of {all} ways destroy it, {some} have an effect.",
    "p4": "Medium armour: {lost} of {all} ways destroy it, {some} have an effect.",
    "p5": "Heavy armour: {lost} of {all} ways destroy it, {some} have an effect.",
}
"""By the model that stands for its class."""


def odds_of(pack: Pack, known: Known, shot: Shot, seen: Sequence[str] | frozenset[str]) -> Odds:
    """Points and results for the first target that can be hurt; the other targets stand below."""
    there = [
        one for one in targets_of(known, shot) if one.id in seen and can_be_engaged(pack, known, shot, one)
    ]
    targets = [one for one in there if is_hurt(pack, shot, one)]
    chances = {one.id: likely(pack, known, shot, one) for one in targets}
    chances |= _riders(pack, known, [one for one in there if one not in targets])
    if not chances:
        return Odds("WPR-waffenwirkung-1", 0, (), (Likely(NO_EFFECT, OUT_OF),), OUT_OF)
    return Odds(
        "WPR-waffenwirkung-1",
        0,
        modifiers(pack, known, shot, targets[0]).lines if targets else (),
        tuple(_named(chances)),
        OUT_OF,
        afterwards=tuple(_points(pack, known, shot, target) for target in targets[1:]),
    )


@rule("WPR-mitfahren-2")
def _riders(pack: Pack, known: Known, unhurt: Sequence[Element]) -> dict[str, list[Likely]]:
    """Fire that does not hurt a tank acts on those who ride on it, with the plain die."""
    return {
        rider.id: _counted(partial(_base_result, pack, known, rider))
        for tank in unhurt
        if is_rider(pack, tank)
        for rider in carried_by(known, tank)
    }


def _points(pack: Pack, known: Known, shot: Shot, target: Element) -> Text:
    total = modifiers(pack, known, shot, target).total
    return Text("Against {element} the shot has {points} points.", {"element": target.id, "points": total})


def _named(chances: Mapping[str, list[Likely]]) -> Iterator[Likely]:
    """Each result with the name of its target, where there are several."""
    for name, found in chances.items():
        yield from (replace(one, of=name if len(chances) > 1 else "") for one in found)


# -- fire at those whom nobody sees yet --------------------------------------------------------------------


def blind_odds(pack: Pack, known: Known, shots: Sequence[Shot], cite: str) -> Odds:
    """For barrages and fire on suspicion: what would happen to a base of figures, field by field.

    The points are those of the first field; below stands what the fire would do to vehicles there.
    """
    first = shots[0]
    results = [
        replace(one, of=shot.field if len(shots) > 1 else "")
        for shot in shots
        for one in likely(pack, known, shot, _somebody(known, shot, "figures"))
    ]
    return Odds(
        cite,
        0,
        modifiers(pack, known, first, _somebody(known, first, "figures")).lines,
        tuple(results),
        OUT_OF,
        afterwards=(Text("So figures would fare."), *_vehicles(pack, known, first)),
    )


def _somebody(known: Known, shot: Shot, model: str) -> Element:
    """An enemy of a kind, as he might be where the fire falls."""
    return Element("", enemy_of(shot.side), model, fate="board", field=shot.field)


def _vehicles(pack: Pack, known: Known, shot: Shot) -> Iterator[Text]:
    for model, template in VEHICLES.items():
        target = _somebody(known, shot, model)
        if not is_hurt(pack, shot, target):
            continue
        ways = {one.result: one.ways for one in likely(pack, known, shot, target)}
        values: dict[str, str | int] = {
            "lost": ways.get(LOST, 0),
            "some": OUT_OF - ways.get(NO_EFFECT, 0),
            "all": OUT_OF,
        }
        yield Text(template, values)


def likely(pack: Pack, known: Known, shot: Shot, target: Element) -> list[Likely]:
    """What can happen to one target, from nothing to its loss."""
    points = modifiers(pack, known, shot, target).total
    return _counted(lambda first, second: _result(pack, known, shot, target, points, first, second))


def _counted(result: Callable[[int, int], str]) -> list[Likely]:
    ways = Counter(result(first, second) for first in FACES for second in FACES)
    names = (NO_EFFECT, *(_pinned(level) for level in range(3, LOSS + 1)), LOST)
    return [Likely(name, ways[name]) for name in names if ways[name]]


def _pinned(level: int) -> str:
    return f"pinned {level}" if level else NO_EFFECT


def _result(
    pack: Pack, known: Known, shot: Shot, target: Element, points: int, first: int, second: int
) -> str:
    value, kind = value_of(first, points), target_kind(pack, target)
    if is_indirect(shot) and kind in ("hard", "ferry"):
        value = second if value >= LOSS else 0
    elif is_outright(pack, shot, target) and value < LOSS:
        value += crew_cover(pack, known, shot, target)
    elif kind in ("figures", "weapon") and not is_outright(pack, shot, target):
        return _base_result(pack, known, target, value, second)
    if is_lucky(pack, shot, target, first, points) and second >= pack.tables.work.lucky:
        return LOST
    return LOST if value >= LOSS else _pinned(level_of(value))


def _base_result(pack: Pack, known: Known, base: Element, value: int, second: int) -> str:
    """A base that is not hit outright is lost only by its loss roll."""
    if value < LOSS:
        return _pinned(level_of(value))
    return LOST if second >= loss_number(pack, known, base) else _pinned(LOSS)


def success_odds(mods: Modifiers, least: int, success: str, cite: str) -> Odds:
    """For a die that succeeds from a number on: smoke, light. A natural 1 or 2 has no plus."""
    ways = sum(value_of(face, mods.total) >= least for face in FACES)
    results = (Likely(success, ways), Likely(NO_EFFECT, len(FACES) - ways))
    return Odds(cite, 0, mods.lines, results, len(FACES))
