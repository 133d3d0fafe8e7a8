"""Terrain, roads, mines, works and the fixed figures of the rules, as data.

Each kind of terrain names the entries of the rulebook that its effects come from; asking for an effect cites
them, so that whoever uses a figure need not repeat where it stands.
"""

from collections.abc import Iterator
from typing import Annotated, Literal, get_args

from msgspec import Meta, field

from planspiel.kernel import rulebook
from planspiel.kernel.rulebook import Rulebook, cited, rule
from planspiel.packs import Problem, nearest
from planspiel.systems.barbarossa1941.cards import Card, Count, Data, Trait, UnitType, Word

Terrain = Literal[
    "plain", "bush", "light_forest", "forest", "swamp", "river", "ford", "field", "village", "town"
]
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
MineKind = Literal["dummy", "anti-tank", "anti-personnel"]
WorkKind = Literal["trench", "wire", "dragons_teeth", "bunker"]
WORKS: tuple[WorkKind, ...] = get_args(WorkKind)
Structure = Literal["bridge", "pontoon", "bunker"]
Effect = Literal["sight", "defence", "enter", "ambush", "loss", "stop", "march", "assault", "melee", "fire"]

LEDGER = "barbarossa1941"


class Cover(Data, frozen=True, kw_only=True):
    """The defence that terrain gives, added to the base value."""

    infantry: int = 0
    other: int = 0


class Ground(Data, frozen=True, kw_only=True):
    """One kind of terrain."""

    name: Word
    name_de: Word
    letter: Annotated[str, Meta(pattern="^[a-z]$")]
    """The first character of its tokens on the boards."""
    blocks_sight: bool = False
    close_sight: bool = False
    """Seen, and seen from, in adjacent hexes only."""
    defence: Cover = Cover()
    enter: tuple[UnitType, ...] = ()
    """Types that may enter away from a road."""
    special: tuple[Trait, ...] = ()
    """Traits that open it to a unit of any type."""
    ambush: tuple[UnitType, ...] = ()
    """Types that may be ordered to Ambush here."""
    loss: dict[UnitType, Count] = field(default_factory=dict)
    """Hexes of movement lost by entering away from a road."""
    ends_move: bool = False
    """Entering it away from a road ends the move; a move that starts in it is one hex."""
    whole_move: bool = False
    """Entering it, and leaving it, is a move of one hex."""
    march: bool = False
    """A march may lead through it away from a road."""
    built_up: bool = False
    """A road hex toward all adjacent road hexes and other built-up hexes."""
    assault_armour: bool = True
    """Infantry standing here may be ordered to assault armoured vehicles and tanks."""
    fight_tanks: bool = False
    """Infantry may attack tanks in a close combat here."""
    melee_accuracy: int = 0
    """Added for infantry in close combat against vehicles of every kind."""
    no_fire: bool = False
    """No normal attacks into it or out of it."""
    cites: dict[Effect, tuple[str, ...]] = field(default_factory=dict)

    def _cite(self, effect: Effect) -> None:
        if rulebook.recorder is None:
            return
        for id in self.cites.get(effect, ()):
            cited(id)

    def is_obstacle(self) -> bool:
        """Whether it blocks sight on its own level."""
        self._cite("sight")
        return self.blocks_sight

    def cover(self, type: UnitType) -> int:
        """The defence bonus of a unit standing here."""
        self._cite("defence")
        return self.defence.infantry if type == "infantry" else self.defence.other

    def admits(self, card: Card) -> bool:
        """Whether the unit may enter away from a road, by type or by one of its traits."""
        self._cite("enter")
        return card.type in self.enter or any(trait in card.traits for trait in self.special)

    def hides(self, type: UnitType) -> bool:
        """Whether the type may be ordered to Ambush here."""
        self._cite("ambush")
        return type in self.ambush

    def slows(self, type: UnitType) -> int:
        """Hexes of movement lost by entering away from a road."""
        self._cite("loss")
        return self.loss.get(type, 0)

    def is_end_of_move(self) -> bool:
        """Whether entering it away from a road ends the move, and a move that starts in it is one hex."""
        self._cite("stop")
        return self.ends_move

    def is_whole_move(self) -> bool:
        """Whether entering it, or leaving it, is all a unit does in the round."""
        self._cite("stop")
        return self.whole_move

    def is_march_ground(self) -> bool:
        self._cite("march")
        return self.march

    def allows_assault_on_armour(self) -> bool:
        """For infantry standing here when the order is given."""
        self._cite("assault")
        return self.assault_armour

    def allows_fight_with_tanks(self) -> bool:
        """For infantry in a close combat in this hex."""
        self._cite("melee")
        return self.fight_tanks

    def close_combat_accuracy(self) -> int:
        """Added for infantry in close combat here against trucks, armoured vehicles and tanks."""
        self._cite("melee")
        return self.melee_accuracy

    def bars_fire(self) -> bool:
        self._cite("fire")
        return self.no_fire

    def faults(self) -> Iterator[Problem]:
        """All entries that are named must be in the rulebook."""
        known = {entry.id for entry in Rulebook.load(LEDGER).entries.values()}
        for effect, ids in self.cites.items():
            for place, id in enumerate(ids):
                if id not in known:
                    reason = f"the rulebook has no entry {id}"
                    yield Problem(("cites", effect, place), reason, nearest(id, known))


