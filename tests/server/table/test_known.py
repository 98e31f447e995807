"""What kernels tell of a position is what the rules say, and a move they list is played alike."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta import kernels
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.rules.record.replaying import take
from piazzetta.server.protocol import client
from piazzetta.server.table import detail, shown
from piazzetta.server.table.evolve import evolve, fold, next_step
from piazzetta.server.table.known import NOTHING, knowing, known
from tests.server.table.tables import ADA, BEN, refusal, running

PIAZZA = GAMES["piazza"]
STORED = sorted(Path(__file__).parents[2].glob("data/playthroughs/piazza-*.record"))


@pytest.fixture(autouse=True)
def _compiled() -> None:
    assert kernels.wait_until_ready("piazza")


def plain(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


def check(before: Any, state: Any, move: str = "") -> None:
    """All that is known is so."""
    told = known("piazza", before, state)
    assert told.state is state
    assert json.loads(told.legal) == plain(
        list(map(PIAZZA.legal_to_json, PIAZZA.legal_moves(state)))
    )
    if told.open is not None:
        assert plain(told.open) == plain(PIAZZA.open_to_json(state))
        assert list(plain(told.detail).items()) == list(plain(detail.detail(PIAZZA, state)).items())
    if before and told.brackets is not None:
        assert told.brackets == detail.piazza.made(before, state, move).brackets


@pytest.mark.parametrize("options", [{}, {"setup": "choose"}], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_whole_games_are_told_alike(players: int, options: dict[str, Any]) -> None:
    rng, chance = Random(players), Seed(players)
    before, state = None, PIAZZA.deal(PIAZZA.options(players, options), chance)
    while not state.over:
        check(before, state)
        legal = rng.choice(PIAZZA.legal_moves(state))
        text, told = str(legal.move), known("piazza", before, state)
        assert told.sizes(text) == legal.brackets
        step = take(PIAZZA, 1, state, text, chance)
        played = knowing("piazza").played(state, text, legal.brackets, chance)
        assert played == (step.state, step.note)
        before, state = state, step.state
    check(before, state)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_stored_games_are_told_alike(path: Path) -> None:
    states = record.replay(record.parse(path.read_text(encoding="utf-8")))
    for before, state in zip([None, *states], states, strict=False):
        check(before, state)


@pytest.mark.parametrize("far", [999_990, -999_990, 95, -12])
def test_a_table_far_away_is_told_alike(far: int) -> None:
    """A position that somebody made up need not be near the start."""
    host = running("piazza")
    told = PIAZZA.state_to_json(host.move(rng=Random(3)).state)
    board = [[card, x + far, y - far] for card, x, y in told["board"]]
    state = PIAZZA.state_from_json({**told, "board": board})
    shorter = PIAZZA.state_from_json({**told, "board": board[:4], "scores": [0, 0]})
    check(shorter, state)


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


def test_nothing_is_known_of_a_game_without_kernels() -> None:
    assert known("carre", None, running("carre").table.state) is NOTHING
