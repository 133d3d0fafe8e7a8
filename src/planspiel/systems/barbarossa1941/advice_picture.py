"""What a bot sees at a glance: what units are worth, who threatens what, where everyone should go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from planspiel.kernel import Side
from planspiel.systems.barbarossa1941.advice_ground import (
    FAR,
    STRIDE,
    Aim,
    aims_of,
    narrows,
    pace_of,
    ways_to,
)
from planspiel.systems.barbarossa1941.arcs import in_arc
from planspiel.systems.barbarossa1941.attack import (
    AttackKind,
    accuracy_of,
    dice_of,
    range_accuracy,
    target_type,
)
from planspiel.systems.barbarossa1941.defence import defence_modifiers
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.sight import sees
from planspiel.systems.barbarossa1941.state import Fight, Unit
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = ["Picture", "fails", "left_of", "lost", "picture_of", "price_of"]

A_STRIDE = 20
"""What a third of a hex nearer to the aim is worth; twice as much for those who attack."""
ON_THE_AIM = 100
"""What it is worth to stand where it counts."""


def price_of(pack: Pack, unit: Unit) -> int:
    """What one symbol of a unit is worth, in hundredths of a point."""
    card = pack.cards[unit.card]
    return 100 * card.cost // card.size


def left_of(pack: Pack, unit: Unit) -> int:
    """The symbols that are left of a unit, as far as known."""
    return max(0, pack.cards[unit.card].size - unit.casualties)


def lost(hits: int, defence: int) -> int:
    """Symbols to expect to lose from so many hits against a defence, both in hundredths.

    Hits scatter, so that some come through even where fewer are expected than the defence takes. The curve
    follows the sums of the binomial distributions within a few per cent.
    """
    if hits <= 0:
        return 0
    return hits**3 // (hits * hits + defence * hits + defence * defence)


_PASSES = (0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35, 36)


def fails(pack: Pack, unit: Unit) -> int:
    """The chance that a unit fails a valour test now, in percent."""
    valour = pack.cards[unit.card].valour_after(unit.casualties)
    return 100 - 100 * _PASSES[max(0, min(12, valour))] // 36


def picture_of(view: BarbarossaView, side: Side) -> Picture:
    """The picture that goes with a view; it is worked out once."""
    kept: dict[Side, Picture] = vars(view).setdefault("pictures", {})
    if side not in kept:
        kept[side] = Picture(view, side)
    return kept[side]


class Picture:
    """One side's judgement of a view."""

    def __init__(self, view: BarbarossaView, side: Side) -> None:
        self.view, self.pack, self.side = view, view.pack, side
        self.theatre = view.pack.theatre(view.scenario)
        on_map = [unit for unit in view.units.values() if unit.fate == "map" and unit.hex]
        self.friends = [unit for unit in on_map if unit.side == side]
        self.enemies = [unit for unit in on_map if unit.side != side]
        self.rounds_left = max(1, view.pack.scenarios[view.scenario].rounds - view.turn + 1)
        self.aims = aims_of(view.pack, view.scenario, side)
        self._narrows = narrows(view.pack, view, side)
        self._hits: dict[Any, int] = {}
        self._defences: dict[str, int] = {}
        self.watched: dict[tuple[str, str, int], int] = {}
        """Kept by those who judge arcs: what a unit could fire at from a hex, looking one way."""
        self._threats: dict[tuple[str, str], int] = {}
        self._places: dict[tuple[str, str], int] = {}
        self._aim_of = self._share_out()

    # -- fire ------------------------------------------------------------------------------------------

    def hits(
        self, firer: Unit, target: Unit, kind: AttackKind, at: str = "", fight: Fight | None = None
    ) -> int:
        """Hits to expect of one attack, in hundredths; `at` is where the firer will be."""
        key = (firer.id, target.id, kind, at)
        found = self._hits.get(key)
        if found is None:
            shooter = replace(firer, hex=at) if at and at != firer.hex else firer
            dice = dice_of(self.pack, self.view, shooter, target_type(self.pack, target), kind).total
            hit = accuracy_of(self.pack, self.view, shooter, target, kind, fight=fight).total if dice else 0
            found = self._hits[key] = 100 * max(0, dice) * min(6, max(0, hit)) // 6
        return found

    def defence(self, unit: Unit, fight: Fight | None = None) -> int:
        """What a unit's defence takes this round, in hundredths, before any order."""
        found = self._defences.get(unit.id) if fight is None else None
        if found is None:
            bonus = defence_modifiers(self.pack, self.view, unit, fight).total
            found = 100 * max(0, self.pack.cards[unit.card].defence + bonus)
            if fight is None:
                self._defences[unit.id] = found
        return found

    def danger(self, unit: Unit, hex_: str, bonus: int = 0) -> int:
        """What a unit may expect to lose under fire in a hex, in hundredths of a point."""
        card = self.pack.cards[unit.card]
        if hex_ == unit.hex:
            defence = self.defence(unit)
        else:
            defence = 100 * (card.defence + self.theatre.ground[hex_].cover(card.type))
        gone = lost(self._threat(unit, hex_), defence + 100 * bonus)
        return min(gone, 100 * left_of(self.pack, unit)) * price_of(self.pack, unit) // 100

    def _threat(self, unit: Unit, hex_: str) -> int:
        """Hits to expect from all enemies who can fire into a hex, in hundredths."""
        type_ = target_type(self.pack, unit)
        found = self._threats.get((type_, hex_))
        if found is None:
            found = sum(self._hits_into(enemy, type_, hex_) for enemy in self.enemies)
            self._threats[type_, hex_] = found
        return found

    def _hits_into(self, enemy: Unit, type_: Any, hex_: str) -> int:
        """An enemy fires at one of those in his reach: at anyone of two, at every other of three."""
        card = self.pack.cards[enemy.card]
        away = self.theatre.board.distance(enemy.hex, hex_)
        if enemy.suppressed or not enemy.set_up or not 1 <= away <= card.max_range + 1:
            return 0
        dice = card.firepower(type_, enemy.casualties)
        hit = range_accuracy(self.pack, self.view, enemy, hex_).total
        if dice <= 0 or hit <= 0 or not in_arc(self.pack, self.view, enemy, hex_):
            return 0
        if not card.has("indirect") and not sees(self.pack, self.view, enemy.hex, hex_):
            return 0
        return 100 * dice * hit // 6 * min(100, 200 // (1 + self._in_reach_of(enemy))) // 100

    def _in_reach_of(self, enemy: Unit) -> int:
        away, reach = self.theatre.board.distance, self.pack.cards[enemy.card].max_range + 2
        return max(1, sum(away(enemy.hex, friend.hex) <= reach for friend in self.friends))

    # -- ground ----------------------------------------------------------------------------------------

    def _share_out(self) -> Mapping[str, Aim]:
        """Who goes for which aim: the nearest first, as many as each needs; the rest where they are close."""
        pairs = sorted(
            (self._way(unit, aim, unit.hex), number, unit.id)
            for unit in self.friends
            for number, aim in enumerate(self.aims)
            if not aim.cards or unit.card in aim.cards or len(self.aims) == 1
        )
        needs = [self._need(aim) for aim in self.aims]
        found: dict[str, Aim] = {}
        for _, number, name in pairs:
            if name not in found and needs[number] > 0:
                found[name] = self.aims[number]
                needs[number] -= 1
        for _, number, name in pairs:
            found.setdefault(name, self.aims[number])
        return found

    def _need(self, aim: Aim) -> int:
        """As many as enemies are about, and two more."""
        if aim.is_wide:
            return len(self.friends)
        away = self.theatre.board.distance
        return 2 + sum(min(away(enemy.hex, hex_) for hex_ in aim.hexes) <= 3 for enemy in self.enemies)

    def aim_of(self, unit: Unit) -> Aim | None:
        return self._aim_of.get(unit.id) or next(iter(self.aims), None)

    def _way(self, unit: Unit, aim: Aim, hex_: str) -> int:
        card = self.pack.cards[unit.card]
        return ways_to(self.pack, self.view, card, aim.hexes, self._narrows).get(hex_, FAR)

    def way(self, unit: Unit, hex_: str) -> int:
        """From a hex to the unit's aim; 0 without one."""
        aim = self.aim_of(unit)
        return self._way(unit, aim, hex_) if aim else 0

    def place(self, unit: Unit, hex_: str) -> int:
        """What it is worth for a unit to stand in a hex: near its aim, or where enemies are in reach."""
        found = self._places.get((unit.id, hex_))
        if found is None:
            found = self._places[unit.id, hex_] = self._place(unit, hex_)
        return found

    def _place(self, unit: Unit, hex_: str) -> int:
        aim = self.aim_of(unit)
        if aim is None:
            return -self._to_the_enemy(unit, hex_)
        if aim.is_wide and not aim.own:
            return -self._to_the_leader(unit, aim, hex_)
        way, card = self._way(unit, aim, hex_), self.pack.cards[unit.card]
        way = max(0, self._escorted(unit, aim, way) - self._behind(unit, aim) * STRIDE)
        stride = 2 * A_STRIDE if aim.own else A_STRIDE
        worth = -stride * way * self._hurry(unit, aim) // 100
        if hex_ in aim.hexes and not aim.is_wide:
            worth += ON_THE_AIM
        if way == 0 and not aim.leaves:
            worth -= self._to_the_enemy(unit, hex_)
        return worth + 6 * self.theatre.ground[hex_].cover(card.type)

    def _escorted(self, unit: Unit, aim: Aim, way: int) -> int:
        """Whoever must get through keeps three hexes behind those who guard him, as long as there is time."""
        if unit.card not in aim.cards or self._hurry(unit, aim) > 180:
            return way
        guards = [friend for friend in self.friends if friend.card not in aim.cards]
        lead = min((self._way(guard, aim, guard.hex) for guard in guards), default=0)
        return max(way, lead + 3 * STRIDE) if guards else way

    def _behind(self, unit: Unit, aim: Aim) -> int:
        """How far from the aim is near enough: to keep the enemy away next to it, for trucks well behind."""
        if aim.leaves and (not aim.cards or unit.card in aim.cards):
            return 0
        if unit.card in self.pack.headquarters:
            return 3
        return 6 if self.pack.cards[unit.card].type == "vehicle" else 0 if aim.own else 1

    def _hurry(self, unit: Unit, aim: Aim) -> int:
        """The less time is left for the way the more every hex of it counts; in percent."""
        pace = max(1, pace_of(self.pack.cards[unit.card]))
        rounds = -(-self._way(unit, aim, unit.hex) // pace)
        spare = self.rounds_left - rounds
        return 100 + 40 * max(0, min(6, 6 - spare))

    def _to_the_enemy(self, unit: Unit, hex_: str) -> int:
        """Whoever is where he should be would like to have an enemy in reach."""
        away, reach = self.theatre.board.distance, max(1, self.pack.cards[unit.card].max_range)
        nearest = min((away(hex_, enemy.hex) for enemy in self.enemies), default=0)
        return 8 * max(0, nearest - reach)

    def _to_the_leader(self, unit: Unit, aim: Aim, hex_: str) -> int:
        """Where much is to be kept, meet the enemies who have the shortest way to it."""
        away, reach = self.theatre.board.distance, max(1, self.pack.cards[unit.card].max_range)
        ways = ((self._way(enemy, aim, enemy.hex) // STRIDE, enemy.hex) for enemy in self.enemies)
        return 12 * max(0, min((far + 2 * max(0, away(hex_, at) - reach) for far, at in ways), default=0))

    def is_on_aim(self, hex_: str) -> bool:
        """Whether a hex is part of a place that decides."""
        return any(hex_ in aim.hexes for aim in self.aims if not aim.is_wide)

    def is_settled(self, enemy: Unit) -> bool:
        """Whether an enemy has nowhere to go: he only keeps us from a place, or is there already."""
        if not any(aim.own for aim in aims_of(self.pack, self.view.scenario, enemy.side)):
            return True
        away = self.theatre.board.distance
        return any(
            aim.own and not aim.is_wide and min(away(enemy.hex, hex_) for hex_ in aim.hexes) <= 1
            for aim in self.aims
        )

    def attacks(self, unit: Unit) -> bool:
        """Whether a unit must go forward whatever it costs: its side has a place still to take."""
        aim = self.aim_of(unit)
        return aim is not None and aim.own and (aim.leaves or unit.hex not in aim.hexes)

    def matters(self, enemy: Unit) -> int:
        """How much an enemy is worth firing at, in percent: those who decide the battle first."""
        for aim in self.aims:
            if not aim.own and enemy.card in aim.cards:
                return 220
        return 140 if self.is_on_aim(enemy.hex) else 100
