"""11 Victory: who holds which objective, German points, and what ends each battle."""

from __future__ import annotations

from typing import ClassVar

from planspiel.kernel import Event, Game, Outcome, Script, Side, rule
from planspiel.systems.blitzkrieg1940.pack import Bands, Hold, Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, enemy_of

__all__ = ["ControlTaken", "holds_all", "points", "points_on_the_track", "take_control", "victory"]


class ControlTaken(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} now holds {hex}."
    hex: str
    side: Side

    def apply(self, state: Position) -> None:
        state.control[self.hex] = self.side


class PointsCounted(Event[Position], frozen=True):
    said: ClassVar[str] = "{side} has {points} victory points; {low} to {high} go on with the game."
    side: Side
    points: int
    low: int
    high: int


@rule("BLK-11-B", "BLK-11-G1")
def take_control(game: Game[Position], unit: Unit) -> None:
    """The last company to have moved into an objective holds it for its side; an HQ takes nothing.

    To be called for every move but the retreat of a demoralised formation, and after a close combat for
    attackers that are left in the hex.
    """
    owner = game.state.control.get(unit.hex)
    if unit.is_hq or owner is None or owner == unit.side:
        return
    game.happens(ControlTaken(unit.hex, unit.side, cite="BLK-11-B"))


@rule("BLK-12.1-VICTORY-G1")
def points(pack: Pack, known: Known, side: Side) -> int:
    """The values of the objectives that a side holds now, and of enemy steps where the scenario says so."""
    objectives = pack.theatre(known.scenario).objectives
    held = sum(objectives[hex_].value for hex_, owner in known.control.items() if owner == side)
    rule_ = pack.scenarios[known.scenario].victory
    if not isinstance(rule_, Bands):
        return held
    lost = sum(formation.lost for formation in known.formations.values() if formation.side != side)
    beside = rule_.beside(known.turn) if side == rule_.side else 0
    return held + rule_.enemy_step * (lost // rule_.steps_together) + beside


@rule("BLK-1.4-G1")
def points_on_the_track(pack: Pack, known: Known) -> int | None:
    """The victory points that both players see; in a battle that is not decided by points there are none."""
    rule_ = pack.scenarios[known.scenario].victory
    return points(pack, known, Side(rule_.side)) if isinstance(rule_, Bands) else None


@rule("BLK-12.2-VICTORY-G1")
def holds_all(pack: Pack, known: Known, side: Side, place: str) -> bool:
    """Whether a side holds every hex of a place."""
    return all(known.control.get(hex_) == side for hex_ in pack.theatre(known.scenario).hexes_of(place))


def victory(game: Game[Position]) -> Script[None]:
    """The test at the end of a turn; the game goes on unless it says otherwise."""
    scenario = game.pack.scenarios[game.state.scenario]
    if isinstance(scenario.victory, Bands):
        _by_points(game, scenario.victory, scenario.turns)
    elif game.state.turn >= scenario.turns:
        _by_holding(game, scenario.victory)
    return
    yield


@rule("BLK-12.1-VICTORY-D", "BLK-12.1-VICTORY-E", "BLK-12.1-VICTORY-G2")
def _by_points(game: Game[Position], rule_: Bands, last: int) -> None:
    """Above the band of the turn the side wins, below it the other; inside, bounds and all, the game goes on.

    Thirteen points after turn 2 lie below its band: the French have won.
    """
    side = Side(rule_.side)
    low, high = rule_.band(game.state.turn)
    total = points(game.pack, game.state, side)
    game.happens(PointsCounted(side, total, low, high, cite="BLK-12.1-VICTORY-A"))
    if total > high:
        game.ends(_won(side, "more points than the band of the turn", "BLK-12.1-VICTORY-B"))
    elif total < low:
        game.ends(_won(enemy_of(side), "fewer points than the band of the turn", "BLK-12.1-VICTORY-C"))
    elif game.state.turn >= last:
        game.ends(Outcome((), "points within the band of the last turn", "BLK-12.1-VICTORY-D"))


@rule("BLK-11-A")
def _by_holding(game: Game[Position], rule_: Hold) -> None:
    """At the end of the game the side must hold all of the place."""
    side = Side(rule_.side)
    if holds_all(game.pack, game.state, side, rule_.place):
        game.ends(_won(side, "holds the objective at the end", "BLK-12.2-VICTORY-A"))
    else:
        game.ends(_won(enemy_of(side), "the objective was not taken", "BLK-12.2-VICTORY-A"))


def _won(side: Side, reason: str, cite: str) -> Outcome:
    return Outcome((side,), reason, cite)


SCRIPTS = {"victory": victory}
