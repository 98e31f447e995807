"""The kernels of Piazza do what the rules do."""

import json
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev

import numpy as np
import pytest

from piazzetta.kernels import piazza as kernels
from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels import piazza_playout as playout
from piazzetta.kernels import piazza_policy as policy
from piazzetta.kernels.batch import POLICIES
from piazzetta.kernels.check import check
from piazzetta.kernels.piazza_check import check_game, check_position, drawn, kernel_moves
from piazzetta.kernels.piazza_state import empty, from_rules, move_to_rules, to_rules
from piazzetta.kernels.rng import new_rng, seed_rng
from piazzetta.kernels.twin import KernelChance
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import PositionError
from piazzetta.rules.piazza import (
    Options,
    State,
    deal,
    determinize,
    legal_moves,
    options,
    outcome,
    play,
    state_from_json,
    view,
)

CONFORMANCE = Path(__file__).parent.parent / "data" / "conformance" / "piazza.jsonl"
WHOLE_GAME = 1000


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(8))
def test_whole_games_are_equal(players: int, seed: int) -> None:
    assert check_game(players, seed, WHOLE_GAME) > 16


def test_the_command_checks_games_of_all_player_counts() -> None:
    assert check("piazza", 10, seed=0) == 1
    assert check("piazza", 120, seed=0) >= 3


@pytest.mark.long
def test_many_games_are_equal() -> None:
    assert check("piazza", 20_000, seed=100) > 500


def conformance_positions() -> list[State]:
    requests = [json.loads(line)["request"] for line in CONFORMANCE.read_text("utf-8").splitlines()]
    found = []
    for request in requests:
        try:
            found.append(state_from_json(request["position"]))
        except PositionError:
            continue
    return found


def test_positions_that_no_game_leads_to_are_equal() -> None:
    positions = conformance_positions()
    assert len(positions) > 50
    for position in positions:
        assert kernel_moves(from_rules(position)) == legal_moves(position)
        assert to_rules(from_rules(position)) == position


def test_a_difference_is_reported_with_its_position() -> None:
    state = deal(options(2, {}), Seed(1))
    game = from_rules(state)
    game.bits[at.BESIDE * 8 : at.BESIDE * 8 + 8] = 0
    with pytest.raises(AssertionError, match="differ: legal moves") as caught:
        check_position(state, game, 0, new_rng(1))
    position = str(caught.value).rpartition("\nat ")[2]
    assert state_from_json(json.loads(position)) == state


def by_rules(players: int, seed: int) -> tuple[list[int], int]:
    """The points of a random game and how many moves it took, by the rules alone."""
    random = Random(seed)
    state = deal(options(players, {"first": 0}), Seed(seed))
    moves = 0
    while not state.over:
        state = play(state, random.choice(legal_moves(state)).move, Seed(seed))
        moves += 1
    return list(state.scores), moves


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_playouts_are_like_random_games(players: int) -> None:
    rules = [by_rules(players, seed) for seed in range(60)]
    found = playout.playouts(players, "random", 20_000, seed=3, threads=2)
    for seat in range(players):
        near(found.points[:, seat], [scores[seat] for scores, _ in rules])
    near(found.moves, [moves for _, moves in rules])


def near(kernel: np.ndarray, rules: Sequence[float]) -> None:
    """The means differ by no more than four standard errors."""
    error = sqrt(stdev(rules) ** 2 / len(rules) + float(kernel.var()) / len(kernel))
    assert abs(float(kernel.mean()) - mean(rules)) < 4 * error


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", POLICIES)
def test_a_playout_is_a_game_by_the_rules(players: int, name: str) -> None:
    """Move by move: the same game, in single steps, refereed by the rules."""
    games = 4
    found = playout.playouts(players, name, games, seed=5, threads=1)
    for number in range(games):
        state, moves = stepwise(players, name, 5, number)
        ended = outcome(state)
        assert ended
        assert found.points[number].tolist() == list(state.scores)
        assert found.moves[number] == moves
        winners = np.flatnonzero(found.shares[number])
        assert winners.tolist() == list(ended.winners)
        assert found.shares[number].sum() == pytest.approx(1)


def stepwise(players: int, name: str, seed: int, number: int) -> tuple[State, int]:
    """Game `number` of that seed, each move a legal one, and of greedy one of the best."""
    game, rng, scratch = empty(), new_rng(seed, number), np.empty(at.CELLS, np.int32)
    shape = 1 if players == 3 else 0
    kernels.deal(*game, players, shape, rng)
    state = to_rules(game)
    assert state.first == state.turn == 0
    moves = 0
    while not state.over:
        if name == "greedy":
            move = policy.greedy_move(*game, scratch, rng)
        else:
            move = policy.random_move(*game, rng)
        legal = {found.move: found.points for found in legal_moves(state)}
        chosen = move_to_rules(game, move)
        assert name != "greedy" or legal[chosen] == max(legal.values())
        state = play(state, chosen, KernelChance(rng))
        assert kernels.play(*game, move, rng) == legal[chosen]
        moves += 1
    return state, moves


def test_playouts_do_not_depend_on_threads() -> None:
    one, two = (playout.playouts(3, "greedy", 101, seed=9, threads=n) for n in (1, 2))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_playouts_start_from_the_shape_asked_for() -> None:
    corner, row = (
        playout.playouts(3, "random", 50, seed=2, start=name) for name in ("corner", "row")
    )
    assert not np.array_equal(corner.points, row.points)
    assert np.array_equal(corner.points, playout.playouts(3, "random", 50, seed=2).points)


