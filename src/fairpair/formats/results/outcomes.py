"""The result of one match in a results file: games won, named scores, or a word such as 1-0.

Every function gives a value or raises `ValueError` with words that go on after the place.
"""

from fractions import Fraction
from functools import lru_cache

from fairpair.core.numbers import exact
from fairpair.core.results import MOST_GAMES, Decided, Games, Result, Scored
from fairpair.core.rules import Rules
from fairpair.core.texts import name_problem
from fairpair.formats.result_words import WORDS
from fairpair.formats.results.fields import Object, shown

GAMES = ("w1", "w2", "draws")


def outcome(match: Object, rules: Rules) -> Result | None:
    """What the match says; none if it says nothing yet."""
    said = {key for key in (*GAMES, "scores", "result") if match.get(key) is not None}
    if said.isdisjoint(("scores", "result")):
        result = _games(match, rules) if said else None
    elif len(said) > 1:
        raise ValueError(f"its result stands there twice: {', '.join(sorted(said))}")
    else:
        result = _scored(match["scores"], rules) if "scores" in said else _word(match["result"])
        if result.problem:
            raise ValueError(result.problem)
    if rules.primary_score in rules.scores and isinstance(result, Games | Decided):
        raise ValueError(f"it needs scores: these rules rank by {rules.primary_score}")
    return result


def _games(match: Object, rules: Rules) -> Result:
    first, second = (_count(key, match.get(key)) for key in ("w1", "w2"))
    draws = _count("draws", 0 if match.get("draws") is None else match["draws"])
    needed = rules.games_to_win
    if needed is not None and (max(first, second) > needed or first == second == needed):
        games = "1 won game" if needed == 1 else f"{needed} won games"
        text = f"{first}-{second} is not possible, a best of {rules.best_of} ends with {games}"
        raise ValueError(text)
    return _shared(first, second, draws)


def _count(key: str, value: object) -> int:
    if value is None:
        raise ValueError(f"{key} is missing")
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MOST_GAMES:
        raise ValueError(f"{key} must be a whole number from 0 to {MOST_GAMES}, not {shown(value)}")
    return value


@lru_cache(maxsize=1024)
def _shared(first: int, second: int, draws: int) -> Games:
    """One value for all equal results: large events have thousands of them."""
    return Games((first, second), draws)


def _word(value: object) -> Result:
    if not isinstance(value, str) or value not in WORDS:
        raise ValueError(f"the result must be one of {', '.join(WORDS)}, not {shown(value)}")
    return WORDS[value]


def _scored(value: object, rules: Rules) -> Result:
    if not isinstance(value, list) or len(value) != 2:
        raise ValueError("scores must be a list of two objects, one for each player")
    first, second = (_named(one) for one in value)
    if rules.scores and set(first) != set(rules.scores):
        raise ValueError(f"the scores of these rules are {', '.join(rules.scores)}")
    return Scored((first, second))


def _named(value: object) -> dict[str, Fraction]:
    if not isinstance(value, dict):
        raise ValueError(f"scores must be objects like {{'op': 7}}, not {shown(value)}")
    for name in value:
        if name_problem(name):
            raise ValueError(f"the name of a score {name_problem(name)}")
    return {name: _number(name, number) for name, number in value.items()}


def _number(name: str, value: object) -> Fraction:
    try:
        if isinstance(value, int | float | str):
            return exact(value)
    except ValueError:
        pass
    raise ValueError(f"the score {shown(name)} must be a number, not {shown(value)}")
