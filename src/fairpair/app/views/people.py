"""Who plays, as every page names them."""

import unicodedata
from dataclasses import fields
from difflib import get_close_matches
from fractions import Fraction
from functools import lru_cache
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import format_number
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.tournament import Tournament
from fairpair.engine.standings.tiebreak_input import TiebreakInput


@dataclass(frozen=True, slots=True)
class Person:
    """A player or team in a list; `rating` of a team is the mean of its members'."""

    id: PlayerId
    name: str
    rating: int | None
    title: str
    club: str
    federation: str


def person_fields(t: Tournament, player: PlayerId) -> dict[str, Any]:
    """The fields of a `Person`, and of everything that is one and more."""
    entrant = t.entries[player].entrant
    return {
        "id": player,
        "name": entrant.name,
        "rating": rating_of(entrant),
        "title": entrant.title if isinstance(entrant, Player) else "",
        "club": entrant.club,
        "federation": entrant.federation,
    }


def member_names(t: Tournament, player: PlayerId) -> tuple[str, ...]:
    """The members of a team in board order; nobody for a player."""
    entrant = t.entries[player].entrant
    return tuple(one.name for one in entrant.members) if isinstance(entrant, Team) else ()


def person(t: Tournament, player: PlayerId) -> Person:
    """How an entrant is named."""
    return Person(**person_fields(t, player))


def fields_of(view: Any) -> dict[str, Any]:
    """The fields of a view by name, for one that is the same and more."""
    return {one.name: getattr(view, one.name) for one in fields(view)}


def rating_of(entrant: Entrant) -> int | None:
    """The rating to show, a whole number."""
    return None if entrant.strength is None else round(entrant.strength)


def has_teams(t: Tournament) -> bool:
    """Whether teams play: there are some, or the rules have boards."""
    if t.entries:
        return any(isinstance(entry.entrant, Team) for entry in t.entries.values())
    return t.rules.boards is not None


def require_player(t: Tournament, number: int) -> PlayerId:
    """The entrant with this number, if there is one."""
    player = PlayerId(number)
    if player not in t.entries:
        raise NotFoundError("no-player", player=number)
    return player


@lru_cache(maxsize=2**15)
def search_key(text: str) -> str:
    """Small letters without accents, to find names however they are typed."""
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in split if not unicodedata.combining(letter))


def player_in(t: Tournament, typed: str) -> PlayerId:
    """Somebody by number, by name, or by a part of the name that nobody else has.

    The beginning of a word goes before what stands within one: `ana` is Ana Lima, not Hiro Tanaka.
    Accents need not be typed.
    """
    wanted = " ".join(typed.split())
    if (
        wanted.isascii()
        and wanted.isdecimal()
        and len(wanted) < 10
        and PlayerId(int(wanted)) in t.entries
    ):
        return PlayerId(int(wanted))
    names = {player: entry.entrant.name for player, entry in t.entries.items()}
    plain, keys = search_key(wanted), {p: search_key(name) for p, name in names.items()}
    exact = [p for p, name in names.items() if name.casefold() == wanted.casefold()]
    exact = exact or [p for p, key in keys.items() if key == plain]
    begun = [p for p, key in keys.items() if plain and f" {plain}" in f" {key}"]
    found = exact or begun or [p for p, key in keys.items() if plain and plain in key]
    if len(found) == 1:
        return found[0]
    if found:
        raise InvalidInputError(
            "several-players", name=wanted, players=[f"{p} {names[p]}" for p in found[:5]]
        )
    close = get_close_matches(wanted, names.values(), 3)
    code = "unknown-player.with-similar-name" if close else "unknown-player.with-name"
    raise NotFoundError(code, name=f"{wanted!r:.60}", similar=close)


def points_of(inputs: TiebreakInput) -> dict[PlayerId, str]:
    """Everybody's points, to show."""
    unit, totals = inputs.sheet.unit, inputs.totals
    texts = {total: format_number(Fraction(total, unit)) for total in set(totals.values())}
    return {player: texts[total] for player, total in totals.items()}
