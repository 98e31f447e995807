"""`piazzetta bot NAME`: a bot for other programs, one JSON object a line.

docs/arena.md describes the protocol. The bot is made once and may remember what it was asked.
"""

import argparse
from contextlib import closing
from random import Random
from typing import Any

from piazzetta.bots import BotNameError, make_bot, prepare
from piazzetta.bots.bot import Bot, Choice, Decision, choose_or_draw
from piazzetta.cli.commands import Commands
from piazzetta.cli.jsonlines import Json
from piazzetta.cli.numbers import positive
from piazzetta.cli.operations import game_of, serve, text_of
from piazzetta.rules import fields
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import FieldError
from piazzetta.rules.game import AnyGame, Legal

TIMES = range(fields.LIMIT + 1)
"""In milliseconds."""

PAGE = "docs/arena.md describes the questions and the answers."
THREADS = "how many cores the bot may think on, if it can use more than one; default: 1"

FIRST_ANSWER = 50.0
"""Seconds that the first answer may take; the arena allows a little more."""


def add(commands: Commands) -> None:
    """Describe the command line."""
    text = "let a bot choose moves for other programs, one JSON object a line"
    parser = commands.add_parser("bot", help=text, description=text, epilog=PAGE)
    parser.add_argument("name", metavar="NAME", help="a bot's name or 'cmd:PROGRAM ARGUMENTS'")
    parser.add_argument("--threads", type=positive, default=1, metavar="N", help=THREADS)
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="default: 0")
    parser.set_defaults(run=lambda arguments: run(parser, arguments))


def run(parser: argparse.ArgumentParser, arguments: argparse.Namespace) -> int:
    """Answer every line until the input ends."""
    try:
        bot = make_bot(arguments.name, arguments.seed, arguments.threads)
    except (BotNameError, OSError) as error:
        parser.error(str(error))
    luck = Random(arguments.seed)
    name = arguments.name
    with closing(bot):
        return serve({"choose": lambda request: choose(bot, request, luck, name)})


def choose(bot: Bot, request: Json, luck: Random, name: str = "") -> Json:
    """What the bot chooses, and what it expects of it where it says so; a bot of ours has a name
    and is at its best before it answers."""
    decision, texts = read_decision(request, luck)
    prepare(name, decision.game.name, FIRST_ANSWER)
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
