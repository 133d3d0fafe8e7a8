"""8.1 and 8.2 Direct fire: who may fire at whom, the attack factor with all its reasons, and the shot.

The same functions serve the preview, the refusal and the fight; they read a seat's view or the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar, Literal

from msgspec import Struct

from planspiel.kernel import (
    Chart,
    Event,
    Game,
    Illegal,
    Likely,
    Modifier,
    Modifiers,
    Odds,
    Script,
    roll,
    rule,
    totals,
)
from planspiel.systems.blitzkrieg1940 import movement, results, sight
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Position, Unit, passenger_of, show, units_at
from planspiel.systems.blitzkrieg1940.theatre import Theatre
from planspiel.systems.blitzkrieg1940.works import is_infantry, works_shift

__all__ = [
    "Aim",
    "FireResolved",
    "Shot",
    "ShotKind",
    "StackInspected",
    "aim",
    "armour_of",
    "can_hurt",
    "fire_modifiers",
    "hexes_within",
    "inspect",
    "inspect_refusal",
    "odds_of",
    "shoot",
    "shot_refusal",
    "shots",
    "target_modifiers",
]

ShotKind = Literal["direct", "opportunity", "counter", "close"]
LOWEST_FACTOR = -1
"""Below this a unit may not fire at all (8.2.2)."""
COVER = {"village": "target in a village", "wood": "target in a wood", "orchard": "target in an orchard"}


class Shot(Struct, frozen=True, omit_defaults=True):
    """One unit fires at one unit. A carrier may fire together with the company that rides on it (12.1)."""

    firer: str
    target: str
    kind: ShotKind = "direct"
    moved: bool = False
    """It is the fire half of move and fire (6.1)."""
    passenger: str = ""
    """The company whose fire is combined with its carrier's."""
    first_round: bool = False
    defending: bool = False
    """In close combat: the firer is one of those who were in the hex."""


class Aim(Struct, frozen=True):
    """A shot worked out: attack, armour, every modifier."""

    attack: int
    armour: int
    modifiers: tuple[Modifier, ...]

    @property
    def factor(self) -> int:
        return self.attack - self.armour + sum(line.value for line in self.modifiers)


class FireResolved(Event[Position], frozen=True):
    """A shot, salvo or strike was read on the combat results table for one target."""

    said: ClassVar[str] = "{firer} fires at {target}: {roll} in column {column} gives {result}."
    firer: str
    target: str
    attack: int
    armour: int
    modifiers: tuple[Modifier, ...]
    column: str
    roll: int
    result: str

    def apply(self, state: Position) -> None:
        show(state, self.target)


class StackInspected(Event[Position], frozen=True):
    said: ClassVar[str] = "{unit} looks at the stack in {hex}."
    reveals: ClassVar[bool] = True
    unit: str
    hex: str

    def apply(self, state: Position) -> None:
        if self.hex not in state.inspected:
            state.inspected = (*state.inspected, self.hex)
        show(state, *(unit.id for unit in units_at(state, self.hex)))


# -- the attack factor ---------------------------------------------------------------------------------


@rule("BLK-8.2.1-A", "BLK-8.2.1-G1")
def aim(pack: Pack, known: Known, shot: Shot) -> Aim:
    """Printed attack, minus the armour of the target, and the modifiers."""
    target = known.units[shot.target]
    attack = sum(_attack(pack, firer, target) for firer in _firers(known, shot))
    return Aim(attack, armour_of(pack, target), fire_modifiers(pack, known, shot).lines)


def _firers(known: Known, shot: Shot) -> list[Unit]:
    """The firer; in combined fire the carrier and its company."""
    firer = known.units[shot.firer]
    return [firer, known.units[shot.passenger]] if shot.passenger else [firer]


