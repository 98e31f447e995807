"""Piazza's positions and views as plain data, checked when they are read."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from piazzetta.rules import fields
from piazzetta.rules.errors import PositionError
from piazzetta.rules.grid import Placed, is_connected, neighbours, spans_at_most
from piazzetta.rules.piazza.cards import CARDS, COPIES, MARKS, PACK, TEXTS, Card
from piazzetta.rules.piazza.moves import start_moves, table_of
from piazzetta.rules.piazza.outcome import outcome
from piazzetta.rules.piazza.play import start_turn
from piazzetta.rules.piazza.setup import colours, neutral_colour
from piazzetta.rules.piazza.state import (
    GRID,
    HAND_SIZE,
    NAME,
    SEATS,
    SHAPES,
    SHAPES_FOR,
    Hand,
    State,
)
from piazzetta.rules.piazza.view import View

PILES = fields.Piles(CARDS, len(PACK))


def state_to_json(state: State) -> dict[str, Any]:
    """The position, all fields."""
    hands = [_texts(hand) for hand in state.hands]
    return _to_json(state, hands, [_texts(stock) for stock in state.stocks])


def view_to_json(seen: View) -> dict[str, Any]:
    """The position as a seat may know it: counts in place of what is hidden."""
    hands = [hand if isinstance(hand, int) else _texts(hand) for hand in seen.hands]
    data = _to_json(seen, hands, list(seen.stocks))
    if seen.seat is not None:
        data["own_stock"] = _texts(seen.own_stock)
    return data


def open_to_json(state: State, board: Any = None) -> dict[str, Any]:
    """P-SECRET: what everybody sees; with the board as somebody else has written it, if given."""
    return _to_json(state, list(map(len, state.hands)), list(map(len, state.stocks)), board)


def own_to_json(state: State, seat: int) -> dict[str, Any]:
    """P-SECRET: what the seat sees and a spectator does not."""
    hands = [_texts(hand) if i == seat else len(hand) for i, hand in enumerate(state.hands)]
    return {"hands": hands, "own_stock": sorted(_texts(state.stocks[seat]))}


def _to_json(
    position: State | View, hands: list[Any], stocks: list[Any], board: Any = None
) -> dict[str, Any]:
    ended = outcome(position)
    return {
        "game": NAME,
        "players": position.players,
        "phase": position.phase,
        "colours": position.colours and [list(own) for own in position.colours],
        "start": position.start,
        "board": board or fields.placed_to_json(position.board, TEXTS),
        "first": position.first,
        "hands": hands,
        "stocks": stocks,
        "scores": list(position.scores),
        "turn": position.turn,
        "finished": list(position.finished),
        "passes": position.passes,
        "over": position.over,
        "winners": list(ended.winners) if ended else [],
    }


def _texts(pile: Hand) -> list[str]:
    return fields.pile_to_json(pile, TEXTS)


def state_from_json(data: dict[str, Any]) -> State:
    """The state that a position describes; it need not be reachable nor hold all cards."""
    players = fields.within(fields.required(data, "players"), SEATS, "players")
    public = _public_from_json(data, players)
    hands = fields.per_seat(fields.required(data, "hands"), players, PILES.pile, "hands")
    stocks = fields.per_seat(fields.required(data, "stocks"), players, PILES.pile, "stocks")
    if public["phase"] == "play" and public["passes"] >= sum(map(bool, hands)):
        public["over"] = True
    state = State(hands=hands, stocks=stocks, **public)
    _check_kinds(state.board, *hands, *stocks)
    _check_owners(state)
    if state.phase == "setup":
        _check_setup(state)
    else:
        _check_table(state.board)
        _check_hands(state)
    _check_finished(state)
    if state.phase == "setup" and not start_moves(state):
        raise PositionError("the seat in turn has no start card that fits (P-START-CHOICE)")
    return state


def view_from_json(data: dict[str, Any]) -> View:
    """The view that plain data describes; the seat is the one whose hand is shown."""
    players = fields.within(fields.required(data, "players"), SEATS, "players")
    public = _public_from_json(data, players)
    hands = fields.per_seat(fields.required(data, "hands"), players, PILES.pile_or_count, "hands")
    stocks = fields.per_seat(fields.required(data, "stocks"), players, PILES.count, "stocks")
    shown = [seat for seat, hand in enumerate(hands) if not isinstance(hand, int)]
    if len(shown) > 1:
        raise PositionError("a view shows one hand at the most")
    own_stock = PILES.pile(fields.required(data, "own_stock"), "own_stock") if shown else ()
    if shown and len(own_stock) != stocks[shown[0]]:
        raise PositionError("own_stock and stocks disagree on how many cards there are")
    seen = View(
        seat=shown[0] if shown else None,
        hands=hands,
        stocks=stocks,
        own_stock=tuple(sorted(own_stock)),
        **public,
    )
    _check_kinds(seen.board, own_stock, *(hand for hand in hands if not isinstance(hand, int)))
    if seen.phase == "play":
        _check_table(seen.board)
    return seen


def _public_from_json(data: dict[str, Any], players: int) -> dict[str, Any]:
    """The fields that states and views have in common."""
    shapes = SHAPES_FOR[players]
    own = data.get("colours")
    seats = range(players)
    passes = fields.integer(fields.required(data, "passes"), "passes")
    finished = fields.seats(fields.required(data, "finished"), seats, "finished")
    fields.seats(data.get("winners", []), seats, "winners")
    if passes < 0:
        raise PositionError("passes cannot be negative")
    if len(set(finished)) < len(finished):
        raise PositionError("finished names a seat twice")
    return {
        "phase": fields.one_of(data.get("phase", "play"), ("setup", "play"), "phase"),
        "colours": None if own is None else colours(own, players, PositionError),
        "start": fields.one_of(data.get("start", shapes[0]), shapes, "start"),
        "first": fields.within(data.get("first", 0), seats, "first"),
        "board": fields.placed(fields.required(data, "board"), CARDS, len(PACK), "board"),
        "scores": fields.per_seat(
            fields.required(data, "scores"), players, fields.integer, "scores"
        ),
        "turn": fields.within(fields.required(data, "turn"), seats, "turn"),
        "finished": finished,
        "passes": passes,
        "over": fields.boolean(data.get("over", False), "over"),
    }


def _check_kinds(board: Iterable[Placed[Card]], *piles: Hand) -> None:
    """P-CARDS: no kind occurs more often than it exists."""
    counts = Counter(placed.card for placed in board)
    for pile in piles:
        counts.update(pile)
    for card, count in counts.items():
        if count > COPIES:
            raise PositionError(f"{card} occurs {count} times; there are {COPIES} (P-CARDS)")


def _check_owners(state: State) -> None:
    """P-SETS: a seat holds its own colours and neutral cards."""
    if state.colours is None:
        return
    neutral = neutral_colour(state.colours)
    for seat, own in enumerate(state.colours):
        for card in state.hands[seat] + state.stocks[seat]:
            if card.colour not in own and card.colour != neutral:
                raise PositionError(f"seat {seat} holds {card}, another's colour (P-SETS)")


def _check_setup(state: State) -> None:
    """P-START: only start cards lie there, and whose turn it is follows from their number."""
    laid, shape = table_of(state.board), SHAPES[state.start]
    due = Counter(start_turn(state.players, count) for count in range(len(laid), len(shape)))
    if any(state.stocks) or state.over:
        raise PositionError("in phase setup the stocks are empty, the game is not over (P-START)")
    if any(len(state.hands[seat]) < count for seat, count in due.items()):
        raise PositionError("a seat has not enough cards to lay its start cards (P-START)")
    if not set(laid) < set(shape):
        raise PositionError("in phase setup cards lie on the start shape, a cell is free (P-START)")
    if len({c.symbol for c in laid.values()} | {c.colour for c in laid.values()}) < 2 * len(laid):
        raise PositionError("start cards differ in colour and symbol (P-START)")
    if state.turn != start_turn(state.players, len(laid)):
        raise PositionError("turn does not fit the number of start cards (P-START-CHOICE)")
    if state.colours:
        order = [seat for seat, own in enumerate(state.colours) for _ in own]
        done = Counter(order[: len(laid)])
        owner = {colour: seat for seat, own in enumerate(state.colours) for colour in own}
        if Counter(owner.get(card.colour) for card in laid.values()) != done:
            raise PositionError("start cards lie there whose seats were not in turn (P-START)")


def _check_table(board: tuple[Placed[Card], ...]) -> None:
    """P-GRID, P-TOUCH, P-DIFFER for the cards that lie there."""
    table = table_of(board)
    if table and not spans_at_most(GRID, table):
        raise PositionError(f"the cards span more than {GRID}×{GRID} cells (P-GRID)")
    if not is_connected(table):
        raise PositionError("the cards on the table are not connected (P-TOUCH)")
    for cell, card in table.items():
        for near in neighbours(cell):
            if near in table and MARKS[card] & MARKS[table[near]]:
                raise PositionError(f"{card} lies beside {table[near]} (P-DIFFER)")


def _check_hands(state: State) -> None:
    """P-DRAW: sizes of hands, and that the seat in turn has one."""
    for seat, hand in enumerate(state.hands):
        if len(hand) > HAND_SIZE:
            raise PositionError(f"seat {seat} holds more than {HAND_SIZE} cards (P-DRAW)")
        if not hand and state.stocks[seat]:
            raise PositionError(f"seat {seat} has a stock but no hand (P-DRAW)")
    if not state.over and not state.hands[state.turn]:
        raise PositionError(f"it is the turn of seat {state.turn}, who has finished (P-END)")


def _check_finished(state: State) -> None:
    """P-END: who has no cards has finished, and nobody else."""
    for seat, hand in enumerate(state.hands):
        if bool(hand) == (seat in state.finished):
            raise PositionError(f"seat {seat}: 'finished' and its cards disagree (P-END)")
