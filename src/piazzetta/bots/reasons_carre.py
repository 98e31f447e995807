"""Reasons for moves of C'est Carré!: zones, values, effects, the pile and the end of the round.

What a move does is read from the rules: it is played in a state that the view allows, and only
what does not depend on the hidden cards is told of the result.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import comb
from random import Random
from typing import ClassVar, NamedTuple

from piazzetta.bots.greedy_carre import layout_after
from piazzetta.bots.reason import Reason
from piazzetta.rules.carre import (
    Card,
    Drop,
    Lay,
    Move,
    Reveal,
    State,
    Swap,
    Take,
    View,
    determinize,
    legal_moves,
    outcome,
    play,
    score,
)
from piazzetta.rules.carre.layout import SIDE, ZONE_POINTS, cells_of, complete_square
from piazzetta.rules.carre.state import HAND_SIZE, REVEALED, TARGET, Hand, Layout
from piazzetta.rules.carre.view import unseen
from piazzetta.rules.chance import Seed
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Cell, connected_part

NINE = SIDE * SIDE


@dataclass(frozen=True, slots=True)
class GrowsZone(Reason):
    """C-ZONES: a zone of this motif has one card more."""

    code: ClassVar[str] = "grows_zone"
    motif: str
    before: int
    after: int
    points: int
    """What that adds to the zone's points."""


@dataclass(frozen=True, slots=True)
class JoinsZones(Reason):
    """C-ZONES: the card joins several zones of its motif."""

    code: ClassVar[str] = "joins_zones"
    motif: str
    sizes: tuple[int, ...]
    after: int
    points: int
    """What that adds to the zones' points."""


@dataclass(frozen=True, slots=True)
class BreaksZone(Reason):
    """C-SWAP: a card of another motif leaves a zone, of which these parts remain."""

    code: ClassVar[str] = "breaks_zone"
    motif: str
    before: int
    sizes: tuple[int, ...]
    points: int
    """What that takes from the zones' points."""


@dataclass(frozen=True, slots=True)
class MakesNine(Reason):
    """C-NINE: a zone of nine wins the game, if it is still there when the round is scored."""

    code: ClassVar[str] = "makes_nine"
    motif: str


@dataclass(frozen=True, slots=True)
class BreaksNine(Reason):
    """C-NINE: the zone of nine is gone."""

    code: ClassVar[str] = "breaks_nine"
    motif: str


@dataclass(frozen=True, slots=True)
class ChangesValues(Reason):
    """C-VALUES: the sum of the seat's card values changes."""

    code: ClassVar[str] = "changes_values"
    change: int


@dataclass(frozen=True, slots=True)
class CompletesSquare(Reason):
    """C-CLOSE: the square is complete; these seats have one more turn each in this round."""

    code: ClassVar[str] = "completes_square"
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Owes(Reason):
    """C-NEGATIVE: after the move so many cards must still be played from the hand."""

    code: ClassVar[str] = "owes"
    count: int


@dataclass(frozen=True, slots=True)
class Draws(Reason):
    """C-POSITIVE: the move brings so many cards, and so many of the hand must then go."""

    code: ClassVar[str] = "draws"
    count: int
    drops: int


@dataclass(frozen=True, slots=True)
class Reshuffles(Reason):
    """C-EMPTY-DRAW: the discard pile, of so many cards, becomes the draw pile."""

    code: ClassVar[str] = "reshuffles"
    count: int


@dataclass(frozen=True, slots=True)
class TakesCard(Reason):
    """C-SOURCE: the card taken, and the most it can add at once to the points of the layout."""

    code: ClassVar[str] = "takes_card"
    card: Card
    gain: int


@dataclass(frozen=True, slots=True)
class PlaysHand(Reason):
    """C-NEGATIVE: laid, the card taken has so many cards of the hand played in the same turn."""

    code: ClassVar[str] = "plays_hand"
    count: int


@dataclass(frozen=True, slots=True)
class RevealsCards(Reason):
    """C-SOURCE: what the better of the two revealed cards adds at once, over all pairs of cards
    that the player does not see."""

    code: ClassVar[str] = "reveals_cards"
    mean: float
    """In tenths, rounded."""
    best: int


@dataclass(frozen=True, slots=True)
class SkipsCard(Reason):
    """C-SOURCE: the card not taken, and the most it could add at once to the layout's points."""

    code: ClassVar[str] = "skips_card"
    card: Card
    gain: int


@dataclass(frozen=True, slots=True)
class LeavesCard(Reason):
    """C-ORDER: the turn ends with this card on top of the pile, for the seat that is next."""

    code: ClassVar[str] = "leaves_card"
    card: Card
    seat: int
    gain: int
    """The most it can add at once to the points of that seat's layout."""


