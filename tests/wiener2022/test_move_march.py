"""The march: steps, what interrupts them, simultaneous groups, hidden enemies and obstacles on the way."""

from __future__ import annotations

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022.counter import CounterFire
from planspiel.systems.wiener2022.movement import Halt, Move, SimultaneousMove
from planspiel.systems.wiener2022.state import RED, Bridge, Conduct, Position
from wiener2022.moving import asked
from wiener2022.positions import BLUE_SEAT, RED_SEAT, choices, do, element, position, refused

TANK = {"model": "p4", "field": "4,6"}
GUN = {"model": "pak75", "field": "8,6"}
NOTHING = 1


def test_an_undisturbed_move_is_carried_out_to_its_end() -> None:
    game = position(
        {"b1": {**TANK, "position": True}, "b2": {"model": "figures", "field": "4,6", "aboard": "b1"}}
    )
    do(game, Move("b1", ("5,6", "6,6")))
    tank, rider = element(game, "b1"), element(game, "b2")
    assert (tank.field, tank.moved, tank.limit, tank.position) == ("6,6", 2, 4, False)
    assert rider.field == "6,6"
    assert rider.aboard == "b1"
    assert game.state.march is None


@pytest.mark.rule("WPR-aufsitzen-1")
def test_base_and_vehicle_move_together() -> None:
    game = position({"b1": {"model": "pak75", "aboard": "b1v"}, "b1v": {"model": "krupp", "field": "4,6"}})
    do(game, Move("b1v", ("5,6",)))
    assert element(game, "b1").field == element(game, "b1v").field == "5,6"


def test_leaving_the_field_costs_position_net_and_marker() -> None:
    marked = {"position": True, "camouflaged": True, "located": True}
    game = position({"b1": {**TANK, **marked}, "b2": {"model": "lorry", "field": "1,1"}})
    do(game, Move("b1", ("5,6",)))
    after = element(game, "b1")
    assert not (after.position)
    assert not (after.camouflaged)
    assert not (after.located)


@pytest.mark.rule("WPR-stellung-4")
def test_a_position_is_lost_by_leaving_the_field_but_not_by_pinning() -> None:
    game = position(
        {"b1": {**TANK, "position": True, "pinned": 3}, "b2": {**TANK, "field": "2,2", "position": True}}
    )
    assert element(game, "b1").position
    do(game, Move("b2", ("3,2",)))
    assert element(game, "b1").position
    assert not element(game, "b2").position


def test_after_a_counter_move_the_mover_may_go_on_choose_another_way_or_halt() -> None:
    game = position({"b1": TANK, "r1": GUN}, dice=(NOTHING,))
    do(game, Move("b1", ("5,6", "6,6", "7,6")))
    assert asked(game) == "red: CounterMoves"
    do(game, CounterFire("r1", "gun_75_46", "b1"))
    assert asked(game) == "blue: GoOn"
    assert element(game, "b1").field == "6,6"
    assert Move("b1", ("7,6",)) in choices(game)
    assert Halt() in choices(game)
    assert Move("b1", ("6,7",)) in choices(game)
    assert not [refused(game, order) for order in choices(game) if refused(game, order)]
    do(game, Halt())
    assert element(game, "b1").field == "6,6"
    assert game.state.march is None


@pytest.mark.rule("WPR-felder-besetzt-1", "WPR-hoechstzahl-1")
def test_nobody_halts_beside_a_like_model_while_there_is_a_way_on() -> None:
    def passing(other: str) -> Game[Position]:
        there = {"model": other, "field": "6,6", "moved": 4, "limit": 4}
        game = position({"b1": TANK, "b2": there, "r1": GUN}, dice=(NOTHING,))
        return do(game, Move("b1", ("5,6", "6,6", "7,7")), CounterFire("r1", "gun_75_46", "b1"))

    game = passing("p4")
    assert "WPR-hoechstzahl-1" in refused(game, Halt())
    assert Halt() not in choices(game)
    assert Move("b1", ("7,7",)) in choices(game)
    assert Halt() in choices(passing("p5")), "another kind of gun"


@pytest.mark.rule("WPR-gleichzeitigkeit-2", "WPR-hoechstzahl-1")
def test_of_like_members_of_a_group_in_one_field_only_one_halts() -> None:
    pair = {"b1": TANK, "b2": {**TANK, "field": "4,7"}, "r1": GUN}
    moves = (Move("b1", ("5,6", "6,6", "7,5")), Move("b2", ("5,7", "6,6", "7,7")))
    game = do(position(pair, dice=(NOTHING,)), SimultaneousMove(moves), CounterFire("r1", "gun_75_46", "b1"))
    do(game, Halt())
    assert asked(game) == "blue: GoOn"
    assert "WPR-hoechstzahl-1" in refused(game, Halt())


