"""Rows: what was accepted is there for good, once, and nothing else is."""

import asyncio
import threading
from itertools import chain

import msgspec
import pytest

from piazzetta.server.protocol.shared import ClockOption
from piazzetta.server.store import Store, StoreError
from piazzetta.server.table.events import Clock, Moved, Resigned, Row, Sat
from piazzetta.server.table.evolve import fold
from piazzetta.server.table.parts import clock_option
from tests.server.store.samples import ANN, BEN, OPENED, Sample, finished, keep, new_id, running

pytestmark = pytest.mark.anyio


async def test_rows_come_back_as_they_were_kept(store: Store) -> None:
    sample = finished(ANN, BEN)
    assert await keep(store, sample) == [True] * len(sample.kept)
    assert await store.rows(sample.id) == sample.rows
    assert fold(await store.rows(sample.id)) == sample.table


async def test_rows_can_be_asked_for_from_a_ply_on(store: Store) -> None:
    sample = finished(ANN, BEN)
    await keep(store, sample)
    assert await store.rows(sample.id, since=2) == sample.rows[2:]
    assert await store.rows(sample.id, since=99) == []
    assert await store.rows("nowhere") == []


async def test_a_name_in_any_script_comes_back(store: Store) -> None:
    sample = Sample()
    kept = sample.add(Sat(0, BEN, 'Zoë "日本" \\ \n\t 🙂 €'), "Bén")
    await keep(store, sample)
    assert (await store.rows(sample.id))[1] == kept.row


@pytest.mark.parametrize(
    ("asked", "sent"),
    [
        ("{}", "{}"),
        ('{"move":60}', '{"move":60.0}'),
        ('{"total":60,"increment":0}', '{"total":60.0}'),
        ('{"total":60,"increment":-0.0}', '{"total":60.0}'),
        ('{"total":60,"increment":5}', '{"total":60.0,"increment":5.0}'),
    ],
)
async def test_a_clock_is_told_in_the_same_words_when_it_comes_back(
    store: Store, asked: str, sent: str
) -> None:
    option = msgspec.json.decode(asked, type=ClockOption)
    clock = Clock(option.move, option.total, option.increment)
    sample = Sample(msgspec.structs.replace(OPENED, clock=clock))
    await keep(store, sample)
    again = fold(await store.rows(sample.id))
    listed = (await store.lobby())[0].clock_option
    for one in (clock_option(sample.table), clock_option(again), listed):
        assert msgspec.json.encode(one).decode() == sent


async def test_a_taken_ply_is_refused_and_changes_nothing(store: Store) -> None:
    sample, other = running(ANN, BEN), running(ANN, BEN)
    await keep(store, sample)
    last, table = sample.kept[-1]
    twin = Row(last.table, last.ply, last.at, BEN, "other", Resigned(1))
    assert not await store.append(twin, finished(ANN, BEN).table)
    assert await store.rows(sample.id) == sample.rows
    assert (await store.lobby())[0].stage == table.stage
    assert await keep(store, other) == [True] * len(other.kept)


async def test_of_two_rows_for_one_place_at_once_one_is_taken(store: Store) -> None:
    sample = running(ANN, BEN)
    await keep(store, sample)
    twins = [
        Row(sample.id, sample.table.ply + 1, 2000.0, by, by, Moved(0, by)) for by in "abcdefgh"
    ]
    accepted = await asyncio.gather(*(store.append(twin, sample.table) for twin in twins))
    assert accepted.count(True) == 1
    winner = twins[accepted.index(True)]
    assert await store.rows(sample.id, since=winner.ply) == [winner]


async def test_many_tables_at_once_all_keep_all_their_rows(store: Store) -> None:
    samples = [finished(ANN, BEN) for _ in range(20)]
    accepted = await asyncio.gather(*(keep(store, sample) for sample in samples))
    assert all(map(all, accepted))
    for sample in samples:
        assert await store.rows(sample.id) == sample.rows


async def test_what_comes_until_the_thread_has_its_turn_is_in_the_same_transaction(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, turn = store._access.writer, threading.Event()
    take = writer._take
    monkeypatch.setattr(writer, "_take", lambda: take() if turn.wait(10) else [])
    sizes: list[int] = []
    store.tell_of_commits(lambda size, _: sizes.append(size))
    first = asyncio.ensure_future(store.append(*Sample().kept[0]))
    await asyncio.sleep(0.05)  # The thread was woken by now.
    others = [asyncio.ensure_future(store.append(*Sample().kept[0])) for _ in range(20)]
    await asyncio.sleep(0.05)
    assert not first.done()
    turn.set()
    assert all(await asyncio.gather(first, *others))
    assert sizes[0] >= 21


async def test_more_than_fits_into_a_transaction_is_written_in_several(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("piazzetta.server.store.writer.MOST", 8)
    sizes: list[int] = []
    store.tell_of_commits(lambda size, _: sizes.append(size))
    samples = [Sample() for _ in range(50)]
    assert all(await asyncio.gather(*(store.append(*sample.kept[0]) for sample in samples)))
    assert max(sizes) == 8


async def test_what_waits_is_written_before_the_store_closes(database: str) -> None:
    store = await Store.open(database)
    samples = [Sample() for _ in range(50)]
    waiting = [asyncio.ensure_future(store.append(*sample.kept[0])) for sample in samples]
    await asyncio.sleep(0)
    await store.close()
    assert all(await asyncio.gather(*waiting))
    with pytest.raises(StoreError, match="closed"):
        await store.append(*Sample().kept[0])
    again = await Store.open(database)
    assert all([await again.rows(sample.id) for sample in samples])
    await again.close()


async def test_a_caller_who_gives_up_harms_nobody(store: Store) -> None:
    first, second = Sample(), Sample()
    impatient = asyncio.ensure_future(store.append(*first.kept[0]))
    patient = asyncio.ensure_future(store.append(*second.kept[0]))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await patient
    assert await store.rows(first.id) == first.rows


async def test_one_bad_task_does_not_harm_the_others(store: Store) -> None:
    """They are in one transaction, which is undone; then each gets its own."""

    def bad(_: object) -> None:
        raise ValueError("no")

    sample = Sample()
    answers = await asyncio.gather(
        store._access.write(bad),
        store.append(*sample.kept[0]),
        store.people.add("Ann"),
        return_exceptions=True,
    )
    assert isinstance(answers[0], ValueError)
    assert answers[1] is True
    assert await store.rows(sample.id) == sample.rows


async def test_nodes_that_race_for_every_ply_never_both_win(nodes: tuple[Store, Store]) -> None:
    store, node = nodes
    table, plies = new_id(), 30
    first = Sample(table=table)
    assert await store.append(*first.kept[0])

    async def race(who: Store, name: str) -> list[int]:
        won = []
        for ply in range(1, plies):
            row = Row(table, ply, 1000.0, name, f"{name}{ply}", Moved(0, name))
            if await who.append(row, first.table):
                won.append(ply)
        return won

    won = await asyncio.gather(race(store, "a"), race(node, "b"), race(node, "c"))
    assert sorted(chain(*won)) == list(range(1, plies))
    rows = await store.rows(table)
    assert [row.ply for row in rows] == list(range(plies))
    for name, plies_won in zip("abc", won, strict=True):
        assert [row.ply for row in rows if row.by == name] == plies_won
