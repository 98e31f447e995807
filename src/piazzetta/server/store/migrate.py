"""Brings a database up to date when a server starts; an old one keeps working."""

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, inspect, text

from piazzetta.server.store.errors import StoreError

_ONE_AT_A_TIME = 0x7069617A7A65
"""The number of PostgreSQL's lock under which nodes that start at once take turns."""


def migrate(engine: Engine, revision: str = "head") -> None:
    """Take the steps that are missing, in one transaction, up to that revision."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ONE_AT_A_TIME})
        if current(connection) != _known(current(connection)):
            raise StoreError("the database was written by a newer version of Piazzetta")
        command.upgrade(_config(connection), revision)


def current(connection: Connection) -> str | None:
    """The step that the database is at; None if it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def _known(revision: str | None) -> str | None:
    """The same, if there is such a step here."""
    script = ScriptDirectory.from_config(_config())
    known = {step.revision for step in script.walk_revisions()}
    return revision if revision in known else None


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", "piazzetta.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
