"""Pinning, the loss roll and losses: what an effect does to an element and to those it carries.

Pinning is morale and damages nothing. A model or base is the smallest thing that can be lost. Everybody who
is carried shares the fate of the carrier in the way the book says: out of soft vehicles troops jump and take
cover, from a knocked-out carrier they get out pinned and roll, with a craft or aircraft they are lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Choice, Event, Game, Illegal, Order, Question, Script, Seat, ask, roll, rule
from planspiel.systems.wiener2022 import entering, pictures, secrecy, terrain
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.effect import BLACK, LOSS, level_of
from planspiel.systems.wiener2022.modifiers import look_of
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.passengers import (
    barrage_on,
    force_out,
    is_off_the_ground,
    is_rider,
    stays_aboard,
    why_out,
)
from planspiel.systems.wiener2022.self_smoke import try_self_smoke
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    Wreck,
    carried_by,
    elsewhere,
    on_board,
    put,
    seat_of,
)
from planspiel.systems.wiener2022.view import WienerView

__all__ = [
    "CHOICES",
    "BunkerRuined",
    "GiveUp",
    "Held",
    "Lost",
    "Pinned",
    "ReplaceStaff",
    "TakenOver",
    "WreckFound",
    "WreckLeft",
    "WreckUnseen",
    "destroy",
    "find_wreck",
    "knock_out",
    "lose",
    "loss_number",
    "loss_roll",
    "pin",
    "replacements",
    "suffer",
]

CHOICES = {
    "loss_roll": Choice(
        4,
        "Figures are lost on the loss roll from this number on",
        "Figuren fallen beim Ausfallwurf ab dieser Augenzahl aus",
        "WPR-ausfallwurf-3",
        (2, 3, 4, 5, 6),
    ),
}


class Pinned(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} is pinned at level {level}."
    element: str
    level: int

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], pinned=self.level))


class Held(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} holds."
    element: str


class Lost(Event[Position], frozen=True):
    """Removed for good; what an engineer vehicle still carried is lost with it, and so is prepared fire."""

    said: ClassVar[str] = "{element} is lost in {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        put(state, replace(element, fate="lost", field="", aboard="", pinned=0, self_smoke=False))
        state.stock.pop(self.element, None)
        for barrage in tuple(state.barrages.values()):
            if self.element in barrage.weapons:
                left = tuple(name for name in barrage.weapons if name != self.element)
                state.barrages[barrage.id] = replace(barrage, weapons=left)


class TakenOver(Event[Position], frozen=True):
    """A staff or train has lost its field; where other troops do its work from now on, it stands."""

    said: ClassVar[str] = "Combat troops in {field} take over the task of {element}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        put(state, replace(elsewhere(state.elements[self.element], self.field), aboard=""))


class WreckLeft(Event[Position], frozen=True):
    said: ClassVar[str] = "The wreck of {element} blocks {field}."
    element: str
    field: str

    def apply(self, state: Position) -> None:
        element = state.elements[self.element]
        state.wrecks[self.field] = Wreck(element.model, element.side)


class WreckUnseen(Event[Position], frozen=True):
    """Bookkeeping that nobody is told: the enemy has not seen what became of it."""

    field: str

    def apply(self, state: Position) -> None:
        state.wrecks[self.field] = replace(state.wrecks[self.field], hidden=True)


class WreckFound(Event[Position], frozen=True):
    said: ClassVar[str] = "A wreck is found in {field}."
    reveals: ClassVar[bool] = True
    field: str

    def apply(self, state: Position) -> None:
        state.wrecks[self.field] = replace(state.wrecks[self.field], hidden=False)


class BunkerRuined(Event[Position], frozen=True):
    said: ClassVar[str] = "The ruin of a bunker stands in {field} like a building."
    field: str

    def apply(self, state: Position) -> None:
        if self.field not in state.ruins:
            state.ruins = tuple(sorted((*state.ruins, self.field)))


# -- effects -----------------------------------------------------------------------------------------------


@rule("WPR-wirkungstabelle-1", "WPR-wirkungstabelle-2", "WPR-wirkungstabelle-3")
def suffer(
    game: Game[Position], name: str, value: int, cite: str = "WPR-wirkungstabelle-4", outright: bool = False
) -> Script[None]:
    """An element suffers an effect of this value: pinned from 3 on, at 6 and more perhaps lost.

    `outright` is a direct hit on a weapon model, which needs no loss roll.
    """
    level = level_of(value)
    element = game.state.elements[name]
    if not level or not on_board(element):
        return
    if level < LOSS:
        aboard = carried_by(game.state, element)
        pin(game, name, level, cite)
        if level == BLACK:
            yield from try_self_smoke(game, name)
        yield from barrage_on(game, aboard)
    elif look_of(game.pack, element).is_base and not outright:
        pin(game, name, level, cite)
        yield from loss_roll(game, name)
    else:
        yield from knock_out(game, name, cite)


@rule("WPR-mehrfachwirkung-1", "WPR-moral-1", "WPR-feuer-wiederholung-1")
def pin(game: Game[Position], name: str, level: int, cite: str = "WPR-niederhaltung-1") -> None:
    """Pin an element and those it carries; the highest level stays.

    From soft land vehicles and from the top of tanks troops get off at once; in carriers, craft and aircraft,
    and wherever there is water below, they stay.
    """
    element = game.state.elements[name]
    _pinned(game, element, level, cite)
    for passenger in carried_by(game.state, element):
        if stays_aboard(game.pack, game.state, element):
            pin(game, passenger.id, level, "WPR-absitzen-niederhaltung-2")
        else:
            force_out(game, passenger, element, why_out(game.pack, element, passenger))
            _pinned(game, passenger, level, why_out(game.pack, element, passenger))


def _pinned(game: Game[Position], element: Element, level: int, cite: str) -> None:
    """The highest level counts; a lower one changes nothing."""
    if game.state.elements[element.id].pinned < level:
        secrecy.tell(game, Pinned(element.id, level, cite=cite), (element.id,))


# -- the loss roll -----------------------------------------------------------------------------------------


@rule("WPR-ausfallwurf-3", "WPR-elite-2")
def loss_number(pack: Pack, known: Known, element: Element) -> int:
    """From this face on the base is lost: as the scenario sets it, for elite troops by scenario 5."""
    if element.loss:
        return element.loss
    if "losses" in element.elite:
        return pack.tables.work.elite_loss
    return int(known.options["loss_roll"])


@rule("WPR-ausfallwurf-2", "WPR-figuren-2", "WPR-massierung-2")
def loss_roll(game: Game[Position], name: str, cite: str = "WPR-ausfallwurf-1") -> Script[bool]:
    """Each base rolls for itself, without any points: lost with its weapons, or it holds. True if lost."""
    element = game.state.elements[name]
    told = secrecy.audience(game, (name,))
    (face,) = yield from roll("1d6", "loss roll of {element}", cite, name, told, element=name)
    if face < loss_number(game.pack, game.state, element):
        secrecy.tell(game, Held(name, cite=cite), (name,))
        return False
    yield from knock_out(game, name, cite)
    return True


# -- losses ------------------------------------------------------------------------------------------------


@rule("WPR-ausfaelle-1")
def knock_out(game: Game[Position], name: str, cite: str = "WPR-ausfaelle-1") -> Script[None]:
    """Remove an element at once. For a staff or a train similar combat troops are given up instead."""
    element = game.state.elements[name]
    if not on_board(element) and not game.pack.models[element.model].is_aircraft:
        return
    instead = yield from _instead(game, element)
    if instead != name:
        pin(game, name, LOSS, "WPR-ausfaelle-2")
        for part in _whole(game, game.state.elements[instead]):
            _remove(game, part, "WPR-ausfaelle-2")
        return
    passengers, saw = carried_by(game.state, element), secrecy.audience(game, (name,))
    _remove(game, element, cite)
    for passenger in passengers:
        yield from _leave_wreck(game, element, passenger, saw)
    yield from barrage_on(game, passengers)


def destroy(game: Game[Position], name: str, cite: str) -> Script[None]:
    """Knocked out by an enemy who holds the field from now on: a staff or train cannot stay there."""
    if _is_staff(game.pack.models[game.state.elements[name].model]):
        yield from lose(game, name, cite)
    else:
        yield from knock_out(game, name, cite)


@rule("WPR-ausfaelle-1")
def lose(game: Game[Position], name: str, cite: str) -> Script[None]:
    """An element is gone with all that it carries, drowned or captured: without a roll, without a wreck."""
    element = game.state.elements[name]
    for passenger in carried_by(game.state, element):
        yield from lose(game, passenger.id, cite)
    instead = yield from _instead(game, element, away=True)
    if instead == name:
        secrecy.tell(game, Lost(name, element.field, cite=cite), (name,))
    else:
        _take_over(game, element, instead)
    entering.abandoned(game, element.field)


def _whole(game: Game[Position], element: Element) -> list[Element]:
    """An element with what it is joined to, which is given up with it; the load first.

    A base is given up with its vehicle even if that stands elsewhere.
    """
    if element.aboard:
        return [element, game.state.elements[element.aboard]]
    vehicle = _vehicle_of(game.state, element) if game.pack.models[element.model].is_figures else None
    return [vehicle, element] if vehicle is not None else [*carried_by(game.state, element), element]


@rule("WPR-fahrzeuge-1", "WPR-pionierausruestung-2")
def _remove(game: Game[Position], element: Element, cite: str) -> None:
    """Take a model or base from the table, with its crew; it leaves a wreck in a narrows, a bunker a ruin."""
    model = game.pack.models[element.model]
    told = secrecy.audience(game, (element.id,))
    told = None if told is None or len(told) == len(game.seats) else told
    secrecy.tell(game, Lost(element.id, element.field, cite=cite), (element.id,))
    entering.abandoned(game, element.field)
    if model.is_bunker:
        pictures.keep(game, element.field, told)
        game.happens(BunkerRuined(element.field, cite="WPR-befestigungen-6"), told)
    elif _leaves_wreck(game, element):
        game.happens(WreckLeft(element.id, element.field, cite="WPR-engen-5"), told)
        if told is not None:
            game.happens(WreckUnseen(element.field), ())


@rule("WPR-engen-5", "WPR-engen-6")
def _leaves_wreck(game: Game[Position], element: Element) -> bool:
    """A vehicle or weapon model knocked out in a narrows; elsewhere nothing stays, and afloat it sinks."""
    model = game.pack.models[element.model]
    if not (model.is_vehicle or (model.is_weapon and not model.is_portable)) or not element.field:
        return False
    if is_off_the_ground(game.pack, game.state, element):
        return False
    mobility = terrain.gait_of(game.pack, element).mobility
    return terrain.is_narrows(game.pack, game.state, element.field, mobility)


@rule("WPR-bergen-1")
def find_wreck(game: Game[Position], element: Element, field: str) -> None:
    """Somebody runs into a wreck that his side did not know of. Its owner learns it only if he sees who."""
    if field in game.state.wrecks and game.state.wrecks[field].hidden:
        game.happens(WreckFound(field, cite="WPR-bergen-1"), secrecy.audience(game, (element.id,)))


def _leave_wreck(
    game: Game[Position], carrier: Element, passenger: Element, saw: tuple[Seat, ...] | None
) -> Script[None]:
    """Whoever was in or on something that is lost: gone if it flew or floated, else out, pinned, a roll."""
    model = game.pack.models[carrier.model]
    if is_off_the_ground(game.pack, game.state, carrier):
        yield from lose(game, passenger.id, _went_down_with(model))
        return
    cite = "WPR-ungepanzert-1"
    if model.is_armoured:
        cite = "WPR-mitfahren-2" if is_rider(game.pack, carrier) else "WPR-panzergrenadiere-4"
    force_out(game, passenger, carrier, cite, saw)
    _pinned(game, passenger, LOSS, cite)
    if game.pack.models[passenger.model].is_base:
        yield from loss_roll(game, passenger.id, cite)


def _went_down_with(model: Model) -> str:
    if model.is_aircraft:
        return "WPR-fahrzeuge-1"
    return "WPR-faehren-4" if model.kind == "ferry" else "WPR-schwimmen-1"


# -- staffs and trains -------------------------------------------------------------------------------------


class GiveUp(Order, frozen=True):
    """This element takes over the task of the lost staff or train, and is removed."""

    element: str


class ReplaceStaff(Question[WienerView, GiveUp], frozen=True):
    prompt: ClassVar[str] = "{element} is lost: which combat element takes its place?"
    cite: ClassVar[str] = "WPR-ausfaelle-3"
    element: str
    away: bool = False
    """Its field is lost too: only elements elsewhere count, where it can stand."""

    def options(self, view: WienerView) -> Iterator[GiveUp]:
        for name in replacements(view.pack, view, view.elements[self.element], away=self.away):
            yield GiveUp(name)

    def check(self, view: WienerView, order: GiveUp) -> None:
        if order not in self.options(view):
            raise Illegal(
                "{element} is not the most similar combat element.", self.cite, element=order.element
            )


@rule("WPR-ausfaelle-2")
def _instead(game: Game[Position], element: Element, *, away: bool = False) -> Script[str]:
    """Who is removed: the element itself, or what its owner gives up for a staff or train.

    Where the enemy may not know of the loss nobody is kept waiting: the first in the list goes.
    """
    if not _is_staff(game.pack.models[element.model]):
        return element.id
    similar = replacements(game.pack, game.state, element, away=away)
    if not similar:
        return element.id
    if len(similar) == 1 or not secrecy.is_open(game.state):
        return similar[0]
    answer = yield from ask(seat_of(game.state, element.side), ReplaceStaff(element.id, away))
    return answer.element


def _is_staff(model: Model) -> bool:
    return model.has("command") or model.has("supply")


@rule("WPR-ausfaelle-2")
def _take_over(game: Game[Position], lost: Element, instead: str) -> None:
    """Other troops give way to a staff or train whose field is lost, where they are themselves."""
    given_up = _whole(game, game.state.elements[instead])
    place = given_up[-1].field
    for part in given_up:
        secrecy.tell(game, Lost(part.id, part.field, cite="WPR-ausfaelle-2"), (part.id,))
    secrecy.tell(game, TakenOver(lost.id, place, cite="WPR-ausfaelle-2"), (lost.id,))


def replacements(pack: Pack, known: Known, lost: Element, *, away: bool = False) -> list[str]:
    """Own combat elements that match a staff or train best; empty if there are none."""
    others = list(known.elements.values())
    if away:
        others = [one for one in others if one.field != lost.field and _has_room(pack, known, lost, one)]
    return _most_similar(pack, known, others, lost)


def _has_room(pack: Pack, known: Known, lost: Element, one: Element) -> bool:
    """Whether a staff or train could stand where another element is: on the ground, and on its ground."""
    carrier = known.elements.get(one.aboard)
    if not on_board(one) or (carrier is not None and not pack.models[carrier.model].is_vehicle):
        return False
    if pack.models[one.model].mobility == pack.models[lost.model].mobility:
        return True
    return terrain.is_free_ground(pack, known, terrain.gait_of(pack, lost), one.field)


@rule("WPR-ausfaelle-3")
def _most_similar(pack: Pack, known: Known, elements: Iterable[Element], lost: Element) -> list[str]:
    """By mobility and armour, by mobility, and then figures with a vehicle."""
    staff = pack.models[lost.model]
    own = [one for one in elements if one.side == lost.side and _fights(pack, known, one)]
    alike = [one for one in own if pack.models[one.model].mobility == staff.mobility and not one.aboard]
    same = [one for one in alike if pack.models[one.model].armour == staff.armour]
    motorised = [one for one in own if pack.models[one.model].is_figures and _vehicle_of(known, one)]
    return sorted(one.id for one in same or alike or motorised)


@rule("WPR-fahrzeuge-2", "WPR-kampffahrzeuge-1")
def _fights(pack: Pack, known: Known, element: Element) -> bool:
    """A land element on the board that is neither staff nor train.

    Combat vehicles fight by themselves, armed carriers too; what only transports or tows counts while it has
    combat troops with it.
    """
    model = pack.models[element.model]
    if not on_board(element) or element.guise or _is_staff(model):
        return False
    if model.is_base or (model.is_vehicle and model.is_mobile_gun):
        return True
    return model.is_vehicle and any(_fights(pack, known, one) for one in carried_by(known, element))


def _vehicle_of(known: Known, base: Element) -> Element | None:
    """The vehicle that belongs to a base, if it is still there and carries nobody else."""
    vehicle = known.elements.get(base.mate)
    if vehicle is None or not on_board(vehicle):
        return None
    return vehicle if all(one.id == base.id for one in carried_by(known, vehicle)) else None
