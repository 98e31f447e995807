"""C-CARDS: 78 cards, six motifs of 13: two −2, four −1, one 0, three +1, two +2, one +3."""

from typing import NamedTuple

MOTIFS = "ABCDEF"
COPIES = {-2: 2, -1: 4, 0: 1, 1: 3, 2: 2, 3: 1}
"""How often each value occurs in a motif."""


class Card(NamedTuple):
    """One card; written motif letter and signed value: `A-2`, `B0`, `F+3`."""

    motif: str
    value: int

    def __str__(self) -> str:
        """The notation of positions, moves and records."""
        return f"{self.motif}{self.value:+d}" if self.value else f"{self.motif}0"


KINDS = tuple(Card(motif, value) for motif in MOTIFS for value in COPIES)
PACK = tuple(kind for kind in KINDS for _ in range(COPIES[kind.value]))
CARDS = {str(kind): kind for kind in KINDS}
TEXTS = {kind: text for text, kind in CARDS.items()}
