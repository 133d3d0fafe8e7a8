"""Nahkampf, Angriff von Infanterie, Flucht: the storm and what becomes of the beaten."""

from __future__ import annotations

import pytest

from planspiel.systems.wiener2022.activities import Done
from planspiel.systems.wiener2022.close_combat import ChooseVictim, Name, Repelled, Taken
from planspiel.systems.wiener2022.edge import LeftBoard
from planspiel.systems.wiener2022.fire import DirectFire
from planspiel.systems.wiener2022.flight import ChooseFlight, Flee
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.opposed import RollsTied
from planspiel.systems.wiener2022.state import Barrier, Earthwork
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.transport import Mount
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    do,
    element,
    happened,
    position,
    refused,
)

INFANTRY = {"model": "figures"}


def stormed(dice, elements=None, by=("b1",), **more):
    """Blue storms 5,5 from the west; red infantry defends it."""
    troops = {
        "b1": {**INFANTRY, "field": "4,5"},
        "r1": {**INFANTRY, "field": "5,5"},
        **(elements or {}),
    }
    game = position(troops, dice=dice, **more)
    return do(game, Storm(by, "5,5"))


@pytest.mark.rule("WPR-nahkampf-1", "WPR-angriff-infanterie-1", "WPR-angriff-infanterie-3")
def test_one_opposed_roll_decides_who_holds_the_field():
    game = stormed((5, 3))
    do(game, Flee("6,5"))
    assert element(game, "b1").field == "5,5"
    assert element(game, "r1").field == "6,5"
    assert [event.field for event in happened(game, Taken)] == ["5,5"]


@pytest.mark.rule("WPR-angriff-infanterie-2")
def test_a_foot_attack_starts_from_the_next_field():
    game = position({"b1": {**INFANTRY, "field": "3,5"}, "r1": {**INFANTRY, "field": "5,5"}})
    assert "next field" in refused(game, Storm(("b1",), "5,5"))
    mounted = {"b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"}, "b1v": {"model": "krupp", "field": "4,5"}}
    game = position({**mounted, "r1": {**INFANTRY, "field": "5,5"}})
    assert "on foot" in refused(game, Storm(("b1",), "5,5"))


@pytest.mark.rule("WPR-angriff-infanterie-X1")
def test_the_storm_step_counts_against_the_speed_unless_chosen_otherwise():
    troops = {"b1": {**INFANTRY, "field": "4,5", "moved": 1, "limit": 1}, "r1": {**INFANTRY, "field": "5,5"}}
    assert "WPR-geschwindigkeit" in refused(position(troops), Storm(("b1",), "5,5"))
    free = position(troops, options={"storm_step_free": True})
    assert refused(free, Storm(("b1",), "5,5")) == ""


@pytest.mark.rule("WPR-angriff-infanterie-4")
def test_the_garrison_answers_with_close_combat_and_not_with_fire():
    """Dice for one opposed roll are all that is thrown: nobody fires at the storm step."""
    game = stormed((5, 3), {"r2": {**INFANTRY, "field": "6,5"}})
    assert isinstance(ask_of(game)[1], ChooseFlight)


@pytest.mark.rule("WPR-nahkampf-2", "WPR-basieren-1")
def test_each_further_base_gives_one_point():
    two = {"b2": {**INFANTRY, "field": "4,5"}}
    game = stormed((4, 4), two, by=("b1", "b2"))  # one base each would be a tie
    do(game, Flee("6,5"))
    assert [element(game, name).field for name in ("b1", "b2")] == ["5,5", "5,5"]


@pytest.mark.rule("WPR-basieren-1")
def test_more_weapons_on_a_base_make_no_difference():
    rich = {"rich": {"like": "figures", "weapons": ("small_arms", "hmg", "mortar_50")}}
    game = stormed((4, 4, 5, 3), {"b1": {"model": "rich", "field": "4,5"}}, models=rich)
    assert [event.value for event in happened(game, RollsTied)] == [4]


