"""The clauses of the rules in the order of docs/rules: their sections, names and rulings.

## A turn
- **P-PLAY** The player in turn must lay …
- **P-STUCK** *Ruling:* whoever cannot lay …
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

RULES = "docs/rules"
SECTION = re.compile(r"^## (.+)$", re.MULTILINE)
CLAUSE = re.compile(r"^- \*\*([PC](?:-[A-Z0-9]+)+)\*\*(.*(?:\n {2}.*)*)", re.MULTILINE)
RULING = re.compile(r"\*ruling\b", re.IGNORECASE)


class Clause(NamedTuple):
    """One clause."""

    name: str
    ruling: bool
    """Whether a part of it is this project's decision."""


class Section(NamedTuple):
    """Clauses under one heading."""

    name: str
    """The heading in small letters, with hyphens."""
    clauses: tuple[Clause, ...]


def sections(game: str, root: Path = Path()) -> list[Section]:
    """All of a game's; the root is the repository's."""
    text = (root / RULES / f"{game}.md").read_text(encoding="utf-8")
    return list(_sections(text))


def _sections(text: str) -> Iterator[Section]:
    _, *parts = SECTION.split(text)
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        found = tuple(_clauses(body))
        if found:
            yield Section(heading.lower().replace(" ", "-"), found)


def _clauses(body: str) -> Iterator[Clause]:
    for name, told in CLAUSE.findall(body):
        yield Clause(name, RULING.search(told) is not None)
