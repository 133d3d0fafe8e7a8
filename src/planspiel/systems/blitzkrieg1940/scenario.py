"""Section 12: what a scenario says about set-up, markers, reinforcements and victory."""

from itertools import groupby
from typing import Annotated

from msgspec import Meta, Struct

from planspiel.kernel.rulebook import cited, rule
from planspiel.packs import refers_to
from planspiel.systems.blitzkrieg1940.charts import Calibre
from planspiel.systems.blitzkrieg1940.counters import FormationId, IndependentId, Nation, Word

Count = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=99)]
Load = dict[Calibre, Count]
"""The salvoes of one artillery marker by calibre."""


class SetupStep(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Some units or markers and where they are set up.

    Steps are carried out in the order of the list; neighbouring steps of one side are one placement, within
    which the player takes them as he likes. A formation that is held back simply stands later in the list.
    """

    side: Nation
    name: Word
    name_de: Word
    cite: Word
    zone: str = ""
    """A zone of the map; empty for units that are set up with others."""
    near: tuple[str, ...] = ()
    """The printed centres of the zone, where there are any."""
    radius: Count = 0
    formations: tuple[FormationId, ...] = ()
    """With their HQs."""
    independents: tuple[IndependentId, ...] = ()
    fixed: dict[str, str] = {}
    """Units that stand in a hex of the scenario's choice, so that nobody places them."""
    works: Count = 0
    mines: Count = 0


class MarkerSet(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Markers that a side puts into the cup."""

    formations: tuple[FormationId, ...] = ()
    artillery: tuple[Load, ...] = ()
    """One load for each marker."""
    stukas: tuple[Count, ...] = ()
    """The strikes of each marker."""
    repeat: Count = 0
    general: Count = 0


class Opening(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Markers of its choice that a side keeps out of the cup and uses first, in any order."""

    side: Nation
    stukas: Count = 0
    artillery: Count = 0
    formations: Count = 0


class Reinforcement(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What comes at the start of a turn."""

    turn: Turn
    side: Nation
    entry: str = ""
    """A zone of the map; empty if only markers come."""
    formations: tuple[FormationId, ...] = ()
    """Whole formations with their HQs."""
    companies: tuple[str, ...] = ()
    """Single companies of other formations."""
    hqs: tuple[FormationId, ...] = ()
    """HQs that come after the first company of their formation."""
    independents: tuple[IndependentId, ...] = ()
    markers: MarkerSet = MarkerSet()
    no_longer_independent: tuple[str, ...] = ()
    """Companies that now belong to their formation again."""


class Withdrawal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A formation that leaves at the end of a turn."""

    turn: Turn
    side: Nation
    formation: FormationId


class Carrier(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An armoured carrier for a company of one formation."""

    formation: FormationId
    mounted: str = ""
    """The company that begins the game on it."""
    may_begin_mounted: bool = False
    """The owner may choose a company that begins the game on it."""


class Bands(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="bands"):
    """At the end of each turn the points of `side` lie below, in or above a band."""

    side: Nation
    bands: tuple[tuple[int, int], ...]
    """From turn 1 on: the lowest and the highest number of points that go on with the game."""
    enemy_step: Count = 0
    """Points for steps the enemy has lost; the book does not say how points are earned."""
    steps_together: Annotated[int, Meta(ge=1)] = 1
    """How many lost steps earn those points together."""
    off_map: tuple[Count, ...] = ()
    """From turn 1 on, the last number for the rest: points for places beside the map that the side holds."""

    @rule("BLK-12.1-VICTORY-A")
    def band(self, turn: int) -> tuple[int, int]:
        """Both bounds belong to the band."""
        return self.bands[turn - 1]

    def beside(self, turn: int) -> int:
        """The points of a turn that nobody can take away from the side."""
        return self.off_map[min(turn, len(self.off_map)) - 1] if self.off_map else 0


class Hold(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag="hold"):
    """`side` wins by holding all hexes of a place at the end of the game."""

    side: Nation
    place: str


class Erratum(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A switch for a probable slip in the printed scenario."""

    name: Word
    name_de: Word
    cite: Word
    zones: dict[str, str]
    """Which zone takes the place of which."""


class Scenario(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A battle from set-up to victory."""

    title: Word
    title_de: Word
    map: Annotated[str, refers_to("maps")]
    turns: Turn
    ours: bool = False
    """Not in the book."""
    first_initiative: Nation | None = None
    """Who is active first; without one the first marker is simply drawn."""
    setup: tuple[SetupStep, ...]
    losses: dict[FormationId, Count] = {}
    """Steps lost before the game, at most one a unit, as the owner likes."""
    markers: dict[Nation, MarkerSet]
    opening: Opening | None = None
    reinforcements: tuple[Reinforcement, ...] = ()
    withdrawals: tuple[Withdrawal, ...] = ()
    carriers: dict[IndependentId, Carrier] = {}
    victory: Bands | Hold
    errata: dict[str, Erratum] = {}
    rulings: tuple[str, ...] = ()
    """The gaps of the printed scenario that this data fills as the rulebook index decides."""

    @rule("BLK-12.1-FR-X2", "BLK-12.2-HEAD-X1")
    def placements(self) -> tuple[tuple[SetupStep, ...], ...]:
        """The steps of set-up, those that one side makes in one go together."""
        return tuple(tuple(steps) for _, steps in groupby(self.setup, key=lambda step: step.side))

    def ruled(self) -> tuple[str, ...]:
        """The rulings behind this data, cited."""
        for id in self.rulings:
            cited(id)
        return self.rulings

    @property
    def formations(self) -> tuple[str, ...]:
        """All formations that take part, in the order of set-up and arrival."""
        arriving = (
            company.partition("/")[0] for coming in self.reinforcements for company in coming.companies
        )
        set_up = (formation for step in self.setup for formation in step.formations)
        whole = (formation for coming in self.reinforcements for formation in coming.formations)
        return tuple(dict.fromkeys([*set_up, *whole, *arriving]))

    @property
    def independents(self) -> tuple[str, ...]:
        """All independent units that take part."""
        set_up = (unit for step in self.setup for unit in step.independents)
        arriving = (unit for coming in self.reinforcements for unit in coming.independents)
        return tuple(dict.fromkeys([*set_up, *arriving]))

    @rule("BLK-12.1-FR-G1")
    def zone_of(self, step: SetupStep, errata: tuple[str, ...] = ()) -> str:
        """The zone of a step when the named errata are switched on."""
        for name in errata:
            if step.zone in self.errata[name].zones:
                return self.errata[name].zones[step.zone]
        return step.zone
