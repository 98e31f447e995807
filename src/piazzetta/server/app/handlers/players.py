"""How players have played."""

import datetime

from piazzetta.server import ratings
from piazzetta.server.app.api import Asked
from piazzetta.server.protocol import rest
from piazzetta.server.store.statistics import Pool, Result
from piazzetta.server.table.refusal import RefusedError

PEOPLE = "people"


async def get(asked: Asked) -> rest.PlayerShown:
    """A player's results and ratings."""
    store, player = asked.services.store, asked.parameters["player"]
    asks = asked.someone.id if asked.someone else ""
    found = await store.people.find(player)
    if found is None:
        raise RefusedError("no_such_player")
    return rest.PlayerShown(
        player=player,
        name=found.name,
        pools=[_pool(one) for one in await store.statistics.pools(player)],
        recent=[_result(one) for one in await store.statistics.latest(player, asks)],
    )


def _company(pool: str) -> rest.Pool:
    """In what company: what stands behind the game in a pool's name."""
    return pool.partition(":")[2] or PEOPLE  # type: ignore[return-value]


def _pool(one: Pool) -> rest.PoolShown:
    rating = one.rating
    return rest.PoolShown(
        game=one.game,  # type: ignore[arg-type]
        pool=_company(one.pool),
        played=one.played,
        won=one.won,
        mean_points=one.mean_points,
        best_points=one.best_points,
        rating=ratings.shown(rating) if rating else None,
        deviation=ratings.POINT * rating.sigma if rating else None,
    )


def _result(one: Result) -> rest.ResultShown:
    at = datetime.datetime.fromtimestamp(one.at, datetime.UTC)
    return rest.ResultShown(
        table=one.table,
        game=one.game,  # type: ignore[arg-type]
        pool=_company(one.pool),
        players=one.players,
        place=one.place,
        points=one.points,
        at=at.isoformat(timespec="seconds"),
    )
