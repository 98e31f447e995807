"""The page with every message, value, address and code: docs/messages.md, served at /docs/messages.

python -m piazzetta.server.protocol.document [--check]
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from string import Formatter
from typing import Any, NamedTuple, get_args

import msgspec

from piazzetta.server.protocol import client, described, server, words, written
from piazzetta.server.protocol.codes import SENTENCES
from piazzetta.server.protocol.described import Field, Struct
from piazzetta.server.protocol.endpoints import ENDPOINTS, PLAIN, STATUS, Endpoint
from piazzetta.server.protocol.examples import EXAMPLES
from piazzetta.server.protocol.page import (
    STYLE,
    Block,
    Code,
    Heading,
    Table,
    Text,
    fitted,
    markdown,
    page,
)

WHERE = "docs/messages.md"
TITLE = "Messages"
WIDTH = 110
NOTHING = ""
_STYLE_PATH = "/docs/page.css"

INTRODUCTION = """\
Every message that goes over the socket `/ws`, every address of the REST API, the values they are
made of, and every code with which something is refused. This page is made from the code;
`docs/protocol.md` tells how it is all used."""

RULES = """\
Messages are JSON objects, one in each text frame. A field whose row names a value in the column
"left out" may be left out, and then has that value. The server refuses messages with fields that
it does not know; a client should ignore such fields, so that it also works with newer servers."""


class Served(NamedTuple):
    """A file that the server hands out."""

    media_type: str
    make: Callable[[], str]
    """Its text; made when somebody asks for it, since a start should not wait for it."""

    @property
    def text(self) -> str:
        """What it says."""
        return self.make()


def pages() -> dict[str, Served]:
    """What the server hands out about its protocol, by path."""
    return {
        "/docs/messages": Served("text/html; charset=utf-8", _as_page),
        "/docs/messages.md": Served(PLAIN, _as_markdown),
        _STYLE_PATH: Served("text/css; charset=utf-8", lambda: STYLE),
    }


@cache
def _as_page() -> str:
    return page(TITLE, list(blocks()), _STYLE_PATH)


@cache
def _as_markdown() -> str:
    return markdown(list(blocks()))


def blocks() -> Iterator[Block]:
    """The whole page."""
    yield from (Heading(1, TITLE), Text(INTRODUCTION), Text(RULES))
    yield Heading(2, "From the client")
    yield from _all(get_args(client.AnyMessage))
    yield Heading(2, "From the server")
    yield from _all(get_args(server.AnyMessage))
    yield from (Heading(2, "The REST API"), *_addresses(ENDPOINTS))
    yield Heading(2, "Values")
    yield from _all(values())
    yield from (Heading(2, "Codes"), *_codes())


def values() -> list[Struct]:
    """The structs that are no socket messages but are met in them, or in the REST API."""
    messages = {*get_args(client.AnyMessage), *get_args(server.AnyMessage)}
    return [struct for struct in described.structs() if struct not in messages]


def _all(structs: Iterable[Struct]) -> Iterator[Block]:
    for struct in structs:
        yield from told(struct)


def told(struct: Struct) -> Iterator[Block]:
    """One struct: its meaning, its fields and, for a message, an example."""
    shape = described.shape(struct)
    yield Heading(3, shape.name)
    tag = f'`"{shape.tag[0]}": "{shape.tag[1]}"`. ' if shape.tag else ""
    yield Text(tag + shape.doc)
    if shape.fields:
        head = ("field", "type", "left out", "meaning")
        yield Table(head, tuple(_field(field) for field in shape.fields))
    if struct in EXAMPLES:
        yield Code("json", fitted(_example(struct), WIDTH))


def _example(struct: Struct) -> dict[str, Any]:
    """As JSON says it, in the order in which the fields are told."""
    data = msgspec.json.decode(msgspec.json.encode(EXAMPLES[struct]))
    shape = described.shape(struct)
    names = [*(shape.tag or ())[:1], *(field.name for field in shape.fields)]
    return {name: data[name] for name in names if name in data}


def _field(field: Field) -> tuple[str, ...]:
    default = NOTHING if field.required else _json(field.default)
    return (f"`{field.name}`", words.spelt(field.type), default, described.meaning(field))


def _json(value: Any) -> str:
    return f"`{msgspec.json.encode(value).decode()}`"


def _addresses(endpoints: Iterable[Endpoint]) -> Iterator[Block]:
    yield Text(
        "The same as OpenAPI: `GET /api/openapi.json`. A dot says that one has to be somebody.\n"
        "Every refusal is a [Problem](#problem)."
    )
    head = ("address", "who", "asked", "answered", "meaning", "codes")
    yield Table(head, tuple(map(_address, endpoints)))


def _address(endpoint: Endpoint) -> tuple[str, ...]:
    return (
        f"`{endpoint.method} {endpoint.path}`",
        "•" if endpoint.identity else NOTHING,
        _kind(endpoint.request),
        _kind(endpoint.answer),
        endpoint.summary,
        " ".join(f"`{code}`" for code in endpoint.own_codes),
    )


def _kind(kind: Any) -> str:
    if kind is None:
        return NOTHING
    return f"`{kind.partition(';')[0]}`" if isinstance(kind, str) else words.spelt(kind)


def _codes() -> Iterator[Block]:
    yield Text(
        "Codes stay; sentences are for people and may change. The figures of a sentence are in\n"
        "`details`. The REST API answers with the status named here."
    )
    head = ("code", "sentence", "details", "status")
    yield Table(head, tuple(_code(*entry) for entry in SENTENCES.items()))


def _code(code: str, sentence: str) -> tuple[str, ...]:
    figures = [name for _, name, _, _ in Formatter().parse(sentence) if name]
    status = str(STATUS[code]) if code in STATUS else NOTHING
    return (f"`{code}`", sentence, " ".join(f"`{one}`" for one in figures), status)


def main(arguments: list[str] | None = None) -> int:
    """Write the page, or check it."""
    return written.main(WHERE, markdown(list(blocks())), arguments)


if __name__ == "__main__":
    sys.exit(main())
