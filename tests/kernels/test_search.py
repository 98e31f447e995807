"""The policies of playouts play legal moves as they say, and evaluations add up."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from piazzetta.kernels import carre_search, piazza_search, piazza_state
from piazzetta.kernels.piazza_layout import CELLS, IN_HAND, IN_STOCK
from piazzetta.kernels.piazza_policy import BASE_PRICE, CARDS_A_POINT, thrifty_move
from piazzetta.kernels.rng import new_rng
from piazzetta.rules import GAMES, piazza
from piazzetta.rules.chance import Seed

SEARCHES: dict[str, Callable[[Any, bool], Any]] = {
    "piazza": piazza_search.search,
    "carre": carre_search.search,
}
SEATS = [(name, players) for name, game in GAMES.items() for players in game.seats]


def positions(name: str, players: int, seed: int, every: int) -> list[Any]:
    """Some states of a random game in which there is a choice."""
    game, chance, luck = GAMES[name], Seed(seed), Random(seed)
    state = game.deal(game.options(players, {}), chance)
    found = []
    for ply in range(100):
        if state.over:
            break
        legal = game.legal_moves(state)
        if ply % every == 0 and len(legal) > 1:
            found.append(state)
        state = game.play(state, luck.choice(legal).move, chance)
    return found


def thrifty_worth(legal: Any, price: int) -> int:
    """Points now, less the price of a second card."""
    second = isinstance(legal.move, piazza.Lay) and len(legal.move.cards) == 2
    return int(legal.points) - price * second


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_thrifty_player_pays_for_the_second_card(players: int, seed: int) -> None:
    for state in positions("piazza", players, seed, every=3):
        game = piazza_state.from_rules(state)
        left = int(game.state[IN_HAND + state.turn] + game.state[IN_STOCK + state.turn])
        price = BASE_PRICE + (players > 2) + left // CARDS_A_POINT
        code = thrifty_move(*game, np.empty(CELLS, np.int32), new_rng(seed))
        worth = {legal.move: thrifty_worth(legal, price) for legal in piazza.legal_moves(state)}
        move = piazza_state.move_to_rules(game, int(code))
        assert worth[move] == max(worth.values())


@pytest.mark.parametrize(("name", "players"), SEATS)
@pytest.mark.parametrize("better", [True, False])
def test_every_move_is_played_out_as_often_as_asked(name: str, players: int, better: bool) -> None:
    game = GAMES[name]
    for state in positions(name, players, seed=5, every=9):
        search = SEARCHES[name](game.view(state, state.turn), better)
        found = [search.move(k) for k in range(len(search.prior))]
        assert found == [legal.move for legal in game.legal_moves(state)]
        active = np.arange(0, len(found), 2, dtype=np.int32)
        sums = np.zeros((len(found), 3))
        search.evaluate(active, 2, new_rng(1), sums)
        assert sums[::2, piazza_search.PLAYED].tolist() == [2.0] * active.size
        assert not sums[1::2].any()
        assert ((sums[:, 0] >= 0) & (sums[:, 0] <= 2)).all()


@pytest.mark.parametrize("name", GAMES)
def test_an_evaluation_depends_on_the_view_and_the_luck_alone(name: str) -> None:
    game = GAMES[name]
    state = positions(name, 3, seed=2, every=4)[2]
    view = game.view(state, state.turn)
    other = game.determinize(view, Random(9))
    assert other != state
    results = []
    for hidden in (state, other):
        search = SEARCHES[name](game.view(hidden, hidden.turn), True)
        sums = np.zeros((len(search.prior), 3))
        search.evaluate(np.arange(len(search.prior), dtype=np.int32), 5, new_rng(4), sums)
        results.append(sums.tolist())
    assert results[0] == results[1]
