"""The catalogue: weapons and models. What happens to an element in play lives in the state.

Calibres are whole millimetres, barrels are in calibres (L/48 is 48), ranges in fields. Armour and gun
classes are 1 light, 2 medium, 3 heavy, 4 super-heavy; 0 is unarmoured, or without effect on armour. The
values stand in the pack, where a scenario may change them; how they follow from weight, calibre and barrel is
in `classes.py`.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem

Family = Literal[
    "small_arms",
    "mg",
    "gun",
    "howitzer",
    "infantry_gun",
    "mortar",
    "rocket",
    "flak",
    "cannon",
    "flame",
    "bomb",
]
Kind = Literal[
    "figures",
    "weapon",
    "vehicle",
    "aircraft",
    "ship",
    "boat",
    "ferry",
    "raft",
    "bunker",
    "train",
    "dummy",
]
Mobility = Literal[
    "infantry",
    "rider",
    "cyclist",
    "motorcycle",
    "wheeled",
    "wheeled_xc",
    "tracked",
    "rail",
    "rowboat",
    "motorboat",
    "stormboat",
    "ship",
    "none",
]
Size = Literal["small", "large"]
Tow = Literal["", "car", "lorry", "tractor"]
Role = Literal[
    "",
    "fighter",
    "fighter_bomber",
    "tank_buster",
    "light_bomber",
    "medium_bomber",
    "heavy_bomber",
    "transport",
    "combat_transport",
    "small_glider",
    "large_glider",
    "observer",
    "liaison",
    "helicopter",
]
ShipClass = Literal[
    "",
    "small",
    "merchant",
    "destroyer",
    "light_cruiser",
    "heavy_cruiser",
    "battle_cruiser",
    "battleship",
]
Trait = Literal[
    "combat",
    "self_propelled",
    "apc",
    "transport",
    "tractor",
    "command",
    "supply",
    "engineer",
    "engineer_vehicle",
    "equipment",
    "paratroop",
    "portable",
    "heavy_weapon",
    "antitank",
    "amphibious",
    "bridge_layer",
    "mine_clearer",
    "fascine",
    "flame",
    "dozer",
    "work_machine",
    "ramp",
    "ship_boats",
    "armed",
    "closed",
    "car",
    "open_mount",
    "smoke_unit",
    "landing_craft",
    "jet",
    "torpedo",
    "partisan",
]
Flak = Literal["", "light", "medium", "heavy"]

TOWS: tuple[Tow, ...] = get_args(Tow)
"""From nothing to a tractor, each able to do what those before it can."""
GLIDERS: tuple[Role, ...] = ("small_glider", "large_glider")
TRANSPORTS: tuple[Role, ...] = ("transport", "combat_transport", *GLIDERS, "liaison", "helicopter")
WARSHIPS: tuple[ShipClass, ...] = (
    "destroyer",
    "light_cruiser",
    "heavy_cruiser",
    "battle_cruiser",
    "battleship",
)
MANHANDLED: Tow = "car"
"""What a car can tow, its crew can also push one field."""

Word = Annotated[str, Meta(min_length=1)]
Id = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
Count = Annotated[int, Meta(ge=0, le=999)]
Class = Annotated[int, Meta(ge=0, le=4)]
Fields = Annotated[int, Meta(ge=0, le=99)]
Plus = Annotated[int, Meta(ge=0, le=5)]
Resistance = Annotated[int, Meta(ge=-4, le=0)]


class Data(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All records of the pack are frozen and know their keys."""


