"""Putting tables together: the files of one pack side by side, one pack over another key by key."""

from typing import Any

from planspiel.packs.faults import MOST_FAULTS, KeyPath, Problem, nearest, printable, show_path
from planspiel.packs.provenance import Mark, Stripped
from planspiel.packs.reading import Table

Marks = dict[KeyPath, Mark]


class Layers:
    """The merged table so far, and which file said what."""

    def __init__(self) -> None:
        self.data: Table = {}
        self.marks: Marks = {}
        self.problems: list[tuple[Problem, Mark | None]] = []

    def lay(self, parts: list[Stripped], *, lowest: bool) -> None:
        """Lay the parts of one pack, or one inline overlay, over what is there."""
        one = _side_by_side(parts)
        self.problems += one.problems
        deletions = [(path, key, mark) for part in parts for path, key, mark in _deletions(part)]
        for path, key, mark in deletions:
            self._delete(path, key, mark, lowest)
        self._over(self.data, one.data, (), one.marks)

    def _delete(self, path: KeyPath, key: str, mark: Mark, lowest: bool) -> None:
        table = _table_at(self.data, path)
        if table is None or key not in table:
            reason = (
                "there is nothing below this pack to delete"
                if lowest
                else f"there is no {printable(key)} below to delete"
            )
            hint = nearest(key, table or ()) if len(self.problems) < MOST_FAULTS else None
            self.problems.append((Problem((*path, "delete"), reason, hint), mark))
            return
        self._forget((*path, key), table.pop(key))

    def _over(self, below: Table, above: Table, path: KeyPath, marks: Marks) -> None:
        for key, value in above.items():
            here = (*path, key)
            old = below.get(key)
            if isinstance(value, dict) and isinstance(old, dict):
                self.marks[here] = marks[here]
                self._over(old, value, here, marks)
            elif isinstance(value, dict) and isinstance(old, list):
                self._items(old, value, here, marks)
            else:
                if key in below:
                    self._forget(here, old)
                below[key] = value
                _copy(self.marks, marks, here, value, here)

    def _items(self, below: list[Any], above: Table, path: KeyPath, marks: Marks) -> None:
        """A table over a list replaces single items, counted from 1: `rows.7 = { 3 = "N" }`."""
        for key, value in above.items():
            here, place = (*path, key), _place(key)
            if not 0 <= place < len(below):
                reason = (
                    f"the list below has the places 1 to {len(below)}" if below else "the list below is empty"
                )
                self.problems.append((Problem(here, reason), marks[here]))
                continue
            target, old = (*path, place), below[place]
            moved: Marks = {}
            _copy(moved, marks, here, value, target)
            if isinstance(value, dict) and isinstance(old, dict):
                self._over(old, value, target, moved)
            elif isinstance(value, dict) and isinstance(old, list):
                self._items(old, value, target, moved)
            else:
                self._forget(target, old)
                below[place] = value
                _copy(self.marks, moved, target, value, target)

    def _forget(self, path: KeyPath, value: Any) -> None:
        self.marks.pop(path, None)
        for step, inner in _inner(value):
            self._forget((*path, step), inner)


class _Side:
    def __init__(self) -> None:
        self.data: Table = {}
        self.marks: Marks = {}
        self.problems: list[tuple[Problem, Mark | None]] = []


def _side_by_side(parts: list[Stripped]) -> _Side:
    """The files of one pack share tables, but a value is said once."""
    one = _Side()
    for part in parts:
        anchor = next(iter(part.marks))
        table = one.data
        for length, step in enumerate(anchor, start=1):
            table = table.setdefault(str(step), {})
            one.marks.setdefault(anchor[:length], part.marks[anchor])
        _join(one, table, part.data, anchor, part.marks)
    return one


def _join(one: _Side, table: Table, new: Table, path: KeyPath, marks: Marks) -> None:
    for key, value in new.items():
        here = (*path, key)
        if key not in table:
            table[key] = value
            _copy(one.marks, marks, here, value, here)
        elif isinstance(value, dict) and isinstance(table[key], dict):
            _join(one, table[key], value, here, marks)
        else:
            reason = f"{show_path((key,))} is already given in {one.marks[here].part.file}"
            one.problems.append((Problem(here, reason), marks[here]))


def _copy(marks: Marks, new: Marks, path: KeyPath, value: Any, target: KeyPath) -> None:
    """Copy the marks of a value, and of all in it, to the place where it goes."""
    if path in new:
        marks[target] = new[path]
    for step, inner in _inner(value):
        _copy(marks, new, (*path, step), inner, (*target, step))


def _place(key: str) -> int:
    return int(key) - 1 if key.isascii() and key.isdecimal() and len(key) < 9 else -1


def _deletions(part: Stripped) -> list[tuple[KeyPath, str, Mark]]:
    return [(path, key, part.marks[path]) for path, key in part.deletions]


def _table_at(data: Any, path: KeyPath) -> Table | None:
    for step in path:
        if not isinstance(data, dict) or step not in data:
            return None
        data = data[step]
    return data if isinstance(data, dict) else None


def _inner(value: Any) -> list[tuple[str | int, Any]]:
    if isinstance(value, dict):
        return list(value.items())
    return list(enumerate(value)) if isinstance(value, list) else []
