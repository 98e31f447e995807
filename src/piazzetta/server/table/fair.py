"""Fair deals: nobody alone can choose a shuffle, and everybody can check that afterwards.

    server   secret, 256 random bits ──► commitment = SHA-256("piazzetta commitment " | secret),
             shown when the table opens
    players  a share each, 256 random bits, sent later: the server cannot know them in advance
    both     seed = SHA-256(secret | share of the first person's seat | share of the next | …)

The seed fixes every shuffle of the game (`rules/chance.py`). At the end the secret is shown.

The commitment begins with words of its own. Were it SHA-256(secret), then whoever holds the first
seat could choose a share by which the seed follows from the commitment (length extension), and
without any share the commitment would be the seed.
"""

import hashlib
from collections.abc import Iterable

from piazzetta.rules.chance import Seed

_PROMISE = b"piazzetta commitment "


def commitment(secret: str) -> str:
    """What the server promises its secret by: 64 hexadecimal digits, as all of these are."""
    return hashlib.sha256(_PROMISE + bytes.fromhex(secret)).hexdigest()


def seed(secret: str, shares: Iterable[str]) -> Seed:
    """The chance that the secret and the people's shares, in the order of their seats, fix."""
    parts = [secret, *shares]
    digest = hashlib.sha256(b"".join(map(bytes.fromhex, parts))).digest()
    return Seed(int.from_bytes(digest, "big"))
