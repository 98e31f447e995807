"""The two piles of C'est Carré!: how cards come from one and go to the other.

A pile that is laid apart is for comparing moves. Every turn to come has cards of its own in it, so
that a move which draws more or fewer cards does not change what is drawn later:

    lap 0   seat 0: reveal reveal draw draw draw   seat 1: reveal reveal draw draw draw
    lap 1   seat 0: …

Since the pile is shuffled, all that matters is that nobody looks at a card before choosing its
place. APART is how many cards the pile had, 0 if it is an ordinary one; LAPS counts since then.
"""

import numpy as np

from piazzetta.kernels.carre_state import (
    APART,
    DECK,
    DISCARD,
    FIRST,
    LAPS,
    N_DECK,
    N_DISCARD,
    PLAYERS,
    RESHUFFLES,
    TURN,
    VALUES,
    Row,
)
from piazzetta.kernels.jit import kernel
from piazzetta.kernels.rng import Rng, shuffle
from piazzetta.rules.carre.cards import COPIES, KINDS
from piazzetta.rules.carre.state import REVEALED

N_KINDS = len(KINDS)
COPIES_BY_VALUE = np.array(list(COPIES.values()), np.int64)

DRAWN = REVEALED
"""The first card that a turn draws, after those it reveals."""
A_TURN = DRAWN + max(COPIES)
"""So many cards a turn has at the most."""
TURNED_UP = A_TURN - 1
"""C-EMPTY-DISCARD: seldom needed, so it is the last of the turn's own."""
TAKEN = -1
"""In the place of a card that is gone."""


@kernel
def fill_deck(game: Row) -> None:
    """C-CARDS: all cards, by kind."""
    size = 0
    for kind in range(N_KINDS):
        for _ in range(COPIES_BY_VALUE[kind % VALUES]):
            game[DECK + size] = kind
            size += 1
    game[N_DECK] = size


@kernel
def pop_deck(game: Row) -> int:
    """The top card of a draw pile that is not empty."""
    game[N_DECK] -= 1
    return int(game[DECK + game[N_DECK]])


@kernel
def discard(game: Row, kind: int) -> None:
    """Put a card on the discard pile."""
    game[DISCARD + game[N_DISCARD]] = kind
    game[N_DISCARD] += 1


@kernel
def draw(game: Row, place: int, rng: Rng) -> int:
    """C-EMPTY-DRAW: the next card of the draw pile, reshuffled if need be; -1 if there is none.
    `place`: which of the turn's own cards it is, if the pile lies apart."""
    if game[N_DECK] == 0:
        if game[N_DISCARD] == 0:
            return -1
        reshuffle(game, rng)
    return pop(game, place)


@kernel
def reshuffle(game: Row, rng: Rng) -> None:
    """C-EMPTY-DRAW: the discard pile becomes the draw pile."""
    size = game[N_DISCARD]
    for i in range(size):
        game[DECK + i] = game[DISCARD + i]
    game[N_DECK] = size
    game[N_DISCARD] = 0
    game[RESHUFFLES] += 1
    shuffle(game, DECK, size, rng)
    if game[APART]:
        game[APART] = size


@kernel
def lay_apart(game: Row) -> None:
    """From now on every turn has cards of its own in the draw pile."""
    game[APART] = game[N_DECK]
    game[LAPS] = 0


@kernel
def next_lap(game: Row, seat: int) -> None:
    """Count the laps for a pile that lies apart; `seat`: who is next."""
    if game[APART] and seat == game[FIRST]:
        game[LAPS] += 1


@kernel
def pop(game: Row, place: int) -> int:
    """The next card of a draw pile that is not empty."""
    return pop_own(game, place) if game[APART] else pop_deck(game)


@kernel
def pop_own(game: Row, place: int) -> int:
    """The turn's own card, or the next one that is still there."""
    size = game[APART]
    at = ((A_TURN * game[LAPS] + place) * game[PLAYERS] + game[TURN]) % size
    while game[DECK + at] == TAKEN:
        at = (at + 1) % size
    kind = int(game[DECK + at])
    game[DECK + at] = TAKEN
    game[N_DECK] -= 1
    return kind
