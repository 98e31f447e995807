"""Where one card promises most in C'est Carré!: laid on a free cell, or swapped in.

Cells are compared by what differs between them alone: the zones of the card's motif, and how all
motifs can grow on the cells that are left.
"""

from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_gain import swap_gain, worth, worth_with
from piazzetta.kernels.carre_growth import Rooms, growth, rooms_in
from piazzetta.kernels.carre_layout import (
    how_many,
    kind_on,
    lay_cells,
    motif_on,
    swap_cells,
)
from piazzetta.kernels.carre_promise import (
    MOST_SIZE,
    NO_CARD,
    NOTHING,
    SIZE_BITS,
    again_at,
    closed_promise,
    denied,
    drawn_promise,
    growing,
    grows_at,
    held_at,
    held_promise,
    laid_promise,
    motifs_growing,
    motifs_used,
    points_promise,
    rooms_with,
    shift_for,
    stage_of,
    used_at,
    valued_at,
)
from piazzetta.kernels.carre_state import (
    ALL,
    BY_MOTIF,
    HAND,
    LOWEST,
    N_HAND,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.carre_weights import FULL, Weights
from piazzetta.kernels.jit import kernel

NO_MOTIF = -1


@kernel
def best_laid(
    game: Row, kind: int, spent: int, denial: float, weights: Weights
) -> tuple[float, int]:
    """Where laying the card promises most, and how much if it owes none. `spent`: its place in the
    hand if it comes from there."""
    seat = game[TURN]
    at = block_of(seat)
    motif, value = kind // VALUES, kind % VALUES + LOWEST
    board = game[at + BY_MOTIF + motif]
    cells = lay_cells(game, at)
    laid = how_many(game[at + ALL]) + 1
    stage = stage_of(laid)
    promise = denial + points_promise(game, at) + value
    if laid < FULL:
        used = motifs_used(game, at) + (board == 0)
        held = game[at + N_HAND] - (spent != NO_CARD)
        drawn = max(0, value) if spent == NO_CARD else 0
        promise += laid_promise(game, at, laid, used, stage, weights)
        promise += weights[valued_at(stage, kind)] + drawn_promise(held, drawn, stage, weights)
    else:
        promise += closed_promise(game, seat, weights)
    if laid > FULL:
        return promise, cells & -cells
    best, where = NOTHING, 0
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        change = float(worth_with(board, bit) - worth(board))
        if laid < FULL:
            change += growing(game, seat, game, at, motif, bit, spent, NO_CARD, stage, weights)
        if change > best:
            best, where = change, bit
    return promise + best, where


@kernel
def best_laid_of_hand(game: Row, denial: float, weights: Weights) -> tuple[float, int, int]:
    """The most that laying a card of the hand promises, its kind, and where."""
    seat = game[TURN]
    at = block_of(seat)
    best, chosen, where = NOTHING, 0, 0
    if how_many(game[at + ALL]) + 1 >= FULL:
        for place in range(game[at + N_HAND]):
            kind = int(game[at + HAND + place])
            promise, bit = best_laid(game, kind, place, denial, weights)
            if promise > best:
                best, chosen, where = promise, kind, bit
        return best, chosen, where
    laid = how_many(game[at + ALL]) + 1
    stage, used = stage_of(laid), motifs_used(game, at)
    same = laid_promise(game, at, laid, used, stage, weights)
    new = weights[used_at(stage, used + 1)] - weights[used_at(stage, used)]
    cells = lay_cells(game, at)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        shift, rooms = shift_for(bit), rooms_with(game, at, bit)
        others, sizes = motifs_growing(game, at, NO_MOTIF, bit, rooms, stage, weights)
        before, of_motif, grown, after = NO_CARD, NO_MOTIF, 0.0, 0
        for place in range(game[at + N_HAND]):
            kind = int(game[at + HAND + place])
            if kind == before:
                continue
            before, motif = kind, kind // VALUES
            if motif != of_motif:
                of_motif, board = motif, game[at + BY_MOTIF + motif]
                size, places = growth((board | bit) << shift, rooms)
                grown = others + worth_with(board, bit) - worth(board)
                grown += weights[grows_at(stage, size, places)]
                if board:
                    grown -= weights[grows_at(stage, *growth(board << shift, rooms))]
                else:
                    grown += new
                after = sizes & ~(MOST_SIZE << SIZE_BITS * motif) | size << SIZE_BITS * motif
            promise = grown + kind % VALUES + LOWEST + weights[valued_at(stage, kind)]
            promise += held_promise(game, seat, after, place, NO_CARD, stage, weights)
            if promise > best:
                best, chosen, where = promise, kind, bit
    return best + denial + points_promise(game, at) + same, chosen, where


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
    cells = swap_cells(game, at, kind)
    if cells == 0:
        return best, where
    laid = how_many(game[at + ALL])
    stage = stage_of(laid)
    motif = kind // VALUES
    board = game[at + BY_MOTIF + motif]
    rooms = rooms_in(lay_cells(game, at))
    alone = 0.0
    if laid < FULL:
        alone = one_growing(game, at, motif, board, rooms, spent, stage, weights)
    while cells:
        bit = cells & -cells
        cells &= cells - 1
        promise = standing + swap_gain(game, at, kind, bit)
        if laid < FULL:
            if board & bit:
                promise += weights[valued_at(stage, kind)]
                promise -= weights[valued_at(stage, kind_on(game, at, bit))]
            else:
                grown = one_growing(game, at, motif, board | bit, rooms, spent, stage, weights)
                promise += grown - alone
                promise += loser_change(game, at, bit, board == 0, rooms, spent, stage, weights)
        if promise > best:
            promise += denied(game, kind_on(game, at, bit), laid >= FULL, weights)
            if promise > best:
                best, where = promise, bit
    return best, where


@kernel
def loser_change(
    game: Row,
    at: int,
    bit: int,
    new: bool,
    rooms: Rooms,
    spent: int,
    stage: int,
    weights: Weights,
) -> float:
    """What changes for the motif that loses the card there, and by how many motifs are used then.
    `new`: whether the motif that comes is a new one."""
    loser = motif_on(game, at, bit)
    board = game[at + BY_MOTIF + loser]
    change = one_growing(game, at, loser, board & ~bit, rooms, spent, stage, weights)
    change -= one_growing(game, at, loser, board, rooms, spent, stage, weights)
    gone = board == bit
    if new != gone:
        used = motifs_used(game, at)
        change += weights[used_at(stage, used + new - gone)] - weights[used_at(stage, used)]
    return change


@kernel
def one_growing(
    game: Row,
    at: int,
    motif: int,
    board: int,
    rooms: Rooms,
    spent: int,
    stage: int,
    weights: Weights,
) -> float:
    """What a motif and the cards held of it promise if it lies like that."""
    size, places = growth(board, rooms)
    held = held_of_motif(game, at, motif, size, spent, stage, weights)
    return held + weights[grows_at(stage, size, places)] if board else held


@kernel
def held_of_motif(
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
