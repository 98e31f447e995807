"""Encryption and keys: the RFC's own example, and what is refused."""

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import derive_private_key
from hypothesis import given
from hypothesis import strategies as st

from piazzetta.server.push.encoding import CURVE, PushError, from_text, to_text
from piazzetta.server.push.message import MOST, Keys, encrypt, encrypt_with
from piazzetta.server.push.vapid import Vapid, new_key
from tests.server.push.browser import Browser

# RFC 8291, section 5 and appendix A.
TEXT = b"When I grow up, I want to be a watermelon"
PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
PUBLIC = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)


def test_the_example_of_the_standard() -> None:
    own = derive_private_key(int.from_bytes(from_text(PRIVATE), "big"), CURVE)
    assert to_text(encrypt_with(TEXT, Keys.read(PUBLIC, AUTH), own, from_text(SALT))) == BODY


@pytest.mark.parametrize("size", [0, 1, 100, MOST])
def test_every_text_comes_back(size: int) -> None:
    browser = Browser("")
    text = bytes(range(256)) * 16
    keys = Keys.read(**browser.keys)
    assert browser.decrypt(encrypt(text[:size], keys)) == text[:size]


@given(st.binary(max_size=100))
def test_bytes_as_text_and_back(data: bytes) -> None:
    text = to_text(data)
    assert from_text(text) == data
    assert from_text(text + "=" * (-len(text) % 4)) == data


@pytest.mark.parametrize("text", ["a", "a+b/", "ab cd", "é", "a\n"])
def test_what_is_no_base64url(text: str) -> None:
    with pytest.raises(PushError):
        from_text(text)


@pytest.mark.parametrize(
    ("public", "auth"),
    [
        ("", AUTH),
        (PUBLIC[:-4], AUTH),
        ("B" + "A" * 86, AUTH),
        (PUBLIC, ""),
        (PUBLIC, AUTH + "AAAA"),
        (PUBLIC, "!"),
    ],
)
def test_what_are_no_keys(public: str, auth: str) -> None:
    with pytest.raises(PushError):
        Keys.read(public, auth)


def test_the_servers_key_stays_the_same() -> None:
    key = new_key()
    assert Vapid.read(key, "").public == Vapid.read(key, "").public
    assert Vapid.read(new_key(), "").public != Vapid.read(key, "").public
    assert len(from_text(Vapid.read(key, "").public)) == 65
