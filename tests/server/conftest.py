"""The mini system, known to the servers of these tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from mini import Mini
from planspiel.systems import registry
from server.clients import Hall, hall
from server.postgres import Cluster


@pytest.fixture(autouse=True)
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.registered, "mini", lambda overlays: Mini())


@pytest.fixture
def database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'games.sqlite'}"


@pytest.fixture
def table(database: str) -> Iterator[Hall]:
    """A server in this process with a database of its own."""
    with hall(database) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database(request: pytest.FixtureRequest, database: str) -> str:
    """Both kinds of database, each empty."""
    if request.param == "sqlite":
        return database
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.fresh()


@pytest.fixture(scope="session")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    running = Cluster(tmp_path_factory.mktemp("postgres"))
    yield running
    running.stop()
