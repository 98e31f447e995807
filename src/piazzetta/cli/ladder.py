"""`piazzetta ladder`: every level against the one below, written into docs/bots.md."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from piazzetta.cli.commands import Commands
from piazzetta.cli.numbers import positive
from piazzetta.rules import GAMES

if TYPE_CHECKING:
    from piazzetta.arena.course import Course
    from piazzetta.arena.ladder import Effort, Step
    from piazzetta.cli.contest import Ending


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "let every level play against the one below"
    parser = commands.add_parser("ladder", help=text, description=text)
    games = "for each step, default: 200"
    parser.add_argument("--games", type=positive, default=200, metavar="N", help=games)
    timed = "for each step in which a level takes the time given, default: 60"
    parser.add_argument("--timed-games", type=positive, default=60, metavar="N", help=timed)
    time = "thinking time for a move of such a level, default: 100"
    parser.add_argument("--time-ms", type=positive, default=100, metavar="N", help=time)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    jobs = "games at a time, default: 1; fewer than cores, else levels that look at the clock lose"
    parser.add_argument("--jobs", type=positive, default=1, metavar="N", help=jobs)
    records = "keep every game there; games that it holds already are not played again"
    parser.add_argument("--records", type=Path, metavar="DIR", help=records)
    document = "write the table into this document, between its marks, and do not print it"
    parser.add_argument("--document", type=Path, metavar="FILE", help=document)
    parser.set_defaults(run=lambda arguments: _run(parser, arguments))


def _run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    # Imported only now: other commands should not wait for what they do not need.
    from piazzetta.arena import ladder

    effort = ladder.Effort(
        arguments.games, arguments.timed_games, arguments.time_ms, arguments.seed
    )
    path: Path | None = arguments.document
    rows: dict[Step, str] = {}
    try:
        if path:  # Better said before the games than after them.
            ladder.inserted(path.read_text(encoding="utf-8"), ())
        _prepare()
        ending = _climb(effort, arguments.jobs, arguments.records, rows)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    if ending.why:
        _tell_how_it_ended(ending, rows, arguments.records)
        return ending.status
    lines = ["", *ladder.characters(), "", *ladder.section(rows, effort), ""]
    if path:
        text = ladder.inserted(path.read_text(encoding="utf-8"), lines)
        path.write_text(text, encoding="utf-8")
    else:
        print("\n".join(lines))
    return 0


def _prepare() -> None:
    """Without kernels others would play in the place of most levels: a ValueError."""
    from piazzetta.cli.contest import make_ready

    for game in GAMES:
        if trouble := make_ready(game):
            raise ValueError(f"the levels need compiled kernels: {trouble}")


def _climb(effort: "Effort", jobs: int, folder: Path | None, rows: "dict[Step, str]") -> "Ending":
    """Add a line of the table for each step, until one is not played to its end."""
    from piazzetta.arena import ladder
    from piazzetta.arena.course import Course
    from piazzetta.cli.contest import Ending

    for step in ladder.steps():
        course = Course(step.match(effort))
        ending = _play(course, jobs, folder / step.name if folder else None)
        if ending.why:
            played = f"{len(course)} of {course.match.games} games"
            return ending._replace(why=f"{ending.why} after {played} of {step.name}")
        rows[step] = ladder.row(step, course.match, course.results())
        _say(rows[step])
    return Ending()


def _play(course: "Course", jobs: int, folder: Path | None) -> "Ending":
    from piazzetta.arena import kept
    from piazzetta.cli.contest import play

    for result in kept.resume(folder, course.match) if folder else ():
        course.add(result)
    return play(course, jobs, folder)


def _tell_how_it_ended(ending: "Ending", rows: "dict[Step, str]", folder: Path | None) -> None:
    from piazzetta.arena import ladder

    _say(f"{ending.why}; {len(rows)} of {len(ladder.steps())} steps are finished")
    if folder:
        _say(f"the same command goes on from {folder}")


def _say(text: str) -> None:
    print(text, file=sys.stderr)
