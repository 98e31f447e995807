"""What the server does by itself: bots' moves, flags, people who are away or come back."""

from piazzetta.server.table import clocks
from piazzetta.server.table.decide import checks
from piazzetta.server.table.decide.playing import moved
from piazzetta.server.table.decide.seating import before_any_move
from piazzetta.server.table.events import Aborted, Left, Returned, Stood, TimedOut
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import OPEN, RUNNING, Seat, Table


def bot_move(table: Table, seat: int, move: str) -> Decided:
    """The move of the bot in turn."""
    checks.is_running(table)
    checks.in_turn(table, seat)
    if not table.seats[seat].played_by_bot:
        raise RefusedError("not_a_bot", seat=seat)
    return moved(table, seat, move, bot=True)


def time_out(table: Table, now: float) -> Decided | None:
    """The flag of the seat in turn, if it has fallen."""
    turn = table.turn
    if turn is None or not clocks.is_up(table, now):
        return None
    return Decided(TimedOut(turn), table)


def leave(table: Table, seat: int) -> Decided:
    """The seat's player was away for too long; whether that is so, the caller knows."""
    checks.is_running(table)
    if checks.seat_at(table, seat).played_by_bot:
        raise RefusedError("not_your_seat", seat=seat)
    return Decided(Left(seat), table)


def come_back(table: Table, player: str) -> Decided | None:
    """The player is there again: the first of their seats that a stand-in plays for. With a clock
    the move at which it stands in remains the bot's, else to run out of time, or to go away, and to
    come back would bring new time for it."""
    may = table.turn is not None and table.may_begin(player)
    seats = table.seats_of(player) if may else ()
    for seat in seats:
        held, after_move = table.seats[seat], table.turn == seat and clocks.is_timed(table)
        if held.stand_in and not (held.returning and after_move):
            return Decided(Returned(seat, after_move), table)
    return None


def go_for_good(table: Table, player: str) -> Decided | None:
    """The player is to be forgotten: what happens next, until nobody waits for them any more."""
    if table.stage == OPEN and table.opened.host == player:
        return Decided(Aborted(), table)
    if table.stage not in (OPEN, RUNNING):
        return None
    seats = (seat for seat in table.seats_of(player) if _is_theirs(table.seats[seat]))
    seat = next(seats, None)
    if seat is None:
        return None
    return Decided(Stood(seat) if table.stage == OPEN else Left(seat), table)


def _is_theirs(seat: Seat) -> bool:
    """Whether its player has to move there, now or soon."""
    return seat.returning or not seat.played_by_bot


def stale(table: Table) -> Decided:
    """Nobody came: the table is closed."""
    before_any_move(table)
    return Decided(Aborted("stale"), table)
