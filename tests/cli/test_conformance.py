"""Every conformance case through a real referee, in one stream.

A case has a `note`, a `request` and what the answer must contain at least (`expect`), at every
depth. Lists compare in order, except those whose order means nothing. In a finished game `turn`
and `passes` mean nothing either.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import Json, ask

DATA = Path(__file__).parent.parent / "data" / "conformance"
GAMES = ("piazza", "carre")
UNORDERED = {"moves", "board", "layouts.", "hands.", "revealed", "winners"}
"""By name; `hands.` is each list within `hands`."""


def cases(game: str) -> list[Json]:
    lines = (DATA / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def differences(expected: Any, found: Any, name: str = "", path: str = "answer") -> list[str]:
    """What the expected value has that the found one lacks."""
    if isinstance(expected, dict) and isinstance(found, dict):
        return _in_object(expected, found, path)
    if isinstance(expected, list) and isinstance(found, list):
        return _in_list(expected, found, name, path)
    same = type(expected) is type(found) and expected == found
    return [] if same else [f"{path}: {found!r} in place of {expected!r}"]


def _in_object(expected: Json, found: Json, path: str) -> list[str]:
    ignored = {"turn", "passes"} if expected.get("over") else set()
    wanted = {key: value for key, value in expected.items() if key not in ignored}
    missing = [f"{path}.{key} is missing" for key in wanted if key not in found]
    return missing + [
        line
        for key in wanted.keys() & found.keys()
        for line in differences(wanted[key], found[key], key, f"{path}.{key}")
    ]


def _in_list(expected: list[Any], found: list[Any], name: str, path: str) -> list[str]:
    if len(expected) != len(found):
        return [f"{path}: {len(found)} entries in place of {len(expected)}"]
    if name in UNORDERED:
        expected, found = sorted(expected, key=_text), sorted(found, key=_text)
    return [
        line
        for i, (left, right) in enumerate(zip(expected, found, strict=True))
        for line in differences(left, right, f"{name}.", f"{path}[{i}]")
    ]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def test_every_case_is_answered_as_expected() -> None:
    numbered = list(enumerate(case for game in GAMES for case in cases(game)))
    answers = ask({"id": number, **case["request"]} for number, case in numbered)
    assert [answer["id"] for answer in answers] == [number for number, _ in numbered]
    wrong = [
        f"{case['note']}: {line}"
        for (_, case), answer in zip(numbered, answers, strict=True)
        for line in differences(case["expect"], answer)
    ]
    assert wrong == []


@pytest.mark.parametrize("game", GAMES)
def test_there_are_cases(game: str) -> None:
    assert {"legal", "apply", "view"} <= {case["request"]["op"] for case in cases(game)}


@pytest.mark.parametrize(
    ("expected", "found", "same"),
    [
        ({"a": 1}, {"a": 1, "b": 2}, True),
        ({"a": 1}, {"b": 2}, False),
        ({"a": 1}, {"a": True}, False),
        ({"deck": ["A0", "B0"]}, {"deck": ["B0", "A0"]}, False),
        ({"hands": [["A0", "B0"], []]}, {"hands": [["B0", "A0"], []]}, True),
        ({"hands": [["A0"], []]}, {"hands": [[], ["A0"]]}, False),
        ({"zones": [1, 2]}, {"zones": [1, 2, 3]}, False),
        ({"layouts": [[["A0", 0, 0]]]}, {"layouts": [[["A0", 0, 1]]]}, False),
        ({"over": True, "turn": 1}, {"over": True, "turn": 2}, True),
        ({"over": False, "turn": 1}, {"over": False, "turn": 2}, False),
    ],
)
def test_the_comparison_sees_what_it_should(expected: Any, found: Any, same: bool) -> None:
    assert (differences(expected, found) == []) is same
