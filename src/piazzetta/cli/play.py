"""`piazzetta play`: a game in the terminal, against bots or with others at the same screen.

arguments -> questions for what they leave open -> Table -> Session -> record
"""

import argparse
import datetime
import secrets
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from piazzetta.bots import BOTS
from piazzetta.cli import screen as screens
from piazzetta.cli import seating
from piazzetta.cli.commands import Commands
from piazzetta.cli.dialogue import QUIT, LeftError
from piazzetta.cli.faces import FACES
from piazzetta.cli.menu import tidy
from piazzetta.cli.screen import InputEndedError, Screen
from piazzetta.cli.seating import Seat
from piazzetta.cli.session import Session, Table
from piazzetta.cli.words import say
from piazzetta.rules import GAMES, record
from piazzetta.rules.chance import SEED_BITS, Seed
from piazzetta.rules.errors import RulesError
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record import Record

OPTIONS = ("setup", "start")
"""Options that are plain words; `first` counts players from 1."""

INTERRUPTED = 130


class UsageError(Exception):
    """The arguments do not fit together, or not this game."""


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "play a game in the terminal"
    parser = commands.add_parser("play", help=text, description=text)
    bots = ", ".join((*seating.TITLES.values(), *BOTS))
    parser.add_argument("--game", choices=tuple(GAMES), help="the game; else it is asked for")
    parser.add_argument(
        "--seat",
        action="append",
        metavar="PLAYER",
        help=f"human, human:NAME, a bot ({bots}) or cmd:PROGRAM; once for each player",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="shuffle the cards by this number")
    parser.add_argument("--first", type=int, metavar="N", help="the player who begins, from 1")
    parser.add_argument(
        "--setup", choices=("quick", "choose"), help="Piazza: start cards at random or chosen"
    )
    parser.add_argument(
        "--start", choices=("square", "corner", "row"), help="Piazza: the start shape"
    )
    parser.add_argument("--no-colour", "--no-color", action="store_true", help="no colours")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="write the game to this file when it ends"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play one game; leaving it is no failure."""
    screen = screens.of_process(colour=not arguments.no_colour)
    try:
        if arguments.record:
            _check_writable(arguments.record)
        return _play(arguments, _table(arguments, screen), screen)
    except InputEndedError:
        screen.show(say("input_ended"))
        return 0
    except LeftError:
        screen.show(say("not_begun"))
        return 0
    except UsageError as error:
        print(f"piazzetta play: {error}", file=sys.stderr)
        return 2


def _play(arguments: argparse.Namespace, table: Table, screen: Screen) -> int:
    path: Path | None = arguments.record
    question = say("ask_quit_record", path=path) if path else say("ask_quit")
    session, status = Session(table, screen, question), 0
    try:
        session.play()
    except InputEndedError:
        screen.show(say("input_ended"))
    except LeftError:
        screen.show(say("left"))
    except KeyboardInterrupt:
        screen.show("", say("left"))
        status = INTERRUPTED
    if path:
        _write(path, table, session.moves)
        screen.show(say("recorded", path=path))
    return status


# What the arguments say, and questions for the rest


def _table(arguments: argparse.Namespace, screen: Screen) -> Table:
    given = _given_options(arguments)
    if arguments.seat:
        game = GAMES[arguments.game or next(iter(GAMES))]
        seats = _seats_of(arguments.seat, game)
    else:
        screen.show(say("welcome"))
        game = GAMES[arguments.game] if arguments.game else _ask_game(screen)
        seats, given = _ask_seats(screen, game, given)
    return Table(
        game, seating.with_names(seats), _options(game, len(seats), given), _seed(arguments.seed)
    )


def _given_options(arguments: argparse.Namespace) -> dict[str, Any]:
    given = {name: getattr(arguments, name) for name in OPTIONS}
    first = arguments.first
    given["first"] = None if first is None else first - 1
    return {name: value for name, value in given.items() if value is not None}


def _options(game: AnyGame, players: int, given: Mapping[str, Any]) -> Any:
    if given.get("first", 0) not in range(players):
        raise UsageError(say("bad_first", most=players))
    try:
        return game.options(players, given)
    except RulesError as error:
        raise UsageError(f"{game.title}: {error}") from None


def _seed(number: int | None) -> Seed:
    """Any whole number; a negative one counts back from the greatest seed, as for the referee."""
    return Seed(secrets.randbits(SEED_BITS) if number is None else number % (1 << SEED_BITS))


def _seats_of(texts: list[str], game: AnyGame) -> list[Seat]:
    least, most = game.seats[0], game.seats[-1]
    if len(texts) not in game.seats:
        raise UsageError(
            say("bad_count", game=game.title, least=least, most=most, count=len(texts))
        )
    try:
        return [seating.from_flag(text) for text in texts]
    except ValueError as error:
        raise UsageError(str(error)) from None


def _ask_game(screen: Screen) -> AnyGame:
    games = list(GAMES.values())
    choices = say("list").join(f"{i} {game.title}" for i, game in enumerate(games, start=1))
    return games[
        _ask_number(screen, say("ask_game", choices=choices), range(1, len(games) + 1)) - 1
    ]


def _ask_seats(
    screen: Screen, game: AnyGame, given: dict[str, Any]
) -> tuple[list[Seat], dict[str, Any]]:
    """The players, and the options; whoever just presses Enter plays a bot at once."""
    bot = seating.bot(seating.DEFAULT_BOT)
    text = say("ask_players", least=game.seats[0], most=game.seats[-1], default=bot.name)
    players = _ask_number(screen, text, game.seats, default=0)
    if not players:
        return [seating.PERSON, bot], given
    screen.show(say("levels", levels=seating.levels()))
    seats = [_ask_seat(screen, number) for number in range(1, players + 1)]
    for question in FACES[game.name].questions(players):
        if question.option not in given:
            answers = question.answers
            chosen = _ask_number(screen, question.text, range(1, len(answers) + 1))
            given = {**given, question.option: answers[chosen - 1]}
    return seats, given


def _ask_seat(screen: Screen, number: int) -> Seat:
    default = seating.PERSON if number == 1 else seating.bot(seating.DEFAULT_BOT)
    text = say("ask_seat", number=number, default=default.name or say("you"))
    while True:
        answer = _ask(screen, text)
        try:
            return seating.from_answer(answer) if answer else default
        except ValueError as error:
            screen.show(str(error))


def _ask_number(screen: Screen, text: str, choices: range, default: int = 1) -> int:
    while True:
        answer = _ask(screen, text)
        if not answer:
            return default
        if answer in map(str, choices):
            return int(answer)
        screen.show(say("not_a_choice", least=choices[0], most=choices[-1]))


def _ask(screen: Screen, text: str) -> str:
    """An answer; before the game there is nothing to lose, so that leaving needs no second word."""
    answer = screen.ask(text)
    if tidy(answer) in QUIT:
        raise LeftError
    return answer


# The record


def _check_writable(path: Path) -> None:
    """Better said before the game than after it."""
    try:
        path.open("a").close()
    except OSError as error:
        raise UsageError(say("bad_record", path=path, reason=error.strerror)) from None


def _write(path: Path, table: Table, moves: list[str]) -> None:
    game = Record(
        game=table.game.name,
        rules_version=table.game.rules_version,
        options=table.options,
        chance=table.seed,
        players=table.names,
        moves=tuple(moves),
        date=datetime.date.today(),
    )
    path.write_text(record.format(game), encoding="utf-8")
