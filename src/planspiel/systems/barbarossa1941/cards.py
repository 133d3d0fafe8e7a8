"""The unit cards: values on the front, order boxes on the back.

A card says everything that is particular to a unit (BAR-intro-3); what happens to a unit in play lives in the
state. Where the book prints a value the pack marks it printed, all others are our own design.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal, get_args

from msgspec import Meta, Struct

from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem

Side = Literal["german", "soviet"]
UnitType = Literal[
    "infantry",
    "artillery",
    "vehicle",
    "armoured_vehicle",
    "light_tank",
    "medium_tank",
    "heavy_tank",
    "aircraft",
]
Target = Literal[
    "infantry",
    "artillery",
    "vehicle",
    "armoured_vehicle",
    "light_tank",
    "medium_tank",
    "heavy_tank",
    "aircraft",
    "building",
]
Trait = Literal[
    "pioneer",
    "hq",
    "flak",
    "tank_panic",
    "transport",
    "must_be_towed",
    "machine_gun",
    "indirect",
    "area",
    "attacks_buildings",
    "paratroops",
    "swamp",
    "river",
    "mountain",
]
Role = Literal["fighter", "bomber", "reconnaissance", "transport"]
Arc = Literal["none", "fan"]
Cell = int | Literal["X"]
"""One accuracy of the range diagram; X forbids the distance."""

SIDES: tuple[Side, ...] = get_args(Side)
TYPES: tuple[UnitType, ...] = get_args(UnitType)
TANKS: tuple[UnitType, ...] = ("light_tank", "medium_tank", "heavy_tank")
ARMOURED: tuple[UnitType, ...] = ("armoured_vehicle", *TANKS)
"""Armoured vehicles and tanks: two rounds to hide, and infantry in the open may not assault them."""
VEHICLES: tuple[UnitType, ...] = ("vehicle", *ARMOURED)
"""The vehicle units of a group card."""

Word = Annotated[str, Meta(min_length=1)]
Count = Annotated[int, Meta(ge=0, le=99)]
Dice = Annotated[int, Meta(ge=0, le=40)]
Boxes = Annotated[int, Meta(ge=1, le=9)]
Hexes = Annotated[int, Meta(ge=1, le=20)]


class Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All records of the pack are frozen and know their keys."""


# The back: one field for each order box


class DefendBox(Data, frozen=True, kw_only=True):
    bonus: Count


class AmbushBox(Data, frozen=True, kw_only=True):
    bonus: Count


class AssaultBox(Data, frozen=True, kw_only=True):
    distance: Hexes


class CautiousBox(Data, frozen=True, kw_only=True):
    distance: Hexes
    bonus: Count


class MarchBox(Data, frozen=True, kw_only=True):
    distance: Hexes


class FireOnMoveBox(Data, frozen=True, kw_only=True):
    distance: Hexes
    reduction: Dice


class IndirectBox(Data, frozen=True, kw_only=True):
    """No box of its own in play: Open Fire without own sight (BAR-indirect-fire-6)."""

    reduction: Dice


class AreaBox(Data, frozen=True, kw_only=True):
    second_row: dict[Target, tuple[Dice, ...]] = {}
    """Firepower against units in the adjacent hexes, by casualties."""


class TimeBox(Data, frozen=True, kw_only=True):
    boxes: Boxes


class WorkBox(Data, frozen=True, kw_only=True):
    boxes: Boxes
    workforce: Count
    """How many units must have the order."""


class ReconnoitreBox(Data, frozen=True, kw_only=True):
    range: Hexes


class PatrolBox(Data, frozen=True, kw_only=True):
    radius: Hexes


class ReconFlightBox(Data, frozen=True, kw_only=True):
    zone: Hexes
    """The observation zone: the largest radius, and how far artillery may use the aircraft's eyes."""
    table: dict[int, Annotated[int, Meta(ge=1, le=6)]]
    """The highest roll that reveals, by chosen radius."""


class SupplyDropBox(Data, frozen=True, kw_only=True):
    cargo: Count
    loss: Count
    """Points lost with each casualty of the aircraft."""


