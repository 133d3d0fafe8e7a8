"""A breach of a law that every system keeps, and the file that leads back to it.

failure = read_failure(path)
game = failure.game(system)         # the game where it happened, at its question
entries = failure.entries(system)   # how it came there
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Raw, Struct

from planspiel.kernel import Damaged, Entry, Game, Setup, System

__all__ = ["FAILURES", "Breach", "Failure", "read_failure", "write_failure"]

FAILURES = Path(".cache") / "failures"
NOTHING = Raw(b"null")
"""The save of a game that could not be saved."""
_UNFIT = re.compile(r"[^\w.-]+")


class Failure(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Everything needed to see a breach again: the game where it happened, its log, and the seed."""

    system: str
    setup: Setup
    seed: int
    every: int
    guard: str
    what: str
    seat: str = ""
    decision: int = 0
    save: Raw = NOTHING
    log: tuple[Raw, ...] = ()

    def game(self, system: System[Any, Any, Any]) -> Game[Any]:
        """The game where it happened."""
        if bytes(self.save) == b"null":
            raise Damaged("failure", "the game could not be saved; play its log")
        return Game.load(system, bytes(self.save), place="failure")

    def entries(self, system: System[Any, Any, Any]) -> list[Entry]:
        """The log up to there."""
        return list(system.codec.decode_log((bytes(line) for line in self.log), "failure"))


class Breach(AssertionError):
    """A system breaks a law that the suite guards."""

    def __init__(self, failure: Failure, path: Path | None) -> None:
        setup = failure.setup
        options = "".join(f" {name}={value}" for name, value in setup.options.items())
        lines = [
            f"{failure.guard}: {failure.what}",
            f"  {failure.system}, {setup.scenario}{options}, seed {failure.seed}, "
            f"decision {failure.decision}" + (f", seat {failure.seat}" if failure.seat else ""),
        ]
        if path is not None:
            lines.append(f"  saved as {path}")
        super().__init__("\n".join(lines))
        self.failure, self.path = failure, path
        self.guard, self.seat, self.decision = failure.guard, failure.seat, failure.decision

    def __reduce__(self) -> tuple[type[Breach], tuple[Failure, Path | None]]:
        """Breaches come home from other processes."""
        return Breach, (self.failure, self.path)


def write_failure(failure: Failure, folder: Path) -> Path:
    """Keep a failure as a file of its own, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = (
        failure.system,
        failure.setup.scenario,
        str(failure.seed),
        str(failure.decision),
        failure.guard,
    )
    path = folder / (_UNFIT.sub("-", "_".join(parts)) + ".json")
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.encode(failure))
    draft.replace(path)
    return path


def read_failure(path: Path) -> Failure:
    """A failure from its file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Failure)
    except (OSError, msgspec.DecodeError) as fault:
        raise Damaged(str(path), str(fault)) from None
