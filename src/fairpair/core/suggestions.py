"""What somebody may have meant who typed a name that is not known."""

from collections.abc import Iterable
from difflib import get_close_matches

from fairpair.language.message import Message


def add_suggestion(problem: Message, given: object, known: Iterable[str]) -> Message:
    """The problem, followed by the known name that is nearest to the given one, if one is near.

    >>> str(add_suggestion(Message("rule.unknown"), "cutt", ["cut", "rounds"]))
    'is not a rule. Did you mean cut?'
    """
    near = get_close_matches(str(given), list(known), n=1)
    return Message("suggestion.after", problem=problem, name=near[0]) if near else problem


def list_available(given: str, known: Iterable[str]) -> Message:
    """The hint for an unknown name: the nearest known one, if one is near, and all there are.

    >>> str(list_available("Infinty", ["infinity", "team_chess"]))
    'Did you mean infinity? Available: infinity, team_chess.'
    """
    names = list(known)
    typed = given.strip().lower().replace("-", "_").replace(" ", "_")
    near = get_close_matches(typed, names, n=1, cutoff=0.3)
    if near:
        return Message("suggestion.available-near", name=near[0], known=names)
    return Message("suggestion.available", known=names)
