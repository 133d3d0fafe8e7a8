"""Obstacles and mines on every way into a field: attacks, withdrawals, getting off, sweeping."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game
from planspiel.systems.wiener2022.air_drop import DropTroops
from planspiel.systems.wiener2022.air_landing import LandAircraft
from planspiel.systems.wiener2022.approach import Step
from planspiel.systems.wiener2022.counter import CounterFire, CounterMoves, TankHunt
from planspiel.systems.wiener2022.evasion import Evade, refuges
from planspiel.systems.wiener2022.flight import ChooseFlight, Flee
from planspiel.systems.wiener2022.landing import Disembark, Embark, StormAshore
from planspiel.systems.wiener2022.mines import SweepMines
from planspiel.systems.wiener2022.movement import Move
from planspiel.systems.wiener2022.overrun import Overrun
from planspiel.systems.wiener2022.recovery import Recover
from planspiel.systems.wiener2022.state import BLUE, RED, Barrier, Charge, Conduct, Position, Wreck
from planspiel.systems.wiener2022.storm import DriveIn, Storm
from planspiel.systems.wiener2022.tank_hunt import AnswerHunt, Hunt
from planspiel.systems.wiener2022.transport import Dismount
from wiener2022.moving import may, scene, why
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    position,
    refused,
)

TANK = {"model": "p4", "field": "4,5"}
FIGURES = {"model": "figures", "field": "4,5"}
ENEMY = {"model": "figures", "field": "5,5"}
IDLE = {"model": "lorry", "field": "1,1"}


def lies(kind: str, *fields: str, hidden: bool = False, side: Any = RED, **more: Any) -> dict[str, Barrier]:
    return {field: Barrier(field, kind, field, side, hidden, **more) for field in fields}  # type: ignore[arg-type]


def later(game: Game[Position], name: str) -> Game[Position]:
    """The same element in a turn of its own."""
    held = element(game, name)
    return scene(
        {name: {"model": held.model, "field": held.field, "came_from": held.came_from}},
        barriers=dict(game.state.barriers),
    )


def settle(game: Game[Position]) -> Game[Position]:
    """Whoever is beaten flees anywhere."""
    while isinstance(question := ask_of(game)[1], ChooseFlight):
        do(game, Flee(question.ways[0]))
    return game


# -- held --------------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-panzerhindernisse-X1")
@pytest.mark.parametrize("hidden", [False, True])
def test_a_tank_that_overruns_somebody_among_dragons_teeth_goes_only_back(hidden: bool) -> None:
    game = position(
        {"b1": TANK, "r1": {"model": "pak75", "field": "5,5"}},
        barriers=lies("teeth", "5,5", hidden=hidden),
        dice=(4, 3),
    )
    do(game, Overrun("b1", "r1"))
    assert element(game, "b1").came_from == "4,5"
    assert "only back" in refused(game, Move("b1", ("6,5",)))
    assert refused(game, Move("b1", ("4,5",))) == ""
    assert "5,5" in game.view(BLUE_SEAT).barriers


@pytest.mark.rule("WPR-draht-6")
def test_figures_that_take_a_field_by_storm_are_held_by_its_wire_each_toward_its_own_side() -> None:
    troops = {"b1": FIGURES, "b2": {**FIGURES, "field": "5,4"}, "r1": ENEMY}
    game = position(troops, barriers=lies("wire", "5,5"), dice=(4, 3))
    settle(do(game, Storm(("b1", "b2"), "5,5")))
    assert [element(game, name).came_from for name in ("b1", "b2")] == ["4,5", "5,4"]
    assert "only back" in why(later(game, "b1"), "b1", "6,5")
    assert may(later(game, "b1"), "b1", "4,5")


@pytest.mark.rule("WPR-draht-6")
def test_beaten_attackers_get_out_of_the_wire_to_where_they_came_from() -> None:
    game = position({"b1": FIGURES, "r1": ENEMY}, barriers=lies("wire", "5,5"), dice=(3, 5))
    settle(do(game, Storm(("b1",), "5,5")))
    assert element(game, "b1").field in ("4,4", "4,5", "4,6")
    assert element(game, "b1").came_from == ""


@pytest.mark.rule("WPR-draht-6")
def test_hunters_among_wire_are_held() -> None:
    game = position(
        {"b1": FIGURES, "r1": {"model": "p4", "field": "5,5"}}, barriers=lies("wire", "5,5"), dice=(5, 4, 1)
    )
    declines(do(game, Hunt("b1", "r1")), AnswerHunt)
    assert element(game, "b1").came_from == "4,5"


@pytest.mark.rule("WPR-draht-6")
def test_figures_that_storm_ashore_into_wire_are_held() -> None:
    sea = {f"{x},{y}": "water" for x in range(1, 7) for y in range(1, 13)}
    troops = {
        "b1": {"model": "stormboat", "field": "6,5", "moved": 2},
        "b2": {"model": "figures", "aboard": "b1"},
        "r1": {"model": "figures", "field": "7,5"},
    }
    game = position(troops, ground=sea, barriers=lies("wire", "7,5"), dice=(5, 3))
    settle(do(game, StormAshore(("b2",), "7,5")))
    assert (element(game, "b2").field, element(game, "b2").came_from) == ("7,5", "6,5")


@pytest.mark.rule("WPR-draht-6", "WPR-panzerhindernisse-X1")
@pytest.mark.parametrize(("kind", "vehicle", "figures"), [("wire", "4,5", "4,5"), ("teeth", "4,5", "")])
def test_a_lorry_and_whom_it_drives_into_a_fight_are_held_each_by_its_own_obstacles(
    kind: str, vehicle: str, figures: str
) -> None:
    troops = {
        "b1": {**FIGURES, "aboard": "b1v"},
        "b1v": {"model": "krupp", "field": "4,5"},
        "r1": ENEMY,
    }
    game = position(troops, barriers=lies(kind, "5,5"), dice=(5, 3))
    settle(do(game, DriveIn("b1v", "5,5")))
    assert (element(game, "b1v").came_from, element(game, "b1").came_from) == (vehicle, figures)


@pytest.mark.rule("WPR-draht-6")
@pytest.mark.parametrize(("kind", "held"), [("wire", True), ("teeth", False)])
def test_whoever_gets_off_a_held_lorry_is_held_if_the_obstacle_stops_him_too(kind: str, held: bool) -> None:
    troops = {
        "b1": {"model": "figures", "field": "5,5", "aboard": "b1v"},
        "b1v": {"model": "krupp", "field": "5,5", "came_from": "4,5"},
    }
    game = position(troops, barriers=lies(kind, "5,5"))
    do(game, Dismount("b1"))
    assert ("only back" in refused(game, Move("b1", ("6,5",)))) is held
    assert refused(game, Move("b1", ("4,5",))) == ""


@pytest.mark.rule("WPR-draht-6")
def test_whoever_mines_throw_off_a_lorry_among_wire_is_held() -> None:
    troops = {
        "b1": {**FIGURES, "aboard": "b1v"},
        "b1v": {"model": "krupp", "field": "4,5"},
        "b9": IDLE,
    }
    both = lies("wire", "5,5") | {"m": Barrier("m", "at_mine", "5,5", RED)}
    game = position(troops, barriers=both, dice=(3,))
    do(game, Move("b1v", ("5,5",)))
    assert element(game, "b1").aboard == ""
    assert element(game, "b1").came_from == "4,5"


@pytest.mark.rule("WPR-panzerhindernisse-X1", "WPR-bewegungsgegenzug-5")
def test_nobody_withdraws_over_an_enemy_ditch_nor_forward_out_of_one() -> None:
    def ways(*ditches: str, **target: Any) -> list[tuple[str, ...]]:
        troops = {"b1": {**TANK, "field": "6,6"}, "r1": {"model": "t34_76", "field": "7,6", **target}}
        game = scene(troops, barriers=lies("ditch", *ditches, side=BLUE))
        steps = (Step("b1", "5,6", "6,6", ("5,6",)),)
        return refuges(game.pack, game.state, element(game, "r1"), steps)

    assert any(path[0] == "8,6" for path in ways())
    assert not any(path[0] == "8,6" for path in ways("8,6")), "it would have to stop there"
    assert all(path[0][0] in "67" for path in ways("7,6", came_from="6,6")), "not to the east"


@pytest.mark.rule("WPR-draht-6")
def test_a_withdrawal_ends_in_wire_of_which_nobody_knew() -> None:
    troops = {"b1": FIGURES, "r1": {"model": "spw_mg", "field": "5,5"}}
    game = position(troops, barriers=lies("teeth", "6,5", side=BLUE, hidden=True))
    do(game, Hunt("b1", "r1"), Evade("r1", ("6,5",)))
    assert (element(game, "r1").field, element(game, "r1").came_from) == ("6,5", "5,5")
    assert not game.state.barriers["6,5"].hidden


@pytest.mark.rule("WPR-minen-2", "WPR-diagonale-5")
def test_a_withdrawal_over_a_diagonal_suffers_a_flank_too() -> None:
    troops = {"b1": FIGURES, "r1": {"model": "spw_mg", "field": "5,5"}, "b9": IDLE}
    mines = lies("at_mine", "5,6", "6,5", side=BLUE)
    game = do(position(troops, barriers=mines, dice=(6,)), Hunt("b1", "r1"), Evade("r1", ("6,6",)))
    assert element(game, "r1").fate == "lost"
    unseen = lies("teeth", "5,6", side=BLUE, hidden=True) | lies("at_mine", "6,5", side=BLUE, hidden=True)
    game = do(position(troops, barriers=unseen, dice=(5, 4, 1)), Hunt("b1", "r1"), Evade("r1", ("6,6",)))
    assert (element(game, "r1").field, element(game, "r1").pinned) == ("5,5", 5), "so it has to fight"
    assert not game.state.barriers["5,6"].hidden


@pytest.mark.rule("WPR-panzerhindernisse-X1")
def test_a_held_tank_that_overruns_somebody_beside_it_is_still_held() -> None:
    troops = {"b1": {**TANK, "field": "5,5", "came_from": "4,5"}, "r1": ENEMY}
    game = do(position(troops, barriers=lies("teeth", "5,5"), dice=(5, 3)), Overrun("b1", "r1"))
    assert "only back" in refused(game, Move("b1", ("6,5",)))


@pytest.mark.rule("WPR-panzerhindernisse-X1")
def test_a_held_tank_that_snags_beside_a_diagonal_is_still_held() -> None:
    hidden = lies("teeth", "4,4", "5,5", hidden=True)
    troops = {"b1": {**TANK, "came_from": "4,4"}, "b9": IDLE}
    game = do(position(troops, barriers=hidden | lies("teeth", "4,5")), Move("b1", ("5,4",)))
    assert "beside" not in refused(game, Move("b1", ("3,4",)))
    assert "only back" in refused(game, Move("b1", ("4,6",)))


# -- mine-clearing tanks -----------------------------------------------------------------------------------

SWEEPER = {"model": "mine_clearer", "field": "4,5"}


@pytest.mark.rule("WPR-minenraeumpanzer-1", "WPR-panzerhindernisse-X1", "WPR-hoechstzahl-1")
def test_a_mine_clearing_tank_gets_only_where_it_could_drive() -> None:
    held = position({"b1": {**SWEEPER, "came_from": "3,5"}}, barriers=lies("teeth", "4,5"))
    assert "only back" in refused(held, SweepMines("b1", "5,5"))
    assert refused(held, SweepMines("b1", "3,5")) == ""
    full = {"b1": SWEEPER, "b2": {**SWEEPER, "field": "5,5", "moved": 1}}
    assert "WPR-hoechstzahl-1" in refused(position(full), SweepMines("b1", "5,5"))
    snags = position({"b1": SWEEPER}, barriers=lies("teeth", "4,6", "5,5"))
    assert "beside the diagonal" in refused(snags, SweepMines("b1", "5,6"))
    assert SweepMines("b1", "5,6") not in choices(snags, SweepMines)
    assert SweepMines("b1", "5,4") in choices(snags, SweepMines)


@pytest.mark.rule("WPR-minenraeumpanzer-1", "WPR-diagonale-5")
def test_a_mine_clearing_tank_finds_out_what_stops_it_and_has_used_its_turn() -> None:
    game = position({"b1": SWEEPER, "b9": IDLE}, barriers=lies("teeth", "4,6", "5,5", hidden=True))
    assert refused(game, SweepMines("b1", "5,6")) == ""
    do(game, SweepMines("b1", "5,6"))
    assert element(game, "b1").field == "4,5"
    assert element(game, "b1").worked
    assert len(game.view(BLUE_SEAT).barriers) == 1


# -- attacks over a diagonal -------------------------------------------------------------------------------

ATTACKS = [
    ({"model": "p4", "field": "4,4"}, ENEMY, Overrun("b1", "r1"), "at_mine", (6,)),
    ({"model": "figures", "field": "4,4"}, ENEMY, Storm(("b1",), "5,5"), "ap_mine", (6, 4)),
    ({"model": "figures", "field": "4,4"}, {**TANK, "field": "5,5"}, Hunt("b1", "r1"), "ap_mine", (6, 4)),
]


@pytest.mark.rule("WPR-minen-2", "WPR-diagonale-2", "WPR-diagonale-5")
@pytest.mark.parametrize(("who", "whom", "order", "kind", "dice"), ATTACKS)
def test_an_attack_over_a_diagonal_between_mines_suffers_one_flank(
    who: Any, whom: Any, order: Any, kind: str, dice: tuple[int, ...]
) -> None:
    mines = lies(kind, "4,5", "5,4")
    game = do(position({"b1": who, "r1": whom, "b9": IDLE}, barriers=mines, dice=dice), order)
    assert element(game, "b1").fate == "lost"


@pytest.mark.rule("WPR-minen-2")
def test_the_attacker_chooses_the_flank() -> None:
    troops = {"b1": {**TANK, "field": "4,4"}, "r1": {**ENEMY}, "r2": {**ENEMY, "field": "5,4"}, "b9": IDLE}
    game = position(troops, barriers=lies("at_mine", "4,5"), dice=(6,))
    listed = [one for one in choices(game, Overrun) if one.target == "r1"]
    assert sorted(one.flanks for one in listed) == [("4,5",), ("5,4",)]
    assert element(do(game, Overrun("b1", "r1", ("4,5",))), "b1").fate == "lost"
    for flanks in ((), ("5,4",)):
        game = position(troops, barriers=lies("at_mine", "4,5"), dice=(5, 3))
        declines(do(game, Overrun("b1", "r1", flanks)), CounterMoves)
        assert element(game, "b1").field == "5,5", "past figures, not mines"
    mines = lies("ap_mine", "4,5", "5,4")
    figures = {"b1": {**FIGURES, "field": "4,4"}, "r1": ENEMY}
    storms = [one.flanks for one in choices(position(figures, barriers=mines), Storm)]
    assert sorted(storms) == [("4,5",), ("5,4",)]
    assert [one.flanks for one in choices(position(figures), Storm)] == [()]


def between(who: Any, whom: Any, **more: Any) -> Game[Position]:
    """Blue in 4,4 attacks 5,5 over a diagonal between figures in 4,5 and 5,4; others of red stand behind."""
    flanks = {"r2": {**ENEMY, "field": "4,5"}, "r3": {**ENEMY, "field": "5,4"}}
    behind = {"r4": {**ENEMY, "field": "6,6"}, "b9": IDLE}
    troops = {"b1": {**who, "field": "4,4"}, "r1": {**whom, "field": "5,5"}}
    return position({**troops, **flanks, **behind}, **more)


PAST = [
    (TANK, ENEMY, Overrun("b1", "r1", ("4,5",))),
    (FIGURES, ENEMY, Storm(("b1",), "5,5", ("4,5",))),
    (FIGURES, TANK, Hunt("b1", "r1", ("4,5",))),
]


@pytest.mark.rule("WPR-diagonale-5")
@pytest.mark.parametrize(("who", "whom", "order"), PAST)
def test_only_the_flank_it_goes_over_answers_an_attack_over_a_diagonal(
    who: Any, whom: Any, order: Any
) -> None:
    game = do(between(who, whom), order)
    seat, question = ask_of(game)
    assert (seat, type(question)) == ("red", CounterMoves)
    assert {one.element for one in choices(game)} == {"r2"}
    assert element(game, "b1").field == "4,4"
    shot = CounterFire("r4", "small_arms", "b1")
    assert refused(game, shot) != ""


@pytest.mark.rule("WPR-diagonale-5", "WPR-panzernahbekaempfung-7")
def test_figures_beside_the_diagonal_strike_a_tank_on_its_way_to_overrun_somebody() -> None:
    game = do(between(TANK, ENEMY, dice=(6,)), Overrun("b1", "r1", ("4,5",)), TankHunt("r2", "b1"))
    assert element(game, "b1").fate == "lost"
    slowed = do(between(TANK, ENEMY, dice=(3, 6, 4)), Overrun("b1", "r1", ("4,5",)), TankHunt("r2", "b1"))
    assert element(slowed, "b1").field == "5,5", "armour pinned at 3 still drives"
    stopped = do(between(TANK, ENEMY, dice=(5, 1)), Overrun("b1", "r1", ("4,5",)), TankHunt("r2", "b1"))
    assert (element(stopped, "b1").field, element(stopped, "b1").shot) == ("4,4", False)


@pytest.mark.rule("WPR-diagonale-5")
def test_figures_pinned_from_beside_the_diagonal_do_not_get_to_the_storm() -> None:
    order = Storm(("b1",), "5,5", ("4,5",))
    game = do(between(FIGURES, ENEMY, dice=(4,)), order, CounterFire("r2", "small_arms", "b1"))
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("4,4", 4)
    missed = do(between(FIGURES, ENEMY, dice=(1, 5, 3)), order, CounterFire("r2", "small_arms", "b1"))
    assert element(settle(missed), "b1").field == "5,5"


@pytest.mark.rule("WPR-diagonale-5", "WPR-bergen-5")
@pytest.mark.parametrize(("face", "fate"), [(6, "lost"), (1, "board")])
def test_figures_beside_the_diagonal_strike_a_tank_on_its_way_to_the_wreck(face: int, fate: str) -> None:
    flanks = {"r2": {**ENEMY, "field": "4,5"}, "r3": {**ENEMY, "field": "5,4"}}
    wreck = {"5,5": Wreck("p4", RED)}
    game = position({"b1": {**TANK, "field": "4,4"}, **flanks, "b9": IDLE}, wrecks=wreck, dice=(4, face))
    do(game, Recover("b1", "5,5"))
    do(game, next(one for one in choices(game) if isinstance(one, TankHunt)))
    assert element(game, "b1").fate == fate
    assert ("5,5" in game.state.wrecks) is (fate == "lost")


@pytest.mark.rule("WPR-diagonale-5", "WPR-absitzen-nahkampf-1")
def test_a_lorry_pinned_beside_the_diagonal_does_not_carry_anybody_into_a_fight() -> None:
    flanks = {"r2": {**ENEMY, "field": "4,5"}, "r3": {**ENEMY, "field": "5,4"}}
    lorry = {"b1": {**FIGURES, "field": "4,4", "aboard": "b1v"}, "b1v": {"model": "krupp", "field": "4,4"}}
    game = position({**lorry, **flanks, "r1": ENEMY, "b9": IDLE}, dice=(3,))
    do(game, DriveIn("b1v", "5,5", ("4,5",)), CounterFire("r2", "small_arms", "b1v"))
    assert [element(game, name).field for name in ("b1", "b1v")] == ["4,4", "4,4"]


@pytest.mark.rule("WPR-diagonale-5")
@pytest.mark.parametrize("mode", ["partly", "hidden"])
def test_in_hidden_play_standing_orders_answer_an_attack_past_a_flank(mode: str) -> None:
    game = between(FIGURES, ENEMY, mode=mode, dice=(4,))
    do(game, Storm(("b1",), "5,5", ("4,5",)))
    assert ask_of(game)[0] == BLUE_SEAT
    assert (element(game, "b1").field, element(game, "b1").pinned) == ("4,4", 4)
    hold = {RED_SEAT: Conduct(fire="hold")}
    game = between(FIGURES, ENEMY, mode=mode, standing=hold, dice=(5, 3))
    settle(do(game, Storm(("b1",), "5,5", ("4,5",))))
    assert element(game, "b1").field == "5,5"


@pytest.mark.rule("WPR-diagonale-1")
def test_one_free_flank_is_enough_for_an_attack() -> None:
    troops = {"b1": {**TANK, "field": "4,4"}, "r1": ENEMY}
    game = do(position(troops, barriers=lies("at_mine", "4,5"), dice=(5, 3)), Overrun("b1", "r1"))
    assert (element(game, "b1").field, element(game, "r1").pinned) == ("5,5", 5)


@pytest.mark.rule("WPR-diagonale-5")
def test_obstacles_on_both_flanks_stop_an_attack() -> None:
    troops = {"b1": {"model": "p4", "field": "4,4"}, "r1": ENEMY, "b9": IDLE}
    known = position(troops, barriers=lies("teeth", "4,5", "5,4"))
    assert "beside the diagonal" in refused(known, Overrun("b1", "r1"))
    game = position(troops, barriers=lies("teeth", "4,5", "5,4", hidden=True))
    do(game, Overrun("b1", "r1"))
    assert element(game, "b1").field == "4,4"
    assert len(game.view(BLUE_SEAT).barriers) == 1
    mixed = position(troops, barriers=lies("teeth", "4,5") | lies("at_mine", "5,4"), dice=(6,))
    assert element(do(mixed, Overrun("b1", "r1")), "b1").fate == "lost", "over the mines, not the teeth"


@pytest.mark.rule("WPR-flammhindernisse-1", "WPR-panzerhindernisse-X1")
def test_nobody_attacks_into_flames_nor_a_vehicle_into_a_field_that_obstacles_close() -> None:
    burning = position({"b1": FIGURES, "r1": ENEMY}, barriers=lies("flame", "5,5", until=1), half=1)
    assert "flames" in refused(burning, Storm(("b1",), "5,5"))
    closed = {"options": {"obstacles_close": True}}
    game = position({"b1": TANK, "r1": ENEMY}, barriers=lies("teeth", "5,5"), **closed)
    assert "closes" in refused(game, Overrun("b1", "r1"))
    game = position({"b1": TANK, "r1": ENEMY}, barriers=lies("teeth", "5,5", hidden=True), **closed)
    do(game, Overrun("b1", "r1"))
    assert element(game, "b1").field == "4,5"
    assert "closes" in refused(game, Overrun("b1", "r1"))


# -- in the own field --------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-niederhaltung-4", "WPR-ueberrollen-5")
def test_an_overrun_in_the_own_field_needs_a_vehicle_that_could_still_drive_and_fire() -> None:
    def refusal(**tank: Any) -> str:
        troops = {"b1": {**TANK, "field": "5,5", **tank}, "r1": ENEMY}
        return refused(position(troops), Overrun("b1", "r1"))

    assert refusal() == ""
    assert refusal(pinned=4) == ""
    assert "WPR-niederhaltung-4" in refusal(pinned=5)
    assert refusal(moved=4, limit=8) == ""
    assert "WPR-ueberrollen-5" in refusal(moved=8, limit=8)
    assert refusal(attacked=True) != ""


@pytest.mark.rule("WPR-sprengkommando-4")
def test_hunters_that_enter_a_charged_field_set_off_the_demolition() -> None:
    troops = {"b1": FIGURES, "b9": IDLE, "r1": {"model": "p4", "field": "5,5"}}
    charge = {"c": Charge("c", RED, "5,5", "bridge")}
    game = position(troops, charges=charge, dice=(4,))
    do(game, Hunt("b1", "r1"))
    assert element(game, "b1").pinned == 4
    assert game.state.charges == {}


@pytest.mark.rule("WPR-flammhindernisse-1")
def test_a_withdrawal_sets_off_flames_and_stays_where_it_was() -> None:
    troops = {"b1": FIGURES, "r1": {"model": "spw_mg", "field": "5,5"}, "b9": IDLE}
    flame = lies("flame", "6,5", side=BLUE, hidden=True)
    game = position(troops, barriers=flame, dice=(1, 1, 3, 4))
    do(game, Hunt("b1", "r1"), Evade("r1", ("6,5",)))
    assert element(game, "r1").field == "5,5"
    assert game.state.barriers["6,5"].until >= 0


@pytest.mark.rule("WPR-panzerhindernisse-X1", "WPR-bergen-5")
def test_recovering_a_wreck_frees_nobody_from_an_obstacle() -> None:
    held = {"b1": {**TANK, "field": "5,5", "came_from": "4,5"}}
    teeth = {"barriers": lies("teeth", "5,5"), "dice": (4,)}
    game = do(position(held, wrecks={"5,5": Wreck("krupp", RED)}, **teeth), Recover("b1", "5,5"))
    assert element(game, "b1").came_from == "4,5"
    ahead = position(held, wrecks={"6,5": Wreck("krupp", RED)}, barriers=lies("teeth", "5,5"))
    assert "only back" in refused(ahead, Recover("b1", "6,5"))


# -- out of the air, and off a craft in its own field ------------------------------------------------------


def is_stuck(game: Game[Position], name: str) -> bool:
    """Whether somebody can go nowhere in a turn of his own, before the obstacle is cleared."""
    around = game.pack.theatre("test").board.neighbours("5,5")
    return all("only back" in why(later(game, name), name, field) for field in around)


@pytest.mark.rule("WPR-draht-6")
def test_paratroops_who_come_down_in_wire_go_nowhere_before_it_is_cleared() -> None:
    plane = {"b1": {"model": "c47", "mission": "granted"}, "b2": {"model": "paratroops", "aboard": "b1"}}
    game = position(
        plane,
        item=("phase", "air"),
        flights={"b1": "mission"},
        options={"jumpers_scatter": False},
        barriers=lies("wire", "5,5", hidden=True),
    )
    do(game, DropTroops("b1", "5,5", "N"))
    assert not game.state.barriers["5,5"].hidden
    assert is_stuck(game, "b2")


@pytest.mark.rule("WPR-draht-6")
def test_whoever_gets_off_a_craft_or_glider_in_its_own_field_is_held_by_wire_there() -> None:
    for carrier in ("stormboat", "dfs230"):
        troops = {"b1": {"model": carrier, "field": "5,5"}, "b2": {"model": "figures", "aboard": "b1"}}
        water = {"5,5": "water"} if carrier == "stormboat" else {}
        game = position(troops, mixed=water, barriers=lies("wire", "5,5"))
        do(game, Disembark("b2", "5,5"))
        assert is_stuck(game, "b2")
        again = {**troops, "b2": {"model": "figures", "field": "5,5", "came_from": "5,5"}}
        back = position(again, mixed=water, barriers=lies("wire", "5,5"))
        assert element(do(back, Embark("b2", "b1")), "b2").aboard == "b1"


@pytest.mark.rule("WPR-draht-6")
def test_figures_out_of_a_crash_on_unknown_wire_are_held_by_it_alone_and_among_enemies() -> None:
    plane = {"b1": {"model": "dfs230", "mission": "granted"}, "b2": {"model": "figures", "aboard": "b1"}}
    watch = {"b9": {"model": "p4", "field": "12,12"}}
    enemy = {"r1": {"model": "figures", "field": "5,5", "camouflaged": True}}
    for others, dice in (({}, (3,)), (enemy, (3, 5, 1))):  # the glider crashes on the wire without a die
        game = position(
            {**plane, **watch, **others},
            item=("phase", "air"),
            flights={"b1": "mission"},
            mode="hidden",
            barriers=lies("wire", "5,5", hidden=True),
            dice=dice,
        )
        do(game, LandAircraft("b1", "5,5", "N"))
        assert element(game, "b2").came_from == "5,5"
