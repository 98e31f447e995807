"""What `piazzetta arena` does: plays a match, shows how far it is, and tells what it came to."""

import argparse
import json
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from piazzetta import kernels
from piazzetta.arena import kept
from piazzetta.arena.course import Course
from piazzetta.arena.match import Match, deals_for, entries_of
from piazzetta.arena.play import Result
from piazzetta.arena.report import report
from piazzetta.arena.run import WorkerError
from piazzetta.arena.run import run as run_match
from piazzetta.bots import ON_KERNELS, BotNameError, check_kernels
from piazzetta.cli.progress import Progress
from piazzetta.rules import GAMES
from piazzetta.rules.fields import within

Json = dict[str, Any]

FAILED = 1
INTERRUPTED = 130
SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")

COLUMNS = {
    "bot": "{name}",
    "wins": "{wins:.10g}",
    "win rate": "{win_rate:.1%}",
    "95 % interval": "{ci95[0]:.1%} – {ci95[1]:.1%}",
    "points": "{points:.1f}",
    "ms a move": "{ms_per_move:.1f}",
    "faults": "{faults}",
}


class Ending(NamedTuple):
    """How the games came to an end."""

    status: int = 0
    """Of the command."""
    why: str = ""
    """What came between, if not all were played."""


def run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Play the match and print what it came to; the result is the exit status."""
    try:
        course = Course(match_from(arguments), arguments.stop_early)
        for result in _kept_results(course.match, arguments):
            course.add(result)
    except (ValueError, OSError) as error:
        parser.error(str(error))
    try:
        _prepare(course.match)
        ending = play(course, arguments.jobs, arguments.records, new=not arguments.resume)
    except (BotNameError, kept.KeptError) as error:
        parser.error(str(error))
    _tell_how_it_ended(course, ending, arguments.records)
    if results := course.results():
        told = report(course.match, results)
        print(json.dumps(told) if arguments.json else "\n".join(table(course.match, told)))
    return ending.status


def match_from(arguments: argparse.Namespace) -> Match:
    """The match that the arguments describe; a ValueError if there is none."""
    players = within(arguments.players, GAMES[arguments.game].seats, "--players")
    return Match(
        game=arguments.game,
        entries=entries_of(arguments.bot, players),
        deals=deals_for(arguments.games, players),
        seed=arguments.seed,
        time_ms=arguments.time_ms,
        threads=arguments.threads,
        ponder=arguments.ponder,
    )


def _kept_results(match: Match, arguments: argparse.Namespace) -> list[Result]:
    folder: Path | None = arguments.records
    if folder and arguments.resume:
        return kept.resume(folder, match)
    if arguments.resume:
        raise ValueError("--resume needs the folder of the match: --records DIR")
    if folder:
        kept.check_new(folder)
    return []


def _prepare(match: Match) -> None:
    """Make ready what the bots need; a BotNameError if one of them cannot do without it."""
    names = set(match.entries) & set(ON_KERNELS[match.game])
    trouble = make_ready(match.game) if names else ""
    for name in sorted(names):
        check_kernels(name, match.game)
    if trouble:
        _say(f"{trouble}\nuntil then these play from the rules alone: {', '.join(sorted(names))}")


def make_ready(game: str) -> str:
    """Compile the game's kernels, so that neither the clock nor the bots of jobs wait for them;
    what is wrong, if that is in vain."""
    if kernels.must_compile(game):
        _say("making the bots ready; this first time, it takes a minute or two")
    kernels.wait_until_ready(game)
    return kernels.trouble(game)


def play(course: Course, jobs: int, folder: Path | None, *, new: bool = False) -> Ending:
    """Play the games that are missing; if `new`, in a folder without a match."""
    games = course.match.games
    try:
        with one_interrupt(), Progress(games, "games", done=len(course)) as progress:
            run_match(course, jobs, folder, lambda _: progress.step(), new=new)
    except KeyboardInterrupt:
        return Ending(INTERRUPTED, "interrupted")
    except (WorkerError, OSError) as error:
        return Ending(FAILED, str(error))
    return Ending()


@contextmanager
def one_interrupt() -> Iterator[None]:
    """The first signal to end interrupts; more cannot disturb the clearing up."""

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        for number in before:
            signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    numbers = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    heeded = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]
    before = {number: signal.signal(number, interrupt) for number in heeded}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _tell_how_it_ended(course: Course, ending: Ending, folder: Path | None) -> None:
    games, counted = course.match.games, len(course.results())
    if course.is_clear():
        _say(f"the result was clear after {counted} of {games} games")
    if ending.why:
        _say(f"{ending.why}: {len(course)} of {games} games are finished, {counted} of them count")
        _say("(a deal counts when it was played in all rotations)")
    if ending.why and folder:
        _say(f"the same command with --resume goes on from {folder}")


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def table(match: Match, told: Json) -> Iterator[str]:
    """The report for people."""
    deals = told["games"] // match.players
    yield (
        f"{match.rules.title}, {match.players} players, {told['games']} games "
        f"({deals} {'deal' if deals == 1 else 'deals'} in {match.players} rotations), "
        f"{match.time_ms} ms a move, seed {match.seed}"
    )
    yield ""
    rows = [list(COLUMNS)]
    rows += [[cell.format(**bot) for cell in COLUMNS.values()] for bot in told["bots"]]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        cells = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        yield "  ".join([first.ljust(widths[0]), *cells])
    yield ""
    yield "win rate by seat: " + "  ".join(f"{rate:.1%}" for rate in told["seats"])
    if told["capped"]:
        yield f"stopped as too long: {told['capped']}"
