"""Who says something, and what else has to be known to decide about it."""

from collections.abc import Container
from typing import NamedTuple

from piazzetta.server.table.player import Player


class Asker(NamedTuple):
    """A player at one of their clients."""

    player: Player
    now: float
    lifted: int | None = None
    """Hot-seat: the seat whose hand this client shows."""
    bots: Container[str] = ()
    """The bots that may be invited."""
