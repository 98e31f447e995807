"""Why a move of Piazza is not legal: the first clause it breaks."""

from piazzetta.rules.errors import IllegalMoveError, NotAMoveError, quote
from piazzetta.rules.grid import Cell, Placed, neighbours, spans_at_most
from piazzetta.rules.piazza.brackets import (
    Lines,
    Table,
    arms,
    lines_on,
    pair_brackets,
    reach,
    single_brackets,
)
from piazzetta.rules.piazza.cards import Card
from piazzetta.rules.piazza.moves import legal_moves, may_start, table_of
from piazzetta.rules.piazza.state import (
    GRID,
    PASS,
    SHAPES,
    Hand,
    Lay,
    Move,
    Pass,
    Start,
    State,
)


def brackets_made(state: State, move: Move) -> tuple[int, ...]:
    """The sizes of the brackets the move makes, ascending; an error if it is not legal."""
    if state.over:
        raise IllegalMoveError("P-END", move, "the game is over")
    match move:
        case Start(card):
            _check_start(state, card, move)
            return ()
        case _ if state.phase == "setup":
            raise IllegalMoveError("P-START", move, "the start cards are not all laid yet")
        case Pass():
            if legal_moves(state)[0].move != PASS:
                raise IllegalMoveError("P-STUCK", move, "nobody may pass who can lay a card")
            return ()
        case Lay(cards):
            return _check_lay(state, cards, move)
        case _:
            raise NotAMoveError(f"{quote(move)} is no move of Piazza")


def _check_start(state: State, placed: Placed[Card], move: Move) -> None:
    card, cell = placed
    if state.phase != "setup":
        raise IllegalMoveError("P-START", move, "the start cards are laid already")
    if card not in state.hands[state.turn]:
        raise IllegalMoveError("P-START-CHOICE", move, f"{card} is not among the seat's cards")
    if cell not in SHAPES[state.start] or cell in table_of(state.board):
        raise IllegalMoveError("P-START-CHOICE", move, "not a free cell of the start shape")
    if not may_start(state, card):
        reason = "each own colour is laid once, and all symbols of the start shape differ"
        raise IllegalMoveError("P-START", move, reason)


def _check_lay(state: State, cards: tuple[Placed[Card], ...], move: Move) -> tuple[int, ...]:
    if not 1 <= len(cards) <= 2:
        raise IllegalMoveError("P-PLAY", move, "one or two cards are laid in a turn")
    _check_in_hand(state.hands[state.turn], cards, move)
    if not state.board:
        raise IllegalMoveError("P-TOUCH", move, "no card lies on the table")
    lines = lines_on(state.board)
    table = lines.table
    after = {**table, **table_of(cards)}
    for placed in cards:
        _check_cell(table, after, placed, move)
    if len(after) < len(table) + len(cards):
        raise IllegalMoveError("P-TOUCH", move, "two cards cannot lie on one cell")
    _check_grid(lines, cards, move)
    if len(cards) == 1:
        return single_brackets(arms(lines, cards[0].cell, cards[0].card.colour))
    return _check_pair(lines, cards, move)


def _check_in_hand(hand: Hand, cards: tuple[Placed[Card], ...], move: Move) -> None:
    wanted = [placed.card for placed in cards]
    for card in wanted:
        if hand.count(card) < wanted.count(card):
            reason = f"the hand holds {hand.count(card) or 'no'} {card}"
            raise IllegalMoveError("P-PLAY", move, reason)


def _check_cell(table: Table, after: Table, placed: Placed[Card], move: Move) -> None:
    card, cell = placed
    if cell in table:
        raise IllegalMoveError("P-TOUCH", move, f"{_text(cell)} is not empty")
    beside = [after[near] for near in neighbours(cell) if near in after]
    if not beside:
        raise IllegalMoveError("P-TOUCH", move, f"no card lies beside {_text(cell)}")
    for other in beside:
        if card.colour == other.colour or card.symbol == other.symbol:
            same = "colour" if card.colour == other.colour else "symbol"
            reason = f"{card} would lie beside {other}, of the same {same}"
            raise IllegalMoveError("P-DIFFER", move, reason)


def _check_grid(lines: Lines, cards: tuple[Placed[Card], ...], move: Move) -> None:
    """All cards fit in the grid where each two of them do."""
    columns, rows = reach(lines)
    cells = [cell for _, cell in cards]
    if not all(x in columns and y in rows for x, y in cells) or not spans_at_most(GRID, cells):
        raise IllegalMoveError("P-GRID", move, f"the table would exceed {GRID}×{GRID} cells")


def _check_pair(lines: Lines, cards: tuple[Placed[Card], ...], move: Move) -> tuple[int, ...]:
    one, two = cards
    if one.card.colour != two.card.colour:
        raise IllegalMoveError("P-ONE-COLOUR", move, "both cards must be of one colour")
    colour = one.card.colour
    one_arms, two_arms = arms(lines, one.cell, colour), arms(lines, two.cell, colour)
    sizes = pair_brackets(lines, one.cell, one_arms, two.cell, two_arms)
    if sizes is None:
        raise IllegalMoveError("P-PAIR", move, "the two cards form no bracket with each other")
    return sizes


def _text(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"
