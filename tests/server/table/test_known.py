"""What is known of a position is what the rules say, and a move that is listed is played alike."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta import kernels
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record.replaying import take
from piazzetta.server.protocol import client
from piazzetta.server.table import detail, shown
from piazzetta.server.table.evolve import evolve, fold, next_step
from piazzetta.server.table.known import NOTHING, Known, knowing, known
from tests.server.table.tables import ADA, BEN, refusal, running

PIAZZA = GAMES["piazza"]
STORED = sorted(Path(__file__).parents[2].glob("data/playthroughs/*.record"))
TABLES = [
    ("piazza", players, options) for players in (2, 3, 4) for options in ({}, {"setup": "choose"})
]
TABLES += [("carre", players, {}) for players in (2, 3, 4, 5)]


@pytest.fixture(autouse=True)
def _compiled() -> None:
    assert kernels.wait_until_ready("piazza")


def encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def check(game: AnyGame, before: Known, state: Any) -> Known:
    """All that is known is so, to the byte."""
    told = known(game.name, before, state)
    assert told.state is state
    listed = [game.legal_to_json(one) for one in game.legal_moves(state)]
    assert told.legal == msgspec.json.encode(listed)
    if told.open is not None:
        assert encoded(told.open) == encoded(game.open_to_json(state))
        assert encoded(told.detail) == encoded(detail.detail(game, state))
    if before.state and told.brackets is not None:
        assert told.brackets == detail.piazza.made(before.state, state, "").brackets
    return told


@pytest.mark.parametrize(("name", "players", "options"), TABLES)
def test_whole_games_are_told_alike(name: str, players: int, options: dict[str, Any]) -> None:
    game, rng, chance = GAMES[name], Random(players), Seed(players)
    told, state = NOTHING, game.deal(game.options(players, options), chance)
    while not state.over:
        told = check(game, told, state)
        legal = rng.choice(game.legal_moves(state))
        text = str(legal.move)
        assert told.sizes(text) == legal.brackets
        step = take(game, 1, state, text, chance)
        played = knowing(name).played(state, text, legal.brackets, chance)
        assert played == (step.state, step.note)
        state = step.state
    check(game, told, state)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_are_told_alike(path: Path) -> None:
    stored, told = record.parse(path.read_text(encoding="utf-8")), NOTHING
    for state in record.replay(stored):
        told = check(GAMES[stored.game], told, state)


@pytest.mark.parametrize("far", [999_990, -999_990, 95, -12])
def test_a_table_far_away_is_told_alike(far: int) -> None:
    """A position that somebody made up need not be near the start."""
    host = running("piazza")
    told = PIAZZA.state_to_json(host.move(rng=Random(3)).state)
    board = [[card, x + far, y - far] for card, x, y in told["board"]]
    state = PIAZZA.state_from_json({**told, "board": board})
    shorter = PIAZZA.state_from_json({**told, "board": board[:4], "scores": [0, 0]})
    check(PIAZZA, Known(shorter), state)


def test_what_is_shown_does_not_depend_on_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    host = running("piazza")
    for number in range(12):
        host.move(rng=Random(number))
    tables = host.tables
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    slow = [fold(host.rows[:1])]
    for row in host.rows[1:]:
        slow.append(evolve(slow[-1], row))
    assert slow == tables
    assert {table.told.state for table in slow} == {None}
    for number in range(1, len(tables)):
        row = host.rows[number]
        for player in ("ada", "ben", "cleo"):
            both = [
                shown.update(them[number - 1], them[number], row, player, None, (), 0.0)
                for them in (tables, slow)
            ]
            assert plain(both[0]) == plain(both[1])


def test_a_position_that_was_before_is_known_as_itself() -> None:
    """After a take-back nothing of what was taken back is shown or allowed."""
    host = running("piazza")
    start = host.table
    host.move(rng=Random(1))
    seat = 1 - (host.table.turn or 0)
    player = (ADA, BEN)[seat]
    host.do(player, client.TakeBack, seat=seat)
    if host.table.proposal:
        host.do((BEN, ADA)[seat], client.Answer, seat=1 - seat, agrees=True)
    assert host.table.state == start.state
    assert host.table.known.legal == start.known.legal


@pytest.mark.parametrize(
    "move", ["B3@90,90", "pass", "nonsense", '","brackets":[', "{two}", "{first}", ""]
)
def test_a_move_that_is_not_listed_is_judged_by_the_rules(move: str) -> None:
    """Also where the text, as it stands, is a part of the list."""
    host = running("piazza")
    legal = host.table.known.legal.decode()
    entries = legal.removeprefix('[{"move":"')
    text = move.format(two=entries[: entries.index('","', 60)], first=entries[:60])
    code = refusal(
        host, (ADA, BEN)[host.table.turn or 0], client.Move, seat=host.table.turn, move=text
    )
    assert code in ("illegal_move", "not_a_move")


def test_two_cards_may_be_named_in_either_order() -> None:
    host = running("piazza")
    while " " not in (text := str(PIAZZA.legal_moves(host.table.state)[-1].move)):
        host.move(rng=Random(1))
    one, two = text.split(" ")
    assert next_step(host.table, f"{two} {one}") == next_step(host.table, text)


@pytest.mark.parametrize("name", GAMES)
def test_a_text_across_two_listed_moves_is_refused_and_changes_nothing(name: str) -> None:
    """To the list alone it looks like a move."""
    host = running(name)
    table, seat = host.table, host.table.turn
    entries = table.known.legal.decode().removeprefix('[{"move":"')
    second = entries.index('{"move":"')
    text = entries[: entries.index('"', second + len('{"move":"'))]
    assert table.known.sizes(text) is not None
    code = refusal(host, (ADA, BEN)[seat or 0], client.Move, seat=seat, move=text)
    assert code == "not_a_move"
    assert host.table is table
