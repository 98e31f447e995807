"""Piazza's positions as plain data: what cannot be is refused, with the right kind of error."""

from copy import deepcopy
from typing import Any

import pytest

from piazzetta.rules import piazza
from piazzetta.rules.errors import FieldError, PositionError, RulesError
from tests.rules.piazza_tables import COLOURS, SEED, after, cards, drawn, position

Json = dict[str, Any]

PLAY: Json = {
    "players": 2,
    "board": drawn("R1 P2\nB3 Y4"),
    "hands": [["R2", "P2", "R5"], ["B1", "Y1", "Y2"]],
    "stocks": [["R6"], []],
    "scores": [3, -4],
    "turn": 1,
    "finished": [],
    "passes": 0,
}
"""Only what must be there."""

SETUP: Json = {
    "players": 3,
    "phase": "setup",
    "start": "row",
    "colours": COLOURS[3],
    "board": drawn("R1"),
    "hands": [["R2", "Y1"], ["P1", "P2", "Y1"], ["B3", "B4"]],
    "stocks": [[], [], []],
    "scores": [0, 0, 0],
    "turn": 1,
    "first": 2,
    "finished": [],
    "passes": 0,
}


def changed(data: Json, changes: Json) -> Json:
    return {name: value for name, value in (data | changes).items() if value is not ...}


def refused(data: Json, error: type[RulesError], message: str) -> None:
    before = deepcopy(data)
    with pytest.raises(error) as caught:
        piazza.state_from_json(data)
    assert (type(caught.value), str(caught.value)) == (error, message)
    assert data == before


def test_what_is_left_out_has_its_default() -> None:
    state = piazza.state_from_json(PLAY)
    assert (state.phase, state.colours, state.start, state.first) == ("play", None, "square", 0)
    assert (state.over, piazza.state_to_json(state)["winners"]) == (False, [])
    assert piazza.state_from_json(changed(PLAY, {"colours": None})) == state


def test_a_position_is_written_with_all_fields() -> None:
    assert piazza.state_to_json(piazza.state_from_json(PLAY)) == {
        **PLAY,
        "game": "piazza",
        "phase": "play",
        "colours": None,
        "start": "square",
        "first": 0,
        "over": False,
        "winners": [],
    }
    assert piazza.state_to_json(piazza.state_from_json(SETUP)) == {
        **SETUP, "game": "piazza", "over": False, "winners": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    "name", ["players", "board", "hands", "stocks", "scores", "turn", "finished", "passes"]
)
def test_a_field_that_is_missing_is_named(name: str) -> None:
    refused(changed(PLAY, {name: ...}), FieldError, f"the field '{name}' is missing")


WRONG_FIELDS: list[tuple[Json, str]] = [
    ({"players": 1}, "players must be from 2 to 4, not 1"),
    ({"players": 5}, "players must be from 2 to 4, not 5"),
    ({"players": "2"}, "players must be a whole number, not '2'"),
    ({"players": None}, "players must be a whole number, not None"),
    ({"phase": "lay"}, "phase must be one of setup, play, not 'lay'"),
    ({"phase": None}, "phase must be one of setup, play, not None"),
    ({"start": "corner"}, "start must be one of square, not 'corner'"),
    ({"start": 1}, "start must be one of square, not 1"),
    ({"colours": "RPBY"}, "colours must be a list, not 'RPBY'"),
    ({"colours": ["RP", "BY"]}, "colours must be a list, not 'RP'"),
    ({"colours": [["R", "P"], ["B", "G"]]}, "a colour must be one of R, P, B, Y, not 'G'"),
    ({"first": 2}, "first must be from 0 to 1, not 2"),
    ({"first": None}, "first must be a whole number, not None"),
    ({"turn": 2}, "turn must be from 0 to 1, not 2"),
    ({"turn": -1}, "turn must be from 0 to 1, not -1"),
    ({"turn": True}, "turn must be a whole number, not True"),
    ({"over": 0}, "over must be true or false, not 0"),
    ({"passes": "0"}, "passes must be a whole number, not '0'"),
    ({"passes": 1_000_001}, "passes is beyond ±1,000,000"),
    ({"finished": 0}, "finished must be a list, not 0"),
    ({"finished": [2]}, "finished must be from 0 to 1, not 2"),
    ({"finished": ["0"]}, "finished must be a whole number, not '0'"),
    ({"finished": [[0]]}, "finished must be a whole number, not [0]"),
    ({"winners": 1}, "winners must be a list, not 1"),
    ({"winners": ["R"]}, "winners must be a whole number, not 'R'"),
    ({"scores": 3}, "scores must be a list, not 3"),
    ({"scores": [3, None]}, "scores[1] must be a whole number, not None"),
    ({"scores": [3, -1_000_001]}, "scores[1] is beyond ±1,000,000"),
    ({"hands": {}}, "hands must be a list, not {}"),
    ({"hands": [["R1"], "B1"]}, "hands[1] must be a list, not 'B1'"),
    ({"stocks": [3, 4]}, "stocks[0] must be a list, not 3"),
    ({"board": None}, "board must be a list, not None"),
    ({"board": [["R1", "0", 0]]}, "x in board must be a whole number, not '0'"),
    ({"board": [["R1", 0, 1_000_001]]}, "y in board is beyond ±1,000,000"),
]

