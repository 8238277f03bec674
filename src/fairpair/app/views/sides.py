"""Results as one side sees them."""

import re

from fairpair.app.views.bracket import BracketMatch

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


def turned(text: str) -> str:
    """A result as the other side writes it.

    >>> turned("2-1"), turned("0-1F"), turned("op 3 : op 7"), turned("1-0 1/2-1/2")
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
    return " ".join(map(turned, parts)) if plain else text


def own(text: str, side: int) -> str:
    """A result as this side sees it: the own part first."""
    return turned(text) if side else text


def scores_of(match: BracketMatch) -> tuple[tuple[str, str], str]:
    """What stands behind each side, in the order of the tree, and what does not fit there."""
    found = sides_of(match.result or "")
    if found is None:
        return ("", ""), match.result or ""
    first, second, rest = found
    upper = match.seats[0].player
    is_turned = bool(match.table_seats) and upper is not None and match.table_seats[0] != upper.id
    drawn = (
        f"{rest.lstrip('-').partition(' ')[0].rstrip('F')} drawn" if rest.startswith("-") else ""
    )
    told = ", ".join(filter(None, (drawn, "forfeit" if "F" in rest else "")))
    return ((second, first) if is_turned else (first, second)), told


def _other(won: str) -> str:
    return won.translate(str.maketrans("12", "21"))
