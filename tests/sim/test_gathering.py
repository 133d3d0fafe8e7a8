"""The same study gives the same games, whoever plays them, and goes on where it was stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from planspiel.sim import Played, Stopped, Study, StudyError, gather, play_game, summarise
from planspiel.sim.engines import InProcess, Processes
from planspiel.sim.playing import Task, play_task
from planspiel.sim.results import Results, read_results
from planspiel.sim.study import program
from sim.conftest import DUEL

HANNUT = Study("blitzkrieg1940", "hannut", ("random", "random"), games=4, seed=2)


def timeless(games: Sequence[Played]) -> list[Played]:
    return [replace(game, seconds=0.0) for game in games]


class Interrupted(InProcess):
    """Ctrl-C after some games; one more was over in another process by then."""

    def __init__(self, after: int) -> None:
        self._after = after

    def deal(self, tasks: Sequence[Task]) -> Iterator[list[Played]]:
        games = [game for task in tasks for game in task.numbers]
        self._late = games[self._after]
        self._study = tasks[0].study
        for n in games[: self._after]:
            yield [play_game(self._study, n)]
        raise KeyboardInterrupt

    def halt(self) -> Iterator[list[Played]]:
        yield [play_game(self._study, self._late)]


@pytest.mark.parametrize("study", [DUEL, replace(DUEL, scenario="coalition"), HANNUT])
def test_two_processes_play_the_same_games_as_one(study: Study) -> None:
    alone = gather(study)
    with closing(Processes(2)) as engine:
        together = gather(study, engine)
    assert [game.n for game in alone] == list(range(study.games))
    assert timeless(alone) == timeless(together)


def test_a_game_does_not_depend_on_the_games_before_it() -> None:
    assert timeless([play_game(DUEL, 7)]) == timeless(gather(DUEL))[7:8]


def test_another_seed_gives_other_games() -> None:
    assert timeless(gather(DUEL)) != timeless(gather(replace(DUEL, seed=5)))


def test_an_interrupted_study_keeps_what_is_over_and_goes_on() -> None:
    told: list[int] = []
    with pytest.raises(Stopped) as stopped:
        gather(DUEL, Interrupted(4), each=lambda game: told.append(game.n))
    assert [game.n for game in stopped.value.games] == [0, 1, 2, 3, 4]
    assert told == [0, 1, 2, 3, 4]
    again: list[int] = []
    games = gather(DUEL, done=stopped.value.games, each=lambda game: again.append(game.n))
    assert again == list(range(5, 12))
    assert timeless(games) == timeless(gather(DUEL))


def test_processes_stop_at_once_and_hand_back_whole_games() -> None:
    with closing(Processes(2)) as engine:
        deal = engine.deal(
            [Task(HANNUT, tuple(range(n, n + 40)), program("blitzkrieg1940")) for n in (0, 40)]
        )
        assert sum(len(games) for games in engine.halt()) < 80
        del deal


def test_games_of_another_version_are_not_mixed_in() -> None:
    with pytest.raises(StudyError, match="another version of Planspiel"):
        play_task(Task(DUEL, (0,), "elsewhere"))


def test_a_process_that_is_ended_from_outside_is_a_sentence() -> None:
    study = replace(DUEL, bots=("sim.bad_bots:Quitter", "random"))
    with closing(Processes(2)) as engine, pytest.raises(StudyError, match="was ended from outside"):
        gather(study, engine)


def test_orders_of_a_bot_that_cheats_are_counted_as_faults() -> None:
    study = replace(DUEL, bots=("sim.bad_bots:Cheat", "random"), games=2)
    faults = summarise(study, gather(study)).faults
    assert faults["sim.bad_bots:Cheat"] > 0
    assert faults["random"] == 0


# -- the results file --------------------------------------------------------------------------------------


def kept(file: Path, study: Study, games: Sequence[Played]) -> None:
    with closing(Results(file, study, [])) as results:
        for game in games:
            results.add(game)


def test_a_results_file_gives_back_its_games(tmp_path: Path) -> None:
    file, games = tmp_path / "new" / "duel.jsonl", gather(replace(DUEL, games=3))
    kept(file, DUEL, games)
    assert read_results(file, DUEL) == games
    assert len(file.read_bytes().splitlines()) == 4


def test_a_last_line_that_was_cut_off_is_dropped(tmp_path: Path) -> None:
    file, games = tmp_path / "duel.jsonl", gather(replace(DUEL, games=3))
    kept(file, DUEL, games)
    file.write_bytes(file.read_bytes()[:-20])
    assert read_results(file, DUEL) == games[:2]


def test_more_games_may_be_asked_for_than_the_first_time(tmp_path: Path) -> None:
    file, games = tmp_path / "duel.jsonl", gather(replace(DUEL, games=3))
    kept(file, replace(DUEL, games=3), games)
    assert read_results(file, DUEL) == games


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seed": 9}, "was played with seed 4, not 9"),
        ({"bots": ("random", "greedy")}, 'was played with bots ["random","random"], not ["random","greedy"]'),
    ],
)
def test_the_file_of_another_study_is_refused(tmp_path: Path, change: dict[str, object], reason: str) -> None:
    file = tmp_path / "duel.jsonl"
    kept(file, DUEL, [])
    with pytest.raises(StudyError) as refused:
        read_results(file, replace(DUEL, **change))
    assert str(refused.value) == f"{file}: {reason}"


@pytest.mark.parametrize("text", [b"", b"{}", b"[" * 100_000, b"\xff\xfe", b'{"study": 3}\n'])
def test_a_file_that_is_no_results_file_is_refused(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "duel.jsonl"
    file.write_bytes(text)
    with pytest.raises(StudyError, match="line 1: this is no results file of a study"):
        read_results(file, DUEL)


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    kept(file, DUEL, gather(replace(DUEL, games=2)))
    lines = file.read_bytes().split(b"\n")
    file.write_bytes(b"\n".join([lines[0], lines[1], b"{}", b""]))
    with pytest.raises(StudyError, match="line 3: this is no game"):
        read_results(file, DUEL)


def test_games_of_another_program_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "duel.jsonl"
    kept(file, DUEL, [])
    file.write_bytes(file.read_bytes().replace(program("mini").encode(), b"0123456789abcdef"))
    with pytest.raises(StudyError, match="was played by another version of Planspiel; begin anew"):
        read_results(file, DUEL)
