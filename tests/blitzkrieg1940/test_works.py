"""10.2: defensive works."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_AT,
    FRENCH_INFANTRY,
    FRENCH_MG,
    GERMAN_MG,
    H35,
    PZ4,
    RIFLES,
    reasons,
    scene,
)
from blitzkrieg1940.positions import pack, position
from planspiel.kernel import Game, Script
from planspiel.systems.blitzkrieg1940 import results, retreat
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position
from planspiel.systems.blitzkrieg1940.works import works_check, works_shift

WORKS = {"1411": {"side": FRENCH}}
MANNED = {"1411": {"side": FRENCH, "manned": True}}
HERE = {"hex": "1411"}


def checking(*hexes: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        for hex_ in hexes:
            works_check(game, hex_)
        return
        yield

    return script


@pytest.mark.table
@pytest.mark.rule("BLK-10.2-B", "BLK-1.4-H")
@pytest.mark.parametrize("target", [FRENCH_INFANTRY, FRENCH_MG])
def test_works_shift_fire_at_infantry_two_columns_left(target: str) -> None:
    state = scene({PZ4: {"hex": "1410"}, target: HERE}, works=WORKS)
    assert reasons(state, Shot(PZ4, target)) == {"target in works": -2}


@pytest.mark.rule("BLK-10.2-C")
@pytest.mark.parametrize("target", [H35, FRENCH_AT, "i-11-rdp/2", "i-11-rdp/hq"])
def test_works_help_nobody_else(target: str) -> None:
    state = scene({PZ4: {"hex": "1410"}, target: HERE}, works=WORKS)
    assert reasons(state, Shot(PZ4, target)) == {}


@pytest.mark.rule("BLK-10.2-C")
def test_works_do_not_help_infantry_on_a_carrier() -> None:
    state = scene({APC: HERE, RIFLES: {"hex": "1411", "carrier": APC}}, works={"1411": {"side": GERMAN}})
    assert works_shift(pack(), state, state.units[RIFLES]) == 0
    on_foot = scene({RIFLES: HERE}, works={"1411": {"side": GERMAN}})
    assert works_shift(pack(), on_foot, on_foot.units[RIFLES]) == -2


@pytest.mark.rule("BLK-10.2-D")
def test_works_go_when_their_last_infantry_is_eliminated() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from results.suffer(game, FRENCH_INFANTRY, "1")

    units = {FRENCH_INFANTRY: {"hex": "1411", "steps": 1}, FRENCH_AT: HERE, FRENCH_MG: {"hex": "1409"}}
    assert position(units=units, works=MANNED, script=script).state.works == {}
    beside = {**units, FRENCH_MG: HERE}
    assert "1411" in position(units=beside, works=MANNED, script=script).state.works


@pytest.mark.rule("BLK-10.2-D")
def test_works_go_when_their_infantry_leaves() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from retreat.retreat(game, FRENCH_INFANTRY, "1410", "BLK-6.3.3-F")

    assert position(units={FRENCH_INFANTRY: HERE}, works=MANNED, script=script).state.works == {}


@pytest.mark.rule("BLK-10.2-E")
def test_works_are_added_to_the_terrain() -> None:
    units = {PZ4: {"hex": "1011"}, FRENCH_INFANTRY: {"hex": "1012"}}
    state = scene(units, works={"1012": {"side": FRENCH}})
    assert reasons(state, Shot(PZ4, FRENCH_INFANTRY)) == {"target in a village": -2, "target in works": -2}


@pytest.mark.rule("BLK-10.2-G1")
def test_works_count_in_close_combat_for_the_defender_alone() -> None:
    state = scene({RIFLES: HERE, FRENCH_INFANTRY: HERE}, works=WORKS)
    attack = Shot(RIFLES, FRENCH_INFANTRY, "close")
    assert reasons(state, attack) == {"close combat": 1, "target in works": -2}
    defence = Shot(FRENCH_INFANTRY, RIFLES, "close", defending=True)
    assert reasons(state, defence) == {"close combat": 1}


@pytest.mark.rule("BLK-10.2-G2")
def test_empty_works_stay_until_infantry_has_stood_in_them() -> None:
    empty = position(units={H35: HERE}, works=WORKS, script=checking("1411"))
    assert "1411" in empty.state.works
    manned = position(units={FRENCH_INFANTRY: HERE}, works=WORKS, script=checking("1411"))
    assert manned.state.works["1411"].manned


@pytest.mark.rule("BLK-10.2-G2")
def test_works_go_when_an_enemy_company_is_alone_in_them_and_never_help_it() -> None:
    assert position(units={GERMAN_MG: HERE}, works=WORKS, script=checking("1411")).state.works == {}
    state = scene({GERMAN_MG: HERE, H35: {"hex": "1410"}}, works=WORKS)
    assert reasons(state, Shot(H35, GERMAN_MG)) == {}
