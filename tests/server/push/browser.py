"""The other side of Web Push, written anew from the RFCs: a browser that can be called."""

import hashlib
import hmac
import os
from dataclasses import dataclass, field

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from piazzetta.server.push.encoding import to_text


@dataclass(frozen=True)
class Browser:
    """Has subscribed at this address; `Subscription` as the store keeps it."""

    endpoint: str
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def keys(self) -> dict[str, str]:
        return {"p256dh": to_text(self.public), "auth": to_text(self.auth)}

    @property
    def public(self) -> bytes:
        numbers = Encoding.X962, PublicFormat.UncompressedPoint
        return self.key.public_key().public_bytes(*numbers)

    def decrypt(self, body: bytes) -> bytes:
        """RFC 8188 section 2, RFC 8291 section 3.4."""
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        public = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), sender)
        shared = self.key.exchange(ECDH(), public)
        secret = hkdf(self.auth, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", 16)
        nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", 12)
        text, end = AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\0").rsplit(b"\x02", 1)
        assert end == b""
        return text


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    """RFC 5869, for no more than one block."""
    extracted = hmac.digest(salt, secret, hashlib.sha256)
    return hmac.digest(extracted, info + b"\x01", hashlib.sha256)[:length]
