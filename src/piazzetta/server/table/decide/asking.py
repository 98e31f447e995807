"""What needs the others' consent: taking moves back, ending the game early."""

from piazzetta.server.protocol import client
from piazzetta.server.table import limits, proposals, takeback
from piazzetta.server.table.decide import checks
from piazzetta.server.table.decide.asker import Asker
from piazzetta.server.table.events import Answered, Asked, TookBack
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Proposal, Table


def take_back(table: Table, message: client.TakeBack, asker: Asker) -> Decided:
    """At once where nobody has to be asked, or everybody else agrees by themselves."""
    seat = message.seat
    checks.playing_seat(table, seat, asker.player)
    checks.may_begin(table, asker.player)
    last = takeback.last_move_of(table, seat)
    if last is None:
        raise RefusedError("nothing_to_take_back", seat=seat)
    to = last.number - 1
    if takeback.is_free(table, seat):
        return Decided(TookBack(seat, to), table)
    if not table.opened.casual:
        raise RefusedError("not_casual")
    if not _others(table, seat):
        return Decided(TookBack(seat, to), table)
    return _ask(table, Asked(proposals.TAKE_BACK, seat, to))


def propose_end(table: Table, message: client.ProposeEnd, asker: Asker) -> Decided:
    """Where the result counts, somebody else has to agree who is there."""
    seat = message.seat
    checks.playing_seat(table, seat, asker.player)
    checks.may_begin(table, asker.player)
    if not table.opened.casual and not _others(table, seat):
        raise RefusedError("nobody_to_ask")
    return _ask(table, Asked(proposals.END, seat, needs_yes=not table.opened.casual))


def _ask(table: Table, event: Asked) -> Decided:
    if table.proposal:
        raise RefusedError("asked_already")
    if [one.seat for one in proposals.so_far(table)].count(event.seat) >= limits.MOST_ASKED:
        raise RefusedError("too_many")
    return Decided(event, table)


def _others(table: Table, seat: int) -> frozenset[int]:
    """The seats of other people who are there."""
    return proposals.voices(table) - proposals.same_person(table, seat)


def answer(table: Table, message: client.Answer, asker: Asker) -> Decided:
    """Yes, or no; who asked may only take the question back."""
    checks.playing_seat(table, message.seat, asker.player)
    asked = _asked(table, message.ply)
    if message.agrees and message.seat in asked.agreed:
        raise RefusedError("agreed_already", seat=message.seat)
    return Decided(Answered(message.seat, message.agrees), table)


def _asked(table: Table, ply: int) -> Proposal:
    """What is asked, if the client knew of it."""
    if table.proposal is None:
        raise RefusedError("nothing_asked")
    if ply < table.proposal.ply:
        raise RefusedError("stale")
    return table.proposal
