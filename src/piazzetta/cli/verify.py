"""`piazzetta verify RECORD`: proves that nobody alone chose the deal of a game on a server.

commitment = SHA-256("piazzetta commitment " | secret)   noted by all players before the game
seed       = SHA-256(secret | shares)                    fixes all shuffles, and so the record

Whatever else such a record claims is checked as well: who had a share in the deal, and how the
game ended. What people were called, and the date, nobody can prove.
"""

import argparse
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from piazzetta.cli.commands import Commands
from piazzetta.cli.replay import FileError, fail, load, outcome
from piazzetta.cli.screen import of_process
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import Seed
from piazzetta.rules.record import Record
from piazzetta.server.table import fair, places

PAGE = "docs/records.md describes what is checked."
NOTED = "the commitment that the server showed before the game, to be compared as well"

_HEX = re.compile(r"[0-9a-f]{64}")
_SHARE, _BOT = re.compile(r"Share (0|[1-9][0-9]?)"), re.compile(r"Bot (0|[1-9][0-9]?)")
_PROOF = ("Commitment", "Secret")
_OTHERS = ("Table", "Ending")


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
    bots: frozenset[int]
    """The seats of bots."""
    ending: str | None
    """How the game ended, where the rules alone do not say it."""
    unknown: tuple[str, ...]
    """The names of lines that no server writes."""


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
    tags = dict(told.tags)
    if not any(name in _PROOF or _SHARE.fullmatch(name) for name in tags):
        raise UnfairError(
            "this record says nothing about how the cards were dealt; only a server's records do"
        )
    for name, count in Counter(name for name, _ in told.tags).items():
        if count > 1 and _is_known(name):
            raise UnfairError(f"the line '{name}' is there more than once")
    for name in _PROOF:
        if name not in tags:
            raise UnfairError(f"the line '{name}' is missing")
    return Promise(
        commitment=_number("Commitment", tags["Commitment"]),
        secret=_number("Secret", tags["Secret"]),
        shares=_shares(tags, len(told.players)),
        bots=frozenset(_by_seat(tags, _BOT, "bot", len(told.players))),
        ending=tags.get("Ending"),
        unknown=tuple(name for name in tags if not _is_known(name)),
    )


def _is_known(name: str) -> bool:
    """Whether a server writes such lines."""
    return name in (*_PROOF, *_OTHERS) or any(one.fullmatch(name) for one in (_SHARE, _BOT))


def _number(name: str, text: str) -> str:
    if not _HEX.fullmatch(text):
        raise UnfairError(f"the line '{name}' is not 64 hexadecimal digits")
    return text


def _shares(tags: dict[str, str], players: int) -> dict[int, str]:
    found = _by_seat(tags, _SHARE, "share", players)
    if not found:
        raise UnfairError("there is no line 'Share': the server alone chose the deal")
    return {seat: _number(f"Share {seat}", text) for seat, text in sorted(found.items())}


def _by_seat(
    tags: dict[str, str], pattern: re.Pattern[str], what: str, players: int
) -> dict[int, str]:
    found = {int(match[1]): tags[name] for name in tags if (match := pattern.fullmatch(name))}
    for seat in found:
        if seat >= players:
            raise UnfairError(f"there is a {what} of seat {seat}, but no such seat")
    return found


def checked(told: Record, promise: Promise, noted: str | None) -> Iterator[Check]:
    """Every step. That the moves are legal was seen when the record was read."""
    if noted is not None:
        yield _compared(promise, noted)
    if fair.commitment(promise.secret) == promise.commitment:
        yield Check(True, "the server's secret is the one that it was committed to")
    else:
        yield Check(False, "the server's secret is not the one that it was committed to")
    yield _seeded(told, promise)
    yield _shared(told, promise)
    yield Check(True, "the moves, their points and the result follow from the seed")
    yield _ended(told, promise)
    for name in promise.unknown:
        yield Check(False, f"the line '{name}' is not one that a server writes: nothing proves it")


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


def _shared(told: Record, promise: Promise) -> Check:
    """Whether everybody who is no bot had a share, and nobody else."""
    for seat, name in enumerate(told.players):
        if (seat in promise.shares) == (seat in promise.bots):
            both = "is a bot, and has a share" if seat in promise.bots else "has no share"
            return Check(False, f"seat {seat}, {name}, {both}")
    return Check(True, "every person at the table had a share in it")


def _ended(told: Record, promise: Promise) -> Check:
    """Whether the ending that is told is the one that follows."""
    said = places.read(promise.ending or "", len(told.players))
    if promise.ending is not None and said is None:
        return Check(False, "what the line 'Ending' says cannot be read")
    gone, agreed = (said.gone, said.agreed) if said else ((), False)
    if len(set(gone)) < len(gone) or not promise.shares.keys() >= set(gone):
        return Check(False, "somebody gave up who could not")
    game, last = GAMES[told.game], record.replay(told)[-1]
    company = places.Company(len(told.players), promise.shares, gone)
    follows = places.ending(game, last, company, agreed)
    if follows is None:
        return Check(False, "the record does not tell how the game ended")
    if said is None:
        return Check(True, "the game ended by the rules")
    if said.ranking != follows[0] or agreed != (follows[1] == places.AGREED):
        return Check(False, "the ranking is not the one that follows from how the game ended")
    return Check(True, "the ranking follows from how the game ended")


def _head(told: Record) -> Iterator[str]:
    game = GAMES[told.game]
    last = record.replay(told)[-1]
    stop = "" if game.title.endswith("!") else "."
    yield f"{game.title}{stop} {outcome(told, last)}"


def _tail(checks: list[Check], promise: Promise, noted: str | None) -> Iterator[str]:
    if not all(check.holds for check in checks):
        yield "This game is NOT proved to be fair."
        return
    yield "The deal was fair: nobody alone could choose it."
    if noted is None:
        yield "That is so if this is the commitment that you saw before the game:"
        yield f"  {promise.commitment}"
