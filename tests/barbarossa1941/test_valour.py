"""Valour tests, suppression and recovery."""

from __future__ import annotations

import pytest

from barbarossa1941.battles import HIT, MISS, steps
from barbarossa1941.positions import position, refused
from barbarossa1941.sorties import flying, sortie
from planspiel.kernel import Game, Item, Side
from planspiel.systems.barbarossa1941.attack import accuracy_of
from planspiel.systems.barbarossa1941.cards import Valour
from planspiel.systems.barbarossa1941.fire_steps import ready
from planspiel.systems.barbarossa1941.orders import (
    AirStrike,
    Ambush,
    CautiousMove,
    DigIn,
    OpenFire,
    SuppressiveFire,
    Wait,
)
from planspiel.systems.barbarossa1941.state import Fight, Position
from planspiel.systems.barbarossa1941.valour import valour_modifiers

SHAKEN = {"card": "ge_infantry", "hex": "0505", "owes": ("fire",)}
BRAVE = {"ge_infantry": {"valour": Valour(initial=7)}}
TESTS = ("valour-tests", "fire")


def _tested(dice: tuple[int, ...], fields: dict[str, object] | None = None, **more: object) -> bool:
    """Whether a German infantry unit with valour 7 that owes a test passes it."""
    game = position(
        {"g1": {**SHAKEN, **(fields or {})}},
        item=TESTS,
        dice=dice,
        **{"cards": BRAVE, **more},  # type: ignore[arg-type]
    )
    assert game.state.units["g1"].owes == ()
    return not game.state.units["g1"].suppressed


# -- valour ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-valour-2", "BAR-valour-1")
def test_every_casualty_lowers_valour_by_the_printed_points() -> None:
    for loss, wanted in ((0, 9), (1, 6), (2, 3)):
        card = {"ge_infantry": {"valour": Valour(initial=9, loss=loss)}}
        game = position({"g1": {**SHAKEN, "casualties": 3}}, cards=card)
        unit = game.state.units["g1"]
        assert valour_modifiers(game.pack, game.state, unit).total == wanted
        assert game.pack.cards["ge_infantry"].valour_after(3) == wanted


@pytest.mark.rule("BAR-valour-4")
def test_valour_has_no_floor_and_then_only_a_headquarters_helps() -> None:
    card = {"ge_infantry": {"valour": Valour(initial=2, loss=1)}}
    assert not _tested((1, 1), {"casualties": 1}, cards=card)
    units = {"g1": {**SHAKEN, "casualties": 1}, "g2": {"card": "ge_hq", "hex": "0506"}}
    game = position(units, cards=card, item=TESTS, dice=(1, 2))
    assert not game.state.units["g1"].suppressed


# -- when a test is due, and how it is taken ---------------------------------------------------------------


@pytest.mark.rule("BAR-valour-test-2", "BAR-sequence-4")
def test_in_step_four_those_test_who_lost_symbols_to_fire_and_nobody_else() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "s2": {"card": "su_infantry", "hex": "0706"},
            "g1": {"card": "ge_infantry", "hex": "0505"},
            "g2": {"card": "ge_infantry", "hex": "0705"},
        },
        cards={"ge_infantry": {"defence": 1}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1"), "s2": OpenFire("g2")},
        script=steps("step-3", "step-4"),
        dice=(HIT, HIT, *(MISS,) * 8, HIT, *(MISS,) * 9, 6, 6),
    )
    hit, scratched = game.state.units["g1"], game.state.units["g2"]
    assert (hit.casualties, hit.suppressed) == (1, True)
    assert (scratched.absorbed, scratched.casualties, scratched.suppressed) == (1, 0, False)


@pytest.mark.rule("BAR-valour-test-4", "BAR-valour-test-10", "BAR-sequence-7")
def test_whoever_is_bombed_tests_in_step_seven_once_for_all_causes() -> None:
    stuka = flying("ge_ju87", "0505", stays=0)
    game = sortie(
        {"g1": stuka, "s1": {"card": "su_infantry", "hex": "0505"}},
        {"g1": AirStrike("0505", "0600")},
        item=("step-6",),
        dice=(MISS,) * 11,
    )
    assert game.state.units["s1"].owes == ("bombs",)
    shaken = {"card": "su_infantry", "hex": "0505", "owes": ("bombs", "close")}
    tested = position({"s1": shaken}, item=("step-7",), dice=(1, 1))
    assert tested.state.units["s1"].owes == ()


