"""What the server does by itself: bots move, flags fall, people who left are stood in for.

row ──► due time ──► heap ──► look at the table ──► bot's move · time out · left · closed

The node that wrote a table's last row looks first; another one that hosts the table a little later,
and if nobody hosts it, whoever finds it overdue in the store. Should two act at once, the store
takes one row only.
"""

import asyncio
import heapq
import secrets
from collections.abc import Coroutine
from typing import Protocol

from piazzetta.server.app import logs
from piazzetta.server.app.hosted import Hosted
from piazzetta.server.app.hub import Happened, Hub
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.table import clocks, decide
from piazzetta.server.table.legal import texts
from piazzetta.server.table.refusal import RefusedError
from piazzetta.server.table.value import Table
from piazzetta.server.thinking.jobs import thinking_time
from piazzetta.server.thinking.line import ClosedError
from piazzetta.server.thinking.thinkers import Thinkers

TAKE_OVER = 2.0
"""Seconds after which a node does what another should have done."""
SWEEP = 2.0
"""Seconds between two looks into the store."""
LEAST_WAIT = 0.01
"""Seconds, so that nothing spins while the server's time stands still."""
AGAIN = 1.0
"""Seconds until something that failed is tried again."""
MOST_OLD, ROOM = 4, 1000
"""How many entries there may be for each table, and besides, before the old ones are thrown out."""


class Presences(Protocol):
    """Who is there."""

    def away_since(self, player: str) -> float | None:
        """The server's time at which the player left; None while the player is connected."""
        ...


class Duties(Protocol):
    """Where tables are found that nobody attends to."""

    async def due_tables(self, now: float) -> list[str]:
        """The ids of tables at which the server had to act by then."""
        ...

    async def looked_at(self, table: Table) -> None:
        """Somebody attends to it now."""
        ...


