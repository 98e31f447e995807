"""Trees grow as they should, on one thread and on several, and find good moves."""

import time
from random import Random
from typing import Any

import numpy as np
import pytest

from piazzetta.bots import make_bot
from piazzetta.bots.bot import Decision
from piazzetta.bots.climb import climb, climb_counted
from piazzetta.bots.halving import PLAYED, Threads
from piazzetta.bots.search import SEARCH, search_of
from piazzetta.kernels.piazza_tree import FILLED, Growth, new_tree
from piazzetta.kernels.rng import new_rng
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

GAME = GAMES["piazza"]


def searched(state: Any) -> Any:
    return search_of(SEARCH["piazza"], GAME.view(state, state.turn))


def dealt(players: int = 2, plies: int = 0, **options: Any) -> Any:
    chance, luck = Seed(2), Random(2)
    state = GAME.deal(GAME.options(players, options), chance)
    for _ in range(plies):
        state = GAME.play(state, luck.choice(GAME.legal_moves(state)).move, chance)
    return state


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("plies", [0, 6, 14])
def test_every_walk_begins_with_a_move(players: int, plies: int) -> None:
    search = searched(dealt(players, plies))
    found = climb_counted(search, 300, seed=1)
    assert sum(estimate.playouts for estimate in found) == 300
    visits = [estimate.playouts for estimate in found]
    assert visits == sorted(visits, reverse=True)
    assert all(0 <= estimate.win <= 1 for estimate in found)
    legal = [legal.move for legal in GAME.legal_moves(dealt(players, plies))]
    assert search.move(found[0].index) in legal


def test_the_same_seed_grows_the_same_tree() -> None:
    search = searched(dealt())
    assert climb_counted(search, 200, seed=3) == climb_counted(search, 200, seed=3)
    assert climb_counted(search, 200, seed=3) != climb_counted(search, 200, seed=4)


def test_more_visits_try_more_moves() -> None:
    search = searched(dealt(plies=8))
    few, many = climb_counted(search, 4, seed=1), climb_counted(search, 2_000, seed=1)
    assert len(few) < len(many)


def test_start_cards_can_be_chosen() -> None:
    state = dealt(setup="choose")
    found = climb_counted(searched(state), 100, seed=1)
    assert sum(estimate.playouts for estimate in found) == 100


def test_a_full_tree_grows_no_more_but_counts_on() -> None:
    growth = Growth(searched(dealt()), new_tree(64), new_rng(1))
    growth.grow(500)
    assert growth.tree.size[0] == np.count_nonzero(growth.tree.keys) + 1
    assert growth.tree.size[0] <= FILLED * 64 + 1
    assert growth.tree.seen[0, 0] == 500
    assert growth.sums()[:, PLAYED].sum() <= 500


@pytest.mark.parametrize("threads", [1, 2])
def test_threads_grow_trees_of_their_own(threads: int) -> None:
    pool = Threads(threads)
    start = time.perf_counter()
    found = climb(searched(dealt()), 0.1, 1, pool)
    assert time.perf_counter() - start < 5.0
    pool.close()
    assert sum(estimate.playouts for estimate in found) >= threads


def test_it_beats_greedy() -> None:
    """At a tenth of a usual thinking time, in both seats."""
    won = 0.0
    for seat in range(2):
        chance, greedy = Seed(9), make_bot("greedy", seed=1)
        state = GAME.deal(GAME.options(2, {}), chance)
        while not state.over:
            view, legal = GAME.view(state, state.turn), GAME.legal_moves(state)
            if state.turn == seat:
                search = searched(state)
                move = search.move(climb_counted(search, 100, seed=1)[0].index)
            else:
                move = greedy.choose(Decision(GAME, state.turn, view, legal, 0.01)).move
            state = GAME.play(state, move, chance)
        outcome = GAME.outcome(state)
        assert outcome
        won += seat in outcome.winners
    assert won == 2
