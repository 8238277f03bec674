"""Results as one side sees them, how they are said in a tournament, and which are likely."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fairpair.core.rules import Rules

_PLAIN = re.compile(r"(\d+|1/2)-(\d+|1/2)(-\d+)?(F?)( \(won by side ([12])\))?")


def sides_of(text: str) -> tuple[str, str, str] | None:
    """What each side has of a plain result, and the rest of it; none for scores and boards.

    >>> sides_of("2-1"), sides_of("1/2-1/2"), sides_of("1-0F"), sides_of("op 3 : op 7")
    (('2', '1', ''), ('½', '½', ''), ('1', '0', 'F'), None)
    """
    found = _PLAIN.fullmatch(text)
    if found is None:
        return None
    rest = f"{found[3] or ''}{found[4]}{found[5] or ''}"
    return found[1].replace("1/2", "½"), found[2].replace("1/2", "½"), rest


def swap_sides(text: str) -> str:
    """A result as the other side writes it.

    >>> swap_sides("2-1"), swap_sides("0-1F"), swap_sides("op 3 : op 7"), swap_sides("1-0 1/2-1/2")
    ('1-2', '1-0F', 'op 7 : op 3', '0-1 1/2-1/2')
    """
    if " : " in text:
        scores, marker, won = text.partition(" (won")
        first, _, second = scores.partition(" : ")
        return f"{second} : {first}{marker}{_other(won)}"
    found = _PLAIN.fullmatch(text)
    if found is not None:
        winner = f" (won by side {3 - int(found[6])})" if found[6] else ""
        return f"{found[2]}-{found[1]}{found[3] or ''}{found[4]}{winner}"
    parts = text.split(" ")
    plain = len(parts) > 1 and all(_PLAIN.fullmatch(part) for part in parts)
    return " ".join(map(swap_sides, parts)) if plain else text


def own_side_first(text: str, side: int) -> str:
    """A result as this side sees it: the own part first."""
    return swap_sides(text) if side else text


def _other(won: str) -> str:
    return won.translate(str.maketrans("12", "21"))


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
    """The likely results for who sits at this side, the own wins first.

    >>> [one.text for one in choices_of(Rules(), stage=1, side=1)]
    ['2-0', '2-1', '1-1', '1-2', '0-2']
    """
    way = result_entry_mode(rules)
    draws = rules.draws_allowed and stage == 1
    if way == "words":
        mine = [("1-0", "win"), *([("1/2-1/2", "draw")] if draws else []), ("0-1", "loss")]
        return [Choice(own_side_first(text, side), text, outcome) for text, outcome in mine]
    needed = rules.games_to_win
    if way != "games" or rules.best_of is None or needed is None:
        return ()
    lost = [n for n in range(needed) if needed + n <= rules.best_of]
    level = [needed - 1] if draws and 2 * (needed - 1) <= rules.best_of else []
    pairs = [(needed, n) for n in lost]
    pairs += [(n, n) for n in level]
    pairs += [(n, needed) for n in reversed(lost)]
    texts = [f"{mine}-{theirs}" for mine, theirs in pairs]
    return [Choice(own_side_first(text, side), text, _outcome(text)) for text in texts]


def _outcome(text: str) -> str:
    mine, theirs = map(int, text.split("-"))
    return "win" if mine > theirs else "loss" if mine < theirs else "draw"
