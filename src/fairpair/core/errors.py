"""Errors with a stable code, a text about what happened, and a hint what to do next."""

import re
from collections.abc import Sequence
from typing import Any

from fairpair.core.dataclass import dataclass
from fairpair.language.message import Message, first_message

_ITEMS = {
    "players": "place.player",
    "members": "place.member",
    "boards": "place.board",
    "scores": "place.side",
    "tables": "place.pairing",
    "byes": "place.bye",
}
"""What one item of a list is called."""
_ITEM = re.compile(rf"\b({'|'.join(_ITEMS)})\.(\d+)(\.?)")


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One wrong place in what was sent; all of them come back together.

    `place` is the name of a field, or a message such as "line 12, column 6".
    """

    place: Message | str
    text: Message | str

    @property
    def where(self) -> str:
        """The place, in the current language."""
        return str(self.place)

    @property
    def where_in_words(self) -> str:
        """The same for people: `player 2, name` for `players.2.name`."""
        return _ITEM.sub(
            lambda item: f"{Message(_ITEMS[item[1]], number=item[2])}{', ' if item[3] else ''}",
            self.where,
        )

    @property
    def message(self) -> str:
        """What is wrong there, in the current language."""
        return str(self.text)


class InvalidValueError(ValueError):
    """A single value that cannot be used. Its text goes on after the name of the value's place."""

    def __init__(self, text: Message) -> None:
        super().__init__(text)
        self.text = text


class DomainError(Exception):
    """A request was rejected. Nothing has changed.

    `code` names a text, `values` fill its placeholders: `unknown-table` and `table=3`. A code with
    a dot, like `impossible-result.draw`, is the error `impossible-result` with another text.
    Programs go by the part before the dot, which is stable. Shells translate by the subclass: exit
    code on the command line, status in the API.
    """

    def __init__(
        self,
        code: str,
        /,
        *,
        hint: Message | None = None,
        problems: Sequence[FieldProblem] = (),
        **values: Any,
    ) -> None:
        super().__init__(code)
        self.code = code.partition(".")[0]
        self.text = Message(code, **values)
        self.remedy = hint or _remedy(code, values)
        self.problems = tuple(problems)

    @property
    def message(self) -> str:
        """What happened, in the current language."""
        return str(self.text)

    @property
    def hint(self) -> str:
        """What to do next, in the current language."""
        return str(self.remedy or "")

    def __str__(self) -> str:
        lines = [self.message, *(f"- {p.where_in_words}: {p.message}" for p in self.problems)]
        return "\n".join([*lines, self.hint] if self.hint else lines)


def _remedy(code: str, values: dict[str, Any]) -> Message | None:
    """What to do next, from the texts of this code or of the error it belongs to."""
    return first_message((f"{code}.hint", f"{code.partition('.')[0]}.hint"), **values)


class InvalidInputError(DomainError):
    """The request is not valid, whatever the state of the tournament."""


class NotFoundError(InvalidInputError):
    """The request refers to something that does not exist."""


class InvalidStateError(DomainError):
    """The request is valid, but not possible in the current state of the tournament."""


class ConflictError(DomainError):
    """Someone else changed the tournament first, or a name is taken."""


class VersionConflictError(ConflictError):
    """The log has grown since it was read: read the rest and decide again."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            "version-conflict",
            expected=expected,
            found=found,
        )
        self.expected = expected
        self.found = found


class CommandRepeatedError(ConflictError):
    """A command with this id is already in the log: its first answer counts."""

    def __init__(self, command_id: str) -> None:
        super().__init__(
            "command-repeated",
            command=command_id,
        )


class UnauthorizedError(DomainError):
    """The request has no valid key."""


class ForbiddenError(DomainError):
    """The key is valid, but does not allow this."""


class RateLimitedError(DomainError):
    """Too many requests; it may be tried again after `retry_after` seconds."""

    def __init__(self, code: str, retry_after: int = 1, **values: Any) -> None:
        super().__init__(code, **values)
        self.retry_after = retry_after


class OverloadedError(RateLimitedError):
    """The server is at its limit."""


class StorageError(DomainError):
    """The file or database cannot be used: locked, full, read-only, newer, damaged or missing."""

    retry_after: int | None = None
    """The seconds after which it may be usable again, if that is known."""
