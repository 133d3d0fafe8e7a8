"""Counter-moves: Gegenzug, echter und unechter; Querbewegungen; Absetzen; Stellung."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import DECLINE, Game
from planspiel.systems.wiener2022.approach import Step, is_triggered
from planspiel.systems.wiener2022.counter import CounterFire, TankHunt, is_in_position
from planspiel.systems.wiener2022.hits import Struck
from planspiel.systems.wiener2022.landing import Disembark
from planspiel.systems.wiener2022.movement import Halt, Move, SimultaneousMove
from planspiel.systems.wiener2022.position_markers import ChoosePositions, TakePositions
from planspiel.systems.wiener2022.state import BLUE, RED, Barrage, Conduct, Earthwork, Position
from wiener2022.moving import asked, scene
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

TANK = {"model": "p4", "field": "4,6"}
GUN = {"model": "pak75", "field": "8,6"}
PAK, KWK, ARMS = "gun_75_46", "gun_75_48", "small_arms"
NOTHING = 1
IDLE = {"model": "lorry", "field": "1,1"}


def triggers(start: str, field: str, **more: object) -> bool:
    game = scene({"r1": GUN, "b1": {**TANK, "field": field}}, **more)
    return is_triggered(game.pack, game.state, element(game, "r1"), PAK, Step("b1", start, field))


def approach(
    enemies: dict[str, dict[str, object]], *path: str, dice: tuple[int, ...] = (), **more: object
) -> Game[Position]:
    """A tank drives from 4,6 along a path."""
    game = position({"b1": TANK, "b9": IDLE, **enemies}, dice=dice, **more)
    return do(game, Move("b1", path))


# -- triggers ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gegenzug-echter-1")
def test_entering_the_fire_area_is_a_trigger() -> None:
    assert triggers("5,6", "6,6")
    assert not triggers("4,6", "5,6"), "three fields are out of range"
    assert not triggers("7,5", "6,6"), "that is going away"
    woods = {"8,6": "wood", "7,5": "wood"}
    assert triggers("7,5", "6,6", ground=woods), "out of dead ground, though farther off"


@pytest.mark.rule("WPR-gegenzug-echter-2")
def test_coming_one_field_nearer_inside_it_is_a_trigger() -> None:
    assert triggers("6,6", "7,6")


@pytest.mark.rule("WPR-gegenzug-echter-3", "WPR-querbewegungen-1")
def test_moving_across_at_an_unchanged_distance_is_a_trigger() -> None:
    assert triggers("6,6", "6,7")
    assert triggers("7,5", "7,6")


@pytest.mark.rule("WPR-absetzen-2")
def test_going_away_inside_the_fire_area_gives_no_counter_move() -> None:
    assert not triggers("7,6", "6,6")
    game = position({"b1": {**TANK, "field": "7,6"}, "b9": IDLE, "r1": GUN})
    do(game, Move("b1", ("6,6",)))
    assert asked(game) == "blue: ChooseActivity"


@pytest.mark.rule("WPR-absetzen-1")
def test_a_planned_withdrawal_is_an_ordinary_move_in_the_own_half_turn() -> None:
    game = position(
        {"b1": {**TANK, "field": "7,6"}, "b9": IDLE, "r1": {"model": "p4", "field": "9,6", "position": True}}
    )
    do(game, Move("b1", ("6,6", "5,6")))
    assert element(game, "b1").field == "5,6"


# -- real counter-moves ------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gegenzug-1")
def test_a_counter_move_is_extra_fire_and_uses_up_nothing() -> None:
    game = approach({"r1": GUN}, "5,6", "6,6", dice=(NOTHING,))
    assert asked(game) == "red: CounterMoves"
    do(game, CounterFire("r1", PAK, "b1"))
    gun = element(game, "r1")
    assert not (gun.shot)
    assert not (gun.acted)
    assert not (gun.worked)
    assert gun.fired_in == game.state.half


@pytest.mark.rule("WPR-gegenzug-echter-4", "WPR-stellung-1")
def test_vehicles_need_a_position_marker_for_a_real_counter_move() -> None:
    ready = approach({"r1": {"model": "t34_76", "field": "8,6", "position": True}}, "5,6", "6,6", dice=(6,))
    do(ready, DECLINE, CounterFire("r1", "gun_76_42", "b1"))
    assert element(ready, "b1").fate == "lost", "one die decides"
    moving = approach({"r1": {"model": "t34_76", "field": "8,6"}}, "5,6", "6,6", dice=(6, 1))
    assert [is_in_position(game.pack, element(game, "r1")) for game in (ready, moving)] == [True, False]
    do(moving, DECLINE, CounterFire("r1", "gun_76_42", "b1"))
    assert element(moving, "b1").fate == "lost", "both rolled"


@pytest.mark.rule("WPR-gegenzug-echter-5")
def test_figures_and_unlimbered_weapons_need_none() -> None:
    game = scene(
        {
            "r1": {"model": "figures", "field": "6,6"},
            "r2": GUN,
            "r3": {"model": "marder", "field": "5,5"},
            "r4": {"model": "marder", "field": "5,6", "position": True},
        }
    )
    ready = {name: is_in_position(game.pack, one) for name, one in game.state.elements.items()}
    assert ready == {"r1": True, "r2": True, "r3": False, "r4": True}


@pytest.mark.rule("WPR-befestigungen-X1")
def test_a_bunker_is_always_in_position() -> None:
    game = scene({"r1": {"model": "bunker_medium", "field": "6,6", "facing": 6}})
    assert is_in_position(game.pack, element(game, "r1"))


@pytest.mark.rule("WPR-gegenzug-echter-6")
def test_the_effect_strikes_the_mover_before_it_can_use_its_own_weapons() -> None:
    game = approach({"r1": GUN}, "5,6", "6,6", dice=(6,))
    do(game, CounterFire("r1", PAK, "b1"))
    assert element(game, "b1").fate == "lost"
    assert asked(game) == "blue: ChooseActivity"


@pytest.mark.rule("WPR-gegenzug-echter-8")
def test_several_enemies_one_after_the_other_may_each_be_answered() -> None:
    game = position(
        {"b1": {**TANK, "field": "5,6"}, "b2": {"model": "p5", "field": "5,7"}, "b9": IDLE, "r1": GUN},
        dice=(NOTHING, NOTHING),
    )
    do(game, Move("b1", ("6,6",)), CounterFire("r1", PAK, "b1"), Halt())
    do(game, Move("b2", ("6,7",)), CounterFire("r1", PAK, "b2"))
    assert asked(game) == "blue: GoOn"


@pytest.mark.rule("WPR-gegenzug-echter-9")
def test_defence_ready_means_unpinned_unlimbered_seeing_reaching_and_hurting() -> None:
    def answers(enemy: dict[str, object], **more: object) -> bool:
        game = approach({"r1": {**GUN, **enemy}, **more.pop("others", {})}, "5,6", "6,6", **more)  # type: ignore[arg-type,dict-item]
        return asked(game) == "red: CounterMoves"

    assert answers({})
    assert answers({"pinned": 3}), "with a minus"
    assert answers({"pinned": 4}), "with a minus"
    assert not answers({"pinned": 5})
    assert not answers({"aboard": "r1v"}, others={"r1v": {"model": "krupp", "field": "8,6"}})
    assert not answers({"model": "hmg_base"}), "a machine gun does not hurt a tank"
    assert not answers({}, ground={"7,6": "wood"}), "no line"
    dark = approach({"r1": GUN}, "5,6", "6,6", night=True)
    assert asked(dark) == "red: CounterMoves", "headlights show the mover"
    unlit = position({"b1": TANK, "b9": IDLE, "r1": GUN}, night=True)
    do(unlit, Move("b1", ("5,6", "6,6"), lights=False))
    assert asked(unlit) == "blue: ChooseActivity", "at night two fields are too far to see it"


@pytest.mark.rule("WPR-gegenzug-echter-10")
def test_withdrawals_come_before_barrages_and_those_before_fire() -> None:
    barrage = {"x": Barrage("x", RED, "6,6", ("r2",), 1)}
    game = position(
        {
            "b1": TANK,
            "b9": IDLE,
            "r1": {"model": "t34_76", "field": "8,6"},
            "r2": {"model": "fh105_base", "field": "12,12"},
            "r3": {"model": "pak75", "field": "8,7"},
        },
        barrages=barrage,
        dice=(NOTHING, NOTHING),
    )
    do(game, Move("b1", ("5,6", "6,6")))
    assert asked(game) == "red: EvadeApproach"
    do(game, DECLINE)
    assert asked(game) == "red: CounterMoves"
    assert game.state.barrages["x"].struck == ("b1",)
    assert {order.element for order in choices(game)} == {"r3"}, "first those who are in position"
    do(game, CounterFire("r3", PAK, "b1"))
    assert {order.element for order in choices(game)} == {"r1"}, "then encounters"
    do(game, DECLINE)


@pytest.mark.rule("WPR-feuereinheiten-3", "WPR-gleichzeitigkeit-4")
def test_from_one_field_each_kind_of_weapon_answers_a_step_once() -> None:
    game = position(
        {
            "b1": {"model": "figures", "field": "5,6"},
            "b9": IDLE,
            "r1": {"model": "figures", "field": "7,6"},
            "r2": {"model": "figures", "field": "7,6"},
            "r3": {"model": "hmg_base", "field": "7,6"},
        },
        dice=(NOTHING, NOTHING),
    )
    do(game, Move("b1", ("6,6",)))
    do(game, CounterFire("r1", ARMS, "b1"))
    assert "of this kind" in refused(game, CounterFire("r2", ARMS, "b1"))
    assert {order.element for order in choices(game)} == {"r3"}
    do(game, CounterFire("r3", "hmg", "b1"))


def test_only_a_mover_is_answered_and_only_by_the_passive_side() -> None:
    game = approach({"r1": GUN}, "5,6", "6,6")
    assert "is not moving" in refused(game, CounterFire("r1", PAK, "b9"))
    assert "no element of yours" in refused(game, CounterFire("b9", PAK, "b1"))
    assert "has no such weapon" in refused(game, CounterFire("r1", "mg", "b1"))


def test_standing_orders_fire_hold_or_leave_it_to_the_player() -> None:
    fire = approach({"r1": GUN}, "5,6", "6,6", dice=(NOTHING,), standing={RED_SEAT: Conduct(fire="fire")})
    assert asked(fire) == "blue: GoOn"
    hold = approach({"r1": GUN}, "5,6", "6,6", standing={RED_SEAT: Conduct(fire="hold")})
    assert asked(hold) == "blue: ChooseActivity"
    near = approach({"r1": GUN}, "5,6", "6,6", standing={RED_SEAT: Conduct(fire="fire", within=1)})
    assert asked(near) == "blue: ChooseActivity"


@pytest.mark.rule("WPR-panzernahbekaempfung-7")
def test_figures_may_strike_armour_that_drives_into_their_field() -> None:
    game = position(
        {"b1": TANK, "b9": IDLE, "r1": {"model": "figures", "field": "5,6"}}, ground={"5,6": "open"}
    )
    do(game, Move("b1", ("5,6",)))
    assert TankHunt("r1", "b1") in choices(game)
    assert "does not meet" in refused(
        do(
            position({"b1": TANK, "b9": IDLE, "r1": {"model": "figures", "field": "6,7"}, "r2": GUN}),
            Move("b1", ("5,6", "6,6")),
        ),
        TankHunt("r1", "b1"),
    )


# -- unreal counter-moves ----------------------------------------------------------------------------------

OUT_OF_POSITION = {"r1": {"model": "t34_76", "field": "8,6"}}


def encounter(*dice: int, path: tuple[str, ...] = ("5,6", "6,6")) -> Game[Position]:
    game = approach(OUT_OF_POSITION, *path, dice=dice)
    do(game, DECLINE)  # it does not withdraw
    return do(game, CounterFire("r1", "gun_76_42", "b1"))


@pytest.mark.rule("WPR-gegenzug-unechter-1", "WPR-stellung-2")
def test_without_a_marker_a_vehicle_has_only_an_encounter() -> None:
    game = approach(OUT_OF_POSITION, "5,6", "6,6", dice=(3, 1))
    do(game, DECLINE)
    do(game, CounterFire("r1", "gun_76_42", "b1"))
    assert element(game, "b1").pinned == 3, "two dice were rolled"


@pytest.mark.rule("WPR-gegenzug-unechter-3")
def test_both_roll_and_only_the_loser_suffers() -> None:
    won = encounter(6, 2)
    assert element(won, "b1").fate == "lost"
    assert element(won, "r1").fate == "board"
    lost = encounter(2, 6)
    assert element(lost, "r1").fate == "lost"
    assert element(lost, "b1").fate == "board"


@pytest.mark.rule("WPR-gegenzug-unechter-4")
def test_an_encounter_is_repeated_in_each_further_field() -> None:
    game = encounter(2, 1, path=("5,6", "6,6", "7,6"))
    do(game, Move("b1", ("7,6",)), DECLINE)
    assert asked(game) == "red: CounterMoves"
    assert element(game, "b1").field == "7,6"


@pytest.mark.rule("WPR-gegenzug-unechter-5")
def test_a_mover_that_drives_too_fast_rolls_as_unarmed_and_keeps_its_fire() -> None:
    slow = encounter(2, 6)
    assert not element(slow, "b1").shot
    assert element(slow, "r1").fate == "lost"
    game = position({"b1": {**TANK, "field": "3,6"}, "b9": IDLE, **OUT_OF_POSITION}, dice=(2, 6))
    do(game, Move("b1", ("4,6", "5,6", "6,6")), DECLINE, CounterFire("r1", "gun_76_42", "b1"))
    assert element(game, "r1").fate == "board", "winning averts the effect"
    assert element(game, "r1").pinned == 0
    assert element(game, "b1").fate == "board"


# -- position markers --------------------------------------------------------------------------------------


def taking(elements: dict[str, dict[str, object]], **more: object) -> Game[Position]:
    return position(elements, item=("take-positions", "blue"), **more)


@pytest.mark.rule("WPR-stellung-1", "WPR-stellung-2")
def test_who_has_not_moved_may_take_a_marker_and_who_forgets_it_has_none() -> None:
    game = taking(
        {"b1": TANK, "b2": {**TANK, "field": "5,6", "moved": 1}, "b3": {"model": "lorry", "field": "1,1"}}
    )
    assert asked(game) == f"blue: {ChoosePositions.__name__}"
    assert "has moved" in refused(game, TakePositions(("b2",)))
    assert refused(game, TakePositions(("b3",)))
    forgetful = game.fork()
    do(game, TakePositions(("b1",)))
    assert element(game, "b1").position
    do(forgetful, TakePositions(()))
    assert not element(forgetful, "b1").position


@pytest.mark.rule("WPR-siedlungen-1", "WPR-gelaende-5")
def test_on_the_road_through_a_town_no_vehicle_takes_position() -> None:
    game = taking(
        {"b1": TANK, "b2": {**TANK, "field": "9,9"}},
        ground={"4,6": "building"},
        roads=(("3,6", "4,6", "5,6"),),
    )
    assert "road through" in refused(game, TakePositions(("b1",)))


def test_simultaneous_movers_are_answered_once_by_each_weapon() -> None:
    group = {"b1": {**TANK, "field": "5,6"}, "b2": {"model": "p5", "field": "5,7"}, "b9": IDLE}
    game = position({**group, "r1": GUN, "r2": {"model": "pak75", "field": "8,7"}}, dice=(NOTHING, NOTHING))
    do(game, SimultaneousMove((Move("b1", ("6,6",)), Move("b2", ("6,7",)))))
    do(game, CounterFire("r1", PAK, "b1"))
    assert {order.element for order in choices(game)} == {"r2"}
    do(game, CounterFire("r2", PAK, "b1"))
    assert asked(game) == "blue: GoOn"
    assert element(game, "b1").side == BLUE


@pytest.mark.rule("WPR-schein-1")
def test_where_a_dummy_seems_able_to_answer_its_owner_is_asked_like_that_of_a_real_gun() -> None:
    for gun, answers in (("pak75", True), ("dummy_gun", False)):
        game = approach({"r1": {**GUN, "model": gun, "position": True}}, "5,6", "6,6")
        assert ask_of(game)[0] == RED_SEAT
        assert bool(choices(game, CounterFire)) == answers
        do(game, DECLINE)
        assert ask_of(game)[0] == BLUE_SEAT


# -- enemy positions ---------------------------------------------------------------------------------------


def under_fire(work: Earthwork, **more: object) -> list[str]:
    """Figures walk into a field position under machine-gun fire: what helps or harms them."""
    elements = {"b1": {"model": "figures", "field": "4,6"}, "r1": {"model": "hmg_base", "field": "7,6"}}
    game = position({**elements, **more.pop("elements", {})}, earthworks={"5,6": work}, dice=(4,), **more)
    do(game, Move("b1", ("5,6",)))
    if game.waiting() == (RED_SEAT,) or choices(game, CounterFire):
        do(game, CounterFire("r1", "hmg", "b1"))
    (struck,) = happened(game, Struck)
    return [str(line.reason) for line in struck.modifiers]


COVER = "cover of a position or building"


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def test_an_empty_enemy_position_does_not_help_against_counter_moves_as_it_is_entered() -> None:
    assert COVER not in under_fire(Earthwork(2, side=RED))
    assert COVER in under_fire(Earthwork(2, side=BLUE))
    assert COVER in under_fire(Earthwork(2))


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def test_an_enemy_position_that_own_troops_hold_already_helps_who_comes() -> None:
    held = {"b2": {"model": "figures", "field": "5,6"}}
    assert COVER in under_fire(Earthwork(2, side=RED), elements=held)


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
@pytest.mark.parametrize("base", [{"aboard": "b2v"}, {"field": "5,6", "split": True}])
def test_a_carrier_that_has_just_driven_into_the_position_does_not_hold_it_yet(base: dict[str, Any]) -> None:
    carrier = {"b2v": {"model": "spw_mg", "field": "5,6", "moved": 2}, "b2": {"model": "figures", **base}}
    assert COVER not in under_fire(Earthwork(2, side=RED), elements=carrier)


@pytest.mark.rule("WPR-feindstellungen-1", "WPR-feindstellungen-2")
def test_an_enemy_position_does_not_help_who_comes_out_of_a_craft_against_counter_moves() -> None:
    boat = {"b1": {"model": "stormboat", "field": "6,5"}, "b2": {"model": "figures", "aboard": "b1"}}
    gun, works = {"r1": {"model": "hmg_base", "field": "9,5"}}, {"7,5": Earthwork(2, side=RED)}
    game = position({**boat, **gun}, ground={"6,5": "water"}, earthworks=works, dice=(4,))
    do(game, Disembark("b2", "7,5"), CounterFire("r1", "hmg", "b2"))
    (struck,) = happened(game, Struck)
    assert not struck.modifiers


@pytest.mark.rule("WPR-feindstellungen-2", "WPR-verdeckt-1")
def test_whose_position_it_was_is_not_forgotten_when_it_is_found() -> None:
    """In hidden play the standing orders answer."""
    fire = {RED_SEAT: Conduct(fire="fire")}
    for work in (Earthwork(2, side=RED), Earthwork(2, side=RED, seen=True)):
        assert COVER not in under_fire(work, mode="hidden", standing=fire)
