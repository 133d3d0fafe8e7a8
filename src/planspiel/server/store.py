"""What is kept of games, and the only statements that read or write it.

Reading functions take a connection of the reading engine and run in threads; writing ones are jobs of the
`Writer`. Appending compares the number of entries and moves it on in one transaction with the lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

import anyio.to_thread
import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import Connection, Row
from sqlalchemy.dialects import sqlite
from sqlalchemy.exc import IntegrityError

from planspiel.kernel import Outcome, Seat, Setup, Text
from planspiel.server.database import engines, prepare
from planspiel.server.records import (
    About,
    Append,
    Appended,
    Holder,
    Kept,
    Message,
    Reason,
    Role,
    SeatKept,
    Stage,
    fingerprint,
)
from planspiel.server.schema import (
    batches,
    games,
    keys,
    metadata,
    reasons,
    seats,
    settings,
    shelved,
    snapshots,
)
from planspiel.server.writer import Writer

__all__ = [
    "About",
    "Append",
    "Appended",
    "Connection",
    "Holder",
    "Kept",
    "Message",
    "Reason",
    "Role",
    "SeatKept",
    "Stage",
    "Store",
    "fingerprint",
]

T = TypeVar("T")
_setup = msgspec.json.Decoder(Setup)
_waits = msgspec.json.Decoder(tuple[Seat, ...])
_outcome = msgspec.json.Decoder(Outcome)
_choices = msgspec.json.Decoder(dict[Seat, str])
_why = msgspec.json.Decoder(tuple[Text, ...])


class Store:
    """The database of one or several processes."""

    def __init__(self, url: str) -> None:
        self._writing, self._reading = engines(url)
        prepare(self._writing)
        self.writer = Writer(self._writing)

    def close(self) -> None:
        self.writer.close()
        self._writing.dispose()
        self._reading.dispose()

    async def read(self, question: Callable[[Connection], T]) -> T:
        """Ask the database without stopping the table."""

        def ask() -> T:
            with self._reading.connect() as connection:
                return question(connection)

        return await anyio.to_thread.run_sync(ask)

    async def write(self, job: Callable[[Connection], T]) -> T:
        return await self.writer.do(job)

    async def tidy(self) -> None:
        """After deleting: SQLite's journal may still hold what is no longer in the tables."""
        if self._reading.dialect.name != "sqlite":
            return

        def checkpoint() -> None:
            raw = self._reading.raw_connection()
            try:
                raw.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                raw.close()

        await anyio.to_thread.run_sync(checkpoint)

    async def append(self, batch: Append) -> Appended:
        """Durable when it returns DONE."""
        try:
            return await self.writer.do(lambda connection: append(connection, batch))
        except IntegrityError:
            return Appended.AGAIN  # the writer has rolled it back


# -- games -------------------------------------------------------------------------------------------------


def create(
    connection: Connection, game: Kept, places: Iterable[SeatKept], links: Iterable[tuple[str, Holder]]
) -> None:
    connection.execute(games.insert(), [_game_row(game)])
    connection.execute(
        seats.insert(),
        [{"game": game.id, "place": n, **_plain(seat)} for n, seat in enumerate(places)],
    )
    add_keys(connection, links)


def add_keys(connection: Connection, links: Iterable[tuple[str, Holder]]) -> None:
    rows = [
        {"hash": hashed, "game": holder.game, "role": holder.role, "seat": holder.seat}
        for hashed, holder in links
    ]
    if rows:
        connection.execute(keys.insert(), rows)


def append(connection: Connection, batch: Append) -> Appended:
    """Compare and append: a game that moved on writes nothing."""
    moved = connection.execute(
        _MOVE_ON,
        {
            "the_game": batch.game,
            "the_entries": batch.first,
            "entries": batch.first + len(batch.lines),
            "stage": batch.stage,
            "waits": _json(batch.waits),
            "outcome": _json(batch.outcome) if batch.outcome is not None else "",
            "changed": batch.at,
            "due": batch.due,
        },
    )
    if moved.rowcount != 1:
        return Appended.MOVED_ON
    connection.execute(
        _BATCH,
        {
            "game": batch.game,
            "first": batch.first,
            "count": len(batch.lines),
            "lines": b"\n".join(batch.lines),
            "seat": batch.seat or None,
            "submission": batch.submission or None,
            "told": batch.told,
        },
    )
    if batch.reason is not None:
        connection.execute(reasons.insert(), {"game": batch.game, **_reason_row(batch.reason)})
    if batch.save is not None:
        _keep_save(connection, batch.game, batch.first + len(batch.lines), batch.save)
    return Appended.DONE


_MOVE_ON = (
    games.update()
    .where(games.c.id == sa.bindparam("the_game"), games.c.entries == sa.bindparam("the_entries"))
    .values({name: sa.bindparam(name) for name in ("entries", "stage", "waits", "outcome", "changed", "due")})
)
_BATCH = batches.insert()


