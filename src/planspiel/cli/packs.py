"""`planspiel packs check` and `planspiel packs provenance`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.cli.errors import BadInput
from planspiel.cli.printing import line, print_json, print_table, table
from planspiel.kernel.rulebook import nearest
from planspiel.packs import (
    CLASSES,
    Fault,
    Loaded,
    PackFaults,
    builtin_packs,
    load,
    provenance_report,
    read_header,
    stack,
    user_packs,
)
from planspiel.packs.provenance import ProvenanceClass
from planspiel.packs.reading import file_name
from planspiel.systems import registry

__all__ = ["checked", "provenance"]


class Checked(Struct, frozen=True):
    """What was looked at and what was found."""

    system: str
    pack: str
    complete: bool
    """False if the system is not written yet: then only form and provenance could be checked."""
    faults: tuple[Fault, ...]


def checked(what: str | None, as_json: bool) -> bool:
    """Check a pack in a folder, all packs of a system, or all packs there are."""
    found = [_check(system, folder) for system, folder in _wanted(what)]
    if as_json:
        print_json(found)
    else:
        for each in found:
            _show(each)
        if not found:
            line("There are no packs.")
    return not any(each.faults for each in found)


def _wanted(what: str | None) -> list[tuple[str, Path]]:
    systems = dict.fromkeys((*registry.MISSION, *registry.names()))
    if what is None:
        return [(system, folder) for system in systems for folder in _packs_of(system)]
    if what in systems:
        return [(what, folder) for folder in _packs_of(what)]
    folder = Path(what)
    try:
        if folder.is_dir():
            return [(read_header(folder).system, folder)]
        exists = folder.exists()
    except (OSError, ValueError):
        exists = False
    if exists:
        raise BadInput(file_name(folder), "is not a folder; a pack is a folder with a pack.toml")
    raise BadInput("", f"{what!r} is neither a system nor the folder of a pack{nearest(what, systems)}")


def _packs_of(system: str) -> list[Path]:
    return [*builtin_packs(system).values(), *user_packs(system).values()]


def _check(system: str, folder: Path) -> Checked:
    complete = system in registry.names()
    faults: tuple[Fault, ...] = ()
    try:
        if complete:
            registry.load(system, [folder])
        else:
            _load_form(system, folder)
    except PackFaults as faulty:
        faults = faulty.faults
    return Checked(system, file_name(folder), complete, faults)


def _load_form(system: str, pack: str | Path) -> Loaded[Any]:
    """A pack as mere tables: syntax, overlays and provenance are checked, but not what the words mean."""
    return load(dict[str, Any], stack(system, pack))


def _show(each: Checked) -> None:
    partly = (
        "" if each.complete else f"; {each.system} is only planned, so form and provenance alone were checked"
    )
    verdict = f"{len(each.faults)} faults" if each.faults else "good"
    line((f"{each.pack}: ", "bold"), (verdict, "red" if each.faults else "green"), partly)
    for fault in each.faults:
        line(str(fault), indent=2)


def provenance(system: str, pack: str | None, as_json: bool) -> None:
    """How many values of each section are printed, published, historical, reconstructed or the user's own."""
    known = dict.fromkeys((*registry.MISSION, *registry.names()))
    if system not in known:
        raise registry.UnknownSystem(f"there is no system {system!r}{nearest(system, known)}")
    loaded = _load_form(system, _pack(pack))
    shares = provenance_report(loaded)
    if as_json:
        sections = [msgspec.to_builtins(share) for share in shares]
        print_json({"system": system, "pack": loaded.version, "sections": sections})
        return
    classes: tuple[ProvenanceClass, ...] = (*CLASSES, "user")
    shown = table("section", *classes, "values")
    totals = dict.fromkeys(classes, 0)
    for share in shares:
        shown.add_row(share.section, *(str(share.counts[kind]) for kind in classes), str(share.total))
        totals = {kind: totals[kind] + share.counts[kind] for kind in classes}
    total = sum(totals.values())
    shown.add_row("all", *(_share(totals[kind], total) for kind in classes), str(total))
    line((f"{system}: {loaded.version}", "bold"))
    print_table(shown)


def _pack(pack: str | None) -> str | Path:
    """A pack by its name, or by the path to its folder."""
    if pack is None:
        return "base"
    return Path(pack) if (Path(pack) / "pack.toml").exists() else pack


def _share(count: int, total: int) -> str:
    return f"{count} ({100 * count // total}%)" if total else "0"
