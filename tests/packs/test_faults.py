"""Each kind of fault, and the exact line its author reads."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults

Lines = Callable[..., list[str]]
Write = Callable[[str, dict[str, Any]], Path]


def test_a_good_pack_becomes_frozen_structs(write: Write, skirmish: Any, guards: str) -> None:
    loaded = skirmish(write("base", {"units.toml": guards}))
    assert loaded.pack.units["guards"].attack == 4
    assert loaded.version == "base 1.0"


@pytest.mark.parametrize(
    ("unit", "line"),
    [
        ("atack = 4", 'base/units.toml:3: guards.atack: unknown key; did you mean "attack"?'),
        ('attack = "4"', 'base/units.toml:3: guards.attack: must be a whole number, not "4"'),
        ("attack = true", "base/units.toml:3: guards.attack: must be a whole number, not true"),
        ("attack = 4.0", "base/units.toml:3: guards.attack: must be a whole number, not the number 4.0"),
        ("attack = 12", "base/units.toml:3: guards.attack: must be at most 9, not 12"),
        ("attack = -1", "base/units.toml:3: guards.attack: must be at least 0, not -1"),
        ("attack = []", "base/units.toml:3: guards.attack: must be a whole number, not a list"),
        (
            'attack = 4\nside = "Gmn"',
            'base/units.toml:4: guards.side: must be "French" or "German", not "Gmn"; did you mean "German"?',
        ),
        (
            'attack = 4\ncarries = "gards"',
            'base/units.toml:4: guards.carries: there is no "gards" in units; did you mean "guards"?',
        ),
        (
            "attack = 4\ncarries = 4",
            "base/units.toml:4: guards.carries: must be text or nothing, not the number 4",
        ),
        ('attack = 4\ncode = "ab"', 'base/units.toml:4: guards.code: must look like ^[A-Z]+$, not "ab"'),
        (
            'attack = 4\ncode = "ABCDE"',
            "base/units.toml:4: guards.code: must have at most 4 characters, not 5",
        ),
        ('attack = 4\narm = "gun"', 'base/units.toml:4: guards.arm: must be a table or nothing, not "gun"'),
        ("attack = 4\narm = {}", 'base/units.toml:4: guards.arm: missing key type: "infantry" or "gun"'),
        (
            'attack = 4\narm = { type = "gn" }',
            'base/units.toml:4: guards.arm.type: must be "infantry" or "gun", not "gn"; did you mean "gun"?',
        ),
        (
            'attack = 4\narm = { type = "gun", target = "soft" }',
            "base/units.toml:4: guards.arm: missing key calibre",
        ),
        ("attack = nan", "base/units.toml:3: guards.attack: a number must be finite"),
        ("attack = 0x" + "F" * 5000, "base/units.toml:3: guards.attack: the number is too large"),
        ("attack = " + "9" * 5000, "base/units.toml: not valid TOML: a number has too many digits"),
        (
            "attack = 1940-05-13",
            "base/units.toml:3: guards.attack: dates and times are not used in packs; put it in quotes",
        ),
        ("attack 4", "base/units.toml:3: not valid TOML: Expected '=' after a key in a key/value pair"),
    ],
)
def test_a_faulty_value_is_named_with_file_line_key_and_reason(
    write: Write, lines: Lines, unit: str, line: str
) -> None:
    faults = lines(write("base", {"units.toml": f'[guards]\nname = "Guards"\n{unit}\n'}))
    assert line in faults


def test_a_missing_key_is_reported_at_its_table(write: Write, lines: Lines) -> None:
    folder = write("base", {"units.toml": '[guards]\nname = "Guards"\n'})
    assert lines(folder) == ["base/units.toml:1: guards: missing key attack"]


def test_a_missing_section_is_reported_at_the_pack(write: Write, lines: Lines) -> None:
    assert lines(write("base", {})) == ["base: missing section units"]


def test_an_unknown_section_is_reported_at_its_file(write: Write, lines: Lines, guards: str) -> None:
    folder = write("base", {"units.toml": guards, "chart.toml": "[crt]\n"})
    assert lines(folder) == ['base/chart.toml: unknown section chart; did you mean "charts"?']


def test_all_faults_are_reported_at_once(write: Write, lines: Lines) -> None:
    units = '[a]\nname = 1\nattack = 1\n[b]\nname = "B"\natack = 1\n'
    charts = '[crt]\ncolumns = ["1", 2]\nrows.x = []\n'
    assert lines(
        write("base", {"units.toml": units, "charts.toml": charts, "scenarios/ford.toml": "c = 1"})
    ) == [
        "base/charts.toml:2: crt.columns[2]: must be text, not the number 2",
        "base/charts.toml:3: crt.rows.x: the key must be a whole number",
        'base/scenarios/ford.toml:1: c: there is no "c" in units',
        "base/units.toml:2: a.name: must be text, not the number 1",
        "base/units.toml:4: b: missing key attack",
        'base/units.toml:6: b.atack: unknown key; did you mean "attack"?',
    ]


def test_the_checks_of_a_struct_itself_run_last(write: Write, lines: Lines, guards: str) -> None:
    charts = '[crt]\ncolumns = ["1:1", "2:1"]\nrows.1 = ["AE", "DR"]\nrows.2 = ["AR"]\n'
    assert lines(write("base", {"units.toml": guards, "charts.toml": charts})) == [
        "base/charts.toml:4: crt.rows.2: has 1 cells, but there are 2 columns"
    ]


def test_a_list_of_the_wrong_length_is_a_fault(write: Write, lines: Lines, guards: str) -> None:
    charts = "[crt]\ncolumns = []\nrows = {}\nsize = [1]\n"
    assert lines(write("base", {"units.toml": guards, "charts.toml": charts})) == [
        "base/charts.toml:4: crt.size: must have 2 items, not 1"
    ]


def test_the_same_value_in_two_files_names_both(write: Write, lines: Lines, guards: str) -> None:
    folder = write("base", {"units/a.toml": guards, "units/b.toml": "[guards]\nattack = 5\n"})
    assert lines(folder) == [
        "base/units/b.toml:2: guards.attack: attack is already given in base/units/a.toml"
    ]


def test_an_unreadable_file_does_not_bring_faults_about_what_it_may_hold(write: Write, lines: Lines) -> None:
    folder = write("base", {"units.toml": "[guards", "scenarios/ford.toml": "guards = 1\n"})
    assert lines(folder) == [
        "base/units.toml:1: not valid TOML: "
        "Expected ']' at the end of a table declaration (the file ends here)"
    ]


def test_text_cut_short_is_a_fault_at_the_last_line(write: Write, lines: Lines) -> None:
    folder = write("base", {"units.toml": '[guards]\nname = """Guards\n'})
    assert lines(folder) == ["base/units.toml:3: not valid TOML: Unterminated string (the file ends here)"]