def insert_new(connection: Connection, table: sa.Table, row: dict[str, Any]) -> bool:
    """Insert a row unless its key is there already."""
    insert: Any = sqlite.insert
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql  # large, and not needed for a game at home

        insert = postgresql.insert
    key = next(iter(table.primary_key.columns))
    statement = insert(table).values(row).on_conflict_do_nothing().returning(key)
    return connection.execute(statement).first() is not None


def _keep_save(connection: Connection, game: str, entries: int, save: bytes) -> None:
    done = connection.execute(
        snapshots.update().where(snapshots.c.game == game).values(entries=entries, save=save)
    )
    if done.rowcount == 0:
        connection.execute(snapshots.insert(), {"game": game, "entries": entries, "save": save})


def delete(connection: Connection, game: str) -> None:
    """A game with all its data: lines, saves, links, messages, notes."""
    for table in reversed(metadata.sorted_tables):
        if "game" in table.c:
            connection.execute(table.delete().where(table.c.game == game))
    connection.execute(games.delete().where(games.c.id == game))


def find(connection: Connection, game: str) -> Kept | None:
    row = connection.execute(sa.select(games).where(games.c.id == game)).first()
    return None if row is None else _kept(row)


def find_rematch(connection: Connection, before: str) -> Kept | None:
    row = connection.execute(sa.select(games).where(games.c.before == before)).first()
    return None if row is None else _kept(row)


def listed(connection: Connection, limit: int) -> list[Kept]:
    """Games that anyone may join."""
    wanted = sa.select(games).where(games.c.listed, games.c.stage == "gathering")
    return [_kept(row) for row in connection.execute(wanted.order_by(games.c.created.desc()).limit(limit))]


def standing(connection: Connection, ids: Sequence[str]) -> dict[str, tuple[int, int, int]]:
    """How far games are: entries, messages, and when they last changed."""
    wanted = sa.select(games.c.id, games.c.entries, games.c.talk, games.c.changed).where(games.c.id.in_(ids))
    return {row.id: (row.entries, row.talk, row.changed) for row in connection.execute(wanted)}


def lines(connection: Connection, game: str, first: int = 0) -> list[bytes]:
    """The umpire's log from an entry on, which must be the first of a batch."""
    wanted = sa.select(batches.c.lines).where(batches.c.game == game, batches.c.first >= first)
    found: list[bytes] = []
    for (batch,) in connection.execute(wanted.order_by(batches.c.first)):
        found += bytes(batch).split(b"\n")
    return found


def snapshot(connection: Connection, game: str) -> tuple[int, bytes] | None:
    row = connection.execute(sa.select(snapshots).where(snapshots.c.game == game)).first()
    return None if row is None else (row.entries, bytes(row.save))


def accepted(connection: Connection, game: str, seat: Seat, submission: str) -> int | None:
    """Where the seat's stream stood after a submission that was accepted; None if it was not."""
    found: int | None = connection.execute(
        sa.select(batches.c.told).where(
            batches.c.game == game, batches.c.seat == seat, batches.c.submission == submission
        )
    ).scalar()
    return found


def reasons_of(connection: Connection, game: str) -> list[Reason]:
    """Why bots gave their orders, in the order of the log."""
    wanted = sa.select(reasons).where(reasons.c.game == game).order_by(reasons.c.n)
    return [
        Reason(row.n, Seat(row.seat), row.bot, _why.decode(row.why), row.fault)
        for row in connection.execute(wanted)
    ]


# -- pace and rules ----------------------------------------------------------------------------------------


def overdue(connection: Connection, at: int, limit: int) -> list[str]:
    """Games in which the time of those awaited has run out, the longest waiting first."""
    wanted = sa.select(games.c.id).where(games.c.due > 0, games.c.due <= at, games.c.stage == "playing")
    return list(connection.execute(wanted.order_by(games.c.due).limit(limit)).scalars())


def pin(connection: Connection, game: str, rules: str, pack_digest: str) -> None:
    """The game goes on under these rules, which lead to all that was played."""
    connection.execute(
        games.update().where(games.c.id == game).values(rules=rules, pack_digest=pack_digest, choices="{}")
    )


def set_due(connection: Connection, game: str, due: int) -> None:
    """When the time of those awaited runs out; 0 for never."""
    connection.execute(games.update().where(games.c.id == game).values(due=due))


def choose(connection: Connection, game: str, choices: dict[Seat, str], at: int) -> None:
    """What seats have chosen since the rules changed."""
    connection.execute(games.update().where(games.c.id == game).values(choices=_json(choices), changed=at))


def cut(connection: Connection, game: str, kept: Kept, to: int, at: int) -> bool:
    """Go back over all lines from entry `to` on, which must be the first of a batch. They are put aside."""
    done = connection.execute(
        games.update()
        .where(games.c.id == game, games.c.entries == kept.entries)
        .values(entries=to, changed=at, due=0, choices="{}", rules=kept.rules, pack_digest=kept.pack_digest)
    )
    if done.rowcount != 1:
        return False
    here = sa.and_(batches.c.game == game, batches.c.first >= to)
    for row in connection.execute(sa.select(batches).where(here).order_by(batches.c.first)).all():
        connection.execute(shelved.insert(), {"game": game, "first": row.first, "at": at, "lines": row.lines})
    connection.execute(batches.delete().where(here))
    connection.execute(snapshots.delete().where(snapshots.c.game == game))
    connection.execute(reasons.delete().where(reasons.c.game == game, reasons.c.n >= to))
    return True


