"""C'est Carré!'s moves as text: what is one, and what is none."""

import pytest

from piazzetta.rules.carre import PASS, REVEAL, TAKE, Card, Drop, Lay, Move, Swap, parse_move
from piazzetta.rules.carre.notation import legal_to_json
from piazzetta.rules.errors import NotAMoveError
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Placed


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("take", TAKE),
        ("reveal", REVEAL),
        ("pass", PASS),
        ("lay C+3@0,1", Lay(Placed(Card("C", 3), (0, 1)))),
        ("lay A0@-12,345", Lay(Placed(Card("A", 0), (-12, 345)))),
        ("swap F-2@-1,0", Swap(Placed(Card("F", -2), (-1, 0)))),
        ("drop C+1", Drop(Card("C", 1))),
        ("drop B0", Drop(Card("B", 0))),
    ],
)
def test_a_move_is_read_and_written(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert str(move) == text
    assert legal_to_json(Legal(move)) == {"move": text}


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "take ",
        " take",
        "Take",
        "take\n",
        "take A0",
        "pass pass",
        "lay",
        "lay C+3",
        "lay @0,1",
        "lay C+3 @0,1",
        "lay  C+3@0,1",
        "lay C+3@0, 1",
        "lay C+3@0",
        "lay C+3@0,1,2",
        "lay C+3@01,1",
        "lay C+3@0,-0",
        "lay C+3@+1,0",
        "lay C+3@0.0,1",
        "lay C+3@0,1\n",
        "lay C+3@0,1 ",
        "lay C+3@0,1 C+2@0,2",
        "lay C+3@99999999,0",
        "lay C+3@٣,0",
        "lay C3@0,1",
        "lay c+3@0,1",
        "lay G+3@0,1",
        "lay C+0@0,1",
        "lay C-0@0,1",
        "lay C-3@0,1",
        "lay C+4@0,1",
        "lay C−1@0,1",
        "lay R1@0,1",
        "put C+3@0,1",
        "swap C-3@0,1",
        "drop",
        "drop C-3",
        "drop C1",
        "drop G0",
        "drop C+1 C+1",
        "drop C+1@0,0",
        "drop C+1\n",
        "start C+1@0,0",
        "C+3@0,1",
    ],
)
def test_a_text_that_is_no_move(text: str) -> None:
    with pytest.raises(NotAMoveError, match="is no move of C'est Carré!") as caught:
        parse_move(text)
    assert str(caught.value).startswith(repr(text))
    assert str(caught.value).endswith(
        "; write 'take', 'reveal', 'lay C+3@0,1', 'swap C+3@0,1', 'drop C+1' or 'pass'"
    )


def test_a_long_text_is_quoted_in_part() -> None:
    with pytest.raises(NotAMoveError) as caught:
        parse_move("lay " * 10_000)
    assert len(str(caught.value)) < 250