class Weapon(Data, frozen=True, kw_only=True):
    """A weapon system."""

    id: str = ""
    """Its key in the catalogue."""
    name: Word
    name_de: Word
    family: Family
    calibre: Annotated[int, Meta(ge=0, le=999)]
    barrel: Annotated[int, Meta(ge=0, le=120)] = 0
    gun_class: Class = 0
    flat: Fields = 0
    indirect: Fields = 0
    air: Fields = 0
    """Ranges in direct lay, indirect lay and against aircraft; 0 is not at all."""
    flak: Flak = ""
    multi: bool = False
    """Has several barrels."""
    machine: bool = False
    """A machine weapon: fires afloat, and from unarmed vehicles if it is of figures or a machine-gun base."""
    plus: Plus = 0
    """By calibre; of a bomb, its class."""

    @property
    def is_artillery(self) -> bool:
        """Fires indirectly with fire direction (Artillerie)."""
        return self.indirect > 0

    @property
    def is_tank_gun(self) -> bool:
        """A gun of tanks and anti-tank troops, which alone knows the over-long and the super-heavy class."""
        return self.family == "gun" and not self.indirect

    @property
    @rule("WPR-artillerie-panzer-3")
    def is_heavy_artillery(self) -> bool:
        """15 cm and more: in direct lay its plus points against armour are capped."""
        return self.is_artillery and self.family not in ("mortar", "rocket", "bomb") and self.calibre >= 150

    @property
    def is_hurting_armour(self) -> bool:
        return self.gun_class > 0

    def faults(self) -> Iterator[Problem]:
        """What no weapon can be."""
        if self.air and not self.flak:
            yield Problem(("air",), "a range against aircraft needs flak = light, medium or heavy")
        if self.flak and not self.air:
            yield Problem(("flak",), "a flak weapon needs a range against aircraft (air)")
        if not (self.flat or self.indirect or self.air or self.family in ("bomb", "flame")):
            yield Problem((), "has no range at all; give flat, indirect or air")
        if self.family == "bomb" and (self.flat or self.air):
            yield Problem((), "a bomb has no range")


