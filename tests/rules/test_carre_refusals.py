"""What a player of C'est Carré! is told about a move that is not legal, phase by phase."""

import pytest

from piazzetta.rules.carre import State, parse_move, play
from piazzetta.rules.errors import IllegalMoveError
from tests.rules.carre_table import NO_SHUFFLE, table

LAID = "A+1@0,0 B+1@1,0 C+1@2,0"
HAND = "A0 A-1 B-1 C-1 D-1"

PHASES = {
    "source": table(layouts={0: LAID}, hands={0: HAND}, deck="E0", discard="F0"),
    "nothing": table(layouts={0: LAID}, hands={0: HAND}),
    "play": table(phase="play", revealed="D0", layouts={0: LAID}, hands={0: HAND}, deck="E0"),
    "first": table(phase="play", revealed="D0", hands={0: HAND}, deck="E0"),
    "lay": table(phase="lay", owed=2, layouts={0: LAID}, hands={0: HAND}, deck="E0"),
    "drop": table(phase="drop", layouts={0: LAID}, hands={0: HAND + " F0"}, deck="E0"),
    "over": table(over=True, layouts={0: LAID}, hands={0: HAND}, totals=[0, 50]),
}

PASS = "only who finds no card in either pile passes (C-NOTHING)"
TWICE = "a card has been taken or revealed already (C-SOURCE)"
NONE = "there is no card to be had (C-NOTHING)"
SOURCE = "first take or reveal (C-SOURCE)"
DROP = "cards are discarded only from a hand of more than five (C-POSITIVE)"
DOWN = "first discard down to five cards (C-POSITIVE)"
OVER = "the game is over (C-WIN)"
NOT_EMPTY = "that cell is not empty (C-LAY)"
BESIDE = "no card of the player lies beside that cell (C-LAY)"
SQUARE = "the cards would no longer fit in a 3×3 square (C-SQUARE)"
NO_CARD = "no card of the player lies there (C-SWAP)"

REFUSED = {
    "source": {"pass": PASS, "lay A0@0,1": SOURCE, "swap A0@0,0": SOURCE, "drop A0": DROP},
    "nothing": {"take": NONE, "reveal": NONE, "lay A0@0,1": SOURCE, "drop A0": DROP},
    "play": {
        "take": TWICE,
        "reveal": TWICE,
        "pass": PASS,
        "drop D0": DROP,
        "lay A0@0,1": "A0 is not revealed (C-SOURCE)",
        "swap A0@0,0": "A0 is not revealed (C-SOURCE)",
        "lay D0@0,0": NOT_EMPTY,
        "lay D0@0,2": BESIDE,
        "lay D0@3,0": SQUARE,
        "swap D0@0,1": NO_CARD,
        "swap D0@0,0": "A+1 has another motif and another value (C-SWAP)",
    },
    "first": {
        "lay D0@0,1": "the first card of a round lies on 0,0 (C-LAY)",
        "swap D0@0,0": NO_CARD,
    },
    "lay": {
        "take": TWICE,
        "reveal": TWICE,
        "pass": PASS,
        "drop A0": DROP,
        "lay F0@0,1": "F0 is not in the hand (C-NEGATIVE)",
        "swap C0@2,0": "C0 is not in the hand (C-NEGATIVE)",
        "lay A0@0,0": NOT_EMPTY,
        "lay A0@9,9": BESIDE,
        "lay A0@-1,0": SQUARE,
        "swap A0@9,9": NO_CARD,
        "swap A0@1,0": "B+1 has another motif and another value (C-SWAP)",
    },
    "drop": {
        "take": TWICE,
        "reveal": TWICE,
        "pass": PASS,
        "drop E0": "E0 is not in the hand (C-POSITIVE)",
        "lay A0@0,1": DOWN,
        "swap A0@0,0": DOWN,
    },
    "over": dict.fromkeys(("take", "pass", "lay A0@0,1", "swap A0@0,0", "drop A0"), OVER),
}


@pytest.mark.parametrize(
    ("phase", "move", "told"),
    [(phase, move, told) for phase, moves in REFUSED.items() for move, told in moves.items()],
)
def test_the_reason_and_the_clause_are_told(phase: str, move: str, told: str) -> None:
    state: State = PHASES[phase]
    with pytest.raises(IllegalMoveError) as caught:
        play(state, parse_move(move), NO_SHUFFLE)
    assert str(caught.value) == f"{move}: {told}"
    assert told.endswith(f"({caught.value.clause})")
