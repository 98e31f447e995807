"""The kernels of C'est Carré! do what the rules do."""

import json
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean, stdev
from typing import Any

import numpy as np
import pytest

from piazzetta.bots import greedy_carre
from piazzetta.kernels import carre as kernels
from piazzetta.kernels import carre_playout as playout
from piazzetta.kernels import carre_state as at
from piazzetta.kernels.batch import GREEDY, POLICIES
from piazzetta.kernels.carre_check import check_game, check_move, check_position
from piazzetta.kernels.carre_greedy import greedy_move, new_scratch
from piazzetta.kernels.carre_layout import has_nine, points_of
from piazzetta.kernels.carre_reveal import compare_reveal
from piazzetta.kernels.carre_turn import move_gain
from piazzetta.kernels.check import check
from piazzetta.kernels.rng import new_rng, seed_rng
from piazzetta.kernels.twin import KernelChance
from piazzetta.rules.carre import (
    PACK,
    Move,
    Options,
    State,
    View,
    deal,
    legal_moves,
    outcome,
    play,
    score,
    state_from_json,
    view,
)
from piazzetta.rules.carre.view import unseen
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import PositionError
from tests.kernels import carre_plain
from tests.rules.carre_table import PLAIN, layout, square, table

CONFORMANCE = Path(__file__).parent.parent / "data" / "conformance" / "carre.jsonl"
PLAYERS = range(2, 6)


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_are_equal(players: int, seed: int) -> None:
    assert check_game(players, seed, 10_000) > 100


def test_the_command_checks_games_of_all_player_counts() -> None:
    assert check("carre", 10, seed=0) == 1


@pytest.mark.long
def test_many_games_are_equal() -> None:
    assert check("carre", 50_000, seed=100) > 40


def test_a_difference_is_reported_with_its_position() -> None:
    state = deal(Options(2, 0), Seed(1))
    game = at.from_state(state)
    game[at.block(0) + at.TOTAL] += 1
    with pytest.raises(AssertionError, match=r"winners(.|\n)*at {"):
        check_position(state, game, None)


# Positions that random games seldom or never reach.


def conformance_states() -> list[State]:
    """The positions of the file, as far as play can lead to them."""
    requests = [json.loads(line)["request"] for line in CONFORMANCE.read_text("utf-8").splitlines()]
    found = []
    for request in requests:
        try:
            state = state_from_json(request["position"])
            at.from_state(state)
        except (KeyError, PositionError):
            continue
        found.append(state)
    return found


def all_cards(state: State) -> int:
    laid = sum(map(len, state.layouts)) + sum(map(len, state.hands))
    return laid + sum(map(len, (state.deck, state.discard, state.revealed)))


def test_positions_given_by_others_are_equal() -> None:
    rng, random = new_rng(1), Random(1)
    states = conformance_states()
    assert len(states) > 250
    for state in states:
        if all_cards(state) == len(PACK):
            check_position(state, at.from_state(state), random.choice((None, state.turn)))
        for legal in random.sample(legal_moves(state), min(4, len(legal_moves(state)))):
            check_move(state, legal.move, at.from_state(state), rng)


EDGES = [
    # both piles empty: nothing to do but pass
    table(),
    # a single card to reveal, and the discard pile empty after it is played
    table(discard="A+1", hands={0: "B+1"}),
    # a +3 that reshuffles, and finds fewer cards than it should draw
    table(deck="", discard="A+1 B+1", revealed="C+3", phase="play", hands={0: "D0 D-1 E0 E-1 F0"}),
    table(deck="A-1", discard="", revealed="C+3 C+2", phase="play", hands={0: "D0 D-1 E0 E-1 F0"}),
    # the ninth card is a -2, and the hand goes outside the square, far to one side
    table(
        layouts={0: "A+1@0,0 B-1@-1,0 A+2@-2,0 B-2@0,1 A-1@-1,1 B+1@-2,1 A-2@0,2 B+2@-1,2"},
        revealed="C-2",
        phase="play",
        hands={0: "D+1 E+1 F+1"},
        discard="F0",
    ),
    # nine of a kind ends the game, and so do 50 points
    table(
        layouts={0: square("A+1 A-1 A+2 A-2 A-1 A+1 A-2 A+2 A0"), 1: "B+1@0,0"},
        turn=1,
        closing=True,
        phase="lay",
        owed=1,
        hands={1: "C0"},
        discard="F0",
        totals=[0, 60],
    ),
]


