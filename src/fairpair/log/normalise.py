"""Input from people and programs, normalised or rejected before it becomes an event."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from typing import TypeVar

from fairpair.core import texts
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import BEST_RATING, Entrant, Player, Team
from fairpair.core.ratings import MOST_RATINGS, ListRating, Ratings, is_list_key, is_period
from fairpair.language.message import Message

Option = TypeVar("Option", bound=str)

LONGEST_REASON = 1000
MOST_MEMBERS = 100
MOST_IDS = 20
MOST_K = 800
"""Of a rating: somebody without enough games may gain or lose so much."""


def normalise_name(name: str) -> str:
    """The name of a tournament, normalised."""
    normalised = texts.normalise_text(name)
    if problem := texts.name_problem(normalised):
        raise bad_values([FieldProblem("name", problem)])
    return normalised


def normalise_reason(reason: str, *, needed: bool = False) -> str:
    """The reason for an action, normalised; it must not be empty if it is `needed`."""
    normalised = texts.normalise_lines(reason)
    problem = texts.text_problem(normalised, LONGEST_REASON)
    if needed and not normalised:
        problem = Message("text.reason-needed")
    if problem:
        raise bad_values([FieldProblem("reason", problem)])
    return normalised


def normalise_entrants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Players or teams with normalised texts; the problems of all are reported together."""
    normalised = [normalise_entrant_texts(entrant) for entrant in entrants]
    problems = [
        problem
        for n, entrant in enumerate(normalised, 1)
        for problem in entrant_problems(entrant, "" if len(entrants) == 1 else f"players.{n}.")
    ]
    if problems:
        raise bad_values(problems)
    return normalised


def normalise_entrant(entrant: Entrant) -> Entrant:
    """One player or team with normalised texts."""
    return normalise_entrants([entrant])[0]


def require_short_text(where: str, value: str, *, needed: bool = False) -> str:
    """The value, if it is a text of one line."""
    problem = texts.text_problem(value)
    if needed and not value:
        problem = Message("text.needed")
    if problem:
        raise bad_values([FieldProblem(where, problem)])
    return value


def require_one_of(where: str, value: Option, options: Sequence[Option]) -> Option:
    """The value, if it is one of the options."""
    if value not in options:
        names = [str(option) for option in options]
        problem = Message("value.not-an-option", options=names, value=str(value))
        raise bad_values([FieldProblem(where, problem)])
    return value


def require_whole_number(where: str, value: int, low: int, high: int) -> int:
    """The number, if it is within limits."""
    if not low <= value <= high:
        raise bad_values([FieldProblem(where, _out_of_range(value, low, high))])
    return value


def require_timestamp(where: str, value: str) -> str:
    """The value, if it is a date and time in ISO 8601 with its zone."""
    try:
        known = len(value) <= 40 and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        known = False
    if not known:
        raise bad_values([FieldProblem(where, Message("value.not-a-time"))])
    return value


def normalise_entrant_texts(entrant: Entrant) -> Entrant:
    """The player or team with normalised texts, valid or not."""
    match entrant:
        case Player():
            return _normalise_player_texts(entrant)
        case Team():
            return replace(
                entrant,
                name=texts.normalise_text(entrant.name),
                members=tuple(map(_normalise_player_texts, entrant.members)),
                club=texts.normalise_text(entrant.club),
                federation=texts.normalise_text(entrant.federation),
            )
        case _:
            raise AssertionError(f"{entrant!r} is not an entrant")


def _normalise_player_texts(player: Player) -> Player:
    return replace(
        player,
        name=texts.normalise_text(player.name),
        title=texts.normalise_text(player.title),
        club=texts.normalise_text(player.club),
        federation=texts.normalise_text(player.federation),
        sex=texts.normalise_text(player.sex),
        category=texts.normalise_text(player.category),
        birth=texts.normalise_text(player.birth),
        ids={
            texts.normalise_text(key): texts.normalise_text(value)
            for key, value in player.ids.items()
        },
        ratings={
            key: replace(one, source=texts.normalise_text(one.source))
            for key, one in sorted(player.ratings.items())
        },
    )


def entrant_problems(entrant: Entrant, prefix: str = "") -> Iterator[FieldProblem]:
    """What is wrong with a normalised player or team; `prefix` comes before the field names."""
    if problem := texts.name_problem(entrant.name):
        yield FieldProblem(f"{prefix}name", problem)
    for name in ("title", "club", "federation", "sex", "category"):
        if problem := texts.text_problem(getattr(entrant, name, "")):
            yield FieldProblem(f"{prefix}{name}", problem)
    ids: Mapping[str, str] = getattr(entrant, "ids", {})
    if len(ids) > MOST_IDS or any(texts.text_problem(x) for pair in ids.items() for x in pair):
        yield FieldProblem(f"{prefix}ids", Message("value.ids", most=MOST_IDS))
    rating: int | None = getattr(entrant, "rating", None)
    if rating is not None and not 0 <= rating <= BEST_RATING:
        yield FieldProblem(f"{prefix}rating", _out_of_range(rating, 0, BEST_RATING))
    birth: str = getattr(entrant, "birth", "")
    if birth and not _is_birth(birth):
        yield FieldProblem(f"{prefix}birth", Message("value.birth", value=f"{birth!r:.40}"))
    yield from _list_rating_problems(getattr(entrant, "ratings", {}), f"{prefix}ratings")
    match entrant:
        case Team(members=members) if len(members) > MOST_MEMBERS:
            problem = Message("value.too-many-members", count=len(members), most=MOST_MEMBERS)
            yield FieldProblem(f"{prefix}members", problem)
        case Team(members=members):
            for number, member in enumerate(members, 1):
                yield from entrant_problems(member, f"{prefix}members.{number}.")
        case _:
            pass


def _list_rating_problems(ratings: Ratings, where: str) -> Iterator[FieldProblem]:
    if len(ratings) > MOST_RATINGS:
        yield FieldProblem(where, Message("value.ratings", most=MOST_RATINGS))
    for key, one in ratings.items():
        if problem := _list_rating_problem(key, one):
            yield FieldProblem(where, problem)


def _list_rating_problem(key: str, one: ListRating) -> Message | None:
    """What is wrong with the rating of a list, if anything."""
    if not is_list_key(key):
        return Message("value.list-key", key=f"{key!r:.60}")
    if not 1 <= one.value <= BEST_RATING:
        return _out_of_range(one.value, 1, BEST_RATING)
    if one.k is not None and not 0 <= one.k <= MOST_K:
        return _out_of_range(one.k, 0, MOST_K)
    if one.period and not is_period(one.period):
        return Message("value.period", value=f"{one.period!r:.20}")
    return texts.text_problem(one.source)


def _is_birth(text: str) -> bool:
    """Whether it is a day or a year: `1990-11-30`, `1990`."""
    if not re.fullmatch(r"(19|20)\d{2}(-\d{2}-\d{2})?", text, re.ASCII):
        return False
    try:
        return bool(date.fromisoformat(text if len(text) == 10 else f"{text}-01-01"))
    except ValueError:
        return False


def _out_of_range(value: int, low: int, high: int) -> Message:
    return Message("value.out-of-range", low=low, high=high, value=value)


def bad_values(problems: Sequence[FieldProblem]) -> InvalidInputError:
    """The error for values that are not valid, with all of them."""
    return InvalidInputError("bad-value", problems=problems, n=len(problems))
