"""The printed tables, with the figures of the book. Every reading cites its table."""

from typing import Annotated, Literal

from msgspec import Meta

from planspiel.kernel.rulebook import cited, rule
from planspiel.systems.wiener2022.catalogue import (
    Class,
    Count,
    Data,
    Fields,
    Flak,
    Mobility,
    Model,
    Plus,
    Resistance,
    Role,
    ShipClass,
    Weapon,
)
from planspiel.systems.wiener2022.state import BridgeKind, Stock

LIGHT = 1
"""The class of light guns."""
SUPERHEAVY = 4
"""The highest class of armour."""

Speed = tuple[Fields, Fields, Fields]
"""On road or rail, in terrain, on water."""
Range = tuple[Fields, Fields, Fields]
"""Direct, indirect, against aircraft."""
Light = Literal["day", "night"]
SightRow = Literal[
    "large_air_water",
    "large",
    "large_camouflaged",
    "small_air_water",
    "small",
    "small_edge_silent",
    "small_edge_fired",
    "small_inside_wood",
    "small_camouflaged",
    "small_hidden",
]
EffectRow = Literal["none", "red", "grey", "black", "loss"]
ScatterResult = Literal["NW", "N", "NE", "W", "hit", "E", "SW", "S", "SE", "lost"]
Period = Literal["wwii", "postwar"]
Artillery = Literal["mortar", "rocket", "infantry_gun", "howitzer", "gun"]
Steps = tuple[tuple[Count, Count], ...]
"""Pairs of a least figure and what holds from it on, growing."""

ROWS: dict[Artillery, str] = {
    "mortar": "WPR-schussweitentabelle-3",
    "rocket": "WPR-schussweitentabelle-3",
    "infantry_gun": "WPR-schussweitentabelle-4",
    "howitzer": "WPR-schussweitentabelle-5",
    "gun": "WPR-schussweitentabelle-6",
}
"""The tables of indirect ranges."""


@rule("WPR-schussweiten-2", "WPR-kurzkanonen-2")
def rule_of_thumb(family: Artillery, calibre: int) -> int:
    """Half the calibre in centimetres for mortars, rockets and short guns, one and a half times for guns
    below 21 cm, the calibre for howitzers and for everything above; rounded down."""
    if family in ("mortar", "rocket", "infantry_gun"):
        return calibre // 20
    return calibre * 3 // 20 if family == "gun" and calibre < 210 else calibre // 10


def step_of(steps: Steps, figure: int) -> int:
    """What the last step not above the figure says; 0 below all."""
    found = 0
    for least, value in steps:
        if figure >= least:
            found = value
    return found


class Effect(Data, frozen=True, kw_only=True):
    """One row of the effect table."""

    upto: Count
    """The highest value of the row."""
    colour: Literal["", "red", "grey", "black"]
    minus: Annotated[int, Meta(ge=-4, le=0)]
    """On the weapon effect of those who are pinned so."""
    moves: Literal["free", "armour", "none"]
    """Who may still move: all, armour and craft at terrain speed, nobody."""
    acts: bool
    """Whether they may still fire."""


class Minimum(Data, frozen=True, kw_only=True):
    """Minimum calibres in millimetres."""

    direct: tuple[Count, Count, Count, Count]
    """By armour class from light to super-heavy."""
    indirect: dict[int, Count]
    """By resistance."""
    bomb: dict[int, Plus]


class Resistances(Data, frozen=True, kw_only=True):
    light: Resistance
    medium: Resistance
    heavy: Resistance
    superheavy: Resistance
    superheavy_bunker: tuple[Resistance, Resistance]


class BridgeRow(Data, frozen=True, kw_only=True):
    resistance: Resistance
    minimum: Count
    """Millimetres."""
    bomb: Plus
    """The least bomb that counts."""


