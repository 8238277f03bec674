"""What somebody may have meant who typed a name that is not known."""

from collections.abc import Iterable

from fairpair.language.message import Message

_SHORTEST = 3
"""Fewer letters say too little about a name that begins with them."""


def nearest(given: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name that is nearest to the given one, or nothing if none is near.

    The only one that begins with what was given is nearest.

    >>> nearest("chess", ["team_chess", "chess_style"]), nearest("rematc", ["rematch", "bye"])
    ('chess_style', 'rematch')
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only for what is mistyped

    names = list(known)
    longer = [one for one in names if len(given) >= _SHORTEST and one.startswith(given)]
    if len(longer) == 1:
        return longer[0]
    return next(iter(get_close_matches(given, names, n=1, cutoff=cutoff)), "")


def add_suggestion(problem: Message, given: object, known: Iterable[str]) -> Message:
    """The problem, followed by the known name that is nearest to the given one, if one is near.

    >>> str(add_suggestion(Message("rule.unknown"), "cutt", ["cut", "rounds"]))
    'is not a rule. Did you mean cut?'
    """
    near = nearest(str(given), known)
    return Message("suggestion.after", problem=problem, name=near) if near else problem


def list_available(
    given: str, known: Iterable[str], *, cutoff: float = 0.3, meant: str = ""
) -> Message:
    """The hint for an unknown name: the one that is meant or else near, and all there are.

    >>> str(list_available("Infinty", ["infinity", "team_chess"]))
    'Did you mean infinity? Available: infinity, team_chess.'
    """
    names = list(known)
    typed = given.strip().lower().replace("-", "_").replace(" ", "_")
    near = meant or nearest(typed, names, cutoff=cutoff)
    if near:
        return Message("suggestion.available-near", name=near, known=names)
    return Message("suggestion.available", known=names)
