"""Advice to bots: close combat. Who is likely to win, and when to stand, pay or leave."""

from __future__ import annotations

from collections.abc import Sequence

from planspiel.kernel import Order
from planspiel.systems.blitzkrieg1940 import fire
from planspiel.systems.blitzkrieg1940.advice_picture import Picture
from planspiel.systems.blitzkrieg1940.close_combat_orders import (
    AttackerNeutralised,
    DefenderNeutralised,
    DefenderReduced,
    FallBack,
    FightOn,
    LeaveCombat,
    StandFast,
    Withdraw,
)
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import Unit

__all__ = ["Clash", "assault", "clash", "engaged", "leaving", "paying", "retreat_to"]

LOSER = 110
"""Steps in hundredths that a beaten stack is expected to lose for each of its units, driven out or shot."""
FAIR, LAST_CHANCE = 400, 150
"""No assault with a smaller chance, in thousandths; in the last turn whatever may be tried is tried."""


class Clash:
    """A close combat weighed: the attackers' chance in thousandths, and what both sides may lose."""

    __slots__ = ("cost", "odds", "prize")

    def __init__(self, odds: int, prize: int, cost: int) -> None:
        self.odds, self.prize, self.cost = odds, prize, cost


def _rates(picture: Picture, firers: Sequence[Unit], targets: Sequence[Unit], defending: bool) -> int:
    """How much a side does to the other in one round, in thousandths of a unit put out of the combat."""
    pack, total = picture.pack, 0
    for unit in firers:
        if pack.counters[unit.counter].full.attack == 0:
            continue
        best = 0
        for target in targets:
            key = unit.id, target.id, defending
            rate = picture.blows.get(key)
            if rate is None:
                rate = picture.blows[key] = _blow(picture, unit, target, defending)
            if rate > best:
                best = rate
        total += best * 100 // 36
    return total


def _blow(picture: Picture, unit: Unit, target: Unit, defending: bool) -> int:
    """How likely one shot puts its target out of the combat: a hit on a full company does so less often."""
    taken = Shot(unit.id, target.id, "close", first_round=True, defending=defending)
    factor = fire.aim(picture.pack, picture.view, taken).factor
    if factor < -1:
        return 0
    ones, blacks, reds = picture.chances[min(8, factor)]
    if picture.pack.counters[target.counter].is_infantry and not target.carrier:
        blacks += reds
    return (7 * ones if target.steps > 1 else 10 * ones) + 8 * blacks


def clash(picture: Picture, attackers: Sequence[Unit], defenders: Sequence[Unit]) -> Clash:
    """Both sides wear each other down; the defenders fire first, and those neutralised must pay or go."""
    ours = _rates(picture, attackers, defenders, False)
    theirs = _rates(picture, defenders, attackers, True)
    shaken = sum(1 for unit in defenders if unit.neutralised)
    standing = max(200, 1000 * len(attackers) - theirs)
    pressed = (ours + 700 * shaken) * standing // 1000
    attack, defence = pressed * len(attackers), max(1, theirs) * len(defenders)
    attack, defence = max(1, attack), max(1, defence)
    odds = 1000 * attack * attack // (attack * attack + defence * defence)
    steps_ours = sum(picture.step_of(unit) for unit in attackers) // max(1, len(attackers))
    prize = sum(picture.step_of(unit) for unit in defenders) * 70 // 100
    cost = theirs * steps_ours // 1000 + steps_ours * len(attackers) * LOSER * (1000 - odds) // 150_000
    return Clash(odds, prize, cost)


def assault(picture: Picture, attackers: Sequence[Unit], hex_: str) -> int:
    """What storming a hex is worth: the hex, the defenders, less what it costs and the risk of failure."""
    defenders = picture.foes_at(hex_)
    fighting = [unit for unit in attackers if not unit.is_hq]
    if not fighting or not defenders:
        return 0
    weighed = clash(picture, fighting, defenders)
    if weighed.odds < (LAST_CHANCE if picture.last else FAIR):
        return -weighed.cost
    won = weighed.prize + picture.gain(hex_) + _hq_worth(picture, hex_)
    return won * weighed.odds // 1000 - weighed.cost


def _hq_worth(picture: Picture, hex_: str) -> int:
    """An HQ that would be overrun."""
    return sum(120 for unit in picture.at.get(hex_, ()) if unit.is_hq and unit.side != picture.side)


def engaged(picture: Picture) -> int:
    """The chance of the asked side in the combat that is going on, in thousandths."""
    combat = picture.view.combat
    if combat is None:
        return 500
    ours, theirs = picture.friends_at(combat.hex), picture.foes_at(combat.hex)
    if not ours or not theirs:
        return 1000 if ours else 0
    mine = _rates(picture, ours, theirs, picture.view.units[combat.attackers[0].unit].side != picture.side)
    his = _rates(picture, theirs, ours, picture.view.units[combat.attackers[0].unit].side == picture.side)
    here, there = max(1, mine * _steps(ours)), max(1, his * _steps(theirs))
    return 1000 * here * here // (here * here + there * there)


def _steps(units: Sequence[Unit]) -> int:
    return sum(unit.steps for unit in units)


def _stake(picture: Picture) -> int:
    """What the hex of the combat is worth to both."""
    combat = picture.view.combat
    return 0 if combat is None else 20 + picture.in_objective(combat.hex)


def paying(
    picture: Picture, question: AttackerNeutralised | DefenderNeutralised | DefenderReduced, order: Order
) -> int:
    """Lose a step and fight on for the hex, or go: worth it where the fight will be won."""
    unit = picture.view.units[question.unit]
    staying = _stake(picture) * engaged(picture) // 1000
    if isinstance(order, LoseStep):
        loser = picture.view.units[order.unit]
        if loser.steps < 2:  # it will be gone; whoever is left fights on
            others = len(picture.friends_at(unit.hex)) > 1
            return staying * others // 2 - picture.step_of(loser) * 3 // 2
        return staying - picture.step_of(loser)
    if isinstance(order, StandFast):
        return staying - picture.step_of(unit) * (1000 - engaged(picture)) // 1000
    spared = isinstance(question, DefenderReduced) or unit.neutralised
    shaken = 0 if spared else picture.step_of(unit) * 38 // 100
    if isinstance(order, FallBack):
        return -shaken
    assert isinstance(order, Withdraw)
    return retreat_to(picture, unit, order.hex) - shaken


def leaving(picture: Picture, order: Order) -> int:
    """Between two rounds: fight on unless the odds are bad."""
    if isinstance(order, FightOn):
        return 0
    assert isinstance(order, LeaveCombat)
    odds = engaged(picture)
    unit = picture.view.units[order.unit]
    risk = picture.step_of(unit) * (1000 - odds) // 1000
    return risk - _stake(picture) * odds // 1000 - 15 + retreat_to(picture, unit, order.hex) // 4


def retreat_to(picture: Picture, unit: Unit, hex_: str) -> int:
    """How a hex compares with others to go back to: nobody retreats in order to get at something."""
    if not hex_:
        return -20
    crowd = max(0, len(picture.friends_at(hex_)) - 2)
    nearer = min(0, picture.pull(unit, hex_) - picture.pull(unit, unit.hex))
    clear = 8 * min(3, picture.foe_distance(hex_))
    return nearer // 2 + clear - 24 - picture.danger(unit, hex_) - 8 * crowd
