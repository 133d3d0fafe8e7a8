"""Advice to bots: the table at a glance. What units, hexes and hits are worth to one side, in hundredths of a
victory point.

A picture is made once for each view and side. Odds on the table come from the rules themselves; what might be
fired at a hex that nobody stands in yet is an estimate from the same charts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any

from planspiel.kernel import Order, Side, totals
from planspiel.systems.advice import Temper
from planspiel.systems.blitzkrieg1940 import fire, sight
from planspiel.systems.blitzkrieg1940.pack import Bands, Pack
from planspiel.systems.blitzkrieg1940.state import Unit, enemy_of
from planspiel.systems.blitzkrieg1940.theatre import Theatre
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = ["POINT", "Picture", "at_most", "away", "picture_of", "reaction_chance", "step_worth"]

POINT = 100
"""A victory point."""
PLACE = 1500
"""A hex of the place that decides a battle without points."""
NEUTRALISED = 38
"""What neutralising a unit is worth, in percent of a step."""
HQ_STEP = 90
"""Neutralising an HQ halves its formation: as if that were a step of so much."""
DECAY = tuple(1000 * 4**d // 5**d for d in range(60))
"""How an objective draws from afar, in thousandths."""
DRAW = 30
"""Of an objective's worth so many percent draw units towards it; the rest is for taking it."""
SUSTAINED = 55
"""So much of the fire that could come does come, in percent."""
NEAR = 4
"""Enemies so near to an objective threaten it."""

Guns = tuple[tuple[int, int, int, int], ...]


def step_worth(pack: Pack, counter: str) -> int:
    """What a step of a company is worth, by its weapons and armour."""
    worths: dict[str, int] = vars(pack).setdefault("advice_steps", {})
    found = worths.get(counter)
    if found is None:
        values = pack.counters[counter].full
        found = worths[counter] = 40 + 8 * values.attack + 6 * values.defence + 4 * values.range
    return found


def _chances(pack: Pack) -> dict[int, tuple[int, int, int]]:
    """For each factor of the combat results table: ways of 36 for a step, an N and a red N."""
    table: dict[int, tuple[int, int, int]] | None = vars(pack).get("advice_chances")
    if table is None:
        table = {}
        for factor in range(-1, 9):
            counted = {"1": 0, "N": 0, "n": 0, "-": 0}
            for total, ways in totals("2d6").items():
                counted[pack.charts.result(factor, total).result] += ways
            table[factor] = (counted["1"], counted["N"], counted["n"])
        vars(pack)["advice_chances"] = table
    return table


@lru_cache(maxsize=4096)
def away(theatre: Theatre, goal: str) -> dict[str, int]:
    """How far every hex is from one."""
    return {hex_: theatre.board.distance(hex_, goal) for hex_ in theatre.board.labels}


@lru_cache(maxsize=64)
def at_most(dice: str) -> dict[int, int]:
    """How many throws in a thousand are at or below each number."""
    ways = totals(dice)
    whole = sum(ways.values())
    return {
        most: 1000 * sum(n for total, n in ways.items() if total <= most) // whole for most in range(-6, 25)
    }


def reaction_chance(view: BlitzkriegView, unit: Unit) -> int:
    """How likely a unit passes its reaction check, in thousandths."""
    pack, checks = view.pack, view.pack.checks
    needed = pack.formations[unit.formation].reaction
    needed -= checks.exhausted_reaction if view.formations[unit.formation].exhausted else 0
    needed -= checks.out_of_command_reaction if unit.out_of_command else 0
    needed -= checks.neutralised_reaction if unit.neutralised else 0
    return at_most(checks.reaction_dice)[max(-6, min(24, needed))]


def picture_of(view: BlitzkriegView, side: Side, temper: Temper) -> Picture:
    """The picture of a view, made once."""
    key = f"advice {side} {temper.name}"
    found: Picture | None = vars(view).get(key)
    if found is None:
        found = vars(view)[key] = Picture(view, side, temper)
    return found


