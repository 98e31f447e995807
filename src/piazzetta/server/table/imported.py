"""A finished game that came as a record: the table's first row holds all of it, and is its last.

It has names, but no players: nobody can prove any more who they were. Its deal is as provable as
the record makes it.
"""

import re
from collections.abc import Iterator
from typing import Any

from piazzetta.rules import GAMES, record
from piazzetta.rules.record import Record, Step
from piazzetta.server.table import fair, places
from piazzetta.server.table.detail import Made, made
from piazzetta.server.table.events import Opened, Row
from piazzetta.server.table.places import AGREED, RESIGNED
from piazzetta.server.table.value import OVER, Ending, Past, Seat, Table

_HEX = re.compile(r"[0-9a-f]{64}")


class UnfinishedError(Exception):
    """A record of a game that has not ended: where it runs, its cards are still secret."""


def opening(told: Record, opened: str) -> Opened:
    """The row that holds this record; an UnfinishedError if it does not tell how the game ended."""
    if ending(told, _last(told, list(record.steps(told)))) is None:
        raise UnfinishedError
    shares = proved_shares(told)
    return Opened(
        game=told.game,
        players=len(told.players),
        host="",
        secret=dict(told.tags)["Secret"] if shares else "",
        opened=opened,
        options=GAMES[told.game].options_to_json(told.options),
        record=record.format(told),
    )


def table_of(row: Row, event: Opened) -> Table:
    """The table, over from its first moment."""
    told = record.parse(event.record)
    shares = proved_shares(told)
    seats = [Seat(name=name, share=shares.get(seat, "")) for seat, name in enumerate(told.players)]
    game, steps, past = GAMES[told.game], list(record.steps(told)), None
    state = game.deal(told.options, told.chance)
    for step in steps:
        past = _past(step, made(game, state, step), row.at, past)
        state = step.state
    return Table(
        id=row.table,
        ply=row.ply,
        changed=row.ply,
        at=row.at,
        opened=event,
        stage=OVER,
        seats=tuple(seats),
        chance=told.chance,
        state=state,
        past=past,
        turn_since=row.at,
        ending=ending(told, state),
    )


def _last(told: Record, steps: list[Step]) -> Any:
    """The state at the end."""
    return steps[-1].state if steps else GAMES[told.game].deal(told.options, told.chance)


def _past(step: Step, brought: Made, at: float, before: Past | None) -> Past:
    played = (step.number, step.seat, step.move, step.note, brought, at)
    return Past(*played, used=0.0, gained=0.0, revealed=True, stood_in=False, before=before)


def ending(told: Record, last: Any) -> Ending | None:
    """How the game ended, by the rules or by its players; None if it did not."""
    outcome = GAMES[told.game].outcome(last)
    said = places.told_in(told)
    if said is None:
        return Ending(outcome.ranking, outcome.reason) if outcome else None
    by_players = AGREED if said.agreed else RESIGNED
    return Ending(said.ranking, outcome.reason if outcome else by_players)


def proved_shares(told: Record) -> dict[int, str]:
    """The shares of the deal, by seat, if secret and shares really make its seed; else none."""
    tags = dict(told.tags)
    shares = dict(_shares(tags, len(told.players)))
    secret = tags.get("Secret", "")
    if not _HEX.fullmatch(secret) or not shares:
        return {}
    return shares if fair.seed(secret, shares.values()) == told.chance else {}


def _shares(tags: dict[str, str], players: int) -> Iterator[tuple[int, str]]:
    for seat in range(players):
        share = tags.get(f"Share {seat}", "")
        if _HEX.fullmatch(share):
            yield seat, share
