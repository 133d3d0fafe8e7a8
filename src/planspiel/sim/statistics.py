"""Shares with their uncertainty, and other small sums."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean

from msgspec import Struct

__all__ = ["Share", "contrast", "share", "wilson"]

Z95 = 1.959963984540054
"""Between minus and plus this lie 95 % of a normal distribution."""


class Share(Struct, frozen=True):
    """A share, and the 95 % interval in which the true one may be expected."""

    share: float
    low: float
    high: float


def wilson(hits: int, tries: int, z: float = Z95) -> tuple[float, float]:
    """Wilson's score interval: it stays between 0 and 1, and honest with few tries or shares near an end."""
    if tries == 0:
        return 0.0, 1.0
    p, weight = hits / tries, z * z / tries
    centre = (p + weight / 2) / (1 + weight)
    half = z / (1 + weight) * sqrt(p * (1 - p) / tries + weight / (4 * tries))
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == tries else min(1.0, centre + half)
    return low, high


def share(hits: int, tries: int) -> Share:
    low, high = wilson(hits, tries)
    return Share(round(hits / tries, 4) if tries else 0.0, round(low, 4), round(high, 4))


def contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """How far two samples lie apart, in standard errors of the difference (Welch); 0 if they cannot tell."""
    if len(one) < 2 or len(other) < 2:
        return 0.0
    error = sqrt(_variance(one) / len(one) + _variance(other) / len(other))
    return (fmean(one) - fmean(other)) / error if error > 0 else 0.0


def _variance(values: Sequence[float]) -> float:
    centre = fmean(values)
    return sum((value - centre) ** 2 for value in values) / (len(values) - 1)
