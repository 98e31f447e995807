"""Taking a move back: freely while nobody moved after it and it showed no card, else by consent.

Where a bot stands in, or did so at that move, it takes consent: else whoever lets the time run out
could have the same move, and time for it, again and again.
"""

from piazzetta.server.table.value import RUNNING, Past, Table


def last_move_of(table: Table, seat: int) -> Past | None:
    """The seat's last move that still stands."""
    past = table.past
    while past and past.seat != seat:
        past = past.before
    return past


def is_free(table: Table, seat: int) -> bool:
    """Whether nobody has to be asked."""
    past = table.past
    if table.stage != RUNNING or past is None or past.seat != seat:
        return False
    held = table.seats[seat]
    return not (past.revealed or past.stood_in or held.stand_in) and table.may_begin(held.player)
