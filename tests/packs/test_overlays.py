"""One pack over another, key by key."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planspiel.packs import Inline, PackFaults, builtin_packs, digest_of, packs_in, stack, user_folder

Lines = Callable[..., list[str]]
Write = Callable[[str, dict[str, Any]], Path]

MINE = 'id = "mine"\nsystem = "skirmish"\nversion = "0.2"\ntitle = "Mine"\nextends = "base"\n'
UNITS = '[guards]\nname = "Guards"\nattack = 4\ncode = "G"\n[line]\nname = "Line"\nattack = 3\n'
CHARTS = '[crt]\ncolumns = ["1:1", "2:1"]\nrows.1 = ["AE", "AR"]\nrows.2 = ["AR", "DR"]\n'


@pytest.fixture
def base(write: Write) -> Path:
    return write("base", {"units.toml": UNITS, "charts.toml": CHARTS})


def test_a_user_pack_replaces_one_value_and_keeps_the_others(write: Write, skirmish: Any, base: Path) -> None:
    mine = write("mine", {"pack.toml": MINE, "units.toml": "[guards]\nattack = 6\n"})
    units = skirmish(base, mine).pack.units
    assert (units["guards"].attack, units["guards"].code, units["line"].attack) == (6, "G", 3)


def test_a_list_in_an_overlay_replaces_the_whole_list(skirmish: Any, base: Path) -> None:
    overlay = Inline("case.toml", {"charts": {"crt": {"rows": {"1": ["NE", "NE"]}}}})
    assert skirmish(base, overlay).pack.charts["crt"].rows == {1: ("NE", "NE"), 2: ("AR", "DR")}


def test_a_table_over_a_list_replaces_single_cells_counted_from_1(skirmish: Any, base: Path) -> None:
    overlay = Inline("case.toml", {"charts": {"crt": {"rows": {"1": {"2": "NE"}}}}})
    loaded = skirmish(base, overlay)
    assert loaded.pack.charts["crt"].rows[1] == ("AE", "NE")
    assert loaded.provenance.of("charts", "crt", "rows", "1", 1).kind == "user"
    assert loaded.provenance.of("charts", "crt", "rows", "1", 0).kind == "reconstructed"


def test_a_cell_outside_the_list_is_a_fault(lines: Lines, base: Path) -> None:
    overlay = Inline("case.toml", {"charts": {"crt": {"rows": {"1": {"3": "NE", "x": "NE"}}}}})
    assert lines(base, overlay) == [
        "case.toml: charts.crt.rows.1.3: the list below has the places 1 to 2",
        "case.toml: charts.crt.rows.1.x: the list below has the places 1 to 2",
    ]


def test_delete_takes_keys_out_of_the_pack_below(write: Write, skirmish: Any, base: Path) -> None:
    mine = write(
        "mine", {"pack.toml": MINE, "units.toml": 'delete = ["line"]\n[guards]\ndelete = ["code"]\n'}
    )
    units = skirmish(base, mine).pack.units
    assert list(units) == ["guards"]
    assert units["guards"].code == "X"


def test_delete_and_new_values_together_replace_a_whole_table(skirmish: Any, base: Path) -> None:
    new = {"delete": ["guards"], "guards": {"name": "Old Guard", "attack": 7}}
    guard = skirmish(base, Inline("case.toml", {"units": new})).pack.units["guards"]
    assert (guard.name, guard.code) == ("Old Guard", "X")


def test_deleting_what_is_not_there_is_a_fault(write: Write, lines: Lines, base: Path) -> None:
    mine = write("mine", {"pack.toml": MINE, "units.toml": 'delete = ["lien"]\n'})
    assert lines(base, mine) == [
        'mine/units.toml:1: delete: there is no "lien" below to delete; did you mean "line"?'
    ]


def test_the_lowest_pack_has_nothing_to_delete(write: Write, lines: Lines) -> None:
    folder = write("base", {"units.toml": f'delete = ["line"]\n{UNITS}'})
    assert lines(folder) == ["base/units.toml:1: delete: there is nothing below this pack to delete"]


def test_a_fault_is_reported_in_the_file_that_brought_it(write: Write, lines: Lines, base: Path) -> None:
    mine = write("mine", {"pack.toml": MINE, "units.toml": "[guards]\nattack = 99\n[new]\nname = 'New'\n"})
    assert lines(base, mine) == [
        "mine/units.toml:2: guards.attack: must be at most 9, not 99",
        "mine/units.toml:3: new: missing key attack",
    ]


def test_version_and_header_name_all_packs(write: Write, skirmish: Any, base: Path) -> None:
    loaded = skirmish(base, write("mine", {"pack.toml": MINE}))
    assert loaded.version == "base 1.0 + mine 0.2"
    assert loaded.header.title == "Mine"


def test_the_digest_depends_on_the_values_and_not_on_their_files(
    write: Write, skirmish: Any, base: Path
) -> None:
    guards, line = UNITS.split("[line]")
    split = write("split", {"units/b.toml": guards, "units/a.toml": f"[line]{line}", "charts.toml": CHARTS})
    changed = skirmish(base, Inline("case.toml", {"units": {"line": {"attack": 2}}}))
    assert skirmish(base).digest == skirmish(split).digest
    assert skirmish(base).digest != changed.digest
    assert digest_of({}) == "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a"


def test_a_stack_follows_extends_from_the_lowest_pack_up(write: Write) -> None:
    write("packs/skirmish/base", {"units.toml": UNITS})
    write("packs/skirmish/mine", {"pack.toml": MINE})
    write("packs/skirmish/tweak", {"pack.toml": MINE.replace('"base"', '"mine"')})
    below = Path("packs/skirmish")
    assert stack("skirmish", "tweak", Path("packs")) == [below / "base", below / "mine", below / "tweak"]
    assert stack("skirmish", Path("packs/skirmish/mine"), Path("packs")) == [below / "base", below / "mine"]


def test_a_stack_without_its_base_is_a_fault(write: Write) -> None:
    write("packs/skirmish/mine", {"pack.toml": MINE.replace('"base"', '"bse"')})
    write("packs/skirmish/base", {})
    with pytest.raises(PackFaults) as caught:
        stack("skirmish", "mine", Path("packs"))
    assert str(caught.value) == (
        'packs/skirmish/mine/pack.toml: extends: skirmish has no pack "bse"; it has "base" and "mine"; '
        'did you mean "base"?'
    )


def test_a_pack_that_extends_itself_is_a_fault(write: Write) -> None:
    write("packs/skirmish/mine", {"pack.toml": MINE.replace('"base"', '"mine"')})
    with pytest.raises(PackFaults, match="extends itself in the end"):
        stack("skirmish", "mine", Path("packs"))


def test_a_pack_of_another_system_is_not_stacked(write: Write) -> None:
    write("packs/siege/base", {})
    with pytest.raises(PackFaults, match="system: this pack is for skirmish, not for siege"):
        stack("siege", "base", Path("packs"))


def test_folders_of_packs_are_searched_by_system(write: Write) -> None:
    write("packs/skirmish/base", {})
    Path("packs/skirmish/notes").mkdir()
    assert packs_in(Path("packs"), "skirmish") == {"base": Path("packs/skirmish/base")}
    assert packs_in(Path("packs"), "siege") == {}
    assert user_folder().name == "packs"
    assert builtin_packs("blitzkrieg1940")["base"].is_dir()
