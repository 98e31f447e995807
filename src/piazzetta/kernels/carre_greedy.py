"""The greedy policy of C'est Carré!: the own layout that scores most at the end of the turn.

    A move is worth what the layout scores (values and zones) at the end of the turn, if the cards
    that are still owed after it are played one by one, each where it gains the most at once: the
    first such move in the order of the rules. A zone of nine is worth NINE_WORTH, for it wins.

    take      what the card gains in its best place
    reveal    the better one of two cards, on average over all pairs of cards that the player does
              not see; over those of the discard pile if the draw pile is empty
    drop      changes no layout, so that all are equal

Among equals it takes any, at random. Gains are counted from the layout before the move, in whole
numbers, so that equal means equal.
"""

import numpy as np

from piazzetta.kernels.carre import (
    N_KINDS,
    block_of,
    coded,
    playable_kinds,
    random_move,
    random_source,
)
from piazzetta.kernels.carre_layout import (
    ABOVE,
    HOME_BIT,
    LEFT,
    NINE,
    SQUARE,
    ZONE_POINTS,
    copy_layout,
    index_of,
    lay_cells,
    motif_on,
    pattern_at,
    put,
    swap_cells,
)
from piazzetta.kernels.carre_state import (
    ALL,
    BOARD_SIDE,
    BY_MOTIF,
    BY_VALUE,
    DECK,
    DISCARD,
    HAND,
    IS_VIEW,
    LAYOUT_WORDS,
    LOWEST,
    N_DECK,
    N_DISCARD,
    N_HAND,
    N_POOL,
    OP_LAY,
    OP_REVEAL,
    OP_SWAP,
    OP_TAKE,
    OWED,
    PHASE,
    PHASE_DROP,
    PHASE_LAY,
    PHASE_SOURCE,
    PLAYERS,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng, below

NINE_WORTH = 1000
LEAST = -(1 << 30)
"""Less than any gain."""

# Words to work on: a layout to try things on, and for each kind its gain and how many are unseen.
TRIAL = 0
GAINS = LAYOUT_WORDS
COUNTS = GAINS + N_KINDS
SCRATCH_WORDS = COUNTS + N_KINDS

WORTH = ZONE_POINTS.copy()
WORTH[NINE] = NINE_WORTH


def new_scratch() -> Row:
    """Words to work on, for use from Python."""
    return np.zeros(SCRATCH_WORDS, np.int64)


@kernel
def greedy_move(game: Row, scratch: Row, rng: Rng) -> int:
    """The move that gains the most, in a game or a view of the seat on turn."""
    if game[PHASE] == PHASE_DROP:
        return random_move(game, rng)
    if game[PHASE] == PHASE_SOURCE:
        return greedy_source(game, scratch, rng)
    return greedy_placing(game, scratch, rng)


@kernel
def greedy_source(game: Row, scratch: Row, rng: Rng) -> int:
    """Take or reveal, whichever gains more."""
    if game[N_DISCARD] == 0:
        return random_source(game, rng)
    top = game[DISCARD + game[N_DISCARD] - 1]
    better = compare_reveal(game, card_gain(game, top, scratch), scratch)
    if better == 0:
        return random_source(game, rng)
    return coded(OP_REVEAL if better > 0 else OP_TAKE, 0, 0)


@kernel
def greedy_placing(game: Row, scratch: Row, rng: Rng) -> int:
    """Every place of every card that may be played, by its gain."""
    at = block_of(game[TURN])
    kinds = playable_kinds(game)
    lays = lay_cells(game, at)
    best, equals, chosen = LEAST, 0, 0
    while kinds:
        kind = index_of(kinds & -kinds)
        kinds &= kinds - 1
        for op in (OP_LAY, OP_SWAP):
            cells = lays if op == OP_LAY else swap_cells(game, at, kind)
            while cells:
                bit = cells & -cells
                cells &= cells - 1
                gain = move_gain(game, kind, bit, scratch)
                if gain > best:
                    best, equals = gain, 0
                if gain == best:
                    equals += 1
                    if below(rng, equals) == 0:
                        chosen = coded(op, kind, index_of(bit))
    return chosen


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
        copy_layout(game, at, scratch, TRIAL)
        put(scratch, TRIAL, kind, bit)
        gain += owed_gain(game, scratch, owed, spent)
    return gain


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
    gain = 0
    if owed == 2:
        first = best_in_hand(game, scratch, spent, -1)
        kind = int(game[block_of(game[TURN]) + HAND + first])
        gain = best_gain(scratch, TRIAL, kind, lay_cells(scratch, TRIAL))
        put(scratch, TRIAL, kind, first_place(scratch, TRIAL, kind, gain))
        last = best_in_hand(game, scratch, spent, first)
    else:
        last = best_in_hand(game, scratch, spent, -1)
    kind = int(game[block_of(game[TURN]) + HAND + last])
    return gain + best_gain(scratch, TRIAL, kind, lay_cells(scratch, TRIAL))


@kernel
def best_in_hand(game: Row, scratch: Row, spent: int, also_spent: int) -> int:
    """Which card of the hand gains the most on the trial layout; the first of several."""
    at = block_of(game[TURN])
    cells = lay_cells(scratch, TRIAL)
    best, chosen = LEAST, 0
    for place in range(game[at + N_HAND]):
        if place not in (spent, also_spent):
            gain = best_gain(scratch, TRIAL, game[at + HAND + place], cells)
            if gain > best:
                best, chosen = gain, place
    return chosen


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


@kernel
def worth(board: int) -> int:
    """What the cards of one motif are worth in the home."""
    return int(WORTH[pattern_at(board, HOME_BIT)])


@kernel
def worth_with(board: int, bit: int) -> int:
    """The same with one more card, which may lie to the left of the home or above."""
    first = HOME_BIT
    if bit & LEFT:
        first -= BOARD_SIDE
    elif bit & ABOVE:
        first -= 1
    return int(WORTH[pattern_at(board | bit, first)])


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
    best = 0
    while cells:
        best = max(best, worth_with(board, cells & -cells))
        cells &= cells - 1
    return best - worth(board)


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
def card_gain(game: Row, kind: int, scratch: Row) -> int:
    """The most that the card can gain by the end of the turn, as the first card of it."""
    at = block_of(game[TURN])
    cells = lay_cells(game, at)
    owed = owed_by(game, kind)
    if owed <= 0:
        return best_gain(game, at, kind, cells)
    best = best_swap(game, at, kind)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        copy_layout(game, at, scratch, TRIAL)
        put(scratch, TRIAL, kind, bit)
        gain = lay_gain(game, at, kind, bit) + owed_gain(game, scratch, owed, -1)
        best = max(best, gain)
    return best


@kernel
def compare_reveal(game: Row, taken: int, scratch: Row) -> int:
    """Whether revealing gains more (1), less (-1) or just as much (0) as what is taken."""
    count_unseen(game, scratch)
    total = 0
    for kind in range(N_KINDS):
        if scratch[COUNTS + kind]:
            total += scratch[COUNTS + kind]
            scratch[GAINS + kind] = card_gain(game, kind, scratch)
    if total == 1:
        total, gains = 2, 2 * only_gain(scratch)
    else:
        gains = pair_gains(scratch)
    pairs = total * (total - 1)
    return int(gains > taken * pairs) - int(gains < taken * pairs)


@kernel
def count_unseen(game: Row, scratch: Row) -> None:
    """How many cards of each kind the reveal may turn up, as far as the player knows."""
    for kind in range(N_KINDS):
        scratch[COUNTS + kind] = 0
    if game[N_DECK] == 0:
        count_cards(game, DISCARD, game[N_DISCARD], scratch)
    elif game[IS_VIEW]:
        count_cards(game, DECK, game[N_POOL], scratch)
    else:
        count_cards(game, DECK, game[N_DECK], scratch)
        for seat in range(game[PLAYERS]):
            if seat != game[TURN]:
                at = block_of(seat)
                count_cards(game, at + HAND, game[at + N_HAND], scratch)


@kernel
def count_cards(game: Row, at: int, size: int, scratch: Row) -> None:
    """Count the cards of a pile by kind."""
    for i in range(size):
        scratch[COUNTS + game[at + i]] += 1


@kernel
def only_gain(scratch: Row) -> int:
    """The gain of the one card there is."""
    kind = 0
    while scratch[COUNTS + kind] == 0:
        kind += 1
    return int(scratch[GAINS + kind])


@kernel
def pair_gains(scratch: Row) -> int:
    """The better gain of a pair, summed over all ordered pairs of the cards counted.

    A card is the better one, in either order, of its pairs with lesser cards; pairs of equals count
    for one half at each of their two cards.
    """
    gains = 0
    for kind in range(N_KINDS):
        count = scratch[COUNTS + kind]
        if count:
            gain = scratch[GAINS + kind]
            better_in = -1
            for other in range(N_KINDS):
                other_gain = scratch[GAINS + other]
                twice = int(other_gain < gain) + int(other_gain <= gain)
                better_in += scratch[COUNTS + other] * twice
            gains += gain * count * better_in
    return gains
