"""Fire tests: how many dice, how accurate, whether at all. The same figures serve fight, preview and bot."""

from __future__ import annotations

from math import comb
from typing import Literal

from planspiel.kernel import Choice, Illegal, Likely, Modifiers, Odds, Sum, Text, rule
from planspiel.systems.barbarossa1941.arcs import arc_refusal
from planspiel.systems.barbarossa1941.cards import Card, Target
from planspiel.systems.barbarossa1941.defence import defence_left, defence_modifiers
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.sight import sight
from planspiel.systems.barbarossa1941.state import Fight, Known, Unit, is_enemy_at

__all__ = [
    "CHOICES",
    "AttackKind",
    "accuracy_of",
    "area_dice",
    "attack_refusal",
    "close_combat_bar",
    "dice_of",
    "fire_refusal",
    "is_in_close_combat",
    "odds_of",
    "range_accuracy",
    "range_refusal",
    "reach_of",
    "sight_refusal",
    "target_type",
    "type_name",
]

CHOICES = {
    "melee_dice": Choice(
        "unit",
        "The close-combat dice are those of the whole unit (the other reading: of each remaining symbol)",
        "Die Nahkampfwürfel gelten für die ganze Einheit (andere Lesart: für jedes verbliebene Symbol)",
        "BAR-range-diagram-7",
        ("unit", "per symbol"),
    ),
}

AttackKind = Literal[
    "open", "suppressive", "indirect", "area", "splash", "defend", "ambush", "move", "close", "flak", "air",
    "bombs", "reaction",
]  # fmt: skip
HAND_TO_HAND: tuple[AttackKind, ...] = ("close", "air", "reaction")
"""Close-combat dice and first-cell accuracy."""
NO_SIGHT: tuple[AttackKind, ...] = ("indirect", "area", "splash", "flak", "bombs")
"""Attacks for which the attacker himself need not see his target."""


@rule("BAR-fire-test-2")
def target_type(pack: Pack, target: Unit) -> Target:
    """The type on the target's card."""
    return pack.cards[target.card].type


def type_name(type_: Target) -> str:
    """What players call a type."""
    return type_.replace("_", " ")


# -- dice --------------------------------------------------------------------------------------------------


@rule("BAR-fire-test-3")
def dice_of(pack: Pack, known: Known, firer: Unit, against: Target, kind: AttackKind) -> Modifiers:
    """The dice of a fire test, with their reasons: by target type and own casualties."""
    card, lines = pack.cards[firer.card], Modifiers()
    if kind in HAND_TO_HAND:
        _close_combat_dice(known, lines, card, firer, against)
        return lines
    if kind == "splash":
        lines.add(card.second_row(against, firer.casualties), "second row", "BAR-area-fire-2")
        return lines
    full = card.firepower(against, firer.casualties)
    lines.add(full, "firepower against {type}", "BAR-firepower-table-1", type=type_name(against))
    if full:
        _order_dice(pack, lines, card, full, kind)
    return lines


@rule("BAR-area-fire-2", "BAR-area-fire-3", "BAR-area-fire-4")
def area_dice(
    pack: Pack, known: Known, firer: Unit, against: Target, kind: AttackKind, hex_: str
) -> Modifiers:
    """The dice of fire at a place: first or second row, fewer if the firer does not see the place himself."""
    lines = dice_of(pack, known, firer, against, kind)
    box = pack.cards[firer.card].orders.indirect
    if box and lines.total > 1 and not sight(pack, known, firer.hex, hex_).is_open:
        lines.add(-min(box.reduction, lines.total - 1), "indirect fire", "BAR-indirect-fire-2")
    return lines


def _order_dice(pack: Pack, lines: Modifiers, card: Card, full: int, kind: AttackKind) -> None:
    """What the order adds to the firepower or takes from it; a reduction leaves one die."""
    limits = pack.charts.limits
    if kind == "suppressive":
        lines.add(_half_more(full, limits.suppressive_halves), "half as many more", "BAR-suppressive-fire-4")
    elif kind == "ambush":
        lines.add(limits.ambush_dice, "from ambush", "BAR-hidden-fire-4")
    elif kind == "indirect" and card.orders.indirect:
        less = min(card.orders.indirect.reduction, full - 1)
        lines.add(-less, "indirect fire", "BAR-indirect-fire-2")
    elif kind == "move" and card.orders.fire_on_move:
        less = min(card.orders.fire_on_move.reduction, full - 1)
        lines.add(-less, "on the move", "BAR-fire-on-move-4")


