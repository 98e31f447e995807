"""What a player asks the others, and whose word counts."""

from typing import Final

from piazzetta.server.table.value import Proposal, Table

TAKE_BACK: Final = "take_back"
END: Final = "end"


def same_person(table: Table, seat: int) -> frozenset[int]:
    """All seats of the player who holds this one: they answer with one voice."""
    return frozenset(table.seats_of(table.seats[seat].player))


def voices(table: Table) -> frozenset[int]:
    """The seats whose word counts; bots agree, and so do those who play for somebody."""
    return frozenset(
        number for number, seat in enumerate(table.seats) if seat.player and not seat.played_by_bot
    )


def so_far(table: Table) -> tuple[Proposal, ...]:
    """What was asked since the position has changed."""
    return tuple([one for one in table.asked if one.ply > table.changed])


def open_voices(table: Table, asked: Proposal) -> frozenset[int]:
    """The seats that still have to agree."""
    return voices(table) - asked.agreed


def is_seconded(table: Table, asked: Proposal) -> bool:
    """Whether somebody else has said yes, not only stayed away."""
    return bool(asked.agreed - same_person(table, asked.seat))
