"""Reasons for moves of Piazza: on drawn tables, and against brute force in random games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from piazzetta.bots.reason import Reason
from piazzetta.bots.reasons_piazza import (
    REASONS,
    BlocksReply,
    FillsGrid,
    Finishes,
    KeepsCard,
    LeavesReply,
    MakesBrackets,
    OpensReply,
    explain,
    may_hold,
    points_now,
)
from piazzetta.rules import piazza
from piazzetta.rules.game import Legal
from piazzetta.rules.grid import Placed
from piazzetta.rules.piazza import CARDS, PACK, Card, Lay, Move, Options, State, View
from tests.rules.piazza_tables import CHOOSERS, COLOURS, SEED, after, lay, play_out, position

Board = tuple[Placed[Card], ...]


def told(state: State, move: str) -> tuple[Reason, ...]:
    """The reasons for the move, which must be legal."""
    legal = piazza.legal_moves(state)
    entry = next(entry for entry in legal if str(entry.move) == move)
    return explain(piazza.view(state, state.turn), legal, Random(0))(entry)


def two(drawing: str, *hands: str) -> State:
    """A position of two players: red and pink against blue and yellow."""
    return position(drawing, *hands, colours=COLOURS[2])


def kinds(reasons: tuple[Reason, ...]) -> set[str]:
    return {reason.code for reason in reasons}


def test_it_tells_the_brackets() -> None:
    state = two("R1 B2\nY4 P3", "R5 P4", "B1")
    assert MakesBrackets((3,)) in told(state, "R5@2,0")
    assert "makes_brackets" not in kinds(told(state, "R5@2,1"))


def test_it_tells_what_the_move_opens() -> None:
    state = two("B2 R1", "P3 R4", "B4")
    assert told(state, "P3@2,0") == (OpensReply(1, points=4, before=3, reply=lay("B1@3,0")),)


def test_it_tells_what_the_next_player_can_make_all_the_same() -> None:
    state = two("B2 R1", "P3 R4", "B4")
    assert told(state, "P3@1,1") == (LeavesReply(1, points=3, reply=lay("B2@2,0")),)


def test_it_tells_what_the_move_takes_away_and_that_the_grid_is_full() -> None:
    state = two("B2 R1 Y3 P2 R4 Y5 R6 .", "P4 R1", "B4")
    assert told(state, "P4@7,0") == (
        MakesBrackets((5,)),
        BlocksReply(1, points=8, left=0),
        FillsGrid("columns", 0, 7),
    )


def test_rows_fill_the_grid_too() -> None:
    state = two("B2\nR1\nY3\nP2\nR4\nY5\nR6", "P4 R1", "B4")
    assert FillsGrid("rows", 0, 7) in told(state, "P4@0,7")
    assert "fills_grid" not in kinds(told(state, "P4@1,2"))
    assert "fills_grid" not in kinds(told(after(state, "P4@0,7", "B4@1,2"), "R1@1,0"))


def test_who_holds_one_card_lays_no_pair() -> None:
    one, pair = two("R1 P2", "R5 R6", "B1"), two("R1 P2", "R5 R6", "B1 B3")
    assert "leaves_reply" not in kinds(told(one, "R5@1,-1"))
    (opened,) = (why for why in told(pair, "R5@2,0") if isinstance(why, OpensReply))
    assert (opened.points, opened.before) == (5, 4)
    assert len(opened.reply.cards) == 2


def test_a_seat_that_has_finished_makes_no_reply() -> None:
    state = position("R1 P2", "R5 R6", "", "B1 B3", colours=COLOURS[3])
    seats = {why.seat for why in told(state, "R5@2,0") if isinstance(why, OpensReply | LeavesReply)}
    assert seats == {2}


def test_only_the_next_player_is_told_of_when_nothing_changes() -> None:
    state = position("R1 P2 Y3 B4", "R5 R6", "P1 P3", "B1 B3", "Y1 Y4", colours=COLOURS[4])
    leaves = [why for why in told(state, "R5@1,-1") if isinstance(why, LeavesReply)]
    assert [why.seat for why in leaves] == [1]


def test_it_tells_which_card_is_kept() -> None:
    state = two("R1 B2\nY4 P3", "R5 R6 P1", "B1")
    assert KeepsCard(CARDS["R6"], 4) in told(state, "R5@-1,1")
    assert "keeps_card" not in kinds(told(state, "R5@-1,1 R6@2,1"))
    assert "keeps_card" not in kinds(told(state, "P1@2,0"))


def test_it_tells_the_place_of_who_lays_the_last_card() -> None:
    state = position("R1 P2", "R5", "B1 B3", colours=COLOURS[2])
    assert Finishes(1) in told(state, "R5@2,0")
    later = position("R1 P2", "R5", "", "B1 B3", colours=COLOURS[3])
    assert Finishes(2) in told(later, "R5@2,0")
    more = position("R1 P2", "R5", "B1 B3", colours=COLOURS[2], stocks=[["R6"], []])
    assert "finishes" not in kinds(told(more, "R5@2,0"))


def test_passes_and_start_cards_need_no_reasons() -> None:
    stuck = two("R1", "R1", "B1")
    assert told(stuck, "pass") == ()
    chosen = piazza.deal(piazza.options(2, {"setup": "choose"}), SEED)
    for legal in piazza.legal_moves(chosen)[:3]:
        assert told(chosen, str(legal.move)) == ()


# Against brute force: every card that the other seat may hold, through the rules' legal moves.


def games() -> Iterator[tuple[State, Legal[Move]]]:
    """Positions of random games of every player count, with a few of their moves."""
    for players in piazza.GAME.seats:
        for seed, chooser in enumerate(("most points", "any")):
            rng = Random(seed)
            states = play_out(Options(players, start=START[players]), seed, CHOOSERS[chooser])
            for state in rng.sample(states.states[:-1], 6):
                for entry in rng.sample(legal := piazza.legal_moves(state), min(3, len(legal))):
                    yield state, entry


START = {2: "square", 3: "corner", 4: "square"}
SAMPLES = list(games())
IDS = [f"{state.players}-{len(state.board)}-{entry.move}" for state, entry in SAMPLES]


def held_by(view: View, seat: int) -> Iterator[tuple[tuple[Card, ...], int]]:
    """Cards that the seat may hold, and how many of them: its colours, then the neutral one."""
    assert view.colours
    owned = {colour for own in view.colours for colour in own}
    lying = Counter(placed.card for placed in view.board)
    own = Counter(card for card in PACK if card.colour in view.colours[seat]) - lying
    yield tuple(own.elements()), own.total()
    hand = view.hands[view.turn]
    assert not isinstance(hand, int)
    neutral = Counter(card for card in PACK if card.colour not in owned) - lying
    neutral -= Counter((*hand, *view.own_stock))
    count = view.hands[seat]
    assert isinstance(count, int)
    yield tuple(neutral.elements()), count + view.stocks[seat] - own.total()


def brute_replies(state: State, board: Board, seat: int) -> dict[Lay, int]:
    """Everything that the seat could lay on that table, with its points."""
    view, most = piazza.view(state, state.turn), len(state.hands[seat])
    found: dict[Lay, int] = {}
    for cards, count in held_by(view, seat):
        hands = (*state.hands[:seat], cards, *state.hands[seat + 1 :])
        dreamt = replace(state, board=board, turn=seat, hands=hands)
        for move, brackets in piazza.legal_moves(dreamt) if min(most, count) else ():
            if isinstance(move, Lay) and len(move.cards) <= min(most, count):
                found[move] = sum(brackets)
    return found


def expected(state: State, laid: Board) -> list[tuple[object, ...]]:
    """What the reasons must say about replies, the seats in the order of their turns."""
    found: list[tuple[object, ...]] = []
    order = [(state.turn + i) % state.players for i in range(1, state.players)]
    holders = [seat for seat in order if state.hands[seat]]
    for seat in holders:
        old = max(brute_replies(state, state.board, seat).values(), default=0)
        new = max(brute_replies(state, state.board + laid, seat).values(), default=0)
        if new < old:
            found.append(("blocks_reply", seat, old - new, new))
        if new > old:
            found.append(("opens_reply", seat, new, old))
        elif new and seat == holders[0]:
            found.append(("leaves_reply", seat, new))
    return found


def summed_up(reasons: tuple[Reason, ...]) -> Iterator[tuple[object, ...]]:
    for reason in reasons:
        match reason:
            case BlocksReply(seat, points, left):
                yield reason.code, seat, points, left
            case OpensReply(seat, points, before, _):
                yield reason.code, seat, points, before
            case LeavesReply(seat, points, _):
                yield reason.code, seat, points


@pytest.mark.parametrize(("state", "entry"), SAMPLES, ids=IDS)
def test_replies_are_those_of_brute_force(state: State, entry: Legal[Move]) -> None:
    laid = entry.move.cards if isinstance(entry.move, Lay) else ()
    reasons = told(state, str(entry.move))
    assert list(summed_up(reasons)) == (expected(state, laid) if laid else [])
    board = state.board + laid
    for reason in reasons:
        if isinstance(reason, OpensReply | LeavesReply):
            assert brute_replies(state, board, reason.seat)[reason.reply] == reason.points


@pytest.mark.parametrize(("state", "entry"), SAMPLES, ids=IDS)
def test_the_other_reasons_are_true(state: State, entry: Legal[Move]) -> None:
    later = piazza.play(state, entry.move, SEED)
    reasons = told(state, str(entry.move))
    gained = later.scores[state.turn] - state.scores[state.turn]
    assert points_now(piazza.view(state, state.turn), entry) == gained
    made = [sum(why.sizes) for why in reasons if isinstance(why, MakesBrackets)]
    assert made == ([gained] if gained else [])
    finishes = [why.place for why in reasons if isinstance(why, Finishes)]
    assert finishes == ([len(later.finished)] if later.finished != state.finished else [])
    for why in reasons:
        if isinstance(why, KeepsCard):
            assert isinstance(entry.move, Lay)
            assert why.points + gained == best_pair(state, entry.move.cards[0], why.card)


def best_pair(state: State, laid: Placed[Card], other: Card) -> int:
    """The most that the card scores there in a pair; the other card must be able to do so."""
    pairs = [
        (sum(brackets), Counter(placed.card for placed in move.cards))
        for move, brackets in piazza.legal_moves(state)
        if isinstance(move, Lay) and len(move.cards) == 2 and laid in move.cards
    ]
    most = max(points for points, _ in pairs)
    assert (most, Counter((laid.card, other))) in pairs
    return most


@pytest.mark.parametrize(("state", "entry"), SAMPLES, ids=IDS)
def test_what_is_hidden_makes_no_difference(state: State, entry: Legal[Move]) -> None:
    other = piazza.determinize(piazza.view(state, state.turn), Random(5))
    assert told(state, str(entry.move)) == told(other, str(entry.move))


def test_what_may_be_held_really_is() -> None:
    """Every hand that is dealt lies within what the view allows."""
    for state, _ in SAMPLES:
        groups = may_hold(piazza.view(state, state.turn))
        for seat, parts in groups.items():
            hand = Counter(state.hands[seat])
            assert sum(((hand & part.cards).total() for part in parts), 0) == hand.total()
            assert all((hand & part.cards).total() <= part.most for part in parts)


def test_the_samples_show_every_kind_of_reason() -> None:
    seen = {code for state, entry in SAMPLES for code in kinds(told(state, str(entry.move)))}
    assert seen == {kind.code for kind in REASONS}
