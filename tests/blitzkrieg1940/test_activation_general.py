"""5.5: what a general marker can be spent on."""

from __future__ import annotations

import pytest

from blitzkrieg1940.positions import choices, said
from blitzkrieg1940.table import FEW, answer, asked, drawn, place
from planspiel.systems.blitzkrieg1940.actions import EndActivation
from planspiel.systems.blitzkrieg1940.markers import (
    Activate,
    ArmCancel,
    Bank,
    ClearExhaustion,
    ClearNeutralised,
    Combine,
    Keep,
    PlayRepeat,
    Skip,
    TakeRepeat,
)

GENERAL = "french_general_1"
HELD = {GENERAL: "hand"}
SECOND = {"german_general_1": "hand"}


@pytest.mark.rule("BLK-5.5-A", "BLK-5.5-L")
def test_a_drawn_general_marker_is_laid_before_its_owner() -> None:
    game = drawn(GENERAL)
    assert game.over
    assert place(game, GENERAL) == "hand"
    assert "BLK-5.5-A" in said(drawn("1-cuir"), Bank())


@pytest.mark.rule("BLK-5.5-B")
def test_with_a_general_marker_the_owner_may_pass_a_formation_for_later() -> None:
    game = answer(drawn("1-cuir", HELD), Bank())
    assert (place(game, "1-cuir"), place(game, GENERAL)) == ("banked", "hand")
    assert game.state.passed == ""
    assert "BLK-5.5-B" in said(drawn("2-cuir", {**HELD, "1-cuir": "banked"}), Bank())


@pytest.mark.rule("BLK-5.5-C", "BLK-5.5-G2", "BLK-5.5-K")
def test_the_passed_formation_and_the_next_one_act_together() -> None:
    game = drawn("2-cuir", {**HELD, "1-cuir": "banked"})
    answer(game, Combine())
    assert game.state.activation is not None
    assert game.state.activation.formations == ("1-cuir", "2-cuir")
    assert place(game, GENERAL) == "used"
    answer(game, EndActivation())
    assert [game.state.formations[name].activations for name in ("1-cuir", "2-cuir")] == [1, 1]
    assert (place(game, "1-cuir"), place(game, "2-cuir")) == ("used", "used")


@pytest.mark.rule("BLK-5.5-G1")
def test_a_banked_marker_whose_owner_declines_counts_as_skipped() -> None:
    game = answer(drawn("2-cuir", {**HELD, "1-cuir": "banked"}), Activate())
    assert place(game, "1-cuir") == "skipped"
    assert game.state.formations["1-cuir"].skipped


@pytest.mark.rule("BLK-5.5-D", "BLK-5.5-X1")
@pytest.mark.parametrize(
    ("first", "then"), [("1-cuir", "french_artillery_1"), ("french_artillery_1", "1-cuir")]
)
def test_a_formation_and_artillery_are_combined_whichever_comes_first(first: str, then: str) -> None:
    game = answer(drawn(first, HELD), Bank())
    assert place(game, first) == "banked"
    game = answer(drawn(then, {**HELD, first: "banked"}), Combine())
    assert game.state.activation is not None
    assert game.state.activation.formations == ("1-cuir",)
    assert game.state.activation.salvoes.counts == {"medium": 2, "light": 2}


@pytest.mark.rule("BLK-5.5-X1")
def test_two_markers_of_fire_are_not_combined_and_one_may_be_put_aside() -> None:
    game = drawn("french_artillery_2", {**HELD, "french_artillery_1": "banked"})
    assert "BLK-5.5-D" in said(game, Combine())
    answer(game, Skip())
    assert (place(game, "french_artillery_2"), game.state.passed) == ("skipped", "")


SHAKEN = {f"2-cuir/{n}": {"hex": "1409", "neutralised": True} for n in range(1, 9)}


@pytest.mark.rule("BLK-5.5-E", "BLK-5.5-G3")
def test_it_removes_up_to_six_neutralised_markers_and_the_drawn_formation_may_still_act() -> None:
    game = drawn("1-cuir", HELD, units={**FEW, **SHAKEN})
    assert "BLK-5.5-E" in said(game, ClearNeutralised(tuple(list(SHAKEN)[:7])))
    assert "BLK-5.5-E" in said(game, ClearNeutralised(("i-5-pzr/1",)))
    answer(game, ClearNeutralised(tuple(list(SHAKEN)[:6])))
    assert sum(unit.neutralised for unit in game.state.units.values()) == 2
    assert asked(game) == "french: FormationDrawn"
    assert place(game, GENERAL) == "used"


@pytest.mark.rule("BLK-5.5-E", "BLK-5.5-G3")
def test_or_it_removes_up_to_two_exhaustion_markers() -> None:
    tired = {name: {"exhausted": True} for name in ("1-cuir", "2-cuir", "12-cuir")}
    game = drawn("1-cuir", HELD, formations=tired)
    assert "BLK-5.5-E" in said(game, ClearExhaustion(tuple(tired)))
    answer(game, ClearExhaustion(("1-cuir", "2-cuir")))
    assert [name for name, found in game.state.formations.items() if found.exhausted] == ["12-cuir"]


@pytest.mark.rule("BLK-5.5-G3")
def test_a_demoralised_formation_can_be_refreshed_before_it_tests() -> None:
    beaten = {"1-cuir": {"demoralised": True, "exhausted": True}}
    game = drawn("1-cuir", HELD, formations=beaten, dice=(2, 3))
    assert asked(game) == "french: BeforeRecovery"
    answer(game, ClearExhaustion(("1-cuir",)))
    assert not game.state.formations["1-cuir"].demoralised  # 5 against 8 - 3
    assert asked(game) == "french: FormationDrawn"


@pytest.mark.rule("BLK-5.5-F", "BLK-5.5-G4")
def test_it_buys_a_repeat_marker_for_now_or_later() -> None:
    later = answer(drawn("1-cuir", HELD), TakeRepeat(), Keep())
    assert place(later, "french_repeat_extra_1") == "hand"
    assert asked(later) == "french: FormationDrawn"
    now = answer(drawn("1-cuir", HELD), TakeRepeat(), PlayRepeat("2-cuir"), EndActivation())
    assert place(now, "french_repeat_extra_1") == "used"


@pytest.mark.rule("BLK-5.5-G4")
def test_a_bought_repeat_marker_counts_for_the_hand() -> None:
    game = answer(drawn("1-cuir", {**HELD, "french_repeat_1": "hand"}), TakeRepeat())
    assert "BLK-5.3-K" in said(game, Keep())


@pytest.mark.rule("BLK-5.5-M", "BLK-5.5-G7")
def test_a_second_general_marker_is_used_at_once_on_what_needs_no_formation_marker() -> None:
    tired = {"kg": {"exhausted": True}}
    game = drawn("german_general_2", SECOND, formations=tired)
    assert choices(game) == [ArmCancel(), TakeRepeat(), ClearExhaustion(("kg",))]
    answer(game, ClearExhaustion(("kg",)))
    assert (place(game, "german_general_1"), place(game, "german_general_2")) == ("hand", "used")


@pytest.mark.rule("BLK-5.5-G7")
def test_a_second_general_marker_may_lie_ready_to_annul() -> None:
    game = answer(drawn("german_general_2", SECOND), ArmCancel())
    assert place(game, "german_general_2") == "armed"
