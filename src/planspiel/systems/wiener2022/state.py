"""The position: elements with their markers, fields with theirs, and what is going on at the moment.

Records are frozen, tables are plain dicts. `Known` is what rules read: the true position when an order is
carried out, a seat's view when an order is judged. Both have the same tables, so one function serves both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Protocol

from msgspec import field, structs

from planspiel.kernel import Public, Seat, Secret, Side, State, known_to, rule
from planspiel.systems.wiener2022.records import (
    BLUE,
    RED,
    SIDES,
    Barrage,
    Barrier,
    BarrierKind,
    Bridge,
    BridgeKind,
    Charge,
    Conduct,
    Cover,
    Earthwork,
    Element,
    Fate,
    Ghost,
    Heard,
    March,
    Mission,
    Mover,
    Phase,
    Picture,
    Screen,
    Standing,
    Stock,
    Token,
    Wreck,
)

__all__ = [
    "BLUE",
    "RED",
    "SIDES",
    "Barrage",
    "Barrier",
    "BarrierKind",
    "Bridge",
    "BridgeKind",
    "Charge",
    "Conduct",
    "Cover",
    "Earthwork",
    "Element",
    "Fate",
    "Ghost",
    "Heard",
    "Known",
    "March",
    "Mission",
    "Mover",
    "Phase",
    "Picture",
    "Position",
    "Screen",
    "Standing",
    "Stock",
    "Token",
    "Wreck",
    "at",
    "carried_by",
    "carriers_of",
    "cover_of",
    "elsewhere",
    "enemies_at",
    "enemy_of",
    "holders_at",
    "is_located",
    "is_unknown",
    "load_of",
    "located",
    "on_board",
    "own_at",
    "places",
    "put",
    "seat_of",
    "seats_of",
    "standing_of",
    "trail_of",
    "under_cover",
]


class Position(State, kw_only=True, dict=True):
    scenario: Annotated[str, Public]
    options: Annotated[dict[str, bool | int | str], Public] = field(default_factory=dict)
    seats: Annotated[dict[Seat, tuple[Side, ...]], Public] = field(default_factory=dict)
    # Time
    active: Annotated[Side, Public] = BLUE
    """Whose half-turn it is."""
    half: Annotated[int, Public] = 0
    """Half-turns since the start, counted from 1."""
    phase: Annotated[Phase, Public] = ""
    night: Annotated[bool, Public] = False
    dawn: Annotated[bool, Public] = False
    """Night turned to day at the start of this turn."""
    # Elements
    elements: Annotated[dict[str, Element], known_to("owner, and whoever detects them")] = field(
        default_factory=dict
    )
    stock: Annotated[dict[str, Stock], Secret] = field(default_factory=dict)
    standing: Annotated[dict[Seat, Conduct], Secret] = field(default_factory=dict)
    """What a player has told all his elements to do."""
    conduct: Annotated[dict[str, Conduct], Secret] = field(default_factory=dict)
    """What single elements have been told otherwise."""
    tokens: Annotated[dict[str, Token], known_to("owner; the enemy sees numbers")] = field(
        default_factory=dict
    )
    ghosts: Annotated[dict[str, Ghost], Secret] = field(default_factory=dict)
    """By `side/element`."""
    shown: Annotated[dict[str, str], Public] = field(default_factory=dict)
    """Partly hidden play: elements of the defender that have been placed on the board, and in which field."""
    heard: Annotated[dict[str, Heard], Secret] = field(default_factory=dict)
    """By `side/field`."""
    # Fields
    smoke: Annotated[dict[str, Screen], Public] = field(default_factory=dict)
    light: Annotated[dict[str, Screen], Public] = field(default_factory=dict)
    earthworks: Annotated[dict[str, Earthwork], known_to("whoever dug them or sees them")] = field(
        default_factory=dict
    )
    barriers: Annotated[dict[str, Barrier], known_to("owner, and whoever saw or met them")] = field(
        default_factory=dict
    )
    old_barriers: Annotated[dict[str, Barrier], known_to("whoever found or removed them")] = field(
        default_factory=dict
    )
    """Found or removed unseen: their owner goes on believing in them as they were."""
    unseen_barriers: Annotated[tuple[str, ...], Secret] = ()
    """Built in play, and not seen by the enemy yet; their owner cannot tell which these are."""
    barrages: Annotated[dict[str, Barrage], Secret] = field(default_factory=dict)
    charges: Annotated[dict[str, Charge], Secret] = field(default_factory=dict)
    bridges: Annotated[dict[str, Bridge], known_to("whoever looks at them")] = field(default_factory=dict)
    """By field, or by edge for narrow waters."""
    pictures: Annotated[dict[str, Picture], Secret] = field(default_factory=dict)
    """By `side/place`: what a side believes of a bridge, road or bunker that has changed out of its sight."""
    wrecks: Annotated[dict[str, Wreck], Public] = field(default_factory=dict)
    ruins: Annotated[tuple[str, ...], known_to("whoever looks at them")] = ()
    """Fields with a destroyed bunker, which stands there like a building."""
    broken: Annotated[tuple[str, ...], known_to("whoever looks at them")] = ()
    """Corduroy roads and airfields that must be repaired before use."""
    lifted: Annotated[tuple[str, ...], Public] = ()
    """Fields whose smoke was removed in, or directly before, this half-turn."""
    tried: Annotated[tuple[str, ...], Public] = ()
    """What may not be tried again in this half-turn: `smoke/3,4`, `light/3,4`."""
    fired_kinds: Annotated[tuple[str, ...], Public] = ()
    """Weapon kinds that have fired from a field in this half-turn: `3,4/mg`."""
    achieved: Annotated[tuple[str, ...], known_to("owner; in open play all")] = ()
    """Goals of missions that have been reached: `blue/1`."""
    # What is going on
    march: Annotated[March | None, known_to("owner; the enemy sees who moves, not where to")] = None
    requested: Annotated[tuple[Side, ...], known_to("owner; the request of the active party is open")] = ()
    """Who has requested aircraft in this half-turn."""
    flights: Annotated[dict[str, str], Public] = field(default_factory=dict)
    """Tasks announced for aircraft in this air phase, as the air chapters write them."""

    @property
    def by_field(self) -> dict[str, Sequence[Element]]:
        """Who is where: follows from the elements, and `put` keeps it up to date.

        Not to be listed field by field: in which order fields stand here depends on how the game went.
        """
        found: dict[str, Sequence[Element]] | None = self.__dict__.get("by_field")
        if found is None:
            found = vars(self)["by_field"] = places(self.elements)
        return found

    @cached_property
    def dummies(self) -> tuple[str, ...]:
        """The elements that are none, lost ones included; `put` has them looked up anew."""
        return tuple(name for name, element in self.elements.items() if element.guise)


class Known(Protocol):
    """What a rule may read: the position, or what a seat knows of it."""

    @property
    def scenario(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def half(self) -> int: ...
    @property
    def active(self) -> Side: ...
    @property
    def phase(self) -> Phase: ...
    @property
    def night(self) -> bool: ...
    @property
    def dawn(self) -> bool: ...
    @property
    def options(self) -> Mapping[str, bool | int | str]: ...
    @property
    def elements(self) -> Mapping[str, Element]: ...
    @property
    def by_field(self) -> Mapping[str, Sequence[Element]]: ...
    @property
    def stock(self) -> Mapping[str, Stock]: ...
    @property
    def smoke(self) -> Mapping[str, Screen]: ...
    @property
    def light(self) -> Mapping[str, Screen]: ...
    @property
    def earthworks(self) -> Mapping[str, Earthwork]: ...
    @property
    def barriers(self) -> Mapping[str, Barrier]: ...
    @property
    def barrages(self) -> Mapping[str, Barrage]: ...
    @property
    def charges(self) -> Mapping[str, Charge]: ...
    @property
    def bridges(self) -> Mapping[str, Bridge]: ...
    @property
    def wrecks(self) -> Mapping[str, Wreck]: ...
    @property
    def ruins(self) -> tuple[str, ...]: ...
    @property
    def broken(self) -> tuple[str, ...]: ...
    @property
    def lifted(self) -> tuple[str, ...]: ...
    @property
    def tried(self) -> tuple[str, ...]: ...
    @property
    def fired_kinds(self) -> tuple[str, ...]: ...
    @property
    def heard(self) -> Mapping[str, Heard]: ...
    @property
    def march(self) -> March | None: ...
    @property
    def requested(self) -> tuple[Side, ...]: ...
    @property
    def flights(self) -> Mapping[str, str]: ...


def enemy_of(side: Side) -> Side:
    return RED if side == BLUE else BLUE


def is_unknown(state: Position, barrier: Barrier) -> bool:
    """Whether the enemy does not know of a barrier: it is on the secret map, or was built unseen."""
    return barrier.hidden or barrier.id in state.unseen_barriers


def on_board(element: Element) -> bool:
    return element.fate == "board"


def places(elements: Mapping[str, Element]) -> dict[str, Sequence[Element]]:
    """The elements on the board by field, in id order, those aboard others included."""
    found: dict[str, list[Element]] = {}
    for element in elements.values():
        if element.fate == "board":
            found.setdefault(element.field, []).append(element)
    for there in found.values():
        there.sort(key=lambda one: one.id)
    return dict(found)


def put(state: Position, element: Element) -> None:
    """Lay a changed element on the table. Every event that changes an element does it with this."""
    before = state.elements.get(element.id)
    state.elements[element.id] = element
    vars(state).pop("detected", None)  # who sees whom is looked up anew
    if element.guise:
        vars(state).pop("dummies", None)
    there = state.__dict__.get("by_field")
    if there is None:
        return
    if before is not None and before.fate == "board":  # lists are made anew, because views share them
        there[before.field] = [other for other in there[before.field] if other.id != element.id]
    if element.fate == "board":
        there[element.field] = sorted((*there.get(element.field, ()), element), key=lambda one: one.id)


def elsewhere(element: Element, field_: str) -> Element:
    """An element that has left its field for another: what stood for staying there is gone."""
    return structs.replace(
        element,
        field=field_,
        position=False,
        camouflaged=False,
        hidden=False,
        combed=False,
        located=False,
        off_road=False,
        on_pontoons=False,
        came_from="",
        raft_made=False,
    )


def trail_of(element: Element) -> tuple[str, ...]:
    """The fields an element has been in on its way in this half-turn, to the one where it is now."""
    trail = element.trail
    return trail if trail and trail[-1] == element.field else (*trail, element.field)


def cover_of(element: Element) -> Cover:
    """How an element was concealed where it set out, or is as long as it has not."""
    if element.trail:
        return element.cover
    return "hiding" if element.hidden else "net" if element.camouflaged else ""


@rule("WPR-tarnen-6")
def under_cover(element: Element, cover: Cover) -> Element:
    """A mover as it was where it set out: under its net, or hiding."""
    return structs.replace(element, camouflaged=cover == "net", hidden=cover == "hiding")


def at(known: Known, field_: str) -> Sequence[Element]:
    """Everything in a field, passengers and towed weapons included, in id order."""
    return known.by_field.get(field_, ())


def own_at(known: Known, field_: str, side: Side) -> list[Element]:
    return [element for element in at(known, field_) if element.side == side]


def enemies_at(known: Known, field_: str, side: Side) -> list[Element]:
    return [element for element in at(known, field_) if element.side != side]


@rule("WPR-durchkaemmen-1", "WPR-tarnen-5")
def holders_at(known: Known, field_: str, side: Side) -> list[Element]:
    """Enemies who hold a field against a side. Hidden figures do not: who comes shares the field with them,
    and neither is attacked before they are found or show themselves."""
    return [element for element in enemies_at(known, field_, side) if not element.hidden]


def carried_by(known: Known, carrier: Element) -> list[Element]:
    """Who is mounted on, towed by or loaded into an element."""
    if carrier.fate == "board":
        return [element for element in at(known, carrier.field) if element.aboard == carrier.id]
    return [element for element in known.elements.values() if element.aboard == carrier.id]


@rule("WPR-artillerieaufklaerung-4")
def is_located(known: Known, element: Element) -> bool:
    """Whether an element has a reconnaissance marker: it stays on a weapon that is limbered in its field."""
    return element.located or any(one.located for one in carried_by(known, element))


def located(known: Known, side: Side) -> frozenset[str]:
    """The elements of a side with a reconnaissance marker, and the vehicles of limbered ones."""
    marked = [one for one in known.elements.values() if one.located and one.side == side]
    return frozenset(name for one in marked for name in (one.id, one.aboard) if name)


@rule("WPR-aufsitzen-1")
def load_of(known: Known, carrier: Element) -> tuple[str, ...]:
    """Everybody who goes where a carrier goes: those aboard, and whom they carry in turn.

    Events look for them here and do not name them: the enemy who sees a carrier does not see into it.
    """
    direct = carried_by(known, carrier)
    return tuple(name for one in direct for name in (one.id, *load_of(known, one)))


@rule("WPR-fahrzeuge-3", "WPR-faehren-3")
def carriers_of(known: Known, element: Element) -> list[Element]:
    """All with whom somebody aboard is one element: his vehicle, and the craft or aircraft that it is on."""
    found: list[Element] = []
    carrier = known.elements.get(element.aboard)
    while carrier is not None:
        found.append(carrier)
        carrier = known.elements.get(carrier.aboard)
    return found


USUAL = Standing()
"""The standing orders of a player who has given none."""


def standing_of(state: Position, seat: Seat) -> Standing:
    """A player's standing orders, for all his elements and for single ones."""
    general, sides = state.standing.get(seat), state.seats.get(seat, ())
    if general is None and not state.conduct:
        return USUAL
    elements = {name: one for name, one in state.conduct.items() if state.elements[name].side in sides}
    return Standing(**structs.asdict(general or Conduct()), elements=elements)


def seat_of(state: Position, side: Side) -> Seat:
    """The player who decides for a side."""
    for seat, sides in state.seats.items():
        if side in sides:
            return seat
    raise LookupError(f"nobody decides for {side}")


def seats_of(state: Position, side: Side) -> tuple[Seat, ...]:
    """The players who command a side: the audience of what the enemy may not see."""
    return tuple(seat for seat, sides in state.seats.items() if side in sides)