class Scheduler:
    """One for each node."""

    def __init__(
        self, hub: Hub, store: Duties, thinkers: Thinkers, people: Presences, metrics: Metrics
    ) -> None:
        """Nothing is due yet."""
        self._hub = hub
        self._store = store
        self._thinkers = thinkers
        self._people = people
        self._metrics = metrics
        self._heap: list[tuple[float, str]] = []
        self._timer: asyncio.TimerHandle | None = None
        self._timer_at = 0.0
        self._bots: dict[str, tuple[int, asyncio.Task[None]]] = {}
        """Bots that think, by table, with the ply of the position that they think about."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # What is due, and when.

    def loaded(self, hosted: Hosted, table: Table) -> None:
        """Nobody here knows yet whether another node cares for it."""
        self._plan(hosted, table, TAKE_OVER)

    def happened(self, what: Happened) -> None:
        """Something else may be due now."""
        table = what.after
        turn = table.turn
        if what.ours and turn is not None and table.seats[turn].played_by_bot:
            self._let_think(table)
        self._plan(what.hosted, table, 0.0 if what.ours else TAKE_OVER)

    def dropped(self, hosted: Hosted, table: Table) -> None:
        """The store knows what is due."""

    def presence(self, hosted: Hosted, table: Table) -> None:
        """Somebody at the table has come or gone: who is away may be stood in for."""
        self._plan(hosted, table, 0.0)

    def _plan(self, hosted: Hosted, table: Table, later: float) -> None:
        due = self._due(table)
        if due is not None and (not hosted.due or due + later < hosted.due):
            self._push(hosted, due + later)

    def _push(self, hosted: Hosted, due: float) -> None:
        """A table stands in the heap once, and where it was due before it became due earlier: what
        is far off would stay there for days, and more of it with every absence."""
        hosted.due = due
        heapq.heappush(self._heap, (due, hosted.id))
        if len(self._heap) > MOST_OLD * self._hub.hosted + ROOM:
            self._heap = [(one.due, one.id) for one in self._hub.all_held() if one.due]
            heapq.heapify(self._heap)
        self._set_timer()

    def _due(self, table: Table) -> float | None:
        bot = clocks.bot_due(table)
        if bot is not None:
            return None if self._thinks(table) else bot
        flag, absence = clocks.flag_due(table), self._absence_due(table)
        return absence if flag is None else flag if absence is None else min(flag, absence)

    def _thinks(self, table: Table) -> bool:
        """Whether the bot in turn was asked; it knows itself when to move."""
        known = self._bots.get(table.id)
        return known is not None and known[0] == table.changed

    def _absence_due(self, table: Table) -> float | None:
        """When the person in turn is stood in for, if they stay away: while nobody waits, never."""
        turn = table.turn
        player = table.seats[turn].player if turn is not None else ""
        since = self._people.away_since(player) if player else None
        due = None if since is None else clocks.absence_due(table)
        if since is None or due is None:
            return None
        others = {seat.player for seat in table.seats if seat.player and not seat.played_by_bot}
        waiting = any(self._people.away_since(one) is None for one in others - {player})
        return max(due, since + (table.opened.absence or 0.0)) if waiting else None

    # Waiting.

    def _set_timer(self) -> None:
        if self._closed or not self._heap:
            return
        due = self._heap[0][0]
        if self._timer is None or due < self._timer_at:
            if self._timer:
                self._timer.cancel()
            delay = max(LEAST_WAIT, due - self._hub.clock.now())
            self._timer = asyncio.get_running_loop().call_later(delay, self._wake)
            self._timer_at = due

    def _wake(self) -> None:
        self._timer = None
        now = self._hub.clock.now()
        while self._heap and self._heap[0][0] <= now:
            due, table = heapq.heappop(self._heap)
            hosted = self._hub.held(table)
            if hosted and hosted.due == due:
                hosted.due = 0.0
                self._start(self._look(table))
        self._set_timer()

    def _start(self, work: Coroutine[None, None, None]) -> "asyncio.Task[None]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Acting.

    async def _look(self, table_id: str) -> None:
        """Do what is due at the table, and plan what comes next."""
        try:
            async with self._hub.at(table_id) as (_, table):
                pass
            await self._act(table)
            async with self._hub.at(table_id) as (hosted, table):
                self._plan(hosted, table, 0.0)
        except RefusedError as refused:
            self._retry(table_id, refused)
        except Exception as error:
            logs.failed("looking after a table failed", error, table=table_id)
            self._retry(table_id, None)

    def _retry(self, table_id: str, refused: RefusedError | None) -> None:
        hosted, again = self._hub.held(table_id), self._hub.clock.now() + AGAIN
        if hosted is None or (refused is not None and refused.code != "unavailable"):
            return
        if not hosted.due or again < hosted.due:
            self._push(hosted, again)

    async def _act(self, table: Table) -> None:
        now = self._hub.clock.now()
        if clocks.bot_due(table) is not None:
            self._let_think(table)
        elif _passed(clocks.flag_due(table), now):
            await self._hub.change(table.id, lambda current: decide.time_out(current, now))
        elif _passed(self._absence_due(table), now):
            await self._hub.change(table.id, lambda current: _leave(current, table))
        elif _passed(clocks.stale_due(table), now):
            await self._hub.change(table.id, decide.stale)

    def _let_think(self, table: Table) -> None:
        """The bot in turn thinks, once for each position, and moves when it is time."""
        if self._thinks(table):
            return
        known = self._bots.get(table.id)
        if known:
            known[1].cancel()
        task = self._start(self._bot_turn(table))
        self._bots[table.id] = (table.changed, task)

    async def _bot_turn(self, table: Table) -> None:
        try:
            move = await self._choice(table)
            due = clocks.bot_due(table) or 0.0
            await asyncio.sleep(max(0.0, due - self._hub.clock.now()))
            self._bots.pop(table.id, None)
            await self._hub.change(table.id, lambda current: _bot_move(current, table, move))
        except (ClosedError, RefusedError):
            self._bot_failed(table)
        except Exception as error:
            logs.failed("a bot failed", error, table=table.id)
            self._bot_failed(table)

    def _bot_failed(self, table: Table) -> None:
        """Another one is asked in a moment."""
        if self._thinks(table):
            del self._bots[table.id]
        self._retry(table.id, None)

    async def _choice(self, table: Table) -> str:
        """What the bot in turn plays, from what its seat sees. The only move is asked for like any
        other: it should not be there sooner."""
        game, turn, moves = table.game, table.turn, texts(table)
        assert turn is not None  # a bot is in turn
        bot = table.seats[turn].bot or table.opened.stand_in
        view = game.view_to_json(game.view(table.state, turn))
        seconds = thinking_time(table.opened.pace)
        with self._metrics.bot_seconds.time():
            return await self._thinkers.choose(
                game.name, view, moves, bot, seconds, secrets.randbits(32)
            )

    # Tables that nobody hosts.

    async def run(self) -> None:
        """Look into the store again and again, until the server stops."""
        while True:
            try:
                await self._sweep()
                await self._hub.mend()
                await self._hub.forget_idle()
            except Exception as error:
                logs.failed("sweeping failed", error)
            await asyncio.sleep(SWEEP)

    async def _sweep(self) -> None:
        """The store gives those who attend to a table some time; these are overdue."""
        for table_id in await self._store.due_tables(self._hub.clock.now()):
            await self._look(table_id)
            hosted = self._hub.held(table_id)
            if hosted and hosted.table:
                await self._store.looked_at(hosted.table)

    async def close(self) -> None:
        """Begin nothing new; what was begun is dropped, and found again by whoever comes next."""
        self._closed = True
        if self._timer:
            self._timer.cancel()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _passed(due: float | None, now: float) -> bool:
    return due is not None and due <= now


def _leave(current: Table, seen: Table) -> decide.Decided | None:
    """Unless something has happened in the meantime."""
    turn = current.turn
    return None if turn is None or current.ply != seen.ply else decide.leave(current, turn)


def _bot_move(current: Table, seen: Table, move: str) -> decide.Decided | None:
    """Unless the position, or who plays the seat, is another by now."""
    turn = current.turn
    same = turn is not None and turn == seen.turn and current.changed == seen.changed
    if not same or turn is None or not current.seats[turn].played_by_bot:
        return None
    return decide.bot_move(current, turn, move)
