"""Loading a pack: read, overlay, check, decode. The outcome is a finished pack or all its faults."""

import hashlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from planspiel.packs.check import check
from planspiel.packs.faults import MOST_FAULTS, Fault, KeyPath, PackFaults, Problem, show_path
from planspiel.packs.layers import Layers
from planspiel.packs.provenance import USER, Mark, Provenance, Provenances, Share, Stripped, shares, strip
from planspiel.packs.reading import (
    Part,
    Refused,
    Table,
    file_name,
    key_lines,
    line_of,
    read_file,
    read_folder,
    strange_values,
)

P = TypeVar("P")
_ABOUT: tuple[str, ...] = ("provenance", "source", "confidence")


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What `pack.toml` says of the pack itself."""

    id: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_-]*$")]
    system: Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9_]*$")]
    version: Annotated[str, Meta(pattern=r"^[0-9]+(\.[0-9]+)*$")]
    title: str
    title_de: str = ""
    extends: str = ""
    """The pack of the same system that lies below this one."""
    authors: tuple[str, ...] = ()
    licence: str = ""


class Inline(Struct, frozen=True):
    """Changes to a pack given as plain tables, for example by an adjudication case.

    `file`, the key path `at` which the author wrote them there, and the `text` of that file serve the faults.
    """

    file: str
    data: Table
    at: KeyPath = ()
    text: str = ""


Source = Path | Inline


@dataclass(frozen=True)
class Loaded(Generic[P]):
    """A pack ready for play."""

    pack: P
    headers: tuple[Header, ...]
    """The packs it was made of, lowest first."""
    data: Table
    """The same values as plain merged tables."""
    provenance: Provenances
    digest: str

    @property
    def header(self) -> Header:
        """The topmost pack."""
        return self.headers[-1]

    @property
    def version(self) -> str:
        """All packs with their versions, lowest first: `base 1.2 + my-charts 0.1`."""
        return " + ".join(f"{header.id} {header.version}" for header in self.headers)


def load(pack_type: type[P], sources: Iterable[Source]) -> Loaded[P]:
    """Lay the sources over each other, lowest first, and decode the whole into `pack_type`."""
    loader = _Loader()
    for source in sources:
        loader.add(source)
    pack = loader.decode(pack_type)
    data = loader.layers.data
    return Loaded(pack, tuple(loader.headers), data, Provenances(loader.layers.marks), digest_of(data))


def digest_of(data: Table) -> str:
    """The SHA-256 of the values alone: the same for the same data, however it is spread over files."""
    return hashlib.sha256(msgspec.json.encode(data, order="sorted")).hexdigest()


def provenance_report(loaded: Loaded[Any]) -> list[Share]:
    """How many values of each section are printed, published, historical, reconstructed or the user's own."""
    return shares(loaded.provenance, loaded.data)


def read_header(folder: Path) -> Header:
    """The header of the pack in a folder."""
    loader = _Loader()
    try:
        loader.header(folder, [read_file(folder / "pack.toml", ("pack",))])
    except Refused as refused:
        loader.faults += refused.faults
    loader.stop_if_faulty()
    return loader.headers[0]


def _header_file(folder: Path) -> str:
    return file_name(folder / "pack.toml")


