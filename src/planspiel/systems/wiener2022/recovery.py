"""Recovery (Bergen von Fahrzeugen): a wreck that blocks a narrows is towed or pushed away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Odds, Order, Script, rule
from planspiel.systems.wiener2022 import barrage, entering, noise, secrecy, unforeseen, work
from planspiel.systems.wiener2022.activities import Activity
from planspiel.systems.wiener2022.approach import Step, step_to
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Known, Position, elsewhere, load_of, put
from planspiel.systems.wiener2022.step import past_flanks, recovering
from planspiel.systems.wiener2022.terrain import exit_to, gait_of
from planspiel.systems.wiener2022.transport import tractor_refusal
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import Walker, barred_refusal, held_refusal

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
        vehicle = state.elements[self.element]
        if vehicle.field == self.field:
            put(state, replace(vehicle, position=False))
            return
        load = load_of(state, vehicle)
        put(state, replace(elsewhere(vehicle, self.field), moved=1))
        for name in load:
            put(state, elsewhere(state.elements[name], self.field))


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
    if here == order.field:
        return tractor_refusal(pack, known, vehicle)
    step = exit_to(pack, known, gait_of(pack, vehicle), here, order.field)
    if step is None:
        return Illegal("{element} is not at the wreck.", "WPR-bergen-3", element=vehicle.id)
    refusal = tractor_refusal(pack, known, vehicle)
    refusal = refusal or Walker(pack, known, vehicle).obstacle_refusal(here, step)
    return refusal or _entry_refusal(pack, known, vehicle, order.field)


@rule("WPR-bergen-5")
def _entry_refusal(pack: Pack, known: Known, vehicle: Element, field: str) -> Illegal | None:
    """The vehicle will take the wreck's place, so nobody may hold the field against it."""
    return held_refusal(known, vehicle, field) or barred_refusal(pack, known, vehicle, field)


def _is_as_heavy(model: Model, wreck: Model) -> bool:
    """By class, where an equal one suffices; heavier tonnes make up for a lighter class."""
    if model.tonnes and wreck.tonnes and model.tonnes >= wreck.tonnes:
        return True
    return weight_class(model) >= weight_class(wreck)


@rule("WPR-bergen-4", "WPR-bergen-5", "WPR-erkennen-7")
def _recover(game: Game[Position], order: Recover) -> Script[None]:
    """Weapons that watch the wreck may fire meanwhile; afterwards the vehicle takes its place.

    Enemies in the field of whom nobody knew come to light and keep it out; those beside a diagonal may stop
    it on its way. What is prepared in the field acts on it as on others. At night its engine is heard.
    """
    done = yield from work.attempt(game, order.element, order.field, "WPR-bergen-3", recovering)
    if not done:
        return
    vehicle = game.state.elements[order.element]
    start: str = vehicle.field
    steps: tuple[Step, ...] = ()
    if start != order.field:
        entering.meet(game, vehicle, order.field)
        lit = entering.kindle(game, vehicle, order.field)
        step = unforeseen.over_flank(game, step_to(vehicle, order.field))
        if lit or step is None or _entry_refusal(game.pack, game.state, vehicle, order.field) is not None:
            event = work.Failed(vehicle.id, order.field, cite="WPR-felder-besetzt-4")
            secrecy.tell(game, event, (vehicle.id,))
            return
        steps = yield from past_flanks(game, (step,))
        if not steps:
            return
    secrecy.tell(game, Recovered(vehicle.id, order.field, cite="WPR-bergen-5"), (vehicle.id,))
    for step in steps:
        entering.abandoned(game, start)
        yield from entering.barriers_act(game, step)
        yield from barrage.entered(game, (vehicle.id,))
        yield from entering.charges_go_off(game, (vehicle.id,))
    noise.heard(game, game.state.elements[order.element])
    secrecy.look(game)


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
