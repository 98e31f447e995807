"""What a turn of C'est Carré! promises: its points now, and what they are likely to grow into.

    points now + cards laid, by value + motifs used, by how they can grow
               + each card held, by the zone that it can make + cards to be drawn
               - what the next player makes of the discard pile

What each part weighs is in `carre_weights.py`, in points.
"""

from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_gain import WORTH, best_gain, first_place
from piazzetta.kernels.carre_growth import Rooms, growth, rooms_in
from piazzetta.kernels.carre_layout import (
    ABOVE,
    HOME_BIT,
    LEFT,
    N_MOTIFS,
    cells_beside,
    copy_layout,
    how_many,
    kind_on,
    lay_cells,
    pattern_at,
    put,
)
from piazzetta.kernels.carre_state import (
    ALL,
    BOARD_SIDE,
    BY_MOTIF,
    BY_VALUE,
    CLOSING,
    DISCARD,
    FIRST,
    HAND,
    LOWEST,
    N_DISCARD,
    N_HAND,
    OWED,
    PLAYERS,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.carre_turn import TRIAL, best_in_hand, owed_by
from piazzetta.kernels.carre_weights import (
    AGAIN,
    CLOSED,
    DENIED,
    DRAWN,
    EFFECTS,
    FULL,
    GAINS,
    GROWS,
    HELD,
    LAID,
    LEAST_GAIN,
    OVERDRAWN,
    ROOMS,
    SIZES,
    STAGES,
    USED,
    VALUED,
    Weights,
)
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.state import HAND_SIZE

NO_CARD = -1
NOTHING = -1.0e9
"""Less than any promise."""
SIZE_BITS = 4
"""For the size of a zone, where those of all motifs are in one number."""
MOST_SIZE = (1 << SIZE_BITS) - 1


@kernel
def stage_of(cards: int) -> int:
    """How far a layout of so many cards is; the same for none as for one."""
    return min(max(cards, 1), STAGES) - 1


@kernel
def held_at(stage: int, size: int, kind: int) -> int:
    """Which weight a card held has that could make a zone of that size."""
    return HELD + (stage * SIZES + size - 1) * VALUES + kind % VALUES


@kernel
def used_at(stage: int, motifs: int) -> int:
    """Which weight it has that so many motifs lie in the layout."""
    return USED + stage * (N_MOTIFS + 1) + motifs


@kernel
def again_at(stage: int, size: int) -> int:
    """Which weight each further card of the same motif has in the hand."""
    return AGAIN + stage * SIZES + size - 1


@kernel
def grows_at(stage: int, size: int, rooms: int) -> int:
    """Which weight a motif in the layout has that grows to that size on so many cells."""
    return GROWS + (stage * SIZES + size - 1) * ROOMS + rooms - 1


@kernel
def valued_at(stage: int, kind: int) -> int:
    """Which weight a card laid has beside its value: low ones are easily swapped for better."""
    return VALUED + stage * VALUES + kind % VALUES


@kernel
def values_of(row: Row, at: int) -> int:
    """C-VALUES: what the values of a layout add up to."""
    total = 0
    for value in range(VALUES):
        total += (value + LOWEST) * how_many(row[at + BY_VALUE + value])
    return total


@kernel
def layout_promise(
    game: Row,
    seat: int,
    row: Row,
    at: int,
    spent: int,
    also_spent: int,
    drawn: int,
    weights: Weights,
) -> float:
    """What a layout promises at the end of the seat's turn, with its hand but for the cards spent
    and with so many cards to be drawn."""
    laid = how_many(row[at + ALL])
    promise = points_promise(row, at)
    if laid >= FULL:
        return promise + closed_promise(game, seat, weights)
    stage = stage_of(laid)
    promise += laid_promise(row, at, laid, motifs_used(row, at), stage, weights)
    promise += growing(game, seat, row, at, 0, 0, spent, also_spent, stage, weights)
    held = game[block_of(seat) + N_HAND] - (spent != NO_CARD) - (also_spent != NO_CARD)
    return promise + drawn_promise(held, drawn, stage, weights)


@kernel
def points_promise(row: Row, at: int) -> float:
    """The points of a layout as it is; a zone of nine counts as a win."""
    promise = float(values_of(row, at))
    for motif in range(N_MOTIFS):
        promise += WORTH[pattern_at(row[at + BY_MOTIF + motif], HOME_BIT)]
    return promise


@kernel
def motifs_used(row: Row, at: int) -> int:
    """How many motifs lie in the layout."""
    used = 0
    for motif in range(N_MOTIFS):
        used += row[at + BY_MOTIF + motif] != 0
    return used


@kernel
def laid_promise(row: Row, at: int, laid: int, used: int, stage: int, weights: Weights) -> float:
    """What so many cards of so many motifs promise, wherever they lie."""
    promise = weights[LAID + laid] + weights[used_at(stage, used)]
    for value in range(VALUES):
        promise += how_many(row[at + BY_VALUE + value]) * weights[valued_at(stage, value)]
    return float(promise)


@kernel
def growing(
    game: Row,
    seat: int,
    row: Row,
    at: int,
    motif: int,
    bit: int,
    spent: int,
    also_spent: int,
    stage: int,
    weights: Weights,
) -> float:
    """What the motifs of a layout and the cards held promise by how they can grow, once a card of
    that motif lies on that cell too (none: 0)."""
    rooms = rooms_with(row, at, bit)
    promise, sizes = motifs_growing(row, at, motif, bit, rooms, stage, weights)
    return promise + held_promise(game, seat, sizes, spent, also_spent, stage, weights)


@kernel
def shift_for(bit: int) -> int:
    """By how many bits a layout moves if a card is laid there (none: 0)."""
    if bit & LEFT:
        return BOARD_SIDE
    return 1 if bit & ABOVE else 0


@kernel
def rooms_with(row: Row, at: int, bit: int) -> Rooms:
    """The free cells once a card lies there too."""
    return rooms_in(cells_beside((row[at + ALL] | bit) << shift_for(bit)))


@kernel
def motifs_growing(
    row: Row, at: int, motif: int, bit: int, rooms: Rooms, stage: int, weights: Weights
) -> tuple[float, int]:
    """What the motifs of a layout promise by how they can grow, and the sizes of their zones."""
    promise, sizes = 0.0, 0
    shift = shift_for(bit)
    for one in range(N_MOTIFS):
        board = row[at + BY_MOTIF + one]
        if one == motif:
            board |= bit
        size, places = growth(board << shift, rooms)
        sizes |= size << SIZE_BITS * one
        if board:
            promise += weights[grows_at(stage, size, places)]
    return promise, sizes


@kernel
def held_promise(
    game: Row, seat: int, sizes: int, spent: int, also_spent: int, stage: int, weights: Weights
) -> float:
    """What the cards held promise, by the zones that they can make."""
    mine = block_of(seat)
    promise, seen = 0.0, 0
    for place in range(game[mine + N_HAND]):
        if place not in (spent, also_spent):
            kind = game[mine + HAND + place]
            motif = kind // VALUES
            size = sizes >> SIZE_BITS * motif & MOST_SIZE
            promise += weights[held_at(stage, size, kind)]
            if seen >> motif & 1:
                promise += weights[again_at(stage, size)]
            seen |= 1 << motif
    return promise


@kernel
def drawn_promise(held: int, drawn: int, stage: int, weights: Weights) -> float:
    """What cards to be drawn promise to a hand, which may have to drop some of them."""
    kept = min(drawn, max(0, HAND_SIZE - held))
    return float(kept * weights[DRAWN + stage] + (drawn - kept) * weights[OVERDRAWN + stage])


@kernel
def closed_promise(game: Row, seat: int, weights: Weights) -> float:
    """What it is worth to have completed the square, by how far the others are."""
    after = CLOSED + (FULL + 1) * is_last(game, seat)
    return float(weights[after + others_laid(game, seat)])


@kernel
def is_last(game: Row, seat: int) -> bool:
    """Whether nobody plays after the seat in this round of turns."""
    return bool((seat + 1) % game[PLAYERS] == game[FIRST])


@kernel
def others_laid(game: Row, seat: int) -> int:
    """How many cards of the square the furthest of the others has."""
    most = 0
    for other in range(game[PLAYERS]):
        if other != seat:
            most = max(most, how_many(game[block_of(other) + ALL]))
    return min(most, FULL)


@kernel
def denied(game: Row, top: int, complete: bool, weights: Weights) -> float:
    """What that card on the discard pile costs, by what the next player gains with it at once and
    by how many cards of the hand it lets out."""
    seat = game[TURN]
    if top == NO_CARD or (is_last(game, seat) and (complete or game[CLOSING])):
        return 0.0
    following = block_of((seat + 1) % game[PLAYERS])
    gain = best_gain(game, following, top, lay_cells(game, following))
    return float(weights[denied_at(complete, top, gain)])


@kernel
def denied_at(complete: bool, top: int, gain: int) -> int:
    """Which weight a card on the discard pile has that gains the next player so much."""
    effect = max(0, -(top % VALUES + LOWEST))
    return (
        DENIED + (complete * EFFECTS + effect) * GAINS + max(0, min(gain - LEAST_GAIN, GAINS - 1))
    )


@kernel
def discarded(game: Row, below: int) -> int:
    """The card that lies on the discard pile under so many others."""
    place = game[N_DISCARD] - 1 - below
    return int(game[DISCARD + place]) if place >= 0 else NO_CARD


@kernel
def first_promise(
    game: Row, kind: int, bit: int, top: int, scratch: Row, weights: Weights
) -> float:
    """What the turn promises if its first card is laid there or swapped in; `top`: what lies on the
    discard pile then."""
    at = block_of(game[TURN])
    swap = game[at + ALL] & bit != 0
    if swap:
        top = kind_on(game, at, bit)
    copy_layout(game, at, scratch, TRIAL)
    put(scratch, TRIAL, kind, bit)
    owed = 0 if swap else max(0, owed_by(game, kind))
    drawn = 0 if swap else max(0, kind % VALUES + LOWEST)
    return rest_promise(game, scratch, owed, NO_CARD, drawn, top, weights)


@kernel
def owed_promise(game: Row, place: int, bit: int, scratch: Row, weights: Weights) -> float:
    """What the turn promises if that card of the hand, which is owed, is played there."""
    at = block_of(game[TURN])
    top = kind_on(game, at, bit) if game[at + ALL] & bit else discarded(game, 0)
    copy_layout(game, at, scratch, TRIAL)
    put(scratch, TRIAL, game[at + HAND + place], bit)
    return rest_promise(game, scratch, game[OWED] - 1, place, 0, top, weights)


@kernel
def rest_promise(
    game: Row, scratch: Row, owed: int, spent: int, drawn: int, top: int, weights: Weights
) -> float:
    """What the trial layout promises once the cards owed are played where they gain most."""
    seat = game[TURN]
    also_spent = NO_CARD
    for _ in range(owed):
        gain, place = best_in_hand(game, scratch, spent, NO_CARD)
        kind = game[block_of(seat) + HAND + place]
        bit = first_place(scratch, TRIAL, kind, gain)
        if scratch[TRIAL + ALL] & bit:
            top = kind_on(scratch, TRIAL, bit)
        put(scratch, TRIAL, kind, bit)
        spent, also_spent = place, spent
    promise = layout_promise(game, seat, scratch, TRIAL, spent, also_spent, drawn, weights)
    return promise + denied(game, top, how_many(scratch[TRIAL + ALL]) >= FULL, weights)


@kernel
def drop_promise(game: Row, kind: int, weights: Weights) -> float:
    """What dropping the card leaves, beside dropping none; if more must go, with the next one."""
    promise = -missed(game, kind, weights)
    if game[block_of(game[TURN]) + N_HAND] > HAND_SIZE + 1:
        return promise + best_on_top(game, kind, weights)[0]
    return promise + denied_by_dropping(game, kind, weights)


@kernel
def best_on_top(game: Row, below: int, weights: Weights) -> tuple[float, int]:
    """The most that dropping another card leaves once one of that kind is dropped, and its kind."""
    at = block_of(game[TURN])
    best, chosen, seen = NOTHING, 0, False
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind == below and not seen:
            seen = True
            continue
        promise = denied_by_dropping(game, kind, weights) - missed(game, kind, weights)
        if promise > best:
            best, chosen = promise, kind
    return best, chosen


@kernel
def best_tops(game: Row, two: bool, weights: Weights) -> tuple[int, float, float]:
    """Which card of the hand leaves most if it is dropped as the last one, how much that is, and
    how much the next best leaves if two are asked for."""
    at = block_of(game[TURN])
    first, best, second = 0, NOTHING, NOTHING
    promise, before = NOTHING, NO_CARD
    for place in range(game[at + N_HAND]):
        kind = game[at + HAND + place]
        if kind != before:
            promise = -missed(game, kind, weights)
            if promise > (second if two else best):
                promise += denied_by_dropping(game, kind, weights)
        before = kind
        if promise > best:
            first, best, second = place, promise, best
        elif promise > second:
            second = promise
    return first, best, second


@kernel
def denied_by_dropping(game: Row, kind: int, weights: Weights) -> float:
    """What the card costs on top of the discard pile."""
    complete = how_many(game[block_of(game[TURN]) + ALL]) >= FULL
    return denied(game, kind, complete, weights)


@kernel
def missed(game: Row, kind: int, weights: Weights) -> float:
    """What the card promises while it is held."""
    at = block_of(game[TURN])
    laid = how_many(game[at + ALL])
    if laid >= FULL:
        return 0.0
    stage, motif = stage_of(laid), kind // VALUES
    size, _ = growth(game[at + BY_MOTIF + motif], rooms_in(lay_cells(game, at)))
    promise = weights[held_at(stage, size, kind)]
    of_motif = 0
    for place in range(game[at + N_HAND]):
        of_motif += game[at + HAND + place] // VALUES == motif
    return float(promise + (weights[again_at(stage, size)] if of_motif > 1 else 0.0))
