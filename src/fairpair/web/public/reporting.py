"""What a player can say of the own match: the likely results as buttons, and how they are read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fairpair.core.errors import BadInput
from fairpair.core.numbers import exact
from fairpair.core.results import Board, Boards, Games, Result, Scored
from fairpair.core.rules import Rules
from fairpair.formats.results_match import WORDS

WAYS = ("words", "games", "scores", "boards")
_BOARD_WORDS = ("1-0", "1/2-1/2", "0-1")


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `value` is by seats, `text` as the player sees it; `outcome` is the player's."""

    value: str
    text: str
    outcome: str


def way_of(rules: Rules) -> str:
    """How results are said in this tournament: one of `WAYS`."""
    if rules.scores:
        return "scores"
    if rules.boards:
        return "boards"
    return "games" if (rules.best_of or 1) > 1 else "words"


def choices_of(rules: Rules, *, stage: int, side: int) -> Sequence[Choice]:
    """The likely results for who sits at this side, the own wins first.

    >>> [one.text for one in choices_of(Rules(), stage=1, side=1)]
    ['2-0', '2-1', '1-1', '1-2', '0-2']
    """
    way = way_of(rules)
    draws = rules.draws_allowed and stage == 1
    if way == "words":
        mine = [("1-0", "win"), *([("1/2-1/2", "draw")] if draws else []), ("0-1", "loss")]
        return [Choice(_turned(text, side), text, outcome) for text, outcome in mine]
    if way != "games" or rules.best_of is None:
        return ()
    needed = rules.best_of // 2 + 1
    lost = [n for n in range(needed) if needed + n <= rules.best_of]
    level = [needed - 1] if draws and 2 * (needed - 1) <= rules.best_of else []
    pairs = [(needed, n) for n in lost]
    pairs += [(n, n) for n in level]
    pairs += [(n, needed) for n in reversed(lost)]
    texts = [f"{mine}-{theirs}" for mine, theirs in pairs]
    return [Choice(_turned(text, side), text, _outcome(text)) for text in texts]


def said(form: Mapping[str, str], rules: Rules, side: int) -> Result:
    """The result that a form says, by seats; `BadInput` if it says none."""
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
        raise BadInput(
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
        found.append(Board(WORDS[_turned(word, side)]))
    return Boards(tuple(found))


def _own_games(form: Mapping[str, str], side: int) -> list[str]:
    mine, theirs = form["games-mine"], form["games-theirs"]
    drawn = form.get("games-drawn", "0")
    return [theirs, mine, drawn] if side else [mine, theirs, drawn]


def _turned(text: str, side: int) -> str:
    return "-".join(reversed(text.split("-"))) if side else text


def _outcome(text: str) -> str:
    mine, theirs = map(int, text.split("-"))
    return "win" if mine > theirs else "loss" if mine < theirs else "draw"
