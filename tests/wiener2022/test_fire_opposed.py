"""Opposed rolls, encounters, and fire right after smoke has lifted or day has broken."""

from __future__ import annotations

from typing import Any

import pytest

from planspiel.kernel import Game, Modifiers
from planspiel.systems.wiener2022.aim import reply_refusal
from planspiel.systems.wiener2022.fire import DirectFire, OpposeFire, ReturnFire, counter_shot
from planspiel.systems.wiener2022.hits import BridgeStruck
from planspiel.systems.wiener2022.opposed import Duel, RollsTied, answer_of, opposed
from planspiel.systems.wiener2022.state import Bridge, Conduct, Position, Screen
from wiener2022.firing import running, scene
from wiener2022.positions import (
    BLUE_SEAT,
    RED_SEAT,
    ask_of,
    choices,
    declines,
    do,
    element,
    happened,
    position,
    refused,
)

FIELD = "5,5"
PAIR = {"b1": {"model": "p4", "field": "4,5"}, "r1": {"model": "t34_76", "field": FIELD}}


def rolling(ours: int, theirs: int, *dice: int, cancel: bool = True) -> Duel:
    """b1 against r1 with so many points each."""
    found: list[Duel] = []

    def script(game: Game[Position]) -> Any:
        a, b = Modifiers(), Modifiers()
        a.add(ours, "points", "WPR-gegenwehr-3")
        b.add(theirs, "points", "WPR-gegenwehr-3")
        found.append((yield from opposed(game, "b1", "r1", a, b, cancel=cancel)))

    position(PAIR, script=script, dice=dice)
    return found[0]


# -- the roll ----------------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gegenwehr-3")
def test_both_roll_with_their_points_and_the_higher_total_wins() -> None:
    assert rolling(0, 0, 4, 3).winner == "b1"
    found = rolling(0, 2, 4, 3)
    assert (found.winner, found.value, found.loser_value) == ("r1", 5, 4)


@pytest.mark.rule("WPR-gegenwehr-5")
def test_ones_and_twos_count_for_finding_the_winner_but_get_no_plus() -> None:
    assert rolling(0, 0, 2, 1).winner == "b1"
    found = rolling(3, 0, 2, 3)
    assert (found.winner, found.loser_value) == ("r1", 2)


@pytest.mark.rule("WPR-punktegleichheit-1")
def test_equal_totals_are_rolled_again_and_only_the_last_roll_counts() -> None:
    found = rolling(0, 0, 6, 6, 2, 3)
    assert (found.winner, found.value) == ("r1", 3)
    game = position(
        PAIR,
        script=running(lambda game: opposed(game, "b1", "r1", Modifiers(), Modifiers())),
        dice=(4, 4, 5, 1),
    )
    assert len(happened(game, RollsTied)) == 1


@pytest.mark.rule("WPR-kuerzung-1")
def test_in_duels_points_of_both_cancel() -> None:
    found = rolling(2, 1, 3, 6)
    assert (found.winner, found.value, found.loser_value) == ("r1", 6, 4)


@pytest.mark.rule("WPR-kuerzung-2")
def test_in_close_combat_they_do_not() -> None:
    found = rolling(2, 1, 3, 6, cancel=False)
    assert (found.winner, found.value, found.loser_value) == ("r1", 7, 5)


# -- encounters --------------------------------------------------------------------------------------------


def meeting(mover: dict[str, Any], reactor: dict[str, Any], *dice: int) -> Game[Position]:
    """b1 has moved to 5,5; r1 beside it, out of position, answers."""
    there = {"b1": {"model": "p4", "field": FIELD, "moved": 1, **mover}}
    here = {"r1": {"model": "t34_76", "field": "6,5", **reactor}}
    weapon = "gun_76_42" if here["r1"]["model"] == "t34_76" else "gun_88_71"
    return position(
        {**there, **here},
        script=running(lambda game: counter_shot(game, "r1", weapon, FIELD, False, "b1")),
        dice=dice,
    )


