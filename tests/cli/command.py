"""The installed `piazzetta` as other programs meet it: started, written to, read from."""

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

Json = dict[str, Any]

COMMAND = str(Path(sys.executable).with_name("piazzetta"))
HANGS_AFTER = 120
"""In seconds: far more than anything here takes, even on a busy machine."""


def piazzetta(
    *arguments: str, stdin: bytes = b"", limit: float = HANGS_AFTER
) -> subprocess.CompletedProcess[bytes]:
    """Run it to its end."""
    command = [COMMAND, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, timeout=limit, check=False)


def no_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def replies(stdin: bytes) -> list[Json]:
    """What the referee answers to this input; it must end well and print nothing else."""
    done = piazzetta("referee", stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    lines = done.stdout.decode("ascii").splitlines()
    return [json.loads(line, parse_constant=no_constant) for line in lines]


def ask(requests: Iterable[Any]) -> list[Json]:
    """The answers to these requests, one for each."""
    lines = [json.dumps(request).encode() + b"\n" for request in requests]
    answers = replies(b"".join(lines))
    assert len(answers) == len(lines)
    return answers


class Referee:
    """A referee that is asked line by line."""

    def __enter__(self) -> Self:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([COMMAND, "referee"], stdin=pipe, stdout=pipe, stderr=pipe)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, _: BaseException | None, __: TracebackType | None
    ) -> None:
        try:
            stderr = self.process.communicate(timeout=HANGS_AFTER)[1]
        finally:
            self.process.kill()
        if kind is None:
            assert (self.process.returncode, stderr) == (0, b"")

    def write(self, text: bytes) -> None:
        self._pipe(self.process.stdin).write(text)
        self._pipe(self.process.stdin).flush()

    def read(self) -> Json:
        answer: Json = json.loads(self._pipe(self.process.stdout).readline())
        return answer

    def ask(self, **request: Any) -> Json:
        self.write(json.dumps(request).encode() + b"\n")
        return self.read()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe
