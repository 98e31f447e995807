"""Taking a move back: freely while nobody moved after it and it showed no card, else by consent."""

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
    is_last = table.stage == RUNNING and past is not None and past.seat == seat
    return is_last and not past.revealed if past else False