@pytest.mark.rule("BAR-valour-test-6")
def test_a_total_up_to_current_valour_passes() -> None:
    assert _tested((3, 4))
    assert not _tested((4, 4))


@pytest.mark.rule("BAR-valour-test-7")
def test_the_card_says_how_many_dice_are_rolled() -> None:
    card = {"ge_infantry": {"valour": Valour(initial=7, dice=3)}}
    assert _tested((1, 2, 4), cards=card)
    assert not _tested((1, 2, 5), cards=card)


@pytest.mark.rule("BAR-valour-test-8")
def test_a_halftrack_unit_with_valour_seven_passes_with_seven_and_fails_with_eight() -> None:
    for dice, passes in (((3, 4), True), ((4, 4), False)):
        halftrack = {"card": "ge_sdkfz251", "hex": "0505", "casualties": 1, "owes": ("fire",)}
        game = position({"g1": halftrack}, item=TESTS, dice=dice)
        assert game.state.units["g1"].suppressed is not passes


@pytest.mark.rule("BAR-sequence-15")
def test_the_test_of_step_two_settles_the_losses_of_step_two() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "g1": {"card": "ge_infantry", "hex": "0505"},
        },
        cards={"ge_infantry": {"defence": 0}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": SuppressiveFire("g1")},
        script=steps("step-2", "step-3", "step-4"),
        dice=(HIT, *(MISS,) * 14, 1, 1),
    )
    assert game.state.units["g1"].casualties == 1
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-sequence-16")
def test_a_suppressed_unit_takes_no_test_for_new_losses() -> None:
    game = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True},
        },
        cards={"ge_infantry": {"defence": 0}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1")},
        script=steps("step-3", "step-4"),
        dice=(HIT, *(MISS,) * 9),
    )
    assert game.state.units["g1"].casualties == 1
    assert game.state.outcome is not None


@pytest.mark.rule("BAR-sequence-11")
def test_in_step_eleven_everyone_tests_who_still_owes_it() -> None:
    units = {
        "g1": {"card": "ge_infantry", "hex": "0505", "owes": ("mines",)},
        "s1": {"card": "su_infantry", "hex": "0808", "owes": ("fire",)},
    }
    game = position(units, item=("step-11",), dice=(6, 6, 1, 1))
    assert game.state.units["g1"].suppressed
    assert not game.state.units["s1"].suppressed
    assert not any(unit.owes for unit in game.state.units.values())


# -- a failed test -----------------------------------------------------------------------------------------


def _failed(order: object, *after: str, **fields: object) -> Game[Position]:
    """A German infantry unit that fails the test for suppressive fire, and what comes after step 2."""
    return position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "g1": {"card": "ge_infantry", "hex": "0505", **fields},
        },
        orders={"s1": SuppressiveFire("g1"), "g1": order},  # type: ignore[dict-item]
        cards={"ge_infantry": {"valour": Valour(initial=9)}},
        script=steps("step-2", *after),
        dice=(*(MISS,) * 17, *(HIT,) * 10),
    )


@pytest.mark.rule("BAR-failed-valour-1", "BAR-failed-valour-2")
def test_whoever_fails_is_suppressed_at_once_and_his_order_is_cancelled() -> None:
    game = _failed(CautiousMove(("0504",)), "step-10")
    assert game.state.units["g1"].suppressed
    assert game.state.units["g1"].hex == "0505"
    assert ready(game.state, CautiousMove) == ()


@pytest.mark.rule("BAR-failed-valour-4", "BAR-suppressive-fire-7")
def test_a_suppressed_unit_does_not_fire_in_the_later_steps() -> None:
    game = _failed(OpenFire("s1"), "step-3")
    assert game.state.units["s1"].absorbed == 0
    assert game.state.units["g1"].ammo == game.pack.cards["ge_infantry"].ammo


@pytest.mark.rule("BAR-failed-valour-5", "BAR-failed-valour-14")
def test_in_close_combat_it_has_its_suppressed_accuracy_changed_by_terrain_as_usual() -> None:
    card = {"ge_infantry": {"suppressed_accuracy": 1, "range": (4, 2, 1)}}
    for level, terrain, tank, wanted in (
        (0, "plain", False, 1),
        (1, "plain", False, 0),
        (0, "town", True, 2),
    ):
        enemy = "su_t26" if tank else "su_infantry"
        units = {
            "g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True},
            "s1": {"card": enemy, "hex": "0505"},
        }
        game = position(units, cards=card, levels={"0505": level}, terrain={"0505": terrain})
        unit, other = game.state.units["g1"], game.state.units["s1"]
        fight = Fight("0505", Side("soviet"))
        assert accuracy_of(game.pack, game.state, unit, other, "close", fight=fight).total == wanted


