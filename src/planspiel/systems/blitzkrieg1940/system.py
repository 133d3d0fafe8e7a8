"""Blitzkrieg 1940: what the kernel needs to know of it. The rules stand in the chapters' files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import ModuleType
from typing import ClassVar

from planspiel.kernel import (
    Choice,
    Item,
    Order,
    Rng,
    Seat,
    Setup,
    Side,
    System,
    rule,
)
from planspiel.packs import Source
from planspiel.systems.blitzkrieg1940 import (
    actions,
    activation,
    administration,
    close_combat_orders,
    command,
    cup,
    demoralised,
    deployment,
    fire,
    independents,
    indirect,
    march,
    marker_events,
    markers,
    mines,
    morale,
    reaction_orders,
    reactions,
    results,
    retreat,
    rout,
    secrecy,
    setup,
    transport,
    turn,
    victory,
    works,
)
from planspiel.systems.blitzkrieg1940.german import SENTENCES
from planspiel.systems.blitzkrieg1940.options import CHOICES
from planspiel.systems.blitzkrieg1940.pack import Pack, load_pack
from planspiel.systems.blitzkrieg1940.start import position_before_setup, state_faults
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView, view_of

__all__ = ["Blitzkrieg1940", "build"]

CHAPTERS: tuple[ModuleType, ...] = (
    turn,
    administration,
    command,
    cup,
    marker_events,
    markers,
    demoralised,
    activation,
    independents,
    deployment,
    setup,
    secrecy,
    victory,
    actions,
    march,
    reaction_orders,
    reactions,
    transport,
    fire,
    indirect,
    close_combat_orders,
    results,
    morale,
    rout,
    retreat,
    mines,
    works,
)
"""Every module that defines orders, questions, events or scripts (`SCRIPTS`)."""


class Blitzkrieg1940(System[Position, BlitzkriegView, Pack]):
    id: ClassVar[str] = "blitzkrieg1940"
    title: ClassVar[str] = "Blitzkrieg 1940: Hannut and Stonne"
    title_de: ClassVar[str] = "Blitzkrieg 1940: Hannut und Stonne"
    chapters: ClassVar[tuple[ModuleType, ...]] = CHAPTERS
    state_type = Position
    view_type = BlitzkriegView

    @classmethod
    def build(cls, overlays: Sequence[Source] = ()) -> Blitzkrieg1940:
        loaded = load_pack(overlays)
        return cls(loaded.pack, pack_name="blitzkrieg1940/base", pack_digest=loaded.digest)

    def scenarios(self) -> Sequence[str]:
        """Those of the book come first."""
        return tuple(sorted(self.pack.scenarios, key=lambda name: self.pack.scenarios[name].ours))

    def scenario_title(self, scenario: str) -> str:
        return self.pack.scenarios[scenario].title

    def choices(self) -> Mapping[str, Choice]:
        return CHOICES

    @rule("BLK-0-B")
    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        """One player commands all French forces, the other all German ones."""
        return setup.seats or {Seat("french"): (FRENCH,), Seat("german"): (GERMAN,)}

    def start(self, setup: Setup) -> Position:
        state = position_before_setup(self.pack, setup)
        state.agenda = (Item("setup"),)
        return state

    def view(self, state: Position, seat: Seat) -> BlitzkriegView:
        return view_of(self.pack, state, seat)

    def public_view(self, state: Position) -> BlitzkriegView:
        return view_of(self.pack, state, Seat(""))

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        twin = secrecy.scramble(self.pack, state, seat, rng)
        works.man_anew(self.pack, state, twin)
        return twin

    def is_barrier(self, state: Position, order: Order) -> bool:
        """With secrets on the map, whatever is done there may have told something."""
        secret = state.options["stack_secrecy"] or state.options["mine_secrecy"]
        return bool(secret) and state.turn > 0

    def state_faults(self, state: Position) -> Iterator[str]:
        return state_faults(self.pack, state)

    def german(self) -> Mapping[str, str]:
        return SENTENCES

    def things(self, state: Position) -> Iterator[str]:
        yield from (f"unit:{name}" for name in state.units)
        yield from (f"hex:{name}" for name in self.pack.theatre(state.scenario).board.labels)


def build(overlays: Sequence[Source]) -> Blitzkrieg1940:
    """For the registry: the system with the shipped pack and what lies over it."""
    return Blitzkrieg1940.build(overlays)
