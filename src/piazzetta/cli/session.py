"""One game in the terminal, from the deal to the ranking.

The session holds the whole state and referees by the rules; what it shows and what it gives to bots
are views. With two people or more a curtain falls before another one's hand is shown, and what
happened meanwhile is told behind it.

    move -> told to all -> bot in turn:    its view, its move
                        -> person in turn: curtain if another one sat there, news, a Dialogue
"""

from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from typing import Any

from piazzetta.bots import make_bot
from piazzetta.bots.bot import Bot, Decision, choose_or_draw
from piazzetta.cli.boards import Scene, prose
from piazzetta.cli.dialogue import Dialogue, wait
from piazzetta.cli.face import Step
from piazzetta.cli.faces import FACES
from piazzetta.cli.replay import REASONS
from piazzetta.cli.screen import Screen
from piazzetta.cli.seating import Seat
from piazzetta.cli.words import points, say
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import AnyGame

THINKING = 1.0
"""In seconds: how long a bot may think about a move."""


@dataclass(frozen=True, slots=True)
class Table:
    """What is decided before the deal."""

    game: AnyGame
    seats: tuple[Seat, ...]
    options: Any
    seed: Seed

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, seat by seat."""
        return tuple(seat.name for seat in self.seats)


class Session:
    """A running game; `moves` is what a record of it needs besides the table."""

    def __init__(self, table: Table, screen: Screen, leave_question: str) -> None:
        """Deal."""
        self._table, self._screen, self._leave_question = table, screen, leave_question
        self._game, self._face = table.game, FACES[table.game.name]
        self._state = table.game.deal(table.options, table.seed)
        self._rng = Random(table.seed.value)
        self._bots: dict[int, Bot] = {}
        people = [seat for seat, player in enumerate(table.seats) if player.bot is None]
        self._shared = len(people) > 1
        self._news: dict[int, list[str]] = {seat: [] for seat in people}
        self._seen = {seat: table.game.view(self._state, seat) for seat in people}
        self._at_screen = people[0] if len(people) == 1 else None
        self._phrases: list[str] = []
        self._before_turn = table.game.view(self._state, None)
        self.moves: list[str] = []

    def play(self) -> None:
        """Play to the end; people may leave before (LeftError, InputEndedError)."""
        with ExitStack() as stack:
            self._seat_bots(stack)
            self._open()
            while not self._state.over:
                seat = self._state.turn
                bot = self._bots.get(seat)
                self._make(self._ask_bot(bot, seat) if bot else self._ask_person(seat))
            self._close()

    def _seat_bots(self, stack: ExitStack) -> None:
        """Make the bots; they end when the game does."""
        for seat, player in enumerate(self._table.seats):
            if player.bot:
                self._bots[seat] = make_bot(player.bot, self._table.seed.value + seat)
                stack.callback(self._bots[seat].close)

    def _open(self) -> None:
        first = self._table.names[self._state.first]
        names = say("list").join(self._table.names)
        self._tell(prose(say("begin", game=self._game.title, names=names, first=first)))
        if not self._news:
            self._screen.show(say("watch"))

    def _ask_bot(self, bot: Bot, seat: int) -> Any:
        view, legal = self._game.view(self._state, seat), self._game.legal_moves(self._state)
        decision = Decision(self._game, seat, view, legal, THINKING)
        choice, fault = choose_or_draw(bot, decision, self._rng)
        if fault:
            self._tell(prose(say("fault", name=self._table.names[seat], what=fault)))
        return choice.move

    def _ask_person(self, seat: int) -> Any:
        self._hand_over(seat)
        state, names = self._state, self._table.names
        view, legal = self._game.view(state, seat), self._game.legal_moves(state)
        return Dialogue(
            self._screen,
            self._game,
            self._face,
            Scene(view, names, self._screen.ink, legal, self._seen[seat]),
            lambda move: self._game.play(state, move, self._table.seed),
            self._leave_question,
        ).decide()

    def _make(self, move: Any) -> None:
        """Play a legal move and tell what everybody can see of it."""
        before, game = self._state, self._game
        after, note = game.noted(before, move, self._table.seed)
        self._state = after
        self.moves.append(str(move))
        step = Step(game.view(before, None), move, game.view(after, None), note)
        if not self._phrases:
            self._before_turn = step.before
        self._phrases.append(self._face.tell(step))
        if self._face.ends_turn(step):
            self._tell_turn(self._table.names[before.turn])
        if before.turn in self._seen:
            self._seen[before.turn] = game.view(after, before.turn)
        interlude = self._face.interlude(step, self._table.names, self._screen.ink)
        if interlude:
            self._tell(interlude)
            self._pause()

    def _tell_turn(self, name: str) -> None:
        """All that somebody did in a turn, at once."""
        self._tell(prose(say("says", name=name, what=say("then").join(self._phrases))))
        self._phrases.clear()

    def _tell(self, lines: list[str]) -> None:
        """Show it now, or, where people share the screen, keep it for each of them."""
        if not self._shared:
            self._screen.show(*lines)
        for news in self._news.values():
            news.extend(lines)

    def _pause(self) -> None:
        """Give a person alone with bots time to read; others have their curtains."""
        if self._news and not self._shared and not self._state.over:
            wait(self._screen, say("go_on"), self._leave_question)

    def _hand_over(self, seat: int) -> None:
        """Let the curtain fall unless this person is looking already; then tell the news."""
        if self._at_screen != seat:
            self._screen.hide()
            self._screen.forget_typed_ahead()
            prompt = say("curtain", name=self._table.names[seat])
            wait(self._screen, prompt, self._leave_question)
            self._screen.hide()
            self._at_screen = seat
        self._show_news(seat)

    def _show_news(self, seat: int) -> None:
        news = self._news[seat]
        if self._shared:
            self._screen.show(*news)
        news.clear()

    def _close(self) -> None:
        """The last news, the table as it ended, and the ranking."""
        if self._at_screen is not None and self._shared:
            self._screen.hide()
            self._show_news(self._at_screen)
        view = self._game.view(self._state, None)
        scene = Scene(view, self._table.names, self._screen.ink, before=self._before_turn)
        self._screen.show("", *self._face.table(scene), "", *self._ranking())

    def _ranking(self) -> list[str]:
        outcome = self._game.outcome(self._state)
        assert outcome is not None
        scores, names = self._game.scores(self._state), self._table.names
        lines, place = [say("over", reason=REASONS[outcome.reason])], 1
        for group in outcome.ranking:
            shared = say("list").join(names[seat] for seat in group)
            scored = points(scores[group[0]])
            lines += prose(say("place", place=place, names=shared, points=scored))
            place += len(group)
        broken_ties = len({scores[group[0]] for group in outcome.ranking}) < len(outcome.ranking)
        return [*lines, self._face.tie_break] if broken_ties else lines
