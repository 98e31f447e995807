"""The legal moves of the seat in turn, and what they bring, for people to choose from.

They come from the rules, or where that is faster from the kernels, as soon as these are ready: the
same moves in the same order. Whether a move is legal, the rules alone decide (`decide/playing.py`).
"""

from functools import lru_cache
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from piazzetta import kernels
from piazzetta.rules import GAMES
from piazzetta.rules.game import Legal
from piazzetta.server.table.value import Table


class Fast(Protocol):
    """A module that lists the legal moves of one game."""

    def encoded(self, state: Any) -> bytes:
        """With what they bring, as JSON."""
        ...

    def texts(self, state: Any) -> list[str]:
        """Without."""
        ...


FROM_KERNELS = {"piazza": "piazzetta.server.table.legal_piazza"}
"""Games whose legal moves are listed faster by kernels, and the module that does so. It is
imported only once they are ready: before that it would make somebody wait."""


def legal(table: Table) -> Any:
    """A list of LegalShown, in the order of the rules and ready to be encoded."""
    fast = _fast(table)
    if fast:
        return msgspec.Raw(fast.encoded(table.state))
    game = table.game
    listed = [_encoded(game.name, one) for one in game.legal_moves(table.state)]
    return msgspec.Raw(b"[" + b",".join(listed) + b"]")


@lru_cache(maxsize=16384)
def _encoded(game: str, one: Legal[Any]) -> bytes:
    """As JSON; the same few moves come again and again."""
    return msgspec.json.encode(GAMES[game].legal_to_json(one))


def texts(table: Table) -> list[str]:
    """The moves alone, for a bot to choose from."""
    fast = _fast(table)
    if fast:
        return fast.texts(table.state)
    return [str(one.move) for one in table.game.legal_moves(table.state)]


def _fast(table: Table) -> Fast | None:
    game = table.opened.game
    if game not in FROM_KERNELS or not kernels.ready(game):
        return None
    module: Any = import_module(FROM_KERNELS[game])
    return cast(Fast, module)
