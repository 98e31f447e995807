"""The clauses of docs/rules/piazza.md on turns, scoring and the end.

Those on material and set-up are in test_piazza_setup.py, P-SECRET in test_piazza_views.py.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from piazzetta.rules import piazza
from piazzetta.rules.errors import IllegalMoveError
from piazzetta.rules.piazza import Lay, State
from tests.rules.piazza_tables import (
    COLOURS,
    SEED,
    after,
    brackets,
    cards,
    lay,
    moves,
    position,
    refusal,
    refused,
)

CONFORMANCE = Path(__file__).parent.parent / "data" / "conformance" / "piazza.jsonl"

# A turn

CROSS = """
.  Y2 .
B1 R3 P4
"""


def test_P_PLAY__one_or_two_cards_from_the_hand() -> None:
    state = position(CROSS, "Y1 Y5", "P6")
    assert after(state, "Y5@3,1").hands[0] == cards("Y1")
    assert after(state, "Y1@3,1 Y5@-1,1").hands[0] == ()
    assert refusal(state, "Y6@3,1") == "P-PLAY"
    assert refusal(state, "Y5@-1,1 Y5@3,1") == "P-PLAY"
    assert refusal(state, "Y6@-1,1 Y6@3,1") == "P-PLAY"


def test_P_PLAY__never_none_and_never_three() -> None:
    state = position(CROSS, "Y1 Y5 Y6", "P6")
    three = lay("Y1@3,1 Y5@-1,1").cards + lay("Y6@0,2").cards
    for move in (Lay(()), Lay(three)):
        with pytest.raises(IllegalMoveError) as caught:
            piazza.play(state, move, SEED)
        assert str(caught.value) == f"{move}: one or two cards are laid in a turn (P-PLAY)"
        assert caught.value.clause == "P-PLAY"


def test_P_TOUCH__beside_a_card_and_on_an_empty_cell() -> None:
    state = position(CROSS, "P6", "P5")
    assert moves(state) == ["P6@-1,1", "P6@0,0", "P6@0,2", "P6@1,-1", "P6@1,2"]
    assert refusal(state, "P6@0,1") == "P-TOUCH"
    assert refusal(state, "P6@5,5") == "P-TOUCH"
    assert refusal(state, "P6@-1,0") == "P-TOUCH"


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("P6@0,1", "P6@0,1: 0,1 is not empty (P-TOUCH)"),
        ("P6@-1,0", "P6@-1,0: no card lies beside -1,0 (P-TOUCH)"),
        ("P6@2,0", "P6@2,0: P6 would lie beside P4, of the same colour (P-DIFFER)"),
        ("Y4@2,2", "Y4@2,2: Y4 would lie beside P4, of the same symbol (P-DIFFER)"),
        ("B6@0,0", "B6@0,0: the hand holds no B6 (P-PLAY)"),
        ("Y4@-1,1 Y4@3,1", "Y4@-1,1 Y4@3,1: the hand holds 1 Y4 (P-PLAY)"),
        ("P6@0,0 Y4@-1,1", "P6@0,0 Y4@-1,1: both cards must be of one colour (P-ONE-COLOUR)"),
        ("P6@1,2 P6@1,2", "P6@1,2 P6@1,2: two cards cannot lie on one cell (P-TOUCH)"),
        (
            "P6@-1,1 P6@1,-1",
            "P6@-1,1 P6@1,-1: the two cards form no bracket with each other (P-PAIR)",
        ),
        ("pass", "pass: nobody may pass who can lay a card (P-STUCK)"),
    ],
)
def test_a_refusal_says_what_is_wrong_where(move: str, message: str) -> None:
    assert str(refused(position(CROSS, "P6 Y4 P6", "P5"), move)) == message


def test_P_TOUCH__two_cards_never_lie_on_one_cell() -> None:
    assert refusal(position(CROSS, "P5 P6", "P5"), "P5@1,2 P6@1,2") == "P-TOUCH"


def test_P_TOUCH__nothing_can_be_laid_on_an_empty_table() -> None:
    state = position("", "P6", "P5")
    assert moves(state) == ["pass"]
    assert refusal(state, "P6@0,0") == "P-TOUCH"
    two = position("", "P6 R5", "P5")
    assert refusal(two, "P6@0,0 R5@1,0") == "P-TOUCH"


@pytest.mark.parametrize(("card", "there"), [("R5", False), ("Y2", False), ("Y5", True)])
def test_P_DIFFER__in_colour_and_in_symbol_from_every_neighbour(card: str, there: bool) -> None:
    state = position("B1 P3\n.  R2", card, "B6")
    assert (f"{card}@0,1" in moves(state)) == there
    if not there:
        assert refusal(state, f"{card}@0,1") == "P-DIFFER"


def test_P_DIFFER__diagonal_neighbours_do_not_count() -> None:
    assert "R1@0,0" in moves(position(".  B2\nP3 R1", "R1", "B6"))


def test_P_DIFFER__two_cards_laid_beside_each_other_break_it() -> None:
    assert refusal(position("B1 R2", "P5 P6", "B6"), "P5@0,1 P6@1,1") == "P-DIFFER"


ROW_OF_SEVEN = "R1 B2 R3 B4 R5 B6 R1"


def test_P_GRID__the_grid_floats_while_eight_columns_hold_all() -> None:
    state = position(ROW_OF_SEVEN, "P3 P4", "B1")
    assert {"P3@-1,0", "P3@7,0"} <= set(moves(state))
    left = after(state, "P3@-1,0")
    assert refusal(replace(left, turn=0), "P4@7,0") == "P-GRID"
    assert "P4@7,0" not in moves(replace(left, turn=0))
    right = after(state, "P3@7,0")
    assert refusal(replace(right, turn=0), "P4@-1,0") == "P-GRID"


def test_P_GRID__two_cards_may_not_stretch_it_together() -> None:
    state = position(ROW_OF_SEVEN, "P3 P4", "B1")
    assert refusal(state, "P3@-1,0 P4@7,0") == "P-GRID"
    assert "P3@-1,0 P4@7,0" not in moves(state)
    with pytest.raises(IllegalMoveError, match="the table would exceed 8×8 cells"):
        piazza.play(state, lay("P3@-1,0 P4@7,0"), SEED)
    shorter = position(ROW_OF_SEVEN[:-3], "P3 P4", "B1")
    assert brackets(shorter, "P3@-1,0 P4@6,0") == (8,)


def test_P_GRID__rows_count_as_columns_do() -> None:
    state = position("\n".join(ROW_OF_SEVEN.split()), "P3 P4", "B1")
    assert {"P3@0,-1", "P3@0,7"} <= set(moves(state))
    assert refusal(replace(after(state, "P3@0,-1"), turn=0), "P4@0,7") == "P-GRID"
    assert refusal(state, "P3@0,-1 P4@0,7") == "P-GRID"


def test_P_BRACKET__other_colours_and_empty_cells_may_lie_between() -> None:
    state = position("B1 R2 . P4\n.  P3 Y5 R6", "B6", "Y1")
    assert brackets(state, "B6@2,0") == (3,)
    assert brackets(state, "B6@4,0") == (4,)


def test_P_BRACKET__not_across_a_card_of_that_colour() -> None:
    assert brackets(position("B1 R2 B3 P4", "B6", "Y1"), "B6@4,0") == (3,)


def test_P_BRACKET__rows_and_columns_but_no_diagonals() -> None:
    state = position("B1 R2\nP3 Y4", "B6", "Y1")
    assert brackets(state, "B6@2,0") == brackets(state, "B6@0,2") == (3,)
    assert brackets(state, "B6@2,1") == brackets(state, "B6@1,2") == ()


def test_P_PAIR__two_cards_form_a_bracket_with_each_other() -> None:
    state = position(CROSS, "Y1 Y5", "P6")
    assert brackets(state, "Y1@3,1 Y5@-1,1") == (5,)
    assert refusal(state, "Y1@3,1 Y5@1,2") == "P-PAIR"


@pytest.mark.parametrize("distance", range(2, 8))
@pytest.mark.parametrize(("near", "far"), [("Y1", "Y5"), ("Y5", "Y1")])
def test_P_PAIR__in_rows_and_columns_at_every_distance(distance: int, near: str, far: str) -> None:
    between = ["R2", "P3", "R4", "P3", "R2", "P4"][: distance - 1]
    row = position(" ".join([".", *between]), "Y1 Y5", "P6")
    column = position("\n".join([".", *between]), "Y1 Y5", "P6")
    across = " ".join(sorted([f"{near}@0,0", f"{far}@{distance},0"]))
    down = " ".join(sorted([f"{near}@0,0", f"{far}@0,{distance}"]))
    assert brackets(row, across) == brackets(column, down) == (distance + 1,)
    assert after(row, across).scores == after(column, down).scores == (distance + 1, 0)


def test_P_PAIR__each_also_scores_its_other_brackets() -> None:
    state = position(".  R5 B6 .\nY3 P4 Y1 R2\n.  Y6 R3 B4", "B1 B2", "P6")
    assert brackets(state, "B1@0,0 B2@0,2") == (3, 3, 4)


def test_P_PAIR__not_across_a_card_of_their_colour() -> None:
    state = position("B1 R2 Y6 P3 B4", "Y2 Y5", "P6")
    assert refusal(state, "Y2@-1,0 Y5@5,0") == "P-PAIR"
    assert "Y2@-1,0 Y5@5,0" not in moves(state)


def test_P_PAIR__the_order_of_the_two_does_not_matter() -> None:
    state = position(CROSS, "Y1 Y5", "P6")
    one = piazza.parse_move("Y1@3,1 Y5@-1,1")
    assert piazza.parse_move("Y5@-1,1 Y1@3,1") == one
    assert str(one) == "Y1@3,1 Y5@-1,1"
    turned = piazza.play(state, Lay(lay("Y1@3,1 Y5@-1,1").cards[::-1]), SEED)
    assert turned.scores == piazza.play(state, one, SEED).scores == (5, 0)


def test_P_PAIR__two_equal_cards_need_two_in_the_hand() -> None:
    assert "Y5@-1,1 Y5@3,1" not in moves(position(CROSS, "Y5 Y6", "P6"))
    assert "Y5@-1,1 Y5@3,1" in moves(position(CROSS, "Y5 Y5", "P6"))


def test_P_ONE_COLOUR__never_two_colours_in_one_turn() -> None:
    state = position("B1 R2\nR3 B4", "P5 Y6", "B6")
    assert refusal(state, "P5@-1,0 Y6@2,0") == "P-ONE-COLOUR"
    assert not [move for move in moves(state) if " " in move]


@pytest.mark.parametrize(
    ("stock", "hand", "left"),
    [("R1 R3 R4 R5", "Y6 R5 R4", "R1 R3"), ("R1", "Y6 R1", ""), ("", "Y6", "")],
)
def test_P_DRAW__back_to_three_from_the_top_while_the_stock_lasts(
    stock: str, hand: str, left: str
) -> None:
    state = position(CROSS, "Y1 Y5 Y6", "P6", stocks=[stock.split(), []])
    moved = after(state, "Y1@3,1 Y5@-1,1")
    assert (moved.hands[0], moved.stocks[0]) == (cards(hand), cards(left))


STUCK = "R2 P1 R3"
"""R1 can lie nowhere around these: each cell is beside a red card or beside the symbol 1."""


def test_P_STUCK__who_cannot_lay_a_card_passes_and_keeps_all() -> None:
    state = position(STUCK, "R1", "B5", stocks=[["B3"], []])
    assert moves(state) == ["pass"]
    passed = after(state, "pass")
    assert replace(passed, turn=0, passes=0) == state
    assert (passed.turn, passed.passes) == (1, 1)


def test_P_STUCK__nobody_may_pass_who_can_lay_a_card() -> None:
    state = position(STUCK, "B5", "R1")
    assert refusal(state, "pass") == "P-STUCK"
    assert "pass" not in moves(state)


def test_P_STUCK__the_game_ends_when_all_who_hold_cards_have_passed() -> None:
    state = position(STUCK, "R1", "", "R1")
    once = after(state, "pass")
    assert (once.turn, once.over) == (2, False)
    twice = after(once, "pass")
    assert twice.over
    assert moves(twice) == []


def test_P_STUCK__a_card_laid_in_between_begins_the_count_anew() -> None:
    state = position(STUCK, "R1", "B5 B6", stocks=[[], []])
    laid = after(state, "pass", "B5@0,1")
    assert (laid.passes, laid.turn, laid.over) == (0, 0, False)
    assert moves(laid) != ["pass"]


# Scoring


def booklet() -> dict[str, State]:
    """The positions of the booklet's examples, by the note of each conformance case."""
    lines = map(json.loads, CONFORMANCE.read_text(encoding="utf-8").splitlines())
    return {
        line["note"]: piazza.state_from_json(line["request"]["position"])
        for line in lines
        if line["note"].startswith("booklet example")
    }


