"""Holds rules, code and tests together by the names of the clauses.

The rules in docs/rules name each clause in bold at the head of its paragraph: **P-START-3**. A test
carries a clause's name in its own: `test_P_START_3__the_corner_leaves_out_one_cell`, that is the
clause with underscores for dashes, two more underscores, then words.
"""

import ast
import importlib
import re
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
DOCUMENTS = ROOT / "docs" / "rules"
SOURCE = ROOT / "src" / "piazzetta"
GAMES = {"P": DOCUMENTS / "piazza.md", "C": DOCUMENTS / "carre.md"}

HEAD = re.compile(r"^(?:- )?\*\*([PC](?:-[A-Z0-9]+)+)\*\*", re.MULTILINE)
NAMED = re.compile(r"\b[PC](?:-[A-Z][A-Z0-9]*)(?:-[A-Z0-9]+)*\b")
TEST = re.compile(r"test_([PC](?:_[A-Z0-9]+)+)(__[a-z]\w*)?")
ROW = re.compile(r"^\| ([PC](?:-[A-Z0-9]+)+) \| (.+) \|$", re.MULTILINE)


def read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def clauses() -> list[str]:
    """Every clause of the rules, by the letter of its game."""
    return [
        clause
        for letter, document in GAMES.items()
        for clause in HEAD.findall(read(document))
        if clause.startswith(letter)
    ]


def carriers() -> dict[str, str]:
    """Every test that carries a clause, as file::name, with what it names."""
    return {
        f"{path.name}::{node.name}": node.name
        for path in sorted(HERE.rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_bytes()))
        if isinstance(node, ast.FunctionDef) and node.name.startswith(("test_P_", "test_C_"))
    }


def clause_in(test: str) -> str | None:
    """The clause that a test's name carries; None if it is not written as it should be."""
    match = TEST.fullmatch(test)
    return match[1].replace("_", "-") if match and match[2] else None


def rows() -> list[tuple[str, list[str]]]:
    """The index's table: each clause and the functions or values it is found in."""
    found = ROW.findall(read(DOCUMENTS / "README.md"))
    return [(clause, re.findall(r"`([\w.]+)`", cell)) for clause, cell in found]


def exists(name: str) -> bool:
    """Whether `module.attribute` (below piazzetta.rules) leads to something."""
    module, _, attribute = name.rpartition(".")
    try:
        return hasattr(importlib.import_module(f"piazzetta.rules.{module}"), attribute)
    except ModuleNotFoundError:
        return False


def source_of(name: str) -> Path:
    """The file of `module.attribute`, below piazzetta.rules."""
    return SOURCE.joinpath("rules", *name.split(".")[:-1]).with_suffix(".py")


def test_the_rules_have_clauses() -> None:
    letters = [clause[0] for clause in clauses()]
    assert {letter: letters.count(letter) > 15 for letter in GAMES} == {"P": True, "C": True}


def test_no_clause_is_named_twice() -> None:
    assert sorted(set(clauses())) == sorted(clauses())


def test_every_clause_has_a_test_that_carries_its_name() -> None:
    carried = {clause_in(name) for name in carriers().values()}
    assert [clause for clause in clauses() if clause not in carried] == []


def test_no_test_carries_a_clause_that_does_not_exist() -> None:
    named = {test: clause_in(name) for test, name in carriers().items()}
    assert {test: clause for test, clause in named.items() if clause not in clauses()} == {}


@pytest.mark.parametrize("folder", [SOURCE, DOCUMENTS], ids=lambda folder: str(folder.name))
def test_no_code_and_no_rule_names_a_clause_that_does_not_exist(folder: Path) -> None:
    paths = [*folder.rglob("*.py"), *folder.rglob("*.md")]
    named = {clause for path in paths for clause in NAMED.findall(read(path))}
    assert sorted(named - set(clauses())) == []


def test_the_index_says_for_every_clause_where_its_code_is() -> None:
    assert sorted(clause for clause, _ in rows()) == sorted(clauses())
    assert [clause for clause, names in rows() if not names] == []


def test_the_index_names_nothing_that_does_not_exist() -> None:
    assert [name for _, names in rows() for name in names if not exists(name)] == []


def test_the_code_that_the_index_names_also_names_the_clause() -> None:
    silent = {
        (clause, name)
        for clause, names in rows()
        for name in names
        if clause not in NAMED.findall(read(source_of(name)))
    }
    assert sorted(silent) == []


def test_the_forms_of_a_name_are_told_apart() -> None:
    assert clause_in("test_P_START_3__the_corner") == "P-START-3"
    assert clause_in("test_C_EMPTY_DRAW__words") == "C-EMPTY-DRAW"
    assert clause_in("test_P_START_the_corner") is None
    assert clause_in("test_P_START") is None
    assert exists("piazza.play.play")
    assert not exists("piazza.play.no_such_function")
    assert not exists("piazza.no_such_module.play")
