"""The mini system, made known to the registry."""

from __future__ import annotations

import pytest

from cases import mini_case
from planspiel.systems import registry


@pytest.fixture(autouse=True)
def mini(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.registered, "mini", mini_case.build)
