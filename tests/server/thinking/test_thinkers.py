"""Bots of ours in their workers, as the server asks them."""

import asyncio
import math
import threading
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, TypeVar

import msgspec
import pytest

from piazzetta.bots.advice import REASONS
from piazzetta.bots.levels import LEVELS
from piazzetta.rules import GAMES
from piazzetta.rules.game import Legal
from piazzetta.server.protocol.server import AdvisedMove
from piazzetta.server.thinking.jobs import Choose, thinking_time
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.thinkers import MOST_ASKING, SUBSTITUTE, Desk, Thinkers
from piazzetta.server.thinking.workers import NoAnswerError
from tests.server.thinking.jobs import Turn, turn
from tests.server.thinking.stall import longest_stall

T = TypeVar("T")


def with_thinkers(scene: Callable[[Thinkers], Awaitable[T]], workers: int = 1) -> T:
    async def run() -> T:
        thinkers = Thinkers(workers)
        try:
            return await scene(thinkers)
        finally:
            await thinkers.close()

    return asyncio.run(run())


async def choose(thinkers: Thinkers, asked: Turn, bot: str, seed: int = 1) -> str:
    return await thinkers.choose(asked.game, asked.view, asked.moves, bot, 0.1, seed)


def test_every_level_plays_every_game_with_every_number_of_players() -> None:
    async def scene(thinkers: Thinkers) -> None:
        for level in LEVELS:
            for game in GAMES.values():
                for players in game.seats:
                    asked = turn(game.name, players)
                    assert await choose(thinkers, asked, level.name) in asked.moves

    with_thinkers(scene)


def test_luck_follows_from_the_seed() -> None:
    async def scene(thinkers: Thinkers) -> list[list[str]]:
        asked = turn()
        return [
            [await choose(thinkers, asked, "random", seed) for seed in seeds]
            for seeds in (range(6), range(6), range(6, 12))
        ]

    one, same, other = with_thinkers(scene)
    assert one == same != other


def test_only_the_moves_given_are_chosen_from() -> None:
    async def scene(thinkers: Thinkers) -> None:
        asked = turn()
        for move in asked.moves[::9]:
            some = [move, asked.moves[-1]]
            assert await choose(thinkers, Turn(asked.game, asked.view, some), "greedy") in some

    with_thinkers(scene)


@pytest.mark.parametrize("bot", ["search", "random", "program:mine"])
def test_the_only_move_waits_as_others_do_and_takes_no_thought(bot: str) -> None:
    """Else the pace of a bot in a crowd would tell that it has no choice."""

    async def scene() -> None:
        thinkers = Thinkers(1, {"program:mine": ["no-such-program"]})
        asked, gate = turn(), threading.Event()
        lines = thinkers._lines()
        before = [asyncio.create_task(line.run(gate.wait)) for line in lines]
        only = Turn(asked.game, asked.view, asked.moves[:1])
        choosing = asyncio.create_task(choose(thinkers, only, bot))
        await asyncio.sleep(0.1)
        assert not choosing.done()
        gate.set()
        assert await choosing == only.moves[0]
        await asyncio.gather(*before)
        assert thinkers._choosing.crew.pids() == []
        await thinkers.close()

    asyncio.run(scene())


def test_greedy_knows_the_points() -> None:
    asked = turn()
    move = Choose(asked.game, asked.view, asked.moves, "greedy", 0.1, 1).answer()
    points = {str(legal.move): legal.points for legal in legal_of(asked)}
    assert points[move] == max(points.values()) > 0


def legal_of(asked: Turn) -> list[Legal[Any]]:
    game = GAMES[asked.game]
    state = game.determinize(game.view_from_json(asked.view), Random(0))
    return game.legal_moves(state)


@pytest.mark.parametrize("bot", ["program:gone", "nobody", "", "cmd:touch /tmp/never"])
def test_a_bot_that_is_not_there_has_a_substitute(bot: str) -> None:
    async def scene(thinkers: Thinkers) -> list[str]:
        asked = turn("carre", 3)
        return [await choose(thinkers, asked, name) for name in (bot, SUBSTITUTE)]

    move, same = with_thinkers(scene)
    assert move == same


def test_a_bot_that_fails_still_moves() -> None:
    async def scene(thinkers: Thinkers) -> None:
        asked = turn()
        broken = Turn(asked.game, {**asked.view, "hands": "?"}, asked.moves)
        assert await choose(thinkers, broken, "greedy") in asked.moves
        with pytest.raises(NoAnswerError):
            await thinkers.advise(broken.game, broken.view, 0.1, 1)

    with_thinkers(scene)