IMPOSSIBLE: list[tuple[Json, str]] = [
    ({"scores": [3]}, "scores must have 2 entries, one for each seat"),
    ({"hands": [["R1"]]}, "hands must have 2 entries, one for each seat"),
    ({"stocks": [[], [], []]}, "stocks must have 2 entries, one for each seat"),
    ({"hands": [["R7"], ["B1"]]}, "hands[0]: there is no card 'R7'"),
    ({"board": [["R7", 0, 0]]}, "board: there is no card 'R7'"),
    ({"stocks": [[["R1"]], []]}, "stocks[0] must hold cards as text, not ['R1']"),
    ({"stocks": [["R1"] * 49, []]}, "stocks[0] holds 49 cards; 48 is the most"),
    ({"board": [["R1", 0, 0]] * 49}, "board holds 49 cards; 48 is the most"),
    ({"board": [["R1", 0]]}, "board must hold [card, x, y], not ['R1', 0]"),
    ({"board": [["R1", 0, 0], ["P2", 0, 0]]}, "board has two cards on one cell"),
    ({"passes": -1}, "passes cannot be negative"),
    ({"finished": [0, 0]}, "finished names a seat twice"),
    ({"colours": [["R", "P"]]}, "colours must give 2 seats 2 each, all different"),
    ({"colours": [["R"], ["P"]]}, "colours must give 2 seats 2 each, all different"),
    ({"colours": [["R", "P"], ["R", "B"]]}, "colours must give 2 seats 2 each, all different"),
    (
        {"board": drawn("R1 P2\nP3 R1"), "stocks": [["R1"], []]},
        "R1 occurs 3 times; there are 2 (P-CARDS)",
    ),
    ({"stocks": [["R2", "R2"], []]}, "R2 occurs 3 times; there are 2 (P-CARDS)"),
    ({"colours": [["R", "B"], ["P", "Y"]]}, "seat 0 holds P2, another's colour (P-SETS)"),
    (
        {"colours": COLOURS[2], "stocks": [["R6"], ["P6"]]},
        "seat 1 holds P6, another's colour (P-SETS)",
    ),
    ({"board": drawn("R1 . P2")}, "the cards on the table are not connected (P-TOUCH)"),
    ({"board": drawn("R1 .\n. P2")}, "the cards on the table are not connected (P-TOUCH)"),
    ({"board": drawn("R1 R3")}, "R1 lies beside R3 (P-DIFFER)"),
    ({"board": drawn("R1\nP1")}, "R1 lies beside P1 (P-DIFFER)"),
    ({"board": drawn("R1 P3 R1 P3 R4 B5 Y6 B5 Y6")}, "the cards span more than 8×8 cells (P-GRID)"),
    (
        {"board": drawn("\n".join(["R1", "P3", "R1", "P3", "R4", "B5", "Y6", "B5", "Y6"]))},
        "the cards span more than 8×8 cells (P-GRID)",
    ),
    ({"hands": [["R2"], ["B1", "Y1", "Y2", "B4"]]}, "seat 1 holds more than 3 cards (P-DRAW)"),
    ({"hands": [[], ["B1"]], "finished": [0]}, "seat 0 has a stock but no hand (P-DRAW)"),
    ({"finished": [0]}, "seat 0: 'finished' and its cards disagree (P-END)"),
    ({"hands": [["R2"], []], "turn": 0}, "seat 1: 'finished' and its cards disagree (P-END)"),
    (
        {"hands": [["R2"], []], "finished": [1]},
        "it is the turn of seat 1, who has finished (P-END)",
    ),
]

