"""Who has won: by the rules, by giving up, or by agreement."""

from collections.abc import Iterable

from msgspec.structs import replace

from piazzetta.rules.game import rank
from piazzetta.server.table.value import OVER, Ending, Table

RESIGNED, AGREED = "resigned", "agreed"


def ended(table: Table) -> Table:
    """The same table, over if the rules, or those who gave up, say so."""
    outcome = table.game.outcome(table.state)
    if outcome:
        return _over(table, outcome.ranking, outcome.reason)
    return _over(table, _by_points(table), RESIGNED) if _given_up(table) else table


def agreed(table: Table) -> Table:
    """Everybody wants to end it: the points so far decide."""
    return _over(table, _by_points(table), AGREED)


def _given_up(table: Table) -> bool:
    """Whether one seat alone is left, or no person."""
    playing = [seat for seat in table.seats if not seat.resigned]
    return bool(table.resigned) and (len(playing) == 1 or not any(one.player for one in playing))


def _by_points(table: Table) -> tuple[tuple[int, ...], ...]:
    scores = table.game.scores(table.state)
    return rank({seat: -score for seat, score in enumerate(scores)})


def _over(table: Table, ranking: Iterable[tuple[int, ...]], reason: str) -> Table:
    """Who gave up is last; of several, who did so first."""
    gone = table.resigned
    rest = (tuple(seat for seat in group if seat not in gone) for group in ranking)
    places = (*filter(None, rest), *((seat,) for seat in reversed(gone)))
    return replace(table, stage=OVER, ending=Ending(places, reason), proposal=None)
