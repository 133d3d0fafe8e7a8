"""Valour tests, suppression and recovery."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Modifiers, Script, resume_point, roll, rule
from planspiel.systems.barbarossa1941.airfield import return_to_airfield
from planspiel.systems.barbarossa1941.hq import spirit_of
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.secrecy import is_away
from planspiel.systems.barbarossa1941.state import Known, Owed, Position, Unit, aboard, seats_of
from planspiel.systems.barbarossa1941.transport import set_down

__all__ = [
    "SCRIPTS",
    "OwesTest",
    "Recovered",
    "Suppressed",
    "ValourTested",
    "suppress",
    "take_test",
    "valour_modifiers",
]


class OwesTest(Event[Position], frozen=True):
    """A unit must test its valour before the step is over."""

    unit: str
    cause: Owed

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        if self.cause not in unit.owes and not unit.suppressed:
            state.units[self.unit] = replace(unit, owes=(*unit.owes, self.cause))


class ValourTested(Event[Position], frozen=True):
    """One test settles all that was owed."""

    said: ClassVar[str] = "{unit} tests its valour: {total} against {valour}."
    unit: str
    total: int
    valour: int
    passed: bool

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], owes=())


class Suppressed(Event[Position], frozen=True):
    """The order is cancelled, with all progress; bonuses no longer count."""

    said: ClassVar[str] = "{unit} is suppressed."
    unit: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        state.units[self.unit] = replace(
            unit, suppressed=True, lapsed=True, boxes=0, ambushing=0, owes=(), dug_in=False
        )


class Recovered(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} recovers."
    unit: str

    def apply(self, state: Position) -> None:
        state.units[self.unit] = replace(state.units[self.unit], suppressed=False, flag=False)


@rule("BAR-valour-2", "BAR-valour-4", "BAR-valour-test-8")
def valour_modifiers(pack: Pack, known: Known, unit: Unit) -> Modifiers:
    """Current valour: the printed value less what casualties cost; it has no floor."""
    card, lines = pack.cards[unit.card], Modifiers()
    lines.add(card.valour.initial, "printed valour", "BAR-valour-1")
    if unit.casualties:
        lines.add(-card.valour.loss * unit.casualties, "casualties", "BAR-valour-2")
    spirit = spirit_of(pack, known, unit)
    if spirit:
        lines.add(spirit, "headquarters near and in sight", "BAR-fighting-spirit-1")
    return lines


@rule("BAR-valour-test-6", "BAR-valour-test-7", "BAR-suppressive-fire-6")
def take_test(game: Game[Position], unit_id: str, cite: str) -> Script[bool]:
    """Roll the dice on the card; the total must not be above current valour. Who passes is unharmed."""
    unit = game.state.units[unit_id]
    valour = valour_modifiers(game.pack, game.state, unit).total
    audience = seats_of(game.state, unit.side) if is_away(game.pack, unit) else None
    dice = f"{game.pack.cards[unit.card].valour.dice}d6"
    pips = yield from roll(dice, "valour of {unit}", cite, unit_id, audience, unit=unit_id)
    passed = sum(pips) <= valour
    game.happens(ValourTested(unit_id, sum(pips), valour, passed, cite=cite), audience)
    if not passed:
        yield from fail(game, unit_id)
    return passed


@rule("BAR-failed-valour-1", "BAR-missions-X1", "BAR-suppressive-fire-11")
def fail(game: Game[Position], unit_id: str) -> Script[None]:
    """Ground units are suppressed, whatever the cause; aircraft turn for home."""
    if game.pack.cards[game.state.units[unit_id].card].is_aircraft:
        return_to_airfield(game, unit_id, "BAR-missions-10")
    else:
        suppress(game, unit_id, "BAR-failed-valour-1")
    return
    yield


@rule("BAR-failed-valour-2", "BAR-failed-valour-12", "BAR-failed-valour-15")
def suppress(game: Game[Position], unit_id: str, cite: str) -> None:
    """Suppress a unit at once. A hidden one is seen; who is aboard gets off and is suppressed too."""
    reveal(game, unit_id, "BAR-failed-valour-15")
    game.happens(Suppressed(unit_id, cite=cite))
    for passenger in aboard(game.state, unit_id):
        _thrown_off(game, passenger)


@rule("BAR-tow-10", "BAR-tow-X1", "BAR-mount-8")
def _thrown_off(game: Game[Position], passenger: Unit) -> None:
    """Only the transport tests; the result holds for all aboard, who are on the board again."""
    cite = "BAR-tow-X1" if passenger.towed else "BAR-mount-8"
    set_down(game, passenger.id, cite)
    game.happens(Suppressed(passenger.id, cite=cite))


@rule("BAR-sequence-15", "BAR-sequence-16")
def valour_tests(game: Game[Position], *causes: str) -> Script[None]:
    """All who owe a test for one of these causes, one test each for everything since the last."""
    while True:
        yield from resume_point()
        owing = [u.id for u in game.state.units.values() if any(cause in u.owes for cause in causes)]
        if not owing:
            return
        yield from take_test(game, min(owing), "BAR-valour-test-2")


@rule("BAR-failed-valour-8", "BAR-failed-valour-9", "BAR-failed-valour-10")
def recovery(game: Game[Position]) -> Script[None]:
    """Every unit with the flag tests; whoever passes is free again."""
    game.happens(RecoveryBegan(_flagged(game.state), cite="BAR-failed-valour-8"), ())
    game.then(Item("recoveries"))
    return
    yield


@rule("BAR-failed-valour-8")
def recoveries(game: Game[Position]) -> Script[None]:
    """One after the other."""
    while game.state.queue:
        yield from resume_point()
        unit_id = game.state.queue[0]
        unit = game.state.units[unit_id]
        valour = valour_modifiers(game.pack, game.state, unit).total
        dice = f"{game.pack.cards[unit.card].valour.dice}d6"
        pips = yield from roll(dice, "recovery of {unit}", "BAR-failed-valour-8", unit_id, unit=unit_id)
        passed = sum(pips) <= valour
        game.happens(ValourTested(unit_id, sum(pips), valour, passed, cite="BAR-failed-valour-8"))
        if passed:
            game.happens(Recovered(unit_id, cite="BAR-failed-valour-8"))
        game.happens(RecoveryBegan(game.state.queue[1:]), ())


def _flagged(state: Position) -> tuple[str, ...]:
    return tuple(sorted(u.id for u in state.units.values() if u.flag and u.fate in ("map", "aboard")))


class RecoveryBegan(Event[Position], frozen=True):
    """Who still has to test for recovery."""

    queue: tuple[str, ...]

    def apply(self, state: Position) -> None:
        state.queue = self.queue


SCRIPTS = {"valour-tests": valour_tests, "recovery": recovery, "recoveries": recoveries}
