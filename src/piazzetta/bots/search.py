"""The bots that play moves out before they choose: `search`, and the yardstick `montecarlo`.

Both do what `halving.py` says, on the kernels. But in Piazza `search` grows a tree (`climb.py`) and
solves the end of the game (`endgame.py`), and in both games it can think while others move
(`ponder.py`). They also differ in the policy of the playouts: the yardstick's are greedy, those of
`search` think of the cards to come. Some of the numbers here rest on measurements, which
docs/bots.md has, most of them Piazza's; the others do not.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from piazzetta import kernels
from piazzetta.bots.bot import AnyBot, Choice, Decision
from piazzetta.rules import carre, piazza
from piazzetta.rules.errors import PositionError
from piazzetta.rules.game import AnyGame

SLACK = 0.002
"""Seconds kept back for what is not playouts."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a bot searches in one game."""

    kernel: str
    """The module of `kernels` that plays moves out."""
    better: bool
    """Whether its playouts are those of `search`, not those of the yardstick."""
    candidates: int
    margin: float
    """What a point of margin is worth beside the whole win."""
    playouts: int | None = None
    """How many; None for as many as the time allows."""
    faith: float = 0.0
    """As many playouts as the look of a move before any is believed like."""
    slope: float = 0.0
    """What a point of that look is worth beside the whole win."""
    exact: bool = False
    """Whether it solves the end of a game where nothing is hidden."""

    tree: bool = False
    """Whether it grows a tree instead of trying moves one by one."""

    @property
    def ponders(self) -> bool:
        """Whether it takes all the time that there is, also that of others."""
        return self.better and self.playouts is None

    def worth(self, win: float, margin: float) -> float:
        """What a mean share of the win and a mean margin are worth together."""
        return win + self.margin * margin


SEARCH = {
    piazza.GAME.name: Style(
        "piazza_search",
        better=True,
        candidates=48,
        margin=0.1,
        faith=20,
        slope=0.1,
        exact=True,
        tree=True,
    ),
    carre.GAME.name: Style(
        "carre_search", better=True, candidates=32, margin=0.02, faith=60, slope=0.03
    ),
}
MONTECARLO = {
    piazza.GAME.name: Style("piazza_search", better=False, candidates=16, margin=0.01),
    carre.GAME.name: Style("carre_search", better=False, candidates=16, margin=1000.0),
}


class SearchBot:
    """Plays moves out for as long as it may; until the kernels are ready, another bot answers."""

    def __init__(
        self, styles: dict[str, Style], instead: dict[str, AnyBot], seed: int, threads: int
    ) -> None:
        """All luck follows from the seed; what the clock allows does not."""
        self._styles = styles
        self._instead = instead
        self._rng = Random(seed)
        self._threads = threads
        self._pool: Any = None
        self._pondering: dict[str, Any] = {}

    def choose(self, decision: Decision) -> Choice:
        """The move with the best results."""
        start = time.perf_counter()
        for pondering in self._pondering.values():
            pondering.stop()
        if len(decision.moves) == 1:
            return Choice(decision.moves[0].move)
        name = decision.game.name
        if not kernels.ready(name):
            kernels.warm_up_in_background(name)
            return self._chosen_instead(decision)
        return self._played_out(decision, start) or self._chosen_instead(decision)

    def _chosen_instead(self, decision: Decision) -> Choice:
        choose = self._instead[decision.game.name]
        return Choice(choose(decision.view, decision.moves, self._rng))

    def _played_out(self, decision: Decision, start: float) -> Choice | None:
        """The best move to choose; None if none of them was tried, or the kernels cannot hold the
        view: the rules know positions that play cannot come to."""
        from piazzetta.bots import endgame, halving

        style, seed = self._styles[decision.game.name], self._rng.getrandbits(63)
        self._pool = self._pool or halving.Threads(self._threads)
        try:
            search = search_of(style, decision.view)
        except PositionError:
            return None
        solved = endgame.solve(search, decision.seconds / 2) if style.exact else None
        if solved and (choice := _first_offered(decision, search, [solved])):
            return choice
        seconds = decision.seconds - (time.perf_counter() - start)
        pondering = self._pondering.get(decision.game.name)
        thoughts = pondering.thoughts if pondering else None
        method = climbed if style.tree else rank
        ranked = method(search, style, seconds, seed, self._pool, thoughts)
        return _first_offered(decision, search, ranked)

    def ponder(self, game: AnyGame, seat: int, view: Any) -> None:
        """Think about the seat's next decision while others move."""
        name, style = game.name, self._styles[game.name]
        if style.ponders and view.seat == seat and kernels.ready(name):
            if name not in self._pondering:
                self._pondering[name] = _pondering(style, self._threads, self._rng.getrandbits(63))
            self._pondering[name].begin(view)

    def close(self) -> None:
        """End the threads."""
        for pondering in self._pondering.values():
            pondering.stop()
        if self._pool is not None:
            self._pool.close()


def _first_offered(decision: Decision, search: Any, ranked: list[Any]) -> Choice | None:
    """The first of these moves, the best ones first, that may be chosen."""
    for found in ranked:
        move = search.move(found.index)
        if decision.offers(move):
            return Choice(move, found.win)
    return None


def _pondering(style: Style, threads: int, seed: int) -> Any:
    """Threads that think as the style does."""
    from piazzetta.bots.grove import Grove
    from piazzetta.bots.notes import Notes
    from piazzetta.bots.ponder import Pondering

    return Pondering(Grove(threads, seed) if style.tree else Notes(seed), threads)


def search_of(style: Style, view: Any) -> Any:
    """The view and its moves, ready to be played out."""
    make: Callable[[Any, bool], Any] = import_module(f"piazzetta.kernels.{style.kernel}").search
    return make(view, style.better)


def rank(
    search: Any, style: Style, seconds: float, seed: int, pool: Any, notes: Any = None
) -> list[Any]:
    """Estimates of the moves that look best, the best move first, found within the time or by the
    style's number of playouts; notes are what was found out while others moved."""
    from piazzetta.bots import halving

    plan = halving.Plan(style.candidates, style.worth, style.faith, style.slope)
    if notes:
        search, plan = notes.join(search, plan)
    if style.playouts is not None:
        return halving.halve_counted(search, plan, style.playouts, seed)
    return halving.halve(search, plan, _usable(seconds), seed, pool)


def climbed(
    search: Any, style: Style, seconds: float, seed: int, pool: Any, grove: Any
) -> list[Any]:
    """The same by growing a tree."""
    from piazzetta.bots import climb

    if style.playouts is not None:
        return climb.climb_counted(search, style.playouts, seed, grove)
    return climb.climb(search, _usable(seconds), seed, pool, grove)


def _usable(seconds: float) -> float:
    """What is left for playouts."""
    return max(seconds - SLACK, 0.5 * seconds)
