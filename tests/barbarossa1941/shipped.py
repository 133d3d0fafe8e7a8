"""The shipped pack, loaded once."""

from functools import cache

from planspiel.packs import Loaded
from planspiel.systems.barbarossa1941.boards import Theatre
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.pack import Pack, load_pack
from planspiel.systems.barbarossa1941.scenario import Scenario

__all__ = ["card", "loaded", "pack", "scenario", "theatre"]


@cache
def loaded() -> Loaded[Pack]:
    return load_pack()


def pack() -> Pack:
    return loaded().pack


def card(name: str) -> Card:
    return pack().cards[name]


def scenario(name: str) -> Scenario:
    return pack().scenarios[name]


def theatre(name: str) -> Theatre:
    return pack().theatre(name)
