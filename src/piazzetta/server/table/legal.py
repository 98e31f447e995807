"""The legal moves of the seat in turn, and what they bring, for people to choose from.

They come from the rules, or where that is faster from the kernels, as soon as these are ready: the
same moves in the same order. Whether a move is legal, the rules alone decide (`decide/playing.py`).
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from piazzetta import kernels
from piazzetta.server.table.value import Table

FROM_KERNELS = {"piazza": "piazzetta.server.table.legal_piazza"}
"""Games whose legal moves are listed faster by kernels, and the module that does so. It is
imported only once they are ready: before that it would make somebody wait."""


def legal(table: Table) -> Any:
    """A list of LegalShown, in the order of the rules and ready to be encoded."""
    fast = _fast(table)
    if fast:
        return msgspec.Raw(fast(table.state))
    game = table.game
    return [game.legal_to_json(one) for one in game.legal_moves(table.state)]


def _fast(table: Table) -> Callable[[Any], bytes] | None:
    """From a state to the encoded list."""
    game = table.opened.game
    if game not in FROM_KERNELS or not kernels.ready(game):
        return None
    encoded: Callable[[Any], bytes] = import_module(FROM_KERNELS[game]).encoded
    return encoded