@pytest.mark.rule("WPR-punktegleichheit-1", "WPR-kuerzung-2")
def test_ties_are_rolled_again_and_points_are_not_cancelled():
    two = {"b2": {**INFANTRY, "field": "4,5"}, "r2": {**INFANTRY, "field": "5,5"}}
    game = stormed((4, 4, 2, 4), two, by=("b1", "b2"))
    # 4+1 against 4+1 is a tie; a natural 2 gets no plus, 4+1 wins with all its points
    do(game, Flee("4,5"), Flee("4,5"))
    assert [element(game, name).pinned for name in ("b1", "b2")] == [5, 5]


@pytest.mark.rule("WPR-nahkampf-3", "WPR-ortskampf-2", "WPR-eingegraben-2")
@pytest.mark.parametrize("shelter", ["building", "position"])
def test_the_defender_of_a_position_or_building_has_one_point(shelter):
    more = {"ground": {"5,5": "building"}} if shelter == "building" else {"earthworks": {"5,5": Earthwork(2)}}
    game = stormed((5, 4, 3, 4), **more)  # 5 against 4+1 is a tie; then 3 against 5
    assert element(game, "r1").field == "5,5"
    assert not happened(game, Taken)


@pytest.mark.rule("WPR-eingegraben-3")
def test_a_position_begun_gives_nothing_yet():
    game = stormed((5, 4), earthworks={"5,5": Earthwork(1)})
    do(game, Flee("6,5"))
    assert element(game, "b1").field == "5,5"


@pytest.mark.rule("WPR-eingegraben-7")
def test_position_and_building_together_give_one_point():
    game = stormed((6, 4), ground={"5,5": "building"}, earthworks={"5,5": Earthwork(2)})
    assert isinstance(ask_of(game)[1], ChooseFlight)  # 6 against 5; with two points it would be a tie


@pytest.mark.rule("WPR-nahkampf-4", "WPR-nahkampf-11")
def test_pinning_is_disregarded_in_the_field_but_the_pinned_cannot_start_an_attack():
    game = stormed((3, 4), {"r1": {**INFANTRY, "field": "5,5", "pinned": 4}})
    assert element(game, "r1").field == "5,5"  # four without any minus
    pinned = position({"b1": {**INFANTRY, "field": "4,5", "pinned": 3}, "r1": {**INFANTRY, "field": "5,5"}})
    assert "WPR-nahkampf-11" in refused(pinned, Storm(("b1",), "5,5"))


@pytest.mark.rule("WPR-feuer-sturm-1")
def test_after_a_failed_storm_the_earlier_marker_stays_without_a_new_roll():
    game = stormed((3, 5), {"r1": {**INFANTRY, "field": "5,5", "pinned": 6}})
    assert element(game, "r1").pinned == 6
    assert element(game, "r1").fate == "board"


@pytest.mark.rule("WPR-nahkampf-5", "WPR-nahkampf-10")
def test_a_six_of_the_loser_costs_the_winner_a_loss_roll():
    two = {"b2": {**INFANTRY, "field": "4,5"}, "b3": {**INFANTRY, "field": "4,5"}}
    game = stormed((5, 6, 1, 4, 1, 1), two, by=("b1", "b2", "b3"))  # 5+2 beats 6
    do(game, Flee("6,5"))
    assert [element(game, name).fate for name in ("b1", "b2", "b3")] == ["lost", "board", "board"]
    assert element(game, "r1").fate == "board"


@pytest.mark.rule("WPR-nahkampf-10")
def test_a_lower_value_of_the_loser_does_nothing_to_the_winner():
    game = stormed((6, 5, 1))
    do(game, Flee("6,5"))
    assert element(game, "b1").pinned == 0


@pytest.mark.rule("WPR-nahkampf-6", "WPR-flucht-7", "WPR-flucht-11")
@pytest.mark.parametrize(("value", "level"), [(2, 3), (4, 4), (5, 5)])
def test_the_beaten_are_pinned_at_the_value_of_the_winner_but_at_least_three(value, level):
    game = stormed((value, 1))
    do(game, Flee("6,5"))
    assert element(game, "r1").pinned == level
    assert element(game, "r1").fled