@pytest.mark.parametrize("state", EDGES, ids=range(len(EDGES)))
@pytest.mark.parametrize("seed", range(3))
def test_games_from_the_edge_are_equal(state: State, seed: int) -> None:
    rng, random, game = new_rng(seed), Random(seed), at.from_state(state)
    for _ in range(60):
        moves = [legal.move for legal in legal_moves(state)]
        if not moves:
            break
        state = check_move(state, random.choice(moves), game, rng)


def test_nine_of_a_kind_wins_before_points() -> None:
    nine = square("A+1 A-1 A+2 A-2 A-1 A+1 A-2 A-1 A-1")
    words = at.layout_words(layout(nine))
    assert has_nine(words, 0)
    assert points_of(words, 0) == score(layout(nine)).points
    game = at.from_state(table(layouts={0: nine}, totals=[0, 70], over=True))
    assert kernels.winners(game) == 1 << 0
    game[at.OVER] = 0
    assert kernels.winners(game) == 1 << 1


@pytest.mark.parametrize(
    "changes",
    [
        {"turn": 0, "phase": "source"},
        {"turn": 0, "phase": "play", "revealed": "F0"},
        {"turn": 1, "phase": "source", "closing": False},
        {"turn": 1, "phase": "source", "closing": True, "first": 1},
        {"turn": 0, "phase": "lay", "owed": 2, "layouts": {0: f"{PLAIN} C0@3,0"}},
    ],
)
def test_a_turn_after_the_square_is_refused(changes: dict[str, Any]) -> None:
    hands = {0: "D+1 E+1"}
    state = table(**{"layouts": {0: PLAIN}, "hands": hands, "discard": "E0", **changes})
    with pytest.raises(PositionError, match="after completing its square"):
        at.from_state(state)


def test_layouts_that_no_board_holds_are_refused() -> None:
    with pytest.raises(PositionError, match="C-SQUARE"):
        at.layout_words(layout("A+1@0,0 A+1@1,0 A+1@2,0 A+2@3,0"))


# Conversions.


@pytest.mark.parametrize("players", PLAYERS)
def test_states_and_views_come_back_as_they_were(players: int) -> None:
    random = Random(players)
    state = deal(Options(players), Seed(players))
    for _ in range(80):
        assert settled(at.to_state(at.from_state(state))) == settled(state)
        for seat in (None, *range(players)):
            seen = view(state, seat)
            assert settled(at.to_view(at.from_view(seen), seat)) == settled(seen)
        moves = [legal.move for legal in legal_moves(state)]
        game = at.from_state(state)
        assert [at.decode_move(game, at.encode_move(game, move)) for move in moves] == moves
        state = play(state, random.choice(moves), Seed(players))


def settled(position: Any) -> Any:
    """Hands by card and layouts by cell: their order means nothing."""
    hands = (hand if isinstance(hand, int) else tuple(sorted(hand)) for hand in position.hands)
    layouts = (tuple(sorted(laid, key=lambda lying: lying.cell)) for laid in position.layouts)
    return replace(position, hands=tuple(hands), layouts=tuple(layouts))


def test_a_view_that_hides_too_many_cards_is_refused() -> None:
    seen = view(deal(Options(2), Seed(1)), 0)
    with pytest.raises(PositionError, match="more cards than there are"):
        at.from_view(replace(seen, deck=seen.deck + 1))


# Chance.


def late_view() -> View:
    """Few cards are hidden, so that every state is drawn many times."""
    shown = Counter(PACK) - Counter({PACK[0]: 1, PACK[-1]: 1, PACK[20]: 1})
    state = deal(Options(2, 0), Seed(1))
    hidden = (PACK[0], PACK[20], PACK[-1])
    rest = tuple(shown.elements())
    return view(replace(state, hands=((), hidden[:1]), deck=hidden[1:], discard=rest), 0)


def test_hidden_cards_are_drawn_uniformly() -> None:
    seen, rng = late_view(), new_rng(3)
    drawn: Counter[Any] = Counter()
    for _ in range(6000):
        game = at.from_view(seen)
        kernels.determinize(game, 0, rng)
        state = at.to_state(game)
        assert view(state, 0) == seen
        drawn[state.hands[1], state.deck] += 1
    assert len(drawn) == 6
    assert all(abs(count - 1000) < 5 * sqrt(1000) for count in drawn.values())


