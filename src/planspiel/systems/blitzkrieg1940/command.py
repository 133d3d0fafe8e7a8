"""3 Organisation: command distance, units out of command, HQs that are overrun and return."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask, rule
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.secrecy import show_tops
from planspiel.systems.blitzkrieg1940.state import (
    Known,
    Position,
    Unit,
    hq_of,
    is_enemy_at,
    members,
    put,
    seat_of,
    show,
)
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "HqOverrun",
    "HqReturned",
    "HqStaysAway",
    "OutOfCommandMarked",
    "OutOfCommandRemoved",
    "PlaceHq",
    "WhereHqReturns",
    "check_command",
    "command_limit",
    "doctrine_refusal",
    "is_bound",
    "is_in_command",
    "overrun_hq",
    "own_companies",
    "restore_command",
    "return_hq",
    "returning_hexes",
]

BOUND_STRICTLY = ("infantry", "mg", "tank")
"""What the doctrine names: infantry and tank companies (3.4)."""


class OutOfCommandMarked(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is out of command."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], out_of_command=True))


class OutOfCommandRemoved(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is back in command."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], out_of_command=False))


class HqOverrun(Event[Position], frozen=True):
    """The HQ lies on the next turn of the turn track. Whatever it carried goes with it."""

    said: ClassVar[str] = "{unit} is overrun and may come back from turn {due} on."
    unit: str
    due: int

    def apply(self, state: Position) -> None:
        hq = state.units[self.unit]
        put(state, replace(hq, fate="track", hex="", due=self.due, column=False))


class HqReturned(Event[Position], frozen=True):
    """An HQ comes back in good order (3.2-X1); exhaustion and demoralisation belong to the formation."""

    said: ClassVar[str] = "{unit} comes back to the map in {hex}."
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        hq = state.units[self.unit]
        show(state, self.unit)
        put(
            state,
            replace(hq, fate="map", hex=self.hex, due=0, neutralised=False, acted=False, opp_used=False),
        )


class HqStaysAway(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} stays on the turn track: no unit of its formation is on the map."
    unit: str


class PlaceHq(Order, frozen=True):
    """Put a returning HQ into a hex."""

    hex: str


class WhereHqReturns(Question[BlitzkriegView, PlaceHq], frozen=True):
    prompt: ClassVar[str] = "Where does {unit} come back?"
    cite: ClassVar[str] = "BLK-3.2-G"
    unit: str

    def options(self, view: BlitzkriegView) -> Iterator[PlaceHq]:
        for hex_ in returning_hexes(view, view.units[self.unit]):
            yield PlaceHq(hex_)

    def check(self, view: BlitzkriegView, order: PlaceHq) -> None:
        if order.hex not in returning_hexes(view, view.units[self.unit]):
            raise Illegal(
                "{unit} comes back in the hex of a unit of its own formation.", self.cite, unit=self.unit
            )


# -- 3.4 Doctrine ------------------------------------------------------------------------------------------


def command_limit(pack: Pack, unit: Unit) -> int:
    """How far from its HQ a company may move: by nationality, not by the figure on the HQ counter."""
    return _french_limit(pack) if unit.side == "french" else _german_limit(pack)


@rule("BLK-3.4-A", "BLK-1.3-G1")
def _french_limit(pack: Pack) -> int:
    return pack.limits.command["french"]


@rule("BLK-3.4-B", "BLK-1.3-G1")
def _german_limit(pack: Pack) -> int:
    return pack.limits.command["german"]


def is_bound(pack: Pack, known: Known, unit: Unit) -> bool:
    """Whether the doctrine binds a unit to its HQ at all."""
    if unit.is_hq or _is_without_hq(known, unit):
        return False
    return not _is_free(unit) and _is_covered(pack, known, unit)


@rule("BLK-12.2-GE-G4")
def _is_without_hq(known: Known, unit: Unit) -> bool:
    """Small formations without an HQ counter are never out of command."""
    return hq_of(known, unit.formation) is None


@rule("BLK-10.3-D")
def _is_free(unit: Unit) -> bool:
    """Independent units are never out of command."""
    return unit.is_independent


@rule("BLK-3.4-G1")
def _is_covered(pack: Pack, known: Known, unit: Unit) -> bool:
    """All companies, or by option only the infantry and tanks that the doctrine names."""
    return known.options["doctrine_covers"] == "all" or pack.counters[unit.counter].kind in BOUND_STRICTLY


def is_in_command(pack: Pack, known: Known, unit: Unit) -> bool:
    """Whether a unit on the map is within the limit of its HQ; when that is overrun nobody is."""
    if not is_bound(pack, known, unit):
        return True
    hq = hq_of(known, unit.formation)
    if hq is None or hq.fate != "map":
        return hq is not None and _is_to_come(hq)
    board = pack.theatre(known.scenario).board
    return board.distance(unit.hex, hq.hex) <= command_limit(pack, unit)


@rule("BLK-12.2-FR-X4", "BLK-12.2-FR-G2")
def _is_to_come(hq: Unit) -> bool:
    """Companies that come before their HQ move freely: only an HQ that was on the map can be missed."""
    return hq.fate == "due"


@rule("BLK-3.4-G2", "BLK-3.4-G3")
def doctrine_refusal(pack: Pack, known: Known, unit: Unit, end: str) -> Illegal | None:
    """Why a company may not end its move in a hex: too far from where its HQ stands now.

    A company that is too far away already may not go farther. Where no HQ is on the map there is nothing to
    measure from. An HQ's own move is never refused.
    """
    hq = hq_of(known, unit.formation)
    if hq is None or hq.fate != "map" or not is_bound(pack, known, unit):
        return None
    board = pack.theatre(known.scenario).board
    limit, there = command_limit(pack, unit), board.distance(end, hq.hex)
    if there <= limit:
        return None
    if not unit.hex or board.distance(unit.hex, hq.hex) <= limit:
        cite = "BLK-3.4-A" if unit.side == "french" else "BLK-3.4-B"
        return Illegal(
            "{unit} may not move more than {limit} hexes away from its HQ.", cite, unit=unit.id, limit=limit
        )
    if there > board.distance(unit.hex, hq.hex):
        return Illegal("{unit} is too far from its HQ and may not go farther.", "BLK-3.4-G2", unit=unit.id)
    return None


# -- 3.5 Out of command ------------------------------------------------------------------------------------


@rule("BLK-3.5-B")
def check_command(game: Game[Position], units: Iterable[str], cite: str = "BLK-3.5-A") -> None:
    """Mark units that are beyond the limit. The marker comes off in the administration phase alone."""
    for name in units:
        unit = game.state.units[name]
        if unit.fate == "map" and not unit.out_of_command and not is_in_command(game.pack, game.state, unit):
            game.happens(OutOfCommandMarked(name, cite=cite))


def restore_command(game: Game[Position], units: Iterable[str], cite: str) -> None:
    """Take the marker off units that are back within the limit."""
    for name in units:
        unit = game.state.units[name]
        if unit.fate == "map" and unit.out_of_command and is_in_command(game.pack, game.state, unit):
            game.happens(OutOfCommandRemoved(name, cite=cite))


# -- 3.2 HQs -----------------------------------------------------------------------------------------------


@rule("BLK-3.2-E", "BLK-3.2-B")
def overrun_hq(game: Game[Position], hq: str, cite: str = "BLK-3.2-E") -> None:
    """An HQ alone with an enemy unit leaves the map; all its units are out of command at once."""
    formation, hex_ = game.state.units[hq].formation, game.state.units[hq].hex
    game.happens(HqOverrun(hq, game.state.turn + 1, cite=cite))
    show_tops(game, hex_)
    mates = [unit.id for unit in members(game.state, formation) if not unit.is_hq]
    check_command(game, mates, "BLK-3.2-H")


def own_companies(known: Known, formation: str) -> Iterator[Unit]:
    """A formation's own companies on the map, without independents it has adopted."""
    return (
        unit
        for unit in members(known, formation)
        if not unit.is_hq and unit.fate == "map" and unit.id.partition("/")[0] == formation
    )


