"""What a step sets off (after every field entered): barriers, withdrawals, prepared fire, counter-moves.

The order is fixed: mines and obstacles, movement counter-moves, barrages and demolitions, real counter-moves,
unreal ones. Inside a group the passive player chooses. A mover that is lost or stopped draws nothing further.
"""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Game, Script, rule
from planspiel.systems.wiener2022 import barrage, counter, entering, evasion, secrecy
from planspiel.systems.wiener2022.approach import Step, farthest_flat, passive_near, still_there
from planspiel.systems.wiener2022.state import Position, enemy_of

__all__ = ["Step", "window", "working_beside"]


@rule("WPR-gegenzug-echter-10", "WPR-spielablauf-2")
def window(game: Game[Position], steps: Sequence[Step]) -> Script[bool]:
    """Everything that the steps of one moment set off. True if anything happened.

    Simultaneous movers come together: against them each weapon reacts once.
    """
    before = _marks(game.state, steps)
    for step in steps:
        if not step.as_if:
            yield from entering.barriers_act(game, step)
    used: tuple[str, ...] = ()
    is_near = _is_anybody_near(game, steps)
    if is_near:
        used = yield from evasion.movement_counter_moves(game, steps, used)
    there = tuple(step.element for step in still_there(game.pack, game.state, steps))
    yield from barrage.entered(game, there)
    yield from entering.charges_go_off(game, there)
    if is_near:
        used = yield from counter.real_counter_moves(game, steps, used)
        used = yield from counter.unreal_counter_moves(game, steps, used)
    return bool(used) or _marks(game.state, steps) != before


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
    yield from window(game, (Step(worker, here, field, (here,), as_if=True),))
