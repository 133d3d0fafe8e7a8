"""Defence: a resource of the round. Hits wear it down; what is left over becomes casualties."""

from __future__ import annotations

from planspiel.kernel import Choice, Modifiers, rule
from planspiel.systems.barbarossa1941.cards import Card
from planspiel.systems.barbarossa1941.orders import Ambush, CautiousMove, Defend, DigIn
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.state import Fight, Known, Unit

__all__ = ["CHOICES", "defence_left", "defence_modifiers", "has_cover"]

CHOICES = {
    "cover_for_assaulters": Choice(
        False,
        "Assaulters too have the terrain bonus of the hex they fight in",
        "Auch Angreifer haben im Nahkampf den Geländebonus des Feldes",
        "BAR-close-combat-16",
    ),
}


@rule("BAR-defence-2", "BAR-defence-5", "BAR-fire-test-10")
def defence_left(pack: Pack, known: Known, unit: Unit, fight: Fight | None = None) -> int:
    """What is left this round: base and modifiers less the hits absorbed, never below 0."""
    if _is_digging(unit):
        return 0
    base = pack.cards[unit.card].defence
    return max(0, base + defence_modifiers(pack, known, unit, fight).total - unit.absorbed)


@rule("BAR-dig-in-4")
def _is_digging(unit: Unit) -> bool:
    """Whoever digs has no defence, whatever the terrain."""
    return isinstance(unit.order, DigIn) and not unit.lapsed


@rule("BAR-defence-4", "BAR-defence-6", "BAR-status-2", "BAR-failed-valour-11")
def defence_modifiers(pack: Pack, known: Known, unit: Unit, fight: Fight | None = None) -> Modifiers:
    """All that is added to the base value now; `fight` is the close combat that it is attacked in."""
    lines = Modifiers()
    card = pack.cards[unit.card]
    if unit.suppressed:
        lines.add(0, "suppressed: no bonus counts", "BAR-failed-valour-3")
        return lines
    _order_bonus(lines, card, unit)
    if fight is None or fight.holder == unit.side:
        _works_bonus(pack, known, lines, unit, fight)
    if unit.hex and has_cover(pack, known, unit, fight):
        _terrain_bonus(pack, known, lines, unit)
    if fight is not None and fight.holder == unit.side:
        _hill_bonus(pack, known, lines, unit)
    return lines


@rule("BAR-assault-9")
def _order_bonus(lines: Modifiers, card: Card, unit: Unit) -> None:
    """The bonus printed in the box of the order, all round as long as it is in force, assaults included."""
    if unit.lapsed:
        return
    match unit.order:
        case Defend() if card.orders.defend:
            lines.add(card.orders.defend.bonus, "Defend", "BAR-defend-4")
        case Ambush() if card.orders.ambush:
            lines.add(card.orders.ambush.bonus, "Ambush", "BAR-ambush-2")
        case CautiousMove() if card.orders.cautious:
            lines.add(card.orders.cautious.bonus, "Cautious Move", "BAR-cautious-2")
        case _:
            pass


def _works_bonus(pack: Pack, known: Known, lines: Modifiers, unit: Unit, fight: Fight | None) -> None:
    """Bunker or trench; a trench is of no use against an assault in flank or rear."""
    if unit.bunker and unit.hex in known.bunkers:
        lines.add(pack.works["bunker"].bonus(), "bunker", "BAR-bunker-4")
    elif unit.dug_in:
        if fight is not None and unit.id in fight.flanked:
            lines.add(0, "trench taken in flank or rear", "BAR-flank-rear-4")
        else:
            lines.add(pack.works["trench"].bonus(), "trench", "BAR-trench-6")


@rule("BAR-close-combat-16")
def has_cover(pack: Pack, known: Known, unit: Unit, fight: Fight | None) -> bool:
    """In close combat terrain helps the side that held the hex when the fight began."""
    return fight is None or fight.holder == unit.side or bool(known.options.get("cover_for_assaulters"))


def _terrain_bonus(pack: Pack, known: Known, lines: Modifiers, unit: Unit) -> None:
    ground = pack.theatre(known.scenario).ground[unit.hex]
    cover = ground.cover(pack.cards[unit.card].type)
    if cover:
        lines.add(cover, "{terrain}", ground.cites["defence"][0], terrain=ground.name)


@rule("BAR-hill-combat-1", "BAR-hill-combat-5")
def _hill_bonus(pack: Pack, known: Known, lines: Modifiers, unit: Unit) -> None:
    """Whoever held a hill when the close combat began has it easier there."""
    if pack.theatre(known.scenario).level[unit.hex] > 0:
        lines.add(pack.charts.limits.hill_defence, "on a hill", "BAR-hill-combat-1")
