"""Plans are legal move by move, whole, and come to different layouts."""

from collections.abc import Iterator

import numpy as np
import pytest

from piazzetta.kernels.carre import apply, deal, hide, legal_moves
from piazzetta.kernels.carre_canny import canny_move, move_promise
from piazzetta.kernels.carre_greedy import new_scratch
from piazzetta.kernels.carre_plans import (
    FOLLOWED,
    MOST_PLANS,
    NO_MOVE,
    STEPS,
    Plans,
    Promises,
    lay_out,
    owed_after,
    write_plans,
)
from piazzetta.kernels.carre_state import (
    GAME_WORDS,
    LAYOUT_WORDS,
    MOST_MOVES,
    OVER,
    OWED,
    PHASE,
    PHASE_LAY,
    TURN,
    Row,
)
from piazzetta.kernels.carre_weights import weights_for
from piazzetta.kernels.rng import new_rng

SEATS = range(2, 6)
Planned = tuple[Row, list[int], Plans, Promises]


def planned(players: int) -> Iterator[Planned]:
    """Every decision of a canny game: the view, the legal moves, the plans, what they promise."""
    game, moves = np.zeros(GAME_WORDS, np.int64), np.empty(MOST_MOVES, np.int64)
    rng, scratch = new_rng(players), new_scratch()
    deal(game, players, 0, rng)
    while not game[OVER]:
        row = game.copy()
        hide(row, int(row[TURN]))
        legal = moves[: legal_moves(row, moves)]
        plans, promises = np.empty((MOST_PLANS, STEPS), np.int32), np.empty(MOST_PLANS)
        count = write_plans(row, legal, plans, promises)
        yield row, legal.tolist(), plans[:count], promises[:count]
        apply(game, canny_move(game, scratch, weights_for(game), rng), rng)


def before_last(view: Row, plan: Row) -> tuple[Row, int]:
    """The view once all moves of the plan but the last are made, each a legal one, and that one."""
    game, moves = view.copy(), np.empty(MOST_MOVES, np.int64)
    steps = [int(move) for move in plan if move != NO_MOVE]
    for move in steps[:-1]:
        assert move in moves[: legal_moves(game, moves)]
        apply(game, move, new_rng(0))
        assert game[PHASE] == PHASE_LAY
        assert game[OWED] > 0
    assert steps[-1] in moves[: legal_moves(game, moves)]
    return game, steps[-1]


@pytest.mark.parametrize("players", SEATS)
def test_the_first_plans_begin_with_the_legal_moves_in_order(players: int) -> None:
    for _, legal, plans, _ in planned(players):
        assert plans[: len(legal), 0].tolist() == legal
        assert set(plans[:, 0].tolist()) == set(legal)


@pytest.mark.parametrize("players", SEATS)
def test_every_plan_is_legal_and_promises_what_its_last_move_does(players: int) -> None:
    longest, scratch = 0, new_scratch()
    for view, _, plans, promises in planned(players):
        for plan, promise in zip(plans, promises, strict=True):
            game, last = before_last(view, plan)
            assert promise == move_promise(game, last, scratch, weights_for(game))
            longest = max(longest, int((plan != NO_MOVE).sum()))
    assert longest == STEPS


@pytest.mark.parametrize("players", SEATS)
def test_the_best_looking_moves_that_owe_cards_are_planned_to_the_end(players: int) -> None:
    seen, scratch = 0, new_scratch()
    for view, legal, plans, _ in planned(players):
        looks = {True: [np.inf], False: [-np.inf]}
        for move in (move for move in legal if owed_after(view, move)):
            mine = plans[plans[:, 0] == move]
            whole = {not owed_after(*before_last(view, plan)) for plan in mine}
            assert len(whole) == 1
            assert len(mine) == 1 or whole == {True}
            looks[whole.pop()].append(move_promise(view, move, scratch, weights_for(view)))
        assert len(looks[True]) <= 1 + FOLLOWED
        assert len(looks[True]) == 1 + FOLLOWED or len(looks[False]) == 1
        assert min(looks[True]) >= max(looks[False])
        seen = max(seen, len(looks[False]))
    assert seen > 1


@pytest.mark.parametrize("players", SEATS)
def test_further_plans_come_to_layouts_of_their_own(players: int) -> None:
    further, end = 0, np.empty(LAYOUT_WORDS, np.int64)
    for view, legal, plans, _ in planned(players):
        ends = set()
        for k, plan in enumerate(plans):
            lay_out(view, plan, end)
            assert k < len(legal) or end.tobytes() not in ends
            ends.add(end.tobytes())
        further += len(plans) - len(legal)
    assert further > FOLLOWED
