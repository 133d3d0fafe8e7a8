"""Paces, bots' reasons, notifications, the umpire's notices, and games that outlive their rules."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

GAMES: dict[str, tuple["sa.types.TypeEngine[Any]", str]] = {
    "release": (sa.String(64), ""),
    "rules": (sa.String(64), ""),
    "pace": (sa.String(16), "none"),
    "substitute": (sa.String(80), ""),
    "due": (sa.BigInteger(), "0"),
    "choices": (sa.Text(), "{}"),
}
SEATS: dict[str, tuple["sa.types.TypeEngine[Any]", str]] = {
    "email": (sa.String(200), ""),
    "webhook": (sa.String(500), ""),
    "language": (sa.String(8), "en"),
    "notified": (sa.BigInteger(), "0"),
}
"""New columns, and what rows from before get in them."""


def _game() -> "sa.Column[str]":
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    for name, (kind, before) in GAMES.items():
        op.add_column("games", sa.Column(name, kind, nullable=False, server_default=before))
    op.create_index("games_due", "games", ["due"])
    for name, (kind, before) in SEATS.items():
        op.add_column("seats", sa.Column(name, kind, nullable=False, server_default=before))
    op.add_column("messages", sa.Column("about", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "reasons",
        _game(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("bot", sa.String(80), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("fault", sa.String(80), nullable=False),
    )
    op.create_table(
        "shelved",
        _game(),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, primary_key=True),
        sa.Column("lines", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("shelved")
    op.drop_table("reasons")
    op.drop_column("messages", "about")
    for name in SEATS:
        op.drop_column("seats", name)
    op.drop_index("games_due", "games")
    for name in GAMES:
        op.drop_column("games", name)
