"""Blitzkrieg 1940: what the kernel needs to know of it. The rules stand in the chapters' files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any, ClassVar

from planspiel.kernel import Choice, Event, Instruction, Order, Question, Seat, Setup, Side, System, declared
from planspiel.systems.blitzkrieg1940.pack import Pack, load_pack
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView, view_of

__all__ = ["Blitzkrieg1940"]

CHAPTERS: tuple[ModuleType, ...] = ()
"""Every module that defines orders, questions, events or scripts (`SCRIPTS`)."""


class Blitzkrieg1940(System[Position, BlitzkriegView, Pack]):
    id: ClassVar[str] = "blitzkrieg1940"
    title: ClassVar[str] = "Blitzkrieg 1940: Hannut and Stonne"
    title_de: ClassVar[str] = "Blitzkrieg 1940: Hannut und Stonne"
    state_type = Position
    view_type = BlitzkriegView
    orders = declared(Order, *CHAPTERS)
    events = declared(Event, *CHAPTERS)
    questions = declared(Question, *CHAPTERS)
    instructions: tuple[type[Instruction[Any]], ...] = declared(Instruction, *CHAPTERS)
    scripts: Mapping[str, Any] = {
        name: script for chapter in CHAPTERS for name, script in getattr(chapter, "SCRIPTS", {}).items()
    }

    @classmethod
    def build(cls, overlays: Sequence[Any] = ()) -> Blitzkrieg1940:
        loaded = load_pack(overlays)
        return cls(loaded.pack, pack_name="blitzkrieg1940/base", pack_digest=loaded.digest)

    def scenarios(self) -> Sequence[str]:
        return tuple(self.pack.scenarios)

    def choices(self) -> Mapping[str, Choice]:
        return {}

    def seats(self, setup: Setup) -> Mapping[Seat, tuple[Side, ...]]:
        """One player commands all French forces, the other all German ones (0)."""
        return setup.seats or {Seat("french"): (FRENCH,), Seat("german"): (GERMAN,)}

    def start(self, setup: Setup) -> Position:
        raise NotImplementedError

    def view(self, state: Position, seat: Seat) -> BlitzkriegView:
        return view_of(state, seat)
