"""Whether a newer list is published than the one in use: one question to the server that has it.

Without a network the answer is that nobody knows.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta

from fairpair.app.rating_lists.download import ServedFile, ask_about, require_address
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, InvalidStateError
from fairpair.core.listed import RatingList

FIDE_ADDRESS = "https://ratings.fide.com/download"
ADDRESSES = {
    "fide": f"{FIDE_ADDRESS}/players_list.zip",
    "fide.standard": f"{FIDE_ADDRESS}/standard_rating_list.zip",
    "fide.rapid": f"{FIDE_ADDRESS}/rapid_rating_list.zip",
    "fide.blitz": f"{FIDE_ADDRESS}/blitz_rating_list.zip",
}
"""Where FIDE publishes its lists."""
DAY = timedelta(days=1)
"""How old a list may be."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """What a server says of the file of a list. `state` is `current`, `newer` or `unknown`;
    `published` is the day of the file there, `size` its bytes, `why` the reason not to know.
    """

    list: str
    period: str
    address: str
    state: str
    published: str = ""
    size: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class ListCheck:
    """When the server that publishes a list was asked last, and what it said of the file.

    `current_at` is when the list was last known to be current, and `failures` counts how often the
    server could not be reached since then. `checksum` is that of the list: a check says nothing of
    another list that took its place.
    """

    at: str
    served: ServedFile = ServedFile()
    current_at: str = ""
    failures: int = 0
    checksum: str = ""


def check_of(one: RatingList, checks: Mapping[str, ListCheck]) -> ListCheck:
    """The last check of a list; without one, it is as current as when it was imported."""
    found = checks.get(one.key)
    return found if found and found.checksum == one.checksum else ListCheck(one.fetched_at)


def address_of(one: RatingList) -> str:
    """Where a list is published: where it came from, or FIDE's address; nothing if not known."""
    came_from = one.source if one.source.startswith(("http://", "https://")) else ""
    return came_from or ADDRESSES.get(one.key, "")


def known_address(one: RatingList) -> str:
    """The same; `InvalidInputError` if it is not known."""
    found = address_of(one)
    if not found:
        raise InvalidInputError("no-list-address", list=one.name)
    return found


def check_freshness(
    one: RatingList, address: str = "", *, allow_private: bool = False
) -> Freshness:
    """Ask with one HEAD whether the file of a list has changed since it was imported."""
    where = address or known_address(one)
    require_address(where)
    try:
        served = ask_about(where, allow_private=allow_private)
    except InvalidStateError as error:
        why = str(error.text.values["why"])
        return Freshness(one.key, one.period, where, "unknown", why=why)
    if not served.modified:
        size, why = served.size, "no Last-Modified"
        return Freshness(one.key, one.period, where, "unknown", size=size, why=why)
    state = "current" if is_older(served, one) else "newer"
    return Freshness(one.key, one.period, where, state, served.modified[:10], served.size)


def is_stale(one: RatingList, current_at: str, now: str) -> bool:
    """Whether a list with an address was not known to be current for more than a day."""
    age = datetime.fromisoformat(now) - datetime.fromisoformat(current_at)
    return one.active and bool(address_of(one)) and age > DAY


def is_older(served: ServedFile, one: RatingList) -> bool:
    """Whether a file has not been changed since a list was imported."""
    imported = datetime.fromisoformat(one.fetched_at)
    return bool(served.modified) and datetime.fromisoformat(served.modified) <= imported