class _Loader:
    def __init__(self) -> None:
        self.layers = Layers()
        self.headers: list[Header] = []
        self.faults: list[Fault] = []
        self.names: list[str] = []
        self.is_complete = True
        self._lines: dict[int, dict[KeyPath, int]] = {}

    def add(self, source: Source) -> None:
        """Read one source and lay it over the others."""
        lowest = not self.names
        self.names.append(source.file if isinstance(source, Inline) else file_name(source))
        default = None if lowest else USER
        parts = self._inline(source) if isinstance(source, Inline) else self._folder(source)
        stripped: list[Stripped] = []
        for part in parts:
            if part.at == ("pack",):
                default = self._pack_default(part, default)
        for part in parts:
            if part.at != ("pack",):
                stripped.append(strip(part, default))
                self._say(stripped[-1].problems.found, Mark(part, None))
        self.layers.lay(stripped, lowest=lowest)

    def decode(self, pack_type: type[P]) -> P:
        """Check everything, and only then build the structs and ask them for faults of sense."""
        for problem, mark in self.layers.problems:
            self._say([problem], mark)
        self._say(check(pack_type, self.layers.data, complete=self.is_complete))
        self.stop_if_faulty()
        try:
            pack = msgspec.convert(self.layers.data, pack_type, str_keys=True)
        except msgspec.ValidationError as error:
            reason, _, where = str(error).partition(" - at ")
            raise PackFaults(
                [Fault(self.names[-1], where.strip("`$."), reason[:1].lower() + reason[1:])]
            ) from None
        self._say(islice(sense(pack), MOST_FAULTS))
        self.stop_if_faulty()
        return pack

    def stop_if_faulty(self) -> None:
        if self.faults:
            raise PackFaults(sorted(self.faults, key=lambda fault: (fault.file, fault.line or 0)))

    def header(self, folder: Path, parts: list[Part]) -> None:
        """Check `pack.toml` like any other table."""
        if not parts:
            if not any(fault.file in (file_name(folder), _header_file(folder)) for fault in self.faults):
                self.faults.append(Fault(file_name(folder), "", "there is no pack.toml in this folder"))
            return
        part = parts[0]
        table = strip(part, USER)
        problems = check(Header, table.data, part.at)
        self._say(problems, Mark(part, None))
        if problems:
            return
        header = msgspec.convert(table.data, Header)
        if self.headers and header.system != self.headers[0].system:
            reason = f"this pack is for {header.system}, the pack below it for {self.headers[0].system}"
            self._say([Problem(("pack", "system"), reason)], Mark(part, None))
        self.headers.append(header)

    def _folder(self, folder: Path) -> list[Part]:
        parts, faults = read_folder(folder)
        self.faults += faults
        self.is_complete = self.is_complete and not faults
        self.header(folder, [part for part in parts if part.at == ("pack",)])
        return parts

    def _inline(self, source: Inline) -> list[Part]:
        part = Part(file=source.file, data=source.data, shown=source.at, text=source.text)
        strange = list(islice(strange_values(source.data), MOST_FAULTS))
        self._say(strange, Mark(part, None))
        return [] if strange else [part]

    def _pack_default(self, part: Part, default: Provenance | None) -> Provenance | None:
        """`provenance` in `pack.toml` speaks for all files of the pack."""
        about = {key: part.data[key] for key in _ABOUT if key in part.data}
        if not about:
            return default
        probe = Part(file=part.file, data={**about, "probe": 0}, at=part.at, text=part.text)
        stripped = strip(probe, default)
        self._say(stripped.problems.found, Mark(part, None))
        return stripped.marks[("pack", "probe")].provenance

    def _say(self, problems: Iterable[Problem], mark: Mark | None = None) -> None:
        self.faults += [self._fault(problem, mark) for problem in problems]

    def _fault(self, problem: Problem, mark: Mark | None) -> Fault:
        """Find the file and line of a problem: the nearest table around it that some file wrote."""
        path = problem.path
        for length in range(len(path), -1, -1):
            mark = mark or self.layers.marks.get(path[:length])
        if mark is None:
            where = self.names[-1] if self.names else ""
            return Fault(where, show_path(path), problem.reason, None, problem.nearest)
        part = mark.part
        own = (*part.shown, *path[len(part.at) :])
        line = line_of(self._lines_of(part), own)
        if line is not None and problem.line:
            line += problem.line
        return Fault(part.file, show_path(own), problem.reason, line, problem.nearest)

    def _lines_of(self, part: Part) -> dict[KeyPath, int]:
        if id(part) not in self._lines:
            self._lines[id(part)] = key_lines(part.text)
        return self._lines[id(part)]


def sense(value: Any, path: KeyPath = ()) -> Iterator[Problem]:
    """Ask every struct in a pack that has a method `faults` what makes no sense in it."""
    if isinstance(value, Struct):
        ask: Callable[[], Iterable[Problem]] | None = getattr(value, "faults", None)
        if ask is not None:
            for problem in ask():
                yield problem._replace(path=(*path, *problem.path))
        names = zip(value.__struct_fields__, value.__struct_encode_fields__, strict=True)
        for field, name in names:
            yield from sense(getattr(value, field), (*path, name))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from sense(inner, (*path, str(key)))
    elif isinstance(value, list | tuple):
        for place, inner in enumerate(value):
            yield from sense(inner, (*path, place))
