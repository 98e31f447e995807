"""Properties that whole games of Piazza keep, at every kind of table, however they are played."""

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.rules import piazza
from piazzetta.rules.errors import IllegalMoveError
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza import CARDS, PACK, Card, Lay, Move, Start, State
from piazzetta.rules.piazza.moves import table_of
from piazzetta.rules.piazza.refusals import brackets_made
from tests.rules.piazza_oracle import Table, conceivable, may_lay, new_brackets
from tests.rules.piazza_tables import (
    CHOOSERS,
    SEED,
    Played,
    every_table,
    games,
    options,
    options_of,
    play_out,
)

GAMES = settings(max_examples=20, deadline=None)


def all_cards(state: State) -> Counter[Card]:
    piles = state.hands + state.stocks
    return Counter(
        [lying.card for lying in state.board] + [card for pile in piles for card in pile]
    )


def laid_by(move: Move) -> Table:
    return table_of(move.cards) if isinstance(move, Lay) else {}


@GAMES
@given(games())
def test_no_card_comes_or_goes(game: Played) -> None:
    for state in game.states:
        assert all_cards(state) == Counter(PACK)


@GAMES
@given(games())
def test_points_are_those_of_a_recount(game: Played) -> None:
    for (before, now), move in zip(pairwise(game.states), game.moves, strict=True):
        sizes = new_brackets(table_of(before.board), laid_by(move))
        gained = [b - a for a, b in zip(before.scores, now.scores, strict=True)]
        assert gained == [sum(sizes) if seat == before.turn else 0 for seat in range(now.players)]
        legal = {found.move: found for found in piazza.legal_moves(before)}[move]
        assert (list(legal.brackets), legal.points) == (sizes, sum(sizes))


@GAMES
@given(games())
def test_hands_are_full_while_the_stock_lasts(game: Played) -> None:
    for state in game.states:
        if state.phase == "play":
            for hand, stock in zip(state.hands, state.stocks, strict=True):
                assert len(hand) == 3 or not stock
                assert len(hand) <= 3


@GAMES
@given(games())
def test_the_turn_goes_clockwise_to_the_next_who_holds_cards(game: Played) -> None:
    playing = [state for state in game.states if state.phase == "play"]
    assert playing[0].turn == playing[0].first
    for before, now in pairwise(playing[:-1]):
        clockwise = [(before.turn + step) % now.players for step in range(1, now.players + 1)]
        assert now.turn == next(seat for seat in clockwise if now.hands[seat])


@GAMES
@given(games())
def test_a_game_ends_when_nobody_can_lay_a_card(game: Played) -> None:
    last = game.states[-1]
    table = table_of(last.board)
    for hand in last.hands:
        assert not any(
            may_lay(table, hand, move.cards) for move in conceivable(table, set(hand), set())
        )
    assert not any(state.over for state in game.states[:-1])
    assert piazza.legal_moves(last) == []


@GAMES
@given(games())
def test_finished_seats_are_those_without_cards_in_the_order_they_ran_out(game: Played) -> None:
    order: list[int] = []
    for state in game.states:
        empty = {seat for seat, hand in enumerate(state.hands) if not hand}
        order += sorted(empty.difference(order))
        assert state.finished == tuple(order)


@GAMES
@given(games())
def test_the_winner_has_most_points_then_finished_first(game: Played) -> None:
    last = game.states[-1]
    best = [seat for seat, score in enumerate(last.scores) if score == max(last.scores)]
    earliest = [seat for seat in last.finished if seat in best][:1]
    result = piazza.outcome(last)
    assert result is not None
    assert list(result.winners) == (earliest or best)
    assert result.reason == ("P-STUCK" if any(last.hands) else "P-END")
    assert sorted(seat for place in result.ranking for seat in place) == [*range(last.players)]
    assert not any(piazza.outcome(state) for state in game.states[:-1])


@GAMES
@given(games())
def test_legal_moves_are_in_the_documented_order(game: Played) -> None:
    for state in game.states:
        legal = [found.move for found in piazza.legal_moves(state)]
        assert len(set(map(str, legal))) == len(legal)
        singles = [
            move.cards[0] for move in legal if isinstance(move, Lay) and len(move.cards) == 1
        ]
        starts = [move.card for move in legal if isinstance(move, Start)]
        places = {placed: place for place, placed in enumerate(singles)}
        pairs = [
            tuple(places[p] for p in move.cards)
            for move in legal[len(singles) :]
            if isinstance(move, Lay)
        ]
        assert singles == sorted(singles)
        assert starts == sorted(starts)
        assert pairs == sorted(pairs)
        assert all(first < second for first, second in pairs)