def test_a_draw_from_a_view_holds_every_card_once() -> None:
    state = deal(Options(5, 0), Seed(2))
    for seat in (None, 0, 3):
        seen = view(state, seat)
        game = at.from_view(seen)
        kernels.determinize(game, -1 if seat is None else seat, new_rng(1))
        after = at.to_state(game)
        assert settled(view(after, seat)) == settled(seen)
        hidden = [card for i, hand in enumerate(after.hands) if i != seat for card in hand]
        assert sorted([*hidden, *after.deck]) == sorted(unseen(seen))


def random_states(players: int, seed: int, count: int) -> list[State]:
    """Positions of a game by random moves, all phases among them."""
    random, state = Random(seed), deal(Options(players), Seed(seed))
    found: list[State] = []
    while len(found) < count and not state.over:
        found.append(state)
        state = play(state, random.choice(legal_moves(state)).move, Seed(seed))
    return found


def test_random_moves_are_all_legal_moves_equally_often() -> None:
    rng = new_rng(5)
    for state in random_states(3, 5, 60)[::4]:
        game = at.from_state(state)
        moves = [at.encode_move(game, legal.move) for legal in legal_moves(state)]
        expected = 100
        counts = Counter(kernels.random_move(game, rng) for _ in range(expected * len(moves)))
        assert set(counts) == set(moves)
        assert all(abs(count - expected) < 6 * sqrt(expected) for count in counts.values())


# Playouts.


def by_the_rules(players: int, number: int) -> tuple[float, float]:
    """Decisions of a whole game by random moves, and the points of the best."""
    random, state = Random(number), deal(Options(players, 0), Seed(number))
    decisions = 0
    while not state.over:
        state = play(state, random.choice(legal_moves(state)).move, Seed(number))
        decisions += 1
    return decisions, max(state.totals)


def alike(some: Sequence[float], others: Sequence[float]) -> bool:
    """Whether the means differ by less than four standard errors."""
    error = sqrt(stdev(some) ** 2 / len(some) + stdev(others) ** 2 / len(others))
    return abs(mean(some) - mean(others)) < 4 * error


@pytest.mark.parametrize("players", [2, 5])
def test_random_playouts_are_like_random_play_by_the_rules(players: int) -> None:
    expected = [by_the_rules(players, number) for number in range(24)]
    found = playout.playouts(players, "random", 2000, seed=1)
    assert alike(found.moves.tolist(), [decisions for decisions, _ in expected])
    assert alike(found.points.max(axis=1).tolist(), [points for _, points in expected])


@pytest.mark.parametrize("policy", POLICIES)
def test_threads_make_no_difference(policy: str) -> None:
    one = playout.playouts(3, policy, 20, seed=4, threads=1)
    two = playout.playouts(3, policy, 20, seed=4, threads=3)
    assert all(np.array_equal(*columns) for columns in zip(one, two, strict=True))


def test_a_playout_is_a_game_by_the_rules() -> None:
    """Game 7 of a seed, move by move, ends as the batch says."""
    found = playout.playouts(4, "random", 8, seed=9, threads=1)
    rng = np.zeros(1, np.uint64)
    seed_rng(rng, np.uint64(9), np.uint64(7))
    state = deal(Options(4, 0), KernelChance(rng))
    game = np.zeros(at.GAME_WORDS, np.int64)
    kernels.deal(game, 4, 0, rng)
    decisions = 0
    while not state.over:
        move = at.decode_move(game, kernels.random_move(game, rng))
        state = play(state, move, KernelChance(rng))
        kernels.apply(game, at.encode_move(game, move), rng)
        decisions += 1
    ended = outcome(state)
    assert ended is not None
    shares = [1 / len(ended.winners) if seat in ended.winners else 0 for seat in range(4)]
    assert found.moves[7] == decisions
    assert found.points[7].tolist() == list(state.totals)
    assert found.shares[7].tolist() == pytest.approx(shares)


def test_a_playout_of_a_round_ends_with_its_scoring() -> None:
    rng, game = new_rng(3), np.zeros(at.GAME_WORDS, np.int64)
    kernels.deal(game, 3, 0, rng)
    taken = playout.playout_round(game, new_scratch(), GREEDY, playout.CAP, rng)
    state = at.to_state(game)
    assert 0 < taken < playout.CAP
    assert (state.round, state.phase, state.layouts) == (2, "source", ((), (), ()))
    assert any(state.totals)


