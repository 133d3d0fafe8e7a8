"""2 A The administration phase, in the order of our ruling: HQs, recovery, command, OPP markers."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Script, rule
from planspiel.systems.blitzkrieg1940 import morale
from planspiel.systems.blitzkrieg1940.command import check_command, restore_command
from planspiel.systems.blitzkrieg1940.marker_events import OppMarkersRemoved
from planspiel.systems.blitzkrieg1940.state import Position

__all__ = ["HqsTurnedBack"]


class HqsTurnedBack(Event[Position], frozen=True):
    """A new turn: nobody has been activated yet."""

    said: ClassVar[str] = "All HQs are turned to their active side."

    def apply(self, state: Position) -> None:
        for formation in state.formations.values():
            if formation.activations or formation.skipped or formation.own_used or formation.repeat_used:
                state.formations[formation.id] = replace(
                    formation, activations=0, skipped=False, own_used=False, repeat_used=False
                )


@rule("BLK-2-A", "BLK-2-G1")
def administration(game: Game[Position]) -> Script[None]:
    """Demoralised formations recover or retreat before command is tested: that goes by final positions."""
    game.then(Item("hqs"), Item("recoveries"), Item("command-test"), Item("opp-markers"))
    return
    yield


@rule("BLK-2-B")
def hqs(game: Game[Position]) -> Script[None]:
    game.happens(HqsTurnedBack(cite="BLK-2-B"))
    return
    yield


@rule("BLK-8.5.1-B")
def recoveries(game: Game[Position]) -> Script[None]:
    """Every demoralised formation tries to recover."""
    beaten = [f.id for f in game.state.formations.values() if f.demoralised and not f.gone]
    game.then(*(Item("recovery", (name,)) for name in beaten))
    return
    yield


def recovery(game: Game[Position], formation: str) -> Script[None]:
    yield from morale.recovery(game, formation)


@rule("BLK-2-C", "BLK-3.5-B")
def command_test(game: Game[Position]) -> Script[None]:
    """Units back within the limit lose the marker, those beyond it get one; only on the map is tested."""
    names = list(game.state.units)
    restore_command(game, names, "BLK-2-C")
    check_command(game, names, "BLK-3.5-B")
    return
    yield


@rule("BLK-2-D")
def opp_markers(game: Game[Position]) -> Script[None]:
    used = tuple(unit.id for unit in game.state.units.values() if unit.opp_used)
    if used:
        game.happens(OppMarkersRemoved(used, cite="BLK-2-D"))
    return
    yield


SCRIPTS = {
    "administration": administration,
    "hqs": hqs,
    "recoveries": recoveries,
    "recovery": recovery,
    "command-test": command_test,
    "opp-markers": opp_markers,
}
