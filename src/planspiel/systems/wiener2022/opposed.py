"""Opposed rolls (Gegenwehr, Gegenwürfeln): both roll, the higher total wins, the lower result lapses.

Fire, flak and air combat cancel points that both have; close combat does not. `encounter` is the unreal
counter-move: a duel between a mover and somebody who was not ready for him.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct

from planspiel.kernel import Event, Game, Modifier, Modifiers, Script, roll, rule
from planspiel.systems.wiener2022 import command, hits, secrecy, sight
from planspiel.systems.wiener2022.activities import drives_and_fires
from planspiel.systems.wiener2022.aim import replies, shot_of
from planspiel.systems.wiener2022.effect import cancelled, opposed_value, points_of
from planspiel.systems.wiener2022.modifiers import Shot, modifiers, own_points
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.speed import may_fire_on_the_move
from planspiel.systems.wiener2022.state import Element, Known, Position

__all__ = ["Duel", "RollsCompared", "RollsTied", "answer_of", "duel", "encounter", "opposed"]


class Duel(Struct, frozen=True):
    """How an opposed roll ended. Values stand as compared; below 3 the winner has no effect."""

    winner: str
    loser: str
    natural: int
    value: int
    lines: tuple[Modifier, ...]
    """The winner's points after cancelling."""
    loser_value: int


class RollsCompared(Event[Position], frozen=True):
    said: ClassVar[str] = "{first} has {first_value}, {second} has {second_value}: {winner} wins."
    first: str
    second: str
    first_value: int
    second_value: int
    winner: str
    first_points: tuple[Modifier, ...] = ()
    second_points: tuple[Modifier, ...] = ()


class RollsTied(Event[Position], frozen=True):
    said: ClassVar[str] = "{first} and {second} both have {value}: they roll again."
    first: str
    second: str
    value: int


@rule("WPR-gegenwehr-3", "WPR-gegenwehr-4", "WPR-gegenwehr-1")
def opposed(
    game: Game[Position],
    first: str,
    second: str,
    ours: Modifiers,
    theirs: Modifiers,
    *,
    cite: str = "WPR-gegenwehr-3",
    cancel: bool = True,
) -> Script[Duel]:
    """Both roll with their points until the totals differ; only the last roll counts.

    In close combat (`cancel` false) points do not cancel. What the winner does is up to the caller.
    """
    if cancel:
        cancelled(ours, theirs)
    else:
        _uncancelled()
    while True:
        a = yield from _thrown(game, first, second, cite)
        b = yield from _thrown(game, second, first, cite)
        mine, his = opposed_value(a, ours.total), opposed_value(b, theirs.total)
        if mine != his:
            break
        _tied(game, first, second, mine)
    won = mine > his
    event = RollsCompared(
        first, second, mine, his, first if won else second, ours.lines, theirs.lines, cite=cite
    )
    secrecy.tell(game, event, (first, second))
    if won:
        return Duel(first, second, a, mine, ours.lines, his)
    return Duel(second, first, b, his, theirs.lines, mine)


@rule("WPR-kuerzung-2")
def _uncancelled() -> None:
    """Between figures every point counts."""


@rule("WPR-punktegleichheit-1")
def _tied(game: Game[Position], first: str, second: str, value: int) -> None:
    event = RollsTied(first, second, value, cite="WPR-punktegleichheit-1")
    secrecy.tell(game, event, (first, second))


def _thrown(game: Game[Position], roller: str, other: str, cite: str) -> Script[int]:
    told = secrecy.audience(game, (roller, other))
    (face,) = yield from roll(
        "1d6", "{element} against {other}", cite, roller, told, element=roller, other=other
    )
    return face


# -- duels with weapons ------------------------------------------------------------------------------------


@rule("WPR-gegenwehr-6", "WPR-gegenwehr-10")
def duel(game: Game[Position], shot: Shot, defender: str, answer: str) -> Script[Duel]:
    """A shot that its target answers. `answer` is the weapon he fires back with; without one he rolls too,
    but winning only averts the effect. Returns the roll; the loser has suffered the winner's effect."""
    state, pack = game.state, game.pack
    attacker = shot.firers[0]
    here = sight.body(state, state.elements[attacker])  # what is hit if the attacker is hit
    ours = modifiers(pack, state, shot, state.elements[defender])
    back: Shot | None = None
    theirs = Modifiers()
    if answer:
        back = shot_of(pack, state, state.elements[defender], answer, here.field, (here.id,))
        theirs = modifiers(pack, state, back, here)
    else:
        own_points(theirs, pack, state, (defender,))
    found = yield from opposed(game, attacker, defender, ours, theirs, cite="WPR-gegenzug-unechter-3")
    if found.winner == attacker:
        yield from hits.read(game, shot, defender, found.natural, found.value, found.lines)
    elif back is not None:
        yield from hits.read(game, back, here.id, found.natural, found.value, found.lines)
    return found


@rule("WPR-gegenzug-unechter-5")
def answer_of(pack: Pack, known: Known, mover: Element, enemy: Element) -> str:
    """The weapon a mover answers with: the best it can fire now; none if it drives too fast."""
    if not drives_and_fires(pack, mover) or not may_fire_on_the_move(pack, known, mover):
        return ""
    return best_reply(pack, known, mover, enemy)


def best_reply(pack: Pack, known: Known, firer: Element, target: Element) -> str:
    """Of the weapons that can hurt an enemy the one with the most points; the first of equals."""
    found = list(replies(pack, known, firer, target))
    if not found:
        return ""

    def points(weapon: str) -> int:
        shot = shot_of(pack, known, firer, weapon, target.field, (target.id,))
        return points_of(modifiers(pack, known, shot, target).lines)

    return max(found, key=points)


@rule("WPR-gegenzug-unechter-1", "WPR-gegenzug-unechter-3")
def encounter(game: Game[Position], reactor: str, weapon: str, mover: str) -> Script[None]:
    """The unreal counter-move: somebody out of position and a mover roll together, the loser suffers."""
    state, pack = game.state, game.pack
    here, there = state.elements[reactor], state.elements[mover]
    shot = shot_of(pack, state, here, weapon, there.field, (mover,))
    answer = answer_of(pack, state, there, here)
    if answer:
        command.spend(game, (mover,))
    yield from duel(game, shot, mover, answer)
