"""Numbers as arguments of commands; argparse turns their errors into messages."""

import argparse

MOST = 1_000_000
MOST_GAMES = 1_000_000_000_000
"""For those who count games in millions."""


def positive(text: str, most: int = MOST) -> int:
    """A whole number from 1 to a million, or to another most."""
    digits = len(str(most))
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[: digits + 1]) <= most:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {most:,}")
    return int(text)


def many(text: str) -> int:
    """A number of games that a fast machine could still play."""
    return positive(text, MOST_GAMES)


def chance(text: str) -> float:
    """A number between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1")
    return value