@pytest.mark.rule("BAR-failed-valour-6", "BAR-failed-valour-7")
def test_the_flag_is_marked_when_the_next_round_begins_and_then_no_order_is_possible() -> None:
    game = position({"g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True}}, item=("round",))
    assert game.state.units["g1"].flag
    assert "BAR-failed-valour-7" in refused(game, "g1", Wait())


def _recovery(flag: bool, dice: tuple[int, ...]) -> tuple[bool, bool]:
    fields = {"suppressed": True, "flag": flag}
    game = position(
        {"g1": {"card": "ge_infantry", "hex": "0505", **fields}}, cards=BRAVE, item=("recovery",), dice=dice
    )
    return game.state.units["g1"].suppressed, game.state.units["g1"].flag


@pytest.mark.rule("BAR-failed-valour-8")
def test_whoever_has_the_flag_tests_in_step_twelve_and_is_free_if_he_passes() -> None:
    assert _recovery(True, (3, 4)) == (False, False)


@pytest.mark.rule("BAR-failed-valour-9")
def test_whoever_fails_to_recover_stays_suppressed_for_another_round() -> None:
    assert _recovery(True, (4, 4)) == (True, True)
    game = position(
        {"g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True, "flag": True}},
        cards=BRAVE,
        script=steps("recovery", "round"),
        dice=(4, 4),
    )
    assert "BAR-failed-valour-7" in refused(game, "g1", Wait())


@pytest.mark.rule("BAR-failed-valour-10")
def test_whoever_was_suppressed_in_this_round_does_not_test_yet() -> None:
    assert _recovery(False, ()) == (True, False)


@pytest.mark.rule("BAR-failed-valour-12")
def test_suppression_wipes_out_the_progress_of_work_over_several_rounds() -> None:
    game = _failed(DigIn(0), boxes=1)
    assert game.state.units["g1"].boxes == 0
    passed = position(
        {
            "s1": {"card": "su_infantry", "hex": "0506"},
            "g1": {"card": "ge_infantry", "hex": "0505", "boxes": 1},
        },
        orders={"s1": SuppressiveFire("g1"), "g1": DigIn(0)},
        item=("step-2",),
        dice=(*(MISS,) * 15, 1, 1),
    )
    assert passed.state.units["g1"].boxes == 1


@pytest.mark.rule("BAR-failed-valour-13", "BAR-suppressive-fire-8")
def test_two_units_can_suppress_each_other_in_the_same_step() -> None:
    game = position(
        {"s1": {"card": "su_infantry", "hex": "0506"}, "g1": {"card": "ge_infantry", "hex": "0505"}},
        orders={"s1": SuppressiveFire("g1"), "g1": SuppressiveFire("s1")},
        cards={"ge_infantry": {"targets": {"infantry": (10, 8, 6, 4, 2)}}},
        item=("step-2",),
        dice=(MISS,) * 34,
    )
    assert all(unit.suppressed for unit in game.state.units.values())


@pytest.mark.rule("BAR-failed-valour-15")
def test_a_hidden_unit_that_is_suppressed_is_seen() -> None:
    hidden = {"card": "ge_infantry", "hex": "0505", "hidden": True, "owes": ("fire",)}
    game = position({"g1": hidden}, orders={"g1": Ambush(0, 1)}, item=TESTS, dice=(6, 6))
    assert not game.state.units["g1"].hidden
    assert game.state.units["g1"].suppressed


@pytest.mark.rule("BAR-status-2", "BAR-failed-valour-3")
def test_a_marked_status_changes_what_a_unit_can_do_until_it_is_taken_away() -> None:
    units = {
        "s1": {"card": "su_infantry", "hex": "0506"},
        "g1": {"card": "ge_infantry", "hex": "0505", "suppressed": True},
        "g2": {"card": "ge_infantry", "hex": "0705", "suppressed": True, "flag": True},
    }
    game = position(
        units,
        terrain={"0505": "town"},
        cards={"ge_infantry": {"defence": 0}, "su_infantry": {"range": (3, 2, 1)}},
        orders={"s1": OpenFire("g1")},
        script=steps(Item("step-3"), Item("recovery")),
        dice=(HIT, HIT, *(MISS,) * 8, 1, 1),
    )
    assert game.state.units["g1"].casualties == 2
    assert not game.state.units["g2"].suppressed
