"""C'est Carré!'s positions and views as plain data, checked when they are read."""

from collections import Counter
from typing import Any

from piazzetta.rules import fields
from piazzetta.rules.carre.cards import CARDS, COPIES, PACK, TEXTS
from piazzetta.rules.carre.layout import MOST_CARDS, cells_of, fits_square
from piazzetta.rules.carre.outcome import outcome
from piazzetta.rules.carre.state import (
    HAND_SIZE,
    NAME,
    PHASES,
    REVEALED,
    SEATS,
    Hand,
    Layout,
    State,
)
from piazzetta.rules.carre.view import View
from piazzetta.rules.errors import PositionError
from piazzetta.rules.grid import is_connected

MOST_OWED = 2
MOST_DRAWN = 3

PILES = fields.Piles(CARDS, len(PACK))


def state_to_json(state: State) -> dict[str, Any]:
    """The position, all fields."""
    return _to_json(state, [_texts(hand) for hand in state.hands], _texts(state.deck))


def view_to_json(seen: View) -> dict[str, Any]:
    """The position as a seat may know it: counts in place of what is hidden."""
    hands = [hand if isinstance(hand, int) else _texts(hand) for hand in seen.hands]
    return _to_json(seen, hands, seen.deck)


def open_to_json(state: State, layouts: Any = None) -> dict[str, Any]:
    """C-SECRET: what everybody sees; with the layouts as somebody else has written them, if
    given."""
    return _to_json(state, list(map(len, state.hands)), len(state.deck), layouts)


def own_to_json(state: State, seat: int) -> dict[str, Any]:
    """C-SECRET: what the seat sees and a spectator does not."""
    return {
        "hands": [_texts(hand) if i == seat else len(hand) for i, hand in enumerate(state.hands)]
    }


def _to_json(
    position: State | View, hands: list[Any], deck: Any, layouts: Any = None
) -> dict[str, Any]:
    ended = outcome(position)
    return {
        "game": NAME,
        "players": position.players,
        "round": position.round,
        "first": position.first,
        "turn": position.turn,
        "phase": position.phase,
        "layouts": layouts or [fields.placed_to_json(layout, TEXTS) for layout in position.layouts],
        "hands": hands,
        "deck": deck,
        "discard": _texts(position.discard),
        "revealed": _texts(position.revealed),
        "owed": position.owed,
        "totals": list(position.totals),
        "closing": position.closing,
        "over": position.over,
        "winners": list(ended.winners) if ended else [],
    }


def _texts(pile: Hand) -> list[str]:
    return fields.pile_to_json(pile, TEXTS)


def state_from_json(data: dict[str, Any]) -> State:
    """The state that a position describes; it need not be reachable nor hold all cards."""
    players = fields.within(fields.required(data, "players"), SEATS, "players")
    state = State(
        hands=fields.per_seat(fields.required(data, "hands"), players, PILES.pile, "hands"),
        deck=PILES.pile(fields.required(data, "deck"), "deck"),
        **_public_from_json(data, players),
    )
    _check_kinds(state.layouts, *state.hands, state.deck, state.discard, state.revealed)
    _check_position(state, [len(hand) for hand in state.hands], len(state.deck))
    return state


def view_from_json(data: dict[str, Any]) -> View:
    """The view that plain data describes; the seat is the one whose hand is shown."""
    players = fields.within(fields.required(data, "players"), SEATS, "players")
    hands = fields.per_seat(fields.required(data, "hands"), players, PILES.pile_or_count, "hands")
    shown = [seat for seat, hand in enumerate(hands) if not isinstance(hand, int)]
    if len(shown) > 1:
        raise PositionError("a view shows one hand at the most")
    seen = View(
        seat=shown[0] if shown else None,
        hands=hands,
        deck=PILES.count(fields.required(data, "deck"), "deck"),
        **_public_from_json(data, players),
    )
    open_hands = [hand for hand in hands if not isinstance(hand, int)]
    _check_kinds(seen.layouts, *open_hands, seen.discard, seen.revealed)
    sizes = [hand if isinstance(hand, int) else len(hand) for hand in hands]
    _check_position(seen, sizes, seen.deck)
    return seen


def layout_from_json(value: Any, name: str = "layout") -> Layout:
    """One player's cards."""
    layout = fields.placed(value, CARDS, MOST_CARDS, name)
    if not is_connected(cells_of(layout)):
        raise PositionError(f"{name}: the cards are not connected (C-LAY)")
    if not fits_square(layout):
        raise PositionError(f"{name}: the cards fit no 3×3 square and complete none (C-SQUARE)")
    return layout


def score_layout_from_json(value: Any) -> Layout:
    """A layout on its own, for scoring."""
    layout = layout_from_json(value)
    _check_kinds((layout,))
    return layout


def _public_from_json(data: dict[str, Any], players: int) -> dict[str, Any]:
    """The fields that states and views have in common."""
    seats = range(players)
    number = fields.integer(fields.required(data, "round"), "round")
    if number < 1:
        raise PositionError("the first round is round 1")
    fields.seats(data.get("winners", []), seats, "winners")
    return {
        "round": number,
        "first": fields.within(fields.required(data, "first"), seats, "first"),
        "turn": fields.within(fields.required(data, "turn"), seats, "turn"),
        "phase": fields.one_of(fields.required(data, "phase"), PHASES, "phase"),
        "layouts": fields.per_seat(
            fields.required(data, "layouts"), players, layout_from_json, "layouts"
        ),
        "discard": PILES.pile(fields.required(data, "discard"), "discard"),
        "revealed": PILES.pile(fields.required(data, "revealed"), "revealed"),
        "owed": fields.integer(fields.required(data, "owed"), "owed"),
        "totals": fields.per_seat(
            fields.required(data, "totals"), players, fields.integer, "totals"
        ),
        "closing": fields.boolean(fields.required(data, "closing"), "closing"),
        "over": fields.boolean(data.get("over", False), "over"),
    }


def _check_kinds(layouts: tuple[Layout, ...], *piles: Hand) -> None:
    """C-CARDS: no kind occurs more often than it exists."""
    counts = Counter(card for layout in layouts for card, _ in layout)
    for pile in piles:
        counts.update(pile)
    for card, count in counts.items():
        if count > COPIES[card.value]:
            raise PositionError(
                f"{card} occurs {count} times; there are {COPIES[card.value]} (C-CARDS)"
            )


def _check_position(position: State | View, hands: list[int], deck: int) -> None:
    """Sizes of hands, and that phase, revealed and owed agree."""
    phase, hand = position.phase, hands[position.turn]
    for seat, size in enumerate(hands):
        dropping = phase == "drop" and seat == position.turn
        if size > (HAND_SIZE + MOST_DRAWN if dropping else HAND_SIZE):
            raise PositionError(f"seat {seat} holds {size} cards, too many (C-POSITIVE)")
    if (phase == "play") != bool(position.revealed) or len(position.revealed) > REVEALED:
        raise PositionError("one or two cards are revealed in phase play, else none (C-SOURCE)")
    if not (1 <= position.owed <= min(MOST_OWED, hand) if phase == "lay" else position.owed == 0):
        raise PositionError("owed is 1 or 2 in phase lay, within the hand, else 0 (C-NEGATIVE)")
    if phase == "drop" and hand <= HAND_SIZE:
        raise PositionError("phase drop needs a hand of more than five (C-POSITIVE)")
    if phase == "source" and not position.discard and deck:
        raise PositionError("the discard pile is empty, the draw pile is not (C-EMPTY-DISCARD)")
