"""Compares the rules with the counting tables: sequences of moves, and the order of moves."""

import re

import pytest

from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from scripts.make_counts import DATA, FOLDER, Table, count, read

TABLES = [table for path in sorted(FOLDER.glob("*.txt")) for table in read(path)]


def counted(table: Table, rows: dict[int, int]) -> dict[int, int]:
    """The rows as the rules count them now."""
    game, state, chance = GAMES[table.position["game"]], table.state, Seed(table.seed)
    return {depth: count(game, state, depth, chance) for depth in rows}


def kind_of(position: dict[str, object]) -> tuple[object, ...]:
    return position["game"], position["players"], position["phase"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: re.sub(r"\W+", "-", table.title))
def test_the_counts_are_those_of_the_table(table: Table) -> None:
    assert counted(table, table.quick) == table.quick


@pytest.mark.long
@pytest.mark.parametrize(
    "table",
    [table for table in TABLES if table.long],
    ids=lambda table: re.sub(r"\W+", "-", table.title),
)
def test_the_deeper_counts_are_those_of_the_table(table: Table) -> None:
    assert counted(table, table.long) == table.long


@pytest.mark.parametrize("name", GAMES)
def test_the_order_of_moves_is_pinned(name: str) -> None:
    pinned = [table for table in read(FOLDER / f"{name}.txt") if table.moves]
    assert pinned
    for table in pinned:
        legal = GAMES[name].legal_moves(table.state)
        assert [str(move) for move, _ in legal] == table.moves


@pytest.mark.parametrize(
    ("name", "players"), [(game.name, count) for game in GAMES.values() for count in game.seats]
)
def test_every_phase_of_every_number_of_players_has_a_table(name: str, players: int) -> None:
    """The phases are those that the golden playthroughs come through."""
    game = GAMES[name]
    paths = (DATA / "playthroughs").glob(f"{name}-{players}*.record")
    told = [record.parse(path.read_text(encoding="utf-8")) for path in paths]
    states = [game.state_to_json(state) for each in told for state in record.replay(each)]
    met = {kind_of(position) for position in states}
    assert met
    assert met <= {kind_of(table.position) for table in TABLES if 1 in table.quick}


def test_every_game_has_a_file_and_every_file_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(GAMES)
