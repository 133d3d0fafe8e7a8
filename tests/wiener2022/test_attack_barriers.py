"""Attacks by vehicles and craft into fields with mines and wire."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.close_combat import Fought
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.state import RED, Barrier, Position
from planspiel.systems.wiener2022.storm import DriveIn
from wiener2022.positions import do, element, happened, position, rolled

FIGURES = {"model": "figures"}
SEA = {f"5,{y}": "water" for y in range(1, 13)}


def lies(kind: Any, *fields: str, hidden: bool = False) -> dict[str, Barrier]:
    return {f"{kind}/{field}": Barrier(f"{kind}/{field}", kind, field, RED, hidden) for field in fields}


def mounted(model: str, dice: tuple[int, ...], **more: Any) -> Game[Position]:
    """Figures are driven into 6,5, which red figures hold."""
    troops = {
        "b1": {**FIGURES, "aboard": "b2"},
        "b2": {"model": model, "field": "5,5"},
        "r1": {**FIGURES, "field": "6,5"},
    }
    return do(position(troops, dice=dice, **more), DriveIn("b2", "6,5"))


@pytest.mark.rule("WPR-panzergrenadiere-3", "WPR-absitzen-niederhaltung-2")
@pytest.mark.parametrize("hidden", [False, True])
def test_nobody_gets_off_a_carrier_that_mines_have_pinned(hidden: bool) -> None:
    game = mounted("spw_mg", (4,), barriers=lies("at_mine", "6,5", hidden=hidden))
    base, carrier = element(game, "b1"), element(game, "b2")
    assert (carrier.field, carrier.pinned) == ("6,5", 4)
    assert (base.field, base.aboard, base.pinned) == ("6,5", "b2", 4)
    assert not happened(game, Fought)


@pytest.mark.rule("WPR-panzergrenadiere-4")
def test_out_of_a_carrier_lost_on_mines_figures_get_pinned_and_roll_for_losses() -> None:
    game = mounted("spw_mg", (6, 3), barriers=lies("at_mine", "6,5"))
    base = element(game, "b1")
    assert element(game, "b2").fate == "lost"
    assert (base.fate, base.field, base.aboard, base.pinned) == ("board", "6,5", "", 6)
    assert not happened(game, Fought)
    assert element(mounted("spw_mg", (6, 4), barriers=lies("at_mine", "6,5")), "b1").fate == "lost"


@pytest.mark.rule("WPR-absitzen-niederhaltung-1")
def test_figures_jump_pinned_off_a_lorry_that_mines_have_pinned() -> None:
    game = mounted("krupp", (3,), barriers=lies("at_mine", "6,5") | lies("wire", "6,5"))
    base = element(game, "b1")
    assert element(game, "b2").pinned == 5
    assert (base.field, base.aboard, base.pinned, base.came_from) == ("6,5", "", 5, "5,5")
    assert not happened(game, Fought)


@pytest.mark.rule("WPR-absitzen-nahkampf-1")
def test_over_mines_that_do_nothing_the_passengers_get_off_and_fight() -> None:
    game = mounted("spw_mg", (2, 5, 3), barriers=lies("at_mine", "6,5"))
    base = element(game, "b1")
    assert (base.field, base.aboard, base.split, base.attacked) == ("6,5", "", True, True)
    assert [one.element for one in happened(game, Fought)] == ["b1", "r1"]


@pytest.mark.rule("WPR-minen-3", "WPR-minen-6", "WPR-schiffe-laden-4")
def test_mines_act_on_figures_who_get_off_a_craft_to_fight() -> None:
    mines = lies("ap_mine", "6,5", hidden=True) | lies("at_mine", "6,5", hidden=True)
    game = mounted("stormboat", (4, 5, 3), ground=SEA, mixed={"6,5": "water"}, barriers=mines)
    assert [one.cite for one in rolled(game)] == ["WPR-minen-3", "WPR-nahkampf-1", "WPR-nahkampf-1"]
    assert element(game, "b1").pinned == 4
    assert not game.state.barriers["ap_mine/6,5"].hidden
    assert game.state.barriers["at_mine/6,5"].hidden, "neither the craft nor figures set it off"


@pytest.mark.rule("WPR-wirkungstabelle-3", "WPR-niederhaltung-4", "WPR-ueberrollen-5")
@pytest.mark.parametrize("target", ["figures", "pak75", "lorry"])
def test_a_tank_that_mines_have_stopped_overruns_nobody(target: str) -> None:
    troops = {"b1": {"model": "p4", "field": "5,5"}, "r1": {"model": target, "field": "6,5"}}
    game = do(position(troops, barriers=lies("at_mine", "6,5"), dice=(5, 1)), Overrun("b1", "r1"))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("6,5", 5)
    assert element(game, "r1").fate == "board"
    assert len(rolled(game)) == 2, "the mine and the try at smoke"


@pytest.mark.rule("WPR-ueberrollen-5")
def test_a_tank_that_mines_have_only_slowed_overruns() -> None:
    troops = {"b1": {"model": "p4", "field": "5,5"}, "r1": {"model": "lorry", "field": "6,5"}}
    game = do(position(troops, barriers=lies("at_mine", "6,5"), dice=(4, 3)), Overrun("b1", "r1"))
    assert element(game, "r1").fate == "lost"


@pytest.mark.rule("WPR-draht-2")
@pytest.mark.parametrize(("face", "left"), [(6, True), (2, False)])
def test_a_tank_lost_on_the_mines_of_a_flank_crushes_no_wire_beyond(face: int, left: bool) -> None:
    barriers = lies("at_mine", "5,6", "4,7") | lies("wire", "5,7")
    troops = {"b1": {"model": "p4", "field": "4,6"}, "b9": {"model": "lorry", "field": "1,1"}}
    game = do(position(troops, barriers=barriers, dice=(face,)), Move("b1", ("5,7",), flanks=("4,7",)))
    assert ("wire/5,7" in game.state.barriers) is left
