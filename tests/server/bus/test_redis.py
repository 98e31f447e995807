"""Nodes on a real Redis: they hear each other, and survive its failures."""

import asyncio
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from piazzetta.server.bus import redis as redis_bus
from piazzetta.server.bus.node import LOBBY, about_player, about_table
from piazzetta.server.bus.redis import BusError, RedisBus
from tests.server.bus.ears import Notebook, node, row_of, until
from tests.services import Proxy, Redis, free_port

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).parents[3]


async def test_a_row_reaches_those_who_subscribed_and_not_oneself(redis: str) -> None:
    async with node(redis) as (a, of_a), node(redis) as (b, of_b), node(redis) as (c, of_c):
        await a.subscribe("t1")
        await b.subscribe("t1")
        await c.subscribe("t2")
        rows = [row_of("t1", ply) for ply in range(100)]
        for row in rows:
            await a.publish(row)
        await a.publish(row_of("t2", 0))
        await until(lambda: len(of_b.rows) == 100 and len(of_c.rows) == 1)
        assert of_b.rows == rows
        assert of_a.rows == []


async def test_on_return_of_subscribe_nothing_more_is_missed(redis: str) -> None:
    async with node(redis) as (a, _), node(redis) as (b, of_b):
        for number in range(50):
            await b.subscribe(f"s{number}")
            await a.publish(row_of(f"s{number}", 0))
        await until(lambda: len(of_b.rows) == 50)


async def test_who_unsubscribed_hears_no_more(redis: str) -> None:
    async with node(redis) as (a, _), node(redis) as (b, of_b):
        await b.subscribe("u1")
        await b.subscribe("u2")
        await b.unsubscribe("u1")
        await a.publish(row_of("u1", 0))
        await a.publish(row_of("u2", 0))
        await until(lambda: bool(of_b.rows))
        assert [row.table for row in of_b.rows] == ["u2"]


async def test_notes_go_to_whoever_follows_their_topic(redis: str) -> None:
    async with node(redis) as (a, _), node(redis) as (b, of_b), node(redis) as (c, of_c):
        await b.follow(LOBBY)
        await b.follow(about_player("ann"))
        await c.subscribe("t9")
        await a.tell(about_player("ben"), b"not for ann")
        await a.tell(LOBBY, b"t9 is open")
        await a.tell(about_player("ann"), b"your turn")
        await a.tell(about_table("t9"), b"\x00wow\xff")
        await until(lambda: len(of_b.notes) == 2 and len(of_c.notes) == 1)
        assert of_b.notes == [(LOBBY, b"t9 is open"), (about_player("ann"), b"your turn")]
        assert of_c.notes == [(about_table("t9"), b"\x00wow\xff")]


async def test_a_slow_table_keeps_no_other_waiting(redis: str) -> None:
    async with node(redis) as (a, _), node(redis) as (b, of_b):
        of_b.block = asyncio.Event()
        await b.subscribe("slow")
        await b.subscribe("fast")
        await a.publish(row_of("slow", 0))
        await a.publish(row_of("slow", 1))
        await a.publish(row_of("fast", 0))
        await until(lambda: bool(of_b.rows))
        assert [row.table for row in of_b.rows] == ["fast"]
        of_b.block.set()
        await until(lambda: len(of_b.rows) == 3)
        assert of_b.rows[1:] == [row_of("slow", 0), row_of("slow", 1)]


async def test_ears_that_fail_hear_the_next_word(redis: str) -> None:
    class Deaf(Notebook):
        async def heard(self, _: object) -> None:
            raise ValueError("what?")

    async with node(redis) as (a, _):
        bus, deaf = RedisBus(redis), Deaf()
        await bus.start(deaf)
        await bus.subscribe("d1")
        await a.publish(row_of("d1", 0))
        await a.tell(about_table("d1"), b"still there")
        await until(lambda: bool(deaf.notes))
        await bus.close()


async def test_nonsense_on_a_channel_is_passed_over(redis: str) -> None:
    async with node(redis) as (a, _), node(redis) as (b, of_b):
        await b.subscribe("n1")
        for topic in (about_table("n1"), "all"):
            a._say(a._channel(topic), b"PUBLISH", b"\xc1 nonsense")
        await a.publish(row_of("n1", 0))
        await until(lambda: bool(of_b.rows))
        assert of_b.rows == [row_of("n1", 0)]


