"""Steps 1 to 4."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import position, refused
from planspiel.systems.barbarossa1941.orders import OpenFire, SuppressiveFire


@pytest.mark.rule("BAR-fire-test-9", "BAR-fire-test-5", "BAR-fire-test-6")
def test_a_t26_platoon_at_range_two_costs_a_pz_2_platoon_one_tank() -> None:
    game = position(
        {"s1": {"card": "su_t26", "hex": "0305"}, "g1": {"card": "ge_pz2", "hex": "0303"}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1, 1, 2, 4, 4, 5, 5),
    )
    assert game.state.units["g1"].absorbed == 2
    assert game.state.units["g1"].casualties == 1


@pytest.mark.rule("BAR-fire-test-5", "BAR-fire-test-6")
@pytest.mark.parametrize(("hits", "absorbed", "casualties"), [(0, 0, 0), (1, 1, 0), (2, 2, 0), (4, 2, 2)])
def test_each_hit_takes_one_point_of_defence_and_each_beyond_it_one_tank(
    hits: int, absorbed: int, casualties: int
) -> None:
    game = position(
        {"s1": {"card": "su_t26", "hex": "0305"}, "g1": {"card": "ge_pz2", "hex": "0303"}},
        orders={"s1": OpenFire("g1")},
        item=("step-3",),
        dice=(1,) * hits + (6,) * (7 - hits),
    )
    assert game.state.units["g1"].absorbed == absorbed
    assert game.state.units["g1"].casualties == casualties


@pytest.mark.rule("BAR-suppressive-fire-9", "BAR-suppressive-fire-5")
def test_a_german_mortar_rolls_twelve_dice_to_suppress_infantry() -> None:
    game = position(
        {
            "g1": {"card": "ge_mortar", "hex": "0306", "facing": 0},
            "s1": {"card": "su_infantry", "hex": "0303"},
        },
        orders={"g1": SuppressiveFire("s1")},
        item=("step-2",),
        dice=(6,) * 12 + (6, 6),
    )
    assert game.state.units["s1"].suppressed
    assert game.state.units["s1"].absorbed == 0


@pytest.mark.rule("BAR-target-types-1")
def test_a_type_that_is_not_in_the_table_cannot_be_fired_at() -> None:
    game = position({"g1": {"card": "ge_infantry", "hex": "0303"}, "s1": {"card": "su_t26", "hex": "0304"}})
    assert "BAR-target-types-1" in refused(game, "g1", OpenFire("s1"))
