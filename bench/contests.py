"""Methods against flat Monte Carlo with successive halving, and thinking in others' time against
not doing so: two players, paired deals.

`python -m bench.contests --game piazza --games 60` plays every method of a game and prints a row
for each; docs/bots.md keeps the table. Work is counted in playouts, so that the result is the same
on every machine; the table tells the CPU time of a move on either side, for a playout does not
cost the same in every method.
"""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random
from statistics import fmean
from threading import Event
from typing import Any

from bench.expectimax import Expectimax
from bench.trees import CarreTree
from bench.values import Valued
from piazzetta import kernels
from piazzetta.arena.statistics import interval
from piazzetta.bots import endgame
from piazzetta.bots.climb import climb_counted
from piazzetta.bots.grove import Grove
from piazzetta.bots.notes import Notes
from piazzetta.bots.search import SEARCH, rank, search_of
from piazzetta.kernels.rng import new_rng
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame

Choose = Callable[[Any, int], Any]
"""From a search and a seed to a move."""


class Player:
    """One side: chooses, and counts its time."""

    def __init__(self, game: AnyGame, choose: Choose) -> None:
        """A method for one game."""
        self.game, self.choose = game, choose
        self.seconds, self.decisions = 0.0, 0

    def move(self, state: Any, luck: Random) -> Any:
        """What it plays."""
        legal = self.game.legal_moves(state)
        if len(legal) == 1:
            return legal[0].move
        start = time.thread_time()
        search = search_of(SEARCH[self.game.name], self.game.view(state, state.turn))
        found = self.choose(search, luck.getrandbits(60))
        self.seconds += time.thread_time() - start
        self.decisions += 1
        return found

    def watch(self, state: Any, seat: int, luck: Random) -> None:
        """Another seat is on turn."""

    def warm_up(self) -> None:
        """Compile what is to be compiled, uncounted."""
        self.move(self.game.deal(self.game.options(2, {}), Seed(0)), Random(0))
        self.seconds, self.decisions = 0.0, 0

    @property
    def cost(self) -> float:
        """Milliseconds of CPU time a decision."""
        return 1000 * self.seconds / max(1, self.decisions)


class Noting(Player):
    """Halving that takes notes while others move, with as many playouts as in its own turn."""

    def __init__(self, game: AnyGame, playouts: int) -> None:
        """Nothing is noted yet."""
        super().__init__(game, self._choose)
        self._style = replace(SEARCH[game.name], playouts=playouts)
        self._notes = Notes(0)

    def watch(self, state: Any, seat: int, luck: Random) -> None:
        """Take notes."""
        self._notes.reach(self.game.view(state, seat))
        self._notes.fill(self._style.playouts or 0, new_rng(luck.getrandbits(60)), Event())

    def _choose(self, search: Any, seed: int) -> Any:
        return search.move(rank(search, self._style, 0.0, seed, None, self._notes)[0].index)


class Growing(Player):
    """A tree that grows on while others move, by as many walks as in its own turn."""

    def __init__(self, game: AnyGame, walks: int) -> None:
        """Nothing has grown yet."""
        super().__init__(game, self._choose)
        self._walks = walks
        self._grove = Grove(1, 0)

    def watch(self, state: Any, seat: int, _luck: Random) -> None:
        """Grow."""
        self._grove.reach(self.game.view(state, seat))
        self._grove.think(0, Event(), self._walks)

    def _choose(self, search: Any, seed: int) -> Any:
        return search.move(climb_counted(search, self._walks, seed, self._grove)[0].index)


def plain(game: str, playouts: int) -> Choose:
    """Successive halving, as `search` does where it grows no tree."""
    style = replace(SEARCH[game], playouts=playouts)
    return lambda search, seed: search.move(rank(search, style, 0.0, seed, None)[0].index)


def exact(game: str, playouts: int) -> Choose:
    """The same with the exact end."""
    otherwise = plain(game, playouts)

    def choose(search: Any, seed: int) -> Any:
        solved = endgame.solve(search, 10.0)
        return search.move(solved.index) if solved else otherwise(search, seed)

    return choose


def climber(walks: int) -> Choose:
    """The tree that `search` grows in Piazza."""
    return lambda search, seed: search.move(climb_counted(search, walks, seed)[0].index)


Pair = tuple[Player, Player]


def contests(game: AnyGame, playouts: int) -> dict[str, Callable[[], Pair]]:
    """Every method that plays the game, by its name, and what it is compared with."""
    name, walks = game.name, playouts * WALKS // PLAYOUTS

    def halving() -> Player:
        return Player(game, plain(name, playouts))

    def tree() -> Player:
        return Player(game, climber(walks))

    if name == "piazza":
        return {
            "information-set tree": lambda: (tree(), halving()),
            "value by regression": lambda: (valued(game, playouts), halving()),
            "exact end": lambda: (Player(game, exact(name, playouts)), halving()),
            "thinks while others move": lambda: (Growing(game, walks), tree()),
        }
    return {
        "information-set tree": lambda: (Player(game, CarreTree(walks).choose), halving()),
        "value by regression": lambda: (valued(game, playouts), halving()),
        "expectation over draws": lambda: (Player(game, Expectimax(playouts).choose), halving()),
        "thinks while others move": lambda: (Noting(game, playouts), halving()),
    }


def valued(game: AnyGame, playouts: int) -> Player:
    """A value function instead of the end of playouts."""
    return Player(game, Valued(game.name, VALUED * playouts).choose)


WALKS, PLAYOUTS = 5, 6
"""So many walks down a tree cost about as much as so many playouts without one."""
VALUED = 4
"""So many playouts that are cut short cost about as much as one that is not."""


def share(game: AnyGame, players: tuple[Player, Player], seed: int) -> float:
    """What part of the win the first seat has."""
    chance, luck = Seed(seed), Random(seed)
    state = game.deal(game.options(2, {"first": 0}), chance)
    while not state.over:
        players[1 - state.turn].watch(state, 1 - state.turn, luck)
        state = game.play(state, players[state.turn].move(state, luck), chance)
    outcome = game.outcome(state)
    assert outcome
    return (0 in outcome.winners) / len(outcome.winners)


def main() -> int:
    """Print a row for each method."""
    parser = argparse.ArgumentParser(description="Measure methods against successive halving.")
    parser.add_argument("--game", choices=list(GAMES), required=True)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=400, help="for each move")
    parser.add_argument("--only", default="", help="a part of the names of methods")
    given = parser.parse_args()
    if not kernels.wait_until_ready(given.game):
        parser.error(kernels.trouble(given.game))
    game = GAMES[given.game]
    print("| method | games | wins | 95 % interval | CPU ms a move |")
    print("| --- | ---: | ---: | --- | ---: |", flush=True)
    for name, make in contests(game, given.playouts).items():
        if given.only in name:
            one, two = make()
            one.warm_up()
            deals = [
                fmean((share(game, (one, two), seed), 1 - share(game, (two, one), seed)))
                for seed in range(given.games // 2)
            ]
            low, high = interval(deals, 2)
            row = f"{2 * len(deals)} | {fmean(deals):.1%} | {low:.1%} – {high:.1%}"
            print(f"| {name} | {row} | {one.cost:.1f} : {two.cost:.1f} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
