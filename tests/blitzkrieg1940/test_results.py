"""8.3 and 8.4: what results do, panic, losses, and the pair of carrier and company."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from blitzkrieg1940.firing import (
    APC,
    FRENCH_AT,
    FRENCH_HQ,
    FRENCH_INFANTRY,
    FRENCH_MG,
    FRENCH_MOTO,
    H35,
    PZ4,
    RIFLES,
    answer,
    asked,
    reasons,
    refused,
    scene,
)
from blitzkrieg1940.positions import FRENCH_SEAT, GERMAN_SEAT, choices, pack, position
from planspiel.kernel import Game, Script
from planspiel.systems.blitzkrieg1940 import movement, results, sight
from planspiel.systems.blitzkrieg1940.fire import Shot
from planspiel.systems.blitzkrieg1940.results import AcceptNeutralisation, LoseStep
from planspiel.systems.blitzkrieg1940.state import Position, Unit

HERE = {"hex": "1411"}
RIDING = {APC: {"hex": "1411"}, RIFLES: {"hex": "1411", "carrier": APC}}


def suffering(unit: str, *found: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        for result in found:
            yield from results.suffer(game, unit, result)

    return script


def after(unit: str, *found: str, **fields: object) -> Unit:
    """A unit after results that leave its owner no choice."""
    game = position(units={unit: {"hex": "1411", **fields}}, script=suffering(unit, *found))
    assert game.over
    return game.state.units[unit]


@pytest.mark.rule("BLK-8.3-A")
def test_a_dash_has_no_effect() -> None:
    assert after(FRENCH_INFANTRY, "-") == scene({FRENCH_INFANTRY: HERE}).units[FRENCH_INFANTRY]


@pytest.mark.rule("BLK-8.3-B")
def test_an_n_neutralises_the_unit() -> None:
    game = position(units={H35: HERE}, script=suffering(H35, "N"))
    answer(game, AcceptNeutralisation())
    hit = game.state.units[H35]
    assert (hit.neutralised, hit.steps) == (True, 2)


@pytest.mark.rule("BLK-8.3-C")
def test_the_owner_may_take_a_step_loss_instead_of_an_n() -> None:
    game = position(units={H35: HERE}, script=suffering(H35, "N"))
    assert asked(game) == (FRENCH_SEAT, "NeutraliseOrLose")
    assert choices(game) == [AcceptNeutralisation(), LoseStep(H35)]
    answer(game, LoseStep(H35))
    hit = game.state.units[H35]
    assert (hit.neutralised, hit.steps) == (False, 1)


@pytest.mark.rule("BLK-8.3-D")
@pytest.mark.parametrize("unit", [FRENCH_INFANTRY, FRENCH_MG])
def test_a_red_n_hits_infantry_and_machine_guns(unit: str) -> None:
    game = position(units={unit: HERE}, script=suffering(unit, "n"))
    answer(game, AcceptNeutralisation())
    assert game.state.units[unit].neutralised


@pytest.mark.rule("BLK-8.3-G1")
@pytest.mark.parametrize("unit", [H35, FRENCH_AT, FRENCH_MOTO, FRENCH_HQ])
def test_a_red_n_does_nothing_to_vehicles_guns_motorcycles_and_hqs(unit: str) -> None:
    assert not after(unit, "n").neutralised


@pytest.mark.rule("BLK-8.3-G1")
def test_a_red_n_does_nothing_to_a_carrier_with_its_company() -> None:
    game = position(units=RIDING, script=suffering(APC, "n"))
    assert not game.state.units[APC].neutralised
    assert not game.state.units[RIFLES].neutralised
    assert results.effect_on(pack(), game.state.units[RIFLES], "n") == "-"


@pytest.mark.rule("BLK-8.3-E", "BLK-1.2-B")
def test_a_one_costs_a_step_and_turns_the_counter_over() -> None:
    hit = after(FRENCH_MG, "1")
    assert (hit.steps, hit.fate) == (1, "map")
    assert sight.values_of(pack(), hit) == pack().counters["fr_mg"].reduced


@pytest.mark.rule("BLK-8.3-G2", "BLK-1.2-C")
def test_a_reduced_unit_is_removed_with_its_markers() -> None:
    hit = after(H35, "1", steps=1, neutralised=True, out_of_command=True, opp_used=True)
    assert (hit.fate, hit.hex, hit.steps) == ("dead", "", 0)
    assert [hit.neutralised, hit.out_of_command, hit.opp_used] == [False] * 3


@pytest.mark.rule("BLK-8.1-G1", "BLK-8.1-X1")
def test_a_step_loss_or_a_black_n_neutralises_an_hq() -> None:
    assert after(FRENCH_HQ, "1").neutralised
    assert after(FRENCH_HQ, "N").neutralised
    state = scene({FRENCH_HQ: HERE, PZ4: {"hex": "1410"}})
    assert refused(state, Shot(FRENCH_HQ, PZ4)) == "BLK-8.1-X1"


@pytest.mark.rule("BLK-8.4-G5")
def test_a_second_n_on_an_hq_changes_nothing() -> None:
    assert after(FRENCH_HQ, "N", neutralised=True) == after(FRENCH_HQ, "N")


# -- neutralised ---------------------------------------------------------------------------------------

SHAKEN = {"hex": "1411", "neutralised": True}


@pytest.mark.rule("BLK-8.4-A")
def test_a_neutralised_company_cannot_move() -> None:
    state = scene({H35: SHAKEN})
    assert movement.allowance(pack(), state, state.units[H35]) == 0


@pytest.mark.rule("BLK-8.4-B")
def test_a_neutralised_unit_fires_one_hex_far() -> None:
    state = scene({PZ4: SHAKEN})
    assert sight.weapon_range(pack(), state, state.units[PZ4]) == 1


@pytest.mark.rule("BLK-8.4-C", "BLK-8.4-G1")
def test_fire_of_a_neutralised_unit_suffers_minus_two() -> None:
    state = scene({PZ4: SHAKEN, H35: {"hex": "1410"}})
    assert reasons(state, Shot(PZ4, H35)) == {"firer neutralised": -2}


@pytest.mark.rule("BLK-8.4-D")
def test_a_neutralised_hq_moves_with_half_its_points_fractions_down() -> None:
    state = scene({FRENCH_HQ: SHAKEN, "i-11-rdp/1": HERE})  # a tank with 5 points sets the pace
    assert movement.allowance(pack(), state, state.units[FRENCH_HQ]) == 2 * 2


def panicking(dice: tuple[int, ...], **fields: object) -> Game[Position]:
    """A neutralised tank of 2 Cuirassiers, factor 8, is hit by another N and takes it."""
    units = {H35: {**SHAKEN, **fields}, "2-cuir/hq": {"hex": "1410"}}
    game = position(units=units, script=suffering(H35, "N"), dice=dice)
    answer(game, AcceptNeutralisation())
    return game


@pytest.mark.rule("BLK-8.4-F")
def test_panic_above_the_factor_costs_a_step_and_lifts_the_marker() -> None:
    hit = panicking((4, 5)).state.units[H35]
    assert (hit.steps, hit.neutralised) == (1, False)


@pytest.mark.rule("BLK-8.4-G")
def test_at_or_below_the_factor_the_unit_stays_neutralised() -> None:
    hit = panicking((4, 4)).state.units[H35]
    assert (hit.steps, hit.neutralised) == (2, True)


@pytest.mark.rule("BLK-8.4-G3")
def test_a_neutralised_unit_may_lose_a_step_instead_of_the_panic_check() -> None:
    game = position(units={H35: SHAKEN}, script=suffering(H35, "N"))
    answer(game, LoseStep(H35))
    hit = game.state.units[H35]
    assert (hit.steps, hit.neutralised) == (1, True)


@pytest.mark.rule("BLK-8.4-G4")
@pytest.mark.parametrize("trouble", [{"steps": 1}, {"out_of_command": True}])
def test_its_own_troubles_lower_the_factor_of_a_unit(trouble: dict[str, object]) -> None:
    assert panicking((4, 4), **trouble).state.units[H35].steps == trouble.get("steps", 2) - 1  # type: ignore[operator]
    assert panicking((3, 4), **trouble).state.units[H35].neutralised


@pytest.mark.rule("BLK-8.4-G4")
def test_a_neutralised_hq_lowers_the_factor_of_its_units() -> None:
    units = {H35: SHAKEN, "2-cuir/hq": {"hex": "1410", "neutralised": True}}
    game = position(units=units, script=suffering(H35, "N"), dice=(4, 4))
    answer(game, AcceptNeutralisation())
    assert game.state.units[H35].steps == 1


# -- carriers ------------------------------------------------------------------------------------------


@pytest.mark.rule("BLK-12.1-SPECIAL-G")
def test_a_carrier_absorbs_a_step_loss_like_any_unit() -> None:
    game = position(units={APC: HERE, RIFLES: {"hex": "1410"}}, script=suffering(APC, "1"))
    hit = game.state.units[APC]
    assert (hit.steps, hit.fate) == (1, "map")


@pytest.mark.rule("BLK-12.1-SPECIAL-G3")
def test_the_owner_assigns_a_loss_to_carrier_or_company() -> None:
    game = position(units=RIDING, script=suffering(APC, "1"))
    assert asked(game) == (GERMAN_SEAT, "AssignLoss")
    assert choices(game) == [LoseStep(APC), LoseStep(RIFLES)]
    answer(game, LoseStep(RIFLES))
    assert (game.state.units[APC].steps, game.state.units[RIFLES].steps) == (2, 1)


@pytest.mark.rule("BLK-12.1-SPECIAL-G3")
def test_the_company_of_a_lost_carrier_dismounts_in_place() -> None:
    units = {APC: {"hex": "1411", "steps": 1}, RIFLES: {"hex": "1411", "carrier": APC}}
    game = position(units=units, script=suffering(APC, "1"))
    answer(game, LoseStep(APC))
    company = game.state.units[RIFLES]
    assert (company.carrier, company.hex, company.steps) == ("", "1411", 2)


@pytest.mark.rule("BLK-12.1-SPECIAL-X1")
def test_an_n_neutralises_carrier_and_company_or_costs_one_step_of_either() -> None:
    game = position(units=RIDING, script=suffering(APC, "N", "N"))
    assert choices(game) == [AcceptNeutralisation(), LoseStep(APC), LoseStep(RIFLES)]
    answer(game, LoseStep(RIFLES))
    assert game.state.units[RIFLES].steps == 1
    answer(game, AcceptNeutralisation())
    assert game.state.units[APC].neutralised
    assert game.state.units[RIFLES].neutralised
