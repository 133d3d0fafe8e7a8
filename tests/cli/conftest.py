"""The command line with the mini system known to it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from typer.testing import CliRunner

from cases import mini_case
from planspiel.cli.main import app
from planspiel.kernel import Game, Keyed, Log, Setup
from planspiel.systems import registry


class Ended(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """All of standard output, read as JSON."""
        return json.loads(self.out)


Run = Callable[..., Ended]


@pytest.fixture(autouse=True)
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.registered, "mini", mini_case.build)


@pytest.fixture
def run() -> Run:
    def invoke(*args: object) -> Ended:
        result = CliRunner().invoke(app, [str(arg) for arg in args])
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr)

    return invoke


def played(seed: int = 1, scenario: str = "duel", decisions: int = 10_000) -> list[bytes]:
    """The log of a game played at random, to its end if there are decisions enough."""
    rng = random.Random(seed)
    log = Log()
    game = Game.start(mini_case.build(), Setup(scenario), Keyed(b"secret", ("one",), "test"), log)
    while not game.over and decisions:
        seat = game.waiting()[0]
        question = game.pending(seat)
        assert question is not None
        game.answer(seat, question.sample(game.view(seat), rng))
        decisions -= 1
    return list(log.lines())


@pytest.fixture
def lines() -> list[bytes]:
    return played()


@pytest.fixture
def log(tmp_path: Path, lines: list[bytes]) -> Path:
    file = tmp_path / "game.log"
    file.write_bytes(b"\n".join(lines) + b"\n")
    return file
