"""What a study names, who sits where, and how games are dealt."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from planspiel.kernel import Seat, Side
from planspiel.sim import Study, StudyError, labels, split_bots
from planspiel.sim.engines import LARGEST_CHUNK, chunks
from planspiel.sim.study import camps, checked, game_seed, seating
from sim.conftest import DUEL

RED, BLUE, GREEN = Side("red"), Side("blue"), Side("green")
ANNA, BEN, BEA = Seat("anna"), Seat("ben"), Seat("bea")


def test_the_same_bot_twice_has_two_names() -> None:
    assert labels(("greedy", "random", "greedy")) == ("greedy", "random", "greedy#2")


@pytest.mark.parametrize(
    ("text", "bots"),
    [
        ("greedy,random", ("greedy", "random")),
        ("search:bold,2s,greedy", ("search:bold,2s", "greedy")),
        ("search:bold,2s,search:200", ("search:bold,2s", "search:200")),
        ("mine.bots:Fox, greedy", ("mine.bots:Fox", "greedy")),
        ("gredy,random", ("gredy", "random")),
    ],
)
def test_settings_of_a_bot_are_not_bots(text: str, bots: tuple[str, ...]) -> None:
    assert split_bots(text) == bots


def test_seats_that_share_a_side_are_one_camp() -> None:
    assert camps({ANNA: (RED, GREEN), BEN: (BLUE,), BEA: (BLUE,)}) == ((ANNA,), (BEN, BEA))


def test_seats_that_all_share_sides_play_for_themselves() -> None:
    assert camps({ANNA: (RED, BLUE), BEN: (RED, BLUE)}) == ((ANNA,), (BEN,))


def test_sides_are_exchanged_every_other_game() -> None:
    assert [seating(DUEL, n) for n in range(3)] == [{ANNA: 0, BEN: 1}, {ANNA: 1, BEN: 0}, {ANNA: 0, BEN: 1}]


def test_sides_are_kept_if_told_so() -> None:
    assert seating(replace(DUEL, keep_sides=True), 1) == {ANNA: 0, BEN: 1}


def test_allies_have_the_same_bot() -> None:
    coalition = replace(DUEL, scenario="coalition")
    assert seating(coalition, 1) == {ANNA: 1, BEN: 0, BEA: 0}


def test_each_game_has_luck_of_its_own() -> None:
    seeds = {game_seed(replace(DUEL, seed=seed), n) for seed in range(20) for n in range(20)}
    assert len(seeds) == 400


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"scenario": "dual"}, "mini has no scenario 'dual'; did you mean 'duel'?"),
        ({"options": {"scuting": True}}, "mini has no option 'scuting'; did you mean 'scouting'?"),
        ({"bots": ("random",)}, "duel is played by 2 bots (for anna; ben), not by 1"),
        ({"games": 0}, "a study has from 1 to 1000000 games, not 0"),
    ],
)
def test_a_study_that_cannot_be_played_is_refused(change: dict[str, object], reason: str) -> None:
    with pytest.raises(StudyError) as refused:
        checked(replace(DUEL, **change))
    assert str(refused.value) == reason


def test_the_key_of_a_study_does_not_depend_on_the_number_of_games() -> None:
    assert DUEL.key == replace(DUEL, games=500).key
    assert DUEL.key != replace(DUEL, seed=5).key


@given(st.integers(0, 300), st.integers(1, 8))
@settings(deadline=None, max_examples=60)
def test_every_game_is_dealt_once_and_the_last_one_by_one(games: int, workers: int) -> None:
    dealt = chunks(range(games), workers)
    assert [n for chunk in dealt for n in chunk] == list(range(games))
    assert all(1 <= len(chunk) <= LARGEST_CHUNK for chunk in dealt)
    assert all(len(chunk) == 1 for chunk in dealt[-workers:])


def test_a_study_is_plain_data() -> None:
    assert Study("mini", "duel", ("random", "random"), 12, 4) == DUEL
