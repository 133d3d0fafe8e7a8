"""Loading and unloading of craft and aircraft, and the assault landing (Sturmlandung).

Craft load and unload at the bank like land vehicles, before they move; heavy material takes the whole turn.
In an assault landing combat vehicles, self-propelled mounts and pure figures leave a craft that has moved,
go one more field and fight. Figures may storm a field of the enemy straight from their craft.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from planspiel.kernel import Event, Game, Illegal, Order, Script, rule
from planspiel.systems.wiener2022 import crossing, crowding, entering, secrecy, step, storm, terrain
from planspiel.systems.wiener2022.activities import Activity, actor_refusal
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.catalogue import Model
from planspiel.systems.wiener2022.close_combat import Assault, fight
from planspiel.systems.wiener2022.pack import Pack
from planspiel.systems.wiener2022.ships import lands_directly, room_refusal
from planspiel.systems.wiener2022.state import (
    Element,
    Known,
    Position,
    at,
    elsewhere,
    enemies_at,
    load_of,
    on_board,
    put,
)
from planspiel.systems.wiener2022.view import WienerView
from planspiel.systems.wiener2022.walking import flames_refusal, foes_in, held_refusal

__all__ = [
    "ACTIVITIES",
    "BoatHoisted",
    "Disembark",
    "Disembarked",
    "Embark",
    "Embarked",
    "LowerBoat",
    "StormAshore",
    "disembark_refusal",
    "embark_refusal",
    "is_landed_at_once",
    "storm_ashore_refusal",
]

ASHORE = 1
"""Fields that troops may still go after an assault landing."""
MOST_TOGETHER = 3


class Embark(Order, frozen=True):
    """A base or vehicle goes aboard a craft or parked aircraft."""

    element: str
    craft: str


class Disembark(Order, frozen=True):
    """A base or vehicle leaves its craft or aircraft for a field."""

    element: str
    field: str


class StormAshore(Order, frozen=True):
    """Figures storm a field of the enemy from the craft beside it, or in its water."""

    elements: tuple[str, ...]
    field: str


class LowerBoat(Order, frozen=True):
    """A ship lowers one of its boats with a base of figures."""

    element: str


class Embarked(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} goes aboard {craft}."
    element: str
    craft: str
    heavy: bool

    def apply(self, state: Position) -> None:
        cargo, craft = state.elements[self.element], state.elements[self.craft]
        load = load_of(state, cargo)
        shown = elsewhere(cargo, craft.field)
        put(state, replace(shown, aboard=craft.id, joined=True, acted=self.heavy))
        for name in load:
            put(state, replace(state.elements[name], field=craft.field, located=False))
        put(state, replace(craft, joined=True, acted=craft.acted or self.heavy))


class Disembarked(Event[Position], frozen=True):
    """Out of its craft. Heavy material has used its turn; the others may go one field and fight."""

    said: ClassVar[str] = "{element} leaves {craft} for {field}."
    element: str
    craft: str
    field: str
    heavy: bool
    is_base: bool

    def apply(self, state: Position) -> None:
        cargo, craft = state.elements[self.element], state.elements[self.craft]
        load = load_of(state, cargo)
        out = replace(cargo, aboard="", field=self.field, moved=0, acted=self.heavy, split=self.is_base)
        put(state, replace(out, limit=0 if self.is_base else ASHORE, landed=True))
        for name in load:
            put(state, replace(state.elements[name], field=self.field))
        put(state, replace(craft, split=True, acted=craft.acted or self.heavy))


class StormedAshore(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} storms {field} from {craft}."
    element: str
    craft: str
    field: str

    def apply(self, state: Position) -> None:
        base, craft = state.elements[self.element], state.elements[self.craft]
        put(state, replace(base, aboard="", field=self.field, split=True, attacked=True, moved=1))
        put(state, replace(craft, split=True))


class BoatLowered(Event[Position], frozen=True):
    said: ClassVar[str] = "{element} goes into the boat {craft}."
    element: str
    craft: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], aboard=self.craft, joined=True, acted=True))


class BoatHoisted(Event[Position], frozen=True):
    """An empty boat is on the davits of its ship again."""

    said: ClassVar[str] = "{craft} takes its boat {element} aboard."
    element: str
    craft: str

    def apply(self, state: Position) -> None:
        put(state, replace(state.elements[self.element], fate="left", field=""))


# -- kinds of cargo ----------------------------------------------------------------------------------------


@rule("WPR-sturmlandung-1", "WPR-landungsboot-1")
def is_landed_at_once(model: Model) -> bool:
    """Combat vehicles, self-propelled mounts and pure figures are ready to fight when they leave a craft."""
    return model.is_pure_figures or model.is_combat_vehicle or model.is_self_propelled


@rule("WPR-luftlandetruppen-1")
def _is_carrier(model: Model) -> bool:
    """Craft, and aircraft on the ground, which troops use like land vehicles."""
    return model.is_watercraft or model.is_aircraft


def _beside(pack: Pack, known: Known, craft: Element, field: str) -> bool:
    """The field of the craft, if it holds land, or the next one over a side of it; of aircraft their own."""
    theatre = pack.theatre(known.scenario)
    if field not in theatre.board or not theatre.is_land(field):
        return False
    if field == craft.field or pack.models[craft.model].is_aircraft:
        return field == craft.field
    return theatre.board.distance(field, craft.field) == 1 and not theatre.board.is_diagonal(
        field, craft.field
    )


def _shore_refusal(pack: Pack, known: Known, craft: Element, field: str) -> Illegal | None:
    if not lands_directly(pack, known, craft):
        reason = "{craft} loads and unloads only at a pier, or by its boats."
        return Illegal(reason, "WPR-schiffe-klassen-5", craft=craft.id)
    if not _beside(pack, known, craft, field):
        return Illegal("{craft} is not at {field}.", "WPR-schiffe-laden-1", craft=craft.id, field=field)
    return None


@rule("WPR-panzergrenadiere-3")
def _pinned_refusal(element: Element, craft: Element) -> Illegal | None:
    pinned = element if element.pinned else craft if craft.pinned else None
    if pinned is None:
        return None
    reason = "{element} is pinned: nobody goes aboard or ashore."
    return Illegal(reason, "WPR-panzergrenadiere-3", element=pinned.id)


# -- loading -----------------------------------------------------------------------------------------------


def embark_refusal(pack: Pack, known: Known, order: Embark) -> Illegal | None:
    """Why somebody may not go aboard."""
    for name in (order.element, order.craft):
        refusal = actor_refusal(known, known.active, name)
        if refusal is not None:
            return refusal
    cargo, craft = known.elements[order.element], known.elements[order.craft]
    if not _is_carrier(pack.models[craft.model]) or craft.height or not on_board(craft):
        return Illegal("{element} is no craft.", "WPR-schiffe-laden-1", element=craft.id)
    boat = known.elements.get(cargo.aboard)
    if not on_board(cargo) or (boat is not None and not _is_boat(pack, boat)):
        return Illegal("{element} is neither ashore nor in a boat.", "WPR-schiffe-laden-1", element=cargo.id)
    return (
        _busy_refusal(pack, cargo, craft)
        or _pinned_refusal(cargo, craft)
        or (
            _shore_refusal(pack, known, craft, cargo.field)
            if boat is None
            else _alongside_refusal(pack, cargo, boat, craft)
        )
        or room_refusal(pack, known, craft, cargo)
    )


def _is_boat(pack: Pack, craft: Element) -> bool:
    return pack.models[craft.model].kind in ("boat", "raft")


@rule("WPR-schiffe-klassen-5", "WPR-schiffe-klassen-X2", "WPR-schiffe-laden-2")
def _alongside_refusal(pack: Pack, cargo: Element, boat: Element, ship: Element) -> Illegal | None:
    """At sea as off the coast: figures by boat, from the field of the ship, before either craft moves."""
    if pack.models[ship.model].kind != "ship" or boat.field != ship.field:
        return Illegal(
            "{craft} is no ship beside {boat}.", "WPR-schiffe-klassen-5", craft=ship.id, boat=boat.id
        )
    if not pack.models[cargo.model].is_figures:
        reason = "Only figures go aboard from a boat; {element} needs a pier."
        return Illegal(reason, "WPR-schiffe-klassen-5", element=cargo.id)
    if boat.moved or boat.acted:
        return Illegal("{element} has moved or is at work.", "WPR-schiffe-laden-2", element=boat.id)
    return _pinned_refusal(cargo, boat)


@rule("WPR-schiffe-laden-2", "WPR-entladen-1")
def _busy_refusal(pack: Pack, cargo: Element, craft: Element) -> Illegal | None:
    """Loading comes before the craft moves; heavy material needs a turn in which it does nothing else."""
    if craft.moved or craft.acted:
        return Illegal("{element} has moved or is at work.", "WPR-schiffe-laden-2", element=craft.id)
    busy = cargo.shot or cargo.worked or cargo.attacked or cargo.acted or cargo.split or cargo.joined
    most = ASHORE if pack.models[cargo.model].is_pure_figures else 0
    if busy or cargo.moved > most:
        return Illegal("{element} has already done something else.", "WPR-entladen-1", element=cargo.id)
    return None


def _embark(game: Game[Position], order: Embark) -> Script[None]:
    cargo = game.state.elements[order.element]
    heavy = not game.pack.models[cargo.model].is_pure_figures
    cite = "WPR-entladen-1" if heavy else "WPR-schiffe-laden-1"
    event = Embarked(cargo.id, order.craft, heavy, cite=cite)
    secrecy.tell(game, event, (cargo.id,))
    if not cargo.aboard:
        entering.abandoned(game, cargo.field)
    elif cargo.aboard.startswith(f"{order.craft}w"):
        hoisted = BoatHoisted(cargo.aboard, order.craft, cite="WPR-schiffe-klassen-5")
        witnesses = secrecy.who_sees_all(game, (cargo.aboard, order.craft))
        secrecy.tell(game, hoisted, (cargo.aboard, order.craft), witnesses=witnesses)
    return
    yield


def _embark_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Embark]:
    model, boat = pack.models[element.model], view.elements.get(element.aboard)
    if not (model.is_base or model.is_vehicle) or element.split or element.shot:
        return
    if boat is not None and not _is_boat(pack, boat):
        return
    for field in (element.field, *pack.theatre(view.scenario).board.neighbours(element.field)):
        for craft in at(view, field):
            if craft.side == element.side and _is_carrier(pack.models[craft.model]):
                order = Embark(element.id, craft.id)
                if embark_refusal(pack, view, order) is None:
                    yield order


# -- unloading ---------------------------------------------------------------------------------------------


def disembark_refusal(pack: Pack, known: Known, order: Disembark) -> Illegal | None:
    """Why somebody may not leave his craft for a field."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    cargo = known.elements[order.element]
    craft = known.elements.get(cargo.aboard)
    if craft is None or not on_board(craft) or not _is_carrier(pack.models[craft.model]):
        return Illegal("{element} is on no craft.", "WPR-schiffe-laden-1", element=cargo.id)
    return (
        _late_refusal(pack, cargo, craft)
        or _pinned_refusal(cargo, craft)
        or _shore_refusal(pack, known, craft, order.field)
        or _foes_refusal(pack, known, cargo, order.field)
        or _ground_refusal(pack, known, cargo, order.field)
    )


