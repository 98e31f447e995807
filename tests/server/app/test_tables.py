"""A table through sockets: messages twice, late or too early; leaving, coming back, watching."""

import asyncio
from typing import Any

import pytest

from tests.server.app.clients import (
    Browser,
    Client,
    Json,
    all_reach,
    cookie_of,
    new_id,
    play_on,
    seated,
)
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio


def position(table: Json) -> Any:
    """What all may know: it is the same for everybody."""
    return table["view"]["turn"], table.get("moves", [])


async def test_a_message_that_comes_twice_is_carried_out_once(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as (ada, bob):
        mover = ada if ada.table.get("legal") else bob
        move = {
            "id": new_id(),
            "seat": mover.table["view"]["turn"],
            "move": mover.table["legal"][0]["move"],
            "ply": mover.table["ply"],
        }
        first = await mover.at("move", **move)
        again = await mover.at("move", **move)
        assert (first["type"], first["what"], again["type"]) == ("update", "moved", "table")
        assert first["ply"] == again["ply"] == mover.table["ply"]
        assert len(again["moves"]) == 1
        other = bob if mover is ada else ada
        # The same id of somebody else is another message.
        answer = await other.at("move", **{**move, "ply": first["ply"]})
        assert (answer["type"], answer["code"]) == ("refused", "not_your_seat")


async def test_a_message_that_was_sent_again_on_a_new_connection(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        table = await ada.open()
        sit = {"id": new_id(), "seat": 1, "ply": 0}
        async with bob.socket() as first:
            await first.send("watch", table=table)
            await first.send("sit", table=table, **sit)
        async with bob.socket() as second:
            await second.watch(table)
            answer = await second.at("sit", **sit)
            assert answer["type"] in ("update", "table")
            assert second.seats == [1]
            assert second.table["ply"] == 1


async def test_a_message_about_something_else_gets_the_current_view(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        await play_on(clients, 3)
        mover = next(client for client in clients if client.table.get("legal"))
        known = position(mover.table)
        move = mover.table["legal"][0]["move"]
        seat = mover.table["view"]["turn"]
        late = await mover.at("move", seat=seat, move=move, ply=mover.table["ply"] - 1)
        assert (late["type"], late["code"]) == ("refused", "stale")
        shown = mover.heard[-2]
        assert (shown["type"], shown.get("id", "")) == ("table", "")
        early = await mover.at("move", seat=seat, move=move, ply=mover.table["ply"] + 1)
        assert (early["type"], early["code"]) == ("refused", "ahead")
        assert position(mover.table) == known


async def test_moves_that_are_not_allowed_change_nothing(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        mover = next(client for client in clients if client.table.get("legal"))
        other = next(client for client in clients if client is not mover)
        seat, ply = mover.table["view"]["turn"], mover.table["ply"]
        legal = mover.table["legal"][0]["move"]
        for client, fields, code in (
            (other, {"seat": seat, "move": legal}, "not_your_seat"),
            (other, {"seat": 1 - seat, "move": legal}, "not_your_turn"),
            (mover, {"seat": 4, "move": legal}, "no_such_seat"),
            (mover, {"seat": seat, "move": "nonsense"}, "not_a_move"),
            (mover, {"seat": seat, "move": "R1@99,99"}, "illegal_move"),
        ):
            answer = await client.at("move", **fields)
            assert (answer["type"], answer["code"]) == ("refused", code), answer
        for client in clients:
            assert (await client.watch(client.table["table"]))["ply"] == ply


async def test_who_comes_back_goes_on_where_they_were(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        table = await ada.open("carre")
        async with ada.socket() as first, bob.socket() as other:
            await first.watch(table)
            await other.watch(table)
            await other.at("sit", seat=1)
            await first.ready()
            await other.ready()
            await all_reach([first, other])
            await play_on([first, other], 5)
            await first.connection.close()
            gone = await other.until(lambda message: message.get("what") == "presence")
            assert [seat.get("connected", False) for seat in gone["seats"]] == [False, True]
            async with ada.socket() as again:
                shown = await again.watch(table)
                assert position(shown) == position(other.table)
                assert (shown["ply"], shown["hand_of"]) == (other.table["ply"], 0)
                back = await other.until(lambda message: message.get("what") == "presence")
                assert [seat.get("connected", False) for seat in back["seats"]] == [True, True]
                await play_on([again, other], 5)


async def test_everything_is_there_after_a_restart(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        await play_on(clients, 7)
        before = [client.table for client in clients]
        cookies = [client.connection.request for client in clients]
    async with serving(sqlite) as served:
        for table, request in zip(before, cookies, strict=True):
            assert request is not None
            async with Browser(served.url) as browser:
                name, _, value = request.headers["cookie"].partition("=")
                browser.http.cookies.set(name, value)
                async with browser.socket() as client:
                    shown = await client.watch(table["table"])
                    assert shown["view"] == table["view"]
                    assert shown["moves"] == table["moves"]
                    assert shown.get("legal") == table.get("legal")


async def test_spectators_see_no_hand_and_no_legal_move(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as clients,
        Browser(served.url) as browser,
    ):
        await browser.be("Eve")
        async with browser.socket() as eve:
            await eve.watch(clients[0].table["table"])
            await play_on([*clients, eve], 6)
            for message in eve.heard[1:]:
                assert "legal" not in message
                assert message.get("hand_of") is None
                if "view" in message:
                    assert all(isinstance(hand, int) for hand in message["view"]["hands"])
            answer = await eve.at("move", seat=0, move="R1@0,0")
            assert answer["code"] == "not_your_seat"


async def test_one_player_holds_both_seats(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(seats=["me", "me"])
        async with ada.socket() as client, ada.socket() as other:
            await client.watch(table)
            await other.watch(table)
            await client.ready()
            for _ in range(4):
                turn = client.table["view"]["turn"]
                assert client.table["curtain"] == turn
                assert "legal" not in client.table
                assert all(isinstance(hand, int) for hand in client.table["view"]["hands"])
                refused = await client.at("move", seat=turn, move="P")
                assert refused["code"] == "curtain"
                await client.at("lift", seat=turn)
                assert isinstance(client.table["view"]["hands"][turn], list)
                assert isinstance(client.table["view"]["hands"][1 - turn], int)
                await client.move()
            # Another page of the same person has its own curtains.
            await other.reach(client.table["ply"])
            assert all("legal" not in message for message in other.heard)


async def test_who_lets_a_program_move_is_shown_as_one(sqlite: str) -> None:
    first: dict[str, Any] = {"options": {"first": 0}}
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], **first) as (ada, bob),
        Browser(served.url, {"cookie": cookie_of(ada)}) as browser,
    ):
        made = (await browser.http.post("/api/me/tokens", json={"name": "bot"})).json()
        await play_on([ada, bob], 2)
        assert not any(seat.get("outside") for seat in bob.table["seats"])
        bearer = {"authorization": f"Bearer {made['token']}"}
        async with browser.socket(additional_headers=bearer) as program:
            await program.watch(bob.table["table"])
            await program.move()
        await bob.reach(program.table["ply"])
        assert [seat.get("outside", False) for seat in bob.table["seats"]] == [True, False]


async def test_reactions_are_shown_but_not_to_who_muted(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as (ada, bob):
        table = ada.table["table"]
        assert (await ada.ask("react", table=table, seat=0, reaction="wow"))["type"] == "done"
        shown = await bob.until(lambda message: message["type"] == "reacted")
        assert shown == {"type": "reacted", "table": table, "seat": 0, "reaction": "wow"}
        refused = await bob.ask("react", table=table, seat=0, reaction="wow")
        assert refused["code"] == "not_your_seat"
        async with Browser(served.url, bob_headers(bob)) as browser:
            muted = f"/api/me/blocks/{ada.welcome['player']}"
            assert (await browser.http.put(muted, json={"kind": "mute"})).status_code == 204
            await ada.ask("react", table=table, seat=0, reaction="hello")
            await bob.nothing_more()
            assert (await browser.http.delete(muted)).status_code == 204
            await ada.ask("react", table=table, seat=0, reaction="thanks")
            assert (await bob.next())["reaction"] == "thanks"


def bob_headers(client: Client) -> dict[str, str]:
    """What makes a browser the same person."""
    assert client.connection.request is not None
    return {"cookie": client.connection.request.headers["cookie"]}


async def test_who_watches_something_else_is_told_of_the_turn(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], options={"first": 0}) as (ada, bob),
    ):
        table = ada.table["table"]
        assert (await bob.ask("unwatch", table=table))["type"] == "done"
        await ada.move()
        assert await bob.next() == {"type": "your_turn", "table": table, "game": "piazza"}


async def test_the_lobby_is_told_what_changes(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        hidden, early = await ada.open(), await ada.open(public=True)
        async with bob.socket() as client, ada.socket() as host:
            shown = await client.ask("lobby")
            assert [one["table"] for one in shown["tables"]] == [early]
            assert shown["tables"][0]["seats"][0]["connected"] is True
            late = await ada.open(public=True)
            told = await client.until(lambda message: message["type"] == "lobby")
            assert late in [one["table"] for one in told["tables"]]
            await host.watch(early)
            await host.watch(hidden)
            await host.ask("abort", table=early, ply=0)
            await host.ask("abort", table=hidden, ply=0)
            told = await client.until(lambda message: message["type"] == "lobby")
            assert told["gone"] == [early]
            assert (await client.ask("lobby", on=False))["type"] == "done"
            await ada.open(public=True)
            await client.nothing_more(0.5)


async def test_whom_the_host_has_blocked_cannot_sit_down(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        await ada.http.put(f"/api/me/blocks/{bob.player}", json={"kind": "block"})
        table = await ada.open()
        async with bob.socket() as client:
            await client.watch(table)
            assert (await client.at("sit", seat=1))["code"] == "blocked"


async def test_a_rematch_is_one_table_whoever_asks(sqlite: str) -> None:
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob"]) as clients:
        ada, bob = clients
        await ada.at("resign", seat=0)
        await all_reach(clients)
        answers = await asyncio.gather(ada.at("rematch"), bob.at("rematch"))
        kinds = sorted(answer["type"] for answer in answers)
        assert kinds == ["refused", "update"]
        refused = next(answer for answer in answers if answer["type"] == "refused")
        assert refused["code"] == "rematch_already"
        new = refused["details"]["table"]
        await all_reach(clients)
        assert ada.table["next"] == bob.table["next"] == new
        shown = await ada.watch(new)
        assert shown["before"] == answers[0].get("table", shown["before"])
        assert [seat["name"] for seat in shown["seats"]] == ["Bob", "Ada"]
        for client in clients:
            await client.watch(new)
            await client.ready()
        await all_reach(clients)
        await play_on(clients, 2)


@pytest.mark.parametrize("blocker", [0, 1, 2])
async def test_a_rematch_brings_nobody_together_who_does_not_want_to(
    sqlite: str, blocker: int
) -> None:
    """Whoever of the two asks for it, or a third one."""
    async with serving(sqlite) as served, seated(served.url, ["Ada", "Bob", "Cleo"]) as clients:
        for seat, client in enumerate(clients[:2]):
            await client.at("resign", seat=seat)
            await all_reach(clients)
        unwanted = clients[(blocker + 1) % 3].welcome["player"]
        people = served.node.services.store.people
        await people.block(clients[blocker].welcome["player"], unwanted, "block")
        tables = served.node.services.hub.hosted
        for client in clients:
            assert (await client.at("rematch"))["code"] == "blocked"
        assert served.node.services.hub.hosted == tables
        await people.block(clients[blocker].welcome["player"], unwanted, "mute")
        assert (await clients[0].at("rematch"))["what"] == "rematched"


async def test_advice_where_the_table_allows_it(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], hints=True, options={"first": 0}) as (ada, bob),
    ):
        asked = await ada.send("advise", table=ada.table["table"], ply=ada.table["ply"], seat=0)
        assert (await ada.ask("ping"))["type"] == "pong"  # nothing waits for advice
        known = [message for message in ada.heard if message.get("id") == asked]
        advice = known[0] if known else await ada.until(lambda told: told["type"] == "advice")
        legal = [one["move"] for one in ada.table["legal"]]
        assert all(one["move"] in legal for one in advice["moves"])
        assert advice["moves"]
        assert (await bob.at("advise", seat=1))["code"] == "not_your_turn"
        assert (await bob.at("advise", seat=0))["code"] == "not_your_seat"
    async with serving(sqlite) as served, seated(served.url, ["Cleo", "Dan"]) as (cleo, _):
        assert (await cleo.at("advise", seat=0))["code"] == "no_hints"


async def test_nothing_is_left_of_connections_that_ended(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        table = await ada.open(public=True)
        services = served.node.services
        for _ in range(20):
            async with ada.socket() as client, ada.socket() as other:
                await client.watch(table)
                await other.ask("lobby")
        async with ada.socket() as client:
            await client.ask("ping")
            while services.people.connections > 1:
                await asyncio.sleep(0.01)
            hosted = services.hub.held(table)
            assert hosted is not None
            assert hosted.watchers == set()
        while services.people.connections:
            await asyncio.sleep(0.01)
        assert services.people.all_here() == []
        assert ada.player not in services.people
