"""Who sits at the table: people by their names, bots by theirs."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from piazzetta.bots import BOTS, BotNameError, check_name, is_outside, program_name
from piazzetta.bots.levels import LEVELS
from piazzetta.cli.ink import cut, width
from piazzetta.cli.words import say

HUMAN = "human"
DEFAULT_BOT = LEVELS[0].name
LONGEST_NAME = 12
"""In columns."""


@dataclass(frozen=True, slots=True)
class Seat:
    """One player; a person has no bot, and without a name gets one from the table."""

    name: str = ""
    bot: str | None = None


PERSON = Seat()

TITLES = {level.name: level.title for level in LEVELS}
LEVEL_OF = {level.title.casefold(): level.name for level in LEVELS}


def from_flag(text: str) -> Seat:
    """`human`, `human:Ada`, a bot's name, a level's title or `cmd:PROGRAM`; a ValueError says what
    else it should have been."""
    text = LEVEL_OF.get(text.casefold(), text)
    kind, colon, name = text.partition(":")
    if kind == HUMAN:
        return person(name) if colon else PERSON
    try:
        return bot(check_name(text))
    except BotNameError as error:
        if is_outside(text):
            raise
        bots = say("list").join((*TITLES.values(), *BOTS))
        raise ValueError(say("bad_seat", text=ascii(text), bots=bots)) from error


def from_answer(text: str) -> Seat:
    """The same for an answer at the table: what names no bot is a person's name."""
    ours = text in BOTS or text.casefold() in LEVEL_OF
    if ours or is_outside(text) or text.partition(":")[0] == HUMAN:
        return from_flag(text)
    return person(text)


def person(name: str) -> Seat:
    """A person of that name, cut to what fits."""
    shown = cut("".join(filter(str.isprintable, name)).strip(), LONGEST_NAME).strip()
    if not width(shown):
        raise ValueError(say("bad_name"))
    return Seat(shown)


def bot(name: str) -> Seat:
    """A bot, called by its name, a level by its title, a program by the name of its file."""
    if is_outside(name):
        return replace(person(program_name(name)), bot=name)
    return Seat(TITLES.get(name, name.capitalize()), name)


def levels() -> str:
    """Whom one can play against, from the weakest on, a line for each."""
    longest = max(map(len, TITLES.values()))
    return "\n".join(f"  {level.title:<{longest}}  {level.character}" for level in LEVELS)


def with_names(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Everybody gets a name, and no two the same one."""
    people = sum(seat.bot is None for seat in seats)
    named: list[Seat] = []
    for number, seat in enumerate(seats, start=1):
        unnamed = say("you") if people == 1 else say("player", number=number)
        taken = {other.name for other in named}
        named.append(replace(seat, name=_free_name(seat.name or unnamed, taken)))
    return tuple(named)


def _free_name(name: str, taken: set[str]) -> str:
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{cut(name, LONGEST_NAME - 2)} {number}"
    return free
