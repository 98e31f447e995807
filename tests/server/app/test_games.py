"""Whole games through real sockets, both games and all player counts."""

import pytest

from piazzetta.rules import GAMES
from tests.server.app.clients import Browser, play_on, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio

NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eve"]
TABLES = [(game.name, players) for game in GAMES.values() for players in game.seats]


@pytest.mark.parametrize(("game", "players"), TABLES)
async def test_a_whole_game(sqlite: str, game: str, players: int) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, NAMES[:players], game) as clients,
        Browser(served.url) as spectator,
    ):
        moves = await play_on(clients)
        table = clients[0].table["table"]
        endings = [client.table["ending"] for client in clients]
        assert all(ending == endings[0] for ending in endings)
        shown = (await spectator.http.get(f"/api/tables/{table}")).json()
        assert (shown["stage"], shown["ending"]) == ("over", endings[0])
        assert len(shown["moves"]) == moves