@pytest.mark.rule("WPR-gegenzug-echter-7")
def test_in_each_further_field_the_counter_move_is_repeated() -> None:
    game = position({"b1": TANK, "r1": GUN}, dice=(NOTHING, NOTHING))
    do(game, Move("b1", ("5,6", "6,6", "7,6")), CounterFire("r1", "gun_75_46", "b1"))
    do(game, Move("b1", ("7,6",)))
    assert asked(game) == "red: CounterMoves"
    assert element(game, "b1").field == "7,6"
    do(game, CounterFire("r1", "gun_75_46", "b1"))


def test_a_mover_that_is_lost_or_stopped_goes_no_farther() -> None:
    lost = position({"b1": TANK, "b2": {"model": "lorry", "field": "1,1"}, "r1": GUN}, dice=(6,))
    do(lost, Move("b1", ("5,6", "6,6", "7,6")), CounterFire("r1", "gun_75_46", "b1"))
    assert element(lost, "b1").fate == "lost"
    assert lost.state.march is None
    held = position(
        {"b1": {"model": "figures", "field": "5,6"}, "b2": TANK, "r1": {"model": "figures", "field": "7,6"}},
        dice=(4,),
    )
    do(held, Move("b1", ("6,6",)), CounterFire("r1", "small_arms", "b1"))
    assert element(held, "b1").pinned == 4
    assert held.state.march is None


# -- simultaneous moves ------------------------------------------------------------------------------------

PAIR = {"b1": TANK, "b2": {"model": "p5", "field": "4,7"}}


@pytest.mark.rule("WPR-gleichzeitigkeit-1", "WPR-gleichzeitigkeit-5")
def test_moves_are_sequential_unless_announced_and_then_each_may_be_answered() -> None:
    game = position({**PAIR, "r1": {**GUN, "field": "7,6"}}, dice=(NOTHING, NOTHING))
    do(game, Move("b1", ("5,6",)), CounterFire("r1", "gun_75_46", "b1"))
    do(game, Halt(), Move("b2", ("5,7",)))
    assert asked(game) == "red: CounterMoves", "the same gun again"
    do(game, CounterFire("r1", "gun_75_46", "b2"))


@pytest.mark.rule("WPR-gleichzeitigkeit-2", "WPR-gleichzeitigkeit-6")
def test_the_announcement_names_all_who_move_before_anybody_has() -> None:
    game = position(PAIR)
    assert "at least two" in refused(game, SimultaneousMove((Move("b1", ("5,6",)),)))
    twice = SimultaneousMove((Move("b1", ("5,6",)), Move("b1", ("5,7",))))
    assert "each once" in refused(game, twice)
    do(game, Move("b1", ("5,6",)))
    late = SimultaneousMove((Move("b1", ("6,6",)), Move("b2", ("5,7",))))
    assert "completed" in refused(game, late)


@pytest.mark.rule("WPR-gleichzeitigkeit-3", "WPR-gleichzeitigkeit-4")
def test_a_group_advances_field_by_field_and_each_weapon_answers_one_of_them() -> None:
    game = position({**PAIR, "r1": {**GUN, "field": "7,6"}}, dice=(NOTHING,))
    do(game, SimultaneousMove((Move("b1", ("5,6", "6,6")), Move("b2", ("5,7", "6,7")))))
    assert (element(game, "b1").field, element(game, "b2").field) == ("5,6", "5,7")
    targets = {order.target for order in choices(game, CounterFire)}
    assert targets == {"b1", "b2"}
    do(game, CounterFire("r1", "gun_75_46", "b1"))
    assert asked(game) == "blue: GoOn", "the gun has had its answer to this step"


@pytest.mark.rule("WPR-gleichzeitigkeit-8")
def test_faster_members_go_on_alone_and_a_stopped_one_drops_out() -> None:
    pair = {"b1": TANK, "b2": {"model": "figures", "field": "4,7"}}
    game = position({**pair, "r1": {"model": "figures", "field": "6,8"}}, dice=(4,))
    do(game, SimultaneousMove((Move("b1", ("5,6", "6,6", "7,6")), Move("b2", ("5,7",)))))
    do(game, CounterFire("r1", "small_arms", "b2"))
    assert element(game, "b2").pinned == 4
    do(game, Move("b1", ("6,6", "7,6")))
    assert element(game, "b1").field == "7,6"
    assert element(game, "b2").field == "5,7"


@pytest.mark.rule("WPR-engen-3", "WPR-engen-8")
def test_members_of_a_group_that_meet_before_a_narrows_let_each_other_out() -> None:
    gorge = {f"{x},{y}": "wood" for x in (4, 6) for y in (5, 6, 7)}
    troops = {
        "b1": {"model": "p4", "field": "4,4"},
        "b2": {"model": "p5", "field": "6,4"},
        "b9": {"model": "lorry", "field": "1,1"},
    }
    game = position(troops, ground=gorge)
    long, short = Move("b1", ("5,5", "5,6", "5,7")), Move("b2", ("5,5", "5,6"))
    do(game, SimultaneousMove((long, short)))
    assert asked(game) == "blue: ChooseActivity", "nobody has to think again"
    assert (element(game, "b1").field, element(game, "b2").field) == ("5,7", "5,6")


