"""Results as one side sees them, how they are said in a tournament, and which are likely."""

import re
from collections.abc import Sequence

from fairpair.core.dataclass import dataclass
from fairpair.core.results import (
    Adjourned,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    flip,
    marks_of,
    win_for,
)
from fairpair.core.rules import Rules
from fairpair.core.vocabulary import conventions_of
from fairpair.language.message import Message

_DRAW = (Mark.DRAW, Mark.DRAW)
_PLAIN = re.compile(r"(\d+|1/2)-(\d+|1/2)(-\d+)?([FU]?)")


def sides_of(text: str) -> tuple[str, str, str] | None:
    """What each side has of a plain result, and the rest of it; none for scores and boards.

    >>> sides_of("2-1"), sides_of("1/2-1/2"), sides_of("1-0F"), sides_of("op 3 : op 7")
    (('2', '1', ''), ('½', '½', ''), ('1', '0', 'F'), None)
    """
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    rest = f"{found[3] or ''}{found[4]}"
    return found[1].replace("1/2", "½"), found[2].replace("1/2", "½"), rest


def own_side_first(result: Result, side: int) -> Result:
    """A result as this side sees it: its own score first."""
    return flip(result) if side else result


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `value` is by seats, `text` as the player sees it; `outcome` is the player's."""

    value: str
    text: str
    outcome: str


def result_entry_mode(rules: Rules) -> str:
    """How results are said in this tournament: by `words`, `games`, `scores` or `boards`."""
    if rules.scores:
        return "scores"
    if rules.boards:
        return "boards"
    return "games" if (rules.best_of or 1) > 1 else "words"


def choices_of(rules: Rules, *, stage: int, side: int) -> Sequence[Choice]:
    """The likely results for the player on this side, their wins first.

    >>> [one.text for one in choices_of(Rules(), stage=1, side=1)]
    ['2-0', '2-1', '1-1', '1-2', '0-2']
    """
    draws = rules.draws_allowed and stage == 1
    match result_entry_mode(rules):
        case "words":
            mine = [win_for(0), *([_DRAW] if draws else []), win_for(1)]
            results: list[Result] = [Decided(marks) for marks in mine]
        case "games":
            results = [Games(wins) for wins in _likely_games(rules, draws=draws)]
        case _:
            results = []
    return [
        Choice(str(own_side_first(one, side)), str(one), marks_of(one)[0].value) for one in results
    ]


def short_text(text: str) -> str:
    r"""A result as it stands on a button.

    >>> short_text("1/2-1/2"), short_text("2-1") == "2\N{EN DASH}1"
    ('½', True)
    """
    return text.replace("1/2-1/2", "½").replace("1/2", "½").replace("-", "\N{EN DASH}")


@dataclass(frozen=True, slots=True)
class RareResult:
    """A result that is seldom entered: `value` as it can be typed, `label` for people."""

    value: str
    label: Message


def rare_results_of(rules: Rules, *, stage: int) -> Sequence[RareResult]:
    """The results that are possible here, beside the likely ones.

    >>> [one.value for one in rare_results_of(Rules(), stage=1)]
    ['1-0', '0-1', '1-1-1', '1/2-1/2', '1-0F', '0-1F', '0-0F']
    """
    mode, draws = result_entry_mode(rules), rules.draws_allowed and stage == 1
    found: list[tuple[str, Result]] = []
    if mode == "games":
        found += [("time", Games((1, 0))), ("time", Games((0, 1)))]
        found += [("drawn-game", Games((1, 1), 1)), ("agreed", Decided(_DRAW))] if draws else []
    found += [("forfeit", Forfeit(win_for(0))), ("forfeit", Forfeit(win_for(1)))]
    if stage == 1:
        found.append(("absent", Forfeit((Mark.LOSS, Mark.LOSS))))
    if mode == "words" and stage == 1 and conventions_of(rules).letter_for_forfeits:
        found.append(("adjourned", Adjourned()))
    return [
        RareResult(
            str(result),
            Message(f"rare-result.{kind}", result=short_text(str(result).removesuffix("F"))),
        )
        for kind, result in found
    ]


def _likely_games(rules: Rules, *, draws: bool) -> list[tuple[int, int]]:
    needed = rules.games_to_win
    if rules.best_of is None or needed is None:
        return []
    lost = [n for n in range(needed) if needed + n <= rules.best_of]
    level = [needed - 1] if draws and 2 * (needed - 1) <= rules.best_of else []
    won = [(needed, n) for n in lost]
    return [*won, *((n, n) for n in level), *((n, needed) for n in reversed(lost))]
