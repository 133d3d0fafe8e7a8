"""Lines of sight."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import pack, position, refused
from planspiel.systems.barbarossa1941.orders import OpenFire
from planspiel.systems.barbarossa1941.sight import distance, sees, sight

FIRER, TARGET = "0508", "0504"
"""Four hexes apart in one column: the line runs straight north through 0507, 0506 and 0505."""


def _sees(a: str = FIRER, b: str = TARGET, **field: object) -> bool:
    game = position(**field)  # type: ignore[arg-type]
    return sees(game.pack, game.state, a, b)


@pytest.mark.rule("BAR-fire-test-11")
def test_distance_counts_steps_without_the_own_hex() -> None:
    game = position()
    assert [distance(game.pack, game.state, FIRER, hex_) for hex_ in ("0508", "0507", "0504")] == [0, 1, 4]


@pytest.mark.rule("BAR-los-1", "BAR-plain-1")
def test_over_plain_one_sees_as_far_as_one_likes() -> None:
    assert _sees()


@pytest.mark.rule("BAR-los-2", "BAR-los-8")
def test_blocking_terrain_on_the_centre_line_closes_it_and_the_order_to_fire_is_refused() -> None:
    mg = {"g1": {"card": "ge_mg", "hex": "0506", "facing": 0}, "s1": {"card": "su_infantry", "hex": "0504"}}
    game = position(mg, terrain={"0505": "village"})
    assert not sees(game.pack, game.state, "0506", "0504")
    assert "village in 0505" in refused(game, "g1", OpenFire("s1"))
    assert refused(position(mg), "g1", OpenFire("s1")) == ""


@pytest.mark.table
@pytest.mark.rule(
    "BAR-bush-1", "BAR-light-forest-1", "BAR-forest-1", "BAR-village-1", "BAR-town-1", "BAR-swamp-1",
    "BAR-river-1", "BAR-field-1", "BAR-plain-1", "BAR-ford-4",
)  # fmt: skip
@pytest.mark.parametrize(
    ("terrain", "blocks"),
    [
        ("bush", True),
        ("light_forest", True),
        ("forest", True),
        ("village", True),
        ("town", True),
        ("swamp", False),
        ("river", False),
        ("field", False),
        ("plain", False),
        ("ford", False),
    ],
)
def test_which_terrain_blocks_sight(terrain: str, blocks: bool) -> None:
    assert _sees(terrain={"0506": terrain}) is not blocks


@pytest.mark.rule("BAR-los-3", "BAR-los-4")
def test_a_line_along_an_edge_is_closed_only_by_two_blocking_hexes() -> None:
    a, b = "0508", "0708"
    game = position()
    between = game.pack.theatre("test").board.line(a, b).steps[0]
    assert between.between
    left, right = between.fields
    assert _sees(a, b, terrain={left: "bush"})
    assert not _sees(a, b, terrain={left: "bush", right: "town"})


@pytest.mark.rule("BAR-los-5")
def test_the_terrain_of_the_two_ends_does_not_block() -> None:
    assert _sees(terrain={FIRER: "town", TARGET: "light_forest"})


@pytest.mark.rule("BAR-los-6")
def test_units_never_block_sight() -> None:
    game = position({"s1": {"card": "su_kv1", "hex": "0506"}, "g1": {"card": "ge_infantry", "hex": "0507"}})
    assert sees(game.pack, game.state, FIRER, TARGET)


@pytest.mark.rule("BAR-smoke-9")
def test_smoke_blocks_sight_on_the_way_and_at_the_ends() -> None:
    for hex_ in ("0506", FIRER, TARGET):
        assert not _sees(smoke={hex_: 1})


@pytest.mark.rule("BAR-los-3", "BAR-smoke-9")
def test_along_an_edge_smoke_and_blocking_land_close_the_line_together() -> None:
    a, b = "0508", "0708"
    left, right = position().pack.theatre("test").board.line(a, b).fields
    assert _sees(a, b, smoke={left: 1})
    assert not _sees(a, b, smoke={left: 1}, terrain={right: "town"})
    assert not _sees(a, b, smoke={right: 1}, levels={left: 1})
    assert not _sees(a, b, smoke={left: 1, right: 1})


@pytest.mark.rule("BAR-forest-X1")
def test_dense_forest_is_seen_from_next_door_only() -> None:
    forest = {"terrain": {"0506": "forest"}}
    assert _sees("0507", "0506", **forest)
    assert _sees("0506", "0505", **forest)
    assert not _sees("0508", "0506", **forest)
    assert not _sees("0506", "0504", **forest)
    assert not _sees("0507", "0506", options={"forest_sight": "never"}, **forest)


@pytest.mark.rule("BAR-hill-los-1", "BAR-hill-2")
def test_a_hill_higher_than_both_ends_blocks() -> None:
    assert not _sees(levels={"0506": 1})
    assert _sees(levels={"0506": 1, FIRER: 1, TARGET: 1})


@pytest.mark.rule("BAR-hill-los-1", "BAR-hill-los-4")
def test_a_hill_higher_than_one_end_blocks() -> None:
    assert not _sees(levels={"0506": 1, FIRER: 2})
    assert not _sees(levels={"0506": 1, TARGET: 2})


@pytest.mark.rule("BAR-hill-los-2", "BAR-hill-los-3")
def test_from_a_hill_one_looks_over_a_wood_except_into_the_hex_behind_it() -> None:
    """A wood in 0506 seen from the hill in 0508: not into it, not into 0505, but the road in 0504."""
    field = {"levels": {FIRER: 1}, "terrain": {"0506": "forest"}}
    assert not _sees(FIRER, "0506", **field)
    assert not _sees(FIRER, "0505", **field)
    assert _sees(FIRER, "0504", **field)


@pytest.mark.rule("BAR-hill-los-5")
def test_the_view_over_obstacles_is_mutual_and_needs_height() -> None:
    field = {"levels": {FIRER: 1}, "terrain": {"0506": "village"}}
    assert _sees("0504", FIRER, **field)
    assert not _sees("0505", FIRER, **field)
    level = {"levels": {FIRER: 1, "0506": 1, TARGET: 1}, "terrain": {"0506": "village"}}
    assert not _sees(FIRER, TARGET, **level)


def test_the_verdict_names_what_blocks() -> None:
    game = position(terrain={"0506": "town"})
    assert sight(game.pack, game.state, FIRER, TARGET).blockers == (("0506", pack().terrain["town"].name),)