@rule("BAR-suppressive-fire-10")
def _half_more(full: int, halves: int) -> int:
    """The dice that suppressive fire adds, rounded up."""
    return -(-full * halves // 2) - full


def _close_combat_dice(known: Known, lines: Modifiers, card: Card, unit: Unit, against: Target) -> None:
    """The printed close-combat dice against listed types; artillery one for each remaining symbol."""
    if not card.can_fight(against):
        lines.add(0, "{type} is not in its table", "BAR-target-types-X1", type=type_name(against))
    elif card.type == "artillery":
        left = card.size - unit.casualties
        lines.add(left, "one for each remaining gun", "BAR-units-in-close-combat-5")
    else:
        dice = card.close_combat_dice(unit.casualties)
        lines.add(dice, "close-combat dice", "BAR-range-diagram-5")
        if known.options.get("melee_dice") == "per symbol":
            more = dice * (card.size - unit.casualties - 1)
            lines.add(more, "for each remaining symbol", "BAR-range-diagram-7")


# -- accuracy ----------------------------------------------------------------------------------------------


def accuracy_of(
    pack: Pack,
    known: Known,
    firer: Unit,
    target: Unit,
    kind: AttackKind,
    at: str | None = None,
    fight: Fight | None = None,
) -> Modifiers:
    """A die hits if it shows this or less. `at` is the target's hex where it is not the unit's own."""
    card, lines = pack.cards[firer.card], Modifiers()
    if kind in ("bombs", "air"):
        lines.add(
            card.melee_accuracy(), "first cell", "BAR-airstrike-5" if kind == "bombs" else "BAR-air-combat-10"
        )
    elif kind in HAND_TO_HAND:
        _close_accuracy(pack, known, lines, firer, target, fight)
    elif kind == "flak" and (at or target.station) == firer.hex:
        # Overhead: the diagram has no other cell for its own hex than the first.
        lines.add(card.melee_accuracy(), "first cell", "BAR-missions-6")
    else:
        _range_accuracy(pack, known, lines, firer, at or target.hex or target.station)
    return lines


@rule("BAR-range-diagram-2", "BAR-hill-combat-6")
def _range_accuracy(pack: Pack, known: Known, lines: Modifiers, firer: Unit, hex_: str) -> None:
    """The cell for the distance; from a higher hex the diagram is moved one cell."""
    card, theatre = pack.cards[firer.card], pack.theatre(known.scenario)
    away = theatre.air.distance(firer.hex, hex_)
    above = theatre.level.get(firer.hex, 0) > theatre.level.get(hex_, 0)
    if above:
        lines.add(
            card.accuracy_from_above(away) or 0, "distance {away}, from above", "BAR-hill-combat-4", away=away
        )
    else:
        lines.add(card.accuracy(away) or 0, "distance {away}", "BAR-range-diagram-2", away=away)


@rule("BAR-failed-valour-14")
def _close_accuracy(
    pack: Pack, known: Known, lines: Modifiers, firer: Unit, target: Unit, fight: Fight | None
) -> None:
    """First cell or suppressed accuracy; on both, houses help infantry and hills hinder assaulters."""
    card, theatre = pack.cards[firer.card], pack.theatre(known.scenario)
    if firer.suppressed:
        lines.add(card.suppressed_accuracy, "suppressed", "BAR-failed-valour-5")
    else:
        lines.add(card.melee_accuracy(), "first cell", "BAR-close-combat-7")
    if fight is None:
        return
    ground = theatre.ground[fight.hex]
    if card.type == "infantry" and pack.cards[target.card].is_vehicle and ground.close_combat_accuracy():
        lines.add(ground.melee_accuracy, "{terrain}", ground.cites["melee"][0], terrain=ground.name)
    if theatre.level[fight.hex] > 0 and fight.holder == target.side:
        lines.add(pack.charts.limits.hill_accuracy, "against a hill", "BAR-hill-combat-2")


# -- whether at all ----------------------------------------------------------------------------------------


@rule("BAR-target-types-2", "BAR-target-types-3")
def fire_refusal(
    pack: Pack, known: Known, firer: Unit, target: Unit, kind: AttackKind, at: str | None = None
) -> Illegal | None:
    """Why a unit may not be fired at: hidden, in close combat, of a type not listed, or not in reach."""
    if target.fate not in ("map", "air") or target.id == firer.id:
        return Illegal("{target} is not on the board.", "BAR-open-fire-8", target=target.id)
    if target.hidden:
        is_indirect = kind == "indirect" and pack.cards[firer.card].has("indirect")
        cite = "BAR-indirect-fire-7" if is_indirect else "BAR-hidden-2"
        return Illegal("{target} is hidden and cannot be a target.", cite, target=target.id)
    if is_in_close_combat(known, target):
        return close_combat_bar(target)
    if not pack.cards[firer.card].can_fire_at(target_type(pack, target)):
        return Illegal(
            "{firer} cannot fire at {type}.",
            "BAR-target-types-1",
            firer=firer.id,
            type=type_name(target_type(pack, target)),
        )
    return attack_refusal(pack, known, firer, at or target.hex or target.station, kind)


@rule("BAR-close-combat-1", "BAR-units-in-close-combat-1")
def is_in_close_combat(known: Known, unit: Unit) -> bool:
    """Whether an enemy is in its hex; whoever has withdrawn, or has won, is no longer in close combat."""
    may_be = bool(unit.tied) or unit.hex in known.fights
    return may_be and unit.fate == "map" and is_enemy_at(known, unit.hex, unit.side)


def close_combat_bar(target: Unit) -> Illegal:
    return Illegal(
        "{target} is in close combat and cannot be fired at.", "BAR-units-in-close-combat-1", target=target.id
    )


def attack_refusal(pack: Pack, known: Known, firer: Unit, hex_: str, kind: AttackKind) -> Illegal | None:
    """Why a hex is out of reach: range, arc, sight, or dense forest at one of the ends."""
    overhead = kind == "flak" and hex_ == firer.hex
    return (
        (None if overhead else range_refusal(pack, known, firer, hex_))
        or (None if kind == "flak" else arc_refusal(pack, known, firer, hex_))
        or _forest_refusal(pack, known, firer, hex_, kind)
        or (None if kind in NO_SIGHT else sight_refusal(pack, known, firer.hex, hex_))
    )


def range_accuracy(pack: Pack, known: Known, firer: Unit, hex_: str) -> Modifiers:
    """The accuracy at a hex, whatever stands there."""
    lines = Modifiers()
    _range_accuracy(pack, known, lines, firer, hex_)
    return lines


@rule("BAR-range-diagram-6", "BAR-hill-combat-3")
def reach_of(pack: Pack, known: Known, unit: Unit) -> int:
    """How far a unit fires at most: one hex farther from a hill, for its targets may be lower."""
    is_on_hill = pack.theatre(known.scenario).level[unit.hex] > 0
    return max(1, pack.cards[unit.card].max_range + is_on_hill)


@rule("BAR-range-diagram-3", "BAR-range-diagram-6")
def range_refusal(pack: Pack, known: Known, firer: Unit, hex_: str) -> Illegal | None:
    """Beyond the last cell, or at an X."""
    if range_accuracy(pack, known, firer, hex_).total > 0:
        return None
    away = pack.theatre(known.scenario).air.distance(firer.hex, hex_)
    reason = "{firer} cannot reach {hex}, {away} hexes away."
    return Illegal(reason, "BAR-range-diagram-3", firer=firer.id, hex=hex_, away=away)


def sight_refusal(pack: Pack, known: Known, a: str, b: str) -> Illegal | None:
    verdict = sight(pack, known, a, b)
    if verdict.is_open:
        return None
    where, why = verdict.blockers[0]
    reason = "{a} does not see {b}: {why} in {where}."
    return Illegal(reason, "BAR-los-2", a=a, b=b, why=why, where=where)


@rule("BAR-forest-6", "BAR-forest-9", "BAR-road-5")
def _forest_refusal(pack: Pack, known: Known, firer: Unit, hex_: str, kind: AttackKind) -> Illegal | None:
    """No normal attack into or out of dense forest; bombardment and fire at aircraft are possible."""
    if kind in ("area", "splash", "bombs", "flak"):
        return None
    ground = pack.theatre(known.scenario).ground
    for end in (firer.hex, hex_):
        if end in ground and ground[end].bars_fire():
            return Illegal("No fire into or out of the forest in {hex}.", "BAR-forest-6", hex=end)
    return None


# -- odds --------------------------------------------------------------------------------------------------


def odds_of(
    pack: Pack, known: Known, firer: Unit, target: Unit, kind: AttackKind, fight: Fight | None = None
) -> Odds:
    """The chances of a fire test: casualties of the target by the number of hits beyond its defence."""
    dice = dice_of(pack, known, firer, target_type(pack, target), kind)
    accuracy = accuracy_of(pack, known, firer, target, kind, fight=fight)
    count, hit = max(0, dice.total), min(6, max(0, accuracy.total))
    left = defence_left(pack, known, target, fight)
    size = pack.cards[target.card].size - target.casualties
    ways: dict[int, int] = {}
    for hits in range(count + 1):
        lost = min(size, max(0, hits - left))
        ways[lost] = ways.get(lost, 0) + comb(count, hits) * hit**hits * (6 - hit) ** (count - hits)
    results = tuple(Likely(_lost(lost, size), found) for lost, found in ways.items() if found)
    defence = defence_modifiers(pack, known, target, fight)
    return Odds(
        "BAR-fire-test-4",
        pack.cards[target.card].defence,
        (*dice.lines, *accuracy.lines, *defence.lines),
        results,
        6**count,
        column=f"{count}d6 <= {hit}",
        afterwards=(Text("Casualties call for a valour test.", {}),),
        sums=(
            Sum("Dice thrown", len(dice), count),
            Sum("A die hits with at most", len(accuracy), hit),
            Sum("Hits that the defence takes", len(defence), left),
        ),
    )


def _lost(lost: int, size: int) -> str:
    return "destroyed" if lost == size else f"{lost} lost"
