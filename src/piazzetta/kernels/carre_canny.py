"""A canny policy for C'est Carré!: it plays what promises most by the end of its turn.

`carre_promise.py` says what a turn promises. Cards that owe others are laid where they promise most
without these, and owed cards are played one by one.
"""

from piazzetta.kernels.carre import block_of, coded, random_source
from piazzetta.kernels.carre_layout import (
    how_many,
    index_of,
)
from piazzetta.kernels.carre_places import best_laid, best_laid_of_hand, best_swapped
from piazzetta.kernels.carre_promise import (
    NO_CARD,
    NOTHING,
    best_tops,
    denied,
    discarded,
    drop_promise,
    first_promise,
    layout_promise,
    missed,
    owed_promise,
)
from piazzetta.kernels.carre_state import (
    ALL,
    CELL_BITS,
    HAND,
    KIND_BITS,
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
    Row,
)
from piazzetta.kernels.carre_turn import owed_by, place_in_hand
from piazzetta.kernels.carre_weights import FULL, REVEALING, Weights
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng
from piazzetta.rules.carre.state import HAND_SIZE


@kernel
def canny_move(game: Row, scratch: Row, weights: Weights, rng: Rng) -> int:
    """What the policy plays now."""
    phase = game[PHASE]
    if phase == PHASE_SOURCE:
        return canny_source(game, scratch, weights, rng)
    if phase == PHASE_LAY:
        return canny_owed(game, weights)
    if phase == PHASE_DROP:
        return canny_drop(game, weights)
    return canny_placing(game, scratch, weights)


@kernel
def canny_source(game: Row, scratch: Row, weights: Weights, rng: Rng) -> int:
    """Take the top of the discard pile if it promises more than a reveal."""
    if game[N_DISCARD] == 0:
        return random_source(game, rng)
    standing = standing_promise(game, weights)
    kind, top = discarded(game, 0), discarded(game, 1)
    promise, _ = best_place(game, kind, top, standing, scratch, weights)
    return coded(OP_TAKE if promise >= revealing(game, standing, weights) else OP_REVEAL, 0, 0)


@kernel
def canny_placing(game: Row, scratch: Row, weights: Weights) -> int:
    """The revealed card that promises more, in its best place."""
    standing = standing_promise(game, weights)
    best, kind, bit = NOTHING, 0, 0
    for k in range(game[N_REVEALED]):
        card = game[REVEALED_CARDS + k]
        top = left_on_top(game, card)
        promise, place = best_place(game, card, top, standing, scratch, weights)
        if promise > best:
            best, kind, bit = promise, card, place
    return move_to(game, kind, bit)


@kernel
def canny_owed(game: Row, weights: Weights) -> int:
    """The card of the hand that promises most in its best place, the next one not thought of."""
    at = block_of(game[TURN])
    standing = standing_promise(game, weights)
    denial = denied_by_laying(game, discarded(game, 0), weights)
    best, chosen, where = best_laid_of_hand(game, denial, weights)
    before = NO_CARD
    for place in range(game[at + N_HAND]):
        kind = int(game[at + HAND + place])
        if kind != before:
            without = standing - missed(game, kind, weights)
            promise, bit = best_swapped(game, kind, place, without, best, where, weights)
            if promise > best:
                best, chosen, where = promise, kind, bit
        before = kind
    return move_to(game, chosen, where)


@kernel
def canny_drop(game: Row, weights: Weights) -> int:
    """The card that is missed least and helps the next player least; if more must go, the one that
    is best under the next."""
    at = block_of(game[TURN])
    more = game[at + N_HAND] > HAND_SIZE + 1
    top, promise, second = best_tops(game, more, weights)
    if not more:
        return coded(OP_DROP, int(game[at + HAND + top]), 0)
    best, chosen = NOTHING, 0
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        both = (second if place == top else promise) - missed(game, kind, weights)
        if both > best:
            best, chosen = both, int(kind)
    return coded(OP_DROP, chosen, 0)


@kernel
def standing_promise(game: Row, weights: Weights) -> float:
    """What the layout and the hand promise as they are."""
    seat = game[TURN]
    return layout_promise(game, seat, game, block_of(seat), NO_CARD, NO_CARD, 0, weights)


@kernel
def revealing(game: Row, standing: float, weights: Weights) -> float:
    """What two cards from the draw pile promise: as much as usual, whatever is laid."""
    laid = how_many(game[block_of(game[TURN]) + ALL])
    return float(standing + weights[REVEALING + laid])


@kernel
def left_on_top(game: Row, kind: int) -> int:
    """What lies on the discard pile once the card is laid: the other one that was revealed."""
    if game[N_REVEALED] == 2:
        return int(game[REVEALED_CARDS + (1 if game[REVEALED_CARDS] == kind else 0)])
    return discarded(game, 0)


@kernel
def move_to(game: Row, kind: int, bit: int) -> int:
    """Lay the card on a free cell, or swap it in."""
    taken = game[block_of(game[TURN]) + ALL] & bit
    return coded(OP_SWAP if taken else OP_LAY, kind, index_of(bit))


@kernel
def best_place(
    game: Row, kind: int, top: int, standing: float, scratch: Row, weights: Weights
) -> tuple[float, int]:
    """The most that the card promises as the first of the turn, and where."""
    denial = denied_by_laying(game, top, weights)
    best, bit = best_laid(game, kind, NO_CARD, denial, weights)
    if owed_by(game, kind) > 0:
        best = first_promise(game, kind, bit, top, scratch, weights)
    return best_swapped(game, kind, NO_CARD, standing, best, bit, weights)


@kernel
def denied_by_laying(game: Row, top: int, weights: Weights) -> float:
    """What that card on the discard pile costs if the turn ends with one card more laid."""
    complete = how_many(game[block_of(game[TURN]) + ALL]) + 1 >= FULL
    return denied(game, top, complete, weights)


@kernel
def move_promise(game: Row, move: int, scratch: Row, weights: Weights) -> float:
    """What the turn promises after any legal move."""
    op = move >> (KIND_BITS + CELL_BITS)
    kind = (move >> CELL_BITS) & ((1 << KIND_BITS) - 1)
    bit = 1 << (move & ((1 << CELL_BITS) - 1))
    if op in (OP_TAKE, OP_REVEAL):
        standing = standing_promise(game, weights)
        if op == OP_REVEAL:
            return revealing(game, standing, weights)
        top = discarded(game, 1)
        return best_place(game, discarded(game, 0), top, standing, scratch, weights)[0]
    if op == OP_DROP:
        return drop_promise(game, kind, weights)
    if op in (OP_LAY, OP_SWAP):
        if game[PHASE] == PHASE_LAY:
            return owed_promise(game, place_in_hand(game, kind), bit, scratch, weights)
        return first_promise(game, kind, bit, left_on_top(game, kind), scratch, weights)
    return 0.0
