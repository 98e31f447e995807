"""The REST API: who may ask, what is answered, and how it refuses."""

import threading
from urllib.parse import urlsplit

import httpx
import pytest
from sqlalchemy import create_engine, select

from piazzetta.rules.record import Record, parse
from piazzetta.server.app.addresses import Links
from piazzetta.server.app.handlers import HANDLERS, tables
from piazzetta.server.app.limits import Limits, Rate
from piazzetta.server.app.security import HEADERS, Cookies
from piazzetta.server.protocol.endpoints import ENDPOINTS
from piazzetta.server.store import people, schema
from piazzetta.server.store.address import parse as parse_address
from piazzetta.server.table.record import record
from piazzetta.server.table.value import Table
from tests.server.app.clients import Browser, Client, Json, cookie_of, play_on, seated
from tests.server.app.serving import serving

pytestmark = pytest.mark.anyio

FCM = "https://fcm.googleapis.com/fcm/send/"
"""A push service that every server knows."""


def told(answer: httpx.Response) -> tuple[int, str]:
    """How something was refused."""
    problem: Json = answer.json()
    assert problem.keys() <= {"code", "message", "details"}
    assert problem["message"]
    return answer.status_code, problem["code"]


def test_every_address_is_answered() -> None:
    assert set(HANDLERS) == {endpoint.name for endpoint in ENDPOINTS}