@pytest.mark.rule("WPR-flucht-11")
def test_at_six_the_beaten_roll_for_losses():
    game = stormed((6, 1, 4))
    do(game, Flee("6,5"))
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-nahkampf-7", "WPR-infanterist-einsatz-3", "WPR-nahkampf-13")
def test_weapons_of_the_loser_stay_behind_and_are_lost():
    game = stormed((6, 4, 1), {"r2": {"model": "hmg_base", "field": "5,5"}})
    do(game, Flee("6,5"))
    assert element(game, "r2").fate == "lost"  # 6 against 4+1: its crew counted as a base
    assert element(game, "r1").field == "6,5"


@pytest.mark.rule("WPR-infanterist-einsatz-1", "WPR-infanterist-einsatz-2")
def test_crews_of_weapons_defend_but_never_attack():
    troops = {"b1": {"model": "hmg_base", "field": "4,5"}, "r1": {**INFANTRY, "field": "5,5"}}
    assert "WPR-infanterist-einsatz-2" in refused(position(troops), Storm(("b1",), "5,5"))
    crew = {"r2": {"model": "hmg_base", "field": "5,5"}}
    game = stormed((4, 4), crew)  # without the crew's point it would be a tie
    assert [event.field for event in happened(game, Repelled)] == ["5,5"]


@pytest.mark.rule("WPR-nahkampf-8", "WPR-flucht-5", "WPR-flucht-9")
def test_whoever_has_no_way_out_is_lost():
    held = {f"b{n}": {**INFANTRY, "field": field} for n, field in ((2, "6,4"), (3, "6,5"), (4, "6,6"))}
    game = stormed((5, 3), held)
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-nahkampf-9", "WPR-ueberlegenheitsangriff-2")
def test_superior_attackers_who_lose_roll_for_one_base_of_their_choice():
    two = {"b2": {**INFANTRY, "field": "4,5"}}
    game = stormed((2, 6, 4), two, by=("b1", "b2"))
    while isinstance(ask_of(game)[1], ChooseFlight):
        do(game, Flee("4,5"))
    assert isinstance(ask_of(game)[1], ChooseVictim)
    do(game, Name("b2"))
    assert [element(game, name).fate for name in ("b1", "b2")] == ["board", "lost"]
    equal = stormed((2, 6, 4, 4), {**two, "r2": {**INFANTRY, "field": "5,5"}}, by=("b1", "b2"))
    do(equal, Flee("4,5"), Flee("4,5"))
    assert [element(equal, name).fate for name in ("b1", "b2")] == ["lost", "lost"]


@pytest.mark.rule("WPR-nahkampf-9")
def test_other_losers_roll_each_or_by_choice_of_the_players_only_one():
    two = {"r2": {**INFANTRY, "field": "5,5"}}
    game = stormed((6, 1, 4, 4), two)
    do(game, Flee("6,5"), Flee("6,5"))
    assert [element(game, name).fate for name in ("r1", "r2")] == ["lost", "lost"]
    game = stormed((6, 1, 4), two, options={"close_combat_losses": "one"})
    do(game, Flee("6,5"), Flee("6,5"), Name("r2"))
    assert [element(game, name).fate for name in ("r1", "r2")] == ["board", "lost"]


@pytest.mark.rule("WPR-nahkampf-12")
def test_soft_vehicles_of_the_beaten_are_lost_and_armour_stays():
    vehicles = {"r2": {"model": "krupp", "field": "5,5"}, "r3": {"model": "p4", "field": "5,5"}}
    game = stormed((5, 3), vehicles)
    do(game, Flee("6,5"))
    assert element(game, "r2").fate == "lost"
    assert element(game, "r3").field == "5,5"


