"""What seats are called where a game is told: people by their names, bots as at the table."""

from collections.abc import Iterable, Sequence

from piazzetta.bots.levels import LEVELS
from piazzetta.server.table.value import Seat

TITLES = {level.name: level.title for level in LEVELS}


def called(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Two bots of one kind are told apart by a number."""
    names, bots = zip(*((seat.name, seat.bot) for seat in seats), strict=True)
    return _told_apart(names, bots)


def shown(names: Sequence[str]) -> list[str]:
    """The names of a record; in old ones and in those of the arena, levels go by their own."""
    return list(_told_apart(names, [name if name in TITLES else "" for name in names]))


def _told_apart(names: Sequence[str], bots: Sequence[str]) -> tuple[str, ...]:
    return tuple(_bot(bots, seat) if bots[seat] else name for seat, name in enumerate(names))


def _bot(bots: Sequence[str], seat: int) -> str:
    bot = bots[seat]
    title = TITLES.get(bot, bot.partition(":")[2] or bot)
    number = bots[: seat + 1].count(bot)
    return f"{title} {number}" if bots.count(bot) > 1 else title
