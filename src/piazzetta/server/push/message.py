"""A message that only one browser can read (RFC 8291, in the coding `aes128gcm` of RFC 8188).

ECDH(a key made for this message, the browser's key) ─┐
the browser's secret `auth` ──────────────────────────┴─► HKDF ─┐
salt, made for this message ────────────────────────────────────┴─► HKDF ─► key, nonce ─► AES-GCM

salt 16 | record size 4 | 65 | the key made for this message 65 | text, 2, tag 16
"""

import os
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from piazzetta.server.push.encoding import CURVE, PushError, from_text, point, public_key

RECORD_SIZE = 4096
MOST = RECORD_SIZE - 200
"""Bytes of text that fit into one record, with something to spare."""
SALT, AUTH = 16, 16
_LAST = b"\x02"
"""Ends the text of the last record."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What a browser gave to keep messages to it secret."""

    public: EllipticCurvePublicKey
    auth: bytes

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "Keys":
        """From base64url; a PushError if these are no keys."""
        secret = from_text(auth)
        if len(secret) != AUTH:
            raise PushError(f"the secret of a browser has {AUTH} bytes, not {len(secret)}")
        return cls(public_key(from_text(p256dh)), secret)


def encrypt(text: bytes, keys: Keys) -> bytes:
    """The body of a request to a push service."""
    return encrypt_with(text, keys, generate_private_key(CURVE), os.urandom(SALT))


def encrypt_with(text: bytes, keys: Keys, own: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The same with a given key and salt, both to be used only once."""
    assert len(text) <= MOST
    ours, theirs = point(own), point(keys.public)
    shared = own.exchange(ECDH(), keys.public)
    secret = _derive(shared, keys.auth, b"WebPush: info\0" + theirs + ours, 32)
    key = _derive(secret, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(secret, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(ours)]) + ours
    return header + AESGCM(key).encrypt(nonce, text + _LAST, None)


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)
