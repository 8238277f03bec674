"""How a tournament is recognised: its colour, its pictures, its letters."""

from fairpair.core.ids import TournamentId
from fairpair.core.tournament import Tournament
from fairpair.core.vocabulary import conventions_of


def accent_of(t: Tournament) -> str:
    """The name of its colour: its own, or that of its game."""
    return t.header.accent or conventions_of(t.rules).accent


def picture_address(here: TournamentId, name: str) -> str:
    """Where a picture of a tournament is; empty without one."""
    return f"/t/{here}/pictures/{name}" if name else ""


def monogram(name: str) -> str:
    """At most two letters: the first ones of its first two words that have some.

    >>> [monogram(name) for name in ("City Open 2026", "(friday) night magic", "Blitz", "2026")]
    ['CO', 'FN', 'B', '20']
    """
    words = ["".join(filter(str.isalpha, word)) for word in name.split()]
    letters = "".join(word[0] for word in words if word)[:2].upper()
    return letters or name[:2]
