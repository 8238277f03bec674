"""What somebody may have meant who typed a name that is not known."""

from collections.abc import Iterable

from fairpair.language.message import Message

_SHORTEST = 3
"""Fewer letters say too little about a name that begins with them."""


def nearest(given: str, known: Iterable[str], *, cutoff: float = 0.6) -> str:
    """The known name that is nearest to the given one, or nothing if none is near.

    The only one that begins with what was given is nearest. Capitals do not matter.

    >>> nearest("chess", ["team_chess", "chess_style"]), nearest("rematc", ["rematch", "bye"])
    ('chess_style', 'rematch')
    >>> nearest("BHH", ["buchholz", "bh"])
    'bh'
    """
    from difflib import get_close_matches  # noqa: PLC0415 - only for what is mistyped

    names, typed = {one.casefold(): one for one in known}, given.casefold()
    longer = [one for one in names if len(typed) >= _SHORTEST and one.startswith(typed)]
    if len(longer) == 1:
        return names[longer[0]]
    return next((names[one] for one in get_close_matches(typed, names, n=1, cutoff=cutoff)), "")


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
