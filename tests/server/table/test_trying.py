"""Moves from any position: played by the rules, judged as at a table, refused with a word."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame, Json
from piazzetta.rules.record.replaying import take
from piazzetta.server.protocol import rest
from piazzetta.server.table.detail import considered, detail, made
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.trying import tried

TABLES = [(game, players) for game in GAMES.values() for players in game.seats]


def asking(position: Any, **more: Any) -> rest.Try:
    """As it comes over the network."""
    return msgspec.convert({"position": position, **more}, rest.Try)


def first(game: AnyGame, players: int = 2) -> Any:
    return game.deal(game.options(players, {}), Seed(3))


def refusal(position: Any, **more: Any) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        tried(asking(position, **more))
    return caught.value


def plain(told: object) -> Any:
    return json.loads(msgspec.json.encode(told))


@pytest.mark.parametrize(("game", "players"), TABLES, ids=lambda one: getattr(one, "name", one))
def test_whole_games_in_some_steps(game: AnyGame, players: int) -> None:
    """Playing on from what was answered leads where the rules lead."""
    rng, chance = Random(players), Seed(5)
    state = first(game, players)
    position = game.state_to_json(state)
    while not state.over:
        steps = []
        for number in range(1, 40):
            if state.over:
                break
            move = rng.choice(game.legal_moves(state)).move
            before, step = state, take(game, number, state, str(move), chance)
            steps.append((before, step))
            state = step.state
        asked = asking(position, moves=[step.move for _, step in steps], consider=["pass"], seed=5)
        shown = tried(asked)
        if getattr(state, "reshuffles", 0):
            break  # A position does not tell how often it was shuffled.
        position = plain(shown.position)
        assert position == plain(game.state_to_json(state))
        assert shown.detail == detail(game, state)
        assert [(one.number, one.seat, one.move, one.note) for one in shown.played] == [
            (step.number, step.seat, step.move, step.note) for _, step in steps
        ]
        brought = [made(game, before, step) for before, step in steps]
        assert [(tuple(one.brackets), one.scoring) for one in shown.played] == brought
        assert plain(shown.legal) == [game.legal_to_json(one) for one in game.legal_moves(state)]
        assert shown.considered == considered(game, state, ["pass"])
        assert (shown.ending is not None) == state.over
    if state.over:
        assert shown.ending
        assert shown.ending.scores == list(game.scores(state))


def test_nothing_needs_to_be_played() -> None:
    position = GAMES["piazza"].state_to_json(first(GAMES["piazza"]))
    shown = tried(asking(position))
    assert plain(shown.position) == position
    assert (shown.played, shown.considered, shown.ending) == ([], [], None)


def test_the_seed_decides_shuffles() -> None:
    game = GAMES["piazza"]
    state = game.deal(game.options(2, {"setup": "choose"}), Seed(1))
    position, moves, chance = game.state_to_json(state), [], Seed(2)
    for _ in range(4):
        moves.append(str(game.legal_moves(state)[0].move))
        state = game.play(state, game.parse_move(moves[-1]), chance)
    shown = [tried(asking(position, moves=moves, seed=seed)) for seed in (2, 2, 4)]
    hands = [plain(one.position)["hands"] for one in shown]
    assert hands[0] == hands[1] != hands[2]
    assert hands[0] == game.state_to_json(state)["hands"]


def test_a_move_that_is_not_legal_is_named() -> None:
    position = GAMES["carre"].state_to_json(first(GAMES["carre"]))
    refused = refusal(position, moves=["take", "take"])
    assert refused.code == "illegal_move"
    assert (refused.details["clause"], refused.details["number"]) == ("C-SOURCE", 2)
    refused = refusal(position, moves=["fly"])
    assert (refused.code, refused.details["number"]) == ("not_a_move", 1)


def test_a_finished_game_goes_no_further() -> None:
    game = GAMES["piazza"]
    position = {**game.state_to_json(first(game)), "over": True}
    assert tried(asking(position)).legal == []
    refused = refusal(position, moves=["pass"])
    assert (refused.code, refused.details["clause"]) == ("illegal_move", "P-END")


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("piazza", {"players": 9}),
        ("piazza", {"board": [["R1", 0, 0], ["R2", 1, 0]]}),
        ("piazza", {"board": [["R1", 0, 0], ["B2", 1_000_001, 0]]}),
        ("piazza", {"board": [["R1", 0, 0]] * 49}),
        ("piazza", {"scores": [0]}),
        ("piazza", {"hands": [["Z9"], []]}),
        ("carre", {"turn": 2}),
        ("carre", {"phase": "dance"}),
        ("carre", {"layouts": [[["A+1", 0, 0], ["A+1", 5, 5]], []]}),
        ("carre", {"deck": ["A+3", "A+3"]}),
        ("carre", {"owed": 1}),
    ],
    ids=str,
)
def test_positions_that_cannot_be(name: str, changes: Json) -> None:
    position = GAMES[name].state_to_json(first(GAMES[name]))
    refused = refusal({**position, **changes})
    assert refused.code == "bad_position"
    assert refused.details["reason"] in refused.message


@pytest.mark.parametrize(
    "wrong",
    [
        {"position": {"game": "chess"}},
        {"position": {"game": "piazza"}},
        {"moves": ["pass"] * 201},
        {"moves": ["x" * 81]},
        {"consider": ["pass"] * 65},
        {"seed": -1},
        {"seed": 2**53},
        {"seeds": 1},
    ],
    ids=lambda wrong: str(wrong)[:40],
)
def test_what_cannot_be_asked(wrong: Json) -> None:
    position = GAMES["carre"].state_to_json(first(GAMES["carre"]))
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"position": position, **wrong}, rest.Try)
