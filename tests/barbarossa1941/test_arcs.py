"""Arcs of fire, flanks and rear."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from barbarossa1941.positions import position, refused
from planspiel.systems.barbarossa1941.arcs import aspect_of, facing_now, in_arc, is_covered
from planspiel.systems.barbarossa1941.orders import Defend, OpenFire


@pytest.mark.rule("BAR-arc-1", "BAR-arc-5")
def test_the_arc_is_a_fan_of_one_three_five_and_seven_hexes() -> None:
    game = position({"g1": {"card": "ge_mg", "hex": "0608", "facing": 0}})
    board, gun = game.pack.theatre("test").board, game.state.units["g1"]
    counts = [
        sum(in_arc(game.pack, game.state, gun, hex_) for hex_ in board.ring("0608", reach))
        for reach in (1, 2, 3, 4)
    ]
    assert counts == [1, 3, 5, 7]
    assert in_arc(game.pack, game.state, gun, "0607")


@pytest.mark.rule("BAR-arc-2")
def test_a_unit_with_an_arc_fires_only_into_it() -> None:
    units = {
        "g1": {"card": "ge_mg", "hex": "0505", "facing": 3},
        "s1": {"card": "su_infantry", "hex": "0503"},
    }
    assert "BAR-arc-2" in refused(position(units), "g1", OpenFire("s1"))
    units["g1"]["facing"] = 0
    assert refused(position(units), "g1", OpenFire("s1")) == ""


@pytest.mark.rule("BAR-arc-2")
def test_an_aircraft_over_a_half_hex_is_in_the_arc_or_not_like_any_other() -> None:
    game = position({"g1": {"card": "ge_mg", "hex": "0203", "facing": 0}})
    gun = game.state.units["g1"]
    assert in_arc(game.pack, game.state, gun, "0200")
    assert not in_arc(game.pack, game.state, replace(gun, facing=3), "0200")


@pytest.mark.rule("BAR-arc-3", "BAR-arc-4")
def test_a_unit_without_an_arc_fires_in_every_direction() -> None:
    game = position({"g1": {"card": "ge_infantry", "hex": "0505"}})
    infantry = game.state.units["g1"]
    assert facing_now(game.pack, game.state, infantry) is None
    assert all(in_arc(game.pack, game.state, infantry, hex_) for hex_ in ("0504", "0506", "0605"))


@pytest.mark.rule("BAR-defend-5", "BAR-defend-X1")
def test_defend_gives_an_arc_until_suppressed_or_cancelled() -> None:
    game = position({"g1": {"card": "ge_infantry", "hex": "0505"}}, orders={"g1": Defend(2, 1)})
    unit = game.state.units["g1"]
    assert facing_now(game.pack, game.state, unit) == 2
    for over in ({"suppressed": True}, {"lapsed": True}):
        game = position({"g1": {"card": "ge_infantry", "hex": "0505", **over}}, orders={"g1": Defend(2, 1)})
        assert facing_now(game.pack, game.state, game.state.units["g1"]) is None


@pytest.mark.rule("BAR-flank-rear-1", "BAR-flank-rear-2")
def test_opposite_the_front_is_the_rear_and_the_four_other_sides_are_flanks() -> None:
    game = position({"g1": {"card": "ge_mg", "hex": "0505", "facing": 0}})
    board, gun = game.pack.theatre("test").board, game.state.units["g1"]
    around = [board.neighbour("0505", direction) for direction in range(6)]
    seen = [aspect_of(game.pack, game.state, gun, hex_) for hex_ in around if hex_]
    assert seen == ["front", "flank", "flank", "rear", "flank", "flank"]


@pytest.mark.rule("BAR-flank-rear-5")
def test_a_unit_without_an_arc_has_neither_flank_nor_rear() -> None:
    game = position({"g1": {"card": "ge_infantry", "hex": "0505"}})
    assert aspect_of(game.pack, game.state, game.state.units["g1"], "0506") == "front"


@pytest.mark.rule("BAR-flank-rear-6", "BAR-flank-rear-7")
def test_a_friend_without_an_arc_covers_the_flanks_unless_he_is_suppressed() -> None:
    units = {
        "g1": {"card": "ge_mg", "hex": "0505", "facing": 0},
        "g2": {"card": "ge_infantry", "hex": "0505"},
    }
    game = position(units)
    assert is_covered(game.pack, game.state, game.state.units["g1"])
    units["g2"]["suppressed"] = True
    game = position(units)
    assert not is_covered(game.pack, game.state, game.state.units["g1"])


@pytest.mark.rule("BAR-bunker-9", "BAR-bunker-11")
def test_whoever_is_in_a_bunker_has_the_bunkers_arc() -> None:
    from planspiel.systems.barbarossa1941.state import Bunker

    game = position(
        {"g1": {"card": "ge_infantry", "hex": "0505", "bunker": True}}, bunkers={"0505": Bunker(4)}
    )
    assert facing_now(game.pack, game.state, game.state.units["g1"]) == 4
