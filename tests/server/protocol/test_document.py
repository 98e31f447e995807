"""The page about messages: up to date, complete, and its examples are real messages."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal, get_args

import msgspec
import pytest

from piazzetta.server.protocol import client, described, document, server, shared, words
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.endpoints import ENDPOINTS
from piazzetta.server.protocol.examples import EXAMPLES
from piazzetta.server.table import events

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / document.WHERE).read_text(encoding="utf-8")
EXAMPLE = re.compile(r"^### (\w+)\n(?:(?!^### ).)*?^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_the_page_is_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert document.main(["--check"]) == 0


def test_a_stale_page_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert document.main([]) == 0
    path = tmp_path / document.WHERE
    path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert document.main(["--check"]) == 1


@pytest.mark.parametrize("side", [client, server], ids=lambda side: side.__name__)
def test_every_message_has_an_example_that_decodes(side: Any) -> None:
    shown = dict(EXAMPLE.findall(PAGE))
    for struct in get_args(side.AnyMessage):
        read = msgspec.json.decode(shown[struct.__name__], type=side.AnyMessage)
        assert read == EXAMPLES[struct]


def test_nothing_else_has_an_example() -> None:
    assert len(EXAMPLE.findall(PAGE)) == len(EXAMPLES)


def test_every_field_says_what_it_means() -> None:
    silent = [
        f"{struct.__name__}.{field.name}"
        for struct in described.structs()
        for field in described.shape(struct).fields
        if not described.meaning(field)
    ]
    assert silent == []


def test_every_struct_has_a_heading_and_every_link_leads_to_one() -> None:
    headings = {heading.lower() for heading in re.findall(r"^### (\w+)$", PAGE, re.MULTILINE)}
    assert headings == {struct.__name__.lower() for struct in described.structs()}
    assert set(re.findall(r"\]\(#([\w-]+)\)", PAGE)) <= headings


def test_every_code_and_address_is_told() -> None:
    for code, sentence in SENTENCES.items():
        assert f"| `{code}` | {sentence} |" in PAGE
    for endpoint in ENDPOINTS:
        assert f"| `{endpoint.method} {endpoint.path}` |" in PAGE


def test_every_event_is_named() -> None:
    """Updates say what has happened; clients see all events but the first."""
    kinds = {str(event.__struct_config__.tag) for event in get_args(events.AnyEvent)}
    fields = described.shape(server.Update).fields
    told = next(field.doc for field in fields if field.name == "what")
    # After these the whole table is shown.
    whole = {"opened", "forgotten"}
    assert set(re.findall(r"`(\w+)`", told)) == kinds - whole | {"presence", "lifted"}


def test_the_server_hands_it_out() -> None:
    served = document.pages()
    assert served["/docs/messages.md"].text == PAGE
    assert '<h3 id="tableshown">TableShown</h3>' in served["/docs/messages"].text
    assert served["/docs/messages"].media_type.startswith("text/html")
    style = re.findall(r'rel="stylesheet" href="([^"]+)"', served["/docs/messages"].text)
    assert [served[path].media_type for path in style] == ["text/css; charset=utf-8"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (shared.Id, "text, 1 to 40 characters, `^[A-Za-z0-9_-]+$`"),
        (shared.SeatNumber, "whole number, 0 to 4"),
        (shared.Seconds, "number, 1 to 1,209,600"),
        (shared.Seconds | None, "(number, 1 to 1,209,600) or null"),
        (shared.SeatShown, "[SeatShown](#seatshown)"),
        (list[shared.SeatShown], "list of [SeatShown](#seatshown)"),
        (list[list[str] | int], "list of ((list of text) or whole number)"),
        (tuple[str, int], "list: text, whole number"),
        (Literal["a", "b", "c"], "`a`, `b` or `c`"),
        (Literal["a"], "`a`"),
        (dict[str, Any], "object: text → anything"),
    ],
    ids=str,
)
def test_types_in_words(kind: Any, text: str) -> None:
    assert words.spelt(kind) == text


def test_constraints_in_words() -> None:
    least, most = Annotated[int, msgspec.Meta(ge=1)], Annotated[int, msgspec.Meta(le=9)]
    assert words.spelt(least) == "whole number, at least 1"
    assert words.spelt(most) == "whole number, at most 9"


def test_a_type_without_words_is_an_error() -> None:
    with pytest.raises(TypeError, match="no words"):
        words.spelt(bytes)
