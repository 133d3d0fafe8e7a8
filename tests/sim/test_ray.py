"""The same study on a Ray cluster of two workers on this machine."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
import ray

from cli.conftest import Run
from sim.conftest import timeless

WORDS = (
    "selfplay",
    "blitzkrieg1940",
    "hannut",
    "--bots",
    "random,random",
    "--games",
    4,
    "--seed",
    6,
    "--json",
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[None]:
    ray.init(
        num_cpus=2,
        include_dashboard=False,
        object_store_memory=100 * 2**20,
        log_to_driver=False,
        logging_level=logging.ERROR,
    )
    yield
    ray.shutdown()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_a_sentence(run: Run, address: str) -> None:
    ended = run(*WORDS, "--engine", "ray", "--address", address)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"there is no Ray cluster at {address!r} that can be used: ")
    assert ended.err.count("\n") == 1


@pytest.mark.usefixtures("cluster")
def test_a_cluster_plays_the_same_games(run: Run) -> None:
    assert ray.cluster_resources()["CPU"] == 2
    on_ray = run(*WORDS, "--engine", "ray")
    assert on_ray.code == 0
    assert timeless(on_ray.data) == timeless(run(*WORDS).data)
    assert ray.is_initialized()  # a cluster that was there before is left as it was


@pytest.mark.usefixtures("cluster")
def test_a_refusal_on_the_cluster_is_the_same_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("planspiel.sim.gathering.program", lambda _: "elsewhere")
    ended = run(*WORDS, "--engine", "ray")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("one of the machines has another version of Planspiel")
