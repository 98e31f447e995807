"""Whole games with people who say anything at any time: what must hold, holds."""

from random import Random
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from piazzetta.cli.verify import checked, read_promise
from piazzetta.rules import GAMES, record
from piazzetta.server.table import events
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.player import Player
from piazzetta.server.table.record import record as record_of
from piazzetta.server.table.value import OVER, Table, moves_of
from tests.server.table.crowd import Crowd, crowd
from tests.server.table.tables import ADA, BEN, CLEO, DORA, Host, opening

TABLES = [(game.name, players) for game in GAMES.values() for players in game.seats]
LONG = [("carre", players, 0.03) for players in (3, 4, 5)]
"""C'est Carré! has many rounds where hardly anybody disturbs it."""
KINDS = [
    pytest.param(*kind, marks=pytest.mark.long if kind in LONG else ())
    for kind in ((*table, wildness) for table in TABLES for wildness in (0.03, 0.2))
]
CLOCKS = (
    events.Clock(),
    events.Clock(move=30.0),
    events.Clock(total=60.0, increment=5.0),
    events.Clock(move=60.0, total=300.0),
)


def play(made: Crowd, steps: int) -> None:
    for _ in range(steps):
        if made.table.stage not in ("open", "running"):
            return
        made.go_on()


def check(made: Crowd) -> None:
    """All clients, and whoever reads the rows, know the same table."""
    for one in made.clients:
        made.check(one)
    check_rows(made.host)


def check_rows(host: Host) -> None:
    """A node that only has the rows, as they are kept, knows the same table."""
    kept = [
        events.Row(row.table, row.ply, row.at, row.by, row.request, _kept(row.event))
        for row in host.rows
    ]
    again = fold(kept)
    assert again == host.table
    assert moves_of(again.past) == moves_of(host.table.past)


def _kept(event: events.AnyEvent) -> events.AnyEvent:
    read = events.decode(events.encode(event))
    assert read == event
    return read


def check_record(table: Table) -> None:
    text = record.format(record_of(table))
    told = record.parse(text)
    assert record.format(told) == text
    if any(seat.share for seat in table.seats):
        assert [one for one in checked(told, read_promise(told), None) if not one.holds] == []


@pytest.mark.parametrize(("game", "players", "wildness"), KINDS)
def test_a_whole_game(game: str, players: int, wildness: float) -> None:
    rng = Random(f"{game} {players} {wildness}")
    event = opening(game, players, clock=rng.choice(CLOCKS))
    made = crowd(event, [ADA, BEN, CLEO, DORA], rng, wildness)
    play(made, 5000)
    assert made.table.stage in ("over", "aborted")
    assert made.refused > 0
    check(made)
    if made.table.stage == OVER:
        check_record(made.table)


@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    table=st.sampled_from(TABLES),
    people=st.sampled_from(([ADA], [ADA, BEN], [ADA, BEN, CLEO])),
    clock=st.sampled_from(CLOCKS),
    casual=st.booleans(),
    wildness=st.sampled_from((0.2, 0.6, 0.95)),
)
def test_a_beginning(
    seed: int,
    table: tuple[str, int],
    people: list[Player],
    clock: events.Clock,
    casual: bool,
    wildness: float,
) -> None:
    game, players = table
    event = opening(game, players, clock=clock, casual=casual)
    made = crowd(event, people, Random(seed), wildness)
    play(made, 60)
    check(made)


def test_crowds_do_everything_that_can_be_done() -> None:
    """Else the tests above would prove less than they say."""
    seen: set[type] = set()
    for seed in range(40):
        event = opening("piazza", 3, clock=events.Clock(move=300.0))
        made = crowd(event, [ADA, BEN, CLEO], Random(seed), 0.6)
        play(made, 60)
        check(made)
        if made.table.stage == OVER:
            check_record(made.table)
        seen |= {type(row.event) for row in made.host.rows}
    assert seen == set(get_args(events.AnyEvent)) - {events.Rematched, events.Forgotten}
