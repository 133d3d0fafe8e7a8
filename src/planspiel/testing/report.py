"""What the suite has proved of a rulebook: the committed record and the figures drawn from it.

The record of a system is `planspiel/rulebooks/coverage/<system>.json`: for every covered entry the tests
that proved it. `planspiel.testing.coverage` writes it; a system without a record has nothing covered.
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct

from planspiel.kernel.rulebook import SYSTEMS, Rulebook, RulebookError, system_of

Evidence = dict[str, list[str]]
"""For every proved entry the tests that proved it, as pytest names them."""

RECORDS = Path(__file__).resolve().parents[1] / "rulebooks" / "coverage"


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """What is kept in the file of one system."""

    system: str
    evidence: Evidence


class CoverageReport(Struct, frozen=True):
    """How many entries count, how many of them are covered, and which are not, in book order."""

    system: str
    countable: int
    covered: int
    uncovered: list[str]


def coverage_report(system: str, folder: Path = RECORDS) -> CoverageReport:
    """The coverage of a system according to its committed record."""
    countable = [entry.id for entry in Rulebook.load(system).countable]
    evidence = read_evidence(system, folder)
    uncovered = [id for id in countable if not evidence.get(id)]
    return CoverageReport(system, len(countable), len(countable) - len(uncovered), uncovered)


def read_evidence(system: str, folder: Path = RECORDS) -> Evidence:
    """The recorded evidence of a system; none if there is no record."""
    file = folder / f"{system}.json"
    if not file.is_file():
        return {}
    try:
        record = msgspec.json.decode(file.read_bytes(), type=Record)
    except (OSError, msgspec.DecodeError) as fault:
        raise RulebookError(f"cannot read the coverage record {file}: {fault}") from None
    if record.system != system:
        raise RulebookError(f"the coverage record {file} belongs to {record.system!r}")
    return record.evidence


def write_evidence(evidence: Evidence, folder: Path = RECORDS) -> list[Path]:
    """Replace the records of all systems; one with no evidence keeps no file. Returns the files written."""
    written: list[Path] = []
    systems_proved = {system_of(id) for id in evidence}
    for system in SYSTEMS:
        file = folder / f"{system}.json"
        if system not in systems_proved:
            file.unlink(missing_ok=True)
            continue
        proved = [id for id in Rulebook.load(system).entries if evidence.get(id)]
        write_json(file, Record(system, {id: sorted(evidence[id]) for id in proved}))
        written.append(file)
    return written


def write_json(file: Path, value: object) -> None:
    """Write readable JSON so that the file is either the old or the new one, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_name(f".{file.name}.{os.getpid()}")
    draft.write_bytes(msgspec.json.format(msgspec.json.encode(value), indent=2) + b"\n")
    draft.replace(file)
