"""Legal moves of C'est Carré!, and why another move is not legal.

Their order is fixed, since kernels and counting tables rely on it: `take` before `reveal`; cards
by (motif, value), and for each card where it can be laid, then where it can be swapped in, by
(x, y).
"""

from functools import lru_cache
from typing import NamedTuple

from piazzetta.rules.carre.cards import Card
from piazzetta.rules.carre.layout import cells_of, lay_cells
from piazzetta.rules.carre.state import (
    PASS,
    REVEAL,
    TAKE,
    Drop,
    Hand,
    Lay,
    Layout,
    Move,
    Pass,
    Reveal,
    State,
    Swap,
    Take,
)
from piazzetta.rules.errors import IllegalMoveError, NotAMoveError, quote
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed, free_neighbours

PLAYED_UNDER = {"play": "C-SOURCE", "lay": "C-NEGATIVE", "drop": "C-POSITIVE"}
"""Which clause says what cards may be played in a phase."""


class Placings(NamedTuple):
    """Where a card may be laid, and where it may be swapped in."""

    card: Card
    free: tuple[Cell, ...]
    alike: list[Cell]


def legal_moves(state: State) -> list[Legal[Move]]:
    """Every legal move once; none when the game is over."""
    if state.over:
        return []
    if state.phase == "source":
        return [Legal(move) for move in _source_moves(state)]
    if state.phase == "drop":
        return [Legal(Drop(card)) for card in choices(state)]
    moves: list[Legal[Move]] = []
    for card, free, alike in placings(state):
        moves += [_lay(card, cell) for cell in free]
        moves += [_swap(card, cell) for cell in alike]
    return moves


def choices(state: State) -> list[Card]:
    """The cards that may be played now, each kind once."""
    return sorted(set(playable(state)))


def placings(state: State) -> list[Placings]:
    """Where each card may go that may be laid or swapped in now."""
    layout = state.layouts[state.turn]
    free, lying = lay_cells(layout), sorted([(cell, card) for card, cell in layout])
    return [
        Placings(card, free, [cell for cell, old in lying if _alike(card, old)])
        for card in choices(state)
    ]


# Layouts are small: the same few moves come again and again.


@lru_cache(maxsize=8192)
def _lay(card: Card, cell: Cell) -> Legal[Move]:
    return Legal(Lay(Placed(card, cell)))


@lru_cache(maxsize=8192)
def _swap(card: Card, cell: Cell) -> Legal[Move]:
    return Legal(Swap(Placed(card, cell)))


def start_moves(_state: State) -> list[Legal[Move]]:
    """Nothing is chosen before the first turn."""
    return []


def playable(state: State) -> Hand:
    """The cards that may be played now: those revealed, later those in hand."""
    return state.revealed if state.phase == "play" else state.hands[state.turn]


def _source_moves(state: State) -> list[Move]:
    # By C-EMPTY-DISCARD the discard pile is empty between turns only if the draw pile is, too.
    return [TAKE, REVEAL] if state.discard else [PASS]


def _alike(card: Card, other: Card) -> bool:
    """C-SWAP: the same motif or the same value."""
    return card.motif == other.motif or card.value == other.value


def check_legal(state: State, move: Move) -> None:
    """Raise an IllegalMoveError that names the clause the move breaks, if it breaks one."""
    if state.over:
        raise IllegalMoveError("C-WIN", move, "the game is over")
    match move:
        case Take() | Reveal() | Pass():
            _check_source(state, move)
        case Drop(card):
            if state.phase != "drop":
                reason = "cards are discarded only from a hand of more than five"
                raise IllegalMoveError("C-POSITIVE", move, reason)
            _check_playable(state, card, move)
        case Lay(placed) | Swap(placed):
            if state.phase == "source":
                raise IllegalMoveError("C-SOURCE", move, "first take or reveal")
            if state.phase == "drop":
                raise IllegalMoveError("C-POSITIVE", move, "first discard down to five cards")
            _check_playable(state, placed.card, move)
            check = _check_lay if isinstance(move, Lay) else _check_swap
            check(state.layouts[state.turn], placed, move)
        case _:
            raise NotAMoveError(f"{quote(move)} is no move of C'est Carré!")


def _check_source(state: State, move: Move) -> None:
    if state.phase == "source" and move in _source_moves(state):
        return
    if move == PASS:
        raise IllegalMoveError("C-NOTHING", move, "only who finds no card in either pile passes")
    if state.phase != "source":
        raise IllegalMoveError("C-SOURCE", move, "a card has been taken or revealed already")
    raise IllegalMoveError("C-NOTHING", move, "there is no card to be had")


def _check_playable(state: State, card: Card, move: Move) -> None:
    if card not in playable(state):
        where = "revealed" if state.phase == "play" else "in the hand"
        raise IllegalMoveError(PLAYED_UNDER[state.phase], move, f"{card} is not {where}")


def _check_lay(layout: Layout, placed: Placed[Card], move: Move) -> None:
    if placed.cell in lay_cells(layout):
        return
    cells = cells_of(layout)
    if not cells:
        raise IllegalMoveError("C-LAY", move, "the first card of a round lies on 0,0")
    if placed.cell in cells:
        raise IllegalMoveError("C-LAY", move, "that cell is not empty")
    if placed.cell not in free_neighbours(cells):
        raise IllegalMoveError("C-LAY", move, "no card of the player lies beside that cell")
    raise IllegalMoveError("C-SQUARE", move, "the cards would no longer fit in a 3×3 square")


def _check_swap(layout: Layout, placed: Placed[Card], move: Move) -> None:
    old = next((card for card, cell in layout if cell == placed.cell), None)
    if old is None:
        raise IllegalMoveError("C-SWAP", move, "no card of the player lies there")
    if not _alike(placed.card, old):
        raise IllegalMoveError("C-SWAP", move, f"{old} has another motif and another value")
