"""A canny policy for C'est Carré!: it plays what promises most by the end of its turn.

`carre_promise.py` says what a turn promises. Cards that owe others are laid where they promise most
without these, and owed cards are played one by one.
"""

from piazzetta.kernels.carre import block_of, coded, random_source
from piazzetta.kernels.carre_gain import (
    swap_gain,
)
from piazzetta.kernels.carre_layout import (
    N_MOTIFS,
    copy_layout,
    how_many,
    index_of,
    kind_on,
    lay_cells,
    motif_on,
    put,
    swap_cells,
)
from piazzetta.kernels.carre_promise import (
    NO_CARD,
    NOTHING,
    again_at,
    denied,
    discarded,
    drop_promise,
    first_promise,
    grows_at,
    growth,
    held_at,
    layout_promise,
    missed,
    owed_promise,
    stage_of,
    used_at,
    valued_at,
)
from piazzetta.kernels.carre_state import (
    ALL,
    BY_MOTIF,
    CELL_BITS,
    HAND,
    KIND_BITS,
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
from piazzetta.kernels.carre_turn import TRIAL, owed_by, place_in_hand
from piazzetta.kernels.carre_weights import FULL, REVEALING, Weights
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng


@kernel
def canny_move(game: Row, scratch: Row, weights: Weights, rng: Rng) -> int:
    """What the policy plays now."""
    phase = game[PHASE]
    if phase == PHASE_SOURCE:
        return canny_source(game, scratch, weights, rng)
    if phase == PHASE_LAY:
        return canny_owed(game, scratch, weights)
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
def canny_owed(game: Row, scratch: Row, weights: Weights) -> int:
    """The card of the hand that promises most in its best place, the next one not thought of."""
    at = block_of(game[TURN])
    best, move, before = NOTHING, 0, NO_CARD
    standing = standing_promise(game, weights)
    denial = denied_by_laying(game, discarded(game, 0), weights)
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind != before:
            promise, bit = best_laid(game, kind, place, denial, scratch, weights)
            without = standing - missed(game, kind, weights)
            promise, bit = best_swapped(game, kind, place, without, promise, bit, weights)
            if promise > best:
                best, move = promise, move_to(game, kind, bit)
        before = kind
    return move


@kernel
def canny_drop(game: Row, weights: Weights) -> int:
    """The card that is missed least and helps the next player least."""
    at = block_of(game[TURN])
    best, chosen = NOTHING, 0
    for place in range(game[at + N_HAND]):
        promise = drop_promise(game, game[at + HAND + place], weights)
        if promise > best:
            best, chosen = promise, int(game[at + HAND + place])
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
    best, bit = best_laid(game, kind, NO_CARD, denial, scratch, weights)
    if owed_by(game, kind) > 0:
        best = first_promise(game, kind, bit, top, scratch, weights)
    return best_swapped(game, kind, NO_CARD, standing, best, bit, weights)


@kernel
def denied_by_laying(game: Row, top: int, weights: Weights) -> float:
    """What that card on the discard pile costs if the turn ends with one card more laid."""
    complete = how_many(game[block_of(game[TURN]) + ALL]) + 1 >= FULL
    return denied(game, top, complete, weights)


@kernel
def best_laid(
    game: Row, kind: int, spent: int, denial: float, scratch: Row, weights: Weights
) -> tuple[float, int]:
    """Where laying the card promises most, and how much if it owes none. `spent`: its place in the
    hand if it comes from there."""
    seat = game[TURN]
    at = block_of(seat)
    drawn = max(0, kind % VALUES + LOWEST) if spent == NO_CARD else 0
    best, where = NOTHING, 0
    cells = lay_cells(game, at)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        copy_layout(game, at, scratch, TRIAL)
        put(scratch, TRIAL, kind, bit)
        promise = layout_promise(game, seat, scratch, TRIAL, spent, NO_CARD, drawn, weights)
        if promise > best:
            best, where = promise, bit
    return best + denial, where


@kernel
def held_promise(
    game: Row, at: int, motif: int, size: int, spent: int, stage: int, weights: Weights
) -> float:
    """What the cards held of that motif promise if they can make a zone of that size."""
    promise, again = 0.0, 0.0
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind // VALUES == motif and place != spent:
            promise += weights[held_at(stage, size, kind)] + again
            again = weights[again_at(stage, size)]
    return promise


@kernel
def best_swapped(
    game: Row,
    kind: int,
    spent: int,
    standing: float,
    best: float,
    where: int,
    weights: Weights,
) -> tuple[float, int]:
    """The same if swapping the card in promises more than that."""
    at = block_of(game[TURN])
    complete = how_many(game[at + ALL]) >= FULL
    cells = swap_cells(game, at, kind)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        promise = standing + swap_change(game, at, kind, bit, spent, weights)
        if promise > best:
            promise += denied(game, kind_on(game, at, bit), complete, weights)
            if promise > best:
                best, where = promise, bit
    return best, where


@kernel
def swap_change(game: Row, at: int, kind: int, bit: int, spent: int, weights: Weights) -> float:
    """What a swap changes in what the layout and the hand promise."""
    motif = kind // VALUES
    board = game[at + BY_MOTIF + motif]
    gain = float(swap_gain(game, at, kind, bit))
    laid = how_many(game[at + ALL])
    if laid >= FULL:
        return gain
    stage = stage_of(laid)
    if board & bit:
        before = weights[valued_at(stage, kind_on(game, at, bit))]
        return float(gain + weights[valued_at(stage, kind)] - before)
    loser = motif_on(game, at, bit)
    other = game[at + BY_MOTIF + loser]
    gain += growth_change(game, at, motif, board | bit, spent, stage, weights)
    gain += growth_change(game, at, loser, other & ~bit, spent, stage, weights)
    if (board == 0) != (other == bit):
        used = 0
        for one in range(N_MOTIFS):
            used += game[at + BY_MOTIF + one] != 0
        after = used + (board == 0) - (other == bit)
        gain += weights[used_at(stage, after)] - weights[used_at(stage, used)]
    return gain


@kernel
def growth_change(
    game: Row, at: int, motif: int, after: int, spent: int, stage: int, weights: Weights
) -> float:
    """What a motif and the cards held of it promise more once its cards lie like that."""
    cells = lay_cells(game, at)
    board = game[at + BY_MOTIF + motif]
    old, old_rooms = growth(board, cells)
    new, new_rooms = growth(after, cells)
    change = 0.0
    if board:
        change -= weights[grows_at(stage, old, old_rooms)]
    if after:
        change += weights[grows_at(stage, new, new_rooms)]
    if old == new:
        return change
    before = held_promise(game, at, motif, old, spent, stage, weights)
    return change + held_promise(game, at, motif, new, spent, stage, weights) - before


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
