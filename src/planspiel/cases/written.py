"""What may stand in the file of a case, and reading it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from planspiel.packs import Fault, KeyPath, PackFaults, Problem
from planspiel.packs.faults import MOST_FAULTS, show_path
from planspiel.packs.reading import Refused, Table, key_lines, line_of, read_file, strange_values

__all__ = ["Answer", "Branch", "Case", "Head", "Instruct", "Written", "read_case"]

Pips = tuple[int, ...]


class Head(Struct, frozen=True, forbid_unknown_fields=True):
    """`[case]`: which game this is about, and what is the same in all branches."""

    system: str
    title: str = ""
    scenario: str = ""
    """The set-up to begin with; the system's first if none is named."""
    options: dict[str, bool | int | str] = {}
    seats: dict[str, tuple[str, ...]] = {}
    dice: Pips = ()
    view: tuple[str, ...] = ()
    """The seats whose view is shown at the end."""


class Answer(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[answer]]`: an order of a seat. Its own dice are thrown before those of the case."""

    seat: str
    order: dict[str, Any]
    dice: Pips = ()
    expect: dict[str, Any] = {}
    expect_refusal: bool | str | None = None
    """Whether it must be refused, or the paragraph or words of the refusal."""


class Instruct(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[instruct]]`: an instruction of a seat, given once so many answers have been given."""

    seat: str
    instruction: dict[str, Any]
    after: Annotated[int, Meta(ge=0)] = 0
    expect_refusal: bool | str | None = None


class Branch(Struct, frozen=True, forbid_unknown_fields=True):
    """`[[branch]]`: one way to go on after the answers of the case."""

    name: str
    answer: tuple[Answer, ...] = ()
    instruct: tuple[Instruct, ...] = ()
    dice: Pips = ()
    view: tuple[str, ...] = ()
    expect: dict[str, Any] = {}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    case: Head
    pack: dict[str, Any] = {}
    position: dict[str, Any] = {}
    answer: tuple[Answer, ...] = ()
    instruct: tuple[Instruct, ...] = ()
    branch: tuple[Branch, ...] = ()
    expect: dict[str, Any] = {}


class Written(Struct, frozen=True, dict=True):
    """A case as its author wrote it; `text` serves to find the lines of faults."""

    file: str
    data: Table
    text: str = ""

    @cached_property
    def _lines(self) -> dict[KeyPath, int]:
        return key_lines(self.text)

    def fault(self, problem: Problem) -> Fault:
        """A problem with its file and line."""
        # A list of tables, `[[answer]]`, is found at its first table.
        line = line_of(self._lines, problem.path) or self._lines.get((*problem.path, 0))
        return Fault(self.file, show_path(problem.path), problem.reason, line, problem.nearest)

    def faults(self, problems: Iterable[Problem]) -> list[Fault]:
        return [self.fault(problem) for problem in problems]


def read_case(source: Path | str | Mapping[str, Any]) -> Written:
    """A case from a file, or from tables a test wrote. `PackFaults` says why it cannot be read."""
    if isinstance(source, Mapping):
        # Tuples become lists, as in a file.
        written = Written("case", msgspec.json.decode(msgspec.json.encode(source)))
        strange = list(islice(strange_values(written.data), MOST_FAULTS))
        if strange:
            raise PackFaults(written.faults(strange))
        return written
    try:
        part = read_file(Path(source))
    except Refused as refused:
        raise PackFaults(refused.faults) from None
    return Written(part.file, part.data, part.text)
