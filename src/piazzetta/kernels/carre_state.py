"""C'est Carré! as one row of int64 words: where everything stands, and the way from and to `rules`.

A card is its kind, 0 to 35 in the order (motif, value). A layout is a board of 7 × 7 bits, one
board for each motif, one for each value and one for all cards; bit 7 · column + row, so that bits
in ascending order are cells by (x, y). The cards always begin in column 2 and row 2 (a card laid
to the left of them or above moves them all), so that the 3×3 square is this home in the middle,
and the two cells on every side of it are enough for the cards outside (C-SQUARE):

    . . . . . . .
    . . . . . . .
    . . H H H . .
    . . H H H . .      the words X and Y say which cell the first of the H is
    . . H H H . .
    . . . . . . .
    . . . . . . .

A view is the same row, marked in IS_VIEW: the pool of all cards it does not show stands where the
draw pile does, and of the hidden hands there are only the sizes. What APART and LAPS are for is
said in `carre_piles.py`.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from piazzetta.rules.carre.cards import COPIES, KINDS, MOTIFS, PACK, Card
from piazzetta.rules.carre.layout import MOST_CARDS, cells_of, complete_square, fits_square
from piazzetta.rules.carre.state import (
    HAND_SIZE,
    PASS,
    PHASES,
    REVEAL,
    REVEALED,
    SEATS,
    TAKE,
    Drop,
    Lay,
    Layout,
    Move,
    State,
    Swap,
)
from piazzetta.rules.carre.view import View, unseen
from piazzetta.rules.errors import PositionError
from piazzetta.rules.grid import Cell, Placed, bounds

Row = npt.NDArray[Any]
"""A game, a view, or a layout on its own: int64 words."""

# A game, and within it a block for every seat; each block begins with a layout.
PLAYERS, ROUND, FIRST, TURN, PHASE, OWED, CLOSING, OVER, RESHUFFLES = range(9)
N_DECK, N_DISCARD, N_REVEALED, N_POOL, IS_VIEW, APART, LAPS, REVEALED_CARDS = range(9, 17)
SEAT_BLOCKS = REVEALED_CARDS + REVEALED

BY_MOTIF = 0
BY_VALUE = len(MOTIFS)
ALL = BY_VALUE + len(COPIES)
X, Y = ALL + 1, ALL + 2
LAYOUT_WORDS = Y + 1
TOTAL = LAYOUT_WORDS
N_HAND = TOTAL + 1
HAND = N_HAND + 1
"""Ascending."""
BLOCK_WORDS = HAND + HAND_SIZE + max(COPIES)

DECK = SEAT_BLOCKS + SEATS[-1] * BLOCK_WORDS
DISCARD = DECK + len(PACK)
GAME_WORDS = DISCARD + len(PACK)

PHASE_SOURCE, PHASE_PLAY, PHASE_LAY, PHASE_DROP = range(len(PHASES))

BOARD_SIDE = 7
HOME = 2
"""The first column and the first row of the cards."""
LOWEST = min(COPIES)
VALUES = len(COPIES)

# A move: what is done, with which kind, on which bit of the board.
OP_TAKE, OP_REVEAL, OP_PASS, OP_LAY, OP_SWAP, OP_DROP = range(6)
PLAIN_MOVES: tuple[Move, ...] = (TAKE, REVEAL, PASS)
CELL_BITS = 6
KIND_BITS = 6
MOST_MOVES = 128

_KIND_OF = {card: kind for kind, card in enumerate(KINDS)}


def kind_of(card: Card) -> int:
    """The number of a card's kind."""
    return _KIND_OF[card]


def block(seat: int) -> int:
    """Where the words of a seat begin."""
    return SEAT_BLOCKS + seat * BLOCK_WORDS


