"""5.1, 5.3 and 5.5 What the owner of a drawn marker may do with it, and with the markers in his hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from planspiel.kernel import Game, Illegal, Item, Order, Question, Script, Side, ask, resume_point, rule
from planspiel.systems.blitzkrieg1940 import command
from planspiel.systems.blitzkrieg1940.activation import activation_refusal, repeat_refusal
from planspiel.systems.blitzkrieg1940.cup import armed, banked, held, try_to_cancel
from planspiel.systems.blitzkrieg1940.marker_events import (
    CancelArmed,
    ExhaustionRemoved,
    GeneralSpent,
    MarkerBanked,
    MarkerKept,
    MarkerPassed,
    MarkerSkipped,
    MarkerSpent,
    NeutralisedCleared,
    RepeatTaken,
)
from planspiel.systems.blitzkrieg1940.pack import Pack
from planspiel.systems.blitzkrieg1940.state import Known, Marker, Position, seat_of
from planspiel.systems.blitzkrieg1940.view import BlitzkriegView


class Activate(Order, frozen=True):
    """Use the drawn marker."""


class Skip(Order, frozen=True):
    """Put the drawn marker aside: a pass, or the removal of exhaustion."""


class Bank(Order, frozen=True):
    """Lay the drawn marker beside the general marker, to be used together with a later one."""


class Combine(Order, frozen=True):
    """Spend the general marker: the banked and the drawn marker are one activation."""


class ClearNeutralised(Order, frozen=True):
    """Spend the general marker: these units are no longer neutralised."""

    units: tuple[str, ...]


class ClearExhaustion(Order, frozen=True):
    """Spend the general marker: these formations are no longer exhausted."""

    formations: tuple[str, ...]


class TakeRepeat(Order, frozen=True):
    """Spend the general marker on a further repeat marker."""


class ArmCancel(Order, frozen=True):
    """Lay the general marker ready to annul the very next enemy marker."""


class PlayRepeat(Order, frozen=True):
    """Use a repeat marker to activate a formation."""

    formation: str


class Keep(Order, frozen=True):
    """Keep the repeat marker in hand."""


GeneralOrder = ClearNeutralised | ClearExhaustion | TakeRepeat
FormationOrder = (
    Activate | Skip | Bank | Combine | PlayRepeat | ClearNeutralised | ClearExhaustion | TakeRepeat
)


# -- questions ---------------------------------------------------------------------------------------------


class FormationDrawn(Question[BlitzkriegView, FormationOrder], frozen=True):
    prompt: ClassVar[str] = "{marker} is drawn. Activate, skip, or play a marker from your hand?"
    cite: ClassVar[str] = "BLK-5.1-A"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[FormationOrder]:
        marker = view.markers[self.marker]
        if activation_refusal(view.pack, view, marker.formation) is None:
            yield Activate()
        yield Skip()
        if held(view, marker.side, "general") is not None:
            yield from _with_general(view, marker)
        yield from from_hand(view.pack, view, marker.side)

    def check(self, view: BlitzkriegView, order: FormationOrder) -> None:
        refuse(order_refusal(view, view.markers[self.marker], order))


class FireDrawn(Question[BlitzkriegView, Activate | Skip | Bank | Combine], frozen=True):
    """Asked only with a general marker in hand: else the fire is simply called."""

    prompt: ClassVar[str] = "{marker} is drawn. Use it, or combine it with a formation?"
    cite: ClassVar[str] = "BLK-5.5-D"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[Activate | Skip | Bank | Combine]:
        yield Activate()
        yield Skip()
        yield from _with_general(view, view.markers[self.marker])

    def check(self, view: BlitzkriegView, order: Activate | Skip | Bank | Combine) -> None:
        refuse(order_refusal(view, view.markers[self.marker], order))


class RepeatDrawn(Question[BlitzkriegView, PlayRepeat | Keep], frozen=True):
    prompt: ClassVar[str] = "Which formation does {marker} activate?"
    cite: ClassVar[str] = "BLK-5.3-A"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[PlayRepeat | Keep]:
        side = view.markers[self.marker].side
        if _may_keep(view, view.markers[self.marker]):
            yield Keep()
        yield from _repeats(view.pack, view, side)

    def check(self, view: BlitzkriegView, order: PlayRepeat | Keep) -> None:
        marker = view.markers[self.marker]
        if isinstance(order, PlayRepeat):
            refuse(repeat_refusal(view.pack, view, marker.side, order.formation))
        else:
            refuse(_keeping_refusal(view, marker))


class PlayHeldRepeat(Question[BlitzkriegView, PlayRepeat | Keep], frozen=True):
    prompt: ClassVar[str] = "Play {marker} now?"
    cite: ClassVar[str] = "BLK-5.3-G2"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[PlayRepeat | Keep]:
        yield Keep()
        yield from _repeats(view.pack, view, view.markers[self.marker].side)

    def check(self, view: BlitzkriegView, order: PlayRepeat | Keep) -> None:
        if isinstance(order, PlayRepeat):
            refuse(repeat_refusal(view.pack, view, view.markers[self.marker].side, order.formation))


class GeneralDrawn(
    Question[BlitzkriegView, ClearNeutralised | ClearExhaustion | TakeRepeat | ArmCancel], frozen=True
):
    """A second general marker is used at once on something that needs no formation marker."""

    prompt: ClassVar[str] = "You hold a general marker already: what is {marker} used for?"
    cite: ClassVar[str] = "BLK-5.5-G7"
    marker: str

    def options(self, view: BlitzkriegView) -> Iterator[GeneralOrder | ArmCancel]:
        side = view.markers[self.marker].side
        if armed(view, side) is None:
            yield ArmCancel()
        yield from _clearings(view.pack, view, side)

    def check(self, view: BlitzkriegView, order: GeneralOrder | ArmCancel) -> None:
        side = view.markers[self.marker].side
        if isinstance(order, ArmCancel):
            if armed(view, side) is not None:
                raise Illegal("A general marker lies ready already.", self.cite)
            return
        refuse(_clearing_refusal(view.pack, view, side, order))


def refuse(refusal: Illegal | None) -> None:
    if refusal is not None:
        raise refusal


# -- what may be chosen ------------------------------------------------------------------------------------


def _repeats(pack: Pack, known: Known, side: Side) -> Iterator[PlayRepeat]:
    for name in known.formations:
        if repeat_refusal(pack, known, side, name) is None:
            yield PlayRepeat(name)


def from_hand(pack: Pack, known: Known, side: Side) -> Iterator[PlayRepeat | GeneralOrder]:
    """What a side may do with held markers alone, when one of its formation markers is drawn."""
    if held(known, side, "repeat") is not None:
        yield from _repeats(pack, known, side)
    if held(known, side, "general") is not None:
        yield from _clearings(pack, known, side)


def _with_general(view: BlitzkriegView, marker: Marker) -> Iterator[Bank | Combine]:
    if banked(view, marker.side) is None:
        yield Bank()
    elif _combining_refusal(view, marker) is None:
        yield Combine()


def _clearings(pack: Pack, known: Known, side: Side) -> Iterator[GeneralOrder]:
    """As many as a general marker removes, in runs of neighbours; the player may name any others."""
    yield TakeRepeat()
    units, most = _neutralised(known, side), pack.limits.rallied_by_general
    for first in range(max(1, len(units) - most + 1) if units else 0):
        yield ClearNeutralised(tuple(units[first : first + most]))
    tired, most = _exhausted(known, side), pack.limits.refreshed_by_general
    for first in range(max(1, len(tired) - most + 1) if tired else 0):
        yield ClearExhaustion(tuple(tired[first : first + most]))


def _neutralised(known: Known, side: Side) -> list[str]:
    return [u.id for u in known.units.values() if u.side == side and u.neutralised and u.fate == "map"]


def _exhausted(known: Known, side: Side) -> list[str]:
    return [f.id for f in known.formations.values() if f.side == side and f.exhausted and not f.gone]


def order_refusal(view: BlitzkriegView, marker: Marker, order: FormationOrder) -> Illegal | None:
    side = marker.side
    if isinstance(order, Skip):
        return None
    if isinstance(order, Activate):
        return activation_refusal(view.pack, view, marker.formation) if marker.formation else None
    if isinstance(order, PlayRepeat):
        if held(view, side, "repeat") is None:
            return Illegal("You hold no repeat marker.", "BLK-5.3-J")
        return repeat_refusal(view.pack, view, side, order.formation)
    if held(view, side, "general") is None:
        return Illegal("You hold no general marker.", "BLK-5.5-A")
    if isinstance(order, Bank):
        if banked(view, side) is not None:
            return Illegal("A marker lies beside your general marker already.", "BLK-5.5-B")
        return None
    if isinstance(order, Combine):
        return _combining_refusal(view, marker)
    return _clearing_refusal(view.pack, view, side, order)


def _combining_refusal(view: BlitzkriegView, marker: Marker) -> Illegal | None:
    """Two formations, or a formation with artillery or Stukas; both must be fit to be activated."""
    first = banked(view, marker.side)
    if first is None:
        return Illegal("No marker lies beside your general marker.", "BLK-5.5-C")
    if not first.formation and not marker.formation:
        return Illegal("Artillery and Stukas are combined with a formation.", "BLK-5.5-D")
    for name in (first.formation, marker.formation):
        refusal = activation_refusal(view.pack, view, name) if name else None
        if refusal is not None:
            return refusal
    return None


@rule("BLK-5.5-E", "BLK-5.5-G3")
def _clearing_refusal(pack: Pack, known: Known, side: Side, order: GeneralOrder) -> Illegal | None:
    """Own units and HQs on the map, own formations; no dice."""
    if isinstance(order, TakeRepeat):
        return None
    if isinstance(order, ClearNeutralised):
        chosen, there, most = order.units, _neutralised(known, side), pack.limits.rallied_by_general
    else:
        chosen, there, most = order.formations, _exhausted(known, side), pack.limits.refreshed_by_general
    if not 1 <= len(chosen) <= most or len(set(chosen)) != len(chosen):
        return Illegal("A general marker removes one to {most} such markers.", "BLK-5.5-E", most=most)
    for name in chosen:
        if name not in there:
            return Illegal("{thing} has no such marker, or is not yours.", "BLK-5.5-E", thing=name)
    return None


def _may_keep(known: Known, marker: Marker) -> bool:
    return held(known, marker.side, "repeat") is None


@rule("BLK-5.3-K")
def _keeping_refusal(known: Known, marker: Marker) -> Illegal | None:
    if _may_keep(known, marker):
        return None
    return Illegal("You hold a repeat marker already: this one is played at once.", "BLK-5.3-K")


# -- formation markers -------------------------------------------------------------------------------------


@rule("BLK-2-G", "BLK-5.1-A")
def formation_marker(game: Game[Position], name: str) -> Script[None]:
    """The marker drawn names the formation. First an overrun HQ returns, then a demoralised one recovers."""
    marker = game.state.markers[name]
    if marker.place != "drawn":
        return
    yield from command.return_hq(game, marker.formation)
    beaten = game.state.formations[marker.formation].demoralised
    game.then(Item("demoralised-marker" if beaten else "formation-choice", (name,)))


def formation_choice(game: Game[Position], name: str) -> Script[None]:
    """The owner activates the formation or not; before that he may play what he holds in hand."""
    while game.state.markers[name].place == "drawn":
        yield from resume_point()
        marker = game.state.markers[name]
        order = yield from ask(seat_of(game.state, marker.side), FormationDrawn(name))
        if isinstance(order, Activate | Skip):
            _lapse_banked(game, marker.side)
        if isinstance(order, Activate):
            game.then(Item("activate", (name,)), Item("afterwards", (marker.side,)))
            return
        if isinstance(order, Skip):
            skip(game, marker)
        elif isinstance(order, Bank):
            game.happens(MarkerBanked(name, cite="BLK-5.5-B"))
        elif (yield from play_from_hand(game, marker, order, Item("formation-choice", (name,)))):
            return


def play_from_hand(
    game: Game[Position], marker: Marker, order: PlayRepeat | Combine | GeneralOrder, again: Item
) -> Script[bool]:
    """True if other items come before `again`, where the drawn formation goes on, or instead of that."""
    card = held(game.state, marker.side, "repeat" if isinstance(order, PlayRepeat) else "general")
    assert card is not None
    if (yield from try_to_cancel(game, card.id)):
        return False
    if isinstance(order, PlayRepeat):
        _play_repeat(game, card.id, order.formation, again)
        return True
    if isinstance(order, Combine):
        _combine(game, card, marker)
        return True
    _spend_general(game, card, order, again)
    return isinstance(order, TakeRepeat)


@rule("BLK-2-H", "BLK-5.6-G1")
def skip(game: Game[Position], marker: Marker) -> None:
    """Declining a formation marker is a pass, unless it removes exhaustion."""
    if not marker.formation:
        game.happens(MarkerSkipped(marker.id, cite="BLK-3.3-B"))
    elif game.state.formations[marker.formation].exhausted:
        game.happens(MarkerSkipped(marker.id, cite="BLK-2-L"))
        game.happens(ExhaustionRemoved(marker.formation, cite="BLK-5.4-B"))
    else:
        game.happens(MarkerPassed(marker.id, marker.side, cite="BLK-5.6-G1"))


def _lapse_banked(game: Game[Position], side: Side) -> None:
    first = banked(game.state, side)
    if first is not None:
        lapse(game, first)


@rule("BLK-5.5-G1")
def lapse(game: Game[Position], marker: Marker) -> None:
    """No partner came for a banked marker, or its owner did not want him: it counts as skipped."""
    game.happens(MarkerSkipped(marker.id, cite="BLK-5.5-G1"))
    if marker.formation and game.state.formations[marker.formation].exhausted:
        game.happens(ExhaustionRemoved(marker.formation, cite="BLK-5.4-B"))


@rule("BLK-5.3-G2")
def _play_repeat(game: Game[Position], card: str, formation: str, again: Item) -> None:
    """A held repeat marker, played with one of the owner's formation markers, before that formation acts."""
    game.then(Item("repeat", (card, formation)), again)


