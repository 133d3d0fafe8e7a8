"""2 and 5.2 to 5.4: who may be activated, the checks that open an activation, exhaustion, repeat markers."""

from __future__ import annotations

import pytest

from blitzkrieg1940.positions import FRENCH_SEAT, choices, position, said
from blitzkrieg1940.table import FEW, answer, asked, at, drawn, place
from planspiel.systems.blitzkrieg1940.actions import EndActivation
from planspiel.systems.blitzkrieg1940.markers import Activate, Keep, PlayRepeat, Skip

CUIR = "1-cuir"
HQ = "1-cuir/hq"
SHAKEN = {**FEW, "1-cuir/1": {"hex": "0509", "neutralised": True, "opp_used": True}}
TIRED = {CUIR: {"exhausted": True}}
BEATEN = {CUIR: {"demoralised": True}}
REPEAT = "french_repeat_1"


# -- the checks at the instant of activation -----------------------------------------------------------


@pytest.mark.rule("BLK-5.1-A")
def test_the_marker_names_the_formation_that_is_activated() -> None:
    game = answer(drawn(CUIR), Activate())
    assert game.state.activation is not None
    assert game.state.activation.formations == (CUIR,)


@pytest.mark.rule("BLK-2-J", "BLK-5.2-A")
@pytest.mark.parametrize(("dice", "shaken"), [((3, 4), False), ((4, 4), True)])
def test_neutralised_units_rally_before_any_action(dice: tuple[int, int], shaken: bool) -> None:
    game = answer(drawn(CUIR, units=SHAKEN, dice=dice), Activate())
    assert asked(game) == "french: ChooseAction"
    assert game.state.units["1-cuir/1"].neutralised is shaken


@pytest.mark.rule("BLK-2-N")
def test_opp_markers_of_the_formation_come_off() -> None:
    units = {
        **FEW,
        "1-cuir/1": {"hex": "0509", "opp_used": True},
        "2-cuir/1": {"hex": "1409", "opp_used": True},
    }
    game = answer(drawn(CUIR, units=units), Activate())
    assert not game.state.units["1-cuir/1"].opp_used
    assert game.state.units["2-cuir/1"].opp_used


@pytest.mark.rule("BLK-2-K", "BLK-5.4-C", "BLK-5.4-G2")
@pytest.mark.parametrize(("dice", "exhausted"), [((3, 3), False), ((3, 4), True)])
def test_an_exhausted_formation_tests_at_its_factor_less_two_once(
    dice: tuple[int, int], exhausted: bool
) -> None:
    game = answer(drawn(CUIR, formations=TIRED, dice=dice), Activate())  # factor 8
    assert game.state.formations[CUIR].exhausted is exhausted


@pytest.mark.rule("BLK-5.4-D", "BLK-5.4-G1")
def test_a_failed_exhaustion_test_leaves_the_formation_activated_with_its_handicaps() -> None:
    game = answer(drawn(CUIR, formations=TIRED, dice=(6, 6)), Activate())
    assert asked(game) == "french: ChooseAction"
    assert (game.state.formations[CUIR].activations, game.state.formations[CUIR].exhausted) == (1, True)


@pytest.mark.rule("BLK-5.4-G1")
def test_by_option_a_failed_exhaustion_test_loses_the_activation() -> None:
    strict = {"failed_exhaustion_test_loses_activation": True}
    game = answer(drawn(CUIR, formations=TIRED, dice=(6, 6), options=strict), Activate())
    assert game.over
    assert game.state.formations[CUIR].activations == 1


@pytest.mark.rule("BLK-2-L", "BLK-5.4-B")
def test_skipping_removes_exhaustion_and_spends_the_marker() -> None:
    game = answer(drawn(CUIR, formations=TIRED), Skip())
    assert not game.state.formations[CUIR].exhausted
    assert place(game, CUIR) == "skipped"


@pytest.mark.rule("BLK-2-M", "BLK-8.5.1-A", "BLK-8.5.1-G1")
def test_a_demoralised_formation_that_does_not_recover_is_not_activated() -> None:
    game = drawn(CUIR, formations=BEATEN, dice=(6, 6))
    while not game.over:
        assert asked(game) == "french: WhichWayBack"
        answer(game, choices(game)[0])
    assert place(game, CUIR) == "used"
    assert game.state.formations[CUIR].activations == 0


@pytest.mark.rule("BLK-8.5.1-G1")
def test_a_formation_that_recovers_may_be_activated_with_the_same_marker() -> None:
    game = drawn(CUIR, formations=BEATEN, dice=(2, 3))
    assert Activate() in choices(game)


