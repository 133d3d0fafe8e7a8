"""Wiener Planspielregeln 2022: what the kernel needs to know of it. The rules stand in the chapters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, ClassVar

from planspiel.kernel import Choice, Event, Item, Order, Outcome, Rng, Seat, Setup, Side, System, rule
from planspiel.packs import Source
from planspiel.systems.wiener2022 import activities, turn
from planspiel.systems.wiener2022.german import sentences
from planspiel.systems.wiener2022.imagining import scramble
from planspiel.systems.wiener2022.options import choices_of
from planspiel.systems.wiener2022.pack import Pack, load_pack
from planspiel.systems.wiener2022.secrecy import DummyExposed
from planspiel.systems.wiener2022.start import position_before_setup, state_faults
from planspiel.systems.wiener2022.state import BLUE, RED, Position
from planspiel.systems.wiener2022.view import WienerView, view_of

__all__ = ["CHAPTERS", "Wiener2022", "build"]


def _chapters() -> Iterator[ModuleType]:
    for found in iter_modules(import_module(str(__package__)).__path__):
        if not found.name.startswith(("system", "german", "advice")) and not found.name.endswith("_faults"):
            yield import_module(f"{__package__}.{found.name}")


CHAPTERS: tuple[ModuleType, ...] = tuple(_chapters())
"""Every module of the rules; orders, events, questions, options, activities and scripts are found in them."""

activities.collect(*CHAPTERS)
turn.collect(*CHAPTERS)


class Wiener2022(System[Position, WienerView, Pack]):
    id: ClassVar[str] = "wiener2022"
    title: ClassVar[str] = "Wiener Planspielregeln 2022"
    title_de: ClassVar[str] = "Wiener Planspielregeln 2022"
    chapters: ClassVar[tuple[ModuleType, ...]] = CHAPTERS
    state_type = Position
    view_type = WienerView
    finds: ClassVar[tuple[type[Event[Any]], ...]] = (DummyExposed,)

    @classmethod
    def build(cls, overlays: Sequence[Source] = ()) -> Wiener2022:
        loaded = load_pack(overlays)
        return cls(loaded.pack, pack_name="wiener2022/base", pack_digest=loaded.digest)

    def scenarios(self) -> Sequence[str]:
        return self.pack.ladder

    def scenario_title(self, scenario: str) -> str:
        return self.pack.scenarios[scenario].title

    def choices(self) -> Mapping[str, Choice]:
        return choices_of(*CHAPTERS)

    @rule("WPR-ausgangslage-8", "WPR-verdeckt-4")
    def setup(self, setup: Setup) -> Setup:
        """A scenario presets options, the mode of play among them; players may still choose others."""
        scenario = self.pack.scenarios.get(setup.scenario)
        if scenario is None:
            return super().setup(setup)
        preset = {"mode": scenario.mode, **scenario.options}
        return super().setup(Setup(setup.scenario, {**preset, **setup.options}, setup.seats))

    @rule("WPR-ausgangslage-9", "WPR-schiedsrichter-1")
    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        """Two parties and no umpire: whoever comes to the table takes one of them."""
        return setup.seats or {Seat("blue"): (BLUE,), Seat("red"): (RED,)}

    def resigned(self, state: Position, setup: Setup, seat: Seat) -> Outcome:
        """The lot may have changed who leads which party."""
        return super().resigned(state, Setup(setup.scenario, setup.options, state.seats), seat)

    def start(self, setup: Setup) -> Position:
        state = position_before_setup(self.pack, setup)
        state.agenda = (Item("turn"), Item("setup"))
        return state

    def view(self, state: Position, seat: Seat) -> WienerView:
        return view_of(self.pack, state, seat)

    def public_view(self, state: Position) -> WienerView:
        return view_of(self.pack, state, Seat(""))

    def scramble(self, state: Position, seat: Seat, rng: Rng) -> Position:
        return scramble(self.pack, state, seat, rng)

    def is_barrier(self, state: Position, order: Order) -> bool:
        """Whatever is done on the table may have told of mines, prepared fire or hidden troops."""
        return state.half > 0

    def state_faults(self, state: Position) -> Iterator[str]:
        return state_faults(self.pack, state)

    def german(self) -> Mapping[str, str]:
        return sentences()

    def things(self, state: Position) -> Iterator[str]:
        yield from (f"element:{name}" for name in state.elements)
        yield from (f"field:{name}" for name in self.pack.theatre(state.scenario).board.labels)


def build(overlays: Sequence[Source]) -> Wiener2022:
    """For the registry: the system with the shipped pack and what lies over it."""
    return Wiener2022.build(overlays)
