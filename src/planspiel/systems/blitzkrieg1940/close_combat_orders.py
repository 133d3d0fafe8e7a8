"""9 Close combat: what happens in it, what players are asked, and how they may answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Odds, Order, Question
from planspiel.systems.blitzkrieg1940 import fire
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import Attacker, Combat, Position, put, show
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "AttackerNeutralised",
    "CombatBegan",
    "CombatEnded",
    "DefenderNeutralised",
    "DefenderReduced",
    "Engage",
    "FallBack",
    "FightOn",
    "HqMayFollow",
    "LeaveCombat",
    "LeaveOrFightOn",
    "NameTarget",
    "RoundBegan",
    "StandFast",
    "Withdraw",
]


# -- events --------------------------------------------------------------------------------------------


class CombatBegan(Event[Position], frozen=True):
    said: ClassVar[str] = "Close combat in {hex}."
    hex: str
    attackers: tuple[Attacker, ...]
    defenders: tuple[str, ...]
    neutralised_before: tuple[str, ...] = ()
    in_column: tuple[str, ...] = ()
    soft: bool = False

    def apply(self, state: Position) -> None:
        show(state, *self.defenders)
        state.combat = Combat(
            self.hex,
            self.attackers,
            self.defenders,
            neutralised_before=self.neutralised_before,
            in_column=self.in_column,
            soft=self.soft,
        )


class RoundBegan(Event[Position], frozen=True):
    """From the second round on both sides fire together, and nobody is in column any more."""

    said: ClassVar[str] = "Round {round} of the close combat in {hex}."
    hex: str
    round: int

    def apply(self, state: Position) -> None:
        assert state.combat is not None
        state.combat = replace(state.combat, round=self.round)
        for unit in [u for u in state.units.values() if u.hex == self.hex and u.column]:
            put(state, replace(unit, column=False))


class CombatEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "The close combat in {hex} is over."
    hex: str

    def apply(self, state: Position) -> None:
        state.combat = None


# -- orders --------------------------------------------------------------------------------------------


class Engage(Order, frozen=True):
    """Fire at this unit; a carrier may do so together with its passenger."""

    target: str
    passenger: str = ""


class FallBack(Order, frozen=True):
    """Accept neutralisation and go back to where the attack came from."""


class Withdraw(Order, frozen=True):
    """Retreat to an adjacent hex."""

    hex: str


class StandFast(Order, frozen=True):
    """Stay in the hex."""


class LeaveCombat(Order, frozen=True):
    """Take a unit out of the combat between two rounds; attackers go back to where they came from."""

    unit: str
    hex: str


class FightOn(Order, frozen=True):
    """Nobody else leaves."""


# -- questions -----------------------------------------------------------------------------------------


class NameTarget(Question[BlitzkriegView, Engage], frozen=True):
    prompt: ClassVar[str] = "{firer} fires in close combat: at whom?"
    cite: ClassVar[str] = "BLK-9.1.2-G2"
    firer: str
    defending: bool
    first_round: bool
    targets: tuple[Engage, ...]

    def options(self, view: BlitzkriegView) -> Iterator[Engage]:
        yield from self.targets

    def odds(self, view: BlitzkriegView, order: Engage) -> Odds:
        shot = Shot(
            self.firer,
            order.target,
            "close",
            passenger=order.passenger,
            first_round=self.first_round,
            defending=self.defending,
        )
        return fire.odds_of(view.pack, view, shot)


class AttackerNeutralised(Question[BlitzkriegView, FallBack | LoseStep], frozen=True):
    prompt: ClassVar[str] = "{unit} is neutralised in its attack: lose a step and fight on, or fall back?"
    cite: ClassVar[str] = "BLK-9.1.2-C"
    unit: str
    losers: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[FallBack | LoseStep]:
        yield FallBack()
        for unit in self.losers:
            yield LoseStep(unit)


class DefenderNeutralised(Question[BlitzkriegView, LoseStep | Withdraw], frozen=True):
    prompt: ClassVar[str] = "{unit} is neutralised: lose a step and stay, or retreat neutralised?"
    cite: ClassVar[str] = "BLK-9.1.2-F"
    unit: str
    losers: tuple[str, ...]
    hexes: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[LoseStep | Withdraw]:
        for unit in self.losers:
            yield LoseStep(unit)
        for hex_ in self.hexes:
            yield Withdraw(hex_)


class DefenderReduced(Question[BlitzkriegView, StandFast | Withdraw], frozen=True):
    prompt: ClassVar[str] = "{unit} has lost a step: stay, or retreat?"
    cite: ClassVar[str] = "BLK-9.1.2-G"
    unit: str
    hexes: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[StandFast | Withdraw]:
        yield StandFast()
        for hex_ in self.hexes:
            yield Withdraw(hex_)


class LeaveOrFightOn(Question[BlitzkriegView, LeaveCombat | FightOn], frozen=True):
    prompt: ClassVar[str] = "The round is over: fight on, or leave the close combat in {hex}?"
    cite: ClassVar[str] = "BLK-9.1.3-X2"
    hex: str
    ways: tuple[LeaveCombat, ...]

    def options(self, view: BlitzkriegView) -> Iterator[LeaveCombat | FightOn]:
        yield FightOn()
        yield from self.ways


class HqMayFollow(Question[BlitzkriegView, Withdraw | StandFast], frozen=True):
    prompt: ClassVar[str] = "Does {hq} leave with its last companion, or is it overrun?"
    cite: ClassVar[str] = "BLK-3.2-G3"
    hq: str
    hex: str

    def options(self, view: BlitzkriegView) -> Iterator[Withdraw | StandFast]:
        yield Withdraw(self.hex)
        yield StandFast()
