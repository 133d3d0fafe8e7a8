"""Standing orders as a bot would give them: who opens fire at what range, who withdraws, who lies low.

Where little is seen nobody is asked in the enemy's half-turn: troops go by these orders alone.
"""

from __future__ import annotations

from planspiel.systems.wiener2022.advice_fire import longest_flat
from planspiel.systems.wiener2022.advice_picture import Picture, picture_of
from planspiel.systems.wiener2022.observing import battery_of
from planspiel.systems.wiener2022.standing import FARTHEST, SetStandingOrders
from planspiel.systems.wiener2022.state import Conduct, Element, Standing
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["needed_orders", "standing_orders"]

SURE = 1
"""From so near a shot is worth betraying a gun that the enemy has not found."""


def needed_orders(view: WienerView) -> SetStandingOrders | None:
    """The order to give now, or None while those that hold are good."""
    wanted = standing_orders(view)
    return None if wanted == view.standing else SetStandingOrders(wanted)


def standing_orders(view: WienerView) -> Standing:
    """One conduct for all, and another for each element that should do something else."""
    picture = picture_of(view, view.side)
    general = Conduct("fire", FARTHEST, "stay")
    single = {one.id: _conduct(picture, one) for one in picture.friends if not one.guise}
    others = {name: conduct for name, conduct in sorted(single.items()) if conduct != general}
    return Standing(general.fire, general.within, general.evade, elements=others)


def _conduct(picture: Picture, element: Element) -> Conduct:
    within = SURE if _lies_low(picture, element) else FARTHEST
    return Conduct("fire", within, "evade" if _gives_way(picture, element) else "stay")


def _lies_low(picture: Picture, element: Element) -> bool:
    """Whoever is camouflaged and can wait; at night nobody sees farther anyway."""
    return (element.camouflaged or element.hidden) and longest_flat(picture.pack, element) > SURE


def _gives_way(picture: Picture, element: Element) -> bool:
    """Staffs, trains and batteries have no business in a fire fight, unless they hold what counts."""
    if any(element.field in aim.fields for aim in picture.aims):
        return False
    model = picture.pack.models[element.model]
    return picture.is_rear(element) or (battery_of(picture.pack, element) is not None and not model.armour)