@pytest.mark.rule("WPR-angriffswiederholung-1")
def test_a_failed_attack_is_repeated_only_by_fresh_troops():
    game = stormed((2, 5), {"b2": {**INFANTRY, "field": "4,6"}})
    do(game, Flee("4,5"))
    assert refused(game, Storm(("b1",), "5,5")) != ""
    assert refused(game, Storm(("b2",), "5,5")) == ""
    won = do(stormed((5, 3), {"r2": {**INFANTRY, "field": "6,6"}}), Flee("6,5"))
    assert "WPR-angriffswiederholung-1" in refused(won, Storm(("b1",), "6,6")), "nor a victorious one"


@pytest.mark.rule("WPR-ueberlegenheitsangriff-1", "WPR-flucht-6")
def test_bases_from_several_fields_attack_together_when_named_together():
    """From opposite sides no way of flight is left."""
    game = stormed((5, 3), {"b2": {**INFANTRY, "field": "6,5"}}, by=("b1", "b2"))
    assert [(event.element, event.cite) for event in happened(game, Lost)] == [("r1", "WPR-flucht-6")]
    assert [element(game, name).field for name in ("b1", "b2")] == ["5,5", "5,5"]
    beside = stormed((5, 3), {"b2": {**INFANTRY, "field": "4,4"}}, by=("b1", "b2"))
    assert {order.to for order in choices(beside)} == {"6,5", "6,6"}


@pytest.mark.rule("WPR-flucht-2", "WPR-flucht-10")
def test_the_defender_flees_straight_away_or_to_either_side():
    game = stormed((5, 3))
    assert {order.to for order in choices(game)} == {"6,4", "6,5", "6,6"}
    assert "WPR-flucht-2" in refused(game, Flee("5,4"))


@pytest.mark.rule("WPR-panzergrenadiere-6")
def test_who_has_fled_to_his_carrier_does_not_mount_it_in_his_next_half_turn():
    carrier = {"r1v": {"model": "spw_mg", "field": "6,5"}}
    fled = element(do(stormed((5, 3), carrier), Flee("6,5")), "r1")
    state = {"pinned": fled.pinned, "fled_pinned": fled.fled_pinned, "field": fled.field}
    later = position({"r1": {**INFANTRY, **state}, **carrier}, active="red", half=2)
    assert "WPR-panzergrenadiere-6" in refused(later, Mount("r1", "r1v"))


@pytest.mark.rule("WPR-flucht-1", "WPR-flucht-10")
def test_the_beaten_attacker_goes_back_to_where_he_came_from_or_beside_it():
    game = stormed((3, 5))
    assert {order.to for order in choices(game)} == {"4,4", "4,5", "4,6"}
    do(game, Flee("4,6"))
    assert element(game, "b1").field == "4,6"


@pytest.mark.rule("WPR-flucht-4", "WPR-flucht-3")
def test_nobody_flees_through_water_or_onto_a_vehicle_but_onto_a_craft():
    water = {"6,4": "water", "6,5": "water", "6,6": "water"}
    lost = stormed((5, 3), {"r2": {"model": "krupp", "field": "5,5"}}, ground=water)
    assert element(lost, "r1").fate == "lost"
    saved = stormed((5, 3), {"r2": {"model": "stormboat", "field": "6,5"}}, ground=water)
    assert element(saved, "r1").aboard == "r2"


@pytest.mark.rule("WPR-flucht-3", "WPR-nahkampf-12")
@pytest.mark.parametrize("routed", [False, True])
def test_the_beaten_may_flee_onto_their_craft_in_the_field_and_what_they_leave_is_lost(routed):
    troops = {
        "r1": {**INFANTRY, "field": "5,5", "fled": routed, "pinned": 3 if routed else 0},
        "r2": {"model": "stormboat", "field": "5,5"},
        "r3": {"model": "krupp", "field": "5,5"},
    }
    game = stormed((4, 5, 3) if routed else (5, 3), troops, mixed={"5,5": "water"})
    assert Flee("r2") in choices(game)
    do(game, Flee("r2"))
    assert [element(game, name).fate for name in ("r1", "r2", "r3")] == ["board", "board", "lost"]
    assert element(game, "r1").aboard == "r2"
    away = do(
        stormed((5, 3), {**troops, "r1": {**INFANTRY, "field": "5,5"}}, mixed={"5,5": "water"}), Flee("6,5")
    )
    assert element(away, "r2").fate == "lost"


