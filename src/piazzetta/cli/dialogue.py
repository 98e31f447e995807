"""One person's decision: shows the table and the moves, answers commands, returns a legal move."""

from collections.abc import Callable
from typing import Any

from piazzetta.cli.boards import Scene, prose
from piazzetta.cli.face import Face
from piazzetta.cli.menu import COLUMNS, menu_of, tidy
from piazzetta.cli.screen import Screen
from piazzetta.cli.words import say
from piazzetta.rules.errors import IllegalMoveError, NotAMoveError
from piazzetta.rules.game import AnyGame

OTHER_LINES = 18
"""Of the screen: what the table, the hand and the prompt need beside the list of moves."""
FEWEST_ROWS, MOST_ROWS = 5, 14


class LeftError(Exception):
    """Somebody has left the table."""


class Dialogue:
    """A talk with the person in turn; it sees their view alone."""

    def __init__(
        self,
        screen: Screen,
        game: AnyGame,
        face: Face,
        scene: Scene,
        referee: Callable[[Any], object],
        leave_question: str,
    ) -> None:
        """The referee raises an IllegalMoveError for a move that is not legal."""
        self._screen, self._game, self._face = screen, game, face
        self._scene, self._referee = scene, referee
        self._leave_question = leave_question
        self._all = menu_of(scene.legal, lambda legal: face.worth(scene.view, legal))
        self._menu = self._all
        self._commands = {
            "more": self._more,
            "all": self._everything,
            "look": self._look,
            "board": self._board,
            "help": self._help,
            "?": self._help,
            "quit": self._quit,
            "exit": self._quit,
            "q": self._quit,
        }

    def decide(self) -> Any:
        """The move that the person makes, sooner or later."""
        self._board()
        self._more()
        move = None
        while move is None:
            name = self._scene.names[self._scene.view.seat]
            text = tidy(self._screen.ask(say("prompt", name=name)))
            move = self._commands[text]() if text in self._commands else self._understand(text)
        return move

    def _understand(self, text: str) -> Any:
        """The legal move that is meant; None once something else was shown or explained."""
        only = len(self._all.entries) == 1
        if not text:
            return self._all.entries[0].move if only else self._hint()
        if text.isdecimal():
            return self._numbered(text)
        if self._all.has_part(text):
            self._menu = self._all.narrowed(text)
            return self._more()
        if self._all.lacks(text):
            return self._screen.show(say("no_part", part=text))
        return self._written(text)

    def _hint(self) -> None:
        self._screen.show(say("shown_all"))

    def _numbered(self, text: str) -> Any:
        count = len(self._all.entries)
        if len(text) <= len(str(count)) and 1 <= int(text) <= count:
            return self._all.entries[int(text) - 1].move
        self._screen.show(say("bad_number", number=text[:8], count=count))
        return None

    def _written(self, text: str) -> Any:
        """The move that the text writes, if the rules allow it."""
        try:
            move = self._game.parse_move(text)
            self._referee(move)
        except (NotAMoveError, IllegalMoveError) as error:
            self._screen.show(*prose(str(error)))
            return None
        return move

    def _more(self) -> None:
        rows = min(max(self._screen.height - OTHER_LINES, FEWEST_ROWS), MOST_ROWS)
        self._list(COLUMNS * rows)

    def _everything(self) -> None:
        self._menu = self._all
        self._list(len(self._all.entries))

    def _list(self, size: int) -> None:
        if self._menu.shown == len(self._menu.entries):
            self._screen.show(say("no_more"))
            return
        self._menu, lines = self._menu.page(size)
        self._screen.show(*lines, self._below())

    def _below(self) -> str:
        """The line below the list: what can be typed now."""
        count, shown = len(self._menu.entries), self._menu.shown
        if len(self._all.entries) == 1:
            return say("single")
        if shown == count:
            return say("shown_all")
        return say("shown", shown=shown, count=count, part=self._menu.example)

    def _board(self) -> None:
        self._screen.show("", *self._face.table(self._scene), *self._face.hand(self._scene))

    def _look(self) -> None:
        self._screen.show(*self._face.look(self._scene.view, self._screen.ink))

    def _help(self) -> None:
        example = self._all.entries[0].move
        self._screen.show(say("help", example=str(example)))
        self._screen.show(*prose(self._face.help(), indent=""))

    def _quit(self) -> None:
        sure = not self._screen.answers_by_hand
        if sure or tidy(self._screen.ask(self._leave_question)) == say("yes"):
            raise LeftError
