"""Every clause of docs/rules has its title and text in all languages, and no clause is made up."""

import json
import re
from pathlib import Path

import pytest

from piazzetta.server.teaching import clauses

ROOT = Path(__file__).parents[3]
LANGUAGES = {"en", "de", "fr", "it"}
WORDS = json.loads((ROOT / "web/words/rules.json").read_text(encoding="utf-8"))
CLAUSES = [
    clause
    for game in ("piazza", "carre")
    for section in clauses.sections(game, ROOT)
    for clause in section.clauses
]


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: str(clause.name))
def test_a_clause_is_told_in_every_language(clause: clauses.Clause) -> None:
    parts = {part for part in ("title", "text", "ruling") if f"rules.{clause.name}.{part}" in WORDS}
    assert "title" in parts
    assert parts & {"text", "ruling"}
    assert ("ruling" in parts) == clause.ruling
    for part in parts:
        texts = WORDS[f"rules.{clause.name}.{part}"]
        assert texts.keys() == LANGUAGES
        assert all(text.strip() for text in texts.values())


def test_the_document_names_every_clause_that_is_read() -> None:
    told = (ROOT / "docs/rules/README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| ([PC]-[A-Z0-9-]+) \|", told, re.MULTILINE)
    assert sorted(listed) == sorted(clause.name for clause in CLAUSES)


def test_no_text_is_for_a_clause_that_does_not_exist() -> None:
    named = {match[1] for key in WORDS if (match := re.match(r"rules\.([PC]-[A-Z0-9-]+)\.", key))}
    assert named == {clause.name for clause in CLAUSES}


def test_every_section_has_a_heading() -> None:
    sections = {
        section.name for game in ("piazza", "carre") for section in clauses.sections(game, ROOT)
    }
    told = {key.removeprefix("rules.section.") for key in WORDS if key.startswith("rules.section.")}
    assert told == sections
