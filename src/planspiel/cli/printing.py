"""How results are printed: JSON and nothing else, or text for people."""

from __future__ import annotations

import sys
from functools import cache
from typing import Any

import msgspec
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["cited", "compact", "console", "line", "print_json", "print_table", "printable", "table"]


def print_json(value: Any) -> None:
    typer.echo(msgspec.json.format(msgspec.json.encode(value), indent=2))


@cache
def _width() -> int | None:
    """Wide enough for any line where nobody looks at a terminal."""
    return None if sys.stdout.isatty() else 110


def console() -> Console:
    return Console(width=_width(), highlight=False, markup=False, emoji=False)


def printable(text: str) -> str:
    """Text without control characters: what comes from a file must not move the cursor."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def line(*parts: str | tuple[str, str], indent: int = 0) -> None:
    """One line of text, some parts of it with a style; never wrapped."""
    shown = [(printable(part[0]), part[1]) if isinstance(part, tuple) else printable(part) for part in parts]
    text = Text(" " * indent).append_text(Text.assemble(*shown))
    text.rstrip()
    console().print(text, soft_wrap=True)


def cited(cite: str) -> tuple[str, str]:
    """A citation at the end of a line."""
    return (f"  [{cite}]" if cite else "", "dim")


def table(*columns: str) -> Table:
    """A plain table without frames; what is too long is folded."""
    made = Table(box=None, pad_edge=False, header_style="bold")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def print_table(made: Table) -> None:
    console().print(made)


def compact(value: Any) -> str:
    """A plain value in few signs: `side=red at=6 steps=2`."""
    if isinstance(value, dict):
        return " ".join(f"{key}={_inner(inner)}" for key, inner in value.items()) or "-"
    return _inner(value)


def _inner(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + compact(value) + "}" if value else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_inner(inner) for inner in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "-", True: "yes", False: "no"}[value]
    return str(value)
