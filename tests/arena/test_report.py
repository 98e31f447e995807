"""What a match came to, from results made up by hand."""

import pytest

from piazzetta.arena.course import Course
from piazzetta.arena.match import Match, Slot
from piazzetta.arena.play import Result
from piazzetta.arena.report import report
from piazzetta.arena.statistics import interval

MATCH = Match("piazza", ("greedy", "random", "greedy"), deals=2)


def result(
    deal: int, rotation: int, winners: tuple[int, ...], scores: tuple[int, ...] = (1, 2, 3)
) -> Result:
    """Seat 0 decides once in a tenth of a second, the others twice; seat 2 has a fault."""
    return Result(
        slot=Slot(deal, rotation),
        scores=scores,
        winners=winners,
        decisions=(1, 2, 2),
        seconds=(0.1, 0.2, 0.4),
        faults=(0, 0, 1),
        capped=deal == 1 and rotation == 0,
    )


GAMES = [
    # Seat of entry 0: the rotation.
    result(0, 0, (0,)),
    result(0, 1, (1,)),
    result(0, 2, (0, 2)),
    result(1, 0, (0, 1, 2)),
    result(1, 1, (2,)),
    result(1, 2, (0,)),
]


def test_the_fields_and_their_order() -> None:
    told = report(MATCH, GAMES)
    assert list(told) == ["game", "players", "games", "capped", "bots", "seats"]
    assert (told["game"], told["players"], told["games"], told["capped"]) == ("piazza", 3, 6, 1)
    entry = "name wins games win_rate ci95 points ms_per_move faults"
    assert [" ".join(bot) for bot in told["bots"]] == [entry] * 3


def test_entries_stay_apart_and_in_order() -> None:
    assert [bot["name"] for bot in report(MATCH, GAMES)["bots"]] == ["greedy", "random", "greedy"]


def test_a_shared_win_counts_as_an_equal_part() -> None:
    first, second, third = report(MATCH, GAMES)["bots"]
    assert first["wins"] == pytest.approx(1 + 1 + 1 / 2 + 1 / 3)
    # Entry 1 sits on seats 1, 2, 0: it shares the third game, and wins the fifth and sixth.
    assert second["wins"] == pytest.approx(1 / 2 + 1 / 3 + 1 + 1)
    assert third["wins"] == pytest.approx(1 / 3)
    assert first["wins"] + second["wins"] + third["wins"] == pytest.approx(6)
    assert first["win_rate"] == pytest.approx(first["wins"] / 6)


def test_whole_wins_are_whole_numbers() -> None:
    games = [result(0, rotation, (rotation,)) for rotation in range(3)]
    wins = [bot["wins"] for bot in report(MATCH, games)["bots"]]
    assert wins == [3, 0, 0]
    assert {type(number) for number in wins} == {int}


def test_the_interval_is_that_of_the_deals() -> None:
    first = report(MATCH, GAMES)["bots"][0]
    deals = [(1 + 1 + 1 / 2) / 3, (1 / 3) / 3]
    assert first["ci95"] == pytest.approx(list(interval(deals, 3)))


def test_points_times_and_faults_follow_the_entry() -> None:
    for bot in report(MATCH, GAMES)["bots"]:
        assert bot["games"] == 6
        assert bot["points"] == 2, "every entry sat twice on every seat"
        assert bot["ms_per_move"] == pytest.approx(1000 * 0.7 / 5)
        assert bot["faults"] == 2


def test_seats() -> None:
    seats = report(MATCH, GAMES)["seats"]
    assert seats[0] == pytest.approx((1 + 1 / 2 + 1 / 3 + 1) / 6)
    assert sum(seats) == pytest.approx(1)


def test_only_whole_deals_count() -> None:
    course = Course(MATCH)
    for game in GAMES[1:]:
        course.add(game)
    assert course.results() == GAMES[3:]
    assert (len(course), course.missing(), course.is_over()) == (5, [Slot(0, 0)], False)
    course.add(GAMES[0])
    assert course.results() == GAMES
    assert course.is_over()


@pytest.mark.parametrize("backwards", [False, True])
def test_a_clear_result_does_not_depend_on_the_order_of_games(backwards: bool) -> None:
    match = Match("piazza", ("greedy", "random"), deals=40)
    games = [
        Result(slot, (1, 0), (slot.seat_of(0, 2),), (1, 1), (0.0, 0.0), (0, 0), False)
        for slot in match.slots()
    ]
    course = Course(match, risk=0.05)
    for game in reversed(games) if backwards else games:
        course.add(game)
    assert course.is_clear()
    assert course.is_over()
    # Bets of all sizes from 0 to all that one has, on a side, come to (2^9 - 1) / 9 after 8 wins;
    # half of that is the first number above 1 / 0.05.
    assert len(course.results()) == 16


def test_without_a_risk_a_match_is_played_to_its_end() -> None:
    match = Match("piazza", ("greedy", "random"), deals=40)
    course = Course(match)
    for slot in list(match.slots())[:-1]:
        winner = slot.seat_of(0, 2)
        course.add(Result(slot, (1, 0), (winner,), (1, 1), (0.0, 0.0), (0, 0), False))
    assert not course.is_clear()
    assert not course.is_over()
