"""Recovery (Bergen von Fahrzeugen): a wreck that blocks a narrows is towed or pushed away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Script, rule
from planspiel.systems.wiener2022 import secrecy, work
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, load_of, put
from planspiel.systems.wiener2022.terrain import exit_to, gait_of
from planspiel.systems.wiener2022.view import WienerView

__all__ = ["ACTIVITIES", "Recover", "Recovered", "recover_refusal", "weight_class"]


class Recover(Order, frozen=True):
    """A vehicle clears a wreck out of a narrows."""

    element: str
    field: str


class Recovered(Event[Position], frozen=True):
    """The wreck is gone; the recovering vehicle stands in its place for the rest of the turn."""

    said: ClassVar[str] = "{element} has cleared the wreck out of {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        del state.wrecks[self.field]
        for name in (self.element, *load_of(state, state.elements[self.element])):
            put(state, replace(state.elements[name], field=self.field, position=False))


@rule("WPR-bergen-6")
def weight_class(model: Model) -> int:
    """Soft wheeled, soft tracked, then by armour."""
    if model.armour:
        return 1 + model.armour
    return 1 if model.mobility == "tracked" else 0


@rule("WPR-bergen-2", "WPR-bergen-3")
def recover_refusal(pack: Pack, known: Known, order: Recover) -> Illegal | None:
    """A vehicle at least as heavy as the wreck, unpinned, in its field or next to it."""
    wreck = known.wrecks.get(order.field)
    if wreck is None:
        return Illegal("There is no wreck in {field}.", "WPR-bergen-1", field=order.field)
    vehicle = known.elements.get(order.element)
    here = vehicle.field if vehicle is not None else ""
    refusal = work.worker_refusal(pack, known, order.element, here)
    if refusal is not None:
        return refusal
    vehicle = known.elements[order.element]
    model, other = pack.models[vehicle.model], pack.models[wreck.model]
    if not model.is_vehicle or not _is_as_heavy(model, other):
        return Illegal("{element} is too light for the wreck.", "WPR-bergen-2", element=vehicle.id)
    if here != order.field and exit_to(pack, known, gait_of(pack, vehicle), here, order.field) is None:
        return Illegal("{element} is not at the wreck.", "WPR-bergen-3", element=vehicle.id)
    return None


def _is_as_heavy(model: Model, wreck: Model) -> bool:
    """By class, where an equal one suffices; heavier tonnes make up for a lighter class."""
    if model.tonnes and wreck.tonnes and model.tonnes >= wreck.tonnes:
        return True
    return weight_class(model) >= weight_class(wreck)


@rule("WPR-bergen-4", "WPR-bergen-5")
def _recover(game: Game[Position], order: Recover) -> Script[None]:
    """Weapons that watch the wreck may fire meanwhile; afterwards the vehicle takes its place."""
    done = yield from work.attempt(game, order.element, order.field, "WPR-bergen-3")
    if done:
        event = Recovered(order.element, order.field, cite="WPR-bergen-5")
        secrecy.tell(game, event, (order.element,))


def _options(pack: Pack, view: WienerView, element: Element) -> Iterator[Recover]:
    for field in sorted(view.wrecks):
        order = Recover(element.id, field)
        if recover_refusal(pack, view, order) is None:
            yield order


def _judge(pack: Pack, view: WienerView, order: Recover) -> Illegal | None:
    return recover_refusal(pack, view, order)


def _odds(pack: Pack, view: WienerView, order: Recover) -> Odds | None:
    return work.success_odds(pack, "WPR-bergen-3")


ACTIVITIES = {
    Recover: Activity("other", _options, _judge, _recover, _odds, suits=lambda _, model: model.is_vehicle)
}
