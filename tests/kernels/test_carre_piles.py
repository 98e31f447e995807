"""A draw pile that lies apart: every turn to come has cards of its own in it."""

import numpy as np
import pytest

from piazzetta.kernels.carre import apply, coded, deal, legal_moves
from piazzetta.kernels.carre_piles import A_TURN, TAKEN, draw, lay_apart
from piazzetta.kernels.carre_state import (
    APART,
    DECK,
    GAME_WORDS,
    MOST_MOVES,
    N_DECK,
    N_DISCARD,
    N_REVEALED,
    OP_REVEAL,
    OP_TAKE,
    PHASE,
    PHASE_SOURCE,
    REVEALED_CARDS,
    TURN,
    Row,
)
from piazzetta.kernels.rng import Rng, new_rng


def new_game(players: int, seed: int) -> tuple[Row, Rng]:
    """A fresh deal with its draw pile apart."""
    game, rng = np.zeros(GAME_WORDS, np.int64), new_rng(seed)
    deal(game, players, 0, rng)
    lay_apart(game)
    return game, rng


def first_move(game: Row) -> int:
    codes = np.zeros(MOST_MOVES, np.int64)
    legal_moves(game, codes)
    return int(codes[0])


def finish_turn(game: Row, source: int, rng: Rng) -> None:
    """Take or reveal, then the first legal move until another seat is on turn."""
    seat = game[TURN]
    apply(game, coded(source, 0, 0), rng)
    while game[TURN] == seat and game[PHASE] != PHASE_SOURCE:
        apply(game, first_move(game), rng)


def revealed_next(game: Row, rng: Rng) -> list[int]:
    apply(game, coded(OP_REVEAL, 0, 0), rng)
    return [int(kind) for kind in game[REVEALED_CARDS : REVEALED_CARDS + game[N_REVEALED]]]


@pytest.mark.parametrize("players", [2, 5])
@pytest.mark.parametrize("seed", range(5))
def test_the_next_player_reveals_the_same_whatever_was_drawn_before(
    players: int, seed: int
) -> None:
    seen = []
    for source in (OP_TAKE, OP_REVEAL):
        game, rng = new_game(players, seed)
        finish_turn(game, source, rng)
        seen.append(revealed_next(game, rng))
    assert seen[0] == seen[1]


def test_every_card_of_the_pile_comes_once() -> None:
    game, rng = new_game(3, 1)
    pile = sorted(game[DECK : DECK + game[N_DECK]])
    drawn = [draw(game, k % A_TURN, rng) for k in range(len(pile))]
    assert sorted(drawn) == pile
    assert game[N_DECK] == 0
    assert set(game[DECK : DECK + len(pile)]) == {TAKEN}


def test_a_reshuffled_pile_lies_apart_too() -> None:
    game, rng = new_game(2, 2)
    while game[N_DECK]:
        draw(game, 0, rng)
    waiting = int(game[N_DISCARD])
    draw(game, 0, rng)
    assert game[APART] == waiting
    assert game[N_DECK] == waiting - 1
