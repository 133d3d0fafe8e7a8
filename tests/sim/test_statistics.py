"""Intervals and contrasts against known values."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planspiel.sim.statistics import contrast, share, wilson


@pytest.mark.parametrize(
    ("hits", "tries", "low", "high"),
    [
        # Newcombe, "Two-sided confidence intervals for the single proportion" (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_the_interval_agrees_with_published_values(hits: int, tries: int, low: float, high: float) -> None:
    assert wilson(hits, tries) == (pytest.approx(low, abs=5e-5), pytest.approx(high, abs=5e-5))


def test_no_games_say_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert share(0, 0).share == 0.0


@given(st.integers(1, 500), st.data())
@settings(deadline=None, max_examples=100)
def test_the_interval_holds_the_share_and_mirrors(tries: int, data: st.DataObject) -> None:
    hits = data.draw(st.integers(0, tries))
    low, high = wilson(hits, tries)
    assert 0 <= low <= hits / tries <= high <= 1
    assert wilson(tries - hits, tries) == (pytest.approx(1 - high), pytest.approx(1 - low))


def test_a_contrast_is_a_difference_in_standard_errors() -> None:
    # Means 2 and 5, variances 1 and 1, three values each: the standard error is the root of 2/3.
    assert contrast([4, 5, 6], [1, 2, 3]) == pytest.approx(3 / (2 / 3) ** 0.5)
    assert contrast([1, 2, 3], [4, 5, 6]) < 0


def test_samples_that_cannot_tell_have_no_contrast() -> None:
    assert contrast([1], [2, 3]) == 0
    assert contrast([2, 2], [2, 2]) == 0
