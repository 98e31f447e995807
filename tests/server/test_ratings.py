"""Ratings: who gains, who loses, and which games count where."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.server.ratings import Rating, is_rated, pool, ranked, shown, updated
from piazzetta.server.table.events import Opened
from piazzetta.server.table.value import ABORTED, OVER, RUNNING, Ending, Seat, Stage, Table

ANN, BEN, CAT = (Seat(player=name, name=name) for name in ("ann", "ben", "cat"))
BOT, OTHER_BOT = Seat(bot="level3"), Seat(bot="level6")
PROGRAM = Seat(player="dan", outside=True)


def table(*seats: Seat, stage: Stage = OVER, **opened: Any) -> Table:
    told = {"game": "piazza", "players": len(seats), "host": "ann", "secret": "0" * 64}
    row = Opened(**{**told, "opened": "2025-01-01T00:00:00Z", "casual": False, **opened})
    ranking = tuple((seat,) for seat in range(len(seats)))
    ending = Ending(ranking, "P-END") if stage == OVER else None
    return Table("t", 9, 9, 0.0, row, stage, seats, ending=ending)


NAMES = "abcde"
RATINGS = st.builds(
    Rating, mu=st.floats(-20, 70), sigma=st.floats(0.5, 25 / 3), games=st.integers(0, 1000)
)
ORDERS = st.integers(2, 5).flatmap(lambda count: st.permutations(NAMES[:count]))


def test_somebody_unknown_is_shown_as_1000() -> None:
    assert shown(Rating()) == 1000
    assert shown(Rating(mu=-100.0)) == 0
    assert shown(Rating(mu=26.0)) == 1040


def test_equals_of_the_first_game() -> None:
    after = updated([["a"], ["b", "c"]], {})
    assert after["a"].mu > 25 > after["b"].mu
    assert after["b"] == after["c"]
    assert all(rating.games == 1 and rating.sigma < 25 / 3 for rating in after.values())


@given(ORDERS, st.lists(RATINGS, min_size=5, max_size=5))
def test_the_first_never_loses_and_the_last_never_gains(
    order: list[str], ratings: list[Rating]
) -> None:
    before = dict(zip(NAMES, ratings, strict=True))
    after = updated([[name] for name in order], before)
    assert after.keys() == set(order)
    assert after[order[0]].mu >= before[order[0]].mu
    assert after[order[-1]].mu <= before[order[-1]].mu
    assert all(after[name].games == before[name].games + 1 for name in order)


@given(ORDERS, RATINGS)
def test_among_equals_each_place_is_better_than_the_next(order: list[str], rating: Rating) -> None:
    after = updated([[name] for name in order], dict.fromkeys(order, rating))
    assert all(after[better].mu > after[worse].mu for better, worse in pairwise(order))


def test_who_always_wins_climbs_and_gets_surer() -> None:
    ratings: dict[str, Rating] = {}
    numbers = [1000]
    for _ in range(20):
        ratings |= updated([["strong"], ["middle"], ["weak"]], ratings)
        numbers.append(shown(ratings["strong"]))
    assert numbers == sorted(numbers)
    assert numbers[-1] > 1700
    assert shown(ratings["strong"]) > shown(ratings["middle"]) > shown(ratings["weak"])


def test_beating_a_stronger_one_gains_more() -> None:
    strong, weak = Rating(35.0, 2.0, 50), Rating(15.0, 2.0, 50)
    gains = [updated([["a"], ["b"]], {"b": other})["a"].mu for other in (strong, weak)]
    assert gains[0] > gains[1]


def test_a_bot_in_several_seats_has_one_rating() -> None:
    after = updated([["bot:level3"], ["ann"], ["bot:level3"]], {"bot:level3": Rating(games=7)})
    assert after["bot:level3"].games == 8
    assert after["bot:level3"].mu == pytest.approx(25.0, abs=0.5)


@pytest.mark.parametrize(
    ("seats", "options", "expected"),
    [
        ((ANN, BEN), {}, "piazza"),
        ((ANN, BEN, CAT), {"game": "carre"}, "carre"),
        ((ANN, BEN), {"casual": True}, "piazza"),
        ((ANN, BOT), {}, "piazza:bots"),
        ((ANN, BOT, BOT), {}, "piazza:bots"),
        ((ANN, PROGRAM), {}, "piazza:bots"),
        ((ANN, Seat(player="ben", stand_in=True)), {}, "piazza:bots"),
        ((ANN, BEN, Seat(player="cat", resigned=True)), {}, "piazza:bots"),
        ((ANN, Seat(player="ben", resigned=True)), {}, "piazza"),
        ((ANN, BEN), {"hints": True}, "piazza:hints"),
        ((ANN, BOT), {"hints": True}, "piazza:hints"),
        ((ANN, ANN), {}, None),
        ((ANN, BEN, ANN), {}, None),
        ((BOT, OTHER_BOT), {}, None),
        ((ANN, BEN), {"stage": ABORTED}, None),
        ((ANN, BEN), {"stage": RUNNING}, None),
    ],
)
def test_where_a_game_counts(
    seats: tuple[Seat, ...], options: dict[str, Any], expected: str | None
) -> None:
    assert pool(table(*seats, **options)) == expected


def test_casual_games_rate_nobody() -> None:
    assert is_rated(table(ANN, BEN))
    assert is_rated(table(ANN, BOT, hints=True))
    assert not is_rated(table(ANN, BEN, casual=True))
    assert not is_rated(table(ANN, ANN))


def test_a_table_ranks_players_and_bots() -> None:
    assert ranked(table(ANN, BOT, PROGRAM)) == [["ann"], ["bot:level3"], ["dan"]]
    assert ranked(table(ANN, BEN, stage=RUNNING)) == []
