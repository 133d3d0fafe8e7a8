"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _game() -> "sa.Column[str]":
    return sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("system", sa.String(64), nullable=False),
        sa.Column("pack_digest", sa.String(128), nullable=False),
        sa.Column("setup", sa.Text, nullable=False),
        sa.Column("stage", sa.String(16), nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("talk", sa.Integer, nullable=False),
        sa.Column("waits", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("dice", sa.String(16), nullable=False),
        sa.Column("dice_name", sa.String(64), nullable=False),
        sa.Column("secret", sa.LargeBinary, nullable=False),
        sa.Column("hot_seat", sa.Boolean, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("before", sa.String(32), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("games_listed", "games", ["listed", "stage"])
    op.create_index("games_before", "games", ["before"])
    op.create_table(
        "seats",
        _game(),
        sa.Column("seat", sa.String(64), primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("words", sa.String(200), nullable=False),
        sa.Column("bot", sa.String(64), nullable=False),
        sa.Column("taken", sa.Boolean, nullable=False),
        sa.Column("claim", sa.String(64), nullable=False),
        sa.Column("notes", sa.Text, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("game", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("seat", sa.String(64), nullable=False),
    )
    op.create_index("ix_keys_game", "keys", ["game"])
    op.create_table(
        "batches",
        _game(),
        sa.Column("first", sa.Integer, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.Column("seat", sa.String(64)),
        sa.Column("submission", sa.String(64)),
        sa.Column("told", sa.Integer, nullable=False),
        sa.UniqueConstraint("game", "seat", "submission", name="batches_once"),
    )
    op.create_table(
        "snapshots",
        _game(),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "messages",
        _game(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("seat", sa.String(64), nullable=False),
        sa.Column("submission", sa.String(64), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("game", "seat", "submission", name="messages_once"),
    )
    op.create_table(
        "settings",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in (
        "settings", "messages", "snapshots", "batches", "keys", "seats", "games",
    ):  # fmt: skip
        op.drop_table(table)
