"""Numbers as arguments of commands; argparse turns their errors into messages."""

import argparse

MOST = 1_000_000


def positive(text: str) -> int:
    """A whole number from 1 to a million."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 to {MOST:,}")
    return int(text)


def chance(text: str) -> float:
    """A number between 0 and 1."""
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number between 0 and 1")
    return value
