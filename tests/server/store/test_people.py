"""People, their devices, programs, blocks and browsers."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Table, text

from piazzetta.server.store import Store, people, schema
from piazzetta.server.store.errors import FullError, GoneError
from piazzetta.server.store.people import Block, People, Push
from tests.server.store.samples import Sample
from tests.services import administrator

pytestmark = pytest.mark.anyio


async def test_somebody_is_found_again_as_they_were(store: Store) -> None:
    before = time.time()
    ann = await store.people.add("Añn 🙂")
    assert before <= ann.created <= time.time()
    assert await store.people.find(ann.id) == ann
    assert await store.people.find("nobody") is None


async def test_names_settings_and_cookies_can_change(store: Store) -> None:
    ann, ben = await store.people.add("Ann"), await store.people.add("Ben")
    await store.people.rename(ann.id, "Anna")
    await store.people.set_settings(ann.id, {"sound": False, "theme": ["dark"]})
    await store.people.sign_out(ann.id)
    await store.people.sign_out(ann.id)
    found = await store.people.find(ann.id)
    assert found is not None
    assert (found.name, found.settings) == ("Anna", {"sound": False, "theme": ["dark"]})
    assert found.epoch == ann.epoch + 2
    assert await store.people.find(ben.id) == ben


async def test_a_link_works_once(store: Store) -> None:
    ann = await store.people.add("Ann")
    secret = await store.people.make_link(ann.id)
    claims = await asyncio.gather(*(store.people.claim_link(secret) for _ in range(5)))
    assert claims.count(ann) == 1
    assert claims.count(None) == 4
    assert await store.people.claim_link("guessed") is None


async def test_a_link_expires(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = await store.people.add("Ann")
    monkeypatch.setattr(people, "LINK_SECONDS", -1)
    assert await store.people.claim_link(await store.people.make_link(ann.id)) is None


async def test_a_token_works_until_it_is_revoked(store: Store) -> None:
    ann, ben = await store.people.add("Ann"), await store.people.add("Ben")
    token, secret = await store.people.add_token(ann.id, "my bot")
    other, _ = await store.people.add_token(ann.id, "another")
    assert await store.people.by_token(secret) == ann
    assert await store.people.tokens(ann.id) == [token, other]
    assert not await store.people.revoke_token(ben.id, token.id)
    assert await store.people.by_token(secret) == ann
    assert await store.people.revoke_token(ann.id, token.id)
    assert await store.people.by_token(secret) is None
    assert await store.people.tokens(ann.id) == [other]


async def test_secrets_of_people_are_not_kept(store: Store, database: str) -> None:
    ann = await store.people.add("Ann")
    token, link = (
        (await store.people.add_token(ann.id, "bot"))[1],
        await store.people.make_link(ann.id),
    )
    with administrator(database) as engine, engine.connect() as connection:
        kept = [
            str(row)
            for table in ("tokens", "links")
            for row in connection.execute(text(f"SELECT * FROM {table}"))
        ]
    assert len(kept) == 2
    assert not any(secret in row for secret in (token, link) for row in kept)


async def test_blocks_are_remembered_both_ways(store: Store) -> None:
    ann, ben, cat = [await store.people.add(name) for name in ("Ann", "Ben", "Cat")]
    await store.people.block(ann.id, ben.id, "mute")
    await store.people.block(ann.id, ben.id, "block")
    await store.people.block(ann.id, cat.id, "mute")
    blocks = [Block(ben.id, "Ben", "block"), Block(cat.id, "Cat", "mute")]
    assert await store.people.blocks(ann.id) == blocks
    assert await store.people.blocked_by(ben.id, {ann.id, cat.id}) == [ann.id]
    assert await store.people.blocked_by(ben.id, {cat.id}) == []
    assert await store.people.blocked_by(cat.id, {ann.id}) == []
    await store.people.unblock(ann.id, ben.id)
    assert await store.people.blocked_by(ben.id, {ann.id}) == []
    assert await store.people.blocks(ann.id) == blocks[1:]


async def test_a_browser_calls_one_person_at_a_time(store: Store) -> None:
    ann, ben = await store.people.add("Ann"), await store.people.add("Ben")
    await store.people.add_push(ann.id, "https://push/1", {"auth": "a"})
    await store.people.add_push(ann.id, "https://push/2", {"auth": "b"})
    await store.people.add_push(ben.id, "https://push/2", {"auth": "c"})
    assert await store.people.pushes(ann.id) == [Push("https://push/1", {"auth": "a"})]
    assert await store.people.pushes(ben.id) == [Push("https://push/2", {"auth": "c"})]
    await store.people.remove_push(ann.id, "https://push/2")
    assert len(await store.people.pushes(ben.id)) == 1
    await store.people.remove_push(ben.id)
    assert await store.people.pushes(ben.id) == []


ADDING: dict[Table, Callable[[People, str, str], Awaitable[object]]] = {
    schema.tokens: lambda kept, player, _: kept.add_token(player, "bot"),
    schema.links: lambda kept, player, _: kept.make_link(player),
    schema.blocks: lambda kept, player, other: kept.block(player, other, "mute"),
    schema.push: lambda kept, player, other: kept.add_push(player, f"https://push/{other}", {}),
}


@pytest.mark.parametrize("table", ADDING, ids=str)
async def test_one_person_has_only_so_many(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(people.MOST, table, 2)
    add = ADDING[table]
    ann, *others = [(await store.people.add(name)).id for name in ("Ann", "Ben", "Cat", "Dan")]
    for other in others[:2]:
        await add(store.people, ann, other)
    with pytest.raises(FullError, match="2 already"):
        await add(store.people, ann, others[2])
    await add(store.people, others[0], others[2])


@pytest.mark.parametrize("table", ADDING, ids=str)
async def test_a_full_list_undoes_nothing_that_others_write(
    store: Store, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else whoever asks for one more again and again makes each row a transaction of its own."""
    monkeypatch.setitem(people.MOST, table, 0)
    ann, ben = [(await store.people.add(name)).id for name in ("Ann", "Ben")]
    await store.time.close()  # It writes a beat now and then.
    sizes: list[int] = []
    store.tell_of_commits(lambda size, _: sizes.append(size))
    samples = [Sample() for _ in range(5)]
    answers = await asyncio.gather(
        ADDING[table](store.people, ann, ben),
        ADDING[table](store.people, "nobody", ben),
        *(store.append(*sample.kept[0]) for sample in samples),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers[:2]] == [FullError, GoneError]
    assert answers[2:] == [True] * 5
    assert sizes == [7]


