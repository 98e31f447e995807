"""All that clients are told of a position of Piazza, as JSON texts, written by the kernels.

    brackets  [{"from":[2,0],"to":[2,4],"cards":3}, …      of the cards laid last
    board     [["B3",2,-1], …
    detail    {"game":"piazza","limits":{"left":-3, …},"unlaid":{"R1":2, …}}
    legal     [{"move":"B3@2,-1 B5@2,4","brackets":[3,4],"points":7}, …

Clients get this after every turn. To make it piece by piece in Python takes longer than all else
that a server does for a move.
"""

from typing import Final

import numpy as np

from piazzetta.kernels.bits import popcount
from piazzetta.kernels.jit import brief_kernel, kernel, root_kernel
from piazzetta.kernels.piazza import clear, legal_moves
from piazzetta.kernels.piazza_board import ahead, behind, colour_of, filled, lay_cards, line
from piazzetta.kernels.piazza_layout import (
    ACROSS,
    BITS,
    BOARD,
    COLOUR,
    DOWN,
    GRID,
    HAND,
    IN_HAND,
    LAID,
    MAX_X,
    MAX_Y,
    MIN_X,
    MIN_Y,
    MOVES,
    NUMBERS,
    OCCUPIED,
    ORIGIN,
    STATE,
    Bits,
    State,
)
from piazzetta.kernels.piazza_listing import (
    CLOSE,
    COMMA,
    END,
    OPEN,
    ROOM,
    Text,
    constant,
    copied,
    write,
    write_cell,
    write_face,
    written,
)
from piazzetta.rules.piazza.cards import COPIES, KINDS

TELLING_ROOM: Final = ROOM + 8192
"""The bytes of all texts together."""
_ORDER: Final = np.array([NUMBERS[kind] for kind in KINDS], np.int32)
"""The kinds as the rules name them."""
_COPIES: Final = COPIES

_FROM, _TO, _CARDS = map(constant, ('{"from":[', '],"to":[', '],"cards":'))
_LEFT = constant('{"game":"piazza","limits":{"left":')
_TOP, _RIGHT, _BOTTOM = map(constant, (',"top":', ',"right":', ',"bottom":'))
_UNLAID = constant('},"unlaid":{')
_QUOTE, _COLON = map(ord, '":')


@brief_kernel
def tell(
    cards: State, held: int, laid: int, left: int, top: int, text: Text
) -> tuple[int, int, int, int]:
    """Write all of it, for a table whose first card lies in that column and row; where each text
    ends. So many of the cards are in hand, the others lie there, so many of them since this turn.
    """
    bits, state = np.empty(BITS, np.uint64), np.empty(STATE, np.int32)
    clear(bits, state)
    state[IN_HAND] = held
    for place in range(held):
        state[HAND + place] = cards[place]
    lay_cards(bits, state, cards[held:])
    left, top = left - ORIGIN, top - ORIGIN
    brackets = _write_brackets(bits, state, laid, left, top, text)
    board = _write_board(state, left, top, text, brackets)
    detail = _write_detail(state, left, top, text, board)
    moves, sizes = np.empty(MOVES, np.int32), np.empty(MOVES, np.int64)
    count = legal_moves(bits, state, moves, sizes)
    legal = write(moves[:count], sizes[:count], left + ORIGIN, top + ORIGIN, text[detail:])
    return brackets, board, detail, detail + legal


@root_kernel
def _write_brackets(bits: Bits, state: State, laid: int, left: int, top: int, text: Text) -> int:
    """Rows from the top, each from the left; then columns from the left, each from the top."""
    found = np.empty(8, np.int32)
    count = 0
    for place in range(state[LAID] - laid, state[LAID]):
        card = state[BOARD + place]
        colour, x, y = colour_of(card >> 8), card >> 4 & 15, card & 15
        count = _find(bits, colour, ACROSS, y, x, found, count)
        count = _find(bits, colour, DOWN, x, y, found, count)
    text[0] = OPEN
    at = 1
    for code in found[:count]:
        if at > 1:
            text[at] = COMMA
            at += 1
        at = _write_span(text, at, code, left, top)
    text[at] = CLOSE
    return at + 1


