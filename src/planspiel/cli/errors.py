"""Exit codes, and what is said when a command cannot do what it was asked."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import typer

__all__ = ["BAD_INPUT", "BROKEN", "CHECK_FAILED", "DEBUG", "GOOD", "BadInput", "guarded"]

GOOD = 0
CHECK_FAILED = 1
"""What was asked for was looked at, and is not as it should be."""
BAD_INPUT = 2
"""A file, a name or the command itself cannot be understood."""
BROKEN = 70
"""Planspiel itself failed."""
DEBUG = "PLANSPIEL_DEBUG"
"""With this environment variable set, an error of our own shows its traceback."""

P = ParamSpec("P")
R = TypeVar("R")


class BadInput(Exception):
    """One line with the place and the reason."""

    def __init__(self, place: object, reason: str) -> None:
        super().__init__(f"{place}: {reason}" if place else reason)


def guarded(command: Callable[P, R]) -> Callable[P, R]:
    """Turn what goes wrong in a command into a sentence and an exit code."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except (typer.Exit, typer.Abort, BrokenPipeError):
            raise
        except Exception as fault:
            if _is_bad_input(fault):
                _say(str(fault))
                raise typer.Exit(BAD_INPUT) from None
            if os.environ.get(DEBUG):
                raise
            what = " ".join(f"{type(fault).__name__}: {fault}".split())
            _say(f"planspiel failed ({what}). This is a fault of the program; {DEBUG}=1 shows where.")
            raise typer.Exit(BROKEN) from None

    return run


def _is_bad_input(fault: Exception) -> bool:
    # Imported only when something went wrong: the command line itself starts without the kernel.
    from planspiel.cli.bench import BenchError
    from planspiel.kernel.codec import Damaged
    from planspiel.kernel.dice import DiceError
    from planspiel.kernel.question import Illegal
    from planspiel.kernel.rulebook import RulebookError
    from planspiel.packs import PackFaults
    from planspiel.systems.registry import UnknownSystem

    ours = (BadInput, PackFaults, Damaged, Illegal, DiceError, RulebookError, BenchError, UnknownSystem)
    return isinstance(fault, ours)


def _say(text: str) -> None:
    """On standard error, without control characters that a hostile file may hold."""
    from planspiel.cli.printing import printable

    typer.echo("\n".join(printable(line) for line in text.split("\n")), err=True)
