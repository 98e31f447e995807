"""Somebody who asks for something at a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A person, or a program that plays by an API token."""

    id: str
    name: str
    outside: bool = False
    """Whether it is a program."""
