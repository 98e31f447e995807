"""Pages as values: the same blocks as Markdown and as HTML, and JSON in lines that fit."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.server.protocol.page import (
    Block,
    Code,
    Heading,
    Table,
    Text,
    anchor,
    fitted,
    markdown,
    page,
)

BLOCKS: list[Block] = [
    Heading(2, "Who sits?"),
    Text("See `seat` and [Sit](#sit): 1 < 2."),
    Table(("a", "b"), (("x|y", ""), ("`<z>`", "w"))),
    Code("json", '{"a": "<b>"}'),
]


def test_markdown() -> None:
    assert markdown(BLOCKS) == (
        "## Who sits?\n\n"
        "See `seat` and [Sit](#sit): 1 < 2.\n\n"
        "| a | b |\n| --- | --- |\n| x\\|y | |\n| `<z>` | w |\n\n"
        '```json\n{"a": "<b>"}\n```\n'
    )


def test_html() -> None:
    text = page("A & B", BLOCKS, "/style.css")
    assert "<title>A &amp; B</title>" in text
    assert '<link rel="stylesheet" href="/style.css">' in text
    assert '<h2 id="who-sits">Who sits?</h2>' in text
    assert '<p>See <code>seat</code> and <a href="#sit">Sit</a>: 1 &lt; 2.</p>' in text
    assert "<tr><th>a</th><th>b</th></tr>" in text
    assert "<tr><td><code>&lt;z&gt;</code></td><td>w</td></tr>" in text
    assert '<pre><code>{"a": "&lt;b&gt;"}</code></pre>' in text


@pytest.mark.parametrize(
    ("heading", "link"),
    [("TableShown", "tableshown"), ("The REST API", "the-rest-api"), ("`a`, b!", "a-b")],
)
def test_links_to_headings(heading: str, link: str) -> None:
    assert anchor(heading) == link


def test_short_json_is_one_line() -> None:
    assert fitted({"a": [1, 2], "b": "é"}, 40) == '{"a": [1, 2], "b": "é"}'


def test_long_json_is_broken_between_entries() -> None:
    value = {"word": "two words", "list": [10, 20, 30, 40, 50], "end": True}
    assert fitted(value, 20) == (
        '{"word": "two words",\n "list": [10, 20,\n  30, 40, 50],\n "end": true}'
    )


def test_what_cannot_be_broken_is_long() -> None:
    assert fitted(["x" * 30], 10) == f'["{"x" * 30}"]'


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(VALUES, st.integers(1, 80))
def test_broken_json_means_the_same(value: Any, width: int) -> None:
    assert json.loads(fitted(value, width)) == value


@given(st.lists(st.integers(0, 999)) | st.dictionaries(st.text("ab", max_size=3), st.booleans()))
def test_lines_fit_where_they_can(value: Any) -> None:
    assert all(len(line) <= 20 for line in fitted(value, 20).splitlines())