class Points(Data, frozen=True, kw_only=True):
    """The list of plus and minus points."""

    cover: int
    high_attack: int
    heavy_mortar: int
    """Mortars and rockets above `heavy_mortar_over` millimetres, against unarmoured troops."""
    heavy_mortar_over: Count
    calibre: Steps
    reduced_range: int
    """For each field below the greatest distance, against hard targets."""
    flat_on_soft_vehicle: int
    multi_barrel_flak: int
    """Above `multi_barrel_over` millimetres, against low aircraft."""
    multi_barrel_over: Count
    mine_on_soft: int
    mine_on_armour: int
    class_step: int
    further_base: int
    """For each base beyond the first in close combat, and each aircraft in air combat."""
    position_or_building: int
    """For the defender in close combat."""
    jumpers: int
    tank_hunters_in_cover: int
    """In wood or town."""
    combination: int
    """For each further weapon in combined indirect fire, smoke and light."""


class ClassTable(Data, frozen=True, kw_only=True):
    """How a period sorts armour and guns."""

    tonnes: Steps
    gun: Steps
    super_heavy_gun: Count
    """Tank guns from this calibre are super-heavy; 0: there are none."""
    over_long: Count
    """Barrels longer than this count one class higher; 0: no such rule."""
    over_long_from: Count
    short: Count
    """Barrels below this count one class lower."""


class Ranges(Data, frozen=True, kw_only=True):
    """The range table."""

    close: Fields
    infantry: Range
    heavy_mg: Range
    light_gun: Range
    medium_gun: Range
    heavy_gun: Range
    light_flak: Range
    medium_flak: Range
    heavy_flak: Range
    flak_calibres: dict[Flak, tuple[Count, Count]]
    mortar: dict[int, Fields]
    infantry_gun: dict[int, Fields]
    howitzer: dict[int, Fields]
    field_gun: dict[int, Fields]
    artillery_flat: Fields

    @rule("WPR-schussweitentabelle-7")
    def indirect(self, family: Artillery, calibre: int) -> int:
        """By the row of the nearest printed calibre; of two equally near the smaller.

        Without any row, which only a changed table can be, the rule of thumb serves.
        """
        cited(ROWS[family])
        rows = {
            "mortar": self.mortar,
            "rocket": self.mortar,
            "infantry_gun": self.infantry_gun,
            "howitzer": self.howitzer,
            "gun": self.field_gun,
        }[family]
        if not rows:
            return rule_of_thumb(family, calibre)
        return rows[min(sorted(rows), key=lambda printed: abs(printed - calibre))]

    @rule("WPR-schussweitentabelle-8", "WPR-schussweitentabelle-2")
    def flak_class(self, calibre: int) -> Flak:
        """Light, medium or heavy; below all of them none."""
        found: Flak = ""
        for name, (least, _) in self.flak_calibres.items():
            if calibre >= least:
                found = name
        return found

    @rule("WPR-schussweitentabelle-2")
    def flak(self, kind: Flak) -> Range:
        rows: dict[Flak, Range] = {
            "light": self.light_flak,
            "medium": self.medium_flak,
            "heavy": self.heavy_flak,
        }
        return rows[kind]


class Load(Data, frozen=True, kw_only=True):
    per_engine: Count
    figures: Count
    small_weapon: Count
    large_weapon: Count
    """Also cars."""


class BombClasses(Data, frozen=True, kw_only=True):
    light: Plus
    medium: Plus
    heavy: Plus
    special: tuple[Plus, ...]


class EngineClasses(Data, frozen=True, kw_only=True):
    """The least and the greatest number of engines."""

    light: tuple[Count, Count]
    medium: tuple[Count, Count]
    heavy: tuple[Count, Count]


