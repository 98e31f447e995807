"""Codes are a closed set: each is used, and whoever refuses with one has the figures it needs."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import NamedTuple

import pytest

from piazzetta import server
from piazzetta.server.protocol import codes, endpoints
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.table.refusal import RefusedError

SOURCE = Path(server.__file__).parent
LISTS = {Path(module.__file__ or "") for module in (codes, endpoints)}


class Refusal(NamedTuple):
    """A place in the code that refuses something."""

    where: str
    code: str
    details: frozenset[str]


def trees() -> Iterator[tuple[Path, ast.AST]]:
    for path in sorted(SOURCE.rglob("*.py")):
        if path not in LISTS:
            yield path, ast.parse(path.read_bytes())


def refusals() -> Iterator[Refusal]:
    """Every `RefusedError("code", …)`."""
    for path, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.Call(ast.Name("RefusedError"), [ast.Constant(str(code))], named):
                    where = f"{path.relative_to(SOURCE)}:{node.lineno}"
                    details = frozenset(one.arg for one in named if one.arg)
                    yield Refusal(where, code, details)


def figures(code: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(SENTENCES[code]) if name}


def test_whoever_refuses_uses_a_code_and_has_its_figures() -> None:
    found = list(refusals())
    assert len(found) > 40
    assert [one for one in found if one.code not in SENTENCES] == []
    assert [one for one in found if not figures(one.code) <= one.details] == []


def test_every_code_is_used() -> None:
    used = {
        node.value
        for _, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert sorted(SENTENCES.keys() - used) == []


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_is_one(code: str) -> None:
    told = RefusedError(code, **dict.fromkeys(figures(code), "x"))
    assert told.message.endswith(".")
    assert "{" not in told.message
    assert told.code == code