class Model(Data, frozen=True, kw_only=True):
    """Something that is one element on the board."""

    id: str = ""
    """Its key in the catalogue."""
    name: Word
    name_de: Word
    kind: Kind
    traits: frozenset[Trait] = frozenset()
    armour: Class = 0
    resistance: Resistance = 0
    """Against indirect fire and bombs."""
    mobility: Mobility
    size: Size
    tonnes: Count = 0
    """Whole tonnes, fractions dropped."""
    weapons: tuple[Id, ...] = ()
    """The main weapon first; one of them fires in a turn."""
    tow_needs: Tow = ""
    """The least vehicle that can carry or tow this base."""
    tow: Tow = ""
    """What this vehicle can carry or tow."""
    capacity: Count = 0
    """Bases it carries; of an aircraft, load points."""
    engines: Annotated[int, Meta(ge=0, le=8)] = 0
    role: Role = ""
    bomb: Annotated[int, Meta(ge=-1, le=5)] = -1
    """The plus of its bombs; -1: it carries none."""
    ship_class: ShipClass = ""
    speed: tuple[Fields, Fields] | None = None
    """By day and by night, where the speed table does not say it (ships)."""
    looks_like: str = ""
    """Of a dummy: the model that it seems to be."""

    def has(self, trait: Trait) -> bool:
        return trait in self.traits

    @property
    def is_figures(self) -> bool:
        return self.kind == "figures"

    @property
    def is_weapon(self) -> bool:
        """A weapon base with its crew."""
        return self.kind == "weapon"

    @property
    def is_base(self) -> bool:
        """Figures or a weapon with crew: what rides on or behind a vehicle."""
        return self.kind in ("figures", "weapon")

    @property
    def flies_as_load(self) -> bool:
        """Aircraft carry bases and cars, no other vehicles."""
        return self.is_base or self.has("car")

    @property
    def is_vehicle(self) -> bool:
        """A land vehicle, trains included."""
        return self.kind in ("vehicle", "train")

    @property
    def is_aircraft(self) -> bool:
        return self.kind == "aircraft"

    @property
    def is_watercraft(self) -> bool:
        return self.kind in ("ship", "boat", "ferry", "raft")

    @property
    def is_bunker(self) -> bool:
        return self.kind == "bunker"

    @property
    def is_dummy(self) -> bool:
        return self.kind == "dummy"

    @property
    def is_armoured(self) -> bool:
        return self.armour > 0

    @property
    def is_soft_vehicle(self) -> bool:
        """A land vehicle, train or craft without armour."""
        return (self.is_vehicle or self.is_watercraft) and not self.armour

    @property
    @rule("WPR-kampffahrzeuge-1", "WPR-panzerjaeger-1")
    def is_combat_vehicle(self) -> bool:
        """Armoured, armed and cross-country; assault guns rank as tanks."""
        return "combat" in self.traits

    @property
    @rule("WPR-selbstfahrlafetten-1")
    def is_self_propelled(self) -> bool:
        """A weapon fixed on a vehicle."""
        return "self_propelled" in self.traits

    @property
    def is_mobile_gun(self) -> bool:
        """A combat vehicle or a self-propelled mount: drives and fires, and needs a position marker."""
        return self.is_combat_vehicle or self.is_self_propelled

    @property
    @rule("WPR-selbstfahrlafetten-1", "WPR-wirkungstabelle-3")
    def fights_as_tank(self) -> bool:
        """A combat vehicle, or an armoured self-propelled mount, which is treated as one."""
        return self.is_mobile_gun and self.is_armoured

    @property
    @rule("WPR-panzergrenadiere-1")
    def is_carrier(self) -> bool:
        """An armoured personnel carrier."""
        return "apc" in self.traits

    @property
    def is_pure_figures(self) -> bool:
        """Figures without heavy weapons."""
        return self.kind == "figures" and "heavy_weapon" not in self.traits

    @property
    def is_portable(self) -> bool:
        """Figures, or a weapon that its crew carries: goes into woods and houses."""
        return self.kind == "figures" or "portable" in self.traits

    @property
    @rule("WPR-infanterist-einsatz-2", "WPR-fuehrung-1")
    def may_attack(self) -> bool:
        """Whether it may start an infantry attack: pure figures, neither staff nor train."""
        return self.is_pure_figures and not self.traits & {"command", "supply"}

    @property
    @rule("WPR-mitfahren-1", "WPR-mitfahren-2")
    def carries_riders(self) -> bool:
        """Medium and heavy tanks, assault guns and tank destroyers carry one base of figures."""
        is_tank = self.is_combat_vehicle and self.mobility == "tracked" and not self.is_carrier
        return is_tank and self.armour in (2, 3)

    @property
    @rule("WPR-ru-motschdiv43-11")
    def is_command(self) -> bool:
        """A staff: one closed vehicle without a base of its own."""
        return "command" in self.traits

    @property
    def is_multi_engined(self) -> bool:
        return self.engines > 1

    @property
    def is_glider(self) -> bool:
        return self.role in GLIDERS

    @property
    def is_warship(self) -> bool:
        return self.ship_class in WARSHIPS

    @rule("WPR-transport-land-3", "WPR-transport-land-2")
    def can_pull(self, base: "Model") -> bool:
        """Whether this vehicle may carry or tow a base."""
        return bool(self.tow) and TOWS.index(self.tow) >= TOWS.index(base.tow_needs)

    @property
    @rule("WPR-mannschaftszug-2")
    def is_manhandled(self) -> bool:
        """Whether it is light enough for its crew to carry or push; a gun must be a light one besides."""
        return self.kind == "weapon" and TOWS.index(self.tow_needs) <= TOWS.index(MANHANDLED)

    def faults(self) -> Iterator[Problem]:
        """What no model can be."""
        if self.is_aircraft and not self.role:
            yield Problem((), "an aircraft needs a role")
        if self.role and not self.is_aircraft:
            yield Problem(("role",), "only aircraft have a role")
        if self.is_weapon and not self.weapons:
            yield Problem((), "a weapon base needs its weapon (weapons)")
        if self.kind == "ship" and not self.ship_class:
            yield Problem((), "a ship needs a ship_class")
        if self.is_combat_vehicle and not (self.armour and self.weapons):
            yield Problem(("traits",), "a combat vehicle is armoured and armed (WPR-kampffahrzeuge-1)")
        if self.resistance and not self.armour:
            yield Problem(("resistance",), "only armoured models have resistance")
        if self.resistance < -2 and not (self.is_bunker or self.kind == "ship"):
            yield Problem(("resistance",), "only bunkers and ships have -3 or -4 (WPR-bunker-2)")
        if self.tow_needs and not self.is_base:
            yield Problem(("tow_needs",), "only a base is carried or towed")
        if self.is_dummy != bool(self.looks_like):
            yield Problem(("looks_like",), "a dummy, and nothing else, looks like another model")
