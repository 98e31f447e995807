"""`piazzetta bot NAME`: a bot for other programs, one JSON object a line; or at a server's table.

docs/arena.md describes the protocol. The bot is made once and may remember what it was asked.
"""

import argparse
import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

from piazzetta.bots import BotNameError, check_kernels, make_bot, prepare
from piazzetta.bots.bot import Bot, Choice, Decision, choose_or_draw
from piazzetta.cli.commands import Commands, missing
from piazzetta.cli.jsonlines import Json
from piazzetta.cli.numbers import positive
from piazzetta.cli.operations import game_of, serve, text_of
from piazzetta.rules import GAMES, fields
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.game import AnyGame, Legal

TIMES = range(fields.LIMIT + 1)
"""In milliseconds."""

PAGE = "docs/arena.md describes the questions and the answers."
THREADS = "how many cores the bot may think on, if it can use more than one; default: 1"

TOKEN = "PIAZZETTA_TOKEN"
"""In the environment."""
TIME_MS = 1000
SEATS = range(max(game.seats[-1] for game in GAMES.values()))

Ready = Callable[[str], None]
"""Makes a bot ready for a game of that name."""

FIRST_ANSWER = 50.0
"""Seconds that the first answer may take; the arena allows a little more. Later ones may not."""


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "let a bot choose moves for other programs, one JSON object a line"
    parser = commands.add_parser("bot", help=text, description=text, epilog=PAGE)
    parser.add_argument("name", metavar="NAME", help="a bot's name or 'cmd:PROGRAM ARGUMENTS'")
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help=THREADS)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    _add_table(parser)
    parser.set_defaults(run=lambda arguments: run(parser, arguments))


def _add_table(parser: argparse.ArgumentParser) -> None:
    table = parser.add_argument_group("at a server's table, in place of standard input")
    table.add_argument("--server", metavar="URL", help="the address of the server")
    table.add_argument("--table", metavar="ID", help="the table to play at, once")
    seat = "default: the one it has already, or the first that is free"
    table.add_argument("--seat", type=int, choices=SEATS, metavar="N", help=seat)
    token = f"a file with the API token; default: what is in {TOKEN}"
    table.add_argument("--token-file", metavar="FILE", help=token)
    time = f"the longest time for a move, default: {TIME_MS}"
    table.add_argument("--time-ms", type=positive, default=TIME_MS, metavar="T", help=time)


def run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Answer every line until the input ends, or play until the game does."""
    if bool(arguments.server) != bool(arguments.table):
        parser.error("--server and --table belong together")
    try:
        for game in GAMES:
            check_kernels(arguments.name, game)
        bot = make_bot(arguments.name, arguments.seed, arguments.threads)
    except (BotNameError, OSError) as error:
        parser.error(str(error))
    luck, ready = Random(arguments.seed), Readiness(arguments.name)
    with closing(bot):
        if arguments.server:
            return _play_online(parser, arguments, bot, ready)
        return serve({"choose": lambda request: choose(bot, request, luck, ready)})


class Readiness:
    """Makes a bot of ours as good as it can be, before it chooses."""

    def __init__(self, name: str) -> None:
        """Nobody has asked yet."""
        self._name = name
        self._patience = FIRST_ANSWER

    def __call__(self, game: str) -> None:
        """Wait, the first time; later only begin to, for a game that was not played yet."""
        patience, self._patience = self._patience, 0.0
        prepare(self._name, game, patience)


def _play_online(
    parser: argparse.ArgumentParser, arguments: argparse.Namespace, bot: Bot, ready: Ready
) -> int:
    try:
        # Imported only now: it needs more than Python.
        from piazzetta.cli.guest import Guest
        from piazzetta.cli.online import Player, run
    except ModuleNotFoundError as error:
        missing(parser, error)
    guest = Guest(arguments.table, arguments.seat, arguments.time_ms / 1000)
    token = _token(parser, arguments.token_file)
    return run(Player(arguments.server, token, guest, bot, ready))


def _token(parser: argparse.ArgumentParser, file: str | None) -> str:
    """Never from the command line, where everybody on the machine could read it."""
    try:
        text = Path(file).read_text("ascii") if file else os.environ.get(TOKEN, "")
    except (OSError, UnicodeDecodeError) as error:
        parser.error(f"{file}: {error}")
    token = text.strip()
    if not (token and token.isascii() and token.isprintable()):
        # What stands there instead is not shown: it may be a token in quotation marks.
        parser.error(f"a token is needed: --token-file FILE, or {TOKEN} in the environment")
    return token


def choose(bot: Bot, request: Json, luck: Random, ready: Ready) -> Json:
    """What the bot chooses, and what it expects of it where it says so; it is made ready for the
    game before."""
    decision, texts = read_decision(request, luck)
    ready(decision.game.name)
    choice, _ = choose_or_draw(bot, decision, luck)
    return {"move": texts[str(choice.move)], **_expectation(choice)}


def _expectation(choice: Choice) -> Json:
    value = {} if choice.value is None else {"value": choice.value}
    return {**value, "line": list(choice.line)} if choice.line else value


def read_decision(request: Json, luck: Random) -> tuple[Decision, dict[str, str]]:
    """What is to be decided, and how the request writes each move."""
    data = fields.mapping(fields.required(request, "view"), "view")
    game, seat = game_of(data), fields.integer(fields.required(request, "seat"), "seat")
    texts = _texts(fields.required(request, "moves"))
    time_ms = fields.within(fields.required(request, "time_ms"), TIMES, "time_ms")
    view = game.view_from_json(data)
    _check_seat(seat, view)
    state = _any_state(game, view, luck)
    written = {str(game.parse_move(text)): text for text in texts}
    legal = _legal_among(game, state, written)
    return Decision(game, seat, view, legal, time_ms / 1000), written


def _texts(value: Any) -> list[str]:
    texts = [text_of(text, "a move") for text in fields.sequence(value, "moves")]
    if not texts:
        raise FieldError("moves is empty; there is nothing to choose")
    return texts


def _check_seat(seat: int, view: Any) -> None:
    fields.within(seat, range(view.players), "seat")
    if view.seat != seat:
        raise FieldError(f"the view does not show the hand of seat {seat}")
    if view.turn != seat and not view.over:
        raise FieldError(f"it is the turn of seat {view.turn}, not of seat {seat}")


def _any_state(game: AnyGame, view: Any, luck: Random) -> Any:
    """A state that the view allows. What is legal does not depend on what it hides: any will do.

    Read back as a position, it shows what is wrong with a view that no game can have.
    """
    return game.state_from_json(game.state_to_json(game.determinize(view, luck)))


def _legal_among(game: AnyGame, state: Any, written: dict[str, str]) -> list[Legal[Any]]:
    """The moves that were asked for, as the rules list them; an error if one is not legal."""
    legal = {str(entry.move): entry for entry in game.legal_moves(state)}
    for text in written.keys() - legal.keys():
        game.play(state, game.parse_move(text), Seed(0))
    return [entry for text, entry in legal.items() if text in written]
