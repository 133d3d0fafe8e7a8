"""The open table: visible fractions."""

from statistics import median
from time import perf_counter

from planspiel.boards.plane import (
    CM,
    Part,
    Point,
    Prism,
    Scene,
    Spot,
    Target,
    disc,
    prism,
    rectangle,
    visible_fraction,
)
from planspiel.boards.plane.visibility import nearby, sides_in_wedge, target_grid
from planspiel.cli.bench import row

EYE = Spot(20 * CM, 20 * CM, 180)
TANK_AT = Point(170 * CM, 140 * CM)
TANK = Target(
    TANK_AT,
    (
        Part(rectangle(TANK_AT, 880, 490, 300), 0, 250),
        Part(rectangle(TANK_AT, 400, 300, 700), 250, 420),
    ),
)


def battlefield() -> Scene:
    """Walls and figures strewn over a table: 50 stand between eye and target, 150 elsewhere."""
    prisms: list[Prism] = []
    for i in range(50):
        along = 4 + i % 48
        centre = Point(EYE.x + (TANK_AT.x - EYE.x) * along // 55, EYE.y + (TANK_AT.y - EYE.y) * along // 55)
        aside = Point(
            centre.x + (i * 37 % 41 - 20) * along // 20, centre.y - (i * 53 % 41 - 20) * along // 20
        )
        body = disc(aside, 50) if i % 2 else rectangle(aside, 300, 50, i * 137)
        prisms.append(prism(f"between-{i:02}", body, 0, 60 + 3 * (i % 40)))
    for i in range(150):
        centre = Point(i * 7919 % 20_000, i * 104_729 % 20_000)
        if abs((centre.x - EYE.x) * 120 - (centre.y - EYE.y) * 150) > 400_000:
            prisms.append(prism(f"aside-{i:03}", rectangle(centre, 800, 300, i * 211), 0, 300))
    return Scene(prisms)


@row("boards/plane-visible-fraction-50", unit="ms", bound=1.0)
def visible_fraction_50() -> float:
    """One question about a tank with exactly 50 occluders left in the wedge after culling."""
    scene = battlefield()
    grid = target_grid(EYE, TANK)
    left = set(sides_in_wedge(EYE, grid, scene, nearby(EYE, grid, scene, ())).owner.tolist())
    if len(left) != 50:
        raise AssertionError(f"{len(left)} occluders are left after culling, not 50")
    times: list[float] = []
    for _ in range(200):
        start = perf_counter()
        visible_fraction(EYE, TANK, scene)
        times.append(perf_counter() - start)
    return median(times) * 1000


@row("boards/plane-scene-packing", unit="ms")
def scene_packing() -> float:
    """Packing some 190 occluders for such questions, once per position."""
    prisms = battlefield().prisms
    times: list[float] = []
    for _ in range(20):
        start = perf_counter()
        Scene(prisms)
        times.append(perf_counter() - start)
    return median(times) * 1000
