"""Which code each mistake is answered with, and which clause an illegal move breaks."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest

from piazzetta.cli.operations import answer
from piazzetta.cli.referee import OPERATIONS
from tests.cli.command import Json
from tests.cli.samples import (
    CARRE,
    DROPPING,
    LAYING,
    OPTIONS,
    PIAZZA,
    PLAYING,
    REQUESTS,
    SETUP,
    SQUARE,
    legal,
    without,
)


def said(request: Any) -> Json:
    """What the referee answers."""
    return answer(json.dumps(request).encode(), OPERATIONS)


def code(request: Any) -> str:
    reply = said(request)
    return "ok" if reply["ok"] else str(reply["error"]["code"])


def new(**changes: Any) -> Json:
    return {**REQUESTS["new piazza"], **changes}


def new_with(**options: Any) -> Json:
    return new(options={**OPTIONS, **options})


TWO_R1 = [["R1", 0, 0], ["P2", 1, 0], ["R1", 2, 0]]
LONG_ROW = [[f"{'RPBY'[x % 4]}{x % 6 + 1}", x, 0] for x in range(9)]
THREE: Json = {
    **without(PIAZZA, "colours"),
    "players": 3,
    "start": "row",
    "hands": [["R2"], ["B1"], ["Y1"]],
    "stocks": [[], [], []],
    "scores": [0, 0, 0],
}

BAD_REQUESTS: dict[str, Any] = {
    "no op": {"position": PIAZZA},
    "new without game": without(new(), "game"),
    "new without players": without(new(), "players"),
    "unknown game": new(game="chess"),
    "one player": new(players=1),
    "five at Piazza": new(players=5),
    "six at C'est Carré!": {**REQUESTS["new carre"], "players": 6},
    "players as text": new(players="3"),
    "players as a fraction": new(players=2.5),
    "players as a truth": {**REQUESTS["new carre"], "players": True},
    "seed as text": new(seed="7"),
    "no seed": new(seed=None),
    "seed too large": new(seed=1_000_001),
    "seed too small": new(seed=-1_000_001),
    "options as a list": new(options=[]),
    "no options": new(options=None),
    "an option nobody knows": new_with(speed=1),
    "first beyond the seats": new_with(first=3),
    "first below the seats": new_with(first=-1),
    "first is null": new_with(first=None),
    "first at C'est Carré!": {**REQUESTS["new carre"], "options": {"first": 5}},
    "setup at C'est Carré!": {**REQUESTS["new carre"], "options": {"setup": "quick"}},
    "an unknown set-up": new_with(setup="slow"),
    "an unknown start": new_with(start="circle"),
    "a square for three": new_with(start="square"),
    "a row for two": new(players=2, options={"start": "row"}),
    "an unknown colour": new_with(colours=[["Y"], ["B"], ["G"]]),
    "a colour twice": new_with(colours=[["Y"], ["B"], ["B"]]),
    "too few colours": new_with(colours=[["Y"], ["B"]]),
    "two colours for one of three": new_with(colours=[["Y", "P"], ["B"], ["R"]]),
    "no position": {"op": "legal"},
    "a position as text": {"op": "legal", "position": "start"},
    "a position of no game": {"op": "legal", "position": without(PIAZZA, "game")},
    "a position of an unknown game": legal(PIAZZA, game="go"),
    "a position for five": legal(PIAZZA, players=5),
    "turn beyond the seats": legal(PIAZZA, turn=2),
    "first of a position beyond the seats": legal(PIAZZA, first=2),
    "finished beyond the seats": legal(PIAZZA, finished=[2]),
    "winners beyond the seats": legal(PIAZZA, winners=[2]),
    "winners as text": legal(CARRE, winners=["0"]),
    "a score too large": legal(PIAZZA, scores=[1_000_001, 0]),
    "a total too small": legal(CARRE, totals=[0, -1_000_001]),
    "a cell too far": legal(PIAZZA, board=[["R1", 1_000_001, 0]]),
    "a cell as text": legal(PIAZZA, board=[["R1", "0", 0]]),
    "passes as a fraction": legal(PIAZZA, passes=0.5),
    "hands as an object": legal(PIAZZA, hands={}),
    "a hand as text": legal(PIAZZA, hands=["R1", "R2"]),
    "closing as a number": legal(CARRE, closing=0),
    "over as text": legal(CARRE, over="no"),
    "no move": without(REQUESTS["apply carre source"], "move"),
    "a move as a list": {**REQUESTS["apply carre source"], "move": ["take"]},
    "no seed to apply": {**REQUESTS["apply carre source"], "seed": None},
    "no layout": {"op": "score"},
    "a layout as an object": {"op": "score", "layout": {}},
    "no seat": without(REQUESTS["view carre source"], "seat"),
    "a seat beyond": {**REQUESTS["view carre source"], "seat": 2},
    "a seat below": {**REQUESTS["view carre source"], "seat": -1},
    "a seat as text": {**REQUESTS["view carre source"], "seat": "0"},
    "a seat as a truth": {**REQUESTS["view carre source"], "seat": False},
}

BAD_POSITIONS: dict[str, Any] = {
    # wrong shape
    "a hand too few": legal(PIAZZA, hands=[["R2"]]),
    "a hand too many": legal(CARRE, hands=[[], [], []]),
    "a stock too few": legal(PIAZZA, stocks=[[]]),
    "a score too many": legal(PIAZZA, scores=[0, 0, 0]),
    "a total too few": legal(CARRE, totals=[0]),
    "a layout too few": legal(CARRE, layouts=[[]]),
    "colours for three": legal(PIAZZA, colours=[["R"], ["P"], ["B"]]),
    "colours that overlap": legal(PIAZZA, colours=[["R", "P"], ["P", "Y"]]),
    "a card on half a cell": legal(PIAZZA, board=[["R1", 0]]),
    "a card that is none": legal(PIAZZA, hands=[["R7"], ["B1"]]),
    "a card of the other game": legal(CARRE, hands=[["R1"], []]),
    "a card with a plus for 0": legal(CARRE, hands=[["B+0"], []]),
    "a card as a number": legal(CARRE, hands=[[1], []]),
    "more cards than there are": legal(CARRE, deck=["A-1"] * 79),
    "more on the table than there are": legal(PIAZZA, board=[["R1", x, 0] for x in range(49)]),
    # more often than it exists
    "a third R1": legal(PIAZZA, hands=[["R1", "R1"], ["B1"]]),
    "a third R1 on the table": legal(PIAZZA, board=TWO_R1, hands=[["R2"], ["B1"]]),
    "a second B0": legal(CARRE, deck=["B0"], hands=[["B0"], []]),
    "a second E+3 revealed": legal(PLAYING, revealed=["E+3"]),
    "a third D-2 in a layout": legal(CARRE, layouts=[[["D-2", 0, 0]], [["D-2", 0, 0]]]),
    # cells
    "two on a cell": legal(PIAZZA, board=[["R1", 0, 0], ["P2", 0, 0]]),
    "two on a cell of a layout": legal(CARRE, layouts=[[["A+1", 0, 0], ["B+1", 0, 0]], []]),
    "not connected": legal(PIAZZA, board=[["R1", 0, 0], ["P2", 2, 0]]),
    "connected by a corner": legal(PIAZZA, board=[["R1", 0, 0], ["P2", 1, 1]]),
    "a layout not connected": legal(CARRE, layouts=[[["A+1", 0, 0], ["A-1", 1, 1]], []]),
    "a colour beside itself": legal(PIAZZA, board=[["R1", 0, 0], ["R2", 1, 0]]),
    "a symbol beside itself": legal(PIAZZA, board=[["R1", 0, 0], ["P1", 0, 1]]),
    "nine columns": legal(PIAZZA, board=LONG_ROW),
    "nine rows": legal(PIAZZA, board=[[card, y, x] for card, x, y in LONG_ROW]),
    "a layout of four columns": legal(
        CARRE, layouts=[[["A+1", x, 0] if x % 2 else ["A-1", x, 0] for x in range(4)], []]
    ),
    "a layout of twelve": legal(
        CARRE, layouts=[[*SQUARE, ["D-1", 3, 0], ["D-1", 3, 1], ["D-1", 3, 2]], []]
    ),
    "ten without a square": legal(CARRE, layouts=[[*SQUARE[:8], ["D-1", 3, 0], ["D-1", 3, 1]], []]),
    # hands
    "four in hand": legal(PIAZZA, hands=[["R2", "R3", "R4", "R5"], ["B1"]]),
    "six in hand": legal(CARRE, hands=[["A0", "B0", "C0", "D0", "E0", "F0"], []]),
    "six in the hand of another": legal(
        DROPPING, hands=[DROPPING["hands"][0], ["A-1", "A-2", "A0", "C-1", "D0", "E0"]]
    ),
    "nine to drop": legal(DROPPING, hands=[["F-1"] * 4 + ["C-1"] * 4 + ["D-1"], []], deck=[]),
    "another's colour in hand": legal(PIAZZA, hands=[["B2"], ["B1"]]),
    "another's colour in the stock": legal(PIAZZA, stocks=[["Y2"], []]),
    "a stock without a hand": legal(PIAZZA, hands=[[], ["B1"]], turn=1),
    # finished
    "no cards, not finished": legal(PIAZZA, hands=[[], ["B1"]], stocks=[[], []], turn=1),
    "finished with cards": legal(PIAZZA, finished=[1]),
    "finished twice": legal(PIAZZA, hands=[[], ["B1"]], stocks=[[], []], turn=1, finished=[0, 0]),
    "the turn of who has finished": legal(
        PIAZZA, hands=[[], ["B1"]], stocks=[[], []], turn=0, finished=[0]
    ),
    "fewer passes than none": legal(PIAZZA, passes=-1),
    # set-up
    "a stock in set-up": legal(SETUP, stocks=[["R6"], []]),
    "over in set-up": legal(SETUP, over=True),
    "too few cards to start with": legal(SETUP, hands=[["P2"], ["B1"]]),
    "nobody's card in set-up": legal(SETUP, hands=[["P2"], []], finished=[1]),
    "finished in set-up": legal(SETUP, finished=[0]),
    "a start card off the shape": legal(SETUP, board=[["R1", 2, 0]]),
    "a start shape that is full": legal(SETUP, board=PIAZZA["board"]),
    "two start cards of a symbol": legal(SETUP, board=[["R1", 0, 0], ["P1", 1, 1]], turn=1),
    "two start cards of a colour": legal(SETUP, board=[["R1", 0, 0], ["R3", 1, 1]], turn=1),
    "a start card out of turn": legal(SETUP, board=[["B1", 0, 0]]),
    "the wrong turn in set-up": legal(SETUP, turn=1),
    # phase, revealed, owed
    "revealed in phase source": legal(CARRE, revealed=["C+3"]),
    "nothing revealed in phase play": legal(PLAYING, revealed=[]),
    "three revealed": legal(PLAYING, revealed=["C+3", "F-1", "F-2"]),
    "revealed in phase lay": legal(LAYING, revealed=["C+3"]),
    "owed in phase source": legal(CARRE, owed=1),
    "owed in phase play": legal(PLAYING, owed=1),
    "owed in phase drop": legal(DROPPING, owed=1),
    "nothing owed in phase lay": legal(LAYING, owed=0),
    "three owed": legal(LAYING, owed=3, hands=[["B0", "B+1", "B+2"], []]),
    "more owed than in hand": legal(LAYING, owed=2),
    "less than nothing owed": legal(LAYING, owed=-1),
    "nothing to drop": legal(DROPPING, hands=[["B0"], []]),
    "no discard pile, but a draw pile": legal(CARRE, discard=[]),
    "the same in a finished game": legal(CARRE, discard=[], over=True),
    "round 0": legal(CARRE, round=0),
    # layouts on their own
    "score: not connected": {"op": "score", "layout": [["A+1", 0, 0], ["A-1", 2, 0]]},
    "score: two on a cell": {"op": "score", "layout": [["A+1", 0, 0], ["A-1", 0, 0]]},
    "score: too many of a kind": {"op": "score", "layout": [["A0", 0, 0], ["A0", 1, 0]]},
    "score: four in a row": {"op": "score", "layout": [["A-1", x, 0] for x in range(4)]},
    "score: no layout": {"op": "score", "layout": [["A-1", 0]]},
}

UNUSUAL: dict[str, Any] = {
    "nothing but what is needed": {
        "op": "legal",
        "position": without(PIAZZA, "over", "winners", "first", "colours", "phase", "start"),
    },
    "seed 1,000,000": new(seed=1_000_000),
    "seed -1,000,000": new(seed=-1_000_000),
    "no options, no seed": {"op": "new", "game": "piazza", "players": 2},
    "fields nobody knows": {**new(), "more": [1], "id": 10**12},
    "an empty table": legal(PIAZZA, board=[]),
    "an empty layout": {"op": "score", "layout": []},
    "far away": legal(PIAZZA, board=[["R1", 1_000_000, -1_000_000]]),
    "any colours where nobody owns": legal(without(PIAZZA, "colours"), hands=[["B2"], ["R2"]]),
    "colours null, as answers have it": legal(PIAZZA, colours=None),
    "neutral cards": legal(THREE, colours=[["R"], ["B"], ["Y"]], hands=[["P1"], ["P1"], ["Y1"]]),
    "a corner with the row's cells": legal(THREE, start="corner"),
    "a hand of fewer than three with a stock": legal(PIAZZA, hands=[["R2"], ["B1"]]),
    "a game that was said to be over": legal(PIAZZA, over=True),
    "eight to drop": legal(DROPPING, hands=[["F-1"] * 4 + ["C-1"] * 4, []]),
    "eleven with a square": legal(CARRE, layouts=[[*SQUARE, ["D-1", 3, 0], ["D-1", 4, 0]], []]),
    "no card in either pile": legal(CARRE, deck=[], discard=[]),
    "one card revealed": legal(PLAYING, revealed=["C+3"]),
    "start cards joined by a corner": legal(
        SETUP, board=[["R1", 0, 0], ["P3", 1, 1]], turn=1, hands=[["R2"], ["B4", "Y5"]]
    ),
    "a seat whose only cards were start cards": legal(
        SETUP, board=[["R1", 0, 0], ["P3", 1, 1]], turn=1, hands=[[], ["B4", "Y5"]], finished=[0]
    ),
    "a spectator": {**REQUESTS["view piazza play"], "seat": None},
}


@pytest.mark.parametrize("name", BAD_REQUESTS)
def test_bad_request(name: str) -> None:
    assert code(BAD_REQUESTS[name]) == "bad_request"


@pytest.mark.parametrize("name", BAD_POSITIONS)
def test_bad_position(name: str) -> None:
    assert code(BAD_POSITIONS[name]) == "bad_position"


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_but_right(name: str) -> None:
    assert said(UNUSUAL[name])["ok"] is True


@pytest.mark.parametrize("name", ["apply carre source", "view carre source"])
def test_every_operation_refuses_an_impossible_position(name: str) -> None:
    assert code(REQUESTS[name] | {"position": CARRE | {"discard": []}}) == "bad_position"


@pytest.mark.parametrize("game", ["piazza", "carre"])
def test_every_needed_field_is_missed(game: str) -> None:
    may_be_left_out = {"over", "winners"}
    if game == "piazza":
        may_be_left_out |= {"first", "colours", "phase", "start"}
    position = {"piazza": PIAZZA, "carre": CARRE}[game]
    for name in position:
        expected = "ok" if name in may_be_left_out else "bad_request"
        assert code({"op": "legal", "position": without(position, name)}) == expected, name


FINISHED = {**PIAZZA, "hands": [[], []], "stocks": [[], []], "finished": [1, 0]}
STUCK = {**PIAZZA, "passes": 2}
WON = {**CARRE, "over": True, "totals": [50, 7]}

ILLEGAL: list[tuple[Json, str, str]] = [
    (PIAZZA, "", "P-"),
    (PIAZZA, "take", "P-"),
    (PIAZZA, "R2@0,0,0", "P-"),
    (PIAZZA, "R2 @2,0", "P-"),
    (PIAZZA, "R2@2,0 ", "P-"),
    (PIAZZA, " R2@2,0", "P-"),
    (PIAZZA, "r2@2,0", "P-"),
    (PIAZZA, "R2@02,0", "P-"),
    (PIAZZA, "R2@2,-0", "P-"),
    (PIAZZA, "R2@2,0  R5@2,2", "P-"),
    (PIAZZA, "R9@2,0", "P-"),
    (PIAZZA, "R2@99999999,0", "P-"),
    (PIAZZA, "\ud800", "P-"),
    (PIAZZA, "R2@٢,0", "P-"),
    (PIAZZA, "R2@2,0\n", "P-"),
    (PIAZZA, "R2@2,0 R5@2,2 R1@2,4", "P-PLAY"),
    (PIAZZA, "x" * 100_000, "P-"),
    (PIAZZA, "pass", "P-STUCK"),
    (PIAZZA, "R3@2,0", "P-PLAY"),
    (PIAZZA, "B1@0,2", "P-PLAY"),
    (PIAZZA, "R2@2,1 R2@2,-1", "P-PLAY"),
    (PIAZZA, "R5@0,0", "P-TOUCH"),
    (PIAZZA, "R5@5,5", "P-TOUCH"),
    (PIAZZA, "R5@-1,-1", "P-TOUCH"),
    (PIAZZA, "R5@9999999,0", "P-TOUCH"),
    (PIAZZA, "R5@2,0 R2@2,0", "P-"),
    (PIAZZA, "R5@-1,0", "P-DIFFER"),
    (PIAZZA, "R2@2,0", "P-DIFFER"),
    (PIAZZA, "R2@2,1 R5@2,0", "P-DIFFER"),
    (PIAZZA, "P2@-1,0 R5@2,0", "P-ONE-COLOUR"),
    (PIAZZA, "R2@2,1 R5@1,2", "P-PAIR"),
    (PIAZZA, "start R2@0,0", "P-START"),
    ({**PIAZZA, "board": LONG_ROW[:8]}, "R5@8,0", "P-GRID"),
    (FINISHED, "pass", "P-END"),
    (FINISHED, "R5@2,0", "P-END"),
    (STUCK, "pass", "P-"),
    (SETUP, "pass", "P-START"),
    (SETUP, "P2@1,0", "P-START"),
    (SETUP, "start P2@0,0", "P-START-CHOICE"),
    (SETUP, "start P2@2,0", "P-START-CHOICE"),
    (SETUP, "start P6@1,0", "P-START-CHOICE"),
    (SETUP, "start B1@1,0", "P-START-CHOICE"),
    (SETUP, "start R2@1,0", "P-START"),
    ({**SETUP, "hands": [["P1", "P2"], SETUP["hands"][1]]}, "start P1@1,0", "P-START"),
    (CARRE, "", "C-"),
    (CARRE, "Take", "C-"),
    (CARRE, "R1@0,0", "C-"),
    (CARRE, "lay C+3", "C-"),
    (CARRE, "lay C+0@0,0", "C-"),
    (CARRE, "drop B+4", "C-"),
    (CARRE, "drop B+1@0,0", "C-"),
    (CARRE, "pass", "C-NOTHING"),
    (CARRE, "lay C+1@0,0", "C-SOURCE"),
    (CARRE, "swap C+1@0,0", "C-SOURCE"),
    (CARRE, "drop C+1", "C-POSITIVE"),
    ({**CARRE, "deck": [], "discard": []}, "take", "C-NOTHING"),
    ({**CARRE, "deck": [], "discard": []}, "reveal", "C-NOTHING"),
    (PLAYING, "take", "C-SOURCE"),
    (PLAYING, "reveal", "C-SOURCE"),
    (PLAYING, "pass", "C-"),
    (PLAYING, "lay B0@0,1", "C-SOURCE"),
    (PLAYING, "lay C+3@0,0", "C-LAY"),
    (PLAYING, "lay C+3@5,5", "C-LAY"),
    (PLAYING, "lay C+3@2,1", "C-LAY"),
    ({**PLAYING, "turn": 1}, "lay C+3@1,0", "C-LAY"),
    ({**PLAYING, "layouts": [[["A-1", x, 0] for x in range(3)], []]}, "lay C+3@3,0", "C-SQUARE"),
    (PLAYING, "swap C+3@0,0", "C-SWAP"),
    (PLAYING, "swap C+3@0,1", "C-SWAP"),
    (PLAYING, "swap F-1@0,0", "C-SWAP"),
    (LAYING, "lay C+1@0,1", "C-NEGATIVE"),
    (LAYING, "drop B0", "C-POSITIVE"),
    (DROPPING, "drop D0", "C-POSITIVE"),
    (DROPPING, "lay B0@0,1", "C-POSITIVE"),
    (WON, "take", "C-WIN"),
    (WON, "pass", "C-WIN"),
]


@pytest.mark.parametrize(("position", "move", "clause"), ILLEGAL)
def test_an_illegal_move_names_a_clause(position: Json, move: str, clause: str) -> None:
    before = deepcopy(position)
    reply = said({"op": "apply", "position": position, "move": move})
    assert reply["error"]["code"] == "illegal_move"
    assert re.search(rf"\b{clause}", reply["error"]["message"])
    assert len(reply["error"]["message"]) < 300
    assert position == before


@pytest.mark.parametrize("position", [FINISHED, STUCK, WON, without(FINISHED, "over")])
def test_a_finished_game_has_no_moves(position: Json) -> None:
    assert said({"op": "legal", "position": position})["moves"] == []


def test_a_pair_is_taken_in_either_order() -> None:
    moves = [entry["move"] for entry in said({"op": "legal", "position": PIAZZA})["moves"]]
    pairs = [move.split(" ") for move in moves if " " in move]
    assert pairs
    for one, two in pairs:
        replies = [
            said({"op": "apply", "position": PIAZZA, "move": f"{first} {second}"})
            for first, second in ((one, two), (two, one))
        ]
        assert replies[0]["ok"] is True
        assert replies[0] == replies[1]
