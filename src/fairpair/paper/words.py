"""Texts as paper needs them: no word is wider than its column."""

import re
import unicodedata

_WORD = re.compile(r"[^\s-]{12,}")
_WIDEST = 20
_EVERY = 8
_BREAK = "\u200b"
_JOINING = "\u200d\ufe0f"


def breakable(text: str) -> str:
    """The text with invisible places to break very long words at; an accent stays with its letter.

    >>> breakable("Ana Lima"), breakable("A" * 20).split(chr(0x200b))
    ('Ana Lima', ['AAAAAAAA', 'AAAAAAAA', 'AAAA'])
    """
    return _WORD.sub(lambda found: _broken(found[0]) if _is_wide(found[0]) else found[0], text)


def _is_wide(word: str) -> bool:
    """About twenty small letters; large ones count more."""
    return len(word) + 0.6 * sum(map(str.isupper, word)) > _WIDEST


def _broken(word: str) -> str:
    parts, since = [], 0
    for place, letter in enumerate(word):
        if place - since >= _EVERY and not _hangs_on(word, place):
            parts.append(word[since:place])
            since = place
        if letter == _BREAK:
            since = place + 1
    return _BREAK.join([*parts, word[since:]])


def _hangs_on(word: str, place: int) -> bool:
    letter = word[place]
    return bool(
        unicodedata.combining(letter)
        or unicodedata.category(letter) in ("Mn", "Mc", "Me", "Sk")
        or letter in _JOINING
        or word[place - 1] in _JOINING
    )
