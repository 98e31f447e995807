"""Legal moves to choose from: the kernels list exactly what the rules list."""

import json
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from piazzetta import kernels
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.server.protocol.shared import LegalShown
from piazzetta.server.table import legal
from piazzetta.server.table.value import Table
from tests.server.table.tables import running

STORED = sorted(Path(__file__).parents[2].glob("data/playthroughs/piazza-*.record"))


def from_rules(table: Table) -> list[dict[str, Any]]:
    return [table.game.legal_to_json(one) for one in table.game.legal_moves(table.state)]


def as_sent(table: Table) -> Any:
    return json.loads(msgspec.json.encode(legal.legal(table)))


@pytest.mark.parametrize("name", GAMES)
def test_until_kernels_are_ready_the_rules_serve(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernels, "ready", lambda _game: False)
    table = running(name).table
    assert as_sent(table) == from_rules(table)
    assert legal.texts(table) == [one["move"] for one in from_rules(table)]
    msgspec.json.decode(msgspec.json.encode(legal.legal(table)), type=list[LegalShown])


@pytest.mark.parametrize("options", [{}, {"setup": "choose"}], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_kernels_list_the_same(players: int, options: dict[str, Any]) -> None:
    """Over whole games, in the same order, with the same points."""
    assert kernels.wait_until_ready("piazza")
    game, rng, chance = GAMES["piazza"], Random(players), Seed(players)
    table = running("piazza").table
    state = game.deal(game.options(players, options), chance)
    while True:
        at = msgspec.structs.replace(table, state=state)
        assert as_sent(at) == from_rules(at)
        assert legal.texts(at) == [one["move"] for one in from_rules(at)]
        if state.over:
            break
        state = game.play(state, rng.choice(game.legal_moves(state)).move, chance)


@pytest.mark.parametrize("far", [999_990, -999_990, 95, -12])
def test_kernels_list_the_same_wherever_the_cards_lie(far: int) -> None:
    """A position that somebody made up need not be near the start."""
    assert kernels.wait_until_ready("piazza")
    table = running("piazza").table
    cards = [
        [card, x + far, y - far] for card, x, y in table.game.state_to_json(table.state)["board"]
    ]
    moved = table.game.state_from_json({**table.game.state_to_json(table.state), "board": cards})
    at = msgspec.structs.replace(table, state=moved)
    assert as_sent(at) == from_rules(at)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_kernels_list_the_same_in_stored_games(path: Path) -> None:
    """Among them one in which nobody can lay anything any more."""
    assert kernels.wait_until_ready("piazza")
    table = running("piazza").table
    for state in record.replay(record.parse(path.read_text(encoding="utf-8"))):
        at = msgspec.structs.replace(table, state=state)
        assert as_sent(at) == from_rules(at)
