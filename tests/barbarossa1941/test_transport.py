"""Towing, mounting, dismounting, and what is shared with the transport."""

from __future__ import annotations

from typing import Any

import pytest

from barbarossa1941.marching import in_step_10, one_after_the_other
from barbarossa1941.positions import SOVIET_SEAT, ask_of, choices, position, refused
from barbarossa1941.rounds import answer, battle, play, with_boxes
from planspiel.kernel import Game, Item, Script
from planspiel.systems.barbarossa1941.losses import lose
from planspiel.systems.barbarossa1941.orders import (
    Defend,
    Dismount,
    FireOnTheMove,
    Limber,
    LoadSupply,
    March,
    Merge,
    Mount,
    OpenFire,
    SetUp,
    Tow,
    UnitOrder,
    Wait,
)
from planspiel.systems.barbarossa1941.state import Position
from planspiel.systems.barbarossa1941.transport import SharedOut, ShareLosses
from planspiel.systems.barbarossa1941.valour import take_test

TRUCKS: dict[str, Any] = {"card": "su_zis5", "hex": "0505", "ammo": 0, "mines": 0}
GUN: dict[str, Any] = {"card": "su_53k", "hex": "0505", "set_up": False}
TOWED: dict[str, Any] = {
    "card": "su_53k",
    "fate": "aboard",
    "hex": "",
    "carrier": "s1",
    "towed": True,
    "set_up": False,
}


def rider(card: str, **fields: Any) -> dict[str, Any]:
    return {"card": card, "fate": "aboard", "hex": "", "carrier": "s1", "set_up": False, **fields}


def hit(
    units: dict[str, Any], casualties: int, dice: tuple[int, ...] = (), test: bool = False
) -> Game[Position]:
    """The transport s1 suffers casualties, and tests its valour."""

    def script(game: Game[Position]) -> Script[None]:
        yield from lose(game, "s1", casualties, "fire", "BAR-fire-test-8")
        if test:
            yield from take_test(game, "s1", "BAR-valour-test-2")

    return position(units, script=script, dice=dice)


def left(game: Game[Position], name: str) -> int:
    unit = game.state.units[name]
    return game.pack.cards[unit.card].size - unit.casualties


# -- towing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-tow-1")
def test_what_must_be_towed_has_no_movement_of_its_own() -> None:
    game = position({"s2": GUN})
    assert refused(game, "s2", March(("0504",))) != ""
    assert choices(game, "s2", March) == []


@pytest.mark.rule("BAR-tow-4", "BAR-tow-5")
def test_a_gun_is_hooked_up_only_limbered_and_in_the_hex_of_the_transport() -> None:
    units = {"s1": TRUCKS, "s2": GUN, "s3": {**GUN, "set_up": True}, "s4": {**GUN, "hex": "0506"}}
    game = position(units)
    assert refused(game, "s2", Tow("s1")) == ""
    assert "BAR-tow-4" in refused(game, "s3", Tow("s1"))
    assert "BAR-tow-5" in refused(game, "s4", Tow("s1"))
    assert "BAR-tow-5" in refused(game, "s2", Tow("s3"))


@pytest.mark.rule("BAR-tow-6", "BAR-tow-14", "BAR-tow-3")
def test_the_gun_is_hooked_up_in_step_9_and_moves_with_its_transport_in_step_10() -> None:
    game = battle({"s1": TRUCKS, "s2": GUN})
    play(game, {"s2": Tow("s1"), "s1": March(("0504", "0503"))})
    gun, trucks = game.state.units["s2"], game.state.units["s1"]
    assert (gun.fate, gun.hex, gun.carrier, gun.towed) == ("aboard", "", "s1", True)
    assert trucks.hex == "0503"
    play(game, {"s2": SetUp("0503", 0)})
    assert game.state.units["s2"].hex == "0503"


@pytest.mark.rule("BAR-tow-14")
@pytest.mark.parametrize("hindered", ["s1", "s2"])
def test_if_either_is_suppressed_before_nothing_is_hooked_up(hindered: str) -> None:
    units = {"s1": TRUCKS, "s2": GUN}
    units[hindered] = {**units[hindered], "suppressed": True}
    game = position(units, orders={"s2": Tow("s1")}, item=("step-9",))
    assert game.state.units["s2"].fate == "map"


