"""Persons in rating lists: found while somebody types, and as the player they become."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.freshness import ListCheck, address_of, check_of, is_stale
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import NotFoundError
from fairpair.core.header import Header
from fairpair.core.listed import ListedPlayer, RatingList
from fairpair.core.players import Player
from fairpair.core.ratings import MANUAL, ListRating, Ratings
from fairpair.core.tournament_ratings import counting_rating

MOST_FOUND = 20
LEAST_LETTERS = 3
"""A search has at least so many letters."""
_KINDS = ("standard", "rapid", "blitz")


@dataclass(frozen=True, slots=True)
class ListLine:
    """A rating list. `key` says whose it is; searches use the `active` one of each key.

    It is updated from `address`, if that is known. `current_at` is when it was last known to be
    current: when it was compared with what is published there or else imported. `stale`: that is
    more than a day ago.
    """

    id: int
    key: str
    name: str
    federation: str
    source: str
    period: str
    published: str
    fetched_at: str
    rows: int
    active: bool
    address: str
    current_at: str
    stale: bool


@dataclass(frozen=True, slots=True)
class RatingLists:
    """All lists, by key, the newest month first."""

    lists: Sequence[ListLine]


@dataclass(frozen=True, slots=True)
class ListHit:
    """A person in a list; only staff see it. `number` is the ID in that list."""

    list: str
    list_name: str
    period: str
    number: str
    name: str
    federation: str
    sex: str
    title: str
    birth_year: int | None
    standard: int | None
    rapid: int | None
    blitz: int | None
    inactive: bool
    club: str
    fide_id: str


@dataclass(frozen=True, slots=True)
class ListHits:
    """Those who were found, the likeliest first."""

    hits: Sequence[ListHit]


def list_lines(
    store: RatingListStore, now: str, checks: Mapping[str, ListCheck] | None = None
) -> RatingLists:
    """What lists there are, and when those in use were last compared with what is published."""
    return RatingLists([_line(one, now, check_of(one, checks or {})) for one in store.lists()])


def _line(one: RatingList, now: str, check: ListCheck) -> ListLine:
    current_at = max(one.fetched_at, check.current_at)
    return ListLine(
        one.id,
        one.key,
        one.name,
        one.federation,
        one.source,
        one.period,
        one.published,
        one.fetched_at,
        one.rows,
        one.active,
        address_of(one),
        current_at,
        is_stale(one, current_at, now),
    )


def active_lists(store: RatingListStore, keys: Sequence[str] = ()) -> list[RatingList]:
    """The lists that searches use; only those with these keys if any are named."""
    return [one for one in store.lists() if one.active and (not keys or one.key in keys)]


def search_lists(
    store: RatingListStore, text: str, keys: Sequence[str] = (), federation: str = ""
) -> ListHits:
    """Who has such a number or name, in all lists or some of them; at most 20."""
    if len(text.strip()) < LEAST_LETTERS:
        return ListHits([])
    federation = federation if federation.isalpha() else ""
    each = [
        [list_hit(one, person) for person in store.search(one, text, federation)]
        for one in active_lists(store, keys)
    ]
    # Every list has its hits in order, so those of several lists take turns.
    found = [hit for hits in zip_longest(*each) for hit in hits if hit is not None]
    return ListHits(found[:MOST_FOUND])


def list_hit(where: RatingList, one: ListedPlayer) -> ListHit:
    """A person as searches show them."""
    return ListHit(
        where.key,
        where.name,
        where.period,
        one.number,
        one.name,
        one.federation,
        one.sex,
        one.title,
        one.birth_year,
        one.standard,
        one.rapid,
        one.blitz,
        one.inactive,
        one.club,
        one.fide_id,
    )


def listed_player(
    store: RatingListStore, key: str, number: str, header: Header | None = None
) -> Player:
    """The player that a person of a list becomes, with the ratings of all lists they are in.

    Raises `NotFoundError` if there is no such list or number.
    """
    lists = active_lists(store)
    where = next((one for one in lists if one.key == key), None)
    if where is None:
        raise NotFoundError("no-rating-list")
    person = store.find(where, [number]).get(number)
    if person is None:
        raise NotFoundError("no-rating-list.player", number=number, list=where.name)
    ids = ids_of(where, person)
    ratings = ratings_in(store, lists, ids) | dict(_ratings(where, person))
    found = counting_rating(ratings, header or Header())
    return Player(
        person.name,
        found,
        person.title,
        person.club,
        person.federation or where.federation,
        sex_of(person),
        "",
        ids,
        "" if person.birth_year is None else str(person.birth_year),
        ratings,
    )


def ids_of(where: RatingList, person: ListedPlayer) -> dict[str, str]:
    """The numbers of a person, by who gave them: `fide`, `ger`, `club`."""
    own = {} if where.is_fide else {number_key(where.key): person.number}
    return ({"fide": person.fide_id} if person.fide_id else {}) | own


def sex_of(person: ListedPlayer) -> str:
    """The sex as players have it.

    >>> sex_of(ListedPlayer(1, "1", "Chen, Bo", "chen bo", sex="F"))
    'w'
    """
    return {"M": "m", "F": "w"}.get(person.sex, "")


def number_key(key: str) -> str:
    """The name of the numbers that a list gives.

    >>> number_key("fide.rapid"), number_key("nat.GER"), number_key("custom.club")
    ('fide', 'ger', 'club')
    """
    return "fide" if key.startswith("fide") else key.partition(".")[2].lower()


def ratings_in(
    store: RatingListStore, lists: Sequence[RatingList], ids: Mapping[str, str]
) -> dict[str, ListRating]:
    """What all of these lists say of somebody with these numbers."""
    found: dict[str, ListRating] = {}
    for one in lists:
        person = find_person(store, one, ids)
        if person is not None:
            found |= dict(_ratings(one, person))
    return found


def find_person(
    store: RatingListStore, where: RatingList, ids: Mapping[str, str]
) -> ListedPlayer | None:
    """Somebody in a list by their number there, or by that of FIDE."""
    number, fide = ids.get(number_key(where.key), ""), ids.get("fide", "")
    person = store.find(where, [number]).get(number) if number else None
    if person is None and fide and not where.is_fide:
        person = store.find_by_fide_id(where, [fide]).get(fide)
    return person


def _ratings(where: RatingList, person: ListedPlayer) -> Iterator[tuple[str, ListRating]]:
    """The ratings of a person by key: a list of a federation or club has one that counts."""
    for kind in _KINDS if where.is_fide else _KINDS[:1]:
        value = getattr(person, kind)
        if value:
            k = getattr(person, f"k_{kind}")
            key = f"fide.{kind}" if where.is_fide else where.key
            yield key, ListRating(value, where.period, k, where.name)


def ratings_of_person(where: RatingList, person: ListedPlayer) -> dict[str, ListRating]:
    """The same as a mapping."""
    return dict(_ratings(where, person))


def typed_and_listed(player: Player, ratings: Ratings) -> dict[str, ListRating]:
    """The ratings of a player with those of lists anew; a typed one stays.

    The rating of a player without any from lists was typed.
    """
    typed = {key: one for key, one in player.ratings.items() if key == MANUAL}
    if not player.ratings and player.rating:
        typed = {MANUAL: ListRating(player.rating, by_hand=True)}
    listed = {
        key: replace(one, chosen=key in player.ratings and player.ratings[key].chosen)
        for key, one in ratings.items()
    }
    return {**player.ratings, **listed, **typed}
