"""Which games a match is made of, and that every deal is the same in all its rotations."""

from typing import Any

import pytest

from piazzetta.arena.match import Match, Slot, deals_for, entries_of
from piazzetta.arena.play import play_game
from piazzetta.bots import BOTS, make_bot
from piazzetta.bots.bot import Bot, Choice, Decision
from piazzetta.rules import GAMES


class Witness:
    """Plays like another bot and remembers what it saw first."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self.first: Any = None

    def choose(self, decision: Decision) -> Choice:
        self.first = self.first or decision
        return self._bot.choose(decision)

    def close(self) -> None:
        self._bot.close()


@pytest.mark.parametrize(
    ("game", "players"), [("piazza", 2), ("piazza", 3), ("piazza", 4), ("carre", 2), ("carre", 5)]
)
def test_a_deal_is_the_same_in_every_rotation(game: str, players: int) -> None:
    """What each seat sees before its first move of a game that starts alike is alike."""
    match = Match(game, ("random",) * players, deals=2, seed=3)
    starts = set()
    for slot in match.slots():
        seen = [Witness(make_bot("random", seed=7)) for _ in range(players)]
        play_game(match, slot, seen)
        starts.add((slot.deal, tuple(str(witness.first.view) for witness in seen)))
    assert len(starts) == 2, "one start for each deal"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_entry_plays_every_seat_of_a_deal_once(players: int) -> None:
    rotations = [Slot(0, rotation) for rotation in range(players)]
    for entry in range(players):
        assert {slot.seat_of(entry, players) for slot in rotations} == set(range(players))
    for slot in rotations:
        for seat in range(players):
            assert slot.seat_of(slot.entry_at(seat, players), players) == seat


def test_a_match_has_whole_rotations() -> None:
    match = Match("piazza", ("greedy", "random", "greedy"), deals=deals_for(7, 3))
    assert list(match.slots()) == [Slot(d, r) for d in range(3) for r in range(3)]
    assert match.games == 9
    assert [deals_for(games, 2) for games in (1, 2, 3)] == [1, 1, 2]


def test_fewer_bots_than_seats_repeat_in_order() -> None:
    assert entries_of(["greedy", "random"], 5) == ("greedy", "random", "greedy", "random", "greedy")
    assert entries_of(["greedy"], 2) == ("greedy", "greedy")
    assert entries_of(["greedy", "greedy"], 2) == ("greedy", "greedy")


@pytest.mark.parametrize("names", [[], ["greedy", "random", "greedy"]])
def test_a_wrong_number_of_bots(names: list[str]) -> None:
    with pytest.raises(ValueError, match=f"{len(names)} bots are named for 2 seats"):
        entries_of(names, 2)


def test_an_unknown_bot() -> None:
    with pytest.raises(ValueError, match=f"no bot 'nobody'; known are {', '.join(BOTS)} and"):
        entries_of(["greedy", "nobody"], 2)


def test_everything_follows_from_the_seed() -> None:
    one, same, other = (Match("piazza", ("random",) * 2, deals=1, seed=s) for s in (1, 1, 2))
    assert one.seed_of("deal", 0) == same.seed_of("deal", 0)
    purposes = [(match, label) for match in (one, other) for label in ("deal 0", "deal 1", "bot 0")]
    assert len({match.seed_of(label) for match, label in purposes}) == len(purposes)
    assert one.chance(0) != one.chance(1)


@pytest.mark.parametrize("game", GAMES)
def test_seat_0_begins(game: str) -> None:
    match = Match(game, ("random",) * 2, deals=20)
    deals = [match.rules.deal(match.options(), match.chance(deal)) for deal in range(20)]
    assert {state.turn for state in deals} == {0}


def test_settings_are_all_but_the_number_of_games() -> None:
    settings = Match("carre", ("random", "greedy"), deals=5, seed=4, time_ms=50).settings()
    assert settings == Match("carre", ("random", "greedy"), deals=9, seed=4, time_ms=50).settings()
    assert settings["entries"] == ["random", "greedy"]
    assert settings["rules"] == GAMES["carre"].rules_version
