"""Logs on stderr: JSON lines for operators, short lines for whoever sits at a terminal.

They never hold names, tokens, cookies, cards, secrets or seeds. What an exception says may quote
any of those, so that only its kind and its place are written.
"""

import json
import logging
import sys
import time
import traceback
from typing import Any

LOGGER = logging.getLogger("piazzetta.server")

_QUIET = ("uvicorn", "uvicorn.error", "uvicorn.access", "asyncio", "alembic", "sqlalchemy")


OURS = "piazzetta"
"""What the names of our loggers begin with."""


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Ours say what happened and with which figures; those of libraries only where it was."""
        entry: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "from": record.name,
            "event": _event(record),
            **getattr(record, "figures", {}),
        }
        if record.exc_info and record.exc_info[1] is not None:
            entry |= _described(record.exc_info[1])
        return json.dumps(entry, ensure_ascii=True, default=str)


class ShortLines(logging.Formatter):
    """A few words a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Like `piazzetta serve: warning: a worker hung over a Choose`."""
        told = record.exc_info[1] if record.exc_info else None
        why = f" ({type(told).__name__})" if told is not None else ""
        return f"piazzetta serve: {record.levelname.lower()}: {_event(record)}{why}"


def _event(record: logging.LogRecord) -> str:
    """What a library says further down may quote anything, and so may what it fills in; what we
    fill in may not."""
    ours = record.name.partition(".")[0] == OURS
    message = record.getMessage() if ours else record.msg
    return message.partition("\n")[0] if isinstance(message, str) else type(message).__name__


def _described(error: BaseException) -> dict[str, Any]:
    """An exception without its words."""
    frames = traceback.extract_tb(error.__traceback__)
    where = [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]
    causes: list[str] = []
    cause = error.__cause__ or error.__context__
    while cause is not None and len(causes) < 5:
        causes.append(type(cause).__name__)
        cause = cause.__cause__ or cause.__context__
    return {
        "error": type(error).__name__,
        "where": where,
        **({"because": causes} if causes else {}),
    }


def tell(event: str, level: int = logging.INFO, **figures: Any) -> None:
    """Write a line; `figures` are counts, codes, tables' ids and seconds, nothing of anybody."""
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, event, extra={"figures": figures})


def failed(event: str, error: BaseException, **figures: Any) -> None:
    """Write down that something broke, and where."""
    LOGGER.error(event, exc_info=error, extra={"figures": figures})


def set_up(at_terminal: bool = False) -> None:
    """Send all logs of this process to stderr; those of libraries only when they warn. Whoever
    plays at a terminal wants to hear of trouble alone; operators keep all of it."""
    level = logging.WARNING if at_terminal else logging.INFO
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ShortLines() if at_terminal else JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    LOGGER.setLevel(level)
    for name in _QUIET:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
        logger.setLevel(logging.WARNING)
