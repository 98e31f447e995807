"""Ratings (OpenSkill, Plackett–Luce): how strong somebody is, judged by the order at the end.

    pool          which games
    GAME          people alone, nothing told to anybody
    GAME:bots     a seat is a bot at the end: one of the server's, an outside program, a stand-in
    GAME:hints    the table gave advice

Pools are kept apart, in results and in ratings. A game counts in none if it says nothing about
anybody: it was aborted, nobody but bots sat there, or one person held several seats. Casual games,
where moves may be taken back, count as results, but rate nobody.

In their pool bots are rated as people are, under `bot:NAME`: who beats a strong one gains more. The
levels are as strong in every seat, so a bot that sat in several has one rating, the mean of what
each seat made of it. A player who left or gave up is rated by where that seat ended.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from openskill.models import PlackettLuce

from piazzetta.server.table.value import OVER, Seat, Table

BOT = "bot:"

MEAN, DEVIATION = 25.0, 25.0 / 3
"""What OpenSkill thinks of somebody unknown."""
FIRST_SHOWN, POINT = 1000, 40
"""What people see at the start, and what one of OpenSkill's points is there."""

_MODEL = PlackettLuce(mu=MEAN, sigma=DEVIATION)


@dataclass(frozen=True, slots=True)
class Rating:
    """What is believed of somebody in one pool."""

    mu: float = MEAN
    sigma: float = DEVIATION
    """How unsure that is."""
    games: int = 0


def shown(rating: Rating) -> int:
    """A number for people: who is that strong with near certainty.

    It begins at 1000, rises while the first games make it surer, and is never negative.
    """
    return max(0, round(FIRST_SHOWN + POINT * (rating.mu - 3 * rating.sigma)))


def pool(table: Table) -> str | None:
    """Where the table's result counts; None where it says nothing about anybody."""
    people = [seat.player for seat in table.seats if seat.player]
    if table.stage != OVER or not people or len(set(people)) < len(people):
        return None
    if table.opened.hints:
        return f"{table.opened.game}:hints"
    return f"{table.opened.game}:bots" if _bots_played(table) else table.opened.game


def is_rated(table: Table) -> bool:
    """Whether the table's result changes ratings."""
    return pool(table) is not None and not table.opened.casual


def ranked(table: Table) -> list[list[str]]:
    """The seats' ids for `updated`, in the order of the table's ending."""
    ranking = table.ending.ranking if table.ending else ()
    return [[identity(table.seats[seat]) for seat in group] for group in ranking]


def identity(seat: Seat) -> str:
    """Whose rating a seat changes."""
    return seat.player or BOT + seat.bot


def updated(ranking: Sequence[Sequence[str]], current: Mapping[str, Rating]) -> dict[str, Rating]:
    """Everybody's rating after a game: groups of equals, best first. Who has none yet gets one."""
    places = [(name, place) for place, group in enumerate(ranking) for name in group]
    before = [current.get(name, Rating()) for name, _ in places]
    teams = [[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in before]
    after = _MODEL.rate(teams, ranks=[float(place) for _, place in places])
    seats: dict[str, list[Rating]] = defaultdict(list)
    for (name, _), old, [new] in zip(places, before, after, strict=True):
        seats[name].append(Rating(new.mu, new.sigma, old.games + 1))
    return {name: _mean(ratings) for name, ratings in seats.items()}


def _bots_played(table: Table) -> bool:
    """With two seats nobody plays on for who gave up."""
    alone = len(table.seats) == 2
    return any(
        seat.bot or seat.outside or seat.stand_in or (seat.resigned and not alone)
        for seat in table.seats
    )


def _mean(ratings: Iterable[Rating]) -> Rating:
    kept = list(ratings)
    return Rating(fmean(one.mu for one in kept), fmean(one.sigma for one in kept), kept[0].games)
