"""The position: units with their cards' marks, works, mines, smoke, and what is going on at the moment.

Records are frozen, tables are plain dicts. `Known` is what rules read: the true position when an order is
carried out, a seat's view when an order is judged. Both have the same tables, so one function serves both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Final, Literal, Protocol

from msgspec import Struct, field

from planspiel.kernel import Public, Seat, Side, State, known_to, rule
from planspiel.systems.barbarossa1941.orders import MineKind, UnitOrder

__all__ = [
    "GERMAN",
    "SIDES",
    "SOVIET",
    "Box",
    "Bridge",
    "Bunker",
    "Dogfight",
    "Fate",
    "Fight",
    "Known",
    "Minefield",
    "Mover",
    "Owed",
    "Position",
    "Sky",
    "Trench",
    "Unit",
    "aboard",
    "enemy_of",
    "ground_units",
    "is_enemy_at",
    "minefield_key",
    "seats_of",
    "trench_key",
    "units_at",
]

GERMAN: Final = Side("german")
SOVIET: Final = Side("soviet")
SIDES: Final = (GERMAN, SOVIET)

Fate = Literal["pool", "due", "map", "aboard", "airfield", "air", "loading", "left", "merged", "dead"]
"""Not bought or placed yet, a reinforcement still to come, on the map, on a transport's card (carried or
towed), on the airfield, in the air, off the board to load supply, gone by its own edge, merged into another,
destroyed."""
Box = Literal["", "landed", "refuelled", "armed", "ready"]
Owed = Literal["fire", "suppressed", "assault", "close", "bombs", "mines", "moving", "air"]
"""What a valour test is owed for."""


class Unit(Struct, frozen=True, omit_defaults=True):
    """A unit and all marks on its card. `card` names the printed values in the pack."""

    id: str
    side: Side
    card: str
    number: int
    """The number on its flag."""
    seat: Seat = Seat("")
    """The team mate who plans it."""
    fate: Fate = "pool"
    due: int = 0
    """The round in which it comes as a reinforcement."""
    hex: str = ""
    facing: int | None = None
    """The hexside it faces, if it has an arc (printed, or from Defend or Ambush)."""

    casualties: int = 0
    announced: int = 0
    """Casualties that the enemy has been told of."""
    absorbed: int = 0
    """Hits that its defence has taken this round (BAR-defence-5)."""
    ammo: int = 0
    """Ammunition points; of a transport also the supply it can hand out."""
    smoke: int = 0
    mines: int = 0
    """Real mines: a pioneer's own, or the load of a transport."""
    charges: int = 0

    suppressed: bool = False
    flag: bool = False
    hidden: bool = False
    unseen: bool = False
    """Hidden from the start: the enemy does not even know that it is there."""
    set_up: bool = True
    """Guns and other units with the order Set Up; True for all that never need it."""
    dug_in: bool = False
    bunker: bool = False
    carrier: str = ""
    """The transport that carries it (fate `aboard`)."""
    towed: bool = False
    """It is towed rather than carried."""
    tied: tuple[str, ...] = ()
    """Enemies it is tied with in close combat (BAR-close-combat-11)."""

    order: UnitOrder | None = None
    boxes: int = 0
    """Time boxes marked for the order."""
    ambushing: int = 0
    """Rounds in a row with the order Ambush."""
    lapsed: bool = False
    """Its order has been cancelled, or could not be carried out, this round."""
    owes: tuple[Owed, ...] = ()
    """Causes of a valour test that has not been taken yet."""
    shots: int = 0
    """Defend or ambush shots taken this round; of a patrol, the combats it has begun."""
    moved: bool = False
    found: int = 0
    """The round in which it was last discovered (BAR-hq-4)."""
    group: int = 0
    """The number of its group card; 0 if it is in no group."""
    laid: str = ""
    """The minefield that it laid itself and may leave once (BAR-detect-mines-5)."""

    box: Box = ""
    """Aircraft: the last box marked on the airfield."""
    flown: int = 0
    """Aircraft: time boxes used in this flight."""
    station: str = ""
    """Aircraft: the hex in the air where it is."""
    stays: int = 0
    """Aircraft: rounds on station so far; 0 in the round in which it came."""
    cargo: int = 0
    """Aircraft: supply points aboard."""


