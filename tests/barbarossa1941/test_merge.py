"""Merging two damaged units."""

from __future__ import annotations

import pytest

from barbarossa1941.positions import SOVIET_SEAT, choices, position, refused
from barbarossa1941.rounds import battle, play
from planspiel.kernel import Game
from planspiel.systems.barbarossa1941.orders import Merge, Wait
from planspiel.systems.barbarossa1941.state import GERMAN, Fight, Position
from planspiel.systems.barbarossa1941.valour import valour_modifiers

BOTH = {"s2": Merge("s4", "s2"), "s4": Merge("s2", "s2")}


def infantry(casualties: int, **fields: object) -> dict[str, object]:
    return {"card": "su_infantry", "hex": "0505", "casualties": casualties, **fields}


def village() -> Game[Position]:
    """The book's example: three and two of five symbols are left."""
    units = {"s2": infantry(2, ammo=3), "s4": infantry(3, ammo=9)}
    return battle(units, terrain={"0505": "village"})


@pytest.mark.rule("BAR-merge-6", "BAR-merge-4", "BAR-merge-5")
def test_two_soviet_infantry_units_become_one_of_full_strength_and_valour() -> None:
    game = village()
    play(game, BOTH)
    stays, gone = game.state.units["s2"], game.state.units["s4"]
    assert (stays.casualties, gone.fate, gone.hex) == (0, "merged", "")
    assert valour_modifiers(game.pack, game.state, stays).total == 8


@pytest.mark.rule("BAR-merge-7")
def test_the_survivor_is_named_in_the_order_and_keeps_only_its_own_ammunition() -> None:
    game = village()
    play(game, BOTH)
    assert game.state.units["s2"].ammo == 3
    game = village()
    play(game, {"s2": Merge("s4", "s4"), "s4": Merge("s2", "s4")})
    assert game.state.units["s2"].fate == "merged"
    assert (game.state.units["s4"].casualties, game.state.units["s4"].ammo) == (0, 9)


@pytest.mark.rule("BAR-merge-1")
def test_both_must_be_in_one_hex_and_both_must_have_the_order() -> None:
    apart = position({"s2": infantry(2), "s4": infantry(3, hex="0506")})
    assert "BAR-merge-1" in refused(apart, "s2", Merge("s4", "s2"))
    assert choices(apart, "s2", Merge) == []
    for other in ({}, {"s4": Wait()}, {"s4": Merge("s2", "s4")}):
        game = village()
        play(game, {"s2": Merge("s4", "s2"), **other})
        assert [game.state.units[name].casualties for name in ("s2", "s4")] == [2, 3]


@pytest.mark.rule("BAR-merge-2")
def test_only_units_of_one_type_merge() -> None:
    game = position({"s2": infantry(4), "s4": {"card": "su_t26", "hex": "0505", "casualties": 2}})
    assert "BAR-merge-2" in refused(game, "s2", Merge("s4", "s2"))


@pytest.mark.rule("BAR-merge-3")
def test_together_they_must_not_be_larger_than_such_a_unit_was() -> None:
    game = position({"s2": infantry(2), "s4": infantry(3), "s5": infantry(2)})
    assert refused(game, "s2", Merge("s4", "s2")) == ""
    assert "BAR-merge-3" in refused(game, "s2", Merge("s5", "s2"))


@pytest.mark.rule("BAR-merge-8")
def test_rifles_and_pioneers_merge_up_to_the_size_of_the_card_that_stays() -> None:
    pioneers = {"card": "su_engineer", "hex": "0505", "casualties": 2}
    cards = {"su_engineer": {"size": 4, "melee_dice": 1, "targets": {}}}
    game = battle({"s2": infantry(2), "s4": pioneers}, cards=cards)
    assert "BAR-merge-3" in refused(game, "s4", Merge("s2", "s4"))
    assert refused(game, "s2", Merge("s4", "s2")) == ""
    play(game, BOTH)
    assert (game.state.units["s2"].card, game.state.units["s2"].casualties) == ("su_infantry", 0)


@pytest.mark.rule("BAR-merge-9")
@pytest.mark.parametrize("fields", [{"suppressed": True}, {"lapsed": True}], ids=["suppressed", "in smoke"])
def test_if_one_cannot_carry_it_out_nothing_happens(fields: dict[str, bool]) -> None:
    for hindered in ("s2", "s4"):
        units = {"s2": infantry(2), "s4": infantry(3)}
        units[hindered] = {**units[hindered], **fields}
        game = position(units, orders=BOTH, item=("step-9",))
        assert [game.state.units[name].fate for name in ("s2", "s4")] == ["map", "map"]


@pytest.mark.rule("BAR-merge-9")
def test_nobody_merges_in_the_middle_of_a_close_combat() -> None:
    units = {"s2": infantry(2), "s4": infantry(3), "g1": {"card": "ge_infantry", "hex": "0505"}}
    game = position(units, orders=BOTH, item=("step-9",), fights={"0505": Fight("0505", GERMAN)})
    assert game.state.units["s4"].fate == "map"


def test_whoever_is_aboard_a_truck_that_leaves_the_game_gets_off() -> None:
    truck = {"card": "su_zis5", "hex": "0505"}
    units = {
        "s2": {**truck, "casualties": 2},
        "s4": {**truck, "casualties": 3},
        "s5": {"card": "su_mg", "fate": "aboard", "hex": "", "carrier": "s4", "set_up": False},
    }
    game = position(units, orders=BOTH, item=("step-9",))
    assert (game.state.units["s5"].fate, game.state.units["s5"].hex) == ("map", "0505")
    assert game.view(SOVIET_SEAT).units["s4"].fate == "merged"
