"""Games kept as files: the log and the secret of the dice, as the browser's table keeps a game at one screen.

Loading believes nothing: the rules run the log again and must write the same lines.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import platformdirs
from msgspec import Raw

from planspiel.cli.files import read_bytes, write_whole
from planspiel.kernel import Damaged, Dice, Game, Illegal, Keyed, Log, RuleError, System, TypedIn
from planspiel.kernel.file import GameFile
from planspiel.kernel.log import Entry, Opened
from planspiel.kernel.replay import give_again
from planspiel.systems import registry

__all__ = ["kept_file", "load", "save"]


def kept_file(system: str) -> Path:
    """Where the game lies that was left with `quit`."""
    return platformdirs.user_data_path("planspiel", appauthor=False) / "text" / f"{system}.planspiel.json"


def save(game: Game[Any], file: Path) -> None:
    log, dice = game.log, game.dice
    assert log is not None
    keyed = dice if isinstance(dice, Keyed) else Keyed(b"", (), "")
    kept = GameFile(
        game=keyed.game[:32],
        system=game.system.id,
        setup=game.setup,
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
        kept = msgspec.json.decode(read_bytes(file), type=GameFile)
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


def _run_again(system: System[Any, Any, Any], kept: GameFile, entries: list[Entry], place: str) -> Game[Any]:
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
            give_again(game, entries[before])
            if log.n == before:
                raise RuleError("nothing follows")
    except (Illegal, RuleError, LookupError, ValueError, TypeError) as fault:
        raise Damaged(place, f"entry {log.n} does not fit the rules ({fault})") from None
    return game
