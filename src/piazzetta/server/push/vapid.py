"""Who sends a message: a token signed with the server's own key (RFC 8292).

The key is made once and kept by the store, for all nodes and for good: browsers subscribe to it.
"""

import json
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from piazzetta.server.push.encoding import CURVE, from_text, point, to_text

SECRET = "vapid"
"""The name under which the store keeps the key."""
LIFETIME = 12 * 3600
"""In seconds; push services take no more than a day."""
_SIZE = 32


def new_key() -> str:
    """A private key, as the store keeps it: its number, base64url."""
    number = generate_private_key(CURVE).private_numbers().private_value
    return to_text(number.to_bytes(_SIZE, "big"))


@dataclass(frozen=True, slots=True)
class Vapid:
    """The server's key, and where the people behind the server can be found."""

    key: EllipticCurvePrivateKey
    contact: str
    """An address `https:` or `mailto:` for the push service, in case something goes wrong."""

    @classmethod
    def read(cls, key: str, contact: str) -> "Vapid":
        """With a key as the store keeps it."""
        return cls(derive_private_key(int.from_bytes(from_text(key), "big"), CURVE), contact)

    @property
    def public(self) -> str:
        """What a browser needs to subscribe: the public key, base64url."""
        return to_text(point(self.key))

    def authorization(self, origin: str, now: float) -> str:
        """The header for a request to a push service; `now` in seconds of the world's time."""
        claims = {"aud": origin, "exp": int(now) + LIFETIME, "sub": self.contact}
        signed = f"{_part({'typ': 'JWT', 'alg': 'ES256'})}.{_part(claims)}"
        return f"vapid t={signed}.{to_text(self._signature(signed))}, k={self.public}"

    def _signature(self, text: str) -> bytes:
        """As JWT has it: the two numbers, side by side."""
        numbers = decode_dss_signature(self.key.sign(text.encode("ascii"), ECDSA(SHA256())))
        return b"".join(number.to_bytes(_SIZE, "big") for number in numbers)


def _part(value: dict[str, object]) -> str:
    return to_text(json.dumps(value, separators=(",", ":")).encode())
