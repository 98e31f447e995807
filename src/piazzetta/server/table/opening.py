"""Opening a table: what somebody asks for, checked, as the table's first event."""

from collections.abc import Container
from typing import Any

from piazzetta.rules import GAMES
from piazzetta.rules.errors import RulesError
from piazzetta.server.protocol import rest
from piazzetta.server.protocol.shared import ClockOption
from piazzetta.server.table.decide import checks
from piazzetta.server.table.events import Chair, Clock, Opened
from piazzetta.server.table.player import Player
from piazzetta.server.table.refusal import RefusedError

ME, FREE = "me", "open"
"""What a request calls the asking player's seats and free ones; no bot has such a name."""
DAY = 24 * 3600.0


def open_table(
    request: rest.OpenTable, player: Player, secret: str, opened: str, bots: Container[str]
) -> Opened:
    """The first event of the table; a RefusedError if there cannot be such a table."""
    checks.known_bot(request.stand_in, bots)
    return Opened(
        game=request.game,
        players=request.players,
        host=player.id,
        secret=secret,
        opened=opened,
        options=_options(request),
        clock=_clock(request.clock),
        public=request.public,
        hints=request.hints,
        casual=request.casual,
        stand_in=request.stand_in,
        absence=None if (request.clock.move or 0) >= DAY else request.absence,
        pace=request.pace,
        chairs=_chairs(request, player, bots),
    )


def _options(request: rest.OpenTable) -> dict[str, Any]:
    """The options with their defaults, so that they mean the same for ever."""
    game = GAMES[request.game]
    try:
        return game.options_to_json(game.options(request.players, request.options))
    except RulesError as error:
        raise RefusedError("bad_options", reason=str(error)) from error


def _clock(option: ClockOption) -> Clock:
    if option.increment and option.total is None:
        raise RefusedError("bad_options", reason="an increment needs a total")
    return Clock(option.move, option.total, option.increment)


def _chairs(request: rest.OpenTable, player: Player, bots: Container[str]) -> tuple[Chair, ...]:
    wanted = request.seats or [ME, *[FREE] * (request.players - 1)]
    if len(wanted) != request.players:
        raise RefusedError("no_such_seat", seat=min(len(wanted), request.players))
    return tuple(_chair(one, player, bots) for one in wanted)


def _chair(wanted: str, player: Player, bots: Container[str]) -> Chair:
    if wanted == FREE:
        return Chair()
    if wanted == ME:
        return Chair(player.id, checks.name(player.name), outside=player.outside)
    checks.known_bot(wanted, bots)
    return Chair(bot=wanted)
