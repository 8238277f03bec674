"""Whether a newer list is published than the one in use: one question to the server that has it.

It is asked only when somebody wants to know. Without a network the answer is that nobody knows.
"""

import http.client
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError
from fairpair.core.listed import RatingList

FIDE_ADDRESS = "https://ratings.fide.com/download"
ADDRESSES = {
    "fide": f"{FIDE_ADDRESS}/players_list.zip",
    "fide.standard": f"{FIDE_ADDRESS}/standard_rating_list.zip",
    "fide.rapid": f"{FIDE_ADDRESS}/rapid_rating_list.zip",
    "fide.blitz": f"{FIDE_ADDRESS}/blitz_rating_list.zip",
}
"""Where FIDE publishes its lists."""
_PATIENCE = 10.0


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


def check_freshness(one: RatingList, address: str = "") -> Freshness:
    """Ask with one HEAD whether the file of a list has changed since it was imported."""
    where = address or ADDRESSES.get(one.key, "")
    if not where:
        raise InvalidInputError("no-list-address", list=one.name)
    try:
        modified, size = _head(where)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Freshness(one.key, one.period, where, "unknown", why=str(error) or repr(error))
    if modified is None:
        return Freshness(one.key, one.period, where, "unknown", size=size, why="no Last-Modified")
    newer = modified > datetime.fromisoformat(one.fetched_at)
    state = "newer" if newer else "current"
    return Freshness(one.key, one.period, where, state, modified.date().isoformat(), size)


def _head(address: str) -> tuple[datetime | None, int]:
    """When the file there was changed, and its size."""
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InvalidInputError("no-list-address.bad", address=f"{address!r:.80}")
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname, parts.port, timeout=_PATIENCE)
    try:
        path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
        connection.request("HEAD", path, headers={"User-Agent": "Fairpair"})
        answer = connection.getresponse()
        if answer.status != http.client.OK:
            raise ValueError(f"HTTP {answer.status}")
        said = answer.getheader("Last-Modified")
        size = answer.getheader("Content-Length") or "0"
    finally:
        connection.close()
    moment = parsedate_to_datetime(said) if said else None
    if moment is not None and moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return moment, int(size) if size.isdecimal() else 0
