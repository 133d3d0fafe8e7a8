"""`planspiel replay` shows a game from its events; `planspiel verify` runs its rules and dice again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from planspiel.cases.plain import plain
from planspiel.cases.telling import Catalogue, catalogue, outcome, said
from planspiel.cli.errors import BadInput
from planspiel.cli.files import read_bytes
from planspiel.cli.printing import cited, compact, line, print_json, printable
from planspiel.kernel import Damaged, Illegal, Misfit, System, render, verify
from planspiel.kernel.log import Answered, Closed, Entry, Happened, Instructed, Opened, Rolled, resolved, seen
from planspiel.kernel.rulebook import nearest
from planspiel.kernel.state import Seat
from planspiel.systems import registry

__all__ = ["replay", "show_entry", "verified"]

AnySystem = System[Any, Any, Any]


class _Named(Struct):
    system: str


class _FirstLine(Struct):
    what: _Named


def read_log(file: Path, overlays: list[Path]) -> tuple[AnySystem, list[Entry]]:
    """The entries of a log and the system it is of. `Damaged` or `BadInput` says why it cannot be read."""
    place = printable(str(file))
    lines = read_bytes(file).split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    if not lines:
        raise Damaged(place, "empty")
    try:
        name = msgspec.json.decode(lines[0], type=_FirstLine).what.system
    except (msgspec.MsgspecError, UnicodeDecodeError) as fault:
        raise Damaged(f"{place}, line 1", str(fault)) from None
    except RecursionError:
        raise Damaged(f"{place}, line 1", "nested too deeply") from None
    try:
        system = registry.load(name, overlays)
    except registry.UnknownSystem as unknown:
        raise Damaged(f"{place}, line 1", str(unknown)) from None
    return system, list(system.codec.decode_log(lines, place))


# -- replay ------------------------------------------------------------------------------------------------


def replay(file: Path, seat: str | None, language: str, as_json: bool) -> None:
    """What happened, told from the events: no rule runs."""
    system, entries = read_log(file, [])
    opened = entries[0]
    assert isinstance(opened, Opened)  # the codec has checked the first entry
    if seat is not None and seat not in opened.seats:
        raise BadInput(file, f"there is no seat {seat!r} in this game{nearest(seat, opened.seats)}")
    told = resolved(entries) if seat is None else _told(entries, Seat(seat))
    words = catalogue(system, language)
    if as_json:
        print_json([_data(n, what, words) for n, what in told])
        return
    for n, what in told:
        show_entry(what, words, number=f"{n:>5}  ")


def _told(entries: list[Entry], seat: Seat) -> list[tuple[int, Entry]]:
    """What a seat was told, with numbers of its own: gaps would tell of what it was not."""
    told = [seen(what, seat) for _, what in resolved(entries)]
    return list(enumerate(what for what in told if what is not None))


def show_entry(what: Entry, words: Catalogue, number: str = "", indent: int = 0) -> None:
    """One entry as a line; mere bookkeeping is left out."""
    match what:
        case Opened():
            line(
                (number, "dim"),
                f"{what.system}, {what.setup.scenario}: {', '.join(what.seats)}",
                indent=indent,
            )
        case Answered():
            by = " (standing order)" if what.by == "standing" else ""
            line((number, "dim"), (f"{what.seat}{by}: {_order(what.order)}", "cyan"), indent=indent)
        case Instructed():
            line((number, "dim"), (f"{what.seat} says: {_order(what.instruction)}", "cyan"), indent=indent)
        case Rolled():
            line((number, "dim"), (rolled(what, words), "yellow"), cited(what.cite), indent=indent)
        case Happened():
            text = said(what.event, words)
            if text:
                line((number, "dim"), text, cited(what.event.cite), indent=indent)
        case Closed() if what.secret:
            line((number, "dim"), (f"The secret of the dice was {what.secret.hex()}.", "dim"), indent=indent)
        case _:
            pass


def rolled(what: Rolled, words: Catalogue) -> str:
    """The dice, their total if there are several, and what they were for."""
    pips = " ".join(map(str, what.pips))
    total = f" = {sum(what.pips)}" if len(what.pips) > 1 else ""
    return f"{what.dice}: {pips}{total}, {render(what.why, words)}"


def _order(order: Any) -> str:
    data = plain(order)
    config = order.__struct_config__
    tag = data.pop(config.tag_field)
    return f"{tag} {compact(data)}" if data else str(tag)


def _data(n: int, what: Entry, words: Catalogue) -> dict[str, Any]:
    told: dict[str, Any] = {"n": n, **plain(what)}
    match what:
        case Happened():
            told["said"] = said(what.event, words)
        case Rolled():
            told["said"] = rolled(what, words)
        case Closed():
            told["said"] = outcome(what.outcome, words)
        case _:
            pass
    return told


# -- verify ------------------------------------------------------------------------------------------------


def verified(file: Path, overlays: list[Path], as_json: bool) -> bool:
    """Run the rules of a log again, derive every roll, and say whether everything fits."""
    system, entries = read_log(file, overlays)
    _check_setup(file, system, entries[0])
    try:
        verdict = verify(system, entries)
    except Misfit as misfit:
        _say_misfit(misfit.n, misfit.reason, as_json)
        return False
    if as_json:
        print_json({"ok": True, **plain(verdict)})
        return True
    dice = "every roll derived again" if verdict.dice_verified else "the dice taken as logged"
    state = "finished" if verdict.finished else "in progress"
    line(f"The log fits: {verdict.entries} entries, {verdict.rolls} rolls ({dice}), {state}.")
    if not verdict.dice_verified and verdict.rolls:
        line("The dice can be verified only when the game has ended and their secret is revealed.")
    line(("position ", "dim"), (verdict.digest, "dim"))
    return True


def _check_setup(file: Path, system: AnySystem, opened: Entry) -> None:
    assert isinstance(opened, Opened)  # the codec has checked the first entry
    try:
        system.setup(opened.setup)
    except Illegal as illegal:
        raise Damaged(f"{printable(str(file))}, line 1", str(illegal)) from None


def _say_misfit(n: int, reason: str, as_json: bool) -> None:
    if as_json:
        print_json({"ok": False, "entry": n, "line": n + 1, "reason": reason})
    else:
        line((f"Entry {n} (line {n + 1}) does not fit: ", "bold red"), reason)