def test_a_folder_without_header_is_a_fault(write: Write, lines: Lines, guards: str) -> None:
    folder = write("base", {"units.toml": f'provenance = "printed"\n{guards}'})
    (folder / "pack.toml").unlink()
    assert lines(folder) == ["base: there is no pack.toml in this folder"]


def test_a_faulty_header_is_reported_like_any_table(write: Write, lines: Lines, guards: str) -> None:
    header = 'id = "My Pack"\nsystem = "skirmish"\nversoin = "1"\ntitle = "Mine"\nprovenance = "printed"\n'
    assert lines(write("base", {"pack.toml": header, "units.toml": guards})) == [
        "base/pack.toml: missing key version",
        'base/pack.toml:1: id: must look like ^[a-z0-9][a-z0-9_-]*$, not "My Pack"',
        'base/pack.toml:3: versoin: unknown key; did you mean "version"?',
    ]


def test_packs_of_two_systems_do_not_mix(write: Write, lines: Lines, guards: str) -> None:
    header = 'id = "mine"\nsystem = "siege"\nversion = "1"\ntitle = "Mine"\n'
    below, above = write("base", {"units.toml": guards}), write("mine", {"pack.toml": header})
    assert lines(below, above) == [
        "mine/pack.toml:2: system: this pack is for siege, the pack below it for skirmish"
    ]


def test_a_missing_folder_is_a_fault(write: Write, lines: Lines) -> None:
    write("base", {})
    assert lines(Path("bsae")) == ["bsae: cannot be read: no such file or directory"]


def test_an_inline_fault_shows_the_key_as_its_author_wrote_it(
    write: Write, lines: Lines, guards: str
) -> None:
    case = 'title = "A question"\n[replace.units.guards]\nattack = "5"\n'
    overlay = Inline("case.toml", {"units": {"guards": {"attack": "5"}}}, at=("replace",), text=case)
    assert lines(write("base", {"units.toml": guards}), overlay) == [
        'case.toml:3: replace.units.guards.attack: must be a whole number, not "5"'
    ]


def test_only_the_first_faults_of_a_hopeless_file_are_listed(write: Write, lines: Lines) -> None:
    folder = write("base", {"units.toml": "".join(f"u{n} = {n}\n" for n in range(2_000))})
    assert len(lines(folder)) == 501
    assert lines(folder)[-1] == "these are the first 500 faults; there may be more"


def test_faults_are_records(write: Write, skirmish: Any) -> None:
    with pytest.raises(PackFaults) as caught:
        skirmish(write("base", {"units.toml": '[guards]\nname = "Guards"\nattack = 4\nsied = "German"\n'}))
    (fault,) = caught.value.faults
    assert (fault.file, fault.key, fault.line, fault.nearest) == ("base/units.toml", "guards.sied", 4, "side")