@dataclass(frozen=True, slots=True)
class ReachesTarget(Reason):
    """C-WIN: the total would be 50 or more if the round were scored now; before it was less."""

    code: ClassVar[str] = "reaches_target"
    total: int


@dataclass(frozen=True, slots=True)
class EndsRound(Reason):
    """C-CLOSE, C-WIN: the round is scored; the totals, and who has won if the game is over."""

    code: ClassVar[str] = "ends_round"
    totals: tuple[int, ...]
    seats: tuple[int, ...]


REASONS = (
    GrowsZone,
    JoinsZones,
    BreaksZone,
    MakesNine,
    BreaksNine,
    ChangesValues,
    CompletesSquare,
    Owes,
    Draws,
    Reshuffles,
    TakesCard,
    PlaysHand,
    RevealsCards,
    SkipsCard,
    LeavesCard,
    ReachesTarget,
    EndsRound,
)


class Step(NamedTuple):
    """A move, what is known before it, and a state after it that is right in all that is told."""

    view: View
    move: Move
    after: State

    @property
    def ends_round(self) -> bool:
        """Whether the move led to the scoring."""
        return self.after.round != self.view.round or self.after.over

    @property
    def ends_turn(self) -> bool:
        """Whether another seat is in turn now, in the same round."""
        return self.after.turn != self.view.turn and not self.ends_round

    @property
    def reshuffles(self) -> bool:
        """Whether the discard pile became the draw pile."""
        return not self.ends_round and self.after.reshuffles > self.view.reshuffles


Gain = Callable[[int, Card], int]
"""What a card can add at once to the points of a seat's layout."""


def explain(
    view: View, _legal: Sequence[Legal[Move]], rng: Random
) -> Callable[[Legal[Move]], tuple[Reason, ...]]:
    """What tells the reasons for each of the legal moves of a view."""
    state = determinize(view, rng)
    gain = cache(lambda seat, card: best_gain(state, seat, card))

    def reasons(entry: Legal[Move]) -> tuple[Reason, ...]:
        step = Step(view, entry.move, play(state, entry.move, Seed(0)))
        return (
            *_changes(view, entry.move),
            *effects(step),
            *piles(step, gain),
            *ends(step),
        )

    return reasons


def points_now(view: View, entry: Legal[Move]) -> int:
    """What the move changes in the points of the seat's layout."""
    layout = view.layouts[view.turn]
    return score(layout_after(layout, entry.move)).points - score(layout).points


def _changes(view: View, move: Move) -> Iterator[Reason]:
    if isinstance(move, Lay | Swap):
        before = view.layouts[view.turn]
        after = layout_after(before, move)
        yield from zones(before, after, move.placed.cell)
        yield from values(before, after)
        yield from square(view, before, after)
        yield from target(view.totals[view.turn], before, after)


def zones(before: Layout, after: Layout, cell: Cell) -> Iterator[Reason]:
    """What became of the zones on and around the cell that changed."""
    old, new = zone_at(before, cell), zone_at(after, cell)
    if motif_at(before, cell) == motif_at(after, cell):
        return
    if len(old) > 1:
        yield _broken(motif_at(before, cell), old, cell)
    if len(new) > 1:
        yield _grown(motif_at(after, cell), new, cell)


def _broken(motif: str, zone: set[Cell], cell: Cell) -> Reason:
    if len(zone) == NINE:
        return BreaksNine(motif)
    sizes = parts(zone - {cell})
    return BreaksZone(motif, len(zone), sizes, ZONE_POINTS[len(zone)] - _zone_points(sizes))


def _grown(motif: str, zone: set[Cell], cell: Cell) -> Reason:
    size = len(zone)
    if size == NINE:
        return MakesNine(motif)
    sizes = parts(zone - {cell})
    points = ZONE_POINTS[size] - _zone_points(sizes)
    if len(sizes) > 1:
        return JoinsZones(motif, sizes, size, points)
    return GrowsZone(motif, size - 1, size, points)


def _zone_points(sizes: tuple[int, ...]) -> int:
    return sum(ZONE_POINTS[size] for size in sizes)


def motif_at(layout: Layout, cell: Cell) -> str:
    """The motif of the card on the cell; empty if none lies there."""
    return next((card.motif for card, at in layout if at == cell), "")


def zone_at(layout: Layout, cell: Cell) -> set[Cell]:
    """The cells of the zone on that cell; none if the cell is free or outside the square."""
    cells = cells_of(layout)
    square = complete_square(cells) or cells
    if cell not in square:
        return set()
    motif = motif_at(layout, cell)
    return connected_part(cell, {at for card, at in layout if card.motif == motif and at in square})


