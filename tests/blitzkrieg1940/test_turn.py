"""2: the turn, reinforcements, markers that go back to the cup, withdrawals."""

from __future__ import annotations

import pytest

from blitzkrieg1940.positions import choices, pack, position
from blitzkrieg1940.table import FEW, answer, asked, at, place
from planspiel.systems.blitzkrieg1940.activation import repeat_refusal
from planspiel.systems.blitzkrieg1940.independents import AssignTo, KeepOwnMarker
from planspiel.systems.blitzkrieg1940.state import FRENCH, Marker


@pytest.mark.rule("BLK-2-A", "BLK-2-P")
def test_a_turn_begins_with_administration_and_ends_with_the_next_turn() -> None:
    units = {**FEW, "1-cuir/1": {"hex": "0509", "moved": True, "opp_used": True}}
    game = position(units=units, item=("turn",), dice=(1,), turn=0)
    assert game.state.turn == 1
    assert asked(game) == "french: FormationDrawn"
    assert not game.state.units["1-cuir/1"].moved
    assert not game.state.units["1-cuir/1"].opp_used


@pytest.mark.rule("BLK-2-P")
def test_after_the_operations_phase_the_turn_marker_advances() -> None:
    game = position("stonne", item=("turn-end",), turn=4, dice=(1,))
    assert game.state.turn == 5


@pytest.mark.rule("BLK-2-G3")
def test_used_skipped_and_annulled_markers_go_back_to_the_cup_and_no_others() -> None:
    places = {
        "1-cuir": "used",
        "2-cuir": "skipped",
        "12-cuir": "cancelled",
        "kg": "carried",
        "i-5-pzr": "gone",
        "french_repeat_1": "hand",
        "german_artillery_1": "used",
        "german_stuka_1": "used",
        "german_repeat_1": "used",
        "german_general_1": "used",
    }
    game = position(item=("fill-cup",), markers=at(places))
    back = [name for name in places if place(game, name) == "cup"]
    others = ["german_artillery_1", "german_stuka_1", "german_repeat_1", "german_general_1"]
    assert back == ["1-cuir", "2-cuir", "12-cuir", *others]
    assert game.state.markers["german_artillery_1"].load.counts == {"medium": 2, "heavy": 2}
    assert (place(game, "kg"), place(game, "french_repeat_1")) == ("carried", "hand")


@pytest.mark.rule("BLK-5.6-G3")
def test_a_carried_marker_is_not_in_the_cup_as_well() -> None:
    assert place(position(item=("fill-cup",), markers=at({"kg": "carried"})), "kg") == "carried"


@pytest.mark.rule("BLK-5.3-G3")
@pytest.mark.parametrize(("stay", "where"), [(True, "hand"), (False, "used")])
def test_held_markers_stay_in_hand_or_by_option_go_back(stay: bool, where: str) -> None:
    markers = at({"french_repeat_1": "hand", "german_general_1": "hand"})
    game = position(item=("turn-end",), markers=markers, options={"held_markers_stay": stay}, turn=6)
    assert (place(game, "french_repeat_1"), place(game, "german_general_1")) == (where, where)


@pytest.mark.rule("BLK-5.5-G4")
def test_a_bought_repeat_marker_expires_at_the_end_of_the_turn() -> None:
    extra = Marker("french_repeat_extra_1", FRENCH, "repeat", place="hand", extra=True)
    game = position(item=("turn-end",), markers={extra.id: extra}, turn=6)
    assert place(game, extra.id) == "gone"


@pytest.mark.rule("BLK-5.5-G1")
def test_a_banked_marker_without_a_partner_counts_as_skipped_at_the_end_of_the_turn() -> None:
    game = position(item=("turn-end",), markers=at({"1-cuir": "banked"}), turn=6)
    assert (place(game, "1-cuir"), game.state.formations["1-cuir"].skipped) == ("skipped", True)


# -- 12.2 reinforcements and withdrawals ---------------------------------------------------------------


@pytest.mark.rule("BLK-12.2-SPECIAL-A")
@pytest.mark.parametrize(("turn", "where"), [(1, "due"), (2, "cup")])
def test_the_marker_of_reinforcements_goes_into_the_cup_when_they_are_due(turn: int, where: str) -> None:
    assert place(position("stonne", item=("fill-cup",), turn=turn), "6-grdi") == where


@pytest.mark.rule("BLK-12.2-FR-X2")
def test_the_anti_tank_gun_of_turn_four_is_assigned_on_arrival_and_counts_with_that_formation() -> None:
    gun = {"67-ri-at": {"hex": "", "fate": "due", "formation": ""}}
    markers = at({"i-205-ri": "used", "i-67-ri": "due", "45-bcc": "due"})
    game = position("stonne", units=gun, item=("reinforcements",), turn=4, markers=markers)
    assert asked(game) == "french: Assignment"
    answer(game, AssignTo("i-67-ri"))
    assert game.state.units["67-ri-at"].formation == "i-67-ri"
    assert game.state.units["67-ri-at"].is_independent
    assert game.state.formations["i-67-ri"].steps == 10