class Air(Data, frozen=True, kw_only=True):
    """The tables of the air war."""

    priority: Count
    scatter: tuple[ScatterResult, ...]
    bombs: BombClasses
    bomb_plus: dict[Role, Plus]
    engines: EngineClasses
    fighter_on_fighter_bomber: Plus
    fighter_on_other: Plus
    fighter_bomber_on_other: Plus
    runway_one_engine: Fields
    runway_per_engine: Fields
    runway: dict[Role, Fields]
    load: Load

    @rule("WPR-luftstreitkraefte-4")
    def standard_priority(self) -> int:
        """What the die of a requested aircraft needs, where the scenario does not say it."""
        return self.priority

    @rule("WPR-flz-bewaffnung-4")
    def bombs_of(self, role: Role) -> int | None:
        """The plus of the bombs that a kind of aircraft carries; None if it carries none."""
        return self.bomb_plus.get(role)

    @rule("WPR-bomben-1")
    def bomb_classes(self) -> BombClasses:
        return self.bombs

    @rule("WPR-nacht-luft-3")
    def scattered(self, die: int) -> ScatterResult:
        """Where a ten-sided die sends bombs or jumpers."""
        return self.scatter[die - 1]

    @rule("WPR-jaeger-1", "WPR-jaeger-2")
    def superiority(self, model: Model, enemy: Model) -> int:
        """The plus of an aircraft against another; a jet counts one class above propeller aircraft."""
        mine, his = self._kind(model), self._kind(enemy)
        jets = ("jet" in model.traits) - ("jet" in enemy.traits)
        return max(0, self._printed(mine, his) - self._printed(his, mine) + jets)

    def _printed(self, mine: str, his: str) -> int:
        table = {
            ("fighter", "fighter_bomber"): self.fighter_on_fighter_bomber,
            ("fighter", ""): self.fighter_on_other,
            ("fighter_bomber", ""): self.fighter_bomber_on_other,
        }
        return table.get((mine, his), 0)

    def _kind(self, model: Model) -> str:
        return model.role if model.role in ("fighter", "fighter_bomber") else ""

    @rule("WPR-flz-rollstrecke-1")
    def runway_length(self, model: Model) -> int:
        """Fields needed to land and take off."""
        if model.role in self.runway:
            return self.runway[model.role]
        return self.runway_one_engine + self.runway_per_engine * max(0, model.engines - 1)

    @rule("WPR-flz-transport-1")
    def load_of(self, model: Model, weapon: Weapon | None) -> int:
        """Load points that an element takes up with its weapon.

        Small are machine guns, mortars, light guns and light anti-tank guns; larger ones count like cars.
        """
        if model.is_figures:
            return self.load.figures
        if weapon is None or not model.is_weapon:
            return self.load.large_weapon
        is_light = model.is_manhandled and weapon.gun_class <= LIGHT
        is_small = is_light or weapon.family in ("mg", "mortar")
        return self.load.small_weapon if is_small else self.load.large_weapon

    @rule("WPR-flz-einteilung-2")
    def engine_class(self, engines: int) -> Literal["light", "medium", "heavy"]:
        if engines <= self.engines.light[1]:
            return "light"
        return "medium" if engines <= self.engines.medium[1] else "heavy"


class ShipRow(Data, frozen=True, kw_only=True):
    plus: Plus
    resistance: Resistance
    figures: Count


class Work(Data, frozen=True, kw_only=True):
    """What a die needs, and how long work takes."""

    success: Count
    dig_in_turns: Count
    equipment_factor: Count
    smoke: Count
    light: Count
    self_smoke: Count
    locate: Count
    recognise: Count
    comb: Count
    lucky: Count
    raft: Count
    loss: Count
    elite_loss: Count


class StockRow(Data, frozen=True, kw_only=True):
    """The initial stock of an engineer company."""

    at_mine: Count
    ap_mine: Count
    crater: Count
    demolition: Count
    wire: Count
    boat: Count
    bridge: Count

    @rule("WPR-pioniere-4")
    def full(self, factor: int = 1) -> Stock:
        """The stock as the state keeps it."""
        return Stock(
            at_mine=self.at_mine * factor,
            ap_mine=self.ap_mine * factor,
            crater=self.crater * factor,
            demolition=self.demolition * factor,
            wire=self.wire * factor,
            boat=self.boat * factor,
            bridge=self.bridge * factor,
        )


class Day(Data, frozen=True, kw_only=True):
    """A standard day."""

    turns: Count
    day: Count
    night: Count


