"""Scenarios (Ausgangslagen): the field, both parties with their missions, and every special provision."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from planspiel.boards.square import parse_field
from planspiel.kernel import Side
from planspiel.kernel.rulebook import cited, rule
from planspiel.packs import refers_to
from planspiel.systems.wiener2022.catalogue import Count, Data, Id, Kind, Mobility, Model, Role, Weapon, Word
from planspiel.systems.wiener2022.state import BLUE, RED, BarrierKind
from planspiel.systems.wiener2022.tables import Period
from planspiel.systems.wiener2022.theatre import BridgeAt

UnitId = Annotated[str, Meta(min_length=1)]
"""A unit of the catalogue or of the same scenario."""
MapId = Annotated[str, refers_to("maps")]
Field = Annotated[str, Meta(pattern="^[0-9]+,[0-9]+$")]
FieldOrEdge = Annotated[str, Meta(pattern=r"^[0-9]+,[0-9]+(\|[0-9]+,[0-9]+)?$")]
ZoneId = Annotated[str, Meta(min_length=1)]
"""A zone of the same scenario; the checks of the pack know them."""
ElementId = Annotated[str, Meta(pattern="^[a-z][a-z0-9]*$")]
SideName = Literal["blue", "red"]
Mode = Literal["open", "partly", "hidden"]
Turn = Annotated[int, Meta(ge=1, le=99)]
Span = tuple[Annotated[int, Meta(ge=1, le=99)], Annotated[int, Meta(ge=1, le=99)]]
StockItem = Literal["at_mine", "ap_mine", "crater", "demolition", "wire", "boat", "bridge"]
WorkKind = Literal["dug_in", "demolition"] | BarrierKind
EliteRule = Literal["fire", "close", "losses"]
Facing = Annotated[int, Meta(ge=-1, le=7)]


class Zone(Data, frozen=True, kw_only=True):
    """Some fields: named ones, or all in a range of columns (x) and rows (y), less some."""

    name: Word
    name_de: Word
    at: tuple[Field, ...] = ()
    x: Span | None = None
    y: Span | None = None
    exclude: tuple[Field, ...] = ()

    def holds(self, label: str) -> bool:
        """Whether a field belongs to it."""
        if label in self.exclude:
            return False
        if self.at:
            return label in self.at
        x, y = parse_field(label)
        return _within(self.x, x) and _within(self.y, y)


def _within(span: Span | None, number: int) -> bool:
    return span is None or span[0] <= number <= span[1]


# Forces


class Placed(Data, frozen=True, kw_only=True):
    """A unit of the order of battle, or several of the same kind, and what the scenario says of them."""

    unit: UnitId
    count: Annotated[int, Meta(ge=1, le=40)] = 1
    id: Annotated[str, Meta(pattern="^([a-z][a-z0-9]*)?$")] = ""
    """The id of its first element; without one units are numbered b1, b2 ... or r1, r2 ..."""
    label: str = ""
    label_de: str = ""
    """What the order of battle calls it; without one, the name of the model."""
    at: str = ""
    """Its field, fixed; without one its owner places it in the zone."""
    zone: str = ""
    """Where its owner places it; without one, in the party's zone."""
    mounted: bool = True
    """Whether base and vehicle start united."""
    position: bool = True
    """Whether it may start with a position marker: not if it is on the march (WPR-stellung-X1)."""
    camouflaged: bool = False
    hidden: bool = False
    """Hides in a wood or town."""
    located: bool = False
    """Already reconnoitred by the enemy."""
    facing: Facing = -1
    """Of a bunker: direction 0 (north) to 7, clockwise; -1 all round."""
    elite: tuple[EliteRule, ...] = ()
    loss: Annotated[int, Meta(ge=0, le=7)] = 0
    """The loss roll that removes it; 0: as usual, 7: never."""
    value: Annotated[int, Meta(ge=-3, le=3)] = 0
    """Condition and combat value: added to its fire and close combat."""
    stock: dict[StockItem, Count] = field(default_factory=dict)
    """Engineer material beyond the initial stock."""
    partisans: bool = False
    aboard: str = ""
    """The id of the aircraft or ship that brings it."""


