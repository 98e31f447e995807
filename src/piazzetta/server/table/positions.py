"""Earlier positions of a game, so that taking moves back does not play all of it again.

    0        64        128   131 132 133 … 146   the position that is played
    └─ one in so many moves ─┘   └─ the last ones ─┘

One that is not kept is played again from the one before it: only ever so many moves.
"""

from typing import Any

from piazzetta.server.table.value import Past, Position, Table, moves_of

RECENT = 16
"""So many of the last ones are kept; they have most of their parts in common."""
APART = 64
"""Of those before them, one in so many moves."""


def after_move(table: Table) -> tuple[Position, ...]:
    """Those that are kept when a move is made here."""
    return _added(table.earlier, Position(table.moves, table.state))


def _added(kept: tuple[Position, ...], position: Position) -> tuple[Position, ...]:
    if len(kept) >= RECENT and kept[-RECENT].moves % APART:
        return (*kept[:-RECENT], *kept[1 - RECENT :], position)
    return (*kept, position)


def back_to(table: Table, past: Past | None) -> tuple[tuple[Position, ...], Any]:
    """Those before the position after this move, None for the deal, and its state."""
    to = past.number if past else 0
    index = next(i for i in reversed(range(len(table.earlier))) if table.earlier[i].moves <= to)
    kept, (moves, state) = table.earlier[:index], table.earlier[index]
    game, chance = table.game, table.chance
    assert chance is not None  # moves were made
    for one in moves_of(past, moves):
        kept = _added(kept, Position(one.number - 1, state))
        state = game.play(state, game.parse_move(one.move), chance)
    return kept, state
