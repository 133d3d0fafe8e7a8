"""What holds for every test of this system."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from wiener2022.positions import THROWN


@pytest.fixture(autouse=True)
def every_die_of_a_position_is_thrown() -> Iterator[None]:
    """Dice left over mean that something did not happen which the test counted on."""
    THROWN.clear()
    yield
    for dice in THROWN:
        dice.finish()