class Attack(Data, frozen=True, kw_only=True):
    """Dice and accuracy of a minefield."""

    dice: Annotated[int, Meta(ge=0, le=20)]
    accuracy: Annotated[int, Meta(ge=0, le=6)]


class Minefields(Data, frozen=True, kw_only=True):
    """The minefield card (BAR-lay-mines-7)."""

    cost: Count
    anti_tank: dict[UnitType, Attack]
    anti_personnel: dict[UnitType, Attack]

    @rule("BAR-lay-mines-7", "BAR-mine-explosion-3", "BAR-mine-explosion-7")
    def attack(self, kind: MineKind, type: UnitType) -> Attack | None:
        """What a field of this kind does to a type; None if nothing."""
        if kind == "dummy":
            return None
        table = self.anti_tank if kind == "anti-tank" else self.anti_personnel
        return table.get(type)


class Work(Data, frozen=True, kw_only=True):
    """A fortification as it is bought."""

    name: Word
    name_de: Word
    cost: Count
    on: Literal["side", "hex"]
    """On a hexside; along one, which it faces; or in a hex."""
    defence: Count = 0
    hits: Count = 0
    """Hits that destroy it; 0 if fire cannot."""
    capacity: Count = 0
    """Infantry units that it holds; 0 for no limit."""
    cite: Word

    def strength_points(self) -> int:
        """What it costs."""
        cited(self.cite)
        return self.cost

    def bonus(self) -> int:
        """Defence of those who occupy it."""
        cited(self.cite)
        return self.defence


class GroupLimit(Data, frozen=True, kw_only=True):
    vehicles: Count
    others: Count
    """Infantry and artillery."""


class Limits(Data, frozen=True, kw_only=True):
    """Figures that stand in the rules and not on cards."""

    open_fire_ammo: Count
    suppressive_ammo: Count
    defend_ammo: Count
    ambush_fire_ammo: Count
    fire_on_move_ammo: Count
    melee_ammo: Count
    air_ammo: Count
    smoke_ammo: Count
    suppressive_halves: Count
    """Firepower in halves: 3 is one and a half times as many dice."""
    ambush_dice: Count
    hq_valour: Count
    hill_defence: int
    """For a unit assaulted on a hill."""
    hill_accuracy: int
    """For a unit assaulting or fighting an enemy on a hill."""
    spread_units: Count
    """Units of one type in a hex from which fire spreads."""
    armoured_ambush_rounds: Count
    mine_points: Count
    """What a mine counts as when supply is lost with a truck."""
    group: GroupLimit
    structure_hits: dict[Structure, Count]
    airfield: tuple[Word, Word, Word, Word]
    """What happens in the preparation boxes I to IV."""


class Charts(Data, frozen=True, kw_only=True):
    """All tables that are not cards."""

    road_bonus: dict[UnitType, Count]
    limits: Limits

    @rule("BAR-march-4", "BAR-march-5", "BAR-march-9")
    def march_bonus(self, type: UnitType) -> int:
        """Further hexes on a pure road march; artillery by itself has none."""
        return self.road_bonus.get(type, 0)

    @rule("BAR-airfield-3")
    def airfield(self, box: int) -> str:
        """What is done in a preparation box, 1 to 4."""
        return self.limits.airfield[box - 1]

    @rule("BAR-bridge-4")
    def hits_to_destroy(self, structure: Structure) -> int:
        return self.limits.structure_hits[structure]

    def faults(self) -> Iterator[Problem]:
        for structure in get_args(Structure):
            if structure not in self.limits.structure_hits:
                yield Problem(("limits", "structure_hits"), f"{structure} is missing")
