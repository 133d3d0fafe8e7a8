"""9: close combat, its rounds, its choices and its end."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from blitzkrieg1940.firing import (
    APC,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    GERMAN_MG,
    H35,
    PZ4,
    RIFLES,
    RIFLES_2,
    RIFLES_3,
    S35,
    answer,
    asked,
    assaulting,
    factor,
    reasons,
    refused,
    scene,
    with_counter,
)
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, choices, pack, position
from planspiel.kernel import DECLINE, Decline, Game, Order, Script
from planspiel.systems.blitzkrieg1940 import close_combat, fire, march
from planspiel.systems.blitzkrieg1940.close_combat_orders import (
    Engage,
    FallBack,
    FightOn,
    LeaveCombat,
    StandFast,
    Withdraw,
)
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.results import LoseStep
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Attacker, Position

HEX, FROM = "1411", "1410"
THERE = {"hex": HEX}
SHAKEN = {"hex": HEX, "neutralised": True}
DUEL = {RIFLES: THERE, FRENCH_INFANTRY: THERE}
"""A rifle company has entered the hex of a dragoon squadron. Both fire with 4 + 1: column 5."""

NOTHING, N, STEP = (1, 1), (4, 4), (5, 6)
"""Rolls in column 5 against infantry."""


def fight(
    units: dict[str, dict[str, Any]],
    *rolls: tuple[int, int],
    attackers: tuple[str, ...] = (RIFLES,),
    **more: Any,
) -> Game[Position]:
    dice = tuple(pip for roll in rolls for pip in roll)
    script = assaulting(HEX, *(Attacker(name, FROM) for name in attackers), into=more.pop("into", None))
    return position(units=units, script=script, dice=dice, **more)


def hexes(orders: list[Order]) -> set[str]:
    return {order.hex for order in orders if isinstance(order, Withdraw)}


def neighbours() -> set[str]:
    return set(pack().theatre("hannut").board.neighbours(HEX))


# -- beginning and modifiers ---------------------------------------------------------------------------


@pytest.mark.rule("BLK-9-A")
def test_moving_into_an_enemy_occupied_hex_is_close_combat() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from march.march(game, march.Move((RIFLES,), (HEX,)))

    units = {RIFLES: {"hex": FROM}, FRENCH_INFANTRY: THERE}
    game = position(units=units, script=script, dice=N, activation={"formations": ("i-12-schr",)})
    assert game.state.combat is not None
    assert (game.state.combat.hex, game.state.combat.defenders) == (HEX, (FRENCH_INFANTRY,))
    assert asked(game) == (GERMAN_SEAT, "AttackerNeutralised")


@pytest.mark.rule("BLK-9-B", "BLK-9.1.2-A")
def test_the_modifiers_of_close_combat_stand_on_the_chart() -> None:
    state = scene(DUEL)
    shot = Shot(RIFLES, FRENCH_INFANTRY, "close")
    assert reasons(state, shot) == {"close combat": 1}
    charts = replace(pack().charts, fire=replace(pack().fire, close_combat=3))
    assert reasons(state, shot, replace(pack(), charts=charts)) == {"close combat": 3}


@pytest.mark.rule("BLK-9.1.2-G1")
def test_plus_one_counts_for_both_sides_and_range_0_does_not_forbid_the_fire() -> None:
    state = scene(DUEL)
    defence = Shot(FRENCH_INFANTRY, RIFLES, "close", defending=True)
    assert reasons(state, defence) == {"close combat": 1}
    assert fire.shot_refusal(with_counter("fr_drp", range=0), state, defence) is None


@pytest.mark.rule("BLK-9.1.2-X1")
def test_the_defender_has_the_cover_of_the_hex_and_the_attacker_none() -> None:
    in_village = {RIFLES: {"hex": "1012"}, FRENCH_INFANTRY: {"hex": "1012"}}
    state = scene(in_village)
    attack, defence = (
        Shot(RIFLES, FRENCH_INFANTRY, "close"),
        Shot(FRENCH_INFANTRY, RIFLES, "close", defending=True),
    )
    assert reasons(state, attack) == {"close combat": 1, "target in a village": -2}
    assert reasons(state, defence) == {"close combat": 1}
    charts = replace(pack().charts, fire=replace(pack().fire, cover_for_close_combat_attacker=True))
    assert reasons(state, defence, replace(pack(), charts=charts)) == {
        "close combat": 1,
        "target in a village": -2,
    }


@pytest.mark.rule("BLK-9.1.1-G2")
def test_a_stack_that_enters_together_fights_one_combat() -> None:
    units = {**DUEL, RIFLES_2: THERE}
    game = fight(units, NOTHING, NOTHING, STEP, attackers=(RIFLES, RIFLES_2))
    assert asked(game) == (FRENCH_SEAT, "NameTarget")
    answer(game, Engage(RIFLES_2))
    assert game.state.units[FRENCH_INFANTRY].steps == 1  # one shot of the defender, two of the attackers


@pytest.mark.rule("BLK-9.1.2-G2")
def test_every_company_fires_once_a_round_at_a_target_of_its_choice_and_hqs_take_no_part() -> None:
    units = {**DUEL, FRENCH_MG: THERE, FRENCH_HQ: THERE}
    game = fight(units, NOTHING, NOTHING, STEP)  # two defenders, one attacker, no more dice
    assert choices(game) == [Engage(FRENCH_INFANTRY), Engage(FRENCH_MG)]
    answer(game, Engage(FRENCH_MG))
    assert game.state.units[FRENCH_MG].steps == 1
    assert refused(game.state, Shot(RIFLES, FRENCH_HQ, "close")) == "BLK-9.1.2-G2"


# -- the first round -----------------------------------------------------------------------------------


@pytest.mark.rule("BLK-9.1.2-B")
def test_the_defender_fires_first_and_the_attacker_suffers_it_at_once() -> None:
    game = fight({**DUEL, RIFLES: {"hex": HEX, "steps": 1}, RIFLES_2: {"hex": "1609"}}, STEP)
    assert game.state.units[RIFLES].fate == "dead"
    assert game.over  # it never fired


@pytest.mark.rule("BLK-9.1.2-C")
def test_a_neutralised_attacker_may_lose_a_step_and_fight_on() -> None:
    game = fight(DUEL, N, NOTHING)
    assert choices(game) == [FallBack(), LoseStep(RIFLES)]
    answer(game, LoseStep(RIFLES))
    attacker = game.state.units[RIFLES]
    assert (attacker.steps, attacker.neutralised, attacker.hex) == (1, False, HEX)
    assert asked(game) == (FRENCH_SEAT, "LeaveOrFightOn")


@pytest.mark.rule("BLK-9.1.2-D")
def test_else_the_neutralised_attacker_falls_back_to_where_it_came_from() -> None:
    game = fight(DUEL, N)
    answer(game, FallBack())
    attacker = game.state.units[RIFLES]
    assert (attacker.hex, attacker.neutralised) == (FROM, True)
    assert game.over


@pytest.mark.rule("BLK-9.1.2-E")
def test_the_surviving_attacker_fires_back() -> None:
    game = fight(DUEL, NOTHING, STEP)
    assert game.state.units[FRENCH_INFANTRY].steps == 1


@pytest.mark.rule("BLK-9.1.2-F")
def test_a_neutralised_defender_loses_a_step_and_stays_or_retreats_neutralised() -> None:
    game = fight(DUEL, NOTHING, N)
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
    assert LoseStep(FRENCH_INFANTRY) in choices(game)
    away = game.fork()
    answer(game, LoseStep(FRENCH_INFANTRY))
    defender = game.state.units[FRENCH_INFANTRY]
    assert (defender.hex, defender.steps, defender.neutralised) == (HEX, 1, False)
    answer(away, Withdraw("1412"))
    defender = away.state.units[FRENCH_INFANTRY]
    assert (defender.hex, defender.steps, defender.neutralised) == ("1412", 2, True)


@pytest.mark.rule("BLK-9.1.2-G")
def test_a_defender_that_lost_a_step_may_stay_or_retreat() -> None:
    game = fight(DUEL, NOTHING, STEP)
    assert asked(game) == (FRENCH_SEAT, "DefenderReduced")
    away = game.fork()
    answer(game, StandFast())
    assert game.state.units[FRENCH_INFANTRY].hex == HEX
    answer(away, Withdraw("1412"))
    defender = away.state.units[FRENCH_INFANTRY]
    assert (defender.hex, defender.neutralised) == ("1412", False)


@pytest.mark.rule("BLK-9.1.2-H")
def test_a_defender_neutralised_before_owes_nothing_if_the_attacker_is_driven_off() -> None:
    units = {RIFLES: THERE, FRENCH_INFANTRY: SHAKEN}
    pressed = fight(units, NOTHING, NOTHING)
    assert asked(pressed) == (FRENCH_SEAT, "DefenderNeutralised")
    free = fight(units, (4, 5))  # column 3, roll 9: the attacker is neutralised
    answer(free, FallBack())
    assert free.over
    assert free.state.units[FRENCH_INFANTRY].hex == HEX


@pytest.mark.rule("BLK-9.1.2-G3")
def test_a_neutralised_attacker_that_cannot_get_back_is_eliminated() -> None:
    game = fight({**DUEL, FRENCH_MG: {"hex": FROM}, RIFLES_2: {"hex": "1609"}}, N)
    answer(game, FallBack())
    assert game.state.units[RIFLES].fate == "dead"


@pytest.mark.rule("BLK-9.1.2-G3")
def test_an_attacker_goes_on_from_a_full_hex() -> None:
    full = {name: {"hex": FROM} for name in (RIFLES_2, RIFLES_3, GERMAN_MG)}
    game = fight({**DUEL, **full}, N)
    answer(game, FallBack())
    while not game.over:
        answer(game, choices(game)[0])
    assert game.state.units[RIFLES].hex not in ("", FROM, HEX)


# -- neutralised before the combat, in column ----------------------------------------------------------


@pytest.mark.rule("BLK-9.1.5-D")
def test_a_defender_neutralised_before_fires_handicapped_in_the_first_round() -> None:
    state = scene({RIFLES: THERE, FRENCH_INFANTRY: SHAKEN})
    shot = Shot(FRENCH_INFANTRY, RIFLES, "close", first_round=True, defending=True)
    assert reasons(state, shot) == {"close combat": 1, "firer neutralised before the combat": -2}
    game = fight({RIFLES: THERE, FRENCH_INFANTRY: SHAKEN}, (6, 6), NOTHING)
    assert game.state.units[RIFLES].steps == 1  # column 3, roll 12
    assert game.state.combat is not None
    assert game.state.combat.neutralised_before == (FRENCH_INFANTRY,)


@pytest.mark.rule("BLK-9.1.5-E", "BLK-9.1.5-G1")
def test_after_the_first_fire_it_must_retreat_or_lose_a_step() -> None:
    units = {RIFLES: THERE, FRENCH_INFANTRY: {**SHAKEN, "steps": 1}, FRENCH_MG: {"hex": "1409"}}
    game = fight(units, NOTHING, NOTHING)
    away = game.fork()
    answer(game, LoseStep(FRENCH_INFANTRY))
    assert game.state.units[FRENCH_INFANTRY].fate == "dead"
    answer(away, Withdraw("1412"))
    defender = away.state.units[FRENCH_INFANTRY]
    assert (defender.hex, defender.neutralised) == ("1412", True)


@pytest.mark.rule("BLK-9.1.5-X1")
def test_a_further_n_is_the_same_choice_without_panic_and_the_step_pays_for_all() -> None:
    game = fight({RIFLES: THERE, FRENCH_INFANTRY: SHAKEN}, NOTHING, N)
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
    answer(game, LoseStep(FRENCH_INFANTRY))
    defender = game.state.units[FRENCH_INFANTRY]
    assert (defender.steps, defender.neutralised) == (1, False)
    assert asked(game) == (FRENCH_SEAT, "LeaveOrFightOn")  # nothing more is owed


@pytest.mark.rule("BLK-9.1.5-F")
def test_a_column_is_handicapped_in_the_first_round_only() -> None:
    units = {RIFLES: {"hex": HEX, "column": True}, FRENCH_INFANTRY: THERE}
    first = Shot(RIFLES, FRENCH_INFANTRY, "close", first_round=True)
    assert reasons(scene(units), first) == {"close combat": 1, "firer in column, first round": -1}
    game = fight(units, NOTHING, (4, 4), NOTHING, STEP)  # column 4 with an 8: nothing
    answer(game, FightOn(), FightOn())
    assert not game.state.units[RIFLES].column
    assert game.state.units[FRENCH_INFANTRY].steps == 1


# -- further rounds ------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-9.1.3-A")
def test_if_both_stay_everybody_fires_again() -> None:
    game = fight(DUEL, NOTHING, NOTHING, NOTHING, NOTHING)
    answer(game, FightOn(), FightOn())
    assert game.state.combat is not None
    assert game.state.combat.round == 2
    assert asked(game) == (FRENCH_SEAT, "LeaveOrFightOn")


@pytest.mark.rule("BLK-9.1.3-B")
def test_from_the_second_round_on_both_sides_fire_on_the_position_before_it() -> None:
    last = {"hex": HEX, "steps": 1}
    units = {RIFLES: last, FRENCH_INFANTRY: last, RIFLES_2: {"hex": "1609"}, FRENCH_MG: {"hex": "1209"}}
    game = fight(units, NOTHING, NOTHING, (6, 6), (6, 6))
    answer(game, FightOn(), FightOn())
    assert game.state.units[RIFLES].fate == "dead"
    assert game.state.units[FRENCH_INFANTRY].fate == "dead"


@pytest.mark.rule("BLK-9.1.3-X1")
def test_both_may_be_hit_at_once_the_defender_decides_first_and_the_hex_may_end_up_empty() -> None:
    game = fight(DUEL, NOTHING, NOTHING, N, N, control={HEX: FRENCH})
    answer(game, FightOn(), FightOn())
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
    answer(game, Withdraw("1412"))
    assert asked(game) == (GERMAN_SEAT, "AttackerNeutralised")
    answer(game, FallBack())
    assert game.over
    assert not [u for u in game.state.units.values() if u.hex == HEX]
    assert game.state.control[HEX] == FRENCH


@pytest.mark.rule("BLK-9.1.3-X2", "BLK-6.3.3-D")
def test_after_each_round_units_may_leave_the_defender_first() -> None:
    game = fight(DUEL, NOTHING, NOTHING)
    assert asked(game) == (FRENCH_SEAT, "LeaveOrFightOn")
    stays = game.fork()
    answer(game, LeaveCombat(FRENCH_INFANTRY, "1412"))
    assert game.over
    assert game.state.units[FRENCH_INFANTRY].hex == "1412"
    answer(stays, FightOn())
    assert asked(stays) == (GERMAN_SEAT, "LeaveOrFightOn")
    answer(stays, LeaveCombat(RIFLES, FROM))
    assert stays.over
    assert stays.state.units[RIFLES].hex == FROM


@pytest.mark.rule("BLK-9.1.5-G3")
def test_an_attacker_leaves_by_the_hex_it_came_from_alone() -> None:
    game = fight(DUEL, NOTHING, NOTHING)
    answer(game, FightOn())
    assert choices(game) == [FightOn(), LeaveCombat(RIFLES, FROM)]
    answer(game, LeaveCombat(RIFLES, FROM))
    assert game.state.units[RIFLES].hex == FROM


# -- the end -------------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-9.1.4-A")
def test_the_combat_ends_when_one_side_is_gone_and_the_winner_holds_the_hex() -> None:
    game = fight(DUEL, NOTHING, N, control={HEX: FRENCH})
    answer(game, Withdraw("1412"))
    assert game.state.combat is None
    assert game.state.control[HEX] == GERMAN


@pytest.mark.rule("BLK-9.1.4-G1")
def test_where_nobody_can_hurt_anybody_the_attacker_goes_back() -> None:
    tank, char = "ii-pzr-8/3", "4-bcc/1"
    at, origin = "0611", "0711"
    units = {
        tank: {"hex": at, "steps": 1},
        char: {"hex": at, "steps": 1, "out_of_command": True},
    }
    tired = {"ii-pzr-8": {"exhausted": True}, "4-bcc": {"exhausted": True}}
    game = position(
        scenario="stonne",
        units=units,
        formations=tired,
        script=assaulting(at, Attacker(tank, origin)),
        dice=(*NOTHING, *NOTHING),
    )
    attack, defence = Shot(tank, char, "close"), Shot(char, tank, "close", defending=True)
    assert [factor(game.state, attack), factor(game.state, defence)] == [-1, -1]  # nothing but a red N
    answer(game, FightOn(), FightOn())
    assert game.over
    assert game.state.units[tank].hex == origin
    assert game.state.units[char].hex == at


@pytest.mark.rule("BLK-9.1.5-A")
@pytest.mark.parametrize(("steps", "fate"), [(1, "dead"), (2, "map")])
def test_a_defender_that_cannot_retreat_pays_unasked_and_dies_of_it_on_its_last_step(
    steps: int, fate: str
) -> None:
    germans = ("i-12-schr/2", "i-12-schr/3", "i-12-schr/4", "ii-12-schr/1", "ii-12-schr/2")
    ring = {name: {"hex": hex_} for name, hex_ in zip(germans, sorted(neighbours() - {FROM}), strict=True)}
    units = {RIFLES: THERE, FRENCH_INFANTRY: {"hex": HEX, "steps": steps}, FRENCH_MG: {"hex": "1206"}, **ring}
    game = fight(units, NOTHING, N)
    defender = game.state.units[FRENCH_INFANTRY]
    assert (defender.fate, defender.steps, defender.neutralised) == (fate, steps - 1, False)
    assert game.over or asked(game) == (GERMAN_SEAT, "LeaveOrFightOn")


@pytest.mark.rule("BLK-9.1.5-B")
def test_nobody_retreats_to_where_an_attacker_came_from() -> None:
    game = fight(DUEL, NOTHING, N)
    assert hexes(choices(game)) == neighbours() - {FROM}


@pytest.mark.rule("BLK-9.1.5-C", "BLK-9.1.5-G2")
def test_a_retreat_into_a_full_hex_goes_on() -> None:
    full = {name: {"hex": "1412"} for name in (FRENCH_MG, S35, H35)}
    game = fight({**DUEL, **full}, NOTHING, N)
    answer(game, Withdraw("1412"))
    while not game.over:
        answer(game, choices(game)[0])
    assert game.state.units[FRENCH_INFANTRY].hex not in (HEX, "1412", "")


@pytest.mark.rule("BLK-3.2-G3")
def test_an_hq_may_leave_with_its_last_companion() -> None:
    game = fight({**DUEL, FRENCH_HQ: THERE}, NOTHING, N)
    answer(game, Withdraw("1412"))
    assert asked(game) == (FRENCH_SEAT, "HqMayFollow")
    left_alone = game.fork()
    answer(game, Withdraw("1412"))
    assert game.state.units[FRENCH_HQ].hex == "1412"
    answer(left_alone, StandFast())
    assert left_alone.state.units[FRENCH_HQ].fate == "track"
    not_the_last = fight({**DUEL, FRENCH_MG: THERE, FRENCH_HQ: THERE}, NOTHING, NOTHING, N)
    answer(not_the_last, Engage(FRENCH_INFANTRY), Withdraw("1412"))
    assert asked(not_the_last) != (FRENCH_SEAT, "HqMayFollow")


@pytest.mark.rule("BLK-3.2-G2")
def test_an_hq_whose_companions_are_eliminated_is_overrun() -> None:
    units = {
        RIFLES: THERE,
        FRENCH_INFANTRY: {"hex": HEX, "steps": 1},
        FRENCH_HQ: THERE,
        FRENCH_MG: {"hex": "1206"},
    }
    game = fight(units, NOTHING, STEP)
    assert game.state.units[FRENCH_HQ].fate == "track"


@pytest.mark.rule("BLK-12.2-FR-X3")
def test_an_attacker_from_off_the_map_goes_back_there() -> None:
    game = position(units=DUEL, script=assaulting(HEX, Attacker(RIFLES, "")), dice=N)
    answer(game, FallBack())
    attacker = game.state.units[RIFLES]
    assert (attacker.fate, attacker.hex, attacker.neutralised) == ("due", "", True)


# -- going on after the combat -------------------------------------------------------------------------

WEAK = {"hex": HEX, "steps": 1}
RESERVE = {"i-11-rdp/4": {"hex": "1206"}, "2-cuir/8": {"hex": "1206"}}


@pytest.mark.rule("BLK-9.2-A")
@pytest.mark.parametrize(
    ("attacker", "defender", "goes_on"),
    [
        (PZ4, FRENCH_INFANTRY, True),
        ("kg/3", FRENCH_MG, True),
        (RIFLES, FRENCH_INFANTRY, False),
        (PZ4, H35, False),
    ],
)
def test_only_tanks_and_armoured_cars_go_on_and_only_after_soft_defenders(
    attacker: str, defender: str, goes_on: bool
) -> None:
    left: list[tuple[str, ...]] = []
    units = {attacker: THERE, defender: WEAK, **RESERVE}
    fight(units, NOTHING, (6, 6), attackers=(attacker,), into=left)
    assert left == [(attacker,) if goes_on else ()]


@pytest.mark.rule("BLK-9.2-B")
def test_such_a_unit_may_fight_another_close_combat_if_its_points_suffice() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from march.march(game, march.Move((PZ4,), (HEX,)))

    units = {PZ4: {"hex": FROM}, FRENCH_INFANTRY: WEAK, FRENCH_MG: {"hex": "1412", "steps": 1}, **RESERVE}
    dice = (*NOTHING, 6, 6, *NOTHING, 6, 6)
    game = position(units=units, script=script, dice=dice, activation={"formations": ("i-5-pzr",)})
    while not game.over:
        again = march.Move((PZ4,), ("1412",))
        found = choices(game)
        answer(game, again if again in found else _decline(game, found))
    assert game.state.units[FRENCH_MG].fate == "dead"
    assert game.state.units[PZ4].hex == "1412"


def _decline(game: Game[Position], found: list[Order]) -> Order | Decline:
    _, kind = asked(game)
    return DECLINE if kind == "ReactToMovement" else found[0]


@pytest.mark.rule("BLK-9.2-G1")
def test_guns_motorcycles_and_machine_guns_are_soft_and_any_vehicle_is_not() -> None:
    units = dict.fromkeys((FRENCH_MG, "11-rdp-at", "i-11-rdp/2", FRENCH_INFANTRY), THERE)
    state = scene({**units, H35: THERE})
    soft = [state.units[name] for name in units]
    assert close_combat.is_soft_target(pack(), soft)
    assert not close_combat.is_soft_target(pack(), [*soft, state.units[H35]])


@pytest.mark.rule("BLK-12.1-SPECIAL-H")
def test_a_carrier_may_attack_together_with_its_company() -> None:
    units = {APC: THERE, RIFLES: {"hex": HEX, "carrier": APC}, FRENCH_INFANTRY: THERE}
    game = fight(units, NOTHING, (3, 4), attackers=(APC,))
    assert asked(game) == (GERMAN_SEAT, "NameTarget")
    answer(game, Engage(FRENCH_INFANTRY, RIFLES))
    # One roll in column 2 + 4 + 1 = 7: a 7 is a red N, which the carrier alone would not have reached.
    assert asked(game) == (FRENCH_SEAT, "DefenderNeutralised")
