"""Earlier positions of a table's game, as a client may know them; with all hands once it is over.

They are played again from the deal, which takes its time in a long game.
"""

from typing import Any

from piazzetta.server.protocol import rest
from piazzetta.server.table import parts
from piazzetta.server.table.detail import detail
from piazzetta.server.table.naming import called, shown
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.shown import view_of
from piazzetta.server.table.sight import sight
from piazzetta.server.table.value import OVER, Table, moves_of


def states(table: Table, moves: int) -> list[Any]:
    """The state before the first move and after each, up to so many."""
    game, chance = table.game, table.chance
    if chance is None or not 0 <= moves <= table.moves:
        raise RefusedError("no_such_position")
    found = [game.deal(game.options(table.opened.players, table.opened.options), chance)]
    for past in moves_of(table.past)[:moves]:
        found.append(game.play(found[-1], game.parse_move(past.move), chance))
    return found


def position(table: Table, number: int, player: str) -> rest.PositionShown:
    """After so many moves, as this player may know it. Who holds several seats sees no hand."""
    state = states(table, number)[-1]
    hand_of = sight(table, player, None).hand_of
    return rest.PositionShown(
        table=table.id,
        number=number,
        view=view_of(table, state, hand_of),
        detail=detail(table.game, state),
        hand_of=hand_of,
    )


def replay(table: Table) -> rest.Replay:
    """The whole of a finished game, with nothing hidden."""
    ending = parts.ending(table)
    if table.stage != OVER or ending is None:
        raise RefusedError("not_over")
    game, played = table.game, states(table, table.moves)
    return rest.Replay(
        table=table.id,
        game=game.name,  # type: ignore[arg-type]  # the protocol names all games
        names=shown(called(table.seats)),
        positions=[game.state_to_json(state) for state in played],  # type: ignore[misc]
        details=[detail(game, state) for state in played],
        moves=parts.moves(table),
        ending=ending,
        fair=parts.fair_promise(table),
        forgotten=[number for number, seat in enumerate(table.seats) if seat.forgotten],
    )
