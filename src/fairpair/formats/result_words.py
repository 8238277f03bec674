"""Results as people type them: `1`, `=`, `2-1`, `+`, `1-0f`, scores, or board by board.

What numbers mean follows from the length of the match:

| typed              | a match of one game      | a match of several games        |
|--------------------|--------------------------|---------------------------------|
| `1`, `0`, `=`      | won, lost, drawn         | the same, games not counted     |
| `1-0`, `1/2-1/2`   | won, drawn               | one game won and time was up    |
| `2-1`, `21`        | not possible             | games won by each               |
| `2-0-1`, `201`     | not possible             | and one drawn                   |
| `+`, `-`, `1-0f`   | not played, and won or lost all the same                  ||
| `0-0f`, `--`       | not played, both lose                                     ||
| `1/2-0`, `=0`      | one side draws, the other loses                           ||
| `1-0u`, `=u`       | a game that is not rated: it ended before both had moved  ||
| `adj`              | adjourned                                                 ||

`1-1 w2` says that the second side won a level match. With named scores both sides are typed as
`7 120 30 : 3 80 10`, in the order of the rules, with or without the colon; a team match is one
word a board: `1 0 = +`.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from fairpair.core.errors import InvalidInputError
from fairpair.core.numbers import parse_number
from fairpair.core.results import (
    Adjourned,
    Board,
    Boards,
    Decided,
    Forfeit,
    Games,
    Mark,
    Result,
    Scored,
    win_for,
)
from fairpair.core.rules import Rules
from fairpair.core.vocabulary import score_label
from fairpair.language.message import Message

_BOTH_DRAW, _BOTH_LOSE = (Mark.DRAW,) * 2, (Mark.LOSS,) * 2
WORDS: dict[str, Result] = {
    str(result): result
    for result in (
        *map(Decided, (win_for(0), win_for(1), _BOTH_DRAW, _BOTH_LOSE)),
        *map(Decided, ((Mark.DRAW, Mark.LOSS), (Mark.LOSS, Mark.DRAW))),
        *(Decided(marks, rated=False) for marks in (win_for(0), win_for(1), _BOTH_DRAW)),
        *map(Forfeit, (win_for(0), win_for(1), _BOTH_LOSE)),
    )
}
"""The results for two that a word says, like 1-0, 1/2-0, 0-0F and 1-0U."""
_FORFEITS = {
    **dict.fromkeys(("+", "+-", "+/-", "+--", "+:-"), "1-0F"),
    **dict.fromkeys(("-", "-+", "-/+", "--+", "-:+"), "0-1F"),
    **dict.fromkeys(("--", "-/-", "---", "-:-"), "0-0F"),
}
_PLAIN = {
    **dict.fromkeys(("1", "w", "win", "won"), "1-0"),
    **dict.fromkeys(("0", "l", "loss", "lost"), "0-1"),
    **dict.fromkeys(("=", "d", "draw", "drawn", "tie"), "1/2-1/2"),
    **dict.fromkeys(("1/2", "0.5", "0.5-0.5", ".5", ".5-.5"), "1/2-1/2"),
    **dict.fromkeys(("0.5-0", ".5-0", "=-0", "=0"), "1/2-0"),
    **dict.fromkeys(("0-0.5", "0-.5", "0-=", "0="), "0-1/2"),
    "1u": "1-0U",
    "0u": "0-1U",
    "=u": "1/2-1/2U",
}
_ADJOURNED = ("a", "adj", "adjourned")
_WINNER = re.compile(r"\s*(?:w|\(won by side )([12])\)?$")
_COUNTS = re.compile(r"(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?|(\d)(\d)(\d)?", re.ASCII)
_DASHES = str.maketrans({"\N{EN DASH}": "-", "\N{EM DASH}": "-", "\N{MINUS SIGN}": "-"})
_LONGEST = 2000


def result_from_text(text: str, rules: Rules) -> Result:
    """The result that was typed for a match under these rules; `InvalidInputError` if it is none.

    >>> rules = Rules()
    >>> [str(result_from_text(x, rules)) for x in ("2-1", "201", "=", "+", "1-0f", "1-1 w2")]
    ['2-1', '2-0-1', '1/2-1/2', '1-0F', '1-0F', '1-1 (won by side 2)']
    """
    typed = _tidy(text)
    found: Result | None = None
    # Before anything else: `7 : 3` can be games too, and so can `1 0` on two boards.
    if rules.scores:
        found = _scored_result(typed, rules.scores)
    elif rules.boards and rules.boards == len(typed.split()):
        found = _boards(typed.split())
    found = found or _match(typed, rules)
    if found is None and rules.boards:
        found = _boards(typed.split())
    if found is None:
        raise _unreadable(text, rules)
    return found


def result_from_scores(
    sides: Sequence[Mapping[str, str]], rules: Rules, winner: int | None = None
) -> Result:
    """Named scores that were typed into fields of their own."""
    read: list[dict[str, Fraction]] = []
    for side in sides:
        values = [_number(side.get(name, "").strip()) for name in rules.scores]
        if None in values:
            raise InvalidInputError("bad-scores", scores=list(map(score_label, rules.scores)))
        read.append({k: v for k, v in zip(rules.scores, values, strict=True) if v is not None})
    return Scored(tuple(read), winner)


def result_from_boards(words: Sequence[str], winner: int | None = None) -> Result:
    """A team match with a word for each board."""
    found = _boards([_tidy(word) for word in words])
    if found is None:
        bad = [n for n, word in enumerate(words, 1) if _match(_tidy(word), _ONE_GAME) is None]
        raise InvalidInputError("bad-boards", boards=bad, n=len(bad))
    return replace(found, winner=winner)


_ONE_GAME = Rules(best_of=1)


def _tidy(text: str) -> str:
    plain = text.replace("\N{VULGAR FRACTION ONE HALF}", "1/2").translate(_DASHES)
    return " ".join(plain.lower().replace(",", ".").split())[:_LONGEST]


def _match(typed: str, rules: Rules) -> Result | None:
    """A word, or games won."""
    word = typed.replace(" ", "")
    if word in _ADJOURNED:
        return Adjourned()
    said = _FORFEITS.get(word) or _PLAIN.get(word) or word.replace(":", "-").upper()
    if said in WORDS and (said.endswith("F") or word in _PLAIN or not _several(rules)):
        return WORDS[said]
    return WORDS[said] if said == "1/2-1/2" else _games(typed)


def _several(rules: Rules) -> bool:
    """Whether games of a match are counted."""
    return rules.best_of != 1


def _games(typed: str) -> Result | None:
    won = _WINNER.search(typed)
    counted = _WINNER.sub("", typed).replace(" ", "").replace(":", "-")
    found = _COUNTS.fullmatch(counted)
    if found is None:
        return None
    first, second, draws = found.group(1, 2, 3) if found.group(1) else found.group(4, 5, 6)
    winner = int(won.group(1)) - 1 if won else None
    return Games((int(first), int(second)), int(draws or 0), winner)


def _scored_result(typed: str, names: Sequence[str]) -> Result | None:
    won = _WINNER.search(typed)
    sides = _sides(_WINNER.sub("", typed), len(names))
    read = [_side(side.split(), names) for side in sides]
    if len(read) != 2 or read[0] is None or read[1] is None:
        return None
    return Scored((read[0], read[1]), int(won.group(1)) - 1 if won else None)


def _sides(typed: str, scores: int) -> list[str]:
    """Both sides, with a colon between them or, as on a slip, all numbers in one line."""
    words = typed.split()
    if ":" in typed or len(words) != 2 * scores:
        return typed.split(":")
    return [" ".join(words[:scores]), " ".join(words[scores:])]


def _side(words: list[str], names: Sequence[str]) -> dict[str, Fraction] | None:
    """`7 120 30`, or with names: `op 7 vp 120 ap 30`."""
    lower = {name.lower(): name for name in names}
    if len(words) == 2 * len(names) and {*words[::2]} == {*lower}:
        by_name = dict(zip(words[::2], words[1::2], strict=True))
        words = [by_name[name.lower()] for name in names]
    values = [_number(word) for word in words]
    if len(values) != len(names) or None in values:
        return None
    return {k: v for k, v in zip(names, values, strict=True) if v is not None}


def _number(word: str) -> Fraction | None:
    try:
        return parse_number(word.replace(",", "."))
    except ValueError:
        return None


def _boards(words: Sequence[str]) -> Boards | None:
    results = [_match(word, _ONE_GAME) for word in words]
    if not results or None in results:
        return None
    return Boards(tuple(Board(one) for one in results if one is not None))


def _unreadable(text: str, rules: Rules) -> InvalidInputError:
    hint = Message("result-hint.game")
    if rules.scores:
        hint = Message("result-hint.scores", scores=list(map(score_label, rules.scores)))
    elif rules.boards:
        hint = Message("result-hint.boards")
    elif _several(rules):
        hint = Message("result-hint.games")
    return InvalidInputError("unreadable-result", hint=hint, result=f"{text.strip()!r:.60}")
