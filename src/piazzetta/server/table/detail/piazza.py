"""Piazza: where cards may still lie, which are still to come, and brackets from end to end.

Once a card lies there, each of its arms that finds its colour is a bracket that it has made. Two
cards that were laid together find each other: that bracket counts once.
"""

from piazzetta.rules.grid import STEPS, Cell, window
from piazzetta.rules.piazza.brackets import Board, arms, lines_on, reach
from piazzetta.rules.piazza.cards import CARDS, COPIES, TEXTS
from piazzetta.rules.piazza.refusals import brackets_made
from piazzetta.rules.piazza.state import GRID, SHAPES, Lay, Move, State
from piazzetta.rules.piazza.view import View
from piazzetta.server.protocol.detail import MoveConsidered, PiazzaDetail, Span
from piazzetta.server.table.detail.area import area
from piazzetta.server.table.detail.made import NOTHING, Made

_ALL = dict.fromkeys(CARDS, COPIES)


def detail(position: State | View) -> PiazzaDetail:
    """What follows from the table."""
    return PiazzaDetail(area(*_reach(position)), _unlaid(position.board))


def _reach(position: State | View) -> tuple[range, range]:
    """Where cards may lie; start cards, on the cells of their shape."""
    if position.board and position.phase == "play":
        return reach(lines_on(position.board))
    return window(GRID, [*(cell for _, cell in position.board), *SHAPES[position.start]])


def _unlaid(board: Board) -> dict[str, int]:
    left = _ALL.copy()
    for card, _ in board:
        text = TEXTS[card]
        if left[text] > 1:
            left[text] -= 1
        else:
            del left[text]
    return left


def made(before: State, after: State, _move: str) -> Made:
    """The brackets of a move."""
    if before.scores == after.scores:
        return NOTHING
    return Made(tuple(spans(after.board, after.board[len(before.board) :])))


def judged(state: State, move: Move, text: str) -> MoveConsidered:
    """What a move would bring; an IllegalMoveError where it is not legal."""
    sizes = brackets_made(state, move)
    found = spans(state.board + move.cards, move.cards) if isinstance(move, Lay) and sizes else []
    return MoveConsidered(text, True, "", "", sum(sizes), found, None, "", 0)


def spans(board: Board, laid: Board) -> list[Span]:
    """The brackets that the cards laid last have made, rows first, as one reads."""
    lines = lines_on(board)
    found = {
        tuple(sorted((cell, _along(cell, direction, arm.distance)))): arm.size
        for card, cell in laid
        for direction, arm in enumerate(arms(lines, cell, card.colour))
        if arm.size
    }
    ends = sorted(found, key=_reading)
    return [Span(one, two, found[one, two]) for one, two in ends]


def _along(cell: Cell, direction: int, distance: int) -> Cell:
    dx, dy = STEPS[direction]
    return cell[0] + dx * distance, cell[1] + dy * distance


def _reading(ends: tuple[Cell, ...]) -> tuple[bool, int, int]:
    """Rows from the top, each from the left; then columns from the left, each from the top."""
    (x, y), (_, last) = ends
    return (True, x, y) if y != last else (False, y, x)
