"""How somebody has played: results and ratings, kept apart by game and company."""

from dataclasses import dataclass

from sqlalchemy import Connection, Double, case, cast, exists, func, select

from piazzetta.server.ratings import Rating
from piazzetta.server.store.access import Access
from piazzetta.server.store.schema import ratings, results, seats, tables


@dataclass(frozen=True, slots=True)
class Pool:
    """A player's games of one pool, as `ratings.py` names them."""

    game: str
    pool: str
    played: int
    won: float
    """A shared win counts as a part of one."""
    mean_points: float
    best_points: int
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Result:
    """One finished game of a player."""

    table: str
    game: str
    pool: str
    players: int
    place: int
    """Counted from 1."""
    points: int
    at: float
    """Seconds since 1970, of the world."""


class Statistics:
    """Part of a store."""

    def __init__(self, access: Access) -> None:
        """Of that store."""
        self._read = access.read

    async def pools(self, player: str) -> list[Pool]:
        """A summary for each pool that the player has played in."""
        return await self._read(lambda connection: _pools(connection, player))

    async def latest(self, player: str, asks: str, most: int = 20) -> list[Result]:
        """The player's last games, the newest first, as far as whoever asks may find them: games
        by invitation only where they were there."""
        was_there = exists().where(seats.c.table_id == results.c.table_id, seats.c.player == asks)
        query = (
            select(
                results.c.table_id,
                results.c.game,
                results.c.pool,
                results.c.players,
                results.c.place,
                results.c.points,
                results.c.at,
            )
            .join(tables, tables.c.id == results.c.table_id)
            .where(results.c.player == player, tables.c.public | was_there)
            .order_by(results.c.at.desc(), results.c.table_id, results.c.seat)
            .limit(most)
        )
        return await self._read(
            lambda connection: [Result(*row) for row in connection.execute(query)]
        )


def _pools(connection: Connection, player: str) -> list[Pool]:
    rated = select(ratings).where(ratings.c.player == player)
    known = {row.pool: Rating(row.mu, row.sigma, row.games) for row in connection.execute(rated)}
    share = case((results.c.place == 1, 1 / cast(results.c.sharing, Double)), else_=0.0)
    query = (
        select(
            results.c.game,
            results.c.pool,
            func.count(),
            cast(func.sum(share), Double),
            cast(func.avg(results.c.points), Double),
            func.max(results.c.points),
        )
        .where(results.c.player == player)
        .group_by(results.c.game, results.c.pool)
        .order_by(results.c.game, results.c.pool)
    )
    return [
        Pool(game, pool, played, won, mean, best, known.get(pool))
        for game, pool, played, won, mean, best in connection.execute(query)
    ]
