"""Studies of the mini system, and a cache of their own for commands that keep what was stopped."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cases import mini_case
from cli.conftest import Ended, Run
from planspiel.cli.main import app
from planspiel.sim import Study
from planspiel.systems import registry

DUEL = Study("mini", "duel", ("random", "random"), games=12, seed=4)


@pytest.fixture(autouse=True)
def mini(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(registry.registered, "mini", mini_case.build)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def run() -> Run:
    def invoke(*args: object) -> Ended:
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return invoke


def timeless(data: dict[str, Any]) -> dict[str, Any]:
    """A summary without what differs from run to run."""
    return {name: value for name, value in data.items() if name not in ("decisions_per_second", "seconds")}
