"""Section 1 and 3.1: combat units, headquarters, formations, independent units and markers as data."""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem, refers_to

Nation = Literal["french", "german"]
Kind = Literal["infantry", "mg", "at_gun", "motorcycle", "armoured_car", "tank", "assault_gun", "apc"]
UnitClass = Literal["infantry", "motorised", "tracked"]
Moves = Literal["foot", "wheeled", "tracked"]
SeenAs = Literal["vehicle", "small"]

NATIONS: tuple[Nation, ...] = ("french", "german")

# 1.1 names the members of each class.
CLASSES: dict[UnitClass, tuple[Kind, ...]] = {
    "infantry": ("infantry", "mg"),
    "motorised": ("armoured_car", "at_gun", "motorcycle"),
    "tracked": ("assault_gun", "tank", "apc"),
}
CLASS_OF: dict[Kind, UnitClass] = {kind: name for name, kinds in CLASSES.items() for kind in kinds}
VEHICLES: tuple[Kind, ...] = ("armoured_car", "tank", "assault_gun", "apc")

CounterId = Annotated[str, refers_to("counters")]
FormationId = Annotated[str, refers_to("formations")]
IndependentId = Annotated[str, refers_to("independents")]
Word = Annotated[str, Meta(min_length=1)]
Small = Annotated[int, Meta(ge=0, le=20)]


class Values(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What stands on one side of a combat counter."""

    attack: Small
    range: Small
    defence: Small
    mp: Annotated[int, Meta(ge=1, le=20)]


class Counter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A type of combat unit, with the values of its full and of its reduced side."""

    name: Word
    name_de: Word
    kind: Kind
    moves: Moves
    seen_as: SeenAs
    full: Values
    reduced: Values
    symbol: Word
    """A short code from which the table draws the unit symbol."""
    carries: bool = False

    @property
    def unit_class(self) -> UnitClass:
        return CLASS_OF[self.kind]

    @property
    def is_infantry(self) -> bool:
        """Whether works, red N and halved anti-tank fire concern it (1.1: infantry and machine guns)."""
        return self.unit_class == "infantry"

    @property
    def is_vehicle(self) -> bool:
        return self.kind in VEHICLES

    @rule("BLK-8.2.1-G1")
    def faults(self) -> Iterator[Problem]:
        """Infantry counts as armour 0, so a figure printed on it must not reach the subtraction."""
        for side, values in (("full", self.full), ("reduced", self.reduced)):
            if self.is_infantry and values.defence != 0:
                yield Problem((side, "defence"), "infantry has defence 0 (BLK-8.2.1-G1)")


class Company(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One counter of a formation."""

    counter: CounterId
    name: Word
    name_de: Word
    label: Word
    """What fits on the counter."""
    independent: bool = False
    """Arrives as an independent unit; a later reinforcement may end that."""
    half_track: bool = False
    """Carries the small half-track symbol of 12.1."""
    arrives: Annotated[int, Meta(ge=0)] = 0
    """The turn in which it may enter; 0 if it is set up."""


class Formation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An HQ and its units (3.1)."""

    side: Nation
    name: Word
    name_de: Word
    code: Word
    """The identity on counters and markers."""
    colour: Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
    factor: Annotated[int, Meta(ge=2, le=12)]
    reaction: Annotated[int, Meta(ge=2, le=12)]
    command: Annotated[int, Meta(ge=0)]
    """The command range on the HQ counter. The rules go by nationality instead (3.4)."""
    hq: bool
    hq_seen_as: SeenAs = "small"
    white_stripe: bool = False
    """May give its units to other formations instead of using its own marker."""
    companies: Annotated[dict[str, Company], Meta(min_length=1)]


class Independent(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A single unit without an activation marker (10.3)."""

    side: Nation
    counter: CounterId
    name: Word
    name_de: Word
    label: Word
    adopters: tuple[FormationId, ...] = ()
    """The formations it may be assigned to; none named: any own formation with a marker."""
    stacks_with: tuple[FormationId, ...] = ()
    """It is set up in the hex of a unit of one of these."""


class Marker(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of marker (1.4), by what it lies on."""

    name: Word
    name_de: Word
    on: Literal["track", "formation", "unit", "hex", "cup"]
    side: Nation | None = None
    hqs: bool = False
    """A marker of units that may lie on an HQ too."""


MarkerKind = Literal[
    "turn",
    "demoralised",
    "out_of_command",
    "exhausted",
    "neutralised",
    "victory_points",
    "opp_used",
    "works",
    "minefield",
    "formation",
    "repeat",
    "general",
    "french_artillery",
    "german_artillery",
    "stuka",
]


class SampleUnit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The combat counter in the figure, as its caption reads."""

    attack_strength: str
    defence_strength: int
    movement_points: int

    @rule("BLK-1.1-G", "BLK-1.1-G1")
    def values(self) -> Values:
        """Attack strength "4/3" is attack 4 and weapon range 3: no other slot is left for the range."""
        attack, weapon_range = self.attack_strength.split("/")
        return Values(
            attack=int(attack),
            range=int(weapon_range),
            defence=self.defence_strength,
            mp=self.movement_points,
        )


class SampleHq(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The HQ counter in the figure: only its active side has a figure."""

    command_range: int

    @rule("BLK-1.3-B")
    def command_on(self, side: Literal["active", "activated"]) -> int | None:
        return self.command_range if side == "active" else None


class Samples(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The sample counters of section 1. No unit of the game is built from them."""

    unit: SampleUnit
    hq: SampleHq
