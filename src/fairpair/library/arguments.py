"""What callers pass: numbers, texts, names, players and results in every usual form."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from numbers import Number
from typing import Any, TypeVar

from fairpair.app.views.people import player_in, require_player, search_key
from fairpair.core.arguments import (
    ANY,
    list_of,
    number_of,
    shown_value,
    text_of,
    wrong_type,
)
from fairpair.core.errors import (
    InvalidInputError,
    InvalidStateError,
    InvalidValueError,
    NotFoundError,
)
from fairpair.core.ids import PlayerId
from fairpair.core.numbers import parse_number
from fairpair.core.results import Result
from fairpair.core.rounds import ByeKind
from fairpair.core.rules import Rules
from fairpair.core.suggestions import list_available
from fairpair.core.tournament import Tournament
from fairpair.engine.pairing.check import SOFT
from fairpair.formats.result_words import (
    result_from_boards,
    result_from_scores,
    result_from_text,
)

ResultLike = str | Result | int | float | Sequence[Any]
"""`"2-1"`, `(2, 1)`, `1`, `0.5`, named scores of both sides, or a word or number for each board."""
ExactLike = int | float | str | Fraction
"""An exact number: 2, 0.5, "1/3"."""
REMEDIES = ("rematch", "bye", "colours")
"""What a round may do that could not be paired otherwise."""

_NUMBERS: Mapping[Any, str] = {1: "1", 0: "0", 0.5: "="}
"""Of any type: equal numbers are the same key."""
_CLOSE = 0.6
"""How near a name must be to be suggested."""
E = TypeVar("E", bound=StrEnum)
V = TypeVar("V")


def exact_of(argument: str, given: object) -> Fraction:
    """An exact number; a decimal stands for what was typed."""
    try:
        return parse_number(given)
    except InvalidValueError:
        raise wrong_type(argument, "exact", given) from None


def mapping_of(argument: str, expected: str, given: object) -> Mapping[Any, Any]:
    """A dictionary."""
    if isinstance(given, Mapping):
        return given
    raise wrong_type(argument, expected, given)


def choice_of(kinds: Iterable[E], argument: str, given: object) -> E:
    """The kind of this name; an error names the nearest one and all others."""
    known = {kind.value: kind for kind in kinds}
    return known[name_of(known, argument, given)]


def name_of(known: Collection[str], argument: str, given: object) -> str:
    """One of these names; an error names the nearest one and all others."""
    if isinstance(given, str) and given in known:
        return str(given)
    raise unknown_choice(argument, given, known)


class Named(dict[str, V]):
    """Values by name; an error for another name says the nearest one and all others."""

    def __init__(self, argument: str, values: Mapping[str, V]) -> None:
        super().__init__(values)
        self._argument = argument

    def __missing__(self, name: object) -> V:
        raise unknown_choice(self._argument, name, self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Named, (self._argument, dict(self))


def unknown_choice(argument: str, given: object, known: Iterable[str]) -> NotFoundError:
    """The error for a name that is none of these, with the nearest one."""
    hint = list_available(str(given), known, cutoff=_CLOSE)
    return NotFoundError("unknown-choice", hint=hint, argument=argument, given=shown_value(given))


def seed_of(given: object) -> str:
    """What all draws of lots follow from, as a text."""
    if isinstance(given, str):
        return given
    try:
        return str(number_of("seed", given, -ANY))
    except InvalidInputError as error:
        raise wrong_type("seed", "seed", given) from error


def remedy_of(given: object) -> str:
    """What a round may do that could not be paired otherwise; nothing if it is empty."""
    return "" if isinstance(given, str) and not given else name_of(REMEDIES, "remedy", given)


def names_of(argument: str, given: object) -> tuple[str, ...]:
    """Names, or one name."""
    found = [given] if isinstance(given, str) else list_of(argument, "names", given)
    return tuple(text_of(argument, one) for one in found)


def confirmed_of(given: object) -> tuple[str, ...]:
    """The rules that a round may break, by name."""
    return tuple(name_of(sorted(SOFT), "confirm", one) for one in names_of("confirm", given))


def player_of(t: Tournament, who: object) -> PlayerId:
    """Somebody by name, by a part of it that nobody else has, by number, or as a row has them."""
    named = getattr(who, "number", getattr(who, "name", who))
    if isinstance(named, str):
        exact = [player for player, entry in t.entries.items() if entry.entrant.name == named]
        return exact[0] if len(exact) == 1 else player_in(t, named)
    if isinstance(named, int) and not isinstance(named, bool):
        return require_player(t, named)
    raise wrong_type("player", "player", who)


def named_player(t: Tournament, who: object) -> PlayerId:
    """Somebody for a call that changes something: by the whole name, or by number."""
    found = player_of(t, who)
    if isinstance(who, str):
        typed, name = (search_key(" ".join(one.split())) for one in (who, t.name_of(found)))
        if typed not in {str(found), name}:
            one = f"{found} {t.name_of(found)}"
            raise InvalidInputError("part-of-name", given=shown_value(who), player=one)
    return found


def players_of(t: Tournament, argument: str, given: object) -> list[PlayerId]:
    """Several players, or one by name."""
    found = [given] if isinstance(given, str) else list_of(argument, "names", given)
    return [named_player(t, one) for one in found]


def tables_of(t: Tournament, argument: str, given: object) -> list[tuple[PlayerId, ...]]:
    """Those who sit together."""
    found = list_of(argument, "pairs", given)
    return [tuple(named_player(t, one) for one in list_of(argument, "pairs", p)) for p in found]


def pairs_of(t: Tournament, argument: str, given: object) -> list[frozenset[PlayerId]]:
    """Two different players each, such as those who must not meet."""
    found = list_of(argument, "pairs", given)
    for pair, seats in zip(found, tables_of(t, argument, found), strict=True):
        if len(seats) != 2:
            raise wrong_type(argument, "pairs", pair)
        if seats[0] == seats[1]:
            raise InvalidStateError("same-player.twice", player=t.name_of(seats[0]))
    return list(map(frozenset, tables_of(t, argument, found)))


def byes_of(
    t: Tournament, given: object, kinds: Iterable[ByeKind], usual: ByeKind
) -> dict[PlayerId, ByeKind]:
    """Who has a bye, and of which kind: names, or kinds by name."""
    if not isinstance(given, Mapping):
        return dict.fromkeys(players_of(t, "byes", given), usual)
    known = tuple(kinds)
    return {named_player(t, one): choice_of(known, "byes", kind) for one, kind in given.items()}


def result_of(given: object, rules: Rules, members: int = 0) -> Result:
    """The result of a match under these rules, the side that was named first is first.

    Of a match of teams with so many `members`, a list of as many numbers has those of the boards.
    """
    match given:
        case str():
            return result_from_text(given, rules)
        case Result():
            return given
        case bool() | None:
            pass
        case Number() if given in _NUMBERS:
            return result_from_text(_NUMBERS[given], rules)
        case [Mapping() as first, Mapping() as second]:
            sides = [{str(k): str(v) for k, v in side.items()} for side in (first, second)]
            return result_from_scores(sides, rules)
        case [str(), *_]:
            return result_from_boards([_board_word(one) for one in given])
        case [Number(), *_] if rules.boards is not None or len(given) > 3:  # no games
            return result_from_boards([_board_word(one) for one in given])
        case [Number(), *_] if isinstance(given, list) and len(given) == members:
            return result_from_boards([_board_word(one) for one in given])
        case [_, _] | [_, _, _]:
            return result_from_text("-".join(map(str, given)), rules)
    raise wrong_type("result", "result", given)


def _board_word(given: object) -> str:
    """The word for a board: that itself, or 1, 0.5 or 0."""
    match given:
        case str():
            return given
        case bool():
            pass
        case Number() if given in _NUMBERS:
            return _NUMBERS[given]
    raise wrong_type("result", "board-result", given)


def table_number(given: object) -> int:
    """The number of a table; the error for a name says where names go."""
    if not isinstance(given, int):
        raise wrong_type("table", "table", given)
    return number_of("table", given)
