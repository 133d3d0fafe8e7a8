"""Advice to bots: set-up, and what to do with markers."""

from __future__ import annotations

from planspiel.kernel import Order
from planspiel.systems.blitzkrieg1940 import command, cup, markers, rout, setup
from planspiel.systems.blitzkrieg1940.advice_picture import Picture, away, step_worth
from planspiel.systems.blitzkrieg1940.deployment import FinishPlacing, Place, PlaceMines, PlaceWorks
from planspiel.systems.blitzkrieg1940.state import Unit, hq_of

__all__ = ["marker_worth", "placing", "promise"]

ACTIVATE = 60
"""Above this a marker from the hand is played before the drawn formation acts."""
CLOSE = 4
"""An HQ is set up no nearer to enemies than this, and not much farther."""


# -- set-up ------------------------------------------------------------------------------------------------


def placing(picture: Picture, order: Order) -> int:
    """Where things are set up: companies on objectives and in cover, HQs behind, works with infantry."""
    if isinstance(order, Place):
        unit = picture.view.units[order.unit]
        return _hq_place(picture, unit, order.hex) if unit.is_hq else _place(picture, unit, order.hex)
    if isinstance(order, PlaceWorks):
        return _works_place(picture, order.hex)
    if isinstance(order, PlaceMines):
        return _mine_place(picture, order.hex)
    return 0 if isinstance(order, FinishPlacing) else -50


def _hq_place(picture: Picture, hq: Unit, hex_: str) -> int:
    """Behind the front but not far from it, in cover."""
    worth = _ground(picture, hex_) // 3 + 10 * (not picture.theatre.is_open(hex_))
    worth -= 3 * rout.edge_distances(picture.theatre, hq.side)[hex_]
    near = picture.foe_distance(hex_)
    if near < CLOSE:
        worth -= 40 * (CLOSE - near)
    behind = near - CLOSE if picture.foes else _rear(picture, hex_)
    return worth - 12 * max(0, behind) - 10 * len(picture.friends_at(hex_))


def _rear(picture: Picture, hex_: str) -> int:
    """How far a hex is from the nearest own objective."""
    goals = [goal for goal in picture.values if picture.view.control.get(goal) == picture.side]
    return min((away(picture.theatre, goal)[hex_] for goal in goals), default=0)


def _place(picture: Picture, unit: Unit, hex_: str) -> int:
    counter = picture.pack.counters[unit.counter]
    worth = _ground(picture, hex_) + 2 * picture.pull(unit, hex_) - picture.danger(unit, hex_)
    worth -= 14 * picture.cover(hex_, counter.kind, counter.is_infantry)
    if not counter.is_infantry and counter.is_vehicle and not picture.theatre.is_open(hex_):
        worth -= 25
    hq = hq_of(picture.view, unit.formation)
    if hq is not None and hq.hex and not unit.is_independent:
        beyond = away(picture.theatre, hq.hex)[hex_] - command.command_limit(picture.pack, unit)
        worth -= 80 * max(0, beyond)
    return worth - 22 * len(picture.friends_at(hex_)) - 5 * _rear(picture, hex_)


def _ground(picture: Picture, hex_: str) -> int:
    """Own objectives want a company in them and others beside."""
    worth = 0
    for goal, value in picture.values.items():
        if picture.view.control.get(goal) == picture.side:
            far = away(picture.theatre, goal)[hex_]
            if far <= 2:
                guards = len(picture.friends_at(goal))
                idle = picture.foes and picture.foe_distance(goal) > 6
                worth += value * (30, 12, 5)[far] // ((100 + 100 * guards) * (5 if idle else 1))
    return worth


def _works_place(picture: Picture, hex_: str) -> int:
    infantry = [u for u in picture.friends_at(hex_) if picture.pack.counters[u.counter].is_infantry]
    if not infantry:
        return _ground(picture, hex_) // 20
    return 30 * len(infantry) + _ground(picture, hex_) + picture.in_objective(hex_) // 10


