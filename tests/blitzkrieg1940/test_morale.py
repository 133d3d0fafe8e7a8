"""8.4 rally, 8.5 demoralisation, 8.5.1 recovery and the retreat to the own edge."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from blitzkrieg1940.firing import FRENCH_INFANTRY, GERMAN_MG, H35, PZ4, RIFLES, S35, answer, asked, scene
from blitzkrieg1940.positions import FRENCH_SEAT, choices, pack, position
from planspiel.kernel import Game, Script
from planspiel.systems.blitzkrieg1940 import morale, results, rout
from planspiel.systems.blitzkrieg1940.rout import WayBack
from planspiel.systems.blitzkrieg1940.state import FRENCH, Position

CUIRASSIERS = "2-cuir"  # 8 companies, 16 steps, factor 8
HQ = f"{CUIRASSIERS}/hq"


def losing(*units: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        for unit in units:
            yield from results.suffer(game, unit, "1")

    return script


def rallying(unit: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        yield from morale.rally(game, unit)

    return script


def recovering(formation: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        yield from morale.recovery(game, formation)

    return script


# -- rally ---------------------------------------------------------------------------------------------

SHAKEN = {"hex": "1411", "neutralised": True}


@pytest.mark.rule("BLK-8.4-I")
@pytest.mark.parametrize(("dice", "rallied"), [((3, 4), True), ((4, 4), False)])
def test_a_unit_rallies_at_the_factor_less_one(dice: tuple[int, ...], rallied: bool) -> None:
    game = position(units={H35: SHAKEN}, script=rallying(H35), dice=dice)
    assert game.state.units[H35].neutralised is not rallied


@pytest.mark.rule("BLK-8.4-H")
def test_a_neutralised_hq_rallies_too() -> None:
    game = position(units={HQ: SHAKEN, S35: {"hex": "1411"}}, script=rallying(HQ), dice=(3, 3))
    assert not game.state.units[HQ].neutralised


@pytest.mark.rule("BLK-5.4-G2")
def test_exhaustion_lowers_the_factor_for_rally_by_two_more() -> None:
    formations = {CUIRASSIERS: {"exhausted": True}}
    failed = position(units={H35: SHAKEN}, formations=formations, script=rallying(H35), dice=(3, 3))
    assert failed.state.units[H35].neutralised
    passed = position(units={H35: SHAKEN}, formations=formations, script=rallying(H35), dice=(2, 3))
    assert not passed.state.units[H35].neutralised


@pytest.mark.rule("BLK-8.4-G2")
def test_a_rallied_unit_may_act_unless_the_option_says_otherwise() -> None:
    free = position(units={H35: SHAKEN}, script=rallying(H35), dice=(1, 1))
    assert not free.state.units[H35].acted
    used = position(
        units={H35: SHAKEN}, script=rallying(H35), dice=(1, 1), options={"rally_uses_action": True}
    )
    assert used.state.units[H35].acted


# -- demoralisation ------------------------------------------------------------------------------------

BEATEN = {CUIRASSIERS: {"lost": 7}}
TANKS: dict[str, dict[str, Any]] = {S35: {"hex": "1411"}, H35: {"hex": "1410"}, HQ: {"hex": "1410"}}


@pytest.mark.rule("BLK-8.5-A")
def test_morale_is_tested_at_the_moment_half_the_steps_are_lost() -> None:
    game = position(units=TANKS, formations={CUIRASSIERS: {"lost": 6}}, script=losing(S35))
    assert game.over  # the seventh of 16 steps: no dice were asked for
    game = position(units=TANKS, formations=BEATEN, script=losing(S35), dice=(6, 6))
    assert game.state.formations[CUIRASSIERS].demoralised


@pytest.mark.rule("BLK-8.5-A")
def test_half_of_an_odd_number_of_steps_is_rounded_up() -> None:
    odd = {CUIRASSIERS: {"steps": 15, "lost": 6}}
    assert position(units=TANKS, formations=odd, script=losing(S35)).over  # 7 of 15
    odd = {CUIRASSIERS: {"steps": 15, "lost": 7}}
    game = position(units=TANKS, formations=odd, script=losing(S35), dice=(6, 3))
    assert game.state.formations[CUIRASSIERS].demoralised


@pytest.mark.rule("BLK-8.5-B")
@pytest.mark.parametrize(("dice", "demoralised"), [((4, 4), False), ((4, 5), True)])
def test_only_a_roll_above_the_factor_demoralises(dice: tuple[int, ...], demoralised: bool) -> None:
    game = position(units=TANKS, formations=BEATEN, script=losing(S35), dice=dice)
    assert game.state.formations[CUIRASSIERS].demoralised is demoralised


@pytest.mark.rule("BLK-8.5-C")
def test_after_a_passed_test_each_further_loss_brings_another() -> None:
    game = position(units=TANKS, formations=BEATEN, script=losing(S35, H35), dice=(1, 1, 6, 6))
    assert game.state.formations[CUIRASSIERS].demoralised


@pytest.mark.rule("BLK-8.5-D")
def test_losses_of_an_adopted_unit_count_for_its_formation() -> None:
    gun = {"11-rdp-at": {"hex": "1411", "formation": "i-11-rdp"}, FRENCH_INFANTRY: {"hex": "1410"}}
    formations = {"i-11-rdp": {"steps": 12, "lost": 5}}
    game = position(units=gun, formations=formations, script=losing("11-rdp-at"), dice=(6, 6))
    assert game.state.formations["i-11-rdp"].demoralised
    assert game.state.formations["i-11-rdp"].lost == 6


@pytest.mark.rule("BLK-8.5-G1")
def test_losses_of_the_set_up_count_but_bring_no_test_of_their_own() -> None:
    formations = {CUIRASSIERS: {"steps": 16, "lost": 8}}
    quiet = position(units=TANKS, formations=formations, script=losing())
    assert quiet.over
    game = position(units=TANKS, formations=formations, script=losing(S35), dice=(6, 6))
    assert game.state.formations[CUIRASSIERS].demoralised


def striking(*units: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        yield from results.suffer_all(game, [(unit, "1") for unit in units])

    return script


@pytest.mark.rule("BLK-8.5-G2")
def test_an_attack_that_costs_two_steps_brings_two_tests_until_one_fails() -> None:
    twice = position(units=TANKS, formations=BEATEN, script=striking(S35, H35), dice=(1, 1, 6, 6))
    assert twice.state.formations[CUIRASSIERS].demoralised
    once = position(units=TANKS, formations=BEATEN, script=striking(S35, H35), dice=(6, 6))
    assert once.over


@pytest.mark.rule("BLK-8.5-G2")
def test_by_option_an_attack_brings_a_single_test() -> None:
    options = {"one_morale_test_per_attack": True}
    game = position(units=TANKS, formations=BEATEN, script=striking(S35, H35), dice=(1, 1), options=options)
    assert game.over
    assert game.state.formations[CUIRASSIERS].lost == 9


@pytest.mark.rule("BLK-8.5-X1")
def test_a_recovered_formation_tests_again_at_its_next_loss() -> None:
    def script(game: Game[Position]) -> Script[None]:
        yield from morale.recovery(game, CUIRASSIERS)
        yield from results.suffer(game, S35, "1")

    formations = {CUIRASSIERS: {"lost": 8, "demoralised": True}}
    game = position(units=TANKS, formations=formations, script=script, dice=(1, 1, 6, 6))
    assert game.state.formations[CUIRASSIERS].demoralised


# -- recovery and retreat ------------------------------------------------------------------------------

BROKEN = {CUIRASSIERS: {"demoralised": True, "lost": 8}}
FAILED = (6, 6)


def fleeing(units: dict[str, dict[str, Any]], dice: tuple[int, ...] = (), **tables: Any) -> Game[Position]:
    """2 Cuirassiers fail to recover. Their own edge is in the west, at 01xx."""
    return position(
        units=units, formations=BROKEN, script=recovering(CUIRASSIERS), dice=(*FAILED, *dice), **tables
    )


def run_on(game: Game[Position]) -> Game[Position]:
    """Take the way nearest to the row of hexes xx15, a plateau without streams."""
    while not game.over:
        answer(game, min(choices(game), key=lambda way: abs(int(way.hex[2:]) - 15)))
    return game


@pytest.mark.rule("BLK-8.5.1-B")
@pytest.mark.parametrize(("dice", "demoralised"), [((2, 3), False), ((3, 3), True)])
def test_recovery_needs_the_factor_less_three(dice: tuple[int, ...], demoralised: bool) -> None:
    units = {S35: {"hex": "1411", "neutralised": True}}
    game = position(units=units, formations=BROKEN, script=recovering(CUIRASSIERS), dice=dice)
    assert game.state.formations[CUIRASSIERS].demoralised is demoralised


@pytest.mark.rule("BLK-8.5.1-A", "BLK-8.5.1-G1")
def test_only_a_formation_that_recovers_is_no_longer_demoralised_and_stays_where_it_is() -> None:
    game = position(units=TANKS, formations=BROKEN, script=recovering(CUIRASSIERS), dice=(1, 1))
    assert not game.state.formations[CUIRASSIERS].demoralised
    assert {name: game.state.units[name].hex for name in TANKS} == {n: t["hex"] for n, t in TANKS.items()}


@pytest.mark.rule("BLK-8.5.1-C")
def test_a_formation_that_fails_retreats_with_all_its_points() -> None:
    game = run_on(fleeing({H35: {"hex": "1315"}, HQ: {"hex": "1315"}}))
    assert game.state.units[H35].hex[:2] == "08"  # 5 points, 5 open hexes westwards
    assert game.state.units[HQ].hex[:2] == "08"


@pytest.mark.rule("BLK-8.5.1-C")
def test_germans_flee_to_the_east() -> None:
    formations = {"i-12-schr": {"demoralised": True}}
    game = position(
        units={RIFLES: {"hex": "1014"}}, formations=formations, script=recovering("i-12-schr"), dice=FAILED
    )
    assert run_on(game).state.units[RIFLES].hex[:2] == "13"


@pytest.mark.rule("BLK-8.5.1-E")
def test_fleeing_units_get_away_from_adjacent_enemies() -> None:
    state = scene({H35: {"hex": "1410"}, RIFLES: {"hex": "1311"}})
    board = pack().theatre("hannut").board
    ways = rout.ways_back(pack(), state, state.units[H35], 10, ("1410",))
    assert ways
    assert all(board.distance(hex_, "1311") > 1 for hex_ in ways)


@pytest.mark.rule("BLK-8.5.1-F")
def test_nobody_may_fire_at_fleeing_units() -> None:
    game = fleeing({H35: {"hex": "1411"}, PZ4: {"hex": "1409"}, GERMAN_MG: {"hex": "1510"}})
    while not game.over:
        assert asked(game) == (FRENCH_SEAT, "WhichWayBack")
        answer(game, choices(game)[0])


@pytest.mark.rule("BLK-8.5.1-G", "BLK-8.5.1-X1")
def test_a_formation_that_has_left_the_map_is_out_of_the_game() -> None:
    in_the_cup = {CUIRASSIERS: {"place": "cup"}}
    game = run_on(fleeing({H35: {"hex": "0211"}, HQ: {"hex": "0111"}}, markers=in_the_cup))
    assert game.state.units[H35].fate == "left"
    assert game.state.formations[CUIRASSIERS].gone
    assert game.state.markers[CUIRASSIERS].place == "gone"


@pytest.mark.rule("BLK-8.5.1-X1")
def test_stepping_off_the_own_edge_costs_a_point() -> None:
    state = scene({"i-11-rdp/3": {"hex": "0111"}})
    infantry = state.units["i-11-rdp/3"]
    assert rout.ways_back(pack(), state, infantry, 2, ("0111",)) == (rout.OFF,)
    assert rout.OFF not in rout.ways_back(pack(), state, infantry, 1, ("0111",))
    gone = run_on(
        position(
            units={"i-11-rdp/3": {"hex": "0211"}},
            formations={"i-11-rdp": {"demoralised": True}},
            script=recovering("i-11-rdp"),
            dice=FAILED,
        )
    )
    assert gone.state.units["i-11-rdp/3"].fate == "left"


@pytest.mark.rule("BLK-8.5.1-X1")
def test_the_last_company_eliminated_takes_marker_and_hq_out_of_the_game() -> None:
    units = {S35: {"hex": "1411", "steps": 1}, HQ: {"hex": "1410"}}
    game = position(units=units, formations={CUIRASSIERS: {"lost": 15}}, script=losing(S35))
    assert game.over  # no dice: nobody is left to be demoralised
    assert game.state.formations[CUIRASSIERS].gone
    assert game.state.units[HQ].fate == "left"


@pytest.mark.rule("BLK-8.5.1-G2")
def test_neutralised_companies_stay_and_a_neutralised_hq_flees_with_half() -> None:
    shaken = {"hex": "1315", "neutralised": True}
    game = run_on(fleeing({H35: shaken, HQ: shaken}))
    assert game.state.units[H35].hex == "1315"
    assert game.state.units[HQ].hex[:2] == "11"  # half of 5 points is 2
    flees = run_on(fleeing({H35: shaken}, options={"neutralised_companies_retreat": True}))
    assert flees.state.units[H35].hex[:2] == "11"


@pytest.mark.rule("BLK-8.5.1-G3")
def test_the_owner_picks_among_equal_ways_and_no_way_leads_farther_from_the_edge() -> None:
    game = fleeing({H35: {"hex": "1411"}})
    assert asked(game) == (FRENCH_SEAT, "WhichWayBack")
    far = rout.edge_distances(pack().theatre("hannut"), game.state.units[H35].side)
    assert {far[order.hex] for order in choices(game)} == {far["1411"] - 1}
    chosen = choices(game)[-1]
    answer(game, chosen)
    assert isinstance(chosen, WayBack)
    assert game.state.units[H35].hex == chosen.hex


@pytest.mark.rule("BLK-8.5.1-G3")
def test_a_unit_stops_whose_only_free_hexes_lie_farther_from_the_edge() -> None:
    theatre = pack().theatre("hannut")
    far = rout.edge_distances(theatre, FRENCH)
    blocked = [hex_ for hex_ in theatre.board.neighbours("1411") if far[hex_] <= far["1411"]]
    assert len(blocked) < 6
    germans = ("i-12-schr/1", "i-12-schr/2", "i-12-schr/3", "i-12-schr/4", "ii-12-schr/1", "ii-12-schr/2")
    ring = {name: {"hex": hex_} for name, hex_ in zip(germans, blocked, strict=False)}
    game = fleeing({H35: {"hex": "1411"}, **ring})
    assert game.over
    assert game.state.units[H35].hex == "1411"


@pytest.mark.rule("BLK-8.5.1-G4")
def test_the_retreat_may_pass_a_full_hex_but_not_end_there() -> None:
    full = {name: {"hex": hex_} for hex_ in ("1310", "1311") for name in _three(hex_)}
    units = {"2-cuir/8": {"hex": "1411"}, **full}
    state = scene(units)
    last = rout.ways_back(pack(), state, state.units["2-cuir/8"], 2, ("1411",))
    assert not set(last) & {"1310", "1311"}
    passing = rout.ways_back(pack(), state, state.units["2-cuir/8"], 10, ("1411",))
    assert set(passing) <= {"1310", "1311"}
    assert passing


def _three(hex_: str) -> tuple[str, ...]:
    return ("1-cuir/1", "1-cuir/2", "1-cuir/3") if hex_ == "1310" else ("1-cuir/4", "1-cuir/5", "1-cuir/6")


@pytest.mark.rule("BLK-8.5.1-G4")
def test_mines_attack_fleeing_units() -> None:
    mines = dict.fromkeys(("1310", "1311"), "german")
    game = fleeing({H35: {"hex": "1411"}}, dice=(5, 6, 1, 1), mines=mines)
    while not game.over and game.state.units[H35].hex == "1411":
        answer(game, choices(game)[0])
    assert game.state.units[H35].steps == 1
