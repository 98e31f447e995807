"""Cutting a stream into lines, whatever the pieces in which it comes."""

import pytest

from piazzetta.bots import program
from piazzetta.bots.program import Lines


def feed(*chunks: bytes) -> list[bytes | None]:
    lines = Lines()
    return [line for chunk in chunks for line in lines.feed(chunk)]


def test_lines_end_at_line_ends() -> None:
    assert feed(b"a\nbc\n", b"d", b"e\n", b"\n", b"left") == [b"a", b"bc", b"de", b""]


def test_a_long_line_is_told_once_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "LONGEST_LINE", 4)
    assert feed(b"1234\n") == [b"1234"]
    assert feed(b"123", b"45", b"678", b"9\nab\n") == [None, b"ab"]
    assert feed(b"12345\n12345\n1\n") == [None, None, b"1"]
    assert feed(b"12345", b"\n", b"ok\n") == [None, b"ok"]
