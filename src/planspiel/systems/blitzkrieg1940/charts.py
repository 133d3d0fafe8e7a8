"""The two chart sheets: combat results, fire modifiers, terrain, checks, artillery, sighting, limits.

Every number is data with a provenance. What the examples and paragraphs of the book prove is marked
printed; `crt_printed` names the single cells of the combat results table that they prove.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta, Struct

from planspiel.kernel.chart import Chart, Reading
from planspiel.kernel.rulebook import rule
from planspiel.packs import Problem
from planspiel.systems.blitzkrieg1940.counters import VEHICLES, Kind, Moves, Nation, SeenAs, Word

Terrain = Literal["open", "wood", "village", "orchard", "impassable"]
Calibre = Literal["light", "medium", "heavy"]
Result = Literal["-", "n", "N", "1"]

RESULTS: tuple[Result, ...] = ("-", "n", "N", "1")
"""No effect, red N (infantry only), N, one step; each worse for the target than the one before."""
MINES = "mines"
DICE = "^[1-9]d6$"


class Ground(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A kind of terrain: its names, and what it is to sight."""

    name: Word
    name_de: Word
    open: bool
    obstacle: bool


class FireModifiers(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Added to the attack factor; one column of the combat results table is one point."""

    range_per_hex: int
    """For each hex beyond the adjacent one."""
    close_combat: int
    """Instead of range."""
    moved_and_fired: int
    neutralised: int
    """Also in the first round of a close combat, for a defender neutralised before it."""
    exhausted: int
    exhausted_close_combat: int
    out_of_command: int
    out_of_command_close_combat: int
    """For the defender; an out-of-command unit does not attack. It takes the place of `out_of_command`."""
    column_own: int
    column_close_combat: int
    """In the first round only."""
    column_target: int
    """Direct fire only."""
    dispersed_own: int
    dispersed_close_combat: int
    dispersed_target: int
    village_infantry: int
    village_soft: int
    village_vehicle: int
    wood_infantry: int
    wood_soft: int
    wood_vehicle: int
    orchard_infantry: int
    orchard_soft: int
    orchard_vehicle: int
    works: int
    """Infantry only, added to terrain."""
    higher: int
    """The firer stands higher than the target."""
    at_gun_divisor: Annotated[int, Meta(ge=1)]
    """The attack of an anti-tank unit against infantry is divided by this, fractions up."""
    cover_for_close_combat_attacker: bool

    @rule("BLK-8.6.1-H", "BLK-8.6.1-X1")
    def cover(self, terrain: Terrain, kind: Kind | Literal["hq"]) -> int:
        """What a target gains from the terrain of its hex.

        Soft targets are anti-tank guns, motorcycles and HQs.
        """
        if terrain in ("open", "impassable"):
            return 0
        target = "vehicle" if kind in VEHICLES else "infantry" if kind in ("infantry", "mg") else "soft"
        value: int = getattr(self, f"{terrain}_{target}")
        return value


class Rates(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Half movement points by movement class."""

    foot: Annotated[int, Meta(ge=0)]
    wheeled: Annotated[int, Meta(ge=0)]
    tracked: Annotated[int, Meta(ge=0)]

    def of(self, moves: Moves) -> int:
        rate: int = getattr(self, moves)
        return rate


class MovementCosts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Costs in half movement points, because a road hex costs half a point: 2 stands for one point."""

    enter: dict[Literal["open", "wood", "village", "orchard"], Rates]
    road: Rates
    """In column along a road, whatever the terrain; bridges included."""
    stream: Rates
    """Added for crossing a stream side away from a bridge."""
    climb: Rates
    """Added for each level up."""
    leave_mines: Rates
    """Added for leaving a minefield."""
    off_edge: Rates
    """For stepping off the own map edge."""

    @rule("BLK-0.2-B")
    def terrain(self, terrain: Terrain, moves: Moves) -> int | None:
        """The cost of entering terrain across country, or None where nobody may go."""
        return None if terrain == "impassable" else self.enter[terrain].of(moves)


class Checks(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Rolls against a value: success is at or below it."""

    reaction_dice: Annotated[str, Meta(pattern=DICE)]
    exhausted_reaction: int
    """Added to the roll, like the next two."""
    out_of_command_reaction: int
    neutralised_reaction: int
    factor_dice: Annotated[str, Meta(pattern=DICE)]
    """For all checks against the formation factor."""
    rally: int
    """Added to the formation factor, like the next two."""
    exhaustion: int
    recovery: int
    exhausted_factor: int
    """Added to the formation factor in all other checks, like the next three."""
    reduced_factor: int
    hq_neutralised_factor: int
    out_of_command_factor: int
    transmission_dice: Annotated[str, Meta(pattern=DICE)]
    transmission: int
    transmission_neutralised: int
    """Added to the roll of a neutralised observer."""
    cancel_dice: Annotated[str, Meta(pattern=DICE)]
    cancel: tuple[int, int]
    """The lowest and the highest roll that annul a marker."""
    minefield_dice: Annotated[str, Meta(pattern=DICE)]
    minefield_exhausted: tuple[int, int]
    """The lowest and the highest roll that use up a minefield."""


class Seen(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How far a target can be seen."""

    open: Annotated[int, Meta(ge=1)]
    other: Annotated[int, Meta(ge=1)]


class Sighting(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Sighting distances by what the target looks like (4.1)."""

    vehicle: Seen
    """Tanks, assault guns, armoured cars, carriers, and infantry riding on them."""
    small: Seen
    """Infantry, machine guns, motorcycles, anti-tank guns, and most HQs."""

    @rule("BLK-4.1-E", "BLK-4.1-F", "BLK-4.1-G1", "BLK-4.1-G2")
    def distance(self, seen_as: SeenAs, *, in_open: bool) -> int:
        """What a counter is seen as is its own data; "other" is the same for all small targets."""
        seen = self.vehicle if seen_as == "vehicle" else self.small
        return seen.open if in_open else seen.other


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Fixed figures of the rules."""

    stack: int
    sight: int
    command: dict[Nation, int]
    """How far from the HQ a company may move (3.4)."""
    steps: int
    activations: int
    """Of one formation in a turn."""
    hand: int
    """Repeat markers, and likewise general markers, that a player may keep."""
    rallied_by_general: int
    refreshed_by_general: int
    """Exhaustion markers that a general marker removes."""


class Charts(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything on the chart sheets."""

    crt: Chart
    """Ask it for a final attack factor, never with a shift: beside the factors stands the mines column."""
    crt_printed: dict[str, dict[str, Result]]
    """Cells that worked examples prove: roll, then column."""
    terrain: dict[Terrain, Ground]
    fire: FireModifiers
    movement: MovementCosts
    checks: Checks
    artillery: dict[Calibre, int]
    """The column of each calibre."""
    calibre_mm: dict[Calibre, int]
    stuka_column: int
    sighting: Sighting
    limits: Limits

    @rule("BLK-8.2.2-G1")
    def result(self, factor: int, roll: int) -> Reading:
        """Cross a final attack factor with a roll; factors beyond the table use its last column."""
        return self.crt.lookup(factor, roll)

    @rule("BLK-0.2-G1")
    def is_printed(self, column: int, roll: int) -> bool:
        """Whether a worked example proves this cell; all other cells are reconstructed."""
        return str(column) in self.crt_printed.get(str(roll), {})

    @rule("BLK-10.1-B")
    def mines(self, roll: int) -> Reading:
        """The result of a mine attack: nothing modifies it."""
        return self.crt.lookup(MINES, roll)

    @rule("BLK-8.6.1-N", "BLK-8.6.1-G1")
    def artillery_column(self, calibre: Calibre) -> int:
        return self.artillery[calibre]

    def faults(self) -> Iterator[Problem]:
        """The combat results table is a table of results; every calibre and terrain is there."""
        for reason in self.crt.shape_faults():
            yield Problem(("crt",), reason)
        if MINES not in self.crt.columns:
            yield Problem(("crt", "columns"), "the column mines is missing")
        for row, cells in self.crt.rows.items():
            for place, cell in enumerate(cells):
                if cell not in RESULTS:
                    yield Problem(("crt", "rows", row, place), f"a result is one of {' '.join(RESULTS)}")
        missing = [calibre for calibre in ("light", "medium", "heavy") if calibre not in self.artillery]
        for calibre in missing:
            yield Problem(("artillery",), f"{calibre} artillery has no column")
        for terrain in ("open", "wood", "village", "orchard", "impassable"):
            if terrain not in self.terrain:
                yield Problem(("terrain",), f"{terrain} is missing")
            elif terrain != "impassable" and terrain not in self.movement.enter:
                yield Problem(("movement", "enter"), f"{terrain} has no cost")
        for nation in ("french", "german"):
            if nation not in self.limits.command:
                yield Problem(("limits", "command"), f"the {nation} command distance is missing")
