"""Values out of forms: what was typed, or words that say what is wrong with it."""

from enum import StrEnum
from typing import TypeVar

from fairpair.core.errors import FieldProblem, InvalidInputError, NotFoundError
from fairpair.core.ids import PlayerId
from fairpair.web.site import PageRequest

Word = TypeVar("Word", bound=StrEnum)
HIGHEST = 999_999_999


def number(visit: PageRequest, name: str) -> int | None:
    """A whole number; none if the field is empty."""
    typed = visit.form.get(name, "").strip()
    if not typed:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) <= len(str(HIGHEST))):
        raise wrong(name, f"must be a whole number, not {typed[:40]!r}")
    return int(typed)


def needed(visit: PageRequest, name: str) -> int:
    """A whole number that must be there."""
    found = number(visit, name)
    if found is None:
        raise wrong(name, "is needed")
    return found


def word(visit: PageRequest, name: str, kind: type[Word]) -> Word | None:
    """One of a few words; none if the field is empty."""
    typed = visit.form.get(name, "")
    if not typed:
        return None
    try:
        return kind(typed)
    except ValueError:
        raise wrong(name, f"must be one of {', '.join(kind)}") from None


def player_in_path(visit: PageRequest) -> PlayerId:
    """The player whose page it is."""
    typed = str(visit.request.path_params["player"])
    if typed.isascii() and typed.isdigit() and len(typed) < 10:
        player = PlayerId(int(typed))
        if player in visit.t.entries:
            return player
    raise NotFoundError("no-player", f"There is no player {typed[:40]}.", "Look the number up.")


def wrong(where: str, message: str) -> InvalidInputError:
    """The refusal of one field."""
    return InvalidInputError(
        "bad-value",
        f"This cannot be used: {where.replace('_', ' ')}.",
        "Put it right and send it again; nothing was changed.",
        [FieldProblem(where, message)],
    )
