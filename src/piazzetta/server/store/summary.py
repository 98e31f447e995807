"""What lists know of a table: kept beside its rows, so that a lobby need not replay games."""

import msgspec

from piazzetta.server.protocol.server import LobbyTable
from piazzetta.server.protocol.shared import ClockOption, EndingShown, SeatShown
from piazzetta.server.table.value import Seat, Table


class Summary(LobbyTable, frozen=True):
    """A table as the lobby and its players' lists show it.

    Who is connected or away is not in it: that changes with moves, and a move writes its row alone.
    """

    ending: EndingShown | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Summary)


def encode(summary: Summary) -> str:
    """As the database keeps it."""
    return _ENCODER.encode(summary).decode()


def decode(text: str) -> Summary:
    """The summary that was encoded."""
    return _DECODER.decode(text)


def summary(table: Table) -> Summary:
    """A table's summary as it is now."""
    opened = table.opened
    return Summary(
        table=table.id,
        game=opened.game,
        players=opened.players,
        stage=table.stage,
        seats=[_seat(seat) for seat in table.seats],
        clock_option=ClockOption(opened.clock.move, opened.clock.total, opened.clock.increment),
        casual=opened.casual,
        hints=opened.hints,
        opened=opened.opened,
        ending=_ending(table),
    )


def _seat(seat: Seat) -> SeatShown:
    return SeatShown(
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        outside=seat.outside,
        forgotten=seat.forgotten,
        ready=seat.ready,
        resigned=seat.resigned,
    )


def _ending(table: Table) -> EndingShown | None:
    if table.ending is None:
        return None
    return EndingShown(
        ranking=[list(group) for group in table.ending.ranking],
        reason=table.ending.reason,
        scores=list(table.game.scores(table.state)),
    )
