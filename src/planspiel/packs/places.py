"""Where packs live: shipped with Planspiel, in the user's data folder, or anywhere on disk."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import platformdirs

from planspiel.packs.faults import Fault, PackFaults, listing, nearest, printable
from planspiel.packs.load import read_header
from planspiel.packs.reading import file_name

_PACKAGE = Path(__file__).resolve().parents[1]


def builtin_folder() -> Path:
    """The folder of the packs that ship with Planspiel: inside the package, or beside `src` in a checkout."""
    installed = _PACKAGE / "_packs"
    return installed if installed.is_dir() else _PACKAGE.parents[1] / "packs"


def user_folder() -> Path:
    """Where a user's own packs are looked for unless he names another folder."""
    return platformdirs.user_data_path("planspiel", appauthor=False) / "packs"


def packs_in(folder: Path, system: str) -> dict[str, Path]:
    """The packs of a system in a folder of packs, by the names of their own folders."""
    try:
        found = sorted((folder / system).iterdir())
        return {path.name: path for path in found if (path / "pack.toml").exists()}
    except OSError:
        return {}


def builtin_packs(system: str) -> dict[str, Path]:
    """The packs that ship with Planspiel for a system."""
    return packs_in(builtin_folder(), system)


def user_packs(system: str, folder: Path | None = None) -> dict[str, Path]:
    """The user's own packs for a system."""
    return packs_in(folder or user_folder(), system)


def stack(system: str, pack: str | Path, folder: Path | None = None) -> list[Path]:
    """A pack, by name or by path to its folder, and all it extends, lowest first, ready for `load`."""
    known = {**user_packs(system, folder), **builtin_packs(system)}
    return list(reversed(list(_chain(system, pack, known))))


def _chain(system: str, pack: str | Path, known: dict[str, Path]) -> Iterator[Path]:
    asked_by, seen = "", list[Path]()
    wanted: str | Path = pack
    while wanted:
        folder = wanted if isinstance(wanted, Path) else known.get(wanted)
        if folder is None:
            raise _no_such_pack(str(wanted), asked_by, system, known)
        if folder in seen:
            raise PackFaults([Fault(asked_by, "extends", "this pack extends itself in the end")])
        header = read_header(folder)
        file = file_name(folder / "pack.toml")
        if header.system != system:
            raise PackFaults([Fault(file, "system", f"this pack is for {header.system}, not for {system}")])
        seen.append(folder)
        yield folder
        asked_by, wanted = file, header.extends


def _no_such_pack(name: str, asked_by: str, system: str, known: Iterable[str]) -> PackFaults:
    names = list(known)
    reason = (
        f"{system} has no pack {printable(name)}; it has {listing(names).replace(' or ', ' and ')}"
        if names
        else (f"{system} has no packs")
    )
    return PackFaults(
        [Fault(asked_by or "packs", "extends" if asked_by else "", reason, None, nearest(name, names))]
    )
