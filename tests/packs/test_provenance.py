"""Where values come from."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from planspiel.packs import Inline, Provenance, provenance_report

Lines = Callable[..., list[str]]
Write = Callable[[str, dict[str, Any]], Path]

BARE = 'id = "base"\nsystem = "skirmish"\nversion = "1.0"\ntitle = "Skirmish"\n'
UNITS = """
    provenance = "historical"
    source = "the regimental history"
    confidence = "medium"

    [guards]
    name = "Guards"
    attack = 4
    provenance = { attack = "printed" }

    [line]
    name = "Line"
    attack = 3
    provenance = { default = "reconstructed", name = "published" }
    confidence = "low"
    note = "a guess"
"""


@pytest.fixture
def base(write: Write) -> Path:
    return write("base", {"pack.toml": BARE, "units.toml": UNITS})


def test_provenance_holds_for_all_below_until_it_is_overridden(skirmish: Any, base: Path) -> None:
    provenance = skirmish(base).provenance
    assert provenance.of("units", "guards", "name") == Provenance(
        "historical", "the regimental history", "medium"
    )
    assert provenance.of("units", "guards", "attack").kind == "printed"
    assert provenance.of("units", "line", "attack") == Provenance("reconstructed", "", "low", "a guess")
    assert provenance.of("units", "line", "name").kind == "published"


def test_words_about_values_are_no_values(skirmish: Any, base: Path) -> None:
    assert skirmish(base).data["units"]["guards"] == {"name": "Guards", "attack": 4}


def test_a_value_without_provenance_is_a_fault(write: Write, lines: Lines, guards: str) -> None:
    units = f'{guards}    provenance = {{ attack = "printed" }}\n'
    assert lines(write("base", {"pack.toml": BARE, "units.toml": units})) == [
        'base/units.toml:1: guards: no provenance for "name"'
    ]


def test_a_list_of_plain_values_needs_provenance_too(write: Write, lines: Lines, guards: str) -> None:
    files = {"pack.toml": BARE, "units.toml": f'provenance = "printed"\n{guards}'}
    charts = "[crt]\ncolumns = []\nrows = {}\nsize = [1, 2]\n"
    assert lines(write("base", {**files, "charts.toml": charts})) == [
        'base/charts.toml:1: crt: no provenance for "columns" and "size"'
    ]


def test_overlay_values_without_provenance_count_as_the_users_own(skirmish: Any, base: Path) -> None:
    overlay = Inline("case.toml", {"units": {"guards": {"attack": 5}}})
    provenance = skirmish(base, overlay).provenance
    assert provenance.of("units", "guards", "attack").kind == "user"
    assert provenance.of("units", "guards", "name").kind == "historical"


def test_an_overlay_may_state_its_own_provenance(write: Write, skirmish: Any, base: Path) -> None:
    header = BARE + 'provenance = "printed"\nsource = "my copy of the game"\n'
    mine = write("mine", {"pack.toml": header, "units.toml": "[line]\nattack = 2\n"})
    found = skirmish(base, mine).provenance.of("units", "line", "attack")
    assert found == Provenance("printed", "my copy of the game")


@pytest.mark.parametrize(
    ("stated", "line"),
    [
        (
            'provenance = "printd"',
            'base/units.toml:1: provenance: must be "printed", "published", "historical" or "reconstructed"; '
            'did you mean "printed"?',
        ),
        (
            'provenance = "user"',
            'base/units.toml:1: provenance: must be "printed", "published", "historical" or "reconstructed"',
        ),
        (
            'provenance = { default = "printed", gards = "printed" }',
            'base/units.toml:1: provenance.gards: names no key of this table; did you mean "guards"?',
        ),
        (
            'provenance = "printed"\nconfidence = "hihg"',
            'base/units.toml:2: confidence: must be "high", "medium" or "low"; did you mean "high"?',
        ),
        ('provenance = "printed"\nsource = 3', "base/units.toml:2: source: must be text"),
        ('provenance = "printed"\ndelete = "x"', "base/units.toml:2: delete: must be a list of keys"),
    ],
)
def test_faulty_words_about_values_are_faults(
    write: Write, lines: Lines, guards: str, stated: str, line: str
) -> None:
    folder = write("base", {"pack.toml": BARE, "units.toml": stated + guards.replace("    ", "")})
    assert line in lines(folder)


def test_the_report_counts_values_by_class_and_section(write: Write, skirmish: Any) -> None:
    charts = '[crt]\nprovenance = "printed"\ncolumns = ["1:1", "2:1"]\nrows.1 = ["AE", "AR"]\n'
    folder = write("base", {"pack.toml": BARE, "units.toml": UNITS, "charts.toml": charts})
    overlay = Inline("case.toml", {"charts": {"crt": {"rows": {"1": {"2": "NE"}}}}})
    shares = {share.section: share.counts for share in provenance_report(skirmish(folder, overlay))}
    none = {"printed": 0, "published": 0, "historical": 0, "reconstructed": 0, "user": 0}
    assert shares == {
        "charts": none | {"printed": 3, "user": 1},
        "units": none | {"printed": 1, "published": 1, "historical": 1, "reconstructed": 1},
    }
