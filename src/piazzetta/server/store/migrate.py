"""Brings a database up to date when a server starts; an old one keeps working."""

from importlib import resources
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Engine, inspect, text

from piazzetta.server.store.errors import StoreError

if TYPE_CHECKING:
    from alembic.config import Config

STEPS = "piazzetta.server.store.migrations.versions"
"""The package with a module for each step, by its number: `v0001_first`."""
HEAD = "head"
VERSION = "alembic_version"
"""The table in which Alembic keeps the step that a database is at."""

_ONE_AT_A_TIME = 0x7069617A7A65
"""The number of PostgreSQL's lock under which nodes that start at once take turns."""


def migrate(engine: Engine, revision: str = HEAD) -> None:
    """Take the steps that are missing, in one transaction, up to that revision."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": _ONE_AT_A_TIME})
        found = current(connection)
        if revision == HEAD and found == steps()[-1]:
            return
        if found is not None and found not in steps():
            raise StoreError("the database was written by a newer version of Piazzetta")
        # Imported only where something is missing: it is a fifth of what a start costs.
        from alembic import command

        command.upgrade(_config(connection), revision)


def current(connection: Connection) -> str | None:
    """The step that the database is at; None if it is empty."""
    if not inspect(connection).has_table(VERSION):
        return None
    found = connection.execute(text(f"SELECT version_num FROM {VERSION}")).scalar()
    return None if found is None else str(found)


def steps() -> list[str]:
    """The number of every step there is, in order."""
    files = (one.name for one in resources.files(STEPS).iterdir())
    return sorted(name[1:].partition("_")[0] for name in files if name.startswith("v"))


def _config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "piazzetta.server.store:migrations")
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config