@rule("WPR-schiffe-laden-2", "WPR-sturmlandung-1")
def _late_refusal(pack: Pack, cargo: Element, craft: Element) -> Illegal | None:
    """After the craft has moved only an assault landing is possible; who has just gone aboard stays."""
    if cargo.joined or cargo.shot or cargo.acted or cargo.attacked:
        return Illegal("{element} has already done something else.", "WPR-entladen-1", element=cargo.id)
    if pack.models[craft.model].is_aircraft:
        return None
    if craft.moved and not is_landed_at_once(pack.models[cargo.model]):
        reason = "{craft} has moved: {element} can be unloaded only before that."
        return Illegal(reason, "WPR-schiffe-laden-2", craft=craft.id, element=cargo.id)
    if craft.acted and not is_landed_at_once(pack.models[cargo.model]):
        return Illegal("{element} has used up its turn.", "WPR-entladen-1", element=craft.id)
    return None


@rule("WPR-felder-besetzt-4", "WPR-panzernahbekaempfung-X1")
def _foes_refusal(pack: Pack, known: Known, cargo: Element, field: str) -> Illegal | None:
    """No field of the enemy, who would have to be stormed.

    Our reading: out of a craft that shares its field with enemy vehicles alone figures get out like those of
    a land vehicle, to fight them.
    """
    if field == cargo.field and pack.models[cargo.model].is_base:
        foes = foes_in(known, cargo, field)
        if all(pack.models[foe.model].is_vehicle for foe in foes):
            return None
    return held_refusal(known, cargo, field)