async def test_a_guest(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        assert told(await browser.http.get("/api/me")) == (401, "no_identity")
        answer = await browser.http.post("/api/me", json={"name": "Ada"})
        me = answer.json()
        assert me["name"] == "Ada"
        cookie = answer.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Secure" not in cookie
        assert (await browser.http.get("/api/me")).json() == me
        again = await browser.http.post("/api/me", json={"name": "Eve"})
        assert again.json() == me
        assert "set-cookie" not in again.headers
        renamed = await browser.http.patch("/api/me", json={"name": " Lovelace "})
        assert renamed.json() == {**me, "name": "Lovelace"}
        for name in ("\u202eevil", "a\nb"):
            assert told(await browser.http.patch("/api/me", json={"name": name})) == (
                400,
                "bad_name",
            )
        async with Browser(served.url) as other:
            assert (await other.http.post("/api/me", json={})).json()["name"]


async def test_secure_cookies_behind_a_proxy_that_is_believed(sqlite: str) -> None:
    forwarded = {"x-forwarded-proto": "https"}
    for proxies, expected in (("127.0.0.1",), True), ((), False), (("192.0.2.1",), False):
        async with (
            serving(sqlite, proxies=proxies) as served,
            Browser(served.url, forwarded) as browser,
        ):
            answer = await browser.http.post("/api/me", json={"name": "Ada"})
            assert ("Secure" in answer.headers["set-cookie"]) is expected


async def test_the_same_person_on_another_device(sqlite: str) -> None:
    async with (
        serving(sqlite, links=Links("https://play.example")) as served,
        Browser(served.url) as phone,
        Browser(served.url) as laptop,
    ):
        await phone.be("Ada")
        link = (await phone.http.post("/api/me/links")).json()
        parts = urlsplit(link["url"])
        assert (parts.netloc, parts.fragment) == ("play.example", link["secret"])
        assert link["qr"].startswith("<svg")
        claim = {"secret": link["secret"]}
        assert (await laptop.http.post("/api/links", json=claim)).json()["player"] == phone.player
        assert (await laptop.http.get("/api/me")).json()["player"] == phone.player
        async with Browser(served.url) as thief:
            answer = await thief.http.post("/api/links", json=claim)
            assert told(answer) == (404, "no_such_link")


async def test_deleting_my_data_signs_me_out_everywhere(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        token = (await browser.http.post("/api/me/tokens", json={"name": "bot"})).json()["token"]
        cookies = dict(browser.http.cookies)
        async with browser.socket() as client:
            assert (await browser.http.delete("/api/me")).status_code == 204
            assert await client.closed() == 1008
            assert client.heard[-1] == {"type": "bye", "reason": "signed_out"}
        assert told(await browser.http.get("/api/me")) == (401, "no_identity")
        browser.http.cookies.update(cookies)
        assert told(await browser.http.get("/api/me")) == (401, "no_identity")
        bearer = {"authorization": f"Bearer {token}"}
        assert told(await browser.http.get("/api/me", headers=bearer)) == (401, "no_identity")


async def test_with_a_token_one_plays_and_no_more(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        made = (await browser.http.post("/api/me/tokens", json={"name": "bot"})).json()
        bearer = {"authorization": f"Bearer {made['token']}"}
        async with Browser(served.url, bearer) as program:
            http = program.http
            for answer in (
                await http.post("/api/me/tokens", json={"name": "another"}),
                await http.delete(f"/api/me/tokens/{made['id']}"),
                await http.post("/api/me/links"),
                await http.delete("/api/me"),
            ):
                assert told(answer) == (403, "not_by_token")
            assert (await http.get("/api/me")).status_code == 200


async def test_there_is_an_end_to_what_one_person_may_keep(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for table in people.MOST:
        monkeypatch.setitem(people.MOST, table, 1)
    async with serving(sqlite) as served, Browser(served.url) as browser:
        others = [
            (await served.node.services.store.people.add(name)).id for name in ("Bob", "Cleo")
        ]
        await browser.be("Ada")
        http = browser.http
        keys = {"p256dh": (await http.get("/api/me/push")).json()["key"], "auth": "A" * 22}
        for method, paths, bodies in (
            ("POST", ["/api/me/tokens"] * 2, [{"name": "bot"}] * 2),
            ("POST", ["/api/me/links"] * 2, [None] * 2),
            ("PUT", [f"/api/me/blocks/{other}" for other in others], [{"kind": "mute"}] * 2),
            ("PUT", ["/api/me/push"] * 2, [{"endpoint": f"{FCM}{n}", "keys": keys} for n in "ab"]),
        ):
            first, second = [
                await http.request(method, path, json=body)
                for path, body in zip(paths, bodies, strict=True)
            ]
            assert first.is_success, first.text
            assert told(second) == (409, "no_room")
            assert second.json()["details"] == {"most": 1}


async def test_who_is_deleted_leaves_no_trace_and_keeps_nobody_waiting(database: str) -> None:
    async with (
        serving(database) as served,
        seated(served.url, ["Ada", "Bob"], pace=0.15) as (ada, bob),
        Browser(served.url) as anybody,
    ):
        table, player = bob.table["table"], ada.welcome["player"]
        async with Browser(served.url, {"cookie": cookie_of(ada)}) as browser:
            waiting = await browser.open(public=True)
            assert (await browser.http.delete("/api/me")).status_code == 204
        assert await ada.closed() == 1008
        assert (await bob.watch(waiting))["stage"] == "aborted"
        assert (await bob.watch(table))["seats"][0]["stand_in"] is True
        await play_on_alone(bob, 8)
        assert (await bob.at("resign", seat=1))["stage"] == "over"
        get = anybody.http.get
        assert told(await get(f"/api/players/{player}")) == (404, "no_such_player")
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/lobby"):
            text = (await get(path)).text
            assert "Ada" not in text
            assert player not in text
        shown = (await get(f"/api/tables/{table}")).json()
        assert [seat.get("forgotten", False) for seat in shown["seats"]] == [True, False]
        assert (await get(f"/api/tables/{table}/replay")).json()["forgotten"] == [0]
    kept = everything_kept(database)
    assert "Bob" in kept
    assert "Ada" not in kept
    assert player not in kept


async def test_who_only_opened_a_table_is_not_shown_there_any_more(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        running = await ada.open(seats=["open", "level1"])
        closed = await ada.open(seats=["open", "level1"])
        async with bob.socket() as client:
            for table in (closed, running):
                await client.watch(table)
            await client.at("sit", seat=0)
            await client.ready()
            assert client.table["host"] == ada.player
            assert (await ada.http.delete("/api/me")).status_code == 204
            for table, stage in ((closed, "aborted"), (running, "running")):
                shown = await client.watch(table)
                assert shown["stage"] == stage
                assert shown["host"] not in (ada.player, bob.player)


async def test_links_lead_to_a_host(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        picture = f"/api/tables/{await ada.open()}/qr.svg"
        for host in ("a" * 3000, "a" * 254, "[", "[::1", "a b", "a/b", "\xe9", ""):
            answer = await ada.http.get(picture, headers={b"host": host.encode("latin-1")})
            assert told(answer) == (400, "bad_request")
        for host in ("localhost:8000", "play.example.org", "[::1]:8000", "192.0.2.7"):
            answer = await ada.http.get(picture, headers={"host": host})
            assert f"<title>http://{host}/t/" in answer.text
    public = Links(public="https://play.example.org")
    async with serving(sqlite, links=public) as served, Browser(served.url) as ada:
        answer = await ada.http.get(picture, headers={"host": "["})
        assert "<title>https://play.example.org/t/" in answer.text


async def test_a_link_that_leads_nowhere_is_not_made(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(people.MOST, schema.links, 1)
    async with serving(sqlite) as served, Browser(served.url) as ada:
        await ada.be("Ada")
        nowhere = {"host": "a b", "origin": "http://a b"}
        assert told(await ada.http.post("/api/me/links", headers=nowhere)) == (400, "bad_request")
        assert (await ada.http.post("/api/me/links")).status_code == 200


def everything_kept(database: str) -> str:
    """All rows of all tables of a database, as text."""
    address = parse_address(database)
    engine = create_engine(address.url, connect_args=address.arguments)
    try:
        with engine.connect() as connection:
            tables = schema.metadata.sorted_tables
            return str([connection.execute(select(table)).all() for table in tables])
    finally:
        engine.dispose()


async def play_on_alone(client: Client, moves: int) -> None:
    """Until so many moves were made, with whatever bots there are."""
    while len(client.table.get("moves", ())) < moves:
        if client.table.get("legal"):
            await client.move()
        else:
            await client.next()


async def test_foreign_pages_can_change_nothing(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        for endpoint in ENDPOINTS:
            if not endpoint.changes:
                continue
            path = endpoint.path.replace("{", "").replace("}", "")
            for origin in ("https://elsewhere.example", "null", "http://127.0.0.1:1"):
                answer = await browser.http.request(
                    endpoint.method, path, json={}, headers={"origin": origin}
                )
                assert told(answer) == (403, "bad_origin")
        assert (await browser.http.get("/api/me")).json()["name"] == "Ada"


async def test_every_answer_tells_browsers_to_be_strict(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        for path in ("/", "/api/bots", "/nothing", "/docs/messages", "/healthz", "/t/abcdef1234"):
            headers = (await browser.http.get(path)).headers
            assert {name: headers[name] for name in HEADERS} == HEADERS
            assert "server" not in headers
            assert "strict-transport-security" not in headers


async def test_what_is_not_there(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        get = browser.http.get
        assert told(await get("/nothing")) == (404, "no_such_page")
        assert told(await get("/api/nothing")) == (404, "no_such_page")
        assert told(await get("/api/links")) == (405, "bad_method")
        assert told(await get("/api/tables/nowhere123")) == (404, "no_such_table")
        assert told(await get("/api/tables/..%2f..%2fx")) == (404, "no_such_page")
        assert told(await get("/api/tables/a'b")) == (404, "no_such_table")
        assert told(await get("/api/players/nobody")) == (404, "no_such_player")
        assert told(await browser.http.delete("/api/me/tokens/x")) == (404, "no_such_token")
        block = await browser.http.put("/api/me/blocks/nobody", json={"kind": "block"})
        assert told(block) == (404, "no_such_player")
        unblock = await browser.http.delete("/api/me/blocks/nobody")
        assert told(unblock) == (404, "no_such_player")


async def test_nobody_blocks_themselves(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        Browser(served.url) as ada,
        Browser(served.url) as bob,
    ):
        await ada.be("Ada")
        await bob.be("Bob")
        for kind in ("block", "mute"):
            answer = await ada.http.put(f"/api/me/blocks/{ada.player}", json={"kind": kind})
            assert told(answer) == (400, "yourself")
        assert (await ada.http.get("/api/me/blocks")).json() == {"blocks": []}
        path = f"/api/me/blocks/{bob.player}"
        assert (await ada.http.put(path, json={"kind": "block"})).status_code == 204
        assert (await ada.http.delete(path)).status_code == 204
        assert (await ada.http.delete(path)).status_code == 204
        assert (await ada.http.get("/api/me/blocks")).json() == {"blocks": []}


async def test_what_cannot_be_read(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        post = browser.http.post
        for body in ("", "nonsense", "[]", '{"game": "chess"}', "[" * 9000, "\udcff"):
            content = body.encode("utf-8", "surrogateescape")
            assert told(await post("/api/tables", content=content)) == (400, "bad_request")
        table = {"game": "piazza", "players": 5}
        assert told(await post("/api/tables", json=table)) == (400, "bad_options")
        unknown = {"game": "piazza", "players": 2, "seats": ["me", "nobody"]}
        assert told(await post("/api/tables", json=unknown)) == (400, "no_such_bot")
        assert told(await post("/api/me", content=b" " * 70_000)) == (413, "too_large")
        advice = {"record": "x" * 150_000, "number": 1}
        assert told(await post("/api/advice", json=advice)) == (400, "bad_record")


async def test_asking_too_often_is_refused(sqlite: str) -> None:
    limits = Limits(requests=Rate(0.01, 8.0), tables=Rate(0.01, 2.0), players=Rate(0.01, 1.0))
    async with serving(sqlite, limits=limits) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with Browser(served.url) as other:
            answer = await other.http.post("/api/me", json={"name": "Eve"})
            assert told(answer) == (429, "too_many")
        wanted = {"game": "piazza", "players": 2}
        answers = [await browser.http.post("/api/tables", json=wanted) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        answers = [await browser.http.get("/api/bots") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert (await browser.http.get("/healthz")).status_code == 200


async def test_tables_of_mine_and_what_is_left_of_them(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"], casual=False, public=True) as clients,
    ):
        table, http = clients[0].table["table"], served.url
        async with Browser(http) as anybody:
            get = anybody.http.get
            for part in ("record", "replay"):
                assert told(await get(f"/api/tables/{table}/{part}")) == (409, "not_over")
            await play_on(clients, 3)
            past = (await get(f"/api/tables/{table}/positions/1")).json()
            assert past["number"] == 1
            assert all(isinstance(hand, int) for hand in past["view"]["hands"])
            assert "hand_of" not in past
            beyond = await get(f"/api/tables/{table}/positions/4")
            assert told(beyond) == (404, "no_such_position")
        for client in clients:
            assert client.connection.request is not None
            cookie = {"cookie": client.connection.request.headers["cookie"]}
            async with Browser(http, cookie) as browser:
                mine = (await browser.http.get("/api/me/tables")).json()["tables"]
                assert [one["table"] for one in mine] == [table]
                assert mine[0]["your_seats"] == client.seats
                assert mine[0].get("your_turn", False) is ("legal" in client.table)
                own = (await browser.http.get(f"/api/tables/{table}/positions/2")).json()
                assert own["hand_of"] == client.seats[0]
                assert isinstance(own["view"]["hands"][client.seats[0]], list)
        await play_on(clients)
        async with Browser(http) as anybody:
            get = anybody.http.get
            text = (await get(f"/api/tables/{table}/record")).text
            assert list(parse(text).moves) == [one["move"] for one in clients[0].table["moves"]]
            replay = (await get(f"/api/tables/{table}/replay")).json()
            assert len(replay["positions"]) == len(replay["moves"]) + 1
            assert replay["fair"]["secret"]
            ada = clients[0].welcome["player"]
            shown = (await get(f"/api/players/{ada}")).json()
            assert [one["table"] for one in shown["recent"]] == [table]
            assert [(pool["pool"], pool["played"]) for pool in shown["pools"]] == [("people", 1)]
            assert shown["pools"][0]["rating"] > 0
            await anybody.be("Eve")
            asked = {"record": text, "number": 1}
            advice = (await anybody.http.post("/api/advice", json=asked)).json()
            assert advice["played"] == clients[0].table["moves"][0]["move"]
            assert advice["moves"]
            late = {"record": text, "number": 10_000}
            answer = await anybody.http.post("/api/advice", json=late)
            assert told(answer) == (404, "no_such_position")


async def test_a_game_is_played_again_beside_the_loop(
    sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A long one takes its time, in which everybody else would wait."""
    threads = []

    def noted(table: Table) -> Record:
        threads.append(threading.current_thread())
        return record(table)

    monkeypatch.setattr(tables, "record", noted)
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as (ada, _),
        Browser(served.url) as browser,
    ):
        await ada.at("resign", seat=0)
        table = ada.table["table"]
        assert (await browser.http.get(f"/api/tables/{table}/record")).status_code == 200
    assert threads
    assert threading.current_thread() not in threads


async def test_who_was_not_invited_finds_no_table(sqlite: str) -> None:
    async with (
        serving(sqlite) as served,
        seated(served.url, ["Ada", "Bob"]) as (ada, bob),
        Browser(served.url) as eve,
        Browser(served.url, {"cookie": cookie_of(bob)}) as guest,
    ):
        table, player = ada.table["table"], ada.welcome["player"]
        await eve.be("Eve")
        await bob.at("resign", seat=1)
        async with eve.socket() as looks:
            assert (await looks.ask("lobby"))["tables"] == []
            # Whoever knows where it is may look.
            assert (await looks.watch(table))["stage"] == "over"
        for path in ("/api/lobby", "/api/me/tables", f"/api/players/{player}", "/metrics"):
            assert table not in (await eve.http.get(path)).text
        shown = (await eve.http.get(f"/api/players/{player}")).json()
        assert [pool["played"] for pool in shown["pools"]] == [1]
        shown = (await guest.http.get(f"/api/players/{player}")).json()
        assert [one["table"] for one in shown["recent"]] == [table]


async def test_push(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        shown = (await browser.http.get("/api/me/push")).json()
        assert shown["key"]
        assert shown["subscriptions"] == 0
        keys = {"p256dh": shown["key"], "auth": "AAAAAAAAAAAAAAAAAAAAAA"}
        foreign = {"endpoint": "https://inside.example/x", "keys": keys}
        assert told(await browser.http.put("/api/me/push", json=foreign)) == (400, "bad_push")
        known = {"endpoint": f"{FCM}x", "keys": keys}
        answer = await browser.http.put("/api/me/push", json=known)
        assert answer.json()["subscriptions"] == 1
        assert (await browser.http.delete("/api/me/push")).status_code == 204
        assert (await browser.http.get("/api/me/push")).json()["subscriptions"] == 0


async def test_the_server_tells_how_it_is(sqlite: str) -> None:
    async with serving(sqlite) as served, Browser(served.url) as browser:
        await browser.be("Ada")
        async with browser.socket() as client:
            await client.watch(await browser.open())
            figures = (await browser.http.get("/metrics")).text
            assert "piazzetta_connections 1.0" in figures
            assert "piazzetta_tables 1.0" in figures
            assert 'piazzetta_rows_total{kind="opened"} 1.0' in figures
            assert "piazzetta_batch_size_count" in figures
            assert browser.player not in figures
        assert (await browser.http.get("/readyz")).json() == {"status": "ok"}
        served.node.services.stopping = True
        assert told(await browser.http.get("/readyz")) == (503, "not_ready")
        assert (await browser.http.get("/healthz")).json() == {"status": "ok"}


def test_cookies_are_only_ours() -> None:
    cookies = Cookies(b"key")
    value = cookies.sign("ada", 3)
    assert cookies.read(value) == ("ada", 3)
    assert Cookies(b"other").read(value) is None
    for nonsense in ("", "x", "x.y", value + "x", value[1:], "é"):
        assert cookies.read(nonsense) is None
