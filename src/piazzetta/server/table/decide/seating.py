"""Before the game: sitting down, standing up, inviting bots, being ready, closing the table."""

from piazzetta.server.protocol import client
from piazzetta.server.table import limits
from piazzetta.server.table.decide import checks
from piazzetta.server.table.decide.asker import Asker
from piazzetta.server.table.events import Aborted, Invited, Readied, Sat, Stood
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import OPEN, RUNNING, Table


def sit(table: Table, message: client.Sit, asker: Asker) -> Decided:
    """Anybody may take a free seat, also a second one."""
    _free_seat(table, message.seat, asker.player)
    player = asker.player
    name = checks.name(message.name or player.name)
    return Decided(Sat(message.seat, player.id, name, player.outside), table)


def invite(table: Table, message: client.Invite, asker: Asker) -> Decided:
    """The host gives a free seat to a bot."""
    checks.is_host(table, asker.player)
    _free_seat(table, message.seat, asker.player)
    checks.known_bot(message.bot, asker.bots)
    return Decided(Invited(message.seat, message.bot), table)


def _free_seat(table: Table, number: int, player: Player) -> None:
    checks.is_open(table)
    checks.may_begin(table, player)
    if table.ply >= limits.MOST_BEFORE:
        raise RefusedError("too_often")
    if not checks.seat_at(table, number).free:
        raise RefusedError("seat_taken", seat=number)


def stand(table: Table, message: client.Stand, asker: Asker) -> Decided:
    """A player leaves a seat; the host may free any."""
    checks.is_open(table)
    seat = checks.seat_at(table, message.seat)
    if seat.free:
        raise RefusedError("seat_free", seat=message.seat)
    if asker.player.id != table.opened.host:
        checks.own_seat(table, message.seat, asker.player)
    return Decided(Stood(message.seat), table)


def ready(table: Table, message: client.Ready, asker: Asker) -> Decided:
    """A share for each seat that the player holds."""
    checks.is_open(table)
    seats = table.seats_of(asker.player.id)
    if not seats:
        raise RefusedError("not_seated")
    if all(table.seats[seat].ready for seat in seats):
        raise RefusedError("ready_already")
    if set(message.shares) != set(seats):
        raise RefusedError("shares_wrong")
    return Decided(Readied(dict(message.shares)), table)


def abort(table: Table, _message: client.Abort, asker: Asker) -> Decided:
    """The host may, with a seat or without; once the game runs, so may whoever sits there."""
    allowed = checks.is_host if table.stage == OPEN else checks.is_at_table
    allowed(table, asker.player)
    before_any_move(table)
    return Decided(Aborted(), table)


def before_any_move(table: Table) -> None:
    """Nothing was played that could be lost."""
    if table.stage not in (OPEN, RUNNING):
        raise RefusedError("not_open")
    if table.moves:
        raise RefusedError("moved_already")
