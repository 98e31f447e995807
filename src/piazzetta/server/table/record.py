"""The record of a finished game, with all that is needed to check that its deal was fair.

A game that its players ended by themselves is unfinished to the rules (`Result: *`); the tag
`Ending` then says how it ended, and it also does where somebody gave up on the way.
"""

import datetime

from piazzetta.rules.record import Record, parse
from piazzetta.rules.record.value import Tags
from piazzetta.server.table import fair
from piazzetta.server.table.naming import called
from piazzetta.server.table.places import AGREED, Told
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import OVER, Table, moves_of


def record(table: Table) -> Record:
    """The game as it was played; moves that were taken back are not in it."""
    if table.stage != OVER or table.chance is None:
        raise RefusedError("not_over")
    if table.opened.record:
        return parse(table.opened.record)
    game, opened = table.game, table.opened
    return Record(
        game=game.name,
        rules_version=game.rules_version,
        options=game.options(opened.players, opened.options),
        chance=table.chance,
        players=called(table.seats),
        moves=tuple(past.move for past in moves_of(table.past)),
        date=datetime.datetime.fromisoformat(opened.opened).date(),
        tags=_tags(table),
    )


def _tags(table: Table) -> Tags:
    secret = table.opened.secret
    shares = [(f"Share {seat}", one.share) for seat, one in enumerate(table.seats) if one.share]
    proof = [("Commitment", fair.commitment(secret)), ("Secret", secret), *shares]
    return (("Table", table.id), *_bots(table), *proof, *_ending(table))


def _bots(table: Table) -> Tags:
    """Which they were: what they are called at the table need not say so."""
    return tuple((f"Bot {seat}", one.bot) for seat, one in enumerate(table.seats) if one.bot)


def _ending(table: Table) -> Tags:
    """Nothing, where the rules alone say it all."""
    ending = table.ending
    agreed = ending is not None and ending.reason == AGREED
    if ending is None or not (agreed or table.resigned):
        return ()
    return (("Ending", str(Told(table.resigned, agreed, ending.ranking))),)