@pytest.mark.rule("BAR-tow-2", "BAR-tow-13")
def test_a_towed_gun_gets_no_order_but_set_up() -> None:
    game = position({"s1": TRUCKS, "s2": TOWED})
    for order in (Wait(), Defend(0, 1), Limber("0505"), Tow("s1")):
        assert "BAR-tow-13" in refused(game, "s2", order)
    assert {type(order) for order in choices(game, "s2")} == {SetUp}


@pytest.mark.rule("BAR-tow-7", "BAR-tow-13")
def test_set_up_unhooks_the_gun_in_step_9_and_the_transport_drives_off() -> None:
    cards = {"su_53k": with_boxes("su_53k", set_up=2)}
    game = battle({"s1": TRUCKS, "s2": TOWED}, cards=cards)
    play(game, {"s2": SetUp("0505", 3), "s1": March(("0504",))})
    gun = game.state.units["s2"]
    assert (gun.fate, gun.hex, gun.towed, gun.boxes) == ("map", "0505", False, 1)
    assert game.state.units["s1"].hex == "0504"
    play(game, {})
    assert (game.state.units["s2"].set_up, game.state.units["s2"].facing) == (True, 3)


@pytest.mark.rule("BAR-tow-12", "BAR-tow-8", "BAR-tow-X1")
def test_five_trucks_with_two_guns_lose_one_and_fail() -> None:
    game = hit({"s1": TRUCKS, "s2": TOWED}, 1, dice=(6, 6), test=True)
    trucks, guns = game.state.units["s1"], game.state.units["s2"]
    assert (left(game, "s1"), left(game, "s2")) == (4, 1)
    assert trucks.suppressed
    assert guns.suppressed
    assert (guns.fate, guns.hex, guns.towed, guns.carrier) == ("map", "0505", False, "")


@pytest.mark.rule("BAR-tow-X1")
def test_after_that_each_recovers_by_itself() -> None:
    units = {
        "s1": {**TRUCKS, "suppressed": True, "flag": True},
        "s2": {**GUN, "suppressed": True, "flag": True},
    }
    game = position(units, item=("recovery",), dice=(1, 1, 6, 6))
    assert [game.state.units[name].suppressed for name in ("s1", "s2")] == [False, True]
    thrown_off = hit({"s1": TRUCKS, "s2": TOWED}, 1, dice=(6, 6), test=True)
    assert thrown_off.state.units["s2"].owes == ()


@pytest.mark.rule("BAR-tow-9")
def test_the_defence_of_a_towed_gun_does_not_help_it() -> None:
    game = hit({"s1": TRUCKS, "s2": TOWED}, 1)
    assert (game.state.units["s2"].casualties, game.state.units["s2"].absorbed) == (1, 0)
    assert game.pack.cards["su_53k"].defence == 1


@pytest.mark.rule("BAR-tow-10", "BAR-mount-8")
def test_only_the_transport_tests_and_its_result_holds_for_all() -> None:
    units = {"s1": TRUCKS, "s2": TOWED, "s3": rider("su_mg")}
    passed = hit(units, 1, dice=(1, 1), test=True)
    assert [passed.state.units[name].suppressed for name in units] == [False] * 3
    assert [passed.state.units[name].owes for name in units] == [()] * 3
    failed = hit(units, 1, dice=(6, 6), test=True)
    assert [failed.state.units[name].suppressed for name in units] == [True] * 3
    assert [failed.state.units[name].hex for name in units] == ["0505"] * 3


@pytest.mark.rule("BAR-tow-15")
def test_a_transport_tows_one_unit_not_larger_than_itself_beside_its_passengers() -> None:
    free = {"s1": TRUCKS, "s2": GUN}
    assert refused(position(free), "s2", Tow("s1")) == ""
    assert "BAR-tow-15" in refused(position({**free, "s3": TOWED}), "s2", Tow("s1"))
    small = {**free, "s1": {**TRUCKS, "casualties": 4}}
    assert "BAR-tow-15" in refused(position(small), "s2", Tow("s1"))
    full = {**free, "s3": rider("su_mg"), "s4": rider("su_mortar")}
    assert "BAR-tow-15" in refused(position(full), "s2", Tow("s1"))
    two = position({**free, "s3": GUN})
    assert "BAR-tow-15" in refused(two, "s2", Tow("s1"), {"unit:s3": Tow("s1")})
    freed = position({**free, "s3": TOWED})
    assert refused(freed, "s2", Tow("s1"), {"unit:s3": SetUp("0505", 0)}) == ""


