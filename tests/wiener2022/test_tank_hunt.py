"""Panzernahbekämpfung and Überrollen: figures and armour in one field."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.close_combat import attack_points
from planspiel.systems.wiener2022.evasion import Evade
from planspiel.systems.wiener2022.flight import Flee
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.storm import Storm
from planspiel.systems.wiener2022.tank_hunt import AnswerHunt, Hunt
from planspiel.systems.wiener2022.transport import Dismount
from wiener2022.positions import ask_of, choices, declines, do, element, position, refused

INFANTRY = {"model": "figures"}


def hunted(dice, elements=None, **more):
    """A blue base steps from 4,5 to the red tank in 5,5, which stays to resist."""
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "p4", "field": "5,5"}, **(elements or {})}
    game = do(position(troops, dice=dice, **more), Hunt("b1", "r1"))
    return declines(game, AnswerHunt)


@pytest.mark.rule("WPR-panzernahbekaempfung-1", "WPR-panzernahbekaempfung-5")
@pytest.mark.parametrize("model", ["p4", "p5", "t34_76", "spw_mg", "bunker_heavy"])
def test_figures_act_on_every_armour_class_with_normal_chance(model):
    game = hunted((4, 3), {"r1": {"model": model, "field": "5,5"}})
    assert element(game, "r1").pinned == 4
    assert element(game, "b1").field == "5,5"
    game = hunted((6, 4), {"r1": {"model": model, "field": "5,5"}})
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-panzernahbekaempfung-2")
def test_the_target_may_withdraw_or_roll_against_it():
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "p4", "field": "5,5"}}
    game = do(position(troops), Hunt("b1", "r1"))
    assert isinstance(ask_of(game)[1], AnswerHunt)
    do(game, Evade("r1", ("6,5",)))
    assert element(game, "r1").field == "6,5"
    assert element(game, "b1").field == "5,5"


@pytest.mark.rule("WPR-stauungen-4", "WPR-panzernahbekaempfung-2")
def test_a_hunted_tank_withdraws_beside_a_like_one_only_if_no_field_is_free():
    hunters = {name: {**INFANTRY, "field": "4,5"} for name in ("b1", "b2")}
    around = ["4,4", "4,6", "5,4", "5,6", "6,4", "6,5", "6,6"]
    tanks = {f"r{number}": {"model": "p4", "field": field} for number, field in enumerate(["5,5", *around])}
    free = do(position({**hunters, **tanks, "r1": {**INFANTRY, "field": "4,4"}}), Hunt("b1", "r0"))
    assert choices(free, Evade) == [Evade("r0", ("4,4",))]
    crowded = do(position({**hunters, **tanks}), Hunt("b1", "r0"))
    assert {order.path[0] for order in choices(crowded, Evade)} == {*around}
    never = position({**hunters, **tanks}, options={"evade_onto_like": False}, dice=(4, 3))
    assert element(do(never, Hunt("b1", "r0")), "r0").pinned == 4, "it can only resist"


@pytest.mark.rule("WPR-panzernahbekaempfung-8")
def test_a_tank_that_wins_strikes_the_figures_who_stay_and_a_black_one_cannot_resist():
    game = hunted((3, 5))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("5,5", 5)
    level_4 = hunted((3, 6), {"r1": {"model": "p4", "field": "5,5", "pinned": 4}})  # 3 against 6-4
    assert element(level_4, "r1").pinned == 4
    assert element(level_4, "b1").pinned == 0
    black = hunted((6,), {"r1": {"model": "p4", "field": "5,5", "pinned": 5}})
    assert element(black, "r1").fate == "lost"


@pytest.mark.rule("WPR-panzernahbekaempfung-3")
def test_pinning_of_the_hunters_is_disregarded_and_the_marker_stays():
    both = {"b1": {**INFANTRY, "field": "5,5", "pinned": 4}}
    game = do(position({**both, "r1": {"model": "p4", "field": "5,5"}}, dice=(3,)), Hunt("b1", "r1"))
    assert element(game, "r1").pinned == 3
    assert element(game, "b1").pinned == 4


@pytest.mark.rule("WPR-panzernahbekaempfung-4")
@pytest.mark.parametrize("ground", ["wood", "building"])
def test_in_wood_and_town_the_hunters_have_one_point(ground):
    road = (("4,5", "5,5", "6,5"),)
    both = {"b1": {**INFANTRY, "field": "5,5"}, "r1": {"model": "p4", "field": "5,5"}}
    game = do(position(both, dice=(5,), ground={"5,5": ground}, roads=road), Hunt("b1", "r1"))
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-elite-1")
def test_elite_troops_have_their_point_against_infantry_and_not_against_armour():
    elite = {**INFANTRY, "field": "4,5", "elite": ("close",)}
    game = hunted((4, 3), {"b1": elite})
    assert element(game, "r1").pinned == 4
    assert attack_points(game.pack, game.state, [element(game, "b1")]).total == 1


@pytest.mark.rule("WPR-panzernahbekaempfung-6", "WPR-panzernahbekaempfung-9")
def test_infantry_is_fought_first_and_the_victors_may_still_hunt():
    troops = {"r2": {**INFANTRY, "field": "5,5"}, "b1": {**INFANTRY, "field": "4,5"}}
    game = position({**troops, "r1": {"model": "p4", "field": "5,5"}}, dice=(5, 3, 6, 1))
    assert "WPR-panzernahbekaempfung-6" in refused(game, Hunt("b1", "r1"))
    do(game, Storm(("b1",), "5,5"))
    do(game, next(iter(ask_of(game)[1].options(game.view(game.waiting()[0])))))
    assert refused(game, Hunt("b1", "r1")) == ""
    declines(do(game, Hunt("b1", "r1")), AnswerHunt)
    assert element(game, "r1").fate == "lost"
    beaten = {"b1": {**INFANTRY, "field": "5,5", "fled": True}, "r1": {"model": "p4", "field": "5,5"}}
    assert "WPR-panzernahbekaempfung-9" in refused(position(beaten), Hunt("b1", "r1"))


@pytest.mark.rule("WPR-panzernahbekaempfung-2", "WPR-panzernahbekaempfung-X1")
def test_a_tank_may_withdraw_from_hunters_who_have_just_stormed_its_field():
    troops = {"r2": {**INFANTRY, "field": "5,5"}, "b1": {**INFANTRY, "field": "4,5"}}
    game = position({**troops, "r1": {"model": "p4", "field": "5,5"}}, dice=(5, 3))
    do(game, Storm(("b1",), "5,5"), Flee("6,4"), Hunt("b1", "r1"), Evade("r1", ("6,5",)))
    assert element(game, "r1").field == "6,5"


@pytest.mark.rule("WPR-panzernahbekaempfung-7")
def test_figures_strike_armour_that_drives_into_their_field():
    troops = {"b1": {"model": "p4", "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    game = do(position(troops, dice=(6,)), Move("b1", ("5,5",)))
    seat, question = ask_of(game)
    assert seat == "red"
    hunts = [order for order in question.options(game.view(seat)) if type(order).__name__ == "TankHunt"]
    do(game, hunts[0])
    assert element(game, "b1").fate == "lost"


@pytest.mark.rule("WPR-panzernahbekaempfung-9")
def test_figures_that_have_fled_do_not_strike_armour_that_drives_into_their_field():
    fled = {**INFANTRY, "field": "5,5", "fled": True, "pinned": 5}
    game = do(position({"b1": {"model": "p4", "field": "4,5"}, "r1": fled}), Move("b1", ("5,5",)))
    assert ask_of(game)[0] == "blue"


@pytest.mark.rule("WPR-panzernahbekaempfung-X1", "WPR-befestigungen-4")
def test_in_a_shared_field_there_is_no_opposition_but_a_bunker_resists_whoever_enters():
    both = {"b1": {**INFANTRY, "field": "5,5"}, "r1": {"model": "p4", "field": "5,5"}}
    game = do(position(both, dice=(4,)), Hunt("b1", "r1"))
    assert element(game, "r1").pinned == 4
    bunker = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "bunker_light", "field": "5,5"}}
    game = do(position(bunker, dice=(3, 5)), Hunt("b1", "r1"))
    assert element(game, "b1").pinned == 5


@pytest.mark.rule("WPR-panzernahbekaempfung-X1")
def test_figures_that_have_just_landed_in_the_field_of_a_tank_can_be_evaded():
    both = {"b1": {**INFANTRY, "field": "5,5", "landed": True}, "r1": {"model": "p4", "field": "5,5"}}
    game = do(position(both), Hunt("b1", "r1"), Evade("r1", ("6,5",)))
    assert element(game, "r1").field == "6,5"


@pytest.mark.rule("WPR-panzernahbekaempfung-X1")
def test_figures_that_get_off_a_lorry_beside_a_tank_were_already_there():
    lorry = {"b1": {**INFANTRY, "field": "5,5", "aboard": "b1v"}, "b1v": {"model": "krupp", "field": "5,5"}}
    game = position({**lorry, "r1": {"model": "p4", "field": "5,5"}}, dice=(4,))
    do(game, Dismount("b1"), Hunt("b1", "r1"))
    assert element(game, "r1").pinned == 4


def hunted_in_the_dark(*dice):
    """Infantry that the hunters do not see is beside the tank."""
    troops = {"b1": {**INFANTRY, "field": "4,5"}, "r1": {"model": "p4", "field": "5,5"}}
    game = position({**troops, "r2": {**INFANTRY, "field": "5,5"}}, mode="hidden", night=True, dice=dice)
    assert refused(game, Hunt("b1", "r1")) == "", "a refusal would tell"
    return do(game, Hunt("b1", "r1"))


@pytest.mark.rule("WPR-panzernahbekaempfung-6")
def test_infantry_unseen_beside_a_tank_is_fought_first_and_may_prevent_the_hunt():
    game = do(hunted_in_the_dark(3, 4), Flee("4,5"))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("4,5", 4)
    assert element(game, "r1").pinned == 0


@pytest.mark.rule("WPR-panzernahbekaempfung-6", "WPR-panzernahbekaempfung-9")
def test_who_beats_the_unseen_infantry_goes_on_to_the_tank():
    game = do(hunted_in_the_dark(5, 3, 4, 3), Flee("6,5"))
    assert [element(game, name).field for name in ("b1", "r1", "r2")] == ["5,5", "5,5", "6,5"]
    assert (element(game, "r2").pinned, element(game, "r1").pinned) == (5, 4)


def overran(dice, target, elements=None, **more):
    troops = {"b1": {"model": "p4", "field": "4,5"}, "r1": {**target, "field": "5,5"}, **(elements or {})}
    return do(position(troops, dice=dice, **more), Overrun("b1", "r1"))


def crushers(model, **more):
    troops = {"b1": {"model": model, "field": "4,5", **more}, "b2": {"model": "pak75", "field": "3,5"}}
    return position({**troops, "r1": {**INFANTRY, "field": "5,5"}})


@pytest.mark.rule("WPR-fahrzeuge-2")
@pytest.mark.parametrize("model", ["tractor", "rso", "bulldozer", "recovery"])
def test_unarmed_tracks_overrun_nobody(model):
    game = crushers(model)
    assert "WPR-fahrzeuge-2" in refused(game, Overrun("b1", "r1"))
    assert not choices(game, Overrun)


@pytest.mark.rule("WPR-munition-2", "WPR-fahrzeuge-2")
@pytest.mark.parametrize("model", ["spw_mg", "katyusha_track"])
def test_armed_tracks_overrun_unless_they_carry_the_ammunition_of_a_gun(model):
    game = crushers(model)
    assert choices(game, Overrun) == [Overrun("b1", "r1")]
    game = crushers(model, mate="b2")
    assert "WPR-munition-2" in refused(game, Overrun("b1", "r1"))
    assert not choices(game, Overrun)


@pytest.mark.rule("WPR-fahrzeuge-6", "WPR-ueberrollen-5")
def test_a_tank_onto_which_riders_have_just_got_overruns_nobody():
    assert "WPR-fahrzeuge-6" in refused(crushers("p4", joined=True), Overrun("b1", "r1"))
    assert choices(crushers("p4", split=True), Overrun), "whom it has let off does not matter"


@pytest.mark.rule("WPR-ueberrollen-1")
def test_only_tracked_vehicles_overrun():
    car = {"b1": {"model": "puma", "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    assert "WPR-ueberrollen-1" in refused(position(car), Overrun("b1", "r1"))
    game = overran((5, 3), INFANTRY)
    assert element(game, "b1").field == "5,5"


@pytest.mark.rule("WPR-ueberrollen-5", "WPR-geschwindigkeitstabelle-2")
def test_who_has_driven_through_smoke_overruns_at_its_speed_at_night():
    def far(**tank):
        tank = {"model": "p4", "field": "4,5", "moved": 3, "limit": 4, **tank}
        return refused(position({"b1": tank, "r1": {**INFANTRY, "field": "5,5"}}), Overrun("b1", "r1"))

    assert far() == ""
    assert "may cover 2 fields" in far(in_smoke=True)


def test_a_located_gun_that_overruns_somebody_has_left_what_was_known_of_its_field():
    gun = {"model": "wespe", "field": "4,5", "located": True, "camouflaged": True, "position": True}
    game = overran((5, 3), INFANTRY, {"b1": gun})
    there = element(game, "b1")
    assert there.field == "5,5"
    assert [there.located, there.camouflaged, there.position] == [False] * 3


@pytest.mark.rule("WPR-ueberrollen-2")
def test_figures_oppose_whatever_their_pinning():
    game = overran((3, 4), {**INFANTRY, "pinned": 5})
    assert element(game, "b1").pinned == 4


@pytest.mark.rule("WPR-ueberrollen-3")
def test_a_beaten_weapon_is_destroyed_and_figures_stay_with_a_loss_roll_at_six():
    assert element(overran((4, 3), {"model": "pak75"}), "r1").fate == "lost"
    stays = overran((5, 3), INFANTRY)
    assert (element(stays, "r1").field, element(stays, "r1").pinned) == ("5,5", 5)
    assert element(overran((6, 3, 4), INFANTRY), "r1").fate == "lost"


@pytest.mark.rule("WPR-ausfaelle-2")
def test_a_train_that_is_overrun_does_not_stay_beside_the_tank():
    behind = {"r2": {"model": "lorry", "field": "9,8"}, "r3": {**INFANTRY, "aboard": "r2"}}
    game = overran((3,), {"model": "supply_lorry"}, behind)
    assert element(game, "r2").fate == "lost"
    assert (element(game, "r1").fate, element(game, "r1").field) == ("board", "9,8")


@pytest.mark.rule("WPR-ueberrollen-4")
def test_figures_that_win_pin_or_knock_out_the_vehicle():
    assert element(overran((3, 4), INFANTRY), "b1").pinned == 4
    assert element(overran((3, 6), INFANTRY), "b1").fate == "lost"


@pytest.mark.rule("WPR-ueberrollen-5")
def test_targets_cost_and_continuation_of_an_overrun():
    armour = {"b1": {"model": "p4", "field": "4,5"}, "r1": {"model": "p4", "field": "5,5"}}
    assert "WPR-ueberrollen-5" in refused(position(armour), Overrun("b1", "r1"))
    assert element(overran((3,), {"model": "krupp"}), "r1").fate == "lost"
    assert element(overran((2,), {"model": "krupp"}), "r1").fate == "board"
    game = overran((4, 3), {"model": "pak75"})
    assert element(game, "b1").shot
    assert refused(game, Move("b1", ("6,5", "7,5", "8,5"))) == ""  # terrain speed 4 in all
    assert refused(game, Move("b1", ("6,5", "7,5", "8,5", "9,5"))) != ""


@pytest.mark.rule("WPR-flucht-8", "WPR-flucht-12")
def test_who_has_fled_cannot_oppose_an_overrun_and_flees_on():
    game = overran((4,), {**INFANTRY, "fled": True, "pinned": 3})  # one die: nobody rolls against it
    assert sorted(order.to for order in choices(game)) == ["6,4", "6,5", "6,6"]
    do(game, Flee("6,5"))
    assert (element(game, "r1").field, element(game, "r1").pinned) == ("6,5", 4)
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("5,5", 0)


@pytest.mark.rule("WPR-flucht-8", "WPR-flucht-5")
def test_who_cannot_flee_on_before_tracks_is_lost():
    water = {"6,4": "water", "6,5": "water", "6,6": "water"}
    assert element(overran((1,), {**INFANTRY, "fled": True}, ground=water), "r1").fate == "lost"


@pytest.mark.rule("WPR-flucht-8", "WPR-ueberrollen-2")
def test_others_in_the_field_oppose_for_those_who_have_fled():
    fresh = {"r2": {**INFANTRY, "field": "5,5"}}
    lost = overran((3, 4), {**INFANTRY, "fled": True}, fresh)
    assert (element(lost, "b1").pinned, element(lost, "r1").field) == (4, "5,5")
    won = do(overran((4, 3), {**INFANTRY, "fled": True}, fresh), Flee("6,5"))
    assert (element(won, "r1").field, element(won, "r1").pinned) == ("6,5", 4)
    assert (element(won, "r2").field, element(won, "r2").pinned) == ("5,5", 0)


@pytest.mark.rule("WPR-flucht-8", "WPR-ueberrollen-5")
def test_a_vehicle_among_troops_that_have_fled_is_overrun_without_resistance():
    game = overran((3,), {"model": "krupp"}, {"r2": {**INFANTRY, "field": "5,5", "fled": True}})
    assert (element(game, "r1").fate, element(game, "b1").pinned) == ("lost", 0)


@pytest.mark.rule("WPR-hoechstzahl-1", "WPR-ueberrollen-5")
def test_two_like_tanks_that_overrun_one_base_do_not_both_stay_there():
    second = {"b2": {"model": "p4", "field": "4,4"}}
    game = do(overran((4, 3, 3, 1), INFANTRY, second), Overrun("b2", "r1"))
    assert "b1 can still leave" in refused(game, Done())
    do(game, Move("b1", ("6,5",)))
    assert refused(game, Done()) == ""


@pytest.mark.rule("WPR-hoechstzahl-1", "WPR-ueberrollen-5")
def test_nobody_overruns_at_the_end_of_his_way_where_a_like_tank_stays():
    def driven(far, **there):
        stands = {"b2": {"model": "p4", "field": "5,5", "limit": 4, **there}}
        comes = {"b1": {"model": "p4", "field": "4,5", "moved": far, "limit": 4}}
        game = position({**comes, **stands, "r1": {**INFANTRY, "field": "5,5"}})
        return refused(game, Overrun("b1", "r1"))

    assert "WPR-hoechstzahl-1" in driven(3, moved=4)
    assert driven(2, moved=4) == "", "it can go on"
    assert driven(3) == "", "the other has not moved yet"
