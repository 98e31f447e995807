"""Reading what is nested deeper than Python reads, held against Python where Python can."""

import json
import math
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.cli import jsonlines

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\[]{},: aé'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('"[a'), inner, max_size=2),
    max_leaves=40,
)


@pytest.fixture(autouse=True, scope="module")
def _shallow() -> Any:
    """So few levels that small values are already deep."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(jsonlines, "LEVELS", 3)
        yield


def cut(value: Any, level: int = 1) -> Any:
    """The value as it should be read: what opens on the third level is left out."""
    if isinstance(value, list | dict) and level == 3:
        return math.inf
    if isinstance(value, list):
        return [cut(entry, level + 1) for entry in value]
    if isinstance(value, dict):
        return {key: cut(entry, level + 1) for key, entry in value.items()}
    return value


def is_json(text: str) -> bool:
    try:
        json.loads(text)
    except ValueError:
        return False
    return True


def is_read(text: str) -> bool:
    try:
        jsonlines._decode_deep(text)
    except ValueError:
        return False
    return True


@given(VALUES)
def test_only_what_is_too_deep_is_left_out(value: Any) -> None:
    assert jsonlines._decode_deep(json.dumps(value)) == cut(value)


@given(VALUES, st.data())
def test_one_wrong_character_is_seen_wherever_it_is(value: Any, data: st.DataObject) -> None:
    text = json.dumps(value)
    at = data.draw(st.integers(0, len(text)))
    kept = data.draw(st.integers(0, 1))
    changed = text[:at] + data.draw(st.sampled_from(["", *'"\\[]{},:1x '])) + text[at + kept :]
    assert is_read(changed) == is_json(changed)


@given(st.text('[]{}",:1\\ ', max_size=20))
def test_a_heap_of_marks_is_judged_as_python_judges_it(text: str) -> None:
    assert is_read(text) == is_json(text)


@pytest.mark.parametrize("size", [9, 10, 11, 19, 20, 21, 35])
def test_a_line_of_any_length_is_one_line(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonlines, "LONGEST_LINE", 10)
    sink = BytesIO()
    source = BytesIO(b"1" * size + b"\n" + b" " * size + b"\n2\n" + b"3" * size)
    assert jsonlines.serve(lambda line: {"id": len(line)}, source, sink) == 0
    answers = [json.loads(line) for line in sink.getvalue().splitlines()]
    assert len(answers) == 3
    assert answers[1] == {"id": 2}
    assert [answer["id"] is None for answer in answers] == [size >= 10, False, size >= 10]


def test_a_long_line_that_is_nested_too_deep_is_refused_unread() -> None:
    levels = jsonlines.LONGEST_DEEP // 2
    assert jsonlines.decode(b"[" * levels + b"]" * levels) is not None
    with pytest.raises(ValueError, match="nested too deep"):
        jsonlines.decode(b"[" * (levels + 1) + b"]" * (levels + 1))
