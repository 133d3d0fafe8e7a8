"""Advice to bots: what a position is worth to a side."""

from __future__ import annotations

from planspiel.kernel import Side
from planspiel.systems.advice import BALANCED, Temper
from planspiel.systems.blitzkrieg1940.advice_moves import end_worth
from planspiel.systems.blitzkrieg1940.advice_picture import POINT, Picture, picture_of
from planspiel.systems.blitzkrieg1940.pack import Bands
from planspiel.systems.blitzkrieg1940.state import Unit
from planspiel.systems.blitzkrieg1940.victory import points
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView

__all__ = ["position_worth"]

DEMORALISED = 150
EXHAUSTED = 20
NARROW = 400
"""Points count half as much again on the way to where they decide the game, up to so much.

Only the last band is looked at: with the band of each turn the same position would be worth something else
before and after a turn ends, and orders after which it ends could not be compared with others.
"""


def position_worth(view: BlitzkriegView, side: Side, temper: Temper) -> int:
    """Steps and objectives of both sides, how well they stand, and how near the game is to being decided."""
    mine = picture_of(view, side, temper)
    his = picture_of(view, mine.enemy, BALANCED)
    worth = 0
    for unit in view.units.values():
        if unit.fate == "map":
            picture, sign = (mine, 1) if unit.side == side else (his, -1)
            fit = 0 if unit.is_hq else _fit(mine, unit)
            worth += sign * (fit + end_worth(picture, unit, unit.hex))
    for hex_, value in mine.values.items():
        worth += value if view.control.get(hex_) == side else -value
    for formation in view.formations.values():
        trouble = DEMORALISED * formation.demoralised + EXHAUSTED * formation.exhausted
        worth += -trouble if formation.side == side else trouble
    return worth + _decided(mine)


def _fit(picture: Picture, unit: Unit) -> int:
    """What a company is worth as it is."""
    step = picture.step_of(unit)
    lamed = 38 * unit.neutralised + 8 * unit.out_of_command
    return step * unit.steps + step // 4 - step * lamed // 100


def _decided(picture: Picture) -> int:
    view = picture.view
    rule = view.pack.scenarios[view.scenario].victory
    if not isinstance(rule, Bands):
        return 0
    low, high = rule.bands[-1]
    total = points(view.pack, view, picture.counted)
    worth = max(-NARROW, min(NARROW, (2 * total - low - high) * POINT // 4))
    return worth if picture.counted == picture.side else -worth
