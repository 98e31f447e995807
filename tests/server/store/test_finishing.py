"""The end of a game: results and ratings come with its last row, and none is lost."""

import asyncio

import pytest
from msgspec.structs import replace
from sqlalchemy import text

from piazzetta.server.ratings import Rating
from piazzetta.server.store import Store
from piazzetta.server.store.statistics import Pool
from tests.server.store.samples import ANN, BEN, CAT, OPENED, finished, keep, running
from tests.services import administrator

pytestmark = pytest.mark.anyio


async def pool_of(store: Store, player: str) -> Pool:
    [pool] = await store.statistics.pools(player)
    return pool


async def test_a_finished_game_counts_for_both(store: Store) -> None:
    sample = finished(ANN, BEN, loser=1)
    await keep(store, sample)
    ann, ben = await pool_of(store, ANN), await pool_of(store, BEN)
    assert (ann.game, ann.played, ann.won) == ("piazza", 1, 1.0)
    assert (ben.game, ben.played, ben.won) == ("piazza", 1, 0.0)
    assert ann.rating is not None
    assert ben.rating is not None
    assert ann.rating.mu > Rating().mu > ben.rating.mu
    assert ann.rating.games == ben.rating.games == 1
    scores = sample.table.game.scores(sample.table.state)
    assert (ann.best_points, ann.mean_points) == (scores[0], scores[0])
    [result] = await store.statistics.latest(BEN, BEN)
    assert (result.table, result.place, result.players) == (sample.id, 2, 2)


async def test_a_whole_game_is_counted_by_its_own_ranking(store: Store) -> None:
    sample = running(ANN, BEN, CAT)
    for _ in sample.moves():
        pass
    await keep(store, sample)
    assert sample.table.ending is not None
    scores = sample.table.game.scores(sample.table.state)
    places = {}
    for seat, player in enumerate((ANN, BEN, CAT)):
        [result] = await store.statistics.latest(player, player)
        places[seat] = result.place
        assert result.points == scores[seat]
    better = {
        seat: sum(map(len, sample.table.ending.ranking[:index]))
        for index, group in enumerate(sample.table.ending.ranking)
        for seat in group
    }
    assert places == {seat: 1 + before for seat, before in better.items()}


async def test_a_shared_win_is_a_part_of_one(store: Store) -> None:
    sample = finished(ANN, BEN)
    ending = sample.table.ending
    assert ending is not None
    shared = replace(sample.table, ending=replace(ending, ranking=((0, 1),)))
    for one in sample.kept[:-1]:
        await store.append(*one)
    assert await store.append(sample.rows[-1], shared)
    assert (await pool_of(store, ANN)).won == (await pool_of(store, BEN)).won == 0.5


async def test_casual_games_count_and_rate_nobody(store: Store) -> None:
    casual = replace(OPENED, casual=True)
    await keep(store, finished(ANN, BEN, opened=casual))
    assert (await pool_of(store, ANN)).rating is None


async def test_games_with_bots_and_hints_are_kept_apart(store: Store) -> None:
    hints = replace(OPENED, hints=True)
    for sample in (
        finished(ANN, BEN),
        finished(ANN, ".level1", loser=0),
        finished(ANN, BEN, opened=hints),
    ):
        await keep(store, sample)
    pools = await store.statistics.pools(ANN)
    assert [(pool.pool, pool.played) for pool in pools] == [
        ("piazza", 1),
        ("piazza:bots", 1),
        ("piazza:hints", 1),
    ]
    assert all(pool.rating is not None and pool.rating.games == 1 for pool in pools)


async def test_one_person_on_both_seats_proves_nothing(store: Store) -> None:
    await keep(store, finished(ANN, ANN))
    assert await store.statistics.pools(ANN) == []
    assert await store.statistics.latest(ANN, ANN) == []


async def test_a_refused_last_row_counts_for_nobody(store: Store) -> None:
    sample = finished(ANN, BEN)
    await keep(store, sample)
    before = await pool_of(store, ANN)
    assert not await store.append(*sample.kept[-1])
    assert await pool_of(store, ANN) == before


async def test_the_latest_games_come_first(store: Store) -> None:
    samples = [finished(ANN, BEN) for _ in range(3)]
    for sample in samples:
        await keep(store, sample)
    latest = [one.table for one in await store.statistics.latest(ANN, ANN)]
    assert latest == [sample.id for sample in reversed(samples)]
    assert len(await store.statistics.latest(ANN, ANN, most=2)) == 2


async def test_games_by_invitation_are_found_by_who_was_there(store: Store) -> None:
    public = finished(ANN, BEN)
    invited = finished(ANN, BEN, opened=replace(OPENED, public=False, host=CAT))
    for sample in (public, invited):
        await keep(store, sample)
    for asks in (ANN, BEN, CAT):
        latest = await store.statistics.latest(ANN, asks)
        assert [one.table for one in latest] == [invited.id, public.id]
    for asks in ("eve", ""):
        assert [one.table for one in await store.statistics.latest(ANN, asks)] == [public.id]
    assert (await pool_of(store, ANN)).played == 2


async def test_games_that_end_in_one_transaction_all_count(store: Store) -> None:
    samples = [finished(ANN, BEN) for _ in range(10)]
    for sample in samples:
        for one in sample.kept[:-1]:
            await store.append(*one)
    ends = (store.append(*sample.kept[-1]) for sample in samples)
    assert all(await asyncio.gather(*ends))
    rating = (await pool_of(store, ANN)).rating
    assert rating is not None
    assert rating.games == 10


async def test_games_of_one_player_that_end_on_two_nodes_at_once_all_count(
    nodes: tuple[Store, Store],
) -> None:
    others = [f"other{n}" for n in range(12)]
    # Some meet in one order, some in the other, so that locks taken in any order would clash.
    pairs = [(ANN, one) if n % 2 else (one, ANN) for n, one in enumerate(others)]
    samples = [finished(*pair) for pair in (*pairs, *[(BEN, ANN)] * 6, *[(ANN, BEN)] * 6)]
    for sample in samples:
        for one in sample.kept[:-1]:
            await nodes[0].append(*one)
    ends = [nodes[n % 2].append(*sample.kept[-1]) for n, sample in enumerate(samples)]
    assert all(await asyncio.gather(*ends))
    ann, ben = await pool_of(nodes[0], ANN), await pool_of(nodes[1], BEN)
    assert ann.rating is not None
    assert ben.rating is not None
    assert (ann.rating.games, ann.played) == (24, 24)
    assert (ben.rating.games, ben.played) == (12, 12)


async def test_a_row_and_what_comes_with_it_are_kept_together_or_not_at_all(
    store: Store, database: str
) -> None:
    """The results of this game cannot be written; then its last row is not there either."""
    sample = finished(ANN, BEN)
    for one in sample.kept[:-1]:
        await store.append(*one)
    with administrator(database) as engine, engine.connect() as connection:
        connection.execute(text("ALTER TABLE results RENAME TO elsewhere"))
    with pytest.raises(Exception, match="results"):
        await store.append(*sample.kept[-1])
    assert await store.rows(sample.id) == sample.rows[:-1]
    with administrator(database) as engine, engine.connect() as connection:
        connection.execute(text("ALTER TABLE elsewhere RENAME TO results"))
    assert await store.append(*sample.kept[-1])
    assert (await pool_of(store, ANN)).played == 1
