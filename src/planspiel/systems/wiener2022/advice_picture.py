"""What a position looks like to a bot: who threatens which field, who goes where, what a place is worth.

A picture is worked out once for a view and side. It knows what the view shows and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from planspiel.kernel import Side
from planspiel.systems.wiener2022 import sight
from planspiel.systems.wiener2022.advice_fire import (
    BLACK,
    HARD_PIN,
    LIGHT_PIN,
    chances,
    harm_of_shot,
    longest_flat,
    price_of,
    total_price,
)
from planspiel.systems.wiener2022.advice_ground import TURN, Aim, aims_of, ways_to
from planspiel.systems.wiener2022.aim import flat_weapons, own_troops_refusal
from planspiel.systems.wiener2022.counter import is_in_position
from planspiel.systems.wiener2022.modifiers import Shot, is_dug_in
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.odds import OUT_OF
from planspiel.systems.wiener2022.state import Element, at, carried_by, enemies_at
from planspiel.systems.wiener2022.theatre import Theatre
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["Picture", "picture_of"]

A_TURN = 90
"""What a turn of way to the aim is worth to those who have to take it."""
PATIENCE = 10
"""By how much that falls for each turn to spare, in percent."""
ON_AIM = 220
"""What a field is worth that counts for the mission."""
CROWD = 5
"""What each other element in the same field costs while enemies are about."""
SUPPORT = 6
"""What it is worth to stand in such a field beside others."""
ENCOUNTER = 40
"""Without a position marker an enemy must roll against the mover: what is left of its threat, in percent."""
SILENCED = 200
"""What pinning a gun is worth to those who have to come through its fire, in percent."""
HUNTED = 250
"""What a base takes from armour that drives into its field, in thousandths."""
BOLD = 60
"""What losses count for those against whom time runs, in percent."""
NEXT_TURN = 45
"""How much of what the enemy could fire at a field in his half-turn really comes, in percent."""


class Threat:
    """One weapon of the enemy that covers a field."""

    __slots__ = ("away", "enemy", "weapon")

    def __init__(self, enemy: Element, weapon: str, away: int) -> None:
        self.enemy, self.weapon, self.away = enemy, weapon, away


def picture_of(view: WienerView, side: Side) -> Picture:
    """The picture that goes with a view; it is worked out once."""
    kept: dict[Side, Picture] = vars(view).setdefault("pictures", {})
    if side not in kept:
        kept[side] = Picture(view, side)
    return kept[side]


def _coordinates(theatre: Theatre) -> Mapping[str, tuple[int, int]]:
    kept: dict[str, tuple[int, int]] = vars(theatre).setdefault("advice_coordinates", {})
    if not kept:
        kept.update({label: theatre.board.field(label) for label in theatre.ground})
    return kept


class Picture:
    """One side's judgement of a view."""

    def __init__(self, view: WienerView, side: Side) -> None:
        self.view, self.pack, self.side = view, view.pack, side
        self.theatre = view.pack.theatre(view.scenario)
        self.board = self.theatre.board
        self._at = _coordinates(self.theatre)
        self.scenario = view.pack.scenarios[view.scenario]
        on_board = [one for one in view.elements.values() if one.fate == "board" and one.field]
        self.friends = [one for one in on_board if one.side == side]
        self.enemies = [one for one in on_board if one.side != side and not one.aboard and not one.height]
        self.enemy_fields = tuple(dict.fromkeys(one.field for one in self.enemies))
        self.is_pressed = self._is_pressed()
        self.caution = BOLD if self.is_pressed else 100
        self.turns_left = max(1, self.scenario.turns - view.turn + 1)
        self.aims = aims_of(view.pack, view.scenario, side)
        self.floats = any(view.pack.models[one.model].is_watercraft for one in self.friends)
        self.has_water = "water" in self.theatre.ground.values()
        self._threats: dict[str, list[Threat]] | None = None
        self._places: dict[tuple[str, str], int] = {}
        self._exposures: dict[tuple[str, str], int] = {}
        self._shots: dict[tuple[str, str], int] = {}
        self._aims: dict[str, Aim | None] = {}
        self._nearest: dict[str, int] = {}
        self._held: dict[str, int] | None = None
        self._secured: dict[Aim, bool] = {}
        self._paces: dict[str, int] = {}
        self._reaches: dict[str, int] = {}
        self._rears: dict[str, int] = {}
        self._ways: dict[tuple[str, Aim], Mapping[str, int]] = {}

    def _is_pressed(self) -> bool:
        """Whether the scenario ends well for the enemy if nothing happens."""
        return self.scenario.draw_side not in (None, self.side) or not self.scenario.attacking_side

    # -- the enemy's fire ------------------------------------------------------------------------------

    def threats(self, field: str) -> Sequence[Threat]:
        """The enemy weapons that can fire directly into a field."""
        if self._threats is None:
            self._threats = {}
            for enemy in self.enemies:
                if enemy.pinned < BLACK and not enemy.guise:
                    self._cover(enemy, self._threats)
        return self._threats.get(field, ())

    def _cover(self, enemy: Element, threats: dict[str, list[Threat]]) -> None:
        for weapon in flat_weapons(self.pack, enemy):
            for field in sight.nearby(self.theatre, enemy.field, self.pack.weapons[weapon].flat):
                if sight.in_arc(self.theatre, enemy.facing, enemy.field, field) and sight.line_open(
                    self.pack, self.view, enemy.field, field
                ):
                    away = self.away(enemy.field, field)
                    threats.setdefault(field, []).append(Threat(enemy, weapon, away))

    def _sees(self, threat: Threat, target: Element) -> bool:
        far = sight.reach(self.pack, self.view, target)
        return threat.away <= far and not target.hidden

    def chance(self, threat: Threat, target: Element, *, counter: bool) -> tuple[int, int]:
        """Chances of loss and of pinning, in thousandths."""
        shot = Shot(
            threat.enemy.side,
            (threat.enemy.id,),
            threat.weapon,
            target.field,
            distance=threat.away,
            targets=(target.id,),
            counter=counter,
        )
        found = chances(self.pack, self.view, shot, target)
        pins = found.black * HARD_PIN + found.light * LIGHT_PIN
        return 1000 * found.lost // OUT_OF, 10 * pins // OUT_OF

    def risk(self, mover: Element, path: Sequence[str]) -> int:
        """What counter-moves on a path take from the mover on average, in thousandths of its worth."""
        alive, cost, before = 1000, 0, mover.field
        for field in path:
            here = replace(mover, field=field, camouflaged=False, hidden=False, position=False)
            for threat in self._answering(before, field):
                if not self._sees(threat, here):
                    continue
                lost, pinned = self.chance(threat, here, counter=True)
                if not is_in_position(self.pack, threat.enemy):
                    lost, pinned = lost * ENCOUNTER // 100, pinned * ENCOUNTER // 100
                cost += alive * pinned // 1000
                alive = alive * (1000 - lost) // 1000
            if field in self.enemy_fields:
                bases = sum(
                    self.pack.models[one.model].is_base for one in enemies_at(self.view, field, self.side)
                )
                cost += alive * min(700, HUNTED * bases) // 1000
            before = field
        return min(1000, 1000 - alive + cost)

    def _answering(self, before: str, field: str) -> list[Threat]:
        """One weapon of each enemy whom the step gives a counter-move."""
        found: dict[str, Threat] = {}
        for threat in self.threats(field):
            if self.away(threat.enemy.field, before) >= threat.away:
                best = found.get(threat.enemy.id)
                if best is None or self._force(threat) > self._force(best):
                    found[threat.enemy.id] = threat
        return list(found.values())

    def _force(self, threat: Threat) -> int:
        weapon = self.pack.weapons[threat.weapon]
        return weapon.gun_class * 100 + weapon.calibre

    def exposure(self, element: Element, field: str) -> int:
        """What the enemy may take from an element in a field in his next half-turn, in thousandths."""
        key = element.id, field
        if element is not self.view.elements.get(element.id):
            return self._exposure(element, field)
        found = self._exposures.get(key)
        if found is None:
            found = self._exposures[key] = self._exposure(element, field)
        return found

    def _exposure(self, element: Element, field: str) -> int:
        here = element if element.field == field else replace(element, field=field, camouflaged=False)
        worst: dict[str, int] = {}
        for threat in self.threats(field):
            if self._sees(threat, here):
                lost, pinned = self.chance(threat, here, counter=False)
                worst[threat.enemy.id] = max(worst.get(threat.enemy.id, 0), lost + pinned)
        left = 1000
        for share in worst.values():
            left = left * (1000 - share * NEXT_TURN // 100) // 1000
        return 1000 - left

    def nearest_enemy(self, field: str) -> int:
        """Fields to the nearest enemy that is known; 99 if there is none."""
        found = self._nearest.get(field)
        if found is None:
            x, y = self._at[field]
            spots = (self._at[one] for one in self.enemy_fields)
            found = min((max(abs(x - a), abs(y - b)) for a, b in spots), default=99)
            self._nearest[field] = found
        return found

    # -- own fire --------------------------------------------------------------------------------------

    def best_shot(self, firer: Element, field: str) -> int:
        """What the best direct shot from a field promises."""
        key = firer.id, field
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = self._best_shot(firer, field)
        return found

    def _best_shot(self, firer: Element, field: str) -> int:
        reach = longest_flat(self.pack, firer)
        if not reach or self.nearest_enemy(field) > reach or firer.pinned >= BLACK:
            return 0
        best = 0
        for weapon in flat_weapons(self.pack, firer):
            for target in self.enemy_fields:
                away = self.away(field, target)
                if away > self.pack.weapons[weapon].flat or own_troops_refusal(self.view, self.side, target):
                    continue
                if sight.line_open(self.pack, self.view, field, target):
                    best = max(best, self.shot_worth(firer, weapon, target, away))
        return best

    def shot_worth(self, firer: Element, weapon: str, target: str, away: int) -> int:
        shot = Shot(self.side, (firer.id,), weapon, target, distance=away)
        return self.harm(shot) * self.matters(target) // 100

    def harm(self, shot: Shot) -> int:
        """What a shot does to all in its field; who has to attack values silenced guns."""
        return harm_of_shot(self.pack, self.view, shot, SILENCED if self.is_pressed else 100)

    def matters(self, field: str) -> int:
        """How much an enemy in a field is worth firing at, in percent: those in decisive places first."""
        if any(field in aim.fields for aim in self.aims):
            return 150
        return 115 if self.nearest_friend(field) <= 2 else 100

    def nearest_friend(self, field: str) -> int:
        return min((self.away(field, one) for one in self.held), default=99)

    def away(self, a: str, b: str) -> int:
        """Fields between two others; the board's own measure, but quicker."""
        (ax, ay), (bx, by) = self._at[a], self._at[b]
        return max(abs(ax - bx), abs(ay - by))

    # -- aims ------------------------------------------------------------------------------------------

    def aim_of(self, element: Element) -> Aim | None:
        """The place that an element goes for: what is still to be taken first, then what is nearest."""
        if element.id not in self._aims:
            self._aims[element.id] = min(self.aims, key=lambda aim: self._remote(element, aim), default=None)
        return self._aims[element.id]

    def _remote(self, element: Element, aim: Aim) -> int:
        far = self._ways_to(element, aim)[element.field] if element.field else 0
        return far + (0 if aim.own else TURN) + (2 * TURN if self.is_secured(aim) else 0)

    def is_secured(self, aim: Aim) -> bool:
        """Whether enough of a place is held, and by more than needed if enemies are near."""
        found = self._secured.get(aim)
        if found is None:
            wanted = aim.need
            if aim.need < len(aim.fields) and min(self.nearest_enemy(field) for field in aim.fields) <= 3:
                wanted += 1
            found = self._secured[aim] = self.holding(aim) >= wanted
        return found

    def holding(self, aim: Aim) -> int:
        """Fields of a place with own troops and without enemies."""
        held = self.held
        return sum(bool(held.get(field)) and field not in self.enemy_fields for field in aim.fields)

    @property
    def held(self) -> Mapping[str, int]:
        """How many own elements stand in each field for themselves."""
        if self._held is None:
            self._held = {}
            for one in self.friends:
                if not one.aboard and not one.guise:
                    self._held[one.field] = self._held.get(one.field, 0) + 1
        return self._held

    def way(self, element: Element, field: str) -> int:
        """How far it is from a field to the aim of an element, in sixtieths of a turn."""
        aim = self.aim_of(element)
        return self._ways_to(element, aim)[field] if aim is not None else 0

    def _ways_to(self, element: Element, aim: Aim) -> Mapping[str, int]:
        found = self._ways.get((element.model, aim))
        if found is None:
            found = self._ways[element.model, aim] = ways_to(self.pack, self.view, element, aim.fields)
        return found

    # -- places ----------------------------------------------------------------------------------------

    def place(self, element: Element, field: str) -> int:
        """What it is worth for an element to stand in a field."""
        key = element.id, field
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self._place(element, field)
        return found

    def _place(self, element: Element, field: str) -> int:
        aim = self.aim_of(element)
        if aim is None:
            return -8 * max(0, self.nearest_enemy(field) - 2)
        way = self._way_left(element, aim, field)
        worth = -self._pace(element, aim) * way // TURN
        if field in aim.fields:
            worth += self._on_aim(element, aim, field)
        if not self.is_rear(element) and not self._reach(element):
            worth -= 3 * max(0, min(8, self.nearest_enemy(field) - 2))
        return worth + self._cover_of(element, field) - self._crowd(element, field)

    def _crowd(self, element: Element, field: str) -> int:
        """Many in one field are a good target: one die strikes them all."""
        others = self.held.get(field, 0) - (1 if element.field == field and not element.aboard else 0)
        return CROWD * max(0, others) if self.nearest_enemy(field) <= 6 else 0

    def _way_left(self, element: Element, aim: Aim, field: str) -> int:
        """The way to where an element is wanted; batteries only have to have the aim in range."""
        reach = self._reach(element)
        if reach:
            terrain = max(1, self.pack.tables.speed(self.pack.models[element.model], dark=False)[1])
            away = min(self.away(field, one) for one in aim.fields)
            return max(0, away - max(2, reach - 3)) * TURN // terrain
        return max(0, self.way(element, field) - self._behind(element, aim))

    def _pace(self, element: Element, aim: Aim) -> int:
        """The less time is left for the way, the more every turn of it counts."""
        found = self._paces.get(element.id)
        if found is None:
            found = self._paces[element.id] = self._haste(element, aim)
        return found

    def _haste(self, element: Element, aim: Aim) -> int:
        if self.is_secured(aim) and not aim.leaves:
            return A_TURN // 2
        turns = -(-self.way(element, element.field) // TURN)
        spare = self.turns_left - turns
        return A_TURN * (100 + 30 * max(0, min(5, 3 - spare)) - PATIENCE * max(0, min(5, spare - 3))) // 100

    def _behind(self, element: Element, aim: Aim) -> int:
        """How far from the aim is near enough, as a way: guns as far as they reach, trains well behind."""
        found = self._rears.get(element.id)
        if found is None:
            found = self._rears[element.id] = self._distance_kept(element, aim)
        return found

    def _distance_kept(self, element: Element, aim: Aim) -> int:
        fields = 0
        model = self.pack.models[element.model]
        if self.is_rear(element):
            fields = 4
        elif self.is_secured(aim):
            fields = 1
        if model.is_weapon and not model.is_portable:
            fields = max(fields, 1)
        terrain = max(1, self.pack.tables.speed(model, dark=False)[1])
        return fields * TURN // terrain

    def _reach(self, element: Element) -> int:
        """How far an element, or what it tows, fires indirectly; 0 for most."""
        found = self._reaches.get(element.id)
        if found is None:
            guns = [battery_of(self.pack, one) for one in (element, *carried_by(self.view, element))]
            found = self._reaches[element.id] = max((gun.indirect for gun in guns if gun), default=0)
        return found

    def is_rear(self, element: Element) -> bool:
        """Staffs, trains and empty soft vehicles keep out of the fight."""
        model = self.pack.models[element.model]
        if model.has("command") or model.has("supply"):
            return True
        return model.is_soft_vehicle and not carried_by(self.view, element)

    def _on_aim(self, element: Element, aim: Aim, field: str) -> int:
        if aim.leaves:
            return ON_AIM
        if field in self.enemy_fields:
            return ON_AIM // 5
        others = self.held.get(field, 0) - (1 if element.field == field and not element.aboard else 0)
        others -= sum(one.aboard == element.id for one in at(self.view, field))
        if others > 0:
            return SUPPORT
        held = self.holding(aim) - (1 if element.field == field and field in aim.fields else 0)
        worth = ON_AIM if held < aim.need else ON_AIM // 3
        if self.is_rear(element) and self.turns_left > 1:
            worth //= 4
        return worth if aim.own else worth // 2

    def _cover_of(self, element: Element, field: str) -> int:
        model = self.pack.models[element.model]
        if not model.is_base:
            return 0
        dug_in = is_dug_in(self.pack, self.view, field)
        return 12 if dug_in or self.theatre.is_building(field) else 4 if self.theatre.is_wood(field) else 0

    def price(self, element: Element) -> int:
        return total_price(self.pack, self.view, element)

    # -- the whole -------------------------------------------------------------------------------------

    def strength(self, own: int, enemy: int) -> int:
        """What is left of both sides, as far as known; pinned elements count less."""
        total = 0
        for one in self.view.elements.values():
            if one.fate in ("lost", "left") or one.guise:
                continue
            worth = (
                price_of(self.pack, one)
                * (100 - (HARD_PIN if one.pinned >= BLACK else one.pinned * 5))
                // 100
            )
            total += worth * own // 100 if one.side == self.side else -worth * enemy // 100
        return total

    def ground(self) -> int:
        """What is held of the places that count, and the ways still to go."""
        total = 0
        for aim in self.aims:
            held = min(self.holding(aim), aim.need)
            total += ON_AIM * held + (2 * ON_AIM if held == aim.need else 0)
        return total + sum(self.place(one, one.field) for one in self._walkers()) // 4

    def _walkers(self) -> Iterator[Element]:
        return (one for one in self.friends if not one.aboard and not one.guise)
