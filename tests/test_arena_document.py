"""Holds docs/arena.md: its bot plays, and it tells the limits that the code has."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from piazzetta.bots import outside, program
from piazzetta.cli.main import main

DOCUMENT = Path(__file__).parent.parent / "docs" / "arena.md"
TEXT = DOCUMENT.read_text(encoding="utf-8")
PROSE = " ".join(TEXT.split())


def test_the_bot_in_the_document_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = re.search(r"^```python\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
    assert script
    assert len(script[1].splitlines()) <= 15
    path = tmp_path / "mybot.py"
    path.write_text(script[1], encoding="utf-8")
    name = "cmd:" + shlex.join([sys.executable, str(path)])
    for game in ("piazza", "carre"):
        bots = ("--bot", name, "--bot", "random", "--time-ms", "2000")
        assert main(["arena", "--game", game, *bots, "--games", "2", "--json"]) == 0
        mine, _ = json.loads(capsys.readouterr().out)["bots"]
        assert (mine["games"], mine["faults"]) == (2, 0)


def test_the_document_names_every_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["arena", "--help"])
    options = set(re.findall(r"--[a-z-]+", capsys.readouterr().out)) - {"--help"}
    assert {option for option in options if f"`{option}" not in TEXT} == set()


@pytest.mark.parametrize(
    ("value", "phrase"),
    [
        (outside.LATE == 5, "late after five times `time_ms`"),
        (outside.PATIENCE == 1, "never within one second"),
        (outside.FIRST_PATIENCE == 60, "the very first answer may take 60 seconds"),
        (outside.SILENCE == 120, "says nothing for two minutes"),
        (program.LONGEST_LINE == 64 << 10, "A line has at most 64 KiB"),
        (program.FLOOD == 4 << 20, "writes 4 MiB without a legal move"),
        (program.GRACE == 0.5, "half a second later it is told to terminate"),
    ],
)
def test_the_document_tells_the_limits_of_the_code(value: bool, phrase: str) -> None:
    assert value
    assert phrase in PROSE
