"""Rating lists: what is kept of one, and of a person in it. They are no part of any tournament."""

import re
import unicodedata
from typing import NamedTuple

from fairpair.core.dataclass import dataclass

FIDE_LISTS = ("fide", "fide.standard", "fide.rapid", "fide.blitz")
"""FIDE's lists by key; `fide` has all three ratings."""
MOST_PERIODS = 3
"""The months of a list that are kept: the newest one, and those that long events began in."""
_SEPARATORS = str.maketrans(dict.fromkeys(",-.'`\"()\u2019", " "))


@dataclass(frozen=True, slots=True)
class RatingList:
    """A list: `key` says whose it is, `period` of which month, `mapping` how a table was read.

    `published` and `size` are what the server said of the file it was loaded from, if it was one.
    `active` is the list that searches use.
    """

    id: int
    key: str
    name: str
    federation: str = ""
    source: str = ""
    period: str = ""
    published: str = ""
    fetched_at: str = ""
    rows: int = 0
    checksum: str = ""
    mapping: str = ""
    active: bool = False

    @property
    def is_fide(self) -> bool:
        """Whether it is one of FIDE's."""
        return self.key in FIDE_LISTS


class ListedPlayer(NamedTuple):
    """A person in a list. `row` is the line of the file, `key` the name as searches compare it.

    In a list with one rating only, of FIDE or of a federation, that is `standard`, unless it is a
    list of rapid or blitz ratings.
    """

    row: int
    number: str
    name: str
    key: str
    federation: str = ""
    sex: str = ""
    title: str = ""
    other_titles: str = ""
    standard: int | None = None
    rapid: int | None = None
    blitz: int | None = None
    games_standard: int | None = None
    games_rapid: int | None = None
    games_blitz: int | None = None
    k_standard: int | None = None
    k_rapid: int | None = None
    k_blitz: int | None = None
    birth_year: int | None = None
    inactive: bool = False
    club: str = ""
    fide_id: str = ""


def search_key(name: str) -> str:
    """A name in plain small letters and single words, as it is searched for.

    >>> search_key("De Vet, Sylvin"), search_key("Müller-Lüdenscheidt, Jörg")
    ('de vet sylvin', 'muller ludenscheidt jorg')
    """
    if not name.isascii():
        letters = unicodedata.normalize("NFKD", name.casefold())
        name = "".join(c for c in letters if not unicodedata.combining(c))
    return " ".join(name.lower().translate(_SEPARATORS).split())


def is_number(text: str) -> bool:
    """Whether somebody searches for a number and not for a name."""
    return re.fullmatch(r"[0-9]{1,15}", text.strip()) is not None