class Aircraft(Data, frozen=True, kw_only=True):
    """Aircraft of the air pool."""

    unit: UnitId
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    id: Annotated[str, Meta(pattern="^([a-z][a-z0-9]*)?$")] = ""
    label: str = ""
    label_de: str = ""
    priority: Annotated[int, Meta(ge=0, le=7)] = 0
    """What its die needs; 0: as the party says."""
    turns: tuple[Turn, ...] = ()
    """By flight plan: it comes in these turns and no die is rolled."""
    bomb: Annotated[int, Meta(ge=-1, le=5)] = -1
    """Special bombs of this plus."""
    torpedo: bool = False
    station: str = ""
    """Of an observer: the field above which it starts."""
    on_field: str = ""
    """Where it stands parked, if flight operations are played."""


class Air(Data, frozen=True, kw_only=True):
    """How a party's air support is regulated."""

    pool: tuple[Aircraft, ...] = ()
    priority: Annotated[int, Meta(ge=1, le=7)] = 6
    by_role: dict[Role, Annotated[int, Meta(ge=1, le=7)]] = field(default_factory=dict)
    """Other priorities for some roles."""
    requests: Annotated[int, Meta(ge=0, le=9)] = 1
    """Per half-turn."""


class Reinforcement(Data, frozen=True, kw_only=True):
    """Units that come at the start of their party's half-turn."""

    turn: Turn
    units: Annotated[tuple[Placed, ...], Meta(min_length=1)]
    zone: ZoneId
    """Fields at the edge of the board where they may enter."""
    name: str = ""
    name_de: str = ""


class OffBoard(Data, frozen=True, kw_only=True):
    """A way outside the board: who leaves in one zone comes back in another some turns later."""

    leave: ZoneId
    enter: ZoneId
    turns: Turn


class Works(Data, frozen=True, kw_only=True):
    """Field works and obstacles that are there from the start, one symbol in each field."""

    kind: WorkKind
    at: Annotated[tuple[FieldOrEdge, ...], Meta(min_length=1)]
    """Fields. A bridge over an edge is prepared for demolition in the first field of the edge."""
    hidden: bool = False
    """On the secret barrier map."""
    stops: tuple[Mobility, ...] = ()
    """Of a barricade or trap: whom it stops."""
    plus: Annotated[int, Meta(ge=-3, le=5)] | None = None
    """Of a trap: the plus on its effect die; without one it only stops."""
    against: Literal["bridge", "building", "trees", "bunker", "ground"] = "bridge"
    """Of a prepared demolition."""


class Dummy(Data, frozen=True, kw_only=True):
    """Dummy installations."""

    unit: UnitId
    count: Annotated[int, Meta(ge=1, le=20)] = 1
    at: str = ""
    """Fixed, or placed by its owner."""


class Party(Data, frozen=True, kw_only=True):
    """What one side brings, where, and what it is to do."""

    name: Word
    name_de: Word
    zone: ZoneId
    """Where it deploys: up to its main line (HKL, VRV)."""
    units: Annotated[tuple[Placed, ...], Meta(min_length=1)]
    reinforcements: tuple[Reinforcement, ...] = ()
    works: tuple[Works, ...] = ()
    barriers: dict[BarrierKind, Count] = field(default_factory=dict)
    """Barriers its owner enters on the secret barrier map before play."""
    barrier_zone: str = ""
    """Where; without one in the party's zone."""
    earthworks: Count = 0
    """Finished field positions its owner places before play."""
    camouflage: Count = 0
    """Units its owner may camouflage before play."""
    dummies: tuple[Dummy, ...] = ()
    tokens: Count = 0
    """Empty tokens in partly hidden play."""
    air: Air = Air()
    elite: tuple[EliteRule, ...] = ()
    """For all its troops."""
    loss: Annotated[int, Meta(ge=0, le=7)] = 0
    off_board: tuple[OffBoard, ...] = ()
    exit: str = ""
    """Where its troops may leave the board for their mission without counting as lost."""
    ammunition: Count = 0
    """Shots of each weapon element; 0 without limit."""
    fuel: Count = 0
    """Fields each vehicle can drive; 0 without limit."""
    command_delay: Annotated[int, Meta(ge=0, le=3)] = 0
    """Turns between an order and its execution; 0 as printed."""


# Missions


class Hold(Data, frozen=True, kw_only=True, tag_field="kind", tag="hold"):
    """At the end: own troops, and no enemy, in at least so many fields of a zone."""

    zone: ZoneId
    fields: Count = 0
    """0: an own element somewhere in it and no enemy anywhere in it."""
    until: Count = 0
    """The turn whose end counts; 0 for the last."""


