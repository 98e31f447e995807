"""The canny policy plays legal moves, and what promises most of all that it looks at."""

from collections.abc import Iterator

import numpy as np
import pytest

from piazzetta.kernels.carre import apply, deal, legal_moves
from piazzetta.kernels.carre_canny import canny_move, move_promise
from piazzetta.kernels.carre_greedy import new_scratch
from piazzetta.kernels.carre_promise import denied_by_dropping
from piazzetta.kernels.carre_state import (
    CELL_BITS,
    GAME_WORDS,
    KIND_BITS,
    LOWEST,
    MOST_MOVES,
    N_HAND,
    N_REVEALED,
    OVER,
    OWED,
    PHASE,
    PHASE_DROP,
    PHASE_LAY,
    PHASE_PLAY,
    REVEALED_CARDS,
    TURN,
    VALUES,
    Row,
    block,
)
from piazzetta.kernels.carre_weights import (
    CLOSED,
    DENIED,
    N_WEIGHTS,
    SHAPES,
    WEIGHTS,
    weights_for,
)
from piazzetta.kernels.rng import new_rng
from piazzetta.rules.carre.state import HAND_SIZE

GAMES = 5


def decisions(players: int) -> Iterator[tuple[Row, list[int], int]]:
    """Games of canny players: each position with its legal moves and what is played."""
    game, moves = np.zeros(GAME_WORDS, np.int64), np.empty(MOST_MOVES, np.int64)
    rng, scratch = new_rng(players), new_scratch()
    for _ in range(GAMES):
        deal(game, players, 0, rng)
        while not game[OVER]:
            legal = moves[: legal_moves(game, moves)].tolist()
            move = int(canny_move(game, scratch, weights_for(game), rng))
            yield game, legal, move
            apply(game, move, rng)


def owes_nothing_else(game: Row) -> bool:
    """Whether no cards follow that the policy plays one by one without looking ahead."""
    if game[PHASE] == PHASE_LAY:
        return bool(game[OWED] == 1)
    revealed = game[REVEALED_CARDS : REVEALED_CARDS + game[N_REVEALED]]
    owed = game[block(int(game[TURN])) + N_HAND] > 0 and (revealed % VALUES + LOWEST < 0).any()
    return not (game[PHASE] == PHASE_PLAY and owed)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_it_plays_whole_games_of_legal_moves(players: int) -> None:
    count = 0
    for _, legal, move in decisions(players):
        assert move in legal
        count += 1
    assert 0 < count < GAMES * 2_000


@pytest.mark.parametrize("players", [2, 4])
def test_it_plays_what_promises_most(players: int) -> None:
    """Cards in their best places are counted in another way, where only what changes counts."""
    scratch, phases = new_scratch(), set()
    for game, legal, move in decisions(players):
        if owes_nothing_else(game):
            promises = {one: move_promise(game, one, scratch, weights_for(game)) for one in legal}
            assert promises[move] == pytest.approx(max(promises.values()), abs=1e-9)
            phases.add(int(game[PHASE]))
    assert len(phases) == 4


def test_every_part_has_its_weights() -> None:
    assert WEIGHTS.shape[1] == N_WEIGHTS == sum(int(np.prod(shape)) for shape in SHAPES.values())
    assert WEIGHTS.any(axis=1).all()


def test_no_card_left_to_the_next_player_is_worth_more_than_nothing() -> None:
    """The policy relies on it: a swap that promises too little is not looked at further."""
    assert (WEIGHTS[:, DENIED:CLOSED] <= 0).all()


def test_of_two_cards_the_one_that_costs_less_is_dropped_last() -> None:
    first, pairs = None, 0
    for game, _, move in decisions(2):
        excess = game[block(int(game[TURN])) + N_HAND] - HAND_SIZE
        if game[PHASE] != PHASE_DROP or excess > 2:
            continue
        kind = move >> CELL_BITS & ((1 << KIND_BITS) - 1)
        cost = denied_by_dropping(game, kind, weights_for(game))
        if excess == 2:
            first = cost
        elif first is not None:
            assert cost >= first
            first, pairs = None, pairs + 1
    assert pairs > 10