@pytest.mark.rule("WPR-boote-1", "WPR-infanterist-einsatz-1")
def test_figures_in_a_boat_at_the_bank_get_out_and_defend_themselves():
    boat = {"r1": {**INFANTRY, "field": "5,5", "aboard": "r2"}, "r2": {"model": "stormboat", "field": "5,5"}}
    held = do(stormed((3, 5), boat, mixed={"5,5": "water"}), Flee("4,5"))
    assert (element(held, "b1").field, element(held, "b1").pinned) == ("4,5", 5)
    assert (element(held, "r1").field, element(held, "r1").aboard) == ("5,5", "")
    beaten = do(stormed((5, 3), boat, mixed={"5,5": "water"}), Flee("r2"))
    assert (element(beaten, "r1").aboard, element(beaten, "r1").pinned) == ("r2", 5)


@pytest.mark.rule("WPR-boote-1", "WPR-flucht-8")
def test_who_has_fled_into_a_boat_there_is_driven_on_out_of_it():
    boat = {"r2": {"model": "stormboat", "field": "5,5"}}
    fled = {"r1": {**INFANTRY, "field": "5,5", "aboard": "r2", "fled": True, "pinned": 3}}
    game = do(stormed((4, 5, 3), {**boat, **fled}, mixed={"5,5": "water"}), Flee("6,5"))
    assert (element(game, "r1").field, element(game, "r1").aboard) == ("6,5", "")
    assert element(game, "r2").fate == "lost"


@pytest.mark.rule("WPR-flucht-8", "WPR-absitzen-nahkampf-1")
def test_who_has_fled_is_attacked_out_of_vehicles_too():
    mounted = {"b1": {**INFANTRY, "field": "4,5", "aboard": "b2"}, "b2": {"model": "spw_mg", "field": "4,5"}}
    fled = {"r1": {**INFANTRY, "field": "5,5", "fled": True}}
    game = do(position({**mounted, **fled}, dice=(4,)), DriveIn("b2", "5,5"), Flee("6,5"))
    assert (element(game, "r1").field, element(game, "b1").field) == ("6,5", "5,5")


@pytest.mark.rule("WPR-flucht-8", "WPR-flucht-12")
def test_troops_that_have_fled_cannot_resist_a_second_attack():
    game = stormed((6, 4), {"r1": {**INFANTRY, "field": "5,5", "fled": True, "pinned": 3}})
    do(game, Flee("6,5"))
    assert element(game, "r1").fate == "lost"  # 6 on the effect table, and a 4 on the loss roll
    assert element(game, "b1").field == "5,5"


@pytest.mark.rule("WPR-flucht-8")
def test_beaten_attackers_cannot_resist_in_the_half_turn_of_the_enemy_either():
    troops = {
        "b1": {**INFANTRY, "field": "4,5"},
        "b2": {**INFANTRY, "field": "1,1"},
        "r1": {**INFANTRY, "field": "5,5"},
    }
    game = position(troops, item=("turn",), dice=(3, 5, 4))
    while game.state.phase != "other":
        do(game, Done())
    do(game, Storm(("b1",), "5,5"), Flee("4,5"), Done())
    while game.state.phase != "other":
        do(game, Done())
    do(game, Storm(("r1",), "4,5"), Flee("3,5"))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("3,5", 4)
    assert element(game, "r1").field == "4,5"


@pytest.mark.rule("WPR-flucht-13")
def test_enemy_wire_closes_the_way_of_flight_and_own_barriers_do_not():
    wire = {f"w{n}": Barrier(f"w{n}", "wire", f"6,{n}", "blue") for n in (4, 5)}
    own = {"w6": Barrier("w6", "wire", "6,6", "red")}
    game = stormed((5, 3), barriers={**wire, **own})
    assert element(game, "r1").field == "6,6"


def sown(kind, *fields, hidden=False):
    """Blue barriers on the flanks of the way from 5,5 to 6,6; the other ways of flight are water."""
    barriers = {field: Barrier(field, kind, field, "blue", hidden) for field in fields}
    return {"barriers": barriers, "ground": {"6,4": "water"}}


