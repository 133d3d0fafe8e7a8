"""What the environments need beyond Planspiel itself, and what is said if it is not installed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["AECEnv", "Env", "MissingExtra", "ParallelEnv", "pillow", "spaces"]


class MissingExtra(ImportError):
    """A package that an extra of Planspiel would have installed."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(f"{what} needs {package}; install it with: pip install 'planspiel[env]'")


try:
    from gymnasium import Env, spaces
except ImportError as fault:
    raise MissingExtra("planspiel.env", "gymnasium") from fault
try:
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
except ImportError as fault:
    raise MissingExtra("planspiel.env", "pettingzoo") from fault


def pillow(module: str) -> Any:
    """A module of Pillow, which only pictures need."""
    try:
        return import_module(f"PIL.{module}")
    except ImportError as fault:
        raise MissingExtra("render_mode='rgb_array'", "pillow") from fault
