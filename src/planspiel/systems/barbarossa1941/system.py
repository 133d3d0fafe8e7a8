"""Barbarossa 1941: what the kernel needs to know of it. The rules stand in the chapters' files."""

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
from planspiel.systems.barbarossa1941 import (
    air_combat,
    air_landing,
    air_strike,
    airfield,
    ammunition,
    army,
    assault,
    attack,
    close_combat,
    defence,
    deployment,
    engineering,
    escort,
    fire_orders,
    fire_steps,
    firing,
    flak,
    flight,
    groups,
    guns,
    hidden,
    hq,
    impulse,
    intercept,
    losses,
    merge,
    mines,
    missions,
    movement,
    observing,
    orders,
    patrol,
    planning,
    reaction,
    recon,
    reinforcements,
    revealing,
    round,
    routes,
    sight,
    smoke,
    special,
    supply,
    supply_drop,
    transport,
    valour,
    victory,
    works,
)
from planspiel.systems.barbarossa1941.german import sentences
from planspiel.systems.barbarossa1941.imagining import scramble
from planspiel.systems.barbarossa1941.options import choices_of
from planspiel.systems.barbarossa1941.pack import Pack, load_pack
from planspiel.systems.barbarossa1941.start import position_before_setup, state_faults
from planspiel.systems.barbarossa1941.state import GERMAN, SOVIET, Position
from planspiel.systems.barbarossa1941.view import BarbarossaView, view_of

__all__ = ["CHAPTERS", "Barbarossa1941", "build"]

CHAPTERS: tuple[ModuleType, ...] = (
    army,
    deployment,
    reinforcements,
    orders,
    planning,
    round,
    revealing,
    sight,
    defence,
    attack,
    observing,
    ammunition,
    hq,
    fire_orders,
    firing,
    losses,
    valour,
    fire_steps,
    smoke,
    routes,
    groups,
    impulse,
    assault,
    close_combat,
    hidden,
    mines,
    reaction,
    movement,
    transport,
    guns,
    merge,
    supply,
    engineering,
    special,
    works,
    airfield,
    flight,
    missions,
    flak,
    air_combat,
    air_strike,
    intercept,
    recon,
    air_landing,
    patrol,
    supply_drop,
    escort,
    victory,
)
"""Every module that defines orders, questions, events, options or scripts."""

planning.collect(*CHAPTERS)


class Barbarossa1941(System[Position, BarbarossaView, Pack]):
    id: ClassVar[str] = "barbarossa1941"
    title: ClassVar[str] = "Barbarossa 1941"
    title_de: ClassVar[str] = "Barbarossa 1941"
    chapters: ClassVar[tuple[ModuleType, ...]] = CHAPTERS
    state_type = Position
    view_type = BarbarossaView

    @classmethod
    def build(cls, overlays: Sequence[Source] = ()) -> Barbarossa1941:
        loaded = load_pack(overlays)
        return cls(loaded.pack, pack_name="barbarossa1941/base", pack_digest=loaded.digest)

    def scenarios(self) -> Sequence[str]:
        return self.pack.ladder

    def scenario_title(self, scenario: str) -> str:
        return self.pack.scenarios[scenario].title

    def choices(self) -> Mapping[str, Choice]:
        return choices_of(*CHAPTERS)

    @rule("BAR-preparation-3", "BAR-preparation-4")
    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        """Two armies; team mates may share one."""
        return setup.seats or {Seat("german"): (GERMAN,), Seat("soviet"): (SOVIET,)}

    def start(self, setup: Setup) -> Position:
        state = position_before_setup(self.pack, setup)
        state.agenda = (Item("round"), Item("deployment"), Item("army"))
        return state

    def view(self, state: Position, seat: Seat) -> BarbarossaView:
        return view_of(self.pack, state, seat)

    def public_view(self, state: Position) -> BarbarossaView:
        return view_of(self.pack, state, Seat(""))

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        return scramble(self.pack, state, seat, rng)

    def is_barrier(self, state: Position, order: Order) -> bool:
        """Orders are secret until all are sealed, and carried out when they are."""
        return True

    def state_faults(self, state: Position) -> Iterator[str]:
        return state_faults(self.pack, state)

    def german(self) -> Mapping[str, str]:
        return sentences()

    def things(self, state: Position) -> Iterator[str]:
        yield from (f"unit:{name}" for name in state.units)
        yield from (f"hex:{name}" for name in self.pack.theatre(state.scenario).board.labels)


def build(overlays: Sequence[Source]) -> Barbarossa1941:
    """For the registry: the system with the shipped pack and what lies over it."""
    return Barbarossa1941.build(overlays)
