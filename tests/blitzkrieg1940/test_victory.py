"""11 and the victory conditions of 12."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from blitzkrieg1940.positions import FRENCH_SEAT, pack, position
from planspiel.kernel import Game, Script, Side
from planspiel.packs import Inline
from planspiel.systems.blitzkrieg1940 import victory
from planspiel.systems.blitzkrieg1940.pack import Bands, load_pack
from planspiel.systems.blitzkrieg1940.state import FRENCH, GERMAN, Position

STONNE = pack().theatre("stonne").places["Stonne"]


def scored(points: int, turn: int) -> dict[str, Any]:
    """Tables of Hannut that give the Germans exactly so many points: objectives first, then French steps."""
    objectives, rule = pack().theatre("hannut").objectives, pack().scenarios["hannut"].victory
    assert isinstance(rule, Bands)
    points -= rule.beside(turn)
    found: dict[int, tuple[str, ...]] = {0: ()}
    for hex_, objective in objectives.items():
        for total, hexes in list(found.items()):
            found.setdefault(total + objective.value, (*hexes, hex_))
    by_ground = max(total for total in found if total <= points)
    control = {hex_: GERMAN if hex_ in found[by_ground] else FRENCH for hex_ in objectives}
    return {
        "control": control,
        "formations": {"1-cuir": {"lost": rule.steps_together * (points - by_ground)}},
        "turn": turn,
    }


def entering(unit: str) -> Callable[[Game[Position]], Script[None]]:
    def script(game: Game[Position]) -> Script[None]:
        victory.take_control(game, game.state.units[unit])
        return
        yield

    return script


@pytest.mark.rule("BLK-11-B")
def test_the_last_company_in_an_objective_holds_it() -> None:
    units = {"i-gd/1": {"hex": STONNE[0]}}
    game = position("stonne", units=units, script=entering("i-gd/1"))
    assert game.state.control[STONNE[0]] == GERMAN


@pytest.mark.rule("BLK-11-G1")
def test_at_first_the_owners_of_the_map_hold_all_and_an_hq_takes_nothing() -> None:
    state = position("duel", script=entering("va-4-pz/1")).state
    behind_the_german_line = [hex_ for hex_, owner in state.control.items() if owner == GERMAN]
    assert behind_the_german_line == ["1707"]
    assert set(position("hannut", script=entering("kg/1")).state.control.values()) == {FRENCH}
    assert set(position("stonne", script=entering("i-gd/1")).state.control.values()) == {FRENCH}
    game = position("stonne", units={"i-gd/hq": {"hex": STONNE[0]}}, script=entering("i-gd/hq"))
    assert game.state.control[STONNE[0]] == FRENCH


@pytest.mark.rule("BLK-12.1-VICTORY-B", "BLK-12.1-VICTORY-G2")
@pytest.mark.parametrize(("points", "outcome"), [(12, None), (13, (GERMAN,))])
def test_above_the_band_of_the_turn_the_germans_win(points: int, outcome: object) -> None:
    game = position(item=("victory",), **scored(points, turn=1))
    won = game.state.outcome
    assert won is not None
    assert (won.winners if won.cite else None) == outcome


@pytest.mark.rule("BLK-12.1-VICTORY-C", "BLK-12.1-VICTORY-G2")
@pytest.mark.parametrize(("points", "outcome"), [(8, None), (7, (FRENCH,))])
def test_below_the_band_the_french_win(points: int, outcome: object) -> None:
    won = position(item=("victory",), **scored(points, turn=1)).state.outcome
    assert won is not None
    assert (won.winners if won.cite else None) == outcome


@pytest.mark.rule("BLK-12.1-VICTORY-E")
def test_thirteen_points_at_the_end_of_turn_two_lose_at_once() -> None:
    won = position(item=("victory",), **scored(13, turn=2)).state.outcome
    assert won is not None
    assert (won.winners, won.cite) == ((FRENCH,), "BLK-12.1-VICTORY-C")


@pytest.mark.rule("BLK-12.1-VICTORY-D", "BLK-12.1-VICTORY-G2")
@pytest.mark.parametrize("points", [32, 42])
def test_within_the_band_of_turn_six_the_game_is_drawn(points: int) -> None:
    won = position(item=("victory",), **scored(points, turn=6)).state.outcome
    assert won is not None
    assert (won.winners, won.cite) == ((), "BLK-12.1-VICTORY-D")


@pytest.mark.rule("BLK-12.1-VICTORY-G1")
def test_points_are_the_values_of_the_objectives_held_now() -> None:
    state = position(item=("victory",), **scored(20, turn=2)).state
    assert victory.points(pack(), state, GERMAN) == 20


@pytest.mark.rule("BLK-12.1-VICTORY-G1")
@pytest.mark.parametrize(("lost", "points"), [((0, 0), 7), ((2, 0), 7), ((2, 1), 8), ((5, 2), 9)])
def test_every_three_steps_the_french_have_lost_are_a_point_beside_the_ground_off_the_map(
    lost: tuple[int, int], points: int
) -> None:
    formations = {"1-cuir": {"lost": lost[0]}, "12-cuir": {"lost": lost[1]}, "kg": {"lost": 9}}
    nothing_held = dict.fromkeys(pack().theatre("hannut").objectives, FRENCH)
    state = position(item=("victory",), control=nothing_held, formations=formations).state
    assert victory.points(pack(), state, GERMAN) == points
    assert (
        victory.points(pack(), state, FRENCH)
        == sum(objective.value for objective in pack().theatre("hannut").objectives.values())
        + formations["kg"]["lost"] // 3
    )


@pytest.mark.rule("BLK-12.1-VICTORY-G1")
@pytest.mark.parametrize(("turn", "points"), [(1, 7), (2, 10), (6, 10)])
def test_from_turn_two_on_more_is_held_beside_the_map(turn: int, points: int) -> None:
    nothing_held = dict.fromkeys(pack().theatre("hannut").objectives, FRENCH)
    state = position(item=("victory",), control=nothing_held, turn=turn).state
    assert victory.points(pack(), state, GERMAN) == points


@pytest.mark.rule("BLK-1.4-G1")
def test_points_are_shown_at_hannut_and_not_at_stonne() -> None:
    assert position(item=("victory",), **scored(20, turn=2)).view(FRENCH_SEAT).points == 20
    assert position("stonne", item=("victory",), turn=2).view(FRENCH_SEAT).points is None


@pytest.mark.rule("BLK-11-A", "BLK-12.2-VICTORY-A")
def test_the_germans_win_stonne_by_holding_it_at_the_end_of_turn_ten() -> None:
    all_of_it = dict.fromkeys(STONNE, GERMAN)
    nine = position("stonne", item=("victory",), control=all_of_it, turn=9).state.outcome
    ten = position("stonne", item=("victory",), control=all_of_it, turn=10).state.outcome
    lost = position("stonne", item=("victory",), turn=10).state.outcome
    assert nine is not None
    assert nine.cite == ""
    assert ten is not None
    assert ten.winners == (GERMAN,)
    assert lost is not None
    assert lost.winners == (FRENCH,)


@pytest.mark.rule("BLK-12.2-VICTORY-G1")
@pytest.mark.parametrize(("held", "winner"), [(("0510",), FRENCH), (("0510", "0511"), GERMAN)])
def test_half_of_stonne_is_not_enough(held: tuple[str, ...], winner: Side) -> None:
    """The village of the pack has one hex; a map of one's own may give it more."""
    west = {"at": "0511", "name": "Stonne"}
    larger = {
        "places": {"stonne_west": {**west, "kind": "village"}},
        "objectives": {"stonne_west": {**west, "value": 1, "owner": "French"}},
    }
    data = load_pack([Inline("case.toml", {"maps": {"stonne": larger}})]).pack
    control = {hex_: GERMAN if hex_ in held else FRENCH for hex_ in ("0510", "0511")}
    won = position("stonne", item=("victory",), control=control, turn=10, data=data).state.outcome
    assert won is not None
    assert won.winners == (winner,)