# Who is there.


async def test_nodes_know_who_is_connected_elsewhere(redis: str) -> None:
    async with node(redis) as (a, of_a), node(redis) as (b, of_b):
        await a.came("ann")
        await a.came("ben")
        await b.came("ben")
        await until(lambda: of_b.there == {"ann", "ben"} and of_a.there == {"ben"})
        await a.went("ann")
        await until(lambda: of_b.there == {"ben"})
        async with node(redis) as (c, of_c):
            await until(lambda: of_c.there == {"ben"})
            await c.came("ben")
            await a.went("ben")
            await asyncio.sleep(0.1)
            assert of_b.there == {"ben"}
        await until(lambda: of_b.there == set())
        assert of_a.there == {"ben"}


async def test_a_node_that_is_killed_takes_its_players_with_it(
    redis: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "BEAT", 0.1)
    monkeypatch.setattr("piazzetta.server.bus.presence.GONE", 1.0)
    program = f"""
        import asyncio
        from piazzetta.server.bus import redis
        from tests.server.bus.ears import node

        redis.BEAT = 0.1

        async def main():
            async with node({redis!r}) as (bus, _):
                await bus.came("ann")
                await asyncio.sleep(60)

        asyncio.run(main())
    """
    async with node(redis) as (_, of_a):
        process = subprocess.Popen([sys.executable, "-c", textwrap.dedent(program)], cwd=ROOT)
        await until(lambda: of_a.there == {"ann"})
        await asyncio.sleep(1.5)
        assert of_a.there == {"ann"}
        process.send_signal(signal.SIGKILL)
        process.wait()
        await until(lambda: of_a.there == set())


# When Redis fails.


async def test_when_redis_is_back_everybody_looks_again_and_nothing_said_is_lost(
    own_redis: Redis,
) -> None:
    url = own_redis.url
    async with node(url) as (a, of_a), node(url) as (b, of_b):
        await b.subscribe("t1")
        await a.came("ann")
        await until(lambda: of_b.there == {"ann"})
        own_redis.stop()
        await until(lambda: not a.connected and not b.connected)
        await a.publish(row_of("t1", 1))
        await b.subscribe("t2")
        await a.came("cat")
        await a.publish(row_of("t2", 5))
        own_redis.start()
        await until(lambda: of_a.resyncs == 1 and of_b.resyncs == 1)
        await a.publish(row_of("t1", 2))
        await a.publish(row_of("t2", 6))
        await until(lambda: len([row for row in of_b.rows if row.ply in (2, 6)]) == 2)
        await until(lambda: of_b.there == {"ann", "cat"})
        assert a.connected
        assert b.connected


async def test_who_could_not_say_all_lets_the_others_look_again(
    shared_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "MOST_WAITING", 10)
    with Proxy(("127.0.0.1", shared_redis.port)) as proxy:
        url = f"redis://127.0.0.1:{proxy.port}"
        async with node(url) as (a, of_a), node(shared_redis.url) as (b, of_b):
            await b.subscribe("w1")
            proxy.through = False
            proxy.cut()
            await until(lambda: not a.connected)
            for ply in range(50):
                await a.publish(row_of("w1", ply))
            assert (of_a.resyncs, of_b.resyncs) == (0, 0)
            proxy.through = True
            await until(lambda: of_a.resyncs > 0 and of_b.resyncs > 0)
            await until(lambda: row_of("w1", 49) in of_b.rows)


async def test_a_redis_that_falls_silent_is_noticed(
    own_redis: Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(redis_bus, "GONE", 0.5)
    monkeypatch.setattr(redis_bus, "BEAT", 0.1)
    async with node(own_redis.url) as (a, of_a):
        own_redis.freeze()
        await until(lambda: not a.connected)
        own_redis.thaw()
        await until(lambda: of_a.resyncs == 1)


async def test_a_redis_that_is_not_there_is_named(redis: str) -> None:
    with pytest.raises(BusError, match="cannot be reached"):
        await RedisBus(f"redis://127.0.0.1:{free_port()}").start(Notebook())
    with pytest.raises(BusError, match="cannot be read"):
        await RedisBus("http://127.0.0.1").start(Notebook())
    await RedisBus(redis).close()
