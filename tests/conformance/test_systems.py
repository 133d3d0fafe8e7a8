"""Every system keeps the laws of the kernel, in random games from every scenario and with every option."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from mini import Mini
from planspiel.kernel import Setup, System
from planspiel.systems import registry
from planspiel.testing.conformance import LADDER, conform, conform_all, setups

Load = Callable[[], System[Any, Any, Any]]


def loaders() -> Iterator[tuple[str, Load]]:
    yield "mini", Mini
    for name in registry.names():
        yield name, partial(registry.load, name)


def every_game() -> Iterator[Any]:
    for name, load in loaders():
        for setup in setups(load()):
            options = ",".join(f"{option}={value}" for option, value in setup.options.items())
            yield pytest.param(load, setup, id=f"{name}/{setup.scenario}/{options or 'as printed'}")


@pytest.mark.parametrize(("load", "setup"), list(every_game()))
def test_a_system_conforms_in_every_scenario_and_with_every_option(
    load: Load, setup: Setup, tmp_path: Path
) -> None:
    system = load()
    seeds = (1,) if setup.options or len(system.scenarios()) > LADDER else (1, 2)
    report = conform_all(system, [(setup, seed) for seed in seeds], every=20, folder=tmp_path)
    assert report.games == len(seeds)
    assert report.checks > 0


MINI_SETUPS = [
    Setup(scenario, {"hidden": hidden, "scouting": scouting})
    for scenario in ("duel", "coalition")
    for hidden in (True, False)
    for scouting in (False, True)
]


@pytest.mark.parametrize("setup", MINI_SETUPS, ids=str)
def test_the_mini_system_conforms_at_every_decision(setup: Setup, tmp_path: Path) -> None:
    report = conform(Mini(), setup, seed=3, every=1, folder=tmp_path)
    assert report.checks > report.decisions
    assert report.compared > 10 * report.diverged
    assert report.refused > report.decisions
    assert report.imagined > report.decisions


def test_the_same_seed_gives_the_same_report() -> None:
    first, second = (conform(Mini(), Setup("coalition"), seed=5, every=3) for _ in range(2))
    assert first == second


def test_a_run_over_all_kinds_of_games_finds_every_secret_field_of_the_mini_system() -> None:
    report = conform_all(Mini(), [(setup, seed) for setup in MINI_SETUPS for seed in (0, 1)], every=10)
    assert set(report.secrets) == {"tokens", "mines", "standing", "scouting[].found"}
    assert all(slot.changed for slot in report.secrets.values())
