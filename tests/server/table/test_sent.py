"""Records that were sent: played again with nothing hidden, or refused with the wrong line."""

import json
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.carre import PACK
from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.record import Record, format, parse, replay
from piazzetta.server.protocol.shared import FairShown
from piazzetta.server.table import looking_back, sent
from piazzetta.server.table.detail import detail
from piazzetta.server.table.record import record
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sent import MOST_LINES
from tests.server.table.tables import ADA, BEN, Host, running

TABLES = [(game.name, players) for game in GAMES.values() for players in game.seats]
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eva")


def text_of(name: str, players: int, moves: int) -> str:
    """The record of a game of random moves, so many at the most."""
    game, chance, rng = GAMES[name], Seed(players), Random(players)
    options = game.options(players, {})
    state = game.deal(options, chance)
    played: list[str] = []
    while not state.over and len(played) < moves:
        move = rng.choice(game.legal_moves(state)).move
        played.append(str(move))
        state = game.play(state, move, chance)
    return format(Record(name, game.rules_version, options, chance, NAMES[:players], tuple(played)))


def finished(name: str) -> Host:
    """A table whose game is over."""
    host, rng = running(name, (ADA, BEN)), Random(4)
    while host.table.turn is not None:
        host.move(rng=rng)
    return host


def plain(told: object) -> Any:
    return json.loads(msgspec.json.encode(told))


def refusal(text: str) -> RefusedError:
    with pytest.raises(RefusedError) as caught:
        sent.replay(text)
    assert caught.value.code == "bad_record"
    return caught.value


@pytest.mark.parametrize(("name", "players"), TABLES)
@pytest.mark.parametrize("moves", [0, 30, 10_000])
def test_records_finished_or_not(name: str, players: int, moves: int) -> None:
    text = text_of(name, players, moves)
    game, states, shown = GAMES[name], replay(parse(text)), sent.replay(text)
    assert (shown.table, shown.game, shown.names) == ("", name, list(NAMES[:players]))
    assert plain(shown.positions) == [plain(game.state_to_json(state)) for state in states]
    assert shown.details == [detail(game, state) for state in states]
    assert [one.move for one in shown.moves] == list(parse(text).moves)
    assert (shown.ending is None) == (moves < 10_000)
    assert shown.fair == FairShown("", [""] * players, "", f"{players:064x}")


@pytest.mark.parametrize("name", GAMES)
def test_a_record_of_a_table_shows_what_the_table_shows(name: str) -> None:
    host = finished(name)
    shown, there = sent.replay(format(record(host.table))), looking_back.replay(host.table)
    assert plain(shown) == {**plain(there), "table": ""}
    assert shown.fair.secret


def test_a_game_that_its_players_ended() -> None:
    text = text_of("piazza", 2, 5)
    ended = text.replace("Result: *\n", "Result: *\nEnding: seat 0 resigned; ranking 1 0\n")
    shown = sent.replay(ended)
    assert shown.ending
    assert (shown.ending.ranking, shown.ending.reason) == ([[1], [0]], "resigned")


@pytest.mark.parametrize("ranking", ["1", "1 1", "0 1 2", "0=", "9" * 5000])
def test_a_ranking_that_is_none_ranks_nobody(ranking: str) -> None:
    text = text_of("piazza", 2, 5)
    told = f"Result: *\nEnding: seat 0 resigned; ranking {ranking}\n"
    assert sent.replay(text.replace("Result: *\n", told)).ending is None


def test_orders_in_place_of_a_seed() -> None:
    chance = Given({"round 1": tuple(map(str, PACK)), "first": ("0", "1")})
    told = Record("carre", 1, GAMES["carre"].options(2, {}), chance, NAMES[:2], ("take",))
    assert sent.replay(format(told)).fair.seed == ""


def test_the_line_that_is_wrong_is_named() -> None:
    lines = text_of("piazza", 2, 6).splitlines()
    for number, line in enumerate(lines, 1):
        if line[:1].isdigit():
            wrong = [*lines]
            wrong[number - 1] = line.partition(":")[0] + ": B9@9,9"
            refused = refusal("\n".join(wrong))
            assert refused.details["line"] == number
            assert "B9@9,9" in refused.details["reason"]
            assert refused.message == (
                f"This record cannot be read: line {number}: {refused.details['reason']}."
            )
    assert refusal("nonsense").details["line"] == 1
    assert refusal("").details["line"] == 1


def test_endless_records_are_not_looked_at() -> None:
    assert refusal("\n" * (MOST_LINES + 1)).details["line"] == MOST_LINES + 1 == 6001
