"""The command `selfplay`: what it prints, what it keeps, how it ends."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli.conftest import Run
from planspiel.sim import gather
from planspiel.sim.results import Results
from sim.conftest import DUEL, timeless

MINI = ("selfplay", "mini", "duel", "--bots", "random,random", "--games", 12, "--seed", 4)
KEYS = {"games", "wins", "wins_by_side", "draws", "turns", "decisions_per_second", "seed"}


def test_json_has_its_keys_and_nothing_else_is_printed(run: Run) -> None:
    ended = run(*MINI, "--json")
    assert (ended.code, ended.err) == (0, "")
    assert set(ended.data) > KEYS
    assert set(ended.data) > {"losses", "objectives", "rules", "luck", "win_shares"}
    assert ended.data["games"] == 12
    assert ended.data["seed"] == 4
    assert set(ended.data["wins"]) == {"random", "random#2"}
    assert sum(ended.data["wins"].values()) + ended.data["draws"] == 12
    assert ended.data["decisions_per_second"] > 0


def test_the_json_is_the_same_byte_for_byte_whatever_the_number_of_jobs(run: Run) -> None:
    said = [run(*MINI, "--json", "--jobs", jobs).out.splitlines() for jobs in (1, 2, 3)]
    same = [
        [line for line in lines if '"seconds"' not in line and "_per_second" not in line] for lines in said
    ]
    assert len(same[0]) == len(said[0]) - 2
    assert same[0] == same[1] == same[2]


def test_the_text_names_winners_intervals_turns_and_rules(run: Run) -> None:
    out = run(*MINI).out
    for words in ("random#2", "as red", "95 % interval", "Games ended in turn", "rules fired", "seed 4"):
        assert words in out


def test_options_are_read_as_the_system_wants_them(run: Run) -> None:
    found = run(*MINI, "--json", "--set", "scouting=yes").data
    assert found["options"] == {"scouting": True}
    assert "MINI-8" in found["rules"]
    assert "MINI-8" not in run(*MINI, "--json").data["rules"]


def test_sides_can_be_kept(run: Run) -> None:
    found = run(*MINI, "--json", "--keep-sides").data
    assert not found["sides_exchanged"]
    assert found["wins"] == {
        "random": found["wins_by_side"]["red"],
        "random#2": found["wins_by_side"]["blue"],
    }


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("mimi", "duel"), "there is no system 'mimi'; did you mean 'mini'?"),
        (("mini", "dual"), "mini has no scenario 'dual'; did you mean 'duel'?"),
        (("mini", "duel", "--bots", "gredy,random"), "there is no bot 'gredy'; did you mean 'greedy'?"),
        (("mini", "duel", "--bots", "random"), "duel is played by 2 bots (for anna; ben), not by 1"),
        (("mini", "duel", "--games", 0), "a study has from 1 to 1000000 games, not 0"),
        (("mini", "duel", "--jobs", 0), "games can be played by 1 to 1024 processes, not 0"),
        (("mini", "duel", "--set", "scouting"), "--set: 'scouting' is not of the form option=value"),
        (("mini", "duel", "--set", "scuting=yes"), "--set: mini has no option 'scuting'; did you mean"),
        (("mini", "duel", "--set", "scouting=maybe"), "--set: scouting may be no, yes, not 'maybe'"),
        (("mini", "duel", "--address", "auto"), "an address is for the engine `ray`"),
        (("mini", "duel", "--plot", "figures.doc"), "figures.doc: a picture is called .png, .svg or .pdf"),
        (("mini", "duel", "--plot", "nowhere/p.png"), "nowhere/p.png: there is no folder nowhere"),
        (
            ("mini", "duel", "--resume", "--out", "none.jsonl"),
            "none.jsonl: there is no results file to go on",
        ),
        (("mini", "duel", "--pack", "nowhere"), "nowhere"),
    ],
)
def test_bad_input_is_one_line_and_nothing_is_played(
    run: Run, words: tuple[object, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ended = run("selfplay", *words)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(reason)
    assert ended.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("library", "words", "extra"),
    [("ray", ("--engine", "ray"), "cluster"), ("matplotlib.figure", ("--plot", "p.png"), "plots")],
)
def test_a_missing_library_is_a_sentence_that_says_how_to_get_it(
    run: Run, library: str, words: tuple[str, ...], extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    ended = run(*MINI, *words)
    assert ended.code == 2
    assert ended.err.endswith(f"which is not installed: pip install 'planspiel[{extra}]'\n")


# -- files -------------------------------------------------------------------------------------------------


def test_a_results_file_is_not_overwritten_unasked(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    assert run(*MINI, "--out", out).code == 0
    before = out.read_bytes()
    assert len(before.splitlines()) == 13
    ended = run(*MINI, "--out", out)
    assert (ended.code, ended.err) == (
        2,
        f"{out}: exists already; go on with it (--resume) or name another file\n",
    )
    assert out.read_bytes() == before


def test_a_run_goes_on_from_its_file(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "duel.jsonl"
    results = Results(out, DUEL, gather(DUEL)[:5])
    results.close()
    found = run(*MINI, "--out", out, "--resume", "--json").data
    assert timeless(found) == timeless(run(*MINI, "--json").data)
    assert len(out.read_bytes().splitlines()) == 13


def test_a_finished_run_leaves_nothing_behind_unless_asked(run: Run, tmp_path: Path) -> None:
    run(*MINI)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_logs_are_written_and_can_be_verified(run: Run, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    assert run(*MINI, "--games", 2, "--logs", logs, "--jobs", 2).code == 0
    assert sorted(path.name for path in logs.iterdir()) == ["game-00001.log", "game-00002.log"]
    assert run("verify", logs / "game-00002.log", "--json").data["ok"]


@pytest.mark.parametrize("name", ["figures.png", "figures.svg", "figures.pdf"])
def test_the_figures_are_drawn(run: Run, tmp_path: Path, name: str) -> None:
    first, again = tmp_path / name, tmp_path / f"again-{name}"
    assert run(*MINI, "--plot", first).code == 0
    assert run(*MINI, "--plot", again, "--jobs", 2).code == 0
    magic = {".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF"}[first.suffix]
    assert first.read_bytes().startswith(magic)
    assert first.read_bytes() == again.read_bytes()


# -- Ctrl-C ------------------------------------------------------------------------------------------------


def _heeds_ctrl_c() -> None:
    """Whoever is started in the background inherits a deaf ear for it."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_keeps_what_is_over_and_the_run_goes_on(run: Run, tmp_path: Path, jobs: str) -> None:
    words = [
        "selfplay",
        "blitzkrieg1940",
        "stonne",
        "--bots",
        "random,random",
        "--games",
        "30",
        "--seed",
        "3",
    ]
    out = tmp_path / "hannut.jsonl"
    command = [
        sys.executable,
        "-m",
        "planspiel.cli.main",
        *words,
        "--jobs",
        jobs,
        "--out",
        str(out),
        "--json",
    ]
    going = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
        preexec_fn=_heeds_ctrl_c,
    )
    while going.poll() is None and not (out.exists() and out.read_bytes().count(b"\n") >= 3):
        time.sleep(0.01)
    going.send_signal(signal.SIGINT)
    said, err = going.communicate(timeout=60)
    assert going.returncode == 130
    done = json.loads(said)["games"]
    assert 2 <= done < 30
    assert f"Stopped after {done} of 30 games; they are kept in {out}." in err
    assert err.rstrip().endswith("--json --resume")
    assert out.read_bytes().count(b"\n") == done + 1
    found = run(*words, "--json", "--out", out, "--resume").data
    assert timeless(found) == timeless(run(*words, "--json").data)


def test_without_a_file_of_its_own_a_stopped_run_goes_on_as_well(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from planspiel.cli import selfplay
    from sim.test_gathering import Interrupted

    usual = selfplay.engine_of
    monkeypatch.setattr(selfplay, "engine_of", lambda *_: Interrupted(4))
    stopped = run(*MINI)
    assert stopped.code == 130
    assert "Stopped after 5 of 12 games" in stopped.err
    assert [path.suffix for path in tmp_path.rglob("*") if path.is_file()] == [".jsonl"]
    monkeypatch.setattr(selfplay, "engine_of", usual)
    found = run(*MINI, "--resume", "--json").data
    assert timeless(found) == timeless(run(*MINI, "--json").data)
