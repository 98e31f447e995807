"""Files in the repository that are made from the protocol: writing them, or checking them."""

import argparse
import sys
from pathlib import Path


def main(where: str, text: str, arguments: list[str] | None = None) -> int:
    """Write the text to its place below the working folder; `--check` only compares."""
    parser = argparse.ArgumentParser(description=f"Write {where} from the structs.")
    parser.add_argument("--check", action="store_true", help="only tell whether it is up to date")
    check = parser.parse_args(arguments).check
    return _compare(Path(where), text) if check else _write(Path(where), text)


def _write(path: Path, text: str) -> int:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return 0


def _compare(path: Path, text: str) -> int:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{path} is not up to date; write it again without --check.", file=sys.stderr)
    return 1
