"""`planspiel adjudicate`: a case, told to people."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import typer

from planspiel.cases import CaseResult, Run, as_data, run_case
from planspiel.cases.plain import plain
from planspiel.cases.report import pending
from planspiel.cases.run import Taken
from planspiel.cases.telling import Catalogue, catalogue, refused, said
from planspiel.cli.errors import BAD_INPUT, CHECK_FAILED, DEBUG, GOOD
from planspiel.cli.logs import show_entry
from planspiel.cli.printing import cited, compact, line, print_json, printable
from planspiel.kernel.event import KERNEL_EVENTS
from planspiel.kernel.instruction import Instruction
from planspiel.kernel.log import Answered, Happened, Instructed, Opened, Undone

__all__ = ["adjudicate"]

_GERMAN = {
    "Set-up": "Aufstellung",
    "refused": "abgelehnt",
    "Waiting for": "Offen",
    "dice": "Würfel",
    "the game is over": "das Spiel ist beendet",
    "nothing: the agenda of the case is done": "nichts: die Agenda des Falls ist erledigt",
    "Position": "Stellung",
    "View of": "Sicht von",
    "Branch": "Zweig",
}


def adjudicate(
    file: Path, views: list[str], branch: str | None, overlays: list[Path], language: str, as_json: bool
) -> int:
    """Judge a case, print what came of it, and say how it went as an exit code."""
    result = run_case(file, branch=branch, views=views, overlays=overlays)
    cause = next((run.cause for run in result.runs if run.cause is not None), None)
    if cause is not None and os.environ.get(DEBUG):
        raise cause
    if as_json:
        print_json(as_data(result, language))
    else:
        _Teller(result, language).tell()
    for fault in (*result.all_faults, *result.all_unmet):
        typer.echo(printable(str(fault)), err=True)
    if result.all_faults:
        return BAD_INPUT
    return CHECK_FAILED if result.all_unmet else GOOD


class _Teller:
    """Tells a case in a language."""

    def __init__(self, result: CaseResult, language: str) -> None:
        self.result = result
        self.words: Catalogue = catalogue(result.game.system, language)
        self.frame = _GERMAN if language == "de" else {}

    def word(self, english: str) -> str:
        return self.frame.get(english, english)

    def tell(self) -> None:
        result = self.result
        line((result.title or f"{result.system}, {result.scenario}", "bold"))
        self.run(result, ends=not result.branches)
        for name, run in result.branches.items():
            line()
            line((f"{self.word('Branch')} {name}", "bold"))
            self.run(run, ends=True)

    def run(self, run: Run, *, ends: bool) -> None:
        for number, taken in enumerate(run.taken):
            self.taken(run, taken, number if run is self.result else number + 1)
        self.pending(run)
        if ends:
            self.table(self.word("Position"), run.position)
        for seat, view in run.views.items():
            self.table(f"{self.word('View of')} {seat}", plain(view))

    def taken(self, run: Run, taken: Taken, number: int) -> None:
        """An answer and all that came of it."""
        step = taken.step
        entries = run.entries[taken.first : taken.after]
        if step is None:
            if any(isinstance(what, Happened) and said(what.event) for what in entries):
                line((self.word("Set-up"), "bold"))
        else:
            says = " says" if isinstance(step.order, Instruction) else ""
            line((f"{number}. {step.seat}{says}: {_in_words(step.order)}", "bold cyan"))
        for what in entries:
            if isinstance(what, Opened) or (isinstance(what, Answered | Instructed) and _is_own(what, taken)):
                continue
            if isinstance(what, Undone):
                line(f"{what.seat}: take-back", indent=3)
            elif isinstance(what, Happened) and not said(what.event):
                self.bookkeeping(what)
            else:
                show_entry(what, self.words, indent=3)
        if taken.refusal is not None:
            illegal = taken.refusal.illegal
            told = (f"{self.word('refused')}: {refused(illegal, self.words)}", "red")
            line(told, cited(illegal.cite), indent=3)

    def bookkeeping(self, what: Happened[Any]) -> None:
        """An event without a sentence, as it stands in the log; the agenda is told with the position."""
        if not isinstance(what.event, KERNEL_EVENTS):
            line((_in_words(what.event, without="cite"), "dim"), cited(what.event.cite), indent=3)

    def pending(self, run: Run) -> None:
        title = (f"{self.word('Waiting for')}: ", "bold")
        waits = pending(run, self.words)
        if waits is None:
            over = "the game is over" if run.game.over else "nothing: the agenda of the case is done"
            if not run.faults:
                line(title, self.word(over))
        elif waits["kind"] == "dice":
            line(title, f"{self.word('dice')}, {waits['dice']}: {waits['why']}", cited(waits["cite"]))
        else:
            for asked in waits["asks"]:
                line(title, f"{asked['seat']}: {asked['prompt']}", cited(asked["cite"]))

    def table(self, title: str, data: dict[str, Any]) -> None:
        """A line for each value, and one for each record of a table."""
        line((title, "bold"))
        for key, value in data.items():
            if key == "agenda":
                value = [" ".join(map(str, (item["script"], *item["args"]))) for item in reversed(value)]
            if isinstance(value, dict) and any(isinstance(inner, dict) for inner in value.values()):
                line(f"{key}:", indent=3)
                for name, inner in value.items():
                    line(f"{name}: {compact(_telling(inner, name))}", indent=6)
            else:
                line(f"{key}: {compact(value)}", indent=3)


def _is_own(what: Answered[Any] | Instructed[Any], taken: Taken) -> bool:
    """Whether this is the answer the case gave, which has been told already."""
    return isinstance(what, Instructed) or (taken.step is not None and what.by == "player")


def _in_words(record: Any, without: str = "") -> str:
    data = plain(record)
    tag = data.pop(record.__struct_config__.tag_field)
    data.pop(without, None)
    data = _telling(data)
    return f"{tag} {compact(data)}" if data else str(tag)


def _telling(record: Any, name: str = "") -> Any:
    """A record without what says nothing: empty values, and the id it is listed under."""
    if not isinstance(record, dict):
        return record
    return {
        key: value
        for key, value in record.items()
        if not (value is None or value is False or value in ("", [], {}) or (key == "id" and value == name))
    }
