"""What can go wrong with a store; every error's text is a sentence for the operator."""


class StoreError(Exception):
    """The store cannot be opened, or cannot do what it was asked; nothing has changed."""


class InUseError(StoreError):
    """Another server has this file open."""

    def __init__(self, text: str, address: str = "") -> None:
        """`address` is where that one is reached, if it said so."""
        super().__init__(text)
        self.address = address


class GoneError(StoreError):
    """Somebody has deleted themselves: nothing is kept in their name any more."""


class FullError(StoreError):
    """Somebody has as many of something as anybody may have."""

    def __init__(self, most: int) -> None:
        """So many."""
        super().__init__(f"there are {most} already")
        self.most = most


class UnavailableError(StoreError):
    """The database did not answer: it is down, or its disk is full. Later it may again.

    Of what was just being kept, it is not known whether it was; who asks must read it again.
    """
