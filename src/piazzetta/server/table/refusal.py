"""Why a command was not carried out: a code for programs and translations, and a sentence."""

from typing import Any


class RefusedError(Exception):
    """Nothing has changed. The message never tells what the asking player may not know."""

    def __init__(self, code: str, message: str, **details: Any) -> None:
        """`details` are the figures that a translated sentence needs."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.details = details
