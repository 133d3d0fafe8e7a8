"""Air combat: duels round by round, until one side is shot down or has gone home.

Everyone who meets in an impulse, directly or over others, is in one combat with all escorts concerned. Its
stages are items of the agenda: choosing opponents, shooting, losses, tests, time boxes; then the next round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, NamedTuple

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Item, Order, Question, Script, ask, resume_point, roll, rule
from planspiel.systems.barbarossa1941.airfield import return_to_airfield
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.fire_steps import Dealt
from planspiel.systems.barbarossa1941.firing import fire
from planspiel.systems.barbarossa1941.flight import OrderLost, boxes_of, escorts_of, is_under_way
from planspiel.systems.barbarossa1941.orders import Escort, Intercept, Patrol
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Dogfight, Position, Unit, seats_of
from planspiel.systems.barbarossa1941.valour import valour_modifiers
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "SCRIPTS",
    "AirCombatBegan",
    "AirCombatEnded",
    "ChooseOpponent",
    "Contact",
    "Duel",
    "Paired",
    "StayOut",
    "engage",
    "is_fighter",
    "opponents",
]


class Contact(NamedTuple):
    """Two enemy aircraft that meet: a patrol or interceptor, and whom it finds."""

    attacker: str
    target: str
    hex: str
    attacks: bool
    """False where two patrols overlap: neither is attacked (BAR-air-combat-X1)."""


# -- who is in it ------------------------------------------------------------------------------------------


class AirCombatBegan(Event[Position], frozen=True):
    """The box on the cards: whom they fight, and where."""

    said: ClassVar[str] = "Air combat over {hexes}: {crews}."
    hexes: tuple[str, ...]
    crews: tuple[str, ...]
    dogfights: tuple[Dogfight, ...]
    patrols: tuple[str, ...] = ()
    """Patrols that have attacked whoever came first."""

    def apply(self, state: Position) -> None:
        state.sky = replace(state.sky, dogfights=self.dogfights)
        for name in self.patrols:
            state.units[name] = replace(state.units[name], shots=state.units[name].shots + 1)


class AirCombatEnded(Event[Position], frozen=True):
    said: ClassVar[str] = "The air combat over {hex} is over."
    hex: str

    def apply(self, state: Position) -> None:
        state.sky = replace(state.sky, dogfights=state.sky.dogfights[1:])


@rule("BAR-air-combat-5")
def engage(game: Game[Position], contacts: list[Contact], patrols: tuple[str, ...]) -> None:
    """Enter all combats that these contacts lead to; they are fought one after the other."""
    if not contacts:
        return
    found = [_dogfight(game.state, contacts, crews) for crews in _groups(game.state, contacts)]
    game.happens(
        AirCombatBegan(
            tuple(fight.hex for fight in found),
            tuple(name for fight in found for name in fight.crews),
            tuple(found),
            patrols,
            cite="BAR-air-combat-5",
        )
    )


@rule("BAR-escort-4")
def _groups(state: Position, contacts: list[Contact]) -> list[tuple[str, ...]]:
    """Aircraft that have to do with each other, with the escorts of all of them; in id order."""
    groups: list[set[str]] = []
    for contact in contacts:
        together = {contact.attacker, contact.target}
        for name in (contact.attacker, contact.target):
            together.update(escort.id for escort in escorts_of(state, name))
        for group in [group for group in groups if group & together]:
            groups.remove(group)
            together |= group
        groups.append(together)
    return sorted(tuple(sorted(group)) for group in groups)


def _dogfight(state: Position, contacts: list[Contact], crews: tuple[str, ...]) -> Dogfight:
    inside = [contact for contact in contacts if contact.attacker in crews]
    attacked = {contact.target for contact in inside if contact.attacks}
    hex_ = min((not contact.attacks, contact.target, contact.hex) for contact in inside)[2]
    return Dogfight(hex_, crews, tuple(sorted(attacked)))


def _alive(state: Position, fight: Dogfight) -> list[Unit]:
    """Who of a combat is still in the air."""
    return [state.units[name] for name in fight.crews if state.units[name].fate == "air"]


@rule("BAR-aircraft-3")
def is_fighter(pack: Pack, unit: Unit) -> bool:
    """By its role, or because it flies like one."""
    flight = pack.cards[unit.card].flight
    by_role = flight is not None and flight.role == "fighter"
    return by_role or isinstance(unit.order, Patrol | Intercept | Escort)


# -- rounds ------------------------------------------------------------------------------------------------


class AirRoundBegan(Event[Position], frozen=True):
    """Who chooses an opponent, in this order."""

    choosing: tuple[str, ...]

    def apply(self, state: Position) -> None:
        first, *rest = state.sky.dogfights
        fresh = replace(first, choosing=self.choosing, pairs=())
        state.sky = replace(state.sky, dogfights=(fresh, *rest))


@rule("BAR-air-combat-2", "BAR-air-combat-4", "BAR-air-combat-11", "BAR-air-combat-13", "BAR-intercept-2")
def dogfights(game: Game[Position]) -> Script[None]:
    """Round after round of each combat, as long as both sides are in the air."""
    yield from resume_point()
    if not game.state.sky.dogfights:
        return
    fight = game.state.sky.dogfights[0]
    if _is_over(game.pack, game.state, fight):
        game.happens(AirCombatEnded(fight.hex, cite="BAR-air-combat-2"))
        game.then(Item("dogfights"))
        return
    choosing = yield from _choosing(game, fight)
    game.happens(AirRoundBegan(choosing, cite="BAR-air-combat-7"), ())
    game.then(
        Item("pairing"),
        Item("duels"),
        Item("apply-hits", ("air",)),
        Item("valour-tests", ("air",)),
        Item("fuel"),
        Item("dogfights"),
    )


def _is_over(pack: Pack, state: Position, fight: Dogfight) -> bool:
    """One side is gone, or nobody is left who could attack."""
    alive = _alive(state, fight)
    return len({unit.side for unit in alive}) < 2 or not any(is_fighter(pack, unit) for unit in alive)


# -- stage 1: choosing opponents ---------------------------------------------------------------------------


class Duel(Order, frozen=True):
    target: str


class StayOut(Order, frozen=True):
    """A surplus fighter attacks nobody in this round."""


class ChooseOpponent(Question[BarbarossaView, Duel | StayOut], frozen=True):
    prompt: ClassVar[str] = "Air combat: whom does {unit} attack?"
    cite: ClassVar[str] = "BAR-air-combat-7"
    unit: str
    targets: tuple[str, ...]
    is_free: bool = False
    """It may stay out."""

    def options(self, view: BarbarossaView) -> Iterator[Duel | StayOut]:
        yield from (Duel(target) for target in self.targets)
        if self.is_free:
            yield StayOut()


class Paired(Event[Position], frozen=True):
    """An aircraft has chosen; whoever has no opponent yet fights back."""

    said: ClassVar[str] = "{unit} attacks {target}."
    unit: str
    target: str

    def apply(self, state: Position) -> None:
        first, *rest = state.sky.dogfights
        pairs = (*first.pairs, (self.unit, self.target))
        if not _is_paired(first, self.target):
            pairs = (*pairs, (self.target, self.unit))
        fight = replace(_without(first, self.unit), pairs=pairs)
        state.sky = replace(state.sky, dogfights=(fight, *rest))


class PassedOver(Event[Position], frozen=True):
    """An aircraft that has an opponent already, finds none, or stays out."""

    unit: str

    def apply(self, state: Position) -> None:
        first, *rest = state.sky.dogfights
        state.sky = replace(state.sky, dogfights=(_without(first, self.unit), *rest))


def _without(fight: Dogfight, unit: str) -> Dogfight:
    """The combat after an aircraft has chosen."""
    return replace(fight, choosing=tuple(name for name in fight.choosing if name != unit))


def _is_paired(fight: Dogfight, unit: str) -> bool:
    """Whether an aircraft has an opponent in this round."""
    return any(name == unit for name, _ in fight.pairs)


@rule("BAR-air-combat-7")
def _choosing(game: Game[Position], fight: Dogfight) -> Script[tuple[str, ...]]:
    """By current valour; equals roll for it, unless nobody has a choice anyway.

    Fighters choose, and whoever is attacked and has no fighter with it.
    """
    alive = _alive(game.state, fight)
    covered = {unit.side for unit in alive if is_fighter(game.pack, unit)}
    has_choice = len(alive) > 2
    ranks: dict[int, list[str]] = {}
    for unit in alive:
        is_prey = has_choice and unit.side not in covered and unit.id in fight.attacked
        if is_prey or is_fighter(game.pack, unit):
            ranks.setdefault(valour_modifiers(game.pack, game.state, unit).total, []).append(unit.id)
    order: list[str] = []
    for valour in sorted(ranks, reverse=True):
        order.extend((yield from _roll_off(ranks[valour])) if has_choice else ranks[valour])
    return tuple(order)


def _roll_off(names: list[str]) -> Script[list[str]]:
    """The highest die goes first; equal dice are rolled again."""
    if len(names) < 2:
        return names
    rolled: dict[int, list[str]] = {}
    for name in names:
        (pip,) = yield from roll("1d6", "who chooses first: {unit}", "BAR-air-combat-7", name, unit=name)
        rolled.setdefault(pip, []).append(name)
    order: list[str] = []
    for pip in sorted(rolled, reverse=True):
        order.extend((yield from _roll_off(rolled[pip])))
    return order


@rule("BAR-air-combat-8", "BAR-air-combat-9")
def opponents(pack: Pack, state: Position, fight: Dogfight, unit: Unit) -> tuple[tuple[str, ...], bool]:
    """Whom an aircraft may attack, and whether it may stay out.

    First fighters without an opponent, then other aircraft without one, at last anyone, to help in a duel.
    Who is no fighter itself takes up a duel with a fighter or with nobody.
    """
    enemies = [enemy for enemy in _alive(state, fight) if enemy.side != unit.side]
    lonely = [enemy for enemy in enemies if not _is_paired(fight, enemy.id)]
    fighters = [enemy for enemy in lonely if is_fighter(pack, enemy)]
    found = fighters or (lonely or enemies if is_fighter(pack, unit) else [])
    return tuple(enemy.id for enemy in found), not fighters and bool(fight.pairs)


def pairing(game: Game[Position]) -> Script[None]:
    """The most valiant chooses first; whoever has been chosen before fights the one who chose him."""
    while game.state.sky.dogfights[0].choosing:
        yield from resume_point()
        fight = game.state.sky.dogfights[0]
        unit = game.state.units[fight.choosing[0]]
        targets, is_free = opponents(game.pack, game.state, fight, unit)
        if _is_paired(fight, unit.id) or not targets:
            game.happens(PassedOver(unit.id), ())
            continue
        choice: Duel | StayOut = Duel(targets[0])
        if len(targets) > 1 or is_free:
            choice = yield from ask(unit.seat, ChooseOpponent(unit.id, targets, is_free))
        if isinstance(choice, StayOut):
            game.happens(PassedOver(unit.id), ())
            continue
        game.happens(Paired(unit.id, choice.target, cite="BAR-air-combat-7"))
        for name in (unit.id, choice.target):
            _lose_order(game, name)
    game.happens(DuelsBegan(tuple(sorted(name for name, _ in game.state.sky.dogfights[0].pairs))), ())


class DuelsBegan(Event[Position], frozen=True):
    queue: tuple[str, ...]

    def apply(self, state: Position) -> None:
        state.queue = self.queue


@rule("BAR-air-combat-6", "BAR-air-combat-19")
def _lose_order(game: Game[Position], name: str) -> None:
    """Whoever is attacked gives up what it was to do; who is well escorted goes on."""
    is_attacked = name in game.state.sky.dogfights[0].attacked
    if is_attacked and is_under_way(game.pack, game.state, game.state.units[name]):
        game.happens(OrderLost(name, cite="BAR-air-combat-6"))


# -- stages 2 to 4: shooting, tests, time boxes ------------------------------------------------------------


class AirAmmoPaid(Event[Position], frozen=True):
    unit: str

    def apply(self, state: Position) -> None:
        first, *rest = state.sky.dogfights
        paid = replace(first, paid=(*first.paid, self.unit))
        state.sky = replace(state.sky, dogfights=(paid, *rest))


@rule("BAR-air-combat-10", "BAR-air-combat-14", "BAR-air-combat-18")
def duels(game: Game[Position]) -> Script[None]:
    """All shoot as in close combat; the point is paid in an aircraft's first round of the combat."""
    while game.state.queue:
        yield from resume_point()
        fight = game.state.sky.dogfights[0]
        unit = game.state.units[game.state.queue[0]]
        cost = game.pack.charts.limits.air_ammo
        if unit.id not in fight.paid and unit.ammo >= cost:
            spend(game, unit.id, cost, "BAR-air-combat-14")
            game.happens(AirAmmoPaid(unit.id), ())
        if unit.id in game.state.sky.dogfights[0].paid:
            target = game.state.units[dict(fight.pairs)[unit.id]]
            yield from fire(game, unit, target, "air", "BAR-air-combat-10")
        game.happens(Dealt(unit.id), ())


