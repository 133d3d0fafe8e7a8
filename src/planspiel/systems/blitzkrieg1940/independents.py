"""10.3 Independent units and white stripes: which formation they are activated with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Question, Script, ask, rule
from planspiel.systems.blitzkrieg1940.entry import is_ready_to_enter
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, hq_of, members, put, seat_of
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = [
    "AssignTo",
    "Assignment",
    "FormationGone",
    "IndependenceEnded",
    "KeepOwnMarker",
    "StripeChoice",
    "UnitAssigned",
    "UnitUnassigned",
    "adopters",
    "assign",
    "formation_gone",
    "has_own_companies",
    "stripe",
    "stripe_adopters",
]


class UnitAssigned(Event[Position], frozen=True):
    """From now on the unit counts with its steps for the formation that adopts it (8.5)."""

    said: ClassVar[str] = "{unit} is assigned to {formation}."
    unit: str
    formation: str

    def apply(self, state: Position) -> None:
        unit = state.units[self.unit]
        old = state.formations.get(unit.formation)
        if old is not None:
            state.formations[old.id] = replace(old, steps=old.steps - unit.steps)
        new = state.formations[self.formation]
        state.formations[new.id] = replace(new, steps=new.steps + unit.steps)
        put(state, replace(unit, formation=self.formation, is_independent=True))


class UnitUnassigned(Event[Position], frozen=True):
    said: ClassVar[str] = "No formation is left for {unit}: from now on it only reacts."
    unit: str


class IndependenceEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} belongs to its formation again."
    unit: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.units[self.unit], is_independent=False))


class FormationGone(Event[Position], frozen=True):
    """Its marker is out of the game wherever it lies, and its HQ with it."""

    said: ClassVar[str] = "{formation} is out of the game."
    formation: str

    def apply(self, state: Position) -> None:
        formation = state.formations[self.formation]
        state.formations[self.formation] = replace(formation, gone=True, demoralised=False, exhausted=False)
        marker = state.markers.get(self.formation)
        if marker is not None:
            state.markers[marker.id] = replace(marker, place="gone")
        hq = hq_of(state, self.formation)
        if hq is not None:
            put(state, replace(hq, fate="left", hex="", neutralised=False, column=False))


class AssignTo(Order, frozen=True):
    """Activate the unit together with this formation."""

    formation: str


class KeepOwnMarker(Order, frozen=True):
    """Leave the company under the marker of its own formation."""


class Assignment(Question[BlitzkriegView, AssignTo], frozen=True):
    prompt: ClassVar[str] = "Which formation is {unit} assigned to?"
    cite: ClassVar[str] = "BLK-10.3-B"
    unit: str

    def options(self, view: BlitzkriegView) -> Iterator[AssignTo]:
        for name in adopters(view.pack, view, view.units[self.unit]):
            yield AssignTo(name)

    def check(self, view: BlitzkriegView, order: AssignTo) -> None:
        if order.formation not in adopters(view.pack, view, view.units[self.unit]):
            reason = "{unit} cannot be assigned to {formation}."
            raise Illegal(reason, self.cite, unit=self.unit, formation=order.formation)


class StripeChoice(Question[BlitzkriegView, AssignTo | KeepOwnMarker], frozen=True):
    prompt: ClassVar[str] = "Does {unit} act under its own marker or with another formation?"
    cite: ClassVar[str] = "BLK-12.2-SPECIAL-B"
    unit: str

    def options(self, view: BlitzkriegView) -> Iterator[AssignTo | KeepOwnMarker]:
        yield KeepOwnMarker()
        for name in stripe_adopters(view.pack, view, view.units[self.unit]):
            yield AssignTo(name)

    def check(self, view: BlitzkriegView, order: AssignTo | KeepOwnMarker) -> None:
        if isinstance(order, KeepOwnMarker):
            return
        if order.formation not in stripe_adopters(view.pack, view, view.units[self.unit]):
            reason = "{unit} cannot be assigned to {formation}."
            raise Illegal(reason, self.cite, unit=self.unit, formation=order.formation)


# -- who may adopt whom ------------------------------------------------------------------------------------


def _has_marker(known: Known, formation: str, turn: int) -> bool:
    """Whether a formation has an activation marker, now or by a turn still to come."""
    marker = known.markers.get(formation)
    if marker is None or marker.place == "gone" or known.formations[formation].gone:
        return False
    return marker.place != "due" or marker.due <= max(turn, 1)


@rule("BLK-10.3-A", "BLK-10.3-B")
def adopters(pack: Pack, known: Known, unit: Unit) -> tuple[str, ...]:
    """The formations with a marker to which a unit without one may be assigned."""
    turn = max(known.turn, unit.due)
    own = [f.id for f in known.formations.values() if f.side == unit.side and _has_marker(known, f.id, turn)]
    lone = pack.independents.get(unit.id)
    named = [name for name in own if lone is not None and name in lone.adopters]
    return tuple(named or own)


@rule("BLK-12.2-SPECIAL-B", "BLK-3.1-C")
def stripe_adopters(pack: Pack, known: Known, unit: Unit) -> tuple[str, ...]:
    """Formations that may take a white-stripe company: own ones with a marker, not white-striped."""
    return tuple(name for name in adopters(pack, known, unit) if not pack.formations[name].white_stripe)


# -- assigning ---------------------------------------------------------------------------------------------


def assign(game: Game[Position], name: str) -> Script[None]:
    """An independent unit is assigned to a formation with an activation marker and acts with it."""
    yield from _assigned(game, name, "BLK-10.3-B")


@rule("BLK-10.3-C", "BLK-10.3-E", "BLK-10.3-G1")
def _assigned(game: Game[Position], name: str, cite: str) -> Script[None]:
    """From now on it is in all respects a unit of that formation, but for the command distance."""
    unit = game.state.units[name]
    found = adopters(game.pack, game.state, unit)
    if not found:
        game.happens(UnitUnassigned(name, cite="BLK-10.3-X1"))
        return
    chosen = found[0]
    if len(found) > 1:
        chosen = (yield from ask(seat_of(game.state, unit.side), Assignment(name))).formation
    game.happens(UnitAssigned(name, chosen, cite=cite))


@rule("BLK-12.2-SPECIAL-E", "BLK-12.2-SPECIAL-G1")
def stripe(game: Game[Position], name: str) -> Script[None]:
    """A company of a white-stripe formation stays under its own marker or is assigned; decided once."""
    unit = game.state.units[name]
    if not stripe_adopters(game.pack, game.state, unit):
        return
    order = yield from ask(seat_of(game.state, unit.side), StripeChoice(name))
    if isinstance(order, AssignTo):
        game.happens(UnitAssigned(name, order.formation, cite="BLK-12.2-SPECIAL-C"))
        if not has_own_companies(game.state, unit.formation):
            game.happens(FormationGone(unit.formation, cite="BLK-12.2-SPECIAL-D"))


# -- formations that leave the game ------------------------------------------------------------------------


def has_own_companies(known: Known, formation: str) -> bool:
    """Whether a company of its own is on the map or still to come."""
    return any(
        not unit.is_hq and unit.fate in ("map", "due") and unit.id.partition("/")[0] == formation
        for unit in members(known, formation)
    )


@rule("BLK-8.5.1-G", "BLK-8.5.1-X1")
def formation_gone(game: Game[Position], formation: str) -> Script[None]:
    """Without a company on the map or still to come a formation has no marker; its HQ leaves too.

    To be called whenever a company is eliminated or has left the map; it looks for itself.
    """
    if game.state.formations[formation].gone or has_own_companies(game.state, formation):
        return
    game.happens(FormationGone(formation, cite="BLK-8.5.1-G"))
    for name in _orphans(game.state, formation):
        yield from _assigned(game, name, "BLK-10.3-X1")


def _orphans(known: Known, formation: str) -> list[str]:
    """Who acted with a formation, on the map or about to enter; who comes later is assigned on arrival."""
    mates = [unit for unit in members(known, formation) if not unit.is_hq]
    return [unit.id for unit in mates if unit.fate == "map" or is_ready_to_enter(known, unit)]


SCRIPTS = {"assign": assign, "stripe": stripe}
