"""What people typed, made tidy or refused, before it becomes a fact."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypeVar

from fairpair.core import texts
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import BEST_RATING, Entrant, Player, Team
from fairpair.language.message import Message

Option = TypeVar("Option", bound=str)

LONGEST_REASON = 1000
MOST_MEMBERS = 100
MOST_IDS = 20


def normalise_name(name: str) -> str:
    """A tournament's name."""
    tidied = texts.normalise_text(name)
    _refuse([FieldProblem("name", p) for p in [texts.name_problem(tidied)] if p])
    return tidied


def normalise_reason(reason: str, *, needed: bool = False) -> str:
    """Why something was done; where it is needed it must say something."""
    tidied = texts.normalise_lines(reason)
    problem = texts.text_problem(tidied, LONGEST_REASON)
    if needed and not tidied:
        problem = Message("text.reason-needed")
    _refuse([FieldProblem("reason", problem)] if problem else [])
    return tidied


def normalise_entrants(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Players or teams with tidy texts; the problems of all come back together."""
    made = [normalise_entrant_texts(entrant) for entrant in entrants]
    where = ["" if len(made) == 1 else f"players.{n}." for n, _ in enumerate(made, 1)]
    _refuse([p for prefix, x in zip(where, made, strict=True) for p in entrant_problems(x, prefix)])
    return made


def normalise_entrant(entrant: Entrant) -> Entrant:
    """One player or team."""
    return normalise_entrants([entrant])[0]


def require_short_text(where: str, value: str, *, needed: bool = False) -> str:
    """A word that a program sends along: no more than a line."""
    problem = texts.text_problem(value)
    if needed and not value:
        problem = Message("text.needed")
    _refuse([FieldProblem(where, problem)] if problem else [])
    return value


def require_one_of(where: str, value: Option, options: Sequence[Option]) -> Option:
    """The value, if it is possible here."""
    if value not in options:
        _refuse([FieldProblem(where, f"must be one of {', '.join(options)}, not {value}")])
    return value


def require_whole_number(where: str, value: int, low: int, high: int) -> int:
    """The number, if it is within limits."""
    if not low <= value <= high:
        _refuse([FieldProblem(where, f"must be from {low} to {high}, not {value}")])
    return value


def require_timestamp(where: str, value: str) -> str:
    """A moment as ISO 8601 with its zone."""
    try:
        known = len(value) <= 40 and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        known = False
    if not known:
        _refuse([FieldProblem(where, "must be a moment like 2026-11-20T14:00:00+00:00")])
    return value


def normalise_entrant_texts(entrant: Entrant) -> Entrant:
    """The player or team with tidy texts; nothing is refused yet."""
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
            raise AssertionError(f"{entrant!r} is no entrant")


def _normalise_player_texts(player: Player) -> Player:
    return replace(
        player,
        name=texts.normalise_text(player.name),
        title=texts.normalise_text(player.title),
        club=texts.normalise_text(player.club),
        federation=texts.normalise_text(player.federation),
        sex=texts.normalise_text(player.sex),
        category=texts.normalise_text(player.category),
        ids={
            texts.normalise_text(key): texts.normalise_text(value)
            for key, value in player.ids.items()
        },
    )


def entrant_problems(entrant: Entrant, prefix: str = "") -> Iterator[FieldProblem]:
    """What is wrong with a tidied player or team; `prefix` goes before the name of a field."""
    named = texts.name_problem(entrant.name)
    if named:
        yield FieldProblem(f"{prefix}name", named)
    for name in ("title", "club", "federation", "sex", "category"):
        problem = texts.text_problem(getattr(entrant, name, ""))
        if problem:
            yield FieldProblem(f"{prefix}{name}", problem)
    ids: Mapping[str, str] = getattr(entrant, "ids", {})
    if len(ids) > MOST_IDS or any(texts.text_problem(x) for pair in ids.items() for x in pair):
        yield FieldProblem(f"{prefix}ids", f"must be at most {MOST_IDS} short texts")
    match entrant:
        case Player(rating=int(rating)) if not 0 <= rating <= BEST_RATING:
            yield FieldProblem(f"{prefix}rating", f"must be from 0 to {BEST_RATING}, not {rating}")
        case Team(members=members) if len(members) > MOST_MEMBERS:
            yield FieldProblem(f"{prefix}members", f"are {len(members)}, at most {MOST_MEMBERS}")
        case Team(members=members):
            for number, member in enumerate(members, 1):
                yield from entrant_problems(member, f"{prefix}members.{number}.")
        case _:
            pass


def _refuse(problems: list[FieldProblem]) -> None:
    if problems:
        where = ", ".join(p.where for p in problems[:5]) + (", ..." if len(problems) > 5 else "")
        hint = "Put it right and send it again; nothing was changed."
        raise InvalidInputError("bad-value", f"This cannot be used: {where}.", hint, problems)
