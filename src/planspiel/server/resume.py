"""A game out of the database: from its latest save and the lines after it, or from its first line.

Every line that the rules produce on the way is compared with the line that was kept, so that a game can
only go on as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from planspiel.kernel import Damaged, Game, Illegal, Keyed, Log, RuleError, System, TypedIn
from planspiel.kernel.log import Entry, Opened
from planspiel.kernel.replay import give_again
from planspiel.server.store import Kept

__all__ = ["RulesChanged", "dice_of", "resumed"]

AnySystem = System[Any, Any, Any]
AnyGame = Game[Any]


class RulesChanged(Exception):
    """The rules as they are now do not lead to what was played: the first entry that differs.

    `played` is that entry, `now` what the rules say instead: another entry, a refusal, or nothing.
    """

    def __init__(self, entry: int, played: Entry | None = None, now: Entry | Illegal | None = None) -> None:
        super().__init__(f"the rules now differ from what was played at entry {entry}")
        self.entry, self.played, self.now = entry, played, now


class _Kept(Log):
    """A log that is being run again. It accepts only the lines that were kept."""

    __slots__ = ("expected", "known")

    def __init__(self, expected: Sequence[bytes], known: Sequence[Entry], n: int, sum: str) -> None:
        super().__init__(self._compare, keep=False, n=n, sum=sum, reread=self._before)
        self.expected, self.known = expected, known

    def _compare(self, lines: Sequence[bytes], batch: Sequence[Entry]) -> None:
        first = self.n - len(lines)
        for n, (line, what) in enumerate(zip(lines, batch, strict=True), start=first):
            if n >= len(self.expected) or self.expected[n] != line:
                raise RulesChanged(n, self.known[n] if n < len(self.known) else None, what)

    def _before(self) -> Sequence[Entry]:
        return self.known[: self.n]


def dice_of(kept: Kept, words: tuple[str, ...]) -> Keyed | TypedIn:
    return Keyed(kept.secret, words, kept.dice_name) if kept.dice == "keyed" else TypedIn()


def resumed(
    system: AnySystem, kept: Kept, lines: Sequence[bytes], entries: Sequence[Entry], save: bytes | None
) -> AnyGame:
    """The game after all its lines, at the question it waits at. Its log has no sink yet."""
    game = _from_save(system, lines, entries, save) if save is not None else None
    if game is None:
        game = _from_start(system, kept, lines, entries)
    log = game.log
    assert log is not None
    while log.n < len(entries):
        n = log.n
        try:
            give_again(game, entries[n])
        except Illegal as refusal:
            raise RulesChanged(n, entries[n], refusal) from None
        except (RuleError, LookupError, ValueError, TypeError):
            raise RulesChanged(n, entries[n]) from None
        if log.n == n:
            raise RulesChanged(n, entries[n])
    game.log = Log(keep=False, n=log.n, sum=log.sum)
    return game


def _from_save(
    system: AnySystem, lines: Sequence[bytes], entries: Sequence[Entry], save: bytes
) -> AnyGame | None:
    """None if the save is of another version of rules or pack: then the game is run from its start."""
    try:
        head = system.codec.decode_save(save)
        return Game.load(system, save, log=_Kept(lines, entries, head.log_n, head.log_sum))
    except Damaged:
        return None


def _from_start(system: AnySystem, kept: Kept, lines: Sequence[bytes], entries: Sequence[Entry]) -> AnyGame:
    opened = entries[0]
    assert isinstance(opened, Opened)  # the codec has checked the first line
    try:
        setup = system.setup(opened.setup)
        game = Game(system, system.start(setup), setup, dice_of(kept, opened.words))
        return game.begin(_Kept(lines, entries, 0, ""), opened=opened)
    except Illegal as refusal:
        raise RulesChanged(0, opened, refusal) from None
    except (RuleError, LookupError, ValueError, TypeError):
        raise RulesChanged(0, opened) from None
