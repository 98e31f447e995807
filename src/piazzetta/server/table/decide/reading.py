"""What is answered without an event: lifting a curtain, a reaction, advice, moves considered."""

from piazzetta.server.table.decide import checks
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.sight import needs_lift
from piazzetta.server.table.value import Table


def may_lift(table: Table, seat: int, player: Player, ply: int) -> None:
    """Only the hand of the seat in turn, where it is one of the player's; else any of them. Not by
    a message of an earlier turn: somebody else may look at the screen by now."""
    checks.based_on(table, ply, player)
    checks.playing_seat(table, seat, player)
    turn = table.turn
    if turn != seat and turn in table.seats_of(player.id) and not table.seats[turn].resigned:
        checks.in_turn(table, seat)


def may_react(table: Table, seat: int, player: Player) -> None:
    """Everybody who sits there, before, in and after the game."""
    checks.own_seat(table, seat, player)


def may_advise(table: Table, seat: int, player: Player, ply: int, lifted: int | None) -> None:
    """For the seat in turn, at a table with hints."""
    checks.based_on(table, ply, player)
    if not table.opened.hints:
        raise RefusedError("no_hints")
    _sees_turn(table, seat, player, lifted)


def may_consider(table: Table, seat: int, player: Player, ply: int, lifted: int | None) -> None:
    """For the seat in turn: the answer tells what is in its hand."""
    checks.based_on(table, ply, player)
    _sees_turn(table, seat, player, lifted)


def _sees_turn(table: Table, seat: int, player: Player, lifted: int | None) -> None:
    """It is the turn of this seat of theirs, and its hand is shown on their client."""
    checks.playing_seat(table, seat, player)
    checks.in_turn(table, seat)
    if needs_lift(table, player.id, seat, lifted):
        raise RefusedError("curtain", seat=seat)
