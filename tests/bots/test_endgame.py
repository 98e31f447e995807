"""Where nothing is hidden any more, `search` plays the best move there is."""

from dataclasses import replace

import pytest

from piazzetta import kernels
from piazzetta.bots import endgame, make_bot
from piazzetta.bots.bot import Decision
from piazzetta.bots.search import SEARCH, search_of
from piazzetta.kernels import piazza_endgame
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from tests.kernels.test_endgame import GAME, endings

FULL = [state for seed in range(20) for state in endings(seed, most=6)]


def test_search_plays_what_is_solved() -> None:
    assert kernels.wait_until_ready("piazza")
    bot = make_bot("search", seed=1)
    for state in FULL[:12]:
        view, legal = GAME.view(state, state.turn), GAME.legal_moves(state)
        choice = bot.choose(Decision(GAME, state.turn, view, legal, seconds=1.0))
        search = search_of(SEARCH["piazza"], view)
        solved = piazza_endgame.solve(search, 1_000_000)
        assert solved
        assert choice.move == search.move(solved.number)
        assert choice.value == solved.win
    bot.close()


def test_a_solution_that_may_not_be_played_is_left_for_the_next_best() -> None:
    assert kernels.wait_until_ready("piazza")
    bot = make_bot("search", seed=1)
    for state in [state for state in FULL if len(GAME.legal_moves(state)) > 2][:6]:
        asked = Decision(GAME, state.turn, GAME.view(state, state.turn), (), seconds=0.05)
        legal = GAME.legal_moves(state)
        best = bot.choose(replace(asked, moves=legal)).move
        others = [entry for entry in legal if entry.move != best]
        choice = bot.choose(replace(asked, moves=others))
        assert choice.move in [entry.move for entry in others]
        assert choice.value is not None
    bot.close()


def test_no_time_is_no_solution() -> None:
    assert kernels.wait_until_ready("piazza")
    large = max(FULL, key=lambda state: len(GAME.legal_moves(state)))
    search = search_of(SEARCH["piazza"], GAME.view(large, large.turn))
    assert endgame.solve(search, seconds=0.0) is None
    assert endgame.solve(search, seconds=10.0)


@pytest.mark.parametrize(("name", "players"), [("piazza", 2), ("piazza", 3), ("carre", 2)])
def test_what_is_hidden_is_not_solved(name: str, players: int) -> None:
    assert kernels.wait_until_ready(name)
    game = GAMES[name]
    state = game.deal(game.options(players, {}), Seed(1))
    assert endgame.solve(search_of(SEARCH[name], game.view(state, state.turn)), 1.0) is None
