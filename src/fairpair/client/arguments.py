"""What callers pass to the client, in the forms that the API takes."""

import re
from collections.abc import Iterable, Mapping
from numbers import Number
from typing import Any

from fairpair.client.answers import Pairing
from fairpair.core.arguments import wrong_type

PlayerLike = str | tuple[str, int | None] | Mapping[str, Any]
"""A name, a name and a rating, or a dictionary with the fields of a player."""

_GAMES = re.compile(r"([0-9])-([0-9])(?:-([0-9]))?")
_WORDS = ("1-0", "0-1", "0-0")
"""Results of the whole match, also where games are counted."""


def players_of(given: Iterable[Any]) -> list[dict[str, Any]]:
    """The players, also in lists of them or as ratings by name, with the fields of the API."""
    return [one for item in given for one in _listed(item)]


def _listed(given: object) -> list[dict[str, Any]]:
    match given:
        case str() | tuple():
            return [_player(given)]
        case Mapping() if "name" not in given:
            return [_player(one) for one in given.items()]
        case Mapping():
            return [_player(given)]
        case list():
            return [_player(one) for one in given]
    raise wrong_type("player", "sent-player", given)


def _player(given: object) -> dict[str, Any]:
    match given:
        case str():
            return {"name": given}
        case (str() as name, None):
            return {"name": name}
        case (str() as name, Number() as rating):
            return {"name": name, "rating": rating}
        case Mapping():
            return dict(given)
    raise wrong_type("player", "sent-player", given)


def pairing_id(given: object) -> str:
    """The ID of a pairing, which can be given itself."""
    if isinstance(given, Pairing | str):
        return given if isinstance(given, str) else given.id
    raise wrong_type("pairing", "pairing", given)


def games_in(result: object) -> list[int] | None:
    """The games in a result such as `2-1` or `1-1-1`; nothing for one that is a word.

    >>> games_in("2-1"), games_in("1-1-1"), games_in("1-0"), games_in("1/2-1/2")
    ([2, 1], [1, 1, 1], None, None)
    """
    found = _GAMES.fullmatch(result) if isinstance(result, str) else None
    if found is None or result in _WORDS:
        return None
    return [int(count) for count in found.groups() if count]
