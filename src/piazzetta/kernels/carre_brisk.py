"""A brisk policy for C'est Carré!: no weaker than the greedy one, and many times faster.

It differs where greedy thinks long. It takes the top of the discard pile if that gains what a
reveal may gain (`USUAL_GAIN`), without going through what may be revealed; it lays a card that
owes others only where the card itself gains most; it plays owed cards one by one; of the hand it
drops what would gain least; and a card that it draws is worth half a point to it. So its worths are
counted in half points.
"""

from piazzetta.kernels.carre import block_of, coded, random_source
from piazzetta.kernels.carre_gain import (
    LEAST,
    best_gain,
    best_lay,
    best_swap,
    first_place,
    lay_gain,
    swap_gain,
)
from piazzetta.kernels.carre_layout import index_of, lay_cells, swap_cells
from piazzetta.kernels.carre_state import (
    ALL,
    BY_MOTIF,
    DISCARD,
    HAND,
    LOWEST,
    N_DISCARD,
    N_HAND,
    N_REVEALED,
    OP_DROP,
    OP_LAY,
    OP_REVEAL,
    OP_SWAP,
    OP_TAKE,
    PHASE,
    PHASE_DROP,
    PHASE_LAY,
    PHASE_SOURCE,
    REVEALED_CARDS,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.carre_turn import owed_by, owed_gain_after
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng

USUAL_GAIN = 4
"""Points: a little more than a reveal gains on average, whatever is laid."""


@kernel
def brisk_move(game: Row, scratch: Row, rng: Rng) -> int:
    """What the policy plays now."""
    phase = game[PHASE]
    if phase == PHASE_SOURCE:
        return brisk_source(game, scratch, rng)
    if phase == PHASE_LAY:
        return brisk_owed(game)
    if phase == PHASE_DROP:
        return brisk_drop(game)
    return brisk_placing(game, scratch)


@kernel
def brisk_source(game: Row, scratch: Row, rng: Rng) -> int:
    """Take what gains at least the usual, else reveal."""
    if game[N_DISCARD] == 0:
        return random_source(game, rng)
    worth, _ = best_place(game, game[DISCARD + game[N_DISCARD] - 1], scratch)
    return coded(OP_TAKE if worth >= 2 * USUAL_GAIN else OP_REVEAL, 0, 0)


@kernel
def brisk_placing(game: Row, scratch: Row) -> int:
    """The revealed card that is worth more."""
    worth, move = best_place(game, game[REVEALED_CARDS], scratch)
    if game[N_REVEALED] == 2:
        other_worth, other_move = best_place(game, game[REVEALED_CARDS + 1], scratch)
        if other_worth > worth:
            return other_move
    return move


@kernel
def best_place(game: Row, kind: int, scratch: Row) -> tuple[int, int]:
    """The most that the card is worth as the first of a turn, and the move that does it."""
    at = block_of(game[TURN])
    value = kind % VALUES + LOWEST
    owed = owed_by(game, kind)
    if owed > 0:
        gain, move = best_owing_place(game, at, kind, owed, scratch)
        return 2 * gain, move
    swapped = best_swap(game, at, kind)
    laid = value + best_lay(game, at, game[at + BY_MOTIF + kind // VALUES], lay_cells(game, at))
    if 2 * swapped > 2 * laid + value:
        return 2 * swapped, move_to(game, at, kind, first_swap(game, at, kind, swapped))
    return 2 * laid + value, move_to(game, at, kind, first_place(game, at, kind, laid))


@kernel
def first_swap(game: Row, at: int, kind: int, gain: int) -> int:
    """Where swapping the card in gains that much."""
    cells = swap_cells(game, at, kind)
    while swap_gain(game, at, kind, cells & -cells) != gain:
        cells &= cells - 1
    return cells & -cells


@kernel
def best_owing_place(game: Row, at: int, kind: int, owed: int, scratch: Row) -> tuple[int, int]:
    """The most that a card gains that brings others along, laid or swapped in."""
    best = best_swap(game, at, kind)
    move = -1
    cells = lay_cells(game, at)
    top = kind % VALUES + LOWEST + best_lay(game, at, game[at + BY_MOTIF + kind // VALUES], cells)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        if lay_gain(game, at, kind, bit) == top:
            gain = top + owed_gain_after(game, kind, bit, scratch, owed, -1)
            if gain > best:
                best, move = gain, move_to(game, at, kind, bit)
    if move < 0:
        move = move_to(game, at, kind, first_place(game, at, kind, best))
    return best, move


@kernel
def move_to(game: Row, at: int, kind: int, bit: int) -> int:
    """Lay the card on a free cell, or swap it in."""
    return coded(OP_SWAP if game[at + ALL] & bit else OP_LAY, kind, index_of(bit))


@kernel
def brisk_owed(game: Row) -> int:
    """The card of the hand that gains most at once."""
    at = block_of(game[TURN])
    cells = lay_cells(game, at)
    best, chosen = LEAST, 0
    for place in range(game[at + N_HAND]):
        gain = best_gain(game, at, game[at + HAND + place], cells)
        if gain > best:
            best, chosen = gain, int(game[at + HAND + place])
    return move_to(game, at, chosen, first_place(game, at, chosen, best))


@kernel
def brisk_drop(game: Row) -> int:
    """The card of the hand that would gain least."""
    at = block_of(game[TURN])
    cells = lay_cells(game, at)
    least, chosen = -LEAST, 0
    for place in range(game[at + N_HAND]):
        gain = best_gain(game, at, game[at + HAND + place], cells)
        if gain < least:
            least, chosen = gain, int(game[at + HAND + place])
    return coded(OP_DROP, chosen, 0)
