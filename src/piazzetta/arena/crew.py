"""The bots of a match: programs live as long as the match, our own bots as long as a game.

Our own begin each game anew, from a seed of that game: so a game goes the same way whichever games
were played before it, here or in another process.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from piazzetta.arena.match import Match, Slot
from piazzetta.bots import BotNameError, is_outside, make_bot, prepare
from piazzetta.bots.bot import Bot


class Crew:
    """Who plays for the entries of a match."""

    def __init__(self, match: Match, programs: dict[int, Bot]) -> None:
        """Take the programs among the entries; `crew_of` starts them."""
        self._match = match
        self._programs = programs

    @contextmanager
    def seated(self, slot: Slot) -> Iterator[Sequence[Bot]]:
        """The bots for one game, by seat."""
        players = self._match.players
        with ExitStack() as stack:
            entries = [slot.entry_at(seat, players) for seat in range(players)]
            yield [self._programs.get(entry) or self._make(entry, slot, stack) for entry in entries]

    def _make(self, entry: int, slot: Slot, stack: ExitStack) -> Bot:
        seed = self._match.seed_of("bot", entry, *slot)
        return _kept(stack, make_bot(self._match.entries[entry], seed, self._match.threads))


@contextmanager
def crew_of(match: Match) -> Iterator[Crew]:
    """Start each program among the entries once, and end it when the match is over; a BotNameError
    if one cannot be started."""
    names = dict(enumerate(match.entries))
    for name in match.entries:
        prepare(name, match.rules.name)
    with ExitStack() as stack:
        programs = {
            entry: _kept(stack, _started(name)) for entry, name in names.items() if is_outside(name)
        }
        yield Crew(match, programs)


def _started(name: str) -> Bot:
    """That a file cannot be run, in spite of its rights, shows only when it is started."""
    try:
        return make_bot(name, seed=0)
    except OSError as error:
        raise BotNameError(f"{name} cannot be started: {error.strerror or error}") from error


def _kept(stack: ExitStack, bot: Bot) -> Bot:
    stack.callback(bot.close)
    return bot