@pytest.mark.rule("WPR-gegenzug-unechter-3", "WPR-gegenwehr-4")
def test_in_an_encounter_only_the_loser_suffers_the_winners_effect() -> None:
    game = meeting({}, {}, 5, 4, 1)
    assert (element(game, "b1").pinned, element(game, "r1").pinned) == (5, 0)
    game = meeting({}, {}, 3, 6)
    assert (element(game, "b1").pinned, element(game, "r1").fate) == (0, "lost")


@pytest.mark.rule("WPR-gegenwehr-1", "WPR-gegenzug-1")
def test_neither_the_answer_nor_the_defence_uses_up_anybodys_fire() -> None:
    game = meeting({}, {}, 1, 2)
    assert not element(game, "b1").shot
    assert not element(game, "r1").shot
    assert element(game, "r1").fired_in == game.state.half


@pytest.mark.rule("WPR-gegenzug-unechter-5")
def test_a_mover_faster_than_combat_speed_only_averts_the_effect() -> None:
    game = meeting({"moved": 3}, {}, 3, 6)
    assert (element(game, "b1").pinned, element(game, "r1").fate) == (0, "board")
    slow = scene(
        {"b1": {"model": "p4", "field": FIELD, "moved": 2}, "r1": {"model": "t34_76", "field": "6,5"}}
    )
    fast = scene(
        {"b1": {"model": "p4", "field": FIELD, "moved": 3}, "r1": {"model": "t34_76", "field": "6,5"}}
    )
    for game, weapon in ((slow, "gun_75_48"), (fast, "")):
        found = answer_of(game.pack, game.state, game.state.elements["b1"], game.state.elements["r1"])
        assert found == weapon


@pytest.mark.rule("WPR-gegenwehr-6", "WPR-gegenwehr-10")
def test_an_unarmed_mover_or_one_that_cannot_hurt_wins_without_harm() -> None:
    game = meeting({"model": "krupp"}, {}, 3, 6)
    assert (element(game, "b1").fate, element(game, "r1").fate) == ("board", "board")
    game = meeting({"model": "sdkfz231"}, {}, 3, 6)
    assert (element(game, "b1").fate, element(game, "r1").fate) == ("board", "board")
    game = meeting({"model": "krupp"}, {}, 4, 3)
    assert element(game, "b1").fate == "lost"


@pytest.mark.rule("WPR-glueckstreffer-4")
def test_the_winner_of_an_encounter_may_have_a_lucky_hit() -> None:
    # T-34/76 against Panther at two fields: -1 for the Russian, +1 for the German.
    game = position(
        {
            "b1": {"model": "p5", "field": FIELD, "moved": 1},
            "r1": {"model": "t34_76", "field": "7,5"},
        },
        script=running(lambda game: counter_shot(game, "r1", "gun_76_42", FIELD, False, "b1")),
        dice=(6, 2, 4),
    )
    assert element(game, "b1").fate == "lost"


@pytest.mark.rule("WPR-gegenzug-1")
def test_a_real_counter_move_strikes_the_mover_alone_and_cannot_be_answered() -> None:
    elements = {
        "b1": {"model": "figures", "field": FIELD},
        "b2": {"model": "figures", "field": FIELD},
        "r1": {"model": "t34_76", "field": "6,5"},
    }
    game = position(
        elements, script=running(lambda game: counter_shot(game, "r1", "mg", FIELD, True, "b1")), dice=(4,)
    )
    assert (element(game, "b1").pinned, element(game, "b2").pinned) == (4, 0)


# -- smoke has lifted, day has broken ----------------------------------------------------------------------

SHOT = DirectFire("b1", "gun_75_48", "6,5")


def facing(*dice: int, **rest: Any) -> Game[Position]:
    """Tanks two fields apart, with others to keep the phase open."""
    elements = {
        "b1": {"model": "p4", "field": "4,5"},
        "r1": {"model": "t34_76", "field": "6,5"},
        "b9": {"model": "p4", "field": "11,11"},
        "r9": {"model": "figures", "field": "12,12"},
    }
    return position({**elements, **rest.pop("elements", {})}, dice=dice, **rest)


