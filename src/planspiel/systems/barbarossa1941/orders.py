"""The orders of the book, as they are written on the cards: one for each unit and round.

Each is a part of a `Plan`, complete with what the book wants written beside it. What may be ordered is judged
by the chapters (`planning.py` finds the right one); this file only says what an order consists of.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct, field

from planspiel.kernel import Assembled, Part
from planspiel.kernel.text import kebab

__all__ = [
    "AIR_ORDERS",
    "MOVES",
    "SPECIAL",
    "AirLanding",
    "AirStrike",
    "Ambush",
    "Assault",
    "Bombard",
    "CautiousMove",
    "ChangeArc",
    "ClearMines",
    "ClearPath",
    "Defend",
    "Demolish",
    "DigIn",
    "Dismount",
    "Escort",
    "FireOnTheMove",
    "FirePolicy",
    "Intercept",
    "LayMines",
    "Limber",
    "LoadSupply",
    "March",
    "Merge",
    "MineKind",
    "Mount",
    "OpenFire",
    "Patrol",
    "Plan",
    "Pontoon",
    "ReconFlight",
    "Reconnoitre",
    "RemoveBarrier",
    "RemoveWire",
    "Resupply",
    "SetUp",
    "Smoke",
    "SupplyDrop",
    "SuppressiveFire",
    "Tow",
    "UnitOrder",
    "Wait",
]

MineKind = Literal["dummy", "anti-tank", "anti-personnel"]


class FirePolicy(Struct, frozen=True, omit_defaults=True):
    """What a unit does when nobody may be asked without betraying it, and what a player leaves to it."""

    fire: Literal["first", "best", "hold"] = "best"
    """At the first enemy that comes; at the one with the most hits to expect; not at all."""
    ask: bool = True
    """Ask its owner where both sides know of the question; otherwise act as above."""
    types: tuple[str, ...] = ()
    """Only at these types; empty for all."""


class _Order(Part, frozen=True):
    """The base of every order to a unit. `step` is the step in which it is carried out."""

    step: ClassVar[int] = 10
    name: ClassVar[str] = ""
    """The order box on the back of the card."""

    def __str__(self) -> str:
        """As it is read out: `march 0504 0503`."""
        words = [kebab(type(self).__name__).replace("-", " ")]
        for value in (getattr(self, name) for name in self.__struct_fields__):
            if isinstance(value, tuple):
                words.extend(value)
            elif isinstance(value, str | int) and not isinstance(value, bool):
                words.append(str(value))
        return " ".join(word for word in words if word)


# -- steps 1 to 3: fire ------------------------------------------------------------------------------------


class Defend(_Order, frozen=True):
    step: ClassVar[int] = 1
    name: ClassVar[str] = "defend"
    facing: int
    """The hexside that it faces, as a direction."""
    distance: int
    bunker: bool = False
    """Enter, or stay in, the bunker of the hex."""
    policy: FirePolicy = FirePolicy()


class SuppressiveFire(_Order, frozen=True):
    step: ClassVar[int] = 2
    name: ClassVar[str] = "suppressive_fire"
    target: str


class OpenFire(_Order, frozen=True):
    """Fire at a unit, or at a structure: `bridge:0507`, `bunker:0507`. Without own sight: indirect fire."""

    step: ClassVar[int] = 3
    name: ClassVar[str] = "open_fire"
    target: str


class Bombard(_Order, frozen=True):
    """Fire at a place."""

    step: ClassVar[int] = 3
    name: ClassVar[str] = "area"
    hex: str


class Smoke(_Order, frozen=True):
    step: ClassVar[int] = 3
    name: ClassVar[str] = "smoke"
    hex: str


# -- steps 5 and 6: aircraft, assault ----------------------------------------------------------------------


class _Flight(_Order, frozen=True):
    step: ClassVar[int] = 5


class AirStrike(_Flight, frozen=True):
    name: ClassVar[str] = "air_strike"
    hex: str
    entry: str
    """The half hex at which it comes in."""


class Intercept(_Flight, frozen=True):
    name: ClassVar[str] = "intercept"
    target: str
    entry: str


class ReconFlight(_Flight, frozen=True):
    name: ClassVar[str] = "recon_flight"
    hex: str
    radius: int
    duration: int
    entry: str


class AirLanding(_Flight, frozen=True):
    """For the transport aircraft; its paratroops have the order too, without a hex of their own."""

    name: ClassVar[str] = "air_landing"
    hex: str
    entry: str = ""
    aboard: str = ""
    """The paratroops, in the order of the aircraft."""


class Patrol(_Flight, frozen=True):
    name: ClassVar[str] = "patrol"
    hex: str
    radius: int
    duration: int
    entry: str


class SupplyDrop(_Flight, frozen=True):
    name: ClassVar[str] = "supply_drop"
    hex: str
    cargo: int
    entry: str


class Escort(_Flight, frozen=True):
    name: ClassVar[str] = "escort"
    target: str
    duration: int


class Assault(_Order, frozen=True):
    """The last hex of the route is the target's; a tied unit assaults in its own hex, without a route."""

    step: ClassVar[int] = 6
    name: ClassVar[str] = "assault"
    target: str
    route: tuple[str, ...] = ()