@rule("BLK-3.2-G")
def returning_hexes(known: Known, hq: Unit) -> tuple[str, ...]:
    """The hexes of its own formation's units in which an HQ may come back."""
    hexes = {
        unit.hex: None
        for unit in own_companies(known, hq.formation)
        if not is_enemy_at(known, unit.hex, hq.side)
    }
    return tuple(sorted(hexes))


@rule("BLK-3.2-F", "BLK-3.2-X1")
def return_hq(game: Game[Position], formation: str) -> Script[None]:
    """An overrun HQ comes back when its own marker is drawn in a later turn, before any other check.

    It waits on the track while no unit of its formation is on the map (3.2-G4).
    """
    hq = hq_of(game.state, formation)
    if hq is None or hq.fate != "track" or hq.due > game.state.turn:
        return
    hexes = returning_hexes(game.state, hq)
    if not hexes:
        game.happens(HqStaysAway(hq.id, cite="BLK-3.2-G4"))
        return
    to = hexes[0]
    if len(hexes) > 1:
        to = (yield from ask(seat_of(game.state, hq.side), WhereHqReturns(hq.id))).hex
    game.happens(HqReturned(hq.id, to, cite="BLK-3.2-F"))
    _back_in_command(game, formation)


@rule("BLK-3.5-G1")
def _back_in_command(game: Game[Position], formation: str) -> None:
    """3.2 ends the state when the HQ is back; by option all wait for the administration phase."""
    if game.state.options["command_after_hq_returns"] == "at_once":
        names = [unit.id for unit in members(game.state, formation)]
        restore_command(game, names, "BLK-3.5-G1")
