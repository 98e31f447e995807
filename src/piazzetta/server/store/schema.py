"""The tables of the database. `migrations/` makes them; a test compares the two.

events ─┬─ tables (what lists need to know of a table, kept when it changes)
        ├─ seats (who ever appears in a table's rows)
        └─ results, ratings (written with the row that ends a game)
players ─┬─ tokens, links, blocks, push
gone (who deleted themselves, as hashes)
server, secrets (one of each, for all nodes)
"""

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
)

metadata = MetaData()


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _integer(name: str) -> Column[int]:
    return Column(name, Integer, nullable=False)


def _double(name: str) -> Column[float]:
    return Column(name, Double, nullable=False)


events = Table(
    "events",
    metadata,
    _text("table_id"),
    _integer("ply"),
    _double("at"),
    _text("player"),
    _text("request"),
    _text("body"),
    PrimaryKeyConstraint("table_id", "ply", name="events_key"),
    # Rows of one table lie side by side, and a new one is written once, not also to an index.
    sqlite_with_rowid=False,
)

tables = Table(
    "tables",
    metadata,
    _text("id"),
    _text("game"),
    _text("stage"),
    Column("public", Boolean, nullable=False),
    Column("due", Double),
    _double("changed"),
    _text("host"),
    _text("summary"),
    PrimaryKeyConstraint("id", name="tables_key"),
    Index("tables_by_stage", "stage", "public", "changed"),
    Index("tables_by_due", "due"),
)

seats = Table(
    "seats",
    metadata,
    _text("table_id"),
    _text("player"),
    Column("sitting", Boolean, nullable=False),
    PrimaryKeyConstraint("table_id", "player", name="seats_key"),
    Index("seats_by_player", "player", "table_id"),
    sqlite_with_rowid=False,
)

results = Table(
    "results",
    metadata,
    _text("table_id"),
    _integer("seat"),
    _text("player"),
    _text("game"),
    _text("pool"),
    _integer("players"),
    _integer("place"),
    _integer("sharing"),
    _integer("points"),
    _double("at"),
    PrimaryKeyConstraint("table_id", "seat", name="results_key"),
    Index("results_by_player", "player", "at"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    _text("player"),
    _text("pool"),
    _double("mu"),
    _double("sigma"),
    _integer("games"),
    PrimaryKeyConstraint("player", "pool", name="ratings_key"),
    sqlite_with_rowid=False,
)

players = Table(
    "players",
    metadata,
    _text("id"),
    _text("name"),
    _double("created"),
    _integer("epoch"),
    _text("settings"),
    PrimaryKeyConstraint("id", name="players_key"),
    sqlite_with_rowid=False,
)

tokens = Table(
    "tokens",
    metadata,
    _text("hash"),
    _text("id"),
    _text("player"),
    _text("name"),
    _double("created"),
    PrimaryKeyConstraint("hash", name="tokens_key"),
    Index("tokens_by_player", "player"),
)

links = Table(
    "links",
    metadata,
    _text("hash"),
    _text("player"),
    _double("expires"),
    PrimaryKeyConstraint("hash", name="links_key"),
    Index("links_by_player", "player"),
)

blocks = Table(
    "blocks",
    metadata,
    _text("player"),
    _text("other"),
    _text("kind"),
    PrimaryKeyConstraint("player", "other", name="blocks_key"),
    Index("blocks_by_other", "other"),
)

push = Table(
    "push",
    metadata,
    _text("endpoint"),
    _text("player"),
    _text("keys"),
    PrimaryKeyConstraint("endpoint", name="push_key"),
    Index("push_by_player", "player"),
)

gone = Table(
    "gone",
    metadata,
    _text("hash"),
    # Their id until all that names them is renamed; empty from then on.
    _text("player"),
    _double("at"),
    PrimaryKeyConstraint("hash", name="gone_key"),
    sqlite_with_rowid=False,
)

server = Table(
    "server",
    metadata,
    _integer("id"),
    _double("beat"),
    _double("down"),
    PrimaryKeyConstraint("id", name="server_key"),
)

secrets = Table(
    "secrets",
    metadata,
    _text("name"),
    _text("value"),
    PrimaryKeyConstraint("name", name="secrets_key"),
)