@pytest.mark.rule("BLK-2-X1")
def test_a_failed_recovery_brings_no_other_check() -> None:
    hq = {"hex": "0109", "neutralised": True}
    units = {HQ: hq, "1-cuir/1": {"hex": "0109", "neutralised": True, "opp_used": True}}
    game = drawn(CUIR, units=units, formations={CUIR: {"demoralised": True, "exhausted": True}}, dice=(6, 6))
    while not game.over:
        answer(game, choices(game)[0])
    assert game.state.units["1-cuir/1"].neutralised
    assert game.state.units["1-cuir/1"].opp_used


@pytest.mark.rule("BLK-2-X1")
def test_units_rally_with_the_handicap_of_exhaustion_before_that_is_tested() -> None:
    game = answer(drawn(CUIR, units=SHAKEN, formations=TIRED, dice=(3, 3, 1, 1)), Activate())
    assert game.state.units["1-cuir/1"].neutralised  # 6 against 8 - 1 - 2
    assert not game.state.formations[CUIR].exhausted


@pytest.mark.rule("BLK-5.2-E", "BLK-2-O")
def test_used_and_skipped_markers_lie_open_apart_from_each_other() -> None:
    game = answer(drawn(CUIR, {"2-cuir": "skipped"}), Activate(), EndActivation())
    seen = game.view(FRENCH_SEAT).markers
    assert (seen[CUIR].place, seen["2-cuir"].place) == ("used", "skipped")
    assert game.view(FRENCH_SEAT).activation is None


@pytest.mark.rule("BLK-3.3-A", "BLK-3.3-B")
def test_an_artillery_marker_gives_its_salvoes_and_no_formation() -> None:
    units = {**FEW, "i-5-pzr/1": {"hex": "1411"}}
    game = drawn("french_artillery_1", units=units)
    assert game.state.activation is not None
    assert game.state.activation.formations == ()
    assert game.state.activation.salvoes.counts == {"medium": 2, "light": 2}


# -- 5.3 repeat markers --------------------------------------------------------------------------------


@pytest.mark.rule("BLK-5.3-A")
@pytest.mark.parametrize("before", [0, 1])
def test_a_repeat_marker_activates_a_formation_whether_it_has_acted_or_not(before: int) -> None:
    game = drawn(REPEAT, formations={CUIR: {"activations": before}})
    answer(game, PlayRepeat(CUIR))
    assert game.state.formations[CUIR].activations == before + 1


@pytest.mark.rule("BLK-3.2-A", "BLK-5.3-C", "BLK-3.2-G1")
def test_only_a_repeat_marker_turns_the_hq_over() -> None:
    repeated = answer(drawn(REPEAT), PlayRepeat(CUIR)).state.formations[CUIR]
    drawn_own = answer(drawn(CUIR), Activate()).state.formations[CUIR]
    assert (repeated.repeat_used, repeated.own_used) == (True, False)
    assert (drawn_own.repeat_used, drawn_own.own_used) == (False, True)


@pytest.mark.rule("BLK-5.3-B")
def test_a_repeat_marker_activates_neither_artillery_nor_stukas() -> None:
    assert "BLK-5.3-B" in said(drawn(REPEAT), PlayRepeat("french_artillery_1"))


@pytest.mark.rule("BLK-5.3-D")
def test_after_a_repeat_the_own_marker_may_activate_but_no_second_repeat() -> None:
    once = {CUIR: {"activations": 1, "repeat_used": True}}
    assert "BLK-5.3-D" in said(drawn(REPEAT, formations=once), PlayRepeat(CUIR))
    assert Activate() in choices(drawn(CUIR, formations=once))


@pytest.mark.rule("BLK-5.3-E")
def test_a_formation_that_skipped_is_activated_once_by_repeat_and_not_again() -> None:
    skipped = {CUIR: {"skipped": True}}
    game = drawn(REPEAT, {CUIR: "skipped"}, formations=skipped)
    answer(game, PlayRepeat(CUIR), EndActivation())
    again = {CUIR: {"skipped": True, "activations": 1, "repeat_used": True}}
    assert game.state.formations[CUIR].activations == 1
    assert PlayRepeat(CUIR) not in choices(drawn("french_repeat_1", {CUIR: "skipped"}, formations=again))
    assert "BLK-5.3-E" in said(drawn(REPEAT, formations=again), PlayRepeat(CUIR))


@pytest.mark.rule("BLK-5.3-F")
def test_no_formation_is_activated_a_third_time() -> None:
    twice = {CUIR: {"activations": 2}}
    assert "BLK-5.3-F" in said(drawn(REPEAT, formations=twice), PlayRepeat(CUIR))
    assert "BLK-5.3-F" in said(drawn(CUIR, formations=twice), Activate())


