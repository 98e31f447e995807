"""A table that is over: by the rules, by giving up, or by agreement."""

from msgspec.structs import replace

from piazzetta.server.table import places
from piazzetta.server.table.value import OVER, Ending, Table


def ended(table: Table) -> Table:
    """The same table, over if the rules, or those who gave up, say so."""
    return _over(table, agreed=False)


def agreed(table: Table) -> Table:
    """Everybody wants to end it: the points so far decide."""
    return _over(table, agreed=True)


def _over(table: Table, agreed: bool) -> Table:
    people = [number for number, seat in enumerate(table.seats) if seat.player]
    company = places.Company(len(table.seats), people, table.resigned)
    found = places.ending(table.game, table.state, company, agreed)
    return replace(table, stage=OVER, ending=Ending(*found), proposal=None) if found else table