class Minefield(Struct, frozen=True, omit_defaults=True):
    id: str
    side: Side
    hex: str
    kind: MineKind
    layer: str = ""
    """The pioneers who laid it during play."""
    placed_openly: bool = False
    """Laid under a revealed order: the enemy knows the hex, not the kind (BAR-mine-explosion-13)."""
    revealed: bool = False


class Trench(Struct, frozen=True, omit_defaults=True):
    hex: str
    facing: int


class Bunker(Struct, frozen=True, omit_defaults=True):
    facing: int
    hits: int = 0


class Bridge(Struct, frozen=True, omit_defaults=True):
    """A bridge hex; a pontoon is `pontoon`; a destroyed one is a river hex until repaired."""

    pontoon: bool = False
    destroyed: bool = False
    hits: int = 0


class Fight(Struct, frozen=True, omit_defaults=True):
    """A close combat in a hex: who held it when it began, and who came in over which hexside."""

    hex: str
    holder: Side | None
    """None where nobody held it before."""
    entered: tuple[tuple[str, str], ...] = ()
    """Assaulters of this round, each with the hex it came from; none of those who are tied."""
    flanked: tuple[str, ...] = ()
    """Units whose trench bonus is lost in this round (BAR-flank-rear-4)."""


class Mover(Struct, frozen=True, omit_defaults=True):
    """A unit that is moving in step 6 or 10."""

    unit: str
    route: tuple[str, ...]
    start: str = ""
    done: int = 0
    """Hexes of the route already entered."""
    stopped: bool = False
    entered: bool = False
    """It has entered a hex in the present impulse."""


class Dogfight(Struct, frozen=True, omit_defaults=True):
    """An air combat: who is in it, and who shoots at whom in its present round."""

    hex: str
    crews: tuple[str, ...]
    """All aircraft of both sides that may be drawn into duels, in id order."""
    attacked: tuple[str, ...] = ()
    """Those whose orders are lost if an enemy gets at them."""
    choosing: tuple[str, ...] = ()
    """Fighters that have still to choose an opponent in this round, the most valiant first."""
    pairs: tuple[tuple[str, str], ...] = ()
    """Who shoots at whom in this round."""
    paid: tuple[str, ...] = ()
    """Who has paid ammunition for this combat."""


class Sky(Struct, frozen=True, omit_defaults=True):
    """What is going on in the air."""

    aims: tuple[tuple[str, str], ...] = ()
    """Shots from the ground still to be rolled: who at which aircraft."""
    fired: tuple[tuple[str, str], ...] = ()
    """Shots from the ground in this round: who has fired at which aircraft."""
    dogfights: tuple[Dogfight, ...] = ()
    """Air combats still to be fought; the first is going on."""


