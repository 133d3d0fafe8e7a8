"""What is said at a table: players' messages, and notices of the umpire, kept in one numbered row."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from sqlalchemy import Connection

from planspiel.kernel import Seat, Text, render
from planspiel.server.german import GERMAN
from planspiel.server.schema import games, messages
from planspiel.server.store import About, Message, insert_new

__all__ = ["announce", "said", "say"]

UMPIRE = "umpire "
_text = msgspec.json.Decoder(Text)


def say(connection: Connection, game: str, seat: Seat, submission: str, text: str, at: int) -> Message | None:
    """A message to the table; None if it was said before or the game is gone."""
    if submission.startswith(UMPIRE):
        return None
    row = {"seat": seat, "submission": submission, "about": "", "text": text, "at": at}
    return _add(connection, game, row)


def announce(
    connection: Connection, game: str, seat: Seat, submission: str, about: About, text: Text, at: int
) -> Message | None:
    """A notice of the umpire about a seat; None if it was given before. Its name is no player's."""
    written = msgspec.json.encode(text).decode()
    row = {"seat": seat, "submission": f"{UMPIRE}{submission}", "about": about, "text": written, "at": at}
    return _add(connection, game, row)


def _add(connection: Connection, game: str, row: dict[str, Any]) -> Message | None:
    done = connection.execute(games.update().where(games.c.id == game).values(talk=games.c.talk + 1))
    if done.rowcount != 1:
        return None
    n: int = connection.execute(sa.select(games.c.talk).where(games.c.id == game)).scalar_one()
    if insert_new(connection, messages, {"game": game, "n": n, **row}):
        return _message(n, row["seat"], row["text"], row["at"], row["about"])
    connection.execute(games.update().where(games.c.id == game).values(talk=games.c.talk - 1))
    return None


def said(connection: Connection, game: str, after: int, limit: int) -> list[Message]:
    """The latest messages after number `after`."""
    wanted = sa.select(messages).where(messages.c.game == game, messages.c.n > after)
    rows = connection.execute(wanted.order_by(messages.c.n.desc()).limit(limit)).all()
    return [_message(row.n, row.seat, row.text, row.at, row.about) for row in reversed(rows)]


def _message(n: int, seat: str, text: str, at: int, about: About) -> Message:
    if not about:
        return Message(n, Seat(seat), text, at)
    sentence = _text.decode(text)
    return Message(n, Seat(seat), render(sentence), at, about, render(sentence, GERMAN))