class Orders(Data, frozen=True, kw_only=True):
    """The order boxes of a card; a box that is not printed is None or False."""

    open_fire: bool = False
    suppressive_fire: bool = False
    defend: DefendBox | None = None
    ambush: AmbushBox | None = None
    assault: AssaultBox | None = None
    indirect: IndirectBox | None = None
    area: AreaBox | None = None
    smoke: bool = False
    cautious: CautiousBox | None = None
    march: MarchBox | None = None
    fire_on_move: FireOnMoveBox | None = None
    wait: bool = False
    mount: bool = False
    dismount: bool = False
    set_up: TimeBox | None = None
    limber: TimeBox | None = None
    change_arc: bool = False
    merge: bool = False
    tow: bool = False
    resupply: TimeBox | None = None
    load_supply: TimeBox | None = None
    dig_in: WorkBox | None = None
    lay_mines: TimeBox | None = None
    clear_mines: TimeBox | None = None
    demolition: TimeBox | None = None
    remove_wire: bool = False
    remove_barrier: TimeBox | None = None
    pontoon: WorkBox | None = None
    clear_path: TimeBox | None = None
    reconnoitre: ReconnoitreBox | None = None
    air_strike: bool = False
    intercept: bool = False
    patrol: PatrolBox | None = None
    escort: bool = False
    recon_flight: ReconFlightBox | None = None
    air_landing: bool = False
    supply_drop: SupplyDropBox | None = None

    @rule("BAR-card-back-1", "BAR-intro-3", "BAR-unit-1")
    def has(self, name: str) -> bool:
        """Whether the box of an order is printed."""
        box: Any = getattr(self, name)
        return box is not None and box is not False

    @rule("BAR-card-back-2")
    def names(self) -> tuple[str, ...]:
        """The printed boxes, in the order of the book; marks that its print left unfinished are no boxes."""
        return tuple(name for name in self.__struct_fields__ if self.has(name))


AIR_BOXES = ("air_strike", "intercept", "patrol", "escort", "recon_flight", "air_landing", "supply_drop")


# The front


class Valour(Data, frozen=True, kw_only=True):
    initial: Annotated[int, Meta(ge=2, le=12)]
    loss: Count = 1
    """Points lost with each casualty."""
    dice: Annotated[int, Meta(ge=1, le=3)] = 2


class SpecialAmmo(Data, frozen=True, kw_only=True):
    """Stocks of their own beside the ammunition."""

    smoke: Count = 0
    mines: Count = 0
    """Of a transport: mines aboard. The mines of pioneers are bought."""
    charges: Count = 0


class Flight(Data, frozen=True, kw_only=True):
    """What aircraft cards have besides."""

    role: Role
    boxes: Boxes
    """The time boxes of a whole mission, rounds of air combat included."""


