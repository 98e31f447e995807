"""The ladder: every level against the one below, as a table that stands in docs/bots.md.

Matches are those of the arena, for two: each deal in both rotations. A step in which somebody takes
the time given is slow, and so has a number of games of its own.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from piazzetta.arena.match import Match, deals_for
from piazzetta.arena.play import Result
from piazzetta.arena.report import report
from piazzetta.bots.levels import LEVELS, Level
from piazzetta.rules import GAMES

BEGIN = "<!-- ladder: begin -->"
END = "<!-- ladder: end -->"
PLAYERS = 2

HEAD = (
    "| level | against | games | wins | 95 % interval | points | ms a move |",
    "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
)


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is played."""

    games: int = 200
    """For each step in which nobody looks at the clock."""
    timed_games: int = 60
    """For each other step."""
    time_ms: int = 100
    seed: int = 0


class Step(NamedTuple):
    """Two neighbours in one game."""

    game: str
    lower: Level
    upper: Level

    @property
    def name(self) -> str:
        """`piazza-level2-level1`."""
        return f"{self.game}-{self.upper.name}-{self.lower.name}"

    @property
    def timed(self) -> bool:
        """Whether one of them takes the time that it is given."""
        return self.lower.is_timed(self.game) or self.upper.is_timed(self.game)

    def match(self, effort: Effort) -> Match:
        """The upper level against the lower one."""
        return Match(
            game=self.game,
            entries=(self.upper.name, self.lower.name),
            deals=deals_for(effort.timed_games if self.timed else effort.games, PLAYERS),
            seed=effort.seed,
            time_ms=effort.time_ms,
        )


def steps() -> list[Step]:
    """From the lowest to the highest, game by game."""
    return [Step(game, lower, upper) for game in GAMES for lower, upper in pairwise(LEVELS)]


def row(step: Step, match: Match, results: Sequence[Result]) -> str:
    """What the match of a step came to, as a line of the table."""
    told = report(match, results)
    upper, lower = told["bots"]
    low, high = upper["ci95"]
    cells = (
        f"{step.upper.name} {step.upper.title}",
        f"{step.lower.name} {step.lower.title}",
        str(told["games"]),
        f"**{upper['win_rate']:.1%}**",
        f"{low:.1%} – {high:.1%}",
        f"{upper['points']:.1f} : {lower['points']:.1f}",
        f"{upper['ms_per_move']:.1f} : {lower['ms_per_move']:.1f}",
    )
    return f"| {' | '.join(cells)} |"


def section(rows: dict[Step, str], effort: Effort) -> Iterator[str]:
    """The tables of all games, and what they were measured with."""
    yield (
        f"Two players, every deal in both rotations, seed {effort.seed}; levels that take the time "
        f"given had {effort.time_ms} ms a move. Points and times are means, upper level first."
    )
    for name, game in GAMES.items():
        yield from ("", f"### {game.title}", "", *HEAD)
        yield from (text for step, text in rows.items() if step.game == name)


def characters() -> Iterator[str]:
    """Who is who, as a table."""
    yield from ("| level | name | character |", "| --- | --- | --- |")
    yield from (f"| `{level.name}` | {level.title} | {level.character} |" for level in LEVELS)


def inserted(document: str, lines: Sequence[str]) -> str:
    """The document with these lines between its marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the document has no lines {BEGIN} and {END}")
    return "\n".join([before + begin, *lines, end + after])
