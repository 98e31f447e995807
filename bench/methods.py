"""What each part of `search` is worth: variants against it, with equally many playouts a move.

Counted playouts make the result the same on every machine, however busy. `python -m bench.methods
--game carre --games 60` plays every variant of a game, paired deals in both seats, and prints a
row for each; docs/bots.md keeps the table. With `--against greedy` the variants, and `search` as it
is, play greedy players.
"""

import argparse
import sys
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any

from piazzetta import kernels
from piazzetta.arena.statistics import interval
from piazzetta.bots.bot import Decision
from piazzetta.bots.greedy import GreedyBot
from piazzetta.bots.search import SEARCH, Style, rank, search_of
from piazzetta.rules import GAMES
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame

VARIANTS: dict[str, dict[str, Any]] = {
    "greedy playouts": {"better": False},
    "no faith in how a move looks": {"faith": 0.0},
    "faith like 100 playouts": {"faith": 100.0},
    "8 candidates": {"candidates": 8},
    "all candidates": {"candidates": 1000},
    "the win alone decides": {"margin": 0.0, "slope": 0.02},
    "the margin alone decides": {"margin": 1000.0, "slope": 1000.0},
}
GREEDY = None
"""In the place of a style."""
AS_IT_IS = "as it is"
FACTORS = {"a quarter of the playouts": 0.25, "four times the playouts": 4.0}


def variants(search: Style, playouts: int) -> dict[str, Style]:
    """All of them, by name."""
    changed = {name: replace(search, **changes) for name, changes in VARIANTS.items()}
    more = {name: replace(search, playouts=int(playouts * by)) for name, by in FACTORS.items()}
    return {AS_IT_IS: search} | changed | more


def choose(game: AnyGame, state: Any, style: Style | None, luck: Random) -> Any:
    """What a bot of that style plays."""
    legal = game.legal_moves(state)
    if len(legal) == 1:
        return legal[0].move
    view = game.view(state, state.turn)
    if style is GREEDY:
        greedy = GreedyBot(luck.getrandbits(60))
        return greedy.choose(Decision(game, state.turn, view, legal, 0.0)).move
    search = search_of(style, view)
    return search.move(rank(search, style, 0.0, luck.getrandbits(60), None)[0].index)


def share(game: AnyGame, styles: tuple[Style | None, ...], seed: int) -> float:
    """What part of the win the first seat's style has."""
    chance, luck = Seed(seed), Random(seed)
    state = game.deal(game.options(2, {"first": 0}), chance)
    while not state.over:
        state = game.play(state, choose(game, state, styles[state.turn], luck), chance)
    outcome = game.outcome(state)
    assert outcome
    return (0 in outcome.winners) / len(outcome.winners)


def deal(game: AnyGame, variant: Style, other: Style | None, seed: int) -> float:
    """The variant's mean share of one deal, played in both seats."""
    return fmean((share(game, (variant, other), seed), 1 - share(game, (other, variant), seed)))


def main() -> int:
    """Print a row for each variant."""
    parser = argparse.ArgumentParser(description="Measure the parts of the bot `search`.")
    parser.add_argument("--game", choices=list(GAMES), required=True)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--playouts", type=int, default=400, help="for each move")
    parser.add_argument("--only", default="", help="a part of the names of variants")
    parser.add_argument("--against", choices=["search", "greedy"], default="search")
    given = parser.parse_args()
    if not kernels.wait_until_ready(given.game):
        parser.error(kernels.trouble(given.game))
    search = replace(SEARCH[given.game], playouts=given.playouts)
    other = search if given.against == "search" else GREEDY
    print(f"| variant | games | wins against {given.against} | 95 % interval |")
    print("| --- | ---: | ---: | --- |", flush=True)
    for name, variant in variants(search, given.playouts).items():
        if given.only in name and variant is not other:
            deals = [deal(GAMES[given.game], variant, other, k) for k in range(given.games // 2)]
            low, high = interval(deals, 2)
            row = f"{2 * len(deals)} | {fmean(deals):.1%} | {low:.1%} – {high:.1%}"
            print(f"| {name} | {row} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
