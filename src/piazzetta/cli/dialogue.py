"""One person's decision: shows the table and the moves, answers commands, returns a legal move."""

from collections.abc import Callable, Sequence
from typing import Any

from piazzetta.cli.boards import Scene, prose
from piazzetta.cli.face import Face
from piazzetta.cli.menu import COLUMNS, menu_of, tidy
from piazzetta.cli.screen import Screen
from piazzetta.cli.words import say
from piazzetta.rules.errors import IllegalMoveError, NotAMoveError, quote
from piazzetta.rules.game import AnyGame

BELOW = 2
"""Lines below the list of moves: what can be typed, and the prompt."""
FEWEST_ROWS, MOST_ROWS = 2, 14

HELP = ("help", "?")
QUIT = ("quit", "exit", "q")


class LeftError(Exception):
    """Somebody has left the table."""


def leave(screen: Screen, question: str) -> None:
    """Leave (LeftError), unless somebody sits there and has second thoughts."""
    if not screen.answers_by_hand or tidy(screen.ask(question)) == say("yes"):
        raise LeftError


def wait(screen: Screen, prompt: str, leave_question: str) -> None:
    """Until Enter is pressed; whoever wants to leave may."""
    while (text := tidy(screen.ask(prompt))) in (*HELP, *QUIT):
        if text in HELP:
            screen.show(say("help_waiting"))
        else:
            leave(screen, leave_question)


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
            **dict.fromkeys(HELP, self._help),
            **dict.fromkeys(QUIT, self._quit),
        }

    def decide(self) -> Any:
        """The move that the person makes, sooner or later."""
        self._board()
        self._more()
        move = None
        while move is None:
            name = self._scene.names[self._scene.view.seat]
            typed = self._screen.ask(say("prompt", name=name))
            command = self._commands.get(tidy(typed))
            move = command() if command else self._understand(typed)
        return move

    def _understand(self, typed: str) -> Any:
        """The legal move that is meant; None once something else was shown or explained."""
        text = tidy(typed)
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
        return self._written(typed)

    def _hint(self) -> None:
        self._screen.show(say("shown_all"))

    def _numbered(self, text: str) -> Any:
        count = len(self._all.entries)
        if len(text) <= len(str(count)) and 1 <= int(text) <= count:
            return self._all.entries[int(text) - 1].move
        self._screen.show(say("bad_number", number=text[:8], count=count))
        return None

    def _written(self, typed: str) -> Any:
        """The move that the text writes, if the rules allow it."""
        try:
            move = self._game.parse_move(tidy(typed))
            self._referee(move)
        except NotAMoveError:
            self._screen.show(*prose(self._no_move(typed)))
        except IllegalMoveError as error:
            self._screen.show(*prose(str(error)))
        else:
            return move
        return None

    def _no_move(self, typed: str) -> str:
        """What can be typed instead."""
        forms = say("or").join(self._all.forms)
        return say("no_move", text=quote(typed), count=len(self._all.entries), forms=forms)

    def _more(self) -> None:
        self._list(COLUMNS * list_rows(self._screen.height, self._drawn()))

    def _everything(self) -> None:
        self._menu = self._all
        self._list(len(self._all.entries))

    def _list(self, size: int) -> None:
        if self._menu.done:
            part = self._menu.part
            self._screen.show(say("no_more_with", part=part) if part else say("no_more"))
            return
        self._menu, lines = self._menu.page(size)
        self._screen.show(*lines, self._below())

    def _below(self) -> str:
        """The line below the list: what can be typed now."""
        count, shown, part = len(self._menu.entries), self._menu.shown, self._menu.part
        if len(self._all.entries) == 1:
            return say("single")
        if part:
            return say("shown_with", shown=shown, count=count, part=part)
        if self._menu.done:
            return say("shown_all")
        return say("shown", shown=shown, count=count, part=self._menu.example)

    def _board(self) -> None:
        self._screen.show("", *self._drawn())

    def _drawn(self) -> list[str]:
        return [*self._face.table(self._scene), *self._face.hand(self._scene)]

    def _look(self) -> None:
        self._screen.show(*self._face.look(self._scene.view, self._screen.ink))

    def _help(self) -> None:
        example = self._all.entries[0].move
        lines = [say("help_number", number=len(self._all.entries))]
        lines += [say("help_move", move=str(example), form=_form_told(example))]
        lines += [say("help_part")] if self._all.example else []
        self._screen.show(*lines, say("help"))
        self._screen.show(*prose(self._face.help(), indent=""))

    def _quit(self) -> None:
        leave(self._screen, self._leave_question)


def list_rows(height: int, drawn: Sequence[str]) -> int:
    """How many rows of moves fit on a screen below what is drawn there."""
    return min(max(height - len(drawn) - BELOW, FEWEST_ROWS), MOST_ROWS)


def _form_told(move: Any) -> str:
    """How a move with a cell is written; the others explain themselves."""
    return say("help_form") if "@" in str(move) else ""