@GAMES
@given(games())
def test_positions_moves_and_options_can_be_written_and_read(game: Played) -> None:
    for state in game.states:
        assert piazza.state_from_json(piazza.state_to_json(state)) == state
        for legal in piazza.legal_moves(state):
            assert piazza.parse_move(str(legal.move)) == legal.move
    data = piazza.GAME.options_to_json(game.options)
    assert piazza.options(game.options.players, data) == game.options


@GAMES
@given(games())
def test_a_game_is_its_options_chance_and_moves(game: Played) -> None:
    state = piazza.deal(game.options, game.chance)
    for move, known in zip(game.moves, game.states[1:], strict=True):
        state = piazza.play(state, piazza.parse_move(str(move)), game.chance)
        assert state == known


@GAMES
@given(games())
def test_the_order_of_board_and_hand_means_nothing(game: Played) -> None:
    state = game.states[len(game.states) // 2]
    data = piazza.state_to_json(state)
    data["board"] = data["board"][::-1]
    data["hands"] = [hand[::-1] for hand in data["hands"]]
    assert piazza.legal_moves(piazza.state_from_json(data)) == piazza.legal_moves(state)


@settings(max_examples=60, deadline=None)
@given(options(), st.randoms(use_true_random=False))
def test_every_choice_of_start_cards_leaves_the_others_one(
    chosen: piazza.Options, rng: Random
) -> None:
    state = piazza.deal(chosen, SEED)
    while state.phase == "setup":
        starts = piazza.start_moves(state)
        assert starts
        assert piazza.legal_moves(state) == starts
        assert {found.move for found in starts} == conceivable_starts(state)
        state = piazza.play(state, rng.choice(starts).move, SEED)
    assert piazza.start_moves(state) == []


def conceivable_starts(state: State) -> set[Move]:
    """Every start card on every cell around the shape that is not refused."""
    starts = (
        Start(Placed(card, (x, y)))
        for card in CARDS.values()
        for x in range(-1, 4)
        for y in range(-1, 3)
    )
    return {move for move in starts if not refuses(state, move)}


def sampled(table: int, part: float) -> State:
    """A position of a game at that kind of table, so far into the game (0 to 1)."""
    chooser = [*CHOOSERS.values()][table % len(CHOOSERS)]
    played = play_out(options_of(every_table()[table]), table, chooser).states
    in_play = [state for state in played if state.phase == "play" and not state.over]
    return in_play[int(part * (len(in_play) - 1))]


def refuses(state: State, move: Move) -> bool:
    try:
        brackets_made(state, move)
    except IllegalMoveError:
        return True
    return False


SAMPLES = [(0, 0.0), (7, 0.3), (14, 0.6), (26, 0.9)]
"""Tables and how far into the game: every number of players, sparse tables and dense ones."""


@pytest.mark.parametrize(("table", "part"), SAMPLES)
def test_every_legal_move_plays_and_nothing_else_does(table: int, part: float) -> None:
    check_every_move(sampled(table, part))


@pytest.mark.long
@pytest.mark.parametrize("table", range(len(every_table())))
def test_every_legal_move_plays_at_every_table(table: int) -> None:
    for part in (0.0, 0.25, 0.5, 0.75, 1.0):
        check_every_move(sampled(table, part))


def check_every_move(state: State) -> None:
    """Compare legal moves, refusals and the naive rules on every conceivable move."""
    lying, hand = table_of(state.board), state.hands[state.turn]
    every = list(conceivable(lying, set(CARDS.values()), set(hand)))
    legal = {found.move: list(found.brackets) for found in piazza.legal_moves(state)}
    legal.pop(piazza.PASS, None)
    assert {move for move in every if may_lay(lying, hand, move.cards)} == legal.keys()
    assert {move for move in every if not refuses(state, move)} == legal.keys()
    for move, sizes in legal.items():
        assert new_brackets(lying, laid_by(move)) == sizes == list(brackets_made(state, move))
        assert table_of(piazza.play(state, move, SEED).board) == lying | laid_by(move)
    assert refuses(state, piazza.PASS) == bool(legal)
