"""Where everything lies in the two flat arrays that are a game of Piazza to the kernels.

`bits` holds sets of cells, `state` everything else. The grid is 16×16; when a position is
converted, the leftmost column and the topmost row with a card become number 8. All cards span at
most 8×8 cells, so cards only ever lie in columns and rows 1 to 15. Column and row 0 are never
within the window: what neighbourhood spills there, also from 15 around to 0, is never looked at.

Each set of cells is stored twice, by rows and by columns, so that a look along a column is
as cheap as one along a row. Each way takes four words of four lines of 16 cells:

    word 0, by rows:  bit  0 … 15   row 0, columns 0 … 15
                      bit 16 … 31   row 1, columns 0 … 15     and so on

A cell is the number x * 16 + y, and a card on a cell `kind * 256 + cell`: in the order of these
numbers the rules list the moves. A move is one such number, plus 8192 times a second one for a
pair; START marks a start card (P-START-CHOICE).
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from piazzetta.rules.piazza.cards import COLOURS, PACK, SYMBOLS, Card
from piazzetta.rules.piazza.state import GRID as RULES_GRID
from piazzetta.rules.piazza.state import HAND_SIZE as RULES_HAND_SIZE
from piazzetta.rules.piazza.state import SHAPES

Bits = npt.NDArray[np.uint64]
State = npt.NDArray[np.int32]


def plain(value: int) -> int:
    """A constant that kernels pass on: numba compiles a function anew for every literal it gets."""
    return np.int64(value)  # type: ignore[return-value]  # an integer to whoever uses it


GRID: Final = RULES_GRID
HAND_SIZE: Final = RULES_HAND_SIZE
SEATS: Final = 4
CARDS: Final = len(PACK)

# Cards: kinds in the order of their text, colour by colour.
LETTERS: Final = "".join(sorted(COLOURS))
SUITS: Final = len(LETTERS)
FACES: Final = len(SYMBOLS)
KINDS: Final = tuple(Card(letter, symbol) for letter in LETTERS for symbol in SYMBOLS)
NUMBERS: Final = {card: number for number, card in enumerate(KINDS)}

# bits: eight words for each set of cells.
ACROSS: Final = plain(0)
DOWN: Final = plain(1)
WORDS: Final = 4
OCCUPIED: Final = plain(0)
COLOUR: Final = plain(1)
BESIDE: Final = plain(COLOUR + SUITS)
BESIDE_COLOUR: Final = plain(BESIDE + 1)
BESIDE_SYMBOL: Final = plain(BESIDE_COLOUR + SUITS)
WINDOW: Final = plain(BESIDE_SYMBOL + FACES)
BITS: Final = int((WINDOW + 1) * 2 * WORDS)

# state: single numbers first, then one entry a seat, then lists.
PLAYERS: Final = 0
PHASE: Final = 1
SHAPE: Final = 2
FIRST: Final = 3
TURN: Final = 4
PASSES: Final = 5
OVER: Final = 6
FINISHED: Final = 7
LAID: Final = 8
MIN_X: Final = 9
MAX_X: Final = 10
MIN_Y: Final = 11
MAX_Y: Final = 12
ORIGIN_X: Final = 13
ORIGIN_Y: Final = 14
SCORE: Final = 16
IN_HAND: Final = SCORE + SEATS
IN_STOCK: Final = IN_HAND + SEATS
"""In phase setup a seat's cards are all counted here, and lie where its stock will."""
STOCK: Final = IN_STOCK + SEATS
"""Where in the list of cards the seat's stock begins."""
ORDER: Final = STOCK + SEATS
"""The seats that finished, in that order."""
OWN: Final = ORDER + SEATS
"""Two entries a seat: its own colours, or -1."""
HAND: Final = OWN + 2 * SEATS
PILE: Final = HAND + HAND_SIZE * SEATS
"""The stocks of all seats, one after another."""
BOARD: Final = PILE + CARDS
"""The cards on the table with their cells, as they were laid."""
STATE: Final = BOARD + CARDS

PLAY: Final = 0
SETUP: Final = 1

# Cells and moves.
ORIGIN: Final = 8
CELLS: Final = 256
PASS: Final = plain(-1)
SECOND: Final = 13
"""A pair's second card is shifted by so many bits."""
ONE: Final = (1 << SECOND) - 1
START: Final = 1 << 2 * SECOND
MOVES: Final = 6144
"""No position has more moves: at most 9×9 cells can be reached; in each of them up to three kinds
lie alone, and three pairs of kinds, either way round, with 6 cells to the right or 6 below."""

SHAPE_NAMES: Final = tuple(SHAPES)
SHAPE_SIZES: Final = tuple(len(SHAPES[name]) for name in SHAPE_NAMES)
SHAPE_CELLS: Final = tuple(
    cell
    for name in SHAPE_NAMES
    for cell in [*sorted((ORIGIN + x) * 16 + ORIGIN + y for x, y in SHAPES[name]), 0][:4]
)
"""Four entries a shape, in the order of moves; those beyond its size mean nothing."""

# What a view leaves open: see `piazza_hidden.py`.
POOL: Final = 0
"""How many unseen cards can lie only with that seat."""
SHARED: Final = SEATS
"""How many can lie with any."""
SEEN: Final = SHARED + 1
"""Whether the seat's hand is seen."""
UNSEEN: Final = SEEN + SEATS
"""The cards: each seat's pool, one after another, then the shared ones."""
HIDDEN: Final = UNSEEN + CARDS
