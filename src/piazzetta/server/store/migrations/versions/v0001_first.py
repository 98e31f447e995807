"""The first tables: rows, what lists need, people and their keys."""

from alembic import op
from sqlalchemy import Boolean, Column, Double, Integer, PrimaryKeyConstraint, Text

revision = "0001"
down_revision: str | None = None


def upgrade() -> None:
    """Make everything."""
    _games()
    _statistics()
    _people()
    _own()


def _text(*names: str) -> list[Column[str]]:
    return [Column(name, Text, nullable=False) for name in names]


def _integer(*names: str) -> list[Column[int]]:
    return [Column(name, Integer, nullable=False) for name in names]


def _double(*names: str) -> list[Column[float]]:
    return [Column(name, Double, nullable=False) for name in names]


def _games() -> None:
    op.create_table(
        "events",
        *_text("table_id"),
        *_integer("ply"),
        *_double("at"),
        *_text("player", "request", "body"),
        PrimaryKeyConstraint("table_id", "ply", name="events_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        *_text("id", "game", "stage"),
        Column("public", Boolean, nullable=False),
        Column("due", Double),
        *_double("changed"),
        *_text("host", "summary"),
        PrimaryKeyConstraint("id", name="tables_key"),
    )
    op.create_index("tables_by_stage", "tables", ["stage", "public", "changed"])
    op.create_index("tables_by_due", "tables", ["due"])
    op.create_table(
        "seats",
        *_text("table_id", "player"),
        Column("sitting", Boolean, nullable=False),
        PrimaryKeyConstraint("table_id", "player", name="seats_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_by_player", "seats", ["player", "table_id"])


def _statistics() -> None:
    op.create_table(
        "results",
        *_text("table_id"),
        *_integer("seat"),
        *_text("player", "game", "pool"),
        *_integer("players", "place", "sharing", "points"),
        *_double("at"),
        PrimaryKeyConstraint("table_id", "seat", name="results_key"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_player", "results", ["player", "at"])
    op.create_table(
        "ratings",
        *_text("player", "pool"),
        *_double("mu", "sigma"),
        *_integer("games"),
        PrimaryKeyConstraint("player", "pool", name="ratings_key"),
        sqlite_with_rowid=False,
    )


def _people() -> None:
    op.create_table(
        "players",
        *_text("id", "name"),
        *_double("created"),
        *_integer("epoch"),
        *_text("settings"),
        PrimaryKeyConstraint("id", name="players_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tokens",
        *_text("hash", "id", "player", "name"),
        *_double("created"),
        PrimaryKeyConstraint("hash", name="tokens_key"),
    )
    op.create_index("tokens_by_player", "tokens", ["player"])
    op.create_table(
        "links",
        *_text("hash", "player"),
        *_double("expires"),
        PrimaryKeyConstraint("hash", name="links_key"),
    )
    op.create_index("links_by_player", "links", ["player"])
    op.create_table(
        "blocks",
        *_text("player", "other", "kind"),
        PrimaryKeyConstraint("player", "other", name="blocks_key"),
    )
    op.create_index("blocks_by_other", "blocks", ["other"])
    op.create_table(
        "push",
        *_text("endpoint", "player", "keys"),
        PrimaryKeyConstraint("endpoint", name="push_key"),
    )
    op.create_index("push_by_player", "push", ["player"])


def _own() -> None:
    op.create_table(
        "server",
        *_integer("id"),
        *_double("beat", "down"),
        PrimaryKeyConstraint("id", name="server_key"),
    )
    op.create_table(
        "secrets",
        *_text("name", "value"),
        PrimaryKeyConstraint("name", name="secrets_key"),
    )
