"""What somebody may have meant who typed a name that is not known."""

from collections.abc import Iterable

from fairpair.language.message import Message


def nearest(given: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name that is nearest to the given one, or nothing if none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for what is mistyped

    return next(iter(get_close_matches(given, list(known), n=1, cutoff=cutoff)), "")


def add_suggestion(problem: Message, given: object, known: Iterable[str]) -> Message:
    """The problem, followed by the known name that is nearest to the given one, if one is near.

    >>> str(add_suggestion(Message("rule.unknown"), "cutt", ["cut", "rounds"]))
    'is not a rule. Did you mean cut?'
    """
    near = nearest(str(given), known)
    return Message("suggestion.after", problem=problem, name=near) if near else problem


def list_available(given: str, known: Iterable[str], *, cutoff: float = 0.3) -> Message:
    """The hint for an unknown name: the nearest known one, if one is near, and all there are.

    >>> str(list_available("Infinty", ["infinity", "team_chess"]))
    'Did you mean infinity? Available: infinity, team_chess.'
    """
    names = list(known)
    typed = given.strip().lower().replace("-", "_").replace(" ", "_")
    near = nearest(typed, names, cutoff=cutoff)
    if near:
        return Message("suggestion.available-near", name=near, known=names)
    return Message("suggestion.available", known=names)
