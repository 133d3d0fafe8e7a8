"""Faults of sense in a pack: what fits the types and still cannot be played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from planspiel.packs import Problem

if TYPE_CHECKING:
    from planspiel.systems.barbarossa1941.pack import Pack


def pack_faults(pack: Pack) -> Iterator[Problem]:
    """All faults that concern more than one section."""
    yield from ()
