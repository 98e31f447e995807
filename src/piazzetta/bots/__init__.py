"""Players that are programs: a view goes in, a move comes out."""

from collections.abc import Mapping

from piazzetta import kernels
from piazzetta.bots import levels, uniform
from piazzetta.bots.bot import AnyBot, Bot, MakeBot
from piazzetta.bots.greedy import PURE, SLOW, GreedyBot
from piazzetta.bots.outside import PREFIX, CommandError, OutsideBot, called, split_command
from piazzetta.bots.policy import PolicyBot
from piazzetta.bots.search import MONTECARLO, SEARCH, SearchBot, Style
from piazzetta.rules import GAMES


def _policy(policies: Mapping[str, AnyBot]) -> MakeBot:
    """A bot that is one function for each game; more threads would not help it."""
    return lambda seed, _threads: PolicyBot(policies, seed)


def _search(styles: dict[str, Style]) -> MakeBot:
    """A bot that plays moves out, greedy until it can."""
    return lambda seed, threads: SearchBot(styles, PURE, seed, threads)


BOTS: dict[str, MakeBot] = {
    "greedy": lambda seed, _threads: GreedyBot(seed),
    "montecarlo": _search(MONTECARLO),
    "random": _policy(dict.fromkeys(GAMES, uniform.choose)),
    "search": _search(SEARCH),
    **{level.name: levels.make(level) for level in levels.LEVELS},
}
"""Every bot of ours by its name; all of them play all games."""


NEED_KERNELS = ("montecarlo", "search")
"""The bots that would be others without kernels."""


def _on_kernels(game: str) -> tuple[str, ...]:
    greedy = ("greedy",) if game in SLOW else ()
    imagining = (level.name for level in levels.LEVELS if game in level.styles())
    return (*greedy, *NEED_KERNELS, *imagining)


ON_KERNELS = {game: _on_kernels(game) for game in GAMES}
"""For each game the bots that are stronger or faster in it once its kernels are compiled."""


def prepare(name: str, game: str, seconds: float | None = None) -> None:
    """Wait until the bot is at its best in this game, where nobody is waiting for its move."""
    if name in ON_KERNELS[game]:
        kernels.wait_until_ready(game, seconds)


class BotNameError(ValueError):
    """No bot has this name, or it names no program that can be run."""


def is_outside(name: str) -> bool:
    """Whether it names another program, as `cmd:PROGRAM ARGUMENTS`."""
    return name.startswith(PREFIX)


def check_name(name: str) -> str:
    """The name, if it is that of a bot of ours or of a program that can be run."""
    if is_outside(name):
        _command(name)
    elif name not in BOTS:
        known = ", ".join(BOTS)
        raise BotNameError(f"there is no bot {name!r}; known are {known} and {PREFIX}PROGRAM")
    elif name in NEED_KERNELS and not kernels.available():
        raise BotNameError(f"the bot {name!r} needs numba: python -m pip install numba")
    return name


def check_kernels(name: str, game: str) -> None:
    """A BotNameError if the bot needs the game's kernels and they cannot be used."""
    if name in NEED_KERNELS and (trouble := kernels.trouble(game)):
        raise BotNameError(f"the bot {name!r} needs compiled kernels: {trouble}")


def make_bot(name: str, seed: int, threads: int = 1) -> Bot:
    """The bot of that name, ready to play; who makes it closes it."""
    check_name(name)
    return OutsideBot(_command(name)) if is_outside(name) else BOTS[name](seed, threads)


def program_name(name: str) -> str:
    """What to call the program of `cmd:PROGRAM ARGUMENTS`: the name of its file."""
    return called(_command(name))


def _command(name: str) -> list[str]:
    try:
        return split_command(name)
    except CommandError as error:
        raise BotNameError(str(error)) from error


__all__ = [
    "BOTS",
    "Bot",
    "BotNameError",
    "check_kernels",
    "check_name",
    "is_outside",
    "make_bot",
    "prepare",
    "program_name",
]
