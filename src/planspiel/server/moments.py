"""The board at an earlier moment, from events alone: no rule runs."""

from __future__ import annotations

from typing import Any

from planspiel.kernel import Seat, System
from planspiel.kernel.log import Entry, Happened, Opened, Undone
from planspiel.server.refusals import Refusal
from planspiel.server.table import SeatStream

__all__ = ["view_after"]


def view_after(rules: System[Any, Any, Any], entries: list[Entry], seat: Seat | None, n: int) -> Any:
    """Events are the only writers, so the events up to a line of the stream make the position."""
    opened = entries[0]
    assert isinstance(opened, Opened)
    stream = SeatStream(seat)
    states = [rules.start(rules.setup(opened.setup))]
    at: list[int] = []  # for each line of the stream, which of `states` it left
    before: list[int] = []  # for each entry, the state before it, for what was taken back
    for number, what in enumerate(entries):
        before.append(len(states) - 1)
        if isinstance(what, Happened):
            after = states[-1].fork()
            what.event.apply(after)
            states.append(after)
        elif isinstance(what, Undone):
            states.append(states[before[what.to]])
        if stream.tell(number, what) is not None:
            at.append(len(states) - 1)
        if len(at) > n:
            break
    if not at or n >= len(at):
        raise Refusal("not-found", "There is nothing here.")
    view = rules.public_view(states[at[n]]) if seat is None else rules.view(states[at[n]], seat)
    if view is None:
        raise Refusal("not-allowed", "This link does not allow that.")
    return view
