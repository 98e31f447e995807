"""Nothing that is sent tells a card that its reader may not know: every byte of whole games.

what each client was sent ──► for every message the rows up to its ply, folded ──► the true state
                              ──► the view that this client may have, and no card besides it
"""

import json
import re
from collections.abc import Iterable, Iterator
from itertools import count
from random import Random

import msgspec
import pytest

from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.server.table.detail import considered, detail
from piazzetta.server.table.events import Row
from piazzetta.server.table.evolve import evolve, fold
from piazzetta.server.table.value import OVER, Table
from tests.server.app.clients import Browser, Client, Json, all_reach, seated
from tests.server.app.serving import Served, serving

pytestmark = pytest.mark.anyio

CARD = re.compile(r"(?<![\w.-])(?:[RPBY][1-6]|[A-F](?:0|[+-][1-3]))(?![\w.])")
"""A card of either game, as it is written."""
WRONG = ("R1@9,9", "lay A+3@9,9", "drop F-2", "swap B0@0,0", "start Y6@0,0")
EXAMPLES = ("lay C+3@0,1", "drop C+1", "B3@2,-1", "B5@2,4", "start B3@0,1")
QUOTED = set(CARD.findall(" ".join(WRONG + EXAMPLES)))
"""What a refusal may say again, because it was asked, and how it tells the notation;
test_secrets.py holds what else it says."""
TOLD = ("view", "detail", "legal", "move", "moves")
"""Where cards stand: each is looked at, or tells what lies on the table, or lay there."""


class Truth:
    """A table as it was at each ply."""

    def __init__(self, rows: list[Row]) -> None:
        self._tables = [fold(rows[:1])]
        for row in rows[1:]:
            self._tables.append(evolve(self._tables[-1], row))

    def at(self, ply: int) -> Table:
        return self._tables[ply]

    @property
    def end(self) -> Table:
        return self._tables[-1]


def cards(told: object) -> set[str]:
    return set(CARD.findall(json.dumps(told)))


def check_all(told: Iterable[tuple[str, Json]], truth: Truth) -> None:
    """Nobody is told anything hidden. A refusal may name what its reader was shown last."""
    shown: dict[str, set[str]] = {}
    for player, message in told:
        if message["type"] in ("table", "update"):
            check(message, player, truth)
            shown[player] = cards(message.get("view")) or shown.get(player, set())
        elif message["type"] == "considered":
            check_considered(message, player, truth.at(message["ply"]))
        else:
            assert cards(message) <= QUOTED | shown.get(player, set()), message


def check(message: Json, player: str, truth: Truth) -> None:
    """The message tells this player nothing that is hidden at its ply."""
    table = truth.at(message["ply"])
    own = table.seats_of(player)
    hand_of = message.get("hand_of")
    assert hand_of is None or hand_of in own
    if "view" in message:
        assert message["view"] == permitted(table, hand_of)
        assert message["detail"] == plain(detail(table.game, table.game.view(table.state, hand_of)))
    if message.get("legal"):
        assert table.turn in own
    rest = {name: one for name, one in message.items() if name not in TOLD}
    assert not cards(rest), rest
    if table.stage != OVER:
        assert table.opened.secret not in json.dumps(message)
        assert "secret" not in message.get("fair", {})
        assert "seed" not in message.get("fair", {})


def check_considered(message: Json, player: str, table: Table) -> None:
    """It says the same as if all that the player cannot see were different."""
    assert table.turn in table.seats_of(player)
    game = table.game
    guessed = game.determinize(game.view(table.state, table.turn), Random(message["ply"]))
    asked = [one["move"] for one in message["moves"]]
    assert message["moves"] == plain(considered(game, guessed, asked))


def plain(told: object) -> object:
    """As it travels."""
    return json.loads(msgspec.json.encode(told))


def permitted(table: Table, hand_of: int | None) -> Json:
    game = table.game
    seen = game.view_to_json(game.view(table.state, hand_of))
    if table.stage == OVER:
        seen["hands"] = game.state_to_json(table.state)["hands"]
    return json.loads(json.dumps(seen))  # type: ignore[no-any-return]


async def truth_of(served: Served, table: str) -> Truth:
    return Truth(list(await served.node.services.store.rows(table)))


def messages(clients: list[Client]) -> Iterator[tuple[str, Json]]:
    for client in clients:
        yield from ((client.welcome["player"], message) for message in client.heard)


