"""What is known of a position beside its state, where that is made faster than from the rules.

    row ──► state ──► known ──► whoever sees the position is shown it
                        └─────► a move that is in its list of legal moves need not be judged again

It is the same as the rules say, which serve until the kernels are ready that some of it comes
from, and say why a move is not legal.
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
    seats: tuple[Any, ...] = ()
    """What the game's module keeps of each seat for the next position."""

    def __eq__(self, other: object) -> bool:
        """All of it follows from the state: whether it is known yet makes no table another."""
        return isinstance(other, Known)

    def sizes(self, move: str) -> tuple[int, ...] | None:
        """The sizes of the brackets that a move makes; None unless it is among the legal ones.

        A text that is no move may be found, too, across two entries: it has quotes in it.
        """
        head = f'{{"move":"{move}"'.encode()
        at = self.legal.find(head)
        if at < 0:
            return None
        entry = self.legal[at + len(head) : self.legal.index(b"}", at + len(head))]
        sizes = entry[len(_BRACKETS) : entry.find(b"]")]
        return tuple(map(int, sizes.split(b","))) if sizes else ()


_BRACKETS = b',"brackets":['
NOTHING = Known()


class Knowing(Protocol):
    """A module that knows one game."""

    def known(self, before: Known, state: Any) -> Known:
        """All that follows from a state; `before` is what was known before the last move."""
        ...

    def played(
        self, state: Any, move: str, sizes: tuple[int, ...], chance: Chance
    ) -> tuple[Any, str]:
        """What the game's `noted` says of a legal move whose brackets have these sizes."""
        ...


MODULES = {game: f"piazzetta.server.table.known_{game}" for game in ("carre", "piazza")}
FROM_KERNELS = ("piazza",)
"""Games whose module asks kernels. It is imported only once they are ready: before that it would
make somebody wait."""


def known(game: str, before: Known, state: Any) -> Known:
    """What is known of a position of the game, and was of the one before the last move, if any."""
    if game in FROM_KERNELS and not kernels.ready(game):
        return NOTHING
    return knowing(game).known(before, state)


@cache
def knowing(game: str) -> Knowing:
    """The module for a game; its kernels are ready."""
    module: Any = import_module(MODULES[game])
    return cast(Knowing, module)