def test_P_SCORE__the_four_figures_of_the_booklet() -> None:
    figures = [[5], [3, 3], [3, 3, 4], [2, 3, 3, 3, 4]]
    assert len(booklet()) == len(figures)
    for figure, state in zip(figures, booklet().values(), strict=True):
        best = max(piazza.legal_moves(state), key=lambda legal: legal.points)
        assert list(best.brackets) == figure
        assert piazza.play(state, best.move, SEED).scores[0] == sum(figure)


def test_P_SCORE__both_ends_and_the_cards_between_but_no_empty_cell() -> None:
    state = position("B1 R2 .  P3\n.  Y4 R5 Y6", "B6", "Y1", scores=[10, 20])
    assert brackets(state, "B6@4,0") == (4,)
    assert after(state, "B6@4,0").scores == (14, 20)


def test_P_SCORE__a_bracket_of_both_laid_cards_counts_once() -> None:
    state = position("R2 P3", "B5 B6", "Y1")
    assert brackets(state, "B5@-1,0 B6@2,0") == (4,)


def test_P_SCORE__a_card_without_a_bracket_scores_nothing() -> None:
    assert after(position("R2 P3", "B5", "Y1"), "B5@2,0").scores == (0, 0)


def test_P_MULTIPLE__a_card_counts_in_each_of_its_brackets() -> None:
    state = position("B1 R2 .  P5 B2\n.  P4 .  Y6 .\n.  R1 P3 R4 .\n.  .  B5 .  .", "B6", "Y1")
    assert brackets(state, "B6@2,0") == (3, 3, 3)


