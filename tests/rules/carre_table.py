"""Positions of C'est Carré! written briefly, for the tests beside this file."""

from collections.abc import Mapping
from typing import Any

import pytest

from piazzetta.rules.carre import CARDS, State, legal_moves, parse_move, play, state_from_json
from piazzetta.rules.carre.state import Hand, Layout
from piazzetta.rules.chance import Chance, Given
from piazzetta.rules.errors import IllegalMoveError
from piazzetta.rules.grid import Placed

NO_SHUFFLE = Given({})
"""Chance that fails when anything is shuffled."""

BY_SEAT = Mapping[int, str]


def cards(text: str) -> Hand:
    """`A+1 B0` as cards."""
    return tuple(CARDS[card] for card in text.split())


def layout(text: str) -> Layout:
    """`A+1@0,0 B0@1,0` as a layout."""
    return tuple(_placed(entry) for entry in text.split())


def _placed(entry: str) -> Placed[Any]:
    card, _, cell = entry.partition("@")
    x, y = map(int, cell.split(","))
    return Placed(CARDS[card], (x, y))


def square(nine: str, outside: str = "") -> str:
    """Nine cards, row by row, as the square from 0,0 to 2,2, and what else lies outside it."""
    lying = [f"{card}@{i % 3},{i // 3}" for i, card in enumerate(nine.split())]
    return " ".join([*lying, *outside.split()])


PLAIN = square("A+1 B-1 A+2 B-2 A-1 B+1 A-2 B+2 A0")
"""A complete square without a zone: A and B take turns. Its values add up to 0."""


def position(
    players: int = 2,
    *,
    layouts: BY_SEAT | None = None,
    hands: BY_SEAT | None = None,
    deck: str = "",
    discard: str = "",
    revealed: str = "",
    **fields: Any,
) -> dict[str, Any]:
    """Plain data; a seat that is not named has no cards."""
    laid, held = layouts or {}, hands or {}
    data = {
        "game": "carre",
        "players": players,
        "round": 1,
        "first": 0,
        "turn": 0,
        "phase": "source",
        "layouts": [
            [[str(card), *cell] for card, cell in layout(laid.get(seat, ""))]
            for seat in range(players)
        ],
        "hands": [held.get(seat, "").split() for seat in range(players)],
        "deck": deck.split(),
        "discard": discard.split(),
        "revealed": revealed.split(),
        "owed": 0,
        "totals": [0] * players,
        "closing": False,
    }
    return {**data, **fields}


def table(
    players: int = 2,
    *,
    layouts: BY_SEAT | None = None,
    hands: BY_SEAT | None = None,
    deck: str = "",
    discard: str = "",
    revealed: str = "",
    **fields: Any,
) -> State:
    """The state of such a position."""
    data = position(
        players,
        layouts=layouts,
        hands=hands,
        deck=deck,
        discard=discard,
        revealed=revealed,
        **fields,
    )
    return state_from_json(data)


def played(state: State, *moves: str, chance: Chance = NO_SHUFFLE) -> State:
    """The state after these moves."""
    for move in moves:
        state = play(state, parse_move(move), chance)
    return state


def reshuffled(order: str) -> Given:
    """Chance that knows one thing: the first reshuffle of round 1."""
    return Given({"round 1 reshuffle 1": tuple(order.split())})


def legal(state: State) -> list[str]:
    """The legal moves as text, in their order."""
    return [str(found.move) for found in legal_moves(state)]


def refused(state: State, move: str) -> str:
    """The clause that forbids the move; the message must name it and quote the move."""
    with pytest.raises(IllegalMoveError) as caught:
        play(state, parse_move(move), NO_SHUFFLE)
    assert str(caught.value).startswith(f"{move}: ")
    assert str(caught.value).endswith(f" ({caught.value.clause})")
    return caught.value.clause
