"""Who takes which place at the end: by the rules, by giving up, or by agreement; and how a record
says so where the rules alone do not:

    seat 1 resigned; agreed; ranking 0=2 1

Nothing but Python is needed here, so that whoever checks a record needs no more.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import chain
from typing import Any

from piazzetta.rules.game import AnyGame, rank
from piazzetta.rules.record import Record

Ranking = tuple[tuple[int, ...], ...]
"""The best first; those who are equal side by side."""

RESIGNED, AGREED = "resigned", "agreed"

_TOLD = re.compile(r"((?:seat [0-9] resigned; )*)(agreed; )?ranking ([0-9](?:[ =][0-9])*)")


@dataclass(frozen=True, slots=True)
class Company:
    """Who sat at the table, as far as it matters for the end."""

    seats: int
    people: Collection[int]
    gone: tuple[int, ...] = ()
    """The seats that gave up, in that order."""

    @property
    def given_up(self) -> bool:
        """Whether one seat alone is left, or no person."""
        left = [seat for seat in range(self.seats) if seat not in self.gone]
        return bool(self.gone) and (len(left) == 1 or not any(one in self.people for one in left))


def ending(
    game: AnyGame, state: Any, company: Company, agreed: bool = False
) -> tuple[Ranking, str] | None:
    """The places and the reason; None while there is none. Who gave up is last; of several, who
    did so first."""
    outcome = game.outcome(state)
    if outcome:
        return _last(outcome.ranking, company.gone), outcome.reason
    if not agreed and not company.given_up:
        return None
    points = rank({seat: -score for seat, score in enumerate(game.scores(state))})
    return _last(points, company.gone), AGREED if agreed else RESIGNED


def _last(ranking: Ranking, gone: tuple[int, ...]) -> Ranking:
    rest = (tuple(seat for seat in group if seat not in gone) for group in ranking)
    return (*filter(None, rest), *((seat,) for seat in reversed(gone)))


@dataclass(frozen=True, slots=True)
class Told:
    """What a record says about its end."""

    gone: tuple[int, ...]
    agreed: bool
    ranking: Ranking

    def __str__(self) -> str:
        """In the record's words."""
        who = [f"seat {seat} {RESIGNED}" for seat in self.gone]
        ranking = " ".join("=".join(map(str, group)) for group in self.ranking)
        return "; ".join([*who, *[AGREED] * self.agreed, f"ranking {ranking}"])


def read(text: str, players: int) -> Told | None:
    """What is said in such words; None where it is not, or not every seat has its one place."""
    match = _TOLD.fullmatch(text)
    if match is None:
        return None
    gone = tuple(map(int, re.findall("[0-9]", match[1])))
    ranking = tuple(tuple(map(int, group.split("="))) for group in match[3].split(" "))
    whole = sorted(chain(*ranking)) == list(range(players)) and all(one < players for one in gone)
    return Told(gone, bool(match[2]), ranking) if whole else None


def told_in(record: Record) -> Told | None:
    """What the record says about its end; None where it leaves that to the rules."""
    return read(dict(record.tags).get("Ending", ""), len(record.players))
