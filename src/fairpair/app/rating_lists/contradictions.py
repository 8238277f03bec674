"""Where the players of an imported tournament contradict the rating lists, one by one."""

from collections.abc import Iterator, Sequence

from fairpair.app.ports import RatingListStore
from fairpair.app.rating_lists.checks import (
    Person,
    Persons,
    counting_lists,
    counting_period,
    unclear,
)
from fairpair.app.rating_lists.lookup import ratings_of_person
from fairpair.core.header import Header
from fairpair.core.ids import PlayerId
from fairpair.core.listed import RatingList
from fairpair.core.players import Player
from fairpair.core.tournament import Tournament
from fairpair.core.tournament_ratings import counting_rating
from fairpair.language.message import Message

_CODES = {"title": "import.list-title", "federation": "import.list-federation"}


def contradictions(t: Tournament, store: RatingListStore, today: str) -> list[Message]:
    """What the lists of the month that counts say otherwise. What only one of them says is not
    mentioned; without lists of that month there is nothing to say.
    """
    period = counting_period(t.header, today)
    lists = [one for one in counting_lists(store, t.header, period) if one.period == period]
    players = {p: e.entrant for p, e in t.entries.items() if isinstance(e.entrant, Player)}
    persons = Persons(store, lists, list(players.values()))
    return [
        said
        for player, one in players.items()
        for said in _contradictions_of(player, one, lists, persons.of(one), t.header)
    ]


def _contradictions_of(
    player: PlayerId,
    one: Player,
    lists: Sequence[RatingList],
    persons: Sequence[Person],
    header: Header,
) -> Iterator[Message]:
    for problem in unclear(player, one, lists, persons):
        yield Message("import.list-unclear", player=player, name=one.name, why=problem.why)
    for code, ours, theirs, where in _differences(one, persons, header):
        yield Message(code, player=player, name=one.name, ours=ours, theirs=theirs, list=where)


def _differences(
    one: Player, persons: Sequence[Person], header: Header
) -> Iterator[tuple[str, object, object, str]]:
    """The code of a text, what the player has, what the list has, and its name."""
    for where, person in persons:
        listed = ratings_of_person(where, person)
        official = [
            (one.ratings[key].value, listed[key].value) for key in listed if key in one.ratings
        ]
        if not one.ratings and where.is_fide and one.rating:
            official = [(one.rating, counting_rating(listed, header) or one.rating)]
        for ours, theirs in official:
            if ours != theirs:
                yield "import.list-rating", ours, theirs, where.name
        for field, code in _CODES.items():
            ours, theirs = getattr(one, field), getattr(person, field)
            if ours and theirs and ours != theirs:
                yield code, ours, theirs, where.name
