"""4.1 and 4.3 Lines of sight between hexes, on small maps and on the shipped one."""

from __future__ import annotations

import msgspec
import pytest

from blitzkrieg1940.positions import pack
from planspiel.systems.blitzkrieg1940 import sight
from planspiel.systems.blitzkrieg1940.sight import line_of_sight
from planspiel.systems.blitzkrieg1940.theatre import BattleMap, Theatre

TERRAIN = {"o": "open", "w": "wood", "v": "village", "r": "orchard"}


def country(*rows: str, edged: bool = True) -> Theatre:
    """A small map, northernmost row first; "w1" is a wood on level 1. Edges are hexes above a neighbour."""
    width = len(rows[0].split())
    heading = " ".join(f"{n:02}" for n in range(1, width + 1))
    body = "\n".join(f"{n:02} {row}" for n, row in enumerate(rows, start=1))
    tokens = {token for row in rows for token in row.split()}
    legend = {t: {"terrain": TERRAIN[t[0]], "level": int(t[1])} for t in sorted(tokens)}
    layout = {"first_grows": "east", "second_grows": "south", "top": "flat", "shifted": "even"}
    plain = {"title": "test", "grid": f"   {heading}\n{body}\n", "legend": legend, "layout": layout}
    flat = msgspec.convert(plain, BattleMap)
    board, level = flat.board(), flat.ground().level
    edges = [
        hex_
        for hex_ in board.labels
        if edged and any(level[near] < level[hex_] for near in board.neighbours(hex_))
    ]
    edged_map = msgspec.convert({**plain, "features": {"edge_hex": edges}}, BattleMap)
    return Theatre(edged_map, pack().charts.terrain)


def column(tokens: str) -> Theatre:
    """One file of hexes from north to south: 0101, 0102 and so on."""
    return country(*tokens.split())


@pytest.fixture(autouse=True)
def _look_anew() -> None:
    """Lines are remembered; a test must see the rule at work."""
    sight._line_of_sight.cache_clear()


def sees(theatre: Theatre, a: str, b: str) -> bool:
    there, back = line_of_sight(theatre, a, b).is_open, line_of_sight(theatre, b, a).is_open
    assert there == back, "a line is the same in both directions"
    return there


@pytest.mark.rule("BLK-4.1-A")
def test_a_line_runs_from_centre_to_centre() -> None:
    theatre = country("o0 o0 o0", "o0 w0 o0", "o0 o0 o0")
    assert not sees(theatre, "0201", "0203")
    assert sees(theatre, "0101", "0103")


@pytest.mark.rule("BLK-4.3-A", "BLK-4.3.1-A")
@pytest.mark.parametrize("obstacle", ["w0", "v0", "r0"])
def test_wood_village_and_orchard_block_on_one_level(obstacle: str) -> None:
    assert not sees(column(f"o0 {obstacle} o0"), "0101", "0103")
    assert sees(column("o0 o0 o0"), "0101", "0103")


@pytest.mark.rule("BLK-4.3-B")
def test_a_line_along_a_hexside_is_blocked_only_if_both_hexes_block() -> None:
    # From 0102 to 0302 the line runs between 0202 and 0203.
    assert sees(country("o0 o0 o0", "o0 w0 o0", "o0 o0 o0"), "0102", "0302")
    assert not sees(country("o0 o0 o0", "o0 w0 o0", "o0 w0 o0"), "0102", "0302")


@pytest.mark.rule("BLK-4.3-C")
def test_terrain_at_the_ends_of_a_line_never_blocks_it() -> None:
    assert sees(column("w0 o0 v0"), "0101", "0103")


@pytest.mark.rule("BLK-4.3-D")
def test_neighbours_always_see_each_other() -> None:
    # Without a contour line between them two heights see nothing of each other farther away.
    theatre = country("o2", "w0", "o0", edged=False)
    assert sees(theatre, "0101", "0102")
    assert not sees(theatre, "0101", "0103")


