"""Bytes as text without padding, and P-256 keys as bytes, as all of Web Push writes them."""

import base64
import binascii
import re

from cryptography.hazmat.primitives.asymmetric.ec import (
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

CURVE = SECP256R1()
_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")


class PushError(ValueError):
    """What a browser gave to be called by cannot be used; the text says why."""


def to_text(data: bytes) -> str:
    """Base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_text(text: str) -> bytes:
    """The bytes that it writes, with padding or without."""
    bare = text.rstrip("=")
    try:
        if _BASE64URL.fullmatch(bare):
            return base64.urlsafe_b64decode(bare + "=" * (-len(bare) % 4))
    except binascii.Error:
        pass  # of a length that no bytes have
    raise PushError("this is no base64url")


def point(key: EllipticCurvePrivateKey | EllipticCurvePublicKey) -> bytes:
    """The public key as 65 bytes."""
    public = key.public_key() if isinstance(key, EllipticCurvePrivateKey) else key
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def public_key(data: bytes) -> EllipticCurvePublicKey:
    """The public key that 65 bytes write."""
    try:
        return EllipticCurvePublicKey.from_encoded_point(CURVE, data)
    except ValueError:
        raise PushError("this is no public key on P-256") from None
