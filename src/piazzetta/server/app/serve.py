"""Runs a node: `piazzetta serve`. It says where its data is, and `ready URL` once it accepts."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import cast

import uvicorn
from uvicorn.server import HANDLED_SIGNALS

from piazzetta import kernels
from piazzetta.server.app import logs
from piazzetta.server.app.addresses import (
    EVERYWHERE,
    AddressError,
    Links,
    is_local,
    lan_address,
    listen,
    trusted,
    url_of,
)
from piazzetta.server.app.asgi import application
from piazzetta.server.app.browser import open_browser
from piazzetta.server.app.limits import Limits, relaxed
from piazzetta.server.app.line import Line
from piazzetta.server.app.node import Node, NodeError, Options, node
from piazzetta.server.app.wire import Wire
from piazzetta.server.push import endpoint as push
from piazzetta.server.push.encoding import PushError
from piazzetta.server.store import StoreError
from piazzetta.server.store.errors import InUseError
from piazzetta.server.table.known import FROM_KERNELS
from piazzetta.server.thinking.programs import ProgramError, parse

HOST, PORT = "127.0.0.1", 8000
GOODBYE = 3
"""Seconds that connections have to end when the server stops."""
WARM_UP = 3.0
"""Seconds after which kernels are made ready: whoever comes back after a restart comes first."""
COLLECTIONS = (100_000, 50, 100)
"""How many new objects Python lets come together before it looks for rings of them, and how much
more rarely it looks at older ones. Games and connections leave hardly any, and all of a game is
kept: to look through it over and over took a fifth of the time of 500 tables playing."""
FILE = "piazzetta.sqlite"
NO_BROWSER = "There is no window for a browser here: open this address in yours to play."
ALONE = """\
Only this computer can open it; to play with others in your network: make play ARGS=--lan
"""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the operator says."""

    host: str = ""
    port: int = PORT
    database: str = ""
    lan: bool = False
    redis: str = ""
    public_url: str = ""
    programs: tuple[str, ...] = ()
    """NAME=COMMAND each."""
    proxies: tuple[str, ...] = ()
    limited: bool = True
    push_services: tuple[str, ...] = ()
    """HOST each, that may be called besides the known ones."""
    opened: bool = False
    """Whether to open a browser there."""


def serve(settings: Settings) -> int:
    """Run until somebody ends it; the exit status."""
    logs.set_up(at_terminal=settings.opened or sys.stderr.isatty())
    try:
        host = _host(settings)
        programs = parse(settings.programs)
        push_services = tuple(map(push.service, settings.push_services))
        database = settings.database or str(default_database())
        listening = listen(host, settings.port)
    except (AddressError, ProgramError, PushError, OSError) as error:
        return _fail(str(error))
    links = _links(settings, listening)
    limits = Limits() if settings.limited else relaxed(Limits())
    options = Options(database, settings.redis, programs, links, limits, push_services)
    with contextlib.closing(listening):
        return _run(settings, options, listening, _shown_url(host, links, listening))


def _host(settings: Settings) -> str:
    """Where to listen; not at an address that the links could not lead to."""
    if settings.lan and settings.host and is_local(settings.host):
        raise AddressError(f"--lan lets others in, --host {settings.host} does not: leave one out")
    return settings.host or (EVERYWHERE[0] if settings.lan else HOST)


def _fail(reason: str) -> int:
    print(f"piazzetta serve: {reason}", file=sys.stderr)
    return 1


def default_database() -> Path:
    """A file in the folder where this system keeps people's data."""
    home = Path.home()
    if sys.platform == "win32":
        folder = Path(os.environ.get("LOCALAPPDATA", home / "AppData" / "Local"))
    elif sys.platform == "darwin":
        folder = home / "Library" / "Application Support"
    else:
        folder = Path(os.environ.get("XDG_DATA_HOME") or home / ".local" / "share")
    folder = folder / "piazzetta"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / FILE


