"""C'est Carré!, clause by clause: the end of a round, points, and the end of the game."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from piazzetta.rules.carre import PACK, State, outcome, parse_move, play, score, view
from piazzetta.rules.carre.notation import note
from piazzetta.rules.carre.state import Layout
from piazzetta.rules.chance import Seed
from tests.rules.carre_table import (
    NO_SHUFFLE,
    PLAIN,
    cards,
    layout,
    legal,
    played,
    refused,
    square,
    table,
)

EXAMPLE = square("A+3 B+1 B-1 C+3 D+1 B+2 C0 D-2 D+2", "E+2@3,0")
NINE_A = square("A-2 A-2 A-1 A-1 A-1 A-1 A0 A+1 A+1")
NINE_B = NINE_A.replace("A", "B")
EIGHT = PLAIN.rpartition(" A0")[0]


def final_turn(players: int = 2, **fields: Any) -> State:
    """The last seat of a closing lap is about to lay a first card without an effect."""
    seat = players - 1
    fields = {"closing": True, "turn": seat, "phase": "play", "revealed": "F0", **fields}
    return table(players, discard="E0", deck="D0", **fields)


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("completing", range(4))
def test_C_CLOSE__the_lap_is_finished(first: int, completing: int) -> None:
    state = table(
        4,
        first=first,
        turn=completing,
        phase="play",
        revealed="F0",
        layouts={completing: EIGHT},
        discard="C0 C+1 C+2 C+3 C-1",
        deck="D0",
    )
    state = played(state, "lay F0@2,2", chance=Seed(1))
    laps_end = (first - 1) % 4
    had_turns = [completing]
    while state.round == 1:
        had_turns.append(state.turn)
        assert state.closing
        move = parse_move("take") if state.phase == "source" else parse_move(legal(state)[0])
        state = play(state, move, Seed(1))
    to_come = [seat % 4 for seat in range(completing, completing + 4)]
    assert list(dict.fromkeys(had_turns)) == to_come[: to_come.index(laps_end) + 1]
    assert (state.round, state.first, state.turn) == (2, (first + 1) % 4, (first + 1) % 4)


def test_C_CLOSE__becomes_true_when_the_completing_turn_ends() -> None:
    state = table(3, phase="play", revealed="C-1", layouts={0: EIGHT}, hands={0: "D0"}, deck="E0")
    state = played(state, "lay C-1@2,2")
    assert (state.phase, state.closing) == ("lay", False)
    state = played(state, "lay D0@3,2")
    assert (state.phase, state.closing, state.turn) == ("source", True, 1)


def test_C_CLOSE__eight_cards_close_nothing() -> None:
    state = table(phase="play", revealed="A0", turn=1, layouts={1: EIGHT}, discard="E0")
    state = played(state, "swap A0@0,0")
    assert (state.round, state.closing, state.turn) == (1, False, 0)


def test_C_CLOSE__who_completes_last_in_the_lap_ends_the_round_at_once() -> None:
    state = table(phase="play", revealed="F0", turn=1, layouts={1: EIGHT}, discard="E0")
    assert played(state, "lay F0@2,2", chance=Seed(1)).round == 2


def test_C_CLOSE__a_pass_ends_a_turn_like_any_other() -> None:
    state = table(3, turn=1, closing=True, layouts={0: PLAIN})
    state = played(state, "pass")
    assert (state.round, state.turn, legal(state)) == (1, 2, ["pass"])
    assert played(state, "pass", chance=Seed(1)).round == 2


def test_C_CLOSE__the_next_round_is_dealt_anew_to_the_next_first_player() -> None:
    state = final_turn(3, round=6, totals=[12, -3, 40], layouts={0: PLAIN}, hands={1: "A+1"})
    state = played(state, "lay F0@0,0", chance=Seed(9))
    assert (state.round, state.first, state.turn, state.phase) == (7, 1, 1, "source")
    assert state.totals == (12, -3, 40)
    assert (state.layouts, state.closing, state.over) == (((), (), ()), False, False)
    assert Counter(sum(state.hands, ()) + state.deck + state.discard) == Counter(PACK)


def test_C_CLOSE__any_last_move_of_a_turn_can_end_the_round() -> None:
    ends: dict[str, Any] = {
        "turn": 1,
        "closing": True,
        "discard": "F0",
        "layouts": {0: PLAIN, 1: "C0@0,0"},
    }
    owing = table(phase="lay", owed=1, hands={1: "D0"}, **ends)
    assert played(owing, "lay D0@0,1", chance=Seed(1)).round == 2
    swapping = table(phase="play", revealed="C-1", **ends)
    assert played(swapping, "swap C-1@0,0", chance=Seed(1)).round == 2
    dropping = table(phase="drop", hands={1: "D0 E0 C-1 D-1 E-1 F-1"}, **ends)
    assert played(dropping, "drop D0", chance=Seed(1)).round == 2


def test_C_CLOSE__reshuffles_are_counted_from_the_round_on() -> None:
    state = table(discard="A0", turn=1, closing=True, layouts={0: PLAIN.replace("A0", "C0")})
    state = played(state, "reveal", chance=Seed(2))
    assert state.reshuffles == 1
    assert played(state, "lay A0@0,0", chance=Seed(2)).reshuffles == 0


def test_C_VALUES__of_all_cards_inside_and_outside() -> None:
    found = score(layout(EXAMPLE))
    assert (found.values, found.zone_points, found.points) == (11, 9, 20)
    assert score(layout(PLAIN)).values == 0
    assert score(layout(square(nine_of(PLAIN), "C+3@3,0 D-2@4,0"))).values == 1
    assert score(layout("A-2@0,0 B-2@0,1")).values == -4
    assert score(()).points == 0


def nine_of(laid: str) -> str:
    """The cards of a square again, without their cells."""
    return " ".join(entry.partition("@")[0] for entry in laid.split())


def test_C_ZONES__the_booklets_example() -> None:
    found = score(layout(EXAMPLE))
    assert (found.zones, found.zone_points, found.victory) == ((1, 2, 3, 3), 9, False)


ZONE_POINTS = {1: 0, 2: 1, 3: 4, 4: 8, 5: 12, 6: 20, 7: 27, 8: 34}


@pytest.mark.parametrize("size", ZONE_POINTS)
def test_C_ZONES__points_by_size(size: int) -> None:
    """A zone of that many cards; what is left of the square is cards that touch none alike."""
    nine = NINE_A.split()[:size] + square("C+1 D+1 C+2 D+2 C-1 D-1 C0 D0 C-2").split()[size:]
    complete = score(layout(" ".join(nine)))
    assert complete.zones == (*[1] * (9 - size), size)
    assert complete.zone_points == ZONE_POINTS[size]
    alone = score(layout(" ".join(nine[:size])))
    assert (alone.zones, alone.zone_points) == ((size,), ZONE_POINTS[size])


def test_C_ZONES__sides_connect_and_corners_do_not() -> None:
    assert score(layout("A0@0,0 B0@1,0 A+1@1,1")).zones == (1, 1, 1)
    assert score(layout("A0@0,0 A+2@1,0 A+1@1,1 B0@0,1")).zones == (1, 3)


def test_C_ZONES__two_of_one_motif_are_two_zones() -> None:
    rows = square("A0 A+1 A+2 B0 B+1 B+2 A-1 A-1 A-2")
    assert score(layout(rows)).zones == (3, 3, 3)
    assert score(layout(rows)).zone_points == 12


def test_C_ZONES__cards_outside_the_square_belong_to_none() -> None:
    outside = square(nine_of(PLAIN), "A-1@3,2 A-1@3,1")
    assert score(layout(outside)).zones == (1,) * 9
    assert score(layout(outside)).points == -2
    nearly = square("B0 A+1 A+2 A-1 A-1 A-2 A-2 A+1 A0", "A+3@3,0")
    assert score(layout(nearly)).zones == (1, 8)


@pytest.mark.parametrize("shift", [(0, 0), (-2, 0), (0, -2), (-1, -1), (7, -9)])
def test_C_ZONES__wherever_the_square_lies(shift: tuple[int, int]) -> None:
    assert score(moved(layout(EXAMPLE), shift)).points == 20
    assert score(moved(layout(EXAMPLE), shift)[::-1]).points == 20


def moved(laid: Layout, shift: tuple[int, int]) -> Layout:
    dx, dy = shift
    return tuple(lying._replace(cell=(lying.cell[0] + dx, lying.cell[1] + dy)) for lying in laid)


def test_C_ZONES__without_a_square_all_cards_count() -> None:
    found = score(layout("A+1@0,0 A-1@1,0 A0@2,0 B0@2,1 B-1@2,2"))
    assert (found.values, found.zones, found.zone_points) == (-1, (2, 3), 5)


def test_C_NINE__scores_no_zone_points() -> None:
    found = score(layout(NINE_A))
    assert (found.zones, found.zone_points, found.victory) == ((9,), 0, True)
    assert found.points == found.values == -6


def test_C_NINE__needs_all_nine_in_the_square() -> None:
    nearly = square("B0 A+1 A+2 A-1 A-1 A-2 A-2 A+1 A0", "A+3@3,0 A-1@3,1")
    assert not score(layout(nearly)).victory


def test_C_NINE__wins_whatever_the_points() -> None:
    state = final_turn(layouts={0: NINE_A}, totals=[0, 49])
    state = played(state, "lay F0@0,0")
    assert (state.over, state.totals) == (True, (-6, 49))
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.ranking, ended.reason) == ((0,), ((0,), (1,)), "C-NINE")


def test_C_NINE__wins_even_against_fifty() -> None:
    state = played(final_turn(layouts={0: NINE_A}, totals=[10, 70]), "lay F0@0,0")
    ended = outcome(state)
    assert ended is not None
    assert (ended.winners, ended.reason) == ((0,), "C-NINE")


def test_C_NINE__in_the_middle_of_a_lap_the_others_still_play() -> None:
    eight, _, last = NINE_A.rpartition(" ")
    state = table(
        phase="lay", owed=1, layouts={0: eight}, hands={0: "A+1"}, deck="F0", discard="E0"
    )
    state = played(state, f"lay {last}")
    assert (state.over, state.closing, state.turn) == (False, True, 1)
    state = played(state, "take", "lay E0@0,0")
    assert state.over


@pytest.mark.parametrize(
    ("totals", "ranking"),
    [
        ([5, 4, 90], ((0,), (1,), (2,))),
        ([4, 5, 90], ((1,), (0,), (2,))),
        ([4, 4, 90], ((0, 1), (2,))),
        ([-20, -30, 0], ((0,), (1,), (2,))),
    ],
)
def test_C_NINE__of_several_the_highest_total_wins(
    totals: list[int], ranking: tuple[tuple[int, ...], ...]
) -> None:
    layouts = {0: NINE_A, 1: NINE_B}
    ended = outcome(played(final_turn(3, layouts=layouts, totals=totals), "lay F0@0,0"))
    assert ended is not None
    assert (ended.ranking, ended.reason) == (ranking, "C-NINE")


def test_C_HAND__cards_in_hand_score_nothing() -> None:
    state = final_turn(layouts={0: PLAIN}, hands={0: "C+3 C+2", 1: "D+3 D-2"}, totals=[3, 4])
    assert played(state, "lay F0@0,0", chance=Seed(1)).totals == (3, 4)


def test_C_HAND__points_and_totals_may_be_negative() -> None:
    layouts = {0: PLAIN, 1: "C-2@0,0 D-2@1,0 C-1@1,1"}
    state = final_turn(layouts=layouts, totals=[-7, 2])
    after = played(state, "lay F0@0,1", chance=Seed(1))
    assert after.totals == (-7, -3)
    assert note(state, after) == "round 1: 0 -5, totals -7 -3"


@pytest.mark.parametrize(("total", "over"), [(29, False), (30, True), (31, True)])
def test_C_WIN__fifty_points_end_the_game(total: int, over: bool) -> None:
    state = final_turn(layouts={0: EXAMPLE}, totals=[total, 10], round=3)
    after = played(state, "lay F0@0,0", chance=Seed(1))
    assert (after.over, after.totals) == (over, (total + 20, 10))
    assert (after.round, after.first) == ((3, 0) if over else (4, 1))


def test_C_WIN__is_decided_at_scoring_only() -> None:
    state = table(totals=[60, 0], deck="D0", discard="A0")
    after = played(state, "take", "lay A0@0,0")
    assert (after.over, outcome(after)) == (False, None)


def test_C_WIN__the_finished_game_stays_as_it_was() -> None:
    state = final_turn(3, layouts={0: EXAMPLE, 2: "F+1@0,0"}, totals=[40, 10, 5], round=3, first=0)
    move = parse_move("swap F0@0,0")
    after = play(state, move, NO_SHUFFLE)
    assert (after.round, after.first, after.phase, after.closing) == (3, 0, "source", True)
    assert after.layouts == (*state.layouts[:2], layout("F0@0,0"))
    assert after.discard == cards("E0 F+1")
    assert note(state, after) == "round 3: 20 0 0, totals 60 10 5"


def test_C_WIN__nothing_can_be_played_after_it() -> None:
    state = table(over=True, totals=[60, 50], discard="A0", deck="B0", hands={0: "C0"})
    assert legal(state) == []
    for move in ("take", "reveal", "pass", "lay C0@0,0", "swap C0@0,0", "drop C0"):
        assert refused(state, move) == "C-WIN"


@pytest.mark.parametrize(
    ("totals", "ranking"),
    [
        ([60, 50, 10], ((0,), (1,), (2,))),
        ([50, 60, 70], ((2,), (1,), (0,))),
        ([50, 10, 50], ((0, 2), (1,))),
        ([50, 50, 50], ((0, 1, 2),)),
        ([-5, 50, -5], ((1,), (0, 2))),
    ],
)
def test_C_WIN__most_points_win_and_equal_points_share(
    totals: list[int], ranking: tuple[tuple[int, ...], ...]
) -> None:
    state = final_turn(3, layouts={0: PLAIN}, totals=totals)
    ended = outcome(played(state, "lay F0@0,0"))
    assert ended is not None
    assert (ended.ranking, ended.winners, ended.reason) == (ranking, ranking[0], "C-WIN")
    assert outcome(view(played(state, "lay F0@0,0"), 1)) == ended


def test_C_WIN__a_record_notes_points_only_where_a_round_ends() -> None:
    state = table(discard="A0", deck="B0")
    assert note(state, played(state, "take")) == ""


def test_C_SECRET__hands_and_the_draw_pile_are_counts_for_others() -> None:
    state = table(
        3,
        layouts={0: "A+1@0,0", 2: "B+1@0,0"},
        hands={0: "A0 B0", 1: "C0", 2: "D0 E0 F0"},
        deck="A-1 B-1",
        discard="C-1 D-1",
        totals=[1, 2, 3],
    )
    state = replace(state, reshuffles=2)
    seen = view(state, 1)
    assert (seen.seat, seen.hands, seen.deck) == (1, (2, cards("C0"), 3), 2)
    public = ("round", "first", "turn", "phase", "layouts", "discard", "revealed", "owed", "totals")
    for name in (*public, "closing", "over", "reshuffles", "players"):
        assert getattr(seen, name) == getattr(state, name)


def test_C_SECRET__a_spectator_sees_no_hand() -> None:
    state = table(hands={0: "A0 B0", 1: "C0"}, deck="A-1", discard="D0")
    assert (view(state, None).seat, view(state, None).hands) == (None, (2, 1))
