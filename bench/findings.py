"""What strong play tells about the games: the seat, the turn, and luck; kept for docs/findings.md.

    python -m bench.findings play --records DIR --jobs 8    play what is missing, keep every game
    python -m bench.findings tell --records DIR             count it: docs/findings.json
    python -m bench.findings draw                           plots and tables from that file

`search` plays against itself: every deal as often as there are seats, so that games with the same
cards can be compared. And one strong player meets weaker ones, who all sit everywhere once.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Any

from bench.findings_page import KEPT, PAGE, page
from piazzetta import kernels
from piazzetta.arena import kept
from piazzetta.arena.course import Course
from piazzetta.arena.match import Match, deals_for
from piazzetta.arena.play import Result
from piazzetta.arena.report import report
from piazzetta.arena.run import run
from piazzetta.arena.statistics import interval
from piazzetta.rules import GAMES, carre, record
from piazzetta.rules.record import Record

SEED = 2026
TIME_MS = 10
GAMES_OF = {"piazza": 300, "carre": 200}
"""At least so many of each contest; they are rounded up to whole deals."""
STRONGER, WEAKER = "level5", "level3"
RESAMPLED = 2_000
"""How often deals are drawn anew to see how sure a share is."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Contest:
    """One match that is played to learn something."""

    game: str
    players: int
    even: bool
    """Whether all play alike."""

    @property
    def name(self) -> str:
        """`piazza-2-even`, as its folder is called."""
        return f"{self.game}-{self.players}-{'even' if self.even else 'uneven'}"

    def match(self) -> Match:
        """Who plays, how often, from which cards."""
        others = (WEAKER,) * (self.players - 1)
        entries = ("search",) * self.players if self.even else (STRONGER, *others)
        deals = deals_for(GAMES_OF[self.game], self.players)
        return Match(self.game, entries, deals, seed=SEED, time_ms=TIME_MS)


CONTESTS = [
    Contest(name, players, even)
    for even in (True, False)
    for name, game in GAMES.items()
    for players in game.seats
]


def play(contest: Contest, folder: Path, jobs: int) -> None:
    """Play what the folder does not hold yet."""
    course = Course(contest.match())
    for result in kept.resume(folder, course.match):
        course.add(result)

    def tell(_: object) -> None:
        text = f"\r{contest.name}: {len(course)} of {course.match.games} games "
        print(text, end="", file=sys.stderr, flush=True)

    run(course, jobs, folder, tell)
    print(file=sys.stderr)


def told(contest: Contest, folder: Path) -> Json:
    """What its games say."""
    match = contest.match()
    course = Course(match)
    for result in kept.resume(folder, match):
        course.add(result)
    if not course.is_over():
        sys.exit(f"{folder} holds {len(course)} of {match.games} games")
    results = course.results()
    found = {
        "game": contest.game,
        "players": contest.players,
        "entries": list(match.entries),
        "games": match.games,
        "deals": match.deals,
        "time_ms": match.time_ms,
        "seed": match.seed,
    }
    if contest.even:
        return found | {
            "seats": [told_of_seat(match, results, seat) for seat in range(match.players)],
            "turns": told_of_turns(records_in(folder, match)),
            "cards": told_of_cards(parts(results, match.players)),
        }
    return found | {"stronger": told_of_stronger(match, results)}


def told_of_seat(match: Match, results: Sequence[Result], seat: int) -> Json:
    """How often the seat wins, and its points; seat 0 moves first."""
    shares = [float(result.share(seat)) for result in results]
    deals = [fmean(part) for part in parts(shares, match.players)]
    return {
        "win_rate": fmean(shares),
        "ci95": interval(deals, match.players),
        "points": fmean(result.scores[seat] for result in results),
    }


def told_of_stronger(match: Match, results: Sequence[Result]) -> Json:
    """How often the stronger player wins; and from how many of a deal's seats, deal by deal."""
    found = report(match, results)["bots"][0]
    wins = [result.share(result.slot.seat_of(0, match.players)) == 1 for result in results]
    won_deals = Counter(sum(part) for part in parts(wins, match.players))
    won = [won_deals[count] for count in range(match.players + 1)]
    return {"win_rate": found["win_rate"], "ci95": found["ci95"], "deals_by_wins": won}


