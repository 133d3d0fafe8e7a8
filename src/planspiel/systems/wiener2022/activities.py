"""The activities of a half-turn: what an element may do once a turn, in which phase.

Each chapter exports `ACTIVITIES`, by the order that asks for it; this file finds who may still do something
and asks the active party for one activity at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from types import ModuleType
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec import Struct

from planspiel.kernel import Game, Illegal, Odds, Order, Question, Rng, Script, Side, rule
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.state import Element, Fate, Known, Phase, Position
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "ACTIVITIES",
    "DONE_REFUSALS",
    "Activity",
    "ChooseActivity",
    "Done",
    "Kind",
    "activity_refusal",
    "actor_refusal",
    "collect",
    "drives_and_fires",
    "no_ammunition",
]

Kind = Literal["move", "fire", "indirect", "work", "attack"]
"""Direct fire, indirect fire, and so on: what the ledger of a turn tells apart."""

ENOUGH = 60
"""A random player looks at no more ways than this to carry out one kind of activity with one element."""

STRIDES = (101, 103, 107, 109, 113)
"""A random player goes through the activities by one of these primes: cheaper than shuffling them."""

PASSED_OVER = 6
"""A random player looks at one in so many of those who have moved or worked."""

Options: TypeAlias = Callable[[Pack, WienerView, Element], Iterator[Order]]
Refusal: TypeAlias = Callable[[Pack, WienerView, Any], Illegal | None]
CarryOut: TypeAlias = Callable[[Game[Position], Any], Script[None]]
Chances: TypeAlias = Callable[[Pack, WienerView, Any], Odds | None]
PartyOptions: TypeAlias = Callable[[Pack, WienerView], Iterator[Order]]
Suits: TypeAlias = Callable[[Pack, Model], bool]
Sampler: TypeAlias = Callable[[Pack, WienerView, Element, Rng], Order | None]


class Activity(Struct, frozen=True):
    """What a chapter says of one of its activities.

    `lists` says what one own element may be ordered to do, lazily; it is asked for every own element whose
    fate is among `fates` and whose model `suits`. `refusal` judges any order, whoever is named in it.
    `sample`, where lists are long, gives one order at random or None. `party_options` lists what the party
    itself may do.
    """

    phase: Phase
    lists: Options
    refusal: Refusal
    carry_out: CarryOut
    odds: Chances | None = None
    fates: tuple[Fate, ...] = ("board",)
    suits: Suits | None = None
    sample: Sampler | None = None
    party_options: PartyOptions | None = None

    def options(self, pack: Pack, view: WienerView, element: Element) -> Iterator[Order]:
        """What an own element may be ordered to do; none if its model never does this."""
        is_able = self.suits is None or self.suits(pack, pack.models[element.model])
        return self.lists(pack, view, element) if is_able else iter(())


ACTIVITIES: dict[type[Order], Activity] = {}
"""Every activity, by its order; filled by `collect` when the system is put together."""

DONE_REFUSALS: list[Callable[[Pack, WienerView, Phase], Illegal | None]] = []
"""Why the active party may not end a phase yet: chapters export `done_refusal`."""


def collect(*chapters: ModuleType) -> None:
    """Take the activities of the chapters."""
    for chapter in chapters:
        ACTIVITIES.update(getattr(chapter, "ACTIVITIES", {}))
        refusal = getattr(chapter, "done_refusal", None)
        if refusal is not None and refusal not in DONE_REFUSALS:
            DONE_REFUSALS.append(refusal)


class Done(Order, frozen=True):
    """Leave the phase; in the last one this is FERTIG."""


class ChooseActivity(Question[WienerView, Order], frozen=True):
    prompt: ClassVar[str] = "Choose an activity, or end the phase."
    cite: ClassVar[str] = "WPR-spielablauf-8"
    phase: Phase

    @classmethod
    def answered_by(cls) -> tuple[type[Order], ...]:
        return (Done, *ACTIVITIES)

    def options(self, view: WienerView) -> Iterator[Order]:
        for element in _candidates(view):
            for activity in _activities_of(view.pack, self.phase, element):
                yield from activity.lists(view.pack, view, element)
        yield from self._of_the_party(view)
        if self._done_refusal(view) is None:
            yield Done()

    def is_worth_asking(self, view: WienerView) -> bool:
        """The first phases are passed over where there is nothing to do in them; FERTIG is always said."""
        if self.phase == "other":
            return any(_candidates(view)) or any(self._of_the_party(view))
        return any(not isinstance(order, Done) for order in self.options(view))

    def check(self, view: WienerView, order: Order) -> None:
        if isinstance(order, Done):
            refusal = self._done_refusal(view)
        else:
            activity = ACTIVITIES[type(order)]
            refusal = phase_refusal(self.phase, activity) or activity.refusal(view.pack, view, order)
        if refusal is not None:
            raise refusal

    def odds(self, view: WienerView, order: Order) -> Odds | None:
        activity = ACTIVITIES.get(type(order))
        return activity.odds(view.pack, view, order) if activity and activity.odds else None

    def explain(self, view: WienerView, thing: str) -> Illegal | None:
        """Why an element cannot be chosen in this phase."""
        kind, _, name = thing.partition(":")
        if kind != "element":
            return None
        refusal = actor_refusal(view, view.side, name)
        if refusal is not None:
            return refusal
        element = view.elements[name]
        for activity in _activities_of(view.pack, self.phase, element):
            if next(activity.lists(view.pack, view, element), None) is not None:
                return None
        return Illegal("{element} has nothing to do in this phase.", "WPR-spielablauf-5", element=name)

    def sample(self, view: WienerView, rng: Rng) -> Order:
        """A random element first, then something it may do; the more may still act, the rarer the end.

        Most who have moved or worked can do no more, so they are often passed over.
        """
        pack, phase, kept = view.pack, self.phase, view.pack.kept("activities")
        candidates: list[Element | None] = [
            one  # most are looked up here and now: a call for each would take longer than all else
            for one in _candidates(view)
            if kept.get((phase, one.fate, one.model)) or _activities_of(pack, phase, one)
        ]
        candidates.append(None)
        while candidates:
            if not rng.randrange(len(candidates) + 1) and self._done_refusal(view) is None:
                return Done()
            chosen = candidates.pop(rng.randrange(len(candidates)))
            if chosen is not None and (chosen.moved or chosen.worked) and rng.randrange(PASSED_OVER):
                continue
            found = self._sample_of_party(view, rng) if chosen is None else self._sample_of(view, chosen, rng)
            if found is not None:
                return found
        return next(iter(self.options(view)))

    def _sample_of(self, view: WienerView, element: Element, rng: Rng) -> Order | None:
        pack = view.pack
        activities = _activities_of(pack, self.phase, element)
        many = len(activities)
        first, stride = rng.randrange(many or 1), rng.choice(STRIDES)
        for place in range(many):
            activity = activities[(first + stride * place) % many]
            if activity.sample is not None:
                found = activity.sample(pack, view, element, rng)
                if found is not None:
                    return found
                continue
            choices = list(islice(activity.lists(pack, view, element), ENOUGH))
            if choices:
                return rng.choice(choices)
        return None

    def _sample_of_party(self, view: WienerView, rng: Rng) -> Order | None:
        choices = list(islice(self._of_the_party(view), ENOUGH))
        return rng.choice(choices) if choices else None

    def _of_the_party(self, view: WienerView) -> Iterator[Order]:
        for activity in ACTIVITIES.values():
            if activity.phase == self.phase and activity.party_options is not None:
                yield from activity.party_options(view.pack, view)

    def _done_refusal(self, view: WienerView) -> Illegal | None:
        found = (refusal(view.pack, view, self.phase) for refusal in DONE_REFUSALS)
        return next((refusal for refusal in found if refusal is not None), None)


def _activities_of(pack: Pack, phase: Phase, element: Element) -> tuple[Activity, ...]:
    """What an element may be asked for; chapters are collected before the first question."""
    kept: dict[tuple[Phase, Fate, str], tuple[Activity, ...]] = pack.kept("activities")
    key = phase, element.fate, element.model
    found = kept.get(key)
    if found is None:
        model = pack.models[element.model]
        found = kept[key] = tuple(
            one
            for one in ACTIVITIES.values()
            if one.phase == phase and element.fate in one.fates and (not one.suits or one.suits(pack, model))
        )
    return found


def _candidates(view: WienerView) -> Iterator[Element]:
    """Own elements that are not out of the game or still on their way."""
    sides, turn = view.sides, view.turn
    return (
        element
        for element in view.elements.values()
        if element.side in sides
        and not element.acted
        and element.fate in ("board", "reserve", "due")
        and element.due <= turn
        and element.ready
        and not element.guise
    )


@rule("WPR-spielablauf-3", "WPR-spielablauf-4")
def phase_refusal(phase: Phase, activity: Activity) -> Illegal | None:
    """Air forces, indirect fire, everything else: in this order, and never back."""
    if activity.phase == phase:
        return None
    order: tuple[Phase, ...] = ("air", "indirect", "other")
    if order.index(activity.phase) < order.index(phase):
        return Illegal("The phase for this is over.", "WPR-spielablauf-4")
    return Illegal("This belongs to a later phase.", "WPR-spielablauf-3")


# -- the ledger of a turn ----------------------------------------------------------------------------------


def actor_refusal(known: Known, side: Side, name: str) -> Illegal | None:
    """Why a side may not give this element an order at all."""
    element = known.elements.get(name)
    if element is None or element.side != side:
        return Illegal("{element} is no element of yours.", "WPR-spielablauf-1", element=name)
    if element.fate not in ("board", "reserve") and not (element.fate == "due" and element.due <= known.turn):
        return Illegal("{element} is not in the field.", "WPR-spielablauf-1", element=name)
    if element.guise:
        return Illegal("{element} is a dummy and cannot act.", "WPR-schein-1", element=name)
    return None


@rule("WPR-spielablauf-6")
def drives_and_fires(pack: Pack, element: Element) -> bool:
    """Aircraft, ships, combat vehicles and self-propelled mounts may move and fire directly in one turn."""
    model = pack.models[element.model]
    return model.is_aircraft or model.is_watercraft or model.is_mobile_gun


@rule("WPR-spielablauf-5")
def activity_refusal(pack: Pack, element: Element, kind: Kind) -> Illegal | None:
    """Why an element may not do something of this kind besides what it has done in this turn.

    How far it may move before and after firing, and whether a base just dismounted may do it, stands in the
    chapters on movement and transport. Whoever fires indirectly has `shot` and `acted`.
    """
    name = element.id
    if not element.ready:
        return Illegal("No order has reached {element} yet.", "WPR-befehlsgebung-1", element=name)
    if element.acted or element.worked:
        return Illegal("{element} has used up its turn.", "WPR-spielablauf-5", element=name)
    if element.attacked:
        return Illegal("{element} has attacked in this turn.", "WPR-spielablauf-9", element=name)
    if kind in ("fire", "indirect") and not element.ammunition:
        return no_ammunition(element)
    if kind == "move" and not element.fuel:
        return _no_fuel(element)
    if kind in ("fire", "indirect") and element.shot:
        return Illegal("{element} has fired in this turn.", "WPR-spielablauf-9", element=name)
    if kind == "fire" and element.moved and not drives_and_fires(pack, element):
        return Illegal("{element} has moved: it may not fire.", "WPR-spielablauf-6", element=name)
    if kind == "move" and element.shot and not drives_and_fires(pack, element):
        return Illegal("{element} has fired: it may not move.", "WPR-spielablauf-6", element=name)
    if kind in ("indirect", "work") and (element.moved or element.shot):
        return Illegal("{element} has already done something else.", "WPR-spielablauf-5", element=name)
    if kind == "attack" and (element.shot or (element.moved and not _is_pure(pack, element))):
        return Illegal("{element} may not attack any more.", "WPR-spielablauf-7", element=name)
    return None


@rule("WPR-munition-1")
def no_ammunition(element: Element) -> Illegal:
    """Where the scenario counts shots, who has none left fires no more, nor answers the enemy with fire."""
    return Illegal("{element} has no ammunition left.", "WPR-munition-1", element=element.id)


@rule("WPR-betriebsmittel-1")
def _no_fuel(element: Element) -> Illegal:
    """Fuel is unlimited too unless the scenario counts it."""
    return Illegal("{element} has no fuel left.", "WPR-betriebsmittel-1", element=element.id)


@rule("WPR-spielablauf-7")
def _is_pure(pack: Pack, element: Element) -> bool:
    """Pure figure bases may move and attack in the same turn."""
    return pack.models[element.model].is_pure_figures
