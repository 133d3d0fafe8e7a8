"""What a bot sees at a glance: where it must go, what units are worth, who threatens what."""

from __future__ import annotations

from planspiel.kernel import Odds, Side
from planspiel.systems.barbarossa1941.pack import Pack
from planspiel.systems.barbarossa1941.scenario import Exit, Hold, Intact, Presence, Reach
from planspiel.systems.barbarossa1941.start import army_of
from planspiel.systems.barbarossa1941.state import Unit, enemy_of
from planspiel.systems.barbarossa1941.view import BarbarossaView

__all__ = [
    "distance_to_goal",
    "enemies_near",
    "expected_losses",
    "goals_of",
    "left_of",
    "price_of",
    "reach_of",
]


def price_of(pack: Pack, unit: Unit) -> int:
    """What one symbol of a unit is worth, in hundredths of a point."""
    card = pack.cards[unit.card]
    return 100 * card.cost // card.size


def left_of(pack: Pack, unit: Unit) -> int:
    """The symbols that are left of a unit, as far as known."""
    return max(0, pack.cards[unit.card].size - unit.casualties)


def goals_of(pack: Pack, scenario: str, side: Side) -> tuple[str, ...]:
    """The hexes that decide the battle for a side: its own goals, or those it must keep the enemy from."""
    theatre = pack.theatre(scenario)
    kept: dict[Side, tuple[str, ...]] = theatre.__dict__.setdefault("goals", {})
    if side not in kept:
        own, other = _goals(pack, scenario, side), _goals(pack, scenario, enemy_of(side))
        kept[side] = own or other or tuple(theatre.board.labels)
    return kept[side]


def _goals(pack: Pack, scenario: str, side: Side) -> tuple[str, ...]:
    zones = pack.theatre(scenario).zones
    found: list[str] = []
    for atom in pack.scenarios[scenario].victory.atoms:
        if atom.side != side:
            continue
        match atom:
            case Hold() | Reach() | Presence():
                found.extend(zones[atom.zone])
            case Intact():
                found.append(atom.hex)
            case Exit():
                exit_ = army_of(pack, scenario, side).exit
                found.extend(zones[exit_] if exit_ else ())
            case _:
                pass
    return tuple(dict.fromkeys(found))


def distance_to_goal(pack: Pack, scenario: str, side: Side, hex_: str) -> int:
    """Steps to the nearest hex that matters."""
    theatre = pack.theatre(scenario)
    kept: dict[tuple[Side, str], int] = theatre.__dict__.setdefault("goal_distances", {})
    found = kept.get((side, hex_))
    if found is None:
        away = theatre.board.distance
        found = kept[side, hex_] = min(away(hex_, goal) for goal in goals_of(pack, scenario, side))
    return found


def reach_of(pack: Pack, unit: Unit) -> int:
    """How far a unit fires; at least next door."""
    return max(1, pack.cards[unit.card].max_range)


def enemies_near(pack: Pack, view: BarbarossaView, side: Side, hex_: str, within: int) -> list[Unit]:
    """Known enemy ground units within some hexes."""
    away = pack.theatre(view.scenario).board.distance
    return [
        unit
        for unit in view.units.values()
        if unit.side != side and unit.fate == "map" and unit.hex and away(unit.hex, hex_) <= within
    ]


def expected_losses(odds: Odds | None) -> int:
    """Symbols that the target may expect to lose, in hundredths."""
    if odds is None or not odds.out_of:
        return 0
    return sum(100 * _number(likely.result, odds) * likely.ways for likely in odds.results) // odds.out_of


def _number(result: str, odds: Odds) -> int:
    """`2 lost` is two; destroyed is one more than the most that leaves something."""
    word = result.partition(" ")[0]
    if word.isdigit():
        return int(word)
    counted = [int(likely.result.split()[0]) for likely in odds.results if likely.result[0].isdigit()]
    return max(counted, default=0) + 1