class FlightBoxesMarked(Event[Position], frozen=True):
    """Time boxes of missions, on the cards of their owners."""

    units: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for name in self.units:
            state.units[name] = replace(state.units[name], flown=state.units[name].flown + 1)


@rule("BAR-air-combat-12", "BAR-air-combat-16", "BAR-air-combat-18")
def fuel(game: Game[Position]) -> Script[None]:
    """Survivors mark a time box; with the last one, or without ammunition, they go home at once."""
    fight = game.state.sky.dogfights[0]
    fought = [unit for unit in _alive(game.state, fight) if _is_paired(fight, unit.id)]
    _mark(game, fought)
    for unit in fought:
        if game.state.units[unit.id].flown >= boxes_of(game.pack, unit):
            return_to_airfield(game, unit.id, "BAR-air-combat-12")
        elif unit.id not in fight.paid:
            return_to_airfield(game, unit.id, "BAR-air-combat-18")
    return
    yield


def _mark(game: Game[Position], units: Iterable[Unit]) -> None:
    for unit in units:
        marked = FlightBoxesMarked((unit.id,), cite="BAR-air-combat-12")
        game.happens(marked, seats_of(game.state, unit.side))


SCRIPTS = {"dogfights": dogfights, "pairing": pairing, "duels": duels, "fuel": fuel}