@rule("WPR-schiffe-klassen-3", "WPR-schwimmen-1")
def _ground_refusal(pack: Pack, known: Known, cargo: Element, field: str) -> Illegal | None:
    """Ground on which it can stand."""
    if not terrain.is_free_ground(pack, known, terrain.gait_of(pack, cargo), field):
        reason = "{element} cannot stand in {field}."
        return Illegal(reason, "WPR-gelaende-4", element=cargo.id, field=field)
    return flames_refusal(known, field) or crowding.end_refusal(pack, known, cargo, field)


@rule("WPR-luftlandung-4", "WPR-luftlandung-5", "WPR-entladen-1", "WPR-felder-besetzt-4")
def _disembark(game: Game[Position], order: Disembark) -> Script[None]:
    """Whoever waits for the landing reacts as to any other step; enemies unknown until then keep it off."""
    cargo = game.state.elements[order.element]
    craft = game.state.elements[cargo.aboard]
    is_ashore = order.field != craft.field
    if is_ashore and not crossing.is_free(game, craft.id, order.field):
        return
    if is_ashore and entering.kindle(game, cargo, order.field):
        return
    model = game.pack.models[cargo.model]
    heavy = not is_landed_at_once(model)
    cite = "WPR-entladen-1" if heavy else "WPR-sturmlandung-1"
    event = Disembarked(cargo.id, craft.id, order.field, heavy, model.is_base, cite=cite)
    secrecy.tell(game, event, (cargo.id,))
    if order.field == craft.field:
        yield from step.set_down(game, (cargo.id,), order.field)
    else:
        yield from step.window(game, (Step(cargo.id, craft.field, order.field, (craft.field,)),))


