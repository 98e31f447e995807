"""The bar on a terminal, lines elsewhere."""

import io
import sys

import pytest

from piazzetta.cli import progress
from piazzetta.cli.progress import Progress, duration, line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, every: float) -> str:
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setattr(progress, "REDRAW", every)
    monkeypatch.setattr(progress, "REPEAT", every)
    with Progress(4, "games", done=1) as bar:
        for _ in range(3):
            bar.step()
    return stream.getvalue()


def test_a_terminal_has_one_line_that_goes_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(Terminal(), monkeypatch, every=0)
    assert "\n" not in text
    assert text.count("\r") == 5
    assert "  1 of 4 games\x1b" in text, "before the first step nobody knows what is left"
    assert "2 of 4 games" in text
    assert "4 of 4 games" in text
    assert text.endswith("\r\x1b[K")


def test_elsewhere_lines_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(io.StringIO(), monkeypatch, every=0)
    assert [part[-1] for part in text.splitlines()] == ["t"] * 3
    assert "\r" not in text


def test_it_is_not_drawn_too_often(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(io.StringIO(), monkeypatch, every=1000) == ""


def test_without_standard_error_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(progress, "REPEAT", 0)
    monkeypatch.setattr(sys, "stderr", None)
    with Progress(1, "games") as bar:
        bar.step()
    assert capsys.readouterr().out == ""


def test_a_line() -> None:
    bar = "#" * 15 + "-" * 15
    assert line(100, 200, "games") == f"[{bar}]  50%  100 of 200 games"
    assert line(100, 200, "games", 42.4) == f"[{bar}]  50%  100 of 200 games, 0:42 left"


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (61, "1:01"), (3599.7, "1:00:00"), (7325, "2:02:05")]
)
def test_durations(seconds: float, text: str) -> None:
    assert duration(seconds) == text
