"""What follows from a position of Piazza, from the kernels, as the JSON texts that clients get."""

import msgspec
import numpy as np

from piazzetta.kernels import piazza_layout as at
from piazzetta.kernels.piazza import legal_moves
from piazzetta.kernels.piazza_listing import ROOM, write
from piazzetta.kernels.piazza_state import from_rules
from piazzetta.kernels.piazza_telling import TELLING_ROOM, tell
from piazzetta.rules.chance import Chance
from piazzetta.rules.piazza import arithmetic, parse_move
from piazzetta.rules.piazza.play import after_legal
from piazzetta.rules.piazza.position import open_to_json
from piazzetta.rules.piazza.state import State
from piazzetta.server.protocol.detail import Span
from piazzetta.server.table.known import Known

_SPANS = msgspec.json.Decoder(tuple[Span, ...])


def played(state: State, move: str, sizes: tuple[int, ...], chance: Chance) -> tuple[State, str]:
    """The state after a move that is among the legal ones, and what it scored."""
    return after_legal(state, parse_move(move), sum(sizes), chance), arithmetic(sizes)


def known(before: Known, state: State) -> Known:
    """Everything while cards are laid; else, where start cards are, or none, the legal moves."""
    if state.phase != "play" or state.over or not state.board:
        return Known(state, legal=_listed(state))
    return _told(state, len(state.board) - len(before.state.board) if before.state else 0)


def _told(state: State, laid: int) -> Known:
    """So many cards were laid in the last turn. The first one of all lies in the middle of the
    kernels' grid: so do all that fit in with it."""
    numbers, hand = at.NUMBERS, state.hands[state.turn]
    left, top = state.board[0].cell
    right, down = at.ORIGIN - left, at.ORIGIN - top
    cards = [numbers[card] for card in hand]
    cards += [numbers[card] << 8 | x + right << 4 | y + down for card, (x, y) in state.board]
    text = np.empty(TELLING_ROOM, np.uint8)
    ends = tell(np.array(cards, np.int32), len(hand), laid, left, top, text)
    brackets, board, detail, legal = ends
    told = text[:legal].tobytes()
    return Known(
        state,
        legal=told[detail:],
        open=open_to_json(state, msgspec.Raw(told[brackets:board])),
        detail=msgspec.Raw(told[board:detail]),
        brackets=_SPANS.decode(told[:brackets]),
    )


def _listed(state: State) -> bytes:
    moves, brackets = np.empty(at.MOVES, np.int32), np.empty(at.MOVES, np.int64)
    count = legal_moves(*from_rules(state), moves, brackets)
    text = np.empty(ROOM, np.uint8)
    return text[: write(moves[:count], brackets[:count], 0, 0, text)].tobytes()