def test_P_SPLIT__a_card_between_two_of_its_colour_makes_two_brackets() -> None:
    state = position("B1 R2 .  P3 B4\n.  P5 Y6 R1 .", "B5", "Y1")
    assert brackets(state, "B5@2,0") == (3, 3)


def test_P_SPLIT__brackets_of_other_colours_that_grew_score_nothing() -> None:
    state = position("R1 .  R3\nP2 Y4 B6", "B2", "Y1")
    assert brackets(state, "B2@1,0") == ()


def test_P_NEUTRAL__neutral_brackets_score_by_size_like_ones_own() -> None:
    state = position(
        "Y1 P2 B3 R4", "Y5 R1", "P1", "B1", colours=COLOURS[3], start="corner", stocks=[[], [], []]
    )
    assert after(state, "Y5@4,0").scores == (5, 0, 0)


def test_P_OWNER_FREE__brackets_go_by_colour_whoever_laid_the_cards() -> None:
    own = position("Y1 P2 B3 R4", "Y5", "P1")
    others = position("Y1 P2 B3 R4", "P1", "Y5", turn=1)
    assert brackets(own, "Y5@4,0") == brackets(others, "Y5@4,0") == (5,)
    assert after(others, "Y5@4,0").scores == (0, 5)


# End


def test_P_END__who_has_laid_all_cards_is_finished_and_the_others_go_on() -> None:
    state = position("R2 P3", "B5", "Y1 Y4", "B6", start="corner")
    first = after(state, "B5@-1,0")
    assert (first.finished, first.turn, first.over) == ((0,), 1, False)
    again = after(first, "Y1@0,1", "B6@2,0")
    assert (again.finished, again.turn, again.over) == ((0, 2), 1, False)
    last = after(again, "Y4@0,-1")
    assert (last.finished, last.over) == ((0, 2, 1), True)


