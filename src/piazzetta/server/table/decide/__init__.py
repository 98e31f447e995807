"""Commands: what a client's message, or the server itself, makes happen at a table, if it may.

Nothing here changes anything: the answer is an event that the store may keep, or a RefusedError
that tells why not, and nothing that the asking player may not know.
"""

from piazzetta.server.table.decide.command import decide
from piazzetta.server.table.decide.own import (
    bot_move,
    come_back,
    go_for_good,
    leave,
    stale,
    time_out,
)
from piazzetta.server.table.decide.reading import may_advise, may_consider, may_lift, may_react
from piazzetta.server.table.decide.rematch import only_for, rematch
from piazzetta.server.table.evolve import Decided
from piazzetta.server.table.player import Player

__all__ = [
    "Decided",
    "Player",
    "bot_move",
    "come_back",
    "decide",
    "go_for_good",
    "leave",
    "may_advise",
    "may_consider",
    "may_lift",
    "may_react",
    "only_for",
    "rematch",
    "stale",
    "time_out",
]
