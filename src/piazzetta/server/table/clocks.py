"""Time at a table: what a seat has left, and when the server itself has to act.

A clock runs for a person in turn only. A bot's move comes a fixed time after its turn began, so
that its pace tells nothing about its cards.
"""

from collections.abc import Sequence

from piazzetta.server.table.value import OPEN, Past, Seat, Table

GRACE = 10.0
"""Seconds for each further move, at least, for whom the time of the whole game was up."""
LEAST_PACE = 0.15
STALE = 2 * 24 * 3600.0
"""Seconds in which something has to happen at a table that waits for players."""


def is_timed(table: Table) -> bool:
    """Whether there is any clock."""
    clock = table.opened.clock
    return clock.move is not None or clock.total is not None


def runs(table: Table) -> bool:
    """Whether the clock of the seat in turn runs."""
    turn = table.turn if is_timed(table) else None
    return turn is not None and not table.seats[turn].played_by_bot


def move_left(table: Table, now: float) -> float | None:
    """The seconds that the seat in turn has for this move; None without such a clock."""
    if not runs(table):
        return None
    clock, turn = table.opened.clock, table.turn
    assert turn is not None  # a clock runs
    used = now - table.turn_since
    limits = [clock.move] if clock.move is not None else []
    limits += [table.left[turn]] if clock.total is not None else []
    return max(0.0, min(limits) - used)


def all_left(table: Table, now: float) -> tuple[float, ...]:
    """The seconds that each seat has for the rest of the game; empty without such a clock."""
    if not table.left or table.turn is None or not runs(table):
        return table.left
    return spent(table, now)


def spent(table: Table, now: float) -> tuple[float, ...]:
    """The same once the seat in turn has thought until now."""
    turn = table.turn
    assert turn is not None  # somebody thinks
    left = table.left
    return _with(left, turn, max(0.0, left[turn] - thought(table, now))) if left else ()


def thought(table: Table, now: float) -> float:
    """The seconds that the seat in turn has thought by now."""
    return max(0.0, now - table.turn_since)


def after_move(table: Table, now: float) -> tuple[float, ...]:
    """What each seat has left when the person in turn has moved."""
    turn = table.turn
    assert turn is not None  # somebody moved
    if not table.left:
        return ()
    if table.seats[turn].flagged:
        return _with(table.left, turn, grace(table))
    left = spent(table, now)
    return _with(left, turn, left[turn] + gain(table))


def gain(table: Table) -> float:
    """The seconds that the person in turn gains by a move."""
    turn = table.turn
    assert turn is not None  # somebody moves
    return 0.0 if table.seats[turn].flagged else table.opened.clock.increment


def after_take_back(
    table: Table, undone: Sequence[Past], agreed: bool
) -> tuple[float, tuple[float, ...]]:
    """Since when the seat thinks that has to move again, and what each seat has left. Whatever
    anybody has used stays used, so that nobody gains time; what moves gained is gained anew. Where
    nobody else agreed, the seat pays for what the one in turn has thought, who else could be robbed
    of all their time."""
    seat = undone[0].seat
    used = _used(table, seat, undone)
    pays = not agreed and runs(table) and table.turn != seat
    left = tuple(
        _left_again(table, number, seconds, undone)
        for number, seconds in enumerate(table.left if pays else all_left(table, table.at))
    )
    if left and not table.seats[seat].flagged:
        left = _with(left, seat, left[seat] + used)
    return table.at - used - (thought(table, table.at) if pays else 0.0), left


def _used(table: Table, seat: int, undone: Sequence[Past]) -> float:
    """What its person has thought since the first of these moves could be made."""
    if table.seats[seat].played_by_bot:
        return 0.0
    now = thought(table, table.at) if table.turn == seat else 0.0
    return now + sum(past.used for past in undone if past.seat == seat)


def _left_again(table: Table, seat: int, seconds: float, undone: Sequence[Past]) -> float:
    if table.seats[seat].flagged:
        return grace(table)
    return max(0.0, seconds - sum(past.gained for past in undone if past.seat == seat))


def after_flag(table: Table) -> tuple[float, ...]:
    """What each seat has left when the time of the seat in turn was up."""
    turn = table.turn
    assert turn is not None  # its time was up
    return _with(table.left, turn, grace(table)) if table.left else ()


def grace(table: Table) -> float:
    """The seconds for each further move after the flag fell."""
    return max(table.opened.clock.increment, GRACE)


def due(table: Table) -> float | None:
    """The server's time at which it has to look: a bot moves, a flag falls, somebody is away."""
    times = (bot_due(table), flag_due(table), absence_due(table))
    return min((time for time in times if time is not None), default=None)


def bot_due(table: Table) -> float | None:
    """When the bot in turn moves: neither earlier nor, if it can be helped, later."""
    turn = table.turn
    if turn is None or not table.seats[turn].played_by_bot:
        return None
    return table.turn_since + max(LEAST_PACE, table.opened.pace)


def flag_due(table: Table) -> float | None:
    """When the time of the person in turn is up."""
    left = move_left(table, table.turn_since) if is_timed(table) else None
    return None if left is None else table.turn_since + left


def stale_due(table: Table) -> float | None:
    """When a table at which no game has begun is closed."""
    return table.at + STALE if table.stage == OPEN else None


def is_up(table: Table, now: float) -> bool:
    """Whether the time of the person in turn is up."""
    due = flag_due(table)
    return due is not None and now >= due


def absence_due(table: Table) -> float | None:
    """When the person in turn, if not connected all the while, has left those who wait."""
    turn, absence = table.turn, table.opened.absence
    if turn is None or absence is None or table.seats[turn].played_by_bot:
        return None
    return table.turn_since + absence if _is_waited_for(table, table.seats[turn]) else None


def _is_waited_for(table: Table, seat: Seat) -> bool:
    """Whether another person plays, who is not away."""
    others = (one for one in table.seats if one.player and one.player != seat.player)
    return any(not one.played_by_bot for one in others)


def _with(left: tuple[float, ...], seat: int, seconds: float) -> tuple[float, ...]:
    return (*left[:seat], seconds, *left[seat + 1 :])
