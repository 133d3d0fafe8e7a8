"""The results file of a study: one line that names the study, then one line for each game as it ends.

A study that was stopped goes on from its file. A last line that was cut off is dropped and its game played
again.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from planspiel.sim.playing import Played
from planspiel.sim.study import Study, StudyError, program, system_of

__all__ = ["Heading", "Results", "read_results"]

LARGEST = 2 * 2**30


class Heading(Struct, frozen=True, forbid_unknown_fields=True):
    """What the games of the file were played with."""

    study: Study
    pack_digest: str
    program: str
    format: int = 1


def heading_of(study: Study) -> Heading:
    return Heading(study, system_of(study.system, study.packs).pack_digest, program(study.system))


class Results:
    """A file that games are added to."""

    def __init__(self, file: Path, study: Study, done: list[Played]) -> None:
        """Begin the file anew with these games in it."""
        self.file = file
        draft = file.with_name(f".{file.name}.part")
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            with draft.open("wb") as opened:
                opened.write(msgspec.json.encode(heading_of(study)) + b"\n")
                opened.writelines(_line(game) for game in done)
            os.replace(draft, file)
            self._opened: IO[bytes] = file.open("ab")
        except OSError as fault:
            raise StudyError(f"{file}: cannot be written: {_why(fault)}") from None

    def add(self, game: Played) -> None:
        try:
            self._opened.write(_line(game))
            self._opened.flush()
        except OSError as fault:
            raise StudyError(f"{self.file}: cannot be written: {_why(fault)}") from None

    def close(self) -> None:
        self._opened.close()


def read_results(file: Path, study: Study) -> list[Played]:
    """The games of a file, if they are games of this study."""
    try:
        if not file.is_file():
            raise StudyError(f"{file}: there is no results file to go on with; leave --resume out")
        if file.stat().st_size > LARGEST:
            raise StudyError(f"{file}: is larger than {LARGEST // 2**20} MB")
        first, *lines = file.read_bytes().split(b"\n")
    except OSError as fault:
        raise StudyError(f"{file}: cannot be read: {_why(fault)}") from None
    try:
        heading = msgspec.json.decode(first, type=Heading)
    except (msgspec.DecodeError, RecursionError):
        raise StudyError(f"{file}: line 1: this is no results file of a study") from None
    _same_study(file, heading, study)
    return _games(file, lines)


def _games(file: Path, lines: list[bytes]) -> list[Played]:
    """One game a line; what stands after the last line end was cut off."""
    games: dict[int, Played] = {}
    for number, line in enumerate(lines[:-1], start=2):
        try:
            game = msgspec.json.decode(line, type=Played)
        except (msgspec.DecodeError, RecursionError) as fault:
            raise StudyError(f"{file}: line {number}: this is no game ({fault})") from None
        games[game.n] = game
    return [games[n] for n in sorted(games)]


def _same_study(file: Path, heading: Heading, study: Study) -> None:
    """More games may be asked for than the first time; all else must be the same."""
    wanted = heading_of(study)
    for name in (field for field in Study.__struct_fields__ if field != "games"):
        before, now = getattr(heading.study, name), getattr(study, name)
        if before != now:
            raise StudyError(f"{file}: was played with {name} {_said(before)}, not {_said(now)}")
    if heading.pack_digest != wanted.pack_digest:
        raise StudyError(f"{file}: was played with another version of the pack; begin anew")
    if heading.program != wanted.program:
        raise StudyError(f"{file}: was played by another version of Planspiel; begin anew")


def _said(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _line(game: Played) -> bytes:
    return msgspec.json.encode(replace(game, log=b"")) + b"\n"


def _why(fault: OSError) -> str:
    return (fault.strerror or "unknown reason").lower()