@pytest.mark.rule("BLK-12.2-FR-M", "BLK-12.2-FR-X4")
def test_the_first_company_of_49_bcc_is_independent_until_turn_eight() -> None:
    units = {"49-bcc/1": {"hex": "0516"}, "49-bcc/hq": {"fate": "due"}}
    before = position("stonne", units=units, item=("command-test",), turn=5)
    assert not before.state.units["49-bcc/1"].out_of_command
    assert before.state.formations["49-bcc"].steps == 6
    assert before.state.units["49-bcc/hq"].due == 8
    assert repeat_refusal(pack(), before.state, FRENCH, "49-bcc") is None
    after = position("stonne", units=units, item=("reinforcements",), turn=8)
    assert not after.state.units["49-bcc/1"].is_independent


@pytest.mark.rule("BLK-12.2-FR-X4", "BLK-3.4-G2")
@pytest.mark.parametrize(("fate", "out_of_command"), [("due", False), ("track", True)])
def test_it_is_not_out_of_command_before_its_hq_can_come(fate: str, out_of_command: bool) -> None:
    units = {"49-bcc/1": {"hex": "0516", "is_independent": False}, "49-bcc/hq": {"fate": fate}}
    game = position("stonne", units=units, item=("command-test",), turn=8)
    assert game.state.units["49-bcc/1"].out_of_command is out_of_command


@pytest.mark.rule("BLK-12.2-GE-I")
def test_the_tanks_are_taken_out_of_the_game_at_the_end_of_turn_three() -> None:
    units = {"ii-pzr-8/hq": {"hex": "0401"}, "ii-pzr-8/1": {"hex": "0401"}}
    for turn, fate in ((2, "map"), (3, "left")):
        game = position("stonne", units=units, item=("turn-end",), turn=turn, dice=(1,))
        assert game.state.units["ii-pzr-8/1"].fate == fate
    assert game.state.formations["ii-pzr-8"].gone
    assert place(game, "ii-pzr-8") == "gone"


@pytest.mark.rule("BLK-10.3-X1")
def test_an_independent_unit_of_a_withdrawn_formation_is_assigned_anew() -> None:
    units = {"ii-pzr-8/1": {"hex": "0401"}, "640-stug/1": {"hex": "0401", "formation": "ii-pzr-8"}}
    markers = at({"i-gd": "used", "ii-gd": "used", "ii-pzr-8": "carried"})
    game = position("stonne", units=units, item=("withdrawal", "ii-pzr-8"), turn=3, markers=markers)
    assert asked(game) == "german: Assignment"
    answer(game, AssignTo("ii-gd"))
    assert game.state.units["640-stug/1"].formation == "ii-gd"


@pytest.mark.rule("BLK-10.3-X1")
@pytest.mark.parametrize(("due", "now"), [(3, True), (4, False)])
def test_so_is_one_that_has_not_entered_yet_as_soon_as_it_may(due: int, now: bool) -> None:
    coming = {"fate": "due", "due": due, "formation": "ii-pzr-8"}
    units = {"ii-pzr-8/1": {"hex": "0401"}, "640-stug/1": coming}
    markers = at({"i-gd": "used", "ii-gd": "used", "ii-pzr-8": "carried"})
    game = position("stonne", units=units, item=("withdrawal", "ii-pzr-8"), turn=3, markers=markers)
    assert (not game.over) is now
    if now:
        assert asked(game) == "german: Assignment"


@pytest.mark.rule("BLK-10.3-X1")
def test_with_no_formation_left_it_only_reacts() -> None:
    units = {"ii-pzr-8/1": {"hex": "0401"}, "640-stug/1": {"hex": "0401", "formation": "ii-pzr-8"}}
    gone = dict.fromkeys(["i-gd", "ii-gd", "iii-gd", "14-pzjg-gd", "640-stug", "stu-pion-43"], "gone")
    game = position("stonne", units=units, item=("withdrawal", "ii-pzr-8"), turn=3, markers=at(gone))
    assert game.over
    assert game.state.units["640-stug/1"].fate == "map"


@pytest.mark.rule("BLK-12.2-SPECIAL-G1")
def test_later_arrivals_choose_on_arrival_by_option_or_if_their_formation_is_gone() -> None:
    late = {"14-pzjg-schr-8/1": {"hex": "", "fate": "due"}}
    markers = at({"i-gd": "used"})
    option = {"late_stripes_choose_on_arrival": True}
    game = position("stonne", units=late, item=("reinforcements",), turn=7, markers=markers, options=option)
    assert KeepOwnMarker() in choices(game)
    promised = {"14-pzjg-schr-8/1": {"hex": "", "fate": "due", "formation": "iii-gd"}}
    gone = {"iii-gd": {"gone": True}}
    game = position(
        "stonne", units=promised, item=("reinforcements",), turn=7, markers=markers, formations=gone
    )
    assert AssignTo("i-gd") in choices(game)


@pytest.mark.rule("BLK-5.6-G4")
def test_the_carried_marker_of_a_formation_that_leaves_is_discarded() -> None:
    units = {"ii-pzr-8/1": {"hex": "0401"}}
    markers = at({"ii-pzr-8": "carried"})
    game = position("stonne", units=units, item=("withdrawal", "ii-pzr-8"), turn=3, markers=markers)
    assert place(game, "ii-pzr-8") == "gone"