@rule("BLK-5.5-C", "BLK-5.5-G2", "BLK-5.5-K")
def _combine(game: Game[Position], general: Marker, marker: Marker) -> None:
    """The banked and the drawn marker are resolved as one activation."""
    first = banked(game.state, marker.side)
    assert first is not None
    cite = "BLK-5.5-C" if first.formation and marker.formation else "BLK-5.5-X1"
    game.happens(GeneralSpent(general.id, cite=cite))
    game.then(Item("activate", (first.id, marker.id)), Item("afterwards", (marker.side,)))


@rule("BLK-5.5-K")
def _spend_general(game: Game[Position], general: Marker, order: GeneralOrder, *after: Item) -> None:
    game.happens(GeneralSpent(general.id, cite="BLK-5.5-K"))
    if isinstance(order, ClearNeutralised):
        for unit in order.units:
            game.happens(NeutralisedCleared(unit, cite="BLK-5.5-E"))
    elif isinstance(order, ClearExhaustion):
        for formation in order.formations:
            game.happens(ExhaustionRemoved(formation, cite="BLK-5.5-E"))
    else:
        _take_repeat(game, general.side, *after)


@rule("BLK-5.5-F", "BLK-5.5-G4")
def _take_repeat(game: Game[Position], side: Side, *after: Item) -> None:
    """An extra marker outside the cup, used at once or held; the limit of one in hand applies to it."""
    number = 1 + sum(m.extra and m.side == side for m in game.state.markers.values())
    extra = f"{side}_repeat_extra_{number}"
    game.happens(RepeatTaken(side, extra, cite="BLK-5.5-F"))
    game.then(Item("repeat-marker", (extra,)), *after)


