"""What a card gains in C'est Carré! by the end of the turn, the cards owed for it included.

Cards that are owed are taken to be played one by one, each where it gains the most at once: the
first such move in the order of the rules.
"""

from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_gain import (
    LEAST,
    MOST_WORTH,
    best_gain,
    best_lay,
    best_swap,
    first_place,
    lay_gain,
    lowest_value,
    swap_gain,
    worth,
)
from piazzetta.kernels.carre_layout import copy_layout, how_many, lay_cells, put
from piazzetta.kernels.carre_state import (
    ALL,
    BY_MOTIF,
    HAND,
    LOWEST,
    N_HAND,
    OWED,
    PHASE,
    PHASE_LAY,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.jit import kernel

TRIAL = 0
"""Where in the scratch words a layout stands to try things on."""


@kernel
def move_gain(game: Row, kind: int, bit: int, scratch: Row) -> int:
    """What laying or swapping in the card gains by the end of the turn."""
    at = block_of(game[TURN])
    swap = game[at + ALL] & bit != 0
    gain = swap_gain(game, at, kind, bit) if swap else lay_gain(game, at, kind, bit)
    if game[PHASE] == PHASE_LAY:
        owed, spent = int(game[OWED]) - 1, place_in_hand(game, kind)
    else:
        owed, spent = 0 if swap else owed_by(game, kind), -1
    if owed > 0:
        gain += owed_gain_after(game, kind, bit, scratch, owed, spent)
    return gain


@kernel
def owed_gain_after(game: Row, kind: int, bit: int, scratch: Row, owed: int, spent: int) -> int:
    """What the cards owed gain once the card lies on the cell."""
    copy_layout(game, block_of(game[TURN]), scratch, TRIAL)
    put(scratch, TRIAL, kind, bit)
    return owed_gain(game, scratch, owed, spent)


@kernel
def owed_by(game: Row, kind: int) -> int:
    """C-NEGATIVE: how many cards are owed once this one is laid."""
    return min(-(kind % VALUES + LOWEST), int(game[block_of(game[TURN]) + N_HAND]))


@kernel
def place_in_hand(game: Row, kind: int) -> int:
    """Which card of the hand, counted from 0, is the first of that kind."""
    at = block_of(game[TURN]) + HAND
    place = 0
    while game[at + place] != kind:
        place += 1
    return place


@kernel
def owed_gain(game: Row, scratch: Row, owed: int, spent: int) -> int:
    """What one or two cards of the hand gain on the trial layout, without the one spent."""
    gain, place = best_in_hand(game, scratch, spent, -1)
    if owed == 1:
        return gain
    kind = int(game[block_of(game[TURN]) + HAND + place])
    put(scratch, TRIAL, kind, first_place(scratch, TRIAL, kind, gain))
    return gain + best_in_hand(game, scratch, spent, place)[0]


@kernel
def best_in_hand(game: Row, scratch: Row, spent: int, also_spent: int) -> tuple[int, int]:
    """The most that a card of the hand gains on the trial layout, and the first such card."""
    at = block_of(game[TURN])
    cells = lay_cells(scratch, TRIAL)
    best, chosen = LEAST, 0
    for place in range(game[at + N_HAND]):
        if place not in (spent, also_spent):
            gain = best_gain(scratch, TRIAL, game[at + HAND + place], cells)
            if gain > best:
                best, chosen = gain, place
    return best, chosen


@kernel
def card_gain(game: Row, kind: int, scratch: Row) -> int:
    """The most that the card can gain by the end of the turn, as the first card of it."""
    at = block_of(game[TURN])
    cells = lay_cells(game, at)
    owed = owed_by(game, kind)
    if owed <= 0:
        return best_gain(game, at, kind, cells)
    best = best_swap(game, at, kind)
    most = most_owed(game, kind, owed)
    top = kind % VALUES + LOWEST + best_lay(game, at, game[at + BY_MOTIF + kind // VALUES], cells)
    # The promising places first, so that there is seldom need to try the others.
    for promising in (True, False):
        left = cells
        while left:
            bit = left & -left
            left &= left - 1
            gain = lay_gain(game, at, kind, bit)
            if (gain == top) == promising and gain + most > best:
                best = max(best, gain + owed_gain_after(game, kind, bit, scratch, owed, -1))
    return best


@kernel
def gain_bounds(game: Row, kind: int) -> tuple[int, int]:
    """The least and the most that `card_gain` can be for a card that may owe others."""
    at = block_of(game[TURN])
    owed = owed_by(game, kind)
    swap = best_swap(game, at, kind)
    board = game[at + BY_MOTIF + kind // VALUES]
    laid = kind % VALUES + LOWEST + best_lay(game, at, board, lay_cells(game, at))
    if owed <= 0:
        return max(swap, laid), max(swap, laid)
    least, most = laid + least_owed(game, owed), laid + most_owed(game, kind, owed)
    return max(swap, least), max(swap, most)


@kernel
def least_owed(game: Row, owed: int) -> int:
    """What owed cards gain at least: the values of the best in hand, for a zone loses nothing."""
    at = block_of(game[TURN])
    best = second = LEAST
    for place in range(game[at + N_HAND]):
        value = game[at + HAND + place] % VALUES + LOWEST
        if value > best:
            best, second = value, best
        elif value > second:
            second = value
    return best + second if owed == 2 else best


@kernel
def most_owed(game: Row, kind: int, owed: int) -> int:
    """More than this no owed cards can gain once the card is laid, wherever it lies.

    All cards of a motif in one zone are the most that zones can be worth. Of two owed cards of one
    motif, each is given at least half of what both can bring.
    """
    at = block_of(game[TURN])
    best = second = LEAST
    for place in range(game[at + N_HAND]):
        most = most_in_hand(game, kind, owed, game[at + HAND + place])
        if most > best:
            best, second = most, best
        elif most > second:
            second = most
    return best + second if owed == 2 else best


@kernel
def most_in_hand(game: Row, kind: int, owed: int, held: int) -> int:
    """The part of this card of the hand in what the owed cards can gain."""
    at = block_of(game[TURN])
    board = game[at + BY_MOTIF + held // VALUES]
    size = how_many(board)
    lowest = VALUES if board == 0 else lowest_value(game, at, board)
    if held // VALUES == kind // VALUES:
        size += 1
        lowest = min(lowest, kind % VALUES)
    zone = MOST_WORTH[size + 1] - worth(board)
    if owed == 2:
        zone = max(zone, (MOST_WORTH[size + 2] - worth(board) + 1) // 2)
    return int(max(max(held % VALUES + LOWEST, 0) + zone, held % VALUES - lowest))
