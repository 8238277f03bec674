"""The ratings of a player by list, the order of the lists, and which value counts in an event.

A list has a key: `fide.standard`, `nat.GER`, `custom.club`. `manual` is a value that was typed.
"""

import re
from collections.abc import Mapping, Sequence

from fairpair.core.dataclass import dataclass
from fairpair.language.message import Message

MANUAL = "manual"
"""The key of a rating that was typed, and is in no list."""
FIDE = ("fide.standard", "fide.rapid", "fide.blitz")
"""The keys of FIDE's lists."""
EFFECTIVE = {
    "fide.effective_rapid": ("fide.rapid", "fide.standard"),
    "fide.effective_blitz": ("fide.blitz", "fide.standard"),
}
"""The rating of one list or, without one, of another: FIDE rates such games so (B.02, 7.2.1)."""
SEQUENCES: Mapping[str, tuple[str, ...]] = {
    "standard": FIDE,
    "rapid": ("fide.effective_rapid", "fide.blitz"),
    "blitz": ("fide.effective_blitz", "fide.rapid"),
}
"""The lists that count by rate of play, unless the organiser chooses others."""
METHODS: Mapping[str, str] = {
    "FIDE": "FIDE rating",
    "NRO": "National rating only",
    "FIDON": "FIDE rating, else the national one",
    "NIDOF": "National rating, else that of FIDE",
    "HBFN": "Highest of FIDE, national and typed rating",
    "LBFN": "Lowest of FIDE, national and typed rating",
    "OTHER": "Typed rating",
}
"""How the rating of an event is found, by the code of TRF26 (record 172)."""
MOST_RATINGS = 12
_KEY = re.compile(r"manual|fide\.(standard|rapid|blitz)|nat\.[A-Z]{3}|custom\.[a-z0-9-]{1,40}")
_PERIOD = re.compile(r"(19|20)\d{2}-(0[1-9]|1[0-2])")


@dataclass(frozen=True, slots=True)
class ListRating:
    """What a list says of a player, or what somebody typed.

    `period` is the month of the list, `2026-11`; `source` its name; `by_hand` that the value was
    typed or changed by hand. `chosen`: somebody took this one for the player, so it counts in the
    tournament whatever its lists and method say.
    """

    value: int
    period: str = ""
    k: int | None = None
    source: str = ""
    by_hand: bool = False
    chosen: bool = False


Ratings = Mapping[str, ListRating]


@dataclass(frozen=True, slots=True)
class FoundRating:
    """A value with the list it comes from."""

    key: str
    rating: ListRating


def is_list_key(key: str) -> bool:
    """Whether a key can name a list.

    >>> is_list_key("nat.GER"), is_list_key("custom.club"), is_list_key("nat.germany")
    (True, True, False)
    """
    return _KEY.fullmatch(key) is not None


def list_title(key: str) -> Message | str:
    """What a list is called: `FIDE rapid`, `GER`, `club`."""
    giver, _, name = key.partition(".")
    if key == MANUAL:
        return Message("rating-list.typed")
    return f"FIDE {name}" if giver == "fide" else name


def is_period(text: str) -> bool:
    """Whether a text is a month, `2026-11`."""
    return _PERIOD.fullmatch(text) is not None


def find_rating(ratings: Ratings, key: str) -> FoundRating | None:
    """The rating of a list, also of an effective one.

    >>> found = find_rating({"fide.standard": ListRating(1900)}, "fide.effective_rapid")
    >>> found.key, found.rating.value
    ('fide.standard', 1900)
    """
    for one in EFFECTIVE.get(key, (key,)):
        if one in ratings:
            return FoundRating(one, ratings[one])
    return None


def method_in(text: str) -> str:
    """The method that record 172 names, `GER FIDON`; nothing if it names none.

    >>> method_in("GER FIDON"), method_in("FIDE"), method_in("by rating")
    ('FIDON', 'FIDE', '')
    """
    words = text.split()
    return words[-1] if words and words[-1] in METHODS else ""


def find_tournament_rating(
    ratings: Ratings, method: str, sequence: Sequence[str]
) -> FoundRating | None:
    """The rating that counts; nothing for a player who is unrated by this method.

    Only the first list of its kind counts: what the others say is for the organiser to take.
    Without a method it is the first list of all.
    """
    of = {
        "F": _first(ratings, sequence, "fide."),
        "N": _first(ratings, sequence, "nat."),
        "M": find_rating(ratings, MANUAL),
        "C": _first(ratings, sequence, "custom."),
        "1": find_rating(ratings, sequence[0]) if sequence else None,
    }
    orders = {"FIDE": "F", "NRO": "N", "FIDON": "FN", "NIDOF": "NF", "OTHER": "MC", "": "1M"}
    if method in orders:
        return next((one for place in orders[method] if (one := of[place])), None)
    found = [one for place in "FNM" if (one := of[place])]
    if not found:
        return None
    best = max if method == "HBFN" else min
    return best(found, key=lambda one: one.rating.value)


def _first(ratings: Ratings, sequence: Sequence[str], kind: str) -> FoundRating | None:
    """The rating of the first list of a kind; of a national one even outside the sequence."""
    key = next((one for one in sequence if one.startswith(kind)), None)
    if key is None and kind == "nat.":
        key = next((one for one in sorted(ratings) if one.startswith(kind)), None)
    return find_rating(ratings, key) if key else None
