"""In the game: moves, and giving up. The rules say whether a move is legal, nobody else."""

from piazzetta.rules.errors import RulesError
from piazzetta.rules.record.replaying import Step
from piazzetta.server.protocol import client
from piazzetta.server.table import clocks, limits
from piazzetta.server.table.decide import checks
from piazzetta.server.table.decide.asker import Asker
from piazzetta.server.table.events import Moved, Resigned
from piazzetta.server.table.evolve import Decided, next_step
from piazzetta.server.table.refusal import RefusedError, refused_move
from piazzetta.server.table.sight import needs_lift
from piazzetta.server.table.value import Table


def move(table: Table, message: client.Move, asker: Asker) -> Decided:
    """The seat in turn moves. A stand-in's player may do so at any time, and is back by that."""
    seat = checks.playing_seat(table, message.seat, asker.player)
    checks.in_turn(table, message.seat)
    if needs_lift(table, asker.player.id, message.seat, asker.lifted):
        raise RefusedError("curtain", seat=message.seat)
    if clocks.is_up(table, asker.now):
        raise RefusedError("time_up")
    outside = asker.player.outside and not seat.outside
    return moved(table, message.seat, message.move, outside=outside)


def moved(
    table: Table, seat: int, text: str, *, bot: bool = False, outside: bool = False
) -> Decided:
    """The move, as the record writes it, if it is legal. No game goes on for ever."""
    step = _played(table, text)
    last = table.made + 1 >= limits.MOST_MOVES
    return Decided(Moved(seat, step.move, bot, outside, last), table, step)


def _played(table: Table, text: str) -> Step:
    try:
        return next_step(table, text)
    except RulesError as error:
        raise refused_move(error) from error


def resign(table: Table, message: client.Resign, asker: Asker) -> Decided:
    """A player gives a seat up."""
    checks.playing_seat(table, message.seat, asker.player)
    return Decided(Resigned(message.seat), table)