@rule("BLK-5.3-J")
def afterwards(game: Game[Position], side: str) -> Script[None]:
    """A held repeat marker may also be played directly after the drawn formation has acted."""
    card = held(game.state, Side(side), "repeat")
    if card is None or next(_repeats(game.pack, game.state, Side(side)), None) is None:
        return
    order = yield from ask(seat_of(game.state, Side(side)), PlayHeldRepeat(card.id))
    if isinstance(order, Keep) or (yield from try_to_cancel(game, card.id)):
        return
    game.then(Item("repeat", (card.id, order.formation)))


# -- artillery and Stuka markers ---------------------------------------------------------------------------


@rule("BLK-3.3-A", "BLK-3.3-B")
def fire_marker(game: Game[Position], name: str) -> Script[None]:
    """Off-map fire is called like a formation's activation; with a general marker it may be combined."""
    marker = game.state.markers[name]
    if marker.place != "drawn":
        return
    order: Activate | Skip | Bank | Combine = Activate()
    general = held(game.state, marker.side, "general")
    if general is not None:
        order = yield from ask(seat_of(game.state, marker.side), FireDrawn(name))
    if isinstance(order, Combine) and general is not None:
        if not (yield from try_to_cancel(game, general.id)):
            _combine(game, general, marker)
            return
        order = Activate()
    if isinstance(order, Bank):
        game.happens(MarkerBanked(name, cite="BLK-5.5-X1"))
    elif isinstance(order, Skip):
        skip(game, marker)
    else:
        game.then(Item("activate", (name,)))


