"""Piazza's table as sets of cells: laying a card, where one may lie, and the brackets it makes.

A line is 16 cells of a row (ACROSS, numbered by y) or of a column (DOWN, numbered by x), as the
low bits of an ordinary integer.
"""

import numpy as np

from piazzetta.kernels.bits import popcount, signed
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.piazza_layout import (
    ACROSS,
    BESIDE,
    BESIDE_COLOUR,
    BESIDE_SYMBOL,
    BOARD,
    COLOUR,
    DOWN,
    FACES,
    GRID,
    LAID,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    OCCUPIED,
    WINDOW,
    WORDS,
    Bits,
    State,
)

_1 = np.uint64(1)
_LINE = np.uint64(0xFFFF)


@kernel
def colour_of(kind: int) -> int:
    """The colour of a kind, without a division; what stands for no card has none of them."""
    return kind * 43 >> 8


@kernel
def symbol_of(kind: int) -> int:
    """The symbol of a kind, counted from 0."""
    return kind - FACES * colour_of(kind)


@kernel
def word(bits: Bits, which: int, way: int, number: int) -> np.uint64:
    """Four lines of a set of cells. An unsigned index spares a look whether it is negative."""
    found: np.uint64 = bits[np.uint32((which * 2 + way) * WORDS + number)]
    return found


@kernel
def line(bits: Bits, which: int, way: int, number: int) -> int:
    """One line of a set of cells."""
    return _line_in(word(bits, which, way, number >> 2), number)


@kernel
def _line_in(lines: np.uint64, number: int) -> int:
    return signed((lines >> np.uint64((number & 3) << 4)) & _LINE)


@kernel
def open_word(bits: Bits, kind: int, way: int, number: int) -> np.uint64:
    """P-TOUCH, P-DIFFER, P-GRID: where a card of the kind may lie alone, four lines at once."""
    alike = word(bits, BESIDE_COLOUR + colour_of(kind), way, number) | word(
        bits, BESIDE_SYMBOL + symbol_of(kind), way, number
    )
    beside, occupied = word(bits, BESIDE, way, number), word(bits, OCCUPIED, way, number)
    return beside & word(bits, WINDOW, way, number) & ~(occupied | alike)


@kernel
def open_line(bits: Bits, kind: int, way: int, number: int) -> int:
    """The same for one line."""
    return _line_in(open_word(bits, kind, way, number >> 2), number)


@kernel
def lay_card(bits: Bits, state: State, kind: int, cell: int) -> None:
    """Put a card on the table; the window shrinks if the table grows."""
    x, y = cell >> 4, cell & 15
    _mark(bits, kind, ACROSS, y, x)
    _mark(bits, kind, DOWN, x, y)
    state[BOARD + state[LAID]] = kind << 8 | cell
    state[LAID] += 1
    if x < state[MIN_X] or x > state[MAX_X] or y < state[MIN_Y] or y > state[MAX_Y]:
        state[MIN_X] = min(state[MIN_X], x)
        state[MAX_X] = max(state[MAX_X], x)
        state[MIN_Y] = min(state[MIN_Y], y)
        state[MAX_Y] = max(state[MAX_Y], y)
        _set_window(bits, state)


@kernel
def lay_cards(bits: Bits, state: State, cards: State) -> None:
    """The same with many, each with its cell as a move writes it."""
    for one in cards:
        lay_card(bits, state, one >> 8, one & 255)


@kernel
def _mark(bits: Bits, kind: int, way: int, number: int, place: int) -> None:
    colour, symbol = colour_of(kind), symbol_of(kind)
    bit = _1 << np.uint64((number & 3) << 4 | place)
    _add(bits, OCCUPIED, way, number >> 2, bit)
    _add(bits, COLOUR + colour, way, number >> 2, bit)
    _mark_beside(bits, BESIDE, way, number, place)
    _mark_beside(bits, BESIDE_COLOUR + colour, way, number, place)
    _mark_beside(bits, BESIDE_SYMBOL + symbol, way, number, place)


@kernel
def _mark_beside(bits: Bits, which: int, way: int, number: int, place: int) -> None:
    bit = _1 << np.uint64((number & 3) << 4 | place)
    _add(bits, which, way, number >> 2, bit << _1 | bit >> _1)
    above, below = number - 1, (number + 1) & 15
    _add(bits, which, way, above >> 2, _1 << np.uint64((above & 3) << 4 | place))
    _add(bits, which, way, below >> 2, _1 << np.uint64((below & 3) << 4 | place))