@pytest.mark.rule("BLK-4.3.2-A", "BLK-4.3.2-B")
def test_ground_higher_than_both_blocks() -> None:
    assert not sees(column("o0 o1 o0"), "0101", "0103")
    assert not sees(column("o1 o2 o0"), "0101", "0103")
    assert line_of_sight(column("o0 o1 o0"), "0101", "0103").obstruction == "higher"


@pytest.mark.rule("BLK-4.3.2-C", "BLK-4.3.2-G3")
def test_an_obstacle_below_both_does_not_block() -> None:
    assert sees(column("o1 w0 o1"), "0101", "0103")
    assert not sees(column("o1 w1 o1"), "0101", "0103")


@pytest.mark.rule("BLK-4.3.2-D")
def test_a_difference_in_height_alone_does_not_block() -> None:
    assert sees(column("o2 o1 o0 o0"), "0101", "0104")


@pytest.mark.rule("BLK-4.3.2-E")
def test_behind_the_edge_of_a_height_nothing_below_is_seen() -> None:
    theatre = column("o1 o1 o0 o0")
    assert sees(theatre, "0102", "0104")
    assert not sees(theatre, "0101", "0103")
    assert line_of_sight(theatre, "0101", "0104").obstruction == "edge"


@pytest.mark.rule("BLK-4.3.2-F")
def test_an_obstacle_next_to_both_does_not_hide_the_lower_unit() -> None:
    assert sees(column("o1 w0 o0"), "0101", "0103")


@pytest.mark.rule("BLK-4.3.2-G")
def test_the_hex_behind_a_farther_obstacle_is_blind() -> None:
    theatre = column("o1 o0 w0 o0 o0")
    assert line_of_sight(theatre, "0101", "0104").obstruction == "blind"
    assert not sees(theatre, "0101", "0104")


@pytest.mark.rule("BLK-4.3.2-H")
def test_more_than_one_hex_behind_the_obstacle_is_seen_again() -> None:
    assert sees(column("o1 o0 w0 o0 o0"), "0101", "0105")


@pytest.mark.rule("BLK-4.3.2-G1")
def test_an_obstacle_next_to_the_higher_unit_hides_nothing() -> None:
    theatre = column("o1 w0 o0 o0")
    assert sees(theatre, "0101", "0103")
    assert sees(theatre, "0101", "0104")
    # On the level of the higher unit it blocks altogether.
    assert not sees(column("o1 o0 w1 o0 o0"), "0101", "0105")


@pytest.mark.rule("BLK-4.3.2-G2")
def test_ground_as_high_as_the_higher_unit_hides_the_lower_one() -> None:
    # 0101 is an edge hex towards 0201, but not towards 0103.
    theatre = country("o1 o0", "o1 o1", "o0 o1")
    assert "0101" in theatre.edge_hexes
    assert line_of_sight(theatre, "0101", "0103").obstruction == "plateau"


PRINTED = [
    "0702",
    "1304",
    "1305",
    "1107",
    "0810",
    "0709",
    "0610",
    "0309",
    "0209",
    "0205",
    "0304",
    "0303",
    "0403",
    "0501",
]


@pytest.mark.rule("BLK-4.3.2-I", "BLK-4.3.2-G", "BLK-4.3.2-H")
def test_the_blind_hexes_seen_from_0706_are_those_of_the_book() -> None:
    theatre = pack().theatre("hannut")
    blind = [hex_ for hex_ in theatre.board.disc("0706", 8) if not sees(theatre, "0706", hex_)]
    assert sorted(blind) == sorted(PRINTED)


@pytest.mark.rule("BLK-4.3-B")
def test_a_line_along_the_rim_of_the_map_has_nothing_on_its_other_side() -> None:
    theatre = country("o0 w0 o0", "o0 o0 o0")
    line = theatre.board.line("0101", "0301")
    assert line.steps[0].between
    assert sees(theatre, "0101", "0301")
