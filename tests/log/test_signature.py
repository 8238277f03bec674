"""Signatures: the examples of RFC 8032, section 7.1, and what must not pass."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fairpair.log.signature import is_signed, public_key, sign

EXAMPLES = [
    (
        "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
        "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]


@pytest.mark.parametrize(("secret", "public", "message", "signature"), EXAMPLES)
def test_the_examples_of_the_standard(
    secret: str, public: str, message: str, signature: str
) -> None:
    key, text = bytes.fromhex(secret), bytes.fromhex(message)
    assert public_key(key).hex() == public
    assert sign(key, text).hex() == signature
    assert is_signed(bytes.fromhex(public), text, bytes.fromhex(signature))


@settings(max_examples=25, deadline=None)
@given(st.binary(max_size=40), st.integers(0, 511))
def test_nothing_can_be_changed(message: bytes, bit: int) -> None:
    secret = bytes(range(32))
    public, signature = public_key(secret), sign(secret, message)
    broken = int.from_bytes(signature, "little") ^ (1 << bit)
    assert is_signed(public, message, signature)
    assert not is_signed(public, message, broken.to_bytes(64, "little"))
    assert not is_signed(public, message + b"x", signature)
    assert not is_signed(public_key(bytes(32)), message, signature)


def test_what_is_no_signature_at_all_is_refused() -> None:
    public = public_key(bytes(32))
    assert not is_signed(public, b"", b"")
    assert not is_signed(b"", b"", bytes(64))
    assert not is_signed(bytes([255] * 32), b"", bytes(64))
    assert not is_signed(public, b"", bytes([255] * 64))