def test_a_playout_stops_after_so_many_decisions() -> None:
    rng, game = new_rng(3), np.zeros(at.GAME_WORDS, np.int64)
    kernels.deal(game, 2, 0, rng)
    assert playout.playout(game, new_scratch(), GREEDY, 5, rng) == 5
    assert playout.playout_round(game, new_scratch(), GREEDY, 5, rng) == 5
    assert not game[at.OVER]


# The greedy policy.


def greedy_states(plies: int) -> list[State]:
    """Positions of games in which most moves are greedy, and rare ones."""
    states = list(EDGES)
    for players in PLAYERS:
        rng, random = new_rng(players), Random(players)
        state = deal(Options(players), Seed(players))
        for _ in range(plies):
            states.append(state)
            game = at.from_state(state)
            move = at.decode_move(game, greedy_move(game, new_scratch(), rng))
            if random.random() < 0.3:
                move = random.choice(legal_moves(state)).move
            state = play(state, move, Seed(players))
    return states


@pytest.mark.parametrize("plies", [15, pytest.param(60, marks=pytest.mark.long)])
def test_greedy_is_as_greedy_as_it_says_and_so_is_the_bot(plies: int) -> None:
    rng, scratch = new_rng(1), new_scratch()
    for state in greedy_states(plies):
        moves = [legal.move for legal in legal_moves(state)]
        values = [carre_plain.value(state, move) for move in moves]
        best = {move for move, value in zip(moves, values, strict=True) if value == max(values)}
        for game in rows(state):
            tries = range(6 * len(best)) if len(best) < 5 else range(5)
            chosen = {at.decode_move(game, greedy_move(game, scratch, rng)) for _ in tries}
            chosen.add(greedy_carre.choose(view(state, state.turn), legal_moves(state), Random(0)))
            assert chosen <= best
        check_gains(state, moves, values, scratch)


def rows(state: State) -> list[at.Row]:
    """The game itself and what the seat on turn sees of it, if no card is missing."""
    game = at.from_state(state)
    seen = at.from_view(view(state, state.turn))
    return [game, seen] if all_cards(state) == len(PACK) else [game]


def check_gains(state: State, moves: list[Move], values: list[Any], scratch: at.Row) -> None:
    """Not only the best move but every single gain is the same."""
    now = carre_plain.worth(state.layouts[state.turn])
    for game in rows(state):
        if state.phase in ("play", "lay"):
            codes = [at.encode_move(game, move) for move in moves]
            kinds = [code >> at.CELL_BITS & (1 << at.KIND_BITS) - 1 for code in codes]
            bits = [1 << (code & (1 << at.CELL_BITS) - 1) for code in codes]
            gains = [
                move_gain(game, kind, bit, scratch) for kind, bit in zip(kinds, bits, strict=True)
            ]
            assert gains == [value - now for value in values]
        elif len(moves) == 2:
            reveal = values[1] - now
            for taken in range(int(reveal) - 2, int(reveal) + 3):
                sign = (reveal > taken) - (reveal < taken)
                assert compare_reveal(game, taken, scratch) == sign


def test_greedy_takes_any_of_several_equal_moves() -> None:
    state = table(revealed="A0", phase="play", layouts={0: "B0@0,0"}, discard="F0", deck="E0")
    game, rng, scratch = at.from_state(state), new_rng(2), new_scratch()
    chosen: Counter[str] = Counter()
    for _ in range(500):
        chosen[str(at.decode_move(game, greedy_move(game, scratch, rng)))] += 1
    assert len(chosen) == 5
    assert all(abs(count - 100) < 50 for count in chosen.values())


def play_match(games: int, choose: Callable[[int], int]) -> float:
    """Seat 0's part of the wins when each seat follows the policy that `choose` gives it."""
    rng, game, scratch = new_rng(8), np.zeros(at.GAME_WORDS, np.int64), new_scratch()
    won = 0.0
    for _ in range(games):
        kernels.deal(game, 2, 0, rng)
        while not game[at.OVER]:
            policy = choose(int(game[at.TURN]))
            kernels.apply(game, playout.policy_move(game, scratch, policy, rng), rng)
        won += playout.share(game, 0)
    return won / games


def test_greedy_beats_random() -> None:
    assert play_match(40, lambda seat: POLICIES["greedy" if seat == 0 else "random"]) > 0.95
