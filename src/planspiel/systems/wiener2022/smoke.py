"""Smoke (Nebel): laid by indirect fire, lifted after the opponent's half-turn unless it is fed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Question, Rng, Script, Side, ask, rule
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.indirect import give_away
from planspiel.systems.wiener2022.observing import (
    chains,
    holds_own,
    in_reach,
    is_artillery,
    is_ready,
    known_enemy_fields,
    overlooks,
    random_order,
    range_refusal,
    ready_with,
    suspect_ground_refusal,
    suspicion_refusal,
)
from planspiel.systems.wiener2022.odds import success_odds
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.screens import (
    screen_modifiers,
    screen_refusal,
    screen_roll,
    tried_refusal,
)
from planspiel.systems.wiener2022.state import Element, Known, Position, Screen, enemy_of, seat_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "AFTER_INDIRECT",
    "AT_HALF_END",
    "SCRIPTS",
    "FeedSmoke",
    "LaySmoke",
    "NameFed",
    "SmokeFailed",
    "SmokeFed",
    "SmokeLaid",
    "SmokeLifted",
    "SmokeOnSuspicion",
    "is_free_target",
    "lay_smoke",
]


class LaySmoke(Order, frozen=True):
    """One battery, or several of a kind, on one field in view."""

    batteries: tuple[str, ...]
    field: str


class SmokeOnSuspicion(Order, frozen=True):
    """At least three adjacent fields where an enemy might be, one battery of a kind for each."""

    batteries: tuple[str, ...]
    fields: tuple[str, ...]


class SmokeLaid(Event[Position], frozen=True):
    said: ClassVar[str] = "Smoke lies on {field}."
    side: Side
    field: str

    def apply(self, state: Position) -> None:
        state.smoke[self.field] = Screen(self.side, state.half)


class SmokeFailed(Event[Position], frozen=True):
    said: ClassVar[str] = "The smoke on {field} has no effect."
    field: str

    def apply(self, state: Position) -> None:
        state.tried = (*state.tried, f"smoke/{self.field}")


class SmokeFed(Event[Position], frozen=True):
    """The smoke stays until its owner's next phase of indirect fire, where it must be laid again."""

    said: ClassVar[str] = "The smoke on {field} is fed."
    field: str

    def apply(self, state: Position) -> None:
        state.smoke[self.field] = replace(state.smoke[self.field], fed=True)


class SmokeLifted(Event[Position], frozen=True):
    said: ClassVar[str] = "The smoke lifts from {field}."
    field: str

    def apply(self, state: Position) -> None:
        del state.smoke[self.field]
        state.lifted = (*state.lifted, self.field)


# -- laying ------------------------------------------------------------------------------------------------


@rule("WPR-nebel-4")
def _refusal(pack: Pack, known: Known, order: LaySmoke) -> Illegal | None:
    """The number of batteries is stated beforehand; what has failed is not tried again."""
    refusal = screen_refusal(pack, known, order.batteries, order.field)
    refusal = refusal or _fog_refusal(known, (order.field,))
    refusal = refusal or tried_refusal(known, "smoke", (order.field,), "WPR-nebel-4")
    if refusal is None and not is_free_target(pack, known, order.field):
        return Illegal("No observer looks into {field}.", "WPR-nebel-10", field=order.field)
    return refusal


@rule("WPR-nacht-sicht-2")
def _fog_refusal(known: Known, fields: Sequence[str]) -> Illegal | None:
    """Natural fog hides as well as smoke, and stays when smoke lifts: smoke would add nothing to it."""
    for field in fields:
        there = known.smoke.get(field)
        if there is not None and there.side is None:
            return Illegal("{field} lies in fog.", "WPR-nacht-sicht-2", field=field)
    return None


@rule("WPR-nebel-10")
def is_free_target(pack: Pack, known: Known, field: str) -> bool:
    """Own troops, the own smoke, and what an observer looks into."""
    side = known.active
    there = known.smoke.get(field)
    if there is not None and there.side == side:
        return True
    return holds_own(known, field, side) or overlooks(pack, known, side, field)


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[LaySmoke]:
    """First the own smoke, own troops and known enemies, then all other fields in view."""
    if not is_ready(pack, view, element):
        return
    others = ready_with(pack, view, element.side, element)
    for field in _fields(pack, view, element):
        alone = LaySmoke((element.id,), field)
        if _refusal(pack, view, alone) is not None:
            continue
        yield alone
        able = [name for name in others if range_refusal(pack, view, name, field) is None]
        if able and element.id < min(able):
            yield LaySmoke((element.id, *able), field)


def _sample(pack: Pack, view: WienerView, element: Element, rng: Rng) -> LaySmoke | None:
    """One battery, a random field in reach."""
    if not is_ready(pack, view, element):
        return None
    return random_order(
        rng,
        in_reach(pack, view, element),
        lambda field: LaySmoke((element.id,), field),
        lambda order: _refusal(pack, view, order),
    )


def _fields(pack: Pack, view: WienerView, element: Element) -> Iterator[str]:
    side = element.side
    smoke = {field for field, screen in view.smoke.items() if screen.side == side}
    first = {*known_enemy_fields(view, side), *smoke, *known_enemy_fields(view, enemy_of(side))}
    yield from sorted(first)
    yield from (field for field in in_reach(pack, view, element) if field not in first)


