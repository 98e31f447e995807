"""`piazzetta verify RECORD`: proves that nobody alone chose the deal of a game on a server.

commitment = SHA-256("piazzetta commitment " | secret)   noted by all players before the game
seed       = SHA-256(secret | shares)                    fixes all shuffles, and so the record
"""

import argparse
import re
from collections.abc import Iterator
from dataclasses import dataclass

from piazzetta.cli.commands import Commands
from piazzetta.cli.replay import FileError, fail, load, outcome
from piazzetta.cli.screen import of_process
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.rules.record import Record
from piazzetta.server.table import fair

PAGE = "docs/records.md describes what is checked."
NOTED = "the commitment that the server showed before the game, to be compared as well"

_HEX = re.compile(r"[0-9a-f]{64}")
_SHARE = re.compile(r"Share (0|[1-9][0-9]?)")


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "check that a server dealt fairly, by the record of a finished game"
    parser = commands.add_parser("verify", help=text, description=text, epilog=PAGE)
    parser.add_argument("file", metavar="RECORD", help="the record; - reads standard input")
    parser.add_argument("--commitment", type=_digits, metavar="HEX", help=NOTED)
    parser.set_defaults(run=run)


def _digits(text: str) -> str:
    if not _HEX.fullmatch(text.strip().lower()):
        raise argparse.ArgumentTypeError(f"{text!r} is not 64 hexadecimal digits")
    return text.strip().lower()


def run(arguments: argparse.Namespace) -> int:
    """Say of each step whether it holds; 0 if all do, else 1."""
    try:
        told = load(arguments.file)
        promise = read_promise(told)
    except FileError as error:
        return fail(str(error))
    except UnfairError as error:
        return fail(f"{arguments.file}: {error}")
    checks = list(checked(told, promise, arguments.commitment))
    screen = of_process(colour=False)
    screen.show(*_head(told), *(check.line for check in checks))
    screen.show(*_tail(checks, promise, arguments.commitment))
    return 0 if all(check.holds for check in checks) else 1


class UnfairError(Exception):
    """The record promises nothing that could be checked; the text says what is missing."""


@dataclass(frozen=True, slots=True)
class Promise:
    """What a server's record says about its deal: all numbers as 64 hexadecimal digits."""

    commitment: str
    secret: str
    shares: dict[int, str]
    """By seat, in their order; bots have none."""


@dataclass(frozen=True, slots=True)
class Check:
    """One step of the proof."""

    holds: bool
    words: str

    @property
    def line(self) -> str:
        """For people."""
        return f"  {'yes' if self.holds else 'NO '}  {self.words}"


def read_promise(told: Record) -> Promise:
    """The promise in the record's tags; an UnfairError if it is not whole."""
    names = [name for name, _ in told.tags]
    ours = [name for name in names if name in ("Commitment", "Secret") or _SHARE.fullmatch(name)]
    if not ours:
        raise UnfairError(
            "this record says nothing about how the cards were dealt; only a server's records do"
        )
    for name in ours:
        if ours.count(name) > 1:
            raise UnfairError(f"the line '{name}' is there more than once")
    tags = {name: _number(name, text) for name, text in told.tags if name in ours}
    for name in ("Commitment", "Secret"):
        if name not in tags:
            raise UnfairError(f"the line '{name}' is missing")
    return Promise(tags["Commitment"], tags["Secret"], _shares(tags, len(told.players)))


def _number(name: str, text: str) -> str:
    if not _HEX.fullmatch(text):
        raise UnfairError(f"the line '{name}' is not 64 hexadecimal digits")
    return text


def _shares(tags: dict[str, str], players: int) -> dict[int, str]:
    found = {int(match[1]): tags[name] for name in tags if (match := _SHARE.fullmatch(name))}
    if not found:
        raise UnfairError("there is no line 'Share': the server alone chose the deal")
    for seat in found:
        if seat >= players:
            raise UnfairError(f"there is a share of seat {seat}, but no such seat")
    return dict(sorted(found.items()))


def checked(told: Record, promise: Promise, noted: str | None) -> Iterator[Check]:
    """Every step. That the moves are legal was seen when the record was read."""
    if noted is not None:
        yield _compared(promise, noted)
    if fair.commitment(promise.secret) == promise.commitment:
        yield Check(True, "the server's secret is the one that it was committed to")
    else:
        yield Check(False, "the server's secret is not the one that it was committed to")
    yield _seeded(told, promise)
    yield Check(True, "the moves, their points and the result follow from the seed")


def _compared(promise: Promise, noted: str) -> Check:
    if promise.commitment == noted:
        return Check(True, "the commitment is the one that you noted")
    return Check(False, f"the commitment is not the one that you noted; it is {promise.commitment}")


def _seeded(told: Record, promise: Promise) -> Check:
    """Whether the shuffles of the record are those that secret and shares fix."""
    whose = ", ".join(told.players[seat] for seat in promise.shares)
    if told.chance == fair.seed(promise.secret, promise.shares.values()):
        return Check(True, f"the seed is made of the secret and the shares of {whose}")
    if not isinstance(told.chance, Seed):
        return Check(False, "the record has no seed; its shuffles are written down one by one")
    return Check(False, f"the seed is not made of the secret and the shares of {whose}")


def _head(told: Record) -> Iterator[str]:
    game = GAMES[told.game]
    last = record.replay(told)[-1]
    yield f"{game.title}. {outcome(game, last, told.players)}"


def _tail(checks: list[Check], promise: Promise, noted: str | None) -> Iterator[str]:
    if not all(check.holds for check in checks):
        yield "This deal is NOT proved to be fair."
        return
    yield "The deal was fair: nobody alone could choose it."
    if noted is None:
        yield "That is so if this is the commitment that you saw before the game:"
        yield f"  {promise.commitment}"
