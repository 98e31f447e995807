"""A client's message at a table: which function decides about it."""

from collections.abc import Callable, Container
from typing import Any

from piazzetta.server.protocol import client
from piazzetta.server.table.decide import asking, checks, playing, seating
from piazzetta.server.table.decide.asker import Asker
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.player import Player
from piazzetta.server.table.value import Table

Command = (
    client.Sit
    | client.Stand
    | client.Invite
    | client.Ready
    | client.Move
    | client.TakeBack
    | client.ProposeEnd
    | client.Answer
    | client.Resign
    | client.Abort
)
"""The messages that make one event at the table they name."""


def decide(
    table: Table,
    message: Command,
    player: Player,
    now: float,
    *,
    lifted: int | None = None,
    bots: Container[str] = (),
) -> Decided:
    """The event that the message makes; a RefusedError if it may not be.

    `lifted` is the seat whose curtain is up on the client that sent it, `bots` those that may be
    invited.
    """
    checks.based_on(table, message.ply, player)
    return COMMANDS[type(message)](table, message, Asker(player, now, lifted, bots))


COMMANDS: dict[type, Callable[[Table, Any, Asker], Decided]] = {
    client.Sit: seating.sit,
    client.Stand: seating.stand,
    client.Invite: seating.invite,
    client.Ready: seating.ready,
    client.Abort: seating.abort,
    client.Move: playing.move,
    client.Resign: playing.resign,
    client.TakeBack: asking.take_back,
    client.ProposeEnd: asking.propose_end,
    client.Answer: asking.answer,
}