def _links(settings: Settings, listening: socket.socket) -> Links:
    lan = url_of(lan_address(), listening.getsockname()[1]) if settings.lan else ""
    return Links(settings.public_url, lan)


def _shown_url(host: str, links: Links, listening: socket.socket) -> str:
    """Where somebody on this machine, or in its network, reaches the server."""
    near = HOST if host in EVERYWHERE else host
    return links.lan or url_of(near, listening.getsockname()[1])


def _run(settings: Settings, options: Options, listening: socket.socket, url: str) -> int:
    try:
        with asyncio.Runner(loop_factory=_loop_factory()) as runner:
            runner.run(_main(settings, options, listening, url))
    except InUseError as error:
        return _fail(f"{error}\n{_instead(error)}")
    except (StoreError, NodeError) as error:
        return _fail(str(error))
    return 0


def _instead(error: InUseError) -> str:
    """What can be done where another server has the file."""
    there = f"Open {error.address}" if error.address else "Use the one that runs"
    return f"{there}, or give this one a file of its own: --db FILE"


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The fast loop where there is one."""
    if sys.platform == "win32":
        return None
    import uvloop

    return uvloop.new_event_loop


async def _main(settings: Settings, options: Options, listening: socket.socket, url: str) -> None:
    async with node(options) as running:
        running.services.store.say_where(url)
        _say(f"database {running.services.store.address}")
        server = Server(config(running, settings.proxies), running, lambda: _ready(settings, url))
        later = asyncio.get_running_loop().call_later(WARM_UP, _start_to_settle)
        await server.serve(sockets=[listening])
        later.cancel()
    logs.tell("stopped")


def _start_to_settle() -> None:
    gc.set_threshold(*COLLECTIONS)
    threading.Thread(target=_settle, name="settle", daemon=True).start()


def _settle() -> None:
    """Make positions fast to tell of; until then the rules do that. Whatever has been loaded then
    stays: nobody need look through it for garbage again."""
    for game in FROM_KERNELS:
        kernels.wait_until_ready(game)
    gc.freeze()


def _say(text: str) -> None:
    """On standard output; where that cannot be written, people play all the same."""
    try:
        print(text, flush=True)
    except OSError:
        # Python would try again with the next words, and at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ready(settings: Settings, url: str) -> None:
    _say(f"ready {url}")
    logs.tell("ready")
    if settings.opened:
        _say(_welcome(settings, open_browser(url)))


def _welcome(settings: Settings, opened: bool) -> str:
    """For whoever sits at this machine."""
    there = "Your browser opens this address now." if opened else NO_BROWSER
    near = "" if settings.lan or settings.public_url else ALONE
    return f"\n{there}\n{near}Ctrl-C ends the server."


def config(running: Node, proxies: tuple[str, ...] = ()) -> uvicorn.Config:
    """How uvicorn serves a node."""
    services = running.services
    line = partial(Line, services.lines, services.limits.arrival)
    return uvicorn.Config(
        application(services),
        http=cast("type[Line]", line),
        ws=Wire,
        ws_max_size=services.limits.message,
        ws_per_message_deflate=False,
        lifespan="off",
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=trusted(proxies),
        timeout_graceful_shutdown=GOODBYE,
    )


class Server(uvicorn.Server):
    """Says when it accepts, and stops in order: no new ones, what was begun, goodbye."""

    def __init__(self, config: uvicorn.Config, running: Node, ready: Callable[[], None]) -> None:
        """`ready` is called once connections are accepted."""
        super().__init__(config)
        self._node = running
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept, and say so."""
        await super().startup(sockets)
        self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Nothing that was acknowledged, or is being kept, is lost."""
        for listening in self.servers:
            listening.close()
        await self._node.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Being asked to stop is no failure: uvicorn would end as if it were killed."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {one: signal.signal(one, self.handle_exit) for one in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for one, handler in before.items():
                signal.signal(one, handler)