@kernel
def _add(bits: Bits, which: int, way: int, number: int, cells: np.uint64) -> None:
    bits[np.uint32((which * 2 + way) * WORDS + number)] |= cells


@kernel
def _set_window(bits: Bits, state: State) -> None:
    """P-GRID: the columns and rows in which one more card may lie."""
    columns = _range(state[MAX_X] - GRID + 1, state[MIN_X] + GRID - 1)
    rows = _range(state[MAX_Y] - GRID + 1, state[MIN_Y] + GRID - 1)
    for number in range(WORDS):
        bits[WINDOW * 8 + number] = _crossing(rows, columns, number)
        bits[WINDOW * 8 + WORDS + number] = _crossing(columns, rows, number)


@kernel
def _range(low: int, high: int) -> int:
    return (2 << high) - (1 << low)


@kernel
def _crossing(lines: int, places: int, number: int) -> np.uint64:
    """The cells of four lines that lie on any of these lines and any of these places."""
    word = np.uint64(0)
    for k in range(4):
        if lines >> (number * 4 + k) & 1:
            word |= np.uint64(places) << np.uint64(k << 4)
    return word


@kernel
def ahead(occupied: int, coloured: int, place: int) -> int:
    """P-BRACKET: the size of the bracket towards higher places of a line; 0 if none."""
    beyond = -2 << place
    found = coloured & beyond
    size = 2 + popcount(np.uint64(occupied & beyond & ((found & -found) - 1)))
    return size & -(found != 0)  # no branch: it would be taken at random


@kernel
def behind(occupied: int, coloured: int, place: int) -> int:
    """The same towards lower places."""
    beyond = (1 << place) - 1
    found = coloured & beyond
    size = 2 + popcount(np.uint64(occupied & beyond & ~filled(found)))
    return size & -(found != 0)


@kernel
def filled(found: int) -> int:
    """All places up to the highest one that is set."""
    found |= found >> 1
    found |= found >> 2
    found |= found >> 4
    return found | found >> 8


@kernel
def reach(coloured: int, place: int) -> int:
    """P-PAIR, P-GRID: where on its line a card's partner can lie, if it may lie there alone."""
    higher, lower = -2 << place, (1 << place) - 1
    found = coloured & higher
    higher &= (found & -found) - 1
    lower &= ~filled(coloured & lower)
    near = ((1 << 2 * GRID - 1) - 1) << place >> GRID - 1
    touching = 7 << place >> 1
    return (higher | lower) & near & ~touching


@kernel
def arms(bits: Bits, colour: int, cell: int) -> int:
    """The brackets that a card of the colour makes there: right, down, left, up, four bits each."""
    x, y = cell >> 4, cell & 15
    row, row_coloured = line(bits, OCCUPIED, ACROSS, y), line(bits, COLOUR + colour, ACROSS, y)
    column, coloured = line(bits, OCCUPIED, DOWN, x), line(bits, COLOUR + colour, DOWN, x)
    across = ahead(row, row_coloured, x) | behind(row, row_coloured, x) << 8
    down = ahead(column, coloured, y) << 4 | behind(column, coloured, y) << 12
    return across | down


@kernel
def pair_brackets(bits: Bits, colour: int, one: int, two: int) -> int:
    """The brackets of two cards laid together, four bits each, the common one on top.

    Each keeps the arms that do not point at the other.
    """
    way = ACROSS if (one & 15) == (two & 15) else DOWN
    low, high = min(one, two), max(one, two)
    number, start = (low & 15, low >> 4) if way == ACROSS else (low >> 4, low & 15)
    distance = (high - low) >> 4 if way == ACROSS else high - low
    between = line(bits, OCCUPIED, way, number) >> start & ((1 << distance) - 1)
    kept_low = arms(bits, colour, low) & ~(15 << 4 * way)
    kept_high = arms(bits, colour, high) & ~(15 << 4 * way + 8)
    return kept_low | kept_high << 16 | (2 + popcount(np.uint64(between))) << 32


@kernel
def total(brackets: int) -> int:
    """The sum of up to nine sizes of four bits each."""
    pairs = (brackets & 0x0F0F0F0F0F) + (brackets >> 4 & 0x0F0F0F0F0F)
    return (pairs * 0x0101010101) >> 32 & 0xFF
