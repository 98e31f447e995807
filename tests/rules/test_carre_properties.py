"""What holds in every game of C'est Carré!, whoever plays and however the cards fall."""

import json
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from piazzetta.rules.carre import (
    CARDS,
    Drop,
    Lay,
    Move,
    Pass,
    Reveal,
    State,
    Swap,
    Take,
    legal_moves,
    outcome,
    parse_move,
    play,
    score,
    start_moves,
    state_from_json,
    state_to_json,
)
from piazzetta.rules.carre.cards import KINDS
from piazzetta.rules.carre.notation import legal_to_json
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import IllegalMoveError
from piazzetta.rules.grid import Placed
from tests.rules.carre_games import (
    WHOLE,
    Plan,
    Step,
    all_cards,
    naive_moves,
    naive_points,
    naive_square,
    plans,
    sampled,
    steps,
    window,
)

whole_games = settings(max_examples=15, deadline=None)
few_positions = settings(max_examples=10, deadline=None)


@whole_games
@given(plans())
def test_no_card_is_ever_lost_or_made(plan: Plan) -> None:
    held = all_cards(plan.start())
    for step in steps(plan):
        held = held if step.after.round == step.before.round else WHOLE
        assert all_cards(step.after) == held
        assert all_cards(step.after) <= WHOLE


@whole_games
@given(plans())
def test_every_position_on_the_way_is_one_that_can_be_read(plan: Plan) -> None:
    for step in steps(plan):
        written = json.loads(json.dumps(state_to_json(step.after)))
        assert state_from_json(written) == replace(step.after, reshuffles=0)


@whole_games
@given(plans())
def test_points_are_what_a_slow_recount_gives(plan: Plan) -> None:
    for step in steps(plan):
        mover = step.before.turn
        ended = step.after.over or step.after.round > step.before.round
        layouts = list(step.before.layouts)
        layouts[mover] = _laid(step)
        assert score(layouts[mover]).points == naive_points(layouts[mover])
        won = [naive_points(laid) if ended else 0 for laid in layouts]
        totals = zip(step.before.totals, won, strict=True)
        assert step.after.totals == tuple(old + points for old, points in totals)


def _laid(step: Step) -> Layout:
    """The mover's cards after the move, before a new round clears them away."""
    laid = step.before.layouts[step.before.turn]
    if not isinstance(step.move, Lay | Swap):
        return laid
    new = step.move.placed
    return (*(lying for lying in laid if lying.cell != new.cell), new)


@whole_games
@given(plans())
def test_a_turn_ends_with_all_in_order(plan: Plan) -> None:
    for _, _, state in steps(plan):
        if state.phase == "source":
            assert state.discard or not state.deck
            assert max(map(len, state.hands)) <= 5
            assert (state.revealed, state.owed) == ((), 0)
        complete = [naive_square({cell for _, cell in laid}) for laid in state.layouts]
        ended = [square for seat, square in enumerate(complete) if seat != state.turn]
        assert state.closing == any(ended) or state.over


@whole_games
@given(plans())
def test_all_have_had_equally_many_turns_when_a_round_ends(plan: Plan) -> None:
    turns: Counter[int] = Counter()
    for before, _, after in steps(plan):
        ended = after.over or after.round > before.round
        if ended or after.turn != before.turn:
            turns[before.turn] += 1
        if ended:
            assert len(set(turns.values())) == 1
            assert after.over or after.first == after.turn == (before.first + 1) % plan.players
            turns.clear()


@whole_games
@given(plans())
def test_a_game_is_over_exactly_when_somebody_has_won(plan: Plan) -> None:
    for _, _, state in steps(plan):
        ended = outcome(state)
        assert (ended is not None) == state.over
        if not state.over:
            assert max(state.totals) < 50
        elif ended is not None and ended.reason == "C-WIN":
            assert [state.totals[seat] for seat in ended.winners] == [max(state.totals)] * len(
                ended.winners
            )


@whole_games
@given(plans())
def test_the_same_seed_gives_the_same_game(plan: Plan) -> None:
    assert list(steps(plan)) == list(steps(plan))


@few_positions
@given(plans())
def test_legal_moves_are_those_the_words_of_the_rules_allow(plan: Plan) -> None:
    for state in sampled(plan, 40):
        found = [str(legal.move) for legal in legal_moves(state)]
        assert sorted(found) == sorted(naive_moves(state))
        assert start_moves(state) == []


@few_positions
@given(plans())
def test_every_legal_move_plays_and_nothing_else_does(plan: Plan) -> None:
    for state in sampled(plan, 3):
        legal = {found.move for found in legal_moves(state)}
        assert {move for move in conceivable(state) if plays(state, move)} == legal


def conceivable(state: State) -> list[Move]:
    """Every word, every card dropped, every card laid and swapped near the mover's layout."""
    cells = window({cell for _, cell in state.layouts[state.turn]})
    placed = [Placed(card, cell) for card in KINDS for cell in cells]
    words: list[Move] = [Take(), Reveal(), Pass()]
    return [*words, *map(Drop, KINDS), *map(Lay, placed), *map(Swap, placed)]


def plays(state: State, move: Move) -> bool:
    try:
        play(state, move, Seed(0))
    except IllegalMoveError:
        return False
    return True


@few_positions
@given(plans())
def test_legal_moves_come_in_their_documented_order(plan: Plan) -> None:
    for state in sampled(plan, 40):
        moves = [found.move for found in legal_moves(state)]
        assert moves == sorted(moves, key=documented_order)
        assert len(set(moves)) == len(moves)


def documented_order(move: Move) -> tuple[object, ...]:
    match move:
        case Lay(placed) | Swap(placed):
            return (placed.card, isinstance(move, Swap), placed.cell)
        case Drop(card):
            return (card,)
    return (["take", "reveal", "pass"].index(str(move)),)


@few_positions
@given(plans())
def test_every_move_can_be_written_and_read(plan: Plan) -> None:
    for state in sampled(plan, 40):
        for legal in legal_moves(state):
            assert parse_move(str(legal.move)) == legal.move
            assert legal_to_json(legal) == {"move": str(legal.move)}
            assert (legal.brackets, legal.points) == ((), 0)


def test_every_card_can_be_written_and_read() -> None:
    assert [CARDS[str(kind)] for kind in KINDS] == list(KINDS)
