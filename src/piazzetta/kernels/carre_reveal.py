"""What revealing gains in C'est Carré!: the better of two cards, on average over all unseen."""

from piazzetta.kernels.carre import N_KINDS, block_of
from piazzetta.kernels.carre_state import (
    DECK,
    DISCARD,
    HAND,
    IS_VIEW,
    LAYOUT_WORDS,
    N_DECK,
    N_DISCARD,
    N_HAND,
    N_POOL,
    PLAYERS,
    TURN,
    Row,
)
from piazzetta.kernels.carre_turn import card_gain
from piazzetta.kernels.jit import kernel

# Scratch words beyond the trial layout: for each kind its gain, and how many of it are unseen.
GAINS = LAYOUT_WORDS
COUNTS = GAINS + N_KINDS
SCRATCH_WORDS = COUNTS + N_KINDS


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
