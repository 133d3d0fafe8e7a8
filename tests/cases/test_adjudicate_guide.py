"""The examples of the guide are run, and what it prints of them is what is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from planspiel.cli.main import app

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "adjudicate.md"
EXAMPLE = re.compile(
    r"<!-- (run|faults): (\S+) -->\n```toml\n(.*?)```\n(?:(?:(?!<!--)(?!```).)*?```text\n(.*?)```)?",
    re.DOTALL,
)
EXAMPLES = [match.groups() for match in EXAMPLE.finditer(GUIDE.read_text(encoding="utf-8"))]


def occurs(excerpt: str, printed: str) -> bool:
    """Whether an excerpt, in which `...` stands for anything left out, is what was printed."""
    parts = (re.escape(part.strip("\n")) for part in excerpt.split("..."))
    return re.fullmatch(r"\s*" + ".*?".join(parts) + r"\s*", printed, re.DOTALL) is not None


def test_the_guide_has_the_examples_it_should() -> None:
    assert [(kind, name, bool(printed)) for kind, name, _, printed in EXAMPLES] == [
        ("run", "walk.toml", True),
        ("run", "chart.toml", False),
        ("run", "dodge.toml", True),
        ("run", "hannut.toml", True),
        ("faults", "faulty.toml", True),
    ]


@pytest.mark.parametrize(
    ("kind", "name", "text", "printed"), EXAMPLES, ids=[name for _, name, _, _ in EXAMPLES]
)
def test_an_example_does_what_the_guide_says(
    kind: str, name: str, text: str, printed: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_text(text, encoding="utf-8")
    ended = CliRunner().invoke(app, ["adjudicate", name])
    assert ended.exit_code == (0 if kind == "run" else 2), ended.output
    if printed:
        assert occurs(printed, ended.stdout if kind == "run" else ended.stderr), ended.output


def fences(text: str) -> Iterator[str]:
    yield from re.findall(r"^```(\w*)$", text, re.MULTILINE)


def test_every_toml_block_of_the_guide_is_run() -> None:
    assert list(fences(GUIDE.read_text(encoding="utf-8"))).count("toml") == len(EXAMPLES)
