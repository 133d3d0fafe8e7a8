"""The records of a position: elements, what lies on fields, marches, standing orders. All are frozen."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct, field

from planspiel.kernel import Side

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
    "March",
    "Mission",
    "Mover",
    "Phase",
    "Picture",
    "Screen",
    "Standing",
    "Stock",
    "Token",
    "Wreck",
]

BLUE: Final = Side("blue")
RED: Final = Side("red")
SIDES: Final = (BLUE, RED)

Phase = Literal["", "air", "indirect", "other"]
Fate = Literal["due", "reserve", "board", "left", "lost"]
"""Still to come or to be placed; an aircraft or ship that is not over the field; on the board; over the edge;
destroyed, captured or scattered."""
Cover = Literal["", "net", "hiding"]
Mission = Literal["", "granted", "tied", "driven_off", "flown", "declined"]
"""What an aircraft does in this half-turn."""
BarrierKind = Literal[
    "at_mine",
    "ap_mine",
    "wire",
    "crater",
    "ditch",
    "teeth",
    "hedgehog",
    "wall",
    "barricade",
    "trap",
    "flame",
    "trees",
]
BridgeKind = Literal["engineer", "tank", "wood", "solid"]


class Element(Struct, frozen=True, omit_defaults=True):
    """The smallest thing that acts, is hit and is lost: a base, a vehicle, an aircraft, a craft, a bunker.

    A base and its own vehicle are two elements (`mate`). While the base is `aboard` they act and are hit as
    one: then only the vehicle's ledger and place count, and both have the same field.
    """

    id: str
    side: Side
    model: str
    """Its model in the catalogue."""
    label: str = ""
    """What the order of battle calls it: `2. Kompanie`."""
    mate: str = ""
    """The other part of its unit: a base's own vehicle, a vehicle's own base."""
    fate: Fate = "due"
    field: str = ""
    due: int = 0
    """The first turn in which it may enter."""
    aboard: str = ""
    """The vehicle, craft or aircraft that carries or tows it."""
    facing: int = -1
    """A bunker's arc: direction 0 to 7; -1 is all round."""
    guise: str = ""
    """A dummy: the model that the enemy takes it for."""
    elite: tuple[str, ...] = ()
    """Which elite rules of the scenario hold for it: `fire`, `close`, `losses`."""
    loss: int = 0
    """The loss roll that removes it; 0 is the usual one, 7 never."""
    value: int = 0
    """Condition and combat value by scenario: added to its fire and close combat."""
    ammunition: int = -1
    """Shots left; -1 is without limit."""
    fuel: int = -1
    """Fields that it can still drive; -1 is without limit."""
    zone: str = ""
    """Where its owner may place it, or where it enters the board."""
    # Markers
    pinned: int = 0
    """Level 3 to 6; 0 is not pinned."""
    position: bool = False
    """Has a position marker (Stellung)."""
    no_position: bool = False
    """Has evaded: no position marker in its next own half-turn."""
    camouflaged: bool = False
    located: bool = False
    """Has a reconnaissance marker: the enemy knows where it fires from."""
    hidden: bool = False
    """Hides in a wood or a town."""
    combed: bool = False
    """Was missed by a combing: not to be found by another one until it does something."""
    self_smoke: bool = False
    fled: bool = False
    """Has fled in this turn."""
    fled_pinned: bool = False
    """Is still pinned by a flight: may not remount."""
    fought: bool = False
    """Has fought in close combat: cannot hide any more."""
    fired_in: int = -9
    """The half-turn in which it last fired."""
    broken: bool = False
    """A bridge layer without its bridge."""
    on_pontoons: bool = False
    """Engineers after a failed bridge: they are in the water field, and `came_from` is their bank."""
    raft: bool = False
    """Carries a raft overland."""
    raft_made: bool = False
    """Figures whose raft waits in their field for a vehicle."""
    # The ledger of its turn
    moved: int = 0
    """Fields covered in this turn."""
    limit: int = 0
    """The lowest speed that a part of its move allowed; 0 as long as it has not moved."""
    lights: bool | None = None
    """Drives with headlights, or without; None as long as it has not driven."""
    in_smoke: bool = False
    """Has driven through smoke: if it fires, half its speed at night is the most it may cover."""
    trail: tuple[str, ...] = ()
    """The fields it has moved through, the one it set out from first; empty as long as it has not moved."""
    cover: Cover = ""
    """How it was concealed where it set out."""
    shot: bool = False
    overran: bool = False
    """Its fire was an overrun: it may use its whole terrain speed."""
    worked: bool = False
    attacked: bool = False
    split: bool = False
    """Was separated from its vehicle in this turn."""
    landed: bool = False
    """Has left a craft or aircraft in this turn, perhaps in the field where that lies."""
    joined: bool = False
    """Was united with its vehicle in this turn."""
    acted: bool = False
    """Has used up its turn in another way."""
    ready: bool = True
    """With command delay: an order has reached it."""
    alerted: int = 0
    """With command delay: the turn from which it may act."""
    off_road: bool = False
    """Stands beside the road of its field."""
    came_from: str = ""
    """Stopped by an obstacle: the field it came from, whither alone it may leave.

    Its own field if it came out of the air or off a craft there: then it leaves only aboard one.
    """
    # In the air
    mission: Mission = ""
    height: Literal["", "low", "high"] = ""
    flak_used: int = -1
    """The turn in which this flak weapon made its real counter-move."""


class Screen(Struct, frozen=True, omit_defaults=True):
    """Smoke or light on a field: who laid it in which half-turn, and whether it is being fed."""

    side: Side | None
    """Nobody's: natural fog."""
    half: int = 0
    fed: bool = False