def batch_starts(connection: Connection, game: str) -> list[int]:
    """The entries at which what one answer brought about begins."""
    wanted = sa.select(batches.c.first).where(batches.c.game == game).order_by(batches.c.first)
    return list(connection.execute(wanted).scalars())


def close(connection: Connection, game: str, entries: int, outcome: Outcome, at: int) -> bool:
    """End a game that cannot go on. Its lines stay as they are."""
    done = connection.execute(
        games.update()
        .where(games.c.id == game, games.c.entries == entries, games.c.stage == "playing")
        .values(stage="over", outcome=_json(outcome), waits="[]", due=0, changed=at)
    )
    return done.rowcount == 1


# -- seats and links ---------------------------------------------------------------------------------------


def holder(connection: Connection, hashed: str) -> Holder | None:
    row = connection.execute(sa.select(keys).where(keys.c.hash == hashed)).first()
    return None if row is None else Holder(row.game, row.role, Seat(row.seat))


def holders(connection: Connection, hashes: Sequence[str]) -> dict[str, Holder]:
    wanted = sa.select(keys).where(keys.c.hash.in_(hashes))
    return {row.hash: Holder(row.game, row.role, Seat(row.seat)) for row in connection.execute(wanted)}


def all_keys(connection: Connection, game: str) -> list[tuple[str, Holder]]:
    wanted = sa.select(keys).where(keys.c.game == game)
    return [(row.hash, Holder(row.game, row.role, Seat(row.seat))) for row in connection.execute(wanted)]


def places(connection: Connection, game: str) -> list[SeatKept]:
    wanted = sa.select(seats).where(seats.c.game == game).order_by(seats.c.place)
    return [
        SeatKept(**{name: row._mapping[name] for name in SeatKept.__struct_fields__})
        for row in connection.execute(wanted)
    ]


def take(connection: Connection, game: str, seat: SeatKept, hashed: str, at: int) -> bool:
    """Sit down, unless someone else has. The same claim may try again and gets a new link."""
    free = sa.or_(seats.c.taken.is_(False), sa.and_(seats.c.claim == seat.claim, seats.c.claim != ""))
    here = sa.and_(seats.c.game == game, seats.c.seat == seat.seat)
    done = connection.execute(
        seats.update()
        .where(here, free)
        .values(name=seat.name, words=seat.words, taken=True, claim=seat.claim)
    )
    if done.rowcount != 1:
        return False
    connection.execute(
        keys.delete().where(keys.c.game == game, keys.c.seat == seat.seat, keys.c.role == "seat")
    )
    add_keys(connection, [(hashed, Holder(game, "seat", seat.seat))])
    connection.execute(games.update().where(games.c.id == game).values(changed=at))
    return True


def write_notes(connection: Connection, game: str, seat: Seat, text: str) -> None:
    connection.execute(seats.update().where(seats.c.game == game, seats.c.seat == seat).values(notes=text))


def write_notify(
    connection: Connection, game: str, seat: Seat, email: str, webhook: str, language: str
) -> None:
    here = sa.and_(seats.c.game == game, seats.c.seat == seat)
    connection.execute(seats.update().where(here).values(email=email, webhook=webhook, language=language))


def take_notice(connection: Connection, game: str, seat: Seat, at: int, before: int) -> bool:
    """Whether a seat may be notified now: it was not since `before`. Then it counts as notified."""
    here = sa.and_(seats.c.game == game, seats.c.seat == seat, seats.c.notified <= before)
    return connection.execute(seats.update().where(here).values(notified=at)).rowcount == 1


# -- settings ----------------------------------------------------------------------------------------------


def setting(connection: Connection, name: str, value: bytes) -> bytes:
    """A shared setting: what is there, or `value`, which is then there for all."""
    insert_new(connection, settings, {"name": name, "value": value})
    return bytes(connection.execute(sa.select(settings.c.value).where(settings.c.name == name)).scalar_one())


# -- rows --------------------------------------------------------------------------------------------------


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _plain(record: Struct) -> dict[str, Any]:
    return {name: getattr(record, name) for name in record.__struct_fields__}


def _game_row(game: Kept) -> dict[str, Any]:
    outcome = "" if game.outcome is None else _json(game.outcome)
    rows = {"setup": _json(game.setup), "waits": _json(game.waits), "choices": _json(game.choices)}
    return {**_plain(game), **rows, "outcome": outcome}


def _reason_row(reason: Reason) -> dict[str, Any]:
    return {**_plain(reason), "why": _json(reason.why)}


def _kept(row: Row[Any]) -> Kept:
    return Kept(
        **{
            **row._mapping,
            "setup": _setup.decode(row.setup),
            "waits": _waits.decode(row.waits),
            "outcome": _outcome.decode(row.outcome) if row.outcome else None,
            "secret": bytes(row.secret),
            "choices": _choices.decode(row.choices),
        }
    )
