"""Logs: what happened, with its figures, and nothing that is somebody's."""

import json
import logging

from piazzetta.server.app.logs import JsonLines, ShortLines


def record(name: str, message: str, *values: object, error: Exception | None = None) -> str:
    """What is logged, as a record."""
    info = (type(error), error, None) if error else None
    return JsonLines().format(_record(name, message, values, info))


def _record(name: str, message: str, values: tuple[object, ...], info: object) -> logging.LogRecord:
    return logging.LogRecord(name, logging.WARNING, "", 0, message, values, info)  # type: ignore[arg-type]


def test_what_we_fill_in_is_told() -> None:
    line = json.loads(
        record("piazzetta.server.thinking.workers", "a worker %s over a %s", "hung", "Choose")
    )
    assert line["event"] == "a worker hung over a Choose"
    assert line["from"] == "piazzetta.server.thinking.workers"


def test_what_libraries_fill_in_is_not() -> None:
    assert json.loads(record("asyncio", "it says %s", "a secret"))["event"] == "it says %s"
    assert "secret" not in record("piazzettas", "it says %s", "a secret")


def test_what_an_error_says_is_not() -> None:
    line = record("piazzetta.server", "it failed", error=ValueError("a secret"))
    assert json.loads(line)["error"] == "ValueError"
    assert "secret" not in line


def test_a_person_is_told_in_a_few_words() -> None:
    info = (ValueError, ValueError("a secret"), None)
    told = ShortLines().format(_record("piazzetta.server", "%s failed\nhere", ("it",), info))
    assert told == "piazzetta serve: warning: it failed (ValueError)"
