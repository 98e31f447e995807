"""Where everything is kept: rows of tables, people, results. SQLite in one file, or PostgreSQL."""

from piazzetta.server.store.errors import InUseError, StoreError, UnavailableError
from piazzetta.server.store.store import Store

__all__ = ["InUseError", "Store", "StoreError", "UnavailableError"]
