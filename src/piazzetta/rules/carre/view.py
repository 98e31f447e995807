"""C-SECRET: what a seat may know, and full states drawn from all that it allows."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from piazzetta.rules.carre.cards import PACK, Card
from piazzetta.rules.carre.state import Hand, Layout, State
from piazzetta.rules.errors import PositionError
from piazzetta.rules.fields import check_seat


@dataclass(frozen=True, slots=True)
class View:
    """A state without what the seat may not know; a seat of None is a spectator."""

    seat: int | None
    round: int
    first: int
    turn: int
    phase: str
    layouts: tuple[Layout, ...]
    hands: tuple[Hand | int, ...]
    """The seat's own hand; of every other hand only how many cards it holds."""
    deck: int
    discard: Hand
    revealed: Hand
    owed: int
    totals: tuple[int, ...]
    closing: bool
    over: bool
    reshuffles: int = 0

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.hands)


def view(state: State, seat: int | None) -> View:
    """The state as that seat may know it."""
    check_seat(seat, state.players)
    return View(
        seat=seat,
        round=state.round,
        first=state.first,
        turn=state.turn,
        phase=state.phase,
        layouts=state.layouts,
        hands=tuple(hand if i == seat else len(hand) for i, hand in enumerate(state.hands)),
        deck=len(state.deck),
        discard=state.discard,
        revealed=state.revealed,
        owed=state.owed,
        totals=state.totals,
        closing=state.closing,
        over=state.over,
        reshuffles=state.reshuffles,
    )


def face_down(position: State | View) -> tuple[int, ...]:
    """The cards in the draw pile. A new round or a reshuffle may leave as many as there were, so
    these are counted too."""
    deck = position.deck if isinstance(position, View) else len(position.deck)
    return position.round, position.reshuffles, deck


def determinize(seen: View, rng: Random) -> State:
    """A full state drawn uniformly from all that the view allows."""
    pool = unseen(seen)
    needed = seen.deck + sum(hand for hand in seen.hands if isinstance(hand, int))
    if needed > len(pool):
        raise PositionError("the view hides more cards than there are")
    hidden = rng.sample(pool, needed)
    hands = []
    for hand in seen.hands:
        if isinstance(hand, int):
            hands.append(tuple(hidden[:hand]))
            hidden = hidden[hand:]
        else:
            hands.append(hand)
    return State(
        round=seen.round,
        first=seen.first,
        turn=seen.turn,
        phase=seen.phase,
        layouts=seen.layouts,
        hands=tuple(hands),
        deck=tuple(hidden),
        discard=seen.discard,
        revealed=seen.revealed,
        owed=seen.owed,
        totals=seen.totals,
        closing=seen.closing,
        over=seen.over,
        reshuffles=seen.reshuffles,
    )


def unseen(seen: View) -> list[Card]:
    """The cards of the pack that the view does not show."""
    shown = Counter(card for layout in seen.layouts for card, _ in layout)
    shown.update(seen.discard + seen.revealed)
    for hand in seen.hands:
        if not isinstance(hand, int):
            shown.update(hand)
    return list((Counter(PACK) - shown).elements())
