"""Close combat: who fights whom, the fire tests of step 6, and ties at the end of the round."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from planspiel.kernel import (
    Assembled,
    Assembly,
    Choice,
    Event,
    Game,
    Item,
    Part,
    Script,
    Seat,
    Side,
    commit,
    resume_point,
    rule,
)
from planspiel.systems.barbarossa1941.ammunition import spend
from planspiel.systems.barbarossa1941.arcs import aspect_of, is_covered
from planspiel.systems.barbarossa1941.attack import dice_of, target_type
from planspiel.systems.barbarossa1941.fire_steps import Dealt
from planspiel.systems.barbarossa1941.firing import fire
from planspiel.systems.barbarossa1941.movement import is_withdrawing
from planspiel.systems.barbarossa1941.orders import Assault
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.revealing import reveal
from planspiel.systems.barbarossa1941.round import StepBegan
from planspiel.systems.barbarossa1941.state import Fight, Position, Unit, ground_units, units_at
from planspiel.systems.barbarossa1941.valour import OwesTest
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "CHOICES",
    "SCRIPTS",
    "Against",
    "ChooseOpponents",
    "FightsBegan",
    "Opponents",
    "OpponentsChosen",
    "TiesMarked",
    "opponents_of",
]

CHOICES = {
    "melee_ammo": Choice(
        "who rolls",
        "Ammunition in close combat: who rolls pays (the other reading: everyone involved)",
        "Munition im Nahkampf: wer würfelt, zahlt (andere Lesart: alle Beteiligten)",
        "BAR-close-combat-17",
        ("who rolls", "everyone"),
    ),
}


class FightsBegan(Event[Position], frozen=True):
    """Hexes with units of both sides, and who held them."""

    said: ClassVar[str] = "Close combat in {hexes}."
    hexes: tuple[str, ...]
    fights: dict[str, Fight]

    def apply(self, state: Position) -> None:
        state.fights = self.fights


class OpponentsChosen(Event[Position], frozen=True):
    """Who attacks whom."""

    pairs: dict[str, str]

    def apply(self, state: Position) -> None:
        state.shots = self.pairs
        state.queue = tuple(sorted(self.pairs))


class TiesMarked(Event[Position], frozen=True):
    """Units of both sides in one hex at the end of the round are tied; others are free."""

    ties: dict[str, tuple[str, ...]]
    hexes: tuple[str, ...]

    def apply(self, state: Position) -> None:
        for unit in list(state.units.values()):
            tied = self.ties.get(unit.id, ())
            if unit.tied != tied:
                state.units[unit.id] = replace(unit, tied=tied)
        state.fights = {
            hex_: Fight(hex_, fight.holder) for hex_, fight in state.fights.items() if hex_ in self.hexes
        }


# -- the fights of this round ------------------------------------------------------------------------------


@rule("BAR-close-combat-1", "BAR-close-combat-10", "BAR-hidden-12", "BAR-group-card-7")
def fights(game: Game[Position]) -> Script[None]:
    """Where both sides are in one hex there is close combat; whoever is hidden there is found."""
    entered = _entered(game.state)
    found: dict[str, Fight] = {}
    for hex_ in sorted({unit.hex for unit in ground_units(game.state)}):
        there = units_at(game.state, hex_)
        if len({unit.side for unit in there}) < 2:
            continue
        for unit in there:
            reveal(game, unit.id, "BAR-hidden-12")
        newcomers = {unit.id: entered[unit.id] for unit in there if unit.id in entered}
        old = game.state.fights.get(hex_)
        holder = old.holder if old else _holder(there, newcomers)
        found[hex_] = Fight(hex_, holder, tuple(sorted(newcomers.items())), _flanked(game, hex_, newcomers))
    if found or game.state.fights:
        game.happens(FightsBegan(tuple(found), found, cite="BAR-close-combat-1"))
    _pre_tests(game)
    return
    yield


def _entered(state: Position) -> dict[str, str]:
    """Assaulters who have come to the end of their route in this step, with the hex they came from.

    Whoever was stopped on the way, as the loser of a counterattack, awaits the enemy where he is.
    """
    found: dict[str, str] = {}
    for mover in state.movers.values():
        unit = state.units[mover.unit]
        if isinstance(unit.order, Assault) and unit.hex and mover.done == len(mover.route):
            found[unit.id] = (mover.start, *mover.route)[-2]
    return found


@rule("BAR-counterattack-4")
def _holder(there: Sequence[Unit], newcomers: Mapping[str, str]) -> Side | None:
    """The side that was in the hex before the assaulters came."""
    sides = {unit.side for unit in there if unit.id not in newcomers}
    return sides.pop() if len(sides) == 1 else None


@rule("BAR-flank-rear-3", "BAR-flank-rear-4", "BAR-flank-rear-8")
def _flanked(game: Game[Position], hex_: str, newcomers: Mapping[str, str]) -> tuple[str, ...]:
    """Named targets that somebody enters upon over a flank or the rear, with nobody to cover them."""
    found = set()
    for name, came_from in newcomers.items():
        order = game.state.units[name].order
        target = game.state.units[order.target] if isinstance(order, Assault) else None
        if target is None or target.hex != hex_:
            continue
        is_front = aspect_of(game.pack, game.state, target, came_from) == "front"
        if not is_front and not is_covered(game.pack, game.state, target):
            found.add(target.id)
    return tuple(sorted(found))


@rule("BAR-valour-test-3", "BAR-valour-test-5", "BAR-valour-test-11", "BAR-units-in-close-combat-X1")
def _pre_tests(game: Game[Position]) -> None:
    """Targets taken in flank or rear, or frightened by tanks, test before the fight; one test for both."""
    for fight in list(game.state.fights.values()):
        for name, _ in fight.entered:
            order = game.state.units[name].order
            target = game.state.units[order.target] if isinstance(order, Assault) else None
            if target is None or target.hex != fight.hex:
                continue
            if target.id in fight.flanked:
                game.happens(OwesTest(target.id, "assault", cite="BAR-flank-rear-3"))
            if _panics(game.pack, game.state.units[name], target):
                game.happens(OwesTest(target.id, "assault", cite="BAR-tank-panic-1"))


@rule("BAR-tank-panic-1", "BAR-units-in-close-combat-4", "BAR-units-in-close-combat-9")
def _panics(pack: Pack, assaulter: Unit, target: Unit) -> bool:
    """Tanks assault infantry, and either card has the trait."""
    tank, prey = pack.cards[assaulter.card], pack.cards[target.card]
    return tank.is_tank and prey.type == "infantry" and (tank.has("tank_panic") or prey.has("tank_panic"))


# -- who fights whom ---------------------------------------------------------------------------------------


class Against(Part, frozen=True):
    target: str


class Opponents(Assembled, frozen=True):
    parts: dict[str, Against] = field(default_factory=dict)


class ChooseOpponents(Assembly[BarbarossaView, Opponents, Against], frozen=True):
    prompt: ClassVar[str] = "Close combat: whom do your units attack?"
    cite: ClassVar[str] = "BAR-close-combat-5"
    targets: dict[str, tuple[str, ...]]

    def pieces(self, view: BarbarossaView) -> Sequence[str]:
        return tuple(f"unit:{name}" for name in self.targets)

    def must_have(self, view: BarbarossaView, piece: str) -> bool:
        return True

    def parts(self, view: BarbarossaView, piece: str, given: Mapping[str, Against]) -> Iterator[Against]:
        return (Against(target) for target in self.targets[piece.removeprefix("unit:")])

    def whole(self, view: BarbarossaView, given: Mapping[str, Against]) -> Opponents:
        return Opponents(dict(given))


@rule(
    "BAR-close-combat-3",
    "BAR-close-combat-4",
    "BAR-close-combat-5",
    "BAR-close-combat-13",
    "BAR-close-combat-15",
)
def opponents_of(pack: Pack, state: Position, unit: Unit) -> tuple[str, ...]:
    """The enemies a unit may attack: its target, or, in defence, any who came into its hex."""
    if unit.ammo < pack.charts.limits.melee_ammo or _withdraws(state, unit):
        return ()
    enemies = [enemy for enemy in units_at(state, unit.hex) if enemy.side != unit.side]
    if isinstance(unit.order, Assault) and not unit.suppressed and not unit.lapsed:
        named = [enemy for enemy in enemies if enemy.id == unit.order.target]
        enemies = named or enemies
    enemies = [enemy for enemy in enemies if _can_hurt(pack, state, unit, enemy)]
    return tuple(sorted(enemy.id for enemy in enemies))


@rule("BAR-withdraw-1", "BAR-withdraw-4", "BAR-withdraw-10", "BAR-smoke-13")
def _withdraws(state: Position, unit: Unit) -> bool:
    """Whoever leaves the close combat makes no test; in smoke he cannot leave, and defends himself."""
    return is_withdrawing(unit) and unit.hex not in state.smoke


@rule("BAR-units-in-close-combat-7", "BAR-units-in-close-combat-3")
def _can_hurt(pack: Pack, state: Position, unit: Unit, enemy: Unit) -> bool:
    """Infantry rolls nothing against tanks in the open; nobody against a type that is not listed."""
    if dice_of(pack, state, unit, target_type(pack, enemy), "close").total <= 0:
        return False
    card, prey = pack.cards[unit.card], pack.cards[enemy.card]
    by_hex_of_fight = state.options.get("assault_on_armour") == "fight"
    if card.type == "infantry" and (prey.is_armoured if by_hex_of_fight else prey.is_tank):
        return pack.theatre(state.scenario).ground[unit.hex].allows_fight_with_tanks()
    return True


@rule("BAR-counterattack-5")
def opponents(game: Game[Position]) -> Script[None]:
    """Everyone in a fight has one opponent; where there is a choice its owner makes it, all together."""
    pairs: dict[str, str] = {}
    choice: dict[Seat, dict[str, tuple[str, ...]]] = {}
    for unit in sorted(ground_units(game.state), key=lambda found: found.id):
        if unit.hex not in game.state.fights:
            continue
        enemies = opponents_of(game.pack, game.state, unit)
        if len(enemies) == 1:
            pairs[unit.id] = enemies[0]
        elif enemies:
            choice.setdefault(unit.seat, {})[unit.id] = enemies
    if choice:
        answers = yield from commit({seat: ChooseOpponents(units) for seat, units in choice.items()})
        for answer in answers.values():
            pairs.update({piece.removeprefix("unit:"): part.target for piece, part in answer.parts.items()})
    game.happens(OpponentsChosen(pairs, cite="BAR-close-combat-5"), ())
    _everyone_pays(game)


# -- the fight ---------------------------------------------------------------------------------------------


@rule("BAR-close-combat-6", "BAR-close-combat-7", "BAR-close-combat-12", "BAR-withdraw-3")
def close_combat(game: Game[Position]) -> Script[None]:
    """All fire tests on the whole board; casualties count when the last has rolled."""
    while game.state.queue:
        yield from resume_point()
        unit = game.state.units[game.state.queue[0]]
        enemy = game.state.units[game.state.shots[unit.id]]
        fight = game.state.fights[unit.hex]
        if game.state.options.get("melee_ammo") != "everyone":
            spend(game, unit.id, game.pack.charts.limits.melee_ammo, "BAR-close-combat-6")
        yield from fire(game, unit, enemy, "close", "BAR-close-combat-7", fight=fight)
        game.happens(Dealt(unit.id), ())


@rule("BAR-close-combat-17")
def _everyone_pays(game: Game[Position]) -> None:
    """By option also those pay who are in the fight without rolling."""
    if game.state.options.get("melee_ammo") == "everyone":
        for unit in list(ground_units(game.state)):
            if unit.hex in game.state.fights and unit.ammo:
                spend(game, unit.id, game.pack.charts.limits.melee_ammo, "BAR-close-combat-17")


@rule("BAR-sequence-7", "BAR-valour-test-10", "BAR-withdraw-5")
def step_7(game: Game[Position]) -> Script[None]:
    """Tests for losses in close combat, by bombs, and by mines on the way into it."""
    game.happens(StepBegan(7, cite="BAR-sequence-7"))
    game.then(Item("valour-tests", ("close", "bombs", "mines")))
    return
    yield


@rule("BAR-close-combat-8", "BAR-close-combat-11")
def ties(game: Game[Position]) -> Script[None]:
    """Units of both sides in one hex at the end of the round are tied, each with all enemies there."""
    tied: dict[str, tuple[str, ...]] = {}
    hexes: list[str] = []
    for hex_ in sorted({unit.hex for unit in ground_units(game.state)}):
        there = units_at(game.state, hex_)
        if len({unit.side for unit in there}) == 2:
            hexes.append(hex_)
            for unit in there:
                tied[unit.id] = tuple(sorted(enemy.id for enemy in there if enemy.side != unit.side))
    if tied or game.state.fights or any(unit.tied for unit in game.state.units.values()):
        game.happens(TiesMarked(tied, tuple(hexes), cite="BAR-close-combat-8"))
    return
    yield


SCRIPTS = {
    "fights": fights,
    "opponents": opponents,
    "close-combat": close_combat,
    "step-7": step_7,
    "ties": ties,
}
