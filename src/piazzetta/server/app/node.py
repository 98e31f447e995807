"""Puts one node together: store, bus, hub, and everybody who watches what happens at its tables."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from piazzetta.server.app import leaving
from piazzetta.server.app.addresses import Links
from piazzetta.server.app.hub import Hub
from piazzetta.server.app.identity import Identities
from piazzetta.server.app.limits import Limits
from piazzetta.server.app.lobby import Lobby
from piazzetta.server.app.metrics import Metrics
from piazzetta.server.app.notes import Notes
from piazzetta.server.app.people import People
from piazzetta.server.app.scheduler import Scheduler
from piazzetta.server.app.security import Cookies, Origins
from piazzetta.server.app.services import Services
from piazzetta.server.app.showing import Showing
from piazzetta.server.app.turns import Turns
from piazzetta.server.bus import LocalBus, NodeBus
from piazzetta.server.push import vapid
from piazzetta.server.push.sender import Sender
from piazzetta.server.push.sender import Services as PushServices
from piazzetta.server.store import Store
from piazzetta.server.thinking.thinkers import Thinkers

CONTACT = "mailto:operator@localhost"
"""Where push services find the people behind this server, if they have not said where it is."""
SETTLE = 5.0
"""Seconds within which everything that was begun has to be kept, when a node stops."""


class NodeError(Exception):
    """A node cannot run; the text is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class Options:
    """What a node is made of."""

    database: str
    redis: str = ""
    programs: Mapping[str, Sequence[str]] = field(default_factory=dict)
    links: Links = field(default_factory=Links)
    limits: Limits = field(default_factory=Limits)
    push_services: tuple[str, ...] = ()
    """Those that may be called besides the known ones."""


@dataclass(slots=True)
class Node:
    """A node that runs."""

    services: Services
    scheduler: Scheduler
    turns: Turns
    tasks: "tuple[asyncio.Task[None], ...]"
    """What is looked after again and again."""

    async def stop(self) -> None:
        """Begin nothing new, finish what was begun, and say goodbye to everybody."""
        self.services.stopping = True
        for task in self.tasks:
            task.cancel()
        await self.scheduler.close()
        await self.services.settle(SETTLE)
        for connection in self.services.people.all_here():
            connection.bye("shutdown")


@asynccontextmanager
async def node(options: Options) -> AsyncIterator[Node]:
    """A node, as long as it is needed."""
    store = await Store.open(options.database)
    try:
        async with (
            _thinkers(options) as thinkers,
            _bus(options) as bus,
            _push(options, store) as push,
        ):
            running = await _assembled(options, store, thinkers, bus, push)
            try:
                yield running
            finally:
                await running.stop()
                await running.services.lobby.close()
                await running.turns.close()
    finally:
        await store.close()


@asynccontextmanager
async def _thinkers(options: Options) -> AsyncIterator[Thinkers]:
    thinkers = Thinkers(programs=options.programs)
    try:
        yield thinkers
    finally:
        await thinkers.close()


@asynccontextmanager
async def _bus(options: Options) -> AsyncIterator[NodeBus]:
    if not options.redis:
        yield LocalBus()
        return
    # Imported only where it is used: a single node needs no Redis.
    from piazzetta.server.bus.redis import BusError, RedisBus

    bus = RedisBus(options.redis)
    try:
        yield bus
    except BusError as error:
        raise NodeError(str(error)) from error
    finally:
        await bus.close()


@asynccontextmanager
async def _push(options: Options, store: Store) -> AsyncIterator[Sender]:
    key = await store.secret(vapid.SECRET, vapid.new_key())
    signer = vapid.Vapid.read(key, options.links.public or CONTACT)
    sender = Sender(store.people, signer, PushServices(options.push_services))
    try:
        yield sender
    finally:
        await sender.close()


async def _assembled(
    options: Options, store: Store, thinkers: Thinkers, bus: NodeBus, push: Sender
) -> Node:
    metrics, clock = Metrics(), store.time
    hub = Hub(store, bus, clock, metrics)
    people = People(hub, clock)
    showing = Showing(people, clock)
    lobby = Lobby(store, people)
    notes = Notes(hub, people, lobby, bus, store.people)
    lobby.announce = notes.show_lobby
    scheduler = Scheduler(hub, store, thinkers, people, metrics)
    turns = Turns(people, notes.your_turn, push.your_turn)
    people.listeners += [showing.presence, scheduler.presence]
    hub.observers += [people, showing, scheduler, lobby, turns]
    key = await store.secret("cookies", secrets.token_hex(32))
    services = Services(
        store=store,
        hub=hub,
        people=people,
        showing=showing,
        lobby=lobby,
        notes=notes,
        thinkers=thinkers,
        push=push,
        identities=Identities(store.people, Cookies(key.encode())),
        origins=Origins([options.links.public] if options.links.public else []),
        links=options.links,
        limits=options.limits,
        metrics=metrics,
    )
    _count(services)
    store.tell_of_commits(metrics.committed)
    await notes.start()
    tasks = (asyncio.create_task(scheduler.run()), asyncio.create_task(leaving.run(services)))
    return Node(services, scheduler, turns, tasks)


def _count(services: Services) -> None:
    """Figures that are asked for when they are read."""
    watch = services.metrics.watch
    watch("connections", "Open sockets", lambda: services.people.connections)
    watch("tables", "Tables held by this node", lambda: services.hub.hosted)
    watch("bot_queue", "Bots that think or wait to", lambda: services.thinkers.waiting)
