"""What can go wrong with a store; every error's text is a sentence for the operator."""


class StoreError(Exception):
    """The store cannot be opened, or cannot do what it was asked; nothing has changed."""


class InUseError(StoreError):
    """Another server has this file open."""


class UnavailableError(StoreError):
    """The database did not answer: it is down, or its disk is full. Later it may again.

    Of what was just being kept, it is not known whether it was; who asks must read it again.
    """
