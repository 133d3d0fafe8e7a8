"""Group cards: units of one hex that move together under one flag.

A group is bookkeeping: its members are ordered, fired at and named one by one. Who is in a group is noted on
its owner's cards; the enemy sees the units of the hex as they are (BAR-group-card-8).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Illegal, Instruction, Side, rule
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Known, Position, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["GroupJoined", "GroupLeft", "JoinGroup", "LeaveGroup", "group_refusal", "members", "part_groups"]


@rule("BAR-group-card-1")
def members(known: Known, side: Side, number: int) -> list[Unit]:
    """The units on a group card, as far as they are still on the board."""
    units = known.units.values()
    return [unit for unit in units if unit.side == side and unit.group == number and unit.fate == "map"]


@rule("BAR-group-card-2", "BAR-group-card-4")
def group_refusal(pack: Pack, known: Known, unit: Unit, number: int) -> Illegal | None:
    """A group is of one hex, with at most three vehicle units and six of infantry or artillery."""
    if unit.fate != "map" or unit.hidden or number < 1:
        return Illegal("{unit} cannot join a group.", "BAR-group-card-2", unit=unit.id)
    others = [other for other in members(known, unit.side, number) if other.id != unit.id]
    if any(other.hex != unit.hex for other in others):
        return Illegal("Group {number} is in another hex.", "BAR-group-card-2", number=number)
    limit, is_vehicle = pack.charts.limits.group, pack.cards[unit.card].is_vehicle
    alike = sum(pack.cards[other.card].is_vehicle == is_vehicle for other in others)
    if alike >= (limit.vehicles if is_vehicle else limit.others):
        return Illegal("Group {number} is full.", "BAR-group-card-4", number=number)
    return None


# -- joining and leaving, at any time ----------------------------------------------------------------------


class GroupJoined(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} joins group {number}."
    unit: str
    number: int

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], group=self.number)


class GroupLeft(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} leaves its group."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], group=0)


class JoinGroup(Instruction[BarbarossaView], frozen=True):
    """Write a unit on a group card, or on another."""

    unit: str
    number: int

    def check(self, view: BarbarossaView) -> None:
        refusal = group_refusal(view.pack, view, _own(view, self.unit), self.number)
        if refusal is not None:
            raise refusal

    def events(self, view: BarbarossaView) -> tuple[Event[Position], ...]:
        return (GroupJoined(self.unit, self.number, cite="BAR-group-card-3"),)


class LeaveGroup(Instruction[BarbarossaView], frozen=True):
    """Strike a unit off its group card."""

    unit: str

    def check(self, view: BarbarossaView) -> None:
        if not _own(view, self.unit).group:
            raise Illegal("{unit} is in no group.", "BAR-group-card-3", unit=self.unit)

    def events(self, view: BarbarossaView) -> tuple[Event[Position], ...]:
        return (GroupLeft(self.unit, cite="BAR-group-card-3"),)


def _own(view: BarbarossaView, name: str) -> Unit:
    unit = view.units.get(name)
    if unit is None or unit.seat != view.seat:
        raise Illegal("You do not command this unit.", "BAR-group-card-3")
    return unit


# -- moving ------------------------------------------------------------------------------------------------


@rule("BAR-group-card-1")
def part_groups(state: Position, moved: Iterable[str]) -> None:
    """A group that has moved as one stays one; whoever has gone another way than the rest has left it."""
    grouped = [state.units[name] for name in moved if state.units[name].group]
    parted = [unit for unit in grouped if not _is_together(state, unit)]
    for unit in parted:
        state.units[unit.id] = replace(unit, group=0)


def _is_together(state: Position, unit: Unit) -> bool:
    return all(other.hex == unit.hex for other in members(state, unit.side, unit.group))
