"""Which hand a client sees: of several seats of one player (hot-seat) one at a time, if lifted.

Several people sit before such a client, so the curtain stays when all seats but one are given up.
"""

from typing import NamedTuple

from piazzetta.server.table.value import Table


class Sight(NamedTuple):
    """What a client may know of a table; clients with equal sights are told the same."""

    seats: tuple[int, ...]
    """Those of its player."""
    hand_of: int | None
    """The seat whose hand it sees."""
    curtain: int | None
    """The seat in turn, if its hand is shown only after `lift`."""
    in_turn: bool
    """Whether it sees what may be moved."""


def sight(table: Table, player: str, lifted: int | None) -> Sight:
    """As this player sees it at a client whose curtain is lifted for that seat, or for none."""
    held, turn = table.seats_of(player), table.turn
    if not held or turn is None:
        return Sight(held, None, None, False)
    seats = _playing(table, held)
    hand_of = seats[0] if seats and len(held) == 1 else _open(table, seats, lifted)
    if turn not in seats:
        return Sight(held, hand_of, None, False)
    return Sight(held, hand_of, None if hand_of == turn else turn, hand_of == turn)


def playing(table: Table, player: str) -> tuple[int, ...]:
    """The player's seats that are not given up."""
    return _playing(table, table.seats_of(player))


def _playing(table: Table, held: tuple[int, ...]) -> tuple[int, ...]:
    if not table.resigned:
        return held
    return tuple([seat for seat in held if not table.seats[seat].resigned])


def needs_lift(table: Table, player: str, seat: int, lifted: int | None) -> bool:
    """Whether a curtain hides this seat's hand from the player's client."""
    held = table.seats_of(player)
    return len(held) > 1 and _open(table, _playing(table, held), lifted) != seat


def still_lifted(table: Table, player: str, lifted: int | None) -> int | None:
    """The lifted seat, unless the turn has gone to another seat of the player."""
    return None if lifted is None else _open(table, playing(table, player), lifted)


def _open(table: Table, seats: tuple[int, ...], lifted: int | None) -> int | None:
    closed = table.turn in seats and table.turn != lifted
    return None if closed or lifted not in seats else lifted
