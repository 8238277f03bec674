"""How results are said in a tournament, and which are likely: for buttons, and for paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.app.views.sides import own
from fairpair.core.rules import Rules


@dataclass(frozen=True, slots=True)
class Choice:
    """A button: `value` is by seats, `text` as the player sees it; `outcome` is the player's."""

    value: str
    text: str
    outcome: str


def way_of(rules: Rules) -> str:
    """How results are said in this tournament: by `words`, `games`, `scores` or `boards`."""
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
        return [Choice(own(text, side), text, outcome) for text, outcome in mine]
    needed = rules.games_to_win
    if way != "games" or rules.best_of is None or needed is None:
        return ()
    lost = [n for n in range(needed) if needed + n <= rules.best_of]
    level = [needed - 1] if draws and 2 * (needed - 1) <= rules.best_of else []
    pairs = [(needed, n) for n in lost]
    pairs += [(n, n) for n in level]
    pairs += [(n, needed) for n in reversed(lost)]
    texts = [f"{mine}-{theirs}" for mine, theirs in pairs]
    return [Choice(own(text, side), text, _outcome(text)) for text in texts]


def _outcome(text: str) -> str:
    mine, theirs = map(int, text.split("-"))
    return "win" if mine > theirs else "loss" if mine < theirs else "draw"
