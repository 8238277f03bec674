"""Keys as text: how they are made, how they are stored, and how they stay out of logs."""

import hashlib
import hmac
import re
import secrets

from fairpair.core.errors import InvalidInputError

ADMIN_KEY = "FAIRPAIR_ADMIN_KEY"
"""The variable that sets the administrator's key."""
LONGEST = 200
SHORTEST_CHOSEN = 16

_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
"""Without 0, O, I and l, which people mix up; nothing in it means anything in an address."""
_LENGTH = 30
"""58 ** 30 is more than 2 ** 175: nobody guesses one of those."""


def new_salt() -> str:
    """A salt that makes the secrets of one request different from those of another."""
    return secrets.token_hex(16)


def key_text(kind: str, secret: bytes = b"", number: int = 0) -> str:
    """A key nobody can guess, whose prefix says what it is for: `fp_org_...`.

    With a secret it is derived from it: always the same one, but a different one for each number.
    """
    drawn = hmac.digest(secret, f"{kind} {number}".encode(), "sha512") if secret else None
    rest = int.from_bytes(drawn or secrets.token_bytes(64))
    letters = []
    for _ in range(_LENGTH):
        rest, letter = divmod(rest, len(_LETTERS))
        letters.append(_LETTERS[letter])
    return f"fp_{kind}_" + "".join(letters)


def digest(key: str) -> str:
    """What is kept of a key: SHA-256, in hexadecimal.

    Slow hashes with salt (Argon2, scrypt) protect passwords, because people choose passwords that
    can be guessed one after the other. Our keys have more than 175 random bits: nobody finds one
    by trying, whatever a try costs, and no two are alike, so there is nothing to salt. A fast hash
    lets every request show its key, and the database that was stolen still opens nothing.
    """
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def chosen_digest(key: str) -> str:
    """The digest of a key chosen by a person; one that is easy to guess is rejected."""
    printable = key.isascii() and key.isprintable() and " " not in key
    if not printable or not SHORTEST_CHOSEN <= len(key) <= LONGEST or len(set(key)) < 8:
        raise InvalidInputError(
            "weak-admin-key", variable=ADMIN_KEY, shortest=SHORTEST_CHOSEN, longest=LONGEST
        )
    return digest(key)


_SECRETS = re.compile(
    r"""(?P<before>
            \bfp_[a-z]{3}_                    # our own keys, wherever they stand
          | [?&]key=                          # ?key= in an address
          | /login/                           # login links
          | \bbearer\s+ | \bbasic\s+          # Authorization
          | \bfairpair(?:-[a-z0-9-]+)?=       # cookies
        )
        [^\s"'&;,<>]+""",
    re.VERBOSE | re.IGNORECASE,
)


def redact(text: str) -> str:
    """The text with keys, login links and sessions blotted out, for logs.

    >>> redact("GET /api/tournaments/cup?key=fp_org_9xYz&round=2")
    'GET /api/tournaments/cup?key=***&round=2'
    """
    return _SECRETS.sub(lambda found: f"{found['before']}***", text)
