"""C'est Carré!: what each seat's cards are worth, whose square closes the round, and effects."""

from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from piazzetta.rules.carre.cards import TEXTS
from piazzetta.rules.carre.layout import (
    SIDE,
    ZONE_POINTS,
    by_motif,
    cells_of,
    complete_square,
    scored,
    with_card,
    zones_among,
)
from piazzetta.rules.carre.moves import check_legal
from piazzetta.rules.carre.notation import parse_move
from piazzetta.rules.carre.state import Lay, Layout, Move, State, Swap
from piazzetta.rules.carre.view import View
from piazzetta.rules.fields import placed_to_json
from piazzetta.rules.grid import Cell, bounds, window
from piazzetta.server.protocol.detail import (
    Area,
    CarreDetail,
    Effect,
    MoveConsidered,
    RoundShown,
    SquareShown,
    ZoneShown,
)
from piazzetta.server.table.detail.area import area
from piazzetta.server.table.detail.made import NOTHING, Made

START: Cell = (0, 0)
"""Where the first card of a layout lies."""


def detail(position: State | View) -> CarreDetail:
    """What follows from the cards that lie there."""
    squares = [square(layout) for layout in position.layouts]
    return CarreDetail(squares, *closing(position, _complete(squares)))


def closing(position: State | View, complete: list[bool]) -> tuple[int | None, int | None]:
    """Whose square closes the round, and how many turns are left; of each seat whether its square
    is complete."""
    if not position.closing:
        return None, None
    return _closed_by(position.first, complete), _turns_left(position)


def _complete(squares: list[SquareShown]) -> list[bool]:
    return [one.complete for one in squares]


def _closed_by(first: int, complete: list[bool]) -> int | None:
    """The first complete square of the round's last lap: nobody had one before it."""
    order = [*range(first, len(complete)), *range(first)]
    return next((seat for seat in order if complete[seat]), None)


def _turns_left(position: State | View) -> int:
    """Until it would be the first seat's turn again."""
    if position.over:
        return 0
    return (position.first - position.turn - 1) % position.players + 1


# Squares.


def square(layout: Layout) -> SquareShown:
    """What a seat's cards are worth."""
    where = _where(cells_of(layout))
    zones: list[ZoneShown] = []
    for motif, cells in by_motif(layout, where.complete).items():
        zones += _zones(motif, frozenset(cells))
    zones.sort(key=_cells)
    worth = scored(layout, list(map(_cells, zones)))
    return SquareShown(
        values=worth.values,
        zone_points=worth.zone_points,
        points=worth.points,
        complete=where.complete is not None,
        nine=worth.victory,
        zones=zones,
        outside=where.outside,
        reach=where.reach,
    )


class _Where(NamedTuple):
    """What follows from where cards lie, whichever they are."""

    complete: frozenset[Cell] | None
    outside: list[Cell]
    reach: Area


# Layouts are small: cards lie alike again and again.


@lru_cache(maxsize=4096)
def _where(cells: frozenset[Cell]) -> _Where:
    complete = complete_square(cells)
    if complete:
        return _Where(complete, sorted(cells - complete), area(*bounds(complete)))
    return _Where(None, [], area(*window(SIDE, cells or [START])))


@lru_cache(maxsize=8192)
def _zones(motif: str, cells: frozenset[Cell]) -> list[ZoneShown]:
    return [ZoneShown(motif, zone, ZONE_POINTS[len(zone)]) for zone in zones_among(cells)]


_cells = attrgetter("cells")


# Moves.


def made(before: State, after: State, move: str) -> Made:
    """How the round was scored that the move ended, if it ended one."""
    if before.round == after.round and not after.over:
        return NOTHING
    return Made(scoring=_scoring(before, after, move))


def _scoring(before: State, after: State, text: str) -> RoundShown:
    layouts = list(before.layouts)
    move = parse_move(text)
    if isinstance(move, Lay | Swap):
        layouts[before.turn] = with_card(layouts[before.turn], move.placed)
    squares = [square(layout) for layout in layouts]
    closed_by = _closed_by(before.first, _complete(squares))
    return RoundShown(
        round=before.round,
        layouts=[placed_to_json(layout, TEXTS) for layout in layouts],  # type: ignore[misc]
        squares=squares,
        points=[new - old for new, old in zip(after.totals, before.totals, strict=True)],
        totals=list(after.totals),
        # In a position that was made by hand, the round may be closing without a square.
        closed_by=before.turn if closed_by is None else closed_by,
    )


def judged(state: State, move: Move, text: str) -> MoveConsidered:
    """What a move would bring; an IllegalMoveError where it is not legal."""
    check_legal(state, move)
    after = None
    if isinstance(move, Lay | Swap):
        after = square(with_card(state.layouts[state.turn], move.placed))
    effect, cards = _effect(state, move)
    return MoveConsidered(text, True, "", "", 0, [], after, effect, cards)


def _effect(state: State, move: Move) -> tuple[Effect, int]:
    """C-NEGATIVE, C-POSITIVE, C-ONE-EFFECT: only a revealed card that is laid has one."""
    if state.phase != "play" or not isinstance(move, Lay):
        return "", 0
    value = move.placed.card.value
    effect: Effect = "play" if value < 0 else "draw"
    cards = min(abs(value), len(state.hands[state.turn]) if value < 0 else _to_draw(state))
    return (effect, cards) if cards else ("", 0)


def _to_draw(state: State) -> int:
    """C-ORDER, C-EMPTY-DRAW: the revealed card that is not laid is discarded first."""
    return len(state.deck) + len(state.discard) + len(state.revealed) - 1
