"""Players and teams in every form that callers pass."""

from collections.abc import Callable, Iterable, Mapping, Set
from dataclasses import fields
from numbers import Number
from operator import index
from pathlib import Path
from typing import Any

from fairpair.core.arguments import list_of, text_of, wrong_type
from fairpair.core.errors import FieldProblem, InvalidInputError
from fairpair.core.players import Entrant, Player, Team
from fairpair.core.ratings import ListRating
from fairpair.core.suggestions import add_suggestion
from fairpair.formats.list_columns import ID_COLUMNS, column_of
from fairpair.language.message import Message

PlayerLike = str | tuple[str, int | None] | Mapping[str, Any] | Player | Team
"""A name, a name and a rating, a dictionary, `fairpair.Player` or `fairpair.Team`."""

_FIELDS = {kind: [one.name for one in fields(kind)][:-1] for kind in (Player, Team)}
"""What can be said of a player and of a team; the kind comes last and follows from it."""
_LISTS = (".csv", ".xlsx", ".ods", ".txt")
"""How the names of files with lists of players end."""

_MOST_PROBLEMS = 10
"""So many errors of a list are named."""


def entrants_of(given: Iterable[Any]) -> tuple[Entrant, ...]:
    """The players in any of the forms that `PlayerLike` has, also in lists or tables of them.

    An error names everybody in a list who cannot be read.
    """
    listed = [one for item in given for one in _listed(item)]
    if len(listed) == 1:
        return (entrant_of(listed[0]),)
    found, problems = list[Entrant](), list[FieldProblem]()
    for number, one in enumerate(listed, 1):
        try:
            found.append(entrant_of(one))
        except InvalidInputError as error:
            if error.code == "list-as-player":
                raise
            problems += _in_list(error, number)
    if problems:
        shown = problems[:_MOST_PROBLEMS]
        raise InvalidInputError("wrong-player.in-list", problems=shown, n=len(problems))
    return tuple(found)


def _in_list(error: InvalidInputError, number: int) -> list[FieldProblem]:
    """What is wrong with the player of this number."""
    if not error.problems:
        return [FieldProblem(f"players.{number}", error.text)]
    return [FieldProblem(f"players.{number}.{one.where}", one.text) for one in error.problems]


def _listed(given: Any) -> Iterable[Any]:
    """The players one by one, still in the form in which they were passed."""
    if hasattr(given, "columns") and hasattr(given, "to_dict"):  # a table of pandas
        given = given.to_dict("records")
    match given:
        case str() | bytes() | tuple() | Player() | Team():
            return [given]
        case Set():
            raise wrong_type("players", "ordered", given)
        case Mapping() if not _has_name(given):
            return list(given.items())
        case Mapping() | [str(), Number() | None]:
            return [given]
        case Iterable():
            return list(given)
    return [given]


def entrant_of(given: object) -> Entrant:
    """One player or team, with every field of its type."""
    match given:
        case str() | Path() if str(given).lower().endswith(_LISTS):
            raise InvalidInputError("list-as-player", file=f"{str(given)!r:.200}")
        case str():
            return Player(given)
        case Player() | Team():
            known = _FIELDS[type(given)]
            return _made(type(given), {name: getattr(given, name) for name in known})
        case Mapping():
            return _from_mapping(given)
        case (name, rating):
            return _person(name, rating)
    raise wrong_type("player", "entrant", given)


def _person(name: object, rating: object) -> Player:
    return Player(text_of("name", name), rating_of("rating", rating))


def _has_name(given: Mapping[Any, Any]) -> bool:
    """Whether it is one player, perhaps a misspelt one: else the keys are names of several."""
    return any(isinstance(key, str) and _field(key) in _FIELDS[Player] for key in given)


def _field(key: str) -> str:
    """The field that a key names, also as lists of players call their columns: `elo`."""
    return key if key in ("members", "ids") else column_of(key)


def _from_mapping(given: Mapping[Any, Any]) -> Entrant:
    kind: type[Player | Team] = Team if "members" in given else Player
    return _made(kind, fields_of(kind, given))