class Position(State, kw_only=True):
    scenario: Annotated[str, Public]
    options: Annotated[dict[str, bool | int | str], Public] = field(default_factory=dict)
    seats: Annotated[dict[Seat, tuple[Side, ...]], Public] = field(default_factory=dict)
    units: Annotated[dict[str, Unit], known_to("owner, what is hidden or stands on the card")] = field(
        default_factory=dict
    )
    points: Annotated[dict[Side, int], known_to("owner, until play begins")] = field(default_factory=dict)
    """Strength points left to buy an army."""
    stock: Annotated[dict[str, int], known_to("owner")] = field(default_factory=dict)
    """Works and minefields bought and not placed: `german/trench`."""
    entrusted: Annotated[dict[str, Seat], known_to("owner")] = field(default_factory=dict)
    """Units that a team mate takes over from the next round on."""
    step: Annotated[int, Public] = 0
    """The step that is being carried out; 0 while planning."""

    # works and ground
    mines: Annotated[dict[str, Minefield], known_to("owner, until met")] = field(default_factory=dict)
    smoke: Annotated[dict[str, int], Public] = field(default_factory=dict)
    """Smoke by hex, with the round in which it fell."""
    trenches: Annotated[dict[str, Trench], Public] = field(default_factory=dict)
    """By hex and facing: `0507/2`."""
    bunkers: Annotated[dict[str, Bunker], Public] = field(default_factory=dict)
    bridges: Annotated[dict[str, Bridge], Public] = field(default_factory=dict)
    """Changes of printed bridges, and pontoons."""
    wire: Annotated[dict[str, Side], Public] = field(default_factory=dict)
    """By hexside, with the side that put it there."""
    teeth: Annotated[dict[str, Side], Public] = field(default_factory=dict)
    paths: Annotated[tuple[str, ...], Public] = ()
    cargo: Annotated[dict[str, int], Public] = field(default_factory=dict)
    """Dropped supply by hex."""

    # what is going on
    queue: Annotated[tuple[str, ...], Public] = ()
    """Units still to be dealt with in the present step."""
    hits: Annotated[dict[str, int], Public] = field(default_factory=dict)
    """Hits of the present batch by target: a unit, `bridge:0507` or `bunker:0507`."""
    fights: Annotated[dict[str, Fight], Public] = field(default_factory=dict)
    """Close combats by hex."""
    movers: Annotated[dict[str, Mover], Public] = field(default_factory=dict)
    shots: Annotated[dict[str, str], Public] = field(default_factory=dict)
    """Who fires at whom in this impulse."""
    mined: Annotated[tuple[str, ...], Public] = ()
    """Units whose meeting with mines has been dealt with in this impulse."""
    falling: Annotated[tuple[str, ...], Public] = ()
    """Hexes on which smoke shells have been fired in this step."""
    adjusted: Annotated[tuple[str, ...], Public] = ()
    """HQs that have adjusted fire this round."""
    sky: Annotated[Sky, Public] = Sky()

    # victory
    judged: Annotated[dict[str, int], Public] = field(default_factory=dict)
    """Victory points for what the scenario counts before its end, by the place of the line: `1`, `2`."""


class Known(Protocol):
    """What a rule may read: the position, or what a seat knows of it."""

    @property
    def scenario(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def step(self) -> int: ...
    @property
    def options(self) -> Mapping[str, bool | int | str]: ...
    @property
    def units(self) -> Mapping[str, Unit]: ...
    @property
    def mines(self) -> Mapping[str, Minefield]: ...
    @property
    def smoke(self) -> Mapping[str, int]: ...
    @property
    def trenches(self) -> Mapping[str, Trench]: ...
    @property
    def bunkers(self) -> Mapping[str, Bunker]: ...
    @property
    def bridges(self) -> Mapping[str, Bridge]: ...
    @property
    def wire(self) -> Mapping[str, Side]: ...
    @property
    def teeth(self) -> Mapping[str, Side]: ...
    @property
    def paths(self) -> tuple[str, ...]: ...
    @property
    def cargo(self) -> Mapping[str, int]: ...
    @property
    def fights(self) -> Mapping[str, Fight]: ...
    @property
    def adjusted(self) -> tuple[str, ...]: ...
    @property
    def judged(self) -> Mapping[str, int]: ...


def trench_key(hex_: str, facing: int) -> str:
    """The name of a trench: its hex and the hexside it lies along."""
    return f"{hex_}/{facing}"


def minefield_key(side: Side, hex_: str) -> str:
    """Side and hex name a field: a number would tell how many others lie somewhere in secret."""
    return f"mines-{side}-{hex_}"


def enemy_of(side: Side) -> Side:
    return SOVIET if side == GERMAN else GERMAN


def seats_of(state: Position, side: Side) -> tuple[Seat, ...]:
    """The players of a side: the audience of what the enemy may not see."""
    return tuple(seat for seat, sides in state.seats.items() if side in sides)


@rule("BAR-aircraft-X2")
def ground_units(known: Known) -> Iterator[Unit]:
    """Units on the map, in id order; passengers and aircraft are not."""
    return (unit for unit in known.units.values() if unit.fate == "map")


def units_at(known: Known, hex_: str) -> list[Unit]:
    """Ground units in a hex, in id order."""
    return [unit for unit in known.units.values() if unit.hex == hex_ and unit.fate == "map"]


def is_enemy_at(known: Known, hex_: str, side: Side) -> bool:
    """Whether an enemy ground unit, as far as known, stands in a hex."""
    return any(unit.hex == hex_ and unit.fate == "map" and unit.side != side for unit in known.units.values())


def aboard(known: Known, transport: str) -> list[Unit]:
    """Units that a transport carries or tows."""
    return [unit for unit in known.units.values() if unit.carrier == transport]