class Take(Data, frozen=True, kw_only=True, tag_field="kind", tag="take"):
    """As hold, but fulfilled as soon as it is so, at the end of any half-turn."""

    zone: ZoneId
    fields: Count = 0
    by: Count = 0
    """The last turn in which it counts; 0 for the last."""


class Exit(Data, frozen=True, kw_only=True, tag_field="kind", tag="exit"):
    """At least so many own elements have left the board by a zone."""

    zone: ZoneId
    units: Annotated[int, Meta(ge=1, le=99)]
    by: Count = 0


class Destroy(Data, frozen=True, kw_only=True, tag_field="kind", tag="destroy"):
    """At least so many enemy elements are lost: of some ids or kinds, or of all."""

    units: Annotated[int, Meta(ge=1, le=99)]
    ids: tuple[ElementId, ...] = ()
    kinds: tuple[Kind, ...] = ()
    armoured: bool = False
    """Only armoured ones count."""
    by: Count = 0


class Survive(Data, frozen=True, kw_only=True, tag_field="kind", tag="survive"):
    """At the end at least so many own elements are not lost: of some ids or kinds, or of all."""

    units: Annotated[int, Meta(ge=1, le=99)]
    ids: tuple[ElementId, ...] = ()
    kinds: tuple[Kind, ...] = ()
    armoured: bool = False
    until: Count = 0


Atom = Hold | Take | Exit | Destroy | Survive


class Mission(Data, frozen=True, kw_only=True):
    """What a party is to achieve, as text and as a machine tests it."""

    text: Word
    text_de: Word
    atoms: Annotated[tuple[Atom, ...], Meta(min_length=1)]
    needs: Annotated[int, Meta(ge=0, le=9)] = 0
    """How many of the atoms; 0 is all of them."""


# Time, weather and provisions


class Clock(Data, frozen=True, kw_only=True):
    """The time of day: which turns are night."""

    turns_per_day: Annotated[int, Meta(ge=2, le=96)] = 24
    start: Annotated[int, Meta(ge=1, le=96)] = 8
    """Which turn of the day the first turn is."""
    sunrise: Annotated[int, Meta(ge=1, le=96)] = 5
    """The first day turn of a day."""
    sunset: Annotated[int, Meta(ge=1, le=97)] = 21
    """The first night turn after it."""
    night: tuple[Turn, ...] | None = None
    """Turns of the game that are night; given, it replaces sunrise and sunset."""

    @rule("WPR-zeit-2", "WPR-zeit-3", "WPR-zeit-4")
    def is_night(self, turn: int) -> bool:
        """Light changes only between turns; there is no twilight."""
        if self.night is not None:
            return turn in self.night
        hour = (self.start + turn - 2) % self.turns_per_day + 1
        return not self.sunrise <= hour < self.sunset


class Weather(Data, frozen=True, kw_only=True):
    """Season and weather with what they change; the standard is a clear summer."""

    season: Literal["summer", "autumn", "winter", "spring"] = "summer"
    name: str = ""
    name_de: str = ""
    sight: Annotated[int, Meta(ge=0, le=9)] = 0
    """Nobody sees farther than this; 0 without limit."""
    road: dict[Mobility, Count] = field(default_factory=dict)
    """Speeds on roads instead of the table's, where lower."""
    terrain: dict[Mobility, Count] = field(default_factory=dict)
    flying: bool = True
    """Whether aircraft can fly."""
    frozen: bool = False
    """Swamps are open ground."""
    fog: tuple[Field, ...] = ()
    """Fields in natural fog."""
    fog_turns: tuple[Turn, ...] = ()
    """When; none: always."""


class Engineering(Data, frozen=True, kw_only=True):
    """Permissions for engineers that the book leaves to the scenario."""

    long_works: bool = False
    makeshift_bridges: bool = False
    barges: bool = False
    """Vehicles may cross on makeshift craft."""
    diving_tanks: bool = False
    water_depth: Count = 0
    """Metres; 0 is not said. Diving tanks go through up to 4 m."""


class Provision(Data, frozen=True, kw_only=True):
    """A special provision in words, and the entries of the book that it changes."""

    text: Word
    text_de: Word
    overrides: tuple[str, ...] = ()


