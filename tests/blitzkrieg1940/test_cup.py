"""2 B and 5.6: drawing from the cup, annulling markers, the last marker, the end of the operations phase."""

from __future__ import annotations

import pytest

from blitzkrieg1940.positions import GERMAN_SEAT, choices, position, said
from blitzkrieg1940.table import FEW, answer, asked, at, decline, place
from planspiel.kernel import Game
from planspiel.systems.blitzkrieg1940.actions import EndActivation
from planspiel.systems.blitzkrieg1940.cup import CancelMarker, UseMarker
from planspiel.systems.blitzkrieg1940.markers import Activate, ArmCancel, PlayRepeat, Skip
from planspiel.systems.blitzkrieg1940.state import Position

CUP = {"1-cuir": "cup", "2-cuir": "cup", "i-5-pzr": "cup", "kg": "cup"}


def drawing(dice: tuple[int, ...], places: dict[str, str], turn: int = 1) -> Game[Position]:
    return position(units=FEW, item=("draw",), dice=dice, markers=at(places), turn=turn)


@pytest.mark.rule("BLK-2-F")
@pytest.mark.parametrize(("lot", "marker"), list(enumerate(CUP, start=1)))
def test_one_marker_of_all_in_the_cup_is_drawn_by_lot(lot: int, marker: str) -> None:
    assert place(drawing((lot,), CUP), marker) == "drawn"


@pytest.mark.rule("BLK-2-E", "BLK-2-G")
@pytest.mark.parametrize(("lot", "seat"), [(1, "french"), (3, "german")])
def test_the_owner_of_the_drawn_marker_is_asked(lot: int, seat: str) -> None:
    assert asked(drawing((lot,), CUP)) == f"{seat}: FormationDrawn"


@pytest.mark.rule("BLK-2-G2")
def test_the_owner_of_an_artillery_marker_is_active_too() -> None:
    game = drawing((2,), {"1-cuir": "cup", "german_artillery_1": "cup", "kg": "cup"})
    assert game.state.activation is not None
    assert game.state.activation.side == "german"


@pytest.mark.rule("BLK-2-H")
def test_a_declined_marker_is_put_aside_and_the_next_one_may_be_the_enemys() -> None:
    game = drawing((1, 2), CUP)
    answer(game, Skip())
    assert (place(game, "1-cuir"), asked(game)) == ("skipped", "german: FormationDrawn")


@pytest.mark.rule("BLK-2-I")
def test_after_an_activation_the_next_marker_is_drawn() -> None:
    game = drawing((1, 3), CUP)
    answer(game, Activate(), EndActivation())
    assert (place(game, "1-cuir"), place(game, "kg")) == ("used", "drawn")


# -- 5.6 the end of the phase --------------------------------------------------------------------------


@pytest.mark.rule("BLK-5.6-A")
def test_the_phase_ends_when_both_pass_one_after_the_other() -> None:
    game = drawing((1, 2), CUP)
    answer(game, Skip(), Skip())
    assert game.over
    assert (place(game, "2-cuir"), place(game, "kg")) == ("cup", "cup")


@pytest.mark.rule("BLK-5.6-G1")
def test_two_passes_of_one_side_or_an_activation_between_do_not_end_it() -> None:
    game = drawing((1, 1, 1), CUP)
    answer(game, Skip(), Skip())
    assert (game.state.passed, asked(game)) == ("french", "german: FormationDrawn")
    game = drawing((1, 2, 1, 1), CUP)
    answer(game, Skip(), Activate(), EndActivation(), Skip())
    assert place(game, "kg") == "carried"


@pytest.mark.rule("BLK-5.6-G1")
def test_a_rest_by_repeat_marker_between_two_passes_is_an_activation() -> None:
    tired = {"i-5-pzr": {"exhausted": True}}
    markers = at({**CUP, "german_repeat_1": "hand"})
    game = position(
        units=FEW,
        item=("formation-marker", "kg"),
        passed="french",
        formations=tired,
        markers={**markers, **at({"kg": "drawn"})},
    )
    answer(game, PlayRepeat("i-5-pzr"), Skip())
    assert game.state.passed == "german"


@pytest.mark.rule("BLK-5.6-G1")
def test_skipping_to_clear_exhaustion_is_no_pass() -> None:
    tired = {"1-cuir": {"exhausted": True}}
    game = position(units=FEW, item=("draw",), dice=(1, 2), markers=at(CUP), formations=tired)
    answer(game, Skip())
    assert game.state.passed == ""


@pytest.mark.rule("BLK-5.6-B")
def test_a_side_without_markers_left_does_not_stop_the_other() -> None:
    game = drawing((1, 1), {"i-5-pzr": "cup", "kg": "cup", "1-cuir": "used"})
    answer(game, Activate(), EndActivation())
    assert place(game, "kg") == "carried"


@pytest.mark.rule("BLK-5.6-C", "BLK-5.6-D")
def test_the_last_marker_is_not_carried_out_but_carried_over() -> None:
    game = drawing((1,), {"kg": "cup"})
    assert game.over
    assert place(game, "kg") == "carried"


@pytest.mark.rule("BLK-5.6-G2")
def test_any_kind_is_carried_and_in_the_last_turn_it_is_lost() -> None:
    assert place(drawing((1,), {"german_stuka_1": "cup"}), "german_stuka_1") == "carried"
    assert place(drawing((1,), {"german_stuka_1": "cup"}, turn=6), "german_stuka_1") == "used"