def _disembark_options(pack: Pack, view: WienerView, element: Element) -> Iterator[Disembark]:
    craft = view.elements.get(element.aboard)
    if craft is None or not _is_carrier(pack.models[craft.model]):
        return
    for field in (craft.field, *pack.theatre(view.scenario).board.neighbours(craft.field)):
        order = Disembark(element.id, field)
        if disembark_refusal(pack, view, order) is None:
            yield order


# -- the assault from the water ----------------------------------------------------------------------------


def storm_ashore_refusal(pack: Pack, known: Known, order: StormAshore) -> Illegal | None:
    """Why these figures may not storm a field from their craft."""
    if not order.elements or len(set(order.elements)) != len(order.elements):
        return Illegal("Name the bases that attack, each once.", "WPR-ueberlegenheitsangriff-1")
    for name in order.elements:
        refusal = _stormer_refusal(pack, known, name, order.field)
        if refusal is not None:
            return refusal
    return storm.target_refusal(pack, known, order.field)


@rule("WPR-sturmlandung-1", "WPR-schiffe-laden-4")
def _stormer_refusal(pack: Pack, known: Known, name: str, field: str) -> Illegal | None:
    """Pure figures on a craft that can land them, beside the field, or in it already if it is part water."""
    refusal = actor_refusal(known, known.active, name)
    if refusal is not None:
        return refusal
    base = known.elements[name]
    craft = known.elements.get(base.aboard)
    if craft is None or not on_board(craft) or not pack.models[craft.model].is_watercraft:
        return Illegal("{element} is on no craft.", "WPR-schiffe-laden-1", element=name)
    if not pack.models[base.model].may_attack:
        reason = "{element} cannot attack in close combat."
        return Illegal(reason, "WPR-infanterist-einsatz-2", element=name)
    refusal = _late_refusal(pack, base, craft) or _pinned_refusal(base, craft)
    refusal = refusal or _shore_refusal(pack, known, craft, field)
    if refusal is not None:
        return refusal
    if not terrain.is_free_ground(pack, known, terrain.gait_of(pack, base), field):
        return Illegal("{element} cannot stand in {field}.", "WPR-gelaende-4", element=name, field=field)
    return flames_refusal(known, field)


