"""What the commands have in common."""

import argparse
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    Commands = object


def missing(parser: argparse.ArgumentParser, error: ModuleNotFoundError) -> NoReturn:
    """Say what a command needs that is not installed."""
    parser.error(f"{error.name} is missing; in a clone of the repository: pip install '.[server]'")
