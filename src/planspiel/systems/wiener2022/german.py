"""The German of every sentence, by its English template. Each chapter group has its own file."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pkgutil import iter_modules

__all__ = ["sentences"]


def sentences() -> Mapping[str, str]:
    """All of them together."""
    package = __name__.rpartition(".")[0]
    found: dict[str, str] = {}
    for module in iter_modules(import_module(package).__path__):
        if module.name.startswith("german_"):
            found.update(import_module(f"{package}.{module.name}").GERMAN)
    return found