@pytest.mark.rule("WPR-diagonale-5", "WPR-flucht-10", "WPR-flucht-13")
@pytest.mark.parametrize("hidden", [False, True])
def test_who_flees_between_two_mined_fields_suffers_one_of_them(hidden):
    mined = do(stormed((5, 3, 6, 6), **sown("ap_mine", "5,6", "6,5", hidden=hidden)), Flee("6,6"))
    assert element(mined, "r1").fate == "lost"
    free = do(stormed((5, 3), **sown("ap_mine", "6,5", hidden=hidden)), Flee("6,6"))
    assert element(free, "r1").field == "6,6"


@pytest.mark.rule("WPR-diagonale-5", "WPR-flucht-5", "WPR-flucht-13")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_nobody_flees_between_two_fields_with_wire(mode):
    wired = sown("wire", "5,6", "6,5", hidden=mode == "hidden")
    game = stormed((5, 3), mode=mode, **wired)
    assert element(game, "r1").fate == "lost"
    assert mode == "open" or set(game.view(RED_SEAT).barriers) == {"5,6", "6,5"}


@pytest.mark.rule("WPR-flammhindernisse-1")
def test_nobody_flees_into_flames():
    fire = {f"f{n}": Barrier(f"f{n}", "flame", f"6,{n}", "red", until=1) for n in (4, 5)}
    assert element(stormed((5, 3), barriers=fire), "r1").field == "6,6"


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def test_a_captured_position_is_noted_for_the_half_turn_of_capture():
    game = stormed((6, 4, 1), earthworks={"5,5": Earthwork(2)}, half=7)
    do(game, Flee("6,5"))
    assert game.state.earthworks["5,5"].captured == 7


@pytest.mark.rule("WPR-gegenwehr-7", "WPR-gegenwehr-8", "WPR-gegenwehr-9")
def test_vehicles_without_troops_are_lost_or_get_away():
    lorry = {"r1": {"model": "krupp", "field": "5,5"}}
    game = stormed((5, 3), lorry)
    assert element(game, "r1").fate == "lost"
    game = stormed((3, 5), lorry)
    do(game, Flee("6,5"))
    assert element(game, "r1").field == "6,5"
    assert element(game, "b1").field == "5,5"
    held = {f"b{n}": {**INFANTRY, "field": field} for n, field in ((2, "6,4"), (3, "6,5"), (4, "6,6"))}
    assert element(stormed((3, 5), {**lorry, **held}), "r1").fate == "lost"


@pytest.mark.rule("WPR-gegenwehr-7", "WPR-gegenwehr-10", "WPR-fuehrung-1")
@pytest.mark.parametrize("model", ["zgm_flak37", "pkw_command", "supply_lorry"])
def test_vehicles_that_can_defend_themselves_hold_the_field_and_beat_the_attackers(model):
    game = stormed((3, 5), {"r1": {"model": model, "field": "5,5"}})
    do(game, Flee("4,5"))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("4,5", 5)
    assert (element(game, "r1").field, element(game, "r1").pinned) == ("5,5", 0)
    assert happened(game, Repelled)
    assert not happened(game, Taken)


@pytest.mark.rule("WPR-gegenwehr-10")
@pytest.mark.parametrize(("model", "rounds"), [("katyusha_lorry", -1), ("zgm_flak37", 0)])
def test_a_weapon_that_does_nothing_to_figures_averts_the_storm_and_stays(model, rounds):
    game = stormed((3, 5), {"r1": {"model": model, "field": "5,5", "ammunition": rounds}})
    assert [element(game, name).field for name in ("b1", "r1")] == ["5,5", "5,5"]
    assert (element(game, "b1").pinned, game.waiting()) == (0, (BLUE_SEAT,)), "nobody flees"
    assert [event.cite for event in happened(game, Repelled)] == ["WPR-gegenwehr-10"]
    assert not happened(game, Taken)


