"""`piazzetta serve` as its operator starts it: another process."""

import contextlib
import os
import resource
import signal
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass

from tests.cli.command import COMMAND, HANGS_AFTER


@dataclass(slots=True)
class Process:
    """A server that runs."""

    process: subprocess.Popen[str]
    url: str
    database: str

    def stop(self, how: int = signal.SIGTERM) -> tuple[int, str]:
        """End it; its exit status and all that it wrote to stderr."""
        self.process.send_signal(how)
        _, errors = self.process.communicate(timeout=HANGS_AFTER)
        return self.process.returncode, errors


@contextlib.contextmanager
def started(
    *arguments: str,
    file_size: int = resource.RLIM_INFINITY,
    stderr: int = subprocess.PIPE,
    **environment: str,
) -> Iterator[Process]:
    """A server on a free port, ready to be asked; files end at that size, as on a full disk."""

    def limit() -> None:
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_size, hard))

    process = subprocess.Popen(
        [COMMAND, "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, **environment},
        preexec_fn=limit,
    )
    try:
        assert process.stdout is not None
        words = [process.stdout.readline().split() for _ in range(2)]
        assert [line[0] for line in words] == ["database", "ready"], words
        yield Process(process, words[1][1], words[0][1])
    finally:
        process.kill()
        process.communicate()