class Picture:
    """What one side sees on the table, and what it is worth to it."""

    def __init__(self, view: BlitzkriegView, side: Side, temper: Temper) -> None:
        self.view, self.side, self.temper = view, side, temper
        self.enemy = enemy_of(side)
        self.pack = view.pack
        self.theatre: Theatre = view.pack.theatre(view.scenario)
        self.chances = _chances(view.pack)
        self.own: list[Unit] = []
        self.foes: list[Unit] = []
        self.at: dict[str, list[Unit]] = {}
        for unit in view.units.values():
            if unit.fate == "map":
                self.at.setdefault(unit.hex, []).append(unit)
                if not unit.is_hq:
                    (self.own if unit.side == side else self.foes).append(unit)
        rule = view.pack.scenarios[view.scenario].victory
        self.per_step = rule.enemy_step * POINT // rule.steps_together if isinstance(rule, Bands) else 0
        self.counted = Side(rule.side)
        self.last = view.turn >= view.pack.scenarios[view.scenario].turns
        """Nothing comes after this turn: ground counts, and who is left does not matter as much."""
        self.scores: dict[Order, int] = {}
        """What orders were found to be worth, so that none is weighed twice."""
        self.blows: dict[tuple[str, str, bool], int] = {}
        self.threats: dict[str, int] = {}
        self.mates: dict[str, tuple[list[Unit], list[Unit]]] = {}
        foes = tuple([(unit.hex, unit.counter, unit.steps, unit.neutralised) for unit in self.foes])
        lasting = _lasting(self.theatre, side, temper, foes, tuple(view.works))
        self._eyed: dict[tuple[str, int, str, bool], int] = lasting["eyed"]
        self._dangers: dict[tuple[str, str], int] = lasting["dangers"]
        self.nearest_foe: dict[str, int] = lasting["nearest"]
        self._pulls: dict[str, tuple[tuple[dict[str, int], int], ...]] = {}

    # -- units -----------------------------------------------------------------------------------------

    def step_of(self, unit: Unit) -> int:
        """What a step of a unit is worth, weighed by temper; a lost one may itself be a victory point."""
        worth = HQ_STEP if unit.is_hq else step_worth(self.pack, unit.counter)
        if self.per_step and unit.side != self.counted and not unit.is_hq:
            worth += self.per_step
        weight = self.temper.own_losses if unit.side == self.side else self.temper.enemy_losses
        return worth * weight // 100

    def hit(self, unit: Unit, factor: int) -> int:
        """What a shot with this factor does to a unit on average."""
        if factor < -1:
            return 0
        ones, blacks, reds = self.chances[min(factor, 8)]
        if not unit.is_hq and not unit.carrier and self.pack.counters[unit.counter].is_infantry:
            blacks += reds
        step = self.step_of(unit)
        if unit.is_hq:
            return 0 if unit.neutralised else (ones + blacks) * step * NEUTRALISED // 3600
        shaken = NEUTRALISED
        if unit.neutralised:  # a second N is a panic check
            shaken = 40
        elif unit.steps < 2:
            ones = ones * 5 // 4  # the last step takes the weapons with it
        return (100 * ones + shaken * blacks) * step // 3600

    def in_objective(self, hex_: str) -> int:
        """What holding a hex is worth."""
        return self.values.get(hex_, 0)

    @cached_property
    def values(self) -> dict[str, int]:
        rule = self.pack.scenarios[self.view.scenario].victory
        ground = self.temper.ground
        if isinstance(rule, Bands):
            objectives = self.theatre.objectives
            return {hex_: objectives[hex_].value * ground * POINT // 100 for hex_ in self.view.control}
        return dict.fromkeys(self.theatre.hexes_of(rule.place), PLACE * ground // 100)

    # -- ground ----------------------------------------------------------------------------------------

    def gain(self, hex_: str) -> int:
        """What moving a company into a hex gains at once: an objective that the enemy holds."""
        return self.values.get(hex_, 0) if self.view.control.get(hex_) == self.enemy else 0

    def pull(self, unit: Unit, hex_: str) -> int:
        """How good a hex is for getting at what there is to be taken or held."""
        goals = self._pulls.get(unit.hex)
        if goals is None:
            goals = self._pulls[unit.hex] = tuple(self._goals(unit.hex))
        best = 0
        for far, worth in goals:
            drawn = worth * DECAY[far[hex_]]
            if drawn > best:
                best = drawn
        return best // 1000

    def _goals(self, without: str) -> list[tuple[dict[str, int], int]]:
        """The objectives and how they draw a unit from one hex; those that others see to draw less."""
        control, found = self.view.control, []
        for hex_, worth in self.values.items():
            far = away(self.theatre, hex_)
            near = sum(1 for unit in self.own if far[unit.hex] <= 1) - (without != "" and far[without] <= 1)
            worth, crowd = worth * DRAW // 100, 10 if self.foes_at(hex_) else 30  # a garrison takes more
            if control.get(hex_) == self.side:
                threat = sum(1 for unit in self.foes if far[unit.hex] <= NEAR)
                shield = sum(1 for unit in self.own if far[unit.hex] < NEAR)
                worth = worth * (50 if threat > shield else 12 if threat else 5) // 100
            found.append((far, worth * 100 // (100 + crowd * max(0, near))))
        if not found or not any(worth for _, worth in found):
            found += [(away(self.theatre, unit.hex), 60) for unit in self.foes[:1]]
        return found

    def cover(self, hex_: str, kind: str, infantry: bool) -> int:
        """What terrain and works add to the factor of a shot at a unit in a hex: nothing, or less."""
        cover = self.pack.fire.cover(self.theatre.terrain[hex_], kind)  # type: ignore[arg-type]
        works = self.view.works.get(hex_)
        return cover + (self.pack.fire.works if infantry and works and works.side == self.side else 0)

    def danger(self, unit: Unit, hex_: str) -> int:
        """What enemy fire may cost a unit in a hex, if it stays there."""
        key = hex_, unit.counter
        found = self._dangers.get(key)
        if found is None:
            found = self._dangers[key] = self._danger(unit, hex_)
        return found * (3 if unit.steps < 2 else 2) // 2

    def _danger(self, unit: Unit, hex_: str) -> int:
        guns = self.guns.get(hex_)
        if not guns:
            return 0
        infantry, armour, kind, small = False, 0, "hq", True
        if not unit.is_hq:
            counter = self.pack.counters[unit.counter]
            infantry, armour, kind = counter.is_infantry, counter.full.defence, counter.kind
            small = counter.seen_as == "small"
        cover = self.cover(hex_, kind, infantry)
        seen = self.pack.sighting.small if small else self.pack.sighting.vehicle
        most = seen.open if self.theatre.is_open(hex_) else seen.other
        fresh = unit if not unit.neutralised else _fresh(unit)
        return (
            sum(
                self.hit(fresh, (soft if infantry else hard) - armour - far + 1 + cover)
                for hard, soft, far, _ in guns
                if far <= most
            )
            * SUSTAINED
            // 100
        )

    @cached_property
    def guns(self) -> dict[str, Guns]:
        """For each hex the enemy weapons that reach it: attack, attack on infantry, distance, in touch."""
        return _guns(self.theatre, tuple(_armed(self.pack, self.foes)))

    def foe_distance(self, hex_: str) -> int:
        """How far the nearest enemy company is."""
        found = self.nearest_foe.get(hex_)
        if found is None:
            far = away(self.theatre, hex_)
            found = min((far[unit.hex] for unit in self.foes), default=99)
            self.nearest_foe[hex_] = found
        return found

    def friends_at(self, hex_: str) -> list[Unit]:
        """Own companies in a hex."""
        return [unit for unit in self.at.get(hex_, ()) if unit.side == self.side and not unit.is_hq]

    def foes_at(self, hex_: str) -> list[Unit]:
        """Enemy companies in a hex."""
        return [unit for unit in self.at.get(hex_, ()) if unit.side != self.side and not unit.is_hq]

    def shot_from(self, unit: Unit, hex_: str, moved: bool) -> int:
        """The best that a unit could do by fire from a hex where it does not stand yet."""
        key = unit.counter, unit.steps, hex_, moved
        found = self._eyed.get(key)
        if found is None:
            found = self._eyed[key] = self._shot_from(unit, hex_, moved)
        return found

    def _shot_from(self, unit: Unit, hex_: str, moved: bool) -> int:
        values = sight.values_of(self.pack, unit)
        reach = values.range
        if values.attack == 0 or reach == 0:
            return 0
        if self.foe_distance(hex_) > reach:
            return 0
        near = fire.hexes_within(self.theatre, hex_, reach)
        far, best = away(self.theatre, hex_), 0
        at_gun = self.pack.counters[unit.counter].kind == "at_gun"
        adjacent = self.foe_distance(hex_) <= 1
        for foe in self.foes:
            if foe.hex in near and not foe.carrier:
                distance = far[foe.hex]
                if distance > 1 and (adjacent or not self._sees(hex_, foe, distance)):
                    continue
                counter = self.pack.counters[foe.counter]
                attack = -(-values.attack // 2) if at_gun and counter.is_infantry else values.attack
                factor = attack - counter.full.defence - distance + 1 - moved
                factor += self.pack.fire.cover(self.theatre.terrain[foe.hex], counter.kind)
                works = self.view.works.get(foe.hex)
                if works is not None and works.side == foe.side and counter.is_infantry:
                    factor += self.pack.fire.works
                best = max(best, self.hit(foe, factor))
        return best

    def _sees(self, hex_: str, foe: Unit, distance: int) -> bool:
        return distance <= sight.sighting_distance(self.pack, self.view, foe) and (
            sight.clear_distance(self.theatre, hex_, foe.hex, distance) <= distance
        )


@lru_cache(maxsize=512)
def _lasting(
    theatre: Theatre, side: Side, temper: Temper, foes: tuple[Any, ...], works: tuple[str, ...]
) -> dict[str, dict[Any, int]]:
    """What was found out already while the enemy stood just like this: filled as it is asked."""
    return {"eyed": {}, "dangers": {}, "nearest": {}}


def _fresh(unit: Unit) -> Unit:
    return Unit(unit.id, unit.side, unit.formation, unit.counter, unit.is_hq, hex=unit.hex, steps=unit.steps)


def _armed(pack: Pack, units: Sequence[Unit]) -> list[tuple[str, int, int, int]]:
    """Where weapons stand: hex, attack, attack on infantry, range."""
    found: list[tuple[str, int, int, int]] = []
    for unit in units:
        values = sight.values_of(pack, unit)
        if values.attack and values.range and not unit.carrier:
            at_gun = pack.counters[unit.counter].kind == "at_gun"
            shaken = pack.fire.neutralised if unit.neutralised else 0
            soft = -(-values.attack // 2) if at_gun else values.attack
            reach = 1 if unit.neutralised else values.range
            found.append((unit.hex, values.attack + shaken, soft + shaken, reach))
    return found


@lru_cache(maxsize=4096)
def _reached(theatre: Theatre, hex_: str, reach: int) -> tuple[tuple[str, int], ...]:
    """The hexes that a weapon reaches with a free line, and how far they are."""
    far = away(theatre, hex_)
    return tuple(
        (label, far[label])
        for label in theatre.board.disc(hex_, reach)
        if label != hex_ and sight.clear_distance(theatre, hex_, label, reach) <= reach
    )


@lru_cache(maxsize=256)
def _guns(theatre: Theatre, armed: tuple[tuple[str, int, int, int], ...]) -> dict[str, Guns]:
    found: dict[str, list[tuple[int, int, int, int]]] = {}
    for hex_, hard, soft, reach in armed:
        for label, far in _reached(theatre, hex_, reach):
            found.setdefault(label, []).append((hard, soft, far, reach))
    return {label: tuple(guns) for label, guns in found.items()}
