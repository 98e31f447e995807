"""A table is the fold of its rows: what each of them makes of it.

    row ──► by its event's class, one small function ──► table

Adding a move costs the same however long the game is, and so does taking moves back.
"""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from piazzetta.rules.record.replaying import Step, take
from piazzetta.server.table import clocks, endings, fair, imported, positions, proposals
from piazzetta.server.table.detail import Made, made
from piazzetta.server.table.events import (
    Aborted,
    Answered,
    AnyEvent,
    Asked,
    Chair,
    Forgotten,
    Invited,
    Left,
    Moved,
    Opened,
    Readied,
    Rematched,
    Resigned,
    Returned,
    Row,
    Sat,
    Stood,
    TimedOut,
    TookBack,
)
from piazzetta.server.table.known import NOTHING, Known, knowing, known
from piazzetta.server.table.value import (
    ABORTED,
    OPEN,
    RUNNING,
    Heard,
    Past,
    Proposal,
    Seat,
    Table,
    moves_of,
)

MOST_RECENT = 32
"""How many requests of each player are remembered to be carried out already."""

_BEGINS = (Sat, Invited, Asked, TookBack, Returned)
"""What players could do for ever, were it not limited."""

E = TypeVar("E")


class Decided(NamedTuple):
    """What a command leads to. Where it is a move, it was played once already to see whether it is
    legal: `evolve` need not play it again."""

    event: AnyEvent
    table: Table
    """The one it was decided for."""
    step: Step | None = None


def fold(rows: Iterable[Row]) -> Table:
    """The table that all its rows make."""
    table = None
    for row in rows:
        table = evolve(table, row)
    if table is None:
        raise ValueError("a table begins with a row")
    return table


def evolve(table: Table | None, row: Row, decided: Decided | None = None) -> Table:
    """The table after one more row; `decided` is where the row's event comes from, if known."""
    event = row.event
    if table is None:
        if not isinstance(event, Opened) or row.ply != 0:
            raise ValueError("the first row of a table opens it")
        return _opened(row, event)
    if row.ply != table.ply + 1 or row.table != table.id:
        raise ValueError(f"row {row.ply} does not follow row {table.ply}")
    table = replace(table, ply=row.ply, at=row.at, heard=_heard(table, row))
    if isinstance(event, Moved):
        return _moved(table, event, _step(table, event, decided))
    return _AFTER[type(event)](table, event)


def _heard(table: Table, row: Row) -> dict[str, Heard]:
    if not row.by:
        return table.heard
    before = table.heard_of(row.by)
    begun = before.begun + isinstance(row.event, _BEGINS)
    return {**table.heard, row.by: Heard(_recent(before.recent, row), begun)}


def _recent(before: dict[str, int], row: Row) -> dict[str, int]:
    if not row.request:
        return before
    recent = {**before, row.request: row.ply}
    if len(recent) > MOST_RECENT:
        del recent[next(iter(recent))]
    return recent


# Before the game.


def _opened(row: Row, event: Opened) -> Table:
    if event.record:
        return imported.table_of(row, event)
    chairs = event.chairs or (Chair(),) * event.players
    seats = tuple(map(_seat, chairs))
    table = Table(row.table, row.ply, row.ply, row.at, event, OPEN, seats)
    return _started(replace(table, heard=_heard(table, row)))


def _sat(table: Table, event: Sat) -> Table:
    chair = Chair(event.player, event.name, "", event.outside, event.forgotten)
    return _with_seat(table, event.seat, _seat(chair))


def _seat(chair: Chair) -> Seat:
    return Seat(
        player=chair.player,
        name=chair.name,
        bot=chair.bot,
        outside=chair.outside,
        sat_outside=chair.outside,
        forgotten=chair.forgotten,
    )


def _invited(table: Table, event: Invited) -> Table:
    return _started(_with_seat(table, event.seat, Seat(bot=event.bot)))


def _stood(table: Table, event: Stood) -> Table:
    return _with_seat(table, event.seat, Seat())


def _readied(table: Table, event: Readied) -> Table:
    for seat, share in event.shares.items():
        table = _with_seat(table, seat, replace(table.seats[seat], share=share))
    return _started(table)


def _started(table: Table) -> Table:
    """The game begins as soon as every seat is taken and ready."""
    if not all(seat.ready for seat in table.seats):
        return table
    opened, game = table.opened, table.game
    chance = fair.seed(opened.secret, (seat.share for seat in table.seats if seat.share))
    total = opened.clock.total
    state = game.deal(game.options(opened.players, opened.options), chance)
    return replace(
        table,
        stage=RUNNING,
        changed=table.ply,
        chance=chance,
        state=state,
        told=known(game.name, NOTHING, state),
        turn_since=table.at,
        left=() if total is None else (total,) * opened.players,
    )


# In the game.


def next_step(table: Table, move: str) -> Step:
    """What the move leads to; a RulesError if it is not legal."""
    state, chance, number = table.state, table.chance, table.moves + 1
    assert chance is not None  # the game has begun
    sizes = table.known.sizes(move)
    if sizes is None:
        return take(table.game, number, state, move, chance)
    after, note = knowing(table.opened.game).played(state, move, sizes, chance)
    return Step(number, state.turn, move, note, after)


def _step(table: Table, event: Moved, decided: Decided | None) -> Step:
    if decided and decided.step and decided.event is event and decided.table.state is table.state:
        return decided.step
    return next_step(table, event.move)


