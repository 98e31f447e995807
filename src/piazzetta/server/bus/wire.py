"""What nodes say to each other, as bytes."""

import msgspec

from piazzetta.server.table.events import Row


class Said(msgspec.Struct, frozen=True, array_like=True):
    """On the channel of a topic: a row, or a note."""

    node: str
    row: Row | None = None
    note: bytes = b""


class Here(msgspec.Struct, frozen=True, array_like=True):
    """On the channel of all nodes, every few seconds and whenever somebody comes or goes."""

    node: str
    number: int
    """How often somebody has come or gone there; who has missed one has to look again."""
    came: str = ""
    went: str = ""
    hello: bool = False
    """Whether the node is new and wants to hear of the others."""
    bye: bool = False
    """Whether it ends, and all who were there have gone."""
    lost: bool = False
    """Whether it could not say all that it should have: the others have to look into the store."""


_ENCODER = msgspec.msgpack.Encoder()
_SAID = msgspec.msgpack.Decoder(Said)
_HERE = msgspec.msgpack.Decoder(Here)


def encode(message: Said | Here) -> bytes:
    """As it is published."""
    return _ENCODER.encode(message)


def said(data: bytes) -> Said:
    """What was said about a topic."""
    return _SAID.decode(data)


def here(data: bytes) -> Here:
    """What was said to all nodes."""
    return _HERE.decode(data)