class ModelChange(Data, frozen=True, kw_only=True):
    """What a scenario changes in a model of the catalogue."""

    armour: Annotated[int, Meta(ge=0, le=4)] | None = None
    resistance: Annotated[int, Meta(ge=-4, le=0)] | None = None
    mobility: Mobility | None = None
    size: Literal["small", "large"] | None = None
    weapons: tuple[Id, ...] | None = None
    capacity: Count | None = None
    bomb: Annotated[int, Meta(ge=-1, le=5)] | None = None
    speed: tuple[Count, Count] | None = None


class Scenario(Data, frozen=True, kw_only=True):
    """An Ausgangslage."""

    title: Word
    title_de: Word
    description: Word
    description_de: Word
    number: Count
    """Its place on the ladder from the first game to the largest."""
    board: MapId
    turns: Turn
    """The time limit."""
    blue: Party
    red: Party
    first: SideName
    """Who has the first half-turn."""
    attacker: SideName | Literal["none"]
    mode: Mode = "open"
    deployment: Literal["defender", "attacker", "prescribed"] = "defender"
    """Who deploys first; or everything is placed."""
    seats: Literal["choice", "lot"] = "choice"
    """Whether players choose their parties or a lot assigns them."""
    missions: dict[SideName, Mission]
    draw: SideName | Literal["draw"] = "draw"
    """Who wins if at the end neither mission is fulfilled, or both are at once."""
    zones: dict[str, Zone]
    clock: Clock = Clock()
    weather: Weather = Weather()
    period: Period = "wwii"
    bridges: dict[str, BridgeAt] = field(default_factory=dict)
    """Other bridges, or other states of bridges, than the map has."""
    weapons: dict[Id, Weapon] = field(default_factory=dict)
    models: dict[Id, Model] = field(default_factory=dict)
    """Special weapons and vehicles of this scenario alone (WPR-sonderwaffen-1)."""
    changes: dict[Annotated[str, refers_to("models")], ModelChange] = field(default_factory=dict)
    """Other values for models of the catalogue."""
    units: dict[Id, Annotated[tuple[Id, ...], Meta(min_length=1, max_length=2)]] = field(default_factory=dict)
    """Units made of this scenario's models: the base first, then its vehicle."""
    engineering: Engineering = Engineering()
    air_reconnaissance: bool = False
    """Aircraft must really see what they attack."""
    flight_operations: bool = False
    """Aircraft stand on airfields of the board."""
    may_return: bool = False
    """Troops that left the board may come back over the edge."""
    captured_usable: bool = False
    options: dict[str, bool | int | str] = field(default_factory=dict)
    """Preset game options."""
    provisions: tuple[Provision, ...] = ()
    rulings: tuple[str, ...] = ()
    """Entries of the rulebook that this data carries out."""

    def party(self, side: Side) -> Party:
        return self.blue if side == BLUE else self.red

    @property
    def sides(self) -> dict[Side, Party]:
        return {BLUE: self.blue, RED: self.red}

    @rule("WPR-ausgangslage-1", "WPR-ausgangslage-2")
    def mission(self, side: Side) -> Mission:
        """Both parties have one; who fulfils it wins."""
        return self.missions["blue" if side == BLUE else "red"]

    @property
    @rule("WPR-sonnenaufgang-1")
    def first_side(self) -> Side:
        return Side(self.first)

    @property
    def attacking_side(self) -> Side | None:
        """None in a meeting engagement."""
        return None if self.attacker == "none" else Side(self.attacker)

    @property
    def draw_side(self) -> Side | None:
        return None if self.draw == "draw" else Side(self.draw)

    @rule("WPR-zeit-2")
    def is_night(self, turn: int) -> bool:
        return self.clock.is_night(turn)

    def is_foggy(self, turn: int) -> bool:
        """Whether the natural fog fields are in fog in this turn."""
        fog = self.weather
        return bool(fog.fog) and (not fog.fog_turns or turn in fog.fog_turns)

    def ruled(self) -> tuple[str, ...]:
        """The entries behind this data, cited."""
        for id in self.rulings:
            cited(id)
        return self.rulings

    def atoms(self) -> Iterator[tuple[SideName, int, Atom]]:
        for side, mission in self.missions.items():
            for place, atom in enumerate(mission.atoms):
                yield side, place, atom
