"""The players of a tournament compared with the rating lists, and what is taken over from them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.lookup import (
    number_key,
    ratings_of_person,
    sex_of,
    typed_and_listed,
)
from fairpair.app.requests import Steps
from fairpair.core.dataclass import dataclass
from fairpair.core.errors import InvalidStateError
from fairpair.core.header import LONG_TOURNAMENT, Header
from fairpair.core.ids import PlayerId
from fairpair.core.listed import ListedPlayer, RatingList, search_key
from fairpair.core.players import Player
from fairpair.core.ratings import EFFECTIVE, MANUAL, ListRating
from fairpair.core.tournament import Phase, Tournament
from fairpair.core.tournament_ratings import counting_rating, sequence_of
from fairpair.language.message import Message
from fairpair.log import commands as c
from fairpair.log.validate import get_entry, require_created

_FIELDS = ("title", "federation", "sex")


@dataclass(frozen=True, slots=True)
class ListChange:
    """A value of a player that the list has differently; `counts` if it is the rating that seeds
    and tie-breaks use.
    """

    field: str
    old: str
    new: str
    counts: bool = False


@dataclass(frozen=True, slots=True)
class CheckedPlayer:
    """A player whose data differs from the lists, with what would be taken over."""

    player: PlayerId
    name: str
    changes: Sequence[ListChange]


@dataclass(frozen=True, slots=True)
class UnclearPlayer:
    """A player who is not found in the lists, or has another name there."""

    player: PlayerId
    name: str
    why: Message


@dataclass(frozen=True, slots=True)
class UsedList:
    """A list that players were compared with; `fits` if it is of the month that counts."""

    key: str
    name: str
    period: str
    fits: bool


@dataclass(frozen=True, slots=True)
class RatingCheck:
    """The comparison. Nothing changes by itself: `players` are to be chosen from.

    `period` is the month whose list counts.
    """

    version: int
    period: str
    lists: Sequence[UsedList]
    players: Sequence[CheckedPlayer]
    unclear: Sequence[UnclearPlayer]
    notes: Sequence[Message]


def counting_period(header: Header, today: str) -> str:
    """The month whose list counts: that of the first day or, in a tournament of more than 30 days,
    that of today.

    >>> counting_period(Header(first_day="2026-10-31", last_day="2026-11-02"), "2026-11-02")
    '2026-10'
    >>> counting_period(Header(first_day="2026-11-01", last_day="2026-12-01"), "2026-12-05")
    '2026-12'
    """
    first = header.first_known_day
    if not first or header.days > LONG_TOURNAMENT:
        return today[:7]
    return first[:7]


def rating_check(t: Tournament, version: int, store: RatingListStore, today: str) -> RatingCheck:
    """Every player with a number, compared with the lists of the month that counts."""
    period = counting_period(t.header, today)
    lists = counting_lists(store, t.header, period)
    players = {p: e.entrant for p, e in t.entries.items() if isinstance(e.entrant, Player)}
    persons = Persons(store, lists, list(players.values()))
    changed, open_ = list[CheckedPlayer](), list[UnclearPlayer]()
    for player, one in players.items():
        found = persons.of(one)
        open_ += unclear(player, one, lists, found)
        changes = list(_changes(one, _updated(t, one, found)))
        if changes:
            changed.append(CheckedPlayer(player, one.name, changes))
    used = [UsedList(x.key, x.name, x.period, x.period == period) for x in lists]
    return RatingCheck(version, period, used, changed, open_, list(_notes(t, used, period)))


def counting_lists(store: RatingListStore, header: Header, period: str) -> list[RatingList]:
    """Of each list that counts in a tournament the one of this month, else the one in use."""
    wanted = {key for one in sequence_of(header) for key in EFFECTIVE.get(one, (one,))}
    found: dict[str, RatingList] = {}
    for one in store.lists():
        if one.key != "fide" and one.key not in wanted and not one.key.startswith("nat."):
            continue
        if one.period == period or (one.active and one.key not in found):
            found[one.key] = one
    return sorted(found.values(), key=lambda one: (one.period == period, one.period, one.key))


Person = tuple[RatingList, ListedPlayer]


class Persons:
    """The persons of some players in the lists, found in one go for each list."""

    def __init__(
        self, store: RatingListStore, lists: Sequence[RatingList], players: Sequence[Player]
    ) -> None:
        self._found = []
        for where in lists:
            giver = number_key(where.key)
            by_number = store.find(where, [one.ids[giver] for one in players if giver in one.ids])
            fide = (
                [] if where.is_fide else [one.ids["fide"] for one in players if "fide" in one.ids]
            )
            self._found.append((where, by_number, store.find_by_fide_id(where, fide)))

    def of(self, one: Player) -> list[Person]:
        """What the lists have of a player, by the number of the list or by that of FIDE."""
        found = []
        for where, by_number, by_fide in self._found:
            person = by_number.get(one.ids.get(number_key(where.key), ""))
            person = person or by_fide.get(one.ids.get("fide", ""))
            if person is not None:
                found.append((where, person))
        return found


def unclear(
    player: PlayerId,
    one: Player,
    lists: Sequence[RatingList],
    persons: Sequence[Person],
) -> Iterator[UnclearPlayer]:
    """Numbers that no list has, and names that are not those of the list."""
    there = {where.key for where, _ in persons}
    for where in lists:
        number = one.ids.get(number_key(where.key))
        if number and where.key not in there:
            why = Message("rating-check.unknown", number=number, list=where.name)
            yield UnclearPlayer(player, one.name, why)
    for where, person in persons:
        if _words(person.name) != _words(one.name):
            why = Message("rating-check.name", name=person.name, list=where.name)
            yield UnclearPlayer(player, one.name, why)
            return


def _words(name: str) -> list[str]:
    """The words of a name in any order."""
    return sorted(search_key(name).split())


def _updated(t: Tournament, one: Player, persons: Sequence[Person]) -> Player:
    """The player as the lists have them. What a list does not say stays, and so does what was
    typed; once round 1 is public, also the rating of the tournament.
    """
    listed: dict[str, ListRating] = {}
    said: dict[str, str] = {}
    for where, person in persons:
        listed |= ratings_of_person(where, person)
        of_person = {
            "title": person.title,
            "federation": person.federation,
            "sex": sex_of(person),
        }
        said = {key: said.get(key) or of_person[key] for key in _FIELDS}
    if not listed and not any(said.values()):
        return one
    if said["sex"] == "w" and one.sex.casefold() == "f":
        said["sex"] = one.sex
    kept = {key: text for key, text in said.items() if text}
    ratings = typed_and_listed(one, listed) if listed else one.ratings
    rating = one.rating
    if t.phase is Phase.SETUP and listed:
        rating = counting_rating(ratings, t.header) or one.rating
    return replace(one, rating=rating, ratings=ratings, **kept)  # type: ignore[arg-type]


def _changes(before: Player, after: Player) -> Iterator[ListChange]:
    """What would change, field by field."""
    for key, one in after.ratings.items():
        old = before.ratings.get(key)
        if key == MANUAL:  # typed before, and only kept
            continue
        if old is None or (old.value, old.k) != (one.value, one.k):
            yield ListChange(key, "" if old is None else str(old.value), str(one.value))
    if before.rating != after.rating:
        yield ListChange("rating", str(before.rating or ""), str(after.rating or ""), counts=True)
    for key in _FIELDS:
        if getattr(before, key) != getattr(after, key):
            yield ListChange(key, getattr(before, key), getattr(after, key))


def _notes(t: Tournament, used: Sequence[UsedList], period: str) -> Iterator[Message]:
    if not used:
        yield Message("rating-check.no-list")
    for one in used:
        if not one.fits:
            yield Message(
                "rating-check.other-month", list=one.name, period=one.period, wanted=period
            )
    if t.phase is not Phase.SETUP:
        yield Message("rating-check.started")


def changes_for(
    t: Tournament, store: RatingListStore, today: str, chosen: Sequence[PlayerId]
) -> list[c.Command]:
    """What takes over the lists for some players; `InvalidStateError` if there is nothing."""
    require_created(t)
    period = counting_period(t.header, today)
    lists = counting_lists(store, t.header, period)
    found: list[c.Command] = []
    for player in chosen:
        one = get_entry(t, player).entrant
        if isinstance(one, Player):
            made = _updated(t, one, Persons(store, lists, [one]).of(one))
            if made != one:
                found.append(c.EditPlayer(player, made))
    if not found:
        raise InvalidStateError("nothing-changed.rating-check")
    return found


def take_over(_t: Tournament, edits: Sequence[c.Command]) -> Steps:
    """Carry out the edits of players: one action in the history."""
    for edit in edits:  # noqa: UP028  each is answered with the tournament after it
        yield edit


def require_new_numbers(t: Tournament, made: Player) -> None:
    """Raise an error if somebody in the tournament has one of the numbers of a player."""
    for player, entry in t.entries.items():
        other: Mapping[str, str] = getattr(entry.entrant, "ids", {})
        for giver, number in made.ids.items():
            if other.get(giver) == number:
                raise InvalidStateError(
                    "duplicate-number", name=entry.entrant.name, player=player, number=number
                )
