"""Refusals tell nobody a card that they may not know: probing every card gives the same answers in
all games that look the same to the one who probes."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest
from msgspec.structs import replace

from piazzetta.rules import GAMES, carre, piazza
from piazzetta.rules.chance import Seed
from piazzetta.server.protocol import client
from piazzetta.server.table.decide import decide, may_consider
from piazzetta.server.table.detail import considered
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sight import sight
from piazzetta.server.table.value import Table
from tests.server.table.tables import ADA, BEN, Host, running

CELLS = [(0, 0), (1, 0), (0, 1), (2, 1), (-1, 0), (1, 2)]
WORDS = {
    "piazza": ("{card}@{cell}", "{card}@{cell} {card}@{other}", "start {card}@{cell}"),
    "carre": ("lay {card}@{cell}", "swap {card}@{cell}", "drop {card}"),
}
CARDS = {"piazza": tuple(piazza.CARDS), "carre": tuple(carre.CARDS)}


def probes(game: str) -> Iterator[str]:
    """Every card, in every way that a card can be named in a move."""
    yield from ("pass", "take", "reveal", "?")
    for card in CARDS[game]:
        for words in WORDS[game]:
            for (x, y), (u, v) in pairwise(CELLS):
                yield words.format(card=card, cell=f"{x},{y}", other=f"{u},{v}")


def answer(table: Table, player: Player, seat: int, move: str, lifted: int | None) -> object:
    message = client.Move(id="m", table="table1", ply=table.ply, seat=seat, move=move)
    try:
        return decide(table, message, player, 0.0, lifted=lifted).event
    except RefusedError as refused:
        return refused.code, refused.message, refused.details


def considering(table: Table, player: Player, seat: int, lifted: int | None) -> object:
    """What is answered about all those moves at once."""
    try:
        may_consider(table, seat, player, table.ply, lifted)
    except RefusedError as refused:
        return refused.code, refused.details
    return considered(table.game, table.state, list(probes(table.game.name)))


def look_alike(table: Table, player: Player, lifted: int | None, rng: Random) -> Table:
    """The same to this player, with other cards where they cannot look."""
    hand_of = sight(table, player.id, lifted).hand_of
    state = table.game.determinize(table.game.view(table.state, hand_of), rng)
    return replace(table, state=state, chance=Seed(rng.getrandbits(256)))


def moments(game: str, who: tuple[Player, ...]) -> Iterator[Host]:
    """Before the first move, and every few moves after it."""
    host, rng = running(game, who), Random(game)
    for _ in range(3):
        yield host
        for _ in range(7):
            host.move(rng=rng)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("who", "lifts"),
    [((ADA, BEN), False), ((ADA, ADA), False), ((ADA, ADA, BEN), True)],
    ids=["two people", "behind the curtain", "before the curtain"],
)
def test_probing(game: str, who: tuple[Player, ...], lifts: bool) -> None:
    rng = Random(1)
    for host in moments(game, who):
        table = host.table
        lifted = table.turn if lifts else None
        others = [look_alike(table, ADA, lifted, rng) for _ in range(3)]
        assert any(other.state != table.state for other in others)
        for seat in range(len(who)):
            judged = considering(table, ADA, seat, lifted)
            assert [considering(other, ADA, seat, lifted) for other in others] == [judged] * 3
        for move in probes(game):
            for seat in range(len(who)):
                told = answer(table, ADA, seat, move, lifted)
                assert [answer(other, ADA, seat, move, lifted) for other in others] == [told] * 3