class Card(Data, frozen=True, kw_only=True):
    """A unit card. The flag number is written on it in play."""

    name: Word
    name_de: Word
    label: Word
    """What fits on a counter."""
    side: Side
    type: UnitType
    size: Annotated[int, Meta(ge=1, le=9)]
    valour: Valour
    defence: Count
    targets: dict[Target, tuple[Dice, ...] | Literal["melee"]] = {}
    """Dice by casualties for each type; "melee": in close combat only, with the close-combat dice."""
    range: Annotated[tuple[Cell, ...], Meta(min_length=1)]
    """Accuracy by distance; place 0 is close combat."""
    melee_dice: Dice | tuple[Dice, ...] = 0
    """By casualties, or the same while the unit lives."""
    suppressed_accuracy: Count
    arc: Arc = "none"
    ammo: Count
    special: SpecialAmmo = SpecialAmmo()
    traits: tuple[Trait, ...] = ()
    command_range: Count = 0
    cost: Count
    orders: Orders
    flight: Flight | None = None

    @rule("BAR-ability-1")
    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @property
    def is_tank(self) -> bool:
        return self.type in TANKS

    @property
    def is_armoured(self) -> bool:
        """An armoured vehicle or a tank."""
        return self.type in ARMOURED

    @property
    def is_aircraft(self) -> bool:
        return self.type == "aircraft"

    @property
    def is_vehicle(self) -> bool:
        return self.type in VEHICLES

    @property
    def needs_set_up(self) -> bool:
        """Whether it must be set up to fire and limbered to move."""
        return self.orders.set_up is not None

    @property
    def max_range(self) -> int:
        """The last distance of the range diagram; 0 for a unit that only fights hand to hand."""
        return len(self.range) - 1

    @rule("BAR-valour-1")
    def valour_after(self, casualties: int) -> int:
        """Current valour without headquarters."""
        return self.valour.initial - self.valour.loss * casualties

    @rule("BAR-target-types-1", "BAR-target-types-4")
    def target(self, type: Target) -> tuple[int, ...] | Literal["melee"] | None:
        """The row of the target table, or None for a type that the card does not list.

        A table without a row for artillery uses the one for infantry.
        """
        row = self.targets.get(type)
        return self.targets.get("infantry") if row is None and type == "artillery" else row

    @rule("BAR-target-types-2")
    def can_fire_at(self, type: Target) -> bool:
        """Whether the type is a normal target, at a distance."""
        return isinstance(self.target(type), tuple)

    @rule("BAR-target-types-X1")
    def can_fight(self, type: Target) -> bool:
        """Whether the type may be attacked in close combat."""
        return self.target(type) is not None

    @rule("BAR-firepower-table-1", "BAR-firepower-table-2", "BAR-firepower-table-3")
    def firepower(self, type: Target, casualties: int) -> int:
        """Dice against a type at a distance: rows are types, columns casualties. 0 for none."""
        row = self.target(type)
        return row[casualties] if isinstance(row, tuple) else 0

    @rule("BAR-area-fire-2")
    def second_row(self, type: Target, casualties: int) -> int:
        """Dice of hex fire against units beside the target hex."""
        rows = self.orders.area.second_row if self.orders.area else {}
        row = rows.get(type)
        if row is None and type == "artillery":
            row = rows.get("infantry")
        return row[casualties] if row else 0

    @rule("BAR-range-diagram-5", "BAR-range-diagram-7")
    def close_combat_dice(self, casualties: int) -> int:
        """As printed; artillery has a rule of its own (BAR-units-in-close-combat-5)."""
        return self.melee_dice if isinstance(self.melee_dice, int) else self.melee_dice[casualties]

    @rule("BAR-range-diagram-1")
    def melee_accuracy(self) -> int:
        """The first cell; X there fights as if it could never hit."""
        cell = self.range[0]
        return cell if isinstance(cell, int) else 0

    @rule("BAR-range-diagram-3", "BAR-range-diagram-4")
    def accuracy(self, distance: int) -> int | None:
        """On level ground; None beyond the last cell, at an X, and in the own hex."""
        if not 1 <= distance < len(self.range):
            return None
        cell = self.range[distance]
        return cell if isinstance(cell, int) else None

    @rule("BAR-range-diagram-6", "BAR-hill-combat-3", "BAR-hill-combat-4", "BAR-hill-combat-7")
    def accuracy_from_above(self, distance: int) -> int | None:
        """The diagram moved one cell to the right: X cells stay, the first number is doubled."""
        numbers = [place for place, cell in enumerate(self.range) if place > 0 and isinstance(cell, int)]
        if not numbers or distance < numbers[0]:
            return None
        return self.accuracy(max(numbers[0], distance - 1))

    def faults(self) -> Iterator[Problem]:
        """Every row must have a value for each state of the unit; boxes must fit the kind of unit."""
        for type, row in self.targets.items():
            if isinstance(row, tuple):
                yield from self._row_faults(("targets", type), row)
        if isinstance(self.melee_dice, tuple):
            yield from self._row_faults(("melee_dice",), self.melee_dice)
        if self.orders.area is not None:
            for type, row in self.orders.area.second_row.items():
                yield from self._row_faults(("orders", "area", "second_row", type), row)
        yield from self._box_faults()

    def _row_faults(self, path: tuple[str, ...], row: tuple[int, ...]) -> Iterator[Problem]:
        if len(row) != self.size:
            yield Problem(path, f"needs {self.size} values, one for each number of casualties")
        elif list(row) != sorted(row, reverse=True):
            yield Problem(path, "must not grow with casualties")

    def _box_faults(self) -> Iterator[Problem]:
        """What the book ties together."""
        boxes = self.orders.names()
        if (self.flight is not None) != self.is_aircraft:
            yield Problem(("flight",), "aircraft have it, and nobody else")
        for name in boxes:
            if (name in AIR_BOXES) != self.is_aircraft and not (
                name == "air_landing" and self.has("paratroops")
            ):
                yield Problem(("orders", name), f"is no order for the type {self.type}")
        pairs: tuple[tuple[str, bool, bool], ...] = (
            ("limber", "limber" in boxes, "set_up" in boxes),
            ("smoke", self.orders.smoke, self.special.smoke > 0),
            ("indirect", self.orders.indirect is not None, self.has("indirect")),
            ("area", self.orders.area is not None, self.has("area")),
            ("tow", self.orders.tow, self.has("must_be_towed")),
        )
        for name, printed, wanted in pairs:
            if printed != wanted:
                what = "is missing" if wanted else "needs what goes with it"
                yield Problem(("orders",), f"the box {name} {what}")
        for name in ("lay_mines", "clear_mines", "demolition", "remove_wire", "remove_barrier", "pontoon"):
            if name in boxes and not self.has("pioneer"):
                yield Problem(("orders", name), "is an order for pioneers")
        if self.has("hq") != (self.command_range > 0):
            yield Problem(("command_range",), "a headquarters has a command range, and nobody else")
        if self.has("attacks_buildings") != ("building" in self.targets):
            yield Problem(("targets",), "the row building goes with the trait attacks_buildings")
