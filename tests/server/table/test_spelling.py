"""Names: whatever is written so that it looks the same is the same, and what is unseen is none."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.rules.errors import FieldError
from piazzetta.rules.record.value import check_text
from piazzetta.server.table.decide import checks
from piazzetta.server.table.refusal import RefusedError


@pytest.mark.parametrize(
    "name",
    [
        "Ada",
        "Ada Lovelace",
        "Zoë",
        "Łucja",
        "Нина",
        "李小龙",
        "이순신",
        "محمد",
        "می‌خواهم",
        "नरेन्द्र",
        "👩‍💻",
        "❤️",
        "🇮🇹",
        "42",
        "...",
        "A",
    ],
)
def test_names_stay(name: str) -> None:
    assert checks.name(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("  Ada  ", "Ada"),
        ("Ada\u00a0\u2003Lovelace", "Ada Lovelace"),
        ("\u3000Ada", "Ada"),
        ("Zoe\u0308", "Zoë"),
        ("A\u200bd\u2060a\ufeff", "Ada"),
        ("\u200eAda\u200f\u061c", "Ada"),
        ("A\u00adda", "Ada"),
        ("\u200dAda\u200d", "Ada"),
        ("\u0308\u200d \u0301Ada", "Ada"),
        ("Ada\u3164\u2800", "Ada"),
        ("Ada\U000e0041", "Ada"),
    ],
)
def test_what_nobody_sees_is_left_out(written: str, name: str) -> None:
    assert checks.name(written) == name


@pytest.mark.parametrize(
    "name",
    [
        *("", " ", "\u00a0\u3000", "\u200b", "\u200b\u200c\u200d\u2060\ufeff", "\u00ad", "\u061c"),
        *("\u0301", "\u0301\u0308", " \u0301", "\ufe0f", "\u20dd", "\u200e\u200f", "\u180e"),
        *("\u3164", "\u115f\u1160", "\uffa0", "\u2800", "\U000e0041", "\U000e0100", "\u034f"),
        *("\u202eAda", "A\u2066da", "A\nda", "\0", "\x1b[31mAda", "A\u2028da", "\ud800"),
    ],
)
def test_names_of_which_nothing_is_seen_and_those_that_turn_the_text_are_refused(
    name: str,
) -> None:
    with pytest.raises(RefusedError) as refused:
        checks.name(name)
    assert refused.value.code == "bad_name"


@given(st.text(st.characters(max_codepoint=sys.maxunicode), max_size=24))
def test_a_name_that_is_taken_can_be_written_and_is_taken_as_it_is(text: str) -> None:
    try:
        name = checks.name(text)
    except RefusedError:
        return
    try:
        check_text(name, "it")
    except FieldError as error:
        raise AssertionError(name) from error
    assert checks.name(name) == name