@pytest.mark.rule("WPR-nebel-12", "WPR-gegenwehr-2", "WPR-gegenzug-unechter-2")
def test_where_smoke_has_just_lifted_the_target_may_roll_against_the_fire() -> None:
    game = do(facing(3, 6, lifted=("5,5",)), SHOT)
    assert isinstance(ask_of(game)[1], OpposeFire)
    assert ask_of(game)[0] == RED_SEAT
    assert choices(game) == [ReturnFire("r1", "gun_76_42")]
    do(game, ReturnFire("r1", "gun_76_42"))
    assert (element(game, "b1").fate, element(game, "r1").pinned) == ("lost", 0)


@pytest.mark.rule("WPR-nebel-12")
def test_it_may_let_the_fire_come_and_elsewhere_it_is_not_asked() -> None:
    game = do(facing(4, lifted=("5,5",)), SHOT)
    declines(game)
    assert element(game, "r1").pinned == 4
    assert element(do(facing(4, lifted=("5,9",)), SHOT), "r1").pinned == 4
    unable = facing(4, lifted=("5,5",), elements={"r1": {"model": "t34_76", "field": "6,5", "pinned": 5}})
    assert element(do(unable, SHOT), "r1").pinned == 5


@pytest.mark.rule("WPR-nebel-12")
@pytest.mark.parametrize(("half", "asked"), [(1, True), (2, False)])
def test_at_daybreak_it_holds_in_the_first_half_turn_over_distances_dark_until_then(
    half: int, asked: bool
) -> None:
    dice = () if asked else (1,)
    game = do(facing(*dice, dawn=True, half=half), SHOT)
    assert (ask_of(game)[0] == RED_SEAT) is asked
    near = facing(1, dawn=True, elements={"r1": {"model": "t34_76", "field": "5,5"}})
    do(near, DirectFire("b1", "gun_75_48", "5,5"))
    assert ask_of(near)[0] == BLUE_SEAT


@pytest.mark.rule("WPR-nebel-12")
def test_only_those_fired_at_may_answer_with_a_weapon_that_can() -> None:
    game = do(facing(lifted=("5,5",)), SHOT)
    assert "WPR-nebel-12" in refused(game, ReturnFire("r9", "small_arms"))
    assert "WPR-gegenwehr-10" in refused(game, ReturnFire("r1", "mg"))


@pytest.mark.rule("WPR-fahrzeuge-3")
def test_a_lorry_from_which_its_figures_fire_is_what_the_answer_strikes() -> None:
    lorry = {
        "b1": {"model": "hmg_base", "aboard": "b1v", "mate": "b1v"},
        "b1v": {"model": "krupp", "field": "4,5"},
        "r1": {"model": "hmg_base", "field": "6,5"},
    }
    game = do(facing(2, 4, 1, lifted=("5,5",), elements=lorry), DirectFire("b1", "hmg", "6,5"))
    do(game, ReturnFire("r1", "hmg"))
    assert (element(game, "b1v").fate, element(game, "b1").aboard) == ("lost", "")


@pytest.mark.rule("WPR-mitfahren-2")
def test_in_an_encounter_fire_that_cannot_hurt_the_tank_throws_off_its_riders() -> None:
    riders = {"b1": {"model": "p5", "field": FIELD, "moved": 3}, "b2": {"model": "figures", "aboard": "b1"}}
    game = position(
        {**riders, "r1": {"model": "sdkfz231", "field": "6,5"}},
        script=running(lambda game: counter_shot(game, "r1", "mg", FIELD, False, "b1")),
        dice=(4, 1),
    )
    assert (element(game, "b1").pinned, element(game, "b2").aboard, element(game, "b2").pinned) == (0, "", 4)


@pytest.mark.rule("WPR-massierung-3")
def test_if_the_firer_wins_his_die_counts_for_the_whole_field() -> None:
    more = {"elements": {"r2": {"model": "figures", "field": "6,5"}}}
    game = do(facing(5, 2, 1, lifted=("5,5",), **more), SHOT)
    do(game, ReturnFire("r1", "gun_76_42"))
    assert (element(game, "r1").pinned, element(game, "r2").pinned) == (5, 5)


