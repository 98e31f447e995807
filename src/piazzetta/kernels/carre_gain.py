"""What a card gains in C'est Carré!, in points of the layout: at once, or in its best place.

A gain is the difference between what the layout scores after and before, in whole numbers. A zone
of nine counts NINE_WORTH, for it wins.
"""

import numpy as np

from piazzetta.kernels.carre_layout import (
    ABOVE,
    HOME_BIT,
    LEFT,
    NINE,
    SQUARE,
    ZONE_POINTS,
    lay_cells,
    motif_on,
    pattern_at,
    swap_cells,
)
from piazzetta.kernels.carre_state import ALL, BOARD_SIDE, BY_MOTIF, BY_VALUE, LOWEST, VALUES, Row
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.layout import MOST_CARDS, SIDE

NINE_WORTH = 1000
LEAST = -(1 << 30)
"""Less than any gain."""

WORTH = ZONE_POINTS.copy()
WORTH[NINE] = NINE_WORTH


def _best_cells() -> tuple[list[int], list[int]]:
    """For every pattern, on which cells one more card makes it worth the most, the next most …"""
    starts: list[int] = []
    entries: list[int] = []
    for pattern in range(NINE + 1):
        starts.append(len(entries))
        cells_by_worth: dict[int, int] = {}
        for cell in (1 << i for i in range(SIDE * SIDE) if not pattern >> i & 1):
            after = int(WORTH[pattern | cell])
            cells_by_worth[after] = cells_by_worth.get(after, 0) | cell
        entries += [cells_by_worth[after] for after in sorted(cells_by_worth)[::-1]]
    return starts, entries


# Constants of a GPU's kernel have 64 KiB in all, and every function that uses one has a copy.
BEST_START, BEST_CELLS = (np.array(column, np.int16) for column in _best_cells())
MOST_WORTH = np.array(
    [max(WORTH[p] for p in range(NINE + 1) if p.bit_count() <= n) for n in range(MOST_CARDS + 1)],
    np.int64,
)
"""What so many cards of one motif can be worth, wherever they lie."""


@kernel
def worth(board: int) -> int:
    """What the cards of one motif are worth in the home."""
    return int(WORTH[pattern_at(board, HOME_BIT)])


@kernel
def worth_with(board: int, bit: int) -> int:
    """The same with one more card."""
    return int(WORTH[pattern_with(board, bit)])


@kernel
def pattern_with(board: int, bit: int) -> int:
    """The pattern with one more card, which may lie to the left of the home or above."""
    first = HOME_BIT
    if bit & LEFT:
        first -= BOARD_SIDE
    elif bit & ABOVE:
        first -= 1
    return pattern_at(board | bit, first)


@kernel
def lay_gain(row: Row, at: int, kind: int, bit: int) -> int:
    """What laying the card gains at once."""
    value = kind % VALUES + LOWEST
    if row[at + ALL] & SQUARE == SQUARE:
        return value
    board = row[at + BY_MOTIF + kind // VALUES]
    return value + worth_with(board, bit) - worth(board)


@kernel
def swap_gain(row: Row, at: int, kind: int, bit: int) -> int:
    """What swapping in the card gains at once: one motif's zones, or another value."""
    board = row[at + BY_MOTIF + kind // VALUES]
    if board & bit:
        value = 0
        while row[at + BY_VALUE + value] & bit == 0:
            value += 1
        return kind % VALUES - value
    other = row[at + BY_MOTIF + motif_on(row, at, bit)]
    return worth(board | bit) - worth(board) + worth(other & ~bit) - worth(other)


@kernel
def best_gain(row: Row, at: int, kind: int, cells: int) -> int:
    """The most that the card can gain at once, laid on one of the cells or swapped in."""
    board = row[at + BY_MOTIF + kind // VALUES]
    laid = kind % VALUES + LOWEST + best_lay(row, at, board, cells)
    return max(laid, best_swap(row, at, kind))


@kernel
def best_lay(row: Row, at: int, board: int, cells: int) -> int:
    """The most that a card's zone can gain on one of the cells."""
    if row[at + ALL] & SQUARE == SQUARE:
        return 0
    best = best_worth(board, cells, HOME_BIT)
    if cells & LEFT:
        best = max(best, best_worth(board, cells & LEFT, HOME_BIT - BOARD_SIDE))
    if cells & ABOVE:
        best = max(best, best_worth(board, cells & ABOVE, HOME_BIT - 1))
    return best - worth(board)


@kernel
def best_worth(board: int, cells: int, first_bit: int) -> int:
    """The most that one more card on a cell makes of this square; 0 if no cell is in it."""
    among = pattern_at(cells, first_bit)
    if among == 0:
        return 0
    pattern = pattern_at(board, first_bit)
    entry = int(BEST_START[pattern])
    while BEST_CELLS[entry] & among == 0:
        entry += 1
    best = BEST_CELLS[entry] & among
    return int(WORTH[pattern | (best & -best)])


@kernel
def best_swap(row: Row, at: int, kind: int) -> int:
    """The most that swapping in the card can gain; LEAST if it can go nowhere."""
    board = row[at + BY_MOTIF + kind // VALUES]
    best = LEAST
    if board:
        value = 0
        while row[at + BY_VALUE + value] & board == 0:
            value += 1
        best = kind % VALUES - value
    others = row[at + BY_VALUE + kind % VALUES] & ~board
    while others:
        best = max(best, swap_gain(row, at, kind, others & -others))
        others &= others - 1
    return best


@kernel
def lowest_value(row: Row, at: int, board: int) -> int:
    """The lowest value, counted from 0, among these cards, of which there is one."""
    value = 0
    while row[at + BY_VALUE + value] & board == 0:
        value += 1
    return value


@kernel
def first_place(row: Row, at: int, kind: int, gain: int) -> int:
    """Where the card gains that much: the first place in the order of the rules."""
    cells = lay_cells(row, at)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        if lay_gain(row, at, kind, bit) == gain:
            return bit
    cells = swap_cells(row, at, kind)
    while swap_gain(row, at, kind, cells & -cells) != gain:
        cells &= cells - 1
    return cells & -cells
