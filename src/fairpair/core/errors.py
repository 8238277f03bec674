"""What can be refused, and how it is said: a stable code, what happened, what to do next."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FieldProblem:
    """One wrong place in what was sent; all of them come back together."""

    where: str
    message: str


class DomainError(Exception):
    """Something was refused. Nothing has changed.

    `code` is stable and kebab-case, for programs; `message` and `hint` are sentences for people.
    Shells translate by the subclass: exit code on the command line, status in the API.
    """

    def __init__(
        self, code: str, message: str, hint: str = "", problems: Sequence[FieldProblem] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.problems = tuple(problems)

    def __str__(self) -> str:
        lines = [self.message, *(f"- {p.where}: {p.message}" for p in self.problems)]
        return "\n".join([*lines, self.hint] if self.hint else lines)


class InvalidInputError(DomainError):
    """What was sent makes no sense by itself, whatever the state is."""


class NotFoundError(InvalidInputError):
    """It names something that is not there."""


class InvalidStateError(DomainError):
    """It makes sense, but not in the present state of the tournament."""


class ConflictError(DomainError):
    """Somebody else was faster, or the name is taken."""


class VersionConflictError(ConflictError):
    """The log has grown since it was read: read on and decide again."""

    def __init__(self, expected: int, found: int) -> None:
        super().__init__(
            "version-conflict",
            f"The tournament is at version {found}, not {expected}: somebody changed it meanwhile.",
            "Load it again and repeat what you wanted to do.",
        )
        self.expected = expected
        self.found = found


class CommandRepeatedError(ConflictError):
    """A command with this id is in the log already: its first answer counts."""

    def __init__(self, command_id: str) -> None:
        super().__init__(
            "command-repeated",
            f"The command {command_id!r} is already recorded.",
            "Its first answer stands; use a new id for a new command.",
        )


class UnauthorizedError(DomainError):
    """Who asks has not shown a key that is any good."""


class ForbiddenError(DomainError):
    """The key is good, but not for this."""


class RateLimitedError(DomainError):
    """Too often in too short a time; `retry_after` seconds later it will be looked at again."""

    def __init__(self, code: str, message: str, hint: str, retry_after: int) -> None:
        super().__init__(code, message, hint)
        self.retry_after = retry_after


class OverloadedError(RateLimitedError):
    """The server has as much to do as it can take."""


class StorageError(DomainError):
    """The file or database cannot be used: locked, full, read-only, newer, broken, gone."""
