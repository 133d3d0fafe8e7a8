"""The outcome of a case as plain data, for `planspiel adjudicate --json`."""

from __future__ import annotations

from typing import Any

import msgspec

from planspiel.cases.plain import plain
from planspiel.cases.run import CaseResult, Run
from planspiel.cases.telling import Catalogue, asked, catalogue, refused, said
from planspiel.kernel import Chance, Commitment, Decision, Text, Window, render
from planspiel.kernel.log import Happened, Rolled
from planspiel.packs.reading import Table

__all__ = ["as_data", "pending"]


def as_data(result: CaseResult, language: str = "en") -> Table:
    """`events`, `refusals`, `pending`, `position`, `views` of the case; `branches` has the same of each."""
    words = catalogue(result.game.system, language)
    data: Table = {
        "system": result.system,
        "scenario": result.scenario,
        "title": result.title,
        **_run(result, words),
    }
    if result.branches:
        data["branches"] = {name: _run(run, words) for name, run in result.branches.items()}
    return data


def _run(run: Run, words: Catalogue) -> Table:
    return {
        "events": [_event(run, n, what, words) for n, what in run.held if isinstance(what, Happened)],
        "dice": [_roll(run, n, what, words) for n, what in run.held if isinstance(what, Rolled)],
        "refusals": [
            {
                "answer": refusal.step,
                "seat": refusal.seat,
                "order": plain(refusal.order),
                "reason": refused(refusal.illegal, words),
                "cite": refusal.illegal.cite,
            }
            for refusal in run.refusals
        ],
        "pending": pending(run, words),
        "position": run.position,
        "views": {seat: plain(view) for seat, view in run.views.items()},
        "faults": [msgspec.to_builtins(fault) for fault in run.faults],
        "unmet": [msgspec.to_builtins(fault) for fault in run.unmet],
    }


def _event(run: Run, n: int, what: Happened[Any], words: Catalogue) -> Table:
    told: Table = {
        "n": n,
        "answer": _answer(run, n),
        "event": plain(what.event),
        "said": said(what.event, words),
        "cite": what.event.cite,
    }
    if what.seen_by is not None:
        told["seen_by"] = list(what.seen_by)
        told["twin"] = None if what.twin is None else plain(what.twin)
    return told


def _roll(run: Run, n: int, what: Rolled, words: Catalogue) -> Table:
    return {
        "n": n,
        "answer": _answer(run, n),
        "dice": what.dice,
        "pips": list(what.pips),
        "why": render(what.why, words),
        "cite": what.cite,
    }


def _answer(run: Run, n: int) -> int:
    """The number of the answer that brought an entry about; 0 for the set-up."""
    return sum(taken.step is not None and taken.first <= n for taken in run.taken)


def pending(run: Run, words: Catalogue = None) -> Table | None:
    """What the game waits for: an answer of some seats, dice, or nothing more."""
    pause = run.game.pause
    if run.game.over or run.is_done or pause is None:
        return None
    if isinstance(pause, Chance):
        why: Text = pause.why
        return {"kind": "dice", "dice": pause.dice, "why": render(why, words), "cite": pause.cite}
    kinds = {Decision: "decision", Commitment: "commitment", Window: "window"}
    asks = [(seat, run.game.pending(seat)) for seat in run.game.waiting()]
    return {
        "kind": kinds[type(pause)],
        "asks": [
            {
                "seat": seat,
                "question": plain(question),
                "prompt": asked(question, words),
                "cite": question.cite,
            }
            for seat, question in asks
            if question is not None
        ],
        "answered": list(run.game.sealed()),
    }
