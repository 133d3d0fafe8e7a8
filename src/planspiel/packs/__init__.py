"""Packs: units, charts, maps and scenarios as TOML, checked, overlaid, with a provenance for every value."""

from planspiel.packs.check import refers_to
from planspiel.packs.faults import Fault, KeyPath, PackFaults, Problem, nearest
from planspiel.packs.load import (
    Header,
    Inline,
    Loaded,
    Source,
    digest_of,
    load,
    provenance_report,
    read_header,
)
from planspiel.packs.places import builtin_folder, builtin_packs, packs_in, stack, user_folder, user_packs
from planspiel.packs.provenance import CLASSES, Provenance, Provenances, Share

__all__ = [
    "CLASSES",
    "Fault",
    "Header",
    "Inline",
    "KeyPath",
    "Loaded",
    "PackFaults",
    "Problem",
    "Provenance",
    "Provenances",
    "Share",
    "Source",
    "builtin_folder",
    "builtin_packs",
    "digest_of",
    "load",
    "nearest",
    "packs_in",
    "provenance_report",
    "read_header",
    "refers_to",
    "stack",
    "user_folder",
    "user_packs",
]