async def test_what_is_there_already_needs_no_room(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(people.MOST, schema.blocks, 1)
    monkeypatch.setitem(people.MOST, schema.push, 1)
    ann, ben = await store.people.add("Ann"), await store.people.add("Ben")
    for kind in ("mute", "block"):
        await store.people.block(ann.id, ben.id, kind)
    for key in ("a", "b"):
        await store.people.add_push(ann.id, "https://push/1", {"auth": key})
    assert await store.people.blocks(ann.id) == [Block(ben.id, "Ben", "block")]
    assert await store.people.pushes(ann.id) == [Push("https://push/1", {"auth": "b"})]


async def test_links_that_have_expired_need_no_room(
    store: Store, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(people.MOST, schema.links, 1)
    ann = await store.people.add("Ann")
    with monkeypatch.context() as soon:
        soon.setattr(people, "LINK_SECONDS", -1)
        await store.people.make_link(ann.id)
    assert await store.people.claim_link(await store.people.make_link(ann.id)) == ann
    await store.people.make_link(ann.id)
    with administrator(database) as engine, engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM links")) == 1


async def test_a_secret_of_the_server_is_made_once(store: Store) -> None:
    made = await asyncio.gather(*(store.secret("key", f"new {n}") for n in range(5)))
    assert len(set(made)) == 1
    assert await store.secret("key", "later") == made[0]
    assert await store.secret("another", "later") == "later"


async def test_nodes_share_their_secrets(nodes: tuple[Store, Store]) -> None:
    made = await asyncio.gather(*(node.secret("key", str(n)) for n, node in enumerate(nodes * 5)))
    assert len(set(made)) == 1