# -- steps 8 and 9: ambush, special orders -----------------------------------------------------------------


class Ambush(_Order, frozen=True):
    step: ClassVar[int] = 8
    name: ClassVar[str] = "ambush"
    facing: int
    distance: int
    policy: FirePolicy = FirePolicy()


class _Special(_Order, frozen=True):
    step: ClassVar[int] = 9


class SetUp(_Special, frozen=True):
    name: ClassVar[str] = "set_up"
    hex: str
    facing: int


class Limber(_Special, frozen=True):
    name: ClassVar[str] = "limber"
    hex: str


class ChangeArc(_Special, frozen=True):
    name: ClassVar[str] = "change_arc"
    facing: int


class Merge(_Special, frozen=True):
    """Both units have it; `survivor` is the one that stays."""

    name: ClassVar[str] = "merge"
    partner: str
    survivor: str


class LayMines(_Special, frozen=True):
    """The kind is chosen in secret when the last box is marked."""

    name: ClassVar[str] = "lay_mines"


class ClearMines(_Special, frozen=True):
    name: ClassVar[str] = "clear_mines"


class Demolish(_Special, frozen=True):
    name: ClassVar[str] = "demolition"
    structure: Literal["bridge", "pontoon", "bunker"]


class Tow(_Special, frozen=True):
    """Ordered to the gun."""

    name: ClassVar[str] = "tow"
    transport: str


class RemoveWire(_Special, frozen=True):
    name: ClassVar[str] = "remove_wire"
    side: str


class RemoveBarrier(_Special, frozen=True):
    name: ClassVar[str] = "remove_barrier"
    side: str


class Pontoon(_Special, frozen=True):
    name: ClassVar[str] = "pontoon"
    hex: str


class Resupply(_Special, frozen=True):
    """Receiver and transport both have it; `source` is the transport, or `cargo:0507` for a dropped box.

    What is wanted at most; the transport's own order leaves these at 0.
    """

    name: ClassVar[str] = "resupply"
    source: str = ""
    ammo: int = 0
    smoke: int = 0
    mines: int = 0


class LoadSupply(_Special, frozen=True):
    name: ClassVar[str] = "load_supply"


class DigIn(_Special, frozen=True):
    name: ClassVar[str] = "dig_in"
    facing: int


class ClearPath(_Special, frozen=True):
    name: ClassVar[str] = "clear_path"


class Reconnoitre(_Special, frozen=True):
    name: ClassVar[str] = "reconnoitre"


# -- step 10: movement -------------------------------------------------------------------------------------


class CautiousMove(_Order, frozen=True):
    name: ClassVar[str] = "cautious"
    route: tuple[str, ...]
    facing: int | None = None


class March(_Order, frozen=True):
    name: ClassVar[str] = "march"
    route: tuple[str, ...]
    facing: int | None = None


class FireOnTheMove(_Order, frozen=True):
    name: ClassVar[str] = "fire_on_move"
    route: tuple[str, ...]
    target: str
    at: str
    """The underlined hex: its own, or one of the route."""
    facing: int | None = None


class Mount(_Order, frozen=True):
    name: ClassVar[str] = "mount"
    transport: str


class Dismount(_Order, frozen=True):
    """Ordered to the transport and to the unit aboard."""

    name: ClassVar[str] = "dismount"
    units: tuple[str, ...] = ()
    """Who gets off, in the order of the transport."""


class Wait(_Order, frozen=True):
    name: ClassVar[str] = "wait"


MOVES = (CautiousMove, March, FireOnTheMove)
SPECIAL = (
    SetUp, Limber, ChangeArc, Merge, LayMines, ClearMines, Demolish, Tow, RemoveWire, RemoveBarrier,
    Pontoon, Resupply, LoadSupply, DigIn, ClearPath, Reconnoitre,
)  # fmt: skip
AIR_ORDERS = (AirStrike, Intercept, ReconFlight, AirLanding, Patrol, SupplyDrop, Escort)

UnitOrder = (
    Defend | SuppressiveFire | OpenFire | Bombard | Smoke
    | AirStrike | Intercept | ReconFlight | AirLanding | Patrol | SupplyDrop | Escort
    | Assault | Ambush
    | SetUp | Limber | ChangeArc | Merge | LayMines | ClearMines | Demolish | Tow | RemoveWire | RemoveBarrier
    | Pontoon | Resupply | LoadSupply | DigIn | ClearPath | Reconnoitre
    | CautiousMove | March | FireOnTheMove | Mount | Dismount | Wait
)  # fmt: skip


class Plan(Assembled, frozen=True):
    """All orders of one player for one round, by unit (`unit:g1`)."""

    parts: dict[str, UnitOrder] = field(default_factory=dict)
