"""The long run: resumable, seeded, and its result stands only for the files it soaked."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

import mini
from mini import Mini
from mini.state import Pack
from mini.system import PACK
from planspiel.systems import registry
from planspiel.testing import soak as soaking
from planspiel.testing.conformance import Breach, conform
from planspiel.testing.failures import Failure
from planspiel.testing.soak import (
    Plan,
    Unfinished,
    files_of,
    fingerprint,
    main,
    read_result,
    results_of,
    soak,
    stale,
    tasks,
)
from planspiel.testing.trial import Report

SMALL = Pack({name: PACK.scenarios[name] for name in ("duel", "coalition")}, PACK.fire)


class Soaked:
    """Soaks the mini system into folders of a test."""

    def __init__(self, folder: Path) -> None:
        self.results, self.unfinished = folder / "soak", folder / "unfinished"

    def __call__(
        self, games: int = 2, closely: int = 1, scenarios: tuple[str, ...] = (), **how: Any
    ) -> soaking.Result:
        return soak(
            Mini(SMALL),
            Plan(games, closely, every=25, scenarios=scenarios),
            folder=self.results,
            unfinished=self.unfinished,
            progress=False,
            **how,
        )


@pytest.fixture
def soaked(tmp_path: Path) -> Soaked:
    return Soaked(tmp_path)


def test_a_soak_writes_what_was_run_and_on_which_files(soaked: Soaked) -> None:
    result = soaked()
    assert read_result("mini", soaked.results) == result
    assert (result.games, result.closely, result.every, result.seed) == (2, 1, 25, 1)
    assert result.report.games == 4, "two of each scenario"
    assert result.decisions == result.report.decisions > 0
    assert result.fingerprint == fingerprint(files_of(Mini()))
    assert len(result.date) == 10
    assert result.scenarios == ("duel", "coalition")


def test_of_each_scenario_some_games_are_looked_at_closely_and_the_rest_is_played() -> None:
    planned = tasks(Mini(SMALL), Plan(games=5, closely=2, every=7, seed=3))
    for scenario in ("duel", "coalition"):
        mine = [task for task in planned if task.setup.scenario == scenario]
        assert [(task.seed, task.every) for task in mine] == [(3, 7), (4, 7), (5, 0), (6, 0), (7, 0)]
        assert [bool(task.setup.options) for task in mine] == [False, True, False, True, False]


def test_as_many_games_are_played_with_each_value_of_an_option() -> None:
    planned = tasks(Mini(SMALL), Plan(games=4, closely=1, each="hidden"))
    for scenario in ("duel", "coalition"):
        for value in (True, False):
            options = [task.setup.options for task in planned if task.setup.scenario == scenario]
            mine = [each for each in options if each["hidden"] is value]
            assert [each.get("scouting", False) for each in mine] == [False, True, False, True]
    assert sum(task.every > 0 for task in planned) == 4


def test_a_soak_of_a_named_scenario_plays_it_alone_and_has_a_result_of_its_own(soaked: Soaked) -> None:
    whole, part = soaked(), soaked(scenarios=("coalition",))
    assert part.scenarios == ("coalition",)
    assert part.report.games == 2
    assert read_result("mini-coalition", soaked.results) == part
    assert results_of("mini", soaked.results) == [part, whole]


def test_a_soak_of_all_scenarios_takes_the_place_of_others(soaked: Soaked) -> None:
    soaked(games=1, scenarios=("coalition",))
    whole = soaked(games=1)
    assert results_of("mini", soaked.results) == [whole]


def test_games_in_several_processes_give_the_same_figures(soaked: Soaked) -> None:
    assert soaked(processes=2).report == soaked().report


def test_a_breach_in_another_process_ends_the_soak(soaked: Soaked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mini, "most_decisions", 5)
    monkeypatch.chdir(soaked.results.parent)
    with pytest.raises(Breach, match="not after 5 decisions"):
        soaked(closely=0, processes=2)


def test_a_stopped_soak_goes_on_where_it_was_and_ends_with_the_same_figures(
    soaked: Soaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = soaked()
    played: list[int] = []

    def stopped(system: Any, setup: Any, seed: int, every: int) -> Any:
        if len(played) == 1:
            raise KeyboardInterrupt
        played.append(seed)
        return conform(system, setup, seed, every)

    monkeypatch.setattr("planspiel.testing.soak.conform", stopped)
    with pytest.raises(KeyboardInterrupt):
        soaked()
    played.clear()
    resumed = soaked(resume=True)
    assert played == [1], "the other game that is looked at closely"
    assert resumed.report == whole.report


def test_a_soak_does_not_go_on_with_other_files(soaked: Soaked) -> None:
    soaked.unfinished.mkdir()
    other = Unfinished(Plan(2, 1, every=25), "of other files", done={0, 1, 2})
    (soaked.unfinished / "mini.json").write_bytes(msgspec.json.encode(other))
    assert soaked(resume=True).report.games == 4


def test_a_breach_ends_the_soak_without_a_result(soaked: Soaked, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Mini, "most_decisions", 5)
    monkeypatch.chdir(soaked.results.parent)
    with pytest.raises(Breach, match="not after 5 decisions"):
        soaked()
    assert read_result("mini", soaked.results) is None


def test_after_a_breach_the_other_games_are_played_and_only_the_broken_ones_are_left(
    soaked: Soaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, played = soaked(), []

    def broken(system: Any, setup: Any, seed: int, every: int) -> Any:
        played.append((setup.scenario, seed))
        if len(played) == 1:
            raise Breach(Failure(system.id, setup, seed, every, "ends", "it does not"), None)
        return conform(system, setup, seed, every)

    monkeypatch.setattr("planspiel.testing.soak.conform", broken)
    with pytest.raises(Breach, match="it does not"):
        soaked()
    first = played[0]
    assert len(played) > 1
    del played[1:]
    assert soaked(resume=True).report == whole.report
    assert played == [first, first]


def test_what_the_games_looked_at_closely_say_is_said_before_the_others_are_played(
    soaked: Soaked, monkeypatch: pytest.MonkeyPatch
) -> None:
    faults = [("scramble-forgets", "the deck was never changed")]
    monkeypatch.setattr("planspiel.testing.trial.Report.faults", lambda report: iter(faults))
    monkeypatch.setattr("planspiel.testing.soak.play_out", lambda *game: pytest.fail("it was played"))
    monkeypatch.setattr("planspiel.testing.soak.conform", lambda *game: Report(games=1))
    with pytest.raises(Breach, match="the deck was never changed"):
        soaked()
    assert read_result("mini", soaked.results) is None


# -- stale results -------------------------------------------------------------------------------------


def test_a_result_is_stale_once_a_file_of_the_system_has_changed(
    soaked: Soaked, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy" / "mini"
    shutil.copytree(Path(mini.__file__).parent, copy)
    monkeypatch.setattr("inspect.getfile", lambda kind: str(copy / "system.py"))
    soaked(games=1)
    assert stale([Mini(SMALL)], soaked.results) == []
    (copy / "events.py").write_text('"""Changed."""\n')
    (sentence,) = stale([Mini(SMALL)], soaked.results)
    assert sentence.startswith("mini has changed since its soak of ")


def test_scenarios_that_no_result_covers_are_named(soaked: Soaked) -> None:
    soaked(games=1, scenarios=("coalition",))
    assert stale([Mini(SMALL)], soaked.results) == ["mini has no soak of duel: run `make soak`"]
    soaked(games=1, scenarios=("duel",))
    assert stale([Mini(SMALL)], soaked.results) == []


def test_a_result_that_names_no_scenarios_stands_for_all(soaked: Soaked) -> None:
    whole = msgspec.structs.replace(soaked(games=1), scenarios=())
    (soaked.results / "mini.json").write_bytes(msgspec.json.encode(whole))
    assert stale([Mini(SMALL)], soaked.results) == []


def test_the_files_of_other_scenarios_do_not_matter_to_a_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scenarios = {"duel": 'map = "ford"', "coalition": 'map = "ford"', "large": 'map = "plain"'}
    for name, text in scenarios.items():
        (tmp_path / "scenarios").mkdir(exist_ok=True)
        (tmp_path / "scenarios" / f"{name}.toml").write_text(text)
    for name in ("ford", "plain", "unused"):
        (tmp_path / "maps").mkdir(exist_ok=True)
        (tmp_path / "maps" / f"{name}.toml").write_text("")
    monkeypatch.setattr(soaking, "builtin_packs", lambda system: {"base": tmp_path})

    def in_the_pack(*scenarios: str) -> list[str]:
        return [path.stem for path in files_of(Mini(), scenarios) if path.is_relative_to(tmp_path)]

    assert in_the_pack("duel") == ["ford", "unused", "duel"]
    assert in_the_pack("large", "duel") == ["ford", "plain", "unused", "duel", "large"]
    assert in_the_pack() == ["ford", "plain", "unused", "coalition", "duel", "large"]


def test_a_system_that_was_never_soaked_has_nothing_to_be_stale(tmp_path: Path) -> None:
    assert read_result("mini", tmp_path) is None
    assert stale([Mini()], tmp_path) == []


def test_a_fingerprint_depends_on_names_and_contents(tmp_path: Path) -> None:
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("a")
    two.write_text("b")
    before = fingerprint([one, two])
    one.write_text("b")
    two.write_text("a")
    assert fingerprint([one, two]) != before


def test_no_system_has_changed_since_its_soak() -> None:
    assert stale(registry.load(name) for name in registry.names()) == []


# -- the command ---------------------------------------------------------------------------------------


def test_without_systems_there_is_nothing_to_soak(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "names", tuple)
    assert main([]) == 0
    assert capsys.readouterr().out == "There is no system to soak yet.\n"


def test_the_command_soaks_a_system_and_shows_how_far_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: Mini(SMALL))
    assert main(["--system", "mini", "--games", "2", "--closely", "1", "--every", "30"]) == 0
    told = capsys.readouterr()
    assert "mini: game 4 of 4" in told.err
    assert told.out.startswith("mini: 4 games, ")
    assert read_result("mini", tmp_path / "soak") is not None


def test_an_unknown_system_is_one_sentence_and_exit_code_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--system", "minni"]) == 2
    assert "there is no system 'minni'" in capsys.readouterr().err


def test_an_unknown_option_is_one_sentence_and_exit_code_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: Mini(SMALL))
    assert main(["--system", "mini", "--each", "hiden"]) == 2
    assert capsys.readouterr().err == "mini has no option 'hiden'.\n"


def test_the_command_soaks_a_named_scenario(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: Mini(SMALL))
    words = ["--system", "mini", "--games", "1", "--closely", "1", "--every", "30", "--scenario"]
    assert main([*words, "duel"]) == 0
    assert "mini-duel: game 1 of 1" in capsys.readouterr().err
    assert read_result("mini-duel", tmp_path / "soak") is not None
    assert main([*words, "dual"]) == 2
    assert capsys.readouterr().err == "mini has no scenario 'dual'.\n"
