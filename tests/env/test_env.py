"""The environments keep the contracts of PettingZoo and Gymnasium, and show only what a seat may know."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from hypothesis import given, settings
from hypothesis import strategies as st
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, performance_benchmark, seed_test

from mini import Mini
from mini.questions import PlanTheTurn
from planspiel.env import PlanspielAEC, aec_env, parallel_env, single_agent
from planspiel.env.match import zero_sum
from planspiel.kernel import DECLINE, Commitment, Seat, Window
from planspiel.systems import registry

# The checkers recommend names like player_0 and plain boxes; seats have names and views have parts.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

MINI = Mini()
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def blitzkrieg() -> Any:
    return registry.load("blitzkrieg1940")


@pytest.fixture(params=["mini duel", "mini coalition", "blitzkrieg1940 duel", "blitzkrieg1940 hannut"])
def game(request: pytest.FixtureRequest, blitzkrieg: Any) -> tuple[Any, str]:
    system, scenario = request.param.split()
    return (MINI if system == "mini" else blitzkrieg), scenario


def random_steps(env: PlanspielAEC, seed: int, most: int = 10_000) -> Iterator[dict[str, Any]]:
    """Observations of a game of random agents, each before the agent acts."""
    rng = Random(seed)
    env.reset(seed=seed)
    for _ in range(most):
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated or observation is None:
            return
        yield observation
        env.step(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))


# -- contracts ---------------------------------------------------------------------------------------------


def test_the_aec_environment_passes_the_api_test(game: tuple[Any, str]) -> None:
    api_test(aec_env(*game), num_cycles=100)


def test_the_same_seed_gives_the_same_game(game: tuple[Any, str]) -> None:
    seed_test(lambda: aec_env(*game), num_cycles=60)


def test_the_parallel_environment_passes_the_api_test(game: tuple[Any, str]) -> None:
    parallel_api_test(parallel_env(*game), num_cycles=100)
    parallel_seed_test(lambda: parallel_env(*game), num_cycles=60)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_the_single_agent_environment_passes_the_checker_of_gymnasium(
    game: tuple[Any, str], mode: str
) -> None:
    system, scenario = game
    seat = aec_env(system, scenario).possible_agents[-1]
    check_env(single_agent(system, scenario, seat=seat, render_mode=mode), skip_render_check=True)


def test_the_performance_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    performance_benchmark(aec_env(MINI, "duel"))
    assert "turns per second" in capsys.readouterr().out


def test_a_seed_at_the_beginning_makes_the_whole_series_of_games_the_same() -> None:
    def series(seed: int) -> list[int]:
        env = aec_env(MINI, "duel", seed=seed)
        found = []
        for _ in range(3):
            env.reset()
            found.append(env.match.seed)
        return found

    assert series(5) == series(5)
    assert series(5) != series(6)
    assert len(set(series(5))) == 3


# -- what is asked and what may be chosen ------------------------------------------------------------------


def test_every_candidate_is_a_legal_order(blitzkrieg: Any) -> None:
    env = aec_env(blitzkrieg, "hannut")
    for seen in random_steps(env, seed=4, most=120):
        seat = Seat(env.agent_selection)
        offered = env.candidates(seat)
        assert int(seen["action_mask"].sum()) == len(offered)
        for order in offered:
            env.match.running.check(seat, order)


def test_a_short_list_is_offered_whole_and_a_long_one_in_part(blitzkrieg: Any) -> None:
    env = aec_env(blitzkrieg, "stonne", max_candidates=8)
    whole = cut = 0
    for _ in random_steps(env, seed=1, most=150):
        game, seat = env.match.running, Seat(env.agent_selection)
        question = game.pending(seat)
        assert question is not None
        options = list(question.options(game.view(seat)))
        offered = [order for order in env.candidates(seat) if order != DECLINE]
        if len(options) <= 6:
            assert offered == options
            whole += 1
        else:
            assert len(offered) <= 8
            cut += 1
    assert whole > 10
    assert cut > 10


def test_proposed_candidates_come_from_the_advice_of_the_system() -> None:
    class Advice:
        def propose(self, question: Any, view: Any, rng: Any) -> list[Any]:
            return [next(iter(question.options(view)))]

    env = aec_env(MINI, "duel", candidates="proposed")
    env.match._advice = Advice()  # type: ignore[assignment]
    env.reset(seed=1)
    assert len(env.candidates(env.agent_selection)) == 1


def test_in_a_reaction_the_first_candidate_declines() -> None:
    env = aec_env(MINI, "duel")
    reactions = 0
    for seed in range(5):
        for _ in random_steps(env, seed=seed):
            if isinstance(env.match.running.pause, Window):
                assert env.candidates(env.agent_selection)[0] == DECLINE
                reactions += 1
    assert reactions > 0


def test_the_parallel_environment_asks_all_seats_of_a_commitment_together() -> None:
    env = parallel_env(MINI, "duel")
    observations, infos = env.reset(seed=1)
    assert isinstance(env.match.running.pause, Commitment)
    assert all(infos[agent]["asked"] for agent in env.agents)
    assert all(observations[agent]["action_mask"].sum() > 1 for agent in env.agents)
    env.step(dict.fromkeys(env.agents, 0))
    assert not isinstance(env.match.running.pause, Commitment)


def test_who_is_not_asked_can_only_do_nothing() -> None:
    env = parallel_env(MINI, "duel")
    env.reset(seed=1)
    observations, _, _, _, infos = env.step(dict.fromkeys(env.agents, 0))
    (idle,) = [agent for agent in env.agents if not infos[agent]["asked"]]
    assert np.flatnonzero(observations[idle]["action_mask"]).tolist() == [0]
    assert not observations[idle]["question"].any()
    assert not observations[idle]["candidates"].any()


def test_a_sealed_answer_is_not_shown_to_the_next_seat_that_is_asked() -> None:
    def seen_by_the_second(action: int) -> Any:
        env = aec_env(MINI, "duel")
        env.reset(seed=1)
        assert isinstance(env.match.question(Seat("anna")), PlanTheTurn)
        env.step(action)
        assert env.agent_selection == "ben"
        return env.observe("ben")

    assert data_equivalence(seen_by_the_second(0), seen_by_the_second(7), exact=True)


def test_choosing_what_the_mask_forbids_loses_the_game() -> None:
    env = aec_env(MINI, "coalition")
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(env.match.terms.max_candidates)
    assert all(env.terminations.values())
    assert env.rewards[loser] == min(env.rewards.values()) < 0
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert "action mask" in env.infos[loser]["reason"]


# -- what is shown -----------------------------------------------------------------------------------------


@settings(max_examples=15)
@given(seed=st.integers(0, 2**20), at=st.integers(0, 60))
def test_an_observation_does_not_depend_on_what_the_seat_may_not_know(seed: int, at: int) -> None:
    env, other = aec_env(MINI, "duel"), aec_env(MINI, "duel")
    other.reset(seed=seed + 1)
    for _ in random_steps(env, seed, most=at):
        pass
    if not env.agents or env.match.over:
        return
    game, seat = env.match.running, Seat(env.agent_selection)
    # The twin's encoders have another history: what they remember must not show either.
    other.match.game = game.imagine(seat, Random(seed))
    other.match.seed, other.match.steps, other.match._asked = env.match.seed, env.match.steps, None
    assert data_equivalence(env.observe(seat), other.observe(seat), exact=True)


@pytest.mark.parametrize("seed", [1, 20, 300])
def test_what_an_encoder_remembers_changes_nothing(seed: int, blitzkrieg: Any) -> None:
    used = aec_env(blitzkrieg, "duel")
    for _ in random_steps(used, seed + 1, most=40):
        pass
    for n, observation in enumerate(random_steps(used, seed, most=60)):
        if n % 20 == 0:
            fresh = aec_env(blitzkrieg, "duel")
            fresh.match.game, fresh.match.seed = used.match.game, used.match.seed
            fresh.match.steps, fresh.match._offered, fresh.match._asked = used.match.steps, {}, None
            assert data_equivalence(observation, fresh.observe(used.agent_selection), exact=True)


def test_units_on_the_map_are_counted_on_the_board(blitzkrieg: Any) -> None:
    env = aec_env(blitzkrieg, "duel")
    env.reset(seed=1)
    for _ in random_steps(env, seed=2, most=30):
        pass
    seat = Seat(env.agent_selection)
    observation = env.observe(seat)
    view = env.match.running.view(seat)
    placed = [unit for unit in view.units.values() if unit.hex]
    own = sum(unit.side in view.sides for unit in placed)
    names = list(observation["tables"])
    first = (
        observation["board"].shape[1]
        - 2 * len(names)
        - len([name for name in ("sides", "found_mines", "inspected") if hasattr(view, name)])
    )
    plane = first + 2 * names.index("units")
    assert observation["board"][:, plane].sum() == own
    assert observation["board"][:, plane + 1].sum() == len(placed) - own > 0


def test_own_and_enemy_units_have_opposite_signs() -> None:
    env = aec_env(MINI, "duel", options={"hidden": False})
    env.reset(seed=1)
    tables = env.observe("anna")["tables"]
    assert tables["own"].any(axis=1).sum() == 3
    assert tables["seen"].any(axis=1).sum() == 3
    assert (tables["own"][:3] == 1.0).any(axis=1).all()
    assert (tables["seen"][:3] == -1.0).any(axis=1).all()


# -- rewards -----------------------------------------------------------------------------------------------


def test_rewards_come_at_the_end_add_up_to_zero_and_follow_the_outcome(game: tuple[Any, str]) -> None:
    env = aec_env(*game)
    for _ in random_steps(env, seed=3):
        assert not any(env.rewards.values())
    outcome = env.match.running.state.outcome
    assert outcome is not None
    assert sum(env.rewards.values()) == pytest.approx(0)
    for agent, reward in env.rewards.items():
        sides = env.match.setup.seats[Seat(agent)]
        if outcome.winners and set(sides) <= set(outcome.winners):
            assert reward > 0
        elif outcome.winners and not set(sides) & set(outcome.winners):
            assert reward < 0


@given(st.dictionaries(st.text(min_size=1).map(Seat), st.integers(-1, 1).map(float), min_size=1, max_size=5))
def test_zero_sum_keeps_the_order_of_results(results: dict[Seat, float]) -> None:
    moved = zero_sum(results)
    assert sum(moved.values()) == pytest.approx(0)
    for one in results:
        for other in results:
            assert (results[one] < results[other]) == (moved[one] < moved[other])


def test_shaping_adds_the_same_to_every_game(blitzkrieg: Any) -> None:
    """What shaping adds over a whole game is what the start was worth, with the opposite sign."""
    totals = set()
    for seed in (1, 2):
        env = aec_env(blitzkrieg, "duel", shaping=0.001)
        rewards = dict.fromkeys(env.possible_agents, 0.0)
        steps = 0
        for _ in random_steps(env, seed):
            steps += 1
            for agent, reward in env.rewards.items():
                rewards[agent] += reward
        final = zero_sum(env.match._results())
        for agent in env.possible_agents:
            rewards[agent] += env.rewards[agent]
        totals.add(tuple(round(rewards[a] - final[Seat(a)], 6) for a in env.possible_agents))
        assert steps > 10
    assert len(totals) == 1


def test_a_game_that_takes_too_long_is_truncated() -> None:
    env = aec_env(MINI, "duel", max_steps=5)
    assert len(list(random_steps(env, seed=1))) == 5
    assert all(env.truncations.values())
    assert not any(env.terminations.values())


# -- one agent against a bot -------------------------------------------------------------------------------


def test_the_bot_plays_the_other_seat_to_the_end(blitzkrieg: Any) -> None:
    env = single_agent(blitzkrieg, "duel", seat="french")
    rng = Random(1)
    observation, _ = env.reset(seed=1)
    over, steps, reward = False, 0, 0.0
    while not over:
        assert env.match.asked()[0] == "french"
        action = rng.choice(np.flatnonzero(observation["action_mask"]).tolist())
        observation, given_, terminated, truncated, info = env.step(action)
        over, steps, reward = terminated or truncated, steps + 1, float(given_)
    assert env.match.steps > steps
    assert reward in (-1.0, 0.0, 1.0)
    assert info["reason"]


# -- pictures ----------------------------------------------------------------------------------------------


def test_the_text_shows_board_question_and_candidates(blitzkrieg: Any) -> None:
    env = aec_env(blitzkrieg, "duel", render_mode="ansi")
    env.reset(seed=1)
    text = env.render()
    assert "as " in text.splitlines()[0]
    assert "+1" in text
    assert "-1" in text
    assert type(env.candidates(env.agent_selection)[0]).__name__ in text


def test_the_picture_shows_counters_of_both_sides(blitzkrieg: Any) -> None:
    env = aec_env(blitzkrieg, "duel", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.shape[2] == 3
    colours = {tuple(colour) for colour in picture.reshape(-1, 3)[::3].tolist()}
    assert {(0x2F, 0x5D, 0x8A), (0xA8, 0x44, 0x2F)} <= colours


def test_a_system_without_a_board_is_drawn_as_its_text() -> None:
    env = aec_env(MINI, "duel", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().std() > 0


# -- bad input ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: aec_env(MINI, "dual"), r"mini has no scenario 'dual'.*duel"),
        (lambda: aec_env(MINI, "duel", max_candidates=2), "max_candidates is at least 8, not 2"),
        (lambda: aec_env(MINI, "duel", render_mode="human"), "render_mode is 'ansi' or 'rgb_array'"),
        (lambda: aec_env(MINI, "duel", options={"hiden": True}), "no option"),
        (lambda: single_agent(MINI, "duel", seat="ana"), "there is no seat 'ana'.*anna"),
        (lambda: single_agent(MINI, "duel", seat="anna", opponent="randm"), "no bot 'randm'.*random"),
    ],
)
def test_bad_input_gets_a_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        make()


def test_a_step_before_reset_or_after_the_end_gets_a_sentence() -> None:
    env = aec_env(MINI, "duel")
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        env.step(0)
    env = parallel_env(MINI, "duel")
    with pytest.raises(RuntimeError, match=r"reset\(\)"):
        env.step({})
    env.reset(seed=1)
    with pytest.raises(ValueError, match="no action was given for anna, ben"):
        env.step({})


@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo"])
def test_a_missing_extra_is_named_with_how_to_install_it(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None\nimport planspiel.env"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    last = run.stderr.strip().splitlines()[-1]
    assert last.endswith(f"planspiel.env needs {missing}; install it with: pip install 'planspiel[env]'")


def test_a_picture_without_pillow_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.split(".")[0] == "PIL"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "PIL", None)
    env = aec_env(MINI, "duel", render_mode="rgb_array")
    env.reset(seed=1)
    with pytest.raises(ImportError, match="needs pillow"):
        env.render()