@kernel
def _find(
    bits: Bits, colour: int, way: int, number: int, place: int, found: State, count: int
) -> int:
    """The brackets along one line, as numbers in the order in which they are told. Two cards laid
    together find each other: that bracket counts once."""
    occupied, coloured = line(bits, OCCUPIED, way, number), line(bits, COLOUR + colour, way, number)
    size = ahead(occupied, coloured, place)
    if size:
        beyond = coloured & -2 << place
        other = popcount(np.uint64((beyond & -beyond) - 1))
        count = _add(found, count, _code(way, number, place, other, size))
    size = behind(occupied, coloured, place)
    if size:
        other = popcount(np.uint64(filled(coloured & (1 << place) - 1))) - 1
        count = _add(found, count, _code(way, number, other, place, size))
    return count


@kernel
def _code(way: int, number: int, start: int, end: int, size: int) -> int:
    return way << 16 | number << 12 | start << 8 | end << 4 | size


@kernel
def _add(found: State, count: int, code: int) -> int:
    """In ascending order, each once."""
    for place in range(count):
        if found[place] == code:
            return count
    place = count
    while place and found[place - 1] > code:
        found[place] = found[place - 1]
        place -= 1
    found[place] = code
    return count + 1


@kernel
def _write_span(text: Text, at: int, code: int, left: int, top: int) -> int:
    number, start, end, size = code >> 12 & 15, code >> 8 & 15, code >> 4 & 15, code & 15
    along, across = (4, 0) if code >> 16 == ACROSS else (0, 4)
    at = copied(text, at, _FROM)
    at = write_cell(text, at, number << across | start << along, left, top)
    at = copied(text, at, _TO)
    at = write_cell(text, at, number << across | end << along, left, top)
    at = written(text, copied(text, at, _CARDS), size)
    text[at] = END
    return at + 1


@kernel
def _write_board(state: State, left: int, top: int, text: Text, at: int) -> int:
    text[at] = OPEN
    at += 1
    for place in range(state[LAID]):
        if place:
            text[at] = COMMA
            at += 1
        card = state[BOARD + place]
        text[at] = OPEN
        text[at + 1] = _QUOTE
        at = write_face(text, at + 2, card >> 8)
        text[at] = _QUOTE
        text[at + 1] = COMMA
        at = write_cell(text, at + 2, card, left, top)
        text[at] = CLOSE
        at += 1
    text[at] = CLOSE
    return at + 1


@root_kernel
def _write_detail(state: State, left: int, top: int, text: Text, at: int) -> int:
    """P-GRID: where one more card may lie; and the cards that are not on the table."""
    at = written(text, copied(text, at, _LEFT), state[MAX_X] - GRID + 1 + left)
    at = written(text, copied(text, at, _TOP), state[MAX_Y] - GRID + 1 + top)
    at = written(text, copied(text, at, _RIGHT), state[MIN_X] + GRID - 1 + left)
    at = written(text, copied(text, at, _BOTTOM), state[MIN_Y] + GRID - 1 + top)
    at = copied(text, at, _UNLAID)
    counts = np.zeros(len(_ORDER), np.int32)
    for place in range(state[LAID]):
        counts[state[BOARD + place] >> 8] += 1
    first = at
    for kind in _ORDER:
        if counts[kind] < _COPIES:
            if at > first:
                text[at] = COMMA
                at += 1
            text[at] = _QUOTE
            at = write_face(text, at + 1, kind)
            text[at] = _QUOTE
            text[at + 1] = _COLON
            at = written(text, at + 2, _COPIES - counts[kind])
    text[at] = END
    text[at + 1] = END
    return at + 2


def warm_up() -> None:
    """Compile everything, or load it from the cache."""
    tell(np.array([0x0088], np.int32), 0, 1, 0, 0, np.empty(TELLING_ROOM, np.uint8))
