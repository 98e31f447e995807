"""Codes and their sentences: a closed set, each with all its figures."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import piazzetta.server
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.table.refusal import RefusedError

SOURCE = Path(piazzetta.server.__file__).parent


def raised() -> Iterator[tuple[str, str, set[str]]]:
    """Where a RefusedError is made: the place, the code and the names of its figures."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else ""
            code = node.args[0]
            if called == "RefusedError" and isinstance(code, ast.Constant):
                figures = {str(keyword.arg) for keyword in node.keywords}
                yield f"{path.name}:{node.lineno}", str(code.value), figures


def test_every_refusal_has_a_sentence_and_its_figures() -> None:
    found = list(raised())
    assert len(found) > 30
    wrong = [
        (where, code)
        for where, code, figures in found
        if code not in SENTENCES or not figures_of(code) <= figures
    ]
    assert wrong == []


def figures_of(code: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", SENTENCES[code]))


def test_a_refusal_knows_its_sentence() -> None:
    refused = RefusedError("seat_taken", seat=3)
    assert (refused.code, refused.message, refused.details) == (
        "seat_taken",
        "Seat 3 is taken.",
        {"seat": 3},
    )


def test_what_somebody_wrote_is_no_pattern() -> None:
    assert RefusedError("no_such_bot", bot="{seat}{0}").message == "There is no bot {seat}{0}."


def test_another_code_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        RefusedError("nonsense")


@pytest.mark.parametrize("code", SENTENCES)
def test_sentences_are_sentences(code: str) -> None:
    assert re.fullmatch(r"[a-z_]+", code)
    assert SENTENCES[code].endswith(".")
