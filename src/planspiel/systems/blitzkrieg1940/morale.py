"""8.4 rally and 8.5 demoralisation: checks against the formation factor.

All checks roll at or below the formation factor; what lowers it is written on the factor, not on the dice.
"""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Modifiers, Script, roll, rule
from planspiel.systems.blitzkrieg1940 import rout
from planspiel.systems.blitzkrieg1940.independents import formation_gone
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, hq_of, put

__all__ = [
    "Demoralised",
    "MoraleHeld",
    "Rallied",
    "RallyFailed",
    "Recovered",
    "RecoveryFailed",
    "after_attack",
    "after_loss",
    "factor_of_unit",
    "formation_factor",
    "losses",
    "rally",
    "recovery",
]


# -- events --------------------------------------------------------------------------------------------


class Demoralised(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} is demoralised: {roll} against {needed}."
    formation: str
    roll: int
    needed: int

    def apply(self, state: Position) -> None:
        state.formations[self.formation] = replace(state.formations[self.formation], demoralised=True)


class MoraleHeld(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} holds: {roll} against {needed}."
    formation: str
    roll: int
    needed: int


class Recovered(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} recovers: {roll} against {needed}."
    formation: str
    roll: int
    needed: int

    def apply(self, state: Position) -> None:
        state.formations[self.formation] = replace(state.formations[self.formation], demoralised=False)


class RecoveryFailed(Event[Position], frozen=True):
    said: ClassVar[str] = "{formation} does not recover and retreats: {roll} against {needed}."
    formation: str
    roll: int
    needed: int


class Rallied(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} rallies: {roll} against {needed}."
    unit: str
    roll: int
    needed: int
    spent: bool = False
    """By option rallying is the unit's action."""

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        put(state, replace(unit, neutralised=False, acted=unit.acted or self.spent))


class RallyFailed(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} does not rally: {roll} against {needed}."
    unit: str
    roll: int
    needed: int


# -- the formation factor ------------------------------------------------------------------------------


@rule("BLK-5.4-G2")
def formation_factor(pack: Pack, known: Known, formation: str) -> Modifiers:
    """The factor of a formation with what lowers it for all its checks."""
    factor = Modifiers()
    factor.add(pack.formations[formation].factor, "formation factor", "BLK-8.5-B")
    if known.formations[formation].exhausted:
        factor.add(pack.checks.exhausted_factor, "formation exhausted", "BLK-5.4-A")
    hq = hq_of(known, formation)
    if hq is not None and hq.neutralised:
        factor.add(pack.checks.hq_neutralised_factor, "HQ neutralised", "BLK-8.4-G4")
    return factor


@rule("BLK-8.4-G4")
def factor_of_unit(pack: Pack, known: Known, unit: Unit) -> int:
    """The modified factor, which the panic check alone speaks of: also what the unit itself has suffered."""
    factor = formation_factor(pack, known, unit.formation)
    if not unit.is_hq and unit.steps < pack.limits.steps:
        factor.add(pack.checks.reduced_factor, "unit reduced", "BLK-8.4-G4")
    if unit.out_of_command:
        factor.add(pack.checks.out_of_command_factor, "out of command", "BLK-8.4-G4")
    return factor.total


# -- 8.4 rally -----------------------------------------------------------------------------------------


@rule("BLK-8.4-H", "BLK-8.4-I", "BLK-8.4-G2")
def rally(game: Game[Position], name: str) -> Script[None]:
    """A neutralised unit or HQ of an activated formation tries once, at the formation factor less one."""
    unit = game.state.units[name]
    needed = formation_factor(game.pack, game.state, unit.formation).total + game.pack.checks.rally
    pips = yield from roll(
        game.pack.checks.factor_dice, "rally of {unit}", "BLK-8.4-I", roller=name, unit=name
    )
    if sum(pips) <= needed:
        spent = bool(game.state.options["rally_uses_action"])
        game.happens(Rallied(name, sum(pips), needed, spent, cite="BLK-8.4-I"))
    else:
        game.happens(RallyFailed(name, sum(pips), needed, cite="BLK-8.4-I"))


# -- 8.5 demoralisation --------------------------------------------------------------------------------


def losses(known: Known) -> dict[str, int]:
    """What every formation has lost so far: to be compared after an attack."""
    return {formation.id: formation.lost for formation in known.formations.values()}


@rule("BLK-8.5-G2")
def after_loss(game: Game[Position], formation: str) -> Script[None]:
    """After each lost step: a formation may be wiped out, and past half its steps it tests its morale."""
    yield from formation_gone(game, formation)
    if not game.state.options["one_morale_test_per_attack"]:
        yield from _test_morale(game, formation)


def after_attack(game: Game[Position], before: dict[str, int]) -> Script[None]:
    """By option: one test for each formation that lost steps in an attack, when all of it is resolved."""
    if not game.state.options["one_morale_test_per_attack"]:
        return
    for formation, lost in before.items():
        if game.state.formations[formation].lost > lost:
            yield from _test_morale(game, formation)


@rule("BLK-8.5-A", "BLK-8.5-C", "BLK-8.5-X1")
def _test_morale(game: Game[Position], formation: str) -> Script[None]:
    """From half its steps on, fractions up, a formation tests at every loss until it is demoralised."""
    record = game.state.formations[formation]
    if record.demoralised or record.gone or not _has_lost_half(record.lost, record.steps):
        return
    needed = formation_factor(game.pack, game.state, formation).total
    pips = yield from roll(
        game.pack.checks.factor_dice,
        "morale of {formation}",
        "BLK-8.5-B",
        roller=formation,
        formation=formation,
    )
    outcome = Demoralised if sum(pips) > needed else MoraleHeld
    game.happens(outcome(formation, sum(pips), needed, cite="BLK-8.5-B"))


@rule("BLK-8.5-D", "BLK-8.5-G1")
def _has_lost_half(lost: int, steps: int) -> bool:
    """Counted from full strength, adopted independents and losses before the game included."""
    return 2 * lost >= steps


@rule("BLK-8.5.1-A", "BLK-8.5.1-B", "BLK-8.5.1-G1")
def recovery(game: Game[Position], formation: str) -> Script[None]:
    """A demoralised formation recovers at its factor less three, or all its units retreat at once.

    The caller sees from the formation whether it may act: only if it is demoralised no more.
    """
    needed = formation_factor(game.pack, game.state, formation).total + game.pack.checks.recovery
    pips = yield from roll(
        game.pack.checks.factor_dice,
        "recovery of {formation}",
        "BLK-8.5.1-B",
        roller=formation,
        formation=formation,
    )
    if sum(pips) <= needed:
        game.happens(Recovered(formation, sum(pips), needed, cite="BLK-8.5.1-B"))
        return
    game.happens(RecoveryFailed(formation, sum(pips), needed, cite="BLK-8.5.1-C"))
    yield from rout.retreat_to_own_edge(game, formation)
    yield from formation_gone(game, formation)
