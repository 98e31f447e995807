"""What is known of a position beside its state, as soon as kernels are ready to tell it.

    row ──► state ──► known ──► whoever sees the position is shown it
                        └─────► a move that is in its list of legal moves need not be judged again

The kernels say the same as the rules, which serve until then, and say why a move is not legal.
"""

from functools import cache
from importlib import import_module
from typing import Any, Protocol, cast

import msgspec

from piazzetta import kernels
from piazzetta.rules.chance import Chance
from piazzetta.rules.game import Json
from piazzetta.server.protocol.detail import Span


class Known(msgspec.Struct, frozen=True, eq=False, gc=False):
    """What follows from a position; all but its legal moves may be left to the rules."""

    state: Any = None
    legal: bytes = b""
    """The list of the legal moves, with what they bring, as JSON."""
    open: Json | None = None
    """What everybody sees, ready to be encoded."""
    detail: msgspec.Raw | None = None
    """The same of what follows from that."""
    brackets: tuple[Span, ...] | None = None
    """Those that the last move made."""

    def __eq__(self, other: object) -> bool:
        """All of it follows from the state: whether it is known yet makes no table another."""
        return isinstance(other, Known)

    def sizes(self, move: str) -> tuple[int, ...] | None:
        """The sizes of the brackets that a move makes; None unless it is among the legal ones."""
        head = f'{{"move":"{move}","brackets":['.encode()
        at = self.legal.find(head)
        if at < 0:
            return None
        at += len(head)
        sizes = self.legal[at : self.legal.index(b"]", at)]
        return tuple(map(int, sizes.split(b","))) if sizes else ()


NOTHING = Known()


class Knowing(Protocol):
    """A module that asks the kernels of one game."""

    def known(self, before: Any, state: Any) -> Known:
        """All that follows from a state; the one before the last move is None for the first."""
        ...

    def played(
        self, state: Any, move: str, sizes: tuple[int, ...], chance: Chance
    ) -> tuple[Any, str]:
        """What the game's `noted` says of a legal move whose brackets have these sizes."""
        ...


FROM_KERNELS = {"piazza": "piazzetta.server.table.known_piazza"}
"""Games that kernels tell about faster than the rules, and the module that asks them. It is
imported only once they are ready: before that it would make somebody wait."""


def known(game: str, before: Any, state: Any) -> Known:
    """What the kernels know of a position of the game."""
    if game not in FROM_KERNELS or not kernels.ready(game):
        return NOTHING
    return knowing(game).known(before, state)


@cache
def knowing(game: str) -> Knowing:
    """The module for a game whose kernels are ready."""
    module: Any = import_module(FROM_KERNELS[game])
    return cast(Knowing, module)
