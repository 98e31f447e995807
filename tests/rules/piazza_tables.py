"""Tables to test on: positions from drawings, and whole games of every kind of table."""

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import strategies as st

from piazzetta.rules import piazza
from piazzetta.rules.chance import Seed
from piazzetta.rules.errors import IllegalMoveError
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, Placed
from piazzetta.rules.piazza import CARDS, Card, Lay, Move, Options, State

SEED = Seed(0)
"""For moves that shuffle nothing."""

COLOURS = {2: [["R", "P"], ["B", "Y"]], 3: [["R"], ["P"], ["B"]], 4: [["R"], ["P"], ["B"], ["Y"]]}


def cards(text: str) -> tuple[Card, ...]:
    """The cards written in the text: `B1 R2`."""
    return tuple(CARDS[word] for word in text.split())


def drawn(drawing: str) -> list[list[Any]]:
    """The board that a drawing shows, `.` for an empty cell; its first card's row is row 0."""
    rows = enumerate(drawing.strip().splitlines())
    return [[word, x, y] for y, row in rows for x, word in enumerate(row.split()) if word != "."]


def position(drawing: str, *hands: str, **changes: Any) -> State:
    """A position in play: the drawn table, each seat's hand, whatever else as in `changes`.

    The first seat is in turn. Nobody has said who owns which colour.
    """
    held = [hand.split() for hand in hands]
    data = {
        "players": len(hands),
        "board": drawn(drawing),
        "hands": held,
        "stocks": [[] for _ in held],
        "scores": [0 for _ in held],
        "turn": 0,
        "finished": [seat for seat, hand in enumerate(held) if not hand],
        "passes": 0,
    }
    return piazza.state_from_json(data | changes)


def after(state: State, *moves: str) -> State:
    """The state after the moves, in turn."""
    for move in moves:
        state = piazza.play(state, piazza.parse_move(move), SEED)
    return state


def moves(state: State) -> list[str]:
    """Every legal move, as text."""
    return [str(legal.move) for legal in piazza.legal_moves(state)]


def brackets(state: State, move: str) -> tuple[int, ...]:
    """The sizes of the brackets that a legal move makes."""
    found = {str(legal.move): legal.brackets for legal in piazza.legal_moves(state)}
    return found[move]


def refused(state: State, move: str) -> IllegalMoveError:
    """What is told about a move that breaks a clause."""
    with pytest.raises(IllegalMoveError) as caught:
        piazza.play(state, piazza.parse_move(move), SEED)
    return caught.value


def refusal(state: State, move: str) -> str:
    """The clause that the move breaks."""
    error = refused(state, move)
    assert move in str(error)
    return error.clause


def lay(text: str) -> Lay:
    """The move that lays these cards."""
    move = piazza.parse_move(text)
    assert isinstance(move, Lay)
    return move


def cells(board: tuple[Placed[Card], ...]) -> set[Cell]:
    """Where cards lie."""
    return {lying.cell for lying in board}


class Played(NamedTuple):
    """A game from its first position to its last."""

    options: Options
    chance: Seed
    states: tuple[State, ...]
    moves: tuple[Move, ...]


LONGEST = 200
"""No game has more moves: 48 cards, and at the most three passes before each of them."""

Chooser = Callable[[list[Legal[Move]], Random], Legal[Move]]


def _points(legal: Legal[Move]) -> int:
    return legal.points


CHOOSERS: dict[str, Chooser] = {
    "any": lambda legal, rng: rng.choice(legal),
    "most points": lambda legal, rng: max(rng.sample(legal, len(legal)), key=_points),
    "fewest points": lambda legal, rng: min(rng.sample(legal, len(legal)), key=_points),
    "first": lambda legal, _rng: legal[0],
    "last": lambda legal, _rng: legal[-1],
}
"""Ways to choose a move: they lead to wide tables and dense ones, long games and short ones."""


def play_out(chosen: Options, seed: int, chooser: Chooser) -> Played:
    """A whole game; the seed decides the deal and the choices."""
    chance, rng = Seed(seed), Random(seed)
    state = piazza.deal(chosen, chance)
    states = [state]
    made: list[Move] = []
    while not state.over:
        assert len(made) < LONGEST
        move = chooser(piazza.legal_moves(state), rng).move
        state = piazza.play(state, move, chance)
        states.append(state)
        made.append(move)
    return Played(chosen, chance, tuple(states), tuple(made))


def every_table() -> list[dict[str, Any]]:
    """The options of every kind of table there is, each choice given or left to chance."""
    shapes = {2: ("square",), 3: ("corner", "row"), 4: ("square",)}
    return [
        {"players": players, "setup": setup, "start": start, "first": first, "colours": own}
        for players in shapes
        for setup, start, first, own in product(
            ("quick", "choose"), shapes[players], (None, players - 1), (None, COLOURS[players])
        )
    ]


def options_of(table: dict[str, Any]) -> Options:
    """The options that the plain data of a table gives."""
    return piazza.options(table["players"], {k: v for k, v in table.items() if k != "players"})


def options() -> st.SearchStrategy[Options]:
    """Every kind of table."""
    return st.sampled_from(every_table()).map(options_of)


def games() -> st.SearchStrategy[Played]:
    """Whole games of every kind of table."""
    seeds = st.integers(0, 2**256 - 1)
    return st.builds(play_out, options(), seeds, st.sampled_from(list(CHOOSERS.values())))