def parts(cells: set[Cell]) -> tuple[int, ...]:
    """The sizes of the connected parts, ascending."""
    sizes = []
    while cells:
        part = connected_part(min(cells), cells)
        sizes.append(len(part))
        cells = cells - part
    return tuple(sorted(sizes))


def values(before: Layout, after: Layout) -> Iterator[Reason]:
    """How the sum of the values changes, if it does."""
    change = score(after).values - score(before).values
    if change:
        yield ChangesValues(change)


def square(view: View, before: Layout, after: Layout) -> Iterator[Reason]:
    """That the square is now complete, and who still has a turn in this round."""
    if complete_square(cells_of(after)) and not complete_square(cells_of(before)):
        yield CompletesSquare(turns_left(view)[1:])


def turns_left(view: View) -> tuple[int, ...]:
    """C-CLOSE: the seats from this turn to the end of the lap."""
    count = (view.first - view.turn - 1) % view.players + 1
    return tuple((view.turn + i) % view.players for i in range(count))


def target(total: int, before: Layout, after: Layout) -> Iterator[Reason]:
    """That the round's points now bring the total to 50."""
    if total + score(before).points < TARGET <= total + score(after).points:
        yield ReachesTarget(total + score(after).points)


def effects(step: Step) -> Iterator[Reason]:
    """C-NEGATIVE, C-POSITIVE: what is owed, drawn and must be discarded."""
    view, after = step.view, step.after
    if after.phase == "lay":
        yield Owes(after.owed)
    if step.reshuffles:
        yield Reshuffles(len(pile_after(view, step.move)))
    if isinstance(step.move, Lay) and view.phase == "play" and not step.ends_round:
        hand = view.hands[view.turn]
        assert not isinstance(hand, int)
        held = len(after.hands[view.turn])
        if held > len(hand):
            yield Draws(held - len(hand), max(0, held - HAND_SIZE))


def piles(step: Step, gain: Gain) -> Iterator[Reason]:
    """C-SOURCE, C-ORDER: the card taken from the pile, or left on it."""
    view = step.view
    if isinstance(step.move, Take):
        yield from taken(view, gain)
    if isinstance(step.move, Reveal):
        yield from revealed(view, gain)
    pile = pile_after(view, step.move)
    # Where the pile is empty or was shuffled, an unknown card is turned up.
    if step.ends_turn and pile and not step.reshuffles:
        seat = step.after.turn
        yield LeavesCard(pile[-1], seat, gain(seat, pile[-1]))


def taken(view: View, gain: Gain) -> Iterator[Reason]:
    """What the card on the pile is good for; that it changes no points is no reason."""
    card, hand = view.discard[-1], view.hands[view.turn]
    assert not isinstance(hand, int)
    points = gain(view.turn, card)
    if points:
        yield TakesCard(card, points)
    owed = min(-card.value, len(hand))
    if owed > 0:
        yield PlaysHand(owed)


def revealed(view: View, gain: Gain) -> Iterator[Reason]:
    """What two cards of the draw pile may bring, and what the card on the other pile would."""
    # Where there are fewer, some of what is revealed was seen before.
    if view.deck >= REVEALED:
        gains = sorted(gain(view.turn, card) for card in unseen(view))
        pairs = comb(len(gains), REVEALED)
        mean = sum(points * i for i, points in enumerate(gains)) / pairs
        yield RevealsCards(round(mean, 1) + 0.0, gains[-1])  # Never -0.0.
    if view.discard:
        yield SkipsCard(view.discard[-1], gain(view.turn, view.discard[-1]))


def pile_after(view: View, move: Move) -> Hand:
    """C-ORDER: the discard pile after a move that draws nothing."""
    match move:
        case Drop(card):
            return (*view.discard, card)
        case Lay(placed) | Swap(placed):
            rest = list(view.revealed)
            if view.phase == "play":
                rest.remove(placed.card)
            replaced = [card for card, cell in view.layouts[view.turn] if cell == placed.cell]
            return (*view.discard, *rest, *replaced)
        case _:
            return view.discard


def best_gain(state: State, seat: int, card: Card) -> int:
    """The most that the card, played first in a turn, adds at once to the layout's points."""
    layout = state.layouts[seat]
    shown = replace(state, turn=seat, phase="play", revealed=(card,), owed=0)
    after = [score(layout_after(layout, entry.move)).points for entry in legal_moves(shown)]
    return max(after) - score(layout).points


def ends(step: Step) -> Iterator[Reason]:
    """That the round is scored: all that counts for it lies open."""
    if step.ends_round:
        ended = outcome(step.after)
        yield EndsRound(step.after.totals, ended.winners if ended else ())