def _moved(table: Table, event: Moved, step: Step) -> Table:
    game, seat = table.game, table.seats[event.seat]
    before = table.told if table.told.state is table.state else Known(table.state)
    told = known(game.name, before, step.state)
    revealed = game.face_down(table.state) != game.face_down(step.state)
    past = Past(
        number=step.number,
        seat=step.seat,
        move=step.move,
        note=step.note,
        made=made(game, table.state, step) if told.brackets is None else Made(told.brackets),
        at=table.at,
        used=0.0 if event.bot else clocks.thought(table, table.at),
        gained=0.0 if event.bot else clocks.gain(table),
        revealed=revealed,
        stood_in=seat.stand_in,
        before=table.past,
    )
    after = replace(
        table,
        changed=table.ply,
        state=step.state,
        told=told,
        past=past,
        made=table.made + 1,
        earlier=positions.after_move(table),
        turn_since=table.at,
        left=table.left if event.bot else clocks.after_move(table, table.at),
        proposal=table.proposal if event.bot else None,
    )
    if seat.stand_in and (seat.returning or not event.bot):
        after = _with_seat(after, event.seat, _back(seat))
    if event.outside:
        program = replace(after.seats[event.seat], outside=True)
        after = _with_seat(after, event.seat, program)
    if event.last:
        return endings.agreed(after)
    return endings.ended(after) if step.state.over else after


def _took_back(table: Table, event: TookBack) -> Table:
    return _back_to(table, event.to, agreed=False)


def _back_to(table: Table, to: int, agreed: bool) -> Table:
    """Where the game was after so many moves; but the time that was used stays used."""
    undone = moves_of(table.past, to)
    past = undone[0].before
    earlier, state = positions.back_to(table, past)
    since, left = clocks.after_take_back(table, undone, agreed)
    return replace(
        table,
        changed=table.ply,
        state=state,
        told=known(table.opened.game, NOTHING, state),
        past=past,
        earlier=earlier,
        turn_since=since,
        left=left,
        proposal=None,
    )


def _asked(table: Table, event: Asked) -> Table:
    agreed = proposals.same_person(table, event.seat)
    asked = Proposal(event.what, event.seat, event.to, table.ply, agreed, event.needs_yes)
    so_far = (*proposals.so_far(table), asked)
    return _settled(replace(table, proposal=asked, asked=so_far))


def _answered(table: Table, event: Answered) -> Table:
    asked = table.proposal
    if not event.agrees or asked is None:
        return replace(table, proposal=None)
    agreed = asked.agreed | proposals.same_person(table, event.seat)
    return _settled(replace(table, proposal=replace(asked, agreed=agreed)))


def _settled(table: Table) -> Table:
    """What was asked happens once everybody agrees whose word counts; where the result counts, it
    falls when nobody is left who could."""
    asked = table.proposal
    if asked is None or proposals.open_voices(table, asked):
        return table
    if asked.needs_yes and not proposals.is_seconded(table, asked):
        return replace(table, proposal=None)
    if asked.what == proposals.TAKE_BACK:
        return _back_to(table, asked.to, agreed=True)
    return _over(endings.agreed(table))


def _resigned(table: Table, event: Resigned) -> Table:
    seat = replace(_back(table.seats[event.seat]), resigned=True)
    table = _handed_over(replace(table, resigned=(*table.resigned, event.seat)), event.seat, seat)
    asked = table.proposal
    if asked and asked.seat == event.seat:
        table = replace(table, proposal=None)
    ended = endings.ended(table)
    return _settled(table) if ended is table else _over(ended)


def _over(table: Table) -> Table:
    return replace(table, changed=table.ply)


def _aborted(table: Table, _event: Aborted) -> Table:
    return replace(table, stage=ABORTED, changed=table.ply, proposal=None)


# Bots in the place of people.


def _timed_out(table: Table, event: TimedOut) -> Table:
    seat = replace(table.seats[event.seat], stand_in=True, flagged=True)
    left = clocks.after_flag(table)
    return _settled(_handed_over(replace(table, left=left), event.seat, seat))


def _left(table: Table, event: Left) -> Table:
    seat = replace(table.seats[event.seat], stand_in=True, returning=False)
    if table.turn == event.seat:
        table = replace(table, left=clocks.all_left(table, table.at))
    return _settled(_handed_over(table, event.seat, seat))


def _returned(table: Table, event: Returned) -> Table:
    seat = table.seats[event.seat]
    if event.after_move:
        return _with_seat(table, event.seat, replace(seat, returning=True))
    return _handed_over(table, event.seat, _back(seat))


def _back(seat: Seat) -> Seat:
    """Nobody stands in for its player any more."""
    return replace(seat, stand_in=False, returning=False)


def _handed_over(table: Table, number: int, seat: Seat) -> Table:
    """Somebody else plays this seat now: if it is in turn, they begin to think."""
    table = _with_seat(table, number, seat)
    return replace(table, turn_since=table.at) if table.turn == number else table


def _rematched(table: Table, event: Rematched) -> Table:
    return replace(table, next=event.table)


def _forgotten(table: Table, _event: Forgotten) -> Table:
    return table


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


_AFTER: dict[type, Callable[[Table, Any], Table]] = {
    Sat: _sat,
    Invited: _invited,
    Stood: _stood,
    Readied: _readied,
    TookBack: _took_back,
    Asked: _asked,
    Answered: _answered,
    Resigned: _resigned,
    Aborted: _aborted,
    TimedOut: _timed_out,
    Left: _left,
    Returned: _returned,
    Rematched: _rematched,
    Forgotten: _forgotten,
}
