"""Whole games played through the referee alone, beside the same games played with the library."""

import json
from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from piazzetta.cli.jsonlines import encode
from piazzetta.cli.operations import answer
from piazzetta.cli.referee import OPERATIONS
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from tests.cli.command import Json, Referee
from tests.cli.samples import SETUP, without

FORGOTTEN = ("over", "winners", "phase", "start", "first", "colours")
"""What a request may leave out of a position of Piazza in which only `play` is left."""


def _tables() -> Iterator[tuple[str, int, Json]]:
    """Every game, number of players and kind of option."""
    for players, setup in product((2, 4), ("quick", "choose")):
        yield "piazza", players, {"setup": setup}
    for setup, start in product(("quick", "choose"), ("corner", "row")):
        yield "piazza", 3, {"setup": setup, "start": start, "first": 2}
    yield "piazza", 2, {"colours": [["Y", "R"], ["P", "B"]]}
    yield "piazza", 3, {"colours": [["Y"], ["P"], ["R"]]}
    yield "piazza", 4, {"colours": [["Y"], ["P"], ["R"], ["B"]], "first": 1}
    for players in range(2, 6):
        yield "carre", players, {}
        yield "carre", players, {"first": players - 1}


def said(**request: Any) -> Json:
    """What the referee answers, without a process between."""
    reply: Json = json.loads(encode(answer(json.dumps(request).encode(), OPERATIONS)))
    return reply


def ask(**request: Any) -> Json:
    """The same, and it must not refuse."""
    reply = said(**request)
    assert reply["ok"] is True, reply
    return reply


def check_views(position: Json) -> None:
    for seat in (None, *range(position["players"])):
        view = ask(op="view", position=position, seat=seat)["view"]
        hidden = {"hands", "stocks", "deck", "own_stock"}
        assert without(view, *hidden) == without(position, *hidden)
        assert ("own_stock" in view) == (seat is not None and "stocks" in position)
        for other, hand in enumerate(position["hands"]):
            assert view["hands"][other] == (hand if other == seat else len(hand))
        if "deck" in position:
            assert view["deck"] == len(position["deck"])
        else:
            assert view["stocks"] == [len(stock) for stock in position["stocks"]]
        if "own_stock" in view:
            assert sorted(position["stocks"][seat]) == view["own_stock"]


def play_on(position: Json, rng: Random) -> Iterator[Json]:
    """Play at random to the end; the referee and the library must agree at every step."""
    game = GAMES[position["game"]]
    state = game.state_from_json(position)
    while not position["over"]:
        moves = ask(op="legal", position=position)["moves"]
        assert moves == [game.legal_to_json(legal) for legal in game.legal_moves(state)]
        move, seed = rng.choice(moves)["move"], rng.randrange(1_000_000)
        state = game.play(state, game.parse_move(move), Seed(seed))
        position = ask(op="apply", position=position, move=move, seed=seed)["position"]
        assert position == game.state_to_json(state)
        yield position
    assert ask(op="legal", position=position)["moves"] == []


@pytest.mark.parametrize(("game", "players", "options"), list(_tables()))
def test_a_whole_game(game: str, players: int, options: Json) -> None:
    rng = Random(f"{game} {players} {options}")
    position = ask(op="new", game=game, players=players, seed=3, options=options)["position"]
    assert (
        position == ask(op="new", game=game, players=players, seed=3, options=options)["position"]
    )
    for number, reached in enumerate(play_on(position, rng)):
        position = reached
        if number % 10 == 0 or position["over"]:
            check_views(position)
    assert position["winners"]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_a_real_referee(game: str) -> None:
    """Each request depends on the answer before it, so that every answer must be flushed."""
    rng = Random(5)
    with Referee() as referee:
        position = referee.ask(op="new", game=game, players=2, seed=9)["position"]
        for _ in range(60):
            moves = referee.ask(op="legal", position=position)["moves"]
            if not moves:
                break
            move = rng.choice(moves)["move"]
            position = referee.ask(op="apply", position=position, move=move, seed=1)["position"]


def test_a_position_without_what_may_be_left_out_plays_the_same() -> None:
    position = ask(op="new", game="piazza", players=3, seed=8)["position"]
    for reached in play_on(position, Random(2)):
        short = without(reached, *FORGOTTEN)
        assert ask(op="legal", position=short) == ask(op="legal", position=reached)
        view = ask(op="view", position=short, seat=0)["view"]
        assert (view["over"], view["winners"]) == (reached["over"], reached["winners"])


def test_a_game_that_ends_stuck() -> None:
    """R2 and B1 can lie neither beside R1 nor beside B2."""
    stuck: Json = {
        **without(SETUP, *FORGOTTEN),
        "board": [["R1", 0, 0], ["B2", 1, 0]],
        "hands": [["R2"], ["B1"]],
        "over": False,
    }
    passed, ended = play_on(stuck, Random(1))
    assert (passed["passes"], passed["over"], passed["turn"]) == (1, False, 1)
    assert (ended["over"], ended["winners"], ended["finished"]) == (True, [0, 1], [])
    refused = said(op="apply", position=ended, move="pass")
    assert refused["error"]["code"] == "illegal_move"


def starts(position: Json) -> list[str]:
    moves = ask(op="legal", position=position)["moves"]
    assert all((entry["brackets"], entry["points"]) == ([], 0) for entry in moves)
    return [entry["move"] for entry in moves]


@pytest.mark.parametrize(
    ("players", "start", "cells"),
    [
        (2, "square", ["0,0", "1,1", "1,0", "0,1"]),
        (3, "corner", ["1,0", "0,1", "0,0"]),
        (3, "row", ["0,0", "2,0", "1,0"]),
        (4, "square", ["0,1", "1,0", "0,0", "1,1"]),
    ],
)
def test_the_start_cards_are_chosen(players: int, start: str, cells: list[str]) -> None:
    """The second card lies diagonally to the first: not connected until the last one is laid."""
    options = {"setup": "choose", "start": start, "first": players - 1}
    position = ask(op="new", game="piazza", players=players, options=options)["position"]
    assert (position["phase"], position["board"], position["turn"]) == ("setup", [], 0)
    for laid, cell in enumerate(cells):
        assert position["turn"] == (laid // 2 if players == 2 else laid)
        move = next(move for move in starts(position) if move.endswith(f"@{cell}"))
        position = ask(op="apply", position=position, move=move, seed=4)["position"]
    assert position["phase"] == "play"
    assert position["turn"] == position["first"] == players - 1
    assert [len(hand) for hand in position["hands"]] == [3] * players


def test_without_colours_any_colour_may_start() -> None:
    setup = without(SETUP, "colours")
    hands = [["R2", "P2", "B3"], ["B1", "Y5"]]
    assert {move[:8] for move in starts({**setup, "hands": hands})} == {"start P2", "start B3"}


def test_who_lays_the_last_card_in_set_up_has_finished() -> None:
    position = {**SETUP, "hands": [["P2"], ["B3", "Y4", "Y5"]]}
    for move in ("start P2@1,0", "start B3@0,1", "start Y4@1,1"):
        position = ask(op="apply", position=position, move=move)["position"]
        assert position["finished"] == [0]
    assert (position["phase"], position["turn"], position["hands"]) == ("play", 1, [[], ["Y5"]])
