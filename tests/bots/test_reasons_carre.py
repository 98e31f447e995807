"""Reasons for moves of C'est Carré!: on hand-made tables, and true in random games."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from piazzetta.bots.greedy_carre import layout_after
from piazzetta.bots.reason import Reason
from piazzetta.bots.reasons_carre import (
    REASONS,
    BreaksNine,
    BreaksZone,
    ChangesValues,
    CompletesSquare,
    Draws,
    EndsRound,
    GrowsZone,
    JoinsZones,
    LeavesCard,
    MakesNine,
    Owes,
    PlaysHand,
    ReachesTarget,
    Reshuffles,
    RevealsCards,
    SkipsCard,
    TakesCard,
    explain,
    points_now,
    turns_left,
)
from piazzetta.rules import carre
from piazzetta.rules.carre import CARDS, Card, Lay, State
from piazzetta.rules.carre.layout import score
from piazzetta.rules.carre.view import unseen
from piazzetta.rules.game import Legal
from tests.rules.carre_games import (
    Plan,
    Step,
    naive_moves,
    naive_points,
    naive_square,
    steps,
)
from tests.rules.carre_table import PLAIN, played, square, table


def told(state: State, move: str, luck: int = 0) -> tuple[Reason, ...]:
    """The reasons for the move, which must be legal."""
    legal = carre.legal_moves(state)
    entry = next(entry for entry in legal if str(entry.move) == move)
    return explain(carre.view(state, state.turn), legal, Random(luck))(entry)


def playing(layout: str, revealed: str, players: int = 2, **fields: Any) -> State:
    """Seat 0 has this layout and these cards to play; there are cards enough to draw."""
    settings = {"deck": "D-1 D-1 D-2", "discard": "F0", "phase": "play", **fields}
    return table(players, layouts={0: layout}, revealed=revealed, **settings)


def codes(reasons: tuple[Reason, ...]) -> list[str]:
    return [reason.code for reason in reasons]


def test_a_zone_grows() -> None:
    state = playing("A+1@0,0 A-1@1,0 A0@2,0 B+1@0,1", "A+1")
    assert told(state, "lay A+1@1,1")[:2] == (GrowsZone("A", 3, 4, 4), ChangesValues(1))


def test_a_swap_brings_the_zone_from_3_to_4() -> None:
    state = playing("A+1@0,0 A-1@1,0 A0@2,0 B+1@0,1", "A+1 F+2")
    assert told(state, "swap A+1@0,1") == (
        GrowsZone("A", 3, 4, 4),
        LeavesCard(CARDS["B+1"], seat=1, gain=1),
    )


def test_zones_are_joined() -> None:
    state = playing("A+1@0,0 A-1@0,1 B+1@1,0 A0@2,0 A+2@2,1 A-2@2,2", "A+1")
    assert told(state, "swap A+1@1,0")[0] == JoinsZones("A", (2, 3), 6, 15)


def test_a_zone_is_broken() -> None:
    state = playing("A+1@0,0 A-1@1,0 A0@2,0 B+1@0,1", "C-1 B0")
    assert told(state, "swap C-1@1,0")[0] == BreaksZone("A", 3, (1, 1), 4)
    assert told(state, "swap B0@2,0")[0] == BreaksZone("A", 3, (2,), 3)


def test_the_same_motif_breaks_nothing() -> None:
    state = playing("A+1@0,0 A-1@1,0", "A+2 F+2")
    assert codes(told(state, "swap A+2@1,0")) == ["changes_values", "leaves_card"]


EIGHT = square("A+1 A+2 A+3 A-1 A-1 A-1 A-1 A0")


def test_nine_of_a_kind_is_made_and_broken() -> None:
    state = playing(EIGHT, "A-2", hands={0: "C-2"})
    assert told(state, "lay A-2@2,2")[0] == MakesNine("A")
    nine = played(state, "lay A-2@2,2")
    assert told(nine, "swap C-2@2,2")[0] == BreaksNine("A")
    assert "breaks_nine" not in codes(told(nine, "lay C-2@3,2"))


def test_a_card_outside_the_square_is_in_no_zone() -> None:
    state = playing(PLAIN, "", phase="lay", owed=1, hands={0: "A+3"})
    assert codes(told(state, "lay A+3@3,0")) == ["changes_values", "leaves_card"]


def test_a_complete_square_tells_who_has_a_turn_left() -> None:
    eight = PLAIN.rpartition(" ")[0]
    first = playing(eight, "A0", players=4)
    assert CompletesSquare((1, 2, 3)) in told(first, "lay A0@2,2")
    middle = playing(eight, "A0", players=4, first=3)
    assert CompletesSquare((1, 2)) in told(middle, "lay A0@2,2")
    assert "completes_square" not in codes(told(playing(eight, "A0"), "swap A0@0,0"))


def test_who_completes_the_square_last_ends_the_round() -> None:
    eight = PLAIN.rpartition(" ")[0]
    state = playing(eight, "A0", first=1, totals=[3, 4])
    assert told(state, "lay A0@2,2") == (CompletesSquare(()), EndsRound((3, 4), ()))


def test_the_end_of_the_game_names_who_wins() -> None:
    state = playing(PLAIN, "A+2", first=1, closing=True, totals=[49, 20])
    reasons = told(state, "swap A+2@2,2")
    assert reasons == (ChangesValues(2), ReachesTarget(51), EndsRound((51, 20), (0,)))


def test_fifty_is_told_once() -> None:
    state = playing("A+1@0,0", "A+2", totals=[49, 20])
    assert "reaches_target" not in codes(told(state, "lay A+2@1,0"))
    short = playing("A+1@0,0", "A+2", totals=[46, 20])
    assert ReachesTarget(50) in told(short, "lay A+2@1,0")


def test_negative_cards_owe() -> None:
    state = playing("A+1@0,0", "B-2", hands={0: "C0 D0 E0"})
    assert told(state, "lay B-2@1,0") == (ChangesValues(-2), Owes(2))
    assert Owes(1) in told(played(state, "lay B-2@1,0"), "lay C0@2,0")
    assert Owes(1) in told(playing("A+1@0,0", "B-2", hands={0: "C0"}), "lay B-2@1,0")
    assert "owes" not in codes(told(playing("A+1@0,0", "B-2"), "lay B-2@1,0"))


def test_positive_cards_draw_and_drop() -> None:
    full = playing("A+1@0,0", "B+3", hands={0: "C0 D0 E0 F+1 C+1"})
    assert told(full, "lay B+3@1,0") == (ChangesValues(3), Draws(3, 3))
    assert Draws(3, 2) in told(playing("A0@0,0", "B+3", hands={0: "C0 D0 E0 F+1"}), "lay B+3@1,0")
    assert Draws(3, 0) in told(playing("A0@0,0", "B+3"), "lay B+3@1,0")
    assert Draws(1, 0) in told(playing("A0@0,0", "B+3", deck="", discard="F0"), "lay B+3@1,0")


def test_a_reshuffle_is_told() -> None:
    state = playing("A0@0,0", "B+3 C+1", deck="D-1", discard="F0 F+1 F+2")
    reasons = told(state, "lay B+3@1,0")
    assert Reshuffles(4) in reasons
    assert "leaves_card" not in codes(reasons)
    source = table(layouts={0: "A0@0,0"}, deck="D-1", discard="F0 F+1")
    assert told(source, "reveal") == (Reshuffles(2), SkipsCard(CARDS["F+1"], gain=1))
    full = table(deck="D-1 D-2", discard="F0 F+1")
    assert codes(told(full, "reveal")) == ["reveals_cards", "skips_card"]


def test_a_taken_card_tells_its_best_use() -> None:
    state = table(layouts={0: "A+1@0,0 A-1@1,0"}, deck="D-1", discard="A+2")
    assert told(state, "take") == (TakesCard(CARDS["A+2"], gain=5),)


def test_a_negative_card_is_taken_for_the_hand_and_never_for_nothing() -> None:
    taken: dict[str, Any] = {"deck": "D-1", "discard": "A-2"}
    start = table(hands={0: "B0 C0 D0"}, **taken)
    assert told(start, "take") == (TakesCard(CARDS["A-2"], gain=-2), PlaysHand(2))
    assert PlaysHand(1) in told(table(hands={0: "B0"}, **taken), "take")
    assert told(table(**taken), "take") == (TakesCard(CARDS["A-2"], gain=-2),)
    zone = table(layouts={0: "A0@0,0 A+1@1,0"}, hands={0: "B0"}, deck="D-1", discard="A-2")
    assert told(zone, "take") == (TakesCard(CARDS["A-2"], gain=1), PlaysHand(1))
    even = table(layouts={0: "A0@0,0"}, hands={0: "B0"}, deck="D-1", discard="A-1")
    assert told(even, "take") == (PlaysHand(1),)


def test_revealing_tells_what_the_better_of_two_adds() -> None:
    state = table(layouts={0: "A0@0,0"}, deck="D-1 D-2", discard="B0")
    cards = unseen(carre.view(state, 0))
    pairs = list(combinations([naive_gain(state, 0, card) for card in cards], 2))
    mean = sum(map(max, pairs)) / len(pairs)
    reveals, skips = told(state, "reveal")
    assert reveals == RevealsCards(round(mean, 1), max(map(max, pairs)))
    assert skips == SkipsCard(CARDS["B0"], gain=0)


def test_what_the_next_player_finds_on_the_pile() -> None:
    layouts = {0: "A+1@0,0", 1: "C+1@0,0 C-1@1,0"}
    state = table(layouts=layouts, revealed="B0 C+2", deck="D-1", discard="F0", phase="play")
    assert told(state, "lay B0@1,0") == (LeavesCard(CARDS["C+2"], seat=1, gain=5),)


def test_discarding_tells_the_last_card_only() -> None:
    hand = "A+1 A+2 B0 C0 D0 E0 F0"
    state = table(layouts={0: "A+3@0,0"}, hands={0: hand}, discard="F+1", phase="drop")
    assert told(state, "drop B0") == ()
    assert told(played(state, "drop B0"), "drop C0") == (LeavesCard(CARDS["C0"], 1, 0),)


def test_an_unknown_card_on_the_pile_is_not_told() -> None:
    state = playing("A+1@0,0", "B0", discard="")
    assert told(state, "lay B0@1,0") == ()


def test_passing_needs_no_reason() -> None:
    assert told(table(layouts={0: "A0@0,0"}), "pass") == ()


def test_turns_left_begin_with_this_one() -> None:
    view = carre.view(playing("A0@0,0", "B0", players=3, first=2), 0)
    assert turns_left(view) == (0, 1)
    assert turns_left(replace(view, first=0)) == (0, 1, 2)


# In random games: every reason against what really happened, told a second time and naively.

PLANS = [
    Plan(players, None, seed, missing, ahead=40, keen_on=keen_on)
    for players in carre.GAME.seats
    for seed, (missing, keen_on) in enumerate([(0, ""), (30, "lay"), (60, "reveal lay")])
]


def samples(plan: Plan) -> list[Step]:
    """The first steps of a game, with those that ended a round."""
    made = list(steps(plan))
    return [*made[:100], *(step for step in made[100:] if step.before.round != step.after.round)]


GAMES = [pytest.param(plan, id=f"{plan.players}-{plan.seed}") for plan in PLANS]


def before_and_after(step: Step) -> tuple[Any, Any]:
    layout = step.before.layouts[step.before.turn]
    return layout, layout_after(layout, step.move)


@pytest.mark.parametrize("plan", GAMES)
def test_zones_and_values_explain_the_points(plan: Plan) -> None:
    for step in samples(plan):
        old, new = before_and_after(step)
        reasons = told(step.before, str(step.move))
        change = naive_points(new) - naive_points(old)
        assert points_now(carre.view(step.before, step.before.turn), Legal(step.move)) == change
        assert set(codes(reasons)).isdisjoint({"makes_nine", "breaks_nine"})
        assert sum(explained(reasons)) == change


def explained(reasons: tuple[Reason, ...]) -> Iterator[int]:
    for reason in reasons:
        match reason:
            case GrowsZone() | JoinsZones():
                yield reason.points
            case BreaksZone():
                yield -reason.points
            case ChangesValues(change):
                yield change


@pytest.mark.parametrize("plan", GAMES)
def test_zones_change_as_they_say(plan: Plan) -> None:
    for step in samples(plan):
        old, new = before_and_after(step)
        zones = Counter(score(old).zones)
        for reason in told(step.before, str(step.move)):
            match reason:
                case GrowsZone(_, before, after, _):
                    zones.subtract([before])
                    zones.update([after])
                case JoinsZones(_, sizes, after, _):
                    zones.subtract(sizes)
                    zones.update([after])
                case BreaksZone(_, before, sizes, _):
                    zones.subtract([before])
                    zones.update(sizes)
        # Zones of one card come and go without a reason.
        assert larger(zones) == larger(Counter(score(new).zones))


def larger(zones: Counter[int]) -> dict[int, int]:
    return {size: count for size, count in zones.items() if size > 1 and count}


@pytest.mark.parametrize("plan", GAMES)
def test_what_happened_was_told(plan: Plan) -> None:
    for step in samples(plan):
        reasons = told(step.before, str(step.move))
        assert [reason for reason in reasons if isinstance(reason, EVENTS)] == list(events(step))


EVENTS = (
    CompletesSquare,
    Owes,
    Reshuffles,
    Draws,
    TakesCard,
    PlaysHand,
    SkipsCard,
    LeavesCard,
    EndsRound,
)


def events(step: Step) -> Iterator[Reason]:
    """What the move did, read from the true state after it."""
    state, move, after = step
    seat, seats = state.turn, state.players
    old, new = before_and_after(step)
    ended = after.over or after.round != state.round
    if not naive_square({cell for _, cell in old}) and naive_square({cell for _, cell in new}):
        lap = [(state.first + i) % seats for i in range(seats)]
        yield CompletesSquare(tuple(lap[lap.index(seat) + 1 :]))
    if after.phase == "lay":
        yield Owes(after.owed)
    shuffled = not ended and after.reshuffles > state.reshuffles
    if shuffled:
        rest = len(state.revealed) - 1 if isinstance(move, Lay) else 0
        yield Reshuffles(len(state.discard) + rest)
    drawn = len(after.hands[seat]) - len(state.hands[seat])
    if not ended and drawn > 0:
        yield Draws(drawn, max(0, len(after.hands[seat]) - 5))
    top = state.discard[-1] if state.discard else None
    if top and str(move) == "take":
        gain = naive_gain(state, seat, top)
        owed = min(max(0, -top.value), len(state.hands[seat]))
        yield from [TakesCard(top, gain)] * bool(gain)
        yield from [PlaysHand(owed)] * bool(owed)
    if top and str(move) == "reveal":
        yield SkipsCard(top, naive_gain(state, seat, top))
    turned_up = len(state.deck) - max(0, drawn) > len(after.deck)
    if not ended and after.phase == "source" and not shuffled and not turned_up and after.discard:
        yield LeavesCard(
            after.discard[-1], after.turn, naive_gain(state, after.turn, after.discard[-1])
        )
    if ended:
        winners = outcome.winners if (outcome := carre.outcome(after)) else ()
        yield EndsRound(after.totals, winners)


def naive_gain(state: State, seat: int, card: Card) -> int:
    layout = state.layouts[seat]
    shown = replace(state, turn=seat, phase="play", revealed=(card,))
    moves = [carre.parse_move(text) for text in naive_moves(shown)]
    return max(naive_points(layout_after(layout, move)) for move in moves) - naive_points(layout)


@pytest.mark.parametrize("plan", GAMES)
def test_what_is_hidden_makes_no_difference(plan: Plan) -> None:
    for step in samples(plan)[::5]:
        for entry in carre.legal_moves(step.before)[::4]:
            once, twice = (told(step.before, str(entry.move), luck) for luck in (1, 2))
            assert once == twice


def test_the_samples_show_every_kind_of_reason() -> None:
    """All but nine of a kind, which random games do not make."""
    seen = {
        code
        for plan in PLANS
        for step in samples(plan)
        for code in codes(told(step.before, str(step.move)))
    }
    assert seen == {kind.code for kind in REASONS} - {"makes_nine", "breaks_nine"}
