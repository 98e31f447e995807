"""A canny policy for C'est Carré!: it plays what promises most by the end of its turn.

`carre_promise.py` says what a turn promises. Cards that owe others are laid where they promise most
without these, and owed cards are played one by one.
"""

from piazzetta.kernels.carre import block_of, coded, random_source
from piazzetta.kernels.carre_gain import (
    WORTH,
    pattern_with,
    swap_gain,
)
from piazzetta.kernels.carre_layout import (
    HOME_BIT,
    N_MOTIFS,
    how_many,
    index_of,
    kind_on,
    lay_cells,
    motif_on,
    pattern_at,
    swap_cells,
)
from piazzetta.kernels.carre_promise import (
    LARGEST,
    NO_CARD,
    NOTHING,
    closed_promise,
    denied,
    discarded,
    drawn_promise,
    drop_promise,
    first_promise,
    held_at,
    layout_promise,
    missed,
    owed_promise,
    size_for,
    stage_of,
    used_at,
    values_of,
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
from piazzetta.kernels.carre_turn import owed_by, place_in_hand
from piazzetta.kernels.carre_weights import FULL, LAID, REVEALING, Weights
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng


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
    best, move, before = NOTHING, 0, NO_CARD
    standing = standing_promise(game, weights)
    denial = denied_by_laying(game, discarded(game, 0), weights)
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind != before:
            promise, bit = best_laid(game, kind, place, denial, weights)
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
def best_laid(
    game: Row, kind: int, spent: int, denial: float, weights: Weights
) -> tuple[float, int]:
    """Where laying the card promises most, and how much if it owes none. `spent`: its place in the
    hand if it comes from there."""
    seat = game[TURN]
    at = block_of(seat)
    motif, value = kind // VALUES, kind % VALUES + LOWEST
    laid = how_many(game[at + ALL]) + 1
    best, where = best_cell(game, motif, laid, spent, weights)
    best += values_of(game, at) + value + denial
    used = 0
    for other in range(N_MOTIFS):
        pattern = pattern_at(game[at + BY_MOTIF + other], HOME_BIT)
        used += pattern != 0 or other == motif
        if other != motif:
            best += WORTH[pattern]
    if laid >= FULL:
        return best + closed_promise(game, seat, weights), where
    stage = stage_of(laid)
    for place in range(game[at + N_HAND]):
        one = game[at + HAND + place]
        if one // VALUES != motif:
            best += weights[held_at(stage, size_for(game, at, one // VALUES), one)]
    best += weights[LAID + laid] + weights[used_at(stage, used)]
    drawn = max(0, value) if spent == NO_CARD else 0
    return best + drawn_promise(game[at + N_HAND], drawn, stage, weights), where


@kernel
def best_cell(game: Row, motif: int, laid: int, spent: int, weights: Weights) -> tuple[float, int]:
    """Where a card of the motif makes the zones and the hand of that motif promise most, and how
    much; nothing else depends on the cell. `laid`: how many cards there are then."""
    at = block_of(game[TURN])
    board = game[at + BY_MOTIF + motif]
    best, where, size, waiting = NOTHING, 0, NO_CARD, 0.0
    cells = lay_cells(game, at)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        pattern = pattern_with(board, bit) if laid <= FULL else pattern_at(board, HOME_BIT)
        if laid < FULL and LARGEST[pattern] != size:
            size = LARGEST[pattern]
            waiting = held_promise(game, at, motif, size, spent, stage_of(laid), weights)
        promise = WORTH[pattern] + waiting
        if promise > best:
            best, where = promise, bit
    return best, where


@kernel
def held_promise(
    game: Row, at: int, motif: int, size: int, spent: int, stage: int, weights: Weights
) -> float:
    """What the cards held of that motif promise if its largest zone has that size."""
    promise = 0.0
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind // VALUES == motif and place != spent:
            promise += weights[held_at(stage, size, kind)]
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
    if board & bit or laid >= FULL:
        return gain
    loser = motif_on(game, at, bit)
    other = game[at + BY_MOTIF + loser]
    stage = stage_of(laid)
    gain += size_change(game, at, motif, board | bit, spent, stage, weights)
    gain += size_change(game, at, loser, other & ~bit, spent, stage, weights)
    if (board == 0) != (other == bit):
        used = 0
        for one in range(N_MOTIFS):
            used += game[at + BY_MOTIF + one] != 0
        after = used + (board == 0) - (other == bit)
        gain += weights[used_at(stage, after)] - weights[used_at(stage, used)]
    return gain


@kernel
def size_change(
    game: Row, at: int, motif: int, after: int, spent: int, stage: int, weights: Weights
) -> float:
    """What the cards held of a motif promise more once its cards lie like that."""
    old, new = size_for(game, at, motif), LARGEST[pattern_at(after, HOME_BIT)]
    if old == new:
        return 0.0
    before = held_promise(game, at, motif, old, spent, stage, weights)
    return held_promise(game, at, motif, new, spent, stage, weights) - before


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
