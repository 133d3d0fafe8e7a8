"""The text form of a map: a line of numbers across, then one line for each row with its number first.

            01  02  03
        01  o1  w1  .
        02  v0  o1  o1

A token stands for what the legend says; `.` leaves the field off the map.
"""

from collections.abc import Callable, Iterable
from typing import Literal, NamedTuple

from planspiel.packs.faults import KeyPath, Problem, Problems, printable

NO_FIELD = "."
_GRID: KeyPath = ("grid",)


class GridShape(NamedTuple):
    """How the numbers of a map run over the sheet."""

    across: Literal["first", "second"]
    """Which of the two numbers of a label stands in the head line."""
    right: int
    """1 if the numbers grow to the right, -1 if to the left."""
    down: int
    label: Callable[[int, int], str]


class _Row(NamedTuple):
    line: int
    words: list[str]


def read_grid(text: str, shape: GridShape, legend: Iterable[str]) -> tuple[dict[str, str], list[Problem]]:
    """The token of every field by label, and everything wrong with the text."""
    reader = _Reader(shape, [*legend, NO_FIELD])
    lines = [line.split() for line in text.splitlines()]
    rows = [_Row(number, words) for number, words in enumerate(lines, start=1) if words]
    if len(rows) < 2:
        reader.problems.say(_GRID, "needs a line of numbers and at least one row")
    else:
        reader.head(rows[0])
        for row in rows[1:]:
            reader.row(row)
    return reader.tokens, reader.problems.found


class _Reader:
    def __init__(self, shape: GridShape, known: list[str]) -> None:
        self.shape = shape
        self.known = known
        self.across: list[int | None] = []
        self.tokens: dict[str, str] = {}
        self.problems = Problems()
        self.last_row: int | None = None

    def wrong(self, row: _Row, reason: str, word: str | None = None) -> None:
        self.problems.say(_GRID, f"line {row.line}: {reason}", word, self.known, row.line)

    def head(self, row: _Row) -> None:
        """The first line: the numbers across."""
        last: int | None = None
        grow = "grow to the right" if self.shape.right > 0 else "grow to the left"
        for word in row.words:
            number = _number(word)
            if number is None:
                self.wrong(row, f"the first line holds numbers only, not {printable(word)}")
            elif last is not None and (number - last) * self.shape.right <= 0:
                self.wrong(row, f"{word} is out of order; the numbers {grow} here")
            self.across.append(number)
            last = number

    def row(self, row: _Row) -> None:
        """A further line: its number, then one token for each number of the first line."""
        name, fields = row.words[0], row.words[1:]
        number = _number(name)
        grow = "grow downward" if self.shape.down > 0 else "grow upward"
        if number is None:
            self.wrong(row, f"a row begins with its number, not with {printable(name)}")
            return
        if self.last_row is not None and (number - self.last_row) * self.shape.down <= 0:
            self.wrong(row, f"row {name} is out of order; the numbers {grow} here")
        self.last_row = number
        if len(fields) != len(self.across):
            self.wrong(row, f"row {name} has {len(fields)} fields, the first line has {len(self.across)}")
            return
        for across, token in zip(self.across, fields, strict=True):
            self.field(row, across, number, token)

    def field(self, row: _Row, across: int | None, number: int, token: str) -> None:
        """One token at its place."""
        if token not in self.known:
            where = f"row {row.words[0]}: {printable(token)} is not in the legend"
            self.wrong(row, where, token)
        elif token != NO_FIELD and across is not None:
            first, second = (across, number) if self.shape.across == "first" else (number, across)
            try:
                self.tokens[self.shape.label(first, second)] = token
            except ValueError as error:
                self.wrong(row, str(error))


def _number(word: str) -> int | None:
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 4 else None
