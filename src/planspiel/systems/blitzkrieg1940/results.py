"""8.3 and 8.4 What a result does: neutralisation or a step at the owner's choice, panic, losses.

A carrier and the company on it are one target (12.1): what hits the carrier hits the pair.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Order, Question, Script, ask, roll, rule
from planspiel.systems.blitzkrieg1940 import morale
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, passenger_of, put, seat_of
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView
from planspiel.systems.blitzkrieg1940.works import is_infantry, works_check

__all__ = [
    "AcceptNeutralisation",
    "AssignLoss",
    "Dismounted",
    "LoseStep",
    "NeutralisationLifted",
    "NeutraliseOrLose",
    "StepLost",
    "UnitEliminated",
    "UnitNeutralised",
    "assign_loss",
    "effect_on",
    "lose_all_steps",
    "lose_step",
    "neutralise",
    "pair",
    "suffer",
    "suffer_all",
    "take_step",
]


# -- events --------------------------------------------------------------------------------------------


class UnitNeutralised(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} is neutralised."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], neutralised=True))


class NeutralisationLifted(Event[Position], frozen=True):
    """The marker is taken off without a rally: after a panic, or paid for with a step in close combat."""

    said: ClassVar[str] = "{unit} is no longer neutralised."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], neutralised=False))


def take_step(state: Position, name: str) -> None:
    """One step of the unit, counted with the losses of its formation (8.5)."""
    unit = state.units[name]
    formation = state.formations[unit.formation]
    put(state, replace(unit, steps=unit.steps - 1))
    state.formations[formation.id] = replace(formation, lost=formation.lost + 1)


class StepLost(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} loses a step."
    unit: str

    def apply(self, state: Position) -> None:
        take_step(state, self.unit)


class UnitEliminated(Event[Position], frozen=True):
    """A unit without steps is removed together with its markers."""

    said: ClassVar[str] = "{unit} is eliminated."
    unit: str

    def apply(self, state: Position) -> None:
        put(
            state,
            replace(
                state.units[self.unit],
                fate="dead",
                hex="",
                steps=0,
                carrier="",
                neutralised=False,
                out_of_command=False,
                opp_used=False,
                column=False,
            ),
        )


class Dismounted(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} dismounts from its lost carrier."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], carrier=""))


class PanicChecked(Event[Position], frozen=True):
    said: ClassVar[str] = "Panic check of {unit}: {roll} against {needed}."
    unit: str
    roll: int
    needed: int


# -- questions -----------------------------------------------------------------------------------------


class AcceptNeutralisation(Order, frozen=True):
    """Take the N as it is."""


class LoseStep(Order, frozen=True):
    """Lose a step with this unit."""

    unit: str


class NeutraliseOrLose(Question[BlitzkriegView, AcceptNeutralisation | LoseStep], frozen=True):
    """The owner of a unit hit by an N may take a step loss instead; on a carrier, of either of the pair."""

    prompt: ClassVar[str] = "{unit} suffers N: accept it, or lose a step instead?"
    cite: ClassVar[str] = "BLK-8.3-C"
    unit: str
    losers: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[AcceptNeutralisation | LoseStep]:
        yield AcceptNeutralisation()
        for unit in self.losers:
            yield LoseStep(unit)


class AssignLoss(Question[BlitzkriegView, LoseStep], frozen=True):
    prompt: ClassVar[str] = "A step is lost: which of carrier and passenger loses it?"
    cite: ClassVar[str] = "BLK-12.1-SPECIAL-G3"
    losers: tuple[str, ...]

    def options(self, view: BlitzkriegView) -> Iterator[LoseStep]:
        for unit in self.losers:
            yield LoseStep(unit)


# -- results -------------------------------------------------------------------------------------------


@rule("BLK-8.3-D", "BLK-8.3-G1", "BLK-8.3-G2")
def effect_on(pack: Pack, target: Unit, result: str) -> str:
    """What a printed result means for a unit: "-", "N" or "1". A red N concerns infantry on foot alone."""
    if result == "n":
        return "N" if is_infantry(pack, target) and not target.carrier else "-"
    return result


def suffer(game: Game[Position], unit: str, result: str) -> Script[None]:
    """One unit suffers one result: a dash, an N (red or black) or a step."""
    yield from suffer_all(game, ((unit, result),))


@rule("BLK-8.5-G2")
def suffer_all(game: Game[Position], hits: Sequence[tuple[str, str]]) -> Script[None]:
    """The results of one attack, applied unit by unit."""
    before = morale.losses(game.state)
    for unit, result in hits:
        if game.state.units[unit].fate == "map":
            yield from _suffer_one(game, game.state.units[unit], result)
    yield from morale.after_attack(game, before)


@rule("BLK-8.3-A")
def _suffer_one(game: Game[Position], unit: Unit, result: str) -> Script[None]:
    """A dash does nothing, N neutralises, 1 costs a step."""
    effect = effect_on(game.pack, unit, result)
    if effect == "N":
        yield from _suffer_n(game, unit)
    elif effect == "1":
        yield from _suffer_loss(game, unit)


def pair(known: Known, unit: Unit) -> tuple[Unit, ...]:
    """A unit and, if it carries one, the company on it: one target."""
    aboard = None if unit.is_hq else passenger_of(known, unit.id)
    return (unit,) if aboard is None else (unit, aboard)


@rule("BLK-8.3-B", "BLK-8.4-G3", "BLK-12.1-SPECIAL-X1")
def _suffer_n(game: Game[Position], unit: Unit) -> Script[None]:
    """The owner may lose a step instead, before a unit neutralised already would have to check for panic."""
    if unit.is_hq:
        hq_neutralised(game, unit)
        return
    hit = pair(game.state, unit)
    losers = tuple(one.id for one in hit)
    answer = yield from ask(seat_of(game.state, unit.side), NeutraliseOrLose(unit.id, losers))
    if isinstance(answer, LoseStep):
        yield from lose_step(game, answer.unit, "BLK-8.3-C")
    elif all(one.neutralised for one in hit):
        yield from _panic(game, unit)
    else:
        neutralise(game, hit, "BLK-8.3-B")


@rule("BLK-8.4-G5", "BLK-3.2-C")
def hq_neutralised(game: Game[Position], hq: Unit) -> None:
    """An HQ has no steps: whatever would hurt it neutralises it, and a second time nothing more happens."""
    neutralise(game, (hq,), "BLK-8.1-G1")


def neutralise(game: Game[Position], hit: Sequence[Unit], cite: str) -> None:
    for unit in hit:
        if not game.state.units[unit.id].neutralised:
            game.happens(UnitNeutralised(unit.id, cite=cite))


@rule("BLK-8.4-F", "BLK-8.4-G")
def _panic(game: Game[Position], unit: Unit) -> Script[None]:
    """A neutralised unit hit by another N: above its modified factor it loses a step and the marker."""
    needed = morale.factor_of_unit(game.pack, game.state, unit)
    pips = yield from roll(
        game.pack.checks.factor_dice, "panic of {unit}", "BLK-8.4-F", roller=unit.id, unit=unit.id
    )
    game.happens(PanicChecked(unit.id, sum(pips), needed, cite="BLK-8.4-G"))
    if sum(pips) <= needed:
        return
    hit = pair(game.state, unit)
    loser = yield from assign_loss(game, hit)
    for one in hit:
        game.happens(NeutralisationLifted(one.id, cite="BLK-8.4-F"))
    yield from lose_step(game, loser, "BLK-8.4-F")


@rule("BLK-8.3-E")
def _suffer_loss(game: Game[Position], unit: Unit) -> Script[None]:
    if unit.is_hq:
        hq_neutralised(game, unit)
        return
    loser = yield from assign_loss(game, pair(game.state, unit))
    yield from lose_step(game, loser, "BLK-8.3-E")


@rule("BLK-12.1-SPECIAL-G", "BLK-12.1-SPECIAL-G3")
def assign_loss(game: Game[Position], hit: Sequence[Unit]) -> Script[str]:
    """The owner of a carrier and its company says which of them loses a step."""
    if len(hit) == 1:
        return hit[0].id
    question = AssignLoss(tuple(one.id for one in hit))
    answer = yield from ask(seat_of(game.state, hit[0].side), question)
    return answer.unit


# -- losses --------------------------------------------------------------------------------------------


@rule("BLK-1.2-B", "BLK-1.2-C")
def lose_step(game: Game[Position], unit: str, cite: str) -> Script[None]:
    """The first loss turns the counter over, the second eliminates it; then morale is tested."""
    game.happens(StepLost(unit, cite=cite))
    if game.state.units[unit].steps == 0:
        _remove(game, unit, cite)
    yield from morale.after_loss(game, game.state.units[unit].formation)


def _remove(game: Game[Position], unit: str, cite: str) -> None:
    """The company on a lost carrier dismounts where it is, for free; works may have lost their garrison."""
    hex_ = game.state.units[unit].hex
    aboard = passenger_of(game.state, unit)
    game.happens(UnitEliminated(unit, cite=cite))
    if aboard is not None:
        game.happens(Dismounted(aboard.id, cite="BLK-12.1-SPECIAL-G3"))
    works_check(game, hex_)


def lose_all_steps(game: Game[Position], unit: str, cite: str) -> Script[None]:
    """Step by step, the company on a carrier first."""
    for one in reversed(pair(game.state, game.state.units[unit])):
        while game.state.units[one.id].steps > 0:
            yield from lose_step(game, one.id, cite)
