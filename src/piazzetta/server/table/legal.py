"""The legal moves of the seat in turn, and what they bring, for people to choose from.

They come from the rules, or where that is faster from the kernels: the same, in the same order.
"""

from functools import lru_cache
from typing import Any

import msgspec

from piazzetta.rules import GAMES
from piazzetta.rules.game import Legal
from piazzetta.server.table.value import Table


class _Text(msgspec.Struct):
    """The part of a move that bots need."""

    move: str


_TEXTS = msgspec.json.Decoder(list[_Text])


def legal(table: Table) -> msgspec.Raw:
    """A list of LegalShown, in the order of the rules, as JSON."""
    return msgspec.Raw(table.known.legal or _from_rules(table))


def _from_rules(table: Table) -> bytes:
    game = table.game
    listed = [_encoded(game.name, one) for one in game.legal_moves(table.state)]
    return b"[" + b",".join(listed) + b"]"


@lru_cache(maxsize=16384)
def _encoded(game: str, one: Legal[Any]) -> bytes:
    """As JSON; the same few moves come again and again."""
    return msgspec.json.encode(GAMES[game].legal_to_json(one))


def texts(table: Table) -> list[str]:
    """The moves alone, for a bot to choose from."""
    listed = table.known.legal
    if listed:
        return [one.move for one in _TEXTS.decode(listed)]
    return [str(one.move) for one in table.game.legal_moves(table.state)]
