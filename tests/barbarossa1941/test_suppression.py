"""Suppressive fire."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS, steps
from barbarossa1941.positions import choices, plans, position, refused
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.attack import dice_of
from planspiel.systems.barbarossa1941.orders import OpenFire, SuppressiveFire, Wait
from planspiel.systems.barbarossa1941.state import Position

FIRER = {"card": "su_infantry", "hex": "0506"}
TARGET = {"card": "ge_infantry", "hex": "0505"}
CARDS = {"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 0}}


def _fired(dice: tuple[int, ...], *after: str, **units: dict[str, object]) -> Game[Position]:
    return position(
        {"s1": FIRER, "g1": TARGET, **units},
        cards=CARDS,
        orders={"s1": SuppressiveFire("g1"), "g1": OpenFire("s1")},
        script=steps("step-2", *after),
        dice=dice,
    )


@pytest.mark.rule("BAR-suppressive-fire-1", "BAR-ammo-2", "BAR-sequence-2")
def test_it_costs_three_points_when_it_is_carried_out() -> None:
    game = _fired((MISS,) * 17)
    assert game.state.units["s1"].ammo == game.pack.cards["su_infantry"].ammo - 3


@pytest.mark.rule("BAR-suppressive-fire-2", "BAR-suppressive-fire-3")
def test_it_names_an_enemy_in_range_and_in_own_sight() -> None:
    game = position({"s1": FIRER, "g1": TARGET, "g2": {"card": "ge_infantry", "hex": "0502"}})
    assert choices(game, "s1", SuppressiveFire) == [SuppressiveFire("g1")]
    assert "BAR-suppressive-fire-2" in refused(game, "s1", SuppressiveFire("s1"))
    assert "BAR-suppressive-fire-2" in refused(game, "s1", SuppressiveFire("g9"))
    assert "BAR-range-diagram-3" in refused(game, "s1", SuppressiveFire("g2"))
    screened = position({"s1": {**FIRER, "hex": "0507"}, "g1": TARGET}, terrain={"0506": "village"})
    assert "BAR-los-2" in refused(screened, "s1", SuppressiveFire("g1"))


@pytest.mark.rule("BAR-suppressive-fire-4", "BAR-suppressive-fire-10")
def test_firepower_is_multiplied_by_one_and_a_half_and_rounded_up() -> None:
    for full, wanted in ((8, 12), (7, 11), (1, 2)):
        card = {"su_infantry": {"targets": {"infantry": (full,) * 5}}}
        game = position({"s1": FIRER}, cards=card)
        dice = dice_of(game.pack, game.state, game.state.units["s1"], "infantry", "suppressive")
        assert dice.total == wanted


@pytest.mark.rule("BAR-suppressive-fire-6", "BAR-valour-test-1")
def test_whoever_passes_the_test_suffers_nothing_more_and_fires_as_ordered() -> None:
    game = _fired((*(MISS,) * 15, 1, 1, *(HIT,) * 20), "step-3")
    assert not game.state.units["g1"].suppressed
    assert game.state.units["s1"].absorbed > 0


@pytest.mark.rule("BAR-suppressive-fire-11")
def test_whoever_fails_gets_flag_and_recovery_like_everyone_who_fails() -> None:
    game = _fired((MISS,) * 17, "round")
    assert game.state.units["g1"].flag
    assert "BAR-failed-valour-7" in refused(game, "g1", Wait())


@pytest.mark.rule("BAR-suppressive-fire-12")
def test_hits_of_several_units_are_pooled_and_the_target_tests_once() -> None:
    game = position(
        {"s1": FIRER, "s2": FIRER, "g1": TARGET},
        cards={"su_infantry": {"range": (3, 2, 1)}, "ge_infantry": {"defence": 2}},
        orders={"s1": SuppressiveFire("g1"), "s2": SuppressiveFire("g1")},
        item=("step-2",),
        dice=(HIT, HIT, *(MISS,) * 13, HIT, *(MISS,) * 14, 1, 1),
    )
    assert (game.state.units["g1"].absorbed, game.state.units["g1"].casualties) == (2, 1)
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-execution-3", "BAR-sequence-13", "BAR-suppressive-fire-8")
def test_casualties_of_step_two_weaken_the_fire_of_step_three() -> None:
    """Two of five lost in step 2: the German dice of step 3 are those of the third column."""
    row = {"infantry": (9, 7, 4, 2, 1)}
    game = position(
        {"s1": FIRER, "g1": TARGET},
        cards={
            "su_infantry": {"range": (3, 2, 1), "defence": 9},
            "ge_infantry": {"defence": 0, "targets": row},
        },
        item=("round",),
        dice=(HIT, HIT, *(MISS,) * 13, 1, 1, *(HIT,) * 4),
    )
    plans(game, {"s1": SuppressiveFire("g1"), "g1": OpenFire("s1")})
    assert game.state.turn == 3