def _mine_place(picture: Picture, hex_: str) -> int:
    """In front of what is to be held, never under own feet."""
    if picture.friends_at(hex_):
        return -100
    goals = [g for g in picture.values if picture.view.control.get(g) == picture.side] or list(picture.values)
    far = min((away(picture.theatre, goal)[hex_] for goal in goals), default=5)
    return 40 - 10 * abs(far - 2) - 6 * (not picture.theatre.is_open(hex_))


# -- markers -----------------------------------------------------------------------------------------------


def promise(picture: Picture, formation: str) -> int:
    """What activating a formation promises: companies fit to act, and enemies or goals near them."""
    record = picture.view.formations.get(formation)
    if record is None or record.demoralised or record.gone:
        return 0
    worth = 0
    for unit in picture.view.units.values():
        if unit.formation != formation or unit.is_hq or unit.fate not in ("map", "due"):
            continue
        if unit.fate == "due":
            worth += 25 if unit.due <= picture.view.turn else 0
            continue
        fit = 40 if unit.neutralised else 100
        near = picture.foe_distance(unit.hex)
        busy = step_worth(picture.pack, unit.counter) // 5 + (25 if near <= 3 else 12 if near <= 6 else 2)
        worth += busy * fit // 100
    return worth * (60 if record.exhausted else 100) // 100


def marker_worth(picture: Picture, order: Order, marker: str) -> int:
    """What to do with a drawn marker, or with one in hand."""
    view = picture.view
    if isinstance(order, markers.Activate):
        return ACTIVATE
    if isinstance(order, markers.Skip):
        return _skipping(picture, marker)
    if isinstance(order, markers.PlayRepeat):
        tired = view.formations[order.formation].exhausted
        return 5 if tired else promise(picture, order.formation) - 40
    if isinstance(order, markers.TakeRepeat):
        fit = [f.id for f in view.formations.values() if f.side == picture.side and not f.exhausted]
        return max((promise(picture, name) for name in fit), default=0) - 30
    if isinstance(order, markers.ClearNeutralised):
        return sum(picture.step_of(view.units[name]) // 4 for name in order.units)
    if isinstance(order, markers.ClearExhaustion):
        return 25 * len(order.formations)
    if isinstance(order, markers.Combine):
        return ACTIVATE + 10
    if isinstance(order, markers.ArmCancel):
        return 20
    if isinstance(order, cup.CancelMarker):
        return _cancelling(picture, marker)
    return 0  # keep, bank


def _skipping(picture: Picture, marker: str) -> int:
    """A tired formation with nobody near rests; else declining a marker is only a pass."""
    formation = picture.view.markers[marker].formation
    if not formation or not picture.view.formations[formation].exhausted:
        return 0
    near = [picture.foe_distance(u.hex) for u in picture.own if u.formation == formation]
    return ACTIVATE + 20 if min(near, default=99) > 3 else 30


def _cancelling(picture: Picture, marker: str) -> int:
    """One time in two it annuls the marker; what it would have done must be worth the general marker."""
    drawn = picture.view.markers[marker]
    if drawn.kind == "formation":
        fit = [u for u in picture.foes if u.formation == drawn.formation and not u.neutralised]
        near = sum(
            1
            for unit in fit
            if min((away(picture.theatre, unit.hex)[o.hex] for o in picture.own), default=9) <= 3
        )
        return 12 * near - 30
    return {"stuka": 20, "artillery": 5}.get(drawn.kind, -10)


def choice_worth(picture: Picture, order: Order) -> int:
    """The smaller choices before the game."""
    view = picture.view
    if isinstance(order, setup.TakeLoss):
        return -picture.step_of(view.units[order.unit])
    if isinstance(order, setup.HoldBack):
        return promise(picture, view.markers[order.marker].formation)
    if isinstance(order, setup.BeginMounted):
        return 10
    if isinstance(order, cup.UseMarker):
        return {"stuka": 30, "artillery": 20}.get(view.markers[order.marker].kind, 0)
    return 0
