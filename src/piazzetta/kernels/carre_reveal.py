"""What revealing gains in C'est Carré!: the better of two cards, on average over all unseen."""

from piazzetta.kernels.carre import block_of
from piazzetta.kernels.carre_piles import N_KINDS
from piazzetta.kernels.carre_state import (
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
    PLAYERS,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.carre_turn import card_gain, gain_bounds
from piazzetta.kernels.jit import kernel

# Scratch words beyond the trial layout, by kind: how many are unseen, and the least and the most
# that one of them can gain.
COUNTS = LAYOUT_WORDS
LEASTS = COUNTS + N_KINDS
MOSTS = LEASTS + N_KINDS
SCRATCH_WORDS = MOSTS + N_KINDS


@kernel
def compare_reveal(game: Row, taken: int, scratch: Row) -> int:
    """Whether revealing gains more (1), less (-1) or just as much (0) as what is taken.

    Cards that owe others are costly to try. So they are bounded first, and tried, the cheaper ones
    before the others, only while the bounds leave the question open.
    """
    count_unseen(game, scratch)
    for value in range(-LOWEST, VALUES):
        try_value(game, value, scratch)
    for value in range(-LOWEST):
        bound_value(game, value, scratch)
    for value in range(-LOWEST, -1, -1):
        if value < -LOWEST:
            try_value(game, value, scratch)
        if surplus(scratch, LEASTS, taken) > 0:
            return 1
        if surplus(scratch, MOSTS, taken) < 0:
            return -1
    return 0


@kernel
def try_value(game: Row, value: int, scratch: Row) -> None:
    """What cards of this value, of which there are unseen ones, gain exactly."""
    for kind in range(value, N_KINDS, VALUES):
        if scratch[COUNTS + kind]:
            gain = card_gain(game, kind, scratch)
            scratch[LEASTS + kind] = gain
            scratch[MOSTS + kind] = gain


@kernel
def bound_value(game: Row, value: int, scratch: Row) -> None:
    """What cards of this value gain at least and at most."""
    for kind in range(value, N_KINDS, VALUES):
        if scratch[COUNTS + kind]:
            least, most = gain_bounds(game, kind)
            scratch[LEASTS + kind] = least
            scratch[MOSTS + kind] = most


@kernel
def surplus(scratch: Row, gains_at: int, taken: int) -> int:
    """By how much the better of two cards gains more than what is taken, over all pairs of cards.

    Every pair counts twice. A card is the better one of its pairs with lesser cards; a pair of
    equals counts once at each of its two cards.
    """
    total = result = 0
    for kind in range(N_KINDS):
        count = scratch[COUNTS + kind]
        gain = scratch[gains_at + kind]
        lesser = upto = 0
        for other in range(N_KINDS):
            lesser += scratch[COUNTS + other] if scratch[gains_at + other] < gain else 0
            upto += scratch[COUNTS + other] if scratch[gains_at + other] <= gain else 0
        result += (gain - taken) * count * (lesser + upto - 1)
        total += count
    return result if total > 1 else only_gain(scratch, gains_at) - taken


@kernel
def only_gain(scratch: Row, gains_at: int) -> int:
    """The gain of the one card there is."""
    kind = 0
    while scratch[COUNTS + kind] == 0:
        kind += 1
    return int(scratch[gains_at + kind])


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
