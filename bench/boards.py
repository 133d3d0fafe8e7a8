"""Hex boards of 1,000 hexes: movement searches and lines of sight."""

from collections.abc import Callable
from statistics import median
from time import perf_counter

from planspiel.boards.hex import HexBoard
from planspiel.boards.hex_layout import NumberedLayout
from planspiel.boards.paths import Graph
from planspiel.boards.sight import any_of, higher_than_both_ends, line_of_sight, obstacles_level_with_an_end
from planspiel.cli.bench import row

LAYOUT = NumberedLayout(first_grows="E", second_grows="S", top="flat", shifted="even")
BOARD = HexBoard(LAYOUT, LAYOUT.rectangle((1, 40), (1, 25)))
START = "2013"

# Land without a pattern that a search could profit from: costs 2, 3 or 4 half points, woods, four levels.
COST = {label: 2 + i * 7919 % 97 % 3 for i, label in enumerate(BOARD.labels)}
WOOD = {label: "wood" for i, label in enumerate(BOARD.labels) if i * 7919 % 101 < 15}
LEVEL = {label: i * 7919 % 103 % 4 for i, label in enumerate(BOARD.labels)}
ENEMY_NEAR = {label: 1 for i, label in enumerate(BOARD.labels) if i * 7919 % 107 < 10}
ENEMY_HERE = {label for i, label in enumerate(BOARD.labels) if i * 7919 % 109 == 5 and label != START}
GRAPH = Graph(BOARD, lambda a, b: COST[b])


def seconds(work: Callable[[], object], repeats: int) -> float:
    """The median time of some work, after one turn to warm up."""
    work()
    times: list[float] = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return median(times)


def enter(label: str) -> int | None:
    """Beside an enemy a hex costs more; his own hex cannot be entered."""
    return None if label in ENEMY_HERE else ENEMY_NEAR.get(label, 0)


def must_stop(label: str) -> bool:
    return label in WOOD and label in ENEMY_NEAR


@row("boards/hex-paths-120", unit="us", bound=200.0)
def a_search_reaching_120_hexes() -> float:
    """A move with enemies about: extra costs, barred hexes and places to stop."""
    budget = next(b for b in range(1, 100) if len(GRAPH.reach(START, b, enter, must_stop)) >= 120)
    return seconds(lambda: GRAPH.reach(START, budget, enter, must_stop), 501) * 1e6


@row("boards/hex-paths-1000", unit="ms", bound=1.5)
def a_search_over_the_whole_map() -> float:
    """All 1,000 hexes, with a rule asked for every hex."""
    nearby = ENEMY_NEAR.get
    return seconds(lambda: GRAPH.reach(START, 1_000, lambda label: nearby(label, 0), must_stop), 101) * 1e3


@row("boards/hex-sight-1000", unit="ms", bound=20.0)
def lines_of_sight() -> float:
    """1,000 different lines of up to 10 hexes, over heights and woods, geometry cached."""
    model = any_of(
        higher_than_both_ends(LEVEL.__getitem__), obstacles_level_with_an_end(WOOD.get, LEVEL.__getitem__)
    )
    pairs = [(a, b) for a in BOARD.labels[::43] for b in BOARD.disc(a, 10)[::5] if a != b][:1_000]
    if len(pairs) != 1_000:
        raise RuntimeError(f"the bench needs 1,000 lines, not {len(pairs)}")
    return seconds(lambda: [line_of_sight(BOARD.line(a, b), model) for a, b in pairs], 51) * 1e3