def test_P_END__nothing_is_played_after_it() -> None:
    over = position("R2 P3", "", "", finished=[1, 0])
    assert over.over
    assert moves(over) == []
    for move in ("pass", "B5@2,0", "start B5@2,0"):
        assert refusal(over, move) == "P-END"
        assert str(refused(over, move)) == f"{move}: the game is over (P-END)"


def won(scores: list[int], finished: list[int], holding: str = "") -> tuple[tuple[int, ...], ...]:
    """The ranking of a finished game."""
    hands = ["" if seat in finished else holding for seat in range(len(scores))]
    state = position("R2 P3", *hands, scores=scores, finished=finished, passes=len(scores))
    outcome = piazza.outcome(state)
    assert outcome
    return outcome.ranking


def test_P_WIN__most_points() -> None:
    assert won([10, 30, 20], [0, 2, 1]) == ((1,), (2,), (0,))


def test_P_WIN__of_several_the_one_who_finished_earliest() -> None:
    assert won([30, 10, 30], [2, 1, 0]) == ((2,), (0,), (1,))


def test_P_WIN__who_is_left_with_cards_counts_as_last_and_shares() -> None:
    assert won([30, 30, 30], [1], "R1") == ((1,), (0, 2))
    assert won([30, 30, 10], [2], "R1") == ((0, 1), (2,))


def test_P_WIN__nobody_while_the_game_runs() -> None:
    assert piazza.outcome(position("R2 P3", "B1", "Y1")) is None