@pytest.mark.parametrize("game", GAMES)
def test_advice_is_plain_and_explained(game: str) -> None:
    async def scene(thinkers: Thinkers) -> list[AdvisedMove]:
        asked = turn(game)
        last = asked.moves[-1]
        found = await thinkers.advise(game, asked.view, 0.1, seed=1, top=3, also=last)
        assert last in [advised.move for advised in found]
        return found

    found = with_thinkers(scene)
    assert 3 <= len(found) <= 4
    assert set(turn(game).moves) >= {advised.move for advised in found}
    reasons = [reason for advised in found for reason in advised.reasons]
    assert {reason.kind for reason in reasons} <= REASONS.keys()
    assert any(reason.details for reason in reasons)
    msgspec.json.encode(found)


def test_bots_wait_for_nobody_who_asks_for_advice() -> None:
    async def scene(thinkers: Thinkers) -> None:
        asked = turn()

        async def advice(seconds: float) -> list[AdvisedMove]:
            return await thinkers.advise(asked.game, asked.view, seconds, 1)

        await asyncio.gather(choose(thinkers, asked, "level3"), advice(0.1))  # they are there now
        asking = [asyncio.create_task(advice(2.0)) for _ in range(2 * MOST_ASKING)]
        await asyncio.sleep(0)
        refused = [one for one in asking if one.done()]
        began = time.monotonic()
        await choose(thinkers, asked, "level3")
        assert time.monotonic() - began < 10
        assert len(refused) == MOST_ASKING
        assert all(isinstance(one.exception(), NoAnswerError) for one in refused)
        for one in asking:
            one.cancel()
        await asyncio.gather(*asking, return_exceptions=True)

    with_thinkers(scene)


def test_a_crowd_of_bots_never_keeps_the_loop_waiting() -> None:
    async def scene(thinkers: Thinkers) -> tuple[float, float]:
        asked = turn("carre", 4)
        crowd = asyncio.gather(*(choose(thinkers, asked, "level4", n) for n in range(100)))
        await asyncio.sleep(0)
        assert thinkers.waiting == 100
        stall = await longest_stall(crowd)
        assert set(crowd.result()) <= set(asked.moves)
        return stall

    longest, total = with_thinkers(scene)
    assert longest < total / 2


def test_closing_does_not_wait_for_thoughts() -> None:
    async def scene() -> tuple[list[type], float]:
        thinkers, asked = Thinkers(1), turn()
        crowd = [
            asyncio.create_task(
                thinkers.choose(asked.game, asked.view, asked.moves, "search", 30.0, seed)
            )
            for seed in range(100)
        ]
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.shield(crowd[0]), 1.0)
        began = time.monotonic()
        await thinkers.close()
        took = time.monotonic() - began
        told = await asyncio.gather(*crowd, return_exceptions=True)
        return [type(each) for each in told], took

    told, took = asyncio.run(scene())
    assert set(told) <= {str, ClosedError}
    assert told[-1] is ClosedError
    assert took < 10


def test_who_can_be_invited() -> None:
    thinkers = Thinkers(programs={"program:mine": ["mine"]})
    assert {level.name for level in LEVELS} | {"random", "program:mine"} <= set(thinkers.bots)
    assert thinkers.waiting == 0


@pytest.mark.parametrize(
    ("pace", "seconds"), [(0.15, 0.1), (1.0, 0.5), (3.0, 1.5), (60.0, 2.0), (math.inf, 2.0)]
)
def test_thinking_takes_half_the_pace_within_limits(pace: float, seconds: float) -> None:
    assert thinking_time(pace) == seconds


@pytest.mark.parametrize(
    ("waiting", "seconds"), [(0, 2.0), (1, 2.0), (3, 1.0), (7, 0.5), (999, 0.1)]
)
def test_the_more_bots_wait_the_shorter_each_thinks(waiting: int, seconds: float) -> None:
    desk = Desk(2, 1.0, "workers")
    desk.line.waiting = waiting
    assert desk.share(2.0) == seconds


def test_a_crowd_of_strong_bots_takes_no_longer_than_a_few_of_them_alone() -> None:
    async def scene(thinkers: Thinkers) -> float:
        asked = turn("carre", 4)
        await choose(thinkers, asked, "level6")
        began = time.monotonic()
        await asyncio.gather(
            *(
                thinkers.choose(asked.game, asked.view, asked.moves, "search", 2.0, seed)
                for seed in range(12)
            )
        )
        return time.monotonic() - began

    assert with_thinkers(scene) < 12  # half of what they would take one after another
