"""What docs/deploy.md and docs/protocol.md show is there: commands, their options, figures."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from piazzetta.server.app.metrics import Metrics
from tests.cli.command import piazzetta

DOCS = Path(__file__).parents[2] / "docs"
PAGES = ("deploy.md", "protocol.md", "server.md")
SHOWN = re.compile(
    r"(?:^\$ |^ExecStart=|`)((?:\w+=\S+ )?(?:\S*/)?piazzetta \w+[^`\n]*)(?<! )(?=`|$)", re.MULTILINE
)
"""What ends with a space is no command, but a text that something begins with."""


def commands() -> Iterator[str]:
    """Every command line, with lines that go on joined."""
    for page in PAGES:
        text = (DOCS / page).read_text(encoding="utf-8")
        yield from SHOWN.findall(re.sub(r"\s*\\\n\s*", " ", text))


def words(command: str) -> list[str]:
    """What follows `piazzetta`."""
    parts = shlex.split(command)
    at = next(i for i, part in enumerate(parts) if part.rpartition("/")[2] == "piazzetta")
    return parts[at + 1 :]


@cache
def help_of(command: str) -> str:
    return piazzetta(command, "--help").stdout.decode()


def test_commands_are_found() -> None:
    shown = {words(command)[0] for command in commands()}
    assert shown == {"serve", "backup", "export", "import", "verify", "bot"}


@pytest.mark.parametrize("command", sorted(set(commands())))
def test_a_command_has_the_options_that_are_shown(command: str) -> None:
    name, *rest = words(command)
    for option in (word for word in rest if word.startswith("--")):
        assert option in help_of(name)


def test_the_figures_to_watch_are_there() -> None:
    named = re.findall(r"`(piazzetta_\w+)`", (DOCS / "deploy.md").read_text(encoding="utf-8"))
    figures = Metrics().text().decode()
    assert named
    assert [name for name in named if f"# TYPE {name} " not in figures] == []
