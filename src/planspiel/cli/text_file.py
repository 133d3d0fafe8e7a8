"""Games kept as files: the log and the secret of the dice, as the browser's table keeps a game at one screen.

Loading believes nothing: the rules run the log again and must write the same lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import platformdirs
from msgspec import Meta, Raw, Struct

from planspiel.cli.files import read_bytes, write_whole
from planspiel.kernel import Damaged, Dice, Game, Illegal, Keyed, Log, RuleError, Setup, System, TypedIn
from planspiel.kernel.instruction import TakeBack
from planspiel.kernel.log import Answered, Entry, Instructed, Opened, Rolled, Undone
from planspiel.systems import registry

__all__ = ["kept_file", "load", "save"]


class _Kept(Struct, frozen=True, tag_field="planspiel", tag="game", omit_defaults=False):
    game: Annotated[str, Meta(max_length=32)]
    system: Annotated[str, Meta(max_length=64)]
    setup: Setup
    dice: Literal["keyed", "typed"]
    dice_name: Annotated[str, Meta(max_length=64)]
    secret: bytes
    lines: list[Raw]
    format: Annotated[int, Meta(ge=1, le=1)] = 1


def kept_file(system: str) -> Path:
    """Where the game lies that was left with `quit`."""
    return platformdirs.user_data_path("planspiel", appauthor=False) / "text" / f"{system}.planspiel.json"


def save(game: Game[Any], file: Path) -> None:
    log, dice = game.log, game.dice
    assert log is not None
    keyed = dice if isinstance(dice, Keyed) else Keyed(b"", (), "")
    kept = _Kept(
        game=keyed.game[:32],
        system=game.system.id,
        setup=Setup(game.setup.scenario, game.setup.options),
        dice="keyed" if isinstance(dice, Keyed) else "typed",
        dice_name=keyed.game,
        secret=keyed.secret,
        lines=[Raw(line) for line in log.lines()],
    )
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, msgspec.json.encode(kept))


def load(file: Path) -> Game[Any]:
    """The game at its question, with its whole log."""
    try:
        kept = msgspec.json.decode(read_bytes(file), type=_Kept)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
        raise Damaged(str(file), f"not a save of a game at one screen ({fault})") from None
    system = registry.load(kept.system)
    lines = [bytes(line) for line in kept.lines]
    entries = list(system.codec.decode_log(lines, str(file)))
    game = _run_again(system, kept, entries, str(file))
    assert game.log is not None
    if list(game.log.lines()) != lines:
        raise Damaged(str(file), "the rules now differ from what was played")
    return game


def _run_again(system: System[Any, Any, Any], kept: _Kept, entries: list[Entry], place: str) -> Game[Any]:
    opened = entries[0]
    assert isinstance(opened, Opened)  # the codec has checked the first line
    dice: Dice = Keyed(kept.secret, opened.words, kept.dice_name) if kept.dice == "keyed" else TypedIn()
    log = Log()
    try:
        setup = system.setup(opened.setup)
        game: Game[Any] = Game(system, system.start(setup), setup, dice)
        game.begin(log, opened=opened)
        while log.n < len(entries):
            before = log.n
            _feed(game, entries[before])
            if log.n == before:
                raise RuleError("nothing follows")
    except (Illegal, RuleError, LookupError, ValueError, TypeError) as fault:
        raise Damaged(place, f"entry {log.n} does not fit the rules ({fault})") from None
    return game


def _feed(game: Game[Any], what: Entry) -> None:
    """Give again what a player gave; all else follows from it."""
    match what:
        case Answered():
            game.answer(what.seat, what.order)
        case Instructed():
            game.instruct(what.seat, what.instruction)
        case Undone(consent=()):
            game.instruct(what.seat, TakeBack())
        case Rolled():
            game.throw(what.pips)
        case _:
            raise RuleError("nothing leads to this entry")
