"""What a move has brought, beside its points."""

from typing import NamedTuple

from piazzetta.server.protocol.detail import RoundShown, Span


class Made(NamedTuple):
    """For each game something else."""

    brackets: tuple[Span, ...] = ()
    """Piazza: those that it made."""
    scoring: RoundShown | None = None
    """C'est Carré!: the round that it ended."""


NOTHING = Made()