def told_of_turns(records: Iterator[Record]) -> Json:
    """How many turns brought how many points."""
    counts = Counter(chain.from_iterable(map(gains, records)))
    return {
        "mean": sum(points * count for points, count in counts.items()) / counts.total(),
        "counts": {str(points): counts[points] for points in sorted(counts)},
    }


def told_of_cards(deals: Sequence[Sequence[Result]]) -> Json:
    """What part of the differences in points the cards explain, and how sure that is."""
    luck = Random(SEED)
    leads = [[lead_of_seats(game) for game in deal] for deal in deals]
    again = sorted(explained(luck.choices(leads, k=len(leads))) for _ in range(RESAMPLED))
    return {
        "explained": explained(leads),
        "ci95": [again[round(0.025 * RESAMPLED)], again[round(0.975 * RESAMPLED) - 1]],
    }


Leads = Sequence[Sequence[float]]
"""Of one deal: for each game, how far each seat was ahead of the table's mean."""


def lead_of_seats(game: Result) -> list[float]:
    """How many points each seat had more than the mean of all."""
    mean = fmean(game.scores)
    return [score - mean for score in game.scores]


def explained(deals: Sequence[Leads]) -> float:
    """The part of the variance of leads that lies between deals, not between games of one deal.

    The intraclass correlation of a one-way analysis of variance, all seats taken together: how
    alike two games are that have the same cards on the same seats.
    """
    games, seats = len(deals[0]), range(len(deals[0][0]))
    within = between = 0.0
    for seat in seats:
        leads = [[game[seat] for game in deal] for deal in deals]
        within += fmean(variance(deal) for deal in leads)
        between += games * variance([fmean(deal) for deal in leads])
    return (between - within) / (between + (games - 1) * within)


def gains(game: Record) -> Iterator[int]:
    """The points that each turn of a game brought to whoever had it."""
    rules = GAMES[game.game]
    state = rules.deal(game.options, game.chance)
    seat, before = state.turn, worth(state, state.turn)
    for step in record.steps(game):
        if ends_turn(step.state):
            yield worth(step.state, seat) - before
            seat = step.state.turn
            before = worth(step.state, seat)


def ends_turn(state: Any) -> bool:
    """Whether a turn has just ended: in C'est Carré! it has several decisions."""
    return bool(state.over or state.phase == ("source" if is_carre(state) else "play"))


def worth(state: Any, seat: int) -> int:
    """The seat's points; in C'est Carré! with those of its cards on the table."""
    if not is_carre(state):
        return int(state.scores[seat])
    scored = 0 if state.over else carre.score(state.layouts[seat]).points
    return int(state.totals[seat] + scored)


def is_carre(state: Any) -> bool:
    """Whether it is a state of C'est Carré!."""
    return isinstance(state, carre.State)


def records_in(folder: Path, match: Match) -> Iterator[Record]:
    """The games of a match."""
    for deal, rotation in match.slots():
        text = (folder / f"deal-{deal}-{rotation}.txt").read_text(encoding="utf-8")
        yield record.parse(text)


def parts(values: Sequence[Any], size: int) -> list[Sequence[Any]]:
    """As many at a time."""
    return [values[i : i + size] for i in range(0, len(values), size)]


def arguments() -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.findings", description=__doc__)
    parser.add_argument("step", choices=["play", "tell", "draw"])
    parser.add_argument("--records", type=Path, metavar="DIR", help="where the games are kept")
    parser.add_argument("--jobs", type=int, default=1, help="games at a time, fewer than cores")
    parser.add_argument("--only", default="", help="names of contests, such as carre-2-even")
    given = parser.parse_args()
    if given.step != "draw" and not given.records:
        parser.error(f"{given.step} needs --records DIR")
    return given


def main() -> int:
    """Do one step."""
    given = arguments()
    names = given.only.split(",")
    wanted = [contest for contest in CONTESTS if not given.only or contest.name in names]
    if given.step == "play":
        for game in {contest.game for contest in wanted}:
            kernels.wait_until_ready(game)
        for contest in wanted:
            play(contest, given.records / contest.name, given.jobs)
    elif given.step == "tell":
        found = [told(contest, given.records / contest.name) for contest in CONTESTS]
        KEPT.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    else:
        from bench import findings_plots

        found = json.loads(KEPT.read_text(encoding="utf-8"))
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
        findings_plots.draw(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