def _carry_out(game: Game[Position], order: LaySmoke) -> Script[None]:
    yield from lay_smoke(game, order.batteries, order.field, "WPR-nebel-3")


@rule("WPR-nebel-3", "WPR-nebel-11")
def lay_smoke(game: Game[Position], batteries: tuple[str, ...], field: str, cite: str) -> Script[None]:
    """One die. If the field was being fed and it fails, the smoke lifts at once."""
    side = game.state.elements[batteries[0]].side
    value = yield from screen_roll(game, batteries, field, "smoke on {field}", cite)
    if value >= game.pack.tables.work.smoke:
        game.happens(SmokeLaid(side, field, cite=cite))
    else:
        game.happens(SmokeFailed(field, cite="WPR-nebel-4"))
        if field in _stale(game.state, side):
            game.happens(SmokeLifted(field, cite="WPR-nebel-11"))
    yield from give_away(game, batteries)


def _odds(pack: Pack, view: WienerView, order: LaySmoke) -> Odds | None:
    mods = screen_modifiers(pack, view, order.batteries)
    return success_odds(mods, pack.tables.work.smoke, "smoke", "WPR-nebel-3")


# -- on suspicion ------------------------------------------------------------------------------------------


@rule("WPR-nebel-5")
def _suspicion(pack: Pack, known: Known, order: SmokeOnSuspicion) -> Illegal | None:
    """Only where an enemy might be camouflaged, at least three adjacent fields."""
    refusal = suspicion_refusal(pack, known, known.active, order.batteries, order.fields, "WPR-nebel-5")
    refusal = refusal or _fog_refusal(known, order.fields)
    refusal = refusal or tried_refusal(known, "smoke", order.fields, "WPR-nebel-4")
    return refusal or suspect_ground_refusal(pack, known, known.active, order.fields, "WPR-nebel-5")


def _suspicion_options(pack: Pack, view: WienerView, element: Element) -> Iterator[SmokeOnSuspicion]:
    for batteries, fields in chains(pack, view, element.side, element):
        order = SmokeOnSuspicion(batteries, fields)
        if _suspicion(pack, view, order) is None:
            yield order


def _lay_on_suspicion(game: Game[Position], order: SmokeOnSuspicion) -> Script[None]:
    for battery, field in zip(order.batteries, order.fields, strict=True):
        yield from lay_smoke(game, (battery,), field, "WPR-nebel-5")


# -- feeding and lifting -----------------------------------------------------------------------------------


class NameFed(Order, frozen=True):
    """The smoke fields that are to be fed; none lets all of it lift."""

    fields: tuple[str, ...] = ()


class FeedSmoke(Question[WienerView, NameFed], frozen=True):
    prompt: ClassVar[str] = "Your smoke is about to lift: which fields do you feed?"
    cite: ClassVar[str] = "WPR-nebel-11"
    fields: tuple[str, ...]

    def options(self, view: WienerView) -> Iterator[NameFed]:
        """None, all, or one; any other choice of them may be named too."""
        yield NameFed()
        yield NameFed(self.fields)
        if len(self.fields) > 1:
            yield from (NameFed((field,)) for field in self.fields)

    def check(self, view: WienerView, order: NameFed) -> None:
        wrong = [field for field in order.fields if field not in self.fields]
        if wrong or len(set(order.fields)) != len(order.fields):
            raise Illegal("Only own smoke can be fed, each field once.", self.cite)

    def sample(self, view: WienerView, rng: Rng) -> NameFed:
        return NameFed(tuple(field for field in self.fields if rng.randrange(2)))


@rule("WPR-nebel-6", "WPR-nebel-7")
def feeding(game: Game[Position], active: str) -> Script[None]:
    """At the end of the opponent's half-turn the layer names the fields that are to stay, without a gap."""
    layer = enemy_of(Side(active))
    fields = tuple(sorted(field for field, screen in game.state.smoke.items() if screen.side == layer))
    if not fields:
        return
    answer = yield from ask(seat_of(game.state, layer), FeedSmoke(fields))
    for field in sorted(answer.fields):
        game.happens(SmokeFed(field, cite="WPR-nebel-7"))


@rule("WPR-nebel-11")
def lifting(game: Game[Position], active: str) -> Script[None]:
    """After the phase of indirect fire: smoke that was fed and not laid again lifts at once."""
    for field in _stale(game.state, Side(active)):
        game.happens(SmokeLifted(field, cite="WPR-nebel-11"))
    return
    yield


def _stale(state: Position, side: Side) -> list[str]:
    """A side's smoke from an earlier half-turn."""
    return sorted(
        field for field, laid in state.smoke.items() if laid.side == side and laid.half < state.half
    )


AT_HALF_END = ("smoke-feeding",)
AFTER_INDIRECT = ("smoke-lifting",)
SCRIPTS = {"smoke-feeding": feeding, "smoke-lifting": lifting}
ACTIVITIES = {
    LaySmoke: Activity("indirect", _options, _refusal, _carry_out, _odds, sample=_sample, suits=is_artillery),
    SmokeOnSuspicion: Activity(
        "indirect", _suspicion_options, _suspicion, _lay_on_suspicion, suits=is_artillery
    ),
}