# -- repeat and general markers ----------------------------------------------------------------------------


@rule("BLK-5.3-A", "BLK-5.3-G3")
def repeat_marker(game: Game[Position], name: str) -> Script[None]:
    """Used at once or kept in hand; with one in hand already it is used at once, or spent for nothing."""
    marker = game.state.markers[name]
    if marker.place != "drawn":
        return
    if next(_repeats(game.pack, game.state, marker.side), None) is None:
        if _may_keep(game.state, marker):
            game.happens(MarkerKept(name, cite="BLK-5.3-J"))
        else:
            game.happens(MarkerSpent(name, cite="BLK-5.3-G3"))
        return
    order = yield from ask(seat_of(game.state, marker.side), RepeatDrawn(name))
    if isinstance(order, Keep):
        game.happens(MarkerKept(name, cite="BLK-5.3-J"))
    else:
        game.then(Item("repeat", (name, order.formation)))


@rule("BLK-5.5-A", "BLK-5.5-L")
def general_marker(game: Game[Position], name: str) -> Script[None]:
    """It is laid before its owner and does nothing by itself; a second one is used at once."""
    marker = game.state.markers[name]
    if marker.place != "drawn":
        return
    if held(game.state, marker.side, "general") is None:
        game.happens(MarkerKept(name, cite="BLK-5.5-A"))
    else:
        yield from _second_general(game, marker)


@rule("BLK-5.5-M", "BLK-5.5-G7")
def _second_general(game: Game[Position], marker: Marker) -> Script[None]:
    order = yield from ask(seat_of(game.state, marker.side), GeneralDrawn(marker.id))
    if isinstance(order, ArmCancel):
        game.happens(CancelArmed(marker.id, cite="BLK-5.5-G7"))
    else:
        _spend_general(game, marker, order)


SCRIPTS = {
    "formation-marker": formation_marker,
    "formation-choice": formation_choice,
    "artillery-marker": fire_marker,
    "stuka-marker": fire_marker,
    "repeat-marker": repeat_marker,
    "general-marker": general_marker,
    "afterwards": afterwards,
}