NOT_IN_SETUP = "in phase setup the stocks are empty, the game is not over (P-START)"
TOO_FEW = "a seat has not enough cards to lay its start cards (P-START)"
OFF_SHAPE = "in phase setup cards lie on the start shape, a cell is free (P-START)"
ALIKE = "start cards differ in colour and symbol (P-START)"
WRONG_TURN = "turn does not fit the number of start cards (P-START-CHOICE)"
TOO_EARLY = "start cards lie there whose seats were not in turn (P-START)"

IMPOSSIBLE_SETUPS: list[tuple[Json, str]] = [
    ({"stocks": [["R3"], [], []]}, NOT_IN_SETUP),
    ({"over": True}, NOT_IN_SETUP),
    ({"hands": [["R2"], ["P1"], []]}, TOO_FEW),
    ({"hands": [["R2"], [], ["B1"]], "finished": [1]}, TOO_FEW),
    ({"board": [["R1", 0, 1]]}, OFF_SHAPE),
    ({"board": drawn("R1 P2 B3"), "turn": 2}, OFF_SHAPE),
    ({"board": drawn("R1 P1"), "turn": 2}, ALIKE),
    ({"board": drawn("R1 R2"), "turn": 2, "colours": None}, ALIKE),
    ({"turn": 0}, WRONG_TURN),
    ({"turn": 2}, WRONG_TURN),
    ({"board": drawn("P1")}, TOO_EARLY),
    ({"board": drawn("Y3")}, TOO_EARLY),
    ({"finished": [0]}, "seat 0: 'finished' and its cards disagree (P-END)"),
    ({"hands": [[], ["P1"], ["B3"]]}, "seat 0: 'finished' and its cards disagree (P-END)"),
    ({"hands": [["P5"], ["P1"], ["B3"]]}, "seat 0 holds P5, another's colour (P-SETS)"),
]


@pytest.mark.parametrize(("changes", "message"), WRONG_FIELDS)
def test_a_field_of_the_wrong_type_or_range_is_refused(changes: Json, message: str) -> None:
    refused(changed(PLAY, changes), FieldError, message)


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE)
def test_a_position_that_cannot_be_is_refused(changes: Json, message: str) -> None:
    refused(changed(PLAY, changes), PositionError, message)


@pytest.mark.parametrize(("changes", "message"), IMPOSSIBLE_SETUPS)
def test_a_setup_that_cannot_be_is_refused(changes: Json, message: str) -> None:
    refused(changed(SETUP, changes), PositionError, message)


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"board": []},
        {"board": drawn("R1")},
        {"board": drawn("R1 P3 R1 P3 R4 B5 Y6 B5"), "first": 1},
        {"board": [["R1", 1_000_000, -1_000_000]]},
        {"colours": COLOURS[2], "winners": [0, 1]},
        {"scores": [1_000_000, -1_000_000], "passes": 1},
        {"hands": [["R2"], []], "finished": [1], "turn": 0},
        {"hands": [["R2"], []], "finished": [1], "turn": 1, "over": True},
    ],
)
def test_a_position_need_not_be_reachable(changes: Json) -> None:
    state = piazza.state_from_json(changed(PLAY, changes))
    assert piazza.state_from_json(piazza.state_to_json(state)) == state


@pytest.mark.parametrize(
    "changes",
    [
        {"board": [], "turn": 0},
        {"board": [["R1", 2, 0]]},
        {"board": [["R1", 1, 0], ["P4", 0, 0]], "turn": 2},
        {"colours": None, "board": drawn("Y3")},
        {"hands": [[], ["P2"], ["B3"]], "finished": [0]},
        {"start": "corner", "board": [["R1", 0, 1]]},
    ],
)
def test_a_setup_need_not_hold_all_cards(changes: Json) -> None:
    state = piazza.state_from_json(changed(SETUP, changes))
    assert piazza.state_from_json(piazza.state_to_json(state)) == state


def test_two_seats_lay_two_start_cards_each() -> None:
    board = drawn("R1 P2\nB3 .")
    data = changed(
        SETUP,
        {
            "players": 2, "colours": COLOURS[2], "start": "square", "turn": 1, "board": board,
            "hands": [["R5"], ["Y4", "B6"]], "stocks": [[], []], "scores": [0, 0], "first": 0,
        },
    )  # fmt: skip
    state = piazza.state_from_json(data)
    dealt = after(state, "start Y4@1,1")
    assert (dealt.phase, dealt.turn, dealt.passes) == ("play", 0, 0)
    data["hands"] = [["R5"], ["Y4"]]
    done = after(piazza.state_from_json(data), "start Y4@1,1")
    assert (done.finished, done.turn, done.over) == ((1,), 0, False)
    refused(changed(data, {"board": drawn("B1 Y2"), "turn": 1}), PositionError, TOO_FEW)