def test_a_gun_is_unhooked_before_another_is_hooked_up_whatever_their_numbers() -> None:
    for towed, waiting in (("s2", "s3"), ("s3", "s2")):
        orders: dict[str, UnitOrder] = {towed: SetUp("0505", 0), waiting: Tow("s1")}
        game = position({"s1": TRUCKS, towed: TOWED, waiting: GUN}, orders=orders, item=("step-9",))
        assert (game.state.units[towed].fate, game.state.units[waiting].carrier) == ("map", "s1")


# -- mounting ----------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-mount-1", "BAR-mount-7")
def test_a_unit_boards_the_transport_named_at_the_start_of_step_10() -> None:
    game = battle({"s1": TRUCKS, "s2": {"card": "su_infantry", "hex": "0505"}})
    play(game, {"s2": Mount("s1")})
    unit = game.state.units["s2"]
    assert (unit.fate, unit.hex, unit.carrier, unit.towed) == ("aboard", "", "s1", False)


@pytest.mark.rule("BAR-mount-7")
def test_both_must_be_in_one_hex_and_the_transport_must_not_move() -> None:
    units = {"s1": TRUCKS, "s2": {"card": "su_infantry", "hex": "0505"}}
    game = battle(units)
    play(game, {"s2": Mount("s1"), "s1": March(("0504",))})
    assert (game.state.units["s2"].fate, game.state.units["s1"].hex) == ("map", "0504")
    assert "BAR-mount-7" in refused(game, "s2", Mount("s1"))


@pytest.mark.rule("BAR-mount-1")
def test_vehicles_are_not_carried() -> None:
    card = position({}).pack.cards["su_infantry"]
    game = position(
        {"s1": TRUCKS, "s2": {"card": "car", "hex": "0505"}},
        cards={"car": {"like": "su_t20", "orders": card.orders, "size": 1}},
    )
    assert "BAR-mount-1" in refused(game, "s2", Mount("s1"))


@pytest.mark.rule("BAR-mount-2", "BAR-dismount-3")
def test_a_unit_aboard_gets_no_order_but_dismount() -> None:
    game = position({"s1": TRUCKS, "s2": rider("su_infantry")})
    for order in (Wait(), March(("0504",)), OpenFire("g1"), Merge("s1", "s2")):
        assert "BAR-dismount-3" in refused(game, "s2", order)
    assert [type(order) for order in choices(game, "s2")] == [Dismount]
    assert refused(game, "s1", March(("0504",))) == ""


@pytest.mark.rule("BAR-mount-3", "BAR-mount-9")
def test_all_aboard_together_are_not_larger_than_the_transport_is_now() -> None:
    units = {"s1": TRUCKS, "s2": {"card": "su_infantry", "hex": "0505"}}
    assert refused(position(units), "s2", Mount("s1")) == ""
    worn = {**units, "s1": {**TRUCKS, "casualties": 1}}
    assert "BAR-mount-3" in refused(position(worn), "s2", Mount("s1"))
    worn["s2"] = {**units["s2"], "casualties": 1}
    assert refused(position(worn), "s2", Mount("s1")) == ""
    mixed = {**worn, "s2": {**units["s2"], "casualties": 3}, "s3": rider("su_mg")}
    assert refused(position(mixed), "s2", Mount("s1")) == ""
    mixed["s2"] = {**units["s2"], "casualties": 2}
    assert "BAR-mount-3" in refused(position(mixed), "s2", Mount("s1"))


@pytest.mark.rule("BAR-mount-3")
def test_two_who_would_board_in_one_plan_need_room_for_both() -> None:
    units = {
        "s1": TRUCKS,
        "s2": {"card": "su_mg", "hex": "0505", "set_up": False},
        "s3": {"card": "su_infantry", "hex": "0505"},
    }
    game = position(units)
    assert refused(game, "s2", Mount("s1")) == ""
    assert "BAR-mount-3" in refused(game, "s2", Mount("s1"), {"unit:s3": Mount("s1")})


@pytest.mark.rule("BAR-mount-5", "BAR-mount-4")
@pytest.mark.parametrize("split", [(2, 0), (1, 1), (0, 2)])
def test_of_four_trucks_two_are_lost_and_the_owner_shares_two_casualties_out(split: tuple[int, int]) -> None:
    units = {"s1": {**TRUCKS, "casualties": 1}, "s2": rider("su_mortar"), "s3": rider("su_mg")}
    game = hit(units, 2)
    seat, question = ask_of(game)
    assert seat == SOVIET_SEAT
    assert isinstance(question, ShareLosses)
    shares = [order.losses for order in question.options(game.view(seat))]
    assert {(losses["s2"], losses["s3"]) for losses in shares} == {(2, 0), (1, 1), (0, 2)}
    answer(game, SharedOut({"s2": split[0], "s3": split[1]}))
    assert (left(game, "s1"), left(game, "s2"), left(game, "s3")) == (2, 2 - split[0], 2 - split[1])
    assert [game.state.units[name].fate for name in ("s2", "s3")] == [
        "dead" if lost == 2 else "aboard" for lost in split
    ]