@pytest.mark.rule("BLK-5.6-G3")
def test_the_carried_marker_is_resolved_before_any_draw() -> None:
    game = drawing((), {**CUP, "kg": "carried"})
    assert (asked(game), place(game, "kg")) == ("german: FormationDrawn", "drawn")


@pytest.mark.rule("BLK-5.6-G4")
def test_a_carried_marker_can_be_annulled_when_it_is_resolved() -> None:
    game = drawing((1, 1), {"1-cuir": "cup", "2-cuir": "cup", "kg": "carried", "french_general_1": "hand"})
    answer(game, CancelMarker())
    assert place(game, "kg") == "cancelled"


# -- 5.5 annulling -------------------------------------------------------------------------------------

HELD = {**CUP, "german_general_1": "hand"}


@pytest.mark.rule("BLK-5.5-H")
@pytest.mark.table
@pytest.mark.parametrize(("pips", "where"), [(1, "cancelled"), (3, "cancelled"), (4, "drawn"), (6, "drawn")])
def test_one_to_three_annuls_and_the_general_marker_is_gone_in_any_case(pips: int, where: str) -> None:
    next_draw = (1,) if where == "cancelled" else ()
    game = drawing((1, pips, *next_draw), HELD)
    answer(game, CancelMarker())
    assert (place(game, "1-cuir"), place(game, "german_general_1")) == (where, "used")


@pytest.mark.rule("BLK-5.5-G", "BLK-5.5-I")
@pytest.mark.parametrize("marker", ["1-cuir", "french_artillery_1", "french_general_1", "french_repeat_1"])
def test_every_kind_of_marker_may_be_annulled_before_it_has_any_effect(marker: str) -> None:
    game = drawing((1, 1, 1), {marker: "cup", "kg": "cup", "german_general_1": "hand"})
    assert asked(game) == "german: TryToCancel"
    answer(game, CancelMarker())
    assert place(game, marker) == "cancelled"


@pytest.mark.rule("BLK-5.5-J")
def test_artillery_is_annulled_before_a_target_is_chosen() -> None:
    game = drawing((1,), {"french_artillery_1": "cup", "kg": "cup", "german_general_1": "hand"})
    assert asked(game) == "german: TryToCancel"
    assert game.state.activation is None


@pytest.mark.rule("BLK-5.5-G5")
def test_a_held_marker_can_be_annulled_when_it_is_played_but_an_attempt_cannot() -> None:
    game = drawing((1, 2), {**HELD, "french_repeat_1": "hand", "french_general_1": "hand"})
    decline(game)
    answer(game, PlayRepeat("1-cuir"))
    assert asked(game) == "german: TryToCancel"
    answer(game, CancelMarker())
    assert (place(game, "french_repeat_1"), asked(game)) == ("cancelled", "french: FormationDrawn")


@pytest.mark.rule("BLK-5.5-G6")
def test_an_annulled_formation_is_neither_activated_nor_skipped_and_stays_exhausted() -> None:
    tired = {"1-cuir": {"exhausted": True}}
    game = position(units=FEW, item=("draw",), dice=(1, 1, 1), markers=at(HELD), formations=tired)
    answer(game, CancelMarker())
    formation = game.state.formations["1-cuir"]
    assert (formation.activations, formation.skipped, formation.exhausted) == (0, False, True)


@pytest.mark.rule("BLK-5.5-G7")
def test_an_armed_general_marker_strikes_at_the_very_next_enemy_marker() -> None:
    units, markers = FEW, at({"german_general_1": "hand", "german_general_2": "drawn", **CUP})
    game = position(units=units, item=("general-marker", "german_general_2"), markers=markers)
    assert ArmCancel() in choices(game)
    game = drawing((1, 2, 1), {**CUP, "german_general_2": "armed"})
    assert (place(game, "1-cuir"), place(game, "german_general_2")) == ("cancelled", "used")


# -- the opening at Hannut -----------------------------------------------------------------------------

OPENING = {**CUP, "kg": "opening", "german_stuka_1": "opening", "german_artillery_1": "opening"}


@pytest.mark.rule("BLK-12.1-SPECIAL-A", "BLK-12.1-SPECIAL-B")
def test_the_germans_use_the_kept_markers_first_in_any_order() -> None:
    game = drawing((), OPENING)
    assert asked(game) == "german: WhichMarkerFirst"
    assert "1-cuir was not kept" in said(game, UseMarker("1-cuir"))
    answer(game, UseMarker("german_stuka_1"), EndActivation(), UseMarker("kg"), Activate(), EndActivation())
    assert place(game, "german_artillery_1") == "drawn"


@pytest.mark.rule("BLK-12.1-SPECIAL-C")
def test_after_the_kept_markers_the_cup_decides() -> None:
    game = drawing((1,), {**CUP, "kg": "opening"})
    answer(game, Activate(), EndActivation())
    assert place(game, "1-cuir") == "drawn"


@pytest.mark.rule("BLK-12.1-SPECIAL-G4")
def test_the_kept_formation_counts_as_activated_by_its_own_marker() -> None:
    game = drawing((), {**CUP, "kg": "opening"})
    answer(game, Activate())
    assert game.waiting() == (GERMAN_SEAT,)
    assert game.state.formations["kg"].own_used
