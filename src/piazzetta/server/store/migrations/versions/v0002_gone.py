"""Who deleted themselves: nothing may be written in their name any more."""

from alembic import op
from sqlalchemy import Column, Double, PrimaryKeyConstraint, Text

revision = "0002"
down_revision: str | None = "0001"


def upgrade() -> None:
    """Make the list."""
    op.create_table(
        "gone",
        Column("hash", Text, nullable=False),
        Column("player", Text, nullable=False),
        Column("at", Double, nullable=False),
        PrimaryKeyConstraint("hash", name="gone_key"),
        sqlite_with_rowid=False,
    )
