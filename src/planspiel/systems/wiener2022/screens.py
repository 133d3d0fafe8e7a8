"""What smoke and illumination have in common: a stated number of batteries, one die, no second try."""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Game, Illegal, Modifiers, Script, Seat, roll, rule
from planspiel.systems.wiener2022 import fire, secrecy
from planspiel.systems.wiener2022.effect import value_of
from planspiel.systems.wiener2022.modifiers import own_points
from planspiel.systems.wiener2022.observing import batteries_refusal, range_refusal, salvo
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Known, Position, seats_of

__all__ = ["screen_modifiers", "screen_refusal", "screen_roll", "tried_refusal"]


@rule("WPR-nebel-10", "WPR-beleuchtung-8")
def screen_modifiers(pack: Pack, known: Known, batteries: Sequence[str]) -> Modifiers:
    """One more for each further weapon of the kind; calibre does not count."""
    mods = Modifiers()
    if len(batteries) > 1:
        further = pack.tables.points.combination * (len(batteries) - 1)
        mods.add(further, "combined fire", "WPR-nebel-10")
    own_points(mods, pack, known, tuple(batteries))
    return mods


def screen_refusal(pack: Pack, known: Known, batteries: Sequence[str], field: str) -> Illegal | None:
    """Why these batteries cannot lay anything on a field."""
    refusal = batteries_refusal(pack, known, known.active, batteries)
    if refusal is not None:
        return refusal
    for battery in batteries:
        refusal = range_refusal(pack, known, battery, field)
        if refusal is not None:
            return refusal
    return None


def tried_refusal(known: Known, what: str, fields: Sequence[str], cite: str) -> Illegal | None:
    """A failed attempt on a field may not be repeated in the same turn."""
    for field in fields:
        if f"{what}/{field}" in known.tried:
            return Illegal("It has already failed in {field} in this turn.", cite, field=field)
    return None


def screen_roll(
    game: Game[Position], batteries: Sequence[str], field: str, why: str, cite: str
) -> Script[int]:
    """The batteries fire; the value of their one die."""
    fire.announce(game, salvo(game.pack, game.state, batteries, field), answer=False, cite=cite)
    mods = screen_modifiers(game.pack, game.state, batteries)
    told = _witnesses(game, batteries)
    (face,) = yield from roll("1d6", why, cite, batteries[0], told, field=field)
    return value_of(face, mods.total)


def _witnesses(game: Game[Position], batteries: Sequence[str]) -> tuple[Seat, ...] | None:
    """Smoke and light are seen by all where they lie; the die by those who see who fires."""
    if secrecy.is_open(game.state):
        return None
    own = seats_of(game.state, game.state.elements[batteries[0]].side)
    return tuple(seat for seat in game.seats if seat in own)
