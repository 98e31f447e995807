"""Advice for a player: the best moves of a view, what can be expected of them, and why.

    all legal moves --halving--> the leaders --all equally often--> margin, win chance
                                             --the rules----------> points now, reasons

Everything follows from the view. Until the kernels are ready, and in positions that play cannot
come to, the moves are ranked as `greedy` would rank them, and nothing is expected.
"""

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from piazzetta import kernels
from piazzetta.bots import greedy_carre, greedy_piazza, reasons_carre, reasons_piazza
from piazzetta.bots.reason import OnlyMove, Reason
from piazzetta.bots.search import SEARCH, rank, search_of
from piazzetta.rules import carre, piazza
from piazzetta.rules.errors import FieldError, PositionError
from piazzetta.rules.game import AnyGame, Legal

TOP = 8
HALVING = 0.5
"""The part of the time in which the leaders are found; in the rest they are compared."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and all that can be said for and against it."""

    move: Any
    points: int
    """Now: what it scores (Piazza), or changes in the points of the layout (C'est Carré!)."""
    reasons: tuple[Reason, ...]
    margin: float | None = None
    """Expected points ahead of the best other seat: at the end of the game (Piazza), of the round
    (C'est Carré!)."""
    win: float | None = None
    """The chance to win if all seats play as playouts do; a shared win counts as a part of one."""
    playouts: int = 0
    """How many playouts that rests on."""


class Expected(NamedTuple):
    """What playouts say of a move."""

    move: Any
    margin: float | None = None
    win: float | None = None
    playouts: int = 0


class Guide(NamedTuple):
    """What advice needs of a game."""

    explain: Callable[[Any, Any, Random], Callable[[Any], tuple[Reason, ...]]]
    points: Callable[[Any, Any], int]
    values: Callable[[Any, Any, Random], list[float]]
    """How good each move looks to `greedy`."""


GUIDES = {
    piazza.GAME.name: Guide(
        reasons_piazza.explain, reasons_piazza.points_now, greedy_piazza.values
    ),
    carre.GAME.name: Guide(reasons_carre.explain, reasons_carre.points_now, greedy_carre.values),
}

REASONS: dict[str, type[Reason]] = {
    kind.code: kind for kind in (OnlyMove, *reasons_piazza.REASONS, *reasons_carre.REASONS)
}
"""Every kind of reason by its code."""


def advise(
    game: AnyGame,
    view: Any,
    seconds: float,
    threads: int = 1,
    seed: int = 0,
    *,
    top: int = TOP,
    also: Any = None,
    wait: bool = False,
) -> tuple[Advice, ...]:
    """The best moves for the seat that sees the view and is in turn, the best first.

    So many of them, and the move `also` if it is none of them; none in a finished game. `wait`
    waits for the kernels, where they are installed, however long compiling takes.
    """
    if view.over:
        return ()
    legal = _legal(game, view, seed)
    if also is not None and also not in legal:
        raise FieldError(f"{also} is not legal here")
    if wait:
        kernels.wait_until_ready(game.name)
    found = None
    if kernels.ready(game.name):
        found = _played_out(game, view, seconds, threads, seed, top, also)
    else:
        kernels.warm_up_in_background(game.name)
    found = found or _by_looks(game, view, list(legal.values()), seed, top, also)
    return _explained(game, view, legal, found, seed)


def _legal(game: AnyGame, view: Any, seed: int) -> dict[Any, Legal[Any]]:
    """The legal moves; what is legal does not depend on what is hidden, so any state will do."""
    if view.seat != view.turn:
        raise FieldError(f"it is the turn of seat {view.turn}; the view must be that seat's")
    state = game.determinize(view, Random(seed))
    return {entry.move: entry for entry in game.legal_moves(state)}


def _played_out(
    game: AnyGame, view: Any, seconds: float, threads: int, seed: int, top: int, also: Any
) -> list[Expected] | None:
    """What playouts find; None for a view that the kernels cannot hold."""
    from piazzetta.bots import halving

    style = SEARCH[game.name]
    try:
        search = search_of(style, view)
    except PositionError:
        return None
    with closing(halving.Threads(threads)) as pool:
        ranked = rank(search, style, seconds * HALVING, seed, pool)
        leaders = {search.move(found.index): found.index for found in ranked[:top]}
        if also is not None and also not in leaders:
            every = range(len(search.prior))
            leaders[also] = next(k for k in every if search.move(k) == also)
        chosen = list(leaders.values())
        compared = halving.compare(search, chosen, seconds * (1 - HALVING), seed + 1, pool)
    compared.sort(key=lambda found: -style.worth(found.win, found.margin))
    return [
        Expected(search.move(found.index), found.margin, found.win, found.playouts)
        for found in compared
    ]


def _by_looks(
    game: AnyGame, view: Any, legal: Sequence[Legal[Any]], seed: int, top: int, also: Any
) -> list[Expected]:
    """As `greedy` ranks them: nothing is known of what comes later."""
    values = GUIDES[game.name].values(view, legal, Random(seed))
    order = sorted(zip(values, legal, strict=True), key=lambda entry: -entry[0])
    moves = [entry.move for _, entry in order]
    chosen = moves[:top]
    return [Expected(move) for move in moves if move in chosen or move == also]


def _explained(
    game: AnyGame, view: Any, legal: dict[Any, Legal[Any]], found: list[Expected], seed: int
) -> tuple[Advice, ...]:
    guide = GUIDES[game.name]
    explain = guide.explain(view, list(legal.values()), Random(seed))
    only = (OnlyMove(),) if len(legal) == 1 else ()
    return tuple(
        Advice(
            move,
            points=guide.points(view, legal[move]),
            reasons=(*only, *explain(legal[move])),
            margin=margin,
            win=win,
            playouts=playouts,
        )
        for move, margin, win, playouts in found
    )
