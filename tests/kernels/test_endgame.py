"""The end of Piazza is solved as the rules would solve it."""

from random import Random
from typing import Any

import pytest

from piazzetta.kernels import piazza_endgame, piazza_search
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed

GAME = GAMES["piazza"]
PLENTY = 1_000_000


def endings(seed: int, most: int, players: int = 2) -> list[Any]:
    """The states of a random game with a choice, empty stocks and so many cards at most."""
    chance, luck, found = Seed(seed), Random(seed), []
    state = GAME.deal(GAME.options(players, {}), chance)
    while not state.over:
        legal = GAME.legal_moves(state)
        left = sum(map(len, state.hands))
        if not any(state.stocks) and left <= most and len(legal) > 1:
            found.append(state)
        state = GAME.play(state, luck.choice(legal).move, chance)
    return found


def searched(state: Any) -> piazza_search.Search:
    return piazza_search.search(GAME.view(state, state.turn), thrifty=True)


def value(state: Any, seat: int) -> tuple[float, int]:
    """What best play comes to for the seat, by the rules alone: its part of the win, its margin."""
    if not state.over:
        played = (GAME.play(state, legal.move, Seed(0)) for legal in GAME.legal_moves(state))
        better = max if state.turn == seat else min
        return better(value(after, seat) for after in played)
    outcome, scores = GAME.outcome(state), GAME.scores(state)
    assert outcome
    return (seat in outcome.winners) / len(outcome.winners), scores[seat] - scores[1 - seat]


@pytest.mark.parametrize("seed", range(12))
def test_the_end_is_solved_as_by_the_rules(seed: int) -> None:
    for state in endings(seed, most=3):
        found = searched(state)
        solved = piazza_endgame.solve(found, PLENTY)
        assert solved
        assert value(state, state.turn) == (solved.win, solved.margin)
        after = GAME.play(state, found.move(solved.number), Seed(0))
        assert value(after, state.turn) == (solved.win, solved.margin)


def test_full_hands_need_a_few_thousand_positions() -> None:
    states = [state for seed in range(12) for state in endings(seed, most=6)]
    full = [state for state in states if sum(map(len, state.hands)) == 6]
    assert full
    for state in full:
        assert piazza_endgame.solve(searched(state), PLENTY)
        assert piazza_endgame.solve(searched(state), 10) is None


def test_only_what_is_open_is_said_to_be() -> None:
    for state in endings(1, most=6):
        assert piazza_endgame.is_open(searched(state).seen)
    for state in endings(1, most=12, players=4):
        assert not piazza_endgame.is_open(searched(state).seen)
    dealt = GAME.deal(GAME.options(2, {}), Seed(1))
    assert not piazza_endgame.is_open(searched(dealt).seen)


def test_a_hand_that_could_be_another_is_not_open() -> None:
    """Where most cards are out of the game, nobody knows which one the other seat holds."""
    board = [["B1", 0, 0], ["R2", 1, 0], ["P3", 2, 0], ["Y4", 3, 0]]
    hands = [["B5"], ["R3"]]
    seats = {"hands": hands, "stocks": [[], []], "scores": [10, 12], "turn": 0, "finished": []}
    state = GAME.state_from_json(
        {"game": "piazza", "players": 2, "board": board, "passes": 0, **seats}
    )
    assert not piazza_endgame.is_open(searched(state).seen)
