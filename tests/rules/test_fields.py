"""Plain data is read field by field; what is wrong is named."""

from collections.abc import Callable
from typing import Any

import pytest

from piazzetta.rules import fields
from piazzetta.rules.errors import FieldError, IllegalMoveError, PositionError, RulesError, quote
from piazzetta.rules.grid import Placed

CARDS = {"B1": 1, "B2": 2}
PILES = fields.Piles(CARDS, 2)


def refusal(error: type[RulesError], read: Callable[..., object], *given: object) -> str:
    with pytest.raises(error) as caught:
        read(*given)
    assert type(caught.value) is error
    return str(caught.value)


@pytest.mark.parametrize("value", [0, -1, 1_000_000, -1_000_000])
def test_a_whole_number_is_read(value: int) -> None:
    assert fields.integer(value, "x") == value


@pytest.mark.parametrize("value", [True, 1.0, "1", None, [1]])
def test_anything_else_is_no_whole_number(value: object) -> None:
    message = refusal(FieldError, fields.integer, value, "x")
    assert message == f"x must be a whole number, not {value!r}"


@pytest.mark.parametrize("value", [1_000_001, -1_000_001, 10**400])
def test_a_number_has_a_limit(value: int) -> None:
    assert refusal(FieldError, fields.integer, value, "x") == "x is beyond ±1,000,000"


def test_a_number_lies_within_its_range() -> None:
    assert [fields.within(value, range(2, 5), "players") for value in (2, 3, 4)] == [2, 3, 4]
    for value in (1, 5):
        message = refusal(FieldError, fields.within, value, range(2, 5), "n")
        assert message == f"n must be from 2 to 4, not {value}"
    refusal(FieldError, fields.within, True, range(2), "n")


@pytest.mark.parametrize("value", ["c", "", "ab", None, 1, ["a"]])
def test_a_word_is_one_of_a_few(value: object) -> None:
    assert fields.one_of("b", ("a", "b"), "phase") == "b"
    message = refusal(FieldError, fields.one_of, value, ("a", "b"), "phase")
    assert message == f"phase must be one of a, b, not {value!r}"


def test_true_false_objects_and_lists_are_read() -> None:
    assert fields.boolean(True, "over") is True
    assert fields.boolean(False, "over") is False
    assert fields.mapping({"a": 1}, "position") == {"a": 1}
    assert fields.sequence([1], "board") == [1]
    assert fields.required({"a": None}, "a") is None


@pytest.mark.parametrize(
    ("read", "value", "message"),
    [
        (fields.boolean, 1, "f must be true or false, not 1"),
        (fields.boolean, None, "f must be true or false, not None"),
        (fields.mapping, [], "f must be an object, not []"),
        (fields.sequence, {}, "f must be a list, not {}"),
        (fields.sequence, "ab", "f must be a list, not 'ab'"),
    ],
)
def test_other_types_are_refused(
    read: Callable[[Any, str], Any], value: object, message: str
) -> None:
    assert refusal(FieldError, read, value, "f") == message


def test_a_missing_field_is_named() -> None:
    assert refusal(FieldError, fields.required, {}, "turn") == "the field 'turn' is missing"


def test_there_is_an_entry_for_each_seat() -> None:
    assert fields.per_seat([3, 4], 2, fields.integer, "scores") == (3, 4)
    for entries in ([3], [3, 4, 5]):
        message = refusal(PositionError, fields.per_seat, entries, 2, fields.integer, "scores")
        assert message == "scores must have 2 entries, one for each seat"
    message = refusal(FieldError, fields.per_seat, [3, "4"], 2, fields.integer, "scores")
    assert message == "scores[1] must be a whole number, not '4'"
    refusal(FieldError, fields.per_seat, 3, 2, fields.integer, "scores")


def test_seats_are_those_at_the_table() -> None:
    assert fields.seats([1, 0], range(2), "finished") == (1, 0)
    refusal(FieldError, fields.seats, [2], range(2), "finished")
    refusal(FieldError, fields.seats, 0, range(2), "finished")


def test_a_pile_holds_cards_of_the_game() -> None:
    assert PILES.pile(["B2", "B1"], "hand") == (2, 1)
    assert fields.Piles(CARDS, 0).pile([], "hand") == ()
    most = refusal(PositionError, PILES.pile, ["B1"] * 3, "hand")
    assert most == "hand holds 3 cards; 2 is the most"
    other = refusal(PositionError, PILES.pile, ["B3"], "hand")
    assert other == "hand: there is no card 'B3'"
    odd = refusal(PositionError, PILES.pile, [["B1"]], "hand")
    assert odd == "hand must hold cards as text, not ['B1']"
    refusal(FieldError, PILES.pile, "B1", "hand")


def test_placed_cards_lie_on_cells_of_their_own() -> None:
    board = [["B1", 0, -1], ["B1", 1, -1]]
    read = fields.placed(board, CARDS, 2, "board")
    assert read == (Placed(1, (0, -1)), Placed(1, (1, -1)))
    shared = [["B1", 0, -1], ["B2", 0, -1]]
    message = refusal(PositionError, fields.placed, shared, CARDS, 2, "board")
    assert message == "board has two cards on one cell"
    many = refusal(PositionError, fields.placed, board, CARDS, 1, "board")
    assert many == "board holds 2 cards; 1 is the most"
    refusal(FieldError, fields.placed, {}, CARDS, 1, "board")


@pytest.mark.parametrize("entry", [["B1", 0], ["B1", 0, 0, 0], "B1@0,0", None, {}])
def test_a_placed_card_has_three_parts(entry: object) -> None:
    message = refusal(PositionError, fields.placed, [entry], CARDS, 1, "board")
    assert message == f"board must hold [card, x, y], not {entry!r}"


@pytest.mark.parametrize(
    ("entry", "name"),
    [
        (["B1", "0", 0], "x in board"),
        (["B1", 0, 0.5], "y in board"),
        (["B1", 0, 2_000_000], "y in board"),
    ],
)
def test_the_numbers_of_a_placed_card_are_whole(entry: object, name: str) -> None:
    message = refusal(FieldError, fields.placed, [entry], CARDS, 1, "board")
    assert message.startswith(name)


def test_cards_are_written_as_they_are_read() -> None:
    texts = {card: text for text, card in CARDS.items()}
    assert fields.placed_to_json((Placed(1, (0, -1)),), texts) == [["B1", 0, -1]]
    assert fields.pile_to_json((1, 2), texts) == ["B1", "B2"]


def test_an_error_quotes_no_more_than_a_few_words() -> None:
    assert quote("B1") == "'B1'"
    assert quote("x" * 58) == repr("x" * 58)
    assert len(quote("x" * 59)) == 60
    assert "..." in quote("x" * 59)
    assert quote(["x" * 40] * 3) == repr(["x" * 40] * 3)[:57] + "..."
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    assert len(quote(nested)) <= 60


def test_an_illegal_move_quotes_move_and_clause() -> None:
    error = IllegalMoveError("P-GRID", "B1@9,9", "too far")
    assert (str(error), error.clause) == ("B1@9,9: too far (P-GRID)", "P-GRID")
    assert isinstance(error, ValueError)