async def restless_game(clients: list[Client], eve: Client, rng: Random) -> None:
    """A whole game with wrong moves, questions, take-backs, and pages that are loaded again."""
    everybody = [*clients, eve]
    for number in count():
        if clients[0].table["stage"] != "running":
            return
        turn = clients[0].table["view"]["turn"]
        mover = clients[turn]
        if number % 10 == 3:
            await try_wrong(mover, eve, turn, rng)
        await mover.move(rng.choice)
        await all_reach(everybody)
        if number % 10 == 5 and number < 80 and clients[0].table["stage"] == "running":
            await mover.at("take_back", seat=turn)
            await all_reach(everybody)
            for client in clients:
                if client is not mover and client.table.get("proposal"):
                    await client.at("answer", seat=clients.index(client), agrees=True)
                    await all_reach(everybody)
        if rng.random() < 0.05:
            client = rng.choice(everybody)
            await client.watch(client.table["table"])


async def try_wrong(mover: Client, eve: Client, turn: int, rng: Random) -> None:
    """What the mover may not do, by the rules, and what a spectator may never."""
    legal = {one["move"] for one in mover.table["legal"]}
    wrong = rng.choice([one for one in WRONG if one not in legal])
    moves = [wrong, mover.table["legal"][-1]["move"]]
    for client in (mover, eve):
        assert (await client.at("move", seat=turn, move=wrong))["type"] == "refused"
        await client.at("consider", seat=turn, moves=moves)


@pytest.mark.parametrize(("game", "players"), [("piazza", 3), ("carre", 2)])
async def test_whole_games(
    sqlite: str, capfd: pytest.CaptureFixture[str], game: str, players: int
) -> None:
    names = ["Ada", "Bob", "Cleo"][:players]
    async with (
        serving(sqlite) as served,
        seated(served.url, names, game, public=True) as clients,
        Browser(served.url) as browser,
    ):
        await browser.be("Eve")
        async with browser.socket() as eve:
            table = clients[0].table["table"]
            await eve.ask("lobby")
            await eve.watch(table)
            early = await browser.http.get(f"/api/tables/{table}/record")
            replay = await browser.http.get(f"/api/tables/{table}/replay")
            assert (early.status_code, replay.status_code) == (409, 409)
            assert not CARD.findall(early.text + replay.text)
            await restless_game(clients, eve, Random(game))
            truth = await truth_of(served, table)
            told = list(messages([*clients, eve]))
    check_all(told, truth)
    kinds = {message.get("what") or message.get("code") or message["type"] for _, message in told}
    assert {"moved", "table", "considered", "not_your_seat"} <= kinds
    assert kinds & {"illegal_move", "not_a_move"}, kinds
    assert {"took_back", "answered"} & kinds, kinds
    check_logs(capfd.readouterr(), truth)


def check_logs(said: tuple[str, str], truth: Truth) -> None:
    """Neither cards nor secrets nor names in what the server writes."""
    text = "".join(said)
    opened = truth.end.opened
    assert not CARD.findall(text)
    chance = truth.end.chance
    assert isinstance(chance, Seed)
    for secret in (opened.secret, f"{chance.value:x}", "Ada", opened.host):
        assert secret not in text


@pytest.mark.parametrize("game", GAMES)
async def test_one_screen_shows_one_hand_at_a_time(sqlite: str, game: str) -> None:
    rng = Random(2)
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(game, seats=["me", "me"])
        async with ada.socket() as screen:
            await screen.watch(table)
            await screen.ready()
            lifted: list[tuple[int, int]] = []
            while screen.table["stage"] == "running" and screen.table["ply"] < 90:
                turn = screen.table["view"]["turn"]
                if screen.table.get("curtain") == turn:
                    await screen.at("lift", seat=turn)
                    lifted.append((screen.table["ply"], turn))
                await screen.move(rng.choice)
            truth = await truth_of(served, table)
            told = list(messages([screen]))
    check_all(told, truth)
    opened = dict(lifted)
    showing: int | None = None
    for _, message in told:
        if message["type"] == "update" and "view" in message:
            hand = message.get("hand_of")
            if hand is not None and hand != showing:
                assert opened.get(message["ply"]) == hand, message
            showing = hand
    assert len(lifted) > 4


async def test_earlier_positions_are_shown_as_they_were_known(sqlite: str) -> None:
    rng = Random(3)
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], "carre") as clients,
        Browser(served.url) as eve,
    ):
        for _ in range(12):
            mover = next(client for client in clients if client.table.get("legal"))
            await mover.move(rng.choice)
            await all_reach(clients)
        table = clients[0].table["table"]
        for number in range(12):
            shown = (await eve.http.get(f"/api/tables/{table}/positions/{number}")).json()
            assert all(isinstance(hand, int) for hand in shown["view"]["hands"]), shown
