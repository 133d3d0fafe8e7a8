"""What a step sets off (after every field entered): barriers, withdrawals, prepared fire, counter-moves.

The order is fixed: mines and obstacles, movement counter-moves, barrages and demolitions, real counter-moves,
unreal ones. Inside a group the passive player chooses. A mover that is lost or stopped draws nothing further.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from planspiel.kernel import Game, Script, rule
from planspiel.systems.wiener2022 import barrage, counter, entering, evasion, secrecy
from planspiel.systems.wiener2022.approach import Step, as_seen, farthest_flat, passive_near, still_there
from planspiel.systems.wiener2022.state import Position, enemy_of

__all__ = ["Step", "past_flanks", "recovering", "set_down", "window", "working_beside"]


@rule("WPR-gegenzug-echter-10", "WPR-spielablauf-2")
def window(game: Game[Position], steps: Sequence[Step]) -> Script[bool]:
    """Everything that the steps of one moment set off. True if anything happened that the movers notice.

    Simultaneous movers come together: against them each weapon reacts once.
    """
    before = _marks(game.state, steps)
    for step in steps:
        if not step.as_if:
            yield from entering.barriers_act(game, step)
    gone: tuple[str, ...] = ()
    noticed, is_near = False, _is_anybody_near(game, steps)
    if is_near:
        gone, noticed = yield from evasion.movement_counter_moves(game, steps)
    used = gone
    there = still_there(game.pack, game.state, steps)
    yield from barrage.falls_on(game, [one for step in there if (one := as_seen(game.state, step))])
    yield from entering.charges_go_off(game, tuple(step.element for step in there if not step.as_if))
    if is_near:
        used = yield from counter.real_counter_moves(game, steps, used)
        used = yield from counter.unreal_counter_moves(game, steps, used)
    return noticed or len(used) > len(gone) or _marks(game.state, steps) != before


@rule("WPR-minen-3", "WPR-draht-6", "WPR-sperrfeuer-3")
def set_down(game: Game[Position], names: Sequence[str], field: str) -> Script[None]:
    """Those who jump into a field, or leave a craft or aircraft there, meet what lies in wait on its ground.

    Our reading: they come over none of its sides, so whom wire holds can go nowhere until it is cleared.
    """
    for name in names:
        yield from entering.barriers_act(game, Step(name, field, field))
    yield from barrage.entered(game, names)


@rule("WPR-diagonale-5")
def past_flanks(game: Game[Position], steps: Sequence[Step]) -> Script[tuple[Step, ...]]:
    """Attackers who go over a flank suffer it before they are in the field that they attack.

    Our reading: they count as having entered the flank, so its mines act, and who is there fights or fires at
    them where they set out; in the attacked field there are troops of his own. Gives the steps of those whom
    this has not stopped, with the flank behind them.
    """
    passing = tuple(replace(step, field=step.flank, past=True) for step in steps if step.flank)
    for one in passing:
        yield from entering.drive_over(game, one.element, one.flank)
    used = yield from counter.real_counter_moves(game, passing, ())
    yield from counter.unreal_counter_moves(game, passing, used)
    if passing:
        secrecy.look(game)
    through = [one.element for one in still_there(game.pack, game.state, passing)]
    return tuple(replace(step, flank="") for step in steps if not step.flank or step.element in through)


def _is_anybody_near(game: Game[Position], steps: Sequence[Step]) -> bool:
    """Whether a passive element is near enough for any flat fire."""
    side, far = enemy_of(game.state.active), farthest_flat(game.pack)
    seeming = secrecy.as_they_look(game.state, side)
    return any(next(passive_near(game.pack, seeming, side, step, far), None) is not None for step in steps)


def _marks(state: Position, steps: Sequence[Step]) -> list[tuple[str, int, str]]:
    """What the owner of the movers sees of them."""
    elements = [state.elements[step.element] for step in steps]
    return [(element.fate, element.pinned, element.came_from) for element in elements]


@rule("WPR-arbeit-5")
def working_beside(game: Game[Position], worker: str, field: str) -> Script[None]:
    """Work done from the next field sets off counter-moves as if the worker had moved into the work field."""
    here = game.state.elements[worker].field
    if here != field:
        yield from window(game, (Step(worker, here, field, (here,), as_if=True),))


@rule("WPR-bergen-4")
def recovering(game: Game[Position], vehicle: str, field: str) -> Script[None]:
    """Weapons that watch a wreck may engage who clears it, in its field or wherever he comes from.

    In its field he enters nothing, so there is nothing but their fire.
    """
    here = game.state.elements[vehicle].field
    steps = (Step(vehicle, field, field, (here,), as_if=True),)
    if here != field:
        yield from window(game, steps)
        return
    used = yield from counter.real_counter_moves(game, steps, ())
    yield from counter.unreal_counter_moves(game, steps, used)
