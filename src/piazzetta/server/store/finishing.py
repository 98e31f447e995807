"""What the end of a game leaves behind: results and ratings, in the transaction of its last row."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, select

from piazzetta.server import ratings
from piazzetta.server.ratings import Rating
from piazzetta.server.store import schema
from piazzetta.server.store.statements import Values, keep, keep_first, only
from piazzetta.server.table.value import Table

Ranking = Sequence[Sequence[str]]
Name = tuple[str, str]
"""A player and a pool."""

_LOCKING = (
    select(schema.ratings.c.mu, schema.ratings.c.sigma, schema.ratings.c.games)
    .where(schema.ratings.c.player == bindparam("who"), schema.ratings.c.pool == bindparam("where"))
    .with_for_update()
)


@dataclass(frozen=True, slots=True)
class Finish:
    """A game that ended."""

    pool: str
    results: Sequence[Values]
    ranking: Ranking
    """Whom it rates: groups of equals, best first; empty for a game that is not rated."""


def finish_of(table: Table, wall: float) -> Finish | None:
    """What to write of a table whose game is over; None where it counts for nobody."""
    pool = ratings.pool(table)
    if pool is None or table.ending is None:
        return None
    ranking = ratings.ranked(table) if ratings.is_rated(table) else []
    return Finish(pool, _results(table, pool, wall), ranking)


def _results(table: Table, pool: str, wall: float) -> list[Values]:
    """A row for each person."""
    groups = table.ending.ranking if table.ending else ()
    scores = table.game.scores(table.state)
    return [
        {
            "table_id": table.id,
            "seat": seat,
            "player": table.seats[seat].player,
            "game": table.opened.game,
            "pool": pool,
            "players": table.opened.players,
            "place": 1 + sum(map(len, groups[:index])),
            "sharing": len(group),
            "points": scores[seat],
            "at": wall,
        }
        for index, group in enumerate(groups)
        for seat in group
        if table.seats[seat].player
    ]


def finish_all(connection: Connection, finishes: Sequence[Finish]) -> None:
    """Write results and new ratings of games that ended in one transaction."""
    keep_first(connection, schema.results, *(row for one in finishes for row in one.results))
    rated = [finish for finish in finishes if finish.ranking]
    if rated:
        _rate(connection, rated)


def _rate(connection: Connection, finishes: Sequence[Finish]) -> None:
    """One game after the other. All rows are locked first, in one order on every node, so that two
    games of one player that end at once both count."""
    current = _locked(connection, sorted({name for one in finishes for name in _names(one)}))
    for finish in finishes:
        known = {player: current[player, finish.pool] for player, _ in _names(finish)}
        for player, rating in ratings.updated(finish.ranking, known).items():
            current[player, finish.pool] = rating
    keep(connection, schema.ratings, *(_values(name, current[name]) for name in current))


def _names(finish: Finish) -> set[Name]:
    return {(player, finish.pool) for group in finish.ranking for player in group}


def _locked(connection: Connection, names: Sequence[Name]) -> dict[Name, Rating]:
    """The ratings of all these, which nobody else may change until the end of the transaction."""
    unknown = Rating()
    keep_first(connection, schema.ratings, *(_values(name, unknown) for name in names))
    return {name: _locked_one(connection, *name) for name in names}


def _locked_one(connection: Connection, player: str, pool: str) -> Rating:
    return Rating(*only(connection, _LOCKING, {"who": player, "where": pool}))


def _values(name: Name, rating: Rating) -> Values:
    player, pool = name
    return {
        "player": player,
        "pool": pool,
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
    }