@pytest.mark.rule("BLK-5.3-G")
def test_a_second_activation_is_forbidden_to_exhausted_beaten_and_leaderless_formations() -> None:
    silent = {**FEW, HQ: {"hex": "0509", "neutralised": True}}
    assert "BLK-5.3-G" in said(drawn(REPEAT, formations=BEATEN), PlayRepeat(CUIR))
    assert "BLK-5.3-G" in said(drawn(REPEAT, units=silent), PlayRepeat(CUIR))
    second = {CUIR: {"activations": 1, "repeat_used": True, "exhausted": True}}
    assert "BLK-5.3-G" in said(drawn(CUIR, formations=second), Activate())


@pytest.mark.rule("BLK-5.3-G1")
def test_the_first_activation_by_the_own_marker_is_open_to_them() -> None:
    silent = {**FEW, HQ: {"hex": "0509", "neutralised": True}}
    assert Activate() in choices(drawn(CUIR, units=silent, formations=TIRED))
    second = {CUIR: {"activations": 1, "repeat_used": True}}
    assert "BLK-5.3-G" in said(drawn(CUIR, units=silent, formations=second), Activate())


@pytest.mark.rule("BLK-5.3-H", "BLK-5.3-G4")
def test_an_exhausted_formation_spends_a_repeat_marker_on_rest_alone() -> None:
    game = drawn(REPEAT, formations={CUIR: {"exhausted": True, "activations": 1}})
    answer(game, PlayRepeat(CUIR))
    formation = game.state.formations[CUIR]
    assert game.over
    assert (formation.exhausted, formation.activations, place(game, REPEAT)) == (False, 2, "used")


@pytest.mark.rule("BLK-5.3-I", "BLK-1.4-D")
def test_the_second_activation_of_a_turn_exhausts() -> None:
    first = answer(drawn(CUIR), Activate(), EndActivation())
    second = drawn(CUIR, formations={CUIR: {"activations": 1, "repeat_used": True}})
    answer(second, Activate(), EndActivation())
    assert not first.state.formations[CUIR].exhausted
    assert second.state.formations[CUIR].exhausted


@pytest.mark.rule("BLK-5.3-J")
def test_a_drawn_repeat_marker_may_be_kept() -> None:
    game = answer(drawn(REPEAT), Keep())
    assert place(game, REPEAT) == "hand"


@pytest.mark.rule("BLK-5.3-K")
def test_a_second_repeat_marker_is_played_at_once() -> None:
    game = drawn("german_repeat_2", {"german_repeat_1": "hand"})
    assert "BLK-5.3-K" in said(game, Keep())


@pytest.mark.rule("BLK-5.3-G3")
def test_a_second_repeat_marker_without_an_eligible_formation_is_spent() -> None:
    game = drawn("german_repeat_2", {"german_repeat_1": "hand"}, units={})
    assert game.over
    assert (place(game, "german_repeat_1"), place(game, "german_repeat_2")) == ("hand", "used")


@pytest.mark.rule("BLK-5.3-G2")
def test_a_held_repeat_marker_is_played_before_or_after_the_drawn_formation_acts() -> None:
    before = drawn(CUIR, {REPEAT: "hand"})
    answer(before, PlayRepeat("2-cuir"), EndActivation())
    assert asked(before) == "french: FormationDrawn"
    after = answer(drawn(CUIR, {REPEAT: "hand"}), Activate(), EndActivation())
    assert asked(after) == "french: PlayHeldRepeat"
    answer(after, PlayRepeat(CUIR), EndActivation())
    assert after.state.formations[CUIR].exhausted


@pytest.mark.rule("BLK-5.3-G2")
def test_nor_does_the_demoralisation_of_the_drawn_formation_forbid_that() -> None:
    before = drawn(CUIR, {REPEAT: "hand"}, formations=BEATEN, dice=(2, 3))
    assert asked(before) == "french: BeforeRecovery"
    assert choices(before) == [Keep(), PlayRepeat("2-cuir")]
    assert "BLK-5.3-G" in said(before, PlayRepeat(CUIR))
    answer(before, PlayRepeat("2-cuir"), EndActivation())
    assert asked(before) == "french: FormationDrawn"
    assert not before.state.formations[CUIR].demoralised
    after = answer(drawn(CUIR, {REPEAT: "hand"}, formations=BEATEN, dice=(6, 6)), Keep())
    while asked(after) == "french: WhichWayBack":
        answer(after, choices(after)[0])
    assert asked(after) == "french: PlayHeldRepeat"
    assert place(after, CUIR) == "used"


@pytest.mark.rule("BLK-5.3-J")
def test_a_held_repeat_marker_needs_a_formation_marker_of_its_owner() -> None:
    game = position(units=FEW, item=("afterwards", "french"), markers=at({"german_repeat_1": "hand"}))
    assert game.over
    assert "BLK-5.3-J" in said(drawn(CUIR), PlayRepeat("2-cuir"))
