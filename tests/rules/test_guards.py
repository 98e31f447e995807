"""What the library refuses from Python callers, whom no referee stands before."""

import re
from typing import Any

import pytest

from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.errors import FieldError, NotAMoveError, PositionError, quote
from piazzetta.rules.grid import Placed

STRANGERS: dict[str, Any] = {"piazza": carre.TAKE, "carre": piazza.PASS}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [-1, 2, 1_000])
def test_a_view_is_of_a_seat_at_the_table_or_of_a_spectator(name: str, seat: int) -> None:
    game = GAMES[name]
    state = game.deal(game.options(2, {}), Seed(0))
    with pytest.raises(FieldError, match=f"no seat {seat} among 2 players"):
        game.view(state, seat)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("other", [None, "pass", 3])
def test_what_is_no_move_changes_nothing(name: str, other: Any) -> None:
    game = GAMES[name]
    state = game.deal(game.options(2, {}), Seed(0))
    for stranger in (other, STRANGERS[name]):
        with pytest.raises(NotAMoveError, match=f"^{re.escape(quote(stranger))} is no move of"):
            game.play(state, stranger, Seed(0))


def test_moves_of_different_kinds_are_never_equal() -> None:
    placed = Placed(piazza.CARDS["B3"], (0, 1))
    moves: list[object] = [piazza.Lay((placed,)), piazza.Start(placed), piazza.PASS, carre.PASS]
    moves += [(), (placed,)]
    for i, one in enumerate(moves):
        assert [one == other for other in moves] == [i == k for k in range(len(moves))]


def test_orders_that_were_given_cannot_be_changed_from_outside() -> None:
    orders = {"first": ("1", "0")}
    given = Given(orders)
    orders["first"] = ("0", "1")
    assert given.shuffle("first", (0, 1)) == (1, 0)


def thin_setup(hands: list[list[str]]) -> dict[str, Any]:
    """Four players, all but the last start card laid."""
    return {
        "game": "piazza",
        "players": 4,
        "phase": "setup",
        "board": [["R1", 0, 0], ["P2", 0, 1], ["B3", 1, 0]],
        "hands": hands,
        "stocks": [[], [], [], []],
        "scores": [0, 0, 0, 0],
        "turn": 3,
        "finished": [seat for seat, hand in enumerate(hands) if not hand],
        "passes": 0,
    }


def test_a_game_that_ends_with_its_start_cards_can_be_read_again() -> None:
    state = piazza.state_from_json(thin_setup([[], [], [], ["Y4"]]))
    after = piazza.play(state, piazza.parse_move("start Y4@1,1"), Seed(0))
    assert after.over
    assert piazza.state_from_json(piazza.state_to_json(after)) == after


def test_a_setup_without_a_start_card_that_fits_cannot_be() -> None:
    with pytest.raises(PositionError) as caught:
        piazza.state_from_json(thin_setup([[], [], [], ["Y3"]]))
    assert str(caught.value) == "the seat in turn has no start card that fits (P-START-CHOICE)"
