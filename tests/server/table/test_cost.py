"""What a move costs, counted in calls of functions: the same however long the game is."""

import sys
from collections.abc import Callable
from random import Random
from types import FrameType
from typing import Any

import pytest

from piazzetta.rules import GAMES
from piazzetta.server.protocol import client
from piazzetta.server.table import known, shown
from piazzetta.server.table.events import Clock
from tests.server.table.tables import ADA, BEN, Host, running


def calls(work: Callable[[], object]) -> int:
    """How many functions are called, ours and Python's own."""
    count = 0

    def counted(_frame: FrameType, event: str, _argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(counted)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def move_and_tell(host: Host, text: str) -> None:
    """What a node does for one move at a table of two."""
    before, seat = host.table, host.table.turn
    player = (ADA, BEN)[seat or 0]
    after = host.say(player, host.command(client.Move, seat=seat, move=text))
    news = shown.news(before, after, host.rows[-1], ("ada", "ben"), host.now)
    for one in ("ada", "ben"):
        news.encoded(one, None, None)


def costs(host: Host, moves: int, rng: Random) -> float:
    """The mean cost of the next moves."""
    total = 0
    for _ in range(moves):
        table = host.table
        text = str(rng.choice(table.game.legal_moves(table.state)).move)
        total += calls(lambda text=text: move_and_tell(host, text))  # type: ignore[misc]
    return total / moves


def test_a_late_move_costs_what_an_early_one_does() -> None:
    """In C'est Carré!, rounds are alike: after many of them nothing has grown."""
    rng = Random(5)
    host = running("carre", clock=Clock(total=600.0))
    early = costs(host, 100, rng)
    while host.table.moves < 400:
        host.move(rng=rng)
    late = costs(host, 100, rng)
    assert late < 1.15 * early


@pytest.mark.parametrize("game", GAMES)
def test_a_move_costs_no_more_than_it_did(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A limit not far above what it takes, without kernels: who passes it should know why."""
    monkeypatch.setattr(known, "FROM_KERNELS", {})
    assert costs(running(game), 25, Random(1)) < {"carre": 600, "piazza": 1800}[game]
