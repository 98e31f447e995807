"""What `piazzetta advise` does: finds the position, has its moves ranked, and tells about them."""

import argparse
import json
import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from piazzetta import kernels
from piazzetta.bots.advice import Advice, advise
from piazzetta.cli.boards import Scene
from piazzetta.cli.faces import FACES
from piazzetta.cli.ink import Ink
from piazzetta.cli.reason_words import sentence
from piazzetta.cli.replay import FileError, fail, load
from piazzetta.cli.screen import of_process
from piazzetta.cli.words import points
from piazzetta.kernels.warm import available
from piazzetta.rules import GAMES, record
from piazzetta.rules.game import AnyGame
from piazzetta.rules.record import Record

PATIENCE = 10.0
"""Seconds after which somebody who waits is told why."""

UNPLAYED = "no moves are played out; they are ranked by what they bring now"

Json = dict[str, Any]


class Moment(NamedTuple):
    """A point of a game: what the seat in turn sees, and what it went on to play."""

    game: AnyGame
    players: tuple[str, ...]
    ply: int
    view: Any
    played: Any
    """None where the record ends."""


def run(arguments: argparse.Namespace) -> int:
    """Print the advice and return 0, or say what is wrong and return 1."""
    try:
        moment = moment_of(load(arguments.file), arguments.ply)
    except FileError as error:
        return fail(str(error))
    except ValueError as error:
        return fail(f"{arguments.file}: {error}")
    _prepare(moment.game)
    found = advise(
        moment.game,
        moment.view,
        arguments.time_ms / 1000,
        arguments.threads,
        top=arguments.top,
        also=moment.played,
    )
    if arguments.json:
        print(json.dumps(to_json(moment, found)))
    else:
        screen = of_process(colour=True)
        screen.show(*lines(moment, found, screen.ink))
    return 0


def moment_of(told: Record, ply: int) -> Moment:
    """The position before the move of that number; a ValueError if nobody chooses there."""
    count = len(told.moves)
    states = record.replay(told)
    if ply > count + 1 or states[ply - 1].over:
        last = count if states[-1].over else count + 1
        over = "; then the game is over" if states[-1].over else ""
        raise ValueError(f"there is no move {ply}; moves are chosen at ply 1 to {last}{over}")
    game, state = GAMES[told.game], states[ply - 1]
    played = game.parse_move(told.moves[ply - 1]) if ply <= count else None
    return Moment(game, told.players, ply, game.view(state, state.turn), played)


def _prepare(game: AnyGame) -> None:
    """Wait for the kernels, and say so where that takes long or is in vain."""
    if not available():
        _say(f"without numba {UNPLAYED}")
        return
    if not kernels.wait_until_ready(game.name, PATIENCE) and not kernels.trouble(game.name):
        _say("making the kernels ready; to compile them, which is needed once, takes a minute ...")
        kernels.wait_until_ready(game.name)
    if trouble := kernels.trouble(game.name):
        _say(f"{trouble}\nuntil then {UNPLAYED}")


def _say(text: str) -> None:
    print(text, file=sys.stderr)


def loss(best: Advice, other: Advice) -> Json | None:
    """What the other move expects less than the best; None where nothing is expected."""
    if best.win is None or best.margin is None or other.win is None or other.margin is None:
        return None
    return {"win": best.win - other.win, "margin": best.margin - other.margin}


def to_json(moment: Moment, found: tuple[Advice, ...]) -> Json:
    """Everything as plain data."""
    seat = moment.view.turn
    return {
        "game": moment.game.name,
        "ply": moment.ply,
        "seat": seat,
        "player": moment.players[seat],
        "played": None if moment.played is None else str(moment.played),
        "moves": [_move_to_json(found[0], advice) for advice in found],
    }


def _move_to_json(best: Advice, advice: Advice) -> Json:
    return {
        "move": str(advice.move),
        "margin": advice.margin,
        "win": advice.win,
        "points": advice.points,
        "playouts": advice.playouts,
        "loss": loss(best, advice),
        "reasons": [reason.to_json() for reason in advice.reasons],
    }


def lines(moment: Moment, found: tuple[Advice, ...], ink: Ink) -> Iterator[str]:
    """The advice for people: the table as the player sees it, then the moves, the best first."""
    view, face = moment.view, FACES[moment.game.name]
    scene = Scene(view, moment.players, ink)
    yield f"{moment.game.title}, ply {moment.ply}: {moment.players[view.turn]} is to move."
    yield ""
    yield from face.table(scene)
    yield from face.hand(scene)
    for number, advice in enumerate(found, 1):
        yield ""
        yield f"{number}. {advice.move}: {_expected(advice)}{_mark(moment, advice)}"
        yield from (f"   - {sentence(why, moment.players)}" for why in advice.reasons)
    yield from _verdict(moment, found)


def _expected(advice: Advice) -> str:
    now = f"{points(advice.points)} now"
    if advice.win is None or advice.margin is None:
        return now
    return f"wins {advice.win:.1%}, margin {advice.margin:+.1f}, {now}"


def _mark(moment: Moment, advice: Advice) -> str:
    return "  <- played" if advice.move == moment.played else ""


def _verdict(moment: Moment, found: tuple[Advice, ...]) -> Iterator[str]:
    """What the move that was played lost against the best."""
    for advice in found:
        lost = loss(found[0], advice)
        if advice.move == moment.played and lost:
            yield ""
            yield _lost(moment, lost) if advice != found[0] else f"{moment.played} was the best."


def _lost(moment: Moment, lost: Json) -> str:
    win, margin = -lost["win"], -lost["margin"]
    return f"{moment.played} against the best: win chance {win:+.1%}, margin {margin:+.1f}."