class Earthwork(Struct, frozen=True, omit_defaults=True):
    """A field position: work turns done (two make it), and who captured it in which half-turn."""

    turns: int = 1
    captured: int = -1
    side: Side | None = None
    """Who dug it; in hidden play only he knows of it until it is seen. Nobody's is known to all."""
    seen: bool = False
    """In hidden play the enemy has found it."""
    dug_in: int = -1
    """The half-turn in which work on it was last done."""


class Barrier(Struct, frozen=True, omit_defaults=True):
    """One line of mines, wire or obstacles in a field. It acts only against the enemy of its side."""

    id: str
    kind: BarrierKind
    field: str
    side: Side
    hidden: bool = False
    """On the secret barrier map: the enemy does not know of it."""
    until: int = -1
    """A flame obstacle burns to the end of this half-turn; before it is lit this is -1."""
    stops: tuple[str, ...] = ()
    """Of a barricade or trap: the mobilities that it stops."""
    plus: int | None = None
    """Of a trap: the plus on its effect die; None if it only stops."""


class Barrage(Struct, frozen=True, omit_defaults=True):
    """Prepared fire on one field, for the enemy's next half-turn."""

    id: str
    side: Side
    field: str
    weapons: tuple[str, ...]
    half: int
    """The half-turn in which it holds."""
    struck: tuple[str, ...] = ()
    """Who has already suffered it."""
    is_falling: bool = False
    """Just now; whom it forces off a vehicle does not set it off again."""


class Charge(Struct, frozen=True, omit_defaults=True):
    """A prepared demolition."""

    id: str
    side: Side
    field: str
    against: Literal["bridge", "building", "trees", "bunker", "ground"]
    hidden: bool = True
    tried: int = -1
    """The half-turn of the last try in the own half-turn."""
    bridge: str = ""
    """Which bridge it blows, if several lead over its field and its edges (`a|b`)."""


class Bridge(Struct, frozen=True, omit_defaults=True):
    """A bridge that leads over a field, or over the edge of one (`a|b`)."""

    kind: BridgeKind
    axis: Literal["", "NS", "EW"] = ""
    intact: bool = True
    closed_until: int = -1
    """The last half-turn in which a hit keeps it closed."""
    set_of: str = ""
    """The engineer vehicle or bridge layer whose bridge set it is."""


class Picture(Struct, frozen=True, omit_defaults=True):
    """How a side last saw a place whose works have changed since then."""

    bridge: Bridge | None = None
    broken: bool = False
    ruin: bool = False


class Wreck(Struct, frozen=True, omit_defaults=True):
    """A knocked-out model that blocks a narrows."""

    model: str
    side: Side
    hidden: bool = False
    """Knocked out unseen: the enemy does not know of it until he meets it."""


class Stock(Struct, frozen=True, omit_defaults=True):
    """What an engineer vehicle carries."""

    at_mine: int = 0
    ap_mine: int = 0
    crater: int = 0
    demolition: int = 0
    wire: int = 0
    boat: int = 0
    bridge: int = 0

    def of(self, kind: str) -> int:
        found: int = getattr(self, kind)
        return found


class Token(Struct, frozen=True, omit_defaults=True):
    """A numbered token of partly hidden play: an element, or a dummy (no element)."""

    id: str
    side: Side
    field: str
    element: str = ""
    dummy: bool = False
    moved: int = -1
    """The half-turn in which it last moved."""


class Ghost(Struct, frozen=True, omit_defaults=True):
    """Where a side last saw an enemy element."""

    side: Side
    """Who saw it."""
    element: str
    model: str
    field: str
    turn: int
    half: int = 0
    """The half-turn in which it was last seen."""
    seen: bool = False
    """It is in sight now."""


class Heard(Struct, frozen=True, omit_defaults=True):
    """Engines heard at night: a field, not who it is; a cause for light through `until`."""

    side: Side
    field: str
    until: int


class Mover(Struct, frozen=True, omit_defaults=True):
    """One member of a march: what is left of its path, and the fields it has been in (start first)."""

    element: str
    path: tuple[str, ...]
    trail: tuple[str, ...]
    flank: str = ""
    """The flank field it names for its next diagonal step."""
    halted: bool = False
    flanks: tuple[str, ...] = ()
    """The fields it goes over where a diagonal leads between enemies or mines."""
    dismount: bool = False
    """Whoever is aboard gets off at the end."""
    off_road: bool = False
    """Leaves the road free at the end."""
    lights: bool = True
    """Drives with headlights at night."""


class March(Struct, frozen=True, omit_defaults=True):
    """A move that is going on: of one element, or announced as simultaneous."""

    movers: tuple[Mover, ...]
    step: int = 0
    simultaneous: bool = False
    reacted: tuple[str, ...] = ()
    """Passive weapons that have reacted in this step."""


class Conduct(Struct, frozen=True, omit_defaults=True):
    """What an element does when the enemy moves: fire, evade, release barrages and demolitions."""

    fire: Literal["ask", "hold", "fire"] = "ask"
    within: int = 2
    """Fire only at targets at most so many fields away."""
    evade: Literal["ask", "stay", "evade"] = "ask"
    barrage: Literal["ask", "hold", "fire"] = "fire"
    release: Literal["ask", "hold", "fire"] = "fire"


class Standing(Conduct, frozen=True, omit_defaults=True):
    """Standing orders as a player gives and sees them: for all elements, and for some of them others."""

    elements: dict[str, Conduct] = field(default_factory=dict)

    def of(self, element: str) -> Conduct:
        return self.elements.get(element, self)
