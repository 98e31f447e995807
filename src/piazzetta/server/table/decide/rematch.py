"""The same people once more: a new table, with the seats rotated by one."""

from collections.abc import Container

import msgspec

from piazzetta.server.table.decide import checks
from piazzetta.server.table.events import Chair, Opened, Rematched
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import OVER, Table


def rematch(
    table: Table, player: Player, ply: int, new: str, secret: str, opened: str
) -> tuple[Decided, Opened]:
    """The event at this table, and the first one of the table `new`; that is to be kept first."""
    checks.based_on(table, ply, player)
    if not table.seats_of(player.id):
        raise RefusedError("not_seated")
    if table.stage != OVER:
        raise RefusedError("not_over")
    if table.next:
        raise RefusedError("rematch_already", table=table.next)
    return Decided(Rematched(new), table), _next(table, player, secret, opened)


def only_for(opened: Opened, players: Container[str]) -> Opened:
    """The same table with the seats free of those who are not among these players."""
    chairs = tuple(one if one.bot or one.player in players else Chair() for one in opened.chairs)
    return msgspec.structs.replace(opened, chairs=chairs)


def _next(table: Table, player: Player, secret: str, opened: str) -> Opened:
    """A program that only moved for somebody has not sat down for the next game."""
    chairs = tuple(Chair(one.player, one.name, one.bot, one.sat_outside) for one in table.seats)
    return msgspec.structs.replace(
        table.opened,
        host=player.id,
        secret=secret,
        opened=opened,
        before=table.id,
        chairs=(*chairs[-1:], *chairs[:-1]),
    )