@rule("BLK-8.2.1-B")
def _attack(pack: Pack, firer: Unit, target: Unit) -> int:
    """The printed attack; of an anti-tank unit only half against infantry, fractions up."""
    attack = sight.values_of(pack, firer).attack
    if pack.counters[firer.counter].kind == "at_gun" and is_infantry(pack, target):
        return -(-attack // pack.fire.at_gun_divisor)
    return attack


@rule("BLK-8.1-X1")
def armour_of(pack: Pack, unit: Unit) -> int:
    """The defence value; an HQ has none."""
    return 0 if unit.is_hq else sight.values_of(pack, unit).defence


@rule("BLK-8.2.2-A", "BLK-8.2.3-A")
def fire_modifiers(pack: Pack, known: Known, shot: Shot) -> Modifiers:
    """Everything that is added to the attack factor of a shot, with its reason."""
    mods = Modifiers()
    target = known.units[shot.target]
    if shot.kind == "close":
        _close_combat(mods, pack, known, shot)
    else:
        _range_and_height(mods, pack, known, shot)
        _own_fire(mods, pack, known, shot)
        if target.column:
            mods.add(pack.fire.column_target, "target in column", "BLK-7.2.1-B")
    target_modifiers(mods, pack, known, shot)
    return mods


@rule("BLK-8.2.4-A", "BLK-8.2.4-C")
def _range_and_height(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """Nothing for an adjacent hex, then one less for each further one."""
    theatre = pack.theatre(known.scenario)
    here, there = known.units[shot.firer].hex, known.units[shot.target].hex
    beyond = theatre.board.distance(here, there) - 1
    if beyond > 0:
        mods.add(pack.fire.range_per_hex * beyond, "range {hexes}", "BLK-8.2.4-A", hexes=beyond + 1)
    if theatre.level[here] > theatre.level[there]:
        mods.add(pack.fire.higher, "firing from above", "BLK-8.2.3-A")


@rule("BLK-12.1-SPECIAL-G2", "BLK-8.4-C")
def _own_fire(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """The handicaps of the firer; in combined fire each counts once if either of the two has it."""
    fire, firers = pack.fire, _firers(known, shot)
    if shot.moved:
        mods.add(_moving_and_firing(pack, known), "moving and firing", "BLK-6.1-G1")
    if any(unit.neutralised for unit in firers):
        mods.add(fire.neutralised, "firer neutralised", "BLK-6.1-G2" if shot.moved else "BLK-8.4-G1")
    if any(known.formations[unit.formation].exhausted for unit in firers):
        mods.add(fire.exhausted, "firer exhausted", "BLK-5.4-A")
    if any(unit.out_of_command for unit in firers):
        cite = "BLK-6.2-A" if shot.kind == "direct" else "BLK-6.2-X1"
        mods.add(fire.out_of_command, "firer out of command", cite)
    if any(unit.column for unit in firers):
        mods.add(fire.column_own, "firer in column", "BLK-7.2.1-B")
    if any(movement.is_dispersed(pack, known, unit) for unit in firers):
        mods.add(fire.dispersed_own, "firer dispersed", "BLK-7.2.2-C")


def _moving_and_firing(pack: Pack, known: Known) -> int:
    """What the chart says; by option twice as much."""
    heavier = known.options["move_and_fire"]
    return heavier if isinstance(heavier, int) and heavier < -1 else pack.fire.moved_and_fired


@rule("BLK-9-B", "BLK-9.1.2-A", "BLK-9.1.2-G1")
def _close_combat(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """In the same hex distance counts +1 for both sides; some handicaps last for the first round only."""
    fire, firers = pack.fire, _firers(known, shot)
    mods.add(fire.close_combat, "close combat", "BLK-8.2.4-B")
    if any(unit.neutralised for unit in firers):
        mods.add(fire.neutralised, "firer neutralised before the combat", "BLK-9.1.5-X1")
    if any(known.formations[unit.formation].exhausted for unit in firers):
        mods.add(fire.exhausted_close_combat, "firer exhausted", "BLK-5.4-A")
    if shot.defending and any(unit.out_of_command for unit in firers):
        mods.add(fire.out_of_command_close_combat, "defender out of command", "BLK-6.2-D")
    if shot.first_round and any(unit.column for unit in firers):
        mods.add(fire.column_close_combat, "firer in column, first round", "BLK-9.1.5-F")
    if any(movement.is_dispersed(pack, known, unit) for unit in firers):
        mods.add(fire.dispersed_close_combat, "firer dispersed", "BLK-7.2.2-C")


@rule("BLK-6.2-G1")
def target_modifiers(mods: Modifiers, pack: Pack, known: Known, shot: Shot) -> None:
    """What the target's own state and ground do. Works shift columns, and one column is one point."""
    target = known.units[shot.target]
    in_close_combat = shot.kind == "close"
    if movement.is_dispersed(pack, known, target):
        cite = "BLK-7.2.2-X1" if in_close_combat else "BLK-7.2.2-C"
        mods.add(pack.fire.dispersed_target, "target dispersed", cite)
    if not (in_close_combat and shot.defending) or pack.fire.cover_for_close_combat_attacker:
        cite = "BLK-9.1.2-X1" if in_close_combat else "BLK-6.3.1.1-D" if shot.kind == "opportunity" else ""
        add_cover(mods, pack, known, target, cite)
    add_works(mods, pack, known, target)


def add_cover(mods: Modifiers, pack: Pack, known: Known, target: Unit, cite: str = "") -> None:
    """The cover that a target finds in the terrain of its hex."""
    terrain = pack.theatre(known.scenario).terrain[target.hex]
    if target.is_hq:
        cover = pack.fire.cover(terrain, "hq")
    else:
        cover = pack.fire.cover(terrain, pack.counters[target.counter].kind)
    if cover:
        proven = "BLK-8.6.1-H" if terrain == "village" else "BLK-8.2.3-A"
        mods.add(cover, COVER[terrain], cite or proven)


def add_works(mods: Modifiers, pack: Pack, known: Known, target: Unit) -> None:
    shift = works_shift(pack, known, target)
    if shift:
        mods.add(shift, "target in works", "BLK-10.2-B")


# -- may it be fired -----------------------------------------------------------------------------------


@rule("BLK-8.1-A", "BLK-8.1-B", "BLK-8.1.1-B")
def shot_refusal(pack: Pack, known: Known, shot: Shot) -> Illegal | None:
    """Why a shot may not be fired; None if it may."""
    firer, target = known.units.get(shot.firer), known.units.get(shot.target)
    if firer is None or firer.fate != "map":
        return Illegal("{unit} is not on the map.", "BLK-8.1.1-B", unit=shot.firer)
    if target is None or target.fate != "map" or target.side == firer.side:
        return Illegal("{unit} is no enemy unit on the map.", "BLK-8.1-C", unit=shot.target)
    refusal = _unfit_to_fire(pack, firer, shot) or _wrong_target(target) or _wrong_company(known, firer, shot)
    if refusal is not None:
        return refusal
    if shot.kind == "close":
        if target.hex != firer.hex or target.is_hq:
            return Illegal("{unit} is no target in this close combat.", "BLK-9.1.2-G2", unit=target.id)
    else:
        for unit in _firers(known, shot):
            refusal = sight.line_of_fire_refusal(pack, known, unit, target)
            if refusal is not None:
                return refusal
    return _too_weak(aim(pack, known, shot).factor, firer, target)


@rule("BLK-8.1-G1")
def _unfit_to_fire(pack: Pack, firer: Unit, shot: Shot) -> Illegal | None:
    """HQs and units without an attack value never fire; with printed range 0 only counter fire is given."""
    if firer.is_hq:
        return Illegal("{unit} is an HQ and has no weapons.", "BLK-8.1-X1", unit=firer.id)
    if sight.values_of(pack, firer).attack == 0:
        return Illegal("{unit} has no attack value.", "BLK-8.1-G1", unit=firer.id)
    if shot.kind in ("direct", "opportunity") and not sight.can_fire_actively(pack, firer):
        return Illegal("{unit} has weapon range 0: it may only counter fire.", "BLK-4.2-F", unit=firer.id)
    return None


def _wrong_target(target: Unit) -> Illegal | None:
    if target.carrier:
        return Illegal(
            "{unit} rides on {carrier}: the two are one target, the carrier.",
            "BLK-12.1-SPECIAL-X1",
            unit=target.id,
            carrier=target.carrier,
        )
    return None


@rule("BLK-8.1.1-A", "BLK-12.1-SPECIAL-H")
def _wrong_company(known: Known, firer: Unit, shot: Shot) -> Illegal | None:
    """Fire is never combined, but for a carrier with the company that rides on it."""
    if not shot.passenger:
        return None
    passenger = known.units.get(shot.passenger)
    if passenger is None or passenger.carrier != firer.id:
        return Illegal("Only a carrier and its own passenger combine their fire.", "BLK-8.1.1-A")
    return None


def _too_weak(factor: int, firer: Unit, target: Unit) -> Illegal | None:
    if factor < LOWEST_FACTOR:
        return Illegal(
            "{unit} is too weak to fire at {target}: the factor is {factor}, the least is -1.",
            "BLK-8.2.2-B",
            unit=firer.id,
            target=target.id,
            factor=factor,
        )
    return None


@rule("BLK-8.1-C")
def shots(
    pack: Pack,
    known: Known,
    firer: Unit,
    kind: ShotKind,
    *,
    moved: bool = False,
    at: Sequence[str] | None = None,
) -> Iterator[Shot]:
    """Every single target a unit may fire at; a carrier also together with its company (12.1).

    `at` names the units that come into question, if not all do.
    """
    if firer.is_hq:
        return
    near = hexes_within(pack.theatre(known.scenario), firer.hex, max(1, sight.values_of(pack, firer).range))
    aboard = passenger_of(known, firer.id) if pack.counters[firer.counter].carries else None
    for target in known.units.values() if at is None else [known.units[name] for name in at]:
        if target.hex not in near or target.side == firer.side or target.carrier:
            continue
        shot = Shot(firer.id, target.id, kind, moved)
        if shot_refusal(pack, known, shot) is None:
            yield shot
        if aboard is not None:
            together = Shot(firer.id, target.id, kind, moved, aboard.id)
            if shot_refusal(pack, known, together) is None:
                yield together


@lru_cache(maxsize=4096)
def hexes_within(theatre: Theatre, hex_: str, reach: int) -> frozenset[str]:
    """The hexes that a weapon, or an eye, may reach at best."""
    return frozenset(theatre.board.disc(hex_, reach))


# -- odds and the shot ---------------------------------------------------------------------------------


def odds_of(pack: Pack, known: Known, shot: Shot) -> Odds:
    """What the shot promises: worked out exactly as it will be fired."""
    aimed = aim(pack, known, shot)
    return odds_of_aim(pack, aimed, known.units[shot.target], "BLK-8.2.5-A")


def odds_of_aim(pack: Pack, aimed: Aim, target: Unit, cite: str) -> Odds:
    """The distribution of results on one target; a red N that cannot hurt it counts as nothing."""
    counted: dict[str, int] = {}
    column = ""
    if aimed.factor >= LOWEST_FACTOR:
        for total, ways in totals("2d6").items():
            reading = pack.charts.result(aimed.factor, total)
            column = reading.column
            result = results.effect_on(pack, target, reading.result)
            counted[result] = counted.get(result, 0) + ways
    else:
        counted["-"] = 36
    likely = tuple(Likely(result, ways) for result, ways in counted.items())
    return Odds(cite, aimed.attack - aimed.armour, aimed.modifiers, likely, 36, column)


def can_hurt(pack: Pack, known: Known, shot: Shot) -> bool:
    """Whether the shot may be fired and has any effect on its target on any roll."""
    if shot_refusal(pack, known, shot) is not None:
        return False
    target = known.units[shot.target]
    found = _results_in(pack.crt, aim(pack, known, shot).factor)
    return any(results.effect_on(pack, target, result) != "-" for result in found)


def _results_in(crt: Chart, factor: int) -> list[str]:
    """What stands in the column of a factor."""
    return [crt.lookup(factor, row).result for row in crt.rows]


@rule("BLK-8.2-A", "BLK-8.2.5-A", "BLK-8-B")
def shoot(game: Game[Position], shot: Shot) -> Script[None]:
    """Two dice on the column of the final attack factor, and what the target makes of it.

    The reactions to the shot are opened by the caller.
    """
    aimed = aim(game.pack, game.state, shot)
    pips = yield from roll(
        "2d6",
        "{firer} fires at {target}",
        "BLK-8.2.5-A",
        roller=shot.firer,
        firer=shot.firer,
        target=shot.target,
    )
    result = read(game, shot.firer, shot.target, aimed, sum(pips))
    yield from results.suffer(game, shot.target, result)


def read(game: Game[Position], firer: str, target: str, aimed: Aim, total: int) -> str:
    """Read a roll for one target and tell it."""
    if aimed.factor < LOWEST_FACTOR:
        column, result = "", "-"
    else:
        reading = game.pack.charts.result(aimed.factor, total)
        column, result = reading.column, reading.result
    game.happens(
        FireResolved(
            firer,
            target,
            aimed.attack,
            aimed.armour,
            aimed.modifiers,
            column,
            total,
            result,
            cite="BLK-8.2.5-A",
        )
    )
    return results.effect_on(game.pack, game.state.units[target], result)


# -- looking into stacks -------------------------------------------------------------------------------


@rule("BLK-8.1.1-C", "BLK-8.1.1-G1")
def inspect_refusal(pack: Pack, known: Known, firer: Unit, hex_: str) -> Illegal | None:
    """A firer may look at an enemy stack that it could fire at before it names the target."""
    there = [unit for unit in known.units.values() if unit.hex == hex_ and unit.side != firer.side]
    if not there:
        return Illegal("There is no enemy in {hex}.", "BLK-8.1.1-C", hex=hex_)
    refusals = [sight.line_of_fire_refusal(pack, known, firer, unit) for unit in there]
    return None if None in refusals else refusals[0]


def inspect(game: Game[Position], firer: Unit, hex_: str) -> None:
    game.happens(StackInspected(firer.id, hex_, cite="BLK-8.1.1-C"))