@pytest.mark.rule("WPR-nahkampf-12", "WPR-nahkampf-3")
def test_an_armed_vehicle_that_is_beaten_is_lost_and_a_building_helps_it():
    flak = {"r1": {"model": "zgm_flak37", "field": "5,5"}}
    game = stormed((5, 3), flak)
    assert element(game, "r1").fate == "lost"
    assert [event.field for event in happened(game, Taken)] == ["5,5"]
    town = {"ground": {"5,5": "building"}, "roads": (("5,5", "6,5"),)}
    assert happened(stormed((4, 4), flak, **town), Repelled), "with one point more it is no tie"


@pytest.mark.rule("WPR-gegenwehr-7", "WPR-gegenwehr-8")
def test_a_lorry_is_safe_beside_a_flak_that_beats_the_attackers_off_and_not_beside_a_rocket_launcher():
    lorry = {"r0": {"model": "krupp", "field": "5,5"}}
    game = stormed((3, 5), {**lorry, "r1": {"model": "zgm_flak37", "field": "5,5"}})
    do(game, Flee("4,5"))
    assert element(game, "r0").field == "5,5"
    game = stormed((3, 5, 4, 2), {**lorry, "r1": {"model": "katyusha_lorry", "field": "5,5"}})
    assert [element(game, name).fate for name in ("r0", "r1")] == ["lost", "board"]
    assert not happened(game, Taken)


@pytest.mark.rule("WPR-minen-3", "WPR-minen-4")
def test_a_vehicle_that_gets_away_into_mines_sets_them_off():
    mines = {"m": Barrier("m", "at_mine", "6,5", "blue")}
    game = stormed((3, 5, 4), {"r1": {"model": "krupp", "field": "5,5"}}, barriers=mines)
    do(game, Flee("6,5"))
    assert element(game, "r1").fate == "lost"  # 4 and 2 points for a soft vehicle


TRAIN = {"model": "supply_lorry", "field": "5,5"}
BEHIND = {"r2": {"model": "lorry", "field": "9,8"}, "r3": {**INFANTRY, "aboard": "r2"}}


@pytest.mark.rule("WPR-ausfaelle-2", "WPR-ausfaelle-3")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_for_a_train_that_is_stormed_combat_troops_elsewhere_take_over(mode):
    game = stormed((5, 3), {"r1": TRAIN, **BEHIND}, mode=mode)
    assert element(game, "r2").fate == "lost"
    assert (element(game, "r1").fate, element(game, "r1").field) == ("board", "9,8")
    assert element(stormed((5, 3), {"r1": TRAIN}), "r1").fate == "lost"


@pytest.mark.rule("WPR-ausfaelle-2", "WPR-nahkampf-12")
def test_a_train_beside_beaten_infantry_does_not_stay_with_the_victor():
    game = stormed((5, 3), {"r0": TRAIN, **BEHIND})
    do(game, Flee("6,5"))
    assert [element(game, name).field for name in ("b1", "r0", "r1")] == ["5,5", "9,8", "6,5"]
    assert element(game, "r2").fate == "lost"


def drove_in(dice, model, **more):
    troops = {
        "b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"},
        "b1v": {"model": model, "field": "4,5"},
        "r1": {**INFANTRY, "field": "5,5"},
    }
    return do(position(troops, dice=dice, **more), DriveIn("b1v", "5,5"))


@pytest.mark.rule("WPR-absitzen-nahkampf-1", "WPR-panzergrenadiere-5")
def test_passengers_dismount_in_the_field_of_the_enemy_and_fight_at_once():
    game = drove_in((5, 3), "spw_mg")
    do(game, Flee("6,5"))
    assert [element(game, name).field for name in ("b1", "b1v")] == ["5,5", "5,5"]
    assert element(game, "b1").aboard == ""


@pytest.mark.rule("WPR-absitzen-nahkampf-2")
@pytest.mark.parametrize(("model", "fate"), [("spw_mg", "board"), ("krupp", "lost")])
def test_after_a_failed_mounted_attack_armour_stays_and_soft_vehicles_are_lost(model, fate):
    game = drove_in((3, 5), model)
    do(game, Flee("4,5"))
    assert element(game, "b1").field == "4,5"
    assert element(game, "b1v").fate == fate


