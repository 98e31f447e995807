"""P-CARDS: 48 cards, 4 colours of 12; 6 symbols, each twice in every colour."""

from typing import NamedTuple

COLOURS = "RPBY"
"""P-COLOURS: red, pink, blue, yellow."""

SYMBOLS = range(1, 7)
COPIES = 2


class Card(NamedTuple):
    """One card; written colour letter and symbol figure: `B3`."""

    colour: str
    symbol: int

    def __str__(self) -> str:
        """The notation of positions, moves and records."""
        return f"{self.colour}{self.symbol}"


KINDS = tuple(Card(colour, symbol) for colour in COLOURS for symbol in SYMBOLS)
PACK = tuple(kind for kind in KINDS for _ in range(COPIES))
CARDS = {str(kind): kind for kind in KINDS}
TEXTS = {kind: text for text, kind in CARDS.items()}

MARKS = {kind: 1 << COLOURS.index(kind.colour) | 1 << len(COLOURS) + kind.symbol for kind in KINDS}
"""A bit for the colour and a bit for the symbol: two cards differ in both (P-DIFFER) exactly when
their marks have no bit in common, and the marks of a cell's neighbours can be merged into one."""