@pytest.mark.rule("BAR-mount-10")
def test_those_aboard_are_no_targets_and_have_no_defence_against_what_is_passed_on() -> None:
    units = {"s1": TRUCKS, "s2": rider("su_infantry"), "g1": {"card": "ge_infantry", "hex": "0504"}}
    game = position(units)
    assert refused(game, "g1", OpenFire("s1")) == ""
    assert refused(game, "g1", OpenFire("s2")) != ""
    assert hit(units, 3).state.units["s2"].casualties == 3


@pytest.mark.rule("BAR-mount-11")
def test_who_survives_a_destroyed_transport_stands_there_and_tests_for_his_own_losses() -> None:
    units = {
        "s1": {**TRUCKS, "casualties": 4},
        "s2": rider("su_mg"),
        "s3": {**TOWED, "casualties": 1},
        "s4": rider("su_mortar", casualties=1),
    }
    game = hit(units, 1)
    answer(game, SharedOut({"s2": 1, "s4": 0}))
    state = game.state.units
    assert (state["s1"].fate, state["s3"].fate) == ("dead", "dead")
    for name, owes in (("s2", ("fire",)), ("s4", ())):
        assert (state[name].fate, state[name].hex, state[name].suppressed) == ("map", "0505", False)
        assert state[name].owes == owes


# -- dismounting -------------------------------------------------------------------------------------------


@pytest.mark.rule("BAR-dismount-1", "BAR-dismount-2")
def test_transport_and_passenger_both_need_the_order() -> None:
    units = {"s1": TRUCKS, "s2": rider("su_mg"), "s3": rider("su_mortar")}
    for orders in (
        {"s2": Dismount()},
        {"s1": Dismount(("s2",))},
        {"s1": Dismount(("s3",)), "s2": Dismount()},
    ):
        game = battle(units)
        play(game, orders)
        assert game.state.units["s2"].fate == "aboard"
    game = battle(units)
    play(game, {"s1": Dismount(("s2",)), "s2": Dismount()})
    off, on = game.state.units["s2"], game.state.units["s3"]
    assert (off.fate, off.hex, off.carrier, off.set_up) == ("map", "0505", "", False)
    assert on.fate == "aboard"


@pytest.mark.rule("BAR-dismount-3")
def test_passengers_get_off_in_step_10_before_anybody_moves() -> None:
    """So they can be fired at by whoever comes up in that step."""
    units = {"s1": TRUCKS, "s2": rider("infantry"), "g1": {"card": "infantry", "hex": "0502"}}
    orders = {
        "s1": Dismount(("s2",)),
        "s2": Dismount(),
        "g1": FireOnTheMove(("0503",), "s2", "0503"),
    }
    before = [Item(f"step-{number}") for number in range(1, 10)]
    still = in_step_10(units, orders, script=one_after_the_other(*before))
    assert still.state.units["s2"].fate == "aboard"
    off = in_step_10(units, orders, dice=(1, 1, 1)).state.units["s2"]
    assert (off.fate, off.hex, off.casualties) == ("map", "0505", 3)


@pytest.mark.rule("BAR-dismount-1")
def test_a_transport_names_only_those_it_carries() -> None:
    game = position({"s1": TRUCKS, "s2": rider("su_mg"), "s3": {"card": "su_infantry", "hex": "0505"}})
    assert refused(game, "s1", Dismount(("s2",))) == ""
    for units in ((), ("s3",), ("s2", "s3")):
        assert "BAR-dismount-1" in refused(game, "s1", Dismount(units))


def test_a_gun_is_hooked_up_before_its_transport_drives_off_to_load() -> None:
    orders: dict[str, UnitOrder] = {"s1": LoadSupply(), "s2": Tow("s1")}
    game = position({"s1": TRUCKS, "s2": GUN}, orders=orders, item=("step-9",))
    assert (game.state.units["s1"].fate, game.state.units["s2"].carrier) == ("loading", "s1")
