"""What several commands have to be sure of; each check refuses, or says nothing."""

from collections.abc import Container

from piazzetta.rules.errors import RulesError
from piazzetta.rules.record.value import check_text
from piazzetta.server.table import spelling
from piazzetta.server.table.evolve import MOST_RECENT
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import OPEN, RUNNING, Seat, Table


def based_on(table: Table, ply: int, player: Player) -> None:
    """The client knew the position, and who may move, when it sent this."""
    if ply < table.changed or ply < _forgotten(table, player):
        raise RefusedError("stale")
    if ply > table.ply:
        raise RefusedError("ahead")


def _forgotten(table: Table, player: Player) -> int:
    """The first ply on which a message of theirs may be based without being one that was carried
    out before and is remembered no more."""
    recent = table.heard_of(player.id).recent
    return next(iter(recent.values())) - 1 if len(recent) == MOST_RECENT else 0


def is_open(table: Table) -> None:
    """The game has not begun."""
    if table.stage != OPEN:
        raise RefusedError("not_open")


def is_running(table: Table) -> None:
    """A game is being played."""
    if table.stage != RUNNING:
        raise RefusedError("not_running")


def is_host(table: Table, player: Player) -> None:
    """Only who opened the table may do this."""
    if table.opened.host != player.id:
        raise RefusedError("not_host")


def is_at_table(table: Table, player: Player) -> None:
    """The player holds a seat, or opened the table."""
    if not table.seats_of(player.id) and table.opened.host != player.id:
        raise RefusedError("not_seated")


def seat_at(table: Table, number: int) -> Seat:
    """The seat of that number."""
    if number not in range(len(table.seats)):
        raise RefusedError("no_such_seat", seat=number)
    return table.seats[number]


def own_seat(table: Table, number: int, player: Player) -> Seat:
    """A seat that the player holds."""
    seat = seat_at(table, number)
    if not player.id or seat.player != player.id:
        raise RefusedError("not_your_seat", seat=number)
    return seat


def playing_seat(table: Table, number: int, player: Player) -> Seat:
    """A seat in a running game that the player holds and has not given up."""
    is_running(table)
    seat = own_seat(table, number, player)
    if seat.resigned:
        raise RefusedError("resigned", seat=number)
    return seat


def in_turn(table: Table, number: int) -> None:
    """It is the seat's turn."""
    if table.turn != number:
        raise RefusedError("not_your_turn", turn=table.turn)


def may_begin(table: Table, player: Player) -> None:
    """The player has not begun too much here already."""
    if not table.may_begin(player.id):
        raise RefusedError("too_often")


def name(text: str) -> str:
    """A name that a record can hold and that people can see."""
    text = text.strip()
    try:
        check_text(text, "it")
    except RulesError as error:
        raise RefusedError("bad_name", reason=str(error)) from error
    tidy = spelling.tidy(text)
    if not tidy:
        raise RefusedError("bad_name", reason="nothing of it can be seen")
    return tidy


def known_bot(bot: str, bots: Container[str]) -> None:
    """A bot of this server."""
    if bot not in bots:
        raise RefusedError("no_such_bot", bot=bot)
