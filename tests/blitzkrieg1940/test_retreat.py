"""6.3.3 and 6.4: when a unit may retreat, where to, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    GERMAN_MG,
    H35,
    PZ2,
    PZ3,
    RIFLES,
    S35,
    calling,
    scene,
)
from blitzkrieg1940.moving import acting, do, go, question, undisturbed, with_ground
from blitzkrieg1940.positions import choices, pack, position, said
from planspiel.kernel import DECLINE, Game, Script
from planspiel.systems.blitzkrieg1940 import retreat
from planspiel.systems.blitzkrieg1940.actions import Fire
from planspiel.systems.blitzkrieg1940.indirect import CallFire
from planspiel.systems.blitzkrieg1940.reaction_orders import CounterFire, Retreat
from planspiel.systems.blitzkrieg1940.retreat import GoFarther
from planspiel.systems.blitzkrieg1940.state import Position

CUIR = ("2-cuir/1", "2-cuir/2", "2-cuir/3", "2-cuir/4", "2-cuir/5", "2-cuir/6")


def panzers(units: dict[str, dict[str, Any]], dice: tuple[int, ...] = (), **more: Any) -> Game[Position]:
    """A German tank at 1407 has moved to 1408."""
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, **units}, dice=dice, **more)
    do(game, go(PZ3, "1408"))
    return game


def withdrawing(unit: str, to: str) -> Any:
    def script(game: Game[Position]) -> Script[None]:
        yield from retreat.retreat(game, unit, to, "BLK-6.3.3-F")

    return script


@pytest.mark.rule("BLK-6.3.3-A")
def test_a_unit_that_sees_the_mover_may_retreat() -> None:
    seen = panzers({FRENCH_INFANTRY: {"hex": "1412"}})
    assert Retreat(FRENCH_INFANTRY, "1413") in choices(seen)
    game = panzers({FRENCH_INFANTRY: {"hex": "1412"}, FRENCH_MG: {"hex": "0105"}})
    assert "sees no enemy that moves" in said(game, Retreat(FRENCH_MG, "0104"))
    units = {FRENCH_INFANTRY: {"hex": "1409"}, FRENCH_MG: {"hex": "1412"}}
    behind_a_wood = panzers(units, data=with_ground({"1410": "wood"}))
    assert "sees no enemy that moves" in said(behind_a_wood, Retreat(FRENCH_MG, "1413"))
    assert {order.unit for order in choices(behind_a_wood, Retreat)} == {FRENCH_INFANTRY}


@pytest.mark.rule("BLK-3.2-G3")
def test_an_hq_may_retreat_from_an_enemy_in_sight() -> None:
    game = panzers({FRENCH_HQ: {"hex": "1412"}})
    assert Retreat(FRENCH_HQ, "1413") in choices(game)
    do(game, Retreat(FRENCH_HQ, "1413"))
    assert game.state.units[FRENCH_HQ].hex == "1413"


@pytest.mark.rule("BLK-6.3.3-B")
def test_a_unit_beside_the_mover_may_retreat_whatever_the_terrain() -> None:
    # Rifles in a wood are hard to see from afar, but not from the next hex.
    game = acting("i-12-schr", {RIFLES: {"hex": "1505"}, FRENCH_INFANTRY: {"hex": "1503"}})
    do(game, go(RIFLES, "1504"))
    assert Retreat(FRENCH_INFANTRY, "1502") in choices(game)


@pytest.mark.rule("BLK-6.3.3-C")
def test_a_unit_that_was_fired_at_may_retreat_and_others_may_not() -> None:
    game = acting(
        "i-5-pzr", {PZ3: {"hex": "1407"}, H35: {"hex": "1409"}, FRENCH_HQ: {"hex": "1409"}}, dice=(1, 1)
    )
    do(game, Fire(PZ3, H35))
    assert "has not been fired at" in said(game, Retreat(FRENCH_HQ, "1410"))
    do(game, Retreat(H35, "1410"))
    assert game.state.units[H35].hex == "1410"


@pytest.mark.rule("BLK-6.3.3-E", "BLK-6.3.3-F")
def test_the_retreat_is_made_during_the_enemys_move_to_the_hex_named() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1410"}})
    do(game, go(PZ3, "1408", "1409"), Retreat(FRENCH_MG, "1411"))
    assert game.state.units[FRENCH_MG].hex == "1411"
    assert game.state.units[PZ3].hex == "1408"
    assert question(game) == "german: GoOn"


@pytest.mark.rule("BLK-6.3.3-G")
def test_a_retreat_avoids_hexes_with_enemies() -> None:
    state = scene({H35: {"hex": "1409"}, PZ3: {"hex": "1408"}, "i-12-schr/hq": {"hex": "1410"}})
    assert retreat.retreat_hexes(pack(), state, state.units[H35]) == ("1308", "1309", "1508", "1509")


@pytest.mark.rule("BLK-6.3.3-X2")
def test_a_retreat_needs_no_points_and_knows_no_direction_but_stays_on_passable_ground() -> None:
    closed = with_ground({"1410": "impassable"})
    state = scene({H35: {"hex": "1409", "out_of_command": True}}, data=closed)
    hexes = retreat.retreat_hexes(closed, state, state.units[H35])
    assert hexes == ("1308", "1309", "1408", "1508", "1509")
    corner = scene({H35: {"hex": "0101"}})
    assert len(retreat.retreat_hexes(pack(), corner, corner.units[H35])) < 6


@pytest.mark.rule("BLK-6.3.3-X2")
def test_a_carrier_takes_its_company_along_and_command_is_tested() -> None:
    units = {APC: {"hex": "1409"}, RIFLES: {"hex": "1409", "carrier": APC}, "i-12-schr/hq": {"hex": "1406"}}
    game = position(units=units, script=withdrawing(APC, "1410"))
    assert (game.state.units[APC].hex, game.state.units[RIFLES].hex) == ("1410", "1410")
    assert game.state.units[RIFLES].out_of_command
    assert not game.state.units[APC].out_of_command  # independent


@pytest.mark.rule("BLK-6.3.3-X2")
def test_a_retreat_along_a_road_forms_no_column() -> None:
    units = {APC: {"hex": "1411"}, RIFLES: {"hex": "1411", "carrier": APC}}
    game = position(units=units, script=withdrawing(APC, "1511"))
    assert [game.state.units[name].hex for name in units] == ["1511", "1511"]
    assert not any(game.state.units[name].column for name in units)


@pytest.mark.rule("BLK-6.3.3-H")
def test_a_retreat_into_a_full_hex_goes_on_to_the_next_with_room() -> None:
    full = {name: {"hex": "1410"} for name in CUIR[:3]}
    game = position(
        units={FRENCH_INFANTRY: {"hex": "1409"}, **full}, script=withdrawing(FRENCH_INFANTRY, "1410")
    )
    assert question(game) == "french: WhereFarther"
    do(game, GoFarther("1411"))
    assert game.state.units[FRENCH_INFANTRY].hex == "1411"


@pytest.mark.rule("BLK-6.3.3-I")
def test_the_continued_retreat_takes_the_shortest_way_even_through_mines() -> None:
    full = {name: {"hex": "1410"} for name in CUIR[:3]}
    enemies = {
        "i-5-pzr/1": {"hex": "1309"},
        PZ2: {"hex": "1310"},
        PZ3: {"hex": "1509"},
        "i-5-pzr/4": {"hex": "1510"},
    }
    game = position(
        units={FRENCH_INFANTRY: {"hex": "1409"}, **full, **enemies},
        mines={"1411": "french"},
        script=withdrawing(FRENCH_INFANTRY, "1410"),
        dice=(1, 1),
    )
    assert game.over
    assert game.state.units[FRENCH_INFANTRY].hex == "1411"


@pytest.mark.rule("BLK-6.3.3-J", "BLK-6.3.3-G2")
def test_mines_attack_a_retreating_unit_but_the_field_is_not_used_up() -> None:
    game = position(
        units={FRENCH_INFANTRY: {"hex": "1409"}},
        mines={"1410": "french"},
        script=withdrawing(FRENCH_INFANTRY, "1410"),
        dice=(6, 6),  # a step, and no further roll
    )
    assert game.state.units[FRENCH_INFANTRY].steps == 1
    assert game.state.mines == {"1410": "french"}


@pytest.mark.rule("BLK-6.3.3-G1")
def test_a_unit_retreats_once_for_each_hex_the_enemy_enters() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1406"}, FRENCH_MG: {"hex": "1409"}, H35: {"hex": "1412"}})
    do(game, go(PZ3, "1407", "1408"), Retreat(FRENCH_MG, "1410"))
    assert "already reacted" in said(game, Retreat(FRENCH_MG, "1411"))
    do(game, DECLINE, go(PZ3, "1408"))
    do(game, Retreat(FRENCH_MG, "1411"))
    assert game.state.units[FRENCH_MG].hex == "1411"


@pytest.mark.rule("BLK-6.3.3-G3")
def test_there_is_no_retreat_from_a_close_combat_once_the_hex_is_entered() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1409"}}, dice=(1, 1) * 2)
    do(game, go(PZ3, "1408", "1409"))
    assert question(game) == "french: ReactToMovement"  # beside it, before the enemy enters its hex
    do(game, DECLINE)
    assert question(game) == "french: LeaveOrFightOn"
    undisturbed(game, next(order for order in choices(game) if getattr(order, "hex", "") == "1410"))
    assert game.state.units[PZ3].hex == "1409"


@pytest.mark.rule("BLK-6.3.3-G3")
def test_a_unit_that_is_fired_at_reacts_only_when_the_shot_is_resolved() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1409"}}, dice=(6, 6))
    do(game, Fire(PZ3, FRENCH_MG))
    assert question(game) == "french: ReactToFire"
    assert game.state.units[FRENCH_MG].steps == 1


@pytest.mark.rule("BLK-6.3.3-X1")
def test_salvoes_give_the_chance_to_retreat_but_not_to_fire_back() -> None:
    game = position(
        units={
            FRENCH_MG: {"hex": "1409"},
            H35: {"hex": "1409"},
            S35: {"hex": "1408"},
            GERMAN_MG: {"hex": "1410"},
        },
        activation={"side": "german", "salvoes": {"stuka": 1}},
        script=calling(CallFire("1409", ("stuka",))),
        dice=(1, 1),
    )
    assert question(game) == "french: ReactToFire"
    assert {type(order) for order in choices(game)} == {Retreat}
    assert {order.unit for order in choices(game)} == {FRENCH_MG, H35}
    assert "Nobody can fire back" in said(game, CounterFire(H35))
    assert "has not been fired at" in said(game, Retreat(S35, "1407"))
    do(game, Retreat(H35, "1308"))
    assert game.state.units[H35].hex == "1308"


@pytest.mark.rule("BLK-6.4-B", "BLK-6.4-G1")
def test_only_a_neutralised_unit_has_to_pass_a_check_and_it_stays_neutralised() -> None:
    game = panzers({FRENCH_MG: {"hex": "1410"}})
    do(game, Retreat(FRENCH_MG, "1411"))  # no dice
    assert game.state.units[FRENCH_MG].hex == "1411"
    shaken = {FRENCH_MG: {"hex": "1410", "neutralised": True}}
    passed = panzers(shaken, dice=(3, 3))
    do(passed, Retreat(FRENCH_MG, "1411"))
    assert passed.state.units[FRENCH_MG].hex == "1411"
    assert passed.state.units[FRENCH_MG].neutralised
    failed = panzers(shaken, dice=(4, 4))
    do(failed, Retreat(FRENCH_MG, "1411"))
    assert failed.state.units[FRENCH_MG].hex == "1410"
    assert question(failed) == "german: GoOn"


@pytest.mark.rule("BLK-3.2-G3")
def test_an_hq_may_retreat_before_it_is_overrun() -> None:
    game = panzers({FRENCH_HQ: {"hex": "1409"}})
    do(game, Retreat(FRENCH_HQ, "1410"))
    assert game.state.units[FRENCH_HQ].hex == "1410"


@pytest.mark.rule("BLK-6.3.3-X2")
def test_a_company_on_a_carrier_does_not_retreat_by_itself() -> None:
    units = {S35: {"hex": "1407"}, APC: {"hex": "1410"}, RIFLES: {"hex": "1410", "carrier": APC}}
    game = acting("2-cuir", units)
    do(game, go(S35, "1408"))
    assert "rides on" in said(game, Retreat(RIFLES, "1411"))
    assert {order.unit for order in choices(game, Retreat)} == {APC}


@pytest.mark.rule("BLK-6.3.3-D")
def test_defenders_may_leave_a_close_combat_after_a_round() -> None:
    game = acting("i-5-pzr", {PZ3: {"hex": "1407"}, FRENCH_MG: {"hex": "1408"}}, dice=(1, 1) * 2)
    do(game, go(PZ3, "1408"))
    assert question(game) == "french: LeaveOrFightOn"
    leave = next(order for order in choices(game) if getattr(order, "hex", "") == "1409")
    do(game, leave)
    assert game.state.units[FRENCH_MG].hex == "1409"


def test_a_unit_without_room_anywhere_near_cannot_retreat_into_a_full_hex() -> None:
    ring = ("1308", "1309", "1408", "1508", "1509")
    walls = with_ground(
        {**dict.fromkeys(ring, "impassable"), **dict.fromkeys(("1310", "1411", "1510"), "impassable")}
    )
    full = {name: {"hex": "1410"} for name in CUIR[:3]}
    state = scene({FRENCH_INFANTRY: {"hex": "1409"}, **full}, data=walls)
    assert retreat.retreat_hexes(walls, state, state.units[FRENCH_INFANTRY]) == ()
    assert retreat.retreat_hexes(walls, state, state.units["2-cuir/1"]) == ("1409",)
