"""The shipped pack, loaded once, and short ways to the facts of its scenarios."""

from functools import cache

from planspiel.packs import Loaded
from planspiel.systems.blitzkrieg1940.pack import Pack, Reinforcement, Scenario, SetupStep, load_pack

__all__ = ["coming", "loaded", "near", "pack", "scenario", "step_of", "zone_of"]


@cache
def loaded() -> Loaded[Pack]:
    return load_pack()


def pack() -> Pack:
    return loaded().pack


def scenario(name: str) -> Scenario:
    return pack().scenarios[name]


def step_of(name: str, thing: str) -> SetupStep:
    """The one step that sets up a formation or an independent unit."""
    (step,) = [step for step in scenario(name).setup if thing in (*step.formations, *step.independents)]
    return step


def zone_of(name: str, thing: str) -> set[str]:
    """Where a formation is set up."""
    return set(pack().theatre(name).zones[step_of(name, thing).zone])


def coming(name: str, turn: int) -> Reinforcement:
    """What comes in a turn."""
    (due,) = [due for due in scenario(name).reinforcements if due.turn == turn]
    return due


def near(name: str, centres: tuple[str, ...], radius: int) -> set[str]:
    """All hexes at most so far from one of the centres, by measuring each."""
    board = pack().theatre(name).board
    return {label for label in board.labels if any(board.distance(label, c) <= radius for c in centres)}