def from_state(state: State) -> Row:
    """The row of a game that can have come about by play; a PositionError tells of another."""
    game = _from_public(state)
    for seat, hand in enumerate(state.hands):
        _write_hand(game, seat, map(kind_of, hand))
    _write_pile(game, N_DECK, DECK, state.deck)
    return game


def from_view(seen: View) -> Row:
    """The row of a view, with the pool of all cards that it does not show."""
    game = _from_public(seen)
    pool = sorted(unseen(seen))
    hidden = seen.deck
    for seat, hand in enumerate(seen.hands):
        if isinstance(hand, int):
            game[block(seat) + N_HAND] = hand
            hidden += hand
        else:
            _write_hand(game, seat, map(kind_of, hand))
    if hidden > len(pool):
        raise PositionError("the view hides more cards than there are")
    _write_pile(game, N_POOL, DECK, pool)
    game[N_DECK], game[IS_VIEW] = seen.deck, 1
    return game


def _from_public(position: State | View) -> Row:
    """What states and views have in common."""
    _check_reachable(position)
    game = np.zeros(GAME_WORDS, np.int64)
    game[: OWED + 1] = (
        position.players,
        position.round,
        position.first,
        position.turn,
        PHASES.index(position.phase),
        position.owed,
    )
    game[CLOSING : RESHUFFLES + 1] = position.closing, position.over, position.reshuffles
    for seat, layout in enumerate(position.layouts):
        game[block(seat) : block(seat) + LAYOUT_WORDS] = layout_words(layout)
        game[block(seat) + TOTAL] = position.totals[seat]
    _write_pile(game, N_DISCARD, DISCARD, position.discard)
    _write_pile(game, N_REVEALED, REVEALED_CARDS, position.revealed)
    return game


def _check_reachable(position: State | View) -> None:
    """The board holds all cards because nobody has a turn after completing the square."""
    for seat, layout in enumerate(position.layouts):
        if position.over or not complete_square(cells_of(layout)):
            continue
        owed = position.owed if seat == position.turn else 0
        if not _turn_is_past(position, seat) or len(layout) + owed > MOST_CARDS:
            raise PositionError(f"seat {seat} has a turn after completing its square")


def _turn_is_past(position: State | View, seat: int) -> bool:
    """Whether the seat takes no more cards from the piles to play them in this round."""
    if seat == position.turn:
        return position.phase in ("lay", "drop")
    place, turns = ((s - position.first) % position.players for s in (seat, position.turn))
    return position.closing and place < turns