def test_a_deal_is_one_that_the_rules_know() -> None:
    """Own colours whole, neutral cards in fours, start cards of different symbols."""
    for number in range(60):
        players = 2 + number % 3
        game = empty()
        kernels.deal(*game, players, 1 if players == 3 else 0, new_rng(1, number))
        state = to_rules(game)
        assert state.colours
        cards = [*state.hands, *state.stocks, [placed.card for placed in state.board]]
        assert Counter(card for pile in cards for card in pile) == dict.fromkeys(at.KINDS, 2)
        assert [len(hand) for hand in state.hands] == [3] * players
        assert len({placed.card.symbol for placed in state.board}) == len(state.board)
        own = [list(colours) for colours in state.colours]
        reference = deal(options(players, {"colours": own}), Seed(1))
        assert {placed.cell for placed in state.board} == {p.cell for p in reference.board}
        assert {p.card.colour for p in state.board} == {p.card.colour for p in reference.board}
        for seat, colours in enumerate(state.colours):
            pile = state.hands[seat] + state.stocks[seat]
            neutral = [card for card in pile if card.colour not in colours]
            assert len(neutral) == (4 if players == 3 else 0)


def chi_square(samples: Sequence[Hashable], others: Sequence[Hashable]) -> float:
    """How far two equally many samples are from one distribution, in standard deviations."""
    one, two = Counter(samples), Counter(others)
    kinds = one.keys() | two.keys()
    degrees = len(kinds) - 1
    value = sum((one[kind] - two[kind]) ** 2 / (one[kind] + two[kind]) for kind in kinds)
    return (value - degrees) / sqrt(2 * degrees)


def after(chosen: Options, seed: int, enough: Callable[[State], bool]) -> State:
    """A random game until it is far enough."""
    random = Random(seed)
    state = deal(chosen, Seed(seed))
    while not enough(state):
        state = play(state, random.choice(legal_moves(state)).move, Seed(seed))
    return state


@pytest.mark.parametrize("setup", ["quick", "choose"])
def test_a_random_move_is_any_move_equally_often(setup: str) -> None:
    state = after(options(2, {"first": 0, "setup": setup}), 4, lambda now: len(now.board) >= 1)
    game, rng = from_rules(state), new_rng(8)
    moves = [move.move for move in legal_moves(state)]
    count = 200 * len(moves)
    chosen = [move_to_rules(game, policy.random_move(*game, rng)) for _ in range(count)]
    assert chi_square(chosen, moves * 200) < 4
    assert set(chosen) == set(moves)


def test_a_greedy_move_is_any_of_the_best_equally_often() -> None:
    state = after(options(4, {"first": 0}), 1, lambda now: len(now.board) >= 5)
    game, rng, scratch = from_rules(state), new_rng(8), np.empty(at.CELLS, np.int32)
    legal = legal_moves(state)
    most = max(move.points for move in legal)
    best = [move.move for move in legal if move.points == most]
    assert len(best) > 1
    count = 300 * len(best)
    chosen = [move_to_rules(game, policy.greedy_move(*game, scratch, rng)) for _ in range(count)]
    assert set(chosen) == set(best)
    assert chi_square(chosen, best * 300) < 4


@pytest.mark.parametrize("seed", range(1, 4))
def test_hidden_cards_are_drawn_as_the_rules_draw_them(seed: int) -> None:
    """Late in a game of three few cards are hidden, so that every state is drawn many times."""
    state = after(
        options(3, {"first": 0}), seed, lambda now: sum(map(len, (*now.hands, *now.stocks))) <= 7
    )
    seen = view(state, state.turn)
    rng, random = new_rng(seed), Random(seed)
    states = [drawn(seen, rng) for _ in range(2000)]
    others = [determinize(seen, random) for _ in range(2000)]
    assert len(set(map(hidden, states))) > 1
    assert chi_square([*map(hidden, states)], [*map(hidden, others)]) < 4


def test_hidden_cards_out_of_an_open_number_are_drawn_as_the_rules_draw_them() -> None:
    """When cards are missing, how many neutral ones a seat holds is open too."""
    position = {
        "game": "piazza",
        "players": 3,
        "colours": [["R"], ["P"], ["B"]],
        "board": [["R1", 0, 0], ["P2", 1, 0], ["B3", 0, 1]],
        "hands": [["R2"], ["P1", "Y1"], ["B1"]],
        "stocks": [[], [], []],
        "scores": [0, 0, 0],
        "turn": 0,
        "finished": [],
        "passes": 0,
    }
    seen = view(state_from_json(position), 0)
    rng, random = new_rng(1), Random(1)
    states = [neutral_cards(drawn(seen, rng)) for _ in range(4000)]
    others = [neutral_cards(determinize(seen, random)) for _ in range(4000)]
    assert len(set(states)) == 6
    assert chi_square(states, others) < 4


def hidden(state: State) -> Hashable:
    return tuple(tuple(sorted(hand)) for hand in state.hands), state.stocks


def neutral_cards(state: State) -> Hashable:
    return tuple(sum(card.colour == "Y" for card in hand) for hand in state.hands)


def test_the_same_seed_and_number_give_the_same_game() -> None:
    rng = new_rng(7, 3)
    again = np.zeros(1, np.uint64)
    seed_rng(again, np.uint64(7), np.uint64(3))
    assert rng[0] == again[0]
    assert new_rng(7, 4)[0] != rng[0] != new_rng(8, 3)[0]
