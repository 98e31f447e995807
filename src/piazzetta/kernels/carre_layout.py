"""A layout's board in bits: where a card may lie, how it comes to lie there, what it all scores.

`carre_state.py` draws the board. A layout is a row of words and the place where it begins in it:
a seat's own within a game, or a copy to try things on.
"""

import numpy as np

from piazzetta.kernels.bits import lowest, popcount
from piazzetta.kernels.carre_state import (
    ALL,
    BOARD_SIDE,
    BY_MOTIF,
    BY_VALUE,
    HOME,
    LAYOUT_WORDS,
    LOWEST,
    VALUES,
    Row,
    X,
    Y,
)
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.cards import MOTIFS, Card
from piazzetta.rules.carre.layout import SIDE, score
from piazzetta.rules.grid import Placed

N_MOTIFS = len(MOTIFS)
BOARDS = ALL + 1

BOARD = (1 << BOARD_SIDE**2) - 1
HOME_BIT = HOME * BOARD_SIDE + HOME
COLUMN = (1 << BOARD_SIDE) - 1
ROW = sum(1 << column * BOARD_SIDE for column in range(BOARD_SIDE))
LEFT = COLUMN << (HOME - 1) * BOARD_SIDE
"""The column beside the home; a card there moves the layout to the right."""
ABOVE = ROW << HOME - 1
RIGHTMOST = COLUMN << (HOME + SIDE - 1) * BOARD_SIDE
BOTTOM = ROW << HOME + SIDE - 1
COLUMNS = sum(COLUMN << (HOME + i) * BOARD_SIDE for i in range(SIDE))
ROWS = sum(ROW << HOME + i for i in range(SIDE))
SQUARE = COLUMNS & ROWS
NOT_FIRST_ROW = BOARD & ~ROW
NOT_LAST_ROW = BOARD & ~(ROW << BOARD_SIDE - 1)

NINE = (1 << SIDE * SIDE) - 1
"""All cells of the home, as a pattern."""


def _zone_points_by_pattern() -> list[int]:
    """What cards of one motif on these cells of the home score, by the nine bits of the cells."""
    points = []
    for pattern in range(NINE + 1):
        cells = [divmod(i, SIDE) for i in range(SIDE * SIDE) if pattern >> i & 1]
        layout = tuple(Placed(Card(MOTIFS[0], 0), cell) for cell in cells)
        points.append(score(layout).zone_points)
    return points


ZONE_POINTS = np.array(_zone_points_by_pattern(), np.int16)


@kernel
def how_many(bits: int) -> int:
    """How many bits are set."""
    return popcount(np.uint64(bits))


@kernel
def index_of(bit: int) -> int:
    """The place of the one bit that is set."""
    return lowest(np.uint64(bit))


@kernel
def nth_bit(bits: int, n: int) -> int:
    """The bit that is set after n lower ones."""
    for _ in range(n):
        bits &= bits - 1
    return bits & -bits


@kernel
def is_complete(row: Row, at: int) -> bool:
    """C-SQUARE: whether the nine cards of the square lie there."""
    return bool(row[at + ALL] & SQUARE == SQUARE)


@kernel
def lay_cells(row: Row, at: int) -> int:
    """C-LAY, C-SQUARE: where one more card may be laid."""
    return cells_beside(row[at + ALL])


@kernel
def cells_beside(cells: int) -> int:
    """The same for a layout of cards on these cells."""
    if cells == 0:
        return 1 << HOME_BIT
    near = (cells << BOARD_SIDE) | (cells >> BOARD_SIDE)
    near |= ((cells & NOT_LAST_ROW) << 1) | ((cells & NOT_FIRST_ROW) >> 1)
    near &= BOARD & ~cells
    if cells & SQUARE == SQUARE:
        return int(near)
    columns = COLUMNS if cells & RIGHTMOST else COLUMNS | LEFT
    rows = ROWS if cells & BOTTOM else ROWS | ABOVE
    return int(near & columns & rows)


@kernel
def swap_cells(row: Row, at: int, kind: int) -> int:
    """C-SWAP: where cards of the same motif or the same value lie."""
    return int(row[at + BY_MOTIF + kind // VALUES] | row[at + BY_VALUE + kind % VALUES])


@kernel
def motif_on(row: Row, at: int, bit: int) -> int:
    """The motif of the card that lies on the cell."""
    motif = 0
    while row[at + BY_MOTIF + motif] & bit == 0:
        motif += 1
    return motif


@kernel
def kind_on(row: Row, at: int, bit: int) -> int:
    """The kind of the card that lies on the cell."""
    value = 0
    while row[at + BY_VALUE + value] & bit == 0:
        value += 1
    return motif_on(row, at, bit) * VALUES + value


@kernel
def put(row: Row, at: int, kind: int, bit: int) -> None:
    """The card lies on the cell; one that lay there is gone."""
    if row[at + ALL] & bit:
        for board in range(ALL):
            row[at + board] &= ~bit
    elif row[at + ALL] & SQUARE != SQUARE:
        bit = make_room(row, at, bit)
    row[at + BY_MOTIF + kind // VALUES] |= bit
    row[at + BY_VALUE + kind % VALUES] |= bit
    row[at + ALL] |= bit


@kernel
def make_room(row: Row, at: int, bit: int) -> int:
    """Move the layout so that a card to the left of it or above comes to lie in the home too."""
    if bit & LEFT:
        move_boards(row, at, BOARD_SIDE)
        row[at + X] -= 1
        return bit << BOARD_SIDE
    if bit & ABOVE:
        move_boards(row, at, 1)
        row[at + Y] -= 1
        return bit << 1
    return bit


@kernel
def move_boards(row: Row, at: int, places: int) -> None:
    """All boards by so many bits."""
    for board in range(BOARDS):
        row[at + board] <<= places


@kernel
def copy_layout(row: Row, at: int, copy: Row, copy_at: int) -> None:
    """The same layout elsewhere."""
    for i in range(LAYOUT_WORDS):
        copy[copy_at + i] = row[at + i]


@kernel
def clear_layout(row: Row, at: int) -> None:
    """No card lies there, and the first will lie on 0,0."""
    for i in range(LAYOUT_WORDS):
        row[at + i] = 0


@kernel
def pattern_at(board: int, first_bit: int) -> int:
    """The nine cells of the square that begins at this bit, as one number."""
    square = board >> first_bit
    return (square & 7) | (square >> BOARD_SIDE & 7) << 3 | (square >> 2 * BOARD_SIDE & 7) << 6


@kernel
def points_of(row: Row, at: int) -> int:
    """C-VALUES, C-ZONES: what the layout scores."""
    points = 0
    for value in range(VALUES):
        points += (value + LOWEST) * how_many(row[at + BY_VALUE + value])
    for motif in range(N_MOTIFS):
        points += ZONE_POINTS[pattern_at(row[at + BY_MOTIF + motif], HOME_BIT)]
    return points


@kernel
def has_nine(row: Row, at: int) -> bool:
    """C-NINE: whether all nine cards of the square have one motif."""
    found = False
    for motif in range(N_MOTIFS):
        found |= pattern_at(row[at + BY_MOTIF + motif], HOME_BIT) == NINE
    return found
