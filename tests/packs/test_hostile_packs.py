"""Whatever stands in a pack, the answer is a pack or a list of faults."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planspiel.packs import Inline, Loaded, PackFaults, load
from planspiel.packs.maps import HexMap
from planspiel.packs.reading import FILE_LIMIT, MOST_FILES

Lines = Callable[..., list[str]]
Write = Callable[[str, dict[str, Any]], Path]
Skirmish = Callable[..., Loaded[Any]]


class Atlas(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    maps: dict[str, HexMap[str, str, str, str]] = {}


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (b"\xff\xfe", "base/units.toml:1: is not UTF-8 text"),
        (b"a = 1\n\n# \xe9", "base/units.toml:3: is not UTF-8 text"),
        (b"a = 1 # " + b"x" * FILE_LIMIT, "base/units.toml: is larger than 2,000,000 bytes"),
        (b"a = " + b"[" * 100_000, "base/units.toml: tables or lists are nested more than 16 deep"),
        (
            b"a = " + b"[" * 20 + b"]" * 20,
            "base/units.toml:1: a[1][1]: tables or lists are nested more than 16 deep",
        ),
        (
            b"\n" + b"a." * 500_000 + b"a = 1",
            "base/units.toml:2: tables or lists are nested more than 16 deep",
        ),
        (
            b"x = { " + b"a." * 100_000 + b"a = 1 }",
            "base/units.toml:1: tables or lists are nested more than 16 deep",
        ),
        (b"[" + b'"a.b".' * 20 + b"a]", "base/units.toml:1: tables or lists are nested more than 16 deep"),
        (
            b"a = 1\x00",
            "base/units.toml:1: not valid TOML: Expected newline or end of document after a statement",
        ),
        (b"a = -inf", "base/units.toml:1: a: a number must be finite"),
    ],
    ids=["bytes", "latin", "huge", "deep", "nested", "dotted", "inline", "header", "nul", "infinite"],
)
def test_a_hostile_file_is_refused_in_a_line(write: Write, lines: Lines, content: bytes, line: str) -> None:
    assert line in lines(write("base", {"units.toml": content}))


def test_a_folder_named_like_a_file_is_refused(write: Write, lines: Lines) -> None:
    (write("base", {}) / "units.toml").mkdir()
    assert lines(Path("base")) == ["base/units.toml: is not a file"]


def test_a_pipe_is_refused_without_waiting_for_it(write: Write, lines: Lines) -> None:
    os.mkfifo(write("base", {}) / "units.toml")
    assert lines(Path("base")) == ["base/units.toml: is not a file"]


def test_a_device_is_refused(write: Write, lines: Lines) -> None:
    (write("base", {}) / "units.toml").symlink_to("/dev/zero")
    assert lines(Path("base")) == ["base/units.toml: is not a file"]


def test_links_that_lead_in_a_circle_are_refused(write: Write, lines: Lines) -> None:
    folder = write("base", {})
    (folder / "units.toml").symlink_to("units.toml")
    (folder / "maps").symlink_to("maps")
    assert lines(folder) == ["base/units.toml: cannot be read: too many levels of symbolic links"]


def test_a_folder_of_countless_files_is_refused(write: Write, lines: Lines) -> None:
    folder = write("base", {f"units/{n}.toml": "" for n in range(MOST_FILES + 1)})
    assert lines(folder) == [f"base: holds more than {MOST_FILES} files"]


def test_a_key_with_control_characters_stays_on_one_line(write: Write, lines: Lines) -> None:
    assert lines(write("base", {"units.toml": r'"a\nb\u0085\u202e" = 1'})) == [
        r'base/units.toml:1: "a\nb\u0085\u202e": must be a table, not the number 1'
    ]


def test_a_table_that_contains_itself_is_refused(skirmish: Skirmish) -> None:
    data: dict[str, Any] = {}
    data["units"] = data
    with pytest.raises(PackFaults, match="nested more than 16 deep"):
        skirmish(Inline("case.toml", data))


KEYS = st.sampled_from(
    [
        "units",
        "charts",
        "scenarios",
        "guards",
        "name",
        "attack",
        "arm",
        "type",
        "rows",
        "1",
        "columns",
        "size",
        "delete",
        "provenance",
        "source",
        "confidence",
        "note",
        "default",
        "printed",
        "carries",
        "gun",
        "calibre",
        "|",
        "",
    ]
)
SCALARS = st.one_of(
    KEYS, st.integers(), st.floats(), st.booleans(), st.none(), st.text(max_size=5), st.binary(max_size=2)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=5)),
    max_leaves=25,
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=6)


def faults_of(action: Callable[[], object]) -> list[str]:
    """The lines an author reads, none if all is well; anything else that goes wrong fails the test."""
    try:
        action()
    except PackFaults as faults:
        return [str(fault) for fault in faults.faults] or ["faults without a fault"]
    return []


def check_lines(lines: list[str]) -> None:
    assert all(line.isprintable() and ": " in line for line in lines)


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(below=TABLES, above=TABLES)
def test_random_tables_load_or_have_faults(skirmish: Skirmish, below: Any, above: Any) -> None:
    sources = [Inline("a.toml", {"provenance": "printed", **below}), Inline("b.toml", above)]
    check_lines(faults_of(lambda: skirmish(*sources)))


@settings(deadline=None, max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.one_of(
        st.binary(max_size=200),
        st.text(alphabet="[]{}=.,\"'\\#\n ab1_-", max_size=120).map(str.encode),
    )
)
def test_random_bytes_load_or_have_faults(skirmish: Skirmish, content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("pack.toml", "units.toml"):
            (Path(folder) / name).write_bytes(content)
        check_lines(faults_of(lambda: skirmish(Path(folder))))


LABELS = st.sampled_from(
    ["0101", "0102", "0201", "0909", "101", "0101|0102", "0102|0101", "0101|N", "north", "east", "|", ""]
)
MAP_PARTS = st.fixed_dictionaries(
    {"grid": st.one_of(st.text(max_size=30), st.just("  01 02\n01 a a\n02 a ."), st.just("01\n01 a\n01 b"))},
    optional={
        "sides": st.dictionaries(LABELS, st.just(["stream"]), max_size=3),
        "fields": st.dictionaries(LABELS, st.just({"level": 2}), max_size=3),
        "ways": st.fixed_dictionaries(
            {
                "w": st.fixed_dictionaries(
                    {
                        "kind": st.just("road"),
                        "path": st.lists(LABELS),
                        "exits": st.dictionaries(LABELS, LABELS),
                    }
                )
            }
        ),
        "courses": st.fixed_dictionaries(
            {"c": st.fixed_dictionaries({"kind": LABELS, "sides": st.lists(LABELS)})}
        ),
        "edges": st.dictionaries(st.sampled_from(["north", "east"]), st.just({"first": 1}), max_size=2),
        "zones": st.fixed_dictionaries(
            {"z": st.fixed_dictionaries({"kind": st.just("setup"), "at": st.lists(LABELS)})}
        ),
    },
)
LAYOUTS = st.fixed_dictionaries(
    {
        "first_grows": st.sampled_from(["north", "east", "south-west"]),
        "second_grows": st.sampled_from(["south", "east", "north-west"]),
        "top": st.sampled_from(["flat", "pointed"]),
        "shifted": st.just("odd"),
    }
)


@settings(deadline=None, max_examples=200)
@given(parts=MAP_PARTS, layout=LAYOUTS)
def test_random_maps_load_or_have_faults(parts: dict[str, Any], layout: dict[str, Any]) -> None:
    legend = {"a": {"terrain": "open"}, "b": {"terrain": "wood", "level": 1}}
    data = {"title": "T", "legend": legend, "layout": layout, **parts}

    def load_and_read() -> None:
        loaded = load(Atlas, [Inline("m.toml", {"provenance": "printed", "maps": {"m": data}})])
        loaded.pack.maps["m"].ground()
        loaded.pack.maps["m"].board()

    check_lines(faults_of(load_and_read))
