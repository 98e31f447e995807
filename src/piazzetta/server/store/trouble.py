"""What a database's errors mean: whose fault it is, and whether the same may work in a moment."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from piazzetta.server.store.address import Address
from piazzetta.server.store.errors import StoreError, UnavailableError

Trouble = DBAPIError | OSError

_FAREWELL = ("08", "57P", "25P03")
"""PostgreSQL's codes: the connection broke, the server is being stopped or started, we took too
long within a transaction."""
_PASSING = (*_FAREWELL, "40001", "40P01", "53300")
"""Besides them: two transactions stood in each other's way, or there are too many clients."""
_ITS_OWN = (*_PASSING, "53", "58", "25006", "XX")
"""Besides them: no room, broken files, a replica that does not write."""


def may_pass(error: Trouble) -> bool:
    """Whether the same may work in a moment, on another connection."""
    if isinstance(error, OSError):
        return True
    if error.connection_invalidated or isinstance(error, InterfaceError):
        return True
    return _code(error).startswith(_PASSING)


def is_unavailable(error: Trouble) -> bool:
    """Whether it is the database's trouble, not that of what it was asked."""
    if isinstance(error, OSError | OperationalError) or may_pass(error):
        return True
    return _code(error).startswith(_ITS_OWN)


def cause(error: Trouble) -> str:
    """What the database itself says, without the statement, which may hold secrets."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    details = _details(error.orig)
    return str(details.get("M")) if details else str(error.orig)


@contextmanager
def explained(address: Address) -> Iterator[None]:
    """Turn what drivers say while a database is opened into a sentence with its name."""
    try:
        yield
    except (DBAPIError, OSError) as error:
        what = f"the database {address} cannot be used: {cause(error)}"
        raise (UnavailableError if is_unavailable(error) else StoreError)(what) from error


def is_farewell(error: BaseException) -> bool:
    """Whether the database ends the connection with this."""
    return _details(error).get("C", "").startswith(_FAREWELL)


def _code(error: DBAPIError) -> str:
    """PostgreSQL's code for it; a dash for SQLite."""
    return _details(error.orig).get("C", "-")


def _details(error: BaseException | None) -> dict[str, str]:
    """What PostgreSQL tells of an error, by its letters."""
    found = error.args[0] if error is not None and error.args else None
    return found if isinstance(found, dict) else {}
