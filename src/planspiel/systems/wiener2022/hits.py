"""What one die does to a field: each target is read with its own points; second dice are its own.

Against armour and weapons a direct shot is read at once, a natural 6 that a minus turns into 5 may still be a
lucky hit (Glückstreffer). High-angle fire and bombs need a second die for a chance hit (Zufallstreffer).
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Modifier, Script, Seat, Side, roll, rule
from planspiel.systems.wiener2022 import bridge_fire, craters, secrecy
from planspiel.systems.wiener2022.aim import bridges_at, can_be_engaged, targets_of
from planspiel.systems.wiener2022.effect import BLACK, LOSS, level_of, points_of, value_of
from planspiel.systems.wiener2022.losses import knock_out, suffer
from planspiel.systems.wiener2022.modifiers import (
    Shot,
    bridge_is_hurt,
    bridge_modifiers,
    crew_cover,
    ground_modifiers,
    is_hurt,
    is_indirect,
    is_outright,
    modifiers,
    target_kind,
)
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.passengers import barrage_on, force_out, is_rider, stays_aboard
from planspiel.systems.wiener2022.state import Barrier, Element, Position, carried_by, on_board, seats_of

__all__ = [
    "BridgeStruck",
    "CraterMade",
    "Struck",
    "hit",
    "is_lucky",
    "read",
    "strike",
    "strike_ground",
    "witnesses",
]

SIX = 6


class Struck(Event[Position], frozen=True):
    """A die was read for one target."""

    said: ClassVar[str] = "{target} is struck: {natural} with {points} points gives {value}."
    target: str
    natural: int
    points: int
    value: int
    modifiers: tuple[Modifier, ...] = ()


class BridgeStruck(Event[Position], frozen=True):
    said: ClassVar[str] = "The bridge {bridge} is struck: {natural} with {points} points gives {value}."
    bridge: str
    natural: int
    points: int
    value: int
    modifiers: tuple[Modifier, ...] = ()


@rule("WPR-massierung-3", "WPR-felder-teilung-3", "WPR-zielfl-1")
def strike(game: Game[Position], shot: Shot, natural: int) -> Script[None]:
    """The shared die, read for every target in the field and for its bridges."""
    struck = [target.id for target in targets_of(game.state, shot)]
    for name in struck:
        yield from hit(game, shot, name, natural)
    yield from strike_ground(game, shot, natural)


@rule("WPR-massierung-1")
def strike_ground(game: Game[Position], shot: Shot, natural: int) -> Script[None]:
    """What the die does to a field besides its troops, unless it was for some of them alone: the bridges
    there are read with it too, and heavy fire may dig craters."""
    if shot.targets:
        return
    for place in bridges_at(game.state, shot.field):
        yield from _hit_bridge(game, shot, place, natural)
    if is_indirect(shot):
        _dig_crater(game, shot, natural)


def hit(game: Game[Position], shot: Shot, name: str, natural: int) -> Script[None]:
    """One target: by its own points, or through those who sit on it if it cannot be hurt."""
    target = game.state.elements[name]
    if not on_board(target) or not can_be_engaged(game.pack, game.state, shot, target):
        return
    if not is_hurt(game.pack, shot, target):
        yield from _throw_off(game, target, natural)
        return
    lines = modifiers(game.pack, game.state, shot, target).lines
    if is_indirect(shot) and target_kind(game.pack, target) in ("hard", "ferry"):
        yield from _chance_hit(game, shot, target, natural, lines)
        return
    yield from read(game, shot, name, natural, value_of(natural, points_of(lines)), lines)


@rule("WPR-feuer-indirekt-2")
def read(
    game: Game[Position], shot: Shot, name: str, natural: int, value: int, lines: tuple[Modifier, ...]
) -> Script[None]:
    """A value is read on the effect table: one die for area and soft targets, and for direct hits."""
    target = game.state.elements[name]
    if not is_hurt(game.pack, shot, target):
        yield from _throw_off(game, target, natural)
        return
    outright = is_outright(game.pack, shot, target)
    if outright and value < LOSS:
        value += crew_cover(game.pack, game.state, shot, target)
    _tell(game, shot, Struck(name, natural, points_of(lines), value, lines, cite="WPR-waffenwirkung-1"))
    if is_lucky(game.pack, shot, target, natural, points_of(lines)):
        lucky = yield from _lucky_hit(game, name)
        if lucky:
            return
    yield from suffer(game, name, value, _row(value), outright)


def _row(value: int) -> str:
    """The row of the effect table that is quoted."""
    rows = {3: "WPR-wirkungstabelle-1", 4: "WPR-wirkungstabelle-2", BLACK: "WPR-wirkungstabelle-3"}
    return rows.get(level_of(value), "WPR-wirkungstabelle-4")


# -- second dice -------------------------------------------------------------------------------------------


@rule("WPR-glueckstreffer-4")
def is_lucky(pack: Pack, shot: Shot, target: Element, natural: int, points: int) -> bool:
    """A natural 6 in direct lay against a hard target that points turn into exactly 5."""
    if natural != SIX or points != -1 or shot.lay != "direct":
        return False
    if pack.weapons[shot.weapon].is_heavy_artillery:
        return False  # only tank and anti-tank guns, and what counts as one
    kind = target_kind(pack, target)
    return kind == "hard" or (kind == "weapon" and is_outright(pack, shot, target))


@rule("WPR-glueckstreffer-2")
def _lucky_hit(game: Game[Position], name: str) -> Script[bool]:
    """On 4 and more the target is knocked out; else the effect 5 stands."""
    told = secrecy.audience(game, (name,))
    (face,) = yield from roll(
        "1d6", "lucky hit on {element}", "WPR-glueckstreffer-1", name, told, element=name
    )
    if face < game.pack.tables.work.lucky:
        return False
    yield from knock_out(game, name, "WPR-glueckstreffer-1")
    return True


@rule("WPR-zufallstreffer-3")
def _chance_hit(
    game: Game[Position], shot: Shot, target: Element, natural: int, lines: tuple[Modifier, ...]
) -> Script[None]:
    """From 6 on a second, plain die is the effect; below, high-angle fire does nothing to a hard target."""
    name, points = target.id, points_of(lines)
    value = value_of(natural, points)
    _tell(game, shot, Struck(name, natural, points, value, lines, cite="WPR-zufallstreffer-1"))
    face = 0
    if value >= LOSS:
        told = secrecy.audience(game, (name,))
        (face,) = yield from roll(
            "1d6", "chance hit on {element}", "WPR-zufallstreffer-2", name, told, element=name
        )
        yield from suffer(game, name, face, "WPR-zufallstreffer-2")
    if not level_of(face):
        yield from _throw_off(game, target, natural)


@rule("WPR-mitfahren-2")
def _throw_off(game: Game[Position], tank: Element, natural: int) -> Script[None]:
    """Riders on a tank are exposed to fire that does not hurt the tank, with the plain die."""
    level = level_of(value_of(natural, 0))
    if not level or not is_rider(game.pack, tank):
        return
    for rider in carried_by(game.state, tank):
        yield from _thrown(game, tank, rider, level)


def _thrown(game: Game[Position], tank: Element, rider: Element, level: int) -> Script[None]:
    if not stays_aboard(game.pack, game.state, tank):
        force_out(game, rider, tank, "WPR-mitfahren-2")
    yield from suffer(game, rider.id, level, "WPR-mitfahren-2")
    yield from barrage_on(game, (rider,))


# -- bridges -----------------------------------------------------------------------------------------------


@rule("WPR-bruecken-4")
def _hit_bridge(game: Game[Position], shot: Shot, place: str, natural: int) -> Script[None]:
    """One die in flat fire; bombs and indirect fire need a chance hit."""
    bridge = game.state.bridges[place]
    if not bridge_is_hurt(game.pack, shot, bridge):
        return
    lines = bridge_modifiers(game.pack, game.state, shot, bridge).lines
    value = value_of(natural, points_of(lines))
    event = BridgeStruck(place, natural, points_of(lines), value, lines, cite="WPR-bruecken-4")
    game.happens(event, _who_knows_the_firer(game, shot), replace(event, modifiers=()))
    if is_indirect(shot):
        if value < LOSS:
            return
        (value,) = yield from roll(
            "1d6", "chance hit on the bridge {bridge}", "WPR-bruecken-4", place, bridge=place
        )
    yield from bridge_fire.suffer(game, place, value)


# -- the ground --------------------------------------------------------------------------------------------


class CraterMade(Event[Position], frozen=True):
    said: ClassVar[str] = "The fire leaves a crater in {field}."
    side: Side
    field: str

    def apply(self, state: Position) -> None:
        name = f"crater-{self.field}-{state.half}"
        state.barriers[name] = Barrier(name, "crater", self.field, self.side)


def _dig_crater(game: Game[Position], shot: Shot, natural: int) -> None:
    """Only where the scenario wants it: very heavy fire makes open ground impassable for the enemy."""
    plus = shot.bomb if shot.lay == "bomb" else game.pack.weapons[shot.weapon].plus
    value = value_of(natural, points_of(ground_modifiers(game.pack, game.state, shot).lines))
    if craters.leaves_crater(game.pack, game.state, shot.field, plus=plus, value=value):
        game.happens(CraterMade(shot.side, shot.field, cite="WPR-zubehoer-X1"))


# -- who sees what --------------------------------------------------------------------------------------


@rule("WPR-verdeckt-5")
def witnesses(game: Game[Position], shot: Shot) -> tuple[Seat, ...] | None:
    """The firing party, and whoever sees the firer or has troops where it strikes."""
    struck = [target.id for target in targets_of(game.state, shot)]
    told = secrecy.audience(game, (*shot.firers, *struck))
    return None if told is None else _with_own(game, shot, told)


@rule("WPR-verdeckt-5")
def _tell(game: Game[Position], shot: Shot, event: Struck) -> None:
    """Whoever sees the target sees the effect; what the points are for would tell him of an unseen firer."""
    knowing = _who_knows_the_firer(game, shot)
    seeing = secrecy.audience(game, (event.target,))
    if knowing is None or seeing is None:
        game.happens(event)
        return
    plain, full = replace(event, modifiers=()), tuple(seat for seat in seeing if seat in knowing)
    if all(seat in seeing for seat in knowing):
        game.happens(event, full, plain)
    else:
        game.happens(plain, seeing)


def _who_knows_the_firer(game: Game[Position], shot: Shot) -> tuple[Seat, ...] | None:
    told = secrecy.audience(game, shot.firers)
    return None if told is None or not shot.firers else _with_own(game, shot, told)


def _with_own(game: Game[Position], shot: Shot, told: tuple[Seat, ...]) -> tuple[Seat, ...]:
    own = seats_of(game.state, shot.side)
    return tuple(seat for seat in game.seats if seat in told or seat in own)