@pytest.mark.rule("WPR-massierung-1", "WPR-bruecken-4")
@pytest.mark.parametrize(("dice", "struck"), [((5, 2, 1), [5]), ((2, 5, 1), [])])
def test_if_the_firer_wins_his_die_strikes_the_bridge_in_the_field_too(
    dice: tuple[int, ...], struck: list[int]
) -> None:
    bridges = {"6,5": Bridge("engineer", "EW")}
    game = do(facing(*dice, lifted=("5,5",), ground={"6,5": "water"}, bridges=bridges), SHOT)
    do(game, ReturnFire("r1", "gun_76_42"))
    assert [event.natural for event in happened(game, BridgeStruck)] == struck
    assert (game.state.bridges["6,5"].closed_until > 0) is bool(struck)


@pytest.mark.rule("WPR-nebel-12")
@pytest.mark.parametrize(("conduct", "fired"), [("ask", True), ("fire", True), ("hold", False)])
def test_in_hidden_play_standing_orders_answer(conduct: Any, fired: bool) -> None:
    dice = (3, 6) if fired else (4,)
    orders = {"r1": Conduct(fire=conduct)}
    game = do(facing(*dice, lifted=("5,5",), mode="hidden", conduct=orders), SHOT)
    assert (element(game, "b1").fate == "lost") is fired


@pytest.mark.rule("WPR-erkennen-getarnt-1", "WPR-erkennen-getarnt-5", "WPR-tarnen-4")
@pytest.mark.parametrize(
    ("model", "dice", "net"),
    [("t34_76", (3, 6), False), ("pak75", (3, 6, 3), True), ("pak75", (3, 6, 4), False)],
)
def test_who_fires_back_from_under_a_net_betrays_itself(model: str, dice: tuple[int, ...], net: bool) -> None:
    others = {"r2": {"model": "lorry", "field": "6,5"}, "b2": {"model": "figures", "field": "4,6"}}
    hidden = {"r1": {"model": model, "field": "6,5", "camouflaged": True}}
    game = do(facing(*dice, lifted=("5,5",), elements={**others, **hidden}), SHOT)
    do(game, choices(game)[0])
    assert element(game, "b1").fate == "lost"
    assert element(game, "r1").camouflaged is net


@pytest.mark.rule("WPR-nebel-1")
def test_smoke_prevents_direct_fire_through_its_field() -> None:
    assert "WPR-nebel-1" in refused(facing(smoke={"5,5": Screen(None)}), SHOT)
    assert not refused(facing(), SHOT)


# -- who can answer ----------------------------------------------------------------------------------------


@pytest.mark.rule("WPR-gegenzug-echter-9")
@pytest.mark.parametrize(
    ("state", "said"),
    [
        ({"field": "6,5"}, ""),
        ({"field": "6,5", "pinned": 4}, ""),
        ({"field": "6,5", "pinned": 5}, "WPR-niederhaltung-4"),
        ({"aboard": "r1v"}, "WPR-gegenzug-echter-9"),
        ({"field": "9,5"}, "WPR-schussweiten-1"),
    ],
)
def test_only_an_unlimbered_gun_in_range_that_is_not_pinned_down_answers(
    state: dict[str, Any], said: str
) -> None:
    elements = {
        "b1": {"model": "p4", "field": FIELD},
        "r1": {"model": "pak75", **state},
        "r1v": {"model": "krupp", "field": "6,5"},
    }
    if "aboard" not in state:
        elements["r1v"] = {"model": "krupp", "field": "12,12"}
    game = scene(elements)
    mover, gun = game.state.elements["b1"], game.state.elements["r1"]
    refusal = reply_refusal(game.pack, game.state, gun, "gun_75_46", mover)
    assert (refusal.cite if refusal else "") == said


@pytest.mark.rule("WPR-erkennen-9")
def test_an_answer_needs_the_eyes_of_the_gun_itself() -> None:
    elements = {
        "b1": {"model": "figures", "field": FIELD},
        "r1": {"model": "pak75", "field": "7,5"},
        "r2": {"model": "figures", "field": "5,6"},
    }
    game = scene(elements, ground={FIELD: "building"})
    mover, gun = game.state.elements["b1"], game.state.elements["r1"]
    refusal = reply_refusal(game.pack, game.state, gun, "gun_75_46", mover)
    assert refusal is not None
    assert refusal.cite == "WPR-erkennen-9"
