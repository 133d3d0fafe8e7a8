"""Scenarios: the field, the forces of both sides, how they are set up, and what decides the battle."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, field

from planspiel.kernel.rulebook import cited, rule
from planspiel.packs import refers_to
from planspiel.systems.barbarossa1941.boards import LAYOUT
from planspiel.systems.barbarossa1941.cards import Count, Data, Side, UnitType, Word
from planspiel.systems.barbarossa1941.charts import Terrain, WorkKind

CardId = Annotated[str, refers_to("cards")]
FaceId = Annotated[str, refers_to("maps")]
Hex = Annotated[str, Meta(pattern="^[0-9]{4}$")]
Round = Annotated[int, Meta(ge=1, le=30)]
Span = tuple[Annotated[int, Meta(ge=1, le=99)], Annotated[int, Meta(ge=1, le=99)]]
Forces = dict[CardId, Annotated[int, Meta(ge=1, le=20)]]
"""How many units of each card."""

# The field


class Tile(Data, frozen=True, kw_only=True):
    """A loose terrain hex, or hill tiles, laid on the boards."""

    terrain: Terrain | None = None
    level: Annotated[int, Meta(ge=0, le=3)] | None = None
    bridge: bool = False


class Zone(Data, frozen=True, kw_only=True):
    """Some hexes: named ones, or all in a range of columns and rows, less some."""

    name: Word
    name_de: Word
    at: tuple[Hex, ...] = ()
    columns: Span | None = None
    rows: Span | None = None
    exclude: tuple[Hex, ...] = ()

    def holds(self, label: str) -> bool:
        """Whether a hex belongs to it."""
        if label in self.exclude:
            return False
        if self.at:
            return label in self.at
        column, row = LAYOUT.numbers(label)
        return _within(self.columns, column) and _within(self.rows, row)


def _within(span: Span | None, number: int) -> bool:
    return span is None or span[0] <= number <= span[1]


ZoneId = Annotated[str, Meta(min_length=1)]
"""A zone of the same scenario; the checks of the pack know them."""


# The forces of a side


class Purchase(Data, frozen=True, kw_only=True):
    """Strength points to spend before the battle."""

    points: Count
    cards: tuple[CardId, ...] = ()
    """Cards on offer."""
    limits: dict[CardId, Count] = field(default_factory=dict)
    """How many of a card may be bought; without an entry as many as the points allow."""
    works: tuple[WorkKind, ...] = ()
    mines: bool = False
    """Real minefields: placed secretly in `zone`, or, without one, as the stock of one pioneer unit each."""
    zone: ZoneId | None = None
    """Where bought works and minefields are placed."""


class WorkPlace(Data, frozen=True, kw_only=True):
    """A fortification that is there from the start."""

    kind: WorkKind
    hex: Hex
    facing: Annotated[int, Meta(ge=0, le=5)]
    """The hexside that it stands on or faces, as a direction: 0 north, then clockwise."""


class Mined(Data, frozen=True, kw_only=True):
    """A minefield that is there from the start, known to its owner alone."""

    hex: Hex
    kind: Literal["dummy", "anti-tank", "anti-personnel"]


class Reinforcement(Data, frozen=True, kw_only=True):
    """Units that come at the start of a round."""

    round: Round
    units: Forces
    entry: ZoneId
    towed_by: dict[CardId, CardId] = field(default_factory=dict)
    """Guns and the transports of the same reinforcement that bring them."""


class Placed(Data, frozen=True, kw_only=True):
    """A unit whose place the scenario fixes; the rest is set up by the players."""

    card: CardId
    hex: Hex
    facing: Annotated[int, Meta(ge=0, le=5)] | None = None
    hidden: bool = False


class Army(Data, frozen=True, kw_only=True):
    """What one side brings, and where."""

    units: Forces
    deployment: ZoneId
    placed: tuple[Placed, ...] = ()
    """Some of the units, already in their hexes."""
    purchase: Purchase | None = None
    may_hide: tuple[CardId, ...] = ()
    """Units that may start hidden where Ambush is allowed."""
    may_ride: tuple[CardId, ...] = ()
    """Units that may start aboard a transport."""
    may_be_towed: bool = False
    """Guns may start behind a transport."""
    extra_hexes: dict[CardId, tuple[Hex, ...]] = field(default_factory=dict)
    """Hexes outside the deployment zone that are open to one kind of unit."""
    reinforcements: tuple[Reinforcement, ...] = ()
    supply_hexes: tuple[Hex, ...] = ()
    """Edge hexes where transports may load."""
    exit: ZoneId | None = None
    """Hexes from which units may be taken off at the end of a round."""
    works: tuple[WorkPlace, ...] = ()
    mines: tuple[Mined, ...] = ()


class Options(Data, frozen=True, kw_only=True):
    """Switches of a scenario."""

    stack_limit: bool = False
    """The limits of a group card hold for every hex."""
    no_demolition_before: Count = 0
    """The first round in which bridges may be blown; 0 for any."""


# Victory: atoms worth points


class Hold(Data, frozen=True, kw_only=True, tag_field="kind", tag="hold"):
    """Own units and no enemy in at least `hexes` hexes of a zone, or in the zone as a whole."""

    side: Side
    zone: ZoneId
    hexes: Count = 0
    """How many hexes must be held; 0: one unit anywhere in the zone, and no enemy anywhere in it."""
    units: Count = 1
    unsuppressed: bool = False
    worth: Count = 1
    at_round: Count = 0
    """When it is judged; 0 for the last round."""


class Reach(Data, frozen=True, kw_only=True, tag_field="kind", tag="reach"):
    """At least so many own units in a zone, enemies or not."""

    side: Side
    zone: ZoneId
    units: Count
    unsuppressed: bool = False
    worth: Count = 1
    at_round: Count = 0


class Presence(Data, frozen=True, kw_only=True, tag_field="kind", tag="presence"):
    """`worth` for each own ground unit in a zone."""

    side: Side
    zone: ZoneId
    unsuppressed: bool = False
    worth: Count = 1
    at_round: Count = 0


class Intact(Data, frozen=True, kw_only=True, tag_field="kind", tag="intact"):
    """A bridge stands, and no enemy is within some hexes of it."""

    side: Side
    hex: Hex
    clear: Count
    worth: Count = 1
    at_round: Count = 0


class Destroy(Data, frozen=True, kw_only=True, tag_field="kind", tag="destroy"):
    """Enemy units destroyed: `worth` for each, or once for at least `units` of them."""

    side: Side
    cards: tuple[CardId, ...] = ()
    types: tuple[UnitType, ...] = ()
    """Which units count; neither cards nor types: all."""
    units: Count = 0
    """0: each counts."""
    worth: Count = 1


class Exit(Data, frozen=True, kw_only=True, tag_field="kind", tag="exit"):
    """At least so many own units have left by the exit."""

    side: Side
    units: Count = 1
    cards: tuple[CardId, ...] = ()
    least_size: Count = 1
    """What must be left of each."""
    worth: Count = 1
    at_once: bool = True
    """The battle ends when it is fulfilled."""


class Losses(Data, frozen=True, kw_only=True, tag_field="kind", tag="losses"):
    """The strength points of destroyed enemy units, divided by `per`."""

    side: Side
    per: Annotated[int, Meta(ge=1, le=99)] = 1


Atom = Hold | Reach | Presence | Intact | Destroy | Exit | Losses


class Victory(Data, frozen=True, kw_only=True):
    """More points win; with equal points, none included, it is as `otherwise` says."""

    name: Word
    name_de: Word
    atoms: Annotated[tuple[Atom, ...], Meta(min_length=1)]
    otherwise: Side | Literal["draw"]


class Scenario(Data, frozen=True, kw_only=True):
    """A battle."""

    title: Word
    title_de: Word
    description: Word
    description_de: Word
    number: Count
    """Its place on the ladder from the first fire fight to combined arms."""
    boards: Annotated[tuple[tuple[FaceId, ...], ...], Meta(min_length=1)]
    """Faces row by row as they lie on the table; every second one across is turned round."""
    rounds: Round
    tiles: dict[Hex, Tile] = field(default_factory=dict)
    roads: tuple[tuple[Hex, ...], ...] = ()
    """Roads beyond those printed on the boards."""
    names: dict[Hex, tuple[Word, Word]] = field(default_factory=dict)
    """Names of hexes, English and German."""
    zones: dict[str, Zone]
    armies: dict[Side, Army]
    options: Options = Options()
    victory: Victory
    rulings: tuple[str, ...] = ()
    """Gaps of the book that this data fills as the rulebook index decides."""

    @rule("BAR-preparation-2", "BAR-intro-6")
    def army(self, side: Side) -> Army:
        return self.armies[side]

    @rule("BAR-course-1")
    def is_last(self, round: int) -> bool:
        return round >= self.rounds

    def ruled(self) -> tuple[str, ...]:
        """The rulings behind this data, cited."""
        for id in self.rulings:
            cited(id)
        return self.rulings

    @rule("BAR-preparation-3")
    def sides(self) -> tuple[Side, ...]:
        """The two armies."""
        return tuple(self.armies)

    def units(self) -> Iterator[tuple[Side, str, int]]:
        """All units that are set up: side, card and number."""
        for side, army in self.armies.items():
            for card, count in army.units.items():
                yield side, card, count
