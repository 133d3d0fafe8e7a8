"""The tables of the database. A game is a list of batches of log lines that only grows, and a little more."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = [
    "batches",
    "games",
    "keys",
    "messages",
    "metadata",
    "reasons",
    "seats",
    "settings",
    "shelved",
    "snapshots",
]

metadata = MetaData()


def _game() -> Column[str]:
    return Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("system", String(64), nullable=False),
    Column("pack_digest", String(128), nullable=False),
    Column("release", String(64), nullable=False),
    Column("rules", String(64), nullable=False),
    Column("setup", Text, nullable=False),
    Column("stage", String(16), nullable=False),
    Column("entries", Integer, nullable=False),
    Column("talk", Integer, nullable=False),
    Column("waits", Text, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("dice", String(16), nullable=False),
    Column("dice_name", String(64), nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("hot_seat", Boolean, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("before", String(32), nullable=False),
    Column("pace", String(16), nullable=False),
    Column("substitute", String(80), nullable=False),
    Column("due", BigInteger, nullable=False),
    Column("choices", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("games_listed", "listed", "stage"),
    Index("games_before", "before"),
    Index("games_due", "due"),
)
"""`entries` is the number of log lines: appending compares it and moves it on, so that two processes
never write the same entry. `waits` names the seats the game waits for, `before` the game of a rematch.
`release`, `rules` (a fingerprint) and `pack_digest` are what the game is played with, `choices` what seats
have chosen since the rules changed. `due` is when the time of those awaited runs out, 0 for never."""

seats = Table(
    "seats",
    metadata,
    _game(),
    Column("seat", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("name", String(80), nullable=False),
    Column("words", String(200), nullable=False),
    Column("bot", String(64), nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("claim", String(64), nullable=False),
    Column("notes", Text, nullable=False),
    Column("email", String(200), nullable=False),
    Column("webhook", String(500), nullable=False),
    Column("language", String(8), nullable=False),
    Column("notified", BigInteger, nullable=False),
)
"""Who sits where. `claim` is the fingerprint of what a player sent to take the seat, for a second try.
`email` and `webhook` are where a seat wants to be told that it is awaited, `notified` when it last was."""

keys = Table(
    "keys",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("game", String(32), ForeignKey("games.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", String(16), nullable=False),
    Column("seat", String(64), nullable=False),
)
"""Fingerprints of the links. The links themselves are known to their holders alone."""

batches = Table(
    "batches",
    metadata,
    _game(),
    Column("first", Integer, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("lines", LargeBinary, nullable=False),
    Column("seat", String(64)),
    Column("submission", String(64)),
    Column("told", Integer, nullable=False),
    UniqueConstraint("game", "seat", "submission", name="batches_once"),
)
"""Everything that one answer brought about, as lines of the umpire's log, and the id that the client chose
for it: sent again it is not carried out again. `told` is where the seat's own stream stood then."""

snapshots = Table(
    "snapshots",
    metadata,
    _game(),
    Column("entries", Integer, nullable=False),
    Column("save", LargeBinary, nullable=False),
)
"""The latest save of a game, so that resuming runs only what came after it."""

messages = Table(
    "messages",
    metadata,
    _game(),
    Column("n", Integer, primary_key=True),
    Column("seat", String(64), nullable=False),
    Column("submission", String(64), nullable=False),
    Column("about", String(32), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("game", "seat", "submission", name="messages_once"),
)
"""What is said at the table. `about` is empty for players' words; what the umpire says names its subject and
has a sentence with values as `text`."""

reasons = Table(
    "reasons",
    metadata,
    _game(),
    Column("n", Integer, primary_key=True),
    Column("seat", String(64), nullable=False),
    Column("bot", String(80), nullable=False),
    Column("why", Text, nullable=False),
    Column("fault", String(80), nullable=False),
)
"""Why a bot gave the order that is entry `n`, for after the game."""

shelved = Table(
    "shelved",
    metadata,
    _game(),
    Column("first", Integer, primary_key=True),
    Column("at", BigInteger, primary_key=True),
    Column("lines", LargeBinary, nullable=False),
)
"""Lines that a game went back over because the rules had changed."""

settings = Table(
    "settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""What all processes on one database share, such as the key that seals saves."""
