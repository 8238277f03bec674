"""What a player says of the own match: how it is read."""

from collections.abc import Mapping

from fairpair.app.views.results import own, way_of
from fairpair.core.errors import InvalidInputError
from fairpair.core.numbers import exact
from fairpair.core.results import Board, Boards, Games, Result, Scored
from fairpair.core.rules import Rules
from fairpair.formats.result_words import WORDS

_BOARD_WORDS = ("1-0", "1/2-1/2", "0-1")


def parse_report(form: Mapping[str, str], rules: Rules, side: int) -> Result:
    """The result that a form says, by seats; `InvalidInputError` if it says none."""
    text = form.get("result", "")
    try:
        match way_of(rules):
            case "scores":
                return _scored(form, rules, side)
            case "boards":
                return _boards(form, rules, side)
            case "games":
                counts = text.split("-") if text else _own_games(form, side)
                return Games((int(counts[0]), int(counts[1])), int([*counts, "0"][2] or 0))
            case _:
                return WORDS[text]
    except (ValueError, LookupError) as error:
        raise InvalidInputError(
            "no-result-said", "This says no result.", "Choose one of the results, or fill in all."
        ) from error


def _scored(form: Mapping[str, str], rules: Rules, side: int) -> Scored:
    mine, theirs = (
        {name: exact(form[f"{who}-{name}"]) for name in rules.scores} for who in ("mine", "theirs")
    )
    return Scored((theirs, mine) if side else (mine, theirs))


def _boards(form: Mapping[str, str], rules: Rules, side: int) -> Boards:
    found = []
    for n in range(1, (rules.boards or 0) + 1):
        word = form[f"board-{n}"]
        if word not in _BOARD_WORDS:
            raise ValueError(word)
        found.append(Board(WORDS[own(word, side)]))
    return Boards(tuple(found))


def _own_games(form: Mapping[str, str], side: int) -> list[str]:
    mine, theirs = form["games-mine"], form["games-theirs"]
    drawn = form.get("games-drawn", "0")
    return [theirs, mine, drawn] if side else [mine, theirs, drawn]