@pytest.mark.rule("WPR-fahrzeuge-6", "WPR-angriffswiederholung-1")
@pytest.mark.parametrize("dice", [(5, 3, 1), (3, 5, 1)])
def test_the_carrier_of_those_who_attacked_keeps_its_fire_and_they_have_attacked(dice):
    troops = {
        "b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"},
        "b1v": {"model": "spw_mg", "field": "4,5"},
        "r1": {**INFANTRY, "field": "5,5"},
        "r2": {**INFANTRY, "field": "6,6"},
    }
    game = do(position(troops, dice=dice), DriveIn("b1v", "5,5"))
    do(game, choices(game)[0])
    carrier = element(game, "b1v")
    assert (carrier.field, carrier.attacked, carrier.split) == ("5,5", False, True)
    assert element(game, "b1").attacked
    do(game, DirectFire("b1v", "mg", "6,6"))
    assert element(game, "b1v").shot


@pytest.mark.rule("WPR-fahrzeuge-6", "WPR-bewegung-2")
def test_a_carrier_that_drove_in_faster_than_half_its_terrain_speed_does_not_fire():
    troops = {
        "b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"},
        "b1v": {"model": "spw_mg", "field": "4,5", "moved": 3, "limit": 8},
        "r1": {**INFANTRY, "field": "5,5"},
        "r2": {**INFANTRY, "field": "6,6"},
    }
    roads = (("1,5", "2,5", "3,5", "4,5", "5,5", "6,5"),)
    game = do(position(troops, dice=(5, 3), roads=roads), DriveIn("b1v", "5,5"))
    do(game, choices(game)[0])
    assert "WPR-bewegung-2" in refused(game, DirectFire("b1v", "mg", "6,6"))


@pytest.mark.rule("WPR-absitzen-nahkampf-3")
def test_the_carrier_may_have_used_half_its_speed_with_the_last_field():
    def troops(moved):
        return {
            "b1": {**INFANTRY, "field": "4,5", "aboard": "b1v"},
            "b1v": {"model": "spw_mg", "field": "4,5", "moved": moved, "limit": 4},
            "r1": {**INFANTRY, "field": "5,5"},
        }

    assert refused(position(troops(1)), DriveIn("b1v", "5,5")) == ""
    assert "WPR-aufsitzen-3" in refused(position(troops(2)), DriveIn("b1v", "5,5"))


@pytest.mark.rule("WPR-spielablauf-7")
def test_the_half_turn_goes_on_after_an_attack():
    game = stormed((5, 3))
    do(game, Flee("6,5"))
    assert Done() in choices(game)


@pytest.mark.rule("WPR-flucht-10", "WPR-spielfeldrand-1")
def test_whoever_can_only_flee_over_the_edge_leaves_the_board():
    troops = {"b1": {**INFANTRY, "field": "11,5"}, "r1": {**INFANTRY, "field": "12,5"}}
    game = do(position(troops, dice=(5, 3)), Storm(("b1",), "12,5"))
    assert element(game, "r1").fate == "lost"
    assert happened(game, LeftBoard)


@pytest.mark.rule("WPR-beute-1")
def test_captured_weapons_are_lost_unless_the_scenario_lets_the_winner_use_them():
    gun = {"r2": {"model": "hmg_base", "field": "5,5"}}
    game = stormed((6, 4, 1), gun, scenario={"captured_usable": True})
    do(game, Flee("6,5"))
    assert (element(game, "r2").side, element(game, "r2").fate) == ("blue", "board")


@pytest.mark.rule("WPR-gleichwertigkeit-2")
def test_the_condition_of_the_troops_counts_in_close_combat():
    game = stormed((5, 4, 3, 5), {"b1": {**INFANTRY, "field": "4,5", "value": -1}})
    assert element(game, "r1").field == "5,5"  # 5-1 ties 4; then 3-1 loses
