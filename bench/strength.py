"""How strong `search` is, against the yardsticks, at equal time: every promise, one row each.

Paired deals in all rotations of the seats; the point estimate decides, the 95 % interval is
printed beside it. `python bench/strength.py --jobs 2` plays all of it, `--only 1,4` a part;
`--time-ms 300 --share 0.1` spot-checks with a tenth of the games.
"""

import argparse
import sys
import time
from dataclasses import dataclass

from piazzetta import kernels
from piazzetta.arena.course import Course
from piazzetta.arena.match import Match, deals_for, entries_of
from piazzetta.arena.report import report
from piazzetta.arena.run import run
from piazzetta.rules import GAMES


@dataclass(frozen=True, slots=True)
class Promise:
    """What part of the wins `search` takes from so many of another bot."""

    game: str
    players: int
    other: str
    games: int
    least: float

    def match(self, time_ms: int, share: float, seed: int) -> Match:
        """The match that decides it."""
        names = ["search", *[self.other] * (self.players - 1)]
        entries = entries_of(names, self.players)
        deals = deals_for(max(1, round(self.games * share)), self.players)
        return Match(self.game, entries, deals, seed=seed, time_ms=time_ms)


PROMISES = (
    Promise("piazza", 2, "greedy", 400, 0.99),
    Promise("piazza", 4, "greedy", 400, 0.95),
    Promise("carre", 2, "greedy", 400, 0.90),
    Promise("piazza", 2, "montecarlo", 400, 0.60),
    Promise("carre", 2, "montecarlo", 400, 0.60),
    Promise("piazza", 4, "montecarlo", 400, 0.32),
    Promise("piazza", 3, "montecarlo", 100, 1 / 3),
    Promise("carre", 3, "montecarlo", 100, 1 / 3),
    Promise("carre", 4, "montecarlo", 100, 1 / 4),
    Promise("carre", 5, "montecarlo", 100, 1 / 5),
)


def keep(number: int, promise: Promise, arguments: argparse.Namespace) -> bool:
    """Play the match, print its row; whether the promise was kept."""
    match = promise.match(arguments.time_ms, arguments.share, arguments.seed)
    course = Course(match)
    start = time.perf_counter()

    def tell(_: object) -> None:
        spent = time.perf_counter() - start
        text = f"\r{number}: {len(course)} of {match.games} games, {spent:.0f} s   "
        print(text, end="", file=sys.stderr, flush=True)

    run(course, arguments.jobs, None, tell)
    print(file=sys.stderr)
    found = report(match, course.results())["bots"][0]
    low, high = found["ci95"]
    kept = found["win_rate"] >= promise.least
    print(
        f"| {number} | {GAMES[promise.game].title}, {promise.players} players | "
        f"{promise.players - 1} × {promise.other} | {match.games} | {promise.least:.1%} | "
        f"**{found['win_rate']:.1%}** | {low:.1%} – {high:.1%} | {found['ms_per_move']:.0f} | "
        f"{'kept' if kept else 'NOT KEPT'} |",
        flush=True,
    )
    return kept


def main() -> int:
    """Print the table; fail when a promise is not kept."""
    parser = argparse.ArgumentParser(description="Measure the strength of the bot `search`.")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time")
    parser.add_argument("--time-ms", type=int, default=50, help="for each move")
    parser.add_argument("--share", type=float, default=1.0, help="part of the games to play")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="numbers of rows, such as 1,4")
    arguments = parser.parse_args()
    wanted = {int(number) for number in arguments.only.split(",") if number}
    rows = [row for row in enumerate(PROMISES, start=1) if not wanted or row[0] in wanted]
    games = {promise.game for _, promise in rows}
    for game in games:
        kernels.warm_up_in_background(game)
    for game in games:
        if not kernels.wait_until_ready(game):
            parser.error(kernels.trouble(game))
    print("| | game | against | games | at least | search wins | 95 % interval | ms a move | |")
    print("| ---: | --- | --- | ---: | ---: | ---: | --- | ---: | --- |", flush=True)
    results = [keep(number, promise, arguments) for number, promise in rows]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
