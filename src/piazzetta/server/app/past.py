"""Earlier positions of a table's game: played again from its deal, when somebody looks back."""

import asyncio
from typing import Any

from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table, moves_of


def states(table: Table, moves: int) -> list[Any]:
    """The state before the first move and after each, up to so many."""
    game, chance = table.game, table.chance
    if chance is None or moves > table.moves:
        raise RefusedError("no_such_position")
    found = [game.deal(game.options(table.opened.players, table.opened.options), chance)]
    for past in moves_of(table.past)[:moves]:
        found.append(game.play(found[-1], game.parse_move(past.move), chance))
    return found


async def states_aside(table: Table, moves: int) -> list[Any]:
    """The same, in a thread: a long game takes its time, and nobody else should wait."""
    return await asyncio.to_thread(states, table, moves)
