"""What a turn of C'est Carré! promises: its points now, and what they are likely to grow into.

    points now + cards laid + motifs used + each card held, by the zone that waits for it
               + cards to be drawn - what the next player makes of the discard pile

What each part weighs is in `carre_weights.py`, in points.
"""

import numpy as np

from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_gain import WORTH, best_gain, first_place
from piazzetta.kernels.carre_layout import (
    HOME_BIT,
    N_MOTIFS,
    NINE,
    copy_layout,
    how_many,
    kind_on,
    lay_cells,
    pattern_at,
    put,
)
from piazzetta.kernels.carre_state import (
    ALL,
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
    CLOSED,
    DENIED,
    DRAWN,
    EFFECTS,
    FULL,
    GAINS,
    HELD,
    LAID,
    LEAST_GAIN,
    OVERDRAWN,
    SIZES,
    USED,
    Weights,
)
from piazzetta.kernels.jit import kernel
from piazzetta.rules.carre.cards import MOTIFS, Card
from piazzetta.rules.carre.layout import SIDE, zones
from piazzetta.rules.carre.state import HAND_SIZE
from piazzetta.rules.grid import Placed

NO_CARD = -1
NOTHING = -1.0e9
"""Less than any promise."""


def _largest_by_pattern() -> list[int]:
    """The size of the largest zone that cards of one motif make on these cells of the home."""
    sizes = []
    for pattern in range(NINE + 1):
        cells = [divmod(i, SIDE) for i in range(FULL) if pattern >> i & 1]
        found = zones(tuple(Placed(Card(MOTIFS[0], 0), cell) for cell in cells))
        sizes.append(min(max(map(len, found), default=0), SIZES - 1))
    return sizes


LARGEST = np.array(_largest_by_pattern(), np.int64)


@kernel
def stage_of(cards: int) -> int:
    """A third of a square after another."""
    return min((cards - 1) // SIDE, SIDE - 1) if cards > 0 else 0


@kernel
def held_at(stage: int, size: int, kind: int) -> int:
    """Which weight a card held has, for whose motif there is a zone of that size."""
    return HELD + (stage * SIZES + size) * VALUES + kind % VALUES


@kernel
def used_at(stage: int, motifs: int) -> int:
    """Which weight it has that so many motifs lie in the layout."""
    return USED + stage * (N_MOTIFS + 1) + motifs


@kernel
def values_of(row: Row, at: int) -> int:
    """C-VALUES: what the values of a layout add up to."""
    total = 0
    for value in range(VALUES):
        total += (value + LOWEST) * how_many(row[at + BY_VALUE + value])
    return total


@kernel
def size_for(row: Row, at: int, motif: int) -> int:
    """The largest zone of the motif in a layout."""
    return int(LARGEST[pattern_at(row[at + BY_MOTIF + motif], HOME_BIT)])


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
    promise = float(values_of(row, at))
    used = 0
    for motif in range(N_MOTIFS):
        pattern = pattern_at(row[at + BY_MOTIF + motif], HOME_BIT)
        promise += WORTH[pattern]
        used += pattern != 0
    if laid >= FULL:
        return promise + closed_promise(game, seat, weights)
    stage = stage_of(laid)
    mine = block_of(seat)
    held = 0
    for place in range(game[mine + N_HAND]):
        if place not in (spent, also_spent):
            held += 1
            kind = game[mine + HAND + place]
            size = size_for(row, at, kind // VALUES)
            promise += weights[held_at(stage, size, kind)]
    promise += weights[LAID + laid] + weights[used_at(stage, used)]
    return float(promise + drawn_promise(held, drawn, stage, weights))


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
    return float(weights[held_at(stage_of(laid), size_for(game, at, kind // VALUES), kind)])