def fields_of(kind: type[Entrant], given: Mapping[Any, Any]) -> dict[str, Any]:
    """The fields of a player or team by name; an error names all that are none."""
    known = _FIELDS[Team if issubclass(kind, Team) else Player]
    numbers, found, problems = dict[str, Any](), dict[str, Any](), list[FieldProblem]()
    for key, value in given.items():
        name = _field(str(key))
        if name in ID_COLUMNS and "ids" in known:
            numbers[ID_COLUMNS[name]] = value
        elif name in known:
            found[name] = value
        else:
            problem = add_suggestion(Message("argument.not-a-field"), key, known)
            problems.append(FieldProblem(str(key), problem))
    if problems:
        raise InvalidInputError("wrong-player", known=known, problems=problems)
    if numbers:
        found["ids"] = {**found.get("ids", {}), **{k: v for k, v in numbers.items() if not_gap(v)}}
    return {name: _read_field(name, value) for name, value in found.items()}


def _made(kind: type[Player | Team], values: Mapping[str, Any]) -> Entrant:
    if "name" not in values:
        raise InvalidInputError("wrong-player", known=_FIELDS[kind])
    return kind(**{name: _read_field(name, value) for name, value in values.items()})


def _read_field(name: str, value: object) -> Any:
    read = _READERS.get(name)
    if read is not None:
        return read(name, value)
    return text_of(name, value) if not_gap(value) else ""


def not_gap(given: object) -> bool:
    """Whether there is a value: tables have None or NaN where there is none."""
    return given is not None and not (isinstance(given, float) and given != given)  # noqa: PLR0124


def rating_of(argument: str, given: object) -> int | None:
    """A whole number, also one from numpy, a text or a table with gaps; none for nothing."""
    if not not_gap(given) or (isinstance(given, str) and not given.strip()):
        return None
    try:
        if isinstance(given, str) and given.strip().isascii() and given.strip().isdecimal():
            return int(given)
        if isinstance(given, float) and given.is_integer():
            return int(given)
        if not isinstance(given, bool):
            return index(given)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        pass
    raise wrong_type(argument, "whole-number", given)


def _ids(argument: str, given: object) -> dict[str, str]:
    """Numbers in other systems, which people also pass as numbers."""
    if not isinstance(given, Mapping):
        raise wrong_type(argument, "ids", given)
    found = {key: str(value) if _is_whole(value) else value for key, value in given.items()}
    if not all(isinstance(text, str) for pair in found.items() for text in pair):
        raise wrong_type(argument, "ids", given)
    return found


def _is_whole(given: object) -> bool:
    return isinstance(given, int) and not isinstance(given, bool)


def _members(argument: str, given: object) -> tuple[Player, ...]:
    found = list(map(entrant_of, list_of(argument, "names", given)))
    if not all(isinstance(one, Player) for one in found):
        raise wrong_type(argument, "names", given)
    return tuple(one for one in found if isinstance(one, Player))


def _birth(argument: str, given: object) -> str:
    """A day or a year, which may be a number."""
    if not not_gap(given):
        return ""
    return str(given) if _is_whole(given) else text_of(argument, given)


def _ratings(argument: str, given: object) -> dict[str, ListRating]:
    """What rating lists say, as numbers or with all their details, by the key of the list."""
    if not isinstance(given, Mapping):
        raise wrong_type(argument, "ratings", given)
    try:
        return {str(key): _list_rating(argument, one) for key, one in given.items()}
    except TypeError as error:  # a detail that ratings do not have
        raise wrong_type(argument, "ratings", given) from error


def _list_rating(argument: str, given: object) -> ListRating:
    if isinstance(given, ListRating):
        return given
    if isinstance(given, Mapping):
        return ListRating(**given)
    value = rating_of(argument, given)
    if value is None:
        raise wrong_type(argument, "ratings", given)
    return ListRating(value)


_READERS: Mapping[str, Callable[[str, object], Any]] = {
    "name": text_of,
    "rating": rating_of,
    "birth": _birth,
    "ids": _ids,
    "members": _members,
    "ratings": _ratings,
}
"""How the fields are read that are not just texts which may be missing."""
