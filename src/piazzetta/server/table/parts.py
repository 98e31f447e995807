"""The parts of messages that everybody at a table may see; nothing hidden goes in here.

Only the secret of the deal is looked at, to show its commitment; the secret itself once it is over.
"""

from collections.abc import Container
from typing import Any

from piazzetta.rules.chance import Given, Seed
from piazzetta.rules.game import AnyGame, Outcome
from piazzetta.server.protocol.shared import (
    ClockOption,
    ClockShown,
    EndingShown,
    FairShown,
    MoveShown,
    ProposalShown,
    SeatShown,
)
from piazzetta.server.table import clocks, fair
from piazzetta.server.table.value import OVER, Ending, Past, Seat, Table, moves_of


def seats(table: Table, connected: Container[str]) -> list[SeatShown]:
    """Who sits where."""
    return [_seat(seat, connected) for seat in table.seats]


def _seat(seat: Seat, connected: Container[str]) -> SeatShown:
    return SeatShown(
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        outside=seat.outside,
        forgotten=seat.forgotten,
        ready=seat.ready,
        stand_in=seat.stand_in,
        returning=seat.returning,
        resigned=seat.resigned,
        connected=bool(seat.player) and seat.player in connected,
    )


def clock_option(table: Table) -> ClockOption:
    """The clock that was chosen."""
    chosen = table.opened.clock
    return ClockOption(chosen.move, chosen.total, chosen.increment)


def clock(table: Table, now: float) -> ClockShown:
    """Time as it is now."""
    left = list(clocks.all_left(table, now))
    return ClockShown(left, clocks.move_left(table, now), clocks.runs(table))


def proposal(table: Table) -> ProposalShown | None:
    """What is being asked."""
    asked = table.proposal
    if asked is None:
        return None
    return ProposalShown(asked.what, asked.seat, sorted(asked.agreed), asked.to)


def ending(table: Table) -> EndingShown | None:
    """How it ended."""
    return how_ended(table.game, table.state, table.ending)


def how_ended(game: AnyGame, state: Any, how: Ending | Outcome | None) -> EndingShown | None:
    """Ranking, reason and points of a game that has ended."""
    if how is None:
        return None
    ranking = [list(group) for group in how.ranking]
    return EndingShown(ranking, how.reason, list(game.scores(state)))


def fair_promise(table: Table) -> FairShown:
    """The commitment; the shares once all are there, so that none can answer another; the secret
    and the seed once the game is over. Of a table that was closed early they are never told."""
    secret = table.opened.secret
    commitment = _commitment(secret)
    if table.chance is None:
        return FairShown(commitment)
    shares = [seat.share for seat in table.seats]
    if table.stage != OVER:
        return FairShown(commitment, shares)
    return fair_proof(secret, shares, table.chance)


def fair_proof(secret: str, shares: list[str], chance: Seed | Given) -> FairShown:
    """All that the deal followed from."""
    seed = f"{chance.value:064x}" if isinstance(chance, Seed) else ""
    return FairShown(_commitment(secret), shares, secret, seed)


def _commitment(secret: str) -> str:
    """Of a record that proves nothing there is none."""
    return fair.commitment(secret) if secret else ""


def moves(table: Table) -> list[MoveShown]:
    """All moves so far."""
    return [_move(past) for past in moves_of(table.past)]


def _move(past: Past) -> MoveShown:
    brackets, scoring = past.made
    return MoveShown(past.number, past.seat, past.move, past.note, list(brackets), scoring)


def moves_changed(before: Table, after: Table) -> dict[str, Any]:
    """The move that was made, or how many are left."""
    if after.past is before.past:
        return {}
    if after.past and after.past.before is before.past:
        return {"move": _move(after.past)}
    return {"moves": after.moves}
