"""Considering moves through sockets: only one's own, in turn, and nothing happens by it."""

import pytest

from piazzetta.server.table.events import Moved, Row
from piazzetta.server.table.evolve import evolve
from tests.server.app.clients import Browser, Client, Json, all_reach, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


async def by_turn(clients: list[Client]) -> tuple[Client, Client]:
    """The client in turn, and the other one."""
    first, second = clients
    return (first, second) if first.table.get("legal") else (second, first)


@pytest.mark.parametrize("game", ["piazza", "carre"])
async def test_moves_of_the_seat_in_turn(sqlite: str, game: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"], game) as clients:
        mover, other = await by_turn(clients)
        seat, known = mover.table["view"]["turn"], dict(mover.table)
        legal = mover.table["legal"][:5]
        asked = [*(one["move"] for one in legal), "nonsense", "pass"]
        answer = await mover.at("consider", seat=seat, moves=asked)
        assert (answer["type"], answer["ply"]) == ("considered", known["ply"])
        assert [one["move"] for one in answer["moves"]] == asked
        assert [one["legal"] for one in answer["moves"]] == [True] * len(legal) + [False, False]
        for one, told in zip(legal, answer["moves"], strict=False):
            assert told["points"] == one.get("points", 0)
            assert sorted(span["cards"] for span in told["brackets"]) == one.get("brackets", [])
        nonsense, passing = answer["moves"][-2:]
        assert (nonsense["clause"], bool(nonsense["message"])) == ("", True)
        assert passing["clause"] in ("P-STUCK", "C-NOTHING")
        assert mover.table == known
        await other.nothing_more()
        made = await mover.at("move", seat=seat, move=legal[0]["move"])
        assert made["ply"] == known["ply"] + 1


async def test_nobody_else_is_answered(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as clients,
        Browser(served.url) as browser,
    ):
        await browser.be("Eve")
        mover, other = await by_turn(clients)
        turn = mover.table["view"]["turn"]
        move = mover.table["legal"][0]["move"]
        async with browser.socket() as eve:
            await eve.watch(mover.table["table"])
            for client, seat, code in (
                (other, turn, "not_your_seat"),
                (other, 1 - turn, "not_your_turn"),
                (eve, turn, "not_your_seat"),
                (mover, 4, "no_such_seat"),
            ):
                answer = await client.at("consider", seat=seat, moves=[move])
                assert (answer["type"], answer["code"]) == ("refused", code)


async def test_what_is_not_so_any_more_is_shown_again(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"], "carre") as clients:
        mover, _ = await by_turn(clients)
        seat, old = mover.table["view"]["turn"], mover.table["ply"]
        await mover.at("move", seat=seat, move="take")
        await all_reach(clients)
        for ply, code in ((old, "stale"), (old + 2, "ahead")):
            for kind, asked in (("consider", {"moves": ["reveal"]}), ("advise", {})):
                answer = await mover.at(kind, seat=seat, ply=ply, **asked)
                assert (answer["type"], answer["code"]) == ("refused", code)
                shown = mover.heard[-2]
                assert (shown["type"], shown.get("id", "")) == ("table", "")


async def test_behind_the_curtain(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open("carre", seats=["me", "me"])
        async with ada.socket() as screen:
            await screen.watch(table)
            await screen.ready()
            turn = screen.table["curtain"]
            answer = await screen.at("consider", seat=turn, moves=["take"])
            assert (answer["type"], answer["code"]) == ("refused", "curtain")
            await screen.at("lift", seat=turn)
            answer = await screen.at("consider", seat=turn, moves=["take"])
            assert (answer["type"], answer["moves"][0]["legal"]) == ("considered", True)


async def test_no_advice_about_a_hand_behind_the_curtain(sqlite: str) -> None:
    """It takes a while, and somebody else may sit before the screen by then."""
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open("piazza", seats=["me", "me"], hints=True)
        async with ada.socket() as screen:
            await screen.watch(table)
            await screen.ready()
            turn = screen.table["curtain"]
            await screen.at("lift", seat=turn)
            await screen.send("advise", table=table, ply=screen.table["ply"], seat=turn)
            assert (await screen.until(is_advice))["moves"]
            while await advised_before_the_move(screen):
                pass
            assert (await screen.until(is_advice))["moves"] == []


async def advised_before_the_move(screen: Client) -> bool:
    """Whether advice that was asked for just before a move came first: there is nothing wrong with
    that, and on a busy machine it happens."""
    turn = screen.table["view"]["turn"]
    if screen.table.get("curtain") == turn:
        await screen.at("lift", seat=turn)
    table, ply = screen.table["table"], screen.table["ply"]
    asked = await screen.send("advise", table=table, ply=ply, seat=turn)
    await screen.move()
    assert screen.table["curtain"] == 1 - turn
    return any(message.get("id") == asked for message in screen.heard)


def is_advice(message: Json) -> bool:
    return bool(message["type"] == "advice")


async def test_a_table_that_is_read_anew_closes_its_curtain(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        services = served.node.services
        await ada.be("Ada")
        table = await ada.open("piazza", seats=["me", "me"])
        async with ada.socket() as screen:
            await screen.watch(table)
            await screen.ready()
            turn = screen.table["curtain"]
            await screen.at("lift", seat=turn)
            async with services.hub.at(table) as (_, before):
                event = Moved(turn, screen.table["legal"][0]["move"])
                row = Row(table, before.ply + 1, before.at, ada.player, "", event)
                assert await services.store.append(row, evolve(before, row))
            await services.hub.reload(table)
            shown = await screen.until(lambda message: message["type"] == "table")
            assert shown["curtain"] == 1 - turn
            [connection] = services.people.of(ada.player)
            assert connection.watching[table] is None


async def test_not_too_much_at_once(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        mover, _ = await by_turn(clients)
        seat = mover.table["view"]["turn"]
        most = await mover.at("consider", seat=seat, moves=["pass"] * 64)
        assert [one["clause"] for one in most["moves"]] == ["P-STUCK"] * 64
        for moves in ([], ["pass"] * 65, ["x" * 81]):
            answer = await mover.at("consider", seat=seat, moves=moves)
            assert (answer["type"], answer["code"]) == ("refused", "bad_request")


async def test_a_refused_move_names_its_clause(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        mover, _ = await by_turn(clients)
        answer = await mover.at("move", seat=mover.table["view"]["turn"], move="pass")
        assert (answer["code"], answer["details"]["clause"]) == ("illegal_move", "P-STUCK")