def test_the_last_start_card_of_a_short_setup_deals_to_those_who_have_cards() -> None:
    data = changed(SETUP, {"hands": [["R2"], ["P2"], ["B3"]], "passes": 3})
    dealt = after(piazza.state_from_json(data), "start P2@1,0", "start B3@2,0")
    assert (dealt.finished, dealt.turn, dealt.over, dealt.passes) == ((1, 2), 0, False, 0)


def test_a_game_is_over_when_all_who_hold_cards_have_passed_said_or_not() -> None:
    for passes, over in ((0, False), (1, False), (2, True), (3, True)):
        state = piazza.state_from_json(changed(PLAY, {"passes": passes}))
        assert state.over == over
    ended = position("R1", "", "", finished=[1, 0], scores=[5, 5])
    data = piazza.state_to_json(ended)
    assert (data["over"], data["winners"]) == (True, [1])


def view_json(seat: int | None) -> Json:
    return piazza.view_to_json(piazza.view(piazza.state_from_json(PLAY), seat))


def test_a_view_is_read_from_what_it_shows() -> None:
    own = piazza.view_from_json(view_json(0))
    assert (own.seat, own.own_stock, own.stocks, own.hands[1]) == (0, cards("R6"), (1, 0), 3)
    spectator = piazza.view_from_json(view_json(None))
    assert (spectator.seat, spectator.hands, spectator.own_stock) == (None, (3, 3), ())
    turned = view_json(0) | {"own_stock": ["R6", "R4"], "stocks": [2, 0]}
    assert piazza.view_from_json(turned).own_stock == cards("R4 R6")


WRONG_VIEWS: list[tuple[Json, type[RulesError], str]] = [
    ({"hands": [["R2"], ["B1"]]}, PositionError, "a view shows one hand at the most"),
    ({"own_stock": ...}, FieldError, "the field 'own_stock' is missing"),
    ({"own_stock": []}, PositionError, "own_stock and stocks disagree on how many cards there are"),
    ({"own_stock": "R6"}, FieldError, "own_stock must be a list, not 'R6'"),
    ({"own_stock": ["R9"]}, PositionError, "own_stock: there is no card 'R9'"),
    ({"stocks": [1, -1]}, FieldError, "stocks[1] must be from 0 to 48, not -1"),
    ({"stocks": [1, 49]}, FieldError, "stocks[1] must be from 0 to 48, not 49"),
    ({"stocks": [1, []]}, FieldError, "stocks[1] must be a whole number, not []"),
    ({"hands": [["R2"], 49]}, FieldError, "hands[1] must be from 0 to 48, not 49"),
    ({"hands": [["R2"], "B1"]}, FieldError, "hands[1] must be a whole number, not 'B1'"),
    ({"hands": [["R9"], 3]}, PositionError, "hands[0]: there is no card 'R9'"),
    ({"hands": [["R6", "R6"], 3]}, PositionError, "R6 occurs 3 times; there are 2 (P-CARDS)"),
    ({"board": drawn("R6 P2 R6")}, PositionError, "R6 occurs 3 times; there are 2 (P-CARDS)"),
    ({"board": drawn("R1 R2")}, PositionError, "R1 lies beside R2 (P-DIFFER)"),
    ({"players": 7}, FieldError, "players must be from 2 to 4, not 7"),
    ({"passes": -1}, PositionError, "passes cannot be negative"),
]


@pytest.mark.parametrize(("changes", "error", "message"), WRONG_VIEWS)
def test_a_view_that_cannot_be_is_refused(
    changes: Json, error: type[RulesError], message: str
) -> None:
    with pytest.raises(error) as caught:
        piazza.view_from_json(changed(view_json(0), changes))
    assert (type(caught.value), str(caught.value)) == (error, message)


def test_a_view_of_the_set_up_is_read() -> None:
    seen = piazza.view(piazza.state_from_json(SETUP), 1)
    assert piazza.view_from_json(piazza.view_to_json(seen)) == seen


def test_the_first_seat_is_kept_through_the_set_up() -> None:
    state = piazza.state_from_json(SETUP)
    dealt = after(state, "start P2@1,0", "start B3@2,0")
    assert (dealt.first, dealt.turn) == (2, 2)
    assert piazza.play(dealt, piazza.legal_moves(dealt)[0].move, SEED).turn == 0
