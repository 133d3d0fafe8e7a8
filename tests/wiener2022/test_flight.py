"""Flucht: over the edge of the board, between mines, onto a charge, into a barrage."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Order
from planspiel.systems.advice import BALANCED
from planspiel.systems.wiener2022.advice_answers import answer_worth
from planspiel.systems.wiener2022.barrage import BarrageFell
from planspiel.systems.wiener2022.demolition import Exploded
from planspiel.systems.wiener2022.edge import LeftBoard
from planspiel.systems.wiener2022.flight import Flee, FleeOffBoard
from planspiel.systems.wiener2022.losses import Lost
from planspiel.systems.wiener2022.state import BLUE, RED, Barrage, Barrier, Charge, Earthwork, Position, Wreck
from planspiel.systems.wiener2022.storm import Storm
from wiener2022.positions import RED_SEAT, ask_of, choices, do, element, happened, position, refused

INFANTRY = {"model": "figures"}
LORRY = {"model": "krupp"}
GUN = {"model": "fh105_base", "field": "9,5"}


def stormed(*dice: int, field: str = "5,5", red: Any = INFANTRY, **more: Any) -> Game[Position]:
    """Blue infantry storms a field from the west; red defends it."""
    x, y = field.split(",")
    troops = {"b1": {**INFANTRY, "field": f"{int(x) - 1},{y}"}, "r1": {**red, "field": field}}
    game = position({**troops, **more.pop("elements", {})}, dice=dice, **more)
    return do(game, Storm(("b1",), field))


def worth(game: Game[Position], order: Order) -> int:
    seat, question = ask_of(game)
    return answer_worth(question, game.view(seat), order, BALANCED) or 0


# -- the edge of the board ---------------------------------------------------------------------------------


@pytest.mark.rule("WPR-flucht-10", "WPR-spielfeldrand-1")
def test_at_the_edge_the_beaten_may_choose_to_leave_the_board() -> None:
    game = stormed(5, 3, field="5,1")
    assert choices(game) == [Flee("6,1"), Flee("6,2"), FleeOffBoard()]
    assert "only away from the attack: 6,1, 6,2." in refused(game, Flee("5,2"))
    do(game, FleeOffBoard())
    assert [event.element for event in happened(game, LeftBoard)] == ["r1"]
    assert (element(game, "r1").fate, element(game, "b1").field) == ("lost", "5,1")


@pytest.mark.rule("WPR-flucht-10")
def test_or_to_stay_on_it_and_away_from_the_edge_there_is_no_such_choice() -> None:
    stays = do(stormed(5, 3, field="5,1"), Flee("6,2"))
    assert element(stays, "r1").field == "6,2"
    assert "WPR-flucht-2" in refused(stormed(5, 3), FleeOffBoard())


@pytest.mark.rule("WPR-flucht-10", "WPR-spielfeldrand-2")
def test_whoever_leaves_in_flight_comes_back_if_the_scenario_says_so() -> None:
    game = do(stormed(5, 3, field="5,1", scenario={"may_return": True}), FleeOffBoard())
    assert (element(game, "r1").fate, element(game, "r1").zone) == ("due", "5,1")


@pytest.mark.rule("WPR-gegenwehr-9", "WPR-flucht-10")
def test_a_vehicle_that_gets_away_at_the_edge_may_leave_the_board_too() -> None:
    game = do(stormed(3, 5, field="5,1", red=LORRY), FleeOffBoard())
    assert [event.element for event in happened(game, LeftBoard)] == ["r1"]


@pytest.mark.rule("WPR-gegenwehr-9", "WPR-bergen-1")
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_a_wreck_in_the_narrows_is_in_the_way_of_a_vehicle_that_gets_away(mode: str) -> None:
    narrows = {
        "ground": {f"6,{y}": "wood" for y in (4, 5, 6)},
        "roads": (("4,5", "5,5", "6,5", "7,5"),),
        "mode": mode,
    }
    free = stormed(3, 5, red=LORRY, **narrows)
    assert element(free, "r1").field == "6,5"
    blocked = stormed(3, 5, red=LORRY, wrecks={"6,5": Wreck("krupp", BLUE, mode == "hidden")}, **narrows)
    assert element(blocked, "r1").fate == "lost"
    assert not blocked.state.wrecks["6,5"].hidden


@pytest.mark.rule("WPR-flucht-6", "WPR-flucht-10")
def test_between_attacks_from_opposite_sides_along_the_edge_no_way_is_left() -> None:
    fields = {"b1": "4,1", "b2": "6,1", "r1": "5,1"}
    troops = {name: {**INFANTRY, "field": field} for name, field in fields.items()}
    game = do(position(troops, dice=(5, 3)), Storm(("b1", "b2"), "5,1"))
    assert [event.cite for event in happened(game, Lost)] == ["WPR-flucht-6"]


@pytest.mark.rule("WPR-flucht-10")
def test_a_bot_stays_on_the_board() -> None:
    game = stormed(5, 3, field="5,1")
    assert worth(game, FleeOffBoard()) < min(worth(game, Flee("6,1")), worth(game, Flee("6,2")))


# -- between two mined fields ------------------------------------------------------------------------------


def mined(*fields: str, hidden: tuple[str, ...] = ()) -> dict[str, Barrier]:
    return {field: Barrier(field, "ap_mine", field, "blue", field in hidden) for field in fields}


@pytest.mark.rule("WPR-diagonale-5", "WPR-flucht-10")
@pytest.mark.parametrize(("over", "dice", "fate"), [("5,6", (6, 6), "lost"), ("6,5", (), "board")])
@pytest.mark.parametrize("mode", ["open", "hidden"])
def test_who_flees_between_two_fields_with_known_mines_chooses_over_which(
    mode: str, over: str, dice: tuple[int, ...], fate: str
) -> None:
    """Anti-tank mines do nothing to figures."""
    barriers = mined("5,6") | {"x": Barrier("x", "at_mine", "6,5", "blue")}
    game = stormed(5, 3, *dice, mode=mode, barriers=barriers)
    assert choices(game)[-2:] == [Flee("6,6", ("5,6",)), Flee("6,6", ("6,5",))]
    do(game, Flee("6,6", (over,)))
    assert element(game, "r1").fate == fate


@pytest.mark.rule("WPR-diagonale-5", "WPR-flucht-10")
@pytest.mark.parametrize("is_known", [True, False])
def test_he_is_asked_even_if_there_is_only_one_field_to_flee_to(is_known: bool) -> None:
    fields = {"b1": "4,5", "b2": "5,4", "r1": "5,5"}
    troops = {name: {**INFANTRY, "field": field} for name, field in fields.items()}
    barriers = mined("5,6", "6,5", hidden=() if is_known else ("5,6",))
    dice = (4, 3) if is_known else (4, 3, 1)
    game = do(position(troops, dice=dice, barriers=barriers), Storm(("b1", "b2"), "5,5"))
    asked = [Flee("6,6", ("5,6",)), Flee("6,6", ("6,5",))]
    assert (choices(game) == asked) is is_known
    assert element(game, "r1").field == ("5,5" if is_known else "6,6")


@pytest.mark.rule("WPR-diagonale-5", "WPR-verdeckt-1")
@pytest.mark.parametrize("known", [(), ("5,6",), ("6,5",)])
def test_mines_of_which_the_owner_does_not_know_make_no_question(known: tuple[str, ...]) -> None:
    both = mined("5,6", "6,5", hidden=tuple({"5,6", "6,5"} - {*known}))
    fewer = {field: both[field] for field in known}
    games = [stormed(5, 3, mode="hidden", barriers=there) for there in (both, fewer)]
    assert [set(game.view(RED_SEAT).barriers) for game in games] == [{*known}, {*known}]
    assert ask_of(games[0]) == ask_of(games[1])
    assert [choices(game) for game in games] == 2 * [[Flee("6,4"), Flee("6,5"), Flee("6,6")]]


@pytest.mark.rule("WPR-gegenwehr-9", "WPR-diagonale-5")
def test_a_vehicle_that_gets_away_between_mines_suffers_those_that_it_chooses() -> None:
    barriers = mined("5,6") | {"x": Barrier("x", "at_mine", "6,5", "blue")}
    spared = do(stormed(3, 5, red=LORRY, barriers=barriers), Flee("6,6", ("5,6",)))
    assert element(spared, "r1").fate == "board"
    struck = do(stormed(3, 5, 4, red=LORRY, barriers=barriers), Flee("6,6", ("6,5",)))
    assert element(struck, "r1").fate == "lost"


@pytest.mark.rule("WPR-diagonale-5")
def test_a_bot_goes_over_the_mines_that_do_not_hurt_it() -> None:
    barriers = {"x": Barrier("x", "at_mine", "6,5", "blue")} | mined("5,6")
    game = stormed(5, 3, barriers=barriers)
    assert worth(game, Flee("6,6", ("5,6",))) < worth(game, Flee("6,6", ("6,5",)))


# -- out of a half-finished position ------------------------------------------------------------------------


@pytest.mark.rule("WPR-eingegraben-6")
@pytest.mark.parametrize("way", [Flee("r2"), FleeOffBoard()])
def test_who_flees_aboard_or_off_the_board_abandons_a_half_finished_position(way: Flee) -> None:
    boat = {"r2": {"model": "stormboat", "field": "6,1"}}
    dug = {"5,1": Earthwork(1, side=RED)}
    game = stormed(5, 3, field="5,1", elements=boat, ground={"6,1": "water"}, earthworks=dug)
    assert not do(game, way).state.earthworks


# -- onto a charge -----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-sprengkommando-4")
def test_a_charge_is_released_when_beaten_attackers_flee_into_its_field() -> None:
    charge = Charge("x", RED, "4,5", "ground")
    game = do(stormed(3, 4, 5, charges={"x": charge}), Flee("4,5"))
    assert [event.field for event in happened(game, Exploded)] == ["4,5"]
    assert element(game, "b1").pinned == 5, "the defender's 4 pins less"
    elsewhere = do(stormed(3, 4, charges={"x": charge}), Flee("4,4"))
    assert not happened(elsewhere, Exploded)


@pytest.mark.rule("WPR-sprengkommando-4")
def test_not_when_beaten_troops_of_its_owner_flee_there() -> None:
    behind = {"r2": {**INFANTRY, "field": "7,5"}}
    charges = {"x": Charge("x", RED, "6,5", "ground")}
    game = do(stormed(5, 3, elements=behind, charges=charges), Flee("6,5"))
    assert game.state.charges == charges


# -- into a barrage ----------------------------------------------------------------------------------------


def driven_back(*dice: int, to: str = "4,5", **more: Any) -> Game[Position]:
    """Beaten attackers flee; the defender has prepared a barrage on the field that they came from."""
    laid = {"x": Barrage("x", "red", "4,5", ("r2",), 2, more.pop("struck", ()))}
    return do(stormed(*dice, elements={"r2": GUN}, barrages=laid, half=2, **more), Flee(to))


@pytest.mark.rule("WPR-sperrfeuer-3")
def test_a_barrage_falls_on_beaten_attackers_who_flee_into_its_field() -> None:
    game = driven_back(3, 4, 5)
    assert [event.field for event in happened(game, BarrageFell)] == ["4,5"]
    assert element(game, "b1").pinned == 5, "the defender's 4 pins less"
    assert not happened(driven_back(3, 4, to="4,4"), BarrageFell)


@pytest.mark.rule("WPR-sperrfeuer-6")
def test_not_if_it_has_struck_them_before() -> None:
    assert not happened(driven_back(3, 4, struck=("b1",)), BarrageFell)


@pytest.mark.rule("WPR-sperrfeuer-3", "WPR-flucht-11")
def test_whom_the_barrage_kills_in_flight_does_not_roll_for_losses_again() -> None:
    game = driven_back(3, 6, 6, 6)
    assert [event.element for event in happened(game, Lost)] == ["b1"]


@pytest.mark.rule("WPR-sperrfeuer-3")
def test_it_does_not_fall_on_own_troops_who_flee_there() -> None:
    laid = {"x": Barrage("x", "red", "6,5", ("r2",), 2)}
    game = do(stormed(5, 3, elements={"r2": GUN}, barrages=laid, half=2), Flee("6,5"))
    assert not happened(game, BarrageFell)
