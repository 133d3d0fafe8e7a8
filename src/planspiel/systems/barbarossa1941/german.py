"""The German of every sentence, by its English template. Each chapter group has its own file."""

from __future__ import annotations

from collections.abc import Mapping

from planspiel.kernel.text import german_of_chapters

__all__ = ["sentences"]


def sentences() -> Mapping[str, str]:
    """All of them together."""
    return german_of_chapters(__name__.rpartition(".")[0])