@pytest.mark.rule("WPR-hoechstzahl-1", "WPR-gleichzeitigkeit-8")
@pytest.mark.parametrize("beside", ["5,5", "5,7", "6,7"])
def test_a_member_of_a_group_that_thinks_again_ends_beside_no_like_model(beside: str) -> None:
    """A tank in 5,5 has moved, in 5,7 a member is at the end of its way, and 6,7 is the end of another."""
    tanks = {"b1": TANK, "b2": {**TANK, "field": "4,7"}, "b3": {**TANK, "field": "4,8"}}
    stays = {"b4": {**TANK, "field": "5,5", "moved": 2}}
    game = position({**tanks, **stays, "r1": {**GUN, "field": "7,6"}}, dice=(NOTHING,))
    moves = (Move("b1", ("5,6", "6,5")), Move("b2", ("5,7",)), Move("b3", ("5,8", "6,7")))
    do(game, SimultaneousMove(moves), CounterFire("r1", "gun_75_46", "b1"))
    assert asked(game) == "blue: GoOn"
    assert "WPR-hoechstzahl-1" in refused(game, Move("b1", (beside,)))
    assert refused(game, Move("b1", ("6,5",))) == ""


@pytest.mark.rule("WPR-engen-3", "WPR-engen-8")
def test_a_group_passes_a_narrows_one_by_one() -> None:
    river = {f"6,{y}": "water" for y in range(1, 13)}
    game = position(
        {
            "b1": {**TANK, "field": "4,6"},
            "b2": {"model": "p5", "field": "5,6"},
            "b3": {"model": "p5", "field": "5,7"},
        },
        ground=river,
        bridges={"6,6": Bridge("solid", "EW")},
    )
    order = SimultaneousMove((Move("b1", ("5,6", "6,6")), Move("b2", ("6,6", "7,6"))))
    do(game, order)
    assert element(game, "b2").field == "7,6"
    assert element(game, "b1").field == "6,6"
    both = position(
        {
            "b2": {"model": "p5", "field": "5,6"},
            "b3": {"model": "p4", "field": "5,6"},
            "b4": {"model": "lorry", "field": "1,1"},
        },
        ground=river,
        bridges={"6,6": Bridge("solid", "EW")},
    )
    do(both, SimultaneousMove((Move("b2", ("6,6", "7,6")), Move("b3", ("6,6", "7,6", "8,6")))))
    assert element(both, "b2").field == "7,6"
    assert element(both, "b3").field == "8,6", "it waited one step and came after"


# -- hidden enemies ----------------------------------------------------------------------------------------


def test_an_undetected_enemy_stops_the_mover_in_the_field_before_and_is_revealed() -> None:
    game = position(
        {
            "b1": {"model": "figures", "field": "4,6"},
            "b2": TANK,
            "r1": {"model": "figures", "field": "5,6"},
        },
        ground={"5,6": "wood"},
        mode="hidden",
        night=True,
        standing={RED_SEAT: Conduct(fire="hold")},
    )
    assert "r1" not in game.view(BLUE_SEAT).elements
    assert not refused(game, Move("b1", ("5,6",))), "a refusal would tell"
    do(game, Move("b1", ("5,6",)))
    assert element(game, "b1").field == "4,6"
    assert not element(game, "b1").moved
    assert "r1" in game.view(BLUE_SEAT).elements
    assert asked(game) == "blue: GoOn"


def hidden_gun(conduct: Conduct, *dice: int) -> Game[Position]:
    """In hidden play a tank drives towards a camouflaged gun that has standing orders."""
    game = position(
        {"b1": TANK, "b2": {"model": "lorry", "field": "1,1"}, "r1": {**GUN, "camouflaged": True}},
        mode="hidden",
        dice=dice,
        standing={RED_SEAT: conduct},
    )
    return do(game, Move("b1", ("5,6", "6,6")))


def test_in_hidden_play_standing_orders_hold_or_open_fire() -> None:
    assert asked(hidden_gun(Conduct(fire="hold"))) == "blue: ChooseActivity"
    near = hidden_gun(Conduct(fire="fire", within=1))
    assert asked(near) == "blue: ChooseActivity", "two fields are too far for this order"
    not_recognised = (NOTHING, 3)
    for conduct in (Conduct(fire="fire"), Conduct()):
        game = hidden_gun(conduct, *not_recognised)
        assert asked(game) == "blue: GoOn", "whoever was told nothing fires, because nobody may be asked"
        assert "r1" not in game.view(BLUE_SEAT).elements
        assert element(game, "r1").camouflaged


def test_the_enemy_never_sees_where_a_march_goes() -> None:
    game = position({"b1": TANK, "r1": GUN}, dice=())
    do(game, Move("b1", ("5,6", "6,6", "7,6")))
    march = game.view(RED_SEAT).march
    assert march is not None
    assert march.movers[0].path == ()
    assert march.movers[0].trail == ("4,6", "5,6", "6,6")
    assert game.view(BLUE_SEAT).march.movers[0].path == ("7,6",)
    do(game, DECLINE)
    assert element(game, "r1").side == RED
