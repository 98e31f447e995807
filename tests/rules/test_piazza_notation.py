"""Piazza's moves as text."""

from random import Random

import pytest

from piazzetta.rules import piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import NotAMoveError
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza import CARDS, PASS, Lay, Start, arithmetic
from tests.rules.piazza_tables import SEED, lay, position

B3, B5 = CARDS["B3"], CARDS["B5"]


def test_a_move_is_read() -> None:
    assert piazza.parse_move("pass") == PASS
    assert piazza.parse_move("start B3@0,1") == Start(Placed(B3, (0, 1)))
    assert piazza.parse_move("B3@2,-1") == Lay((Placed(B3, (2, -1)),))
    assert piazza.parse_move("B3@0,0") == Lay((Placed(B3, (0, 0)),))
    assert piazza.parse_move("B3@2,-1 B5@2,4") == Lay((Placed(B3, (2, -1)), Placed(B5, (2, 4))))


@pytest.mark.parametrize(
    ("one", "two"),
    [("B3@9,0", "B3@10,0"), ("B3@-2,0", "B3@-1,0"), ("B3@0,-7", "B3@0,3"), ("B3@5,5", "B5@0,0")],
)
def test_the_smaller_card_comes_first_and_numbers_compare_as_numbers(one: str, two: str) -> None:
    for text in (f"{one} {two}", f"{two} {one}"):
        assert str(piazza.parse_move(text)) == f"{one} {two}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Pass",
        "pass ",
        "start",
        "start ",
        "start B3@0,0 B5@0,1",
        "start start B3@0,0",
        "B3",
        "B3@0",
        "B3@0,0,0",
        "b3@0,0",
        "B7@0,0",
        "B0@0,0",
        "G1@0,0",
        "B3@00,0",
        "B3@-0,0",
        "B3@+1,0",
        "B3@1.0,0",
        "B3@٣,0",
        "B3@12345678,0",
        " B3@0,0",
        "B3@0,0 ",
        "B3@0,0\n",
        "B3@0,0  B5@0,1",
        "B3@0,0\tB5@0,1",
        "B3@0,0 B5@0,1 x",
        "B3@0,0 B5@0,1 B6@0,2 B1@0,3",
    ],
)
def test_anything_else_is_no_move(text: str) -> None:
    with pytest.raises(NotAMoveError) as caught:
        piazza.parse_move(text)
    assert str(caught.value).startswith(f"{text!r} is no move of Piazza (P-PLAY); write 'B3@2,-1'")


def test_three_cards_are_no_move() -> None:
    text = "B3@0,0 B5@0,1 B6@0,2"
    with pytest.raises(
        NotAMoveError, match=f"^'{text}' has more than two cards; P-PLAY allows two$"
    ):
        piazza.parse_move(text)


def test_points_are_shown_as_a_sum() -> None:
    assert [arithmetic(sizes) for sizes in ((), (5,), (3, 4), (2, 3, 3))] == [
        "", "5", "3 + 4 = 7", "2 + 3 + 3 = 8",
    ]  # fmt: skip


@pytest.mark.parametrize("scores", [[0, 0], [3, -9]])
def test_the_note_of_a_move_is_what_it_scored(scores: list[int]) -> None:
    state = position("Y1 P2 B3 R4", "Y5 Y6", "P1", scores=scores)
    for move, note in ((lay("Y5@4,0"), "5"), (lay("Y5@1,1"), "")):
        assert piazza.GAME.noted(state, move, SEED) == (piazza.play(state, move, SEED), note)


@pytest.mark.parametrize("seed", range(3))
def test_the_note_of_every_move_adds_its_brackets_up(seed: int) -> None:
    rng, chance = Random(seed), Seed(seed)
    state = piazza.deal(piazza.options(2, {}), chance)
    while not state.over:
        legal = rng.choice(piazza.legal_moves(state))
        state, note = piazza.GAME.noted(state, legal.move, chance)
        assert note == arithmetic(legal.brackets)


def test_the_referees_answer_for_a_move() -> None:
    legal: Legal[piazza.Move] = Legal(lay("B3@2,-1"), (3, 4))
    answer = {"move": "B3@2,-1", "brackets": [3, 4], "points": 7}
    assert piazza.GAME.legal_to_json(legal) == answer