class Tables(Data, frozen=True, kw_only=True):
    """All printed tables."""

    speeds: dict[Light, dict[Mobility, Speed]]
    sight: dict[SightRow, tuple[Fields, Fields]]
    effect: dict[EffectRow, Effect]
    minimum: Minimum
    resistance: Resistances
    bridges: dict[BridgeKind, BridgeRow]
    points: Points
    classes: dict[Period, ClassTable]
    ranges: Ranges
    air: Air
    ships: dict[ShipClass, ShipRow]
    stock: StockRow
    work: Work
    day: Day

    @rule("WPR-geschwindigkeitstabelle-1")
    def day_speed(self, mobility: Mobility) -> Speed:
        """By day, or with light."""
        return self.speeds["day"][mobility]

    @rule("WPR-geschwindigkeitstabelle-2")
    def night_speed(self, mobility: Mobility) -> Speed:
        """At night without light, or in smoke."""
        return self.speeds["night"][mobility]

    @rule("WPR-geschwindigkeitstabelle-7", "WPR-geschwindigkeitstabelle-8")
    def speed(self, model: Model, *, dark: bool) -> Speed:
        """Fields per turn on road or rail, in terrain, on water; a ship may have a speed of its own."""
        if model.speed is not None:
            return (0, 0, model.speed[1 if dark else 0])
        return self.night_speed(model.mobility) if dark else self.day_speed(model.mobility)

    @rule("WPR-sichtweitentabelle-1", "WPR-sichtweitentabelle-2")
    def sight_range(self, row: SightRow, *, dark: bool) -> int:
        return self.sight[row][1 if dark else 0]

    @rule("WPR-wirkungstabelle-1", "WPR-wirkungstabelle-2", "WPR-wirkungstabelle-3", "WPR-wirkungstabelle-4")
    def effect_row(self, value: int) -> Effect:
        """The row of the effect table for a value."""
        return next(row for row in self.effect.values() if value <= row.upto)

    @rule("WPR-niederhaltungsstufen-1")
    def marker(self, level: int) -> str:
        """The colour of a pinning marker."""
        return self.effect_row(level).colour

    @rule("WPR-mindestkaliber-2", "WPR-mindestkaliber-4")
    def direct_minimum(self, armour: int) -> int:
        """Millimetres needed in direct lay against an armour class; 0 against unarmoured."""
        return self.minimum.direct[armour - 1] if armour else 0

    @rule("WPR-mindestkaliber-3")
    def indirect_minimum(self, resistance: int) -> int:
        """Millimetres needed in indirect lay against an armoured target."""
        return self.minimum.indirect[resistance]

    @rule("WPR-mindestkaliber-3")
    def bomb_minimum(self, resistance: int) -> int:
        """The least bomb plus against an armoured target."""
        return self.minimum.bomb[resistance]

    @rule("WPR-plusminus-3", "WPR-plusminus-9")
    def calibre_plus(self, calibre: int) -> int:
        return step_of(self.points.calibre, calibre)

    @rule("WPR-bunker-2", "WPR-bunker-3")
    def resistance_of(self, armour: Class) -> int:
        """Of tanks by class; bunkers are alike, but for super-heavy ones."""
        row = self.resistance
        return (0, row.light, row.medium, row.heavy, row.superheavy)[armour]

    @rule("WPR-bunker-1", "WPR-bunker-2")
    def bunker_resistances(self, armour: Class) -> tuple[int, ...]:
        """What a bunker of a class may have: super-heavy ones resist more than any tank."""
        return self.resistance.superheavy_bunker if armour == SUPERHEAVY else (self.resistance_of(armour),)

    @rule("WPR-bruecken-3", "WPR-bruecken-9")
    def bridge(self, kind: BridgeKind) -> BridgeRow:
        return self.bridges[kind]

    @rule("WPR-schiffe-klassen-6", "WPR-schiffe-klassen-8")
    def ship(self, ship_class: ShipClass) -> ShipRow:
        return self.ships[ship_class]

    @rule("WPR-schiffe-klassen-9")
    def naval_gun(self, ship_class: ShipClass) -> tuple[int, int]:
        """Calibre in millimetres and indirect range of a warship's guns: those with the plus of its class."""
        plus = self.ship(ship_class).plus
        calibre = next((least for least, value in self.points.calibre if value == plus), 120)
        return calibre, self.ranges.indirect("gun", calibre)

    @rule("WPR-pioniere-4", "WPR-pioniergeraet-1")
    def stock_of(self, model: Model) -> Stock | None:
        """What an engineer vehicle starts with; an equipment unit carries double."""
        if not model.has("engineer_vehicle"):
            return None
        return self.stock.full(self.work.equipment_factor if model.has("equipment") else 1)
