"""Opening the database: SQLite in the user's data folder, or PostgreSQL, with the same tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy import Connection, Engine, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

__all__ = ["HEAD", "DatabaseError", "default_url", "engines", "prepare"]

HEAD = "0002"
"""The newest revision in `migrations/versions`."""
_WAIT_MS = 10_000
_LOCK = 0x504C414E  # any number, the same in every process: who prepares the tables holds it


class DatabaseError(Exception):
    """The database cannot be used: one line."""


def default_url() -> str:
    """The file in the user's data folder."""
    folder = platformdirs.user_data_path("planspiel", appauthor=False)
    return f"sqlite:///{folder / 'games.sqlite'}"


def engines(url: str) -> tuple[Engine, Engine]:
    """One engine for the single writing thread of this process, one for reading."""
    parsed = _parsed(url)
    if parsed.get_backend_name() == "sqlite":
        _make_folder(parsed)
        return _sqlite(parsed, "BEGIN IMMEDIATE", 1), _sqlite(parsed, "BEGIN", 8)
    try:
        wait = {"connect_timeout": 10, "options": f"-c lock_timeout={_WAIT_MS} -c statement_timeout=30000"}
        common: dict[str, Any] = {"pool_pre_ping": True, "connect_args": wait}
        return (
            sa.create_engine(parsed, pool_size=1, max_overflow=0, **common),
            sa.create_engine(parsed, pool_size=8, max_overflow=8, **common),
        )
    except ModuleNotFoundError as fault:
        raise DatabaseError(f"{fault.name} is not installed: pip install 'planspiel[postgres]'") from None


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
        parsed.get_dialect()
    except (ArgumentError, NoSuchModuleError):
        raise DatabaseError("--database takes sqlite:///FILE or postgresql://USER@HOST/NAME") from None
    except ModuleNotFoundError:
        parsed = make_url(url)
    if parsed.get_backend_name() == "postgresql":
        return parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite" or parsed.database in (None, "", ":memory:"):
        raise DatabaseError("--database takes sqlite:///FILE or postgresql://USER@HOST/NAME")
    return parsed


def _make_folder(url: URL) -> None:
    folder = Path(str(url.database)).parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as fault:
        raise DatabaseError(f"{folder}: {fault.strerror}") from None


def _sqlite(url: URL, begin: str, connections: int) -> Engine:
    """Durable when committed: WAL with synchronous=FULL. What is deleted is overwritten."""
    engine = sa.create_engine(url, pool_size=connections, max_overflow=0)

    def connected(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # transactions begin where SQLAlchemy says, below
        cursor = connection.cursor()
        for pragma in (
            f"busy_timeout={_WAIT_MS}",
            "journal_mode=WAL",
            "synchronous=FULL",
            "foreign_keys=ON",
            "secure_delete=ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    def begins(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    event.listen(engine, "connect", connected)
    event.listen(engine, "begin", begins)
    return engine


def prepare(writing: Engine) -> None:
    """Bring the tables up to date. Alembic is loaded only if there is something to do."""
    try:
        with writing.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
            found = _revision(connection)
            if found == HEAD:
                return
            if found is not None and found > HEAD:
                raise DatabaseError("the database was made by a newer version of Planspiel")
            _upgrade(connection)
    except SQLAlchemyError as fault:
        reason = str(getattr(fault, "orig", None) or fault).strip().splitlines()[0]
        raise DatabaseError(f"the database cannot be used: {reason}") from None


def _revision(connection: Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "planspiel.server:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
