"""What the guide shows works."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from planspiel.cli.main import app
from planspiel.sim import Summary, gather, summarise
from sim.conftest import DUEL

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "simulation.md"


def options_of(command: str) -> set[str]:
    commands = get_command(app).commands  # type: ignore[attr-defined]
    return {word for option in commands[command].params for word in option.opts}


def test_the_commands_of_the_guide_take_the_options_it_names() -> None:
    known = options_of("selfplay") | options_of("balance")
    text = "\n".join(line for line in GUIDE.read_text().splitlines() if not line.startswith("ray "))
    named = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", text))
    assert len(named) > 12
    assert named <= known


@pytest.mark.parametrize("key", Summary.__struct_fields__)
def test_every_key_of_the_json_is_explained(key: str) -> None:
    table = GUIDE.read_text().partition("## What the JSON holds")[2].partition("\n## ")[0]
    assert f"`{key}`" in table


def test_the_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.DOTALL)
    short = example.replace(
        '"blitzkrieg1940", "stonne", ("greedy", "random")', '"mini", "duel", ("random", "random")'
    )
    assert short != example
    exec(short.replace("games=20, seed=7", "games=12, seed=4"), {})
    assert capsys.readouterr().out == f"{summarise(DUEL, gather(DUEL)).win_shares}\n"