@rule("WPR-sturmlandung-1", "WPR-schiffe-laden-3")
def _storm_ashore(game: Game[Position], order: StormAshore) -> Script[None]:
    """They leave the craft and fight; beaten, they may flee back aboard, which counts as a field."""
    bases = [game.state.elements[name] for name in order.elements]
    outside = [base for base in bases if base.field != order.field]
    if outside and entering.kindle(game, outside[0], order.field):
        return
    steps = []
    for name in order.elements:
        base = game.state.elements[name]
        steps.append(Step(name, base.field, order.field))
        event = StormedAshore(name, base.aboard, order.field, cite="WPR-sturmlandung-1")
        secrecy.tell(game, event, (name, *storm.who_meets(game.state, order.field)))
    yield from storm.barriers(game, steps)
    starts = tuple(one.start for one in steps)
    yield from fight(game, Assault(game.state.active, order.field, order.elements, starts))


def _storm_options(pack: Pack, view: WienerView, element: Element) -> Iterator[StormAshore]:
    craft = view.elements.get(element.aboard)
    if craft is None or not pack.models[craft.model].is_watercraft:
        return
    for field in (craft.field, *pack.theatre(view.scenario).board.neighbours(craft.field)):
        if not enemies_at(view, field, element.side):
            continue
        alone = StormAshore((element.id,), field)
        if storm_ashore_refusal(pack, view, alone) is None:
            yield alone
            yield from _together(pack, view, element, field)


def _together(pack: Pack, view: WienerView, element: Element, field: str) -> Iterator[StormAshore]:
    helpers = [
        other.id
        for near in (field, *pack.theatre(view.scenario).board.neighbours(field))
        for other in at(view, near)
        if other.side == element.side and other.id > element.id
        if _stormer_refusal(pack, view, other.id, field) is None
    ]
    for size in range(1, MOST_TOGETHER):
        for mates in combinations(helpers, size):
            yield StormAshore((element.id, *mates), field)


# -- ship's boats ------------------------------------------------------------------------------------------


@rule("WPR-schiffe-klassen-5", "WPR-schiffe-klassen-8", "WPR-schiffe-klassen-X2")
def lower_refusal(pack: Pack, known: Known, order: LowerBoat) -> Illegal | None:
    """Figures only, before the ship moves, and no more boats than the ship has room for units."""
    refusal = actor_refusal(known, known.active, order.element)
    if refusal is not None:
        return refusal
    base = known.elements[order.element]
    ship = known.elements.get(base.aboard)
    if ship is None or not on_board(ship) or not pack.models[ship.model].has("ship_boats"):
        return Illegal("{element} is on no ship with boats.", "WPR-schiffe-klassen-5", element=base.id)
    if not pack.models[base.model].is_figures:
        reason = "Only figures go ashore by boat; {element} needs a pier."
        return Illegal(reason, "WPR-schiffe-klassen-5", element=base.id)
    if ship.moved or ship.acted or base.joined or base.acted:
        return Illegal("{element} has moved or is at work.", "WPR-schiffe-laden-2", element=ship.id)
    boats = [one for name, one in known.elements.items() if name.startswith(f"{ship.id}w") and on_board(one)]
    if len(boats) >= pack.models[ship.model].capacity:
        return Illegal("All boats of {element} are in the water.", "WPR-schiffe-klassen-5", element=ship.id)
    return _pinned_refusal(base, ship)


def _lower(game: Game[Position], order: LowerBoat) -> Script[None]:
    ship = game.state.elements[game.state.elements[order.element].aboard]
    boat = crossing.launch(game, ship.id, "ships_boat", ship.field, "WPR-schiffe-klassen-5")
    event = BoatLowered(order.element, boat, cite="WPR-schiffe-klassen-X2")
    secrecy.tell(game, event, (order.element,))
    return
    yield


def _lower_options(pack: Pack, view: WienerView, element: Element) -> Iterator[LowerBoat]:
    if element.aboard and lower_refusal(pack, view, LowerBoat(element.id)) is None:
        yield LowerBoat(element.id)


ACTIVITIES: dict[type[Order], Activity] = {
    Embark: Activity("other", _embark_options, embark_refusal, _embark),
    Disembark: Activity("other", _disembark_options, disembark_refusal, _disembark),
    StormAshore: Activity("other", _storm_options, storm_ashore_refusal, _storm_ashore),
    LowerBoat: Activity("other", _lower_options, lower_refusal, _lower),
}