def layout_words(layout: Layout) -> Row:
    """A layout on its own."""
    words = np.zeros(LAYOUT_WORDS, np.int64)
    if not layout:
        return words
    if len(layout) > MOST_CARDS or not fits_square(layout):
        raise PositionError("the cards fit no 3×3 square and complete none (C-SQUARE)")
    columns, rows = bounds(complete_square(cells_of(layout)) or cells_of(layout))
    words[X], words[Y] = columns[0], rows[0]
    for card, cell in layout:
        bit = 1 << board_index(words, 0, cell)
        kind = kind_of(card)
        for board in (BY_MOTIF + kind // VALUES, BY_VALUE + kind % VALUES, ALL):
            words[board] |= bit
    return words


def board_index(game: Row, at: int, cell: Cell) -> int:
    """Which bit of the board at these words the cell is."""
    column, row = cell[0] - int(game[at + X]) + HOME, cell[1] - int(game[at + Y]) + HOME
    return column * BOARD_SIDE + row


def cell_of(game: Row, at: int, index: int) -> Cell:
    """Which cell that bit of the board is."""
    column, row = divmod(index, BOARD_SIDE)
    return column + int(game[at + X]) - HOME, row + int(game[at + Y]) - HOME


def _write_hand(game: Row, seat: int, kinds: Iterable[int]) -> None:
    ordered = sorted(kinds)
    at = block(seat)
    game[at + N_HAND] = len(ordered)
    game[at + HAND : at + HAND + len(ordered)] = ordered


def _write_pile(game: Row, size_at: int, at: int, cards: Iterable[Card]) -> None:
    kinds = list(map(kind_of, cards))
    game[size_at] = len(kinds)
    game[at : at + len(kinds)] = kinds


def to_state(game: Row) -> State:
    """The state of a game's row; hands and layouts in order."""
    return State(
        hands=tuple(_read_hand(game, seat) for seat in range(int(game[PLAYERS]))),
        deck=_read_pile(game, N_DECK, DECK),
        **_public(game),
    )


def to_view(game: Row, seat: int | None) -> View:
    """The view of a view's row, which shows that seat's hand."""
    seats = range(int(game[PLAYERS]))
    return View(
        seat=seat,
        hands=tuple(
            _read_hand(game, i) if i == seat else int(game[block(i) + N_HAND]) for i in seats
        ),
        deck=int(game[N_DECK]),
        **_public(game),
    )


def _public(game: Row) -> dict[str, Any]:
    blocks = [block(seat) for seat in range(int(game[PLAYERS]))]
    return {
        "round": int(game[ROUND]),
        "first": int(game[FIRST]),
        "turn": int(game[TURN]),
        "phase": PHASES[game[PHASE]],
        "layouts": tuple(read_layout(game, at) for at in blocks),
        "discard": _read_pile(game, N_DISCARD, DISCARD),
        "revealed": _read_pile(game, N_REVEALED, REVEALED_CARDS),
        "owed": int(game[OWED]),
        "totals": tuple(int(game[at + TOTAL]) for at in blocks),
        "closing": bool(game[CLOSING]),
        "over": bool(game[OVER]),
        "reshuffles": int(game[RESHUFFLES]),
    }


def read_layout(game: Row, at: int) -> Layout:
    """The layout at these words, by cells."""
    indices = [i for i in range(BOARD_SIDE**2) if int(game[at + ALL]) >> i & 1]
    return tuple(Placed(_card_on(game, at, i), cell_of(game, at, i)) for i in indices)


def _card_on(game: Row, at: int, index: int) -> Card:
    motif = next(m for m in range(len(MOTIFS)) if int(game[at + BY_MOTIF + m]) >> index & 1)
    value = next(v for v in range(VALUES) if int(game[at + BY_VALUE + v]) >> index & 1)
    return KINDS[motif * VALUES + value]


def _read_hand(game: Row, seat: int) -> tuple[Card, ...]:
    return _read_pile(game, block(seat) + N_HAND, block(seat) + HAND)


def _read_pile(game: Row, size_at: int, at: int) -> tuple[Card, ...]:
    return tuple(KINDS[kind] for kind in game[at : at + int(game[size_at])])


def encode_move(game: Row, move: Move) -> int:
    """The number of a move that the seat on turn makes."""
    match move:
        case Drop(card):
            return _coded(OP_DROP, kind_of(card), 0)
        case Lay(placed) | Swap(placed):
            index = board_index(game, block(int(game[TURN])), placed.cell)
            return _coded(OP_LAY if isinstance(move, Lay) else OP_SWAP, kind_of(placed.card), index)
        case _:
            return _coded(PLAIN_MOVES.index(move), 0, 0)


def decode_move(game: Row, code: int) -> Move:
    """The move of the seat on turn that this number stands for."""
    op, rest = divmod(int(code), 1 << KIND_BITS + CELL_BITS)
    kind, index = divmod(rest, 1 << CELL_BITS)
    if op == OP_DROP:
        return Drop(KINDS[kind])
    if op in (OP_LAY, OP_SWAP):
        placed = Placed(KINDS[kind], cell_of(game, block(int(game[TURN])), index))
        return Lay(placed) if op == OP_LAY else Swap(placed)
    return PLAIN_MOVES[op]


def _coded(op: int, kind: int, index: int) -> int:
    return (op << KIND_BITS | kind) << CELL_BITS | index
